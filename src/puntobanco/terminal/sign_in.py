"""Sign in, as the last guest if possible, and return to an open session."""

import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import typer

from puntobanco.client import Client, PrivateTableClient, SharedTableClient
from puntobanco.errors import NotSignedIn, Unwritable
from puntobanco.wire.table_spec import PLAY_MONEY


def state_directory(environment: Mapping[str, str] = os.environ) -> Path:
    """The directory for state that should last; a relative XDG_STATE_HOME is ignored."""
    base = Path(environment.get("XDG_STATE_HOME", ""))
    base = base if base.is_absolute() else Path.home() / ".local" / "state"
    return base / "puntobanco"


class GuestBook:
    """The guest's token for each server, in a private file.

    Anybody who has the token can play as the guest, so only the user may read the file.
    """

    def __init__(self, address: str, directory: Path | None = None) -> None:
        guests = (directory or state_directory()) / "guests"
        self.file = guests / quote(address, safe="")

    def token(self) -> str:
        """The last token, or an empty text if the file holds no valid one."""
        try:
            text = self.file.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError):
            return ""
        return text if re.fullmatch(r"[\w-]+", text) else ""

    def keep(self, token: str) -> None:
        """Write the token atomically: with half a token the guest would be lost."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            handle, written = tempfile.mkstemp(dir=self.file.parent)  # only the user can read it
            with os.fdopen(handle, "w", encoding="ascii") as file:
                file.write(token)
            Path(written).replace(self.file)
        except OSError as error:
            raise Unwritable(file=self.file, why=error.strerror) from None


async def come_as_guest(client: Client, book: GuestBook, *, is_new: bool) -> None:
    """Sign in as the last guest if the server still knows the token, or as a new one."""
    client.http.token = "" if is_new else book.token()
    if client.http.token:
        try:
            await client.me()
        except NotSignedIn:
            client.http.token = ""
        else:
            return
    guest = await client.guest()
    try:
        book.keep(guest.token)
    except Unwritable as refusal:
        typer.echo(f"puntobanco: this guest can't be remembered: {refusal.message}", err=True)


async def refill_if_empty(client: Client) -> None:
    """Refill play money that has run out; without it nobody could sit down."""
    refill = (await client.me()).refill
    if refill is not None and refill.held < refill.below and not refill.wait_ms:
        await client.refill()
        typer.echo("Your play money had run out: it is refilled.", err=True)


async def sit_down(
    client: Client, house: str, credit: int, currency: str | None
) -> tuple[PrivateTableClient, bool]:
    """Return to the open session at this house, or open one; also tell whether it was open."""
    for each in (await client.me()).sessions:
        if each.is_private and (each.house, each.currency) == (house, currency or PLAY_MONEY):
            return await client.resume(each.session), True
    return await client.sit(house, credit, currency), False


async def is_live(client: Client, name: str) -> bool:
    """Whether it is a shared table; a closed table is not listed but may have a session."""
    if any(each.name == name for each in await client.tables()):
        return True
    return any(each.table == name for each in (await client.me()).sessions)


async def sit_down_live(
    client: Client, table: str, credit: int, currency: str | None
) -> tuple[SharedTableClient, bool]:
    """Like `sit_down`, at a shared table, which has its own currency."""
    for each in (await client.me()).sessions:
        if each.table == table:
            return await client.resume_live(table), True
    return await client.sit_live(table, credit, currency), False


def started_as(program: str) -> list[str]:
    """The command as it was started, by its bare name only if the shell would find it."""
    file = Path(program)
    if file.name == "__main__.py":
        python = sys.executable
        name = Path(python).name
        return [name if shutil.which(name) == python else python, "-m", "puntobanco"]
    return [file.name if shutil.which(file.name) == str(file.absolute()) else program]


def come_back(
    house: str, server: str, name: str | None, currency: str | None, seen: Path | None
) -> str:
    """The command that returns to the session."""
    words = [*started_as(sys.argv[0]), "play", house, "--server", server]
    for option, value in (("--name", name), ("--seen", seen), ("--currency", currency)):
        words += [option, str(value)] if value is not None else []
    return shlex.join(words)
