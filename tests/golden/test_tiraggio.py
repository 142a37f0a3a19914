"""Tests of every cell of every printed tiraggio, against the house's rule and a dealt coup.

The tables are typed from the page, in the book's own letters and order. A case is a sentence of
the rule: banco-3-dando-8 is what Banco does with three when it has given Punto an eight.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

import pytest

import puntobanco
from puntobanco.errors import TooFewCards, TooManyCards

CARDS: Final = range(10)  # the points of Punto's third card
RANKS: Final = "TA23456789"  # by their points


class Cell(NamedTuple):
    """What a side does with its points; for Banco also Punto's third card, None if Punto stood."""

    side: str
    points: int
    third: int | None
    draws: bool


def punto(draws: Iterable[int], stands: Iterable[int]) -> Iterator[Cell]:
    yield from (Cell("punto", points, None, draws=True) for points in draws)
    yield from (Cell("punto", points, None, draws=False) for points in stands)


def banco(table: str, draw: str, stand: str) -> Iterator[Cell]:
    """The cells of a printed table; the column headed by a word is for a Punto that stood."""
    head, *rows = (line.split() for line in table.strip().splitlines())
    letters = {draw: True, stand: False}
    for points, *row in rows:
        for column, letter in zip(head[1:], row, strict=True):
            third = int(column) if column.isdecimal() else None
            yield Cell("banco", int(points), third, letters[letter])


def banco_draws(on: Iterable[int], seeing: Iterable[int | None]) -> Iterator[Cell]:
    cards = list(seeing)
    return (Cell("banco", points, third, draws=True) for points in on for third in cards)


def banco_stands(on: Iterable[int], seeing: Iterable[int | None]) -> Iterator[Cell]:
    return (cell._replace(draws=False) for cell in banco_draws(on, seeing))


def case_name(took: str, stood: str) -> Callable[[Cell], str]:
    """A function that names a case in the words of the book."""

    def name(cell: Cell) -> str:
        seen = stood if cell.third is None else f"{took}-{cell.third}"
        return f"{cell.side}-{cell.points}" + (f"-{seen}" if cell.side == "banco" else "")

    return name


def deal(house: str, punto: int, banco: int, more: Iterable[str]) -> puntobanco.Play:
    """A coup from one deck: two kings first, then a card with each side's points, then more."""
    first_four = "Kc", "Kh", RANKS[punto] + "d", RANKS[banco] + "s"
    return puntobanco.house(house).play("".join((*first_four, *more)))


def check(house: str, cell: Cell) -> None:
    if cell.side == "punto":
        check_punto(house, cell)
    else:
        check_banco(house, cell)


def check_punto(house: str, cell: Cell) -> None:
    assert puntobanco.house(house).sheet.rule.punto_draws(cell.points) is cell.draws
    # Banco's seven stands whatever Punto does, so the queen can only be Punto's.
    rule, other = (["Qc"], []) if cell.draws else ([], ["Qc"])
    play = deal(house, cell.points, 7, rule)
    assert list(map(str, play.punto)) == ["Kc", RANKS[cell.points] + "d", *rule]
    assert list(map(str, play.banco)) == ["Kh", "7s"]
    with pytest.raises(TooFewCards if cell.draws else TooManyCards):
        deal(house, cell.points, 7, other)


def check_banco(house: str, cell: Cell) -> None:
    assert puntobanco.house(house).sheet.rule.banco_draws(cell.points, cell.third) is cell.draws
    rule, other = (["Qd"], []) if cell.draws else ([], ["Qd"])
    third = [] if cell.third is None else [RANKS[cell.third] + "c"]
    # Every number of Punto's points that leads to this cell.
    for has in (6, 7) if cell.third is None else (0, 1, 2, 3, 4, 5):
        play = deal(house, has, cell.points, [*third, *rule])
        assert list(map(str, play.punto)) == ["Kc", RANKS[has] + "d", *third]
        assert list(map(str, play.banco)) == ["Kh", RANKS[cell.points] + "s", *rule]
        with pytest.raises(TooFewCards if cell.draws else TooManyCards):
            deal(house, has, cell.points, [*third, *other])


