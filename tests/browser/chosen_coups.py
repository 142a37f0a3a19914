"""Choose the coups of a private table, by a player's seed that makes the house deal them."""

import secrets
from collections.abc import Callable
from itertools import count

from playwright.sync_api import Page

import puntobanco
from puntobanco.fair.commitment import commit, deal_order, mix, terms_of
from puntobanco.fair.drbg import SEED_BYTES
from puntobanco.game.coup import MOST_CARDS, Coup, Outcome, deal
from puntobanco.server.seats.floor import Floor

# The newest commitment that the page has noted.
NEWEST_COMMITMENT = """() => Object.entries(localStorage)
  .filter(([name]) => name.startsWith("puntobanco.seen."))
  .map(([, note]) => JSON.parse(note))
  .sort((one, other) => other.number - one.number)[0]"""

# Replaces the page's random numbers with this seed.
SET_SEED = """seed => {
  const chance = Crypto.prototype.getRandomValues;
  crypto.getRandomValues = bytes => {
    chance.call(crypto, bytes);
    if (bytes.length === seed.length) bytes.set(seed);
    return bytes;
  };
}"""


class CoupChooser:
    """Draws the house's seeds, and so knows them, as no real player does."""

    def __init__(self) -> None:
        self._seeds: list[bytes] = []

    def attach(self, floor: Floor) -> None:
        floor.fresh_seed = self.fresh_seed

    def fresh_seed(self) -> bytes:
        self._seeds.append(secrets.token_bytes(SEED_BYTES))
        return self._seeds[-1]

    def choose_next(self, page: Page, is_wanted: Callable[[Coup], bool]) -> Coup:
        """Make the next coup on this page one that is wanted."""
        note = page.evaluate(NEWEST_COMMITMENT)
        house, _, player = note["table"].partition("/")
        sheet = puntobanco.house(house).sheet
        terms = terms_of(sheet, note["table"], note["epoch"], note["number"])
        promised = bytes.fromhex(note["commitment"])
        seed = next(each for each in self._seeds if commit(each, terms) == promised)
        for drawn in count(note["number"] << 64):
            players = (mix(player, f"{drawn:032x}"),)
            coup = deal(sheet.rule, deal_order(seed, terms, players, MOST_CARDS))
            if is_wanted(coup):
                page.evaluate(SET_SEED, list(drawn.to_bytes(16, "big")))
                return coup
        raise AssertionError("unreachable: count() never ends")


def six_cards(coup: Coup) -> bool:
    """Six cards, and Banco wins."""
    return len(coup.punto) == len(coup.banco) == 3 and coup.outcome is Outcome.BANCO


def tie(coup: Coup) -> bool:
    return coup.outcome is Outcome.EGALITE
