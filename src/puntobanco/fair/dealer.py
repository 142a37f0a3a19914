"""The order in which a table commits, mixes, deals and reveals; a wrong one is refused.

A private table mixes one player's seed into every coup:

    IDLE --commit--> COMMITTED --take--> FIXED --reveal--> IDLE

A shared table mixes in the open, so that nobody, the house included, can choose last. Players
first publish hashes of their seeds; when the list is closed they open them:

    IDLE --commit--> COMMITTED --join--> JOINED --close--> CLOSED --fix--> FIXED --reveal--> IDLE

Once somebody has joined there is no other way. Until its order is fixed a sabot can be retired:
its seed is revealed, its cards are never played. The house cannot retire what is fixed.
"""

from collections.abc import Iterable
from enum import StrEnum
from hashlib import sha256
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import (
    AllOpen,
    AlreadyIn,
    DoesNotOpen,
    NotInList,
    NotNow,
    OldEpoch,
    SeedReused,
    SeedTooShort,
    SitsOut,
    Unopened,
    WrongLength,
)
from puntobanco.fair.commitment import (
    PlayerSeed,
    Terms,
    check_text,
    commit,
    deal_order,
    fix,
    give_up,
    hash_seed,
)
from puntobanco.fair.drbg import HASH_BYTES
from puntobanco.game.cards import Card

SHORTEST_SEED: Final = 32  # characters: 128 bits in hex


class Phase(StrEnum):
    IDLE = "idle"
    COMMITTED = "committed"
    JOINED = "joined"  # a shared table: somebody is in the list
    CLOSED = "closed"
    FIXED = "fixed"


class Step(StrEnum):
    COMMIT = "commit"
    TAKE = "take"  # a private table's one seed
    JOIN = "join"  # a hash, at a shared table
    CLOSE = "close"
    OPEN = "open"
    FIX = "fix"
    DEAL = "deal"
    REVEAL = "reveal"
    RETIRE = "retire"


TRANSITIONS: Final = {
    (Phase.IDLE, Step.COMMIT): Phase.COMMITTED,
    (Phase.COMMITTED, Step.TAKE): Phase.FIXED,
    (Phase.COMMITTED, Step.JOIN): Phase.JOINED,
    (Phase.JOINED, Step.JOIN): Phase.JOINED,
    (Phase.COMMITTED, Step.CLOSE): Phase.CLOSED,
    (Phase.JOINED, Step.CLOSE): Phase.CLOSED,
    (Phase.CLOSED, Step.OPEN): Phase.CLOSED,
    (Phase.CLOSED, Step.FIX): Phase.FIXED,
    (Phase.FIXED, Step.DEAL): Phase.FIXED,
    (Phase.FIXED, Step.REVEAL): Phase.IDLE,
    (Phase.COMMITTED, Step.RETIRE): Phase.IDLE,
    (Phase.JOINED, Step.RETIRE): Phase.IDLE,
    (Phase.CLOSED, Step.RETIRE): Phase.IDLE,
}


class Mixing(Struct, frozen=True):
    """Where a table's dealing stands: all that has to survive a restart, but for the used seeds."""

    terms: Terms
    phase: Phase = Phase.IDLE
    commitment: bytes = b""
    seed: bytes = b""
    hashes: dict[str, bytes] = {}  # the list, in its order
    opened: dict[str, str] = {}
    sitting_out: frozenset[str] = frozenset()

    @property
    def silent(self) -> list[str]:
        """Those in the list who haven't opened their seed."""
        return [player for player in self.hashes if player not in self.opened]

    @property
    def players(self) -> tuple[PlayerSeed, ...]:
        """The open seeds, in the order of the list."""
        return tuple(
            PlayerSeed(player, self.opened[player])
            for player in self.hashes
            if player in self.opened
        )


class Revealed(Struct, frozen=True):
    """A coup or sabot that is over, open to everyone: all that a proof needs."""

    terms: Terms
    commitment: bytes
    seed: bytes
    hashes: dict[str, bytes]  # as the list was published; who is missing below was silent
    players: tuple[PlayerSeed, ...]
    fixed: bytes  # the hash that fixed the order, or the one that gave it up
    retired: bool = False  # not played, or not to its end: its cards are on record all the same

    def order(self, cards: int | None = None) -> tuple[Card, ...]:
        return deal_order(self.seed, self.terms, self.players, cards)


