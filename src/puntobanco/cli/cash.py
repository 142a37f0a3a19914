"""`puntobanco cash`: a table's cash sheet as CSV."""

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


def cash(
    database: DatabaseArgument,
    table: TableArgument,
    sheet: Annotated[int | None, typer.Option(min=0, help="By default the last one.")] = None,
    since: SinceOption = None,
    until: UntilOption = None,
    timezone: TimezoneOption = "UTC",
    day_begins: DayBeginsOption = 0,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Print a table's cash sheet, with result and hold by hour and day, as CSV.

    With --since or --until: only the figures of those days, without lines.
    """
    import asyncio

    import msgspec

    from puntobanco.cli.parts.operator_access import open_floor
    from puntobanco.server.house.cash_desk import report_of, write_csv
    from puntobanco.wire.cash import CashReport

    day = casino_day(timezone, day_begins)

    async def read() -> CashReport:
        async with open_floor(database) as floor:
            times = moment(day, since), moment(day, until)
            now, sheets = floor.clock.now(), floor.tables.sheets
            return await report_of(floor.store, sheets, table, day, now, sheet, *times)

    found = asyncio.run(read())
    typer.echo(msgspec.json.encode(found) if json else write_csv(found), nl=json)
