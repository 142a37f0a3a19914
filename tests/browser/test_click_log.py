"""Tests of the click log, which explains lost clicks in reports."""

import pytest
from playwright.sync_api import Page

from tests.browser.click_log import describe_clicks, take_closed_logs

BUTTON = """<button style="position: fixed; left: 0; top: 0; width: 90px; height: 90px">Sit</button>
<p style="margin-top: 120px">beside it</p>"""


def test_the_log_says_what_became_of_the_last_press(page: Page) -> None:
    page.goto("about:blank")
    page.evaluate("button => { document.body.innerHTML = button }", BUTTON)
    assert "no press has arrived" in describe_clicks(page)
    page.mouse.move(40, 40)
    page.mouse.down()
    assert "the last press became no click" in describe_clicks(page)
    page.locator("button").evaluate("it => { it.style.left = '200px' }")
    page.mouse.up()
    assert "no more under the pointer" in describe_clicks(page)
    page.locator("button").click()
    assert "became a click where it was pressed" in describe_clicks(page)
    assert 'button. "Sit" in 200,0,90,90' in describe_clicks(page)


def test_the_clicks_of_a_context_closed_by_a_failure_are_kept(page: Page) -> None:
    browser = page.context.browser
    assert browser is not None

    def divide(by: int) -> float:
        with browser.new_context() as context:
            context.new_page().goto("about:blank")
            return 1 / by

    with pytest.raises(ZeroDivisionError):
        divide(0)
    assert take_closed_logs() == "about:blank: no press has arrived"
    divide(1)
    assert take_closed_logs() == ""
