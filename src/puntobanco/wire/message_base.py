"""The base of all messages from the server."""

from msgspec import Struct


class Message(Struct, frozen=True, tag_field="type", tag=str.lower):
    """A message whose type is in the field `type`."""
