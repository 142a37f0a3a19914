"""Whole visits to every house with private tables, from sitting down to cashing out."""

import csv
import io
from typing import Any

import msgspec
import pytest

from puntobanco.fair.proof import Proof, Seen
from puntobanco.fair.verify import verify
from tests.server.visitors import MINUTE, WELCOME, Visitor, new_key, new_seed, open_for_business

pytestmark = pytest.mark.anyio

# As printed: the odds of each bet, and the winnings for a stake of this many cents.
# 000 and 001: Pari/Egalité 9:1, the pairs 15:1. 004: Pari 8:1, the pairs 11:1, and so on.
PRINTED: dict[str, dict[str, tuple[int, int]]] = {
    "punto-e-banco": {
        "punto": (1_000, 1_000),
        "banco": (1_000, 950),
        "egalite": (1_000, 9_000),
        "punto_pair": (100, 1_500),
        "banco_pair": (100, 1_500),
    },
    "punto-e-banco-egalite": {
        "punto": (50, 50),
        "banco": (50, 47),  # 0.475, rounded down to the cent
        "egalite": (50, 450),
        "punto_pair": (50, 750),
        "banco_pair": (50, 750),
    },
    "for-fun": {
        "punto": (1_000, 1_000),
        "banco": (1_000, 950),
        "egalite": (100, 800),
        "punto_pair": (100, 1_100),
        "banco_pair": (100, 1_100),
        "either_pair": (100, 500),
        "perfect_pair": (100, 2_500),
        "grande": (100, 54),
        "piccolo": (100, 150),
    },
}


def won(bet: str, coup: dict[str, Any]) -> bool:
    cards = [coup["cards"][n : n + 2] for n in range(0, len(coup["cards"]), 2)]
    pairs = [cards[n][0] == cards[n + 2][0] for n in (0, 1)]
    return bool(
        {
            "punto": coup["punto"] > coup["banco"],
            "banco": coup["banco"] > coup["punto"],
            "egalite": coup["punto"] == coup["banco"],
            "punto_pair": pairs[0],
            "banco_pair": pairs[1],
            "either_pair": any(pairs),
            "perfect_pair": cards[0] == cards[2] or cards[1] == cards[3],
            "grande": len(cards) > 4,
            "piccolo": len(cards) == 4,
        }[bet]
    )


def check_paid(house: str, coup: dict[str, Any]) -> None:
    """Check each bet against the printed page, and the credit against the bets."""
    tie = coup["punto"] == coup["banco"]
    for paid in coup["bets"]:
        bet = paid["bet"]
        stake, winnings = PRINTED[house][bet]
        comes_back = stake if tie and bet in ("punto", "banco") else 0
        wins = won(bet, coup)
        assert paid["stake"] == stake
        assert paid["winnings"] == (winnings if wins else 0), (bet, coup)
        assert paid["returned"] == (stake + winnings if wins else comes_back), (bet, coup)
        gross = stake if bet == "banco" and wins else paid["winnings"]
        assert paid["commission"] == gross - paid["winnings"]
    assert coup["credit"] == coup["credit_before"] - coup["staked"] + coup["returned"]
    assert coup["returned"] == sum(paid["returned"] for paid in coup["bets"])


async def check_proof(visitor: Visitor, coup: dict[str, Any], seen: Seen) -> None:
    path = f"/api/accounts/{visitor.account()}/coups/{coup['record']}/proof"
    answer = await visitor.get(path)
    assert answer.status == 200
    proof = msgspec.json.decode(answer.body, type=Proof)
    assert all(verify(proof, [seen]).values())
    assert proof.coups[0] == coup["cards"]
    other = msgspec.structs.replace(seen, commitment="0" * 64)
    assert not all(verify(proof, [other]).values())


