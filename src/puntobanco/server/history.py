"""The Cronologia: what happened to an account, and the proof of every coup in it."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import msgspec

from puntobanco.fair.commitment import Terms, kind_of, mix
from puntobanco.fair.dealer import Revealed
from puntobanco.fair.proof import Proof, prove
from puntobanco.game.sheet_text import build_sheet
from puntobanco.ledger.records import Event
from puntobanco.store.interface import Query, Store, Stored
from puntobanco.table import proofs
from puntobanco.wire import stream
from puntobanco.wire.messages import Coup

PAGE: Final = 100  # records read at a time for an export: others have their turn in between
_exporting: Final = ThreadPoolExecutor(1, "export")  # beside the loop, one page after another
_coup: Final = msgspec.json.Decoder(Coup)
_revealed: Final = msgspec.json.Decoder(stream.Revealed)

COLUMNS: Final = (
    "record", "at", "session", "house", "table", "epoch", "number", "cards", "punto", "banco",
    "outcome", "bet", "stake", "winnings", "commission", "returned", "credit_before", "credit",
    "commitment", "server_seed", "seed",
)  # fmt: skip


def read_coup(stored: Stored) -> Coup:
    return _coup.decode(stored.record.body)


async def pages(store: Store, query: Query) -> AsyncIterator[list[Stored]]:
    """All records that fit, the newest first, page after page."""
    before = query.before
    while True:
        page = await store.history(msgspec.structs.replace(query, limit=PAGE, before=before))
        if page:
            yield page
        if len(page) < PAGE:
            return
        before = page[-1].id


async def export_csv(store: Store, query: Query) -> AsyncIterator[bytes]:
    """Coups as a table: a line to every bet."""
    yield (",".join(COLUMNS) + "\r\n").encode()
    coups = msgspec.structs.replace(query, events=(Event.COUP,))
    async for page in pages(store, coups):
        yield await _beside(_csv_page, page)


def _csv_page(page: list[Stored]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    for stored in page:
        writer.writerows(_lines(stored))
    return text.getvalue().encode()


async def export_json(store: Store, query: Query) -> AsyncIterator[bytes]:
    """Coups as one JSON list."""
    separator = b"["
    coups = msgspec.structs.replace(query, events=(Event.COUP,))
    async for page in pages(store, coups):
        yield separator + await _beside(_json_page, page)
        separator = b",\n"
    yield b"]" if separator != b"[" else b"[]"


def _json_page(page: list[Stored]) -> bytes:
    return b",\n".join(map(with_record, page))


async def _beside(work: Callable[[list[Stored]], bytes], page: list[Stored]) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(_exporting, work, page)


def with_record(stored: Stored) -> bytes:
    """A record's body with its number in front."""
    return b'{"record":%d,' % stored.id + stored.record.body[1:]


def _lines(stored: Stored) -> Iterator[tuple[object, ...]]:
    coup = read_coup(stored)
    for paid in coup.bets:
        yield (
            stored.id, coup.at, coup.session, coup.house, coup.table, coup.epoch, coup.number,
            coup.cards, coup.punto, coup.banco, coup.outcome.value, paid.bet.value, paid.stake,
            paid.winnings, paid.commission, paid.returned, coup.credit_before, coup.credit,
            coup.commitment, coup.server_seed, _harmless(coup.seed),
        )  # fmt: skip


def prove_sabot(stored: Stored, sheets: dict[bytes, str]) -> Proof:
    """The proof of a sabot, from what its table told when it was revealed."""
    told = _revealed.decode(stored.record.body)
    raw = msgspec.json.decode(sheets[bytes.fromhex(told.sheet)])
    return proofs.prove_sabot(build_sheet(raw, "the sabot's sheet"), told)


def _harmless(text: str) -> str:
    """A text of a player's that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def prove_coup(coup: Coup, sheet_text: str) -> Proof:
    """The proof of a coup, by the rules it was dealt by."""
    sheet = build_sheet(msgspec.json.decode(sheet_text), "the coup's sheet")
    terms = Terms(
        coup.table,
        coup.epoch,
        coup.number,
        bytes.fromhex(coup.sheet),
        sheet.cards.decks,
        sheet.cards.cut or 0,
    )
    return prove(
        sheet,
        Revealed(
            terms,
            kind_of(sheet),
            bytes.fromhex(coup.commitment),
            bytes.fromhex(coup.server_seed),
            (mix(coup.player, coup.seed),),
        ),
    )
