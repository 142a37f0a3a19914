"""What is broken on purpose at a shared table is seen within a few histories."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.fair.commitment import Ending, Terms
from puntobanco.fair.dealer import Dealer, Revealed
from puntobanco.game.cards import Card
from puntobanco.server import live_table, tables
from puntobanco.server.live_seat import LiveSeat
from puntobanco.server.live_stakes import Stakes
from puntobanco.server.live_table import Answer, LiveTable
from puntobanco.table import croupier, shared_seat, steps
from puntobanco.table.recorded import Change
from puntobanco.table.seat import Seat
from puntobanco.table.shared import SharedTable, TableStep
from puntobanco.wire.stream import Stage
from tests.faults.history import History
from tests.faults.test_histories import found


def test_shared_tables_see_everything() -> None:
    """Coups with bets, sabots given up, sessions over before their stakes are paid."""
    coups = retired = bets = to_account = 0
    for seed in range(40):
        history = History(seed, live=True, sqlite=False)
        history.run()
        coups += history.table_witness.coups
        retired += history.table_witness.retired
        bodies = history.witness.bodies
        bets += sum(b'"type":"bet"' in each for each in bodies)
        to_account += sum(b'"to_account":true' in each for each in bodies)
    assert coups > 100
    assert retired > 10
    assert bets > 60
    assert to_account > 0


class LateStakes(Stakes):
    """Takes what comes in while nobody has said "no more"."""

    def check_open(self, received: int) -> int:
        self._closing = 0
        return super().check_open(min(received, (self._view.until or 1) - 1))


class ForgetsDrafts(Stakes):
    def _confirm(self, live: LiveSeat) -> None:
        self._confirming.add(live.seat.id)


class TellsFirst(LiveTable):
    """Tells everybody, then writes."""

    def make(self, asked: TableStep, answer: Answer) -> Change | None:
        change = super().make(asked, answer)
        if change is not None and change.table is not None:
            self._publish(change.table)
        return change


class OtherCards(LiveTable):
    """Deals anew what was on its way when the last process died."""

    def __init__(self, table: SharedTable, *values: Any) -> None:
        super().__init__(table, *values)
        self._woken_with = table.view.fixed

    @property
    def order(self) -> tuple[Card, ...]:
        order = super().order
        return order[::-1] if self.view.fixed == self._woken_with else order


class BetsOnShows(LiveTable):
    """Opens the betting on a sabot nobody has mixed."""

    def look(self) -> None:
        view = replace(self.table.view, exhibition=False)
        self.table = replace(self.table, view=view)
        super().look()


@pytest.mark.parametrize("broken", [LateStakes, ForgetsDrafts])
def test_broken_stakes_are_found(broken: type[Stakes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "Stakes", broken)
    assert found(live=True, sqlite=False)


@pytest.mark.parametrize("broken", [TellsFirst, OtherCards, BetsOnShows])
def test_a_broken_table_is_found(broken: type[LiveTable], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "LiveTable", broken)
    assert found(live=True, sqlite=False)


def changed(step: Callable[..., Change], change: Callable[[Seat, Change], Change]) -> Any:
    return lambda seat, *values: change(seat, step(seat, *values))


def pays_again(before: Seat, paid: Change) -> Change:
    """The stakes stay where they were."""
    assert paid.seat is not None
    return replace(paid, seat=replace(paid.seat, stakes=before.stakes))


def pays_double(before: Seat, paid: Change) -> Change:
    assert paid.record is not None
    postings = paid.record.postings
    return replace(paid, record=replace(paid.record, postings=postings + postings[1:]))


def pays_to_the_credit(before: Seat, paid: Change) -> Change:
    """Also of who has left."""
    assert paid.record is not None
    assert paid.seat is not None
    postings = tuple(
        replace(each, payee=before.credit_account) if each.payee == before.account else each
        for each in paid.record.postings
    )
    return replace(paid, record=replace(paid.record, postings=postings))


@pytest.mark.parametrize("broken", [pays_again, pays_double, pays_to_the_credit])
def test_a_wrong_payment_is_found(
    broken: Callable[[Seat, Change], Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_seat, "settle", changed(shared_seat.settle, broken))
    assert found(live=True, sqlite=False)


def test_stakes_lost_by_leaving_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgets(_: Seat, closed: Change) -> Change:
        assert closed.seat is not None
        return replace(closed, seat=replace(closed.seat, stakes={}))

    monkeypatch.setattr(steps, "_close", changed(steps._close, forgets))
    assert found(live=True, sqlite=False)


def test_who_was_silent_and_may_mix_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def over(self: Dealer, ended: Ending, next_terms: Terms) -> Revealed:
        revealed = end(self, ended, next_terms)
        self.state = replace(self.state, sitting_out=frozenset())
        return revealed

    end = Dealer._over
    monkeypatch.setattr(Dealer, "_over", over)
    assert found(live=True, sqlite=False)


def test_a_table_that_waits_for_ever_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """For the silent."""
    monkeypatch.setitem(croupier._AT, Stage.OPENING, lambda *_: None)
    assert found(live=True, sqlite=False)
