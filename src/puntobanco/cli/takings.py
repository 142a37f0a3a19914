"""`puntobanco takings`: what a shared table took for the cagnotte and in tips."""

from typing import Annotated

import typer

from puntobanco.cli.parts.arguments import (
    DayBeginsOption,
    SinceOption,
    TableArgument,
    TimezoneOption,
    UntilOption,
    casino_day,
    moment,
)
from puntobanco.cli.parts.operator_access import DatabaseArgument


def takings(
    database: DatabaseArgument,
    table: TableArgument,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = "UTC",
    day_begins: DayBeginsOption = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print a shared table's cagnotte and tips by day; also while the server runs."""
    import asyncio

    import msgspec

    from puntobanco.cli.parts.operator_access import open_floor
    from puntobanco.server.house.table_figures import takings_of
    from puntobanco.wire.bodies import TableTakings
    from puntobanco.wire.requests import MOST_COUNTED

    day = casino_day(timezone, day_begins)

    async def read() -> TableTakings:
        async with open_floor(database) as floor:
            first, last = moment(day, since) or 0, moment(day, until) or MOST_COUNTED
            return await takings_of(floor.store, table, day, first, last)

    found = asyncio.run(read())
    if json:
        typer.echo(msgspec.json.encode(found))
        return
    typer.echo(f"{table}, in {found.currency}\n{'cagnotte':>25}{'tips':>13}")
    for each in found.days:
        typer.echo(_line(each.day, each.cagnotte, each.tips))
    typer.echo(_line("in all", found.cagnotte, found.tips))


def _line(name: str, *cents: int) -> str:
    amounts = "".join(f"{each // 100:>10,}.{each % 100:02}" for each in cents)
    return f"{name:<12}{amounts}"
