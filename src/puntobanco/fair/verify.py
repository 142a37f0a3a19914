"""Verifies proofs: deals every card and computes every hash again."""

from collections import Counter
from collections.abc import Iterable, Set
from enum import StrEnum
from itertools import pairwise

import msgspec

from puntobanco.errors import Refusal
from puntobanco.fair.commitment import (
    CommitmentEnding,
    CommitmentKind,
    Mixed,
    Terms,
    commit,
    deal_order,
    fix,
    hash_seed,
    kind_of,
)
from puntobanco.fair.dealer import SHORTEST_SEED
from puntobanco.fair.proof import Proof, Seen, lay_out
from puntobanco.fair.sheet_hash import canonical, hash_canonical
from puntobanco.game.sheet_text import build_sheet


class ProofCheck(StrEnum):
    """The checks of `verify`, in this order."""

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


def verify(
    proof: Proof, seen: Iterable[Seen] | None = None, repeated: Set[object] | None = None
) -> dict[ProofCheck, bool]:
    """Return whether each check holds; without a valid sheet no other check is possible."""
    try:
        sheet = build_sheet(proof.sheet, "the proof's sheet")
    except Refusal:
        return {ProofCheck.SHEET: False}
    players = _mixed(proof)
    terms = Terms(*proof.identity, hash_canonical(proof.sheet), sheet.cards.decks, proof.cut)
    seed = bytes.fromhex(proof.seed)
    burned, dealt = lay_out(sheet, deal_order(seed, terms, players))
    checks = {
        ProofCheck.SHEET: canonical(sheet) == proof.sheet,
        ProofCheck.KIND: proof.kind is kind_of(sheet),
        ProofCheck.CUT: proof.cut == (sheet.cards.cut or 0),
        ProofCheck.COMMITMENT: commit(seed, terms).hex() == proof.commitment,
        ProofCheck.PLAYERS: _players_hold(proof),
        ProofCheck.FIXED: _fixed(proof, proof.ended) == proof.fixed,
        ProofCheck.BURN: burned == proof.burned,
        ProofCheck.CARDS: dealt == proof.coups,
    }
    if seen is not None:
        checks[ProofCheck.SEEN] = not unlike(proof, seen)
    if repeated is not None:
        checks[ProofCheck.ONCE] = not _marks(proof) & repeated
    return checks


def find_repeated(proofs: Iterable[Proof]) -> Set[object]:
    """Return numbers and seeds that several different proofs share, though each must be unique."""
    different = {msgspec.json.encode(proof): proof for proof in proofs}
    found = Counter(mark for proof in different.values() for mark in _marks(proof))
    return {mark for mark, times in found.items() if times > 1}


def remarks(proof: Proof, seen: Iterable[Seen] | None = None) -> list[str]:
    """Return remarks on a proof that are no failures."""
    lines = [
        f"{each.player}'s seed is so short that the house could have tried them all"
        for each in proof.players
        if each.seed is not None and len(each.seed) < SHORTEST_SEED
    ]
    if proof.ended is CommitmentEnding.RETIRED:
        lines.append("retired: it was given up before its order was fixed, and never played")
    if proof.ended is CommitmentEnding.CLOSED:
        lines.append(
            "closed: the table was closed before the cut card; not all of these coups were played"
        )
    if proof.ended is CommitmentEnding.RESTORED:
        lines.append(
            "restored: the table was restored from a backup; not all of these coups were played"
        )
    if proof.ended is CommitmentEnding.PLAYED and not proof.players:
        lines.append("an exhibition: nobody has mixed, so the house knew the order")
    kept = [each for each in seen or () if each.identity == proof.identity]
    if kept and all(each.fixed is None and each.hashes is None for each in kept):
        lines.append("only the commitment was kept, which does not show which seeds were mixed in")
    return lines


def missing(proofs: Iterable[Proof], seen: Iterable[Seen] | None = None) -> list[str]:
    """Return the numbers without a proof that are in the notes or between two proofs."""
    there: dict[tuple[str, int], set[int]] = {}
    for proof in proofs:
        there.setdefault(proof.identity[:2], set()).add(proof.number)
    gone = []
    for table in sorted(there | {each.identity[:2]: set() for each in seen or ()}):
        has = there.get(table, set())
        wanted = has | {each.number for each in seen or () if each.identity[:2] == table}
        gone += [f"{table[0]}, epoch {table[1]}: {gap}" for gap in _gaps(has, wanted)]
    return gone


def _gaps(has: set[int], wanted: set[int]) -> list[str]:
    ends = sorted(has)
    gaps = [(low + 1, high - 1) for low, high in pairwise(ends)]
    gaps += [(n, n) for n in sorted(wanted - has) if not ends or not ends[0] < n < ends[-1]]
    return [f"{low}" if low == high else f"{low} to {high}" for low, high in gaps if low <= high]


def _mixed(proof: Proof) -> tuple[Mixed, ...]:
    return tuple(Mixed(each.player, bytes.fromhex(each.hash), each.seed) for each in proof.players)


def _fixed(proof: Proof, ended: CommitmentEnding) -> str:
    return fix(bytes.fromhex(proof.commitment), _mixed(proof), ended).hex()


def _players_hold(proof: Proof) -> bool:
    """Return whether the hashes fit, no player appears twice, and the ending is possible."""
    players = proof.players
    names = {each.player for each in players}
    hashes = {each.hash for each in players}
    silent = sum(each.seed is None for each in players)
    match proof.ended:
        case CommitmentEnding.PLAYED:
            ends = not silent and (proof.kind is CommitmentKind.SABOT or len(players) == 1)
        case CommitmentEnding.CLOSED:
            ends = not silent and proof.kind is CommitmentKind.SABOT
        case (
            CommitmentEnding.RETIRED
        ):  # with all seeds open the house knows the order, and could give up one it dislikes
            ends = bool(silent) or not players
        case CommitmentEnding.RESTORED:
            ends = True
    return (
        ends
        and len(names) == len(hashes) == len(players)
        and (proof.kind is CommitmentKind.SABOT or len(players) <= 1)
        and all(each.seed is None or hash_seed(each.seed).hex() == each.hash for each in players)
    )


def unlike(proof: Proof, seen: Iterable[Seen]) -> list[str]:
    """Return the differences between a proof and what the client received before the bets."""
    kept = [each for each in seen if each.identity == proof.identity]
    if not kept:
        where = f"{proof.kind} {proof.number} at {proof.table}, epoch {proof.epoch}"
        return [f"{where}, isn't in your notes"]
    differences = []
    for each in kept:
        for what, received, proved in _both(proof, each):
            if received not in (None, proved):
                differences.append(
                    f"the house told you another {what}: {received}; the proof has {proved}"
                )
    return list(dict.fromkeys(differences))


def _both(proof: Proof, seen: Seen) -> Iterable[tuple[str, object, object]]:
    """Yield what the client received and what the proof has; None: the client kept nothing."""
    # A sabot that ended early keeps the hash with which it was fixed.
    fixed = (
        proof.fixed
        if proof.ended is CommitmentEnding.RETIRED
        else _fixed(proof, CommitmentEnding.PLAYED)
    )
    yield "commitment", seen.commitment, proof.commitment
    yield "sheet", seen.sheet, hash_canonical(proof.sheet).hex()
    yield "list", seen.hashes, [(each.player, each.hash) for each in proof.players]
    yield "fixed", seen.fixed, fixed


def _marks(proof: Proof) -> set[object]:
    """Return what only one proof may contain: its number, its seed and its players' seeds."""
    return {proof.identity, proof.seed, *(each.hash for each in proof.players)}
