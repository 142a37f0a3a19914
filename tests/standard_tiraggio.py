"""The tiraggio on which all five books agree, as Campione prints it."""

from puntobanco.game.tiraggio import PrintedTiraggio, read_tiraggio

PRINTED = PrintedTiraggio(
    draw="T",
    stand="R",
    punto="""
        0 1 2 3 4 5 6 7
        T T T T T T R R
    """,
    banco="""
        AVENDO 0 1 2 3 4 5 6 7 8 9 NO
        0      T T T T T T T T T T T
        1      T T T T T T T T T T T
        2      T T T T T T T T T T T
        3      T T T T T T T T R T T
        4      R R T T T T T T R R T
        5      R R R R T T T T R R T
        6      R R R R R R T T R R R
        7      R R R R R R R R R R R
    """,
)
STANDARD = read_tiraggio(PRINTED)
