"""A player's plan: the bankroll, the stakes, and when to stop."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

from puntobanco.errors import BadField, NotAnAmount, NotOffered
from puntobanco.game.bets import Bet, parse_bet, pushes, wins
from puntobanco.game.coup import Coup
from puntobanco.game.settlement import Settlement, Stakes, check_stakes
from puntobanco.game.sheet import Sheet
from puntobanco.game.word import Word

MOST_CENTS: Final = 10**15  # leaves room for winnings in 64 bits
MOST_COUPS: Final = 10**7
MOST_TIMES: Final = 1000


class SessionEnding(Word):
    """Why a session ended, in the order the player looks at it."""

    TARGET = "target"  # the target is reached
    FLOOR = "floor"  # the floor is reached
    LEFT = "left"  # the plan stakes nothing more
    RUIN = "ruin"  # the next stake is not covered
    COUPS = "coups"  # the number of coups is reached


class PlayedCoup(Struct, frozen=True):
    coup: Coup
    settlement: Settlement
    bankroll: int  # after it


class SoFar(Struct, frozen=True):
    """What a plan may look at before it stakes."""

    sheet: Sheet
    bankroll: int
    played: Sequence[PlayedCoup]

    @property
    def last(self) -> PlayedCoup | None:
        return self.played[-1] if self.played else None

    def taken(self, bet: Bet, stake: int) -> int:
        """The highest allowed stake up to this one; the bet's minimum if there is none."""
        whole = stake - stake % self.sheet.money.step
        return max(min_stake(self.sheet, bet), min(whole, max_stake(self.sheet, bet)))


Plan: TypeAlias = Callable[[SoFar], Stakes]  # no stakes: the player leaves


class Progression(Struct, frozen=True):
    """One bet whose stake grows after a loss, up to the maximum, until it wins."""

    bet: Bet
    stake: int
    after_loss: int = 1  # times the last stake

    def __post_init__(self) -> None:
        check_whole("after_loss", self.after_loss, 1, MOST_TIMES)

    def __call__(self, so_far: SoFar) -> Stakes:
        last = so_far.last
        if last is None or wins(self.bet, last.coup):
            return {self.bet: self.stake}
        stake = last.settlement.staked
        if not pushes(self.bet, last.coup):
            stake = min(stake * self.after_loss, max_stake(so_far.sheet, self.bet))
        return {self.bet: stake}

    def stakes(self, sheet: Sheet) -> list[int]:
        """Every stake that the plan may reach at a house, by the number of losses before."""
        top = max_stake(sheet, self.bet)
        ladder = [self.stake]
        while self.after_loss > 1 and ladder[-1] < top:
            ladder.append(min(ladder[-1] * self.after_loss, top))
        return ladder


def flat(bet: Bet, stake: int) -> Progression:
    """The same stake every coup."""
    return Progression(bet, stake)


def martingale(bet: Bet, stake: int) -> Progression:
    """Double after every loss; at the house's maximum stay there until it wins."""
    return Progression(bet, stake, after_loss=2)


def min_stake(sheet: Sheet, bet: Bet) -> int:
    """The lowest stake taken on a bet: whole steps."""
    return -(-_offer(sheet, bet)[0] // sheet.money.step) * sheet.money.step


def max_stake(sheet: Sheet, bet: Bet) -> int:
    """The highest stake taken on a bet alone: whole steps."""
    most = min(_offer(sheet, bet)[1], sheet.money.coup_max)
    return most - most % sheet.money.step


def _offer(sheet: Sheet, bet: Bet) -> tuple[int, int]:
    rule = sheet.offers.get(bet)
    if rule is None:
        raise NotOffered(house=sheet.name, bet=bet)
    return rule.min, rule.max


class HasSheet(Protocol):
    """A house to play at."""

    @property
    def sheet(self) -> Sheet: ...


def sheet_of(house: Sheet | HasSheet) -> Sheet:
    sheet = house if isinstance(house, Sheet) else getattr(house, "sheet", None)
    if not isinstance(sheet, Sheet):
        raise BadField(why=f"house: {house!r} is neither a house nor a sheet")
    return sheet


def check_whole(what: str, number: object, least: int, most: int) -> None:
    """Refuse what isn't a whole number within limits."""
    if type(number) is not int or not least <= number <= most:
        raise BadField(why=f"{what}: {number!r} is not a whole number from {least} to {most}")


def check_share(share: object) -> None:
    """Refuse what isn't a share of all sessions."""
    if not isinstance(share, int | float) or not 0 <= share <= 1:
        raise BadField(why=f"share: {share!r} is not a number from 0 to 1")


def _check_cents(what: str, cents: object) -> None:
    if type(cents) is not int or cents < 1:
        raise NotAnAmount(what=what, stake=cents)
    check_whole(what, cents, 1, MOST_CENTS)


class Stop(Struct, frozen=True):
    """When a player goes home; ruin ends every session."""

    coups: int = 1000  # at most
    target: int | None = None  # a bankroll in cents to go home with
    floor: int | None = None  # a bankroll in cents at which to stop losing

    def __post_init__(self) -> None:
        check_whole("coups", self.coups, 1, MOST_COUPS)
        for what, bankroll in (("target", self.target), ("floor", self.floor)):
            if bankroll is not None:
                _check_cents(what, bankroll)


class SessionPlan(Struct, frozen=True):
    """A player's evening."""

    bankroll: int
    plan: Plan
    stop: Stop = Stop()

    def __post_init__(self) -> None:
        _check_cents("bankroll", self.bankroll)
        if not callable(self.plan):
            raise BadField(why=f"plan: {self.plan!r} can't be asked for stakes")
        if not isinstance(self.stop, Stop):
            raise BadField(why=f"stop: {self.stop!r} is not a Stop")
        target, floor = self.stop.target, self.stop.floor
        if target is not None and target <= self.bankroll:
            raise BadField(why=f"target: {target} is not above the bankroll of {self.bankroll}")
        if floor is not None and floor >= self.bankroll:
            raise BadField(why=f"floor: {floor} is not below the bankroll of {self.bankroll}")

    def stakes(self, so_far: SoFar) -> Stakes:
        """The stakes of the plan for the next coup, checked against the house's limits."""
        planned = self.plan(so_far)
        if not isinstance(planned, Mapping):
            raise BadField(why=f"plan: {planned!r} are not stakes: a dict of bets and cents")
        stakes = {parse_bet(bet): stake for bet, stake in planned.items()}
        check_stakes(so_far.sheet, stakes)
        return stakes


def check_session(session: object) -> None:
    if not isinstance(session, SessionPlan):
        raise BadField(why=f"session: {session!r} is not a Session")
