"""Tests that commitment and order change with every input, and of the shuffle."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from puntobanco.errors import NotHex, WrongLength
from puntobanco.fair.commitment import Mixed, Terms, commit, deal_order, fix, mix, parse_hex
from puntobanco.fair.drbg import HmacDrbg
from puntobanco.fair.shuffle import shuffle
from puntobanco.game.cards import DECK

SEED = bytes(range(32))
TERMS = Terms(table="a", epoch=1, number=7, sheet=bytes(32), decks=8, cut=104)
PLAYERS = (mix("anna", "a" * 32), mix("bruno", "b" * 32))


@dataclass
class Deal:
    seed: bytes = SEED
    terms: Terms = TERMS
    players: tuple[Mixed, ...] = PLAYERS

    def hashes(self) -> tuple[object, ...]:
        commitment = commit(self.seed, self.terms)
        order = deal_order(self.seed, self.terms, self.players)
        return commitment, fix(commitment, self.players), order


@pytest.mark.parametrize(
    "other",
    [
        Deal(seed=SEED[:-1] + b"\x00"),
        Deal(terms=replace(TERMS, table="b")),
        Deal(terms=replace(TERMS, epoch=2)),
        Deal(terms=replace(TERMS, number=8)),
        Deal(terms=replace(TERMS, sheet=bytes(31) + b"\x01")),
    ],
)
def test_the_houses_inputs_change_commitment_and_order(other: Deal) -> None:
    assert all(a != b for a, b in zip(Deal().hashes(), other.hashes(), strict=True))


def test_the_cut_changes_the_commitment_but_no_card() -> None:
    other = Deal(terms=replace(TERMS, cut=103)).hashes()
    assert [a != b for a, b in zip(Deal().hashes(), other, strict=True)] == [True, True, False]


@pytest.mark.parametrize(
    "players",
    [
        (),
        PLAYERS[:1],
        PLAYERS[::-1],
        (mix("anna", "a" * 32), mix("bruno", "b" * 31 + "c")),
        (mix("annab", "a" * 32), mix("runo", "b" * 32)),
        (mix("anna", "a" * 33), mix("bruno", "b" * 31)),
        # The same text if name and seed were joined without a separator.
        (mix("ann", "a" * 33), mix("bruno", "b" * 32)),
    ],
)
def test_the_players_inputs_change_the_order_only(players: tuple[Mixed, ...]) -> None:
    commitment, fixed, order = Deal().hashes()
    assert Deal(players=players).hashes()[0] == commitment  # it was made before the players mixed
    assert Deal(players=players).hashes()[1] != fixed
    assert Deal(players=players).hashes()[2] != order


@given(st.binary(min_size=32, max_size=32), st.integers(1, 8), st.integers(1, 52))
def test_the_first_cards_are_the_beginning_of_the_whole_order(
    seed: bytes, decks: int, first: int
) -> None:
    terms = replace(TERMS, decks=decks)
    order = deal_order(seed, terms, PLAYERS)
    assert sorted(map(str, order)) == sorted(map(str, DECK * decks))
    assert deal_order(seed, terms, PLAYERS, first) == order[:first]


class Scripted(HmacDrbg):
    """A generator that returns given words."""

    __slots__ = ("script",)

    def __init__(self, *script: int) -> None:
        super().__init__(bytes(32), bytes(16))
        self.script = b"".join(word.to_bytes(4, "big") for word in script)

    def blocks(self, length: int) -> Iterator[bytes]:
        said = self.script.ljust(length, b"\x00")
        return (said[start : start + 32] for start in range(0, length, 32))


def test_words_are_big_endian() -> None:
    assert 0x01020304 % 52 == 12
    assert shuffle(Scripted(0x01020304), 1, 1)[0] is DECK[12]


def test_a_word_above_the_last_whole_multiple_is_rejected() -> None:
    """2**32 mod 52 is 48: the last 48 words would make the first 48 cards likelier."""
    last_fair, first_unfair = 2**32 - 49, 2**32 - 48
    assert shuffle(Scripted(last_fair), 1, 1)[0] is DECK[51]
    assert shuffle(Scripted(first_unfair, 5), 1, 1)[0] is DECK[5]
    assert shuffle(Scripted(2**32 - 1, 2**32 - 1, 51), 1, 1)[0] is DECK[51]


def test_the_last_card_can_come_first_and_the_first_card_can_stay() -> None:
    assert shuffle(Scripted(51, 50), 1, 2) == (DECK[51], DECK[0])
    assert shuffle(Scripted(), 1) == DECK


@pytest.mark.parametrize("text", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, "０" * 64, "0x" * 32])
def test_hex_must_be_64_lower_case_digits(text: str) -> None:
    with pytest.raises(NotHex):
        parse_hex("seed", text)


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_house_seed_must_have_32_bytes(length: int) -> None:
    with pytest.raises(WrongLength):
        commit(bytes(length), TERMS)
