"""Simulated player sessions: results, ruin, lengths and paths."""

from functools import cached_property
from typing import Final, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from puntobanco.errors import BadField, TooFewLeft
from puntobanco.game.bets import Bet
from puntobanco.game.cards import DECK
from puntobanco.game.coup import MOST_CARDS, deal
from puntobanco.game.settlement import check_stakes, settle
from puntobanco.game.sheet import Cards, Sheet, Shuffle
from puntobanco.simulate.exact_sessions import ExactSession
from puntobanco.simulate.plans import (
    HasSheet,
    PlayedCoup,
    Progression,
    SessionEnding,
    SessionPlan,
    SoFar,
    check_session,
    check_share,
    check_whole,
    sheet_of,
)
from puntobanco.simulate.random_streams import start
from puntobanco.simulate.session_kernel import (
    Ints,
    RandomWords,
    cut_and_burn,
    deal_next,
    play_sessions,
    tabulate,
    unshuffled,
)
from puntobanco.tabular import Row, Tabular

ENDINGS: Final = tuple(SessionEnding)
MOST_SESSIONS: Final = 10**7
TOGETHER: Final = 10_000  # sessions whose words are held at once
NO_TARGET: Final = 2**62
NO_FLOOR: Final = -1
Shares: TypeAlias = NDArray[np.float64]


class Mean(Struct, frozen=True):
    """A mean over sessions and its standard error."""

    value: float
    stderr: float

    def z(self, exact: float) -> float | None:
        """The distance in standard errors; None if all sessions were alike."""
        return (self.value - exact) / self.stderr if self.stderr else None


class Comparison(Tabular, Struct, frozen=True):
    """Simulated sessions compared with the exact ones."""

    columns = {"figure": str, "simulated": float, "stderr": float, "exact": float, "z": float}

    simulated: dict[str, Mean]
    exact: dict[str, float]

    @property
    def z(self) -> dict[str, float | None]:
        return {figure: each.z(self.exact[figure]) for figure, each in self.simulated.items()}

    def rows(self) -> list[Row]:
        return [
            {
                "figure": figure,
                "simulated": each.value,
                "stderr": each.stderr,
                "exact": self.exact[figure],
                "z": each.z(self.exact[figure]),
            }
            for figure, each in self.simulated.items()
        ]


class SessionsResult(Tabular, Struct, frozen=True, eq=False, dict=True):
    """Sessions played to their ends, in the order of their numbers."""

    columns = {
        "figure": str,
        "mean": float,
        "stderr": float,
        "p05": float,
        "median": float,
        "p95": float,
    }

    sheet: Sheet
    session: SessionPlan
    seed: int
    first: int  # the number of the first session
    ends: Ints  # a row of bankroll, length and ending to each

    def __len__(self) -> int:
        return len(self.ends)

    def __repr__(self) -> str:
        figures = ", ".join(f"{name} {each.value:.6g}" for name, each in self.figures.items())
        return f"<{len(self)} sessions at {self.sheet.name}: {figures}>"

    def __add__(self, after: "SessionsResult") -> "SessionsResult":
        """These sessions and those that come right after, as if simulated together."""
        ours = (self.sheet, self.session, self.seed, self.first + len(self))
        if ours != (after.sheet, after.session, after.seed, after.first):
            raise BadField(why="these sessions do not follow on those: house, session, seed, first")
        ends = np.concatenate([self.ends, after.ends])
        return SessionsResult(self.sheet, self.session, self.seed, self.first, ends)

    @property
    def results(self) -> Ints:
        """What each session won or lost, in cents."""
        return self.ends[:, 0] - self.session.bankroll

    @property
    def lengths(self) -> Ints:
        """The coups of each session."""
        return self.ends[:, 1]

    def ended(self, ending: SessionEnding) -> NDArray[np.bool_]:
        """Which sessions ended this way."""
        return np.equal(self.ends[:, 2], ENDINGS.index(ending))

    @cached_property
    def figures(self) -> dict[str, Mean]:
        """Means of the result and the length, and the chance of every ending."""
        means = {"result": _mean(self.results), "length": _mean(self.lengths)}
        return means | {str(ending): _mean(self.ended(ending)) for ending in SessionEnding}

    @property
    def ruin(self) -> Mean:
        return self.figures[SessionEnding.RUIN]

    @property
    def target(self) -> Mean:
        return self.figures[SessionEnding.TARGET]

    def result_quantile(self, share: float) -> int:
        """The lowest result that this share of the sessions do not surpass."""
        check_share(share)
        return int(np.quantile(self.results, share, method="inverted_cdf"))

    def length_quantile(self, share: float) -> int:
        check_share(share)
        return int(np.quantile(self.lengths, share, method="inverted_cdf"))

    def distribution(self) -> tuple[Ints, Shares]:
        """Every result that came, and the share of sessions that had it."""
        results, times = np.unique(self.results, return_counts=True)
        return results, times / len(self)

    def paths(self, number: int = 20) -> list[Ints]:
        """The bankroll before and after each coup of the first sessions, played again."""
        check_whole("paths", number, 0, MOST_SESSIONS)
        table = _Table(self.sheet, self.session)
        chosen = range(min(number, len(self)))
        return [table.path(self.seed, self.first + i, int(self.lengths[i])) for i in chosen]

    def against(self, exact: ExactSession) -> Comparison:
        return Comparison(self.figures, exact.figures)

    def rows(self) -> list[Row]:
        samples = {"result": self.results, "length": self.lengths}
        rows: list[Row] = []
        for figure, each in self.figures.items():
            row: Row = {"figure": figure, "mean": each.value, "stderr": each.stderr}
            low = middle = high = None
            if figure in samples:
                low, middle, high = np.quantile(
                    samples[figure], (0.05, 0.5, 0.95), method="inverted_cdf"
                ).tolist()
            rows.append(row | {"p05": low, "median": middle, "p95": high})
        return rows


