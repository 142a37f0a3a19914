"""`puntobanco deposit`: move money from outside to an account."""

from puntobanco.cli.operation import AccountId, Amount, Currency, Database, Key, Name, Note


def deposit(
    database: Database,
    amount: Amount,
    key: Key,
    account: AccountId = None,
    name: Name = None,
    currency: Currency = None,
    note: Note = "",
) -> None:
    """Move money from outside to an account, once for each key; also while the server runs."""
    from puntobanco.cli.operation import move
    from puntobanco.ledger.records import Event

    move(Event.DEPOSITED, database, account, name, currency, amount, key, note)
