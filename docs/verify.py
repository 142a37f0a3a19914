"""Checks a proof with nothing but the standard library: python verify.py PROOF.json ...

It shares no code with the package. docs/fairness.md describes every byte.
"""

import hashlib
import hmac
import json
import re
import sys

RANKS, SUITS = "A23456789TJQK", "cdhs"
POINTS = dict(zip(RANKS, [*range(1, 10), 0, 0, 0, 0]))
KEYS = "burned commitment coups cut epoch fixed format kind number players seed sheet table".split()
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def points(cards):
    return sum(POINTS[card[0]] for card in cards) % 10


def sha256(data):
    return hashlib.sha256(data).digest()


def field(data):
    return len(data).to_bytes(4, "big") + data


def random_words(entropy, nonce, personalisation):
    """HMAC_DRBG (NIST SP 800-90A) with SHA-256: 2048 bytes a call, as big-endian words."""
    key, value = bytes(32), b"\x01" * 32

    def mac(message):
        return hmac.new(key, message, "sha256").digest()

    for byte in (b"\x00", b"\x01"):
        key = mac(value + byte + entropy + nonce + personalisation)
        value = mac(value)
    while True:
        for _ in range(2048 // 32):
            value = mac(value)
            for start in range(0, 32, 4):
                yield int.from_bytes(value[start : start + 4], "big")
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
    while gone < len(order) - rule["cut"]:
        coups.append("".join(coup(*letters, order[gone : gone + 6])))
        gone += len(coups[-1]) // 2
    return burned, coups


def check(proof):
    """Whether each check holds."""
    players = proof["players"]
    if sorted(proof) != KEYS or any(sorted(x) != ["hash", "player", "seed"] for x in players):
        raise ValueError("keys are missing, or are too many")
    sheet, cut = proof["sheet"], proof["cut"]
    if not all(type(proof[key]) is int for key in ("epoch", "number", "cut")):
        raise ValueError("epoch, number and cut are whole numbers")
    hashes = [proof["commitment"], proof["seed"], *(x["hash"] for x in players)]
    if not all(re.fullmatch("[0-9a-f]{64}", text) for text in hashes):
        raise ValueError("commitment, seed and hashes are 32 bytes in small hex digits")
    text = json.dumps(sheet, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    sheet_hash, seed = sha256(text.encode()), bytes.fromhex(proof["seed"])
    nonce = field(proof["table"].encode())
    nonce += proof["epoch"].to_bytes(8, "big") + proof["number"].to_bytes(8, "big")
    opened = [x for x in players if x["seed"] is not None]
    entropy = b"".join(field(x["player"].encode()) + field(x["seed"].encode()) for x in opened)
    terms = seed + nonce + sheet_hash + cut.to_bytes(4, "big")
    commitment = sha256(field(b"puntobanco commitment 1") + terms)
    listed = b"".join(field(x["player"].encode()) + bytes.fromhex(x["hash"]) for x in players)
    retired = sha256(field(b"puntobanco retired 1") + commitment + field(listed)).hex()
    fixed = sha256(field(b"puntobanco fixed 1") + commitment + field(entropy)).hex()
    personalisation = field(b"puntobanco cards 1") + field(entropy) + field(sheet_hash)
    order = shuffled(sheet["cards"]["decks"], random_words(seed, nonce, personalisation))
    burned, coups = lay_out(sheet, order)
    kind = "coup" if sheet["cards"]["shuffle"] == "every-coup" else "sabot"
    return {
        "format": proof["format"] == "puntobanco-proof-1",
        "kind": proof["kind"] == kind,
        "cut": cut == sheet["cards"].get("cut", 0),
        "commitment": proof["commitment"] == commitment.hex(),
        "players": all(x["hash"] == sha256(x["seed"].encode()).hex() for x in opened)
        and all(len({x[key] for x in players}) == len(players) for key in ("player", "hash"))
        and (kind == "sabot" or len(players) < 2),
        "fixed": proof["fixed"] == (fixed if len(opened) == len(players) else retired)
        or (not players and proof["fixed"] == retired),
        "burn": proof["burned"] == burned,
        "cards": proof["coups"] == coups,
    }


def main(files):
    status = 0
    for file in files:
        with open(file, encoding="utf-8") as lines:
            try:
                checks = check(json.load(lines))
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                checks = {f"not a proof ({error!r})": False}
            for name, holds in checks.items():
                print(f"{file}: {name}: {'holds' if holds else 'DOES NOT HOLD'}")
                status |= not holds
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
