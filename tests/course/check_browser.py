# SPDX-License-Identifier: BSL-1.0
"""The course in a browser, and the reference, where it was made: they have one look, find names and let code be copied; each chapter shows its figure and a link with which the lab opens on the chapter's numbers, figures go
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
import tempfile
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
    seen = browser.js("const title = document.activeElement, { top } = title.getBoundingClientRect(); return [title.textContent, top >= 0 && top < innerHeight]")
    expect("at" not in state or seen == ["Online softmax", True], f"{chapter}: its link leads to {seen[0][:40]!r}, in sight: {seen[1]}")


def check_way_back(browser):
    """The brand leads home; from the lab and from a study page there is a way back, which changes nothing else of them."""
    for page, wanted in (("files/docs/lab.html", ["index.html", "reference/index.html"]), ("files/docs/pages/mini_course.html", ["index.html", "reference/index.html", "files/docs/lab.html"]),
                         ("reference/group__attention.html", ["index.html"]), ("08_online_softmax.html", ["index.html"])):
        browser.open(f"{site}/{page}")
        browser.log("browser")
        links = browser.js("return [...document.querySelectorAll('nav[aria-label=heed] a:not(.look_skip)')].map((a) => a.href)")
        home = links[:1] if len(wanted) == 1 else links
        expect(home == [(site / place).as_uri() for place in wanted], f"{page}: the way back is {links}")
        expect(browser.log("browser") == [], f"{page}: the console is not empty")


def check_sent(browser):
    """A lab that was taken out of the site and sent to somebody has no link that leads nowhere."""
    links = "return [...document.querySelectorAll('a')].filter((a) => a.checkVisibility()).length"
    with tempfile.TemporaryDirectory() as folder:
        sent = shutil.copy(site / "files/docs/lab.html", folder)
        for page, is_sent in ((site / "files/docs/lab.html", False), (sent, True)):
            browser.open(page)
            wait(browser, "document.querySelector('#pane-attention td')")
            expect((browser.js(links) == 0) == is_sent, f"{page} shows {browser.js(links)} links")
            said = browser.js("return document.querySelector('.page_foot').innerText")
            expect("docs/course" in said and (project / "docs/course/index.md").is_file(), f"{page} does not say where its course is: {said}")


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
            low = browser.js("const svg = document.querySelector('.course_figure svg'), scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;"
                             "return Math.min(...[...svg.querySelectorAll('text')].map(t => scale * parseFloat(getComputedStyle(t).fontSize)))")
            expect(low >= 9, f"{chapter}: at {width} text of {low} pixels")
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
    browser.js("document.querySelector('.figure_bar .next').focus()")
    expect(browser.js("return document.activeElement.textContent") == "From step 1", "at the last step nothing says that the first comes next")
    browser.press("Enter")
    expect(browser.js(f"return {SHOWN}") == 1, "From step 1 does not begin anew")
    expect(browser.js("return document.querySelector('.figure_bar [aria-disabled=true]').textContent") == "‹ Back", "Back does not say that there is no step before the first")
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
    check_large(browser)


def check_large(browser):
    """A figure fills the window, is larger than before, and has all keys until Escape, wherever one clicks."""
    wide = "document.querySelector('.course_figure text').getBoundingClientRect().height"
    for width, height in ((1440, 900), (390, 844), (844, 390)):
        browser.window(width, height)
        browser.open(f"{site}/08_online_softmax.html")
        small = browser.js(f"return {wide}")
        browser.js("[...document.querySelectorAll('.figure_bar button')].find(b => b.textContent === 'Large').click()")
        fills = browser.js("const figure = document.querySelector('.course_figure.filled');"
                           "return figure.getBoundingClientRect().height === innerHeight && [5, innerWidth - 40].every((x) => figure.contains(document.elementFromPoint(x, 5)))")
        expect(fills and browser.js(f"return {wide}") > 1.15 * small, f"at {width} a figure does not fill the window, or is no larger")
        expect(browser.js("return document.activeElement.textContent") == "Close", f"at {width} the button of a large figure does not say Close")
        browser.point_at(".course_figure text", click=True)
        browser.press("PageDown", "Right", "PageUp", "Right")
        expect(browser.js(f"return {SHOWN}") == 2, f"at {width} keys do nothing once the figure was clicked")
        browser.press("Tab", "Tab", "Tab", "Tab")
        expect(browser.js("return document.activeElement.closest('.filled') !== null"), "Tab leads behind a large figure")
        browser.press("Escape")
        expect(wait(browser, "document.querySelector('.filled, dialog') === null && document.querySelector('article .course_figure') !== null"), f"at {width} a figure stays large, or is lost")
        expect(browser.js("return document.activeElement.textContent") == "Large", "the focus is lost where a figure was large")
    browser.window(1440, 900)


LOOK = """
const bar = document.querySelector('.look_bar'), style = getComputedStyle(document.body), text = document.querySelector('h1, .title');
const link = getComputedStyle(bar.querySelector('a[aria-current]'));
return {paper: style.backgroundColor, type: getComputedStyle(text).fontFamily, ink: getComputedStyle(text).color, link: [link.color, link.fontFamily],
    links: [...bar.querySelectorAll('a:not(.look_skip, .look_home)')].map((a) => [a.textContent, a.href]), wide: document.documentElement.scrollWidth - innerWidth,
    find: bar.querySelector('input')?.getBoundingClientRect().width ?? 0};
