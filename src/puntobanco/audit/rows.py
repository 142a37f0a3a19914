"""Whether seats and accounts stand where their records left them."""

from collections.abc import Callable, Mapping
from typing import Final

from puntobanco.audit.findings import Check, Findings
from puntobanco.audit.ledger import Ledger
from puntobanco.audit.life import Life
from puntobanco.audit.rules import Rules
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import commit
from puntobanco.ledger.accounts import MAY_OWE, Account, Kind
from puntobanco.store.books import SeatRow, Snapshot
from puntobanco.store.interface import Role
from puntobanco.table.seat import Phase, Seat

Open = Callable[[Seat, bytes], bytes]  # a sealed seed, for those who have the key
_OF_TABLES: Final = {Kind.TIPS, Kind.CAGNOTTE}
_NOBODYS: Final = MAY_OWE | _OF_TABLES | {Kind.TABLE}


def check_rows(
    snapshot: Snapshot, lives: Mapping[int, Life], ledger: Ledger, findings: Findings
) -> None:
    tables = set()
    on_seats: set[int] = set()
    shared = {row.name for row in snapshot.tables}
    for row in snapshot.seats:
        findings.looked_at[Check.SEATS] += 1
        seat, name = row.seat, f"seat {row.seat.id}"
        for why in _differences(lives[seat.id], ledger, snapshot.epoch):
            findings.miss(Check.SEATS, None, f"{name}: {why}")
        if seat.is_shared and seat.house not in shared:
            findings.miss(Check.SEATS, None, f"{name}: there is no table {seat.house}")
        own = (seat.table, seat.account)
        money = {seat.credit_account} | ({seat.stakes_account} if seat.is_shared else set())
        if own in tables or money & on_seats:
            findings.miss(Check.SEATS, None, f"{name}: another seat is at its table")
        tables.add(own)
        on_seats |= money
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
        "credit": credit.balance == life.credit,
        "accounts": _go_together(player, credit),
        "cloth": not seat.draft if is_free else sum(seat.draft.values()) <= credit.balance,
        "version": seat.version >= seat.session and seat.generation >= seat.session,
    }
    fits |= _together(life, ledger, epoch) if seat.is_shared else _alone(life, epoch)
    return [f"its {what} is not what its records say" for what, fit in fits.items() if not fit]


def _alone(life: Life, epoch: int) -> dict[str, bool]:
    seat = life.seat
    return {
        "number": seat.number == life.number,
        "commitment": life.commitment in (None, seat.commitment.hex()),
        "epoch": seat.epoch == epoch and life.epoch in (None, epoch),
        "stakes": not seat.stakes and not seat.staked_in,
        "left stakes": not seat.left and not seat.since,
        "cards in hand": not seat.held,
    }


def _together(life: Life, ledger: Ledger, epoch: int) -> dict[str, bool]:
    """At a shared table, which commits to what is dealt."""
    seat = life.seat
    stakes, credit = ledger.accounts.get(seat.stakes_account), ledger.accounts[seat.credit_account]
    in_play = sum(life.stakes.values())
    return {
        "number": seat.number == life.staked_on if life.stakes else seat.number >= life.staked_on,
        "commitment": not any(seat.commitment),
        "epoch": seat.epoch == epoch and (life.epoch or epoch) <= epoch,
        "stakes": seat.stakes == life.stakes and seat.staked_in == life.staked_in,
        "left stakes": seat.left == life.left and seat.since == life.since,
        "cards in hand": seat.held == life.held,
        "stakes in play": stakes is not None
        and (stakes.kind, stakes.balance) == (Kind.STAKES, in_play)
        and (stakes.owner, stakes.currency) == (credit.owner, credit.currency),
    }


def _go_together(player: Account, credit: Account) -> bool:
    return (
        player.kind is Kind.PLAYER
        and credit.kind is Kind.CREDIT
        and (player.owner, player.currency) == (credit.owner, credit.currency)
    )


def _check_owners(snapshot: Snapshot, on_seats: set[int], findings: Findings) -> None:
    """People own one account to a currency, every credit has its seat, the house owns the rest."""
    owned = set()
    of_tables = {row.account for row in snapshot.tables}
    for account in snapshot.accounts:
        findings.looked_at[Check.SEATS] += 1
        if (account.owner is None) is not (account.kind in _NOBODYS):
            findings.miss(Check.SEATS, None, f"account {account.id}: wrongly owned")
        elif account.owner is not None and account.owner not in snapshot.people:
            findings.miss(Check.SEATS, None, f"account {account.id}: its owner is unknown")
        elif account.owner is not None and not _may_own(snapshot.people[account.owner], account):
            what = f"its owner, {snapshot.people[account.owner]}, has no {account.currency}"
            findings.miss(Check.SEATS, None, f"account {account.id}: {what}")
        # A house that stopped while it made a table may have its account, with nothing on it.
        if account.balance if account.kind is Kind.TABLE else account.id in of_tables:
            findings.miss(Check.SEATS, None, f"account {account.id}: not a table's own")
        whose = snapshot.of_tables.get(account.id)
        if account.kind in _OF_TABLES and whose not in {row.name for row in snapshot.tables}:
            findings.miss(Check.SEATS, None, f"account {account.id}: there is no table {whose}")
        if account.kind is Kind.PLAYER:
            if (account.owner, account.currency) in owned:
                findings.miss(Check.SEATS, None, f"account {account.id}: its owner has another one")
            owned.add((account.owner, account.currency))
        if (account.kind in (Kind.CREDIT, Kind.STAKES)) is not (account.id in on_seats):
            findings.miss(
                Check.SEATS, None, f"account {account.id}: a {account.kind} without a seat"
            )


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
        if seat.is_shared and row.sealed:
            findings.miss(Check.SEALED, None, f"seat {seat.id}: a seed that is its table's to keep")
        if used is None or opener is None or seat.is_shared:
            continue
        findings.looked_at[Check.SEALED] += 1
        try:
            seed = opener(seat, row.sealed)
            fits = commit(seed, used.terms(seat.table, seat.epoch, seat.number)) == seat.commitment
        except (Refusal, ValueError):
            fits = False
        if not fits:
            findings.miss(Check.SEALED, None, f"seat {seat.id}: its seed is not the committed one")
