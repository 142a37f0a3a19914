"""Dealing from seeds and verifying proofs, as a user types it."""

import json
from pathlib import Path

import pytest

import puntobanco
from tests.cli.command import run

SEED = "00" * 32
DEAL = ("--server-seed", SEED, "--client-seed", "good luck", "--number", "7")


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_what_is_dealt_can_be_verified(house: str, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(run("deal", house, *DEAL, "--json").stdout, encoding="utf-8")
    said = json.loads(proof.read_text(encoding="utf-8"))
    seen = tmp_path / "seen.jsonl"
    keys = ("table", "epoch", "number", "commitment")
    seen.write_text(json.dumps({key: said[key] for key in keys}) + "\n", encoding="utf-8")
    ran = run("verify", proof, "--seen", seen)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "✗" not in ran.stdout
    assert ran.stdout.count("✓") == 9
    assert said["coups"][0] in run("deal", house, *DEAL).stdout

    seen.write_text(json.dumps({key: said[key] for key in keys} | {"number": 8}), encoding="utf-8")
    ran = run("verify", proof, proof, "--seen", seen, "--json")
    assert ran.returncode == 1
    for line in map(json.loads, ran.stdout.splitlines()):
        assert line["holds"] is False
        assert [check for check, holds in line["checks"].items() if not holds] == ["seen"]


def test_proofs_and_seeds_that_are_none(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("{}", encoding="utf-8")
    for args, code in (
        (("verify", empty), "fair/bad-proof"),
        (("verify", tmp_path), "input/unreadable"),
        (("verify", empty, "--seen", empty), "fair/bad-proof"),
        (("deal", "live-mini", "--server-seed", "xyz", *DEAL[2:]), "fair/not-hex"),
        (("deal", "monte-carlo", *DEAL), "house/unknown"),
        (("deal", "live-mini", *DEAL, "--table", "\udcff"), "fair/not-text"),
        (("deal", "live-mini", *DEAL, "--player", "\udcff"), "fair/not-text"),
    ):
        ran = run(*args)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith(f"puntobanco: {code}: ")
