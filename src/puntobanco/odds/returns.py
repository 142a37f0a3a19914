"""The exact return of each bet: at the printed odds, at any stake, at the worst stake."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import NotAnAmount, NotOffered
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
        """The variance of the result of a stake of one, at the printed odds."""
        win = self.rule.net.fraction
        losses = self.total - self.wins - self.pushes
        return (self.wins * win**2 + losses) / self.total - (self.exact - 1) ** 2

    def at(self, stake: int) -> Fraction:
        """The return of a stake in cents, its winnings rounded down."""
        if type(stake) is not int or stake < 1:
            raise NotAnAmount(what=self.bet, stake=stake)
        return self._returning(Fraction(self.rule.net.winnings(stake), stake))

    # The loss by rounding repeats with a period and weighs less on larger stakes:
    # the lowest return is found in the first period, the highest in the last.

    @property
    def lowest(self) -> tuple[Fraction, int]:
        """The lowest return over all allowed stakes, and the stake that has it."""
        last = min(self.rule.min + self._period - self.step, self.rule.max)
        return min((self.at(stake), stake) for stake in range(self.rule.min, last + 1, self.step))

    @property
    def highest(self) -> tuple[Fraction, int]:
        """The highest return over all allowed stakes, and the stake that has it."""
        first = max(self.rule.max - self._period + self.step, self.rule.min)
        return max((self.at(stake), stake) for stake in range(first, self.rule.max + 1, self.step))

    @property
    def _period(self) -> int:
        odds = self.rule.net
        return self.step * (odds.stake // gcd(self.step * odds.win, odds.stake))

    @property
    def printed(self) -> Fraction | None:
        """The return printed in the book, in per cent."""
        text = self.rule.rtp
        return Fraction(text.rstrip("%").replace(",", ".")) if text else None

    @property
    def printed_holds(self) -> bool | None:
        """Whether the printed return equals the exact one, rounded or cut off to two decimals."""
        if self.printed is None:
            return None
        exact = self.exact * 100 * 100
        return self.printed * 100 in (int(exact), int(exact + Fraction(1, 2)))

    def _returning(self, winnings: Fraction) -> Fraction:
        return (self.wins * (1 + winnings) + self.pushes) / self.total

    def __repr__(self) -> str:
        return f"<{self.bet.value} at {self.rule.net}: {percent(self.exact):.4f} %>"


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

    def __repr__(self) -> str:
        bets = ", ".join(f"{bet} {percent(each.exact):.4f} %" for bet, each in self.bets.items())
        return f"<odds of {self.house}: {bets}>"

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
    """The returns of the house's bets, from the counts."""
    step = sheet.money.step
    tables = {}
    for bet in bets:
        if rule := sheet.offers.get(bet):
            # The book prints the return of a fresh sabot only.
            shown = rule if fresh else replace(rule, rtp=None)
            wins, pushes = counted.wins[bet], counted.pushes(bet)
            tables[bet] = BetReturn(bet, shown, step, counted.total, wins, pushes)
    return Returns(
        house=sheet.name,
        decks=sheet.cards.decks,
        cards=counted.cards,
        total=counted.total,
        bets=tables,
    )
