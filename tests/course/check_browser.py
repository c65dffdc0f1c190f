# SPDX-License-Identifier: BSL-1.0
"""The course in a browser: each chapter shows its figure and a link with which the lab opens on the chapter's numbers, figures go
step by step, stand still where the reader wants that, and fit on a phone.

    check_browser.py PROJECT SITE
"""

import base64
import html
import json
import pathlib
import re
import shutil
import sys
import time
import zlib

project, site = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
sys.path.insert(0, str(project / "tests/study_page"))
from webdriver import browser_or_skip  # noqa: E402

failures = []
STATES = json.loads((project / "docs/course/figures/lab.json").read_text(encoding="utf-8"))
SHOWN = "[...document.querySelectorAll('.step')].filter(step => getComputedStyle(step).visibility === 'visible').length"


def expect(is_so, says):
    if not is_so:
        failures.append(says)


def wait(browser, condition):
    for _ in range(100):
        if browser.js(f"return {condition}"):
            return True
        time.sleep(0.1)
    return False


def decoded(address):
    pane, _, text = address.partition("/")
    return pane, json.loads(zlib.decompress(base64.urlsafe_b64decode(text.partition("/")[0] + "==="), -15))


def links_of(page):
    return [(html.unescape(re.sub("<.*?>", "", words)), address)
            for address, words in re.findall(r'href="files/docs/lab\.html#([^"]+)"[^>]*>(.*?)</a>', page, re.DOTALL)]


def check_state(browser, chapter, link):
    """What the lab writes back into its address is what it holds."""
    pane, state = decoded(link)
    expect([pane, state] == STATES[chapter], f"{chapter}: its link is not the state of lab.json")
    browser.open(f"{site}/files/docs/lab.html#{link}")
    there = wait(browser, f"location.hash.startsWith('#{pane}/') && !document.querySelector('#pane-{pane}').hidden && "
                          f"document.querySelector('#pane-{pane}').textContent.length > 500")
    time.sleep(0.5)  # until the address is written
    expect(there and browser.js("return document.querySelector('.broken_link').textContent") == "", f"{chapter}: the lab cannot read its link")
    opened_pane, opened = decoded(browser.js("return location.hash.slice(1)"))
    expect(opened_pane == pane, f"{chapter}: the lab opens {opened_pane}, not {pane}")
    for key, value in state.items():
        expect(key == "chosen" or opened.get(key) == value, f"{chapter}: the lab has {key} = {opened.get(key)}, the link {value}")


def check_exercise(browser, chapter, words, link):
    browser.open(f"{site}/files/docs/lab.html#{link}")
    wait(browser, "document.querySelector('#pane-exercises h2')")
    title = " ".join(browser.js("return document.querySelector('#pane-exercises h2').textContent").split())
    expect(" ".join(words.split()) in title, f"{chapter}: the link {words!r} opens {title!r}")


def check_links(browser):
    states = exercises = 0
    for chapter in sorted(STATES):
        links = links_of((site / f"{chapter}.html").read_text(encoding="utf-8"))
        own = [link for _, link in links if not link.startswith("exercises/")]
        expect(len(own) == 1, f"{chapter}: {len(own)} links into the lab with its numbers, not one")
        for link in own[:1]:
            check_state(browser, chapter, link)
            states += 1
        for words, link in links:
            if link.startswith("exercises/"):
                check_exercise(browser, chapter, words, link)
                exercises += 1
    print(f"{states} links open the lab on a chapter's numbers, {exercises} on an exercise")


def check_figures(browser):
    for width, scheme in ((390, "dark"), (1440, "light")):
        browser.window(width, 900, scheme)
        for chapter in sorted(STATES):
            browser.open(f"{site}/{chapter}.html")
            box = browser.js("const f = document.querySelectorAll('.course_figure svg'); const r = f[0]?.getBoundingClientRect();"
                             "return [f.length, r?.left, r?.right, r?.width, document.documentElement.scrollWidth]")
            expect(box[0] == 1, f"{chapter}: {box[0]} figures, not one")
            expect(box[1] >= 0 and box[3] >= 300 and box[4] <= width, f"{chapter}: the figure does not fit into {width} pixels: {box}")
            cut = browser.js("const svg = document.querySelector('.course_figure svg'), all = svg.getBoundingClientRect();"
                             "return [...svg.querySelectorAll('text')].filter(t => { const r = t.getBoundingClientRect();"
                             "return r.left < all.left || r.right > all.right; }).map(t => t.textContent)")
            expect(cut == [], f"{chapter}: {cut} leaves the figure")
            for line in browser.log("browser"):
                failures.append(f"{chapter}: {line['message']}")


def check_steps(browser):
    browser.open(f"{site}/08_online_softmax.html")
    count = browser.js("return document.querySelectorAll('.step').length")
    expect(count == 6 and browser.js(f"return {SHOWN}") == 6, "a figure does not begin with all of its steps")
    browser.js("[...document.querySelectorAll('.figure_bar button')].find(b => b.textContent.startsWith('Next')).focus()")
    browser.press("Enter")
    expect(browser.js(f"return {SHOWN}") == 1, "Next does not begin anew")
    browser.press("Right", "Right", "Right")
    said = browser.js("return document.querySelector('.figure_bar [role=status]').textContent")
    expect(browser.js(f"return {SHOWN}") == 4 and said.startswith("4 of 6: Score 5 arrives") and "0.1353" in said, f"arrow keys lead to {said!r}")
    moving = "document.querySelector('.step.now .settle').getAnimations().length"
    expect(browser.js(f"return {moving}") > 0, "bars do not move")
    browser.press("Left")
    expect(browser.js(f"return {SHOWN}") == 3, "the left arrow does not go back")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    browser.press("Right")
    expect(browser.js(f"return {moving}") == 0 and browser.js(f"return {SHOWN}") == 4, "bars move where the reader wants no motion")
    expect(browser.js("return [...document.querySelectorAll('.figure_bar button')].find(b => b.textContent === 'Play').hidden"), "Play is offered without motion")
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    expect(browser.js(f"return {SHOWN}") == 6, "paper lacks steps")
    browser.devtools("Emulation.setEmulatedMedia", media="")
    browser.js("[...document.querySelectorAll('.figure_bar button')].find(b => b.textContent === 'Large').click()")
    large = browser.js("return document.querySelector('.course_figure').getBoundingClientRect().height === innerHeight")
    browser.js("[...document.querySelectorAll('.figure_bar button')].find(b => b.textContent === 'Large').focus()")
    browser.press("Escape")
    expect(large and not browser.js("return document.querySelector('.course_figure.filled')"), "a figure does not fill the window, or stays so")


if not (shutil.which("chromium") and shutil.which("chromedriver")):
    print("no browser: figures and links of the course were not opened (Debian: chromium, chromium-driver)")
    sys.exit(0)
with browser_or_skip() as browser:
    check_figures(browser)
    check_steps(browser)
    check_links(browser)
for failure in failures:
    print(f"FAILED: {failure}")
sys.exit(1 if failures else 0)
