"""What each bet gives back, exactly: at the printed odds, at any stake, at the worst one."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NotOffered
from puntobanco.game.bets import Bet, parse_bet
from puntobanco.game.sheet import BetRule, Sheet
from puntobanco.odds.count import Count
from puntobanco.tabular import Row, Tabular


class BetReturn(Struct, frozen=True):
    """One bet over the six-card sequences counted."""

    bet: Bet
    rule: BetRule
    step: int  # stakes are its multiples
    total: int
    wins: int
    pushes: int

    @property
    def probability(self) -> Fraction:
        return Fraction(self.wins, self.total)

    @property
    def exact(self) -> Fraction:
        """The return at the printed odds, as a share of the stake."""
        return self._returning(self.rule.net.fraction)

    @property
    def edge(self) -> Fraction:
        """What the house keeps of a stake."""
        return 1 - self.exact

    @property
    def variance(self) -> Fraction:
        """Of the result of a stake of one, at the printed odds."""
        win = self.rule.net.fraction
        losses = self.total - self.wins - self.pushes
        return (self.wins * win**2 + losses) / self.total - (self.exact - 1) ** 2

    def at(self, stake: int) -> Fraction:
        """The return of a stake in cents, its winnings rounded down."""
        return self._returning(Fraction(self.rule.net.winnings(stake), stake))

    @property
    def lowest(self) -> tuple[Fraction, int]:
        """The lowest return over all allowed stakes, and the stake that has it."""
        return min((self.at(stake), stake) for stake in self._extreme_stakes())

    @property
    def highest(self) -> tuple[Fraction, int]:
        """The highest return over all allowed stakes, and the stake that has it."""
        return max((self.at(stake), stake) for stake in self._extreme_stakes())

    @property
    def printed(self) -> Fraction | None:
        """The return printed in the book, in per cent."""
        text = self.rule.rtp
        return Fraction(text.rstrip("%").replace(",", ".")) if text else None

    @property
    def printed_holds(self) -> bool | None:
        """Books round their percentages to two decimals, or cut them off: both count."""
        if self.printed is None:
            return None
        exact = self.exact * 100 * 100
        return self.printed * 100 in (int(exact), int(exact + Fraction(1, 2)))

    def _returning(self, winnings: Fraction) -> Fraction:
        return (self.wins * (1 + winnings) + self.pushes) / self.total

    def _extreme_stakes(self) -> Iterable[int]:
        """Stakes among which the lowest and the highest return are found.

        What rounding takes off a stake repeats with a period and weighs less the larger
        the stake: the first and the last period hold the extremes.
        """
        odds, low, high = self.rule.net, self.rule.min, self.rule.max
        period = self.step * (odds.stake // gcd(self.step * odds.win, odds.stake))
        yield from range(low, min(low + period, high + 1), self.step)
        yield from range(high, max(high - period, low - 1), -self.step)


class Returns(Tabular, Struct, frozen=True):
    """All bets of a house over the same cards."""

    columns = {
        "house": str,
        "bet": str,
        "label": str,
        "odds": str,
        "wins": int,
        "pushes": int,
        "total": int,
        "return": str,
        "lowest_return": str,
        "rtp": float,
        "edge": float,
        "variance": float,
        "printed": float,
        "printed_holds": bool,
    }

    house: str
    decks: int
    cards: int  # how many were left
    total: int
    bets: Mapping[Bet, BetReturn]

    def __getitem__(self, bet: str) -> BetReturn:
        try:
            return self.bets[parse_bet(bet)]
        except KeyError:
            raise NotOffered(house=self.house, bet=bet) from None

    def __iter__(self) -> Iterator[Bet]:
        return iter(self.bets)

    def __len__(self) -> int:
        return len(self.bets)

    def rows(self) -> list[Row]:
        return [
            {
                "house": self.house,
                "bet": bet.value,
                "label": each.rule.label,
                "odds": str(each.rule.net),
                "wins": each.wins,
                "pushes": each.pushes,
                "total": each.total,
                "return": str(each.exact),
                "lowest_return": str(each.lowest[0]),
                "rtp": percent(each.exact),
                "edge": percent(each.edge),
                "variance": float(each.variance),
                "printed": None if each.printed is None else float(each.printed),
                "printed_holds": each.printed_holds,
            }
            for bet, each in self.bets.items()
        ]


def percent(share: Fraction) -> float:
    return float(share * 100)


def returns(
    sheet: Sheet, counted: Count, bets: Iterable[Bet] = tuple(Bet), *, fresh: bool = True
) -> Returns:
    """The returns of the house's bets over what was counted."""
    step = sheet.money.step
    tables = {}
    for bet in bets:
        if rule := sheet.offers.get(bet):
            # What the book prints is the return of a fresh sabot.
            shown = rule if fresh else replace(rule, rtp=None)
            wins, pushes = counted.wins[bet], counted.pushes(bet)
            tables[bet] = BetReturn(bet, shown, step, counted.total, wins, pushes)
    return Returns(
        house=sheet.name,
        decks=sheet.cards.decks,
        cards=counted.cards,
        total=counted.total,
        bets=MappingProxyType(tables),
    )
