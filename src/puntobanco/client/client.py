"""A person's connection to a house: signing in, tables and history."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypedDict, TypeVar, Unpack
from urllib.parse import quote

import msgspec

from puntobanco.client.cash_client import CashClient
from puntobanco.client.connection import Sleep, TableConnection
from puntobanco.client.console_client import ConsoleClient
from puntobanco.client.fairness import seen_before
from puntobanco.client.history_entry import Recorded, read_record
from puntobanco.client.http_requests import Http
from puntobanco.client.kept_commitments import KeptCommitments
from puntobanco.client.keys import new_key
from puntobanco.client.lines_client import LinesClient
from puntobanco.client.private_table_client import PrivateTableClient
from puntobanco.client.reconnecting import ReconnectDelays
from puntobanco.client.refusals import DoesNotHold, NotUnderstood, Unreachable
from puntobanco.client.seen_table import SeenTable
from puntobanco.client.shared_table_client import SharedTableClient
from puntobanco.client.state import ClientState
from puntobanco.client.watch_client import WatchClient
from puntobanco.errors import NoAccount, NoSession, Unwritable
from puntobanco.fair.proof import Proof, Seen
from puntobanco.fair.sheet_hash import hash_canonical
from puntobanco.fair.verify import verify
from puntobanco.game.coup import Outcome
from puntobanco.game.house_texts import HouseTexts
from puntobanco.game.sheet import Sheet
from puntobanco.game.sheet_text import build_sheet
from puntobanco.wire.bodies import (
    AccountView,
    CoupResult,
    HistoryPage,
    HouseDetail,
    HouseView,
    JustKey,
    Login,
    Me,
    Movement,
    NewPassword,
    OpenSession,
    Results,
    SessionRoads,
    SessionView,
    SignedIn,
    SignIn,
    TableDetail,
    TableSummary,
)
from puntobanco.wire.messages import Moved, Opened
from puntobanco.wire.seat_fold import PrivateView, SeatPhase, SharedView, fold_seat, session_number
from puntobanco.wire.table_spec import PLAY_MONEY

L = TypeVar("L", bound=TableConnection)

_PAGE: Final = 50


class WantedRecords(TypedDict, total=False):
    """Which records of the history are wanted; the last three select coups."""

    session: str | None
    house: str | None
    table: str | None
    since: int | None
    until: int | None
    result: CoupResult | None
    outcome: Outcome | None
    natural: bool | None


class Client:
    """A house's address and a person there.

    `seen` names a file to which every commitment is written when it arrives, for
    `puntobanco verify --seen`. `token` is a token kept from an earlier visit. Tests pass their
    own clock and sleep, so that they need not wait.
    """

    def __init__(
        self,
        base_url: str,
        *,
        token: str = "",
        seen: Path | None = None,
        sleep: Sleep = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.http = Http(base_url, token)
        self.notes = KeptCommitments(seen)
        self.sleep = sleep
        self.now = now
        self.accounts: tuple[AccountView, ...] = ()
        self._tables: list[TableConnection] = []

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for table in self._tables:
            await table.close()

    # --- signing in ----------------------------------------------------------------------

    async def guest(self) -> SignedIn:
        """Come as a guest, with play money."""
        return self._known_as(await self.http.post(SignedIn, "/api/guests"))

    async def register(self, name: str, password: str) -> SignedIn:
        """Register; a guest who registers keeps money, history and open sessions."""
        body = SignIn(name, password)
        return self._known_as(await self.http.post(SignedIn, "/api/people", body))

    async def login(self, name: str, password: str) -> SignedIn:
        body = SignIn(name, password)
        return self._known_as(await self.http.post(SignedIn, "/api/tokens", body))

    def _known_as(self, signed_in: SignedIn) -> SignedIn:
        self.http.token = signed_in.token
        self.accounts = signed_in.accounts
        return signed_in

    async def me(self) -> Me:
        me = await self.http.get(Me, "/api/me")
        self.accounts = me.accounts
        return me

    async def change_password(self, old: str, new: str, *, end_others: bool = True) -> None:
        await self.http.put("/api/password", NewPassword(old, new, end_others))

    async def logins(self) -> tuple[Login, ...]:
        """Where this person is logged in."""
        return await self.http.get(tuple[Login, ...], "/api/tokens")

    async def end_login(self, login: str) -> None:
        """End one login, by its id."""
        await self.http.delete(f"/api/tokens/{quote(login, safe='')}")

    async def end_other_logins(self) -> None:
        await self.http.delete("/api/tokens/others")

    async def refill(self) -> Moved:
        """Refill play money that has run out."""
        return await self.http.post(Moved, "/api/refills", JustKey(new_key()))

    async def deposit(self, amount: int, currency: str, name: str, note: str = "") -> Moved:
        """Put money onto a player's account; only for operators who have logged in."""
        body = Movement(new_key(), amount, name=name, currency=currency, note=note)
        return await self.http.post(Moved, "/api/operator/deposits", body)

    # --- houses --------------------------------------------------------------------------

    async def houses(self) -> tuple[HouseView, ...]:
        return await self.http.get(tuple[HouseView, ...], "/api/houses")

    async def house(self, name: str) -> HouseDetail:
        return await self.http.get(HouseDetail, f"/api/houses/{name}")

    async def house_texts(self, name: str) -> HouseTexts:
        """The notices of a house and its translated readings."""
        return await self.http.get(HouseTexts, f"/api/houses/{name}/texts")

    async def rules(self, house: str) -> tuple[Sheet, str]:
        """The sheet of a house, and its hash, which is computed here."""
        return _rules_of(await self.house(house))

    async def tables(self) -> tuple[TableSummary, ...]:
        """The shared tables that are open, each in its present state."""
        return await self.http.get(tuple[TableSummary, ...], "/api/tables")

    async def table(self, name: str) -> TableDetail:
        return await self.http.get(TableDetail, f"/api/tables/{name}")

    async def table_rules(self, name: str) -> tuple[Sheet, str]:
        """The sheet of a shared table with the table's own limits, and its hash."""
        return _rules_of(await self.table(name))

    # --- tables --------------------------------------------------------------------------

    async def sit(self, house: str, credit: int, currency: str | None = None) -> PrivateTableClient:
        """Bring credit to a house's private table and sit down."""
        sheet, sheet_hash = await self.rules(house)
        opened = await self._until_answered(
            sheet, OpenSession(new_key(), credit, house=house, currency=currency)
        )
        account = await self._account(opened.currency)
        return await self._sit_down(
            ClientState(
                session=opened.session,
                house=opened.house,
                table=opened.table,
                player=str(account.id),
                currency=opened.currency,
                sheets={sheet_hash: sheet},
                sheet_hash=sheet_hash,
                seat=fold_seat(PrivateView(0), opened),
                next=seen_before(opened.table, opened.epoch, opened.next, sheet_hash),
            )
        )

    async def sit_live(
        self, table: str, credit: int, currency: str | None = None
    ) -> SharedTableClient:
        """Bring credit to a shared table and sit down."""
        detail = await self.table(table)
        sheet, _ = _rules_of(detail)
        money = currency or detail.spec.currency
        opened = await self._until_answered(
            sheet, OpenSession(new_key(), credit, table=table, currency=money)
        )
        return await self._sit_live(
            opened.session, await self._account(opened.currency), detail, opened.credit
        )

    async def watch(self, table: str) -> WatchClient:
        """Watch a shared table; no account is needed."""
        detail = await self.table(table)
        view = msgspec.structs.replace(detail.view, epoch=0, offset=0)
        return await self._join(WatchClient(view, *_rules_of(detail), self))

    async def console(self, table: str) -> ConsoleClient:
        """Open a table's console; only for croupiers and managers who have logged in."""
        detail = await self.table(table)
        view = msgspec.structs.replace(detail.view, epoch=0, offset=0)
        return await self._join(ConsoleClient(view, *_rules_of(detail), self))

    def cash(self, table: str) -> CashClient:
        """A table's cash sheet; only for staff who have logged in."""
        return CashClient(self.http, table)

    def lines(self, table: str) -> LinesClient:
        """Lines to the staff of a table where you have a seat, or that you answer as staff."""
        return LinesClient(self.http, table)

    async def resume(self, session: str | None = None) -> PrivateTableClient:
        """Return to an open session at a private table: the named one, or the only one."""
        views = (await self.me()).sessions
        found = [view for view in views if session in (None, view.session) and view.is_private]
        if len(found) != 1:
            raise NoSession
        return await self._sit_down(await self._resumed(found[0]))

    async def resume_live(self, table: str) -> SharedTableClient:
        """Return to the open session at a shared table."""
        found = [view for view in (await self.me()).sessions if view.table == table]
        if not found:
            raise NoSession
        account = next((e for e in self.accounts if e.id == found[0].account), None)
        if account is None:
            raise NoAccount(account=found[0].account)
        detail = await self.table(table)
        return await self._sit_live(found[0].session, account, detail, found[0].credit)

    async def _sit_live(
        self, session: str, account: AccountView, detail: TableDetail, credit: int
    ) -> SharedTableClient:
        """Connect with an empty state: the welcome brings the session and the table."""
        sheet, sheet_hash = _rules_of(detail)
        name = detail.spec.name
        view = msgspec.structs.replace(detail.view, epoch=0, offset=0)
        state = ClientState(
            session=session,
            house=detail.spec.house,
            table=name,
            player=str(account.id),
            currency=account.currency,
            sheets={sheet_hash: sheet},
            sheet_hash=sheet_hash,
            seat=SharedView(0, session_number(session), SeatPhase.OPEN, credit=credit),
            next=Seen(name, 0, 0, ""),
            shared=SeenTable(view),
        )
        return await self._join(SharedTableClient(state, self))

    async def _resumed(self, view: SessionView) -> ClientState:
        sheet, sheet_hash = await self.rules(view.house)
        return ClientState(
            session=view.session,
            house=view.house,
            table=view.table,
            player=str(view.account),
            currency=view.currency,
            sheets={sheet_hash: sheet},
            sheet_hash=sheet_hash,
            seat=PrivateView(
                *(
                    view.epoch,
                    session_number(view.session),
                    SeatPhase.OPEN,
                    view.offset,
                    view.credit,
                ),
                next=view.next,
            ),
            next=seen_before(view.table, view.epoch, view.next, sheet_hash),
        )

    async def _sit_down(self, state: ClientState) -> PrivateTableClient:
        self.notes.add(state.next)
        return await self._join(PrivateTableClient(state, self))

    async def _join(self, table: L) -> L:
        self._tables.append(table)
        await table.connect()
        return table

    async def _until_answered(self, sheet: Sheet, body: OpenSession) -> Opened:
        """Retry with the same key, so that the money moves only once."""
        times = sheet.times
        pace = ReconnectDelays(*times.reconnect_ms, times.disconnected_s)
        began, failed = self.now(), 0
        while True:
            try:
                return await self.http.post(Opened, "/api/sessions", body)
            except Unreachable:
                if self.now() - began >= pace.give_up_s:
                    raise
            await self.sleep(pace.delay_ms(failed) / 1000)
            failed += 1

    async def _account(self, currency: str | None) -> AccountView:
        wanted = currency or PLAY_MONEY
        if all(each.currency != wanted for each in self.accounts):
            await self.me()  # it may have been opened in the meantime
        for each in self.accounts:
            if each.currency == wanted:
                return each
        raise NoAccount(account=f"yours in {currency or 'play money'}")

    # --- history -------------------------------------------------------------------------

    async def history(
        self,
        *,
        currency: str | None = None,
        event: str | None = None,
        **narrowed: Unpack[WantedRecords],
    ) -> AsyncIterator[Recorded]:
        """The history, newest first, loaded page by page; of play money by default."""
        account = await self._account(currency)
        query = {"event": event, "limit": _PAGE} | _written(narrowed)
        before: int | None = None
        while True:
            path = f"/api/accounts/{account.id}/records"
            page = await self.http.get(HistoryPage, path, query | {"before": before})
            for each in page.records:
                yield read_record(each)
            before = page.next
            if before is None:
                return

    async def results(
        self,
        *,
        currency: str | None = None,
        timezone: str | None = None,
        **narrowed: Unpack[WantedRecords],
    ) -> Results:
        """The coups that match, added up; of play money by default.

        Days are the casino's, or those of a time zone such as Europe/Rome.
        """
        account = await self._account(currency)
        query = {"timezone": timezone} | _written(narrowed)
        return await self.http.get(Results, f"/api/accounts/{account.id}/results", query)

    async def roads(self, session: str, currency: str | None = None) -> SessionRoads:
        """The roads of a session at a private table, with its last coup."""
        account = await self._account(currency)
        path = f"/api/accounts/{account.id}/roads"
        return await self.http.get(SessionRoads, path, {"session": session})

    async def records(self, session: str) -> AsyncIterator[Recorded]:
        """The history of one session, whichever account it was played from."""
        for account in self.accounts or (await self.me()).accounts:
            async for each in self.history(currency=account.currency, session=session):
                yield each

    async def proof(self, record: int, currency: str | None = None) -> Proof:
        """The proof of a coup, checked against what the client saw before the betting."""
        account = await self._account(currency)
        return await self._checked(f"/api/accounts/{account.id}/coups/{record}/proof")

    async def sabot_proof(self, table: str, sabot: int, epoch: int | None = None) -> Proof:
        """The proof of a revealed sabot; of the last epoch if none is named."""
        return await self._checked(f"/api/tables/{table}/sabots/{sabot}/proof", epoch)

    async def _checked(self, path: str, epoch: int | None = None) -> Proof:
        proof = await self.http.get(Proof, path, {"epoch": epoch})
        seen = [each for each in self.notes.lines if each.identity == proof.identity]
        wrong = [check for check, holds in verify(proof, seen or None).items() if not holds]
        if wrong:
            raise DoesNotHold(number=proof.number, table=proof.table, what=", ".join(wrong))
        return proof

    async def save_proof(self, record: int, file: Path, currency: str | None = None) -> Proof:
        """Fetch the proof of a coup and write it to a file for `puntobanco verify`."""
        return _saved(await self.proof(record, currency), file)

    async def save_sabot_proof(self, table: str, sabot: int, file: Path) -> Proof:
        return _saved(await self.sabot_proof(table, sabot), file)


def _rules_of(detail: HouseDetail | TableDetail) -> tuple[Sheet, str]:
    """Build the sheet from the house's answer and compute its hash here."""
    name = detail.spec.name if isinstance(detail, TableDetail) else detail.name
    sheet_hash = hash_canonical(detail.sheet).hex()
    if sheet_hash != detail.sheet_hash:
        raise NotUnderstood(why=f"{name}: the sheet doesn't fit its hash")
    return build_sheet(detail.sheet, f"the sheet of {name}"), sheet_hash


def _written(narrowed: WantedRecords) -> dict[str, Any]:
    natural = narrowed.get("natural")
    return {**narrowed, "natural": None if natural is None else str(natural).lower()}


def _saved(proof: Proof, file: Path) -> Proof:
    try:
        file.write_bytes(msgspec.json.format(msgspec.json.encode(proof), indent=1) + b"\n")
    except OSError as error:
        raise Unwritable(file=file, why=error.strerror) from None
    return proof
