"""Arguments that several commands share."""

from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from puntobanco.server.house.casino_day import CasinoDay

HouseArgument = Annotated[
    str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of a sheet.")
]
TableArgument = Annotated[str, typer.Argument(metavar="TABLE", help="A shared table's name.")]
_DAY = ["%Y-%m-%d"]
SinceOption = Annotated[datetime | None, typer.Option(formats=_DAY, help="The first day.")]
UntilOption = Annotated[
    datetime | None, typer.Option(formats=_DAY, help="The day after the last one.")
]
TimezoneOption = Annotated[
    str,
    typer.Option(envvar="PUNTOBANCO_TIMEZONE", help="Of the casino's day, as in Europe/Zurich."),
]
DayBeginsOption = Annotated[
    int,
    typer.Option(
        min=0, max=23, envvar="PUNTOBANCO_DAY_BEGINS", help="The hour at which the day begins."
    ),
]


def casino_day(timezone: str, begins: int) -> "CasinoDay":
    from puntobanco.errors import BadSetting
    from puntobanco.server.house.casino_day import CasinoDay, zone_of

    try:
        zone_of(timezone)
    except ValueError as error:
        raise BadSetting(why=f"--{error}") from None
    return CasinoDay(timezone, begins)


def moment(day: "CasinoDay", date: datetime | None) -> int | None:
    """The beginning of the casino's day of a date, in milliseconds."""
    return None if date is None else day.begin_of(date.date())
