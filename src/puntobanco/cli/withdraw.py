"""`puntobanco withdraw`: money from an account to outside."""

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
    """Take money from an account to outside, once for every key; also while the house serves."""
    from puntobanco.cli.operation import move
    from puntobanco.ledger.records import Event

    move(Event.WITHDRAWN, database, account, name, currency, amount, key, note)
