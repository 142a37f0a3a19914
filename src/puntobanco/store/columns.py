"""The columns of every table in the database, declared once; all SQL is made from them by name.

The schema files in `migrations` give the columns in the same order, with their types and
constraints. A test holds both schemas to these lists.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, Final

from msgspec import Struct

DatabaseRow = tuple[Any, ...]
_RESERVED: Final = ("offset", "table")  # keywords of SQL


class Columns(Struct, frozen=True):
    """A table's columns in their order. The first one is its key."""

    table: str
    names: tuple[str, ...]
    fixed: tuple[str, ...] = ()  # set when the row is inserted, and never changed
    postgres_only: tuple[str, ...] = ()
    is_sqlite_only: bool = False

    @property
    def changing(self) -> tuple[str, ...]:
        return tuple(name for name in self.names if name not in self.fixed)

    def select(self, *names: str, alias: str = "") -> str:
        """These columns, or all of them, as a SELECT lists them."""
        prefix = f"{alias}." if alias else ""
        return ", ".join(f"{prefix}{self._quoted(name)}" for name in names or self.names)

    def insert(self, *names: str) -> str:
        """The values of these columns, or of all of them, are $1, $2… in that order."""
        places = ", ".join(f"${n}" for n, _ in enumerate(names or self.names, 1))
        listed = f" ({self.select(*names)})" if names else ""
        return f"INSERT INTO {self.table}{listed} VALUES ({places})"

    def update(self, *names: str) -> "Update":
        """Change these columns if the stored row is one version earlier than the given one."""
        taken = (self.names[0], *names)
        values = ", ".join(f"{self._quoted(name)} = ?{n}" for n, name in enumerate(names, 2))
        which = f"{self.names[0]} = ?1 AND version = ?{taken.index('version') + 1} - 1"
        return Update(
            f"UPDATE {self.table} SET {values} WHERE {which}",
            itemgetter(*map(self.names.index, taken)),
        )

    def _quoted(self, name: str) -> str:
        if name not in self.names:
            raise ValueError(f"{self.table} has no column {name}")
        return f'"{name}"' if name in _RESERVED else name


class Update(Struct, frozen=True):
    """A statement for SQLite, and a function that picks its parameters from a complete row."""

    sql: str
    values: Callable[[DatabaseRow], DatabaseRow]


def _declared(table: str, names: str, *, fixed: str = "", postgres_only: str = "") -> Columns:
    return Columns(table, tuple(names.split()), tuple(fixed.split()), tuple(postgres_only.split()))


META: Final = _declared("meta", "name value")
PERSON: Final = _declared("person", "id name password role created")
TOKEN: Final = _declared("token", "hash person created expires browser system used")
ACCOUNT: Final = _declared(
    "account", "id kind owner currency balance table node", postgres_only="node"
)
SHEET: Final = _declared("sheet", "hash text")
SEAT: Final = _declared(
    "seat",
    "id account credit_account house table stakes_account epoch version session phase generation"
    " offset draft acted lost number sheet sealed commitment coup stakes staked_in automatic cloth",
    fixed="id account credit_account house table stakes_account",
)
SHARED_TABLE: Final = _declared(
    "shared_table", "name account spec version state sealed", fixed="name account spec"
)
RECORD: Final = _declared("record", "id account event at body key request seat session offset hash")
HISTORY: Final = Columns("history", ("account", "at", "id", "seat", "session"), is_sqlite_only=True)
POSTING: Final = _declared("posting", "record n payer payee amount")
USED_SEEDS: Final = _declared("used_seeds", "seat session offset marks")

ALL: Final = (
    META, PERSON, TOKEN, ACCOUNT, SHEET, SEAT, SHARED_TABLE, RECORD, HISTORY, POSTING, USED_SEEDS,
)  # fmt: skip
