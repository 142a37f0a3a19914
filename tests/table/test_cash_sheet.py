"""The cash sheet of a table: which line may be written when, by whom, and whether it balances."""

from typing import Any

import pytest
from msgspec.structs import replace

from puntobanco.errors import (
    CashBelowZero,
    CashNotOpen,
    CashOpen,
    CashUnsigned,
    CashZero,
    KeyReused,
    NoSuchLine,
    OtherSigner,
)
from puntobanco.table.cash_sheet import (
    CashSheet,
    balance,
    countersign,
    enter,
    fold_cash,
    gaps,
    refused_kinds,
)
from puntobanco.table.shared.shared_table import StaffActor
from puntobanco.wire.cash import CashEntry, CashKind, CashRecord, Countersign
from tests.table.staffed_evening import CARLA, DINO, MARA, staff


class Sheet:
    """A sheet with everything that was written on it."""

    def __init__(self) -> None:
        self.now = CashSheet("chips")
        self.key = 0

    def writes(self, kind: CashKind, amount: int, note: str = "", by: int = CARLA) -> int:
        self.key += 1
        line = enter(self.now, CashEntry(f"key-{self.key}", kind, amount, note), staff(by), 1)
        self.now = fold_cash(self.now, line)
        return line.line

    def signs(self, line: int, by: int = MARA) -> None:
        self.key += 1
        asked = Countersign(f"key-{self.key}", line)
        self.now = fold_cash(self.now, countersign(self.now, asked, staff(by), 2))

    def signed(self, kind: CashKind, amount: int, note: str = "") -> None:
        self.signs(self.writes(kind, amount, note))


@pytest.fixture
def sheet() -> Sheet:
    """Opened with a float of 10,000.00."""
    sheet = Sheet()
    sheet.signed(CashKind.OPENING, 1_000_000)
    return sheet


@pytest.mark.parametrize(("counted", "difference"), [(1_095_000, 0), (1_094_950, -50)])
def test_closing_balances_to_the_cent_or_names_the_difference(
    sheet: Sheet, counted: int, difference: int
) -> None:
    sheet.signed(CashKind.FILL, 200_000)
    sheet.signed(CashKind.CREDIT, 50_000)
    sheet.signed(CashKind.COUNT, 1_140_000)
    sheet.signed(CashKind.DROP, 80_000)
    sheet.writes(CashKind.TIP, 500)  # never in the tray
    sheet.signed(CashKind.CLOSING, counted)
    found = balance(sheet.now, 25_000)
    assert found is not None
    assert (found.expected, found.closing, found.difference) == (1_095_000, counted, difference)
    assert not sheet.now.is_open


def test_a_second_person_countersigns_and_one_of_the_two_is_a_manager(sheet: Sheet) -> None:
    line = sheet.writes(CashKind.FILL, 5_000)
    for person in (CARLA, DINO):  # the same person, and no manager among the two
        with pytest.raises(OtherSigner, match="carla"):
            sheet.signs(line, person)
    sheet.signs(line, MARA)
    by_manager = sheet.writes(CashKind.FILL, 5_000, by=MARA)
    with pytest.raises(OtherSigner):
        sheet.signs(by_manager, MARA)
    sheet.signs(by_manager, DINO)
    assert [each.countersigned for each in sheet.now.rows()] == ["mara", "mara", "dino"]
    for line_again in (line, 99):
        with pytest.raises(NoSuchLine):
            sheet.signs(line_again)


def test_lines_need_an_open_sheet_except_tips() -> None:
    sheet = Sheet()
    sheet.writes(CashKind.TIP, 1_000)
    for kind in set(CashKind) - {CashKind.OPENING, CashKind.TIP}:
        with pytest.raises(CashNotOpen):
            sheet.writes(kind, 1_000)
    sheet.signed(CashKind.OPENING, 0)
    assert (sheet.now.number, sheet.now.lines[0].line) == (1, 1)
    with pytest.raises(CashOpen):
        sheet.writes(CashKind.OPENING, 1_000)


def test_a_table_closes_when_every_line_is_countersigned(sheet: Sheet) -> None:
    line = sheet.writes(CashKind.DROP, 5_000)
    with pytest.raises(CashUnsigned, match=str(line)):
        sheet.writes(CashKind.CLOSING, 995_000)
    sheet.signs(line)
    first = sheet.writes(CashKind.CLOSING, 990_000)
    second = sheet.writes(CashKind.CLOSING, 995_000)  # counted again
    with pytest.raises(NoSuchLine):
        sheet.signs(first)
    sheet.signs(second)
    with pytest.raises(CashNotOpen):
        sheet.writes(CashKind.FILL, 1_000)
    sheet.signed(CashKind.OPENING, 995_000)
    assert sheet.now.number == 2


def test_a_sheet_says_what_can_not_be_written_on_it_and_why(sheet: Sheet) -> None:
    all_but_tips = set(CashKind) - {CashKind.OPENING, CashKind.TIP}
    assert refused_kinds(CashSheet("chips")) == dict.fromkeys(all_but_tips, "cash/not-open")
    assert refused_kinds(sheet.now) == {CashKind.OPENING: "cash/open"}
    drop = sheet.writes(CashKind.DROP, 5_000)
    assert refused_kinds(sheet.now)[CashKind.CLOSING] == "cash/unsigned"
    sheet.signs(drop)
    closing = sheet.writes(CashKind.CLOSING, 995_000)
    assert sheet.now.is_open  # its second signature is missing
    assert refused_kinds(sheet.now) == {CashKind.OPENING: "cash/open"}
    sheet.signs(closing)
    closed = sheet.now.closed
    assert closed is not None
    assert (closed.at, closed.name, closed.countersigned) == (2, "carla", "mara")
    assert refused_kinds(sheet.now) == dict.fromkeys(all_but_tips, "cash/not-open")


