"""A written sabot, dealt and paid again by a sheet's rules."""

from collections.abc import Iterator

from msgspec import Struct

from puntobanco.errors import AfterCut, BadBurn, BadCoup, NeedNotInsist, Refusal
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
    """Deal and settle every coup again; refuse cards that could not have come from the sabot."""
    return Replay(tuple(_coups(sheet, sabot)))


def _coups(sheet: Sheet, sabot: NotedSabot) -> Iterator[ReplayedCoup]:
    gone, decks = _burned(sheet, sabot) + len(sabot.aside), sheet.cards.decks
    seen, insisted = sabot.burned + sabot.aside, sabot.insisted
    check_held(seen, decks, insisted)
    for number, noted in enumerate(sabot.coups, 1):
        if sheet.cards.shuffle is Shuffle.EVERY_COUP:
            _check_insisted(seen, decks, insisted)
            seen = insisted = ()
        elif where := _cut_before(sheet, sabot, number, gone):
            raise AfterCut(coup=number, where=where)
        seen += noted.cards + noted.aside
        insisted += noted.insisted
        gone += len(noted.cards) + len(noted.aside)
        try:
            check_held(seen, decks, insisted)
            yield _replay_coup(sheet, noted)
        except Refusal as refusal:
            raise BadCoup(coup=number, why=refusal.message) from refusal
    _check_insisted(seen, decks, insisted)


def _cut_before(sheet: Sheet, sabot: NotedSabot, number: int, gone: int) -> str:
    """Say where the cut card was, if it came before this coup."""
    match sabot.cut:
        case None if not sheet.cards.deals(gone):
            place = f"lies {sheet.cards.cut} cards from the end"
            return f"{place}; {gone} cards had left the sabot before that coup"
        case int(last) if number > last:
            return f"appeared in coup {last}"
        case _:
            return ""


def _check_insisted(seen: tuple[Card, ...], decks: int, insisted: tuple[Card, ...]) -> None:
    """Nobody has to insist on a card that the sabot holds.

    Of all its coups together: a card that is corrected may lack what was kept for the next one.
    """
    for card in dict.fromkeys(insisted):
        times = seen.count(card)
        if times < decks + insisted.count(card):
            raise NeedNotInsist(card=card, held=decks, times=times)


def _burned(sheet: Sheet, sabot: NotedSabot) -> int:
    """The number of cards gone before the first coup; hidden ones need not be written down."""
    if not sabot.burned:
        return 0
    rule = sheet.cards.burn
    if rule is None:
        raise BadBurn(noted=len(sabot.burned), rule="none")
    burned = rule.cards(sabot.burned[0])
    if len(sabot.burned) not in (1, burned):
        raise BadBurn(noted=len(sabot.burned), rule=burned)
    return burned


def _replay_coup(sheet: Sheet, noted: NotedCoup) -> ReplayedCoup:
    coup = deal_exactly(sheet.rule, noted.cards)
    return ReplayedCoup(
        coup, {each.player: settle(sheet, coup, dict(each.stakes)) for each in noted.stakes}
    )
