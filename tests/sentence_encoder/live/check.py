# SPDX-License-Identifier: BSL-1.0
"""The page in which heed runs the encoder, in a browser: check.py PAGE NATIVE MODEL [--screenshots FOLDER]."""

import argparse
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "study_page"), str(HERE.parent.parent / "lab")]
from access import CONTRAST, HEADINGS  # noqa: E402
from webdriver import browser_or_skip  # noqa: E402

WORDS = "the cat sat on the mat and it did not move at all "
TEXTS = ["the cat sat.", "a", "ab", "abc", "The cat, which has a long tail, is sleeping on the mat.", "cafe\u0301 \uff26\uff35\uff2c\uff2c \ufb01ne \u1112\u1161\u11ab \u00bd",
         "\U0001f408 and \u732b\u732b", "  two  spaces, a tab\there ", (WORDS * 3)[:100], WORDS * 8]
failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)
        print(f"FAILED: {words}")


# ---- numbers

# Bits of what the page's encoder makes of texts, which are its texts 0 and 1 in turns.
IN_THE_PAGE = """
const bits = (numbers) => [...new Uint32Array(Float32Array.from(numbers).buffer)];
return arguments[0].map((text, i) => {
    const made = page.engine().encode(i % 2, text);
    if (made.error) return made;
    const similarity = i === 0 ? [] : bits([page.engine().similarity()]);
    return { pieces: made.pieces.length, all: made.all, embedding: bits(made.embedding), first: bits(made.maps[0]), second: bits(made.maps[1]), similarity };
});
"""


def comes(holds, seconds=20):
    """Whether something holds soon: pages answer later on a busy machine."""
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return holds()


def same_bits(browser, native, model):
    said = subprocess.run([native, model], input="".join(text + "\n" for text in TEXTS), text=True, capture_output=True, check=True).stdout
    wanted = [json.loads(line) for line in said.splitlines()]
    wanted[0]["similarity"] = []
    count = 0
    for text, here, there in zip(TEXTS, browser.js(IN_THE_PAGE, TEXTS), wanted, strict=True):
        for name in there:
            expect(here.get(name) == there[name], f"{text[:40]!r}: {name} is not that of the native program")
        count += sum(len(numbers) for numbers in there.values() if isinstance(numbers, list))
    sizes = [one["pieces"] for one in wanted]
    expect(1 in sizes and max(sizes) == 128 and wanted[-1]["all"] > 128, f"texts of {sizes} pieces")
    expect(browser.js("return page.engine().encode(0, '').error") == "is empty: there is nothing to encode", "an empty text is no error")
    return count


# ---- what one sees

def text(browser, selector):
    return browser.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector)


def pieces(browser, which):
    return browser.js("return [...document.querySelectorAll('.sentence')[arguments[0]].querySelectorAll('li')].map((one) => one.textContent)", which)


def set_text(browser, which, words):
    browser.js("const f = document.querySelectorAll('.sentence textarea')[arguments[0]]; f.value = arguments[1]; f.dispatchEvent(new Event('input'))", which, words)
    time.sleep(0.3)  # a text that takes long is encoded once typing rests


def typing(browser):
    """What is typed is encoded key by key."""
    set_text(browser, 0, "")
    expect(text(browser, ".about") == "Type a sentence." and text(browser, ".number") == "\u2013", "of no text there is something")
    expect(browser.js("return document.querySelector('.pictures').hidden"), "of no text there are maps")
    browser.js("document.querySelector('#sentence-0').focus()")
    browser.type("the cat")
    expect(comes(lambda: pieces(browser, 0) == ["\u2581th", "e", "\u2581ca", "t"]), f"typed pieces are {pieces(browser, 0)}")
    set_text(browser, 1, "the cat")
    expect(text(browser, ".number") == "1.000", f"a text is similar to itself by {text(browser, '.number')}")
    set_text(browser, 1, "\u732b <b>x</b> " + WORDS * 8)
    about = browser.js("return document.querySelectorAll('.about')[1].textContent")
    expect("the first 128 pieces of" in about and "does not know (\u732b)" in about, f"of a long text is said {about!r}")
    set_text(browser, 1, "the cat\n\nthe\tcat\n")
    about = browser.js("return document.querySelectorAll('.about')[1].textContent")
    expect(pieces(browser, 1) == ["\u2581th", "e", "\u2581ca", "t"] * 2 and about.endswith("line breaks and tabs are read as spaces"), f"of two lines are made {pieces(browser, 1)}, {about!r}")
    expect(browser.js("return document.querySelector('.sentence b') === null"), "text of a sentence is markup")
    browser.js("document.querySelectorAll('.pairs button')[2].click()")
    expect(browser.js("return document.querySelector('#sentence-1').value") == "How tall are you?", "a pair is not shown")
    browser.js("document.querySelector('.choice button').click()")


