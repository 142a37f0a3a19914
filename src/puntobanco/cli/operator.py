"""`puntobanco operator`: create an operator, a croupier or a manager."""

from typing import Annotated, Literal

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument


def operator(
    database: DatabaseArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name to sign in with.")],
    role: Annotated[
        Literal["operator", "croupier", "manager"],
        typer.Option(help="The role: operator, croupier or manager."),
    ] = "operator",
) -> None:
    """Create a member of staff; the password is asked for, or read from standard input."""
    import asyncio

    from puntobanco.cli.parts.operator_access import asked_password, open_floor
    from puntobanco.server.house.credentials import Credentials
    from puntobanco.server.house.limits import Limits
    from puntobanco.store.interface import Role

    password = asked_password(is_new=True)

    async def make() -> int:
        async with open_floor(database) as floor:
            credentials = Credentials(floor, Limits())
            try:
                person, token = await credentials.register(name, password, "", Role(role))
                await credentials.revoke(token)  # who signs in gets one of their own
            finally:
                credentials.close()
            return person.id

    typer.echo(f"{name} is {role} {asyncio.run(make())}")
