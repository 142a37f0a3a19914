"""The Cronologia: an account's records, their exports, and the proofs of its coups."""

import asyncio
import csv
import io
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec

from puntobanco.fair.commitment import Terms, fix, kind_of, mix
from puntobanco.fair.dealer import RevealedCommitment
from puntobanco.fair.proof import Proof, prove
from puntobanco.game.sheet_text import read_stored
from puntobanco.money import decimal
from puntobanco.server.house.casino_day import CasinoDay
from puntobanco.server.house.coup_filter import CoupFilter, chunks
from puntobanco.store.interface import Query, Store, Stored
from puntobanco.table.shared import sabot_proofs
from puntobanco.wire import stream
from puntobanco.wire.messages import CoupPlayed, Paid

PAGE: Final = 100  # records per read in an export, so that others can read in between
_exporting: Final = ThreadPoolExecutor(1, "export")  # one page at a time, off the loop
_coup_or_paid: Final[msgspec.json.Decoder[CoupPlayed | Paid]] = msgspec.json.Decoder(
    CoupPlayed | Paid
)
_told: Final[msgspec.json.Decoder[stream.StreamEvent]] = msgspec.json.Decoder(stream.StreamEvent)
_revealed: Final = msgspec.json.Decoder(stream.Revealed)

COLUMNS: Final = (
    "record", "at", "session", "house", "table", "epoch", "number", "cards", "punto", "banco",
    "outcome", "currency", "bet", "stake", "winnings", "commission", "returned", "left",
    "credit_before", "credit", "commitment", "server_seed", "seed", "sabot", "fixed",
)  # fmt: skip


def read_coup(stored: Stored) -> CoupPlayed | Paid:
    """A coup of a private table, or of a shared one."""
    return _coup_or_paid.decode(stored.record.body)


def came_from(stored: Stored, paid: Paid) -> bool:
    """Whether a coup was dealt from this sabot; the hash that fixes the order must be the same."""
    event = _revealed.decode(stored.record.body)
    return (
        fix(bytes.fromhex(event.commitment), map(sabot_proofs.mixed_of, event.players)).hex()
        == paid.fixed
    )


def is_of(stored: Stored, epoch: int) -> bool:
    """Whether a sabot's commitment is of this epoch; sabots are numbered anew in each epoch."""
    return _revealed.decode(stored.record.body).of_epoch == epoch


async def table_stream(store: Store, account: int) -> AsyncIterator[stream.StreamEvent]:
    """All events of a shared table, by the table's account."""
    after = 0
    while page := await store.table_events(account, after, PAGE):
        for each in page:
            yield _told.decode(each.record.body)
        after = page[-1].id


async def export_csv(
    store: Store, query: Query, wanted: CoupFilter, currency: str, day: CasinoDay
) -> AsyncIterator[bytes]:
    """Coups as CSV, with one line for each bet."""
    yield (",".join(COLUMNS) + "\r\n").encode()
    async for page in chunks(store, query, wanted, PAGE):
        yield await _beside(partial(_csv_page, page, currency, day))


def _csv_page(page: list[Stored], currency: str, day: CasinoDay) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    for stored in page:
        writer.writerows(_lines(stored, currency, day))
    return text.getvalue().encode()


async def export_json(store: Store, query: Query, wanted: CoupFilter) -> AsyncIterator[bytes]:
    """Coups as one JSON list."""
    separator = b"["
    async for page in chunks(store, query, wanted, PAGE):
        yield separator + await _beside(partial(_json_page, page))
        separator = b",\n"
    yield b"]" if separator != b"[" else b"[]"


def _json_page(page: list[Stored]) -> bytes:
    return b",\n".join(map(with_record, page))


async def _beside(work: Callable[[], bytes]) -> bytes:
    return await asyncio.get_running_loop().run_in_executor(_exporting, work)


def with_record(stored: Stored) -> bytes:
    """A record's body, with the record's number added as its first field."""
    return b'{"record":%d,' % stored.id + stored.record.body[1:]


def _lines(stored: Stored, currency: str, day: CasinoDay) -> Iterator[tuple[object, ...]]:
    """One line for each bet; for a shared table, seeds are in the sabot's proof and left out."""
    coup = read_coup(stored)
    session, fair = _session_and_fairness(coup)
    left = coup.left if isinstance(coup, Paid) else {}
    at = day.local(coup.at).isoformat(timespec="milliseconds")
    credit = "", ""  # the session is over: the coup was paid to the account
    if isinstance(coup, CoupPlayed) or not coup.to_account:
        credit = decimal(coup.credit_before), decimal(coup.credit)
    for paid in coup.bets:
        yield (
            stored.id, at, session, coup.house, coup.table, coup.epoch, coup.number,
            coup.cards, coup.punto, coup.banco, coup.outcome.value, currency, paid.bet.value,
            *map(decimal, (
                paid.stake, paid.winnings, paid.commission, paid.returned, left.get(paid.bet, 0),
            )),
            *credit, *fair,
        )  # fmt: skip


def _session_and_fairness(coup: CoupPlayed | Paid) -> tuple[str, tuple[object, ...]]:
    if isinstance(coup, Paid):
        return coup.of_session, ("", "", "", coup.sabot, coup.fixed)
    return coup.session, (coup.commitment, coup.server_seed, harmless(coup.seed), "", "")


def prove_sabot(stored: Stored, sheets: dict[bytes, str]) -> Proof:
    """The proof of a sabot, from the event that revealed it."""
    event = _revealed.decode(stored.record.body)
    text = sheets[bytes.fromhex(event.sheet)]
    return sabot_proofs.prove_sabot(read_stored(text, "the sabot's sheet"), event)


def harmless(text: str) -> str:
    """Escape a player's text, so that no spreadsheet runs it as a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r")) else text


def prove_coup(coup: CoupPlayed, sheet_text: str) -> Proof:
    """The proof of a coup, by the sheet with which it was dealt."""
    sheet = read_stored(sheet_text, "the coup's sheet")
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
        RevealedCommitment(
            terms,
            kind_of(sheet),
            bytes.fromhex(coup.commitment),
            bytes.fromhex(coup.server_seed),
            (mix(coup.player, coup.seed),),
        ),
    )
