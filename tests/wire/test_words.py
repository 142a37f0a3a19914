"""What can't be read is refused in our words: the field, and what is allowed there."""

import json
from typing import Any

import pytest

from puntobanco.errors import BadMessage
from puntobanco.wire.requests import parse_request

CARTE: dict[str, Any] = {
    "type": "carte", "key": "k" * 16, "bets": {"punto": 100}, "seed": "s" * 32
}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("", "nothing was said: a JSON object is asked for"),
        ("{", "this is no JSON: Input data was truncated"),
        ("[]", "an object is asked for, not a list"),
        (CARTE | {"type": "cart"}, "type: 'cart' is none: hello, place, carte,"),
        (CARTE | {"key": "short"}, "key: 16 to 64 ASCII letters, digits, - or _ are asked for"),
        (CARTE | {"bets": {"tie": 1}}, "bets: 'tie' is none: punto, banco, egalite, punto_pair,"),
        (CARTE | {"bets": {"punto": 1, "banco": 0}}, "bets.banco: a whole number of at least 1"),
        (CARTE | {"bets": {"punto": 1.5}}, "bets.punto: a whole number is asked for, not a fract"),
        (CARTE | {"bets": {}}, "bets: at least 1 entry is asked for"),
        (CARTE | {"seed": "s"}, "seed: at least 32 characters are asked for"),
        (CARTE | {"commitment": "c"}, "commitment: 64 small hex digits are asked for"),
        (CARTE | {"luck": 1}, "there is no field 'luck' here"),
        ({"type": "carte"}, "key is missing"),
        (json.dumps(CARTE)[:-1] + ', "key": "x"}', "'key' stands twice"),
    ],
)
def test_in_our_words(said: str | dict[str, Any], words: str) -> None:
    if isinstance(said, str) and "stands twice" in words:
        said = said.replace('"x"', f'"{"k" * 16}"')
    frame = said if isinstance(said, str) else json.dumps(said)
    with pytest.raises(BadMessage) as refused:
        parse_request(frame.encode())
    assert refused.value.message.startswith(words)
