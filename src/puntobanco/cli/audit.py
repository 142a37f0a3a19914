"""`puntobanco audit`: check all records of a database."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from puntobanco.cli.parts.operator_access import DatabaseArgument, SealingKeyOption

if TYPE_CHECKING:
    from puntobanco.audit.audit import Report
    from puntobanco.audit.chains import Checkpoint
    from puntobanco.audit.findings import CheckResult
    from puntobanco.audit.outcomes import Frequencies


def audit(
    database: DatabaseArgument,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="A file that `checkpoint` wrote and that was kept elsewhere."),
    ] = None,
    sealing_key: SealingKeyOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Check all records: add, deal and pay everything again. Exit status 1 if a check fails."""
    import asyncio
    import gc
    import time

    import msgspec
    from rich.console import Console
    from rich.progress import Progress

    from puntobanco.audit.chains import parse_checkpoint
    from puntobanco.cli.parts.operator_access import known_key
    from puntobanco.cli.parts.output import read_bytes

    kept = None
    if checkpoint is not None:
        kept = parse_checkpoint(read_bytes(checkpoint), str(checkpoint))
    key = known_key(database, sealing_key)
    gc.disable()  # there are no reference cycles here, and looking for them costs a tenth
    started = time.perf_counter()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("records")
        report = asyncio.run(
            run_audit(
                database, kept, key, lambda done, of: progress.update(bar, completed=done, total=of)
            )
        )
    seconds = time.perf_counter() - started
    if json:
        summary = msgspec.to_builtins(report)
        summary |= {"seconds": round(seconds, 3), "coups_per_second": round(report.coups / seconds)}
        typer.echo(msgspec.json.encode(summary))
    else:
        _show(report, database, seconds)
    raise typer.Exit(0 if report.holds else 1)


async def run_audit(
    database: str,
    checkpoint: "Checkpoint | None" = None,
    key: bytes | None = None,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> "Report":
    """Read a database from its first record to its last."""
    from puntobanco.audit.audit import Audit
    from puntobanco.store.batch import RECORDS_OF_A_NODE
    from puntobanco.store.books import open_books
    from puntobanco.store.sealing import Sealer

    books = await open_books(database)
    try:
        snapshot = await books.snapshot()
        auditing = Audit(snapshot, checkpoint, Sealer(key) if key else None)
        total = sum(head.id % RECORDS_OF_A_NODE for head in snapshot.heads)
        done = 0
        async for page in books.in_order(snapshot.heads):
            for item in page:
                auditing.read(item)
            done += len(page)
            progress(done, total)
        auditing.compare(await books.compare_indexes())
        return auditing.finish(await books.repeated_key())
    finally:
        await books.close()


def _show(report: "Report", database: str, seconds: float) -> None:
    from puntobanco.cli.parts.output import Terminal
    from puntobanco.store.address import shown

    out = Terminal()
    speed = f"{report.coups / seconds:,.0f} coups/s"
    read = f"{report.records} records, {report.coups} coups, {seconds:.1f} s, {speed}"
    out.title(shown(database), read)
    for result in report.checks:
        out.line(_line(result))
        if result.first is not None:
            where = "" if result.first.record is None else f"record {result.first.record}: "
            more = f" (and {result.found - 1} more)" if result.found > 1 else ""
            out.line(f"      {where}{result.first.why}{more}")
    by_sheet = sum(each.by_sheet for each in report.retired)
    by_restore = sum(each.by_restore for each in report.retired)
    by_silence = sum(each.by_silence for each in report.retired)
    by_closing = sum(each.by_closing for each in report.retired)
    out.line(
        f"  retired: {by_sheet} by another sheet, {by_restore} by a restored backup,"
        f" {by_silence} by a closed seed, {by_closing} by a closed table,"
        f" at {len(report.retired)} tables"
    )
    out.line(f"  would have come: {_frequencies(report.would_have_come)}")
    out.line(f"  played: {_frequencies(report.played)}")


def _line(result: "CheckResult") -> str:
    if result.holds is None:
        return f"  – {result.check:11}  not checked: {result.skipped}"
    if result.holds and not result.looked_at:
        return f"  – {result.check:11}  none on record: {result.says}"
    return f"  {'✓' if result.holds else '✗'} {result.check:11}  {result.says} ({result.looked_at})"


def _frequencies(found: "Frequencies") -> str:
    p = "too few to say" if found.p is None else f"p = {found.p:.3g}"
    came = ", ".join(
        f"{name} {times} of {found.expected[name]}" for name, times in found.came.items()
    )
    return f"{came}: {p}"
