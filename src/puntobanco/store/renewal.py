"""Retires all unplayed commitments of a house and starts a new epoch."""

from collections.abc import Callable
from typing import Protocol

from msgspec import Struct

from puntobanco.errors import OldEpoch
from puntobanco.game.sheet_text import read_stored
from puntobanco.store.interface import Store
from puntobanco.store.shared_renewal import renew_shared, write_all
from puntobanco.table.private_seat import Retire, step
from puntobanco.table.recording import Change, Setting
from puntobanco.table.seat import PrivateSeat, SeatPhase
from puntobanco.wire.messages import WhyRetired


class Renewed(Struct, frozen=True):
    epoch: int
    retired: int  # commitments
    open_sessions: int
    sabots: int = 0  # of shared tables, ended before their last coup
    given_back: int = 0  # stakes of unfinished coups


class RenewableStore(Store, Protocol):
    """A store that can also be renewed, after it was restored from an older copy."""

    async def begin_epoch(self, epoch: int) -> None: ...
    async def seats_before(self, epoch: int) -> int: ...
    async def is_backup(self) -> bool:
        """Whether it is a backup that has not been restored yet."""
        ...

    async def head(self) -> tuple[int, bytes] | None:
        """The id and the hash of the last record, if there is one."""
        ...

    async def hash_of(self, record: int) -> bytes | None: ...


async def renew(
    store: RenewableStore,
    now: int,
    fresh: Callable[[], bytes],
    epoch: int | None = None,
    used: int = 0,
) -> Renewed:
    """Retire every seat's commitment and continue in an unused epoch.

    An older copy contains seeds that were revealed after it was made, so players may know the
    cards. If renewing is interrupted, run it again from the beginning.
    """
    everybody = await store.all_seats()  # decrypts all seeds, so a wrong key is refused at once
    tables = await store.tables()
    used = max(used, store.epoch, *(seat.view.epoch for seat in everybody))
    used = max(used, *(table.view.epoch for _, table in tables), 0)
    seats = [seat for seat in everybody if isinstance(seat, PrivateSeat)]
    # The current time in seconds: restoring the same copy elsewhere gives a different epoch.
    epoch = max(used + 1, now // 1000) if epoch is None else epoch
    if epoch <= used:
        raise OldEpoch(epoch=epoch, last=used)
    await store.begin_epoch(epoch)
    sheets = await store.sheets()
    settings: dict[bytes, Setting] = {}
    command = Retire(epoch, WhyRetired.RESTORE)

    def retired(seat: PrivateSeat) -> Change:
        # With the commitment's own sheet; a changed sheet is handled at the next start.
        if seat.sheet not in settings:
            sheet = read_stored(sheets[seat.sheet], "the seat's sheet")
            settings[seat.sheet] = Setting(sheet, seat.sheet, 0)
        return step(seat, command, settings[seat.sheet], now, fresh())

    await write_all(store, map(retired, seats))
    shared = await renew_shared(store, epoch, now)
    is_open = sum(seat.view.phase is SeatPhase.OPEN for seat in everybody)
    return Renewed(epoch, len(seats), is_open, shared.sabots, shared.given_back)
