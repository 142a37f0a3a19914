"""Options and helpers shared by the operators' commands."""

import contextlib
import secrets
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puntobanco.ledger.records import RecordKind
    from puntobanco.server.seats.floor import Floor

DatabaseArgument = Annotated[
    str,
    typer.Argument(
        metavar="DATABASE",
        envvar="PUNTOBANCO_DATABASE",  # a command line can be read by every user of the machine
        help="A file, or postgresql://user@host/name.",
    ),
]
SealingKeyOption = Annotated[
    str | None,
    typer.Option(
        envvar="PUNTOBANCO_SEALING_KEY",
        help="64 hex digits; by default the key file next to the database.",
    ),
]
AccountOption = Annotated[int | None, typer.Option("--account", help="The account's number.")]
NameOption = Annotated[
    str | None, typer.Option("--name", help="The name of its owner, with --currency.")
]
CurrencyOption = Annotated[str | None, typer.Option(help="The account's currency, as in EUR.")]
AmountOption = Annotated[int, typer.Option(help="The amount in cents.")]
KeyOption = Annotated[
    str, typer.Option(help="16 to 64 letters, digits, - or _; the same key moves money only once.")
]
EpochOption = Annotated[
    int | None, typer.Option(min=1, help="The new epoch, higher than any before.")
]
NoteOption = Annotated[str, typer.Option(help="A note for the account's history.")]


def asked_password(*, is_new: bool = False) -> str:
    """Asked for without showing it, twice if it is new; or a line of standard input."""
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=is_new))
    return sys.stdin.readline().rstrip("\r\n")


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def is_on_a_server(database: str) -> bool:
    return "://" in database


def file_of(database: str) -> Path:
    """The file of an SQLite database."""
    from puntobanco.errors import BadSetting

    if is_on_a_server(database):
        raise BadSetting(
            why="This command is for SQLite files. Copy a PostgreSQL database with pg_dump and"
            " pg_restore, then run `puntobanco renew`."
        )
    return Path(database)


def known_key(database: str, given: str | None) -> bytes | None:
    """The sealing key, given or from the key file; never makes a new one."""
    from puntobanco.cli.parts.output import read_text
    from puntobanco.fair.commitment import parse_hex
    from puntobanco.store.sealing import KEY_BYTES

    if given:
        return parse_hex("--sealing-key", given, KEY_BYTES)
    file = Path(f"{database}.key")
    if is_on_a_server(database) or not file.exists():
        return None
    return parse_hex(str(file), read_text(file).strip(), KEY_BYTES)


def needed_key(database: str, given: str | None) -> bytes:
    """The sealing key of the database; raises if there is none."""
    from puntobanco.errors import BadSetting

    key = known_key(database, given)
    if key is None:
        where = "" if is_on_a_server(database) else f"the file {database}.key, "
        raise BadSetting(
            why="This needs the sealing key with which the database was served. Give it in"
            f" {where}PUNTOBANCO_SEALING_KEY or --sealing-key."
        )
    return key


def new_seed() -> bytes:
    """A new seed of the house, for a commitment."""
    from puntobanco.fair.drbg import SEED_BYTES

    return secrets.token_bytes(SEED_BYTES)


@contextlib.asynccontextmanager
async def open_floor(database: str) -> "AsyncIterator[Floor]":
    """Open a house whose server may be running: for money and people, not for play."""
    from puntobanco.errors import StoreUnreachable
    from puntobanco.houses import HOUSES, house
    from puntobanco.server.house.clock import SteadyClock
    from puntobanco.server.seats.floor import Floor
    from puntobanco.store.batch import Node
    from puntobanco.store.open import open_store
    from puntobanco.store.sealing import KEY_BYTES, Sealer

    if not is_on_a_server(database) and not Path(database).is_file():
        raise StoreUnreachable(why=f"there is no file {database}")
    no_seeds = Sealer(secrets.token_bytes(KEY_BYTES))  # this command seals and opens no seed
    store = await open_store(database, no_seeds, Node.COMMANDS, may_migrate=False)
    floor = Floor(store, {name: house(name).sheet for name in HOUSES}, SteadyClock())
    try:
        yield floor
    finally:
        await floor.stop()
        await store.close()


def move(
    event: "RecordKind",
    database: str,
    account: int | None,
    name: str | None,
    currency: str | None,
    amount: int,
    key: str,
    note: str,
) -> None:
    """Move money between an account and the outside, and print the record."""
    import asyncio

    import msgspec

    from puntobanco.errors import BadSetting
    from puntobanco.wire.bodies import Movement
    from puntobanco.wire.validation import explain

    async def moved() -> bytes:
        async with open_floor(database) as floor:
            found = await floor.cashier.account_for(movement)
            return await floor.cashier.move(
                found, movement.amount, movement.key, movement.note, event
            )

    if (account is None) is (name is None) or (name is not None and currency is None):
        raise BadSetting(why="Give either --account, or --name with --currency.")
    which = {"account": account, "name": name, "currency": currency}
    try:
        movement = msgspec.convert({"key": key, "amount": amount, "note": note} | which, Movement)
    except msgspec.ValidationError as error:
        raise BadSetting(why=f"--{explain(error)}") from None
    typer.echo(asyncio.run(moved()))
