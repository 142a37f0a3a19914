"""`puntobanco verify`: whether proofs hold."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puntobanco.cli.terminal import Terminal
    from puntobanco.errors import Refusal
    from puntobanco.fair.proof import Proof
    from puntobanco.fair.verify import Check
    from puntobanco.game.sheet import Sheet

SAYS = {
    "sheet": "the sheet can be played by, and is written as it is hashed",
    "kind": "a coup or a sabot, as the sheet deals",
    "cut": "the cut card lies where the sheet says",
    "commitment": "the house's seed is the one it committed to, with table, number, sheet and cut",
    "players": "every player's seed has the hash that stands beside it, and nobody stands twice",
    "fixed": "this list, with these seeds and this end, gives the hash that fixed the order",
    "burn": "the burned cards follow from the seeds",
    "cards": "every card of every coup follows from the seeds",
    "seen": "all that was received before the betting tells the same",
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
    from puntobanco.cli.terminal import Terminal, read_bytes
    from puntobanco.fair.proof import Proof, parse_seen
    from puntobanco.fair.verify import find_repeated, missing, remarks, unlike
    from puntobanco.fair.verify import verify as check_proof

    received = None if seen is None else parse_seen(read_bytes(seen), str(seen))
    read = {file: _read(file) for file in files}
    proofs = [each for each in read.values() if isinstance(each, Proof)]
    repeated = find_repeated(proofs) if len(files) > 1 else None
    gone = missing(proofs, received)
    out = Terminal()
    statuses = [0]
    for file, proof in read.items():
        if isinstance(proof, Proof):
            checks = check_proof(proof, received, repeated)
            other = [] if received is None else unlike(proof, received)
            remarked = [*other, *remarks(proof, received), *_strange_rules(proof)]
            statuses.append(0 if all(checks.values()) else 1)
            answer = {"file": str(file), "holds": all(checks.values()), "checks": checks}
            answer |= {"remarks": remarked} if remarked else {}
            title, lines = f"{proof.kind} {proof.number} at {proof.table}", _lines(checks, remarked)
        else:
            statuses.append(2)
            answer = {"file": str(file), "holds": False, "code": proof.code, "why": proof.message}
            title, lines = "", [f"  ✗ {proof.code}: {proof.message}"]
        _say(out, str(file), title, lines, answer if json else None)
    if gone:
        lines = [f"  {each}" for each in gone]
        _say(out, "Not among these files", "", lines, {"missing": gone} if json else None)
    raise typer.Exit(max(statuses))


def _lines(checks: "dict[Check, bool]", remarked: list[str]) -> list[str]:
    held = [
        f"  {'✓' if holds else '✗'} {check:10}  {SAYS[check]}" for check, holds in checks.items()
    ]
    return [*held, *(f"  ! {remark}" for remark in remarked)]


def _say(
    out: "Terminal", title: str, beside: str, lines: list[str], answer: dict[str, Any] | None
) -> None:
    """For people, or as one line of JSON."""
    if answer is not None:
        import msgspec

        typer.echo(msgspec.json.encode(answer))
        return
    out.title(title, beside)
    for line in lines:
        out.line(line)
    out.show()


def _read(file: Path) -> "Proof | Refusal":
    from puntobanco.cli.terminal import read_bytes
    from puntobanco.errors import BadProof
    from puntobanco.fair.proof import parse_proof

    try:
        return parse_proof(read_bytes(file), str(file))
    except BadProof as refusal:
        return refusal


def _as_played(sheet: "Sheet") -> "Iterator[Sheet]":
    """As it is printed, and as its land tables come: in every size, face up or in hand."""
    from puntobanco.table.spec import effective_sheet
    from puntobanco.wire.spec import TableSpec

    yield sheet
    for boxes in sheet.table.boxes:
        for faces in sheet.cards.faces:
            yield effective_sheet(sheet, TableSpec("any", sheet.name, boxes=boxes, faces=faces))


def _strange_rules(proof: "Proof") -> list[str]:
    """Whether the proof's rules are those of the house it names, as this package has them."""
    from puntobanco.fair.sheet_hash import hash_canonical, hash_sheet
    from puntobanco.houses import HOUSES, house

    name, sheet_hash = proof.sheet.get("name"), hash_canonical(proof.sheet)
    if name in HOUSES and sheet_hash in map(hash_sheet, _as_played(house(name).sheet)):
        return []
    return [f"rules unknown here, sheet {str(name)[:40]!r} with the hash {sheet_hash.hex()}"]
