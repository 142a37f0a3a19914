"""The error for a broken promise of the server."""


class Violation(AssertionError):
    """The server broke one of its promises."""


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Violation(otherwise)
