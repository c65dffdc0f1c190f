# SPDX-License-Identifier: BSL-1.0
"""Links that lead to a part of the pane Attention."""

import time

from cause import until

TITLES = {"scores": "Scores", "weights": "Weights", "output": "Output", "flow": "The whole flow", "online": "Online softmax"}
# The title that has the focus, where it stands, and whether its part is in sight from there on or the page ends before.
READ = """const title = document.activeElement, { top } = title.getBoundingClientRect();
return [title.textContent, top >= 0 && top < innerHeight - 100 && (top < 40 || scrollY + innerHeight >= document.documentElement.scrollHeight - 1)]"""


def check_places(browser, page, expect):
    for width, height in ((1440, 900), (390, 844)):
        browser.window(width, height)
        for place, title in TITLES.items():
            opens(browser, page, expect, f"sample=tutorial&step=2&at={place}")
            seen = browser.js(READ)
            expect(seen == [title, True], f"at {width} a link to {place} leads to {seen}")
    browser.window(1440, 900)
    check_from_there(browser, page, expect)
    opens(browser, page, expect, "sample=tutorial&at=constructor")
    seen = browser.js("return [scrollY, document.activeElement.tagName, document.querySelector('.broken_link').textContent]")
    expect(seen == [0, "BODY", ""], f"a link to no place leads to {seen}")


def check_from_there(browser, page, expect):
    """Arrow keys step what the link leads to. The address keeps the place, until it is out of sight."""
    opens(browser, page, expect, "sample=tutorial&step=2&at=online")
    browser.press("Right")
    until(browser, expect, "return document.querySelector('.player').textContent.includes('block 3 of 3')", "an arrow key does not step what a link leads to")
    time.sleep(0.5)  # until the address is written
    kept = browser.js("return location.hash")
    opened(browser, page, expect, kept)
    expect(browser.js(READ) == ["Online softmax", True], f"a link that was copied at a place leads to {browser.js(READ)}")
    browser.js("scrollTo(0, 0); document.querySelector('.attention .switch input').click()")
    until(browser, expect, "return ![arguments[0], '#attention'].includes(location.hash)", "the address does not change", kept)
    time.sleep(0.5)
    opened(browser, page, expect, browser.js("return location.hash"))
    expect(browser.js("return scrollY") == 0, "a link that was copied at the top leads further down")


def opens(browser, page, expect, words):
    opened(browser, page, expect, f"#attention/?{words}")


def opened(browser, page, expect, link):
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.call("POST", "/url", {"url": page.as_uri() + link})
    until(browser, expect, "return document.querySelector('.player table tbody tr') !== null", f"{link[:60]} shows nothing")
    time.sleep(0.3)
