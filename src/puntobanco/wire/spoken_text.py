"""Text that a person types and everybody reads: on record and on every screen."""

from typing import Annotated, Final

from msgspec import Meta

# Nothing that controls a line, breaks it or turns its direction,
_BREAKS: Final = (
    r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
)
# and something in it to be seen, beside what only joins and spaces.
_BLANK: Final = (
    r"\s\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2800\u3164"
    r"\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff"
)
_LINE: Final = rf"(?=.*[^{_BLANK}])[^{_BREAKS}]+"
SpokenLine = Annotated[str, Meta(pattern=rf"^{_LINE}\Z")]
Remark = Annotated[str, Meta(pattern=rf"^(?:{_LINE})?\Z")]  # or nothing at all
