"""Guests at a private table, written directly to a store."""

from itertools import count
from typing import NamedTuple

from puntobanco.fair.sheet_hash import sheet_text
from puntobanco.game.bets import Bet
from puntobanco.houses import house
from puntobanco.ledger.accounts import AccountKind
from puntobanco.ledger.records import Posting, Record, RecordKind
from puntobanco.store.interface import Role, Store, WriteResult
from puntobanco.table.private_seat import PrivateCommand as Step
from puntobanco.table.private_seat import new_private_seat, step
from puntobanco.table.recording import Change, Setting, setting_of
from puntobanco.table.seat import PrivateSeat, Seat
from puntobanco.wire.requests import Carte, Open
from tests.seat_kinds import private

MONDAY = 1_800_000_000_000  # some moment, in milliseconds
SECOND = 1_000

_numbers = count(1)


def new_key() -> str:
    return f"key-{next(_numbers):016}"


def player_seed() -> str:
    return f"seed-{next(_numbers):032}"


def house_seed() -> bytes:
    return next(_numbers).to_bytes(32, "big")


class Floor(NamedTuple):
    """A store with one house."""

    store: Store
    setting: Setting
    cashier: int

    async def account(self, name: str, money: int) -> int:
        """A new player's account, with a deposit."""
        person = await self.store.add_person(name, "argon2id…", Role.PLAYER, MONDAY)
        assert person is not None
        account = await self.store.player_account(person.id, "EUR", MONDAY)
        if money:
            assert await self.store.write([self.deposit(account.id, money)]) == [WriteResult.DONE]
        return account.id

    def deposit(self, account: int, money: int, key: str = "", at: int = MONDAY) -> Change:
        posting = Posting(self.cashier, account, money)
        return Change(None, Record(account, RecordKind.DEPOSITED, at, b"{}", (posting,), key))

    async def seat(self, account: int) -> PrivateSeat:
        """The account's seat at the house."""
        setting, epoch = self.setting, self.store.epoch
        new = new_private_seat(account, setting.sheet.name, "EUR", epoch, setting, house_seed())
        return private(await self.store.add_seat(new))

    async def sit(self, name: str, money: int = 10_000, credit: int = 5_000) -> PrivateSeat:
        """A new player with an open session."""
        seat = await self.seat(await self.account(name, money))
        return await self.do(seat, Open(new_key(), credit))

    def step(self, seat: Seat, asked: Step, at: int = MONDAY) -> Change:
        return step(private(seat), asked, self.setting, at, house_seed())

    async def do(self, seat: Seat, asked: Step, at: int = MONDAY) -> PrivateSeat:
        """Make a step and write it; return the changed seat."""
        change = self.step(seat, asked, at)
        assert await self.store.write([change]) == [WriteResult.DONE]
        return private(change.seat)


async def open_floor(store: Store, name: str = "punto-e-banco") -> Floor:
    sheet = house(name).sheet
    bank = await store.own_account(AccountKind.HOUSE, "EUR")
    cashier = await store.own_account(AccountKind.CASHIER, "EUR")
    setting = setting_of(sheet, bank.id)
    await store.add_sheet(setting.sheet_hash, sheet_text(sheet))
    return Floor(store, setting, cashier.id)


def carte(stake: int = 100, key: str = "", seed: str = "") -> Carte:
    """A coup with a stake on Banco."""
    return Carte(key or new_key(), {Bet.BANCO: stake}, seed or player_seed())
