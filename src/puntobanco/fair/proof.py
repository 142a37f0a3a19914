"""A proof: everything that anybody needs to deal a coup or a sabot again."""

import json
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import BadProof, BadSeen
from puntobanco.fair.commitment import CommitmentEnding, CommitmentKind
from puntobanco.fair.dealer import RevealedCommitment
from puntobanco.fair.sheet_hash import canonical
from puntobanco.game.cards import Card, print_cards
from puntobanco.game.sabot import Sabot, coups
from puntobanco.game.sheet import Sheet

T = TypeVar("T")

FORMAT: Final = "puntobanco-proof-1"

Hash = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
Counter = Annotated[int, Meta(ge=0, le=2**63 - 1)]


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's seed and its hash, which was published first."""

    player: str
    hash: Hash
    seed: str | None  # None: the player did not open it


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields of a proof file; `verify` checks every one of them."""

    format: Literal["puntobanco-proof-1"]
    kind: CommitmentKind
    sheet: dict[str, Any]
    table: str
    epoch: Counter
    number: Counter
    cut: Annotated[int, Meta(ge=0, lt=2**31)]
    commitment: Hash
    players: tuple[Player, ...]
    ended: CommitmentEnding
    fixed: Hash
    seed: Hash
    burned: str
    coups: tuple[str, ...]

    @property
    def identity(self) -> tuple[str, int, int]:
        return self.table, self.epoch, self.number


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """What a client received before the betting; several lines may be about one number."""

    table: str
    epoch: Counter
    number: Counter
    commitment: Hash
    sheet: Hash | None = None
    hashes: list[tuple[str, Hash]] | None = None  # the closed list, at a shared table
    fixed: Hash | None = None

    @property
    def identity(self) -> tuple[str, int, int]:
        return self.table, self.epoch, self.number


def prove(sheet: Sheet, over: RevealedCommitment) -> Proof:
    """Return the proof of a coup or sabot that is over."""
    burned, dealt = lay_out(sheet, over.order())
    return Proof(
        format=FORMAT,
        kind=over.kind,
        sheet=canonical(sheet),
        table=over.terms.table,
        epoch=over.terms.epoch,
        number=over.terms.number,
        cut=over.terms.cut,
        commitment=over.commitment.hex(),
        players=tuple(Player(each.player, each.hash.hex(), each.seed) for each in over.players),
        ended=over.ended,
        fixed=over.fixed.hex(),
        seed=over.seed.hex(),
        burned=burned,
        coups=dealt,
    )


def lay_out(sheet: Sheet, order: tuple[Card, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the burned cards and the coups that the sheet deals from this order."""
    burned = Sabot(order).burn(sheet.cards.burn)[0] if sheet.cards.burn else ()
    dealt = coups(sheet.cards, sheet.rule, order)
    return print_cards(burned), tuple(print_cards(coup.cards) for coup in dealt)


def parse_proof(data: bytes, file: str) -> Proof:
    """Decode a proof; refuse unknown keys and keys that appear twice."""
    try:
        return _parse(data, Proof)
    except _Unread as error:
        raise BadProof(file=file, why=str(error)) from None


def parse_seen(data: bytes, file: str) -> list[Seen]:
    """Decode a seen file, which has one JSON object per line."""
    seen = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            seen += [_parse(line, Seen)] if line.strip() else []
        except _Unread as error:
            raise BadSeen(file=file, line=number, why=str(error)) from None
    return seen


class _Unread(ValueError):
    """Bytes that cannot be decoded."""


def _parse(data: bytes, kind: type[T]) -> T:
    try:
        text = data.decode("utf-8-sig")
        raw = json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
        json.dumps(raw, ensure_ascii=False).encode()  # fails for half a surrogate pair
        return msgspec.convert(raw, kind)
    except RecursionError:
        raise _Unread("the JSON is nested too deeply") from None
    except (ValueError, msgspec.ValidationError) as error:  # not UTF-8, not JSON, other keys
        raise _Unread(str(error)) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError("a key appears twice")
    return data


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")
