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
from puntobanco.errors import BadProof, BadSeen
from puntobanco.fair.commitment import (
    CommitmentEnding,
    CommitmentKind,
    commit,
    fix,
    hash_seed,
    kind_of,
    mix,
    terms_of,
)
from puntobanco.fair.dealer import Dealer, Mixing, RevealedCommitment
from puntobanco.fair.proof import Proof, Seen, parse_proof, parse_seen, prove
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.fair.verify import ProofCheck, find_repeated, missing, remarks, verify

STRANGER = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify.py"))


def dealer(house: str, number: int) -> Dealer:
    sheet = puntobanco.house(house).sheet
    made = Dealer(Mixing(terms_of(sheet, f"{house}/7", 3, number)))
    made.commit(random.Random(f"{house} {number}").randbytes(32))
    return made


def coup(house: str, number: int, player: str, seed: str) -> RevealedCommitment:
    """A private table's coup that is over."""
    made = dealer(house, number).state
    return RevealedCommitment(
        made.terms, CommitmentKind.COUP, made.commitment, made.seed, (mix(player, seed),)
    )


def proof(house: str, number: int, players: int = 2, silent: int = 0) -> Proof:
    """A private coup of one player, or a shared sabot of several, some of them silent."""
    sheet = puntobanco.house(house).sheet
    mixing = dealer(house, number)
    if kind_of(sheet) is CommitmentKind.COUP:
        return prove(sheet, coup(house, number, "Zoë", f"{number:032x} però"))
    seeds = {f"Zoë {n}": f"{number:030x}{n:02x} però" for n in range(players)}
    for player, seed in seeds.items():
        mixing.join(player, hash_seed(seed))
    mixing.close()
    for player, seed in list(seeds.items())[silent:]:
        mixing.open(player, seed)
    return prove(sheet, mixing.retire() if silent else fixed_and_revealed(mixing))


def fixed_and_revealed(mixing: Dealer) -> RevealedCommitment:
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
    checks = verify(proof(house, 1), [], set())
    assert [check for check, holds in checks.items() if not holds] == [ProofCheck.SEEN]
    assert list(checks) == list(ProofCheck)


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
        for _ in range(2 if path[0] == "sheet" else 8):  # whose many fields are hashed as one
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


def named(path: tuple[Any, ...]) -> set[ProofCheck]:
    """The check that names what was changed; a sheet may also have become unplayable."""
    match path:
        case ("sheet", *_):
            return {ProofCheck.COMMITMENT, ProofCheck.SHEET}
        case ("table" | "epoch" | "number" | "seed" | "commitment", *_):
            return {ProofCheck.COMMITMENT}
        case ("cut", *_):
            return {ProofCheck.CUT}
        case ("kind", *_):
            return {ProofCheck.KIND}
        case ("players", *_):
            return {ProofCheck.PLAYERS, ProofCheck.FIXED}
        case ("fixed" | "ended", *_):
            return {ProofCheck.FIXED}
        case ("burned", *_):
            return {ProofCheck.BURN}
        case _:
            return {ProofCheck.CARDS}


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
    assert not verify(msgspec.convert(fewer, Proof))[ProofCheck.CARDS]
    alone = original | {"players": original["players"][:1]}
    assert not verify(msgspec.convert(alone, Proof))[ProofCheck.FIXED]


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
    with pytest.raises(BadSeen, match="line 2"):
        parse_seen(b"\n" + line, "it")


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
        return verify(self.mine, seen)[ProofCheck.SEEN]

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
        assert not verify(false, [self.seen(hashes=self.hashes)])[ProofCheck.SEEN]
        assert self.holds(self.seen(hashes=self.hashes))

    def test_the_rules(self) -> None:
        sheet = hash_sheet(puntobanco.house("live-mini").sheet).hex()
        assert self.holds(self.seen(sheet=sheet))
        assert not self.holds(self.seen(sheet="0" * 64))

    def test_a_private_players_seed_exchanged_after_the_fact(self) -> None:
        """Whoever keeps the hash that fixes the order, their own seed in it, sees it."""
        sheet = puntobanco.house("punto-e-banco").sheet
        fixed = coup("punto-e-banco", 1, "anna", "a" * 32).fixed.hex()
        false = coup("punto-e-banco", 1, "anna", "ground by the house: " + "f" * 32)
        cheat = prove(sheet, false)
        commitment = Seen(*cheat.place, cheat.commitment)
        assert all(verify(cheat, [commitment]).values())
        kept = msgspec.structs.replace(commitment, fixed=fixed)
        assert not verify(cheat, [kept])[ProofCheck.SEEN]

    def test_a_sabot_said_to_be_retired_that_was_fixed(self) -> None:
        retired = proof("live-mini", 1, silent=1)
        assert all(verify(retired, [self.seen(hashes=self.hashes)]).values())
        assert not verify(retired, [self.seen(fixed=self.mine.fixed)])[ProofCheck.SEEN]


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
    cut = {ProofCheck.CUT} if "cut" in changed else set()
    assert {check for check, holds in checks.items() if not holds} == {ProofCheck.COMMITMENT} | cut


