"""Every node's hash chain, made again."""

import struct

from puntobanco.audit.checkpoint import Checkpoint, KeptHead
from puntobanco.audit.findings import Check, Findings
from puntobanco.store.batch import FIRST_HASH, RECORDS_OF_A_NODE, Head, Node
from puntobanco.store.interface import Stored


class Chains:
    """A broken link is said once: from there the chain is followed as it stands."""

    def __init__(self, findings: Findings, checkpoint: Checkpoint | None) -> None:
        self._findings = findings
        self._heads: dict[int, Head] = {}  # as recomputed
        self._true: dict[int, bytes] = {}  # what the hash would be without mending broken links
        self._kept = {each.node: each for each in checkpoint.chains} if checkpoint else {}
        self._met: set[int] = set()
        if checkpoint is None:
            findings.skip(Check.CHECKPOINT, "none was given: see puntobanco checkpoint")

    def follow(self, stored: Stored) -> None:
        node = stored.id // RECORDS_OF_A_NODE
        head = self._heads.get(node)
        if head is None:
            head = Head(node * RECORDS_OF_A_NODE, FIRST_HASH)
            if not 0 <= node < len(Node):
                self._findings.miss(Check.CHAIN, stored.id, "no node has such a number")
        if stored.id != head.id + 1:
            self._findings.miss(Check.CHAIN, stored.id, f"comes after record {head.id}")
        try:
            chained = stored.record.chained(head.hash)
            before = self._true.get(node, head.hash)
            true = chained if before == head.hash else stored.record.chained(before)
        except (struct.error, ValueError, TypeError) as error:
            self._findings.miss(Check.CHAIN, stored.id, f"can't be hashed: {error}")
            chained, true = stored.hash, b""
        if chained != stored.hash:
            self._findings.miss(
                Check.CHAIN, stored.id, "its hash is not that of this record and those before it"
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
                f"up to here node {kept.node}'s records are not those of the checkpoint",
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
