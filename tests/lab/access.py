# SPDX-License-Identifier: BSL-1.0
"""The lab for everybody: contrast, names, sizes of targets, what is in view."""

import time

# Text beside the colours that lie under it, also where it is switched off, and edges of fields, as WCAG 2.1 measures contrast.
CONTRAST = """
const paint = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const known = new Map();
const mixed = (layers) => {
    const key = layers.join(' ');
    if (known.has(key)) return known.get(key);
    for (const colour of layers) { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); }
    const linear = [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    known.set(key, 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]);
    return known.get(key);
};
const under = (e) => { const all = []; for (; e; e = e.parentElement) all.unshift(getComputedStyle(e).backgroundColor); return ['white', ...all]; };
const ratio = (layers, colour) => { const [a, b] = [mixed(layers), mixed([...layers, colour])].sort((x, y) => y - x); return (a + 0.05) / (b + 0.05); };
const low = [];
let count = 0;
const say = (e, what, value) => low.push(`${what} ${value.toFixed(2)}: ${e.tagName} .${e.className} ${e.textContent.trim().slice(0, 30)}`);
for (const e of document.body.querySelectorAll('*')) {
    if (!e.checkVisibility() || e.closest('.hidden_words, script, svg')) continue;
    const style = getComputedStyle(e);
    if ([...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()) || e.matches('input, textarea')) {
        const value = ratio(under(e), style.color);
        count += 1;
        if (value < 4.5) say(e, 'text', value);
    }
    if (e.matches('input[type=text], input[type=number], textarea, select') || e.matches('.answers input')) {
        const value = ratio(under(e.parentElement), style.borderTopColor);
        if (value < 3) say(e, 'edge', value);
    }
}
for (const e of document.querySelectorAll('svg text')) {
    if (!e.checkVisibility()) continue;
    const tiles = e.matches('.in') ? [...e.parentElement.querySelectorAll('.tile')].map((tile) => getComputedStyle(tile).fill) : [];
    for (const fill of tiles.length ? tiles : [null]) {
        const value = ratio([...under(e.closest('.card')), ...(fill ? [fill] : [])], getComputedStyle(e).fill);
        if (value < 4.5) say(e, 'drawn text', value);
    }
}
return [count, low];
"""

SMALL_TARGETS = """
return [...document.querySelectorAll('button, input, select, textarea, td.heat[tabindex], td.plain[tabindex]')].filter((e) => e.checkVisibility()
    && !e.closest('.hidden_words')).map((e) => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.width < 24 || r.height < 24)
    .map(([e, r]) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)} ${Math.round(r.width)} x ${Math.round(r.height)}`);
"""

HEADINGS = """
return [...document.querySelectorAll('h1, h2, h3, h4')].filter((e) => e.checkVisibility()).map((e) => Number(e.tagName[1]));
"""

TITLELESS_TABLES = """
return [...document.querySelectorAll('table')].filter((t) => t.checkVisibility() && t.rows.length
    && !(t.getAttribute('aria-label') && t.querySelector('th[scope]'))).map((t) => t.outerHTML.slice(0, 80));
"""

CONTROLS = {"button", "checkbox", "textbox", "spinbutton", "combobox", "tab", "tabpanel", "grid", "table", "rowheader", "columnheader"}
LONG = "ein_Wort_von_vierzig_Zeichen_das_ist_lang 語語語語語語語語語語語語 🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂🙂 mat"


def open_pane(browser, name):
    browser.js("[...document.querySelectorAll('.tabs button')].find((b) => b.textContent === arguments[0]).click()", name)


def names_of_tree(browser, expect, pane):
    """What a screen reader is given: each control and heading of a table has a name."""
    nodes = browser.devtools("Accessibility.getFullAXTree")["nodes"]
    seen = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]
    nameless = [role for role, name in seen if role in CONTROLS and not name.strip()]
    expect(len([1 for role, _ in seen if role in CONTROLS]) > 5, f"{pane}: the tree holds hardly a control")
    expect(nameless == [], f"{pane}: without a name: {nameless[:8]}")


