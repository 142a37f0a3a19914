"""Makes request keys and players' seeds, each for one use."""

import secrets
import time
from typing import Final

SEED_BYTES: Final = 32  # 256 bits; the house accepts 128 or more


def new_key() -> str:
    """A version 7 UUID: milliseconds first, then random bits."""
    milliseconds = time.time_ns() // 1_000_000
    number = (milliseconds & (1 << 48) - 1) << 80 | secrets.randbits(80)
    number = number & ~(0xF << 76) | 7 << 76
    number = number & ~(0x3 << 62) | 2 << 62
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def new_seed() -> str:
    """A random seed; call this only after the house's commitment has arrived."""
    return secrets.token_hex(SEED_BYTES)
