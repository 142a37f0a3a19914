"""The history, as a dialog over the table."""

from collections.abc import Container, Sequence
from datetime import datetime
from typing import ClassVar, Final, TypeVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import DataTable, Static

from puntobanco.client import Client
from puntobanco.client.state import ClientState
from puntobanco.game.cards import parse_cards
from puntobanco.terminal.phrases import amount, difference
from puntobanco.terminal.table_screen import NARROW, WIDE
from puntobanco.terminal.widgets import DIM
from puntobanco.wire.messages import CoupPlayed, Paid

REMEMBERED: Final = 200  # coups, of this session and earlier ones
CHECKED: Final = "✓ checked here as it was dealt; without: from an earlier visit"
REVEALED: Final = "✓ its shoe was revealed here, and all you saw follows from the seeds"
_Coup = TypeVar("_Coup", CoupPlayed, Paid)


class HistoryScreen(ModalScreen[None]):
    """The list of coups, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,h,q", "app.pop_screen", "Close")]

    def __init__(
        self, coups: Sequence[CoupPlayed | Paid], verified: Container[str], currency: str, mark: str
    ) -> None:
        super().__init__()
        self._coups, self._verified, self._currency = coups, verified, currency
        self._mark = mark  # what a ✓ means here

    def compose(self) -> ComposeResult:
        with Vertical(id="past"):
            yield Static(Text.assemble(("History", "bold"), "   Esc closes, ↑↓←→ scroll"))
            yield DataTable(cursor_type="row", zebra_stripes=True, cell_padding=1)
            yield Static(Text(self._mark, DIM))

    def on_mount(self) -> None:
        """The check mark comes first, so that it is visible on any screen."""
        table: DataTable[Text | str] = self.query_one(DataTable)
        width = self.app.size.width
        money = ("net",) if width < NARROW else ("staked", "back", "credit")
        table.add_columns("✓", "time", "no.", "cards", "P:B", *money)
        clock = "%d %b %H:%M" if width >= WIDE else "%H:%M"
        for coup in reversed(self._coups):
            at = datetime.fromtimestamp(coup.at / 1000).astimezone().strftime(clock)
            cards = " ".join(card.sign for card in parse_cards(coup.cards))
            proof = "✓" if promised(coup) in self._verified else ""
            figures = (str(coup.number), cards, f"{coup.punto}:{coup.banco}")
            table.add_row(proof, at, *figures, *self._money(coup, brief=width < NARROW))
        table.focus()

    def _money(self, coup: CoupPlayed | Paid, *, brief: bool) -> list[Text]:
        left = sum(coup.left.values()) if isinstance(coup, Paid) else 0  # stakes left on the cloth
        if brief:
            shown = [difference(coup.returned + left - coup.staked, self._currency)]
        else:
            amounts = (coup.staked, coup.returned, coup.credit)
            shown = [amount(each, self._currency) for each in amounts]
            if left:
                shown[1] += f" + {amount(left, self._currency)} left on the cloth"
        return [Text(each, justify="right") for each in shown]


def promised(coup: CoupPlayed | Paid) -> str:
    """The hash from before the betting: the coup's commitment, or the sabot's `fixed`."""
    return coup.commitment if isinstance(coup, CoupPlayed) else coup.fixed


async def read_coups(client: Client, state: ClientState, kind: type[_Coup]) -> list[_Coup]:
    """The last coups at this table in this currency, oldest first."""
    event, found = str(kind.__struct_config__.tag), []
    async for each in client.history(event=event, table=state.table, currency=state.currency):
        if isinstance(each.entry, kind):
            found.append(each.entry)
        if len(found) == REMEMBERED:
            break
    return found[::-1]
