"""How a broken promise is named."""


class Violation(AssertionError):
    """A promise that was not kept."""


def expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Violation(otherwise)
