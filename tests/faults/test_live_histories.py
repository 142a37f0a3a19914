"""Faults put into shared tables on purpose are found within a few histories.

Many searches begin at a seed that soon finds the fault. After a change of the program another seed
may find it, so each search has hundreds of seeds.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from puntobanco.errors import Refusal
from puntobanco.fair.commitment import CommitmentEnding, Terms
from puntobanco.fair.dealer import Dealer, RevealedCommitment
from puntobanco.game.bets import Bet
from puntobanco.game.cards import Card
from puntobanco.game.coup import MOST_CARDS, Side
from puntobanco.game.sheet import Sheet
from puntobanco.ledger.records import Record, RecordKind
from puntobanco.server.seats.shared_seat_runner import SharedSeatRunner
from puntobanco.server.shared_tables import table_runner, table_stakes, tables
from puntobanco.server.shared_tables.consoles import Consoles
from puntobanco.server.shared_tables.table_runner import ConsoleCallback, TableRunner
from puntobanco.server.shared_tables.table_stakes import TableStakes
from puntobanco.table import session
from puntobanco.table.recording import Change
from puntobanco.table.seat import Seat, SharedSeat
from puntobanco.table.shared import (
    automatic_croupier,
    card_holders,
    dealing,
    manager_repairs,
    read_in_cards,
    real_chips,
    shared_seat,
    table_steps,
)
from puntobanco.table.shared.betting_window import StakeMove
from puntobanco.table.shared.card_holders import Bettor, Drawing, holders_of, wanted
from puntobanco.table.shared.shared_seat import GiveBack, Pay, SharedCommand
from puntobanco.table.shared.shared_table import SharedTable, StaffActor, TableChange, TableStep
from puntobanco.table.shared.step_context import StepContext
from puntobanco.wire import console_commands, stream
from puntobanco.wire.console_commands import AnyCommand
from puntobanco.wire.requests import Automatic
from puntobanco.wire.stream import Holders, Stage
from puntobanco.wire.table_spec import TableSpec
from tests.faults import croupiers
from tests.faults.history import (
    CAMPIONE,
    CHIPS,
    DOWN,
    FICHES,
    IN_HAND,
    OURS,
    REAL,
    TABLE,
    History,
    play,
    undisturbed,
)
from tests.faults.memory_store import Staged
from tests.faults.test_histories import finds_violation
from tests.seat_kinds import shared


def played(seeds: Iterable[int], spec: TableSpec, *on_sqlite: int) -> Iterator[History]:
    """Run histories of one table, and yield each after it has ended."""
    with undisturbed():
        for seed in seeds:
            history = History(seed, live=True, spec=spec, sqlite=seed in on_sqlite)
            history.run()
            yield history


def test_histories_of_shared_tables_cover_everything() -> None:
    """Check that bets, retired sabots and sessions that end before payment all occur."""
    coups = retired = bets = to_account = 0
    eventful = (11, 20, 46, 47, 51, 37)
    for history in played(chain(eventful, range(40)), TABLE):
        coups += history.table_witness.coups
        retired += history.table_witness.retired
        bodies = history.witness.bodies
        bets += sum(b'"type":"bet"' in each for each in bodies)
        to_account += sum(b'"to_account":true' in each for each in bodies)
        if coups > 100 and retired > 10 and bets > 60 and to_account > 0:
            break
    assert coups > 100
    assert retired > 10
    assert bets > 60
    assert to_account > 0


class AcceptsEveryBet(TableStakes):
    """Accepts every bet of a player; chips that the table itself confirms are checked."""

    def _check(self, move: StakeMove) -> None:
        if move.received is None:
            super()._check(move)


class SwitchesTooLate(TableStakes):
    """Lets a player decide after the close that chips on the cloth are bets."""

    def move(self, command: SharedCommand, seat: SharedSeat, received: int) -> StakeMove | None:
        return None if isinstance(command, Automatic) else super().move(command, seat, received)


class ForgetsDrafts(TableStakes):
    def _drafts(self) -> list[tuple[SharedSeatRunner, Refusal | None]]:
        return []


class TellsFirst(TableRunner):
    """Sends events before it writes them."""

    def make(self, asked: TableStep, answer: ConsoleCallback) -> Change | None:
        change = super().make(asked, answer)
        if change is not None and change.table is not None:
            self._publish(change.table)
        return change


class OtherCards(TableRunner):
    """Deals again, with other cards, what was under way when the last process died."""

    def __init__(self, table: SharedTable, *values: Any) -> None:
        super().__init__(table, *values)
        self._woken_with = table.view.fixed

    @property
    def order(self) -> tuple[Card, ...]:
        order = super().order
        return order[::-1] if self.view.fixed == self._woken_with else order


class BetsOnExhibitions(TableRunner):
    """Opens the betting on a sabot that nobody has mixed."""

    def look(self) -> None:
        view = replace(self.table.view, exhibition=False)
        self.table = replace(self.table, view=view)
        super().look()


@pytest.mark.parametrize(("broken", "first"), [(ForgetsDrafts, 1), (SwitchesTooLate, 410)])
def test_wrong_automatic_bets_are_found(
    broken: type[TableStakes], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_runner, "TableStakes", broken)
    assert finds_violation(range(first, first + 800), live=True, sqlite=False)


@pytest.fixture
def careless_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the store accept any bet, whatever the stage of the table."""
    monkeypatch.setattr(Staged, "_takes", lambda *_: True)


