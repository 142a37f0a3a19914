"""Routes for the houses: their sheets, exact returns and texts."""

from typing import Final

from litestar import HttpMethod, get, route
from litestar.params import FromPath

from puntobanco.errors import UnknownHouse
from puntobanco.fair.sheet_hash import canonical, hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.house_texts import HouseTexts
from puntobanco.houses.playing import House
from puntobanco.odds.returns import BetReturn, percent
from puntobanco.server.http.routes.desk import Desk, TheDesk, refuses
from puntobanco.wire.bodies import HouseDetail, HouseView, Returned


@get("/houses", tags=["houses"], summary="All houses")
async def houses(desk: TheDesk) -> list[HouseView]:
    return [_house_view(desk, house) for house in desk.houses.values()]


@route("/houses", http_method=[HttpMethod.HEAD], include_in_schema=False)
async def are_houses(desk: TheDesk) -> list[HouseView]:
    """Answer a HEAD request, whose body the server leaves out."""
    return [_house_view(desk, house) for house in desk.houses.values()]


def _house_view(desk: Desk, house: House) -> HouseView:
    sheet = house.sheet
    return HouseView(
        name=sheet.name,
        title=sheet.title,
        playable=sheet.name in desk.floor.sheets,
        play_only=sheet.money.play_only,
        currency=sheet.money.currency,
        bets=tuple([bet.value for bet in sheet.offers]),
    )


@get(
    "/houses/{name:str}",
    tags=["houses"],
    summary="A house: its sheet and its exact returns",
    opt=refuses(UnknownHouse),
)
async def house(name: FromPath[str], desk: TheDesk) -> HouseDetail:
    found = _found(desk, name)
    return HouseDetail(
        name=name,
        sheet=canonical(found.sheet),
        sheet_hash=hash_sheet(found.sheet).hex(),
        playable=name in desk.floor.sheets,
        returns=returns_view(found),
    )


@get(
    "/houses/{name:str}/texts",
    tags=["houses"],
    summary="The notices of a house and its translated readings",
    opt=refuses(UnknownHouse),
)
async def house_texts(name: FromPath[str], desk: TheDesk) -> HouseTexts:
    return _found(desk, name).texts


def _found(desk: Desk, name: str) -> House:
    found = desk.houses.get(name)
    if found is None:
        raise UnknownHouse(house=name[:80], known=", ".join(desk.houses))
    return found


def returns_view(house: House) -> dict[Bet, Returned]:
    return {bet: _returned(each) for bet, each in house.odds.bets.items()}


def _returned(bet: BetReturn) -> Returned:
    lowest, stake = bet.lowest
    return Returned(
        odds=str(bet.rule.net),
        total=f"{float(1 + bet.rule.net.fraction):.4f}".rstrip("0").rstrip("."),
        exact=str(bet.exact),
        rtp=f"{percent(bet.exact):.4f}",
        lowest=f"{percent(lowest):.4f}",
        lowest_stake=stake,
    )


ROUTES: Final = (houses, are_houses, house, house_texts)
