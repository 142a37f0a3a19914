"""`puntobanco withdraw`: move money from an account to outside."""

from puntobanco.cli.parts.operator_access import (
    AccountOption,
    AmountOption,
    CurrencyOption,
    DatabaseArgument,
    KeyOption,
    NameOption,
    NoteOption,
)


def withdraw(
    database: DatabaseArgument,
    amount: AmountOption,
    key: KeyOption,
    account: AccountOption = None,
    name: NameOption = None,
    currency: CurrencyOption = None,
    note: NoteOption = "",
) -> None:
    """Move money from an account to outside, once for each key; also while the server runs."""
    from puntobanco.cli.parts.operator_access import move
    from puntobanco.ledger.records import RecordKind

    move(RecordKind.WITHDRAWN, database, account, name, currency, amount, key, note)
