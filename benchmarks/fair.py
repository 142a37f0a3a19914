"""How long fair dealing takes, compared with the same generator on top of the hmac module."""

import hmac
import timeit
from collections.abc import Callable, Iterator
from statistics import median

from benchmarks.row import Row, Work
from puntobanco.fair.commitment import Terms, deal_order, mix
from puntobanco.fair.drbg import HmacDrbg
from puntobanco.fair.shuffle import shuffle

SEED = bytes(range(32))
PLAYERS = (mix("anna", "00112233445566778899aabbccddeeff"),)


class OverHmac(HmacDrbg):
    """The generator in its obvious implementation."""

    __slots__ = ("_key",)

    def __init__(self, entropy: bytes, nonce: bytes, personalisation: bytes = b"") -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(entropy + nonce + personalisation)

    def _rekey(self, key: bytes) -> None:
        self._key = key

    def _hmac(self, message: bytes) -> bytes:
        return hmac.new(self._key, message, "sha256").digest()


def coup() -> Iterator[Row]:
    yield _row("a fair coup of one deck", 1, 6, "≤ 15 µs")


def sabot() -> Iterator[Row]:
    yield _row("a fair sabot of eight decks", 8, None, "≤ 300 µs")


def _row(name: str, decks: int, cards: int | None, target: str) -> Row:
    terms = Terms("t", 1, 1, bytes(32), decks, 0)

    def ours() -> object:
        return deal_order(SEED, terms, PLAYERS, cards)

    def theirs() -> object:
        return shuffle(OverHmac(SEED, bytes(24), bytes(100)), decks, cards)

    times = [(_microseconds(ours), _microseconds(theirs)) for _ in range(15)]
    mine, other = (median(column) for column in zip(*times, strict=True))
    return Row(name, f"{mine:.1f} µs", target, f"over hmac.new: {other:,.0f} µs", other / mine)


def _microseconds(function: Callable[[], object]) -> float:
    return timeit.timeit(function, number=100) / 100 * 1e6


WORKS: tuple[Work, ...] = (coup, sabot)
