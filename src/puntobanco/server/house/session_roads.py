"""The roads of a session at a private table."""

from typing import Final

from puntobanco.game.cards import parse_cards
from puntobanco.game.coup import Coup
from puntobanco.ledger.records import RecordKind
from puntobanco.server.house.coup_filter import CountedCoup, read_counted
from puntobanco.store.interface import Query, Store
from puntobanco.table.shared.scoreboard import scores_of
from puntobanco.wire.bodies import SessionRoads

MOST_COUPS: Final = 500  # the newest; older ones are off every road that is drawn


async def session_roads(store: Store, account: int, seat: int, session: int) -> SessionRoads:
    query = Query(account, MOST_COUPS, events=(RecordKind.COUP,), seat=seat, session=session)
    found = await store.history(query)
    coups = [_as_it_began(read_counted(each)) for each in reversed(found)]
    return SessionRoads(f"{seat}.{session}", *scores_of(coups))


def _as_it_began(counted: CountedCoup) -> Coup:
    """The first four cards and the result: roads and statistics need no more."""
    punto, banco, punto_2, banco_2 = parse_cards(counted.cards)[:4]
    return Coup((punto, punto_2), (banco, banco_2), (), counted.outcome)
