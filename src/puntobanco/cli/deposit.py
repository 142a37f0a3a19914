"""`puntobanco deposit`: money from outside onto an account."""

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
    """Bring money from outside onto an account, once for every key; also while the house serves."""
    from puntobanco.cli.operation import move
    from puntobanco.ledger.records import Event

    move(Event.DEPOSITED, database, account, name, currency, amount, key, note)
