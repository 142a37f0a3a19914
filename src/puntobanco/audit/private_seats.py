"""Replays a seat at a private table: its coups are dealt and paid again."""

from collections.abc import Mapping

from msgspec.structs import replace

from puntobanco.audit.findings import AuditedRecord, Check, Findings
from puntobanco.audit.ledger import Ledger, moved
from puntobanco.audit.outcomes import OutcomeCounts
from puntobanco.audit.rules import Rules
from puntobanco.audit.seats import SeatReplay
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import commit, deal_order, mix
from puntobanco.game.cards import print_cards
from puntobanco.game.coup import MOST_CARDS, Side, deal
from puntobanco.game.settlement import settle, won_bets
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting
from puntobanco.store.sealing import Sealer
from puntobanco.store.seeds import Seeds, seed_mark
from puntobanco.table.seat import PrivateSeat
from puntobanco.table.session import takes
from puntobanco.wire.messages import CoupPlayed, Event, Next, Retired, WhyRetired
from puntobanco.wire.requests import Carte
from puntobanco.wire.seat_fold import PrivateView


class PrivateReplay(SeatReplay):
    seat: PrivateSeat
    view: PrivateView
    has_record_of_restore = True  # it retires the seat's commitment

    def __init__(
        self,
        seat: PrivateSeat,
        sealed: bytes,
        rules: Mapping[str, Rules],
        counts: OutcomeCounts,
        ledger: Ledger,
        findings: Findings,
    ) -> None:
        super().__init__(ledger, findings)
        self.seat, self.view = seat, PrivateView(0)
        self._sealed, self._rules, self._counts = sealed, rules, counts
        self._seeds = Seeds()  # the player's
        # Record and sheet of a commitment that was retired for another sheet.
        self._given_up: tuple[int, str] | None = None

    @property
    def promised(self) -> Next:
        return self.view.next

    def check_own(self, told: Event, audited: AuditedRecord) -> None:
        if not isinstance(told, CoupPlayed | Retired):
            raise ValueError("an event of a seat at a shared table")
        if (told.house, told.table) != (self.seat.house, self.seat.table):
            audited.miss(Check.TOLD, f"it names table {told.table}")
        audited.looks_at(Check.NUMBERS)
        audited.looks_at(Check.COMMITMENTS)
        self.check_promise(Next(told.number, told.commitment), audited)
        self._check_given_up(told.sheet)
        rules = self._rules.get(told.sheet)
        if rules is None:
            audited.miss(Check.SHEETS, f"there is no sheet {told.sheet}")
        restored = isinstance(told, Retired) and told.reason is WhyRetired.RESTORE
        if told.next.number != (1 if restored else told.number + 1):
            why = f"its next number is {told.next.number} after {told.number}"
            audited.miss(Check.NUMBERS, why)
        if isinstance(told, CoupPlayed):
            self._coup(told, audited)
            if rules is not None:
                self._play_again(told, rules, audited)
        else:
            self._retired(told, rules, audited)

    def _coup(self, told: CoupPlayed, audited: AuditedRecord) -> None:
        seat, credit, record = self.seat, self.view.credit, audited.record
        self._counts.coups += 1
        for check in (Check.CARDS, Check.SEEDS, Check.SETTLEMENT):
            audited.looks_at(check)
        stakes = {paid.bet: paid.stake for paid in told.bets}
        audited.check_asked(Carte(told.key, stakes, told.seed), seat.id)
        house = record.postings[0].payee if record.postings else 0
        if self._ledger.kind(house) is not AccountKind.HOUSE:
            audited.miss(Check.POSTINGS, "its stakes don't go to the house")
        audited.check_postings(
            Posting(seat.credit_account, house, told.staked),
            *moved(Posting(house, seat.credit_account, told.returned)),
        )
        if told.credit_before != credit:
            why = f"the credit was {credit}, it says {told.credit_before}"
            audited.miss(Check.SESSIONS, why)
        if told.credit != told.credit_before - told.staked + told.returned or told.credit < 0:
            why = f"a credit of {told.credit} after {told.credit_before}"
            audited.miss(Check.SESSIONS, why)
        if told.player != str(seat.account):
            audited.miss(Check.TOLD, f"it names player {told.player}")
        mark = seed_mark(told.seed)
        if mark in self._seeds:  # the house knew the seed before its commitment
            audited.miss(Check.SEEDS, "the player's seed was used here before")
        self._seeds.add(mark)

    def _play_again(self, told: CoupPlayed, rules: Rules, audited: AuditedRecord) -> None:
        """Deal and pay a coup again from its seeds, by the sheet it names."""
        account = self._ledger.accounts.get(self.seat.account)
        if account is not None and not takes(rules.sheet, account.currency):
            why = f"{account.currency} at a house that doesn't accept it"
            audited.miss(Check.SETTLEMENT, why)
        self._counts.played[told.sheet, told.outcome] += 1
        terms = rules.terms(told.table, told.epoch, told.number)
        seed = bytes.fromhex(told.server_seed)
        if commit(seed, terms).hex() != told.commitment:
            audited.miss(Check.COMMITMENTS, "its seed does not open its commitment")
        order = deal_order(seed, terms, (mix(told.player, told.seed),), MOST_CARDS)
        coup = deal(rules.sheet.rule, order)
        points = coup.points[Side.PUNTO], coup.points[Side.BANCO]
        dealt = (print_cards(coup.cards), *points, coup.outcome, coup.decisions)
        if dealt != (told.cards, told.punto, told.banco, told.outcome, told.decisions):
            audited.miss(Check.CARDS, f"its seeds give {dealt[0]}, it says {told.cards}")
        if told.won not in ((), won_bets(rules.sheet, coup)):
            audited.miss(Check.CARDS, f"it says that {told.won} won")
        stakes = {paid.bet: paid.stake for paid in told.bets}
        try:
            settlement = settle(rules.sheet, coup, stakes)
        except Refusal as refusal:
            audited.miss(Check.SETTLEMENT, refusal.message)
            return
        staked, returned = sum(stakes.values()), settlement.total
        if (settlement.payments, staked, returned) != (told.bets, told.staked, told.returned):
            what = f"it says {told.returned} for {told.staked}"
            audited.miss(Check.SETTLEMENT, f"{staked} staked return {returned}, {what}")

    # --- retired commitments -----------------------------------------------------------------

    def _retired(self, told: Retired, rules: Rules | None, audited: AuditedRecord) -> None:
        audited.looks_at(Check.RETIRED)
        audited.check_unasked()
        audited.check_postings()
        self._counts.retired[told.table, told.reason] += 1
        if rules is not None:
            if told.cut != (rules.sheet.cards.cut or 0):
                audited.miss(Check.RETIRED, "its cut card is not where its sheet puts it")
            seed = bytes.fromhex(told.server_seed)
            terms = rules.terms(told.table, told.of_epoch, told.number)
            # What the seed would have dealt without a player's seed.
            coup = deal(rules.sheet.rule, deal_order(seed, terms, (), MOST_CARDS))
            self._counts.given_up[told.sheet, coup.outcome] += 1
            if commit(seed, terms).hex() != told.commitment:
                audited.miss(Check.COMMITMENTS, "its seed does not open its commitment")
        before, restored = self.view.epoch, told.reason is WhyRetired.RESTORE
        if told.of_epoch != before or (told.epoch > before) is not restored:
            why = f"given up by {told.reason}: epoch {told.epoch} after {before}"
            audited.miss(Check.RETIRED, why)
        if not restored:
            self._given_up = audited.stored.id, told.sheet

    def _check_given_up(self, sheet: str) -> None:
        """Compare the sheet of a retired commitment with that of the next one."""
        if self._given_up is not None and self._given_up[1] == sheet:
            why = "retired for another sheet, but the sheet is the same"
            self._findings.miss(Check.RETIRED, self._given_up[0], why)
        self._given_up = None

    def finish(self, sealer: Sealer | None) -> None:
        super().finish(sealer)
        self._check_given_up(self.seat.sheet.hex())
        self._check_sealed(sealer)

    # --- the row -----------------------------------------------------------------------------

    def as_told(self) -> PrivateView:
        told, stored = self.view.next, self.seat.view
        # Before the first record only the row knows the commitment.
        coming = Next(told.number, told.commitment or stored.next.commitment)
        return replace(self.view, epoch=stored.epoch, draft=stored.draft, next=coming)

    def _check_sealed(self, sealer: Sealer | None) -> None:
        """Check that the unrevealed seed opens its commitment."""
        seat, sheet = self.seat, self.seat.sheet.hex()
        rules = self._rules.get(sheet)
        if rules is None:
            why = f"seat {seat.id}: there is no sheet {sheet}"
            self._findings.miss(Check.SHEETS, None, why)
        elif sealer is not None:
            self._findings.looked_at[Check.SEALED] += 1
            if not self._opens(rules, sealer):
                why = f"seat {seat.id}: its seed is not the committed one"
                self._findings.miss(Check.SEALED, None, why)

    def _opens(self, rules: Rules, sealer: Sealer) -> bool:
        seat = self.seat
        try:
            seed = sealer.open(seat, self._sealed)
            terms = rules.terms(seat.table, seat.view.epoch, seat.next.number)
            return commit(seed, terms).hex() == seat.next.commitment
        except (Refusal, ValueError):
            return False
