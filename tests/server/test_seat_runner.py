"""One request after another at a seat, also when something fails between them."""

import pytest
from msgspec import Struct, json

from puntobanco.errors import OurFault, Refusal, TakenOver
from puntobanco.game.cards import print_cards
from puntobanco.server.house.writer import Job
from puntobanco.server.seats.private_seat_runner import PrivateSeatRunner
from puntobanco.server.seats.seat_runner import QueuedRequest, SeatRunner
from puntobanco.table.private_seat import draw
from puntobanco.wire.requests import Carte
from tests.seat_kinds import private
from tests.server.visitors import House, open_for_business
from tests.store.guests import carte

pytestmark = pytest.mark.anyio


class Dealt(Struct):
    """The one field of a coup that is read here."""

    cards: str


async def seat_of_a_guest(house: House) -> SeatRunner:
    table = await (await house.guest()).sit()
    runner = await house.desk.floor.seat_runner(int(table.session.split(".")[0]))
    assert runner is not None
    return runner


def of_an_older_connection(command: Carte, answers: list[bytes | Refusal]) -> QueuedRequest:
    return QueuedRequest(command, answers.append, generation=-1)


async def test_a_request_that_cannot_be_started_is_refused_and_the_next_one_is_done(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is answered once, also the one before, which had to be looked up in the store."""
    async with open_for_business(database) as house:
        runner, writer = await seat_of_a_guest(house), house.desk.floor.writer
        submit, fails = writer.submit, iter((False, True))

        def submit_but_the_second(job: Job) -> None:
            if next(fails, False):
                raise RuntimeError("a bug")
            submit(job)

        monkeypatch.setattr(writer, "submit", submit_but_the_second)
        answers: list[list[bytes | Refusal]] = [[], [], []]
        runner.ask(of_an_older_connection(carte(), answers[0]))
        runner.ask(QueuedRequest(carte(), answers[1].append))
        runner.ask(QueuedRequest(carte(), answers[2].append))
        await house.settle()
        ((first,), (second,), (third,)) = answers
        assert isinstance(first, TakenOver)
        assert isinstance(second, OurFault)
        assert isinstance(third, bytes)


async def test_a_refused_coup_leaves_no_cards_for_the_next_request(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even if the next request's cards are not drawn in advance."""
    async with open_for_business(database) as house:
        runner = await seat_of_a_guest(house)
        answers = list[bytes | Refusal]()
        runner.ask(of_an_older_connection(carte(), answers))
        await house.settle()
        monkeypatch.setattr(PrivateSeatRunner, "draw", lambda _: None)
        asked = carte()
        own = print_cards(draw(private(runner.seat), asked, runner.setting))
        runner.ask(QueuedRequest(asked, answers.append))
        await house.settle()
        refused, dealt = answers
        assert isinstance(refused, TakenOver)
        assert isinstance(dealt, bytes)
        assert own.startswith(json.decode(dealt, type=Dealt).cards)
