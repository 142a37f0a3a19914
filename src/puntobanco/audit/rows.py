"""Whether seats and accounts stand where their records left them."""

from collections.abc import Callable, Mapping
from typing import Final

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.rules import Rules
from puntobanco.audit.seats import Life
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import commit
from puntobanco.ledger.accounts import MAY_OWE, Account, Kind
from puntobanco.store.books import SeatRow, Snapshot
from puntobanco.store.interface import Role
from puntobanco.table.seat import Phase, Seat

Open = Callable[[Seat, bytes], bytes]  # a sealed seed, for those who have the key
_NOBODYS: Final = MAY_OWE | {Kind.TIPS}


def check_rows(
    snapshot: Snapshot, lives: Mapping[int, Life], ledger: Ledger, findings: Findings
) -> None:
    tables = set()
    on_seats = set()
    for row in snapshot.seats:
        findings.looked_at[Check.SEATS] += 1
        seat, name = row.seat, f"seat {row.seat.id}"
        for why in _differences(lives[seat.id], ledger, snapshot.epoch):
            findings.miss(Check.SEATS, None, f"{name}: {why}")
        if seat.table in tables or seat.credit_account in on_seats:
            findings.miss(Check.SEATS, None, f"{name}: another seat is at its table")
        tables.add(seat.table)
        on_seats.add(seat.credit_account)
    _check_owners(snapshot, on_seats, findings)


def _differences(life: Life, ledger: Ledger, epoch: int) -> list[str]:
    """What differs between a seat's row and its last record."""
    seat = life.seat
    player = ledger.accounts.get(seat.account)
    credit = ledger.accounts.get(seat.credit_account)
    if player is None or credit is None:
        return ["one of its accounts is missing"]
    is_free = seat.phase is Phase.FREE
    fits = {
        "session": seat.session == life.session,
        "offset": seat.offset == life.offset,
        "phase": seat.phase is life.phase,
        "number": seat.number == life.number,
        "commitment": life.commitment in (None, seat.commitment.hex()),
        "epoch": seat.epoch == epoch and life.epoch in (None, epoch),
        "credit": credit.balance == life.credit,
        "accounts": _go_together(player, credit),
        "cloth": not seat.draft if is_free else sum(seat.draft.values()) <= credit.balance,
        "version": seat.version >= seat.session and seat.generation >= seat.session,
    }
    return [f"its {what} is not what its records say" for what, fit in fits.items() if not fit]


def _go_together(player: Account, credit: Account) -> bool:
    return (
        player.kind is Kind.PLAYER
        and credit.kind is Kind.CREDIT
        and (player.owner, player.currency) == (credit.owner, credit.currency)
    )


def _check_owners(snapshot: Snapshot, on_seats: set[int], findings: Findings) -> None:
    """People own one account to a currency, every credit has its seat, the house owns the rest."""
    owned = set()
    for account in snapshot.accounts:
        findings.looked_at[Check.SEATS] += 1
        if (account.owner is None) is not (account.kind in _NOBODYS):
            findings.miss(Check.SEATS, None, f"account {account.id}: wrongly owned")
        elif account.owner is not None and account.owner not in snapshot.people:
            findings.miss(Check.SEATS, None, f"account {account.id}: its owner is unknown")
        elif account.owner is not None and not _may_own(snapshot.people[account.owner], account):
            what = f"its owner, {snapshot.people[account.owner]}, has no {account.currency}"
            findings.miss(Check.SEATS, None, f"account {account.id}: {what}")
        if account.kind is Kind.PLAYER:
            if (account.owner, account.currency) in owned:
                findings.miss(Check.SEATS, None, f"account {account.id}: its owner has another one")
            owned.add((account.owner, account.currency))
        if (account.kind is Kind.CREDIT) is not (account.id in on_seats):
            findings.miss(Check.SEATS, None, f"account {account.id}: a credit without a seat")


def _may_own(role: Role, account: Account) -> bool:
    """Guests have nothing but play money, operators not even that."""
    return role is Role.PLAYER or (role is Role.GUEST and account.is_play_money)


def check_sealed(
    rows: tuple[SeatRow, ...], rules: Mapping[str, Rules], opener: Open | None, findings: Findings
) -> None:
    """Whether the seeds nobody has seen are those that were committed to."""
    if opener is None:
        findings.skip(Check.SEALED, "the sealing key isn't here")
    for row in rows:
        seat = row.seat
        used = rules.get(seat.sheet.hex())
        if used is None:
            findings.miss(
                Check.SHEETS, None, f"seat {seat.id}: there is no sheet {seat.sheet.hex()}"
            )
        if used is None or opener is None:
            continue
        findings.looked_at[Check.SEALED] += 1
        try:
            seed = opener(seat, row.sealed)
            fits = commit(seed, used.terms(seat.table, seat.epoch, seat.number)) == seat.commitment
        except (Refusal, ValueError):
            fits = False
        if not fits:
            findings.miss(Check.SEALED, None, f"seat {seat.id}: its seed is not the committed one")
