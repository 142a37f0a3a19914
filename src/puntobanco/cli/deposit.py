"""`puntobanco deposit`: move money from outside to an account."""

from puntobanco.cli.parts.operator_access import (
    AccountOption,
    AmountOption,
    CurrencyOption,
    DatabaseArgument,
    KeyOption,
    NameOption,
    NoteOption,
)


def deposit(
    database: DatabaseArgument,
    amount: AmountOption,
    key: KeyOption,
    account: AccountOption = None,
    name: NameOption = None,
    currency: CurrencyOption = None,
    note: NoteOption = "",
) -> None:
    """Move money from outside to an account, once for each key; also while the server runs."""
    from puntobanco.cli.parts.operator_access import move
    from puntobanco.ledger.records import RecordKind

    move(RecordKind.DEPOSITED, database, account, name, currency, amount, key, note)
