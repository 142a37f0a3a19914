"""Tests of the commands `deal` and `verify`."""

import json
from pathlib import Path

import pytest

import puntobanco
from tests.cli.command import run

SEED = "00" * 32
DEAL = ("--server-seed", SEED, "--client-seed", "good luck", "--number", "7")


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_a_dealt_coup_can_be_verified(house: str, tmp_path: Path) -> None:
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
    ran = run("verify", proof, "--seen", seen, "--json")
    assert ran.returncode == 1
    line, missing = map(json.loads, ran.stdout.splitlines())
    assert line["holds"] is False
    assert [check for check, holds in line["checks"].items() if not holds] == ["seen"]
    assert missing == {"missing": [f"{house}, epoch 1: 8"]}
    assert "isn't in your notes" in line["remarks"][0]

    other = {key: said[key] for key in keys} | {"commitment": "0" * 64}
    seen.write_text(json.dumps(other), encoding="utf-8")
    told = run("verify", proof, "--seen", seen).stdout.replace("\n", " ")
    assert "the house told you another commitment" in told
    assert "isn't in your notes" not in told
    assert {"0" * 64, said["commitment"]} <= set(told.replace(";", " ").split())


def test_invalid_proofs_and_seeds_are_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.json"
    empty.write_text("{}", encoding="utf-8")
    for args, code in (
        (("verify", tmp_path), "input/unreadable"),
        (("verify", empty, "--seen", empty), "fair/bad-seen"),
        (("deal", "live-mini", "--server-seed", "xyz", *DEAL[2:]), "fair/not-hex"),
        (("deal", "monte-carlo", *DEAL), "house/unknown"),
        (("deal", "live-mini", *DEAL, "--table", "\udcff"), "fair/not-text"),
        (("deal", "live-mini", *DEAL, "--player", "\udcff"), "fair/not-text"),
    ):
        ran = run(*args)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert ran.stderr.startswith(f"puntobanco: {code}: ")


def test_a_file_that_is_no_proof_does_not_hide_the_others(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(run("deal", "for-fun", *DEAL, "--json").stdout, encoding="utf-8")
    bad.write_text("{}", encoding="utf-8")
    ran = run("verify", bad, good)
    assert ran.returncode == 2
    assert "✗ fair/bad-proof" in ran.stdout
    assert "✓ cards" in ran.stdout
    lines = [json.loads(line) for line in run("verify", bad, good, "--json").stdout.splitlines()]
    assert [line["holds"] for line in lines] == [False, True]


def test_a_forged_proof_cannot_write_its_own_ticks(tmp_path: Path) -> None:
    forged = json.loads(run("deal", "for-fun", *DEAL, "--json").stdout)
    forged["table"] = "t\n  ✓ commitment  as committed\n\x1b[8m"
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(forged), encoding="utf-8")
    ran = run("verify", file)
    assert ran.returncode == 1
    assert "\x1b" not in ran.stdout
    assert "\n  ✓ commitment" not in ran.stdout
    file.write_text(json.dumps({"\x1b[2J": 1}), encoding="utf-8")
    assert "\x1b" not in run("verify", file).stdout


def test_remarks_are_printed_with_a_proof_that_holds(tmp_path: Path) -> None:
    """On a short seed, on an unknown sheet, and on numbers without a proof."""
    one, three = tmp_path / "1.json", tmp_path / "3.json"
    for file, number, seed in ((one, "1", "00"), (three, "3", "11")):
        args = ("--server-seed", seed * 32, "--client-seed", f"luck {number}", "--number", number)
        file.write_text(run("deal", "for-fun", *args, "--json").stdout, encoding="utf-8")
    ran = run("verify", one, three)
    assert ran.returncode == 0
    assert ran.stdout.count("! player's seed is so short") == 2
    assert "for-fun, epoch 1: 2" in ran.stdout
    *_, last = run("verify", one, three, "--json").stdout.splitlines()
    assert json.loads(last) == {"missing": ["for-fun, epoch 1: 2"]}
    other = json.loads(one.read_text(encoding="utf-8"))
    for changes in ({"title": "Another house"}, {"house_rule": None}):
        one.write_text(json.dumps(other | {"sheet": other["sheet"] | changes}), encoding="utf-8")
        told = " ".join(run("verify", one).stdout.split())
        assert "! rules unknown here, sheet 'for-fun'" in told
        assert f"'{next(iter(changes))}' is" in told
