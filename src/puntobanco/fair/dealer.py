"""The steps by which a shared table commits to a sabot, mixes, deals and reveals it.

Players first send hashes of their seeds. When the list is closed, they open the seeds. So nobody,
not even the house, can choose a seed after seeing all others:

    IDLE --commit--> COMMITTED --join--> JOINED --close--> CLOSED --fix--> FIXED --reveal--> IDLE

Before its order is fixed, a sabot can be retired: its seed is revealed and its cards are never
played. The house cannot retire a sabot that is fixed or whose seeds are all open. A restored
backup ends any sabot, and its proof says so.
"""

from enum import StrEnum
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
    CommitmentEnding,
    CommitmentKind,
    Mixed,
    Terms,
    check_text,
    commit,
    deal_order,
    fix,
    mix,
)
from puntobanco.fair.drbg import HASH_BYTES
from puntobanco.game.cards import Card

SHORTEST_SEED: Final = 32  # characters: 128 bits in hex


class DealerPhase(StrEnum):
    IDLE = "idle"
    COMMITTED = "committed"
    JOINED = "joined"  # somebody is in the list
    CLOSED = "closed"
    FIXED = "fixed"


class DealerStep(StrEnum):
    COMMIT = "commit"
    JOIN = "join"  # a player's hash
    CLOSE = "close"
    OPEN = "open"
    FIX = "fix"
    DEAL = "deal"
    REVEAL = "reveal"
    RETIRE = "retire"
    RESTORE = "restore"


TRANSITIONS: Final = {
    (DealerPhase.IDLE, DealerStep.COMMIT): DealerPhase.COMMITTED,
    (DealerPhase.COMMITTED, DealerStep.JOIN): DealerPhase.JOINED,
    (DealerPhase.JOINED, DealerStep.JOIN): DealerPhase.JOINED,
    (DealerPhase.COMMITTED, DealerStep.CLOSE): DealerPhase.CLOSED,
    (DealerPhase.JOINED, DealerStep.CLOSE): DealerPhase.CLOSED,
    (DealerPhase.CLOSED, DealerStep.OPEN): DealerPhase.CLOSED,
    (DealerPhase.CLOSED, DealerStep.FIX): DealerPhase.FIXED,
    (DealerPhase.FIXED, DealerStep.DEAL): DealerPhase.FIXED,
    (DealerPhase.FIXED, DealerStep.REVEAL): DealerPhase.IDLE,
    (DealerPhase.COMMITTED, DealerStep.RETIRE): DealerPhase.IDLE,
    (DealerPhase.JOINED, DealerStep.RETIRE): DealerPhase.IDLE,
    (DealerPhase.CLOSED, DealerStep.RETIRE): DealerPhase.IDLE,
    **{(phase, DealerStep.RESTORE): DealerPhase.IDLE for phase in DealerPhase},
}


class Mixing(Struct, frozen=True):
    """The state of a table's dealer: everything that must survive a restart."""

    terms: Terms
    phase: DealerPhase = DealerPhase.IDLE
    commitment: bytes = b""
    seed: bytes = b""
    players: tuple[Mixed, ...] = ()  # the list, in its order
    sitting_out: frozenset[str] = frozenset()

    def __repr__(self) -> str:
        """Leave out the seed, because logs and tracebacks show this text."""
        return f"<{CommitmentKind.SABOT} {self.terms.number} at {self.terms.table}: {self.phase}>"

    @property
    def silent(self) -> list[str]:
        """The players in the list who have not opened their seed."""
        return [each.player for each in self.players if each.seed is None]

    def listed(self, player: str) -> Mixed | None:
        return next((each for each in self.players if each.player == player), None)


class RevealedCommitment(Struct, frozen=True):
    """A coup or sabot that is over, with everything that a proof needs."""

    terms: Terms
    kind: CommitmentKind
    commitment: bytes
    seed: bytes
    players: tuple[Mixed, ...]  # the published list; a player who opened no seed has None there
    ended: CommitmentEnding = CommitmentEnding.PLAYED

    @property
    def fixed(self) -> bytes:
        return fix(self.commitment, self.players, self.ended)

    def order(self) -> tuple[Card, ...]:
        return deal_order(self.seed, self.terms, self.players)


