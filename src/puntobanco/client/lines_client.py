"""The lines of players to the staff of a table, for those who write and those who answer."""

from typing import Final

from puntobanco.client.http_requests import Http
from puntobanco.client.keys import new_key
from puntobanco.wire.lines import AnswerEntry, LineEntry, LineTo, LineView, ReadyAnswer

READY: Final = {
    "it": {
        ReadyAnswer.THANKS: "Grazie!",
        ReadyAnswer.MOMENT: "Un momento, per favore.",
        ReadyAnswer.COMING: "Il responsabile viene al tavolo.",
        ReadyAnswer.NOT_HERE: "Qui non posso rispondere.",
    },
    "en": {
        ReadyAnswer.THANKS: "Thank you!",
        ReadyAnswer.MOMENT: "One moment, please.",
        ReadyAnswer.COMING: "The manager is coming to the table.",
        ReadyAnswer.NOT_HERE: "I can't answer that here.",
    },
    "de": {
        ReadyAnswer.THANKS: "Danke!",
        ReadyAnswer.MOMENT: "Einen Moment, bitte.",
        ReadyAnswer.COMING: "Der Saalchef kommt an den Tisch.",
        ReadyAnswer.NOT_HERE: "Das kann ich hier nicht beantworten.",
    },
    "fr": {
        ReadyAnswer.THANKS: "Merci\u202f!",
        ReadyAnswer.MOMENT: "Un instant, s'il vous plaît.",
        ReadyAnswer.COMING: "Le chef de salle vient à la table.",
        ReadyAnswer.NOT_HERE: "Je ne peux pas répondre ici.",
    },
}


def answer_text(line: LineView, language: str = "en") -> str:
    """The answer to a line, a ready one in this language; empty if there is none yet."""
    return READY[language][line.ready] if line.ready else line.answer


class LinesClient:
    """Writes, reads and answers lines.

    If an answer of the house is lost, give the same `key` again: it writes only one line.
    """

    def __init__(self, http: Http, table: str) -> None:
        self._http, self._path = http, f"/api/tables/{table}/lines"

    async def write(self, words: str, *, to_manager: bool = False, key: str = "") -> LineView:
        """Write a line to the croupier, or to the manager only."""
        to = LineTo.MANAGER if to_manager else LineTo.CROUPIER
        entry = LineEntry(key or new_key(), to, words)
        return await self._http.post(LineView, self._path, entry)

    async def read(self) -> list[LineView]:
        """A player's own lines, the oldest first; for staff, first those without an answer."""
        return await self._http.get(list[LineView], self._path)

    async def answer(self, line: int, words: str | ReadyAnswer, *, key: str = "") -> LineView:
        """Answer a line, in words or with a ready answer; only for croupiers and managers."""
        key = key or new_key()
        entry = (
            AnswerEntry(key, ready=words)
            if isinstance(words, ReadyAnswer)
            else AnswerEntry(key, words)
        )
        return await self._http.post(LineView, f"{self._path}/{line}/answer", entry)
