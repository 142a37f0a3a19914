"""Results as rows, for data frames, notebooks and the terminal."""

from html import escape
from typing import TYPE_CHECKING, ClassVar

from puntobanco.errors import ExtraMissing

if TYPE_CHECKING:
    import pandas
    import polars

Row = dict[str, object]


class Tabular:
    """Anything that can be laid out as rows with the same columns."""

    __slots__ = ()

    columns: ClassVar[dict[str, type]]  # in order; a cell may be None as well

    if TYPE_CHECKING:

        def rows(self) -> list[Row]: ...

    def to_pandas(self) -> "pandas.DataFrame":
        try:
            import pandas
        except ImportError:
            raise ExtraMissing(what="a pandas frame", module="pandas", extra="frames") from None
        floats = [column for column, kind in self.columns.items() if kind is float]
        frame = pandas.DataFrame(self.rows(), columns=list(self.columns))
        return frame.astype(dict.fromkeys(floats, float))

    def to_polars(self) -> "polars.DataFrame":
        try:
            import polars
        except ImportError:
            raise ExtraMissing(what="a polars frame", module="polars", extra="frames") from None
        return polars.DataFrame(self.rows(), schema=self.columns)

    def _repr_html_(self) -> str:
        heads = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_show(cell))}</td>" for cell in row.values()) + "</tr>"
            for row in self.rows()
        )
        return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _show(cell: object) -> str:
    match cell:
        case None:
            return ""
        case float():
            return f"{cell:.6g}"
        case _:
            return str(cell)