@pytest.mark.parametrize(
    ("window", "outside"),
    [
        ((0, 100), [(0, 10), (21, 30), (41, 100)]),
        ((15, 35), [(21, 30)]),
        ((10, 21), []),
        ((22, 25), [(22, 25)]),
        ((50, 60), [(50, 60)]),
    ],
)
def test_the_times_that_are_on_no_sheet(
    window: tuple[int, int], outside: list[tuple[int, int]]
) -> None:
    """Between sheets from 10 to 20 and from 30 to 40, both ends included."""
    sheets = []
    for number, (opened, closed) in enumerate(((10, 20), (30, 40)), 1):
        line = enter(CashSheet("chips"), CashEntry("o", CashKind.OPENING, 0), staff(CARLA), opened)
        opening = replace(line, sheet=number)
        closing = replace(opening, kind=CashKind.CLOSING, line=2, at=closed)
        sheets.append(CashSheet("chips", number, (opening, closing)))
    assert gaps([CashSheet("chips"), *sheets], *window) == outside


def test_a_closing_says_which_line_has_replaced_it(sheet: Sheet) -> None:
    sheet.writes(CashKind.CLOSING, 990_000)  # line 2
    sheet.writes(CashKind.TIP, 500)  # not in the tray, so it replaces nothing
    assert [each.replaced_by for each in sheet.now.rows()] == [0, 0, 0]
    sheet.signed(CashKind.FILL, 5_000)  # line 4
    assert [each.replaced_by for each in sheet.now.rows()] == [0, 4, 0, 0]
    assert sheet.now.closing is None
    sheet.writes(CashKind.CLOSING, 1_000_000)  # line 5
    sheet.signs(sheet.writes(CashKind.CLOSING, 1_005_000))  # line 6
    assert [each.replaced_by for each in sheet.now.rows()] == [0, 5, 0, 0, 6, 0]
    found = balance(sheet.now, 0)
    assert found is not None
    assert (found.closing, found.difference) == (1_005_000, 0)


def test_lines_are_numbered_without_gaps_on_every_sheet(sheet: Sheet) -> None:
    for opens in (False, True):
        if opens:
            sheet.signed(CashKind.OPENING, 1_000_000)
        sheet.signed(CashKind.FILL, 5_000)
        sheet.writes(CashKind.TIP, 500)
        sheet.signed(CashKind.CLOSING, 1_005_000)
        assert [each.line for each in sheet.now.rows()] == [1, 2, 3, 4]
        assert [each.signs for each in sheet.now.signed] == [1, 2, 4]
        written: list[CashRecord] = [*sheet.now.lines, *sheet.now.signed]
        assert sorted(each.offset for each in written) == list(range(1, 8))


@pytest.mark.parametrize("kind", [CashKind.FILL, CashKind.CREDIT, CashKind.TIP])
def test_a_movement_of_nothing_is_a_slip(sheet: Sheet, kind: CashKind) -> None:
    with pytest.raises(CashZero, match=rf"A {kind} of 0\.00 changes nothing"):
        sheet.writes(kind, 0, "nothing")


@pytest.mark.parametrize("kind", [CashKind.COUNT, CashKind.DROP, CashKind.CLOSING])
def test_an_empty_tray_and_an_empty_box_are_facts(sheet: Sheet, kind: CashKind) -> None:
    sheet.writes(kind, 0)
    assert sheet.now.lines[-1].amount == 0


def test_a_line_is_corrected_by_one_below_zero_with_a_note(sheet: Sheet) -> None:
    sheet.signed(CashKind.FILL, 5_000)
    with pytest.raises(CashBelowZero):
        sheet.writes(CashKind.FILL, -1_000)
    with pytest.raises(CashBelowZero, match=r"50\.00"):
        sheet.writes(CashKind.FILL, -5_100, "counted wrong")
    with pytest.raises(CashBelowZero):
        sheet.writes(CashKind.COUNT, -1, "a count is never below zero")
    sheet.signed(CashKind.FILL, -1_000, "one plaque less")
    assert sheet.now.sum_of(CashKind.FILL) == 4_000


def test_a_repeated_request_gives_the_line_of_then(sheet: Sheet) -> None:
    entry = CashEntry("the-same-key", CashKind.FILL, 5_000)
    carla: StaffActor = staff(CARLA)
    line = enter(sheet.now, entry, carla, 7)
    sheet.now = fold_cash(sheet.now, line)
    assert enter(sheet.now, entry, carla, 8) == line
    changed: list[tuple[Any, StaffActor]] = [
        (replace(entry, amount=6_000), carla),
        (entry, staff(DINO)),
    ]
    for asked, by in changed:
        with pytest.raises(KeyReused):
            enter(sheet.now, asked, by, 8)
    with pytest.raises(KeyReused):
        countersign(sheet.now, Countersign("the-same-key", 1), carla, 8)
