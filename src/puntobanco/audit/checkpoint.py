"""The heads of all chains at one moment, to be kept where nobody who could change them comes."""

from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from puntobanco.errors import Unreadable
from puntobanco.store.batch import RECORDS_OF_A_NODE, Head

FORMAT: Final = "puntobanco checkpoint 1"


class KeptHead(Struct, frozen=True, forbid_unknown_fields=True):
    """How far one node's chain went, and what its hash was there."""

    node: Annotated[int, Meta(ge=0)]
    record: int
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]
    records: Annotated[int, Meta(ge=1)]


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    format: str
    at: int  # milliseconds since 1970
    epoch: int
    chains: tuple[KeptHead, ...]


def make_checkpoint(heads: Iterable[Head], epoch: int, now: int) -> Checkpoint:
    return Checkpoint(FORMAT, now, epoch, tuple(map(_kept, heads)))


def _kept(head: Head) -> KeptHead:
    node, records = divmod(head.id, RECORDS_OF_A_NODE)
    return KeptHead(node, head.id, head.hash.hex(), records)


def print_checkpoint(checkpoint: Checkpoint) -> bytes:
    return msgspec.json.format(msgspec.json.encode(checkpoint), indent=2) + b"\n"


def parse_checkpoint(text: bytes, file: str) -> Checkpoint:
    try:
        checkpoint = msgspec.json.decode(text, type=Checkpoint)
    except msgspec.MsgspecError as error:
        raise Unreadable(file=file, why=f"not a checkpoint: {error}") from None
    if checkpoint.format != FORMAT:
        raise Unreadable(file=file, why=f"not a {FORMAT!r}")
    return checkpoint
