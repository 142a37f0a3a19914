"""Proofs: made by us, checked by us and by a stranger's hundred lines, and bound to the bit."""

import hashlib
import json
import random
import runpy
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import puntobanco
from puntobanco.errors import BadProof
from puntobanco.fair.commitment import give_up, hash_seed, terms_of
from puntobanco.fair.dealer import Dealer, Mixing, Revealed
from puntobanco.fair.proof import Kind, Proof, Seen, kind_of, parse_proof, parse_seen, prove
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.fair.verify import Check, Others, is_retired, verify, weak_seeds

STRANGER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify.py"))


def dealer(house: str, number: int) -> Dealer:
    sheet = puntobanco.house(house).sheet
    made = Dealer(Mixing(terms_of(sheet, f"{house}/7", 3, number)))
    made.commit(random.Random(f"{house} {number}").randbytes(32))
    return made


def proof(house: str, number: int, players: int = 2, silent: int = 0) -> Proof:
    """A private coup of one player, or a shared sabot of several, some of them silent."""
    sheet = puntobanco.house(house).sheet
    mixing = dealer(house, number)
    if kind_of(sheet) is Kind.COUP:
        mixing.take("Zoë", f"{number:032x} però")
        return prove(sheet, mixing.reveal())
    seeds = {f"Zoë {n}": f"{number:030x}{n:02x} però" for n in range(players)}
    for player, seed in seeds.items():
        mixing.join(player, hash_seed(seed))
    mixing.close()
    for player, seed in list(seeds.items())[silent:]:
        mixing.open(player, seed)
    return prove(sheet, mixing.retire() if silent else fixed_and_revealed(mixing))