"""
CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => { window.copied = text; }}})"


def check_look(browser):
    """One look: paper, ink and type of both, and the paper of the lab; the bar leads from each to the others."""
    for width, scheme in ((1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")):
        browser.window(width, 900, scheme)
        seen = {}
        for page in ("index.html", "04_attention.html", "reference/index.html", "reference/group__attention.html"):
            browser.open(f"{site}/{page}")
            seen[page] = browser.js(LOOK)
            expect(seen[page]["wide"] <= 0, f"{page}: wider than {width} pixels")
            expect(seen[page]["find"] >= 160, f"{page}: at {width} the field to find names has {seen[page]['find']} pixels")
            expect([title for title, _ in seen[page]["links"]] == ["Course", "Reference", "Lab"], f"{page}: its bar has {seen[page]['links']}")
            for _, href in seen[page]["links"]:
                expect(pathlib.Path(href.removeprefix("file://")).is_file(), f"{page}: {href} is not there")
        for what in ("paper", "type", "ink", "link"):
            kinds = {json.dumps(each[what]) for each in seen.values()}
            expect(len(kinds) == 1, f"{scheme}, {width}: pages have several kinds of {what}: {kinds}")
        browser.open(f"{site}/04_attention.html")
        keyword = browser.js("return getComputedStyle(document.querySelector('.highlight :is(.k, .kt, .kr)')).color")
        expect(keyword == {"light": "rgb(116, 70, 184)", "dark": "rgb(194, 165, 241)"}[scheme], f"{scheme}: a keyword of C++ is {keyword}")
        browser.open(f"{site}/files/docs/lab.html")
        paper = browser.js("return getComputedStyle(document.body).backgroundColor")
        expect(paper == seen["index.html"]["paper"], f"{scheme}: the lab has the paper {paper}")
    browser.window(1440, 900)


FOCUSED = """
const one = document.activeElement, box = one.getBoundingClientRect();
const ring = (element) => element && getComputedStyle(element).outlineStyle !== 'none' && getComputedStyle(element).visibility === 'visible';
const of = one.matches('.sidebar-toggle, #main-menu-state') ? [...document.querySelectorAll('.nav-overlay-icon, .toc-overlay-icon, .main-menu-btn')] : [one];
const place = of.filter(ring).map((each) => each.getBoundingClientRect()).find((r) => r.width > 2 && r.right > 0 && r.left < innerWidth && r.bottom > 0 && r.top < innerHeight);
return [one.outerHTML.slice(0, 90), Boolean(place), Boolean((one.ariaLabel ?? '') + one.textContent.trim() + (one.title ?? '') + (one.querySelector('img') ? 'image' : '')), one.closest('[role=main]') !== null];
"""


def check_keys(browser):
    """Whatever the Tab key reaches is in sight with a ring around it and has a name; the first stop skips to the text."""
    for page, widths in (("08_online_softmax.html", (1440, 720, 390)), ("reference/group__attention.html", (1440, 720)), ("reference/index.html", (1440,))):
        for width in widths:
            browser.window(width, 900)
            browser.open(f"{site}/{page}")
            time.sleep(0.3)  # Doxygen's scripts
            for stop in range(25):
                browser.press("Tab")
                time.sleep(0.02)
                text, seen, named, isText = browser.js(FOCUSED)
                expect(seen and named, f"{page}, {width}: the Tab key reaches {text}, {'in sight' if seen else 'out of sight or without a ring'}, {'' if named else 'without a name'}")
                if stop == 0:
                    first = text
                if isText:
                    break
            expect("Skip to the text" in first or "look_skip" in first, f"{page}, {width}: the first stop is {first}")
            browser.open(f"{site}/{page}")
            browser.press("Tab", "Enter", "Tab")
            expect(browser.js(FOCUSED)[3], f"{page}, {width}: after the first link comes {browser.js(FOCUSED)[0]}")
            levels = browser.js("return [document.documentElement.lang, document.querySelectorAll('h1').length, document.querySelectorAll('main, [role=main]').length]")
            expect(levels == ["en", 1, 1], f"{page}: language, titles and main parts are {levels}")
    browser.window(720, 900)
    browser.open(f"{site}/08_online_softmax.html")
    browser.js("document.getElementById('__navigation').focus()")
    browser.press("Space")
    time.sleep(0.4)
    expect(browser.js("return document.querySelector('.sidebar-drawer a').checkVisibility({checkVisibilityCSS: true})"), "keys do not open the chapters")
    browser.press("Escape")
    time.sleep(0.4)
    expect(not browser.js("return document.querySelector('.sidebar-drawer a').checkVisibility({checkVisibilityCSS: true})"), "Escape does not shut the chapters")
    browser.window(1440, 900)


def found(browser, words):
    browser.js("const input = document.querySelector('.look_find input'); input.value = ''; input.focus()")
    browser.type(words)
    return browser.js("return [...document.querySelectorAll('.look_found:not([hidden]) li')].map((li) => li.firstChild.data ?? li.textContent)")


def check_names(browser):
    """A name is found from each page, with keys alone."""
    for page in ("04_attention.html", "reference/group__masks.html"):
        for words, first in (("softmax", "softmax"), ("gelu", "gelu"), ("tensor", "tensor"), ("heed::attention", "attention"), ("mpi::ring_att", "ring_attention")):
            browser.open(f"{site}/{page}")
            seen = found(browser, words)
            expect(seen[:1] == [first], f"{page}: {words} finds {seen[:3]}")
        expect(found(browser, "nosuchname") == ["no name of the reference holds this"], f"{page}: it does not say that there is no such name")
        browser.press("Escape")
        expect(browser.js("return document.querySelector('.look_found').hidden"), f"{page}: Escape does not close the names")
    browser.open(f"{site}/04_attention.html")
    near = found(browser, "atention")
    expect(near[0].startswith("no name of the reference holds this; near") and near[1] == "attention", f"of atention is said {near}")
    before = browser.js("return location.href")
    browser.press("Enter")
    found(browser, "softmax")
    browser.press("Escape", "Enter")
    time.sleep(0.3)
    expect(browser.js("return location.href") == before, "Enter leads to a name that is not shown, or that was not chosen")
    found(browser, "atention")
    browser.press("Down", "Enter")
    expect(wait(browser, "location.pathname.endsWith('/reference/group__attention.html')"), "a name that is near is not gone to")
    browser.open(f"{site}/04_attention.html")
    browser.type("/")
    browser.type("softmax\n")
    there = wait(browser, "location.pathname.endsWith('/reference/group__attention.html') && location.hash.length > 10")
    expect(there and browser.js("return document.getElementById(location.hash.slice(1)) !== null"), "Enter does not lead to softmax")
    browser.open(f"{site}/reference/index.html")
    found(browser, "log_soft")
    browser.point_at(".look_found li", click=True)
    expect(wait(browser, "location.pathname.endsWith('group__attention.html')"), "a click does not lead to log_softmax")


SEARCH = """return [...document.querySelectorAll('ul.search > li')].map((li) => [li.querySelector('a').getAttribute('href').split('#')[0], li.querySelector('a').textContent,
    (li.querySelector('.context') ?? {textContent: ''}).textContent, (li.querySelector('mark') ?? {textContent: ''}).textContent])"""


def check_search(browser):
    """What a search finds stands there once, with words around it."""
    for words, page in (("softmax", "03_softmax.html"), ("temperature", "03_softmax.html"), ("roofline", "study.html")):
        browser.call("POST", "/url", {"url": f"file://{site}/search.html?q={words}"})
        wait(browser, "/found\\.$/m.test(document.getElementById('search-results').innerText)")
        seen = browser.js(SEARCH)
        places = [tuple(each[:2]) for each in seen]
        expect(page in [each[0] for each in seen] and len(set(places)) == len(places), f"a search for {words} gives {places}")
        expect(all(words[:6] in text.lower() and mark.lower() == words for _, _, text, mark in seen if mark) and any(each[3] for each in seen), f"a search for {words} says {seen[:2]}")
    said = browser.js("return document.getElementById('search-results').innerText")
    expect(f"{len(seen)} places found" in said or len(seen) == 1, f"a search says {said[:100]}, of {len(seen)}")


def check_copying(browser):
    """What is copied is code as it is written in the project, without the indentation around it."""
    for page, source in (("08_online_softmax.html", "examples/course/08_online_softmax.cpp"), ("reference/index.html", "docs/reference/how_to.hpp")):
        browser.open(f"{site}/{page}")
        browser.js(CLIPBOARD)
        browser.js("document.querySelector('.look_copy').focus()")
        browser.press("Enter")
        copied = browser.js("return window.copied ?? ''")
        lines = [line.strip() for line in (project / source).read_text(encoding="utf-8").splitlines()]
        expect(len(copied) > 50 and copied[0] != " " and all(line.strip() in lines for line in copied.splitlines()), f"{page}: copied {copied!r}")
        expect(browser.js("return document.querySelector('.look_copy').textContent") == "Copied", f"{page}: it does not say that it copied")
        expect(browser.js("return [document.querySelector('.look_copy').ariaLabel, document.querySelector('.look_said').textContent]") == ["Copied", "Copied"], f"{page}: nobody who only listens hears that it copied")
        boxed = browser.js("const c = document.querySelector('.look_code'), box = c.closest('.highlight') ?? c; return parseFloat(getComputedStyle(box).borderTopWidth) > 0"
                           "&& [...c.querySelectorAll('*')].every((one) => one === c.lastChild || parseFloat(getComputedStyle(one).borderTopWidth) === 0)")
        expect(boxed, f"{page}: the button stands beside the box of the code")
        for width in (1440, 390):
            browser.window(width, 900)
            over = browser.js("return [...document.querySelectorAll('.look_code')].filter((c) => { const [a, b] = [c.firstChild, c.lastChild].map((e) => e.getBoundingClientRect());"
                              "return a.right > b.left + 1 && a.bottom > b.top + 1; }).length")
            expect(over == 0, f"{page}: at {width} {over} buttons lie over code")
        browser.window(1440, 900)


def check_printing(browser):
    """On paper all code can be read."""
    pages = [*sorted(site.glob("[01]*.html")), *sorted((site / "reference").glob("group__*.html"))]
    browser.window(718, 900)
    shown = 0
    for page in pages:
        browser.open(page)
        browser.devtools("Emulation.setEmulatedMedia", media="print")
        count, cut = browser.js("const codes = [...document.querySelectorAll('.highlight pre, div.fragment, .memproto')].filter((one) => one.checkVisibility());"
                                "return [codes.length, codes.filter((one) => { const box = one.closest('.highlight, .memitem, .look_code') ?? one, r = document.createRange(); r.selectNodeContents(one);"
                                "return r.getBoundingClientRect().right > Math.min(innerWidth, box.getBoundingClientRect().right) + 1; }).map((one) => one.textContent.slice(0, 40))]")
        shown += count
        expect(cut == [], f"{page.name}: paper cuts {cut}")
        browser.devtools("Emulation.setEmulatedMedia", media="")
    print(f"{shown} pieces of code can be read on paper")
    browser.window(1440, 900)


if not (shutil.which("chromium") and shutil.which("chromedriver")):
    print("no browser: figures and links of the course were not opened (Debian: chromium, chromium-driver)")
    sys.exit(0)
with browser_or_skip() as browser:
    check_figures(browser)
    check_steps(browser)
    if (site / "reference/index.html").is_file():
        check_way_back(browser)
        check_look(browser)
        check_keys(browser)
        check_names(browser)
        check_search(browser)
        check_copying(browser)
        check_printing(browser)
    check_sent(browser)
    check_links(browser)
for failure in failures:
    print(f"FAILED: {failure}")
sys.exit(1 if failures else 0)
