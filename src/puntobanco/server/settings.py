"""How a house is run: by flag, else by environment, else by file, else as it stands here."""

import os
import re
import tomllib
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import fields

from puntobanco.errors import BadSetting, Unreadable
from puntobanco.server.limits import Limits

PREFIX: Final = "PUNTOBANCO_"
_LISTS: Final = frozenset({"origins", "proxies", "monitors"})  # with commas between
# As a browser says it: small letters, and nothing behind the port.
_ORIGIN: Final = re.compile(r"[a-z][a-z0-9+.-]*://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?")


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = "puntobanco.db"  # a file, or postgresql://…
    sealing_key: str = ""  # 64 hex digits; a file beside the database if none is given
    origins: tuple[str, ...] = ()  # that may open sockets, beside the server's own
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is believed
    monitors: tuple[str, ...] = ()  # and those that may read /metrics, beside this machine
    log: Literal["debug", "info", "warning"] = "info"
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        for origin in self.origins:
            if not _ORIGIN.fullmatch(origin):
                raise ValueError(f"origins: {origin!r} is not scheme://host or scheme://host:port")
        for name in ("proxies", "monitors"):
            for address in getattr(self, name):
                try:
                    ip_network(address)
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from None


def read_settings(flags: dict[str, Any], file: Path | None = None) -> Settings:
    """Flags that are None say nothing."""
    said: dict[str, Any] = _from_file(file) if file is not None else {}
    for each in fields(Settings):
        text = os.environ.get(PREFIX + each.name.upper())
        if text is not None and each.name != "limits":
            said[each.name] = _split(text) if each.name in _LISTS else text
    for each in fields(Limits):
        text = os.environ.get(f"{PREFIX}LIMITS_{each.name.upper()}")
        if text is not None:
            said["limits"] = {**said.get("limits", {}), each.name: text}
    known = {f"{PREFIX}{each.name.upper()}" for each in fields(Settings)}
    known |= {f"{PREFIX}LIMITS_{each.name.upper()}" for each in fields(Limits)}
    for name in os.environ:
        if name.startswith(PREFIX) and name not in known:
            raise BadSetting(why=f"{name} is not a setting")
    said |= {name: value for name, value in flags.items() if value is not None}
    try:
        return msgspec.convert(said, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(why=str(error)) from None


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(file=file, why=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(why=f"{file}: {error}") from None