BOOK_000: Final = [
    # "se ha 6 o 7 sta; con qualsiasi altro punto e quindi 0-1-2-3-4-5, prende una carta"
    *punto(draws=[0, 1, 2, 3, 4, 5], stands=[6, 7]),
    # "Se il giocatore (Punto) sta, il banco prende un'altra carta se possiede un totale di 5 o
    # meno."
    *banco_draws(on=[0, 1, 2, 3, 4, 5], seeing=[None]),
    *banco_stands(on=[6, 7], seeing=[None]),
    # "S = Sto, C = Carta. Punteggio del banco, Terza carta del giocatore (Punto)"
    *banco(
        """
        Banco 0 1 2 3 4 5 6 7 8 9
        7     S S S S S S S S S S
        6     S S S S S S C C S S
        5     S S S S C C C C S S
        4     S S C C C C C C S S
        3     C C C C C C C C S C
        2     C C C C C C C C C C
        1     C C C C C C C C C C
        0     C C C C C C C C C C
        """,
        draw="C",
        stand="S",
    ),
]


@pytest.mark.parametrize("cell", BOOK_000, ids=case_name("terza-carta", "punto-sta"))
def test_punto_e_banco_tiraggio(cell: Cell) -> None:
    check("punto-e-banco", cell)


BOOK_001: Final = [
    # "se ha 6 o 7 sta; con qualsiasi altro punto e quindi con 0, 1, 2, 3, 4, 5, prende carta."
    *punto(draws=[0, 1, 2, 3, 4, 5], stands=[6, 7]),
    # "con 0, 1 e 2 prende carta; con 7 resta; con 3, 4, 5, 6 si attiene a quanto previsto dalla
    # seguente tabella": PUNTA STA heads the first column, PUNTA TIRA the others.
    *banco_draws(on=[0, 1, 2], seeing=[None, *CARDS]),
    *banco_stands(on=[7], seeing=[None, *CARDS]),
    # "S = Il Banco Sta, T = Il Banco Tira una carta"
    *banco(
        """
        AVENDO STA 0 1 2 3 4 5 6 7 8 9
        3      T   T T T T T T T T S T
        4      T   S S T T T T T T S S
        5      T   S S S S T T T T S S
        6      S   S S S S S S T T S S
        """,
        draw="T",
        stand="S",
    ),
]


@pytest.mark.parametrize("cell", BOOK_001, ids=case_name("punta-tira", "punta-sta"))
def test_punto_e_banco_egalite_tiraggio(cell: Cell) -> None:
    check("punto-e-banco-egalite", cell)


BOOK_002: Final = [
    # "chiede carta con un totale di 0, 1, 2, 3, 4 o 5, e resta con 6 o 7."
    *punto(draws=[0, 1, 2, 3, 4, 5], stands=[6, 7]),
    # "Prende carta con 0, 1, 2; resta con 7, e con i totali di 3, 4, 5, 6 si attiene alla tabella"
    *banco_draws(on=[0, 1, 2], seeing=[*CARDS, None]),
    *banco_stands(on=[7], seeing=[*CARDS, None]),
    # AVENDO, DANDO; "T = tirare, R = restare"
    *banco(
        """
        AVENDO 0 1 2 3 4 5 6 7 8 9 NO
        3      T T T T T T T T R T T
        4      R R T T T T T T R R T
        5      R R R R T T T T R R T
        6      R R R R R R T T R R R
        """,
        draw="T",
        stand="R",
    ),
]


@pytest.mark.parametrize("cell", BOOK_002, ids=case_name("dando", "dando-no"))
def test_campione_tiraggio(cell: Cell) -> None:
    check("campione", cell)


