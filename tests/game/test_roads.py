"""Tests of the roads: worked examples, a second implementation, and general laws."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise, product
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup, Outcome, Side
from puntobanco.game.roads import (
    Entry,
    Forecast,
    Mark,
    PlacedMark,
    Road,
    RoadResult,
    bead_plate,
    big_eye_boy,
    big_road,
    cockroach_road,
    forecast,
    print_road,
    result,
    small_road,
)

GOLDEN: Final = Path(__file__).parent.parent / "golden" / "roads.txt"
OUTCOMES: Final = {outcome.name[0]: outcome for outcome in Outcome}
DERIVED: Final = {
    1: big_eye_boy,
    2: small_road,
    3: cockroach_road,
}  # by how many columns they look back
ROADS: Final[tuple[Callable[[Sequence[RoadResult]], Road[Any]], ...]] = (
    bead_plate,
    big_road,
    *DERIVED.values(),
)


def read(sabot: str) -> list[RoadResult]:
    """Read "BP'E,": Banco, Punto with a banco pair, egalite with a punto pair."""
    return [
        RoadResult(OUTCOMES[letter], punto_pair=bool(punto), banco_pair=bool(banco))
        for letter, banco, punto in re.findall("([PBE])('?)(,?)", sabot)
    ]


def marks(road: Road[Mark]) -> str:
    return "".join("R" if placed.content is Mark.REPEATS else "C" for placed in road)


def cells(road: Road[Any]) -> list[tuple[int, int]]:
    return [(placed.column, placed.row) for placed in road]


def all_marks(seen: Forecast) -> tuple[Mark | None, ...]:
    return seen.big_eye_boy, seen.small_road, seen.cockroach_road


# The worked examples


def draw_forecast(results: Sequence[RoadResult]) -> str:
    signs = {Mark.REPEATS: "R", Mark.CHANGES: "C", None: "·"}
    return "\n".join(
        f"{side}  {' '.join(signs[mark] for mark in all_marks(forecast(results, side)))}"
        for side in Side
    )


VIEWS: Final[dict[str, Callable[[Sequence[RoadResult]], str]]] = {
    "bead plate": lambda results: print_road(bead_plate(results)),
    "big road": lambda results: print_road(big_road(results)),
    "big eye boy": lambda results: print_road(big_eye_boy(results)),
    "small road": lambda results: print_road(small_road(results)),
    "cockroach road": lambda results: print_road(cockroach_road(results)),
    "forecast": draw_forecast,
}


def worked_examples() -> Iterator[Any]:
    text = re.sub("^#.*\n", "", GOLDEN.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for example in text.split("\n== ")[1:]:
        heading, *blocks = example.strip().split("\n\n")
        title, sabot = heading.split("\nsabot")
        for block in blocks:
            view, expected = block.split("\n", 1)
            yield pytest.param(view, sabot, expected, id=f"{title}-{view}")


@pytest.mark.parametrize(("view", "sabot", "expected"), list(worked_examples()))
def test_worked_example(view: str, sabot: str, expected: str) -> None:
    assert VIEWS[view](read(sabot)) == expected


def test_the_worked_examples_show_every_road() -> None:
    assert {example.values[0] for example in worked_examples()} == set(VIEWS)


def test_a_cell_of_the_big_road_holds_result_pairs_and_egalites() -> None:
    won = RoadResult(Outcome.BANCO, punto_pair=True)
    assert big_road(read("E B, E P")) == (
        PlacedMark(0, 0, Entry(won, egalites=2)),
        PlacedMark(1, 0, Entry(RoadResult(Outcome.PUNTO))),
    )


@pytest.mark.parametrize(
    ("punto", "banco", "expected"),
    [
        ("7d7s", "9cKs", RoadResult(Outcome.BANCO, punto_pair=True)),
        ("KdQs", "9c9c", RoadResult(Outcome.BANCO, banco_pair=True)),  # king and queen are no pair
        ("AdAs6c", "3c3s2d", RoadResult(Outcome.EGALITE, punto_pair=True, banco_pair=True)),
        ("2d3s3c", "KdTd7s", RoadResult(Outcome.PUNTO)),  # the third card makes no pair
    ],
)
def test_a_pair_is_the_first_two_cards_of_the_same_rank(
    punto: str, banco: str, expected: RoadResult
) -> None:
    coup = Coup(parse_cards(punto), parse_cards(banco), (), expected.outcome)
    assert result(coup) == expected


def test_a_road_survives_json() -> None:
    road = big_road(read("E B' BB P, E P"))
    assert (
        msgspec.json.decode(msgspec.json.encode(road), type=tuple[PlacedMark[Entry], ...]) == road
    )


# A second implementation of the derived roads: the columns are drawn again for every coup, and a
# new streak gets the opposite of the mark that the old streak would have got by going on.


def derive_again(sabot: str, back: int) -> str:
    found = ""
    for n in range(2, len(sabot) + 1):
        turns = sabot[n - 1] != sabot[n - 2]
        gone_on = sabot[: n - 1] + sabot[n - 2]
        columns = re.findall("B+|P+", gone_on)
        if len(columns) > back:
            here = len(columns[-1]) - 1
            beside = dict(enumerate(columns[-1 - back]))
            changes = here not in beside and here - 1 in beside
            found += "C" if changes != turns else "R"
    return found


@pytest.mark.parametrize("back", DERIVED)
def test_derived_roads_match_the_second_implementation_on_short_sabots(back: int) -> None:
    for rest in product("BP", repeat=12):
        sabot = "B" + "".join(rest)
        assert marks(DERIVED[back](read(sabot))) == derive_again(sabot, back), sabot


@pytest.mark.parametrize("streaky", [20, 50, 80, 92])
@pytest.mark.parametrize("back", DERIVED)
def test_derived_roads_match_the_second_implementation_on_random_sabots(
    back: int, streaky: int
) -> None:
    """`streaky` is the chance in per cent that a streak goes on; a real sabot has about 50."""
    chance = random.Random(streaky)
    for _ in range(500):
        sabot = chance.choice("BP")
        while len(sabot) < 70:
            sabot += sabot[-1] if chance.randrange(100) < streaky else "BP"[sabot[-1] == "B"]
        assert marks(DERIVED[back](read(sabot))) == derive_again(sabot, back), sabot


# The laws

RESULTS: Final = st.builds(RoadResult, st.sampled_from(Outcome), st.booleans(), st.booleans())
# Streaks so long that their tails block each other, up to the top row.
STREAKS: Final = st.lists(st.integers(1, 12), max_size=16).map(
    lambda depths: [r for n, depth in enumerate(depths) for r in read("BP"[n % 2] * depth)]
)
SABOTS: Final = st.lists(RESULTS, max_size=80) | STREAKS


def won(results: Sequence[RoadResult]) -> list[Outcome]:
    return [r.outcome for r in results if r.outcome is not Outcome.EGALITE]


@given(SABOTS)
def test_no_two_marks_share_a_cell_and_there_are_six_rows(results: list[RoadResult]) -> None:
    for road in ROADS:
        placed = cells(road(results))
        assert len(set(placed)) == len(placed)
        assert all(column >= 0 and row in range(6) for column, row in placed)


@given(SABOTS)
def test_a_streak_goes_down_until_it_must_turn_and_then_stays_in_its_row(
    results: list[RoadResult],
) -> None:
    def kind(placed: PlacedMark[Any]) -> object:
        return placed.content if isinstance(placed.content, Mark) else placed.content.won.outcome

    for road in ROADS[1:]:
        taken: set[tuple[int, int]] = set()
        for _, streak in groupby(road(results) if won(results) else (), kind):
            path = cells(tuple(streak))
            first_free = next(n for n in range(100) if (n, 0) not in taken)
            assert path[0] == (first_free, 0)
            turned = False
            for (column, row), step in pairwise(path):
                turned = turned or row == 5 or (column, row + 1) in taken
                assert step == ((column + 1, row) if turned else (column, row + 1))
            taken.update(path)


@given(SABOTS)
def test_the_bead_plate_and_the_big_road_contain_every_coup(
    results: list[RoadResult],
) -> None:
    assert [placed.content for placed in bead_plate(results)] == results
    entries = [placed.content for placed in big_road(results)]
    assert [e.won for e in entries if e.won] == [
        r for r in results if r.outcome is not Outcome.EGALITE
    ]
    assert sum(e.egalites for e in entries) + len(won(results)) == len(results)


@given(SABOTS)
def test_a_derived_road_skips_its_first_streaks_and_one_more_coup(
    results: list[RoadResult],
) -> None:
    streaks = [len(list(streak)) for _, streak in groupby(won(results))]
    for back, road in DERIVED.items():
        assert len(road(results)) == max(0, sum(streaks[back:]) - 1)


@given(SABOTS, st.integers(0, 80))
def test_a_mark_never_changes_when_more_coups_come(results: list[RoadResult], some: int) -> None:
    before = results[:some]
    for road in ROADS:
        earlier, later = road(before), road(results)
        assert cells(later)[: len(earlier)] == cells(earlier)
        if road is not big_road:  # its last cell may still get égalités
            assert later[: len(earlier)] == earlier


@given(SABOTS, st.sampled_from(Side))
def test_a_forecast_equals_the_mark_that_follows(results: list[RoadResult], winner: Side) -> None:
    after = [*results, RoadResult(Outcome(winner))]
    added = [
        new[-1].content if len(new := road(after)) > len(road(results)) else None
        for road in DERIVED.values()
    ]
    assert list(all_marks(forecast(results, winner))) == added


@given(SABOTS)
def test_punto_and_banco_forecast_opposite_marks(results: list[RoadResult]) -> None:
    punto, banco = (all_marks(forecast(results, side)) for side in Side)
    for pair in zip(punto, banco, strict=True):
        assert pair == (None, None) or set(pair) == set(Mark)


@given(SABOTS)
def test_egalites_and_pairs_change_no_position_and_no_derived_road(
    results: list[RoadResult],
) -> None:
    plain = [RoadResult(outcome) for outcome in won(results)]
    for road in DERIVED.values():
        assert road(results) == road(plain)
    for side in Side:
        assert forecast(results, side) == forecast(plain, side)
    if plain:
        assert cells(big_road(results)) == cells(big_road(plain))


@given(SABOTS)
def test_exchanging_punto_and_banco_changes_no_position_and_no_derived_road(
    results: list[RoadResult],
) -> None:
    other = {Outcome.PUNTO: Outcome.BANCO, Outcome.BANCO: Outcome.PUNTO}
    mirrored = [RoadResult(other.get(r.outcome, r.outcome)) for r in results]
    for road in DERIVED.values():
        assert road(mirrored) == road(results)
    assert cells(big_road(mirrored)) == cells(big_road(results))


@given(SABOTS)
def test_a_printed_road_has_six_lines_without_trailing_spaces(results: list[RoadResult]) -> None:
    for road in ROADS:
        lines = print_road(road(results)).split("\n")
        assert len(lines) == 6
        assert lines == [line.rstrip() for line in lines]
