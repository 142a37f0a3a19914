"""`puntobanco takings`: what a shared table took for the cagnotte and in tips."""

from datetime import datetime
from typing import Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument

_DAY = ["%Y-%m-%d"]


def takings(
    database: DatabaseArgument,
    table: Annotated[str, typer.Argument(metavar="TABLE", help="A shared table's name.")],
    since: Annotated[
        datetime | None, typer.Option(formats=_DAY, help="The first day, UTC.")
    ] = None,
    until: Annotated[
        datetime | None, typer.Option(formats=_DAY, help="The day after the last one.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print a shared table's cagnotte and tips by day; also while the server runs."""
    import asyncio

    import msgspec

    from puntobanco.cli.parts.operator_access import open_floor
    from puntobanco.errors import UnknownTable
    from puntobanco.server.house.history import day_by_day
    from puntobanco.wire.bodies import TableTakings
    from puntobanco.wire.requests import MOST_COUNTED

    async def read() -> TableTakings:
        async with open_floor(database) as floor:
            first, last = _moment(since, 0), _moment(until, MOST_COUNTED)
            found = await floor.store.takings(table, first, last)
            if found is None:
                raise UnknownTable(table=table)
            return day_by_day(table, found)

    found = asyncio.run(read())
    if json:
        typer.echo(msgspec.json.encode(found))
        return
    typer.echo(f"{table}, in {found.currency}\n{'cagnotte':>25}{'tips':>13}")
    for each in found.days:
        typer.echo(_line(each.day, each.cagnotte, each.tips))
    typer.echo(_line("in all", found.cagnotte, found.tips))


def _moment(day: datetime | None, otherwise: int) -> int:
    from datetime import UTC

    return otherwise if day is None else int(day.replace(tzinfo=UTC).timestamp()) * 1000


def _line(name: str, *cents: int) -> str:
    amounts = "".join(f"{each // 100:>10,}.{each % 100:02}" for each in cents)
    return f"{name:<12}{amounts}"
