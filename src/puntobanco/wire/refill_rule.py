"""How far and how often play money that has run out is refilled."""

from typing import Annotated, Final

from msgspec import Meta, Struct

_MINUTE_MS: Final = 60_000
_Most = Annotated[int, Meta(ge=0, le=10**12)]


class RefillRule(Struct, frozen=True, forbid_unknown_fields=True):
    """Play money is refilled to `to` cents once it is below `below`; never if that is 0."""

    to: _Most = 1_000_000
    below: _Most = 10_000
    minutes: Annotated[int, Meta(ge=0, le=10**6)] = 5  # from one refill to the next

    def __post_init__(self) -> None:
        if self.below > self.to:
            raise ValueError("refill: below is more than to")

    def wait(self, last: int | None, now: int) -> int:
        """The milliseconds until the next refill is possible."""
        return 0 if last is None else max(0, last + self.minutes * _MINUTE_MS - now)