@pytest.mark.usefixtures("careless_store")
@pytest.mark.parametrize("spec", [TABLE, OURS])
def test_late_bets_are_found(spec: TableSpec, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_runner, "TableStakes", AcceptsEveryBet)
    assert finds_violation(live=True, sqlite=False, spec=spec)


@pytest.mark.parametrize("spec", [TABLE, OURS, REAL])
@pytest.mark.parametrize("sqlite", [False, True])
def test_the_store_refuses_late_bets_even_if_the_process_does_not(
    sqlite: bool, spec: TableSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A late bet occurs in every second history."""
    monkeypatch.setattr(table_runner, "TableStakes", AcceptsEveryBet)
    assert play(range(4 if sqlite else 16), live=True, sqlite=sqlite, spec=spec)


@pytest.mark.parametrize(
    ("broken", "first"), [(TellsFirst, 1), (OtherCards, 11), (BetsOnExhibitions, 1)]
)
def test_a_broken_table_is_found(
    broken: type[TableRunner], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "TableRunner", broken)
    assert finds_violation(range(first, first + 800), live=True, sqlite=False)


def changed(step: Callable[..., Change], change: Callable[[Seat, Change], Change]) -> Any:
    return lambda seat, *values: change(seat, step(seat, *values))


def with_view(change: Change, **wrong: object) -> Change:
    seat = shared(change.seat)
    return replace(change, seat=replace(seat, view=replace(seat.view, **wrong)))


def pays_again(before: Seat, paid: Change) -> Change:
    """Leave the stakes in play after the payment."""
    return with_view(paid, stakes=shared(before).view.stakes)


def pays_double(before: Seat, paid: Change) -> Change:
    assert paid.record is not None
    postings = paid.record.postings
    return replace(paid, record=replace(paid.record, postings=postings + postings[1:]))


def pays_to_the_credit(before: Seat, paid: Change) -> Change:
    """Pay to the credit even if the player has left."""
    assert paid.record is not None
    assert paid.seat is not None
    postings = tuple(
        replace(each, payee=before.credit_account) if each.payee == before.account else each
        for each in paid.record.postings
    )
    return replace(paid, record=replace(paid.record, postings=postings))


@pytest.mark.parametrize(
    ("broken", "first"), [(pays_again, 1), (pays_double, 5), (pays_to_the_credit, 9)]
)
def test_a_wrong_payment_is_found(
    broken: Callable[[Seat, Change], Change], first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shared_seat._STEPS, Pay, changed(shared_seat._pay, broken))
    assert finds_violation(range(first, first + 800), live=True, sqlite=False)


# --- cards in hand, and stakes on the cloth ------------------------------------------------


def test_histories_of_land_tables_cover_everything() -> None:
    """Check that cards in hand, Carta and Resto, and stakes left at Égalité all occur."""
    told: Counter[str] = Counter()
    left = handed_back = 0

    def is_covered() -> bool:
        by_both = [f"{kind} {player}" for kind in ("called", "turned") for player in (True, False)]
        gone = told["withdrawn"] + told["absent"] + told["standing"]
        return (
            told["held False"] > 30
            and handed_back > 10
            and all(told[each] for each in by_both)
            and left > 5  # Égalité left stakes on the cloth
            and gone > 0
        )

    eventful = chain(played((10, 7), CAMPIONE), played((95, 122, 34, 100), IN_HAND))
    for history in chain(eventful, played(range(20), CAMPIONE), played(range(100), IN_HAND)):
        left += history.table_witness.left_behind
        handed_back += history.table_witness.handed_back
        for body in history.witness.bodies:
            said = msgspec.json.decode(body)
            told[f"{said.get('type')} {bool(said.get('player'))}"] += 1
            told[str(said.get("reason"))] += said.get("type") == "returned"
        if is_covered():
            break
    assert is_covered(), (told, left, handed_back)


def test_cards_in_the_wrong_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def smallest(sheet: Sheet, bettors: list[Bettor]) -> Holders:
        turned = [
            replace(each, stakes={bet: 10**9 - stake for bet, stake in each.stakes.items()})
            for each in bettors
        ]
        return holders_of(sheet, turned)

    monkeypatch.setattr(table_stakes, "holders_of", smallest)
    assert finds_violation(range(38, 838), live=True, sqlite=False, spec=IN_HAND)


def test_a_card_shown_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that is dealt into a hand is shown to everybody."""

    def open_cards(*values: Any) -> Any:
        waits = wanted(*values)
        return Drawing(face_down=False) if isinstance(waits, Drawing) else waits

    monkeypatch.setattr(dealing, "wanted", open_cards)
    assert finds_violation(live=True, sqlite=False, spec=CAMPIONE)


class ShowsOthers(TableRunner):
    """Sends the cards in a hand to everybody."""

    def changed(self, live: SharedSeatRunner, record: Record | None) -> None:
        super().changed(live, record)
        if record is not None and record.event is RecordKind.HELD:
            for other in self.seats.values():
                if other is not live and other.connection is not None:
                    other.connection.send(record.body)


def test_cards_in_hand_sent_to_somebody_else_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TableRunner", ShowsOthers)
    assert finds_violation(live=True, sqlite=False, spec=IN_HAND)


def forgets_left(_: Seat, paid: Change) -> Change:
    return with_view(paid, left={})


def takes_left_in(before: Seat, paid: Change) -> Change:
    """Take stakes that were left on the cloth out of play."""
    return with_view(paid, left={}, stakes={})


@pytest.mark.parametrize("broken", [forgets_left, takes_left_in])
def test_left_stakes_that_get_lost_are_found(
    broken: Callable[[Seat, Change], Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(shared_seat._STEPS, Pay, changed(shared_seat._pay, broken))
    assert finds_violation(live=True, sqlite=False, spec=IN_HAND)


def test_left_stakes_that_are_not_returned_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableStakes, "give_back_left", lambda _: False)
    assert finds_violation(range(39, 839), live=True, sqlite=False, spec=IN_HAND)


def test_a_commission_that_the_house_keeps_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps(_: Seat, paid: Change) -> Change:
        assert paid.record is not None
        postings = paid.record.postings
        return replace(paid, record=replace(paid.record, postings=postings[:2]))

    monkeypatch.setitem(shared_seat._STEPS, Pay, changed(shared_seat._pay, keeps))
    assert finds_violation(range(8, 808), live=True, sqlite=False, spec=CAMPIONE)


# --- people at the console -----------------------------------------------------------------


def test_histories_of_staffed_tables_cover_everything() -> None:
    """Check that lost croupiers, false draws, corrections and void coups all occur."""
    told: Counter[type] = Counter()
    left = 0
    wanted = {stream.Directed: 500, stream.Corrected: 15, stream.Aside: 50, stream.Voided: 25}
    wanted |= {stream.HandedBack: 0, stream.Result: 150}
    missing: list[type] = []
    eventful = chain(played((0, 24, 1, 4, 19, 15, 10), OURS, 0), played((0, 3, 21), REAL, 0))
    for history in chain(eventful, played(range(25), OURS), played(range(25), REAL)):
        told += history.table_witness.told
        left += history.table_witness.left_behind
        missing = [event for event, count in wanted.items() if told[event] <= count]
        if not missing and left > 3:
            break
    assert not missing, told
    assert left > 3


class NeverVacates(Consoles):
    """Never takes the table from a croupier who is gone."""

    def vacate(self) -> bool:
        return False


def test_a_table_that_waits_for_its_croupier_for_ever_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_runner, "Consoles", NeverVacates)
    assert finds_violation(live=True, sqlite=False, spec=OURS)


def test_a_bet_while_nobody_runs_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def minds_no_croupier(self: TableStakes, *asked: Any) -> StakeMove | None:
        moves = move(self, *asked)
        return replace(moves, needs_croupier=False) if moves else None

    move = TableStakes.move
    monkeypatch.setattr(TableStakes, "move", minds_no_croupier)
    monkeypatch.setattr(TableStakes, "_check", lambda *_: None)
    assert finds_violation(range(51, 851), live=True, sqlite=False, spec=REAL)


def test_a_closing_that_nobody_finishes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(automatic_croupier._AT, Stage.CLOSING, lambda *_: None)
    assert finds_violation(live=True, sqlite=False, spec=OURS)


def test_a_betting_opened_by_a_disconnecting_croupier_is_ended(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The croupier disconnects before the answer arrives."""

    async def opens_first(world: History) -> None:
        await end_coup(world)
        table = world.floor.tables.get(world.spec.name)
        sits = croupiers.AtConsole(world, table, croupiers.STAFF[2])
        for command in (console_commands.Take, console_commands.NewSabot):
            await sits.say(command(table.view.offset))
        await sits.say(console_commands.Read(table.view.offset, "2c"))
        saying = asyncio.create_task(sits.say(console_commands.OpenBetting(table.view.offset)))
        while table.is_idle and not saying.done():
            await asyncio.sleep(0)
        on_its_way.append(not saying.done())
        saying.cancel()
        await end_coup(world)
        sits.leave()

    on_its_way: list[bool] = []
    end_coup = croupiers.end_coup
    monkeypatch.setattr(croupiers, "end_coup", opens_first)
    for seed in range(12):
        History(seed, live=True, sqlite=False, spec=REAL).run()
    assert sum(on_its_way) > 5
    assert not [each for each in caplog.records if each.message == "not told"]


@pytest.mark.usefixtures("careless_store")
@pytest.mark.parametrize("first", [21, 5_004_627])
def test_a_bet_after_a_croupier_left_or_a_coup_was_void_is_found(first: int) -> None:
    """The table acts on its old state until the change is durable."""
    assert finds_violation(range(first, first + 400), live=True, sqlite=False, spec=REAL)


def test_a_correction_against_the_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read_in_cards, "by_the_rule", lambda _, cards: min(len(cards), MOST_CARDS))
    assert finds_violation(range(18, 818), live=True, sqlite=False, spec=REAL)


def test_a_face_that_is_told_before_its_card_is_turned_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As it is read, or with the other side."""
    read, turned = read_in_cards._read_hidden, card_holders.turned
    monkeypatch.setattr(
        read_in_cards,
        "_read_hidden",
        lambda context, card, insisted, _: read(context, card, insisted, is_down=False),
    )
    assert finds_violation(live=True, sqlite=False, spec=DOWN)
    monkeypatch.setattr(read_in_cards, "_read_hidden", read)
    monkeypatch.setattr(
        dealing,
        "turned",
        lambda lie, _, coup: turned(turned(lie, Side.PUNTO, coup), Side.BANCO, coup),
    )
    assert finds_violation(live=True, sqlite=False, spec=DOWN)


def test_a_correction_of_another_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(context: StepContext, command: console_commands.Correct) -> TableChange:
        return read_in_cards.correct(context, replace(command, n=1))

    monkeypatch.setitem(table_steps._STEPS, console_commands.Correct, other)
    assert finds_violation(live=True, sqlite=False, spec=REAL)


def test_a_void_coup_that_keeps_a_stake_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def keeps(_: Seat, given: Change) -> Change:
        assert given.seat is not None
        return with_view(given, stakes={Bet.PUNTO: 1_000})

    monkeypatch.setitem(shared_seat._STEPS, GiveBack, changed(shared_seat._give_back, keeps))
    assert finds_violation(live=True, sqlite=False, spec=REAL)


class AnswersTooEarly(TableRunner):
    """AnswersTooEarly a croupier before the command is durable."""

    def direct(
        self, command: AnyCommand, staff: StaffActor, received: int, answer: ConsoleCallback
    ) -> None:
        answer(None)
        super().direct(command, staff, received, lambda _: None)


def test_a_command_done_before_it_is_durable_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "TableRunner", AnswersTooEarly)
    assert finds_violation(live=True, sqlite=False, spec=REAL)


def test_stakes_lost_by_leaving_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(_: Seat, closed: Change) -> Change:
        assert closed.seat is not None
        return with_view(closed, stakes={})

    monkeypatch.setattr(session, "_close", changed(session._close, forgets))
    assert finds_violation(live=True, sqlite=False)


def test_a_player_who_mixes_instead_of_sitting_out_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def over(self: Dealer, ended: CommitmentEnding, next_terms: Terms) -> RevealedCommitment:
        revealed = end(self, ended, next_terms)
        self.state = replace(self.state, sitting_out=frozenset())
        return revealed

    end = Dealer._over
    monkeypatch.setattr(Dealer, "_over", over)
    assert finds_violation(live=True, sqlite=False)


def test_a_table_that_waits_for_ever_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for players who never open their seeds."""
    monkeypatch.setitem(automatic_croupier._AT, Stage.OPENING, lambda *_: None)
    assert finds_violation(live=True, sqlite=False)


def test_histories_with_real_chips_cover_everything() -> None:
    wanted = {stream.Keyed, stream.Amended, stream.Reversed, stream.Reopened, stream.Voided}
    told: Counter[type] = Counter()
    payments = 0
    eventful = chain(played((12, 9), CHIPS, 12), played((4, 9), FICHES))
    for history in chain(eventful, played(range(12), CHIPS), played(range(12), FICHES)):
        told += history.table_witness.told
        payments += history.table_witness.chips.payments
        if payments > 20 and wanted <= {*told}:
            break
    assert payments > 20
    assert wanted <= {*told}


def test_wrong_amounts_due_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list without its last player, and stakes that are forgotten when a result is reversed."""
    due = real_chips.due
    monkeypatch.setattr(table_steps, "due", lambda *said: due(*said)[:-1])
    assert finds_violation(live=True, sqlite=False, spec=CHIPS)
    monkeypatch.setattr(table_steps, "due", due)
    monkeypatch.setattr(manager_repairs, "_waiting", lambda _: {})
    assert finds_violation(range(80, 480), live=True, sqlite=False, spec=CHIPS)
