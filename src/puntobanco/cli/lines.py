"""`puntobanco lines`: what players wrote to the staff of a table, and the answers."""

from typing import Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument


def lines(
    database: DatabaseArgument,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A shared table's name.")],
    json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
) -> None:
    """Print the lines that players wrote at a table, with their answers, as CSV."""
    import asyncio

    import msgspec

    from puntobanco.cli.parts.operator_access import open_floor
    from puntobanco.server.house.line_desk import read_lines, write_csv
    from puntobanco.server.house.table_figures import named
    from puntobanco.table.players_lines import views_of
    from puntobanco.wire.lines import LineView

    async def read() -> list[LineView]:
        async with open_floor(database) as floor:
            _, account = await named(floor.store, table)
            return views_of(await read_lines(floor.store, account))

    found = asyncio.run(read())
    typer.echo(msgspec.json.encode(found) if json else write_csv(found), nl=json)
