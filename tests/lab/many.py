# SPDX-License-Identifier: BSL-1.0
"""64 tokens, 20,000 cells: what a change, a number that is pointed at and a step touch. Counts, which no machine changes."""

import time

from cause import FOCUS, paste_many, sample, until

# Notes, of each table by name, the rows of the cells of which something is written, and how many cells these are: an
# attribute, text ("characterData"), and of classes the "shade" or another, a "mark".
WATCH = """const touched = new Map();
const cellOf = (node) => (node.nodeType === 3 ? node.parentNode : node)?.closest?.('.attention table[role=grid] td[data-i]');
const shadeOf = (classes) => /part\\d+/.exec(classes)?.[0];
window.watched = new MutationObserver((all) => all.forEach((one) => {
    const cell = cellOf(one.target);
    const what = one.attributeName === 'class' ? (shadeOf(one.oldValue) === shadeOf(cell?.className) ? 'mark' : 'shade') : one.attributeName ?? one.type;
    if (cell && arguments[0].includes(what)) touched.set(cell, what);
}));
window.seen = () => {
    const tables = {};
    for (const cell of touched.keys()) {
        const name = cell.closest('table').getAttribute('aria-label');
        const one = (tables[name] ??= { cells: 0, rows: [] });
        one.cells += 1;
        if (!one.rows.includes(Number(cell.dataset.i))) one.rows.push(Number(cell.dataset.i));
    }
    return tables;
};
window.watched.observe(document.querySelector('.attention'), { subtree: true, attributes: true, attributeOldValue: true, childList: true, characterData: true });"""
UNWATCH = "window.watched.disconnect()"
# The number of pictures, and of maps whose numbers are there, while it is printed and after.
PRINTED = """return ['beforeprint', 'afterprint'].map((event) => {
    dispatchEvent(new Event(event));
    return [[...document.querySelectorAll('.attention .drawn + .picture')].filter((one) => one.checkVisibility() && one.querySelectorAll('.tile').length > 3).length,
        [...document.querySelectorAll('.maps:not(.small_maps) table')].filter((one) => one.checkVisibility()).length];
})"""
SHOWN = "return document.querySelector(arguments[0]).checkVisibility({contentVisibilityAuto: true})"


def check_many(browser, expect):
    browser.window(1440, 900)
    browser.js("scrollTo(0, 0)")
    sample(browser, "Tutorial")
    expect(browser.js(PRINTED) == [[0, 3], [0, 3]], f"12 tokens are printed as {browser.js(PRINTED)}, pictures and maps")
    paste_many(browser, expect)
    time.sleep(1)
    expect(browser.js(PRINTED) == [[6, 0], [0, 3]], f"64 tokens are printed as {browser.js(PRINTED)}, pictures and maps")
    check_state(browser, expect)
    check_change(browser, expect)
    check_sight(browser, expect)
    check_pointing(browser, expect)
    check_paint(browser, expect)
    sample(browser, "Tutorial")


def check_state(browser, expect):
    """Of the online softmax all 64 numbers of an output can be read, on paper and on a screen; on a phone they scroll, and are not
    one below the other."""
    for width, media in ((718, "print"), (1440, "")):
        browser.window(width, 900)
        browser.devtools("Emulation.setEmulatedMedia", media=media)
        browser.js("document.querySelector('.player').scrollIntoView()")
        time.sleep(0.2)
        count, cut = browser.js("const { right } = document.querySelector('.player').getBoundingClientRect(), all = [...document.querySelectorAll('.state span')].map((one) => one.getBoundingClientRect());"
                                "return [all.length, all.filter((one) => one.width === 0 || one.right > right).length]")
        expect(count == 2 * (1 + 1 + 64 + 64) and cut == 0, f"at {width} {media} {cut} of {count} numbers of the online softmax are cut off")
    browser.devtools("Emulation.setEmulatedMedia", media="")
    browser.window(390, 844)
    tall = browser.js("return document.querySelector('.state').offsetHeight")
    expect(tall < 1000, f"at 390 the online softmax of 64 numbers is {tall} px tall")
    browser.window(1440, 900)


