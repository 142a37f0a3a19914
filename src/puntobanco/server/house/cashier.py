"""The cashier: money from outside, and back."""

import asyncio
import logging
from collections.abc import Set

import msgspec

from puntobanco.errors import KeyReused, NoAccount, NotCovered, Refusal
from puntobanco.ledger.accounts import GRANT, PLAY_MONEY, Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.writer import Writer
from puntobanco.store.interface import Person, Role, Store, Stored, WriteResult
from puntobanco.table.recording import Change, request_hash
from puntobanco.wire.messages import COMMAND_LINE, OPERATORS_KEY, Moved

log = logging.getLogger("puntobanco.cashier")


class Cashier:
    """Sees to everybody's accounts; `currencies` are those a player has one in."""

    def __init__(self, store: Store, writer: Writer, clock: Clock, currencies: Set[str]) -> None:
        self._store, self._writer, self._clock = store, writer, clock
        self._currencies = currencies

    async def add_person(self, name: str | None, password: str | None, role: Role) -> Person | None:
        """Somebody new, with play money; an operator gets none."""
        person = await self._store.add_person(name, password, role, self._clock.now())
        if person is not None:
            await self.welcome(person)
        return person

    async def welcome(self, person: Person) -> None:
        """See to somebody's accounts and play money; again, if a crash came in between."""
        if not person.role.plays:
            return
        now = self._clock.now()
        account = await self._store.player_account(person.id, PLAY_MONEY, now)
        key = f"grant-{person.id:016}"
        if await self._store.find(account.id, key) is None:
            await self.move(account, GRANT, key, "welcome", RecordKind.GRANTED)
        if person.role is Role.PLAYER:
            for currency in self._currencies:
                await self._store.player_account(person.id, currency, now)

    async def move(
        self,
        account: Account,
        amount: int,
        key: str,
        note: str,
        event: RecordKind,
        operator: int = COMMAND_LINE,
    ) -> bytes:
        """Bring money to an account from outside, or take it there; once for every key.

        Operators' keys are their own, whatever keys the player has used; who of them it was is
        no part of what was asked, so that a colleague may ask again.
        """
        if account.kind is not AccountKind.PLAYER:
            raise NoAccount(account=account.id)
        told = Moved(event, account.id, account.currency, amount, note, self._clock.now(), key)
        request = request_hash(msgspec.structs.replace(told, at=0), account.id)
        stored_key = key
        if event is not RecordKind.GRANTED:
            told = msgspec.structs.replace(told, operator=operator)
            stored_key = OPERATORS_KEY + key
        cashier = await self._store.own_account(AccountKind.CASHIER, account.currency)
        payer, payee = cashier.id, account.id
        if event is RecordKind.WITHDRAWN:
            payer, payee = payee, payer
        change = Change(
            None,
            Record(
                account=account.id,
                event=event,
                at=told.at,
                body=msgspec.json.encode(told),
                postings=(Posting(payer, payee, amount),),
                key=stored_key,
                request=request,
            ),
        )
        outcome = await self._written(change)
        if outcome is WriteResult.DONE and change.record is not None:
            moved = {"account": account.id, "currency": account.currency, "cents": amount}
            by = {} if event is RecordKind.GRANTED else {"operator": operator}
            log.info("money %s", event.value, extra=moved | by)
            return change.record.body
        if outcome is WriteResult.NOT_COVERED:
            raise NotCovered(amount=amount)
        return _moved_before(await self._store.find(account.id, stored_key), request, key)

    async def _written(self, change: Change) -> WriteResult:
        movement = _Movement(change)
        self._writer.submit(movement)
        return await movement.outcome


class _Movement:
    """Money from outside, on its way to the store."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.outcome: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()

    def draw(self) -> None: ...

    def make(self) -> Change:
        return self._change

    def written(self, _: Change, outcome: WriteResult | Refusal) -> None:
        if self.outcome.done():
            return
        if isinstance(outcome, Refusal):
            self.outcome.set_exception(outcome)
        else:
            self.outcome.set_result(outcome)


def _moved_before(found: Stored | None, request: bytes, key: str) -> bytes:
    if found is None or found.record.request != request:
        raise KeyReused(key=key)
    return found.record.body
