"""`puntobanco verify`: whether proofs hold."""

from pathlib import Path
from typing import Annotated

import typer

SAYS = {
    "sheet": "the sheet can be played by, and is written as it is hashed",
    "kind": "a coup or a sabot, as the sheet deals",
    "cut": "the cut card lies where the sheet says",
    "commitment": "the house's seed is the one it committed to, with table, number, sheet and cut",
    "players": "every player's seed has the hash that stands beside it",
    "fixed": "these seeds, and no others, fixed the order",
    "burn": "the burned cards follow from the seeds",
    "cards": "every card of every coup follows from the seeds",
    "seen": "the commitment is the one received before the betting",
}


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Proofs.")],
    seen: Annotated[
        Path | None,
        typer.Option(help="Commitments received before the betting, a JSON object to a line."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="A JSON object to a file.")] = False,
) -> None:
    """Check proofs: deal them again from their seeds; exit status 1 if anything doesn't hold."""
    import msgspec

    from puntobanco.cli.terminal import Terminal, read_bytes
    from puntobanco.fair import proof

    received = None if seen is None else proof.parse_seen(read_bytes(seen), str(seen))
    out = Terminal()
    failed = False
    for file in files:
        document = proof.parse_proof(read_bytes(file), str(file))
        checks = proof.verify(document, received)
        failed |= not all(checks.values())
        if json:
            answer = {"file": str(file), "holds": all(checks.values()), "checks": checks}
            typer.echo(msgspec.json.encode(answer))
            continue
        out.title(str(file), f"{document.kind} {document.number} at {document.table}")
        for check, holds in checks.items():
            out.line(f"  {'✓' if holds else '✗'} {check:10}  {SAYS[check]}")
        out.show()
    raise typer.Exit(1 if failed else 0)
