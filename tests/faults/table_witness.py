"""Checks a shared table record by record: its stream, its cards, and all stakes."""

from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from typing import Final

import msgspec

from puntobanco.errors import TooFewCards
from puntobanco.fair.commitment import Mixed, Terms, commit, deal_order, fix, hash_seed
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card, parse_cards, points, print_cards
from puntobanco.game.coup import MOST_CARDS, Coup, Outcome, Side, deal
from puntobanco.game.settlement import pay
from puntobanco.game.sheet import EgaliteStakes, Faces, Sheet
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.table.seat import SeatPhase, SharedSeat
from puntobanco.table.shared.shared_table import SharedTable
from puntobanco.wire.messages import BetTaken, GivenBack, Held, Paid, WhyReturned
from puntobanco.wire.stream import (
    FACE_DOWN,
    Amended,
    Aside,
    BettingOpened,
    Boxed,
    Burned,
    Called,
    Closing,
    Corrected,
    CutCardSeen,
    DealingBegan,
    Directed,
    Drawn,
    Fixed,
    HandedBack,
    Holders,
    Keyed,
    Limited,
    ListClosed,
    Listed,
    Manager,
    OnBet,
    Reopened,
    Result,
    Revealed,
    Reversed,
    Settled,
    Shuffled,
    Stage,
    Staked,
    Standing,
    Stood,
    StreamEvent,
    TableView,
    Totals,
    Turned,
    Voided,
)
from puntobanco.wire.table_fold import fold
from tests.faults.chip_witness import ChipWitness
from tests.faults.violation import Violation, expect

_event: Final = msgspec.json.Decoder(StreamEvent)
STREAMED: Final = frozenset(str(each.__struct_config__.tag) for each in StreamEvent.__args__)
OPEN_ENDED: Final = 2**62  # until a croupier ends it
_BETWEEN: Final = frozenset({Stage.RESTING, Stage.BURNING, Stage.PAID})
FOLLOWS: Final[dict[type, frozenset[Stage]]] = {
    Shuffled: _BETWEEN,
    ListClosed: frozenset({Stage.MIXING}),
    Fixed: frozenset({Stage.OPENING}),
    Burned: frozenset({Stage.BURNING}),
    BettingOpened: frozenset({Stage.BURNING, Stage.PAID}),
    Staked: frozenset({Stage.BETTING}),
    Closing: frozenset({Stage.BETTING}),
    Reopened: frozenset({Stage.DEALING}),
    DealingBegan: frozenset({Stage.CLOSING, Stage.BURNING, Stage.PAID}),
    Drawn: frozenset({Stage.DEALING}),
    Called: frozenset({Stage.DEALING}),
    Turned: frozenset({Stage.DEALING}),
    HandedBack: frozenset({Stage.DEALING}),
    Boxed: frozenset(Stage),
    Directed: frozenset(Stage),
    Manager: frozenset(Stage),
    Keyed: frozenset({Stage.BETTING, Stage.DEALING}),
    Amended: frozenset({Stage.DEALING}),
    Reversed: frozenset({Stage.PAID, Stage.BETTING}),
    CutCardSeen: frozenset({Stage.BETTING, Stage.CLOSING, Stage.DEALING, Stage.PAYING, Stage.PAID}),
    Aside: frozenset({Stage.DEALING}),
    Corrected: frozenset({Stage.DEALING}),
    Voided: frozenset({Stage.BETTING, Stage.CLOSING, Stage.DEALING}),
    Result: frozenset({Stage.DEALING}),
    Settled: frozenset({Stage.PAYING}),
    Revealed: frozenset({Stage.OPENING, Stage.BURNING, Stage.PAID}),
    Stood: frozenset(Stage),
    Limited: frozenset(Stage),
}


