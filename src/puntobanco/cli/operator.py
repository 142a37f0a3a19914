"""`puntobanco operator`: somebody who may post deposits and withdrawals."""

import sys
from typing import Annotated

import typer

from puntobanco.cli.operation import Database


def operator(
    database: Database,
    name: Annotated[str, typer.Argument(metavar="NAME", help="To sign in with.")],
) -> None:
    """Make an operator; the password is asked for, or read from standard input."""
    import asyncio

    from puntobanco.cli.operation import open_floor
    from puntobanco.server.credentials import Credentials
    from puntobanco.server.limits import Limits
    from puntobanco.store.interface import Role

    if sys.stdin.isatty():
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    else:
        password = sys.stdin.readline().rstrip("\r\n")

    async def make() -> int:
        async with open_floor(database) as floor:
            credentials = Credentials(floor, Limits())
            try:
                person, token = await credentials.register(name, password, "", Role.OPERATOR)
                await credentials.revoke(token)  # who signs in gets one of their own
            finally:
                credentials.close()
            return person.id

    typer.echo(f"{name} is operator {asyncio.run(make())}")
