"""Compares private coups, byte for byte, with a slow and simple reference.

Dealing and recording a coup are written for speed. Here cards, message, commitment and chain are
computed again with only `hmac`, `json` and `hashlib`, from the request and the two seeds.
"""

import json
import random
import runpy
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import puntobanco
from puntobanco.fair.sheet_hash import canonical
from puntobanco.game.bets import Bet
from puntobanco.ledger.records import Record
from puntobanco.table.private_seat import new_private_seat, step
from puntobanco.table.recording import Change, setting_of
from puntobanco.table.seat import PrivateSeat
from puntobanco.wire.requests import Carte, Open

COUPS = 300
HOUSE_ACCOUNT, ACCOUNT, CREDIT_ACCOUNT, SEAT = 3, 1_234, 1_235, 77
MONDAY = 1_800_000_000_000
STRANGER = runpy.run_path(str(Path(puntobanco.__file__).parents[2] / "docs" / "verify.py"))


def number(value: int, size: int = 8) -> bytes:
    return value.to_bytes(size, "big")


class Reference:
    """A simple implementation of what a private table tells about a coup."""

    def __init__(self, house: str) -> None:
        self.house, self.table = house, f"{house}/{ACCOUNT}"
        self.sheet = canonical(puntobanco.house(house).sheet)
        text = json.dumps(
            self.sheet, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        ).encode()
        self.hash = sha256(text).digest()
        self.letters = STRANGER["tiraggio"](self.sheet)

    def nonce(self, coup: int) -> bytes:
        return bytes(STRANGER["field"](self.table)) + number(1) + number(coup)

    def commitment(self, seed: bytes, coup: int) -> str:
        tag = STRANGER["field"]("puntobanco commitment 1")
        return sha256(tag + seed + self.nonce(coup) + self.hash + bytes(4)).hexdigest()

    def cards(self, seed: bytes, coup: int, players_seed: str) -> list[str]:
        field = STRANGER["field"]
        players = field(str(ACCOUNT)) + field(players_seed)
        entropy = field("puntobanco cards 1") + field(players) + field(self.hash)
        words = STRANGER["random_words"](seed + self.nonce(coup) + entropy)
        order = STRANGER["shuffled"](self.sheet["cards"]["decks"], words)
        return list(STRANGER["coup"](*self.letters, order))

    def decisions(self, cards: list[str], is_third: bool) -> list[dict[str, Any]]:
        points = STRANGER["points"]
        punto, banco = points(cards[0:4:2]), points(cards[1:4:2])
        if max(punto, banco) >= 8:
            return []
        seen = points(cards[4:5]) if is_third else None
        draws = len(cards) == (6 if is_third else 5)
        return [
            {"side": "punto", "points": punto, "draws": is_third, "third": None},
            {"side": "banco", "points": banco, "draws": draws, "third": seen},
        ]

    def payment(self, bet: str, stake: int, wins: bool, pushes: bool) -> dict[str, Any]:
        if not wins:
            returned = stake if pushes else 0
            return _payment(bet, stake, 0, 0, returned)
        rule = self.sheet["bets"][bet]
        win, of = map(int, rule["odds"].split(":"))
        gross = stake * win // of
        net = stake * win * (100 - rule.get("commission", 0)) // (of * 100)
        return _payment(bet, stake, net, gross - net, stake + net)

    def body(self, seat: PrivateSeat, asked: Carte, seed: bytes, fresh: bytes, at: int) -> bytes:
        points = STRANGER["points"]
        cards = self.cards(seed, seat.next.number, asked.seed)
        draw, by_points, *_ = self.letters
        punto, banco = points(cards[0:4:2]), points(cards[1:4:2])
        is_third = max(punto, banco) < 8 and by_points[str(punto)] == draw
        hands = cards[0:4:2], cards[1:4:2]
        if is_third:
            hands[0].append(cards[4])
        if len(cards) == 4 + is_third + 1:
            hands[1].append(cards[-1])
        ends = points(hands[0]), points(hands[1])
        outcome = "egalite" if ends[0] == ends[1] else "punto" if ends[0] > ends[1] else "banco"
        wins = {
            outcome: True,
            "punto_pair": cards[0][0] == cards[2][0],
            "banco_pair": cards[1][0] == cards[3][0],
        }
        bets = [
            self.payment(
                bet.value,
                stake,
                wins.get(bet.value, False),
                bet.value in ("punto", "banco") and outcome == "egalite",
            )
            for bet, stake in asked.bets.items()
        ]
        staked, returned = sum(asked.bets.values()), sum(each["returned"] for each in bets)
        told = {
            "type": "coup",
            "session": f"{SEAT}.1",
            "epoch": 1,
            "offset": seat.view.offset + 1,
            "at": at,
            "key": asked.key,
            "house": self.house,
            "table": self.table,
            "number": seat.next.number,
            "sheet": self.hash.hex(),
            "commitment": self.commitment(seed, seat.next.number),
            "server_seed": seed.hex(),
            "player": str(ACCOUNT),
            "seed": asked.seed,
            "cards": "".join(cards),
            "punto": ends[0],
            "banco": ends[1],
            "outcome": outcome,
            "decisions": self.decisions(cards, is_third),
            "bets": bets,
            "staked": staked,
            "returned": returned,
            "credit_before": seat.view.credit,
            "credit": seat.view.credit - staked + returned,
            "next": {
                "number": seat.next.number + 1,
                "commitment": self.commitment(fresh, seat.next.number + 1),
            },
            "won": [bet for bet in self.sheet["bets"] if wins.get(bet)],
        }
        return json.dumps(told, separators=(",", ":"), ensure_ascii=False).encode()


