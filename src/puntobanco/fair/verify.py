"""Whether a proof holds: every card dealt again, every hash made again."""

from collections.abc import Iterable
from enum import StrEnum

from puntobanco.errors import Refusal
from puntobanco.fair.commitment import (
    PlayerSeed,
    Terms,
    commit,
    deal_order,
    fix,
    give_up,
    hash_seed,
)
from puntobanco.fair.dealer import SHORTEST_SEED
from puntobanco.fair.proof import Kind, Proof, Seen, kind_of, lay_out
from puntobanco.fair.sheet_hash import canonical, hash_canonical
from puntobanco.game.sheet_text import build_sheet


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
    ONCE = "once"


class Others:
    """The proofs looked at so far, for what may stand in only one of them."""

    def __init__(self) -> None:
        self._owners: dict[object, Proof] = {}

    def has_repeated(self, proof: Proof) -> bool:
        """Whether its number, its seed or a player's seed stands in another proof."""
        marks = [proof.place, proof.seed, *(each.hash for each in proof.players)]
        return any(self._owners.setdefault(mark, proof) != proof for mark in marks)


def verify(
    proof: Proof, seen: Iterable[Seen] | None = None, others: Others | None = None
) -> dict[Check, bool]:
    """Whether each check holds. Without a playable sheet nothing else can be looked at."""
    try:
        sheet = build_sheet(proof.sheet, "the proof's sheet")
    except Refusal:
        return {Check.SHEET: False}
    players = tuple(
        PlayerSeed(each.player, each.seed) for each in proof.players if each.seed is not None
    )
    sheet_hash = hash_canonical(proof.sheet)
    terms = Terms(*proof.place, sheet_hash, sheet.cards.decks, proof.cut)
    seed = bytes.fromhex(proof.seed)
    burned, dealt = lay_out(sheet, deal_order(seed, terms, players))
    checks = {
        Check.SHEET: canonical(sheet) == proof.sheet,
        Check.KIND: proof.kind is kind_of(sheet),
        Check.CUT: proof.cut == (sheet.cards.cut or 0),
        Check.COMMITMENT: commit(seed, terms).hex() == proof.commitment,
        Check.PLAYERS: _players_hold(proof),
        Check.FIXED: bytes.fromhex(proof.fixed) in _endings(proof, players),
        Check.BURN: burned == proof.burned,
        Check.CARDS: dealt == proof.coups,
    }
    if seen is not None:
        checks[Check.SEEN] = _was_seen(proof, [each for each in seen if each.place == proof.place])
    if others is not None:
        checks[Check.ONCE] = not others.has_repeated(proof)
    return checks


def weak_seeds(proof: Proof) -> list[str]:
    """Players whose seed is so short that the house could have tried all there are."""
    return [
        each.player
        for each in proof.players
        if each.seed is not None and len(each.seed) < SHORTEST_SEED
    ]


def _players_hold(proof: Proof) -> bool:
    names = {each.player for each in proof.players}
    hashes = {each.hash for each in proof.players}
    return (
        len(names) == len(hashes) == len(proof.players)
        and (proof.kind is Kind.SABOT or len(proof.players) <= 1)
        and all(
            each.seed is None or hash_seed(each.seed).hex() == each.hash for each in proof.players
        )
    )


def is_retired(proof: Proof) -> bool:
    """Whether it was given up before its order was fixed, and never played."""
    return bytes.fromhex(proof.fixed) == _give_up(proof)


def _endings(proof: Proof, players: tuple[PlayerSeed, ...]) -> set[bytes]:
    """What its list may end in: with every seed open it is played, with one closed given up."""
    fixed = fix(bytes.fromhex(proof.commitment), players)
    if not proof.players:
        return {fixed, _give_up(proof)}
    return {fixed if len(players) == len(proof.players) else _give_up(proof)}


def _give_up(proof: Proof) -> bytes:
    hashes = {each.player: bytes.fromhex(each.hash) for each in proof.players}
    return give_up(bytes.fromhex(proof.commitment), hashes)


def _was_seen(proof: Proof, seen: list[Seen]) -> bool:
    """Whether all that was received tells this story: two commitments are two stories."""
    hashes = [(each.player, each.hash) for each in proof.players]
    return bool(seen) and all(
        each.commitment == proof.commitment
        and each.hashes in (None, hashes)
        and each.fixed in (None, proof.fixed)
        for each in seen
    )
