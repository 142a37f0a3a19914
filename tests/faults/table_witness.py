"""A shared table followed record by record: its stream, its cards, and everybody's stakes."""

from base64 import b64encode
from collections.abc import Iterable
from typing import Final

import msgspec

from puntobanco.fair.commitment import Mixed, Terms, commit, deal_order, fix, hash_seed
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards, print_cards
from puntobanco.game.coup import Coup, deal
from puntobanco.game.settlement import settle
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.records import Event, Posting, Record
from puntobanco.table.seat import Phase, Seat
from puntobanco.table.shared import SharedTable
from puntobanco.wire.fold import fold
from puntobanco.wire.messages import BetTaken, Paid
from puntobanco.wire.stream import (
    Betting,
    Burned,
    Drawn,
    Fixed,
    ListClosed,
    Listed,
    NoMore,
    OnBet,
    Result,
    Revealed,
    Settled,
    Shuffled,
    Stage,
    Staked,
    Standing,
    Stood,
    StreamEvent,
    TableView,
    Totals,
)
from tests.faults.violation import Violation, expect

_event: Final = msgspec.json.Decoder(StreamEvent)
STREAMED: Final = frozenset(str(each.__struct_config__.tag) for each in StreamEvent.__args__)
FOLLOWS: Final[dict[type, frozenset[Stage]]] = {
    Shuffled: frozenset({Stage.RESTING}),
    ListClosed: frozenset({Stage.MIXING}),
    Fixed: frozenset({Stage.OPENING}),
    Burned: frozenset({Stage.BURNING}),
    Betting: frozenset({Stage.BURNING, Stage.PAID}),
    Staked: frozenset({Stage.BETTING}),
    NoMore: frozenset({Stage.BETTING, Stage.BURNING, Stage.PAID}),
    Drawn: frozenset({Stage.DEALING}),
    Result: frozenset({Stage.DEALING}),
    Settled: frozenset({Stage.PAYING}),
    Revealed: frozenset({Stage.OPENING, Stage.BURNING, Stage.PAID}),
    Stood: frozenset(Stage),
}