class Dealer:
    """The dealer of one table; the caller supplies all random seeds.

    A dealer made from another dealer's `state` continues where that one stopped. The caller must
    refuse seeds that were used for earlier sabots.
    """

    def __init__(self, state: Mixing) -> None:
        self.state = state

    def commit(self, seed: bytes) -> bytes:
        """Commit to a fresh seed for the next sabot."""
        self._check(DealerStep.COMMIT)
        commitment = commit(seed, self.state.terms)
        _after(self.state.terms)  # refuse the highest number: no next one could follow it
        self._go(DealerStep.COMMIT, commitment=commitment, seed=seed, players=())
        return commitment

    def join(self, player: str, seed_hash: bytes) -> None:
        """Add a player to the list with the hash of a seed."""
        self._check(DealerStep.JOIN)
        check_text("player", player)
        if player in self.state.sitting_out:
            raise SitsOut(player=player)
        if self.state.listed(player):
            raise AlreadyIn(player=player)
        if len(seed_hash) != HASH_BYTES:
            raise WrongLength(what="a seed's hash", given=len(seed_hash), needed=HASH_BYTES)
        if any(each.hash == seed_hash for each in self.state.players):
            raise SeedReused
        self._go(DealerStep.JOIN, players=(*self.state.players, Mixed(player, seed_hash)))

    def close(self) -> tuple[Mixed, ...]:
        """Close the list and publish it."""
        self._check(DealerStep.CLOSE)
        self._go(DealerStep.CLOSE)
        return self.state.players

    def open(self, player: str, seed: str) -> None:
        """Accept the seed of a player whose hash is in the list."""
        self._check(DealerStep.OPEN)
        listed = self.state.listed(player)
        if listed is None:
            raise NotInList(player=player)
        mine = _mix(player, seed)
        if mine.hash != listed.hash:
            raise DoesNotOpen(player=player)
        players = tuple(mine if each is listed else each for each in self.state.players)
        self._go(DealerStep.OPEN, players=players)

    def fix(self) -> bytes:
        """Fix the order of the cards; all seeds must be open."""
        self._check(DealerStep.FIX)
        if self.state.silent:
            raise Unopened(players=", ".join(self.state.silent))
        # Players who sat out may mix again, even if nobody else has mixed. Otherwise a player who
        # is alone at a table could never come back; and an exhibition can cheat nobody.
        self._go(DealerStep.FIX, sitting_out=frozenset())
        return self.fixed

    @property
    def fixed(self) -> bytes:
        """The hash that fixes the order."""
        self._check(DealerStep.DEAL)
        return fix(self.state.commitment, self.state.players)

    @property
    def exhibition(self) -> bool:
        """Whether nobody has mixed: the house knows the order, so nobody may bet on it."""
        self._check(DealerStep.DEAL)
        return not self.state.players

    def deal(self, cards: int | None = None) -> tuple[Card, ...]:
        """Return the cards in drawing order: all of them, or only the first `cards`."""
        self._check(DealerStep.DEAL)
        return deal_order(self.state.seed, self.state.terms, self.state.players, cards)

    def reveal(self, ended: CommitmentEnding = CommitmentEnding.PLAYED) -> RevealedCommitment:
        """Reveal the seed after the last coup, or when the table closes."""
        self._check(DealerStep.REVEAL)
        return self._over(ended, _after(self.state.terms))

    def retire(self) -> RevealedCommitment:
        """Give up a sabot before its order is fixed, and reveal the seed.

        Players who did not open a seed must sit out the next mixing.
        """
        self._check(DealerStep.RETIRE)
        if self.state.phase is DealerPhase.CLOSED and not self.state.silent:
            raise AllOpen  # the house knows the order now, and could give up one it dislikes
        return self._over(CommitmentEnding.RETIRED, _after(self.state.terms))

    def restore(self, epoch: int) -> RevealedCommitment | None:
        """Begin a new epoch after a restored backup, and reveal the current sabot.

        The epoch must never have been used before: each restore needs a higher one.
        """
        if epoch <= self.state.terms.epoch:
            raise OldEpoch(epoch=epoch, last=self.state.terms.epoch)
        terms = replace(self.state.terms, epoch=epoch, number=1)
        was_idle = self.state.phase is DealerPhase.IDLE
        over = self._over(CommitmentEnding.RESTORED, terms)
        return None if was_idle else over

    def _over(self, ended: CommitmentEnding, next_terms: Terms) -> RevealedCommitment:
        """Reveal the sabot; players who did not open a seed must sit out the next mixing."""
        at = self.state
        silent = frozenset(at.silent if at.phase is DealerPhase.CLOSED else ())
        self.state = Mixing(next_terms, sitting_out=at.sitting_out | silent)
        return RevealedCommitment(
            at.terms, CommitmentKind.SABOT, at.commitment, at.seed, at.players, ended
        )

    def _check(self, step: DealerStep) -> None:
        if (self.state.phase, step) not in TRANSITIONS:
            raise NotNow(step=step, phase=self.state.phase)

    def _go(self, step: DealerStep, **changes: object) -> None:
        phase = TRANSITIONS[self.state.phase, step]
        self.state = replace(self.state, phase=phase, **changes)


def _after(terms: Terms) -> Terms:
    return replace(terms, number=terms.number + 1)


def _mix(player: str, seed: str) -> Mixed:
    """Refuse a seed so short that the house could guess it by trying."""
    if len(seed) < SHORTEST_SEED:
        raise SeedTooShort(given=len(seed), least=SHORTEST_SEED)
    return mix(player, seed)
