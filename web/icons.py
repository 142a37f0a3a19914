"""Draws the PNG icons of web/public from its icon.svg: `python -m web.icons`."""

import io
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import sync_playwright

from tests.browser.chromium import launch

PUBLIC: Final = Path(__file__).parent / "public"
CLOTH: Final = "#12352a"
COLOURS: Final = 64
# Name, size, and the drawing's share of it: a maskable icon needs a margin.
ICONS: Final = (
    ("icon-192", 192, 1.0),
    ("icon-512", 512, 1.0),
    ("icon-maskable-512", 512, 0.8),
    ("apple-touch-icon", 180, 0.9),
)


def main() -> None:
    drawing = (PUBLIC / "icon.svg").read_text()
    with (
        sync_playwright() as playwright,
        launch(playwright) as browser,
    ):
        page = browser.new_page()
        for name, size, share in ICONS:
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;"
                f"background:{CLOTH}}}svg{{width:{share:.0%};height:{share:.0%}}}</style>{drawing}"
            )
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            picture.quantize(COLOURS).save(PUBLIC / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
