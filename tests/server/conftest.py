"""The server's tests run on the loop it is served with."""

from typing import Any

import pytest


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, Any]]:
    return "asyncio", {"use_uvloop": True}
