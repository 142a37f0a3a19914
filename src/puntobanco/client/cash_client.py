"""The cash sheet of a table with real chips, for its staff."""

from puntobanco.client.http_requests import Http
from puntobanco.client.keys import new_key
from puntobanco.wire.cash import CashEntry, CashKind, CashLine, CashReport, CashSigned, Countersign


class CashClient:
    """Writes and countersigns lines; amounts are cents.

    If the answer is lost, give the same `key` again: it writes only one line.
    """

    def __init__(self, http: Http, table: str) -> None:
        self._http, self._path = http, f"/api/tables/{table}/cash"

    async def opening(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write the float with which the table opens; it begins a new sheet."""
        return await self._write(CashKind.OPENING, amount, note, key)

    async def fill(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down chips that were brought to the table."""
        return await self._write(CashKind.FILL, amount, note, key)

    async def credit(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down chips that were taken from the table."""
        return await self._write(CashKind.CREDIT, amount, note, key)

    async def count(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down the chips in the tray, counted in between."""
        return await self._write(CashKind.COUNT, amount, note, key)

    async def drop(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down the money in the drop box."""
        return await self._write(CashKind.DROP, amount, note, key)

    async def tip(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down a tip in chips or money."""
        return await self._write(CashKind.TIP, amount, note, key)

    async def closing(self, amount: int, note: str = "", *, key: str = "") -> CashLine:
        """Write down the chips in the tray at the end; its signature closes the sheet."""
        return await self._write(CashKind.CLOSING, amount, note, key)

    async def _write(self, kind: CashKind, amount: int, note: str, key: str) -> CashLine:
        entry = CashEntry(key or new_key(), kind, amount, note)
        return await self._http.post(CashLine, self._path, entry)

    async def countersign(self, line: int, *, key: str = "") -> CashSigned:
        """Sign a line that somebody else has written."""
        asked = Countersign(key or new_key(), line)
        return await self._http.post(CashSigned, f"{self._path}/signatures", asked)

    async def report(
        self, sheet: int | None = None, *, since: int | None = None, until: int | None = None
    ) -> CashReport:
        """Read the last sheet, or the one with a number; with times only the figures then."""
        query = {"sheet": sheet, "since": since, "until": until}
        return await self._http.get(CashReport, self._path, query)

    async def csv(
        self, sheet: int | None = None, *, since: int | None = None, until: int | None = None
    ) -> str:
        """The same report as CSV."""
        query = {"sheet": sheet, "since": since, "until": until}
        return await self._http.get_text(f"{self._path}.csv", query)
