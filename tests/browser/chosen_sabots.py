"""Choose the first coups of a shared table's sabot, by a house seed that leads to them."""

from collections.abc import Callable, Sequence
from itertools import count

from puntobanco.fair.commitment import deal_order, mix
from puntobanco.fair.drbg import SEED_BYTES
from puntobanco.game.cards import Card, points
from puntobanco.game.coup import MOST_CARDS, NATURAL, Coup, Outcome, deal
from puntobanco.game.sheet import Sheet
from puntobanco.server.seats.floor import Floor
from puntobanco.server.shared_tables.table_runner import TableRunner
from puntobanco.wire.stream import Stage
from tests.browser.chosen_coups import CoupChooser

Wanted = Callable[[Coup], bool]

_SEED = "5e" * 16

# Replaces the page's random numbers with a known seed, for one sabot.
KNOWN_SEED = """() => {
  const chance = Crypto.prototype.getRandomValues;
  crypto.getRandomValues = bytes =>
    bytes.length === 16 ? bytes.fill(0x5e) : chance.call(crypto, bytes);
}"""


class SabotChooser(CoupChooser):
    """For a table with one player, whose page draws the known seed."""

    def __init__(self, *wanted: Wanted) -> None:
        super().__init__()
        self._wanted = wanted
        self._floor: Floor | None = None

    def attach(self, floor: Floor) -> None:
        super().attach(floor)
        self._floor = floor

    def fresh_seed(self) -> bytes:
        tables = self._floor.tables.runners.values() if self._floor else ()
        for table in tables:
            if table.view.stage is Stage.RESTING and len(table.here.players) == 1:
                return self._choose_seed(table)
        return super().fresh_seed()

    def _choose_seed(self, table: TableRunner) -> bytes:
        (player,) = table.here.players
        sheet, terms = table.setup.sheet, table.table.mixing.terms
        for drawn in count():
            seed = drawn.to_bytes(SEED_BYTES, "big")
            order = deal_order(seed, terms, (mix(player, _SEED),), 80)
            if _fits(sheet, order, self._wanted):
                return seed
        raise AssertionError("unreachable: count() never ends")


def _fits(sheet: Sheet, order: tuple[Card, ...], wanted: Sequence[Wanted]) -> bool:
    gone = sheet.cards.burn.cards(order[0]) if sheet.cards.burn else 0
    for is_wanted in wanted:
        coup = deal(sheet.rule, order[gone : gone + MOST_CARDS])
        if not is_wanted(coup):
            return False
        gone += len(coup.cards)
    return True


def punto_draws(coup: Coup) -> bool:
    return len(coup.punto) == 3


def punto_stands(coup: Coup) -> bool:
    """Punto stands on six or seven, and neither side has a natural."""
    return len(coup.punto) == 2 and all(
        points(each[:2]) < NATURAL for each in (coup.punto, coup.banco)
    )


def tie(coup: Coup) -> bool:
    return coup.outcome is Outcome.EGALITE


def punto_wins(coup: Coup) -> bool:
    return coup.outcome is Outcome.PUNTO