def _payment(bet: str, stake: int, winnings: int, commission: int, returned: int) -> dict[str, Any]:
    return {
        "bet": bet,
        "stake": stake,
        "winnings": winnings,
        "commission": commission,
        "returned": returned,
    }


def chained(record: Record, before: bytes) -> bytes:
    texts = record.event.value.encode(), record.key.encode(), record.request, record.body
    postings = b"".join(
        number(each.payer) + number(each.payee) + number(each.amount) for each in record.postings
    )
    numbers = ACCOUNT, SEAT, 1, record.offset, record.at
    lengths = [len(each) for each in (*texts, postings)]
    head = b"".join(map(number, numbers)) + b"".join(number(each, 4) for each in lengths)
    return sha256(before + head + b"".join(texts) + postings).digest()


def request_of(asked: Carte) -> bytes:
    """The hash of a request and its place: keys sorted, without the commitment it depends on."""
    said = {
        "type": "carte",
        "key": asked.key,
        "bets": {bet.value: stake for bet, stake in asked.bets.items()},
        "seed": asked.seed,
    }
    text = json.dumps([said, SEAT], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).digest()[:16]


def postings_of(body: bytes) -> list[tuple[int, int, int]]:
    told = json.loads(body)
    moved = [(CREDIT_ACCOUNT, HOUSE_ACCOUNT, told["staked"])]
    if told["returned"]:
        moved.append((HOUSE_ACCOUNT, CREDIT_ACCOUNT, told["returned"]))
    return moved


def a_request(chance: random.Random, reference: Reference, commitment: str) -> Carte:
    step_ = reference.sheet["money"]["step"]
    rules = reference.sheet["bets"]
    bets = {
        Bet(name): chance.randrange(rules[name]["min"], 2_000, step_)
        for name in chance.sample(sorted(rules), chance.randint(1, len(rules)))
    }
    text = chance.choice(("", " good luck", " buona fortuna è", ' "\\\t\u2028😀'))
    return Carte(
        f"{chance.getrandbits(128):032x}",
        bets,
        f"{chance.getrandbits(128):032x}{text}",
        chance.choice((None, commitment)),
    )


@pytest.mark.parametrize("house", ["punto-e-banco", "punto-e-banco-egalite"])
def test_private_coups_are_the_reference_byte_for_byte(house: str) -> None:
    chance = random.Random(house)
    setting = setting_of(puntobanco.house(house).sheet, HOUSE_ACCOUNT)
    reference = Reference(house)
    seed = chance.randbytes(32)
    new = new_private_seat(ACCOUNT, house, "FUN", 1, setting, seed)
    free = replace(new, id=SEAT, credit_account=CREDIT_ACCOUNT)
    opened = step(free, Open("k" * 16, 10**8), setting, MONDAY)
    assert isinstance(opened.seat, PrivateSeat)
    seat, chain, seen = opened.seat, bytes(32), set()
    for n in range(COUPS):
        asked = a_request(chance, reference, seat.next.commitment)
        fresh, at = chance.randbytes(32), MONDAY + n
        change: Change = step(seat, asked, setting, at, fresh)
        record = change.record
        assert record is not None
        assert record.body == reference.body(seat, asked, seed, fresh, at)
        assert record.request == request_of(asked)
        moved = [(each.payer, each.payee, each.amount) for each in record.postings]
        assert moved == postings_of(record.body)
        assert record.chained(chain) == chained(record, chain)
        assert isinstance(change.seat, PrivateSeat)
        chain, seat, seed = record.chained(chain), change.seat, fresh
        told = json.loads(record.body)
        seen.add((told["outcome"], len(told["cards"]) // 2))
    # All outcomes occurred, with four, five and six cards.
    assert len(seen) == 9
