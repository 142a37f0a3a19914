"""`puntobanco withdraw`: move money from an account to outside."""

from puntobanco.cli.operation import AccountId, Amount, Currency, Database, Key, Name, Note


def withdraw(
    database: Database,
    amount: Amount,
    key: Key,
    account: AccountId = None,
    name: Name = None,
    currency: Currency = None,
    note: Note = "",
) -> None:
    """Move money from an account to outside, once for each key; also while the server runs."""
    from puntobanco.cli.operation import move
    from puntobanco.ledger.records import Event

    move(Event.WITHDRAWN, database, account, name, currency, amount, key, note)
