"""Tests of proofs, with our verifier and with the independent script docs/verify.py."""

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

DOCS_SCRIPT = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "verify.py"))


def dealer(house: str, number: int) -> Dealer:
    sheet = puntobanco.house(house).sheet
    made = Dealer(Mixing(terms_of(sheet, f"{house}/7", 3, number)))
    made.commit(random.Random(f"{house} {number}").randbytes(32))
    return made


def coup(house: str, number: int, player: str, seed: str) -> RevealedCommitment:
    """A finished coup of a private table."""
    made = dealer(house, number).state
    return RevealedCommitment(
        made.terms, CommitmentKind.COUP, made.commitment, made.seed, (mix(player, seed),)
    )


def proof(house: str, number: int, players: int = 2, silent: int = 0) -> Proof:
    """A private coup of one player, or a shared sabot of several; silent ones open no seed."""
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
    return prove(sheet, mixing.retire() if silent else fix_and_reveal(mixing))


def fix_and_reveal(mixing: Dealer) -> RevealedCommitment:
    mixing.fix()
    return mixing.reveal()


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_the_script_in_docs_accepts_hundreds_of_proofs(house: str) -> None:
    """The script shares no code with the package."""
    for number in range(300):
        players = number % 4
        one = proof(house, number, players, silent=players // 3)
        assert all(DOCS_SCRIPT["check"](json.loads(msgspec.json.encode(one))).values())


@pytest.mark.parametrize("house", puntobanco.HOUSES)
def test_our_verifier_accepts_a_proof(house: str) -> None:
    checks = verify(proof(house, 1), [], set())
    assert [check for check, holds in checks.items() if not holds] == [ProofCheck.SEEN]
    assert list(checks) == list(ProofCheck)


def leaf_paths(part: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path to every value of a document that is neither an object nor a list."""
    if isinstance(part, dict):
        return [leaf for key, value in part.items() for leaf in leaf_paths(value, (*path, key))]
    if isinstance(part, list):
        return [leaf for n, value in enumerate(part) for leaf in leaf_paths(value, (*path, n))]
    return [path]


def with_flipped_bit(value: Any, chance: random.Random) -> Any:
    """The value with one random bit flipped, still of the same type if possible."""
    match value:
        case bool():
            return not value
        case int():
            return value ^ (1 << chance.randrange(max(1, value.bit_length())))
        case str() if value:
            data = bytearray(value.encode())
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
            return data.decode("latin-1") if not is_utf8(data) else data.decode()
        case _:
            return "x"


def is_utf8(data: bytearray) -> bool:
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
    for path in leaf_paths(original):
        for _ in range(1 if path[0] == "sheet" else 3):  # a sheet has many fields under one hash
            document = json.loads(json.dumps(original))
            place = document
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = with_flipped_bit(place[path[-1]], chance)
            if document == original:
                continue
            failed = failing(document)
            assert failed == {"not a proof"} or failed & expected_checks(path), path
            assert failing_in_docs_script(document), path


def failing(document: Any) -> set[str]:
    """The checks of our verifier that fail, or "not a proof"."""
    try:
        checks = verify(parse_proof(json.dumps(document).encode(), "it"))
    except BadProof:
        return {"not a proof"}
    return {check for check, holds in checks.items() if not holds}


def failing_in_docs_script(document: Any) -> set[str]:
    """The checks of the script in docs/ that fail, or "not a proof"."""
    try:
        checks = DOCS_SCRIPT["check"](document)
    except (AttributeError, KeyError, TypeError, ValueError):
        return {"not a proof"}
    return {check for check, holds in checks.items() if not holds}


def expected_checks(path: tuple[Any, ...]) -> set[ProofCheck]:
    """The checks of which one must fail if this field is changed."""
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


def test_the_script_in_docs_stays_short() -> None:
    script = Path(__file__).parents[2] / "docs" / "verify.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) < 150


def test_a_proof_with_missing_or_extra_parts_does_not_hold() -> None:
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
def test_malformed_proofs_are_refused(text: bytes) -> None:
    with pytest.raises(BadProof):
        parse_proof(text, "it")


@pytest.mark.parametrize("tail", ["\n", " ", "\0", "x", "\ud800"])
def test_a_lengthened_text_in_any_field_is_found(tail: str) -> None:
    original = json.loads(msgspec.json.encode(proof("live-mini", 1)))
    for path in leaf_paths(original):
        document = json.loads(json.dumps(original))
        place = document
        for step in path[:-1]:
            place = place[step]
        if isinstance(place[path[-1]], str):
            place[path[-1]] += tail
            assert failing(document), path


@pytest.mark.parametrize("line", [b"\xff", b"{}", b'{"number": 1, "number": 2}', b"[]"])
def test_malformed_notes_are_refused(line: bytes) -> None:
    with pytest.raises(BadSeen, match="line 2"):
        parse_seen(b"\n" + line, "it")


def test_upper_case_hex_is_refused() -> None:
    text = msgspec.json.encode(proof("live-mini", 1))
    document = json.loads(text)
    document["seed"] = document["seed"].upper()
    with pytest.raises(BadProof):
        parse_proof(json.dumps(document).encode(), "it")


class TestNotesFromBeforeTheBetting:
    """A proof may hold in itself and still contradict what the player noted before the betting."""

    mine = proof("live-mini", 1)
    hashes: ClassVar = [(each.player, each.hash) for each in mine.players]

    def seen(self, **changes: Any) -> Seen:
        mine = self.mine
        return msgspec.structs.replace(Seen(*mine.identity, mine.commitment), **changes)

    def holds(self, *seen: Seen) -> bool:
        return verify(self.mine, seen)[ProofCheck.SEEN]

    def test_the_noted_commitment_must_match(self) -> None:
        assert self.holds(self.seen())
        assert not self.holds()
        assert not self.holds(self.seen(commitment="0" * 64))

    @pytest.mark.parametrize("other", [{"table": "t"}, {"epoch": 4}, {"number": 2}])
    def test_a_note_of_another_coup_does_not_count(self, other: dict[str, Any]) -> None:
        assert not self.holds(self.seen(**other))

    def test_two_noted_commitments_for_one_number_do_not_hold(self) -> None:
        assert not self.holds(self.seen(), self.seen(commitment="0" * 64))

    def test_the_noted_fixed_hash_must_match(self) -> None:
        assert self.holds(self.seen(), self.seen(fixed=self.mine.fixed))
        assert not self.holds(self.seen(), self.seen(fixed="0" * 64))

    def test_a_seed_exchanged_after_the_list_was_closed_is_found(self) -> None:
        """The house tries many seeds for a player of its own: only the noted list shows it."""
        sheet = puntobanco.house("live-mini").sheet
        ground = dealer("live-mini", 1)
        for player in ("Zoë 0", "Zoë 1"):
            ground.join(player, hash_seed(f"puppet's seed, ground: {player}{'.' * 9}"))
        ground.close()
        for player in ("Zoë 0", "Zoë 1"):
            ground.open(player, f"puppet's seed, ground: {player}{'.' * 9}")
        false = prove(sheet, fix_and_reveal(ground))
        assert all(verify(false, [self.seen()]).values())
        assert not verify(false, [self.seen(hashes=self.hashes)])[ProofCheck.SEEN]
        assert self.holds(self.seen(hashes=self.hashes))

    def test_the_noted_sheet_hash_must_match(self) -> None:
        sheet = hash_sheet(puntobanco.house("live-mini").sheet).hex()
        assert self.holds(self.seen(sheet=sheet))
        assert not self.holds(self.seen(sheet="0" * 64))

    def test_a_private_players_seed_exchanged_after_the_coup_is_found(self) -> None:
        """The noted fixed hash covers the player's own seed."""
        sheet = puntobanco.house("punto-e-banco").sheet
        fixed = coup("punto-e-banco", 1, "anna", "a" * 32).fixed.hex()
        false = coup("punto-e-banco", 1, "anna", "ground by the house: " + "f" * 32)
        cheat = prove(sheet, false)
        commitment = Seen(*cheat.identity, cheat.commitment)
        assert all(verify(cheat, [commitment]).values())
        kept = msgspec.structs.replace(commitment, fixed=fixed)
        assert not verify(cheat, [kept])[ProofCheck.SEEN]

    def test_a_fixed_sabot_that_is_called_retired_is_found(self) -> None:
        retired = proof("live-mini", 1, silent=1)
        assert all(verify(retired, [self.seen(hashes=self.hashes)]).values())
        assert not verify(retired, [self.seen(fixed=self.mine.fixed)])[ProofCheck.SEEN]


@pytest.mark.parametrize("changed", [{"number": 2}, {"cut": 103}, {"epoch": 4}])
def test_dealing_with_another_number_epoch_or_cut_is_found(changed: dict[str, int]) -> None:
    """The house tries several of them; the commitment no longer fits."""
    sheet = puntobanco.house("live-mini").sheet
    mine = dealer("live-mini", 1)
    mine.state = msgspec.structs.replace(
        mine.state, terms=msgspec.structs.replace(mine.state.terms, **changed)
    )
    mine.close()
    checks = verify(prove(sheet, fix_and_reveal(mine)))
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
        return prove(sheet, fix_and_reveal(again))

    def test_proofs_with_their_own_numbers_and_seeds_hold(self) -> None:
        one, two = proof("live-mini", 1), proof("live-mini", 2)
        assert self.repeated(one, two, one) == [False, False, False]

    def test_two_different_proofs_for_one_number_are_found(self) -> None:
        one, other = proof("live-mini", 1), proof("live-mini", 1, players=1)
        assert self.repeated(one, other) == [True, True]

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
    """Remarks on proofs that hold."""

    def test_a_short_seed_that_the_house_could_have_guessed(self) -> None:
        sheet = puntobanco.house("punto-e-banco").sheet
        terms = terms_of(sheet, "t", 1, 1)
        seed = bytes(32)
        over = RevealedCommitment(
            terms, CommitmentKind.COUP, commit(seed, terms), seed, (mix("anna", "luck"),)
        )
        assert "anna's seed is so short" in remarks(prove(sheet, over))[0]
        assert remarks(proof("punto-e-banco", 1)) == []

    def test_a_sabot_that_nobody_mixed(self) -> None:
        nobody = proof("live-mini", 1, players=0)
        assert all(verify(nobody).values())
        assert "nobody has mixed" in remarks(nobody)[0]

    def test_notes_with_the_commitment_only(self) -> None:
        mine = proof("punto-e-banco", 1)
        alone = Seen(*mine.identity, mine.commitment)
        assert "only the commitment was kept" in remarks(mine, [alone])[0]
        assert remarks(mine, [msgspec.structs.replace(alone, fixed=mine.fixed)]) == []


class TestEndings:
    def test_the_proof_of_a_retired_sabot_shows_seed_cards_and_silent_players(self) -> None:
        retired = proof("live-mini", 1, players=3, silent=1)
        assert retired.ended is CommitmentEnding.RETIRED
        assert [each.seed is None for each in retired.players] == [True, False, False]
        assert len(retired.coups) > 60
        assert all(verify(retired).values())
        assert "retired" in remarks(retired)[0]

    def test_another_player_cannot_be_named_as_silent(self) -> None:
        """Naming another player would also change the cards that would have come."""
        told = proof("live-mini", 1, players=3, silent=1)
        first, second, third = told.players
        blamed = msgspec.structs.replace(second, seed=None)
        other = msgspec.structs.replace(told, players=(first, blamed, third))
        assert not verify(other)[ProofCheck.FIXED]

    def test_a_sabot_with_all_seeds_open_cannot_be_called_retired(self) -> None:
        played = proof("live-mini", 1)
        mixed = [mix(each.player, each.seed or "") for each in played.players]
        given_up = fix(bytes.fromhex(played.commitment), mixed, CommitmentEnding.RETIRED).hex()
        other = msgspec.structs.replace(played, ended=CommitmentEnding.RETIRED, fixed=given_up)
        assert not verify(other)[ProofCheck.PLAYERS]

    @pytest.mark.parametrize("opened", [0, 1, 2])
    @pytest.mark.parametrize("is_fixed", [False, True])
    def test_a_commitment_ended_by_a_restore_is_marked(self, opened: int, is_fixed: bool) -> None:
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
        seen = Seen(*restored.identity, restored.commitment, fixed=published)
        assert all(verify(restored, [seen]).values())
        assert "restored" in remarks(restored)[0]


def test_a_private_coup_without_a_player_does_not_hold() -> None:
    mine = proof("punto-e-banco", 1)
    assert not verify(msgspec.structs.replace(mine, players=()))[ProofCheck.PLAYERS]


def test_a_private_coup_with_two_players_does_not_hold() -> None:
    mine = proof("punto-e-banco", 1)
    two = (*mine.players, proof("punto-e-banco", 2).players[0])
    assert not verify(msgspec.structs.replace(mine, players=two))[ProofCheck.PLAYERS]


def test_the_example_in_the_docs_shows_the_sheet_that_it_hashes() -> None:
    page = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")
    text = page.split("## The sheet of the example")[1].split("```json\n")[1].split("\n```")[0]
    hashed = hashlib.sha256(text.encode()).hexdigest()
    assert f"'{hashed}'" in page
    assert hashed == hash_sheet(puntobanco.house("punto-e-banco").sheet).hex()