# The colours of a small map and of the large one in the middle of the same cell.
COLOURS = """
const count = page.shown[0].pieces.length, small = document.querySelector('.small_map[aria-checked=true] canvas'), large = document.querySelector('.map_frame canvas');
const readable = (canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    return copy;
};
const at = (drawn, x, y) => [...drawn.getImageData(x, y, 1, 1).data].join();
const cell = large.width / count, [a, b] = [readable(small), readable(large)], seen = [];
for (let i = 0; i < count; i += 1) for (let j = 0; j < count; j += 1) seen.push([at(a, j, i), at(b, j * cell + 1, i * cell + 1)]);
return [small.width === count, seen.every(([a, b]) => a === b), new Set(seen.map(([a]) => a)).size];
"""


def pictures(browser):
    isEach, areSame, shades = browser.js(COLOURS)
    expect(isEach and areSame and shades > 5, f"small and large map: {isEach}, {areSame}, {shades} colours")
    expect(browser.js("return document.querySelectorAll('.small_map canvas').length") == 8, "there are not eight maps")
    lines = browser.js("return document.querySelectorAll('.lines path').length")
    browser.point_at(".lines text.left")
    alone = browser.js("return document.querySelectorAll('.lines path').length")
    count = browser.js("return page.shown[0].pieces.length")
    expect(0 < alone <= count < lines, f"{lines} lines, of one piece {alone}")
    expect("attends most to" in text(browser, ".said") and browser.js("return !document.querySelector('.row_mark').hidden"), "a piece that is pointed at is not marked")
    browser.point_at(".map_frame canvas")
    row, column, weight = browser.js("""const words = document.querySelector('.said').textContent.match(/attends to .* with ([0-9]\\.[0-9]+)/);
        const at = (side) => [...document.querySelector(side).children].findIndex((one) => one.classList.contains('chosen'));
        return [at('.edge.rows'), at('.edge.columns'), words ? Number(words[1]) : null]""")
    there = browser.js("const n = page.shown[0].pieces.length; return page.shown[0].maps[1][n * n + arguments[0] * n + arguments[1]]", row, column)
    expect(weight is not None and abs(weight - there) <= 0.0005, f"row {row}, column {column} says {weight}, there is {there}")


def maps_follow(browser):
    """Maps are those of the sentence in which one types, and what is shown is there again when the page is loaded again, or
    where its address is put in."""
    first, before = browser.js("return page.shown[0].pieces.length"), browser.js("return document.querySelector('.small_map canvas').width")
    browser.js("document.querySelector('#sentence-0').focus()")
    browser.press("Tab")
    expect(before == first == browser.js("return document.querySelector('.small_map canvas').width"), "the Tab key changes whose maps are shown")
    browser.type("a")
    shown, wide = "return page.shown[1].pieces.length", "return document.querySelector('.small_map canvas').width"
    expect(comes(lambda: browser.js(shown) != first and browser.js(wide) == browser.js(shown)), "maps do not follow the sentence")
    browser.js("document.querySelectorAll('.pieces')[0].children[2].click()")
    expect("attends most to" in text(browser, ".said") and browser.js("return document.querySelectorAll('.pieces li.chosen').length") == 1, "a piece that is clicked is not kept")
    browser.press("Escape")
    before = text(browser, ".number"), pieces(browser, 0)
    time.sleep(0.5)
    browser.call("POST", "/refresh")
    ready(browser)
    expect((text(browser, ".number"), pieces(browser, 0)) == before, "what was typed is lost when the page is loaded again")
    browser.js("location.hash = 'first=the+cat&second=abc&map=1.1.4'")
    expect(comes(lambda: pieces(browser, 0) == ["\u2581th", "e", "\u2581ca", "t"] and text(browser, ".large_card h2") == "Layer 1, head 4"), "another link in the address of the same page is not followed")
    expect(comes(lambda: browser.js("return document.querySelector('.small_map[aria-checked=true]').ariaLabel") == "Layer 1, head 4"), "the head of another link is not marked")


def printing(browser):
    """On paper the large map fits into its card, nothing covers anything, and there is no page without ink."""
    browser.js("document.querySelectorAll('.pairs button')[0].click()")
    browser.window(718, 1000)
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    browser.js("window.dispatchEvent(new Event('beforeprint'))")
    beyond = browser.js("const box = (s) => document.querySelector(s).getBoundingClientRect(); return [box('.map_frame canvas').right - box('.large_card').right, box('.lines').right - box('.lines_card').right,"
                        "box('.large_card').bottom - box('.lines_card').top]")
    expect(max(beyond) <= 0, f"printed, cards are left or covered by {beyond} pixels")
    stuck = browser.js("return [...document.querySelectorAll('main *')].filter((e) => getComputedStyle(e).position === 'sticky').length")
    expect(stuck == 0, "printed, something is sticky")
    browser.js("window.dispatchEvent(new Event('afterprint'))")
    browser.devtools("Emulation.setEmulatedMedia", media="")
    browser.window(1440, 900)


