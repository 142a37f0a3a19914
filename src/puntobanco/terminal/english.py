"""What the labels of a sheet mean, in English: the language of the terminal."""

from typing import Final

from puntobanco.terminal.printable import printable

# By the label in lower case, since sheets print them in both.
_MEANINGS: Final = {
    "carte": "Deal",
    "conferma puntate": "Confirm bets",
    "punto": "Player",
    "punta": "Player",
    "giocatore": "Player",
    "banco": "Banker",
    "pari": "Tie",
    "egalité": "Tie",
    "égalité": "Tie",
    "punto pair": "Player pair",
    "coppia del giocatore": "Player pair",
    "banco pair": "Banker pair",
    "coppia del banco": "Banker pair",
    "l'una o l'altra coppia": "Either pair",
    "coppia perfetta": "Perfect pair",
    "grande": "Big",
    "piccolo": "Small",
}


def in_english(printed: str) -> str:
    """A printed label in English; a label that isn't known stands as printed."""
    return _MEANINGS.get(printed.lower(), printable(printed))
