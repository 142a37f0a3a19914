"""HTTP requests, made by the standard library in a thread."""

import asyncio
import http.client
import platform
import ssl
from http import HTTPStatus
from typing import Any, Final, TypeVar
from urllib.parse import urlencode, urlsplit

import msgspec

from puntobanco.client.refusals import NotUnderstood, Unreachable, refused
from puntobanco.wire.bodies import Problem

T = TypeVar("T")

_TIMEOUT_S: Final = 10
_MOST_BYTES: Final = 1 << 24
# A proxy answered for the house, or the house is still starting.
_LATER: Final = {
    HTTPStatus.INTERNAL_SERVER_ERROR,
    HTTPStatus.BAD_GATEWAY,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.GATEWAY_TIMEOUT,
}


class Http:
    """The address of a house, and the person's token there."""

    def __init__(self, base_url: str, token: str = "") -> None:
        split = urlsplit(base_url)
        try:
            usable = split.scheme in ("http", "https") and split.hostname and (split.port or 1)
        except ValueError:  # not a valid port
            usable = False
        if not usable:
            raise Unreachable(address=base_url, why="an address looks like http://127.0.0.1:8000")
        self._scheme, self._netloc = split.scheme, split.netloc
        self._prefix = split.path.rstrip("/")
        self.token = token

    @property
    def origin(self) -> str:
        return f"{self._scheme}://{self._netloc}"

    @property
    def address(self) -> str:
        """The address of the house in its normal form."""
        return f"{self.origin.lower()}{self._prefix}"

    def socket_url(self, path: str) -> str:
        return f"{'wss' if self._scheme == 'https' else 'ws'}://{self._netloc}{self._prefix}{path}"

    async def get(self, kind: type[T], path: str, query: dict[str, Any] | None = None) -> T:
        return await self._ask(kind, "GET", _with_query(path, query), None)

    async def get_text(self, path: str, query: dict[str, Any] | None = None) -> str:
        answer = await self._answer("GET", _with_query(path, query), None)
        return answer.decode(errors="replace")

    async def post(self, kind: type[T], path: str, body: Any = None) -> T:
        return await self._ask(kind, "POST", path, body)

    async def put(self, path: str, body: Any) -> None:
        await self._answer("PUT", path, body)

    async def delete(self, path: str) -> None:
        await self._answer("DELETE", path, None)

    async def _ask(self, kind: type[T], method: str, path: str, body: Any) -> T:
        answer = await self._answer(method, path, body)
        try:
            return msgspec.json.decode(answer, type=kind)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise NotUnderstood(why=f"{path.partition('?')[0]}: {error}") from None

    async def _answer(self, method: str, path: str, body: Any) -> bytes:
        try:
            status, answer = await asyncio.to_thread(self._send, method, path, body)
        except (OSError, http.client.HTTPException) as error:
            why = str(error) or type(error).__name__
            raise Unreachable(address=self.origin, why=why) from None
        if status >= HTTPStatus.BAD_REQUEST:
            self._refuse(status, answer)
        return answer

    def _refuse(self, status: int, answer: bytes) -> None:
        if status in _LATER:
            raise Unreachable(address=self.origin, why=f"{status} {HTTPStatus(status).phrase}")
        try:
            problem = msgspec.json.decode(answer, type=Problem)
        except (msgspec.ValidationError, msgspec.DecodeError):
            raise NotUnderstood(why=f"status {status}") from None
        raise refused(problem.code, problem.message)

    def _send(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        connection: http.client.HTTPConnection
        if self._scheme == "https":
            context = ssl.create_default_context()
            connection = http.client.HTTPSConnection(
                self._netloc, timeout=_TIMEOUT_S, context=context
            )
        else:
            connection = http.client.HTTPConnection(self._netloc, timeout=_TIMEOUT_S)
        headers = {
            "Content-Type": "application/json",
            "Connection": "close",
            "User-Agent": f"puntobanco ({platform.system()})",
        }
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            data = None if body is None else msgspec.json.encode(body)
            connection.request(method, f"{self._prefix}{path}", data, headers)
            response = connection.getresponse()
            return response.status, response.read(_MOST_BYTES)
        finally:
            connection.close()


def _with_query(path: str, query: dict[str, Any] | None) -> str:
    given = {name: value for name, value in (query or {}).items() if value is not None}
    return f"{path}?{urlencode(given)}" if given else path
