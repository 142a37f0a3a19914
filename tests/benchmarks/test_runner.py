"""Tests of the benchmark runner and its table."""

from collections.abc import Iterator

import pytest

from benchmarks.__main__ import WORKS, main
from benchmarks.row import Row, Work


def row(work: str, ratio: float = 2) -> Row:
    return Row(work, "2/s", "≥ 1/s", "another: 1/s", ratio)


def good() -> Iterator[Row]:
    yield row("good work", 1234)


def fails_after_one_row() -> Iterator[Row]:
    yield row("first half")
    raise ValueError("no second half\nand more")


def last() -> Iterator[Row]:
    yield row("last work", 0.5)


EXAMPLES: dict[str, Work] = {"one.good": good, "one.half": fails_after_one_row, "two.last": last}


def test_a_failing_benchmark_does_not_stop_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([], EXAMPLES) == 1
    told = capsys.readouterr()
    lines = [line.split() for line in told.out.splitlines()]
    assert lines == [
        ["work", "ours", "target", "ratio", "reference"],
        ["good", "work", "2/s", "≥", "1/s", "1,234", "×", "another:", "1/s"],
        ["first", "half", "2/s", "≥", "1/s", "2.00", "×", "another:", "1/s"],
        ["one.half", "FAILED", "ValueError:", "no", "second", "half"],
        ["last", "work", "2/s", "≥", "1/s", "0.50", "×", "another:", "1/s"],
    ]
    assert "and more" in told.err  # the whole traceback
    assert told.err.endswith("failed: one.half\n")


def test_a_row_is_printed_before_the_next_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> Iterator[Row]:
        yield row("the first")
        assert "the first" in capsys.readouterr().out
        yield row("the second")

    assert main([], {"some.work": work}) == 0
    assert "the second" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "printed"),
    [
        (["two"], ["last work"]),
        (["one.good"], ["good work"]),
        (["two", "one.good"], ["good work", "last work"]),
    ],
)
def test_benchmarks_are_chosen_by_name_or_module(
    names: list[str], printed: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(names, EXAMPLES) == 0
    assert [line[:9].strip() for line in capsys.readouterr().out.splitlines()[1:]] == printed


def test_an_unknown_name_is_refused_before_anything_is_measured(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["one", "three"], EXAMPLES)
    assert stopped.value.code == 2
    told = capsys.readouterr()
    assert "no benchmark is called three" in told.err
    assert told.out == ""


def test_the_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    names = capsys.readouterr().out.split()
    assert names == list(WORKS)
    assert {"house.end_to_end", "store.durable", "page.lighthouse"} <= set(names)
