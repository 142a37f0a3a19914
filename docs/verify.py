"""Checks proofs with no code but its own, as fairness.md describes: verify.py PROOF.json ..."""

import hmac
import json
import re
import sys
from hashlib import sha256
from struct import pack

RANKS, SUITS = "A23456789TJQK", "cdhs"
POINTS = dict(zip(RANKS, [*range(1, 10), 0, 0, 0, 0]))
DECK = [rank + suit for rank in RANKS for suit in SUITS]
KEYS = "burned commitment coups cut ended epoch fixed format kind number players seed sheet table"


def points(cards):
    return sum(POINTS[card[0]] for card in cards) % 10


def field(data):
    data = data if isinstance(data, bytes) else data.encode()
    return pack(">I", len(data)) + data


def random_words(data):
    """HMAC_DRBG (NIST SP 800-90A) with SHA-256: 2048 bytes a call, as big-endian words."""
    key, value = bytes(32), b"\x01" * 32

    def mac(message):
        return hmac.new(key, message, "sha256").digest()

    for byte in (b"\x00", b"\x01"):
        key = mac(value + byte + data)
        value = mac(value)
    while True:
        for _ in range(2048 // 32):
            value = mac(value)
            yield from (int.from_bytes(value[n : n + 4], "big") for n in range(0, 32, 4))
        key = mac(value + b"\x00")
        value = mac(value)


def shuffled(decks, words):
    order = DECK * decks
    for place in range(len(order)):
        choices = len(order) - place
        word = next(word for word in words if word < 2**32 - 2**32 % choices)
        chosen = place + word % choices
        order[place], order[chosen] = order[chosen], order[place]
    return order


def tiraggio(sheet):
    """The letter for drawing; who draws, by Punto's points; by Banco's and Punto's third card."""
    head, row = (line.split() for line in sheet["tiraggio"]["punto"].split("\n") if line.strip())
    punto = dict(zip(head, row))
    head, *rows = (line.split() for line in sheet["tiraggio"]["banco"].split("\n") if line.strip())
    banco = {(row[0], column): letter for row in rows for column, letter in zip(head[1:], row[1:])}
    none = next(column for column in head[1:] if not column.isdigit())
    return sheet["tiraggio"]["draw"], punto, banco, none


def coup(draw, punto, banco, none, cards):
    """The cards of the coup that starts here, in drawing order."""
    has_punto, has_banco = points(cards[0:4:2]), points(cards[1:4:2])
    used, third = 4, none
    if max(has_punto, has_banco) < 8:
        if punto[str(has_punto)] == draw:
            used, third = 5, str(points(cards[4:5]))
        used += banco[str(has_banco), third] == draw
    return cards[:used]


def lay_out(sheet, order):
    """The burned cards and the coups."""
    rule, letters = sheet["cards"], tiraggio(sheet)
    if rule["shuffle"] == "every-coup":
        return "", ["".join(coup(*letters, order))]
    gone = 1 + (points(order[:1]) or rule["burn"]["ten"]) if "burn" in rule else 0
    burned, coups = "".join(order[:gone]), []
    while gone < len(order) - max(0, rule["cut"]):
        coups.append("".join(coup(*letters, order[gone : gone + 6])))
        gone += len(coups[-1]) // 2
    return burned, coups


def check(proof):
    """Whether each check holds."""
    sheet, players, cut, end = (proof[key] for key in ("sheet", "players", "cut", "ended"))
    names, hashes, seeds = ([x[key] for x in players] for key in ("player", "hash", "seed"))
    if sorted(proof) != KEYS.split() or any(len(x) != 3 for x in players):
        raise ValueError("keys are missing, or are too many")
    if any(type(proof[key]) is not int for key in ("epoch", "number", "cut")) or not all(
        re.fullmatch("[0-9a-f]{64}", x) for x in (proof["seed"], *hashes)
    ):
        raise ValueError("numbers are whole, seed and hashes 32 bytes in small hex digits")
    text = json.dumps(sheet, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    sheet_hash, seed = sha256(text.encode()).digest(), bytes.fromhex(proof["seed"])
    nonce = field(proof["table"]) + pack(">QQ", proof["epoch"], proof["number"])
    terms = seed + nonce + sheet_hash + pack(">I", cut)
    commitment = sha256(field("puntobanco commitment 1") + terms).digest()
    mixed = list(zip(names, hashes, seeds))
    listed = b"".join(field(x) + bytes.fromhex(y) + field(z or "") for x, y, z in mixed)
    fixed = field("puntobanco fixed 1") + commitment + field(end) + field(listed)
    entropy = b"".join(field(x) + field(z) for x, _, z in mixed if z is not None)
    personalisation = field("puntobanco cards 1") + field(entropy) + field(sheet_hash)
    order = shuffled(sheet["cards"]["decks"], random_words(seed + nonce + personalisation))
    burned, coups = lay_out(sheet, order)
    kind = "coup" if sheet["cards"]["shuffle"] == "every-coup" else "sabot"
    one = kind == "sabot" or len(players) == 1
    ends = {"played": None not in seeds and one, "retired": None in seeds or not seeds}
    ends["closed"] = None not in seeds and kind == "sabot"
    return {
        "format": proof["format"] == "puntobanco-proof-1",
        "kind": proof["kind"] == kind,
        "cut": cut == sheet["cards"].get("cut", 0),
        "commitment": proof["commitment"] == commitment.hex(),
        "players": all(z is None or y == sha256(z.encode()).hexdigest() for _, y, z in mixed)
        and len(set(names)) == len(set(hashes)) == len(players)
        and (one or not players)
        and (end == "restored" or ends[end]),
        "fixed": proof["fixed"] == sha256(fixed).hexdigest(),
        "burn": proof["burned"] == burned,
        "cards": proof["coups"] == coups,
    }


def once(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key stands twice")
    return dict(pairs)


def main(files):
    status = 0 if files else "usage: python verify.py PROOF.json ..."
    for file in files:
        try:
            with open(file, encoding="utf-8") as lines:
                checks = check(json.load(lines, object_pairs_hook=once))
        except Exception as error:
            checks = {f"not a proof ({error!r})": False}
        for name, holds in checks.items():
            print(f"{file}: {name}: {'holds' if holds else 'DOES NOT HOLD'}")
            status |= not holds
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
