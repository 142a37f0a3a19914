"""Recounts the real chips of a table by its stream, and what is due after each coup."""

from collections.abc import Iterable, Mapping
from typing import Final

from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Sheet
from puntobanco.wire.stream import (
    Amended,
    BettingOpened,
    Due,
    Keyed,
    KeyedStakes,
    Result,
    Reversed,
    Shuffled,
    Stage,
    StreamEvent,
    Voided,
)
from tests.faults.violation import expect
from tests.recount import Owed, Player, Stakes, lay, owed

_BETS: Final = (Bet.PUNTO, Bet.BANCO, Bet.EGALITE)


class ChipWitness:
    """The chips on the cloth, and the lists of what to take and to pay, counted again."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.cloth: dict[Player, Stakes] = {}
        self._left: dict[Player, Stakes] = {}  # by the last result
        self._waiting: dict[
            Player, Stakes
        ] = {}  # keyed in for the next coup before a reversal, bet by bet
        self._last: dict[Player, Stakes] = {}  # of the last result
        self._net: dict[Player, int] = {}  # paid, less what was taken, by the last result
        self._undone: dict[Player, int] = {}  # the same, of a result that was taken back
        self.payments = 0

    def follow(self, event: StreamEvent, stage: Stage, where: str) -> None:
        """Check an event that comes while the table is at a stage."""
        match event:
            case Keyed(box=box, place=place, bets=bets):
                self._lay((box, place), bets, where)
            case Amended(box=box, place=place, before=before, bets=bets):
                lay_there = self.cloth.get((box, place), {})
                expect(_plain(before) == lay_there, f"{where}: {lay_there} lay there")
                self._lay((box, place), bets, where)
            case BettingOpened(keyed=keyed):
                self.cloth = self._laid_again()
                self._waiting = {}
                expect(_full(_flat(keyed)) == self.cloth, f"{where}: {self.cloth} lies there")
            case Result(cards=cards, due=due):
                self._settle(cards, due, where)
            case Voided(due=due):
                expect(_counted(due) == self._due({}), f"{where}: not {self._due({})}")
                self.cloth, self._left, self._undone, self._net = {}, {}, {}, {}
            case Reversed():
                self._reverse(event, stage, where)
            case Shuffled():
                self._undone = {}

    def _lay(self, player: Player, bets: Mapping[Bet, int], where: str) -> None:
        limits, table = self._sheet.offers, self._sheet.table
        box, place = player
        expect(bool(box) or table.standing, f"{where}: nobody stands here")
        most = (table.boxes or (0,))[0], (table.players_per_box or 1) if box else place
        expect(box <= most[0] and 1 <= place <= most[1], f"{where}: there is no such place")
        for bet, stake in bets.items():
            is_within = limits[bet].min <= stake <= limits[bet].max
            expect(is_within and stake % self._sheet.money.step == 0, f"{where}: {stake} on {bet}")
        self.cloth = _full({**self.cloth, player: _plain(bets)})

    def _settle(self, cards: str, due: tuple[Due, ...], where: str) -> None:
        outcome = lay([cards[n : n + 2] for n in range(0, len(cards), 2)]).outcome
        mine = {who: owed(self._sheet.name, each, outcome) for who, each in self.cloth.items()}
        expected = self._due(mine)
        expect(_counted(due) == expected, f"{where}: says {due}, but {expected} is due")
        staked = {(each.box, each.place): each.bets for each in due if each.bets}
        stakes = {who: {on.bet.value: on.stake for on in each} for who, each in staked.items()}
        expect(stakes == self.cloth, f"{where}: of {stakes}, but {self.cloth} was staked")
        self.payments += len(due)
        self._last, self._undone = self.cloth, {}
        self._net = {who: pays - takes for who, (takes, pays, _, _) in expected.items()}
        self._left = _full({who: {**each.left} for who, each in mine.items()})

    def _due(self, mine: Mapping[Player, Owed]) -> dict[Player, tuple[int, int, int, int | None]]:
        """What is due by player; after a result was taken back, also the difference to its list."""
        found: dict[Player, tuple[int, int, int, int | None]] = {}
        for who in {*mine, *self._undone}:
            each = mine.get(who, Owed())
            more = each.pays - each.takes - self._undone.get(who, 0) if self._undone else None
            found[who] = (each.takes, each.pays, each.cagnotte, more)
        return found

    def _reverse(self, event: Reversed, stage: Stage, where: str) -> None:
        if stage is Stage.BETTING:
            self._waiting = self._keyed_in()
        expect(_flat(event.waiting) == self._waiting, f"{where}: {self._waiting} waits")
        expect(_flat(event.keyed) == self._last, f"{where}: {self._last} was staked")
        self.cloth, self._undone, self._left = self._last, self._net, {}

    def _keyed_in(self) -> dict[Player, Stakes]:
        """What was keyed in since the last result, bet by bet; 0: left chips were taken away."""
        found: dict[Player, Stakes] = {}
        for who in {*self._left, *self.cloth}:
            left, lies = self._left.get(who, {}), self.cloth.get(who, {})
            for bet in {*left, *lies}:
                if lies.get(bet) != left.get(bet):
                    found.setdefault(who, {})[bet] = lies.get(bet, 0)
        return found

    def _laid_again(self) -> dict[Player, Stakes]:
        """What lies on the cloth at an opening: what was keyed in replaces what was left."""
        found = {who: {**left} for who, left in self._left.items()}
        for who, stakes in self._waiting.items():
            found[who] = {**found.get(who, {}), **stakes}
        return _full({who: {bet: n for bet, n in each.items() if n} for who, each in found.items()})


def _plain(bets: Mapping[Bet, int]) -> Stakes:
    return {bet.value: bets[bet] for bet in _BETS if bet in bets}


def _flat(keyed: KeyedStakes) -> dict[Player, Stakes]:
    return {
        (box, place): _plain(bets) for box, there in keyed.items() for place, bets in there.items()
    }


def _full(stakes: Mapping[Player, Stakes]) -> dict[Player, Stakes]:
    return {who: each for who, each in stakes.items() if each}


def _counted(due: Iterable[Due]) -> dict[Player, tuple[int, int, int, int | None]]:
    return {
        (each.box, each.place): (each.takes, each.pays, each.cagnotte, each.difference)
        for each in due
    }
