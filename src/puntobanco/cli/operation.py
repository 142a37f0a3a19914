"""What the commands of an operator share."""

import contextlib
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puntobanco.ledger.records import Event
    from puntobanco.server.floor import Floor

Database = Annotated[
    str,
    typer.Argument(
        metavar="DATABASE",
        envvar="PUNTOBANCO_DATABASE",  # what stands on a command line everybody can read
        help="A file, or postgresql://user@host/name.",
    ),
]
SealingKey = Annotated[
    str | None,
    typer.Option(
        envvar="PUNTOBANCO_SEALING_KEY",
        help="64 hex digits; the key file beside the database if none is given.",
    ),
]
AccountId = Annotated[int | None, typer.Option("--account", help="The account's number.")]
Name = Annotated[str | None, typer.Option("--name", help="Its owner's name, with --currency.")]
Currency = Annotated[str | None, typer.Option(help="The account's currency: EUR.")]
Amount = Annotated[int, typer.Option(help="In cents.")]
Key = Annotated[
    str, typer.Option(help="16 to 64 letters, digits, - or _: the same key moves money once.")
]
Epoch = Annotated[
    int | None, typer.Option(min=1, help="The new epoch: higher than any there ever was.")
]
Note = Annotated[str, typer.Option(help="What the account's history shows.")]


def counted(number: int, what: str) -> str:
    return f"{number} {what}" + "s" * (number != 1)


def is_on_a_server(database: str) -> bool:
    return "://" in database


def file_of(database: str) -> Path:
    """An embedded database's file."""
    from puntobanco.errors import BadSetting

    if is_on_a_server(database):
        raise BadSetting(
            why="a database on a server is copied and brought back with its own tools, pg_dump and"
            " pg_restore; then `puntobanco renew` it"
        )
    return Path(database)


def known_key(database: str, given: str | None) -> bytes | None:
    """The sealing key if it is here; none is made."""
    from puntobanco.cli.terminal import read_text
    from puntobanco.fair.commitment import parse_hex
    from puntobanco.store.sealing import KEY_BYTES

    if given:
        return parse_hex("--sealing-key", given, KEY_BYTES)
    file = Path(f"{database}.key")
    if is_on_a_server(database) or not file.exists():
        return None
    return parse_hex(str(file), read_text(file).strip(), KEY_BYTES)


def needed_key(database: str, given: str | None) -> bytes:
    """The sealing key the seeds in it were sealed with."""
    from puntobanco.errors import BadSetting

    key = known_key(database, given)
    if key is None:
        where = "" if is_on_a_server(database) else f"the file {database}.key, "
        raise BadSetting(
            why="its sealing key is needed, the one it was served with:"
            f" {where}PUNTOBANCO_SEALING_KEY or --sealing-key"
        )
    return key


def new_seed() -> bytes:
    """A house's, for a commitment."""
    from puntobanco.fair.drbg import SEED_BYTES

    return secrets.token_bytes(SEED_BYTES)


@contextlib.asynccontextmanager
async def open_floor(database: str) -> "AsyncIterator[Floor]":
    """The floor of a house that may be serving: for money and people, not for play."""
    from puntobanco.errors import StoreUnreachable
    from puntobanco.server.clock import SteadyClock
    from puntobanco.server.floor import Floor
    from puntobanco.store.batch import Node
    from puntobanco.store.open import open_store
    from puntobanco.store.sealing import KEY_BYTES, Sealer

    if not is_on_a_server(database) and not Path(database).is_file():
        raise StoreUnreachable(why=f"there is no {database}")
    no_seeds = Sealer(secrets.token_bytes(KEY_BYTES))  # none is sealed or opened here
    store = await open_store(database, no_seeds, Node.COMMANDS, may_migrate=False)
    floor = Floor(store, {}, SteadyClock())
    try:
        yield floor
    finally:
        await floor.stop()
        await store.close()


def move(
    event: "Event",
    database: str,
    account: int | None,
    name: str | None,
    currency: str | None,
    amount: int,
    key: str,
    note: str,
) -> None:
    """Move money between an account and the world, and say what is on record."""
    import asyncio

    import msgspec

    from puntobanco.errors import BadSetting, NoAccount
    from puntobanco.server.credentials import fold
    from puntobanco.wire.bodies import Movement
    from puntobanco.wire.words import explain

    async def moved() -> bytes:
        async with open_floor(database) as floor:
            number = account
            if name is not None:
                person = await floor.store.person(fold(name))
                theirs = await floor.store.accounts(person.id) if person else []
                fits = [each.id for each in theirs if each.currency == currency]
                number = fits[0] if fits else None
            found = None if number is None else await floor.store.account(number)
            if found is None or currency not in (None, found.currency):
                who = f"{account if name is None else name}"
                raise NoAccount(account=f"{who} in {currency}" if currency else who)
            asked = _asked(found.id)
            return await floor.cashier.move(found, asked.amount, asked.key, asked.note, event)

    def _asked(number: int) -> Movement:
        said = {"key": key, "account": number, "amount": amount, "note": note}
        try:
            return msgspec.convert(said, Movement)
        except msgspec.ValidationError as error:
            raise BadSetting(why=f"--{explain(error)}") from None

    if (account is None) is (name is None) or (name is not None and currency is None):
        raise BadSetting(why="say --account, or --name with --currency")
    typer.echo(asyncio.run(moved()))
