"""HMAC_DRBG: the standard's own vector, and the standard's text written out once more."""

import hmac
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.errors import WrongLength
from puntobanco.fair.drbg import HmacDrbg

# NIST's CAVS vectors for HMAC_DRBG, SHA-256, no reseeding: 256 bits of entropy, 128 of nonce,
# no personalisation; 1024 bits are generated twice and the second ones returned.
ENTROPY = "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488"
NONCE = "659ba96c601dc69fc902940805ec0ca8"
RETURNED = (
    "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
    "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
    "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
    "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
)


def test_the_published_vector() -> None:
    generator = HmacDrbg(bytes.fromhex(ENTROPY), bytes.fromhex(NONCE))
    generator.generate(128)
    assert generator.generate(128).hex() == RETURNED


class FromTheText:
    """SP 800-90A, 10.1.2, step by step: nothing put off, nothing precomputed."""

    def __init__(self, entropy_input: bytes, nonce: bytes, personalization_string: bytes) -> None:
        self.key, self.v = b"\x00" * 32, b"\x01" * 32
        self.update(entropy_input + nonce + personalization_string)
        self.reseed_counter = 1

    def update(self, provided_data: bytes) -> None:
        self.key = hmac.new(self.key, self.v + b"\x00" + provided_data, "sha256").digest()
        self.v = hmac.new(self.key, self.v, "sha256").digest()
        if not provided_data:
            return
        self.key = hmac.new(self.key, self.v + b"\x01" + provided_data, "sha256").digest()
        self.v = hmac.new(self.key, self.v, "sha256").digest()

    def generate(self, requested_bytes: int) -> bytes:
        temp = b""
        while len(temp) < requested_bytes:
            self.v = hmac.new(self.key, self.v, "sha256").digest()
            temp += self.v
        self.update(b"")
        self.reseed_counter += 1
        return temp[:requested_bytes]


@given(
    st.binary(min_size=32, max_size=80),
    st.binary(min_size=16, max_size=80),
    st.binary(max_size=200),
    st.lists(st.integers(1, 200), min_size=1, max_size=6),
)
def test_the_text_of_the_standard(e: bytes, n: bytes, p: bytes, lengths: list[int]) -> None:
    ours, theirs = HmacDrbg(e, n, p), FromTheText(e, n, p)
    for length in lengths:
        assert ours.generate(length) == theirs.generate(length)


def wrong() -> Iterator[tuple[bytes, bytes]]:
    yield bytes(31), bytes(16)
    yield bytes(32), bytes(15)
    yield b"", b""


@pytest.mark.parametrize(("entropy", "nonce"), list(wrong()))
def test_too_little_entropy_or_nonce_is_refused(entropy: bytes, nonce: bytes) -> None:
    with pytest.raises(WrongLength):
        HmacDrbg(entropy, nonce)


@pytest.mark.parametrize("length", [0, -1, 65537])
def test_a_call_is_for_one_byte_to_two_to_the_sixteenth(length: int) -> None:
    with pytest.raises(WrongLength):
        HmacDrbg(bytes(32), bytes(16)).generate(length)
