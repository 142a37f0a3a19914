"""The house's commitment before the bets, and the order of cards that follows from it.

Every hashed field has a fixed width or is preceded by its length, so that no two inputs give the
same bytes. docs/fairness.md describes the bytes.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from struct import Struct as Layout
from typing import Final

from msgspec import Struct

from puntobanco.errors import NotHex, NotText, OutOfRange, WrongLength
from puntobanco.fair.drbg import HASH_BYTES, SEED_BYTES, HmacDrbg
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.fair.shuffle import shuffle
from puntobanco.game.cards import Card
from puntobanco.game.sheet import Sheet, Shuffle

_LENGTH: Final = Layout(">I").pack
_PAIR: Final = Layout(">2Q").pack
MOST: Final = 2**63 - 1  # epoch and number are encoded in eight bytes
MOST_CUT: Final = 2**31 - 1


class CommitmentKind(StrEnum):
    """What is dealt from one commitment."""

    COUP = "coup"  # at a private table
    SABOT = "sabot"  # at a shared one


class CommitmentEnding(StrEnum):
    """How a commitment ended."""

    PLAYED = "played"
    RETIRED = "retired"  # given up before the order was fixed, because a seed was not opened
    CLOSED = "closed"  # not finished: the table was closed before the cut card appeared
    RESTORED = "restored"  # not finished: the table's records were restored from a backup


class Terms(Struct, frozen=True):
    """Everything that the house could choose besides its seed: table, number and rules."""

    table: str
    epoch: int  # raised when a table's records are restored from a backup
    number: int  # of the coup or sabot; without gaps, never repeated within an epoch
    sheet: bytes  # the hash of the sheet
    decks: int  # as in the sheet
    cut: int  # cards behind the cut card; 0: there is no cut card

    def __post_init__(self) -> None:
        if len(self.sheet) != HASH_BYTES:
            raise WrongLength(what="the sheet's hash", given=len(self.sheet), needed=HASH_BYTES)
        if not (0 <= self.epoch <= MOST and 0 <= self.number <= MOST and 0 <= self.cut <= MOST_CUT):
            self._refuse_number()
        if not self.table.isascii():
            check_text("table", self.table)

    def _refuse_number(self) -> None:
        for what, number, most in (
            ("epoch", self.epoch, MOST),
            ("number", self.number, MOST),
            ("cut", self.cut, MOST_CUT),
        ):
            if not 0 <= number <= most:
                raise OutOfRange(what=what, number=number, least=0, most=most)

    @property
    def nonce(self) -> bytes:
        table = self.table.encode()
        return _LENGTH(len(table)) + table + _PAIR(self.epoch, self.number)


def terms_of(sheet: Sheet, table: str, epoch: int, number: int) -> Terms:
    """Return the terms of a coup or sabot that is dealt by a sheet."""
    return Terms(table, epoch, number, hash_sheet(sheet), sheet.cards.decks, sheet.cards.cut or 0)


def kind_of(sheet: Sheet) -> CommitmentKind:
    return (
        CommitmentKind.COUP if sheet.cards.shuffle is Shuffle.EVERY_COUP else CommitmentKind.SABOT
    )


def check_text(what: str, text: str) -> None:
    """Refuse text that UTF-8 can't encode, such as half a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NotText(what=what) from None


class Mixed(Struct, frozen=True):
    """A player in the list: the published hash, and the seed once it is open.

    A seed is at least 32 fresh random hex digits, followed by any text of the player.
    """

    player: str
    hash: bytes
    seed: str | None = None

    def __post_init__(self) -> None:
        if not self.player.isascii():
            check_text("player", self.player)
        if self.seed is not None and not self.seed.isascii():
            check_text("the player's seed", self.seed)


def mix(player: str, seed: str) -> Mixed:
    """Return a player with an open seed."""
    check_text("the player's seed", seed)
    return Mixed(player, hash_seed(seed), seed)


def field(data: bytes) -> bytes:
    """Return the data after its length in four bytes."""
    return _LENGTH(len(data)) + data


_COMMITMENT: Final = field(b"puntobanco commitment 1")
_FIXED: Final = field(b"puntobanco fixed 1")
_CARDS: Final = field(b"puntobanco cards 1")


def parse_hex(what: str, text: str, length: int = SEED_BYTES) -> bytes:
    """Decode `length` bytes from lower-case hex digits, so that each value has only one text.

    The text may be a secret, so a refusal does not quote it.
    """
    if not re.fullmatch(f"[0-9a-f]{{{2 * length}}}", text):
        raise NotHex(what=what, given=len(text), digits=2 * length)
    return bytes.fromhex(text)


def commit(seed: bytes, terms: Terms) -> bytes:
    """Return the hash that the house publishes before it knows any player's seed."""
    if len(seed) != SEED_BYTES:
        raise WrongLength(what="the server's seed", given=len(seed), needed=SEED_BYTES)
    cut = terms.cut.to_bytes(4, "big")
    return sha256(_COMMITMENT + seed + terms.nonce + terms.sheet + cut).digest()


def hash_seed(seed: str) -> bytes:
    """Return the hash that a player sends before the list is closed."""
    return sha256(seed.encode()).digest()


def fix(
    commitment: bytes, players: Iterable[Mixed], ended: CommitmentEnding = CommitmentEnding.PLAYED
) -> bytes:
    """Return the hash that fixes the order of the cards, once all seeds are open.

    The commitment covers seed, number, sheet and cut; the list covers everything else. A sabot
    that was given up has a hash too, which keeps on record who did not open a seed.
    """
    listed = b"".join(
        field(each.player.encode()) + each.hash + field((each.seed or "").encode())
        for each in players
    )
    return sha256(_FIXED + commitment + field(ended.encode()) + field(listed)).digest()


def deal_order(
    seed: bytes, terms: Terms, players: Iterable[Mixed], cards: int | None = None
) -> tuple[Card, ...]:
    """Return the cards in drawing order: all of them, or only the first `cards`."""
    personalisation = _CARDS + field(_entropy(players)) + field(terms.sheet)
    generator = HmacDrbg(seed, terms.nonce, personalisation)
    return shuffle(generator, terms.decks, cards)


def _entropy(players: Iterable[Mixed]) -> bytes:
    """Return all open seeds of the players, in the order of the list."""
    return b"".join(
        [
            field(each.player.encode()) + field(each.seed.encode())
            for each in players
            if each.seed is not None
        ]
    )
