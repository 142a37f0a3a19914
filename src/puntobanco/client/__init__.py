"""A client of the house: plays over the wire, comes back by itself, believes nothing unchecked."""

from puntobanco.client.client import Client
from puntobanco.client.console import Console
from puntobanco.client.live_table import LiveTable
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
from puntobanco.client.state import Link, LinkChanged, State
from puntobanco.client.table import Table
from puntobanco.client.watch import Watch

__all__ = [
    "Client",
    "ClientRefused",
    "CommitmentRetired",
    "Console",
    "DoesNotHold",
    "GaveUp",
    "Link",
    "LinkChanged",
    "LiveTable",
    "NoBets",
    "NotUnderstood",
    "ServerRefused",
    "ShutOut",
    "State",
    "Table",
    "Unreachable",
    "Watch",
]