@pytest.mark.parametrize("name", PRINTED)
async def test_a_whole_visit(database: str, name: str) -> None:
    stakes = {bet: stake for bet, (stake, _) in PRINTED[name].items()}
    async with open_for_business(database) as house:
        guest = await house.guest()
        assert await guest.balance() == WELCOME
        table = await guest.sit(name, 500_000)
        assert await guest.balance() == WELCOME - 500_000
        assert table.welcome["credit"] == 500_000
        assert table.welcome["next"] == table.opened["next"]
        assert (await table.ask(type="place", bets={"punto": stakes["punto"]}))["staked"]
        coups: list[dict[str, Any]] = []
        committed = table.welcome["next"]
        seen = {}
        while {coup["outcome"] for coup in coups} != {"punto", "banco", "egalite"}:
            assert len(coups) < 150, "some outcome never came"
            house.clock.at += 1_000
            coup = await table.carte(**stakes)
            assert {"number": coup["number"], "commitment": coup["commitment"]} == committed
            check_paid(name, coup)
            assert coup["credit_before"] == (coups[-1]["credit"] if coups else 500_000)
            seen[coup["number"]] = Seen(
                coup["table"], coup["epoch"], coup["number"], committed["commitment"]
            )
            committed = coup["next"]
            coups.append(coup)
        closed = await table.cash_out()
        assert closed["credited"] == coups[-1]["credit"]
        assert closed["reason"] == "cash_out"
        assert await table.end() == 4002
        assert await guest.balance() == WELCOME - 500_000 + coups[-1]["credit"]

        chronicle = await guest.records()
        assert [each["type"] for each in chronicle[-2:]] == ["opened", "moved"]
        assert chronicle[0] | {"record": 0} == closed | {"record": 0}
        told = [each for each in chronicle if each["type"] == "coup"]
        assert told == [
            {"record": each["record"]} | coup
            for each, coup in zip(told, reversed(coups), strict=True)
        ]
        for each in (told[0], told[-1]):
            await check_proof(guest, each, seen[each["number"]])
        assert await house.total() == 0


