"""Encrypts seeds that are not revealed yet, before they reach the disk."""

from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from puntobanco.errors import WrongSealingKey
from puntobanco.store.random_bytes import RandomBytes
from puntobanco.table.seat import PrivateSeat

KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12


class Sealer:
    """Encrypts with AES-GCM and the sealing key; each seed is bound to its coup."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self._chance = RandomBytes()

    def seal(self, seat: PrivateSeat) -> bytes:
        return self.seal_bytes(seat.seed, _bound_to(seat))

    def open(self, seat: PrivateSeat, sealed: bytes) -> bytes:
        """Decrypt the seed of a seat, whose other fields are already read."""
        return self.open_bytes(sealed, _bound_to(seat), seat.table, seat.next.number)

    def seal_bytes(self, seed: bytes, bound_to: bytes) -> bytes:
        nonce = self._chance.take(_NONCE_BYTES)
        return nonce + self._cipher.encrypt(nonce, seed, bound_to)

    def open_bytes(self, sealed: bytes, bound_to: bytes, table: str, number: int) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], bound_to)
        except InvalidTag:
            raise WrongSealingKey(table=table, number=number) from None


def _bound_to(seat: PrivateSeat) -> bytes:
    return f"{seat.table} {seat.view.epoch} {seat.next.number}".encode()
