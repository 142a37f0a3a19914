"""Coups at a land table, with chosen bets and cards."""

from collections.abc import Iterator

from puntobanco.fair.commitment import hash_seed
from puntobanco.game.bets import Bet
from puntobanco.game.coup import Side
from puntobanco.game.sheet import Faces
from puntobanco.table.shared.card_holders import Bettor, holders_of
from puntobanco.table.shared.shared_table import BurnCards, CloseList, Fix, ShuffleSabot
from puntobanco.wire.stream import FACE_DOWN, Holders
from puntobanco.wire.table_spec import TableSpec
from tests.table.evening import Evening
from tests.table.luck import Wish, lucky_seed
from tests.table.table_commands import draw, mix, open_betting, open_seed

ANNA, BRUNO, CARLA, DARIO = "17", "23", "29", "31"


def campione(*wishes: Wish, boxes: int = 7) -> Evening:
    """A table at Campione whose next coups are as wished for."""
    return mixed(Evening(TableSpec("campione", "campione", boxes=boxes)), *wishes)


def st_moritz(*wishes: Wish, faces: Faces = Faces.DOWN) -> Evening:
    return mixed(Evening(TableSpec("st-moritz", "st-moritz", faces=faces)), *wishes)


def mixed(evening: Evening, *wishes: Wish) -> Evening:
    sabot = evening.do(ShuffleSabot()).sabot
    seed = lucky_seed(evening.table, evening.setup, ANNA, *wishes)
    evening.do(mix(sabot, ANNA, hash_seed(seed)))
    evening.do(CloseList())
    evening.do(open_seed(sabot, ANNA, seed))
    evening.do(Fix())
    evening.do(BurnCards())
    return evening


def bettor(player: str, since: int = 0, **stakes: int) -> Bettor:
    """A player with stakes that were all placed at the same time."""
    lie = {Bet(bet): stake for bet, stake in stakes.items()}
    return Bettor(player, lie, dict.fromkeys(lie, since))


def close(evening: Evening, *bettors: Bettor) -> Holders:
    """Open and close the betting; return the players who get the cards."""
    evening.do(open_betting())
    holders = holders_of(evening.setup.sheet, bettors)
    evening.close(holders=holders)
    return holders


def deal_four(evening: Evening, *bettors: Bettor) -> Holders:
    """Deal the first four cards; return the players who hold them."""
    holders = close(evening, *bettors)
    for _ in range(4):
        evening.do(draw())
    return holders


def faces(evening: Evening, side: Side) -> str:
    """A side's cards as everybody sees them, `??` for a card face down."""
    lie = evening.table.view.cards
    ours = ((lie[n : n + 2], n // 2) for n in range(0, len(lie), 2))
    return "".join(card for card, n in ours if _is_of(evening, side, n))


def _is_of(evening: Evening, side: Side, n: int) -> bool:
    coup = evening.coup
    third = Side.PUNTO if len(coup.punto) == 3 else Side.BANCO
    sides = [Side.PUNTO, Side.BANCO, Side.PUNTO, Side.BANCO, third, Side.BANCO]
    return sides[n] is side


def seen(evening: Evening) -> Iterator[str]:
    """Every card that lies face up."""
    lie = evening.table.view.cards
    return (card for n in range(0, len(lie), 2) if (card := lie[n : n + 2]) != FACE_DOWN)
