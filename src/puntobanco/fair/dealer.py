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
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.errors import (
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
    HASH_BYTES,
    PlayerSeed,
    Terms,
    check_text,
    commit,
    deal_order,
    fix,
    hash_seed,
)
from puntobanco.game.cards import Card

T = TypeVar("T")

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


class Revealed(Struct, frozen=True):
    """A coup or sabot that is over, open to everyone: all that a proof needs."""

    terms: Terms
    commitment: bytes
    seed: bytes
    players: tuple[PlayerSeed, ...]
    retired: bool = False  # never played: its cards are on record all the same

    def order(self, cards: int | None = None) -> tuple[Card, ...]:
        return deal_order(self.seed, self.terms, self.players, cards)


class Dealer:
    """One table's dealing. Seeds are handed in: this room has no chance of its own."""

    def __init__(self, first: Terms, used: Iterable[bytes] = ()) -> None:
        self.terms = first
        self.phase = Phase.IDLE
        self.commitment = b""
        self._seed = b""
        self._used = set(used)  # hashes of every seed ever taken here
        self._hashes: dict[str, bytes] = {}
        self._opened: dict[str, PlayerSeed] = {}
        self._silent: set[str] = set()

    def commit(self, seed: bytes) -> bytes:
        """Commit to a fresh seed for the next coup or sabot."""
        self._check(Step.COMMIT)
        commitment = commit(seed, self.terms)
        self._use(sha256(seed).digest())
        self.commitment, self._seed = commitment, seed
        self._hashes, self._opened = {}, {}
        return self._done(Step.COMMIT, commitment)

    def take(self, player: str, seed: str) -> bytes:
        """A private table's player answers the commitment with a seed; the order is fixed."""
        self._check(Step.TAKE)
        mine = _player_seed(player, seed)
        self._use(hash_seed(seed))
        self._opened = {player: mine}
        return self._done(Step.TAKE, self.fixed)

    def join(self, player: str, seed_hash: bytes) -> None:
        """A shared table's player enters the list with the hash of a seed."""
        self._check(Step.JOIN)
        if player in self._silent:
            raise SitsOut(player=player)
        if player in self._hashes:
            raise AlreadyIn(player=player)
        check_text("player", player)
        if len(seed_hash) != HASH_BYTES:
            raise WrongLength(what="a seed's hash", given=len(seed_hash), least=HASH_BYTES)
        self._use(seed_hash)
        self._hashes[player] = seed_hash
        self._done(Step.JOIN, None)

    def close(self) -> dict[str, bytes]:
        """Close the list and publish it."""
        self._check(Step.CLOSE)
        return self._done(Step.CLOSE, dict(self._hashes))

    def open(self, player: str, seed: str) -> None:
        """A player opens the seed whose hash is in the list."""
        self._check(Step.OPEN)
        if player not in self._hashes:
            raise NotInList(player=player)
        mine = _player_seed(player, seed)
        if hash_seed(seed) != self._hashes[player]:
            raise DoesNotOpen(player=player)
        self._opened[player] = mine

    @property
    def silent(self) -> list[str]:
        """Those in the list who haven't opened their seed."""
        return [player for player in self._hashes if player not in self._opened]

    def fix(self) -> bytes:
        """All seeds are open: the order is fixed from here on."""
        self._check(Step.FIX)
        if self.silent:
            raise Unopened(players=", ".join(self.silent))
        self._silent = set()
        return self._done(Step.FIX, self.fixed)

    @property
    def players(self) -> tuple[PlayerSeed, ...]:
        """The open seeds, in the order of the list."""
        order = self._hashes or self._opened
        return tuple(self._opened[player] for player in order if player in self._opened)

    @property
    def fixed(self) -> bytes:
        """The hash that fixes the order, for everyone who joins later."""
        return fix(self.commitment, self.players)

    @property
    def exhibition(self) -> bool:
        """Nobody mixed: the house alone knows the order, so there is no betting on it."""
        return not self._opened

    def deal(self, cards: int | None = None) -> tuple[Card, ...]:
        """The order of the cards, or the first of them."""
        self._check(Step.DEAL)
        return deal_order(self._seed, self.terms, self.players, cards)

    def reveal(self) -> Revealed:
        """Open the seed after the last card; the next number follows."""
        self._check(Step.REVEAL)
        return self._done(Step.REVEAL, self._over(retired=False))

    def retire(self) -> Revealed:
        """Give up what is not fixed: open its seed unplayed; the silent sit out the next mixing."""
        self._check(Step.RETIRE)
        self._mark_silent()
        return self._done(Step.RETIRE, self._over(retired=True))

    def restore(self, epoch: int) -> Revealed | None:
        """Go on after a backup was restored: a new epoch, and nothing unrevealed is played.

        The epoch must never have been used: who restores twice raises it twice.
        """
        if epoch <= self.terms.epoch:
            raise OldEpoch(epoch=epoch, last=self.terms.epoch)
        self._mark_silent()
        over = None if self.phase is Phase.IDLE else self._over(retired=True)
        self.terms = replace(self.terms, epoch=epoch, number=1)
        self.phase = Phase.IDLE
        return over

    def _mark_silent(self) -> None:
        """Who leaves a closed list unopened sits out until a mixing has been made without them."""
        if self.phase is Phase.CLOSED:
            self._silent |= set(self.silent)

    def _over(self, *, retired: bool) -> Revealed:
        over = Revealed(self.terms, self.commitment, self._seed, self.players, retired)
        self.terms = replace(self.terms, number=self.terms.number + 1)
        return over

    def _check(self, step: Step) -> None:
        if (self.phase, step) not in TRANSITIONS:
            raise NotNow(step=step, phase=self.phase)

    def _done(self, step: Step, result: T) -> T:
        self.phase = TRANSITIONS[self.phase, step]
        return result

    def _use(self, seed_hash: bytes) -> None:
        if seed_hash in self._used:
            raise SeedReused()
        self._used.add(seed_hash)


def _player_seed(player: str, seed: str) -> PlayerSeed:
    if len(seed) < SHORTEST_SEED:
        raise SeedTooShort(given=len(seed), least=SHORTEST_SEED)
    return PlayerSeed(player, seed)