class TestSeveralProofs:
    def repeated(self, *proofs: Proof) -> list[bool]:
        marks = find_repeated(proofs)
        return [not verify(each, repeated=marks)[ProofCheck.ONCE] for each in proofs]

    def dealt_from(self, server_seed: bytes, number: int) -> Proof:
        sheet = puntobanco.house("live-mini").sheet
        again = Dealer(Mixing(terms_of(sheet, "t", 1, number)))
        again.commit(server_seed)
        again.close()
        return prove(sheet, fixed_and_revealed(again))

    def test_each_has_its_own_number_and_seeds(self) -> None:
        one, two = proof("live-mini", 1), proof("live-mini", 2)
        assert self.repeated(one, two, one) == [False, False, False]

    def test_two_stories_of_one_number(self) -> None:
        told, retold = proof("live-mini", 1), proof("live-mini", 1, players=1)
        assert self.repeated(told, retold) == [True, True]

    def test_a_house_seed_used_twice_is_found_in_any_order(self) -> None:
        one, two, three = (self.dealt_from(bytes([n % 2] * 32), n) for n in (1, 2, 3))
        assert self.repeated(one, two, three) == [True, False, True]
        assert self.repeated(three, one, two) == [True, True, False]

    def test_numbers_without_a_proof_are_named(self) -> None:
        one, two, five = (self.dealt_from(bytes([n] * 32), n) for n in (1, 2, 5))
        assert missing([one, two]) == []
        assert missing([five, one, two]) == ["t, epoch 1: 3 to 4"]
        seen = [Seen("t", 1, number, "0" * 64) for number in (1, 2, 3)]
        assert missing([one, two], seen) == ["t, epoch 1: 3"]
        assert missing([one], [Seen("u", 2, 7, "0" * 64)]) == ["u, epoch 2: 7"]


class TestRemarks:
    """What holds and is worth knowing all the same."""

    def test_a_seed_the_house_could_have_tried(self) -> None:
        sheet = puntobanco.house("punto-e-banco").sheet
        terms = terms_of(sheet, "t", 1, 1)
        seed = bytes(32)
        over = RevealedCommitment(
            terms, CommitmentKind.COUP, commit(seed, terms), seed, (mix("anna", "luck"),)
        )
        assert "anna's seed is so short" in remarks(prove(sheet, over))[0]
        assert remarks(proof("punto-e-banco", 1)) == []

    def test_an_exhibition(self) -> None:
        nobody = proof("live-mini", 1, players=0)
        assert all(verify(nobody).values())
        assert "nobody has mixed" in remarks(nobody)[0]

    def test_a_commitment_alone_does_not_show_the_seeds(self) -> None:
        mine = proof("punto-e-banco", 1)
        alone = Seen(*mine.place, mine.commitment)
        assert "only the commitment was kept" in remarks(mine, [alone])[0]
        assert remarks(mine, [msgspec.structs.replace(alone, fixed=mine.fixed)]) == []


class TestEndings:
    def test_a_retired_sabot_is_open_to_everyone(self) -> None:
        """Its seed, its cards and who was silent are on record, though it was never played."""
        retired = proof("live-mini", 1, players=3, silent=1)
        assert retired.ended is CommitmentEnding.RETIRED
        assert [each.seed is None for each in retired.players] == [True, False, False]
        assert len(retired.coups) > 60
        assert all(verify(retired).values())
        assert "retired" in remarks(retired)[0]

    def test_who_was_silent_cannot_be_told_differently(self) -> None:
        """Blaming another one would also choose the cards that would have come."""
        told = proof("live-mini", 1, players=3, silent=1)
        first, second, third = told.players
        blamed = msgspec.structs.replace(second, seed=None)
        other = msgspec.structs.replace(told, players=(first, blamed, third))
        assert not verify(other)[ProofCheck.FIXED]

    def test_a_sabot_with_every_seed_open_cannot_be_called_retired(self) -> None:
        played = proof("live-mini", 1)
        mixed = [mix(each.player, each.seed or "") for each in played.players]
        given_up = fix(bytes.fromhex(played.commitment), mixed, CommitmentEnding.RETIRED).hex()
        other = msgspec.structs.replace(played, ended=CommitmentEnding.RETIRED, fixed=given_up)
        assert not verify(other)[ProofCheck.PLAYERS]

    @pytest.mark.parametrize("opened", [0, 1, 2])
    @pytest.mark.parametrize("is_fixed", [False, True])
    def test_what_a_restored_backup_ended_says_so(self, opened: int, is_fixed: bool) -> None:
        sheet = puntobanco.house("live-mini").sheet
        mixing = dealer("live-mini", 1)
        seeds = {"anna": "a" * 32, "bruno": "b" * 32}
        for player, seed in seeds.items():
            mixing.join(player, hash_seed(seed))
        mixing.close()
        for player in list(seeds)[:opened]:
            mixing.open(player, seeds[player])
        published = None
        if is_fixed and opened == 2:
            published = mixing.fix().hex()
        over = mixing.restore(epoch=9)
        assert over is not None
        restored = prove(sheet, over)
        assert restored.ended is CommitmentEnding.RESTORED
        seen = Seen(*restored.place, restored.commitment, fixed=published)
        assert all(verify(restored, [seen]).values())
        assert "restored" in remarks(restored)[0]


def test_a_coup_nobody_mixed_does_not_hold() -> None:
    mine = proof("punto-e-banco", 1)
    assert not verify(msgspec.structs.replace(mine, players=()))[ProofCheck.PLAYERS]


def test_a_private_coup_has_one_player() -> None:
    mine = proof("punto-e-banco", 1)
    two = (*mine.players, proof("punto-e-banco", 2).players[0])
    assert not verify(msgspec.structs.replace(mine, players=two))[ProofCheck.PLAYERS]


def test_the_page_shows_the_sheet_that_the_example_hashes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    text = page.split("## The sheet of the example")[1].split("```json\n")[1].split("\n```")[0]
    hashed = hashlib.sha256(text.encode()).hexdigest()
    assert f"'{hashed}'" in page
    assert hashed == hash_sheet(puntobanco.house("punto-e-banco").sheet).hex()