def check_everybody(browser, expect):
    browser.js("[...document.querySelectorAll('.attention .start button')].find((b) => b.textContent.startsWith('Tutorial')).click()")
    for pane in ("Attention", "Exercises", "Check my numbers"):
        open_pane(browser, pane)
        names_of_tree(browser, expect, pane)
        levels = browser.js(HEADINGS)
        expect(levels[0] == 1 and all(b - a <= 1 for a, b in zip(levels, levels[1:])), f"{pane}: headings of levels {levels}")
        if pane != "Check my numbers":
            expect(browser.js(TITLELESS_TABLES) == [], f"{pane}: tables without name or headings: {browser.js(TITLELESS_TABLES)[:3]}")
        for scheme in ("light", "dark"):
            browser.window(1440, 900, scheme)
            browser.js("for (const one of document.getAnimations()) one.finish()")
            count, low = browser.js(CONTRAST)
            expect(count > 10 and low == [], f"{pane}, {scheme}: {len(low)} of {count} with little contrast: {low[:4]}")
        browser.window(390, 844)
        small = browser.js(SMALL_TARGETS)
        expect(small == [], f"{pane}: {len(small)} targets below 24 px: {small[:5]}")
    browser.window(1440, 900)
    open_pane(browser, "Attention")
    check_view(browser, expect)
    check_motion(browser, expect)
    check_media(browser, expect)
    check_tap(browser, expect)
    check_samples_tell(browser, expect)
    check_focus(browser, expect)


def check_view(browser, expect):
    """Three maps of 12 tokens in one view at 1440 and 1920 pixels; long tokens are cut in headings only."""
    bounds = ("return ['Scores', 'Weights', 'Output'].map((n) => document.querySelector(`[aria-label=${n}]`).getBoundingClientRect())"
              ".map((r) => [r.top + scrollY, r.bottom + scrollY, r.right])")
    for width, height in ((1440, 900), (1920, 1080)):
        browser.window(width, height)
        maps = browser.js(bounds)
        expect(all(bottom <= height and right <= width for _, bottom, right in maps), f"at {width} not all maps are in view: {maps}")
    browser.window(1440, 900)
    find = "const f = document.querySelector('.numbers_card input'); f.value = arguments[0]; f.dispatchEvent(new Event('input', { bubbles: true }))"
    browser.js(find, LONG)
    widths = "return [...document.querySelectorAll('[aria-label=Scores] tbody tr:first-child td')].map((c) => c.getBoundingClientRect().width)"
    whole = "return document.querySelector('[aria-label=Scores] th[scope=col] .token').title"
    for _ in range(50):
        if browser.js(whole).startswith("ein_Wort"):
            break
        time.sleep(0.05)
    expect(browser.js(whole) == LONG.split(" ")[0], "the title of a heading is not the whole token")
    wide = browser.js(widths)
    expect(max(wide) < min(wide) + 40, f"a long token makes columns {[round(one) for one in wide]} px wide")
    browser.js("[...document.querySelectorAll('.attention .start button')].find((b) => b.textContent.startsWith('Tutorial')).click()")


