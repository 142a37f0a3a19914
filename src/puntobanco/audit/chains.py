"""Recomputes every node's hash chain and compares it with a checkpoint."""

import struct
from collections.abc import Iterable
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from puntobanco.audit.findings import Check, Findings
from puntobanco.errors import Unreadable
from puntobanco.store.batch import FIRST_HASH, RECORDS_OF_A_NODE, Head, Node
from puntobanco.store.interface import Stored

FORMAT: Final = "puntobanco checkpoint 1"


class KeptHead(Struct, frozen=True, forbid_unknown_fields=True):
    """The last record of one node's chain, its hash, and the number of records."""

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


class Chains:
    """Reports a broken link once, and continues from the stored hash."""

    def __init__(self, findings: Findings, checkpoint: Checkpoint | None) -> None:
        self._findings = findings
        self._heads: dict[int, Head] = {}  # by node, as stored
        self._true: dict[int, bytes] = {}  # by node, recomputed from the first record
        self._kept = {each.node: each for each in checkpoint.chains} if checkpoint else {}
        self._met: set[int] = set()
        if checkpoint is None:
            findings.skip(Check.CHECKPOINT, "no checkpoint was given: see puntobanco checkpoint")

    def follow(self, stored: Stored) -> None:
        node = stored.id // RECORDS_OF_A_NODE
        head = self._heads.get(node)
        if head is None:
            head = Head(node * RECORDS_OF_A_NODE, FIRST_HASH)
            if not 0 <= node < len(Node):
                self._findings.miss(Check.CHAIN, stored.id, "there is no node with this number")
        if stored.id != head.id + 1:
            self._findings.miss(Check.CHAIN, stored.id, f"the record before it is {head.id}")
        try:
            chained = stored.record.chained(head.hash)
            before = self._true.get(node, head.hash)
            true = chained if before == head.hash else stored.record.chained(before)
        except (struct.error, ValueError, TypeError) as error:
            self._findings.miss(Check.CHAIN, stored.id, f"can't be hashed: {error}")
            chained, true = stored.hash, b""
        if chained != stored.hash:
            self._findings.miss(
                Check.CHAIN, stored.id, "its hash doesn't follow from it and the record before"
            )
        self._heads[node] = Head(stored.id, stored.hash)
        self._true[node] = true
        self._findings.looked_at[Check.CHAIN] += 1
        kept = self._kept.get(node)
        if kept is not None and kept.record == stored.id:
            self._compare(kept, true)

    def _compare(self, kept: KeptHead, found: bytes) -> None:
        self._met.add(kept.node)
        self._findings.looked_at[Check.CHECKPOINT] += kept.records
        if found.hex() != kept.hash:
            self._findings.miss(
                Check.CHECKPOINT,
                kept.record,
                f"node {kept.node}'s records up to here differ from the checkpoint",
            )

    def finish(self) -> None:
        for node, kept in self._kept.items():
            if node not in self._met:
                head = self._heads.get(node)
                self._findings.miss(
                    Check.CHECKPOINT,
                    kept.record,
                    f"node {node} had {kept.records} records,"
                    f" its chain ends at {head.id if head else 'none'}",
                )
