"""The cashier: deposits, withdrawals, and play money given to players."""

import asyncio
import logging
from collections.abc import Set

import msgspec

from puntobanco.errors import BadMessage, KeyReused, NoAccount, NotCovered, Refusal
from puntobanco.ledger.accounts import GRANT, PLAY_MONEY, Account, AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.server.house.clock import Clock
from puntobanco.server.house.writer import Writer
from puntobanco.store.interface import Person, Role, Store, WriteResult
from puntobanco.table.recording import Change, request_hash
from puntobanco.wire.bodies import Movement
from puntobanco.wire.messages import COMMAND_LINE, OPERATORS_KEY, Moved

log = logging.getLogger("puntobanco.cashier")


class Cashier:
    """Manages the accounts; a registered player may have one in each of `currencies`."""

    def __init__(self, store: Store, writer: Writer, clock: Clock, currencies: Set[str]) -> None:
        self._store, self._writer, self._clock = store, writer, clock
        self._currencies = currencies

    async def add_person(self, name: str | None, password: str | None, role: Role) -> Person | None:
        """Add a person, with play money unless they are staff; None if the name is taken."""
        person = await self._store.add_person(name, password, role, self._clock.now())
        if person is not None:
            await self.welcome(person)
        return person

    async def welcome(self, person: Person) -> None:
        """Grant a player the play money; safe to repeat after a crash."""
        if not person.role.plays:
            return
        account = await self._store.player_account(person.id, PLAY_MONEY, self._clock.now())
        key = f"grant-{person.id:016}"
        if await self._store.find(account.id, key) is None:
            await self.move(account, GRANT, key, "welcome", RecordKind.GRANTED)

    async def account_of(self, person: Person, currency: str) -> Account:
        """A person's account in a currency; a registered player's is opened when it is needed."""
        for each in await self._store.accounts(person.id):
            if each.currency == currency:
                return each
        if person.role is not Role.PLAYER or currency not in self._currencies:
            raise NoAccount(account=f"{person.name or person.id} in {currency}")
        return await self._store.player_account(person.id, currency, self._clock.now())

    async def account_for(self, movement: Movement) -> Account:
        """The account that an operator names."""
        number, name, currency = movement.account, movement.name, movement.currency
        if number is not None and name is None:
            found = await self._store.account(number)
            if found is not None and currency in (None, found.currency):
                return found
            raise NoAccount(account=number if currency is None else f"{number} in {currency}")
        if number is not None or name is None or currency is None:
            raise BadMessage(why="name the account, or its owner (name) and its currency")
        person = await self._store.person(name)
        if person is None:
            raise NoAccount(account=f"{name} in {currency}")
        return await self.account_of(person, currency)

    async def move(
        self,
        account: Account,
        amount: int,
        key: str,
        note: str,
        kind: RecordKind,
        operator: int = COMMAND_LINE,
    ) -> bytes:
        """Move money between an account and the world outside, once for each key.

        Operators have keys of their own, apart from those of the player. Another operator may
        repeat a request with the same key, so the operator is not part of the request's hash.
        """
        if account.kind is not AccountKind.PLAYER:
            raise NoAccount(account=account.id)
        asked = Moved(kind, account.id, account.currency, amount, note, 0, key)
        event = msgspec.structs.replace(asked, at=self._clock.now())
        if kind is RecordKind.GRANTED:
            return await self.post(event, asked, key)
        event = msgspec.structs.replace(event, operator=operator)
        return await self.post(event, asked, OPERATORS_KEY + key)

    async def post(self, event: Moved, asked: Moved, stored_key: str) -> bytes:
        """Post a movement, or return the one that was posted when the key was used before."""
        cashier = await self._store.own_account(AccountKind.CASHIER, event.currency)
        payer, payee = cashier.id, event.account
        if event.event == RecordKind.WITHDRAWN:
            payer, payee = payee, payer
        record = Record(
            account=event.account,
            event=RecordKind(event.event),
            at=event.at,
            body=msgspec.json.encode(event),
            postings=(Posting(payer, payee, event.amount),),
            key=stored_key,
            request=request_hash(asked, event.account),
        )
        result = await self.written(Change(None, record))
        if result is WriteResult.DONE:
            moved = {"account": event.account, "currency": event.currency, "cents": event.amount}
            by = {} if event.operator is msgspec.UNSET else {"operator": event.operator}
            log.info("money %s", event.event, extra=moved | by)
            return record.body
        if result is WriteResult.NOT_COVERED:
            raise NotCovered(amount=event.amount)
        known = await self.posted(asked, stored_key)
        if known is None:
            raise KeyReused(key=asked.key)
        return known

    async def posted(self, asked: Moved, stored_key: str) -> bytes | None:
        """What was posted for this request, if its key has been used."""
        found = await self._store.find(asked.account, stored_key)
        if found is None:
            return None
        if found.record.request != request_hash(asked, asked.account):
            raise KeyReused(key=asked.key)
        return found.record.body

    async def is_written(self, record: Record) -> bool:
        """Write a record without a seat; False if another one has its key."""
        return await self.written(Change(None, record)) is WriteResult.DONE

    async def written(self, change: Change) -> WriteResult:
        """Wait until a record without a seat is durable."""
        movement = _Movement(change)
        self._writer.submit(movement)
        return await movement.result


class _Movement:
    """A deposit, withdrawal or grant, as a job of the writer."""

    def __init__(self, change: Change) -> None:
        self._change = change
        self.result: asyncio.Future[WriteResult] = asyncio.get_running_loop().create_future()

    def draw(self) -> None: ...

    def make(self) -> Change:
        return self._change

    def written(self, _: Change, result: WriteResult | Refusal) -> None:
        if self.result.done():
            return
        if isinstance(result, Refusal):
            self.result.set_exception(result)
        else:
            self.result.set_result(result)
