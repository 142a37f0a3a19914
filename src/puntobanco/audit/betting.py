"""Checks every coup of a shared table: its bets, their times, and their payment."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.game.bets import Bet
from puntobanco.game.cards import parse_cards, print_cards
from puntobanco.game.coup import Side, deal_exactly
from puntobanco.game.settlement import check_stakes, left_on_cloth, pay, won_bets
from puntobanco.game.sheet import Sheet
from puntobanco.store.interface import Stored
from puntobanco.table.shared.card_holders import Bettor, holders_of, in_hand
from puntobanco.wire import stream
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, WhyReturned
from puntobanco.wire.stream import (
    Holders,
    OnBet,
    Revealed,
    Stage,
    Standing,
    StreamEvent,
    TableView,
)

_FIRST_FOUR: Final = 4
_OPEN: Final = {Stage.BETTING, Stage.CLOSING}
ENDS: Final = {WhyReturned.RESTORE, WhyReturned.VOID}  # these return all stakes and end the coup
_UNDER_WAY: Final = {Stage.BETTING, Stage.CLOSING, Stage.DEALING, Stage.PAYING}


class When(Struct, frozen=True):
    """A record and its time; only times can be compared between nodes."""

    record: int
    at: int


class AuditedBet(Struct, frozen=True):
    when: When
    seat: int
    stakes: dict[Bet, int]  # all stakes of the seat, including this bet


class ReturnedStakes(Struct, frozen=True):
    """Stakes that were returned without a result."""

    when: When
    seat: int
    told: GivenBack


class StakesLeft(Struct, frozen=True):
    """Stakes left on the cloth by the coup before."""

    when: When
    by: "AuditedCoup"
    stakes: dict[Bet, int]

    @property
    def epoch(self) -> int:
        """The table's epoch; a restore may have raised the seat's before the payment."""
        return self.by.view.epoch if self.by.view else 0


class AuditedCoup(Struct):
    view: TableView | None = None  # the table's when the betting opened
    opened: When | None = None
    closed: When | None = None
    totals: dict[Bet, OnBet] = {}
    holders: Holders = {}
    result: stream.Result | None = None
    settled: When | None = None
    restored: bool = False
    void: bool = False  # a manager cancelled it
    taken: list[AuditedBet] = []
    lies: dict[int, dict[Bet, int]] = {}  # by seat: stakes in play, or the last ones
    since: dict[int, dict[Bet, int]] = {}  # by seat: when each stake was placed
    players: dict[int, str] = {}  # by seat: names in the stream
    left: dict[int, StakesLeft] = {}  # by seat: the part left by the coup before
    boxed: set[str] = set()  # players who sat at a box during the betting
    paid: dict[int, tuple[int, Paid]] = {}
    ended: dict[int, ReturnedStakes] = {}  # returned by a restore, or because the coup is void
    held: list[tuple[int, int, Held]] = []  # record, seat, cards in hand


class BettingAudit:
    """Checks a coup when it is settled; with several nodes, after all records."""

    def __init__(
        self, rules: Mapping[str, Rules], findings: Findings, *, in_one_order: bool
    ) -> None:
        self._rules, self._findings, self._in_one_order = rules, findings, in_one_order
        self._coups: dict[tuple[str, int], AuditedCoup] = {}
        self._views: dict[str, TableView] = {}
        self._stood: dict[str, int] = {}  # the last record at which a table accepted no bets

    def _at(self, table: str, number: int) -> AuditedCoup:
        return self._coups.setdefault((table, number), AuditedCoup())

    def told(self, stored: Stored, event: StreamEvent, before: TableView, after: TableView) -> None:
        """Follow an event of a table, given the views before and after it."""
        when = When(stored.id, stored.record.at)
        self._views[event.table] = after
        if _is_idle(before) or _is_idle(after):
            self._stood[event.table] = stored.id
        match event:
            case stream.BettingOpened():
                coup = self._at(event.table, event.coup)
                coup.view, coup.opened = before, when
                coup.boxed = {each for sit in before.boxes.values() for each in sit}
            case stream.Boxed(box=box, player=player) if box and before.stage in _OPEN:
                self._at(event.table, before.coup).boxed.add(player)
            case stream.Staked():
                self._check_counted(stored.id, event)
            case stream.DealingBegan():
                coup = self._at(event.table, event.coup)
                coup.view = coup.view or before
                coup.closed, coup.totals, coup.holders = when, event.bets, event.holders
            case stream.Result():
                self._at(event.table, event.coup).result = event
            case stream.Settled():
                self._at(event.table, event.coup).settled = when
                self._over(event.table, event.coup)
            case stream.Voided():
                self._at(event.table, event.coup).void = True
            case Revealed() | stream.Stood() if _ends(event, before):
                self._at(event.table, before.coup).restored = True
                self._over(event.table, before.coup)
            case _:
                pass

    def bet(self, stored: Stored, seat: int, told: BetTaken) -> None:
        when = When(stored.id, stored.record.at)
        coup = self._at(told.table, told.number)
        coup.players[seat] = str(stored.record.account)
        before = coup.ended.pop(seat, None)
        if before is not None:
            self._check_left_ended(coup, before)
        lay = coup.since.get(seat, {}) if coup.lies.get(seat) else {}
        coup.since[seat] = {bet: lay.get(bet, told.at) for bet in told.stakes}
        if told.since != coup.since[seat]:
            why = "its stakes were placed at other times than it says"
            self._findings.miss(Check.BETTING, stored.id, why)
        coup.lies[seat] = told.stakes
        coup.taken.append(AuditedBet(when, seat, told.stakes))

    def paid(self, stored: Stored, seat: int, told: Paid) -> None:
        coup = self._at(told.table, told.number)
        coup.paid[seat] = stored.id, told
        if told.left:
            after = self._at(told.table, told.number + 1)
            when = When(stored.id, stored.record.at)
            after.lies[seat], after.left[seat] = told.left, StakesLeft(when, coup, told.left)
            after.since[seat] = _since(coup.since.get(seat, {}), told.left)
            after.players[seat] = str(stored.record.account)

    def returned(self, stored: Stored, seat: int, told: GivenBack) -> None:
        coup = self._at(told.table, told.number)
        given = ReturnedStakes(When(stored.id, stored.record.at), seat, told)
        if told.reason in ENDS:
            coup.ended[seat] = given
        else:
            self._check_left(coup, given)
            coup.lies[seat] = _less(coup.lies.get(seat, {}), told.stakes)
            coup.since[seat] = _since(coup.since.get(seat, {}), coup.lies[seat])
            left = coup.left.get(seat)
            if left is not None:
                coup.left[seat] = replace(left, stakes=_less(left.stakes, told.stakes))

    def held(self, stored: Stored, seat: int, told: Held) -> None:
        self._at(told.table, told.number).held.append((stored.id, seat, told))
        view = self._views.get(told.table)
        if not self._in_one_order or view is None:
            return
        lie = len(view.cards) // 2
        if (view.stage, view.coup) != (Stage.DEALING, told.number) or lie < _FIRST_FOUR:
            self._findings.miss(Check.CARDS, stored.id, "cards were in hand before they were dealt")

    def finish(self) -> None:
        for coup in self._coups.values():
            self._check(coup)

    def _over(self, table: str, number: int) -> None:
        if self._in_one_order:
            self._check(self._coups.pop((table, number)))

    def _check_counted(self, record: int, event: stream.Staked) -> None:
        """Check that the totals announced during betting are not too high."""
        if not self._in_one_order:
            return
        lay = _add_up(self._at(event.table, event.coup).lies)
        for bet, on in event.bets.items():
            most = lay.get(bet, OnBet(0, 0))
            if on.amount > most.amount or on.players > most.players:
                self._findings.miss(
                    Check.BETTING, record, f"{bet}: the announced total is more than was staked"
                )

    def _check(self, coup: AuditedCoup) -> None:
        rules = self._rules.get(coup.view.sheet) if coup.view else None
        for each in coup.taken:
            self._check_taken(coup, each, rules)
        for given in list(coup.ended.values()):
            if not (coup.void if given.told.reason is WhyReturned.VOID else coup.restored):
                self._check_left_ended(coup, coup.ended.pop(given.seat))
        if coup.closed is not None and _add_up(coup.lies) != coup.totals:
            why = "the totals at the close of the betting are not what was staked"
            self._findings.miss(Check.BETTING, coup.closed.record, why)
        if coup.closed is not None and rules is not None:
            self._check_holders(coup, coup.closed.record, rules)
        for seat, (record, paid) in coup.paid.items():
            self._check_paid(record, coup, paid, coup.lies.get(seat, {}), rules)
        for given in coup.ended.values():
            lay = coup.lies.get(given.seat, {})
            if coup.result is not None or given.told.stakes != lay:
                why = "stakes returned of a coup that was played"
                self._findings.miss(Check.SETTLEMENT, given.when.record, why)
        self._check_ended(coup)

    # --- left on the cloth ---------------------------------------------------------------

    def _check_left(self, coup: AuditedCoup, given: ReturnedStakes) -> None:
        """Check a return before the cards: by the player, or all stakes by the house."""
        told, left = given.told, coup.left.get(given.seat)
        lay = left.stakes if left else {}
        is_part = all(lay.get(bet) == stake for bet, stake in told.stakes.items())
        is_all = told.reason is WhyReturned.WITHDRAWN or told.stakes == lay
        if not told.stakes or not is_part or not is_all:
            why = f"{told.reason}: returned stakes were not left on the cloth"
            self._findings.miss(Check.SETTLEMENT, given.when.record, why)
        if coup.closed is not None and not self._in_turn(given.when, coup.closed):
            why = "stakes returned of a coup that was played"
            self._findings.miss(Check.SETTLEMENT, given.when.record, why)
        if told.reason is WhyReturned.STANDING and left and not self._has_stood(told.table, left):
            why = "returned because the table took no bets, but it took bets all the time"
            self._findings.miss(Check.SETTLEMENT, given.when.record, why)

    def _has_stood(self, table: str, left: StakesLeft) -> bool:
        """Whether the table accepted no bets at some time since the stakes were left."""
        if not self._in_one_order or self._stood.get(table, 0) > left.when.record:
            return True
        view = self._views.get(table)
        return view is not None and _is_idle(view)

    def _check_left_ended(self, coup: AuditedCoup, given: ReturnedStakes) -> None:
        """A restore between two coups returns what was left; the next coup is played."""
        left = coup.left.pop(given.seat, None)
        told = given.told
        is_left = left is not None and told.stakes == left.stakes and told.epoch > left.epoch
        if not is_left or told.reason is not WhyReturned.RESTORE:
            why = "stakes returned of a coup that was played"
            self._findings.miss(Check.SETTLEMENT, given.when.record, why)
        if coup.lies.get(given.seat) == given.told.stakes:
            del coup.lies[given.seat]

    # --- cards in hand -------------------------------------------------------------------

    def _check_holders(self, coup: AuditedCoup, record: int, rules: Rules) -> None:
        """Check who held the cards: by largest stake, then earliest; and what they saw."""
        bettors = [
            Bettor(coup.players[seat], stakes, coup.since.get(seat, {}))
            for seat, stakes in coup.lies.items()
            if stakes
        ]
        # Who holds real cards is not recorded.
        if not may_hold(rules.sheet, [] if rules.is_read_in else bettors, coup.holders):
            why = f"{coup.holders} hold the cards, against the stakes"
            self._findings.miss(Check.BETTING, record, why)
        for which, seat, told in coup.held:
            self._findings.looked_at[Check.CARDS] += 1
            if coup.holders.get(told.side) != coup.players.get(seat, ""):
                why = f"{told.side}'s cards were held by another player"
                self._findings.miss(Check.CARDS, which, why)
            elif coup.result is not None and not _is_in_hand(coup.result, told, rules):
                why = f"{told.cards} in hand don't fit the cards {coup.result.cards}"
                self._findings.miss(Check.CARDS, which, why)

    def _check_ended(self, coup: AuditedCoup) -> None:
        """Check that after a coup every seat was paid or got its stakes back."""
        if coup.settled is None and not coup.restored:
            return
        last = coup.settled or coup.closed or coup.opened
        for seat in [seat for seat, stakes in coup.lies.items() if stakes]:
            if (seat in coup.paid) is (seat in coup.ended):
                why = f"seat {seat} was not paid exactly once"
                self._findings.miss(Check.SETTLEMENT, last.record if last else None, why)

    def _check_taken(self, coup: AuditedCoup, taken: AuditedBet, rules: Rules | None) -> None:
        self._findings.looked_at[Check.BETTING] += 1
        when = taken.when
        if coup.opened is None or not self._in_turn(coup.opened, when):
            self._findings.miss(Check.BETTING, when.record, "a bet before the betting was opened")
        if coup.closed is not None and not self._in_turn(when, coup.closed):
            self._findings.miss(Check.BETTING, when.record, "a bet after the betting was closed")
        if rules is None:
            return
        table = rules.sheet.table
        if table.boxes and not table.standing and coup.players[taken.seat] not in coup.boxed:
            self._findings.miss(Check.BETTING, when.record, "a bet by a player without a box")
        seats = [each.seat for each in coup.taken]
        if seats.count(taken.seat) > 1 and not rules.sheet.betting.several_confirmations:
            self._findings.miss(Check.BETTING, when.record, "confirmed more than once")
        try:
            check_stakes(rules.sheet, taken.stakes)
        except Refusal as refusal:
            self._findings.miss(Check.SETTLEMENT, when.record, refusal.message)

    def _in_turn(self, first: When, second: When) -> bool:
        if self._in_one_order:
            return first.record < second.record
        return first.at <= second.at

    def _check_paid(
        self,
        record: int,
        coup: AuditedCoup,
        told: Paid,
        stakes: Mapping[Bet, int],
        rules: Rules | None,
    ) -> None:
        self._findings.looked_at[Check.SETTLEMENT] += 1
        result, view = coup.result, coup.view
        if result is None or view is None or rules is None:
            why = "paid for a coup without a result"
            self._findings.miss(Check.SETTLEMENT, record, why)
            return
        at = told.house, told.sabot, told.sheet, told.fixed
        if at != (rules.sheet.name, view.sabot, view.sheet, view.fixed):
            self._findings.miss(Check.TOLD, record, f"it names sabot {told.sabot} of {told.house}")
        dealt = told.cards, told.punto, told.banco, told.outcome, told.decisions
        if dealt != (
            *(result.cards, result.punto, result.banco),
            *(result.outcome, result.decisions),
        ):
            why = f"the table says {result.cards}, it says {told.cards}"
            self._findings.miss(Check.CARDS, record, why)
        try:
            dealt_coup = deal_exactly(rules.sheet.rule, parse_cards(result.cards))
            settled = pay(rules.sheet, dealt_coup, stakes)
        except Refusal as refusal:
            self._findings.miss(Check.SETTLEMENT, record, refusal.message)
            return
        left = {} if told.to_account else left_on_cloth(rules.sheet, dealt_coup, stakes)
        staked, returned = sum(stakes.values()), settled.total - sum(left.values())
        if (settled.payments, staked, returned) != (told.bets, told.staked, told.returned):
            self._findings.miss(
                Check.SETTLEMENT,
                record,
                f"{staked} staked return {returned}, it says {told.returned} for {told.staked}",
            )
        if told.won not in ((), won_bets(rules.sheet, dealt_coup)):
            self._findings.miss(Check.CARDS, record, f"it says that {told.won} won")
        if told.left != left:
            why = f"{told.left} are left on the cloth, but should be {left}"
            self._findings.miss(Check.SETTLEMENT, record, why)


def _ends(event: Revealed | stream.Stood, before: TableView) -> bool:
    """Whether a restore has ended a coup; with a real sabot nothing is revealed."""
    is_restored = event.epoch > before.epoch
    if isinstance(event, Revealed):
        is_restored = event.ended == CommitmentEnding.RESTORED
    return is_restored and before.stage in _UNDER_WAY


def _is_idle(view: TableView) -> bool:
    """Whether a table accepts no bets: paused, closed, or an exhibition."""
    return view.exhibition or view.standing is not Standing.OPEN


def may_hold(sheet: Sheet, bettors: list[Bettor], holders: Holders) -> bool:
    """Whether these may be the holders.

    No record tells who was connected. A player who was passed over was not, and holds nothing.
    """
    while True:
        first = holders_of(sheet, bettors)
        passed = {player for side, player in first.items() if holders.get(side) != player}
        if not passed:
            return first == holders
        bettors = [each for each in bettors if each.player not in passed]


def _is_in_hand(result: stream.Result, told: Held, rules: Rules) -> bool:
    """Whether these are the side's first two or three cards, with the right points."""
    try:
        coup = deal_exactly(rules.sheet.rule, parse_cards(result.cards))
    except Refusal:
        return True  # the result itself is wrong, which is another finding
    hand = print_cards(coup.punto if told.side is Side.PUNTO else coup.banco)
    if told.cards not in (hand[:4], hand):
        return False
    counted = in_hand(rules.sheet, told.side, told.cards)
    return (told.points, told.speaks) == (counted.points, counted.speaks)


# The fold of a seat computes the same. Computing it again here finds errors of that fold.


def _less(stakes: Mapping[Bet, int], taken: Mapping[Bet, int]) -> dict[Bet, int]:
    return {bet: rest for bet in stakes if (rest := stakes[bet] - taken.get(bet, 0)) > 0}


def _since(lay: Mapping[Bet, int], stakes: Mapping[Bet, int]) -> dict[Bet, int]:
    return {bet: lay[bet] for bet in stakes if bet in lay}


def _add_up(stakes: Mapping[int, Mapping[Bet, int]]) -> dict[Bet, OnBet]:
    """The total and the number of players on each bet."""
    totals: dict[Bet, OnBet] = {}
    for one in stakes.values():
        for bet, stake in one.items():
            on = totals.get(bet, OnBet(0, 0))
            totals[bet] = OnBet(on.amount + stake, on.players + 1)
    return totals