class Dealer:
    """One table's dealing. Seeds are handed in: this room has no chance of its own.

    `state` and the hashes of the seeds used so far are all there is: a dealer made from both
    goes on where another stopped.
    """

    def __init__(self, state: Mixing, used: Iterable[bytes] = ()) -> None:
        self.state = state
        self.used = set(used)  # hashes of every seed ever taken here

    def commit(self, seed: bytes) -> bytes:
        """Commit to a fresh seed for the next coup or sabot."""
        self._check(Step.COMMIT)
        commitment = commit(seed, self.state.terms)
        self._use(sha256(seed).digest())
        self._go(Step.COMMIT, commitment=commitment, seed=seed, hashes={}, opened={})
        return commitment

    def take(self, player: str, seed: str) -> bytes:
        """A private table's player answers the commitment with a seed; the order is fixed."""
        self._check(Step.TAKE)
        check_player(player, seed)
        self._use(hash_seed(seed))
        self._go(Step.TAKE, hashes={player: hash_seed(seed)}, opened={player: seed})
        return self.fixed

    def join(self, player: str, seed_hash: bytes) -> None:
        """A shared table's player enters the list with the hash of a seed."""
        self._check(Step.JOIN)
        check_text("player", player)
        if player in self.state.sitting_out:
            raise SitsOut(player=player)
        if player in self.state.hashes:
            raise AlreadyIn(player=player)
        if len(seed_hash) != HASH_BYTES:
            raise WrongLength(what="a seed's hash", given=len(seed_hash), needed=HASH_BYTES)
        self._use(seed_hash)
        self._go(Step.JOIN, hashes=self.state.hashes | {player: seed_hash})

    def close(self) -> dict[str, bytes]:
        """Close the list and publish it."""
        self._check(Step.CLOSE)
        self._go(Step.CLOSE)
        return self.state.hashes

    def open(self, player: str, seed: str) -> None:
        """A player opens the seed whose hash is in the list."""
        self._check(Step.OPEN)
        if player not in self.state.hashes:
            raise NotInList(player=player)
        check_player(player, seed)
        if hash_seed(seed) != self.state.hashes[player]:
            raise DoesNotOpen(player=player)
        self._go(Step.OPEN, opened=self.state.opened | {player: seed})

    def fix(self) -> bytes:
        """All seeds are open: the order is fixed from here on."""
        self._check(Step.FIX)
        if self.state.silent:
            raise Unopened(players=", ".join(self.state.silent))
        self._go(Step.FIX, sitting_out=frozenset())
        return self.fixed

    @property
    def fixed(self) -> bytes:
        """The hash that fixes the order, for everyone who joins later."""
        self._check(Step.DEAL)
        return fix(self.state.commitment, self.state.players)

    @property
    def exhibition(self) -> bool:
        """Nobody mixed: the house alone knows the order, so there is no betting on it."""
        self._check(Step.DEAL)
        return not self.state.opened

    def deal(self, cards: int | None = None) -> tuple[Card, ...]:
        """The order of the cards, or the first of them."""
        self._check(Step.DEAL)
        return deal_order(self.state.seed, self.state.terms, self.state.players, cards)

    def reveal(self) -> Revealed:
        """Open the seed after the last card; the next number follows."""
        self._check(Step.REVEAL)
        return self._over(Step.REVEAL)

    def retire(self) -> Revealed:
        """Give up what is not fixed: open its seed unplayed; the silent sit out the next mixing."""
        self._check(Step.RETIRE)
        if self.state.phase is Phase.CLOSED and not self.state.silent:
            raise AllOpen  # the house has seen every seed: it could give up what it dislikes
        return self._over(Step.RETIRE)

    def restore(self, epoch: int) -> Revealed | None:
        """Go on after a backup was restored: a new epoch, and nothing unrevealed is played.

        The epoch must never have been used: who restores twice raises it twice.
        """
        if epoch <= self.state.terms.epoch:
            raise OldEpoch(epoch=epoch, last=self.state.terms.epoch)
        terms = replace(self.state.terms, epoch=epoch, number=1)
        over = None if self.state.phase is Phase.IDLE else self._over(Step.RETIRE)
        self.state = Mixing(terms, sitting_out=self.state.sitting_out)
        return over

    def _over(self, step: Step) -> Revealed:
        """Reveal what stands here; who left a closed list unopened sits out the next mixing."""
        at = self.state
        sitting_out = at.sitting_out
        if at.phase is Phase.CLOSED:
            sitting_out |= frozenset(at.silent)
        next_terms = replace(at.terms, number=at.terms.number + 1)
        self.state = Mixing(next_terms, sitting_out=sitting_out)
        return Revealed(
            at.terms,
            at.commitment,
            at.seed,
            at.hashes,
            at.players,
            fixed=fix(at.commitment, at.players)
            if at.phase is Phase.FIXED
            else give_up(at.commitment, at.hashes),
            retired=step is Step.RETIRE,
        )

    def _check(self, step: Step) -> None:
        if (self.state.phase, step) not in TRANSITIONS:
            raise NotNow(step=step, phase=self.state.phase)

    def _go(self, step: Step, **changes: object) -> None:
        phase = TRANSITIONS[self.state.phase, step]
        self.state = replace(self.state, phase=phase, **changes)

    def _use(self, seed_hash: bytes) -> None:
        if seed_hash in self.used:
            raise SeedReused()
        self.used.add(seed_hash)


def check_player(player: str, seed: str) -> None:
    """Refuse a seed the house could try out, or what is no text."""
    if len(seed) < SHORTEST_SEED:
        raise SeedTooShort(given=len(seed), least=SHORTEST_SEED)
    check_text("player", player)
    check_text("the player's seed", seed)
