"""A noted sabot, played again by a sheet's rule."""

from collections.abc import Iterator

from msgspec import Struct

from puntobanco.errors import AfterCut, BadBurn, BadCoup, Refusal
from puntobanco.game.cards import Card, print_cards
from puntobanco.game.coup import Coup, Side, deal_exactly
from puntobanco.game.notation import NotedCoup, NotedSabot
from puntobanco.game.sabot import check_held
from puntobanco.game.settlement import Settlement, settle
from puntobanco.game.sheet import Sheet, Shuffle
from puntobanco.tabular import Row, Tabular


class ReplayedCoup(Struct, frozen=True):
    coup: Coup
    settlements: dict[str, Settlement]  # by player

    @property
    def staked(self) -> int:
        return sum(settlement.staked for settlement in self.settlements.values())

    @property
    def returned(self) -> int:
        return sum(settlement.total for settlement in self.settlements.values())


class Replay(Tabular, Struct, frozen=True):
    """Every coup of a sabot with its payments."""

    columns = {
        "coup": int,
        "cards": str,
        "punto": int,
        "banco": int,
        "outcome": str,
        "staked": int,
        "returned": int,
    }

    coups: tuple[ReplayedCoup, ...]

    def __repr__(self) -> str:
        return f"<replay of {len(self.coups)} coups>"

    def rows(self) -> list[Row]:
        return [
            {
                "coup": number,
                "cards": print_cards(each.coup.cards),
                "punto": each.coup.points[Side.PUNTO],
                "banco": each.coup.points[Side.BANCO],
                "outcome": each.coup.outcome.value,
                "staked": each.staked,
                "returned": each.returned,
            }
            for number, each in enumerate(self.coups, 1)
        ]


def replay(sheet: Sheet, sabot: NotedSabot) -> Replay:
    """Deal and settle every coup again; refuse what could not have come from the sabot."""
    return Replay(tuple(_coups(sheet, sabot)))


def _coups(sheet: Sheet, sabot: NotedSabot) -> Iterator[ReplayedCoup]:
    gone = _burned(sheet, sabot) + len(sabot.aside)
    seen: tuple[Card, ...] = sabot.burned + sabot.aside
    for number, noted in enumerate(sabot.coups, 1):
        if sheet.cards.shuffle is Shuffle.EVERY_COUP:
            seen = ()
        elif not sheet.cards.deals(gone):
            raise AfterCut(coup=number, gone=gone, cut=sheet.cards.cut)
        seen += noted.cards + noted.aside
        gone += len(noted.cards) + len(noted.aside)
        try:
            check_held(seen, sheet.cards.decks)
            yield _replay_coup(sheet, noted)
        except Refusal as refusal:
            raise BadCoup(coup=number, why=refusal.message) from refusal


def _burned(sheet: Sheet, sabot: NotedSabot) -> int:
    """Cards gone before the first coup; the hidden ones need not be noted."""
    if not sabot.burned:
        return 0
    rule = sheet.cards.burn
    if rule is None:
        raise BadBurn(noted=len(sabot.burned), rule="none")
    burned = rule.cards(sabot.burned[0])
    if len(sabot.burned) not in (1, burned):
        raise BadBurn(noted=len(sabot.burned), rule=burned)
    check_held(sabot.burned, sheet.cards.decks)
    return burned


def _replay_coup(sheet: Sheet, noted: NotedCoup) -> ReplayedCoup:
    coup = deal_exactly(sheet.rule, noted.cards)
    return ReplayedCoup(
        coup, {each.player: settle(sheet, coup, dict(each.stakes)) for each in noted.stakes}
    )
