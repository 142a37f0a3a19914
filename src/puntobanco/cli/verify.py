"""`puntobanco verify`: whether proofs hold."""

from pathlib import Path
from typing import Annotated

import typer

SAYS = {
    "sheet": "the sheet can be played by, and is written as it is hashed",
    "kind": "a coup or a sabot, as the sheet deals",
    "cut": "the cut card lies where the sheet says",
    "commitment": "the house's seed is the one it committed to, with table, number, sheet and cut",
    "players": "every player's seed has the hash that stands beside it, and nobody stands twice",
    "fixed": "these seeds, and no others, fixed the order",
    "burn": "the burned cards follow from the seeds",
    "cards": "every card of every coup follows from the seeds",
    "seen": "commitment, list and fixed hash are those received before the betting",
    "once": "its number and its seeds stand in no other of these files",
}


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Proofs.")],
    seen: Annotated[
        Path | None,
        typer.Option(help="What was received before the betting, a JSON object to a line."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="A JSON object to a file.")] = False,
) -> None:
    """Check proofs: deal them again from their seeds; exit status 1 if anything doesn't hold."""
    import msgspec

    from puntobanco.cli.terminal import Terminal, read_bytes
    from puntobanco.fair.proof import parse_proof, parse_seen
    from puntobanco.fair.verify import Others, is_retired, weak_seeds
    from puntobanco.fair.verify import verify as check_proof

    received = None if seen is None else parse_seen(read_bytes(seen), str(seen))
    others = Others() if len(files) > 1 else None
    out = Terminal()
    failed = False
    for file in files:
        document = parse_proof(read_bytes(file), str(file))
        checks = check_proof(document, received, others)
        weak = weak_seeds(document)
        failed |= not all(checks.values())
        if json:
            answer = {"file": str(file), "holds": all(checks.values()), "checks": checks}
            if weak:
                answer["weak"] = weak
            typer.echo(msgspec.json.encode(answer))
            continue
        out.title(str(file), f"{document.kind} {document.number} at {document.table}")
        for check, holds in checks.items():
            out.line(f"  {'✓' if holds else '✗'} {check:10}  {SAYS[check]}")
        for player in weak:
            out.line(f"  ! {player}'s seed is so short that the house could have tried them all")
        if is_retired(document):
            out.line("  ! retired: given up before its order was fixed, never played")
        out.show()
    raise typer.Exit(1 if failed else 0)
