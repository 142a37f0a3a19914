"""The benchmark table: our figures, a target, and a reference measured in the same run."""

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks import commands, fair, house, live, odds_left, page, simulate, store


def main() -> None:
    table = Table(title="puntobanco", title_justify="left", box=None, pad_edge=False)
    for column in ("work", "ours", "target", "reference", "ratio"):
        table.add_column(column, justify="left" if column in ("work", "reference") else "right")
    console = Console(width=120)
    runs = (
        *(odds_left.run, fair.run, simulate.run),
        *(store.run, house.run, live.run, page.run, commands.run),
    )
    for run in track(runs, "measuring", console=Console(stderr=True)):
        for row in run():
            ratio = f"{row.ratio:,.0f} ×" if row.ratio >= 10 else f"{row.ratio:.2f} ×"
            table.add_row(row.work, row.ours, row.target, row.reference, ratio)
    console.print(table)


if __name__ == "__main__":
    main()
