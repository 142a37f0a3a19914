"""The server's settings: from flags, else the environment, else a file, else defaults."""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import fields

from puntobanco.errors import BadSetting, Unreadable
from puntobanco.server.house.casino_day import CasinoDay, zone_of
from puntobanco.server.house.limits import Limits
from puntobanco.wire.refill_rule import RefillRule
from puntobanco.wire.validation import explain

LogLevel = Literal["debug", "info", "warning"]
PREFIX: Final = "PUNTOBANCO_"
_LISTS: Final = frozenset({"origins", "proxies", "monitors"})  # separated by commas
_GROUPS: Final[dict[str, type[Struct]]] = {"limits": Limits, "refill": RefillRule}
_FLAGS: Final = {"origins": "--origin", "proxies": "--proxy"}
# As browsers send it: in lower case, and nothing after the port.
_ORIGIN: Final = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?")
_HIGHEST_PORT: Final = 65_535


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = "puntobanco.db"  # a file, or postgresql://…
    sealing_key: str = ""  # 64 hex digits; by default from a file beside the database
    origins: tuple[str, ...] = ()  # that may open sockets, in addition to the server's own
    proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For is trusted
    monitors: tuple[str, ...] = ()  # addresses or networks that may also read /metrics
    tables: str = ""  # a file of shared tables; by default one for each house
    refused_words: str = ""  # a file of words that players' lines may not have, one to a line
    timezone: str = "UTC"  # of the casino's day
    day_begins: Annotated[int, Meta(ge=0, le=23)] = 0  # the hour
    log: LogLevel = "info"
    refill: RefillRule = field(default_factory=RefillRule)  # of play money
    limits: Limits = field(default_factory=Limits)

    @property
    def day(self) -> CasinoDay:
        return CasinoDay(self.timezone, self.day_begins)

    def __post_init__(self) -> None:
        zone_of(self.timezone)
        for origin in self.origins:
            read = _ORIGIN.fullmatch(origin)
            if read is None or int(read["port"] or 0) > _HIGHEST_PORT:
                why = "is not http://host or https://host, with or without a :port up to 65535"
                raise ValueError(f"origins: {origin!r} {why}")
        for name in ("proxies", "monitors"):
            for address in getattr(self, name):
                try:
                    ip_network(address)
                except ValueError as error:
                    raise ValueError(f"{name}: {error}") from None


def read_settings(
    flags: dict[str, Any], file: Path | None = None, limits: Iterable[str] = ()
) -> Settings:
    """Read all settings; a flag that is None is not set, and limits are given as name=number."""
    values: dict[str, Any] = _from_file(file) if file is not None else {}
    sources = {name: str(file) for name in values}  # of each setting, for error messages
    for each in fields(Settings):
        variable = PREFIX + each.name.upper()
        text = os.environ.get(variable)
        if text is not None and each.name not in _GROUPS:
            values[each.name] = _split(text) if each.name in _LISTS else text
            sources[each.name] = variable
    known = {f"{PREFIX}{each.name.upper()}" for each in fields(Settings)}
    for group, kind in _GROUPS.items():
        for each in fields(kind):
            variable = f"{PREFIX}{group.upper()}_{each.name.upper()}"
            known.add(variable)
            text = os.environ.get(variable)
            if text is not None:
                values[group] = {**values.get(group, {}), each.name: text}
                sources[f"{group}.{each.name}"] = variable
    for name in os.environ:
        if name.startswith(PREFIX) and name not in known:
            raise BadSetting(why=f"{name} is not a setting")
    given = {name: value for name, value in flags.items() if value is not None}
    sources |= {name: _FLAGS.get(name, f"--{name}") for name in given}
    for limit in limits:
        name, number = _read_limit(limit)
        values["limits"] = {**values.get("limits", {}), name: number}
        sources[f"limits.{name}"] = f"--limit {limit}"
    try:
        return msgspec.convert(values | given, Settings, strict=False)
    except msgspec.ValidationError as error:
        raise BadSetting(why=_with_source(error, sources, file)) from None


def _read_limit(limit: str) -> tuple[str, str]:
    name, equals, number = limit.partition("=")
    if not equals:
        raise BadSetting(why=f"--limit {limit}: write it as NAME=NUMBER")
    if name not in Limits.__struct_fields__:
        there_are = ", ".join(Limits.__struct_fields__)
        raise BadSetting(why=f"--limit {limit}: there is no limit {name!r}; there are {there_are}")
    return name, number


def _with_source(error: Exception, sources: Mapping[str, str], file: Path | None) -> str:
    """The error message, after the flag, variable or file that is wrong."""
    why = str(error)
    found = [
        re.search(each, why) for each in (r"at `\$\.([a-z_.]+)", "field `([^`]+)`", "^([a-z_]+): ")
    ]
    name = ".".join([each[1] for each in found if each])
    source = sources.get(name) or sources.get(name.partition(".")[0])
    if source is None and file is not None and name:
        source = str(file)  # an unknown name can only come from the file
    text = explain(error, allowed={"log": get_args(LogLevel)})
    return f"{source}: {text}" if source else text


def _split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def _from_file(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(file=file, why=error.strerror) from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(why=f"{file}: {error}") from None