def fixed_and_revealed(mixing: Dealer) -> Revealed:
    mixing.fix()
    return mixing.reveal()


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_a_stranger_agrees_on_a_thousand_sabots(house: str) -> None:
    """The verifier in docs/ shares no code with the package."""
    for number in range(1000):
        players = number % 4
        one = proof(house, number, players, silent=players // 3)
        assert all(STRANGER["check"](json.loads(msgspec.json.encode(one))).values())


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_ours_holds(house: str) -> None:
    checks = verify(proof(house, 1), [], Others())
    assert [check for check, holds in checks.items() if not holds] == [Check.SEEN]
    assert list(checks) == list(Check)


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


@pytest.mark.parametrize("silent", [0, 1])
@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_a_flipped_bit_of_any_field_is_found_and_named(house: str, silent: int) -> None:
    original = json.loads(msgspec.json.encode(proof(house, 1, silent=silent)))
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
            failed = failing(document)
            assert failed == {"not a proof"} or failed & named(path), path
            assert strangers(document), path


def failing(document: Any) -> set[str]:
    """The checks that do not hold; a document may also be no proof at all."""
    try:
        checks = verify(parse_proof(json.dumps(document).encode(), "it"))
    except BadProof:
        return {"not a proof"}
    return {check for check, holds in checks.items() if not holds}


def strangers(document: Any) -> set[str]:
    """The checks that do not hold for the script in docs/."""
    try:
        checks = STRANGER["check"](document)
    except (AttributeError, KeyError, TypeError, ValueError):
        return {"not a proof"}
    return {check for check, holds in checks.items() if not holds}


def named(path: tuple[Any, ...]) -> set[Check]:
    """The check that names what was changed; a sheet may also have become unplayable."""
    match path:
        case ("sheet", *_):
            return {Check.COMMITMENT, Check.SHEET}
        case ("table" | "epoch" | "number" | "seed" | "commitment", *_):
            return {Check.COMMITMENT}
        case ("cut", *_):
            return {Check.CUT}
        case ("kind", *_):
            return {Check.KIND}
        case ("players", *_):
            return {Check.PLAYERS, Check.FIXED}
        case ("fixed", *_):
            return {Check.FIXED}
        case ("burned", *_):
            return {Check.BURN}
        case _:
            return {Check.CARDS}


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


class TestWhatWasSeenBeforeTheBetting:
    """A proof that holds in itself may still tell another story than the one that was bet on."""

    mine = proof("live-mini", 1)
    hashes: ClassVar = [(each.player, each.hash) for each in mine.players]

    def seen(self, **changes: Any) -> Seen:
        mine = self.mine
        return msgspec.structs.replace(Seen(*mine.place, mine.commitment), **changes)

    def holds(self, *seen: Seen) -> bool:
        return verify(self.mine, seen)[Check.SEEN]

    def test_the_commitment(self) -> None:
        assert self.holds(self.seen())
        assert not self.holds()
        assert not self.holds(self.seen(commitment="0" * 64))

    @pytest.mark.parametrize("other", [{"table": "t"}, {"epoch": 4}, {"number": 2}])
    def test_another_place_is_no_witness(self, other: dict[str, Any]) -> None:
        assert not self.holds(self.seen(**other))

    def test_two_commitments_for_one_number_are_two_stories(self) -> None:
        assert not self.holds(self.seen(), self.seen(commitment="0" * 64))

    def test_the_hash_that_fixes_the_order(self) -> None:
        assert self.holds(self.seen(), self.seen(fixed=self.mine.fixed))
        assert not self.holds(self.seen(), self.seen(fixed="0" * 64))

    def test_a_puppets_seed_exchanged_after_the_list_was_closed(self) -> None:
        """The house tries seeds for a player of its own: the proof holds, but not what was seen."""
        sheet = puntobanco.house("live-mini").sheet
        ground = dealer("live-mini", 1)
        for player in ("Zoë 0", "Zoë 1"):
            ground.join(player, hash_seed(f"puppet's seed, ground: {player}{'.' * 9}"))
        ground.close()
        for player in ("Zoë 0", "Zoë 1"):
            ground.open(player, f"puppet's seed, ground: {player}{'.' * 9}")
        false = prove(sheet, fixed_and_revealed(ground))
        assert all(verify(false, [self.seen()]).values())
        assert not verify(false, [self.seen(hashes=self.hashes)])[Check.SEEN]
        assert self.holds(self.seen(hashes=self.hashes))

    def test_a_sabot_said_to_be_retired_that_was_fixed(self) -> None:
        retired = proof("live-mini", 1, silent=1)
        assert all(verify(retired, [self.seen(hashes=self.hashes)]).values())
        assert not verify(retired, [self.seen(fixed=self.mine.fixed)])[Check.SEEN]


@pytest.mark.parametrize("changed", [{"number": 2}, {"cut": 103}, {"epoch": 4}])
def test_grinding_number_or_cut(changed: dict[str, int]) -> None:
    """The house deals again with another number or cut: all but the commitment would fit."""
    sheet = puntobanco.house("live-mini").sheet
    mine = dealer("live-mini", 1)
    mine.state = msgspec.structs.replace(
        mine.state, terms=msgspec.structs.replace(mine.state.terms, **changed)
    )
    mine.close()
    checks = verify(prove(sheet, fixed_and_revealed(mine)))
    cut = {Check.CUT} if "cut" in changed else set()
    assert {check for check, holds in checks.items() if not holds} == {Check.COMMITMENT} | cut


class TestSeveralProofs:
    def repeated(self, *proofs: Proof) -> list[bool]:
        others = Others()
        return [not verify(each, others=others)[Check.ONCE] for each in proofs]

    def test_each_has_its_own_number_and_seeds(self) -> None:
        one, two = proof("live-mini", 1), proof("live-mini", 2)
        assert self.repeated(one, two, one) == [False, False, False]

    def test_two_stories_of_one_number(self) -> None:
        told, retold = proof("live-mini", 1), proof("live-mini", 1, players=1)
        assert self.repeated(told, retold) == [False, True]

    def test_a_house_seed_used_twice(self) -> None:
        sheet = puntobanco.house("live-mini").sheet
        proofs = []
        for number in (1, 2):
            again = Dealer(Mixing(terms_of(sheet, "t", 1, number)))
            again.commit(bytes(32))
            again.close()
            proofs.append(prove(sheet, fixed_and_revealed(again)))
        assert self.repeated(*proofs) == [False, True]


def test_a_seed_the_house_could_have_tried_is_pointed_at() -> None:
    strong = proof("punto-e-banco", 1)
    assert weak_seeds(strong) == []
    short = msgspec.structs.replace(strong.players[0], seed="anna")
    assert weak_seeds(msgspec.structs.replace(strong, players=(short,))) == ["Zoë"]


def test_a_retired_sabot_is_open_to_everyone() -> None:
    """Its seed, its cards and who was silent are on record, though it was never played."""
    retired = proof("live-mini", 1, players=3, silent=1)
    assert is_retired(retired)
    assert [each.seed is None for each in retired.players] == [True, False, False]
    assert len(retired.coups) > 60
    assert all(verify(retired).values())


def test_a_sabot_with_every_seed_open_cannot_be_called_retired() -> None:
    played = proof("live-mini", 1)
    hashes = {each.player: bytes.fromhex(each.hash) for each in played.players}
    given_up = give_up(bytes.fromhex(played.commitment), hashes).hex()
    assert not verify(msgspec.structs.replace(played, fixed=given_up))[Check.FIXED]


def test_a_private_coup_has_one_player() -> None:
    mine = proof("punto-e-banco", 1)
    two = (*mine.players, proof("punto-e-banco", 2).players[0])
    assert not verify(msgspec.structs.replace(mine, players=two))[Check.PLAYERS]


def test_the_page_shows_the_sheet_that_the_example_hashes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    text = page.split("```json\n")[1].split("\n```")[0]
    hashed = hashlib.sha256(text.encode()).hexdigest()
    assert f"'{hashed}'" in page
    assert hashed == hash_sheet(puntobanco.house("punto-e-banco").sheet).hex()