class TableWitness:
    """Follows one table's records and reports whatever doesn't follow from earlier ones."""

    def __init__(self, table: SharedTable, sheet: Sheet, leaving: bool = False) -> None:
        self.name, self.sheet, self._leaving = table.name, sheet, leaving
        self.view = TableView(table.name, table.view.epoch, 0, Standing.OPEN, Stage.RESTING)
        self.views = {0: self.view}  # by offset
        self.stakes: dict[int, dict[Bet, int]] = {}  # by seat
        self.left: dict[int, dict[Bet, int]] = {}  # the part left on the cloth by the coup before
        self.hands = self.handed_back = self.left_behind = 0  # counts
        self._since: dict[tuple[int, Bet], int] = {}  # by seat and bet: when the stake was placed
        self._names: dict[int, str] = {}
        self._boxed: set[str] = set()  # players with a box since the betting opened
        self._first, self._cagnotte = 0, 0  # the coup's first card in the sabot; an account
        self._given: Holders = {}  # players who got the cards, even if handed back
        self._spoken: list[tuple[int, Called | Held | Turned]] = []  # not yet compared with cards
        self.began = self.closes = 0  # begin and end of the betting
        self._was_left = False  # the croupier left before the cards, perhaps for a moment
        self.secrets: tuple[bytes, ...] = ()
        self.coups = self.retired = self.last_at = 0
        self.told: Counter[type] = Counter()
        self._staked_in: dict[int, str] = {}
        self.over: set[tuple[int, str]] = set()  # closed sessions: seat and session
        self._sitting_out: set[str] = set()
        self._terms: Terms | None = None
        self._players: tuple[Mixed, ...] = ()
        self._dealt: list[tuple[int, str]] = []  # place in the sabot and cards; not yet compared
        self._order: tuple[str, tuple[Card, ...]] = "", ()
        self._coup: Coup | None = None
        self.chips = ChipWitness(sheet)

    # --- the stream ----------------------------------------------------------------------

    def follow(self, record: Record) -> StreamEvent:
        event: StreamEvent = _event.decode(record.body)
        where = f"{type(event).__name__} {event.offset} of {self.name}"
        view = self.view
        expect(event.epoch == view.epoch, f"{where}: another epoch")
        expect(event.offset == view.offset + 1, f"{where}: offsets with a gap")
        expect(view.stage in FOLLOWS[type(event)], f"{where}: while it is {view.stage}")
        is_reveal = isinstance(event, Revealed)
        expect(
            (record.event is RecordKind.REVEALED) == is_reveal,
            f"{where}: recorded as {record.event}",
        )
        expect(not record.postings and not record.key, f"{where}: moves money")
        match event:
            case Shuffled() | ListClosed() | Fixed() | Revealed():
                self._check_mixing(event, where)
            case Burned():
                rule = self.sheet.cards.burn
                first = parse_cards(event.first)[0]
                expect(rule is not None and event.gone == rule.cards(first), f"{where}: wrong burn")
                if not self._is_real:
                    self._dealt.append((0, event.first))
            case Drawn():
                expect(
                    (event.coup, event.gone) == (view.coup, view.gone + 1), f"{where}: card skipped"
                )
                if self._is_real:
                    self._check_read(event, where)
                else:
                    self._check_drawn(event, where)
            case Directed() | Aside() | Corrected() | Voided() | Manager() | Keyed():
                self._check_person(event, where)
            case Called() | Turned() | HandedBack():
                self._check_hand(event, where)
            case Boxed():
                self._check_boxed(event, where)
            case _:
                self._check_coup(event, where)
        self.chips.follow(event, view.stage, where)
        self.view = self.views[event.offset] = fold(view, event)
        self.last_at = event.at
        self.told[type(event)] += 1
        return event

    def _check_mixing(self, event: Shuffled | ListClosed | Fixed | Revealed, where: str) -> None:
        view = self.view
        if isinstance(event, Shuffled):
            expect(event.sabot == view.sabot + 1, f"{where}: numbers with a gap")
            is_over = view.stage is Stage.RESTING or not event.commitment
            expect(is_over, f"{where}: while it is {view.stage}")
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
            expect(hashes == known, f"{where}: another list of players")
        self._players = listed
        if isinstance(event, Fixed):
            opened = [hash_seed(each.seed or "") == each.hash for each in listed]
            expect(all(opened), f"{where}: a seed without a matching hash")
            expect(event.exhibition == (not listed), f"{where}: exhibition {event.exhibition}")
            fixed = fix(bytes.fromhex(view.commitment), listed).hex()
            expect(event.fixed == fixed, f"{where}: fixed otherwise")
            self._sitting_out.clear()  # they have sat out, even if nobody else mixed
        elif isinstance(event, Revealed):
            self._check_revealed(event, where)

    def _check_revealed(self, event: Revealed, where: str) -> None:
        silent = {each.player for each in self._players if each.seed is None}
        self._check_seed(bytes.fromhex(event.server_seed), where)
        expect(event.commitment == self.view.commitment, f"{where}: another commitment")
        given_up = self.view.stage is Stage.OPENING
        expect(bool(silent) == given_up, f"{where}: {silent} while {self.view.stage}")
        goes_on = not self.view.exhibition and self.sheet.cards.deals(self.view.gone)
        ended = "retired" if given_up else "closed" if goes_on else "played"
        expect(event.ended == ended, f"{where}: {event.ended}")
        expect(event.coups == self.view.statistics.coups, f"{where}: {event.coups} coups")
        self._sitting_out |= silent
        self.retired += given_up

    def _check_coup(self, event: StreamEvent, where: str) -> None:
        view = self.view
        match event:
            case BettingOpened():
                expect(not view.exhibition, f"{where}: on an exhibition")
                expect(event.coup == view.coup + 1, f"{where}: coups with a gap")
                expect((event.fixed, event.gone) == (view.fixed, view.gone), f"{where}: cards")
                goes_on = self._is_real or self.sheet.cards.deals(view.gone)
                expect(goes_on, f"{where}: after the cut card")
                expect(view.standing is Standing.OPEN, f"{where}: while it is {view.standing}")
                expect(self.stakes == self.left, f"{where}: {self.stakes} are not settled")
                self._boxed = {each for sit in view.boxes.values() for each in sit}
                self.began, self.closes = event.at, event.until or OPEN_ENDED
                self._was_left = False
            case Closing():
                expect(event.coup == view.coup, f"{where}: of another coup")
                expect(event.at >= self.closes or self._by_person, f"{where}: too early")
                expect(event.since <= event.at + 1, f"{where}: closed in the future")
                expect(event.since <= self.closes, f"{where}: later than the clock")
                self.closes = event.since
            case Reopened():
                expect(event.coup == view.coup, f"{where}: of another coup")
                expect(not view.cards + view.aside, f"{where}: a card lies already")
                self.closes = event.until or OPEN_ENDED
            case Amended():
                expect(event.coup == view.coup, f"{where}: of another coup")
                expect(bool(event.reason), f"{where}: without a reason")
            case Reversed():
                coup = view.coup - (view.stage is Stage.BETTING)
                expect(event.coup == coup, f"{where}: of another coup")
                lay = print_cards(self._coup.cards) if self._coup else ""
                expect(event.cards == lay, f"{where}: {lay} was announced")
            case DealingBegan():
                was_open = view.stage is Stage.CLOSING
                expect(was_open or view.exhibition, f"{where}: nobody could bet")
                expect(event.coup == view.coup + (not was_open), f"{where}: coups with a gap")
                totals = self._totals()
                expect(event.bets == totals, f"{where}: says {event.bets}, but {totals} is staked")
                for seat in self.left:
                    over = (seat, self._staked_in[seat]) in self.over
                    expect(not over, f"{where}: seat {seat} has left, and plays on")
                expect(self._may_hold(event.holders), f"{where}: {event.holders} hold them")
                self._first, self._given = view.gone, event.holders
            case Result():
                expect(FACE_DOWN not in view.cards, f"{where}: before all are turned")
                cards = parse_cards(event.cards)
                expect(event.cards == view.cards, f"{where}: other cards")
                self._coup = deal(self.sheet.rule, cards)
                expect(print_cards(self._coup.cards) == event.cards, f"{where}: against the rule")
                expect(self._coup.outcome is event.outcome, f"{where}: {event.outcome}")
                self.coups += 1
            case Settled():
                lie = {} if view.void else self.left
                expect(self.stakes == lie, f"{where}: {self.stakes} are not left")

    def _totals(self) -> Totals:
        return {
            bet: OnBet(sum(amounts), len(amounts))
            for bet in Bet
            if (amounts := [each[bet] for each in self.stakes.values() if bet in each])
        }

    # --- a person runs it ----------------------------------------------------------------

    @property
    def _by_person(self) -> bool:
        """Whether people run the table; the betting can't open before one has taken it."""
        return self.told[Directed] > 0

    @property
    def _is_real(self) -> bool:
        """Whether the sabot is a real one, whose cards are read in."""
        return self.view.sabot > 0 and not self.view.commitment

    def _check_person(
        self, event: Directed | Aside | Corrected | Voided | Manager | Keyed, where: str
    ) -> None:
        view = self.view
        if isinstance(event, Directed):
            expect(event.croupier != view.croupier, f"{where}: {event.croupier} runs it already")
            if view.stage is Stage.BETTING:
                # A bet of the same millisecond may have been accepted before.
                self.closes = max(event.until, event.at + 1) if event.until else OPEN_ENDED
            if view.stage in (Stage.BETTING, Stage.CLOSING):
                self._was_left |= not event.croupier
            return
        if isinstance(event, Manager):
            return
        expect(event.coup == view.coup, f"{where}: of another coup")
        if isinstance(event, Keyed):
            is_open = view.stage is Stage.BETTING or event.at < (view.until or 0)
            expect(is_open and not view.cards + view.aside, f"{where}: too late")
            return
        expect(self._is_real, f"{where}: for our sabot")
        match event:
            case Aside():
                expect(self._is_complete(view.cards), f"{where}: the rule asks for it")
                expect(event.gone == view.gone + 1, f"{where}: card skipped")
            case Corrected():
                lay = _cards(view.cards + view.aside)
                expect(lay[event.n - 1] == event.before, f"{where}: {event.before} was not there")
                lay[event.n - 1] = event.after
                if event.other:
                    lay[event.other - 1] = event.before
                lie = "".join(lay)
                gone = view.gone - (not event.after)
                expect(event.gone == gone, f"{where}: {event.gone} cards gone, not {gone}")
                expect(event.cards + event.aside == lie, f"{where}: other cards than {lie}")
                expect(bool(event.reason), f"{where}: without a reason")

    def _is_complete(self, cards: str) -> bool:
        try:
            return print_cards(deal(self.sheet.rule, parse_cards(cards)).cards) == cards
        except TooFewCards:
            return False

    # --- cards in hand -------------------------------------------------------------------

    @property
    def _in_hand(self) -> bool:
        return self.sheet.cards.faces == (Faces.DOWN,) and not self.view.exhibition

    def _may_hold(self, holders: Holders) -> bool:
        """Whether they have the largest stake on a side, then the earliest, then the lowest number.

        No record tells who was connected when the betting closed. But a player who was passed over
        on one side holds nothing on the other side.
        """
        passed: set[str] = set()
        bets = {side: Bet(side.value) for side in self.sheet.table.holders if self._in_hand}
        for side, bet in bets.items():
            order = sorted(
                (-stakes[bet], self._since[seat, bet], int(self._names[seat]))
                for seat, stakes in self.stakes.items()
                if bet in stakes
            )
            players = [str(number) for _, _, number in order]
            holder = holders.get(side)
            if holder is not None and holder not in players:
                return False
            passed |= set(players if holder is None else players[: players.index(holder)])
        return set(holders) <= set(bets) and not passed & set(holders.values())

    def _check_drawn(self, event: Drawn, where: str) -> None:
        view = self.view
        down = self._in_hand and (event.n <= 4 or event.side in view.holders)
        expect((event.card == FACE_DOWN) == down, f"{where}: {event.card} face {down}")
        if not down:
            self._dealt.append((view.gone, event.card))
        expect(event.n <= 4 or "??" not in view.cards or down, f"{where}: before all are turned")

    def _check_read(self, event: Drawn, where: str) -> None:
        """Check a card of a real sabot: its place is free, and no face is told early."""
        view, place = self.view, 2 * event.n - 2
        is_next = place == len(view.cards)
        is_turned = self._in_hand and place < 8 and view.cards[place : place + 2] in ("", FACE_DOWN)
        is_free = is_next if self._leaving else is_next or is_turned
        expect(is_free and not view.aside, f"{where}: card {event.n} of {view.cards}")
        if self._leaving:
            # A manager may have taken the only chips off Punto; then nobody holds its cards.
            is_held = not self.told[Keyed] or any("punto" in on for on in self.chips.cloth.values())
            is_punto = event.side is Side.PUNTO and view.called is not None and is_held
            is_down = (event.n <= 4 or is_punto) and not view.corrections
            expect(event.card == FACE_DOWN or not is_down, f"{where}: {event.card} is told early")
        else:
            expect(event.card != FACE_DOWN, f"{where}: nobody knows it")

    def _check_turned(self, event: Turned, where: str) -> None:
        """Check that only the cards of a side that was turned are told."""
        view = self.view
        for n in range(0, len(view.cards), 2):
            old, new = view.cards[n : n + 2], event.cards[n : n + 2]
            side = (Side.PUNTO, Side.BANCO)[n // 2 % 2] if n < 8 else view.fifth
            expect(old == new or side is event.side, f"{where}: {new} is told early")

    def _check_hand(self, event: Called | Turned | HandedBack, where: str) -> None:
        view = self.view
        expect(event.coup == view.coup, f"{where}: of another coup")
        if isinstance(event, HandedBack):
            expect(view.holders.get(event.side) == event.player, f"{where}: never held")
            self.handed_back += 1
            return
        is_dealt = len(view.cards) >= 8 or (self._is_real and not self._leaving)
        expect(is_dealt, f"{where}: before the fourth card")
        side = event.side if isinstance(event, Turned) else Side.PUNTO
        holder = view.holders.get(side, "")
        is_late = view.until is not None and event.at >= view.until
        expect(
            event.player == holder or (not event.player and is_late), f"{where}: by another player"
        )
        if self._is_real and isinstance(event, Turned):
            self._check_turned(event, where)
            return
        if not self._is_real:
            self._spoken.append((self._first, event))
        if isinstance(event, Called):
            expect(
                self.sheet.table.holder_calls and view.called is None, f"{where}: no call is due"
            )
            return
        for n in range(0, len(view.cards), 2):
            old, new = view.cards[n : n + 2], event.cards[n : n + 2]
            expect(old in (new, FACE_DOWN), f"{where}: {old} became {new}")
            if old != new:
                self._dealt.append((self._first + n // 2, new))
        if not self.sheet.table.holder_calls and side not in view.holders:
            expect(self._are_up(view.holders), f"{where}: held cards are shown first")

    def _are_up(self, holders: Holders) -> bool:
        """Whether the first two cards of every held side have been turned."""
        lie = self.view.cards
        first = {Side.PUNTO: lie[0:2], Side.BANCO: lie[2:4]}
        return all(first[side] != FACE_DOWN for side in holders)

    def _check_boxed(self, event: Boxed, where: str) -> None:
        most, boxes = self.sheet.table.players_per_box, self.sheet.table.boxes
        there = self.view.boxes.get(event.box, ())
        expect(bool(boxes) and event.box <= boxes[0], f"{where}: no such box")
        expect(not event.box or most is None or len(there) < most, f"{where}: {there} sit there")
        if event.box:
            self._boxed.add(event.player)

    def held(self, seat: SharedSeat, record: Record, told: Held) -> None:
        where = f"cards in hand at seat {seat.id}"
        expect(not record.postings and not record.key, f"{where}: move money")
        expect(self.view.stage is Stage.DEALING, f"{where}: while it is {self.view.stage}")
        expect(told.number == self.view.coup, f"{where}: of another coup")
        expect(len(self.view.cards) >= 8, f"{where}: before the fourth card")
        self._spoken.append((self._first, told))
        expect(self._given.get(told.side) == str(seat.account), f"{where}: by another player")
        self.hands += 1

    def _check_spoken(self, order: tuple[Card, ...], where: str) -> None:
        """Check what was said about cards that were face down."""
        for first, told in self._spoken:
            coup = deal(self.sheet.rule, order[first : first + MOST_CARDS])
            if isinstance(told, Called):
                draws = self.sheet.rule.punto_draws(points(coup.punto[:2]))
                expect(told.draws == draws, f"{where}: called against the rule")
                continue
            hand = coup.punto if told.side is Side.PUNTO else coup.banco
            if isinstance(told, Held):
                shown = print_cards(hand)
                expect(told.cards in (shown[:4], shown), f"{where}: {told.cards} of {shown}")
                counted = points(parse_cards(told.cards))
                expect(told.points == counted, f"{where}: {told.points} for {told.cards}")
            else:
                known = (points(hand[:2]), points(hand))
                expect(told.points in known, f"{where}: {told.points} points")
        self._spoken.clear()

    # --- the cards -----------------------------------------------------------------------

    def _check_seed(self, seed: bytes, where: str) -> None:
        """Check that a seed opens its commitment and gives the cards that were dealt."""
        expect(self._terms is not None, f"{where}: nothing was committed to")
        if self._terms is None:
            return
        commitment = commit(seed, self._terms).hex()
        expect(commitment == self.view.commitment, f"{where}: the seed has another hash")
        if not self._dealt and not self._spoken:
            return
        if self._order[0] != self.view.fixed:
            self._order = self.view.fixed, deal_order(seed, self._terms, self._players)
        for place, card in self._dealt:
            there = str(self._order[1][place])
            expect(card == there, f"{where}: {card} where {there} was fixed")
        self._dealt.clear()
        self._check_spoken(self._order[1], where)

    # --- stakes --------------------------------------------------------------------------

    def bet(self, seat: SharedSeat, record: Record, told: BetTaken) -> None:
        where = f"bet {record.key} at seat {seat.id}"
        is_open = self.view.stage in (Stage.BETTING, Stage.CLOSING)
        expect(is_open, f"{where}: while it is {self.view.stage}")
        expect(told.number == self.view.coup, f"{where}: bet on coup {told.number}")
        before = self.stakes.get(seat.id, {})
        table = self.sheet.table
        may_bet = not table.boxes or table.standing or str(seat.account) in self._boxed
        expect(may_bet, f"{where}: bet without a box")
        is_run = not self._by_person or self.view.croupier
        expect(bool(is_run), f"{where}: while nobody runs the table")
        self._names[seat.id] = str(seat.account)
        for each in set(told.bets) - set(before):
            self._since[seat.id, each] = record.at
        session = self._staked_in.setdefault(seat.id, told.session)
        expect(session == told.session, f"{where}: beside stakes of session {session}")
        after = {bet: before.get(bet, 0) + told.bets.get(bet, 0) for bet in [*before, *told.bets]}
        expect(told.stakes == after, f"{where}: {told.stakes} on the cloth")
        expect(told.staked == sum(told.bets.values()) > 0, f"{where}: wrong sum")
        posting = Posting(seat.credit_account, seat.stakes_account, told.staked)
        expect(record.postings == (posting,), f"{where}: posted otherwise")
        since = {each: self._since[seat.id, each] for each in after}
        expect(told.since == since, f"{where}: since {told.since}, and it is {since}")
        self.stakes[seat.id] = after

    def paid(self, seat: SharedSeat, record: Record, told: Paid) -> None:
        """Check that a payment is made once, by the rule, to the credit or the account."""
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
        due, left = pay(self.sheet, self._coup, stakes), self._left_of(stakes, told)
        self.left.pop(seat.id, None)
        expect(told.left == left, f"{where}: {told.left} are left, not {left}")
        if left:
            self.stakes[seat.id] = self.left[seat.id] = left
            self._staked_in[seat.id] = told.of_session
            self.left_behind += 1
        kept = sum(left.values())
        returned = due.total - kept
        expect(told.returned == returned, f"{where}: {told.returned}, not {returned}")
        expect(told.cards == view.cards, f"{where}: other cards")
        if kept == sum(stakes.values()):
            expect(record.postings == (), f"{where}: posted otherwise")
            return
        [taken, *given] = record.postings
        expect(
            (taken.payer, taken.amount) == (seat.stakes_account, sum(stakes.values()) - kept),
            f"{where}: stakes taken in wrongly",
        )
        payee = seat.account if told.to_account else seat.credit_account
        expected = [Posting(taken.payee, payee, returned)] if returned else []
        commission = sum(each.commission for each in due.payments)
        if commission and self.sheet.table.cagnotte:
            cagnotte = given[-1].payee if given else 0
            self._cagnotte = self._cagnotte or cagnotte
            expected.append(Posting(taken.payee, self._cagnotte, commission))
        expect(given == expected, f"{where}: posted otherwise")

    def _left_of(self, stakes: dict[Bet, int], told: Paid) -> dict[Bet, int]:
        """The stakes that Égalité leaves on the cloth, for players who are still there."""
        stays = self.sheet.betting.egalite_stakes is EgaliteStakes.LEFT
        if not stays or told.to_account or told.outcome is not Outcome.EGALITE:
            return {}
        return {bet: each for bet, each in stakes.items() if bet in (Bet.PUNTO, Bet.BANCO)}

    def returned(self, seat: SharedSeat, record: Record, told: GivenBack) -> None:
        """Check that returned stakes were left on the cloth and were not in play."""
        view, where = self.view, f"{told.reason} at seat {seat.id}"
        if told.reason is WhyReturned.VOID:
            self._voided(seat, record, told, where)
            return
        in_play = view.stage in (Stage.DEALING, Stage.PAYING) and told.number <= view.coup
        in_play &= not view.void  # all stakes of a void coup are returned anyway
        expect(not in_play, f"{where}: while {view.stage}")
        left = self.left.get(seat.id, {})
        part = {bet: left.get(bet) for bet in told.stakes}
        expect(bool(left) and told.stakes == part, f"{where}: {told.stakes} of {left}")
        asked = told.reason is WhyReturned.WITHDRAWN
        expect(asked or told.stakes == left, f"{where}: only {told.stakes} of {left}")
        expect(bool(record.key) == asked, f"{where}: asked for by {record.key!r}")
        expect(told.of_session == self._staked_in[seat.id], f"{where}: of another session")
        payee = seat.account if told.to_account else seat.credit_account
        posting = Posting(seat.stakes_account, payee, sum(told.stakes.values()))
        expect(record.postings == (posting,), f"{where}: posted otherwise")
        self.left[seat.id] = {bet: each for bet, each in left.items() if bet not in told.stakes}
        lies = self.stakes[seat.id]
        self.stakes[seat.id] = {
            bet: less for bet in lies if (less := lies[bet] - told.stakes.get(bet, 0))
        }
        for kept in (self.left, self.stakes):
            if not kept[seat.id]:
                del kept[seat.id]
        if seat.id not in self.stakes:
            del self._staked_in[seat.id]

    def _voided(self, seat: SharedSeat, record: Record, told: GivenBack, where: str) -> None:
        """Check that a void coup's stakes are returned once, all of them."""
        expect(self.view.void and self.view.stage is Stage.PAYING, f"{where}: no void coup")
        stakes = self.stakes.pop(seat.id, {})
        self.left.pop(seat.id, None)
        expect(bool(stakes) and told.stakes == stakes, f"{where}: {told.stakes} of {stakes}")
        expect(told.of_session == self._staked_in.pop(seat.id), f"{where}: of another session")
        payee = seat.account if told.to_account else seat.credit_account
        posting = Posting(seat.stakes_account, payee, sum(stakes.values()))
        expect(record.postings == (posting,), f"{where}: posted otherwise")

    # --- as it is stored -----------------------------------------------------------------

    def compare(
        self, table: SharedTable, seats: Iterable[SharedSeat], money: dict[int, int]
    ) -> None:
        """Check the stored table against its stream, and its seed against the commitment."""
        if table.view != self.view:
            raise Violation(f"{self.name}: kept {table.view}, told {self.view}")
        mixing = table.mixing
        if mixing.seed:
            self._check_seed(mixing.seed, f"the sabot kept at {self.name}")
        closed = not self.view.fixed or self.view.stage in (Stage.MIXING, Stage.OPENING)
        hidden = [each.seed.encode() for each in mixing.players if each.seed and closed]
        ours = [mixing.seed.hex().encode(), b64encode(mixing.seed)] if mixing.seed else []
        self.secrets = (*ours, *hidden, b'"hidden"')
        expect(self._sitting_out <= mixing.sitting_out, f"{self.name}: somebody needn't sit out")
        for seat in seats:
            staked = self.stakes.get(seat.id, {})
            lying = money.get(seat.stakes_account, 0)
            left = self.left.get(seat.id, {})
            since = {bet: self._since[seat.id, bet] for bet in staked}
            if seat.view.since != since:
                raise Violation(f"{seat} has stakes since {seat.view.since}, {since} told")
            if seat.view.left != left:
                raise Violation(f"{seat} keeps {seat.view.left} on the cloth, {left} told")
            if seat.view.stakes != staked or lying != sum(staked.values()):
                raise Violation(f"{seat} keeps {seat.view.stakes}, {lying} in play, {staked} told")

    def check_drafts(self, seats: Iterable[SharedSeat], since: dict[int, int]) -> None:
        """Check that after the close no chips with automatic confirmation are left as drafts."""
        for seat in seats:
            table, player = self.sheet.table, str(seat.account)
            sits = any(player in players for players in self.view.boxes.values())
            lies = seat.automatic and seat.view.draft and seat.view.coup == self.view.coup
            lies = lies and (sits or table.standing or not table.boxes)
            lies = lies and not self._was_left  # without a croupier no chips are confirmed
            if lies and seat.view.phase is SeatPhase.OPEN and since.get(seat.id, 0) < self.closes:
                covered = sum(seat.view.draft.values()) <= seat.view.credit
                expect(not covered, f"{seat}: {seat.view.draft} was forgotten")


def _listed(players: tuple[Listed, ...]) -> tuple[Mixed, ...]:
    return tuple([Mixed(each.player, bytes.fromhex(each.hash), each.seed) for each in players])


def _cards(text: str) -> list[str]:
    return [text[n : n + 2] for n in range(0, len(text), 2)]
