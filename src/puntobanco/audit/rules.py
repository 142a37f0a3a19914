"""The sheets of a store, by which the audit deals and pays again."""

from hashlib import sha256

import msgspec
from msgspec import Struct

from puntobanco.audit.findings import Check, Findings
from puntobanco.errors import Refusal
from puntobanco.fair.commitment import Terms
from puntobanco.fair.sheet_hash import hash_sheet
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Outcome
from puntobanco.game.sabot import full
from puntobanco.game.sheet import Sheet, Source
from puntobanco.game.sheet_text import read_stored
from puntobanco.odds.count import count


class Rules(Struct, frozen=True):
    """A sheet with the hash by which coups name it."""

    sheet: Sheet
    hash: bytes

    @property
    def is_read_in(self) -> bool:
        """Whether the cards come from a real sabot."""
        return self.sheet.cards.sources == (Source.CROUPIER,)

    def terms(self, table: str, epoch: int, number: int) -> Terms:
        cards = self.sheet.cards
        return Terms(table, epoch, number, self.hash, cards.decks, cards.cut or 0)

    def chances(self) -> dict[Outcome, float]:
        """The exact chance of each outcome."""
        counted = count(full(self.sheet.cards.decks), self.sheet.rule)
        return {each: counted.wins[Bet(each.value)] / counted.total for each in Outcome}


def read_rules(sheets: dict[bytes, str], findings: Findings) -> dict[str, Rules]:
    """The sheets by their hashes in hex, without those that don't fit their hash."""
    rules = {}
    for key, text in sheets.items():
        findings.looked_at[Check.SHEETS] += 1
        try:
            sheet = read_stored(text, key.hex())
        except (Refusal, msgspec.MsgspecError, TypeError) as error:
            findings.miss(Check.SHEETS, None, f"sheet {key.hex()}: {error}")
            continue
        if sha256(text.encode()).digest() != key or hash_sheet(sheet) != key:
            findings.miss(Check.SHEETS, None, f"sheet {key.hex()} doesn't fit its hash")
            continue
        rules[key.hex()] = Rules(sheet, key)
    return rules
