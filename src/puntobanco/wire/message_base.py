"""The base of all messages: what every one of them has in common."""

from msgspec import Struct


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """Nothing but its type."""