async def test_the_commitment_of_the_next_coup_is_kept(database: str) -> None:
    """Through a reconnection, a restart of the house, and another session."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit()
        promised = (await table.carte(punto=1_000))["next"]
        await table.vanish()
        table = await guest.come_back(table.session)
        assert table.welcome["next"] == promised
    async with open_for_business(database, house.clock) as again:
        guest.house = again
        table = await guest.come_back(table.session, 1, 2)
        assert table.welcome["next"] == promised
        assert table.welcome["missed"] == []
        await table.cash_out()
        table = await guest.sit()
        assert table.opened["next"] == promised
        coup = await table.carte(banco=1_000)
        assert (coup["number"], coup["commitment"]) == (promised["number"], promised["commitment"])
        record = (await guest.records("&event=coup"))[0]
        seen = Seen(coup["table"], coup["epoch"], coup["number"], promised["commitment"])
        await check_proof(guest, record, seen)


async def test_chips_stay_on_the_cloth_until_carte_or_annulla(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        placed = await table.ask(type="place", bets={"punto": 1_000, "egalite": 500})
        assert placed == {
            "type": "placed",
            "bets": {"punto": 1_000, "egalite": 500},
            "staked": 1_500,
        }
        await table.vanish()
        table = await guest.come_back(table.session)
        assert table.welcome["draft"] == {"punto": 1_000, "egalite": 500}
        assert table.welcome["credit"] == 5_000
        too_much = await table.ask(type="place", bets={"punto": 5_100})
        assert too_much["code"] == "session/not-enough-credit"
        assert (await table.ask(type="place", bets={}))["staked"] == 0
        assert (await guest.get("/api/sessions")).json[0]["draft"] == {}


async def test_a_top_up_is_limited_by_the_account(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        topped = await table.ask(type="top_up", key="k" * 16, amount=1_000)
        assert (topped["amount"], topped["credit"]) == (1_000, 6_000)
        path = f"/api/sessions/{table.session}/top-ups"
        assert (await guest.post(path, {"key": "l" * 16, "amount": 500})).json["credit"] == 6_500
        assert (await table.hear())["amount"] == 500  # also sent to the table
        more = await table.ask(type="top_up", key="m" * 16, amount=WELCOME)
        assert more["code"] == "account/not-covered"
        assert await guest.balance() == WELCOME - 6_500


def euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


async def test_the_cronologia_is_paged_filtered_and_exported(database: str) -> None:
    async with open_for_business(database) as house:
        guest = await house.guest()
        for name in ("punto-e-banco", "for-fun"):
            table = await guest.sit(name)
            for _ in range(4):
                house.clock.at += MINUTE * 1000
                await table.carte(punto=1_000, banco=500)
            await table.cash_out()
        every = await guest.records()
        path = f"/api/accounts/{guest.account()}"
        assert len(every) == 1 + 2 * 6

        paged, before = [], ""
        for _ in range(9):
            page = (await guest.get(f"{path}/records?limit=5{before}")).json
            paged += page["records"]
            if page["next"] is None:
                break
            before = f"&before={page['next']}"
        assert paged == every
        assert (await guest.get(f"{path}/records?limit={len(every)}")).json["next"] is None

        coups = await guest.records("&event=coup")
        assert len(coups) == 8
        assert len(await guest.records("&event=coup&event=opened")) == 10
        assert len(await guest.records("&house=for-fun")) == 6
        assert len(await guest.records(f"&session={table.session}")) == 6
        since, until = coups[5]["at"], coups[2]["at"]
        assert await guest.records(f"&event=coup&since={since}&until={until}") == coups[3:6]
        for bad in ("limit=0", "limit=201", "limit=x", "before=-1", f"before={10**30}"):
            assert (await guest.get(f"{path}/records?{bad}")).status == 400
        for bad in ("since=%00", "house=%00", "house=a%27--", "event=theft", f"since={'9' * 4301}"):
            assert (await guest.get(f"{path}/records?{bad}")).status == 400
        assert (await guest.get(f"{path}/records?session=x")).status == 404
        assert await guest.records("&session=999.1") == []  # matches no record, but is not an error
        assert await guest.records("&house=nowhere") == []

        first, *others = (each["record"] for each in reversed(every))
        for absent in (first - 1, others[-1] + 1, 2**53):  # any number may be a bound
            fits = [each for each in every if each["record"] < absent]
            assert await guest.records(f"&before={absent}") == fits
        for odd in ("records?limits=1", "coups.csv?limit=1", "coups.json?event=coup"):
            refused = await guest.get(f"{path}/{odd}")
            assert (refused.status, refused.code) == (400, "message/bad")
            assert odd.partition("?")[2].partition("=")[0] in refused.json["message"]
        assert (await guest.get("/api/me?desk=1")).status == 400
        assert (await house.ask("POST", "/api/guests?name=anna")).status == 400

        exported = await guest.get(f"{path}/coups.json")
        assert exported.json == coups
        assert (await guest.get(f"{path}/coups.json?house=live-mini")).json == []
        downloaded = await guest.get(f"{path}/coups.csv")
        assert downloaded.headers["content-type"] == "text/csv; charset=utf-8"
        lines = downloaded.body.decode()
        table_of = list(csv.DictReader(io.StringIO(lines)))
        assert [
            (row["record"], row["bet"], row["returned"], row["credit"]) for row in table_of
        ] == [
            (str(coup["record"]), paid["bet"], euros(paid["returned"]), euros(coup["credit"]))
            for coup in coups
            for paid in coup["bets"]
        ]
        for column in ("session", "cards", "commitment", "server_seed", "seed", "house", "outcome"):
            assert [row[column] for row in table_of[::2]] == [coup[column] for coup in coups]


async def test_a_bet_is_only_for_the_coup_whose_commitment_was_seen(database: str) -> None:
    """If the commitment has changed, the player's seed is already known, so the bet is refused."""
    async with open_for_business(database) as house:
        guest = await house.guest()
        table = await guest.sit(amount=5_000)
        bet: dict[str, Any] = {"type": "carte", "bets": {"punto": 1_000}}
        other = await table.ask(**bet, key=new_key(), seed=new_seed(), commitment="0" * 64)
        assert other["code"] == "session/other-coup"
        promised = table.opened["next"]["commitment"]
        dealt = await table.ask(**bet, key=new_key(), seed=new_seed(), commitment=promised)
        assert (dealt["type"], dealt["commitment"]) == ("coup", promised)