BOOK_003: Final = [
    # "0, 1, 2, 3, 4, 5 «Punto» devono avere una terza carta. 6, 7 «Punto» non deve avere una terza
    # carta."
    *punto(draws=[0, 1, 2, 3, 4, 5], stands=[6, 7]),
    # "0, 1, 2 «Banco» può avere una terza carta."
    *banco_draws(on=[0, 1, 2], seeing=CARDS),
    # "3 «Banco» può avere una terza carta, eccetto quando la terza carta del «Punto» è un 8."
    *banco_draws(on=[3], seeing=[0, 1, 2, 3, 4, 5, 6, 7, 9]),
    *banco_stands(on=[3], seeing=[8]),
    # "4 ... solo se la terza carta del «Punto» ha il valore di 2, 3, 4, 5, 6 o 7."
    *banco_draws(on=[4], seeing=[2, 3, 4, 5, 6, 7]),
    *banco_stands(on=[4], seeing=[0, 1, 8, 9]),
    # "5 ... solo se la terza carta del «Punto» ha il valore di 4, 5, 6 o 7."
    *banco_draws(on=[5], seeing=[4, 5, 6, 7]),
    *banco_stands(on=[5], seeing=[0, 1, 2, 3, 8, 9]),
    # "6 ... solo se la terza carta del «Punto» ha il valore di 6 o 7."
    *banco_draws(on=[6], seeing=[6, 7]),
    *banco_stands(on=[6], seeing=[0, 1, 2, 3, 4, 5, 8, 9]),
    # "7 «Banco» non può avere una terza carta."
    *banco_stands(on=[7], seeing=CARDS),
    # The book is silent when Punto stands. Banco draws on 0 to 5.
    *banco_draws(on=[0, 1, 2, 3, 4, 5], seeing=[None]),
    *banco_stands(on=[6, 7], seeing=[None]),
]


@pytest.mark.parametrize("cell", BOOK_003, ids=case_name("terza-carta", "senza-terza-carta"))
def test_st_moritz_tiraggio(cell: Cell) -> None:
    check("st-moritz", cell)


BOOK_004: Final = [
    # "0 – 1 – 2 – 3 – 4 – 5 Tira una carta; 6 – 7 Rimane"
    *punto(draws=[0, 1, 2, 3, 4, 5], stands=[6, 7]),
    # "Se il giocatore rimane, il banco prende se ha un totale di 5 o meno."
    *banco_draws(on=[0, 1, 2, 3, 4, 5], seeing=[None]),
    *banco_stands(on=[6, 7], seeing=[None]),
    # "Tira una carta quando la terza carta del giocatore è"
    *banco_draws(on=[0, 1, 2], seeing=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    *banco_draws(on=[3], seeing=[0, 1, 2, 3, 4, 5, 6, 7, 9]),
    *banco_draws(on=[4], seeing=[2, 3, 4, 5, 6, 7]),
    *banco_draws(on=[5], seeing=[4, 5, 6, 7]),
    *banco_draws(on=[6], seeing=[6, 7]),
    # "Non tira una carta quando la terza carta del giocatore è"
    *banco_stands(on=[3], seeing=[8]),
    *banco_stands(on=[4], seeing=[0, 1, 8, 9]),
    *banco_stands(on=[5], seeing=[0, 1, 2, 3, 8, 9]),
    *banco_stands(on=[6], seeing=[0, 1, 2, 3, 4, 5, 8, 9]),
    *banco_stands(on=[7], seeing=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
]


@pytest.mark.parametrize("cell", BOOK_004, ids=case_name("terza-carta", "giocatore-rimane"))
def test_live_mini_tiraggio(cell: Cell) -> None:
    check("live-mini", cell)


# "NB: la versione For Fun rimanda alla versione classica del gioco (senza dealer)."
@pytest.mark.parametrize("cell", BOOK_004, ids=case_name("terza-carta", "giocatore-rimane"))
def test_for_fun_tiraggio(cell: Cell) -> None:
    check("for-fun", cell)


@pytest.mark.parametrize(
    "book",
    [BOOK_000, BOOK_001, BOOK_002, BOOK_003, BOOK_004],
    ids=["000", "001", "002", "003", "004"],
)
def test_every_cell_of_a_book_is_typed_once(book: list[Cell]) -> None:
    typed = [(cell.side, cell.points, cell.third) for cell in book]
    assert len(typed) == len(set(typed)) == 8 + 8 * 11


# 000 "Se uno tra banco e giocatore (Punto) fa 8 o 9 punti si realizza un naturale"; 001 and 002
# "preclude all'avversario la possibilità di chiedere carta"; 003 "né «Punto» né «Banco» possono
# avere una terza carta"; 004 "Questa regola prevale sulle altre."
@pytest.mark.parametrize("house", puntobanco.HOUSES)
@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("side", ["punto", "banco"])
def test_nobody_draws_after_a_natural(house: str, natural: int, side: str) -> None:
    for other in range(10):
        has = (natural, other) if side == "punto" else (other, natural)
        play = deal(house, *has, [])
        assert [len(play.punto), len(play.banco)] == [2, 2]
        with pytest.raises(TooManyCards):
            deal(house, *has, ["Qc"])
