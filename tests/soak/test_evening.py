"""A short evening at real consoles; `make soak` plays the long one."""

from pathlib import Path

from tests.browser.evening_house import EveningHouse

FACE_UP = (
    "double tap", "card scanned twice", "card deleted", "stake amended", "false draw", "void",
)  # fmt: skip
FACE_DOWN = ("card corrected",)


def test_an_evening_by_robots_at_real_consoles(database: str, tmp_path: Path) -> None:
    is_long = not database.startswith("postgres")
    table, coups, slips = ("moritz", 10, FACE_UP) if is_long else ("campione", 4, FACE_DOWN)
    evening = EveningHouse(database, tmp_path, seed=17)
    done = evening.play([table], coups, slips, cut_after=30 if is_long else 260)
    assert done.coups + done.void == coups
    assert set(slips) <= set(done.slips)
    assert done.hand_overs >= 3
    assert done.restarts == 1
    assert done.sabots > is_long
