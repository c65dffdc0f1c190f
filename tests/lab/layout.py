# SPDX-License-Identifier: BSL-1.0
"""Where the parts of the pane Attention stand: inputs before results, room between numbers, no holes; scales without colours."""

import time

from cause import paste_many, sample

# The least room between the texts of two numbers beside each other, in pixels.
GAPS = """const ends = (cell) => { const r = document.createRange(); r.selectNodeContents(cell); return r.getBoundingClientRect(); };
const gaps = [];
for (const row of document.querySelectorAll('.maps:not(.small_maps) tbody tr')) {
    const texts = [...row.querySelectorAll('td')].map(ends);
    texts.slice(1).forEach((text, n) => gaps.push(text.left - texts[n].right));
}
return Math.min(...gaps)"""
TOP = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
LARGE = "document.querySelector('.large_type').click()"


def check_layout(browser, expect):
    browser.js("document.querySelector('#tab-attention').click()")
    check_gaps(browser, expect)
    check_order(browser, expect)
    check_holes(browser, expect)
    check_forced(browser, expect)
    check_paper(browser, expect)
    browser.window(1440, 900)
    sample(browser, "Tutorial")


def check_gaps(browser, expect):
    """Numbers do not run into each other where three maps stand side by side."""
    sample(browser, "Tutorial")
    browser.window(1440, 900)
    gap = browser.js(GAPS)
    expect(gap >= 6, f"at 1440 numbers are {gap:.1f} px apart")
    browser.window(1920, 1080)
    browser.js(LARGE)
    gap = browser.js(GAPS)
    expect(gap >= 5, f"in large type numbers are {gap:.1f} px apart")
    browser.js(LARGE)


def check_order(browser, expect):
    """Inputs stand above results at all widths; in large type, where results come first, a button leads to them."""
    parts = ("[aria-label='Q']", ".attention textarea", ".made_place", "[aria-label='Scores']", "[aria-label='Output']", ".flow")
    for width, height in ((390, 844), (768, 1024), (720, 450), (1440, 900)):
        browser.window(width, height)
        for name in ("Tutorial", "Two heads"):
            sample(browser, name)
            tops = [browser.js(TOP, part) for part in parts]
            later = tops if width < 1000 else [tops[0], *tops[3:4], tops[5]]
            expect(later == sorted(later), f"at {width} parts of {name} begin at {tops}")
        expect(not browser.js("return document.querySelector('.to_inputs').checkVisibility()"), f"at {width} a button leads to what is in sight")
    browser.js(LARGE)
    browser.js("scrollTo(0, 0); document.querySelector('.to_inputs').click()")
    time.sleep(0.2)
    seen = [browser.js(TOP, parts[0]), browser.js("return document.activeElement.tagName")]
    expect(0 <= seen[0] < 300 and seen[1] == "TEXTAREA", f"in large type Edit numbers leads to {seen}")
    browser.js(LARGE)


def check_holes(browser, expect):
    """What is given ends where the cards beside it do, however few rows it has."""
    ends = """return [...document.querySelectorAll('.given, .attention .all_heads, .numbers_card, .made_card')].filter((e) => e.checkVisibility() && !e.matches('.side:has(.all_heads:not([hidden])) .given'))
        .map((e) => Math.round(e.getBoundingClientRect().bottom))"""
    for width in (1440, 1920):
        browser.window(width, 900)
        for name in ("Tutorial", "Mini-course", "Two heads", "Your own"):
            sample(browser, name)
            bottoms = browser.js(ends)
            expect(max(bottoms) - min(bottoms) <= 1, f"at {width} the cards of {name} end at {bottoms}")
        sample(browser, "Your own")
        room = browser.js("const [card, table] = ['.given:not([hidden])', \"[aria-label='Q']\"].map((e) => document.querySelector(e).getBoundingClientRect()); return [card.bottom - table.bottom, card.right - table.right]")
        expect(max(room) <= 50, f"at {width} a table of 2 x 2 leaves {room} px of its card below and beside it")
        sample(browser, "Tutorial")
        paste_many(browser, expect)
        tops = [browser.js(TOP, f"[aria-label='{name}']") for name in ("Q", "K", "V", "Scores")]
        expect(tops[0] == tops[1] == tops[2] and tops[3] < 700, f"at {width} Q, K, V and scores of 64 tokens begin at {tops}")


def check_paper(browser, expect):
    """On A4 the flow is as wide as its card, nothing of it is fading in or flies, and cards are not cut between pages."""
    browser.window(718, 1000)
    for name in ("Tutorial", "Two heads"):
        sample(browser, name)
        browser.js("[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Step').click()")
        browser.devtools("Emulation.setEmulatedMedia", media="print")
        seen = browser.js("""const [flow, player, picture] = ['.flow', '.player', '.flow_picture'].map((one) => document.querySelector(one));
            return [document.documentElement.scrollWidth <= 718 && picture.getBoundingClientRect().right <= flow.getBoundingClientRect().right, getComputedStyle(flow).breakInside, getComputedStyle(player).breakInside,
                [...flow.querySelectorAll('.now .inside, .edge.now, .heat')].filter((e) => getComputedStyle(e).animationName !== 'none').length, [...flow.querySelectorAll('.flying')].filter((e) => e.checkVisibility()).length]""")
        expect(seen == [True, "avoid", "avoid", 0, 0], f"on paper, of {name}: the flow within its card, it and the online softmax uncut, what is animated, what flies: {seen}")
        browser.devtools("Emulation.setEmulatedMedia", media="")
        browser.js("[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Start').click()")


def check_forced(browser, expect):
    """With forced colours bars stand for shades, and the scale says so."""
    browser.window(1440, 900)
    sample(browser, "Two heads")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    bars = browser.js("""return [...document.querySelectorAll("[aria-label='Scores'] td.heat:not(.masked)")].map((c) => [parseFloat(c.firstChild.nodeValue.replace('−', '-')), getComputedStyle(c)])
        .map(([value, s]) => [value, parseFloat(s.backgroundSize), s.backgroundImage])""")
    by_length = [abs(value) for value, _, _ in sorted(bars, key=lambda one: one[1])]
    expect(len(bars) == 21 and bars[0][2] != "none" and all(b - a > -0.02 for a, b in zip(by_length, by_length[1:])), f"with forced colours bars of scores are {bars[:4]}")
    expect(len({(image, value < 0) for value, _, image in bars}) == 2, "with forced colours numbers below 0 have the bars of others")
    ramps = browser.js("return [...document.querySelectorAll('.maps:not(.small_maps) .ramp')].filter((r) => r.checkVisibility()).map((r) => getComputedStyle(r).backgroundImage)")
    expect(len(ramps) == 5 and "none" not in ramps, f"with forced colours scales are {ramps}")
    browser.devtools("Emulation.setEmulatedMedia", features=[])
