"""Bodies of HTTP requests and answers."""

import msgspec
import pytest

from puntobanco.wire.bodies import OpenSession, SignedIn, SignIn, Ticket


@pytest.mark.parametrize(
    "body",
    [
        SignIn("giulia", "secret"),
        SignedIn("secret", 1, "giulia", "player", ()),
        Ticket("secret", "/ws?ticket=secret", 30),
    ],
    ids=lambda body: type(body).__name__,
)
def test_logs_and_tracebacks_show_no_secrets(body: msgspec.Struct) -> None:
    assert "secret" not in repr(body)


def test_empty_fields_are_not_sent_and_unknown_fields_are_refused() -> None:
    said = msgspec.json.encode(OpenSession("k" * 16, 100, house="punto-e-banco"))
    assert b"currency" not in said
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(said[:-1] + b',"more":1}', type=OpenSession)
