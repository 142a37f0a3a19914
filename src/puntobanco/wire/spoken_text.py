"""The types of text that a person types and everybody reads."""

from typing import Annotated, Final

from msgspec import Meta

# Forbidden: control characters, line breaks, and marks that change the direction of text.
_BREAKS: Final = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
)
# Invisible characters: a line needs at least one other character.
_BLANK: Final = (
    r"\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2800\u3164"
    r"\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff"
)
_LINE: Final = rf"(?=.*[^{_BLANK}])[^{_BREAKS}]+"
SpokenLine = Annotated[str, Meta(pattern=rf"^{_LINE}\Z")]
Remark = Annotated[str, Meta(pattern=rf"^(?:{_LINE})?\Z")]  # may be empty