def _mean(sample: NDArray[np.int64] | NDArray[np.bool_]) -> Mean:
    deviation = float(sample.std(ddof=1)) if len(sample) > 1 else 0.0
    return Mean(float(sample.mean()), deviation / len(sample) ** 0.5)


def simulate_sessions(
    house: Sheet | HasSheet,
    session: SessionPlan,
    sessions: int = 10_000,
    seed: int = 1,
    first: int = 0,
) -> SessionsResult:
    """Play sessions number `first` and on; each has random words of its own."""
    check_whole("sessions", sessions, 1, MOST_SESSIONS)
    check_whole("seed", seed, 0, 2**256)
    check_whole("first", first, 0, 2**62)
    check_session(session)
    sheet = sheet_of(house)
    ends = _Table(sheet, session).play(seed, first, sessions)
    return SessionsResult(sheet, session, seed, first, ends)


class _Table:
    """Plays sessions: with the kernel if it knows the plan, otherwise with the rule engine."""

    def __init__(self, sheet: Sheet, session: SessionPlan) -> None:
        _check_sabot(sheet.cards)
        self.sheet = sheet
        self.session = session
        self.rule = tabulate(sheet.rule)
        self.order = unshuffled(sheet.cards)
        self.cut, self.ten = cut_and_burn(sheet.cards)

    def play(self, seed: int, first: int, sessions: int) -> Ints:
        ends = np.empty((sessions, 3), np.int64)
        for done in range(0, sessions, TOGETHER):
            block = ends[done : done + TOGETHER]
            begin = first + done
            starts = np.stack([_start(seed, begin + place) for place in range(len(block))])
            if isinstance(self.session.plan, Progression):
                block[:] = self._play_progression(self.session.plan, starts, np.empty(0, np.int64))
            else:
                block[:] = [self._play_plan(words)[0] for words in starts]
        return ends

    def path(self, seed: int, number: int, length: int) -> Ints:
        words = _start(seed, number)
        if isinstance(self.session.plan, Progression):
            path = np.empty(length + 1, np.int64)
            self._play_progression(self.session.plan, words[np.newaxis], path)
            return path
        return np.array(self._play_plan(words)[1], np.int64)

    def _play_progression(self, plan: Progression, starts: RandomWords, path: Ints) -> Ints:
        check_stakes(self.sheet, {plan.bet: plan.stake})
        odds = self.sheet.offers[plan.bet].net
        ends = np.empty((len(starts), 3), np.int64)
        play_sessions(
            starts,
            self.order,
            self.rule,
            self.cut,
            self.ten,
            list(Bet).index(plan.bet),
            (odds.win, odds.stake),
            np.array(plan.stakes(self.sheet), np.int64),
            self.session.bankroll,
            self.session.stop.coups,
            self.session.stop.target or NO_TARGET,
            self.session.stop.floor or NO_FLOOR,
            ends,
            path,
        )
        return ends

    def _play_plan(self, words: RandomWords) -> tuple[tuple[int, int, int], list[int]]:
        """One session with any plan: bankroll, length and ending, and its path."""
        words, order, gone = words.copy(), self.order.copy(), 0
        bankroll, stop = self.session.bankroll, self.session.stop
        played: list[PlayedCoup] = []
        while True:
            if stop.target is not None and bankroll >= stop.target:
                ending = SessionEnding.TARGET
                break
            if stop.floor is not None and bankroll <= stop.floor:
                ending = SessionEnding.FLOOR
                break
            stakes = self.session.stakes(SoFar(self.sheet, bankroll, played))
            if not stakes:
                ending = SessionEnding.LEFT
                break
            if sum(stakes.values()) > bankroll:
                ending = SessionEnding.RUIN
                break
            if len(played) == stop.coups:
                ending = SessionEnding.COUPS
                break
            begin, gone, _ = deal_next(words, order, gone, self.rule, self.cut, self.ten)
            coup = deal(self.sheet.rule, [DECK[card] for card in order[begin:gone].tolist()])
            settlement = settle(self.sheet, coup, stakes)
            bankroll += settlement.total - settlement.staked
            played.append(PlayedCoup(coup, settlement, bankroll))
        path = [self.session.bankroll, *(each.bankroll for each in played)]
        return (bankroll, len(played), ENDINGS.index(ending)), path


def _start(seed: int, number: int) -> RandomWords:
    return start("session", seed, number, 1)[:, 0]


def _check_sabot(cards: Cards) -> None:
    """Refuse a sabot whose last coup could run out of cards, or that could be burned whole."""
    if cards.shuffle is Shuffle.EVERY_COUP:
        return
    behind = cards.cut or 0
    if behind < MOST_CARDS:
        raise TooFewLeft(left=behind, needed=MOST_CARDS)
    burned = 1 + max(9, cards.burn.ten) if cards.burn else 0
    if not cards.deals(burned):
        raise TooFewLeft(left=cards.total - behind - burned, needed=1)
