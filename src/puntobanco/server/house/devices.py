"""The short name of a device, from the User-Agent header of its browser."""

from typing import Final

from puntobanco.store.interface import Device

# The first text that occurs decides: Edge also says Chrome, Chrome also says Safari.
_BROWSERS: Final = (
    *(("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet")),
    *(("Firefox/", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome")),
    *(("Safari/", "Safari"), ("puntobanco", "puntobanco")),
)
# Android also says Linux, and an iPhone also says Mac OS X.
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")),
    *(("CrOS", "ChromeOS"), ("Macintosh", "Mac"), ("Mac OS X", "Mac"), ("Darwin", "Mac")),
    ("Linux", "Linux"),
)


def name_device(user_agent: str) -> Device:
    """What the header tells of browser and system; empty texts if it tells nothing known."""
    return Device(_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent))


def _first(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for text, name in names if text in user_agent), "")
