"""Which folders of tests `make check` runs; `make test` runs all of them, the longest tests first.

Run as a program, it prints the paths that `make check` gives to pytest.
"""

from pathlib import Path

TESTS = Path(__file__).parent

# These need no browser, server or database server, and take a minute at most.
QUICK = ("fair", "game", "golden", "houses", "ledger", "odds", "table", "wire")

# These start servers, databases, browsers or clusters, or take minutes.
THOROUGH = (
    *("audit", "benchmarks", "browser", "cli", "client", "faults", "page", "server"),
    *("simulate", "soak", "store", "terminal"),
)

# Started first, so that no process waits for one of them at the end.
LONGEST = (
    "soak/test_evening.py",
    "faults/test_kills.py",
    "faults/test_whole_evening.py",
    "browser/test_double_taps.py",
    "browser/test_staff_languages.py",
    "browser/test_accessibility.py",
)


def quick_paths() -> list[str]:
    """The quick folders, the test files beside them, and the examples in docs and docstrings."""
    beside = sorted(path.name for path in TESTS.glob("test_*.py"))
    return [*(f"tests/{name}" for name in (*QUICK, *beside)), "README.md", "docs", "src"]


if __name__ == "__main__":
    print(*quick_paths())  # noqa: T201
