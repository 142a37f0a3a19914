"""A proof: everything a stranger needs to deal a coup or a sabot again, and what must hold."""

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import BadProof, Refusal
from puntobanco.fair.commitment import PlayerSeed, Terms, commit, deal_order, fix, hash_seed
from puntobanco.fair.dealer import Revealed
from puntobanco.fair.sheet_hash import canonical, hash_canonical
from puntobanco.game.cards import Card, print_cards
from puntobanco.game.sabot import Sabot, coups
from puntobanco.game.sheet import Sheet, Shuffle
from puntobanco.game.sheet_text import build_sheet

T = TypeVar("T")

FORMAT: Final = "puntobanco-proof-1"

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Counter = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Kind(StrEnum):
    COUP = "coup"
    SABOT = "sabot"


class Mixed(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's seed, with the hash that was published before it."""

    player: str
    hash: Hash
    seed: str


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """No field is there that a check does not bind."""

    format: Literal["puntobanco-proof-1"]
    kind: Kind
    sheet: dict[str, Any]
    table: str
    epoch: Counter
    number: Counter
    cut: Annotated[int, Meta(ge=0, lt=2**31)]
    commitment: Hash
    players: tuple[Mixed, ...]
    fixed: Hash
    seed: Hash
    burned: str
    coups: tuple[str, ...]


class Check(StrEnum):
    """What `verify` looks at, in this order."""

    SHEET = "sheet"
    KIND = "kind"
    CUT = "cut"
    COMMITMENT = "commitment"
    PLAYERS = "players"
    FIXED = "fixed"
    BURN = "burn"
    CARDS = "cards"
    SEEN = "seen"


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """A commitment as a client received it, before the betting."""

    table: str
    epoch: Counter
    number: Counter
    commitment: Hash

    @property
    def place(self) -> tuple[str, int, int]:
        return self.table, self.epoch, self.number


def prove(sheet: Sheet, over: Revealed) -> Proof:
    """The proof of a coup or sabot that is over."""
    burned, dealt = _lay_out(sheet, over.order())
    return Proof(
        format=FORMAT,
        kind=_kind(sheet),
        sheet=canonical(sheet),
        table=over.terms.table,
        epoch=over.terms.epoch,
        number=over.terms.number,
        cut=over.terms.cut,
        commitment=over.commitment.hex(),
        players=tuple(
            Mixed(each.player, hash_seed(each.seed).hex(), each.seed) for each in over.players
        ),
        fixed=fix(over.commitment, over.players).hex(),
        seed=over.seed.hex(),
        burned=burned,
        coups=dealt,
    )


def parse_proof(data: bytes, file: str) -> Proof:
    """Read a proof; a key that stands twice or is not ours makes it none."""
    return _parse(data, file, Proof)


def parse_seen(data: bytes, file: str) -> list[Seen]:
    """Read commitments as they were received, a JSON object to a line."""
    return [_parse(line, file, Seen) for line in data.splitlines() if line.strip()]


def _parse(data: bytes, file: str, kind: type[T]) -> T:
    try:
        text = data.decode()
        raw = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        json.dumps(raw, ensure_ascii=False).encode()  # half a surrogate pair is no text
        return msgspec.convert(raw, kind)
    except RecursionError:
        raise BadProof(file=file, why="nested too deeply") from None
    except (ValueError, msgspec.ValidationError) as error:  # not UTF-8, not JSON, not a proof
        raise BadProof(file=file, why=str(error)) from None


def verify(proof: Proof, seen: Iterable[Seen] | None = None) -> dict[Check, bool]:
    """Whether each check holds. Without a playable sheet nothing else can be looked at."""
    try:
        sheet = build_sheet(proof.sheet, "the proof's sheet")
    except Refusal:
        return {Check.SHEET: False}
    players = tuple(PlayerSeed(each.player, each.seed) for each in proof.players)
    names = {each.player for each in players}
    sheet_hash = hash_canonical(proof.sheet)
    terms = Terms(proof.table, proof.epoch, proof.number, sheet_hash, sheet.cards.decks, proof.cut)
    seed = bytes.fromhex(proof.seed)
    burned, dealt = _lay_out(sheet, deal_order(seed, terms, players))
    checks = {
        Check.SHEET: canonical(sheet) == proof.sheet,
        Check.KIND: proof.kind is _kind(sheet),
        Check.CUT: proof.cut == (sheet.cards.cut or 0),
        Check.COMMITMENT: commit(seed, terms).hex() == proof.commitment,
        Check.PLAYERS: len(names) == len(players)
        and all(hash_seed(each.seed).hex() == each.hash for each in proof.players),
        Check.FIXED: fix(bytes.fromhex(proof.commitment), players).hex() == proof.fixed,
        Check.BURN: burned == proof.burned,
        Check.CARDS: dealt == proof.coups,
    }
    if seen is not None:
        place = (proof.table, proof.epoch, proof.number)
        received = {each.commitment for each in seen if each.place == place}
        checks[Check.SEEN] = received == {proof.commitment}  # two of them are two stories
    return checks


def _kind(sheet: Sheet) -> Kind:
    return Kind.COUP if sheet.cards.shuffle is Shuffle.EVERY_COUP else Kind.SABOT


def _lay_out(sheet: Sheet, order: tuple[Card, ...]) -> tuple[str, tuple[str, ...]]:
    """The burned cards and the coups, as far as the sheet deals them."""
    burned = Sabot(order).burn(sheet.cards.burn)[0] if sheet.cards.burn else ()
    dealt = coups(sheet.cards, sheet.rule, order)
    return print_cards(burned), tuple(print_cards(coup.cards) for coup in dealt)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key stands twice")
    return data


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")
