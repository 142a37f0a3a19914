"""The benchmark table: our figures, a target, and a reference measured in the same run.

python -m benchmarks                      all of it
python -m benchmarks house live.clocks    a module, or one of its works
python -m benchmarks --list               the names
"""

import argparse
import sys
import traceback
from collections.abc import Mapping, Sequence

from benchmarks import commands, fair, house, live, odds_left, page, simulate, store
from benchmarks.row import Row, Work

MODULES = (odds_left, fair, simulate, store, house, live, page, commands)
WORKS: Mapping[str, Work] = {
    f"{module.__name__.removeprefix('benchmarks.')}.{work.__name__}": work
    for module in MODULES
    for work in module.WORKS
}
LINE = "{:<50} {:>14} {:>16} {:>9}  {}"


def main(arguments: Sequence[str] | None = None, works: Mapping[str, Work] = WORKS) -> int:
    parser = argparse.ArgumentParser(prog="benchmarks", description="How fast it is.")
    parser.add_argument("names", nargs="*", help="modules or works; all if none is named")
    parser.add_argument("--list", action="store_true", help="print the names and measure nothing")
    options = parser.parse_args(arguments)
    unknown = [name for name in options.names if not chosen(works, [name])]
    if unknown:
        parser.error(f"no benchmark is called {', '.join(unknown)}; --list prints all names")
    if options.list:
        print(*works, sep="\n")
        return 0
    return 1 if measure(chosen(works, options.names)) else 0


def chosen(works: Mapping[str, Work], names: Sequence[str]) -> dict[str, Work]:
    """The works with these names or in these modules; all works if no names are given."""
    return {
        name: work
        for name, work in works.items()
        if not names or name in names or name.partition(".")[0] in names
    }


def measure(works: Mapping[str, Work]) -> list[str]:
    """Print each row as soon as it is measured; return the names of the works that failed."""
    failed = []
    print(LINE.format("work", "ours", "target", "ratio", "reference"), flush=True)
    for name, work in works.items():
        try:
            for row in work():
                print(line(row), flush=True)
        except Exception as error:
            failed.append(name)
            traceback.print_exc()
            why = f"{type(error).__name__}: {error}".splitlines()[0]
            print(LINE.format(name, "FAILED", "", "", why), flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return failed


def line(row: Row) -> str:
    ratio = f"{row.ratio:,.0f} ×" if row.ratio >= 10 else f"{row.ratio:.2f} ×"
    return LINE.format(row.work, row.ours, row.target, ratio, row.reference)


if __name__ == "__main__":
    sys.exit(main())
