"""The client's own refusals, and the server's refusals as exceptions.

ClientRefused
├── Unreachable          client/unreachable
├── GaveUp               client/gave-up
├── ShutOut              client/shut-out
├── DoesNotHold          client/does-not-hold
├── CommitmentRetired    client/commitment-retired
├── NoBets               client/no-bets
├── NotUnderstood        client/not-understood
└── ServerRefused        client/server-refused
"""

from collections.abc import Iterator

from puntobanco.errors import Refusal


class ClientRefused(Refusal):
    """The base of the client's refusals."""


class Unreachable(ClientRefused):
    code = "client/unreachable"
    sentence = "There is no answer from {address}: {why}"


class GaveUp(ClientRefused):
    code = "client/gave-up"
    sentence = (
        "There was no connection for {seconds} seconds, so the client stopped trying. Reconnect by"
        " hand; what was under way is in the history."
    )


class ShutOut(ClientRefused):
    code = "client/shut-out"
    sentence = "The connection was closed for good: {why} ({close_code})."


class DoesNotHold(ClientRefused):
    code = "client/does-not-hold"
    sentence = "Coup or sabot {number} at {table} is not what the house committed to: {what}"


class CommitmentRetired(ClientRefused):
    code = "client/commitment-retired"
    sentence = "Coup {number} was given up before it was dealt. Nothing was bet: bet again."


class NoBets(ClientRefused):
    code = "client/no-bets"
    sentence = "There are no bets to deal for. Name at least one, as in punto=1_000."


class NotUnderstood(ClientRefused):
    code = "client/not-understood"
    sentence = "The server said something that is not in the protocol: {why}"


class ServerRefused(ClientRefused):
    """A refusal with an unknown code: from a newer server, or an internal error."""

    code = "client/server-refused"
    sentence = "{server_code}: {why}"


def refused(code: str, message: str) -> Refusal:
    """The exception for a refusal's code, with the server's message."""
    for kind in _all(Refusal):
        if kind.__dict__.get("code") == code:
            refusal = kind.__new__(kind)
            refusal.facts = {}
            refusal.args = (message,)
            return refusal
    return ServerRefused(server_code=code, why=message)


def _all(kind: type[Refusal]) -> Iterator[type[Refusal]]:
    for each in kind.__subclasses__():
        yield each
        yield from _all(each)
