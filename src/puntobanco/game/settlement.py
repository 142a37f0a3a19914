"""What a coup pays on each bet, in whole cents."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import asdict

from puntobanco.errors import (
    AboveMaximum,
    BelowMinimum,
    CoupAboveMaximum,
    NotAnAmount,
    NotOffered,
    OffStep,
)
from puntobanco.game.bets import WINS, Bet, pushes
from puntobanco.game.coup import Coup, Outcome
from puntobanco.game.sheet import BetRule, EgaliteStakes, Sheet
from puntobanco.money import euros
from puntobanco.tabular import Row, Tabular

Stakes = Mapping[Bet, int]


class Payment(Struct, frozen=True):
    """The result of one bet: its stake, its winnings, and what is returned in all."""

    bet: Bet
    stake: int
    winnings: int  # after the commission, rounded down
    commission: int
    returned: int  # stake and winnings, the stake alone, or nothing


class Settlement(Tabular, Struct, frozen=True):
    """What one player is paid on a coup: one payment per bet."""

    columns = {
        "bet": str,
        "stake": int,
        "winnings": int,
        "commission": int,
        "returned": int,
    }

    payments: tuple[Payment, ...]

    @property
    def returned(self) -> dict[str, int]:
        return {payment.bet: payment.returned for payment in self.payments}

    @property
    def staked(self) -> int:
        return sum(payment.stake for payment in self.payments)

    @property
    def total(self) -> int:
        """What is returned in all."""
        return sum([payment.returned for payment in self.payments])

    def __repr__(self) -> str:
        return f"<staked {euros(self.staked)}, returned {euros(self.total)}: {self.returned}>"

    def rows(self) -> list[Row]:
        return [asdict(payment) | {"bet": payment.bet.value} for payment in self.payments]


def settle(sheet: Sheet, coup: Coup, stakes: Stakes) -> Settlement:
    """Pay every stake; refuse stakes that the house does not accept."""
    check_stakes(sheet, stakes)
    return pay(sheet, coup, stakes)


def pay(sheet: Sheet, coup: Coup, stakes: Stakes) -> Settlement:
    """Pay stakes that were checked before."""
    offers = sheet.offers
    try:
        payments = [_pay(bet, offers[bet], stake, coup) for bet, stake in stakes.items()]
    except KeyError as missing:
        raise NotOffered(house=sheet.name, bet=missing.args[0]) from None
    return Settlement(tuple(payments))


def won_bets(sheet: Sheet, coup: Coup) -> tuple[Bet, ...]:
    """The bets that this coup wins, whether anybody staked on them or not, in the sheet's order."""
    return tuple([bet for bet in sheet.offers if WINS[bet](coup)])


def left_on_cloth(sheet: Sheet, coup: Coup, stakes: Stakes) -> dict[Bet, int]:
    """The stakes on Punto and Banco that Égalité leaves on the cloth, if the sheet says so."""
    stay = sheet.betting.egalite_stakes is EgaliteStakes.LEFT
    if not stay or coup.outcome is not Outcome.EGALITE:
        return {}
    return {bet: stake for bet, stake in stakes.items() if pushes(bet, coup)}


def check_stakes(sheet: Sheet, stakes: Stakes) -> None:
    """Refuse a player's stakes on a bet that is not offered, off the step or beyond a limit."""
    offers, step, total = sheet.offers, sheet.money.step, 0
    for bet, stake in stakes.items():
        rule = offers.get(bet)
        if rule is None:
            raise NotOffered(house=sheet.name, bet=bet)
        if type(stake) is not int or stake < 1:
            raise NotAnAmount(what=bet, stake=stake)
        if stake < rule.min:
            raise BelowMinimum(bet=bet, stake=stake, minimum=rule.min)
        if stake > rule.max:
            raise AboveMaximum(bet=bet, stake=stake, maximum=rule.max)
        if stake % step:
            raise OffStep(bet=bet, stake=stake, step=step)
        total += stake
    if total > sheet.money.coup_max:
        raise CoupAboveMaximum(stake=total, maximum=sheet.money.coup_max)


def _pay(bet: Bet, rule: BetRule, stake: int, coup: Coup) -> Payment:
    if WINS[bet](coup):
        winnings = rule.net.winnings(stake)
        # The commission is the rest of the gross winnings after the player was paid.
        gross = rule.gross.winnings(stake)
        return Payment(bet, stake, winnings, gross - winnings, stake + winnings)
    return Payment(bet, stake, 0, 0, stake if pushes(bet, coup) else 0)