def many_pieces(browser):
    """Lines of 128 pieces stay beside their map, the scale is wide enough to be seen, and so are all pairs."""
    browser.js("page.setTexts([arguments[0], 'a'])", WORDS * 8)
    heights = browser.js("return ['.lines_card', '.large_card'].map((s) => document.querySelector(s).getBoundingClientRect().height)")
    expect(heights[0] <= 1.3 * heights[1], f"lines of many pieces are {heights[0]} pixels high, the map {heights[1]}")
    expect(browser.js("return document.querySelector('.ramp').getBoundingClientRect().width") >= 30, "the scale of colours is a stroke")
    browser.js("document.querySelectorAll('.pairs button')[0].click()")
    browser.window(390, 844)
    beyond = browser.js("return [...document.querySelectorAll('.pairs button')].filter((b) => b.getBoundingClientRect().right > innerWidth).length")
    expect(beyond == 0, f"at 390 pixels {beyond} pairs are out of sight")
    browser.window(1440, 900)


def ready(browser):
    for _ in range(600):
        if browser.js("return document.querySelector('.loading') === null"):
            return
        time.sleep(0.05)
    expect(False, "the page is not ready in 30 seconds")


def keys(browser):
    """Without a mouse: a head, a cell, one that stays, and none."""
    browser.js("document.querySelector('.small_map[aria-checked=true]').focus()")
    before = text(browser, ".large_card h2")
    browser.press("Right")
    expect((before, text(browser, ".large_card h2")) == ("Layer 2, head 2", "Layer 2, head 3"), f"the key Right gives {text(browser, '.large_card h2')}")
    browser.press("Up")
    expect(text(browser, ".large_card h2") == "Layer 1, head 3", f"the key Up gives {text(browser, '.large_card h2')}")
    browser.press("Tab")
    expect(browser.js("return document.activeElement === document.querySelector('.map_frame canvas')"), "Tab does not go from the heads to the map")
    browser.press("Down", "Right", "Enter")
    browser.js("document.activeElement.blur()")
    expect("attends to" in text(browser, ".said"), f"a cell that is kept says {text(browser, '.said')!r}")
    browser.press("Escape")
    expect("Point at a cell" in text(browser, ".said"), "Escape keeps the cell")


def everybody(browser, screenshots):
    for scheme in ("light", "dark"):
        for width in (390, 768, 1440, 1920):
            browser.window(width, 900, scheme)
            expect(browser.js("return document.documentElement.scrollWidth <= window.innerWidth"), f"wider than a screen of {width}")
            if screenshots:
                browser.screenshot(str(pathlib.Path(screenshots, f"encoder_{width}_{scheme}.png")))
        browser.js("for (const one of document.getAnimations()) one.finish()")
        count, low = browser.js(CONTRAST)
        expect(count > 10 and low == [], f"{scheme}: {len(low)} of {count} with little contrast: {low[:4]}")
    levels = browser.js(HEADINGS)
    expect(levels[0] == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:])), f"headings of levels {levels}")
    nameless = [node["role"]["value"] for node in browser.devtools("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]
                and node["role"]["value"] in {"button", "radio", "radiogroup", "textbox", "application"} and not node.get("name", {}).get("value", "").strip()]
    expect(nameless == [], f"without a name: {nameless}")


def silence(browser):
    log = [json.loads(one["message"])["message"] for one in browser.log("performance")]
    asked = [one["params"] for one in log if one["method"] == "Network.requestWillBeSent"]
    urls = [one["request"]["url"][:200] for one in asked if not one["documentURL"].startswith("chrome:")]
    expect(len([url for url in urls if not url.startswith("data:")]) == 1, f"requests: {urls}")
    console = [one["message"] for one in browser.log("browser")]
    expect(console == [], f"on the console: {console}")


def main():
    asked = argparse.ArgumentParser()
    for name in ("page", "native", "model"):
        asked.add_argument(name)
    asked.add_argument("--screenshots")
    wanted = asked.parse_args()
    with browser_or_skip() as browser:
        browser.window(1440, 900)
        browser.open(pathlib.Path(wanted.page).resolve())
        ready(browser)
        expect(text(browser, "main > .problem") == "", f"the page says {text(browser, 'main > .problem')!r}")
        count = same_bits(browser, wanted.native, wanted.model)
        for part in (typing, pictures, keys):
            part(browser)
        everybody(browser, wanted.screenshots)
        silence(browser)
        many_pieces(browser)
        printing(browser)
        maps_follow(browser)
    print(f"sentence_encoder/live: {len(failures)} failures" if failures else f"sentence_encoder/live: {count} numbers have the bits of a native program")
    return 1 if failures else 0


sys.exit(main())
