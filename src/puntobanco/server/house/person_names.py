"""The names of people, as they are stored and compared."""


def fold_name(name: str) -> str:
    """Names are compared in lower case; a name with other letters than ASCII is refused later."""
    return name.lower() if name.isascii() else name
