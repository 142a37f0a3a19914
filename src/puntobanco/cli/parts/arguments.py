"""Arguments that several commands share."""

from datetime import UTC, datetime
from typing import Annotated

import typer

HouseArgument = Annotated[
    str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of a sheet.")
]
DAY_FORMAT = ["%Y-%m-%d"]


def moment(day: datetime | None) -> int | None:
    """The beginning of a day in UTC, in milliseconds."""
    return None if day is None else int(day.replace(tzinfo=UTC).timestamp()) * 1000
