"""What every route needs: the parts of the server, and the person who sent the request."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec

from puntobanco.errors import NotSignedIn, Refusal
from puntobanco.houses.playing import House
from puntobanco.server.house.credentials import Credentials
from puntobanco.server.house.history_turns import Exports, HistoryTurns
from puntobanco.server.house.limits import Addresses, whose
from puntobanco.server.house.metrics import Metrics
from puntobanco.server.house.results import KeptResults
from puntobanco.server.house.tickets import Tickets
from puntobanco.server.seats.floor import Floor
from puntobanco.server.shared_tables.pit_board import PitBoard
from puntobanco.server.sockets.open_sockets import OpenSockets
from puntobanco.store.interface import Person, Query

TOKEN: Final = [{"token": list[str]()}]  # security requirement of routes for signed-in people


def refuses(*kinds: type[Refusal]) -> dict[str, Any]:
    """Declare the refusals of a route, beside those that any route has."""
    return {"refuses": kinds}


def tells(kind: Any, status: HTTPStatus = HTTPStatus.CREATED) -> dict[int, ResponseSpec]:
    """Describe the response of a route that sends stored records unchanged."""
    return {status: ResponseSpec(kind, generate_examples=False, description="As it was told")}


class Desk(msgspec.Struct):
    """The parts of the server that route handlers use."""

    floor: Floor
    houses: Mapping[str, House]
    credentials: Credentials
    tickets: Tickets
    sockets: OpenSockets
    metrics: Metrics
    monitors: Addresses  # that may read the metrics
    turns: HistoryTurns
    exports: Exports
    results: KeptResults
    board: PitBoard


TheDesk = NamedDependency[Desk]
ThePerson = NamedDependency[Person]
Wanted = NamedDependency[Query]


def desk_of(request: ASGIConnection[Any, Any, Any, Any]) -> Desk:
    desk: Desk = request.scope["state"]["desk"]
    return desk


async def provide_desk(request: Request[Any, Any, Any]) -> Desk:
    return desk_of(request)


def read_token(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise NotSignedIn
    return token


async def provide_person(request: Request[Any, Any, Any], desk: TheDesk) -> Person:
    return await desk.credentials.person_of(read_token(request))


def address_of(request: ASGIConnection[Any, Any, Any, Any]) -> str:
    return whose(request.client.host) if request.client else "unknown"
