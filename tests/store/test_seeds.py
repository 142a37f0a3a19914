"""Used seeds are recognized after a long history, without reading all of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puntobanco.store import record_queries, seeds
from puntobanco.store.interface import Store
from puntobanco.store.seeds import Seeds, pack, seed_mark, unpack
from puntobanco.wire.requests import CashOut, Open
from tests.store.guests import carte, new_key, open_floor, player_seed

MARKS = st.integers(-(2**63), 2**63 - 1)


@given(st.lists(MARKS, max_size=200), st.lists(st.sets(MARKS, max_size=50), max_size=9))
def test_seeds_contain_what_was_added(loose: list[int], runs: list[set[int]]) -> None:
    before, seeds._LOOSE = seeds._LOOSE, 8  # type: ignore[misc]
    try:
        held = Seeds()
        for run in runs:
            held.add_packed(pack(run))
        for mark in loose:
            held.add(mark)
    finally:
        seeds._LOOSE = before  # type: ignore[misc]
    put_in = set(loose).union(*runs)
    assert set(held) == put_in
    held.sort_in()
    assert set(held) == put_in
    assert all(mark in held for mark in put_in)
    assert not any(mark ^ 1 in held for mark in put_in if mark ^ 1 not in put_in)


def test_marks_are_packed_in_eight_bytes() -> None:
    assert seed_mark("a") == seed_mark("a") != seed_mark("b")
    assert list(unpack(pack([3, -1, 2]))) == [-1, 2, 3]
    assert len(pack(range(1_000))) == 8_000


@pytest.mark.anyio
async def test_a_long_history_is_read_only_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_queries, "_WORTH_PACKING", 5)
    floor = await open_floor(store)
    seat = await floor.sit("anna")
    used = []
    read: list[int] = []
    coups_after = record_queries.RecordQueries._coups_after

    async def counted(self: Any, *where: Any) -> Any:
        found = await coups_after(self, *where)
        read.append(len(found))
        return found

    monkeypatch.setattr(record_queries.RecordQueries, "_coups_after", counted)
    for coups in (4, 3, 2, 6, 0):
        for _ in range(coups):
            used.append(player_seed())
            seat = await floor.do(seat, carte(seed=used[-1]))
        assert set(await store.player_seeds(seat)) == {seed_mark(seed) for seed in used}
        seat = await floor.do(seat, CashOut(new_key()))
        seat = await floor.do(seat, Open(new_key(), 1_000))  # enough for ten lost coups
    assert read == [4, 7, 2, 8, 0]
