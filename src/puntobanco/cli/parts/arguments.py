"""Arguments that several commands share."""

from typing import Annotated

import typer

HouseArgument = Annotated[
    str, typer.Argument(metavar="HOUSE", help="A house's name, or the path of a sheet.")
]
