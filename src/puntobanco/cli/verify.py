"""`puntobanco verify`: check proofs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puntobanco.cli.parts.output import Terminal
    from puntobanco.errors import Refusal
    from puntobanco.fair.proof import Proof
    from puntobanco.fair.verify import ProofCheck
    from puntobanco.game.sheet import Sheet

_MOST_TOLD, _LONGEST = 5, 60  # how many differences are printed, and how many characters of each
_NONE = object()  # left out, which is not null
SAYS = {
    "sheet": "the sheet is valid and written as it is hashed",
    "kind": "it is a coup or a sabot, whichever the sheet deals",
    "cut": "the cut card is where the sheet says",
    "commitment": "the house's seed is the one it committed to, with table, number, sheet and cut",
    "players": "every player's seed has the hash next to it, and nobody is listed twice",
    "fixed": "this list, with these seeds and this end, gives the hash that fixed the order",
    "burn": "the burned cards follow from the seeds",
    "cards": "every card of every coup follows from the seeds",
    "seen": "everything that was received before the betting is the same",
    "once": "its number and its seeds are in none of the other files",
}


def verify(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="Files with proofs; - is standard input."),
    ],
    seen: Annotated[
        Path | None,
        typer.Option(help="What was received before the betting, one JSON object per line."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object per file.")] = False,
) -> None:
    """Check proofs: deal again from their seeds. Exit status 1 if a check fails."""
    from puntobanco.cli.parts.output import Terminal, read_bytes
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


def _lines(checks: "dict[ProofCheck, bool]", remarked: list[str]) -> list[str]:
    held = [
        f"  {'✓' if holds else '✗'} {check:10}  {SAYS[check]}" for check, holds in checks.items()
    ]
    return [*held, *(f"  ! {remark}" for remark in remarked)]


def _say(
    out: "Terminal", title: str, beside: str, lines: list[str], answer: dict[str, Any] | None
) -> None:
    """Print it for people, or as one line of JSON."""
    if answer is not None:
        import msgspec

        typer.echo(msgspec.json.encode(answer))
        return
    out.title(title, beside)
    for line in lines:
        out.line(line)
    out.show()


def _read(file: Path) -> "Proof | Refusal":
    from puntobanco.cli.parts.output import read_bytes
    from puntobanco.errors import BadProof
    from puntobanco.fair.proof import parse_proof

    try:
        return parse_proof(read_bytes(file), str(file))
    except BadProof as refusal:
        return refusal


def _strange_rules(proof: "Proof") -> list[str]:
    """Whether the proof's rules are those of the house it names, as this package has them."""
    from puntobanco.fair.sheet_hash import canonical, hash_canonical, hash_sheet
    from puntobanco.houses import HOUSES, house

    name, sheet_hash = proof.sheet.get("name"), hash_canonical(proof.sheet)
    unknown = f"rules unknown here, sheet {str(name)[:40]!r} with the hash {sheet_hash.hex()}"
    if name not in HOUSES:
        return [f"{unknown}: no house of ours has that name"]
    ours = house(name).sheet
    as_played = _as_played(proof, ours)
    if sheet_hash in map(hash_sheet, (ours, as_played)):
        return []
    other = list(_differences(canonical(as_played), proof.sheet))
    more = f", and {len(other) - _MOST_TOLD} more" if len(other) > _MOST_TOLD else ""
    return [f"{unknown}: {'; '.join(other[:_MOST_TOLD])}{more}"]


def _as_played(proof: "Proof", ours: "Sheet") -> "Sheet":
    """Our sheet with the title, limits, size and times of the proof's shared table."""
    from puntobanco.errors import Refusal
    from puntobanco.game.sheet_text import build_sheet
    from puntobanco.table.effective_sheet import effective_sheet, spec_of

    try:
        return effective_sheet(ours, spec_of(build_sheet(proof.sheet, "the proof's sheet")))
    except Refusal:  # not a sheet, or beyond what its house allows
        return ours


def _differences(ours: object, theirs: object, key: str = "") -> "Iterator[str]":
    """The differences, key by key, with both values."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted(ours.keys() | theirs.keys()):
            where = f"{key}.{name}" if key else name
            yield from _differences(ours.get(name, _NONE), theirs.get(name, _NONE), where)
    elif ours != theirs:
        yield f"{key[:_LONGEST]!r} is {_print(theirs)}, ours {_print(ours)}"


def _print(value: object) -> str:
    import msgspec

    text = "left out" if value is _NONE else msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