def check_change(browser, expect):
    """A number of Q changes its row of scores, weights and output, and no other cell; text stays in its node."""
    old = browser.js("return document.querySelector(\"[aria-label='Output'] td[data-i='7'][data-j='5']\").textContent")
    browser.js(WATCH, ["characterData", "shade", "style", "data-exact"])
    browser.js("document.querySelector(\"[aria-label='Q'] td[data-i='7'][data-j='5']\").click()")
    browser.type("0.3\n")
    until(browser, expect, "return document.querySelector(\"[aria-label='Output'] td[data-i='7'][data-j='5']\").textContent !== arguments[0]", "a number of Q changes nothing", old)
    time.sleep(0.3)
    seen = browser.js(UNWATCH + "; return window.seen()")
    rows = {name: one["rows"] for name, one in seen.items()}
    expect(rows == {"Q": [7], "Scores": [7], "Weights": [7], "Output": [7]} and seen["Q"]["cells"] == 1, f"a number of Q has cells written in {seen}")


# Switches, and notes in which frames a number in sight and one out of sight are other ones. "scroll" scrolls as soon as the first is.
IN_SIGHT = """const [scrolls, done] = arguments, frames = {};
const cellOf = (n) => document.querySelector(`[aria-label='Scores'] td[data-i='${n}'][data-j='${n}']`);
const [near, far] = [cellOf(0), cellOf(63)], before = [near, far].map((c) => c.textContent);
document.querySelector('.attention .switch input').click();
let frame = 0;
const look = () => {
    if (frames.near === undefined && near.textContent !== before[0]) {
        frames.near = frame;
        if (scrolls) near.closest('.scroll').dispatchEvent(new Event('scroll'));
    }
    if (frames.far === undefined && far.textContent !== before[1]) frames.far = frame;
    if (frames.far !== undefined || frame > 600) return done(frames.far - frames.near);
    frame += 1;
    requestAnimationFrame(() => setTimeout(look));
};
setTimeout(look);"""
TEXTS = "return ['Scores', 'Weights', 'Output'].map((name) => document.querySelector(`[aria-label='${name}']`).textContent)"


def check_sight(browser, expect):
    """Of many numbers those in sight are written first, the others in later frames, or as soon as one scrolls."""
    browser.js("scrollTo(0, 0); for (const room of document.querySelectorAll('.map > .scroll')) room.scrollTo(0, 0)")
    time.sleep(0.5)
    before = browser.js(TEXTS)
    for scrolls in (False, True):
        frames = browser.call("POST", "/execute/async", {"script": IN_SIGHT, "args": [scrolls]})
        expect(frames is not None and (frames == 0 if scrolls else frames > 0), f"a number out of sight is written {frames} frames after one in sight, scrolled: {scrolls}")
        time.sleep(1)
    expect(browser.js(TEXTS) == before, "switched and switched back, tables have other numbers")


def check_pointing(browser, expect):
    """From a number to the one beside it: what comes of the same row keeps its mark."""
    browser.js(FOCUS, "Scores", 5, 1)
    time.sleep(0.3)
    browser.js(WATCH, ["mark", "shade", "style", "characterData"])
    browser.press("Right")
    until(browser, expect, "return document.querySelector('td.explained').dataset.j === '2'", "an arrow key does not go on")
    time.sleep(0.2)
    seen = browser.js(UNWATCH + "; return window.seen()")
    expect({name: one["cells"] for name, one in seen.items()} == {"Scores": 2, "K": 128}, f"a number that is pointed at has cells written in {seen}")


def check_paint(browser, expect):
    """What is out of sight is not drawn until it comes into sight, or is printed; at a step only what flies moves; a room of
    numbers is painted without the others."""
    expect(not browser.js(SHOWN, ".player table"), "the online softmax is drawn far out of sight")
    apart = browser.js("return [...document.querySelectorAll('.attention .scroll')].filter((e) => getComputedStyle(e).isolation !== 'isolate').length")
    expect(apart == 0, f"{apart} rooms of numbers are painted with all others")
    browser.js("[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Start').click()")
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    expect(browser.js(SHOWN, ".flow_picture") and browser.js(SHOWN, ".player table"), "on paper the flow or the online softmax is missing")
    later = browser.js("return [...document.querySelectorAll('.flow .later .inside')].map((e) => getComputedStyle(e).visibility)")
    expect(later and set(later) == {"visible"}, f"on paper steps that are to come are {later}")
    browser.devtools("Emulation.setEmulatedMedia", media="")
    browser.js("document.querySelector('.player').scrollIntoView()")
    until(browser, expect, SHOWN, "the online softmax is not drawn in sight", ".player table")
    browser.js("[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Step').click()")
    moving = browser.js("return document.querySelector('.flow').getAnimations({subtree: true}).map((a) => a.effect.target.getAttribute('class'))")
    expect(moving and set(moving) == {"flying"}, f"at a step {len(moving)} elements move: {sorted(set(moving))}")
    browser.js("scrollTo(0, 0)")
