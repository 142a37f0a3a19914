"""`puntobanco note`: print a sabot of a shared table as text."""

from typing import Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument


def note(
    database: DatabaseArgument,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A shared table's name.")],
    sabot: Annotated[
        int | None, typer.Option(min=1, help="The number of the sabot; by default the last one.")
    ] = None,
) -> None:
    """Print a sabot of a shared table in our notation; also while the server runs."""
    import asyncio

    from puntobanco.cli.parts.operator_access import open_floor
    from puntobanco.errors import NoRecord, UnknownTable
    from puntobanco.game.notation import print_sabot
    from puntobanco.server.house.history import table_stream
    from puntobanco.table.shared.stream_notation import noted_sabots

    async def read() -> str:
        async with open_floor(database) as floor:
            made = await floor.store.table_named(table)
            if made is None:
                raise UnknownTable(table=table)
            spec, account = made
            events = [each async for each in table_stream(floor.store, account)]
        found = noted_sabots(spec.house, events)
        number = sabot or max(found, default=0)
        if number not in found:
            raise NoRecord(record=f"sabot {number}" if number else "sabot")
        return print_sabot(found[number])

    typer.echo(asyncio.run(read()), nl=False)