class TableWitness:
    """What one table has told so far; what doesn't follow from it is named."""

    def __init__(self, table: SharedTable, sheet: Sheet) -> None:
        self.name, self._sheet = table.name, sheet
        self.view = TableView(table.name, table.view.epoch, 0, Standing.OPEN, Stage.RESTING)
        self.views = {0: self.view}  # by offset
        self.stakes: dict[int, dict[Bet, int]] = {}  # by seat
        self.began = self.closes = 0  # the betting
        self.secrets: tuple[bytes, ...] = ()
        self.coups = self.retired = self.last_at = 0
        self._staked_in: dict[int, str] = {}
        self._sitting_out: set[str] = set()
        self._terms: Terms | None = None
        self._players: tuple[Mixed, ...] = ()
        self._dealt: list[tuple[int, str]] = []  # where in the sabot, and what; not yet compared
        self._order: tuple[str, tuple[Card, ...]] = "", ()
        self._coup: Coup | None = None

    # --- the stream ----------------------------------------------------------------------

    def follow(self, record: Record) -> StreamEvent:
        event: StreamEvent = _event.decode(record.body)
        where = f"{type(event).__name__} {event.offset} of {self.name}"
        view = self.view
        expect(event.epoch == view.epoch, f"{where}: another epoch")
        expect(event.offset == view.offset + 1, f"{where}: offsets with a gap")
        expect(view.stage in FOLLOWS[type(event)], f"{where}: while it is {view.stage}")
        is_reveal = isinstance(event, Revealed)
        expect((record.event is Event.REVEALED) == is_reveal, f"{where}: as {record.event}")
        expect(not record.postings and not record.key, f"{where}: moves money")
        match event:
            case Shuffled() | ListClosed() | Fixed() | Revealed():
                self._check_mixing(event, where)
            case Burned():
                rule = self._sheet.cards.burn
                first = parse_cards(event.first)[0]
                expect(rule is not None and event.gone == rule.cards(first), f"{where}: burned")
                self._dealt.append((0, event.first))
            case Drawn():
                expect((event.coup, event.gone) == (view.coup, view.gone + 1), f"{where}: skipped")
                self._dealt.append((view.gone, event.card))
            case _:
                self._check_coup(event, where)
        self.view = self.views[event.offset] = fold(view, event)
        self.last_at = event.at
        return event

    def _check_mixing(self, event: Shuffled | ListClosed | Fixed | Revealed, where: str) -> None:
        view = self.view
        if isinstance(event, Shuffled):
            expect(event.sabot == view.sabot + 1, f"{where}: numbers with a gap")
            expect(not self._dealt, f"{where}: cards nobody could compare")
            sheet = bytes.fromhex(event.sheet)
            self._terms = Terms(self.name, event.epoch, event.sabot, sheet, event.decks, event.cut)
            self._players = ()
            return
        expect(event.sabot == view.sabot, f"{where}: another sabot")
        listed = _listed(event.players)
        hashes = [(each.player, each.hash) for each in listed]
        known = [(each.player, each.hash) for each in self._players]
        if isinstance(event, ListClosed):
            expect(not any(each.seed for each in listed), f"{where}: tells a seed")
            out = self._sitting_out & {each.player for each in listed}
            expect(not out, f"{where}: {out} should sit out")
        else:
            expect(hashes == known, f"{where}: another list")
        self._players = listed
        if isinstance(event, Fixed):
            opened = [hash_seed(each.seed or "") == each.hash for each in listed]
            expect(all(opened), f"{where}: a seed that opens nothing")
            expect(event.exhibition == (not listed), f"{where}: exhibition {event.exhibition}")
            fixed = fix(bytes.fromhex(view.commitment), listed).hex()
            expect(event.fixed == fixed, f"{where}: fixed otherwise")
            self._sitting_out.clear()  # they have, also where nobody else mixed
        elif isinstance(event, Revealed):
            self._check_revealed(event, where)

    def _check_revealed(self, event: Revealed, where: str) -> None:
        silent = {each.player for each in self._players if each.seed is None}
        self._check_seed(bytes.fromhex(event.server_seed), where)
        expect(event.commitment == self.view.commitment, f"{where}: another commitment")
        given_up = self.view.stage is Stage.OPENING
        expect(bool(silent) == given_up, f"{where}: {silent} while {self.view.stage}")
        expect(event.ended == ("retired" if given_up else "played"), f"{where}: {event.ended}")
        self._sitting_out |= silent
        self.retired += given_up

    def _check_coup(self, event: StreamEvent, where: str) -> None:
        view = self.view
        match event:
            case Betting():
                expect(not view.exhibition, f"{where}: on an exhibition")
                expect(event.coup == view.coup + 1, f"{where}: coups with a gap")
                expect((event.fixed, event.gone) == (view.fixed, view.gone), f"{where}: cards")
                expect(self._sheet.cards.deals(view.gone), f"{where}: behind the cut card")
                expect(view.standing is Standing.OPEN, f"{where}: while it is {view.standing}")
                expect(not self.stakes, f"{where}: {self.stakes} are not settled")
                self.began, self.closes = event.at, event.until or 0
            case NoMore():
                was_open = view.stage is Stage.BETTING
                expect(was_open or view.exhibition, f"{where}: nobody could bet")
                expect(event.coup == view.coup + (not was_open), f"{where}: coups with a gap")
                expect(event.at >= self.closes or not was_open, f"{where}: early")
                expect(event.bets == self._totals(), f"{where}: {event.bets} lie there")
            case Result():
                cards = parse_cards(event.cards)
                expect(event.cards == view.cards, f"{where}: other cards")
                self._coup = deal(self._sheet.rule, cards)
                expect(print_cards(self._coup.cards) == event.cards, f"{where}: against the rule")
                expect(self._coup.outcome is event.outcome, f"{where}: {event.outcome}")
                self.coups += 1
            case Settled():
                expect(not self.stakes, f"{where}: {self.stakes} are not")

    def _totals(self) -> Totals:
        return {
            bet: OnBet(sum(amounts), len(amounts))
            for bet in Bet
            if (amounts := [each[bet] for each in self.stakes.values() if bet in each])
        }

    # --- the cards -----------------------------------------------------------------------

    def _check_seed(self, seed: bytes, where: str) -> None:
        """It is what was committed to, and the cards that lay there follow from it."""
        expect(self._terms is not None, f"{where}: nothing was committed to")
        if self._terms is None:
            return
        commitment = commit(seed, self._terms).hex()
        expect(commitment == self.view.commitment, f"{where}: the seed opens nothing")
        if not self._dealt:
            return
        if self._order[0] != self.view.fixed:
            self._order = self.view.fixed, deal_order(seed, self._terms, self._players)
        for place, card in self._dealt:
            there = str(self._order[1][place])
            expect(card == there, f"{where}: {card} where {there} was fixed")
        self._dealt.clear()

    # --- stakes --------------------------------------------------------------------------

    def bet(self, seat: Seat, record: Record, told: BetTaken) -> None:
        where = f"bet {record.key} at seat {seat.id}"
        expect(self.view.stage is Stage.BETTING, f"{where}: while it is {self.view.stage}")
        expect(told.number == self.view.coup, f"{where}: on coup {told.number}")
        before = self.stakes.get(seat.id, {})
        session = self._staked_in.setdefault(seat.id, told.session)
        expect(session == told.session, f"{where}: beside stakes of session {session}")
        after = {bet: before.get(bet, 0) + told.bets.get(bet, 0) for bet in [*before, *told.bets]}
        expect(told.stakes == after, f"{where}: {told.stakes} on the cloth")
        expect(told.staked == sum(told.bets.values()) > 0, f"{where}: sums")
        posting = Posting(seat.credit_account, seat.stakes_account, told.staked)
        expect(record.postings == (posting,), f"{where}: posted otherwise")
        self.stakes[seat.id] = after

    def paid(self, seat: Seat, record: Record, told: Paid) -> None:
        """Once, by the rule, to the credit or the account."""
        view, where = self.view, f"payment of coup {told.number} at seat {seat.id}"
        expect(view.stage is Stage.PAYING, f"{where}: while it is {view.stage}")
        expect(
            (told.number, told.sabot, told.fixed) == (view.coup, view.sabot, view.fixed),
            f"{where}: another coup",
        )
        stakes = self.stakes.pop(seat.id, {})
        expect(bool(stakes) and self._coup is not None, f"{where}: nothing was staked")
        if self._coup is None:
            return
        expect(told.of_session == self._staked_in.pop(seat.id), f"{where}: of another session")
        due = settle(self._sheet, self._coup, stakes)
        expect(told.returned == due.total, f"{where}: {told.returned}, not {due.total}")
        expect(told.cards == view.cards, f"{where}: other cards")
        [taken, *given] = record.postings
        expect(
            (taken.payer, taken.amount) == (seat.stakes_account, sum(stakes.values())),
            f"{where}: stakes taken in wrongly",
        )
        payee = seat.account if told.to_account else seat.credit_account
        expected = [Posting(taken.payee, payee, due.total)] if due.total else []
        expect(given == expected, f"{where}: posted otherwise")

    # --- as it is kept -------------------------------------------------------------------

    def compare(self, table: SharedTable, seats: Iterable[Seat], money: dict[int, int]) -> None:
        """The table as it is kept: what its stream has come to, and the seed it committed to."""
        if table.view != self.view:
            raise Violation(f"{self.name}: kept {table.view}, told {self.view}")
        mixing = table.mixing
        if mixing.seed:
            self._check_seed(mixing.seed, f"the sabot kept at {self.name}")
        closed = not self.view.fixed or self.view.stage in (Stage.MIXING, Stage.OPENING)
        hidden = [each.seed.encode() for each in mixing.players if each.seed and closed]
        ours = [mixing.seed.hex().encode(), b64encode(mixing.seed)] if mixing.seed else []
        self.secrets = (*ours, *hidden)
        expect(self._sitting_out <= mixing.sitting_out, f"{self.name}: somebody needn't sit out")
        for seat in seats:
            staked = self.stakes.get(seat.id, {})
            lying = money.get(seat.stakes_account, 0)
            if seat.stakes != staked or lying != sum(staked.values()):
                raise Violation(f"{seat} keeps {seat.stakes}, {lying} in play, {staked} told")

    def check_drafts(self, seats: Iterable[Seat], since: dict[int, int]) -> None:
        """Behind the close: chips that were to be confirmed by themselves are bets, or gone."""
        for seat in seats:
            lies = seat.automatic and seat.draft and seat.number == self.view.coup
            if lies and seat.phase is Phase.OPEN and since.get(seat.id, 0) < self.closes:
                covered = sum(seat.draft.values()) <= seat.credit
                expect(not covered, f"{seat}: {seat.draft} was forgotten")


def _listed(players: tuple[Listed, ...]) -> tuple[Mixed, ...]:
    return tuple([Mixed(each.player, bytes.fromhex(each.hash), each.seed) for each in players])
