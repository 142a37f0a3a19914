"""Texts of strangers, shown so that they can't play tricks on a terminal."""


def printable(text: str) -> str:
    """The text with everything that moves, hides or breaks a line written out."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
