"""Debian's Chromium, as tests, benchmarks and the pictures of the docs start it."""

import shutil
from typing import Final

from playwright.sync_api import Browser, Playwright

# The headless shell is the same engine without windows, and does the same work with less CPU.
PROGRAMS: Final = ("chromium-headless-shell", "chromium")

# No sandbox, for root; no traffic except to the house; and no renderer for the invisible address
# bar, which would cost more than our page.
ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "SpareRendererForSitePerProcess",
)


def program() -> str:
    for name in PROGRAMS:
        if found := shutil.which(name):
            return found
    raise RuntimeError("there is no chromium: make browser installs it, as root")


def launch(playwright: Playwright, *more: str) -> Browser:
    return playwright.chromium.launch(executable_path=program(), args=[*ARGUMENTS, *more])
