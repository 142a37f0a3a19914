"""Proofs of whole sabots, checked against what a client saw before the bets."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco.fair.commitment import CommitmentEnding
from puntobanco.fair.proof import Proof, Seen, parse_seen
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.fair.verify import ProofCheck, remarks, verify
from puntobanco.game.bets import Bet
from puntobanco.game.sheet import Faces
from puntobanco.houses import house
from puntobanco.table.shared.sabot_proofs import prove_sabot
from puntobanco.table.shared.shared_table import GiveUp, Reveal, Stand
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
from puntobanco.wire.table_spec import Narrowed, TableSpec
from tests.cli.command import run
from tests.table.evening import Evening
from tests.table.test_shared_table import at, whole_sabot

HIGH = {Bet.PUNTO: Narrowed(min=10_000), Bet.GRANDE: Narrowed(max=5_000)}
CAMPIONE = house("campione").sheet
VERIFIER = Path(puntobanco.__file__).parents[2] / "docs" / "verify.py"


def seen_of(evening: Evening) -> list[Seen]:
    """What a client that looks on notes before the first betting."""
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
    return prove_sabot(evening.setup.sheet, revealed)


def test_a_whole_sabot_is_verified_against_what_was_seen() -> None:
    evening = whole_sabot("17", "23")
    proof = proof_of(evening, evening.do(Reveal()))
    checks = verify(proof, seen_of(evening))
    assert checks[ProofCheck.SEEN]
    assert all(checks.values()), checks
    results = [each.cards for each in evening.events if isinstance(each, Result)]
    assert list(proof.coups) == results
    (burned,) = [each for each in evening.events if isinstance(each, Burned)]
    assert proof.burned.startswith(burned.first)
    assert len(proof.burned) == 2 * burned.gone
    assert [each.player for each in proof.players] == ["17", "23"]


@pytest.mark.parametrize("kept", ["commitment", "fixed", "hashes"])
def test_the_proof_of_another_sabot_is_not_accepted(kept: str) -> None:
    evening = whole_sabot("17", "23")
    (seen,) = seen_of(evening)
    proof = proof_of(evening, evening.do(Reveal()))
    other = [("17", "00" * 32)] if kept == "hashes" else "00" * 32
    wrong = msgspec.structs.replace(seen, **{kept: other})
    assert not verify(proof, [wrong])[ProofCheck.SEEN]


def test_a_retired_sabot_can_be_verified() -> None:
    evening = at(Stage.OPENING)
    proof = proof_of(evening, evening.do(GiveUp()))
    assert all(verify(proof, seen_of(evening)).values())
    assert (proof.ended, proof.players[0].seed) == ("retired", None)


def test_an_exhibition_can_be_verified() -> None:
    evening = at(Stage.PAID, exhibition=True)
    proof = proof_of(evening, evening.do(Reveal()))
    assert all(verify(proof, seen_of(evening)).values())


def test_a_table_closed_early_is_verified_with_its_undealt_coups() -> None:
    evening = at(Stage.PAID)
    evening.do(Stand(Standing.CLOSED))
    revealed = evening.do(Reveal())
    assert (revealed.ended, revealed.coups) == ("closed", 1)
    proof = proof_of(evening, revealed)
    assert all(verify(proof, seen_of(evening)).values())
    assert len(proof.coups) > 50
    assert any(each.startswith("closed") for each in remarks(proof))
    assert not verify(msgspec.structs.replace(proof, ended=CommitmentEnding.PLAYED))[
        ProofCheck.FIXED
    ]


@pytest.mark.parametrize("closed", [False, True])
def test_the_command_and_the_documented_script_verify_a_proof(tmp_path: Path, closed: bool) -> None:
    evening = at(Stage.PAID) if closed else whole_sabot("17", "23")
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
    "spec",
    [
        TableSpec("land", "campione"),
        TableSpec("land", "campione", boxes=9),
        TableSpec("land", "campione", title="Salon rouge", squeeze_s=5, boxes=7),
        TableSpec("land", "st-moritz"),
        TableSpec("land", "st-moritz", boxes=9, faces=Faces.DOWN),
        TableSpec("land", "st-moritz", coup_max=100_000),
        TableSpec("high", "live-mini", title="Mini, alto", betting_s=9, bets=HIGH),
        TableSpec("ours", "campione", croupier="person", currency="EUR"),
    ],
)
def test_a_sabot_is_verified_by_known_rules_though_the_table_differs(
    spec: TableSpec, tmp_path: Path
) -> None:
    """A table may choose its title, limits, size, times, and whether clients hold the cards."""
    told = verified(spec, tmp_path)
    assert told["holds"]
    assert [each for each in told["remarks"] if "rules" in each] == []


def verified(spec: TableSpec, tmp_path: Path, **changes: Any) -> dict[str, Any]:
    """The output of `verify` for a sabot of a table whose sheet differs from its house's."""
    evening = Evening(spec)
    evening.setup = replace(
        evening.setup,
        sheet=(sheet := replace(evening.setup.sheet, **changes)),
        sheet_hash=hash_sheet(sheet),
    )
    evening.mix("17")
    evening.deal()
    evening.do(Stand(Standing.CLOSED))
    file = tmp_path / "proof.json"
    file.write_bytes(msgspec.json.encode(proof_of(evening, evening.do(Reveal()))))
    told: dict[str, Any] = json.loads(run("verify", file, "--json").stdout)
    return told


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"name": "sanremo"}, ["sheet 'sanremo'", "no house of ours has that name"]),
        (
            {"cards": replace(CAMPIONE.cards, faces=(Faces.DOWN,), cut=40)},
            ["sheet 'campione'", "'cards.cut' is 40, ours 52"],
        ),
        (
            {"money": replace(CAMPIONE.money, coup_max=CAMPIONE.money.coup_max * 2)},
            [f"'money.coup_max' is {CAMPIONE.money.coup_max * 2}, ours"],
        ),
        (
            {"bets": replace(CAMPIONE.bets, egalite=None)},
            ["'bets.egalite' is left out, ours {"],
        ),
    ],
)
def test_rules_that_differ_from_ours_are_reported_with_their_place(
    changes: dict[str, Any], words: list[str], tmp_path: Path
) -> None:
    told = verified(TableSpec("land", "campione"), tmp_path, **changes)
    assert told["holds"]  # the proof itself is right; only its rules are not ours
    (remark,) = [each for each in told["remarks"] if "rules unknown" in each]
    for each in words:
        assert each in remark
