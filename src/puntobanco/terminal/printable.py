"""Make text from outside safe to print on a terminal."""


def printable(text: str) -> str:
    """The text with control and direction characters written as escapes."""
    if text.isprintable():
        return text
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode() for each in text
    )
