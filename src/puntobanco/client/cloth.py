"""Chips on the cloth before they are bets: lay, take back, undo, repeat, double."""

from msgspec import Struct
from msgspec.structs import replace

from puntobanco.game.bets import Bet
from puntobanco.game.settlement import Stakes


class Cloth(Struct, frozen=True):
    """The chips on the cloth, the earlier states for undo, and the last bets."""

    steps: tuple[Stakes, ...] = ({},)
    last: Stakes = {}

    @property
    def stakes(self) -> Stakes:
        return self.steps[-1]

    @property
    def total(self) -> int:
        return sum(self.stakes.values())

    def add(self, bet: Bet, chip: int) -> "Cloth":
        return self._then({**self.stakes, bet: self.stakes.get(bet, 0) + chip})

    def take(self, bet: Bet, chip: int) -> "Cloth":
        """Take one chip back; a stake smaller than the chip is removed."""
        if bet not in self.stakes:
            return self
        left = self.stakes[bet] - chip
        others = {each: stake for each, stake in self.stakes.items() if each is not bet}
        return self._then({**others, bet: left} if left > 0 else others)

    def back(self) -> "Cloth":
        return replace(self, steps=self.steps[:-1] or ({},)) if len(self.steps) > 1 else self

    def clear(self) -> "Cloth":
        return self._then({}) if self.stakes else self

    def repeat(self) -> "Cloth":
        return self._then(self.last) if self.last else self

    def double(self) -> "Cloth":
        return self._then({bet: 2 * stake for bet, stake in self.stakes.items()})

    def lay(self, stakes: Stakes) -> "Cloth":
        """Replace all chips on the cloth by these."""
        return self._then(stakes)

    def bet(self) -> "Cloth":
        """The stakes became bets: clear the cloth and remember them for repeating."""
        return Cloth(last=self.stakes)

    def _then(self, stakes: Stakes) -> "Cloth":
        return self if stakes == self.stakes else replace(self, steps=(*self.steps, stakes))
