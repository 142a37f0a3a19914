"""Results as rows: for data frames, notebooks and the terminal alike."""

from html import escape
from typing import TYPE_CHECKING

from puntobanco.errors import ExtraMissing

if TYPE_CHECKING:
    import pandas
    import polars

Row = dict[str, object]


class Tabular:
    """Anything that can be laid out as rows with the same columns."""

    __slots__ = ()

    def rows(self) -> list[Row]:
        raise NotImplementedError

    def to_pandas(self) -> "pandas.DataFrame":
        try:
            import pandas
        except ImportError:
            raise ExtraMissing(what="a pandas frame", module="pandas", extra="frames") from None
        return pandas.DataFrame(self.rows())

    def to_polars(self) -> "polars.DataFrame":
        try:
            import polars
        except ImportError:
            raise ExtraMissing(what="a polars frame", module="polars", extra="frames") from None
        return polars.DataFrame(self.rows())

    def _repr_html_(self) -> str:
        rows = self.rows()
        heads = "".join(f"<th>{escape(column)}</th>" for column in (rows[0] if rows else ()))
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_show(cell))}</td>" for cell in row.values()) + "</tr>"
            for row in rows
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
