"""A time limit for asynchronous tests: a test that hangs fails, and shows where it hung.

A conftest that imports the hook below sets the limit for the tests in its folder.
"""

import asyncio
import functools
import inspect

import pytest

MOST_SECONDS = 60  # long enough for a busy machine


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return

    @functools.wraps(test)
    async def bounded(**fixtures: object) -> None:
        limit = asyncio.timeout(MOST_SECONDS)
        try:
            async with limit:
                await test(**fixtures)
        except TimeoutError:
            if not limit.expired():
                raise
            pytest.fail(f"{pyfuncitem.name} was still waiting after {MOST_SECONDS} s, see above")

    pyfuncitem.obj = bounded
