"""Deals and pays the coups of private seats again, and checks retired commitments."""

from collections import Counter
from collections.abc import Iterable, Mapping

from puntobanco.audit.findings import (
    Check,
    Findings,
    Miss,
    check_asked,
    check_posted,
    check_unasked,
)
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import commit, deal_order, mix
from puntobanco.game.cards import print_cards
from puntobanco.game.coup import MOST_CARDS, Outcome, Side, deal
from puntobanco.game.settlement import settle
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting, Record
from puntobanco.store.books import SeatRow
from puntobanco.store.interface import Stored
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import Seeds, seed_mark
from puntobanco.table.seat import PrivateSeat, Seat
from puntobanco.table.session import takes
from puntobanco.wire.messages import CoupPlayed, Next, Retired, WhyRetired
from puntobanco.wire.requests import Carte
from puntobanco.wire.seat_fold import PrivateView


class PrivateSeats:
    def __init__(self, rules: Mapping[str, Rules], ledger: Ledger, findings: Findings) -> None:
        self._rules, self._ledger, self._findings = rules, ledger, findings
        self._seeds: dict[int, Seeds] = {}  # players' seeds, by seat
        # By seat: record and sheet of a commitment that was retired for another sheet.
        self._given_up: dict[int, tuple[int, str]] = {}
        self.coups = 0
        self.played: Counter[tuple[str, Outcome]] = Counter()
        self.given_up: Counter[tuple[str, Outcome]] = Counter()
        self.retired: Counter[tuple[str, WhyRetired]] = Counter()  # by table

    def check(
        self,
        seat: PrivateSeat,
        view: PrivateView,
        stored: Stored,
        told: CoupPlayed | Retired,
        miss: Miss,
    ) -> None:
        if (told.house, told.table) != (seat.house, seat.table):
            miss(Check.TOLD, f"it names table {told.table}")
        self._findings.looked_at[Check.NUMBERS] += 1
        check_promise(view.next, Next(told.number, told.commitment), miss)
        self._check_given_up(seat, told.sheet)
        rules = self._rules.get(told.sheet)
        if rules is None:
            miss(Check.SHEETS, f"there is no sheet {told.sheet}")
        restored = isinstance(told, Retired) and told.reason is WhyRetired.RESTORE
        if told.next.number != (1 if restored else told.number + 1):
            miss(Check.NUMBERS, f"its next number is {told.next.number} after {told.number}")
        if isinstance(told, CoupPlayed):
            self._coup(seat, view, stored.record, told, miss)
            if rules is not None:
                self._play_again(seat, told, rules, miss)
        else:
            self._retired(seat, view, stored, told, rules, miss)

    def _coup(
        self, seat: PrivateSeat, view: PrivateView, record: Record, told: CoupPlayed, miss: Miss
    ) -> None:
        self.coups += 1
        asked = Carte(told.key, {paid.bet: paid.stake for paid in told.bets}, told.seed)
        check_asked(record, asked, self._findings, miss)
        house = record.postings[0].payee if record.postings else 0
        if self._ledger.kind(house) is not AccountKind.HOUSE:
            miss(Check.POSTINGS, "its stakes don't go to the house")
        postings: tuple[Posting, ...] = (Posting(seat.credit_account, house, told.staked),)
        if told.returned:
            postings += (Posting(house, seat.credit_account, told.returned),)
        check_posted(record, postings, miss)
        if told.credit_before != view.credit:
            miss(Check.SESSIONS, f"the credit was {view.credit}, it says {told.credit_before}")
        if told.credit != told.credit_before - told.staked + told.returned or told.credit < 0:
            miss(Check.SESSIONS, f"a credit of {told.credit} after {told.credit_before}")
        if told.player != str(seat.account):
            miss(Check.TOLD, f"it names player {told.player}")
        seeds, mark = self._seeds.setdefault(seat.id, Seeds()), seed_mark(told.seed)
        if mark in seeds:  # the house knew the seed before its commitment
            miss(Check.SEEDS, "the player's seed was used here before")
        seeds.add(mark)

    def _play_again(self, seat: PrivateSeat, told: CoupPlayed, rules: Rules, miss: Miss) -> None:
        """Deal and pay a coup again from its seeds, by the sheet it names."""
        account = self._ledger.accounts.get(seat.account)
        if account is not None and not takes(rules.sheet, account.currency):
            miss(Check.SETTLEMENT, f"{account.currency} at a house that doesn't accept it")
        self.played[told.sheet, told.outcome] += 1
        terms = rules.terms(told.table, told.epoch, told.number)
        seed = bytes.fromhex(told.server_seed)
        if commit(seed, terms).hex() != told.commitment:
            miss(Check.COMMITMENTS, "its seed does not open its commitment")
        order = deal_order(seed, terms, (mix(told.player, told.seed),), MOST_CARDS)
        coup = deal(rules.sheet.rule, order)
        points = coup.points[Side.PUNTO], coup.points[Side.BANCO]
        dealt = (print_cards(coup.cards), *points, coup.outcome, coup.decisions)
        if dealt != (told.cards, told.punto, told.banco, told.outcome, told.decisions):
            miss(Check.CARDS, f"its seeds give {dealt[0]}, it says {told.cards}")
        stakes = {paid.bet: paid.stake for paid in told.bets}
        try:
            settlement = settle(rules.sheet, coup, stakes)
        except Refusal as refusal:
            miss(Check.SETTLEMENT, refusal.message)
            return
        staked, returned = sum(stakes.values()), settlement.total
        if (settlement.payments, staked, returned) != (told.bets, told.staked, told.returned):
            what = f"it says {told.returned} for {told.staked}"
            miss(Check.SETTLEMENT, f"{staked} staked return {returned}, {what}")

    def _retired(
        self,
        seat: PrivateSeat,
        view: PrivateView,
        stored: Stored,
        told: Retired,
        rules: Rules | None,
        miss: Miss,
    ) -> None:
        self._findings.looked_at[Check.RETIRED] += 1
        check_unasked(stored.record, miss)
        check_posted(stored.record, (), miss)
        self.retired[told.table, told.reason] += 1
        restored = told.reason is WhyRetired.RESTORE
        if rules is not None:
            if told.cut != (rules.sheet.cards.cut or 0):
                miss(Check.RETIRED, "its cut card is not where its sheet puts it")
            seed = bytes.fromhex(told.server_seed)
            terms = rules.terms(told.table, told.of_epoch, told.number)
            # What the seed would have dealt without a player's seed.
            coup = deal(rules.sheet.rule, deal_order(seed, terms, (), MOST_CARDS))
            self.given_up[told.sheet, coup.outcome] += 1
            if commit(seed, terms).hex() != told.commitment:
                miss(Check.COMMITMENTS, "its seed does not open its commitment")
        if told.of_epoch != view.epoch or (told.epoch > view.epoch) is not restored:
            miss(Check.RETIRED, f"given up by {told.reason}: epoch {told.epoch} after {view.epoch}")
        if not restored:
            self._given_up[seat.id] = stored.id, told.sheet

    def _check_given_up(self, seat: PrivateSeat, sheet: str) -> None:
        record, given_up = self._given_up.pop(seat.id, (None, ""))
        if given_up == sheet:
            why = "retired for another sheet, but the sheet is the same"
            self._findings.miss(Check.RETIRED, record, why)

    def finish(self, seats: Iterable[Seat]) -> None:
        """Compare the last retired commitments with the sheets of the present ones."""
        for seat in seats:
            if isinstance(seat, PrivateSeat):
                self._check_given_up(seat, seat.sheet.hex())

    def check_sealed(self, rows: Iterable[SeatRow], sealer: Sealer | None) -> None:
        """Check that the unrevealed seeds open their commitments."""
        if sealer is None:
            self._findings.skip(Check.SEALED, "the sealing key isn't here")
        for row in rows:
            seat = row.seat
            if not isinstance(seat, PrivateSeat):
                continue
            rules = self._rules.get(seat.sheet.hex())
            if rules is None:
                why = f"seat {seat.id}: there is no sheet {seat.sheet.hex()}"
                self._findings.miss(Check.SHEETS, None, why)
            elif sealer is not None:
                self._findings.looked_at[Check.SEALED] += 1
                if not _opens(seat, row.sealed, rules, sealer):
                    why = f"seat {seat.id}: its seed is not the committed one"
                    self._findings.miss(Check.SEALED, None, why)


def check_promise(promised: Next, told: Next, miss: Miss) -> None:
    """Check that the next coup is the one that was announced."""
    if told.number != promised.number:
        miss(Check.NUMBERS, f"its number is {told.number} instead of {promised.number}")
    if promised.commitment and told.commitment != promised.commitment:
        miss(Check.COMMITMENTS, "its commitment is not the one given before")


def _opens(seat: PrivateSeat, sealed: bytes, rules: Rules, sealer: Sealer) -> bool:
    try:
        seed = sealer.open(seat, sealed)
        terms = rules.terms(seat.table, seat.view.epoch, seat.next.number)
        return commit(seed, terms).hex() == seat.next.commitment
    except (Refusal, ValueError):
        return False