def check_media(browser, expect):
    """Forced colours, more contrast and paper: what is chosen is marked, and nothing is pale or cut off."""
    medium = lambda **what: browser.devtools("Emulation.setEmulatedMedia", **what)
    medium(features=[{"name": "forced-colors", "value": "active"}])
    marks = browser.js("""return ['.tabs [aria-selected=true]', '.start [aria-pressed=true]', '[aria-label=Weights] td.marked'].map((s) =>
        document.querySelector(s)).map((e) => e && getComputedStyle(e)).map((s) => s && [s.outlineStyle, s.borderBottomStyle].includes('solid'))""")
    expect(marks == [True] * 3, f"with forced colours what is chosen is not marked: {marks}")
    for scheme in ("light", "dark"):
        medium(features=[{"name": "prefers-contrast", "value": "more"}, {"name": "prefers-color-scheme", "value": scheme}])
        browser.js("for (const one of document.getAnimations()) one.finish()")
        count, low = browser.js(CONTRAST.replace("value < 4.5", "value < 7"))
        expect(count > 10 and low == [], f"more contrast, {scheme}: {len(low)} of {count} below 7: {low[:4]}")
    medium(media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    pressed = browser.js("return [...document.querySelectorAll('.tabs, .start, .large_type')].filter((e) => e.checkVisibility()).length")
    expect(pressed == 0, "on paper there are buttons")
    cut = browser.js("return [...document.querySelectorAll('.scroll')].filter((e) => e.checkVisibility() && e.scrollHeight > e.clientHeight + 1).length")
    expect(cut == 0, f"on paper {cut} tables are cut off")
    pale = browser.js("for (const one of document.getAnimations()) one.finish();" + CONTRAST)
    paper = browser.js("return getComputedStyle(document.body).backgroundColor")
    expect(paper == "rgb(255, 255, 255)" and pale[1] == [], f"on paper {paper} is under {pale[1][:4]}")
    medium(media="", features=[])
    browser.window(1440, 900)


def check_tap(browser, expect):
    """On a phone what a tapped number is made of is in sight, and does not cover the number."""
    browser.window(390, 844)
    for i in (0, 5, 11):
        seen = browser.js("""const cell = document.querySelector(`[aria-label='Weights'] td[data-i='${arguments[0]}'][data-j='1']`);
            cell.scrollIntoView({block: 'center'}); cell.click();
            const card = document.querySelector('.made_card').getBoundingClientRect(), at = cell.getBoundingClientRect();
            return [card.top >= at.bottom && card.bottom <= innerHeight + 1, document.querySelector('.made').textContent]""", i)
        expect(seen[0] and "gives “t2”" in seen[1], f"tapped in row {i}: {seen}")
    browser.window(1440, 900)


def check_samples_tell(browser, expect):
    """What a sample of the Check pane is can be read with the keyboard and after a tap, not by hovering alone."""
    open_pane(browser, "Check my numbers")
    names = browser.js("return [...document.querySelectorAll('.check .samples button')].map((b) => [b.getAttribute('aria-description'), b.title])")
    expect(len(names) > 3 and all(about and not title for about, title in names), f"samples are described by {names[:2]}")
    for i, (about, _) in enumerate(names):
        browser.js("document.querySelectorAll('.check .samples button')[arguments[0]].focus()", i)
        shown = browser.js("const p = document.querySelector('.check .sample_about'); return p.checkVisibility() ? p.textContent : ''")
        expect(shown == about, f"sample {i} says {shown!r}")
    open_pane(browser, "Attention")


def check_motion(browser, expect):
    shown = "return [...document.querySelectorAll('.player button')].filter((b) => b.checkVisibility()).map((b) => b.textContent)"
    expect("Play" in browser.js(shown), "there is no Play")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    for _ in range(50):  # the event comes with the next frame
        if "Play" not in browser.js(shown):
            break
        time.sleep(0.05)
    expect("Play" not in browser.js(shown), "the player plays where motion is to be reduced")
    browser.window(1440, 900)


def check_focus(browser, expect):
    """A button that ends what it does keeps the focus."""
    browser.js("for (const b of document.querySelectorAll('.player button')) if (b.textContent === 'Start') { b.focus(); b.click(); }")
    expect(browser.js("return document.activeElement.textContent") == "Start", "Start loses the focus")
    open_pane(browser, "Exercises")
    browser.js("const b = document.querySelectorAll('.exercise_list button')[2]; b.focus(); b.click()")
    expect(browser.js("return document.activeElement.closest('.exercise_list') !== null"), "the list of exercises loses the focus")
    browser.js("document.querySelector('.tabs [aria-selected=true]').focus()")
    browser.press("Home")
    expect(browser.js("return document.activeElement.id") == "tab-attention", "Home is not the first tab")
