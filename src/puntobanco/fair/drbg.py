"""HMAC_DRBG with SHA-256, as NIST SP 800-90A section 10.1.2 defines it."""

import hashlib
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from puntobanco.errors import OutOfRange, WrongLength

HASH_BYTES: Final = 32
SEED_BYTES: Final = 32  # entropy for the full strength of 256 bits
NONCE_BYTES: Final = 16  # at least half of that
MOST_BYTES: Final = 1 << 16  # of one Generate call

_INNER: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER: Final = bytes(byte ^ 0x5C for byte in range(256))
_INNER_REST: Final = b"\x36" * 32  # a key of 32 bytes is padded to a block of 64
_OUTER_REST: Final = b"\x5c" * 32


def _padded(key: bytes) -> tuple["hashlib._Hash", "hashlib._Hash"]:
    """Return the inner and the outer hash that an HMAC with this key starts from."""
    return sha256(key.translate(_INNER) + _INNER_REST), sha256(key.translate(_OUTER) + _OUTER_REST)


_FIRST_VALUE: Final = b"\x01" * 32
_BEGUN, _ZERO_OUTER = _padded(bytes(32))
_BEGUN.update(_FIRST_VALUE + b"\x00")


class HmacDrbg:
    """A deterministic generator: the same inputs always give the same bytes.

    HMAC is implemented here on top of SHA-256, and the two padded keys are hashed only once. It is
    twice as fast as `hmac.new`, which matters because every coup has its own generator.
    """

    __slots__ = ("_inner", "_outer", "_value")

    def __init__(self, entropy: bytes, nonce: bytes, personalisation: bytes = b"") -> None:
        if len(entropy) < SEED_BYTES:
            raise WrongLength(what="entropy", given=len(entropy), needed=f"{SEED_BYTES} or more")
        if len(nonce) < NONCE_BYTES:
            raise WrongLength(what="nonce", given=len(nonce), needed=f"{NONCE_BYTES} or more")
        # This is `_update(data)` with a key of zeros, inlined: a third of a coup's time is spent
        # here, and function calls cost more than hashing.
        data = entropy + nonce + personalisation
        inner, outer = _BEGUN.copy(), _ZERO_OUTER.copy()
        inner.update(data)
        outer.update(inner.digest())
        inner, outer = _padded(outer.digest())
        first, second = inner.copy(), outer.copy()
        first.update(_FIRST_VALUE)
        second.update(first.digest())
        value = second.digest()
        inner.update(value + b"\x01" + data)
        outer.update(inner.digest())
        self._inner, self._outer = inner, outer = _padded(outer.digest())
        first, second = inner.copy(), outer.copy()
        first.update(value)
        second.update(first.digest())
        self._value = second.digest()

    def generate(self, length: int) -> bytes:
        """Return the next bytes; two calls give other bytes than one call for the same length."""
        return b"".join(self.blocks(length))[:length]

    def blocks(self, length: int) -> Iterator[bytes]:
        """Yield the bytes of one Generate call in blocks of 32, each computed when needed.

        A coup needs only the first few words of a call. A caller who wants another call must
        consume this one to its end, because only then the generator gets its new key.
        """
        if not 0 < length <= MOST_BYTES:
            raise OutOfRange(what="bytes", number=length, least=1, most=MOST_BYTES)
        return map(self._block, range(length - 1, -1, -HASH_BYTES))

    def _block(self, bytes_after: int) -> bytes:
        self._value = block = self._hmac(self._value)
        if bytes_after < HASH_BYTES:  # the last block of the call
            self._update(b"")
        return block

    def _update(self, data: bytes) -> None:
        self._rekey(self._hmac(self._value + b"\x00" + data))
        self._value = self._hmac(self._value)
        if data:
            self._rekey(self._hmac(self._value + b"\x01" + data))
            self._value = self._hmac(self._value)

    def _rekey(self, key: bytes) -> None:
        self._inner, self._outer = _padded(key)

    def _hmac(self, message: bytes) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(message)
        outer.update(inner.digest())
        return outer.digest()
