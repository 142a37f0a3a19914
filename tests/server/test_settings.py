"""Invalid settings are refused with the place they came from."""

import json
import logging
import socket
from pathlib import Path

import pytest

from puntobanco.errors import BadSetting
from puntobanco.server.house.logs import JsonLines
from puntobanco.server.serving import serve
from puntobanco.server.settings import Settings, read_settings
from puntobanco.wire.refill_rule import RefillRule


def test_a_bad_setting_names_its_flag_variable_or_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    for text in (
        'port = "many"',
        "wrong = 1",
        "[limits]\nframe_bytes = 0",
        'proxies = ["x"]',
        'timezone = "Mars"',
        "[refill]\nbelow = 2\nto = 1",
        "[refill]\nhours = 1",
    ):
        file.write_text(text)
        with pytest.raises(BadSetting, match=r"house\.toml: "):
            read_settings({}, file)
    file.write_text("port = 9000")
    assert read_settings({}, file).port == 9000
    monkeypatch.setenv("PUNTOBANCO_PORT", "many")
    with pytest.raises(BadSetting, match="PUNTOBANCO_PORT: "):
        read_settings({}, file)
    assert read_settings({"port": 7}, file).port == 7
    with pytest.raises(BadSetting, match="--origin: "):
        read_settings({"port": 7, "origins": ("nowhere",)}, file)
    monkeypatch.setenv("PUNTOBANCO_LIMITS_FRAME_BYTES", "few")
    with pytest.raises(BadSetting, match="PUNTOBANCO_LIMITS_FRAME_BYTES: "):
        read_settings({"port": 7}, file)
    assert read_settings({"port": 7}, file, ["frame_bytes=9000"]).limits.frame_bytes == 9000
    monkeypatch.delenv("PUNTOBANCO_LIMITS_FRAME_BYTES")
    for wrong in ("frame_bytes", "frame_bytes=few", "frame_bytes=0", "frames=1"):
        with pytest.raises(BadSetting, match=f"--limit {wrong}: "):
            read_settings({"port": 7}, file, [wrong])


def test_refills_are_set_in_the_file_or_the_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "house.toml"
    file.write_text("[refill]\nto = 50_000\nbelow = 500")
    monkeypatch.setenv("PUNTOBANCO_REFILL_MINUTES", "60")
    assert read_settings({}, file).refill == RefillRule(50_000, 500, 60)
    monkeypatch.setenv("PUNTOBANCO_REFILL_MINUTES", "soon")
    with pytest.raises(BadSetting, match="PUNTOBANCO_REFILL_MINUTES: "):
        read_settings({}, file)


@pytest.mark.anyio
async def test_the_refusal_of_a_taken_port_says_how_to_choose_another(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=f"port {port}: .*PUNTOBANCO_PORT"):
            await serve(Settings(port=port, database=str(tmp_path / "house.db")))


def test_a_retried_failure_is_logged_without_a_traceback() -> None:
    try:
        raise ConnectionError("gone")
    except ConnectionError as error:
        info = (type(error), error, error.__traceback__)
    for level, said in ((logging.WARNING, "cause"), (logging.ERROR, "traceback")):
        record = logging.LogRecord("pool", level, "", 0, "again", None, info)
        line = json.loads(JsonLines().format(record))
        assert {"cause", "traceback"} & set(line) == {said}
