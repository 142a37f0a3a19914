"""Proofs: made by us, checked by us and by a stranger's hundred lines, and bound to the bit."""

import json
import random
import runpy
from pathlib import Path
from typing import Any

import msgspec
import pytest

import puntobanco
from puntobanco.errors import BadProof
from puntobanco.fair.commitment import PlayerSeed, Terms, commit
from puntobanco.fair.dealer import Revealed
from puntobanco.fair.proof import Check, Proof, Seen, parse_proof, parse_seen, prove, verify
from puntobanco.fair.sheet_hash import hash_sheet

STRANGER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify.py"))


def proof(house: str, number: int, players: int = 2) -> Proof:
    sheet = puntobanco.house(house).sheet
    cut = sheet.cards.cut or 0
    terms = Terms(f"{house}/7", 3, number, hash_sheet(sheet), sheet.cards.decks, cut)
    seed = random.Random(f"{house} {number}").randbytes(32)
    mixed = tuple(PlayerSeed(f"Zoë {n}", f"{n:032x} però") for n in range(players))
    return prove(sheet, Revealed(terms, commit(seed, terms), seed, mixed))


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_a_stranger_agrees_on_a_thousand_sabots(house: str) -> None:
    """The verifier in docs/ shares no code with the package."""
    for number in range(1000):
        document = json.loads(msgspec.json.encode(proof(house, number, players=number % 4)))
        assert all(STRANGER["check"](document).values())


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_ours_holds(house: str) -> None:
    checks = verify(proof(house, 1))
    assert all(checks.values())
    assert list(checks) == [check for check in Check if check is not Check.SEEN]


def places(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every value of a document that isn't made of others."""
    if isinstance(part, dict):
        return [place for key, value in part.items() for place in places(value, (*path, key))]
    if isinstance(part, list):
        return [place for n, value in enumerate(part) for place in places(value, (*path, n))]
    return [path]


def flipped(value: Any, chance: random.Random) -> Any:
    """The value with one bit of its text flipped, as far as that is still such a value."""
    match value:
        case bool():
            return not value
        case int():
            return value ^ (1 << chance.randrange(max(1, value.bit_length())))
        case str() if value:
            data = bytearray(value.encode())
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return data.decode("latin-1") if not _utf8(data) else data.decode()
        case _:
            return "x"


def _utf8(data: bytearray) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


@pytest.mark.parametrize("house", ["punto-e-banco", "live-mini"])
def test_a_flipped_bit_of_any_field_is_found_and_named(house: str) -> None:
    original = json.loads(msgspec.json.encode(proof(house, 1)))
    chance = random.Random(house)
    for path in places(original):
        for _ in range(8):
            document = json.loads(json.dumps(original))
            place = document
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = flipped(place[path[-1]], chance)
            if document == original:
                continue
            assert failing(document) & expected(path), path


def failing(document: Any) -> set[str]:
    """The checks that do not hold; a document may also be no proof at all."""
    try:
        checks = verify(parse_proof(json.dumps(document).encode(), "it"))
    except BadProof:
        return {"not a proof"}
    return {check for check, holds in checks.items() if not holds}


def expected(path: tuple[Any, ...]) -> set[str]:
    """The check that names what was changed, or the refusal of what cannot be a proof."""
    return {named(path), "not a proof"} | ({Check.SHEET} if path[0] == "sheet" else set())


def named(path: tuple[Any, ...]) -> Check:
    match path:
        case ("sheet", *_):
            return Check.COMMITMENT
        case ("table" | "epoch" | "number" | "seed" | "commitment", *_):
            return Check.COMMITMENT
        case ("cut", *_):
            return Check.CUT
        case ("kind", *_):
            return Check.KIND
        case ("players", _, "player"):
            return Check.FIXED
        case ("players", *_):
            return Check.PLAYERS
        case ("fixed", *_):
            return Check.FIXED
        case ("burned", *_):
            return Check.BURN
        case _:
            return Check.CARDS


def test_the_strangers_script_stays_short() -> None:
    script = Path(__file__).parents[2] / "docs" / "verify.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) < 150


def test_nothing_can_be_left_out_or_added() -> None:
    original = json.loads(msgspec.json.encode(proof("live-mini", 1)))
    for key in original:
        short = {name: value for name, value in original.items() if name != key}
        with pytest.raises(BadProof):
            parse_proof(json.dumps(short).encode(), "it")
    with pytest.raises(BadProof):
        parse_proof(json.dumps(original | {"note": 1}).encode(), "it")
    fewer = original | {"coups": original["coups"][:-1]}
    assert not verify(msgspec.convert(fewer, Proof))[Check.CARDS]
    alone = original | {"players": original["players"][:1]}
    assert not verify(msgspec.convert(alone, Proof))[Check.FIXED]


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"[]", b"\xff", b"[" * 100_000, b"NaN", b'{"format": 1, "format": 2}'],
)
def test_what_is_no_proof(text: bytes) -> None:
    with pytest.raises(BadProof):
        parse_proof(text, "it")


@pytest.mark.parametrize("tail", ["\n", " ", "\0", "x", "\ud800"])
def test_no_text_can_be_lengthened(tail: str) -> None:
    original = json.loads(msgspec.json.encode(proof("live-mini", 1)))
    for path in places(original):
        document = json.loads(json.dumps(original))
        place = document
        for step in path[:-1]:
            place = place[step]
        if isinstance(place[path[-1]], str):
            place[path[-1]] += tail
            assert failing(document), path


def test_two_commitments_for_one_number_are_two_stories() -> None:
    mine = proof("live-mini", 1)
    seen = Seen(mine.table, mine.epoch, mine.number, mine.commitment)
    other = Seen(mine.table, mine.epoch, mine.number, "0" * 64)
    assert not verify(mine, [seen, other])[Check.SEEN]


@pytest.mark.parametrize("line", [b"\xff", b"{}", b'{"number": 1, "number": 2}', b"[]"])
def test_what_was_seen_is_read_as_strictly(line: bytes) -> None:
    with pytest.raises(BadProof):
        parse_seen(line, "it")


def test_hex_of_capitals_is_no_proof() -> None:
    text = msgspec.json.encode(proof("live-mini", 1))
    document = json.loads(text)
    document["seed"] = document["seed"].upper()
    with pytest.raises(BadProof):
        parse_proof(json.dumps(document).encode(), "it")


def test_what_was_seen_before_the_betting_decides() -> None:
    mine = proof("live-mini", 1)
    seen = Seen(mine.table, mine.epoch, mine.number, mine.commitment)
    assert verify(mine, [seen])[Check.SEEN]
    for other in (
        Seen(mine.table, mine.epoch, mine.number, "0" * 64),
        Seen(mine.table, mine.epoch, mine.number + 1, mine.commitment),
        Seen(mine.table, mine.epoch + 1, mine.number, mine.commitment),
        Seen("elsewhere", mine.epoch, mine.number, mine.commitment),
    ):
        assert not verify(mine, [other])[Check.SEEN]
    assert not verify(mine, [])[Check.SEEN]
