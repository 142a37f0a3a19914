"""A sabot that was played step by step, proved to somebody who has kept what was told."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import puntobanco
from puntobanco.fair.commitment import Ending
from puntobanco.fair.proof import Proof, Seen, parse_seen
from puntobanco.fair.verify import Check, remarks, verify
from puntobanco.game.sheet import Faces
from puntobanco.table.proofs import prove_sabot
from puntobanco.table.shared import GiveUp, Reveal, Stand
from puntobanco.wire.spec import TableSpec
from puntobanco.wire.stream import (
    Burned,
    Fixed,
    ListClosed,
    Result,
    Revealed,
    Shuffled,
    Stage,
    Standing,
)
from tests.cli.command import run
from tests.table.evening import Evening
from tests.table.test_shared import at, whole

VERIFIER = Path(puntobanco.__file__).parents[2] / "docs" / "verify.py"


def seen_of(evening: Evening) -> list[Seen]:
    """What a client that looks on has kept before the first betting."""
    seen = {}
    for event in evening.events:
        match event:
            case Shuffled():
                place = event.table, event.epoch, event.sabot
                seen[event.sabot] = Seen(*place, event.commitment, event.sheet)
            case ListClosed():
                hashes = [(each.player, each.hash) for each in event.players]
                seen[event.sabot] = msgspec.structs.replace(seen[event.sabot], hashes=hashes)
            case Fixed():
                seen[event.sabot] = msgspec.structs.replace(seen[event.sabot], fixed=event.fixed)
            case _:
                pass
    return list(seen.values())


def proof_of(evening: Evening, revealed: Revealed) -> Proof:
    return prove_sabot(evening.place.sheet, revealed)


def test_a_whole_sabot_is_proved_against_what_was_seen() -> None:
    evening = whole("17", "23")
    proof = proof_of(evening, evening.do(Reveal()))
    checks = verify(proof, seen_of(evening))
    assert checks[Check.SEEN]
    assert all(checks.values()), checks
    results = [each.cards for each in evening.events if isinstance(each, Result)]
    assert list(proof.coups) == results
    (burned,) = [each for each in evening.events if isinstance(each, Burned)]
    assert proof.burned.startswith(burned.first)
    assert len(proof.burned) == 2 * burned.gone
    assert [each.player for each in proof.players] == ["17", "23"]


@pytest.mark.parametrize("kept", ["commitment", "fixed", "hashes"])
def test_another_sabot_than_was_seen_is_no_proof(kept: str) -> None:
    evening = whole("17", "23")
    (seen,) = seen_of(evening)
    proof = proof_of(evening, evening.do(Reveal()))
    other = [("17", "00" * 32)] if kept == "hashes" else "00" * 32
    wrong = msgspec.structs.replace(seen, **{kept: other})
    assert not verify(proof, [wrong])[Check.SEEN]


def test_a_sabot_that_was_given_up_is_proved() -> None:
    evening = at(Stage.OPENING)
    proof = proof_of(evening, evening.do(GiveUp()))
    assert all(verify(proof, seen_of(evening)).values())
    assert (proof.ended, proof.players[0].seed) == ("retired", None)


def test_an_exhibition_is_proved() -> None:
    evening = at(Stage.PAID, exhibition=True)
    proof = proof_of(evening, evening.do(Reveal()))
    assert all(verify(proof, seen_of(evening)).values())


def test_a_table_closed_early_is_proved_with_the_coups_that_would_have_come() -> None:
    evening = at(Stage.PAID)
    evening.do(Stand(Standing.CLOSED))
    revealed = evening.do(Reveal())
    assert (revealed.ended, revealed.coups) == ("closed", 1)
    proof = proof_of(evening, revealed)
    assert all(verify(proof, seen_of(evening)).values())
    assert len(proof.coups) > 50
    assert any(each.startswith("closed") for each in remarks(proof))
    assert not verify(msgspec.structs.replace(proof, ended=Ending.PLAYED))[Check.FIXED]


@pytest.mark.parametrize("closed", [False, True])
def test_the_command_and_the_page_of_python_verify_it(tmp_path: Path, closed: bool) -> None:
    evening = at(Stage.PAID) if closed else whole("17", "23")
    if closed:
        evening.do(Stand(Standing.CLOSED))
    proof, seen = tmp_path / "sabot.json", tmp_path / "seen.jsonl"
    proof.write_bytes(msgspec.json.encode(proof_of(evening, evening.do(Reveal()))))
    lines = [json.dumps(msgspec.to_builtins(each)) for each in seen_of(evening)]
    kept = [{k: v for k, v in json.loads(line).items() if v is not None} for line in lines]
    seen.write_text("\n".join(map(json.dumps, kept)), encoding="utf-8")
    assert parse_seen(seen.read_bytes(), "seen") == seen_of(evening)
    assert run("verify", str(proof), "--seen", str(seen)).returncode == 0
    done = subprocess.run([sys.executable, VERIFIER, proof], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("spec", "is_known"),
    [
        (TableSpec("land", "campione"), True),
        (TableSpec("land", "campione", boxes=9), True),
        (TableSpec("land", "st-moritz"), True),
        (TableSpec("land", "st-moritz", boxes=9, faces=Faces.DOWN), True),
        (TableSpec("land", "st-moritz", coup_max=100_000), False),
    ],
)
def test_a_land_table_s_sabot_is_proved_by_rules_that_are_known(
    spec: TableSpec, is_known: bool, tmp_path: Path
) -> None:
    """Its size, and whether clients hold the cards, is the house's to say; other limits aren't."""
    evening = Evening(spec)
    evening.mix("17")
    evening.deal()
    evening.do(Stand(Standing.CLOSED))
    proof = proof_of(evening, evening.do(Reveal()))
    file = tmp_path / "proof.json"
    file.write_bytes(msgspec.json.encode(proof))
    told = json.loads(run("verify", file, "--json").stdout)
    assert told["holds"]
    assert any("rules unknown" in each for each in told["remarks"]) is not is_known
