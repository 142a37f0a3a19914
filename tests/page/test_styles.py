"""A test that no two views repeat the same styles."""

from itertools import combinations
from pathlib import Path

import hatch_build

MOST_LINES = 12  # consecutive lines that two views may share by chance
VIEWS = sorted((Path(hatch_build.__file__).parent / "web" / "src").rglob("*.svelte"))


def test_no_two_views_share_a_long_run_of_style_lines() -> None:
    runs = {view: set(_runs(view)) for view in VIEWS}
    repeated = [
        (one.name, other.name) for one, other in combinations(VIEWS, 2) if runs[one] & runs[other]
    ]
    assert repeated == []


def _runs(view: Path) -> list[tuple[str, ...]]:
    _, _, style = view.read_text(encoding="utf-8").partition("<style>")
    lines = [line.strip() for line in style.splitlines() if line.strip()]
    ends = range(MOST_LINES + 1, len(lines) + 1)
    return [tuple(lines[end - MOST_LINES - 1 : end]) for end in ends]
