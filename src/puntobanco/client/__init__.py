"""A client of a house: it plays over the wire, reconnects by itself and checks every coup."""

from puntobanco.client.cash_client import CashClient
from puntobanco.client.client import Client
from puntobanco.client.console_client import ConsoleClient
from puntobanco.client.lines_client import LinesClient
from puntobanco.client.private_table_client import PrivateTableClient
from puntobanco.client.refusals import (
    ClientRefused,
    CommitmentRetired,
    DoesNotHold,
    GaveUp,
    NoBets,
    NotUnderstood,
    ServerRefused,
    ShutOut,
    Unreachable,
)
from puntobanco.client.shared_table_client import SharedTableClient
from puntobanco.client.state import ClientState, Link, LinkChanged
from puntobanco.client.watch_client import WatchClient

__all__ = [
    "CashClient",
    "Client",
    "ClientRefused",
    "ClientState",
    "CommitmentRetired",
    "ConsoleClient",
    "DoesNotHold",
    "GaveUp",
    "LinesClient",
    "Link",
    "LinkChanged",
    "NoBets",
    "NotUnderstood",
    "PrivateTableClient",
    "ServerRefused",
    "SharedTableClient",
    "ShutOut",
    "Unreachable",
    "WatchClient",
]
