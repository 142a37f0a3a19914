"""Tests of HMAC_DRBG against published vectors and against the standard's text."""

import hmac
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.fair import OverHmac
from puntobanco.errors import OutOfRange, WrongLength
from puntobanco.fair.drbg import HmacDrbg

# NIST's CAVS vectors for HMAC_DRBG, SHA-256, no reseeding: 256 bits of entropy, 128 of nonce, none
# or 256 of personalisation; 1024 bits are generated twice and the second ones returned.
VECTORS = [
    (
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
        "659ba96c601dc69fc902940805ec0ca8",
        "",
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8",
    ),
    (
        "8df013b4d103523073917ddf6a869793059e9943fc8654549e7ab22f7c29f122",
        "da2625af2ddd4abcce3cf4fa4659d84e",
        "b571e66d7c338bc07b76ad3757bb2f9452bf7e07437ae8581ce7bc7c3ac651a9",
        "b91cba4cc84fa25df8610b81b641402768a2097234932e37d590b1154cbd23f9"
        "7452e310e291c45146147f0da2d81761fe90fba64f94419c0f662b28c1ed94da"
        "487bb7e73eec798fbcf981b791d1be4f177a8907aa3c401643a5b62b87b89d66"
        "b3a60e40d4a8e4e9d82af6d2700e6f535cdb51f75c321729103741030ccc3a56",
    ),
    (
        "8ca4a964e1ff68753db86753d09222e09b888b500be46f2a3830afa9172a1d6d",
        "a59394e0af764e2f21cf751f623ffa6c",
        "eb8164b3bf6c1750a8de8528af16cffdf400856d82260acd5958894a98afeed5",
        "fc5701b508f0264f4fdb88414768e1afb0a5b445400dcfdeddd0eba67b4fea8c"
        "056d79a69fd050759fb3d626b29adb8438326fd583f1ba0475ce7707bd294ab0"
        "1743d077605866425b1cbd0f6c7bba972b30fbe9fce0a719b044fcc139435489"
        "5a9f8304a2b5101909808ddfdf66df6237142b6566588e4e1e8949b90c27fc1f",
    ),
]


@pytest.mark.parametrize(("entropy", "nonce", "personalisation", "returned"), VECTORS)
def test_the_generator_gives_the_published_vectors(
    entropy: str, nonce: str, personalisation: str, returned: str
) -> None:
    inputs = (bytes.fromhex(text) for text in (entropy, nonce, personalisation))
    generator = HmacDrbg(*inputs)
    generator.generate(128)
    assert generator.generate(128).hex() == returned


def test_blocks_of_a_call_make_up_the_whole_call() -> None:
    whole, parts = HmacDrbg(bytes(32), bytes(16)), HmacDrbg(bytes(32), bytes(16))
    for _ in range(2):
        assert b"".join(parts.blocks(2048)) == whole.generate(2048)


class StandardDrbg:
    """SP 800-90A, section 10.1.2, step by step as it is printed."""

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
def test_the_generator_does_what_the_standard_says(
    e: bytes, n: bytes, p: bytes, lengths: list[int]
) -> None:
    ours, theirs = HmacDrbg(e, n, p), StandardDrbg(e, n, p)
    for length in lengths:
        assert ours.generate(length) == theirs.generate(length)


def too_short_inputs() -> Iterator[tuple[bytes, bytes]]:
    yield bytes(31), bytes(16)
    yield bytes(32), bytes(15)
    yield b"", b""


@pytest.mark.parametrize(("entropy", "nonce"), list(too_short_inputs()))
def test_too_little_entropy_or_nonce_is_refused(entropy: bytes, nonce: bytes) -> None:
    with pytest.raises(WrongLength):
        HmacDrbg(entropy, nonce)


@pytest.mark.parametrize("length", [0, -1, 65537])
def test_a_call_for_an_invalid_number_of_bytes_is_refused(length: int) -> None:
    with pytest.raises(OutOfRange):
        HmacDrbg(bytes(32), bytes(16)).generate(length)


def test_the_reference_in_the_benchmarks_is_the_same_generator() -> None:
    ours, reference = HmacDrbg(bytes(32), bytes(16), b"x"), OverHmac(bytes(32), bytes(16), b"x")
    assert ours.generate(100) == reference.generate(100)
