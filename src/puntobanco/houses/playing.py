"""A house: its sheet together with its exact odds and its texts."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from msgspec import Struct

from puntobanco.game.bets import Bet, parse_bet
from puntobanco.game.cards import Card, parse_cards, points, print_cards
from puntobanco.game.coup import Coup, Side, deal_exactly
from puntobanco.game.house_texts import HouseTexts
from puntobanco.game.notation import NotedSabot
from puntobanco.game.replay import Replay, replay
from puntobanco.game.sabot import check_held
from puntobanco.game.settlement import Settlement, settle
from puntobanco.game.sheet import Sheet
from puntobanco.odds.cards_left import check_left, parse_left
from puntobanco.odds.count import count
from puntobanco.odds.returns import Returns, returns

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from puntobanco.odds.fast import Counts


class Play(Coup, frozen=True):
    """A coup at a house, ready to be paid."""

    sheet: Sheet

    def settle(self, /, **stakes: int) -> Settlement:
        """Pay stakes in cents: settle(punto=1000, grande=200)."""
        return settle(self.sheet, self, {parse_bet(bet): stake for bet, stake in stakes.items()})

    def __repr__(self) -> str:
        return f"<{self.sheet.name}: {self}>"

    def _repr_html_(self) -> str:
        def hand(side: Side, cards: Sequence[Card]) -> str:
            colours = {"d": "#b3202c", "h": "#b3202c"}
            faces = " ".join(
                f'<span style="color:{colours.get(card.suit, "inherit")}">{card.sign}</span>'
                for card in cards
            )
            return f"<tr><th>{side.capitalize()}</th><td>{faces}</td><td>{points(cards)}</td></tr>"

        reasons = "<br>".join(self.explanation)
        return (
            f"<table><caption>{escape(self.sheet.title)}: {self.verdict}</caption>"
            f"{hand(Side.PUNTO, self.punto)}{hand(Side.BANCO, self.banco)}"
            f'<tr><td colspan="3">{reasons}</td></tr></table>'
        )


class House(Struct, frozen=True):
    """One casino's game."""

    sheet: Sheet
    odds: Returns  # from a fresh sabot
    texts: HouseTexts = HouseTexts()

    def __repr__(self) -> str:
        return f"<house {self.sheet.name}: {', '.join(self.odds.bets)}>"

    def _repr_html_(self) -> str:
        return self.odds._repr_html_()

    def play(self, cards: str | Iterable[Card]) -> Play:
        """Deal a coup from its cards in drawing order."""
        drawn = parse_cards(cards if isinstance(cards, str) else print_cards(cards))
        coup = deal_exactly(self.sheet.rule, drawn)
        check_held(drawn, self.sheet.cards.decks)
        return Play(coup.punto, coup.banco, coup.decisions, coup.outcome, self.sheet)

    def odds_left(self, left: str | Sequence[int]) -> Returns:
        """The returns when only these cards are left: a text, or 52 counts in the deck's order.

        Counts by rank say nothing of suits, so nothing of perfect pairs.
        """
        decks = self.sheet.cards.decks
        cards = parse_left(left, decks) if isinstance(left, str) else check_left(left, decks)
        known = [bet for bet in Bet if cards.suits_known or bet is not Bet.PERFECT_PAIR]
        return returns(self.sheet, count(cards.counts, self.sheet.rule), known, fresh=False)

    def counts_left(self, lefts: "ArrayLike") -> "Counts":
        """Exact counts for many sets of cards at once: a row of 52 counts for each.

        Each row of the answer is the total and the wins of the nine bets, in the order of Bet.
        """
        from puntobanco.odds.fast import evaluator

        return evaluator(self.sheet.rule).counts(lefts)

    def replay(self, sabot: NotedSabot) -> Replay:
        """Deal and pay a written sabot again, coup by coup."""
        return replay(self.sheet, sabot)
