"""What every message of a table has in common."""

from msgspec import Struct


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Nothing but its type."""
