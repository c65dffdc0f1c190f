# SPDX-License-Identifier: BSL-1.0
"""The lab shows cause and effect: what a number comes from and goes into, the whole flow in steps, inputs beside results."""

import json
import time

from access import CONTRAST

MARKED = """const marks = {};
for (const cell of document.querySelectorAll(`td.${arguments[0]}`)) {
    const name = cell.closest('table').getAttribute('aria-label');
    (marks[name] ??= []).push([Number(cell.dataset.i), Number(cell.dataset.j)]);
}
return marks"""
FOCUS = "document.querySelector(`[aria-label='${arguments[0]}'] td[data-i='${arguments[1]}'][data-j='${arguments[2]}']`).focus()"
MADE = "return document.querySelector('.made').textContent"
# Of each line: its kind, the number of its letters that lie over a table or a text, and where it ends.
LINES = """const lines = [];
const all = document.querySelector('.workbench').getBoundingClientRect();
for (const path of document.querySelectorAll('.wires path:not(.tip)')) {
    let over = 0;
    const length = path.getTotalLength();
    for (let at = 4; at < length - 4; at += 3) {
        const p = path.getPointAtLength(at);
        const below = document.elementsFromPoint(p.x + all.left, p.y + all.top)[0];
        if (below?.closest('td, th, h2, h3, p, button, input, textarea, label')) over += 1;
    }
    lines.push([path.getAttribute('class'), over]);
}
return lines"""
BOTTOMS = """return ['textarea', "[aria-label='Q']", "[aria-label='K']", "[aria-label='V']", '.made', "[aria-label='Scores']", "[aria-label='Weights']",
    "[aria-label='Output']"].map((one) => [one, document.querySelector(`.attention ${one}`).getBoundingClientRect().bottom + scrollY])"""
# Controls and numbers that something else lies over, though they are in the window.
COVERED = """return [...document.querySelectorAll('.attention button, .attention input, .attention textarea, .attention select, .attention td[data-i]')]
    .filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()]).filter(([e, r]) => r.top >= 0 && r.bottom <= innerHeight && r.width > 0 && r.left + r.width / 2 < innerWidth)
    .filter(([e, r]) => { const s = e.closest('.scroll'), room = s?.getBoundingClientRect(); return !room || (r.left + r.width / 2 < room.left + s.clientWidth && r.top + r.height / 2 < room.top + s.clientHeight && r.left + r.width / 2 > room.left + 60 && r.top + r.height / 2 > room.top); })
    .filter(([e, r]) => !e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2))).map(([e]) => `${e.tagName} ${e.className} ${e.textContent.slice(0, 20)}`)"""


def sample(browser, words):
    browser.js("[...document.querySelectorAll('.attention .start button')].find((b) => b.textContent.startsWith(arguments[0])).click()", words)
    time.sleep(0.3)


def until(browser, expect, code, words, *arguments):
    for _ in range(60):
        if browser.js(code, *arguments):
            return
        time.sleep(0.05)
    expect(False, words)


def row(i, first, last):
    return [[i, j] for j in range(first, last)]


def column(j, last):
    return [[i, j] for i in range(last)]


def check_cause(browser, page, expect):
    browser.window(1440, 900)
    browser.js("[...document.querySelectorAll('.tabs button')].find((b) => b.textContent === 'Attention').click(); scrollTo(0, 0)")
    check_marks(browser, expect)
    check_lines(browser, expect)
    check_flow(browser, expect)
    check_weight_words(browser, page, expect)
    check_one_screen(browser, expect)
    check_covered(browser, expect)
    check_heads(browser, expect)
    check_scale(browser, expect)
    check_colours(browser, expect)
    check_words(browser, expect)
    check_back(browser, page, expect)
    check_links(browser, page, expect)
    check_progress(browser, page, expect)
    check_speed(browser, expect)


def check_marks(browser, expect):
    """Rows and columns that a number comes from and goes into, by focus alone; the words name the same ones."""
    def is_marked(name, i, j, sources, targets, words):
        browser.js(FOCUS, name, i, j)
        until(browser, expect, "return document.querySelector('td.explained')?.closest('table').getAttribute('aria-label') === arguments[0]", f"{name} is not explained", name)
        found = [browser.js(MARKED, "from"), browser.js(MARKED, "to")]
        expect(found == [sources, targets], f"{name} ({i}, {j}) has the marks {found}")
        said = browser.js(MADE)
        expect(words in said, f"{name} ({i}, {j}) says {said!r}")

    sample(browser, "Tutorial")
    is_marked("Scores", 3, 7, {"Q": row(3, 0, 3), "K": row(7, 0, 3)}, {"Weights": row(3, 0, 12)},
              "From row “t4” of Q and row “t8” of K; goes into row “t4” of the weights.")
    is_marked("Weights", 3, 7, {"Scores": row(3, 0, 12)}, {"Output": row(3, 0, 3)}, "From row “t4” of the scores; goes into row “t4” of the output.")
    # Zeros at the end say how many places were computed; those of a given number are not written.
    is_marked("Weights", 0, 0, {"Scores": row(0, 0, 12)}, {"Output": row(0, 0, 3)}, "exp(0.956420 − 1.872947)")
    is_marked("Output", 5, 2, {"V": column(2, 12), "Weights": row(5, 0, 12)}, {}, "From row “t6” of the weights and column 3 of V.")
    is_marked("K", 7, 1, {}, {"Scores": column(7, 12)}, "K, “t8”, number 2: given")
    is_marked("V", 7, 1, {}, {"Output": column(1, 12)}, "Goes into column 2 of the output.")
    browser.press("Right")
    until(browser, expect, "return document.querySelector('.made').textContent.includes('number 3: given')", "an arrow key does not go on to the next number")
    sample(browser, "Two heads")
    browser.js("const one = document.querySelector('.switches select'); one.value = 1; one.dispatchEvent(new Event('change'))")
    time.sleep(0.3)
    is_marked("Scores", 4, 1, {"Q": row(4, 2, 4), "K": row(1, 2, 4)}, {"Weights": row(4, 0, 6)}, "From row “the” of Q")
    is_marked("Weights", 4, 1, {"Scores": row(4, 0, 6)}, {"Output": row(4, 2, 4)}, "row “the” of the output")
    is_marked("Output", 4, 0, {"V": column(0, 6)}, {}, "From column 1 of V.")  # the weights that are shown are of the other head
    sample(browser, "Mini-course")
    is_marked("Q, computed", 1, 1, {"X": row(1, 0, 2), "W_Q": column(1, 2)}, {"Scores": row(1, 0, 3)}, "From row “Word 2” of X and column 2 of WQ")
    is_marked("Scores", 1, 2, {"Q, computed": row(1, 0, 2), "K, computed": row(2, 0, 2)}, {"Weights": row(1, 0, 3)}, "row “Word 3” of K")
    is_marked("W_V", 0, 1, {}, {"V, computed": column(1, 3)}, "WV, row 1, column 2: given")
    sample(browser, "Tutorial")
    browser.js("[...document.querySelectorAll('.switches .choice button')].find((b) => b.textContent === 'columns').click()")
    time.sleep(0.4)
    is_marked("Scores", 7, 3, {"Q": column(3, 3), "K": column(7, 3)}, {"Weights": column(3, 12)}, "From column “t4” of Q and column “t8” of K; goes into column “t4” of the weights.")
    browser.js("[...document.querySelectorAll('.switches .choice button')].find((b) => b.textContent === 'rows').click()")
    time.sleep(0.4)
    tips = browser.js("return [...document.querySelectorAll('.attention table[role=grid]')].filter((t) => t.checkVisibility()).map((t) => [t.title.startsWith('Point at a number'), getComputedStyle(t.querySelector('td[data-i]')).cursor])")
    expect(len(tips) == 6 and all(title and cursor in ("pointer", "text") for title, cursor in tips), f"numbers do not say that they can be pointed at: {tips}")


def check_lines(browser, expect):
    """Lines lead between tables that stand side by side, and lie over no text; on a phone there are none."""
    for name, i, j, kinds in (("Scores", 3, 7, ["from", "from", "to"]), ("Output", 5, 2, ["from", "from"]), ("Weights", 2, 2, ["from", "to"]), ("K", 7, 1, ["to"])):
        browser.js(FOCUS, name, i, j)
        browser.js("scrollTo(0, 0)")
        time.sleep(0.2)
        lines = browser.js(LINES)
        expect([kind for kind, _ in lines] == kinds and all(over == 0 for _, over in lines), f"{name} ({i}, {j}) has the lines {lines}")
    browser.window(390, 844)
    time.sleep(0.2)
    expect(not browser.js("return document.querySelector('.wires').checkVisibility()"), "there are lines on a phone")
    browser.window(1440, 900)


def check_flow(browser, expect):
    """The whole flow by key and by hand, on the numbers that are given; it stands still where motion is to be reduced."""
    said = "return document.querySelector('.flow_words b').textContent"
    ids = "return [...document.querySelectorAll('.flow .node')].map((n) => n.classList.contains('later') ? 'later' : n.classList.contains('now') ? 'now' : 'done')"
    press = "[...document.querySelectorAll('.flow button')].find((b) => b.textContent === arguments[0]).click()"
    sample(browser, "Mini-course")
    browser.js(press, "Start")
    browser.js("document.querySelector('.flow_room').focus()")
    titles = [browser.js(said)]
    expect(browser.js(ids)[0] == "now" and browser.js(ids).count("later") == 7, f"at the start of the flow are {browser.js(ids)}")
    for _ in range(7):
        browser.press("Right")
        titles.append(browser.js(said))
    expect(titles == ["X", "Q = X WQ", "K = X WK", "V = X WV", "Query · key", "Scores: ÷ √2", "Softmax", "Weights × V"], f"the steps are {titles}")
    expect("later" not in browser.js(ids), "at the end of the flow something is missing")
    strip = browser.js("return [...document.querySelectorAll('.flow .heat')].map((c) => c.lastChild.nodeValue)")
    expect(strip == browser.js("return [...document.querySelectorAll(\"[aria-label='Output'] tr:nth-child(1) td[data-i='0']\")].map((c) => c.textContent)"), f"the flow ends with {strip}")
    expect("0.401112 × 1" in browser.js("return document.querySelector('.flow_sum').textContent"), "the flow does not say what its result is made of")
    browser.press("Left")
    expect(browser.js(said) == "Softmax", "← does not go back")
    browser.js("document.querySelectorAll('.flow .node')[4].dispatchEvent(new MouseEvent('click', {bubbles: true}))")
    expect(browser.js(said) == "Query · key", "a click on a table does not go to its step")
    # Of another query, of several heads and W_O.
    browser.js("document.querySelector(\"[aria-label='Weights'] td[data-i='2'][data-j='0']\").click()")
    until(browser, expect, "return document.querySelector('.flow_words').textContent.includes('The query of Word 3')", "the flow is not of the query that was chosen")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))",
               "X = [[1, 2], [3, 4]]\nW_Q = [[1, 0], [0, 1]]\nW_K = [[1, 0], [0, 1]]\nW_V = [[1, 0], [0, 1]]\nW_O = [[1, 2], [0, 1]]")
    heads = "[...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.startsWith('heads')).querySelector('input')"
    browser.js(f"const f = {heads}; f.value = 2; f.dispatchEvent(new Event('input', {{bubbles: true}}))")
    until(browser, expect, "return document.querySelectorAll('.flow .node').length === 10", "the flow has no heads and no W_O")
    for _ in range(10):
        browser.js(press, "Step")
    expect(browser.js(said) == "heads × WO", f"the last step is {browser.js(said)}")
    browser.js(f"const f = {heads}; f.value = 1; f.dispatchEvent(new Event('input', {{bubbles: true}}))")
    until(browser, expect, "return document.querySelectorAll('.flow .node').length === 9", "one head is drawn as two")
    expect(browser.js(said) == "heads × WO", f"of fewer steps the last one is {browser.js(said)}")
    # Play moves; where motion is to be reduced there is none.
    browser.js(press, "Start")
    browser.js(press, "Play")
    until(browser, expect, "return document.querySelector('.flow [role=status]').textContent.startsWith('step 1')", "Play does not play")
    browser.js(press, "Pause")
    browser.js(press, "Step")
    expect(browser.js("return document.querySelector('.flow').getAnimations({subtree: true}).length") > 0, "nothing moves")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    time.sleep(1.5)  # until what moved before has come to rest
    browser.js(press, "Step")
    still = browser.js("return [document.querySelector('.flow').getAnimations({subtree: true}).length, [...document.querySelectorAll('.flow button')].filter((b) => b.checkVisibility()).map((b) => b.textContent)]")
    expect(still == [0, ["Start", "Back", "Step"]], f"where motion is to be reduced, animations and buttons are {still}")
    browser.window(1440, 900)


def check_weight_words(browser, page, expect):
    """What the flow says of weights: of ties, of masked keys, and of a query without any key."""
    ones = "q=1,0;1,0;1,0;1,0&v=1;2"
    for link, given, mixed, heading in (
            ("sample=mini-course&flow=6", "The scores of Word 1 become weights, positive and with sum 1. Most goes to Word 1 and Word 3, each the same.", "most of Word 1 and Word 3.", "each row sums to 1"),
            (f"{ones}&k=1,0;0,1&flow=3", "The scores of t1 become weights, positive and with sum 1. Most goes to k1.", "most of k1.", "each row sums to 1"),
            (f"{ones}&k=1,0;0,1&causal=1&flow=3", "The scores of t1 become weights, positive, or 0 where masked, and with sum 1. All goes to k1.", "all of k1.", "each row sums to 1"),
            (f"{ones}&k=1,0;0,1&window=1&query=4&flow=3", "No key is left to t4: all its weights are 0.", "take nothing of any value.", "each row sums to 1, or is 0 where no key is left"),
            (f"{ones}&k=1e300,0;0,1&softcap=0&scale=0&q=1e300,0&flow=2", "The scores of t1 become weights.", "mixed by these weights.", "each row sums to 1")):
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.call("POST", "/url", {"url": f"{page.as_uri()}#attention/?{link}"})
        until(browser, expect, "return document.querySelector('.flow_words')?.textContent.startsWith('Softmax')", f"{link} does not open at the softmax")
        said = [browser.js("return document.querySelector('.flow_words').textContent")]
        browser.js("[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Step').click()")
        said.append(browser.js("return document.querySelector('.flow_words').textContent"))
        said.append(browser.js("return document.querySelector(\"[aria-label='Weights']\").closest('.map').querySelector('.quiet').textContent"))
        expect(said[0] == f"Softmax. {given}" and mixed in said[1] and said[2] == heading, f"of the weights of {link} it says {said}")


def check_one_screen(browser, expect):
    """What was pasted, what it gives, and what a number is made of are on one screen; errors stand where their cause is."""
    sample(browser, "Tutorial")
    rows = [[f"{(i * 7 + j * 5) % 11 / 7 - 0.6:.4f}" for j in range(3)] for i in range(12)]
    text = "\n".join(f"{name} = [{', '.join('[' + ', '.join(one) + ']' for one in rows)}]" for name in "QKV")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))", text)
    until(browser, expect, "return document.querySelector('#attention-read').textContent.startsWith('Read: Q 12 × 3')", "tables are not read")
    time.sleep(0.3)
    browser.js("scrollTo(0, 0)")
    time.sleep(0.3)
    browser.js(FOCUS, "Output", 11, 2)
    low = [one for one in browser.js(BOTTOMS) if one[1] > 900]
    expect(low == [] and browser.js("return scrollY") == 0, f"after a paste, out of a screen of 1440 x 900 are {low}")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))",
               "Q = [[1, 2, 3]]\nK = [[1, 2]]\nV = [[1]]")
    trouble = "return document.querySelector('.attention .trouble').closest('.given, .spot')?.textContent ?? ''"
    until(browser, expect, f"return (() => {{ {trouble} }})().includes('Q has 3 numbers a token, K has 2')", "the error of K does not stand at a table")
    expect(browser.js("return document.querySelector('.attention .trouble').closest('.given').querySelector('table').getAttribute('aria-label')") == "K", "the error of K stands elsewhere")
    sample(browser, "Two heads")
    heads = "[...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.startsWith('heads')).querySelector('input')"
    browser.js(f"const f = {heads}; f.focus(); f.value = 3; f.dispatchEvent(new Event('input', {{bubbles: true}}))")
    until(browser, expect, f"return (() => {{ {trouble} }})().startsWith('heads') && document.querySelector('.trouble').textContent.startsWith('3 heads do not divide')", "the error of heads does not stand at its field")
    expect(browser.js("const styles = [...document.querySelectorAll('.stale :not(.flow *)')].filter((e) => e.checkVisibility() && getComputedStyle(e).opacity < 1); return styles.length") == 0, "what is stale is transparent")
    browser.js("document.activeElement.blur()")
    sample(browser, "Tutorial")


def check_covered(browser, expect):
    """At 390, 768 and 200 % zoom the card of what is explained covers nothing before a number is chosen; then it is in sight,
    below the number, and is put away by Escape."""
    for width, height in ((390, 844), (768, 1024), (720, 450)):
        browser.window(width, height)
        browser.js("document.activeElement.blur(); document.querySelector('.docked .close')?.click(); scrollTo(0, 0)")
        sample(browser, "Tutorial")
        for share in (0, 0.2, 0.4, 0.6, 0.8):
            browser.js("scrollTo(0, document.documentElement.scrollHeight * arguments[0])", share)
            time.sleep(0.15)
            covered = browser.js(COVERED)
            expect(covered == [], f"at {width} x {height} {len(covered)} are covered: {covered[:4]}")
        browser.js("document.querySelector(\"[aria-label='Output'] td[data-i='7'][data-j='1']\").scrollIntoView({block: 'end'})")
        time.sleep(0.2)
        browser.js(FOCUS, "Output", 7, 1)
        time.sleep(0.2)
        seen = browser.js("""const card = document.querySelector('.made_card').getBoundingClientRect(), cell = document.querySelector('td.explained').getBoundingClientRect();
            return [card.top >= 0 && card.bottom <= innerHeight + 1, cell.bottom <= card.top || cell.top >= card.bottom, card.height / innerHeight < 0.5]""")
        expect(seen == [True] * 3, f"at {width} x {height}: in sight, off the number, not large: {seen}")
        browser.js("document.querySelector('.switches').scrollIntoView({block: 'start'})")
        time.sleep(0.2)
        expect(browser.js("return document.querySelector('.docked') === null || document.querySelector('.made_place').getBoundingClientRect().bottom > innerHeight"),
               f"at {width} the card does not go back to its place")
        browser.js("document.querySelector(\"[aria-label='Output'] td[data-i='7'][data-j='1']\").scrollIntoView({block: 'end'})")
        browser.js(FOCUS, "Output", 7, 0)
        browser.press("Escape")
        expect(browser.js("return document.querySelector('.docked') === null"), f"at {width} Escape does not put the card away")
    browser.window(1440, 900)
    browser.js("scrollTo(0, 0)")


def check_heads(browser, expect):
    """All heads side by side; one is chosen by hand, and the query stays."""
    sample(browser, "Two heads")
    browser.js("document.querySelector(\"[aria-label='Weights'] td[data-i='3'][data-j='1']\").click()")
    time.sleep(0.3)
    heads = "return [...document.querySelectorAll('.all_heads button')].map((b) => [b.textContent, b.getAttribute('aria-pressed'), b.querySelectorAll('.tile').length > 2])"
    expect(browser.js(heads) == [["head 1", "true", True], ["head 2", "false", True]], f"heads are {browser.js(heads)}")
    tops = browser.js("return [...document.querySelectorAll('.all_heads button')].map((b) => b.getBoundingClientRect().top)")
    expect(len(set(tops)) == 1, f"heads are not side by side: {tops}")
    before = browser.js("return document.querySelector('[aria-label=Weights]').textContent")
    browser.js("document.querySelectorAll('.all_heads button')[1].focus()")
    browser.press("Enter")
    until(browser, expect, "return document.querySelector('[aria-label=Weights]').textContent !== arguments[0]", "another head has the same weights", before)
    time.sleep(0.2)
    seen = browser.js("return [document.querySelector('.player select').value, document.activeElement.textContent, document.querySelector('.all_heads [aria-pressed=true]').textContent]")
    expect(seen == ["3", "head 2", "head 2"], f"query, focus and head are {seen}")
    # In large type Weights and Output are in one row.
    browser.window(1920, 1080)
    browser.js("document.querySelector('.large_type').click()")
    for name in ("Two heads", "Tutorial", "Mini-course"):
        sample(browser, name)
        tops = browser.js("return ['Weights', 'Output'].map((n) => document.querySelector(`[aria-label=${n}]`).closest('.map').getBoundingClientRect().top)")
        expect(tops[0] == tops[1], f"in large type, of {name} Weights and Output are apart: {tops}")
    browser.js("document.querySelector('.large_type').click()")
    browser.window(1440, 900)


def check_scale(browser, expect):
    """Colours are stretched to the numbers of a map, and it says to which."""
    sample(browser, "Tutorial")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))",
               "Q = [[1, 0], [0, 1]]\nK = [[1, 0], [0, 1]]\nV = [[10, 11], [12, 10.5]]")
    until(browser, expect, "return document.querySelector('[aria-label=Output]').closest('.map').querySelector('.scale').textContent.endsWith('11.340')", "the scale of the output is not that of its numbers")
    shown = browser.js("return [...document.querySelectorAll('.maps:not(.small_maps) .scale')].map((s) => s.textContent)")
    parts = browser.js("return [...document.querySelectorAll('[aria-label=Output] td[data-i]')].map((c) => parseFloat(getComputedStyle(c).getPropertyValue('--part')))")
    expect(shown[2] == "Colours from 10.66011.340" and sorted(parts)[0] == 0 and sorted(parts)[-1] == 100, f"scales {shown}, strengths {parts}")
    sample(browser, "Two heads")
    shown = browser.js("return document.querySelector('[aria-label=Scores]').closest('.map').querySelector('.scale').textContent")
    expect(shown == "Colours from −1.4141.414", f"the scale of numbers of both signs is {shown}")


def check_colours(browser, expect):
    """Numbers in the picture can be read in both schemes; with forced colours maps differ in strength and not by hue alone."""
    sample(browser, "Mini-course")
    for scheme in ("light", "dark"):
        browser.window(1440, 900, scheme)
        browser.js("for (const one of document.getAnimations()) one.finish()")
        count, low = browser.js(CONTRAST)
        drawn = browser.js("return document.querySelectorAll('.flow .node text.in').length")
        expect(count > 50 and drawn > 40 and low == [], f"{scheme}: of {count} and {drawn} drawn numbers are pale: {low[:4]}")
    # What is not of these numbers any more, and what is refused, has contrast, too.
    browser.js("const box = document.querySelector('.attention textarea'); box.value = 'Q = [[1, x]]'; box.dispatchEvent(new Event('input', {bubbles: true}))")
    until(browser, expect, "return document.querySelector('.stale') !== null", "refused tables leave the results as if they were theirs")
    count, low = browser.js(CONTRAST)
    expect(low == [], f"what is stale is pale: {low[:4]}")
    sample(browser, "Two heads")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    strengths = browser.js("""const all = [...document.querySelectorAll('.all_heads button:first-of-type .tile.above, .flow .node:last-of-type .tile.above')].map((t) => getComputedStyle(t));
        return [new Set(all.map((s) => s.fill)).size, new Set(all.map((s) => s.fillOpacity)).size > 3]""")
    expect(strengths == [1, True], f"with forced colours tiles have fills and strengths {strengths}")
    browser.window(1440, 900)


def check_words(browser, expect):
    """Your own numbers begin clean; Undo says what; names agree; a window says what it leaves."""
    sample(browser, "Tutorial")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = '1 2'; document.querySelector('.attention .switch input').click()")
    time.sleep(0.3)
    undo = "return [...document.querySelectorAll('.attention .start button')].slice(-3).map((b) => b.textContent)"
    expect(browser.js(undo)[:1] == ["Undo scale"], f"after a switch it says {browser.js(undo)}")
    sample(browser, "Undo")
    expect(browser.js(undo)[1] == "Redo scale", f"after Undo it says {browser.js(undo)}")
    sample(browser, "Your own")
    clean = browser.js("""return [document.querySelector('.attention textarea').value, document.querySelector('.numbers_card input').value, document.activeElement.tagName,
        [...new Set([...document.querySelectorAll('.given td.plain')].filter((c) => c.checkVisibility()).map((c) => c.textContent))].join()]""")
    expect(clean == ["", "", "TEXTAREA", "0"], f"your own numbers begin with {clean}")
    names = browser.js("return ['Q', 'K', 'V', 'Scores', 'Weights', 'Output'].map((n) => [...document.querySelectorAll(`.attention [aria-label=${n}] th[scope=row]`)].map((h) => h.textContent).join(' '))")
    expect(set(names) == {"t1 t2 t3"}, f"rows are called {names}")
    browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))",
               "Q = [[1, 2]]\nK = [[1, 2], [3, 4]]\nV = [[1], [2]]")
    until(browser, expect, "return document.querySelectorAll('[aria-label=Weights] td[data-i]').length === 2", "two keys are not read")
    names = browser.js("return [...['K', 'V'].map((n) => [...document.querySelectorAll(`.attention [aria-label=${n}] th[scope=row]`)]), [...document.querySelectorAll('[aria-label=Scores] th[scope=col]')]].map((all) => all.map((h) => h.textContent).join(' '))")
    expect(set(names) == {"k1 k2"}, f"keys are called {names}")
    sample(browser, "Tutorial")
    window = "[...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.startsWith('window')).querySelector('input')"
    browser.js(f"const f = {window}; f.value = 3; f.dispatchEvent(new Event('input', {{bubbles: true}}))")
    note = "return document.querySelector('.window_note').textContent"
    expect(browser.js(note) == "Without “causal”, a window of 3 leaves a token itself, the 2 before it, and all after it.", f"of a window it says {browser.js(note)}")
    browser.js("[...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.includes('causal')).querySelector('input').click()")
    expect(browser.js(note) == "", "a causal window says what it would leave without")
    sample(browser, "Tutorial")


def check_back(browser, page, expect):
    """Back returns to the pane before, with its numbers."""
    sample(browser, "Two heads")
    time.sleep(0.6)
    for name in ("Exercises", "Check my numbers"):
        browser.js("[...document.querySelectorAll('.tabs button')].find((b) => b.textContent === arguments[0]).click()", name)
        time.sleep(0.5)
    shown = "return document.querySelector('.tabs [aria-selected=true]').textContent"
    for name in ("Exercises", "Attention"):
        browser.js("history.back()")
        until(browser, expect, f"{shown} === arguments[0]", f"Back does not return to {name}", name)
        time.sleep(0.3)
    expect(browser.js("return document.querySelector(\"[aria-label='Weights'] th[scope=row]\").textContent") == "The", "Back loses the numbers")


def check_links(browser, page, expect):
    """Links that are written by hand: a sample or numbers, a head, a query, a number, an exercise."""
    def opens(link):
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.call("POST", "/url", {"url": page.as_uri() + link})
        until(browser, expect, "return document.querySelector('.pane:not([hidden]) :is(table tbody tr, .samples button)') !== null", f"{link} shows nothing")
        time.sleep(0.3)

    opens("#attention/?sample=two-heads&head=2&query=4&aim=weights,4,2&flow=3&step=2")
    seen = browser.js("""return [document.querySelector('.switches select').value, document.querySelector('.player select').value, document.querySelector('.made h3').textContent,
        document.querySelector('.flow [role=status]').textContent, document.querySelector('.player [role=status]').textContent, document.querySelector('.broken_link').textContent]""")
    expect(seen == ["1", "3", "Weight that “on” gives “cat”: softmax along its row of scores", "step 3 of 5", "block 2 of 3", ""], f"a link by hand shows {seen}")
    for query, followed in (("", "4 on"), ("&query=2", "2 cat")):
        opens(f"#attention/?sample=two-heads&head=2&aim=weights,4,2{query}")
        number, word = followed.split()
        seen = browser.js("return [document.querySelector('.player select').selectedIndex, document.querySelector('.strip_name').textContent, document.querySelector('.made h3').textContent]")
        expect(seen == [int(number) - 1, f"Q of {word}", "Weight that “on” gives “cat”: softmax along its row of scores"], f"a link to a weight{query} follows {seen}")
    opens("#attention/?q=1,0;0,1&k=1,0;0,1&v=1,2;3,4&tokens=a,b&causal=1&scale=0&aim=output,2,1")
    seen = browser.js("return [document.querySelector('.formula').textContent, document.querySelector('.made h3').textContent, document.querySelector(\"[aria-label='Output'] td[data-i='1'][data-j='0']\").textContent]")
    expect(seen == ["softmax(where(k <= q, Q * transpose(K))) * V", "Output of “b”, number 1: weights × values", "2.462"], f"a link with numbers shows {seen}")
    # The flow opens where there is a step to be taken.
    step = "[...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Step')"
    at = "return document.querySelector('.flow [role=status]').textContent"
    seen = [browser.js(at), browser.js(f"return {step}.getAttribute('aria-disabled')"), browser.js(f"{step}.click(); {at}")]
    expect(seen == ["step 0 of 4", "false", "step 1 of 4"], f"the flow opens at {seen}")
    opens("#attention/?x=1,0;0,1&wq=1,0;0,1&wk=1,0;0,1&wv=1,0;0,1/large")
    expect(browser.js("return [document.querySelector(\"[aria-label='Q, computed']\").checkVisibility(), document.documentElement.classList.contains('large')].join()") == "true,true", "a link with X and large type is not read")
    browser.js("document.querySelector('.large_type').click()")
    opens("#exercises/?exercise=4")
    expect(browser.js("return document.querySelector('.sheet h2').textContent") == "Why scores are scaled", "a link to an exercise opens another one")
    for pane in ("attention", "exercises", "check"):
        opens(f"#{pane}/large")
        seen = browser.js("return [document.querySelector('.pane:not([hidden])').id, document.documentElement.classList.contains('large'), document.querySelector('.broken_link').textContent]")
        expect(seen == [f"pane-{pane}", True, ""], f"#{pane}/large opens {seen}")
        browser.js("document.querySelector('.large_type').click()")
    for bad in ("#attention/?sample=nothing", "#attention/?q=1,0;0&k=1&v=1", "#attention/?q=<b>"):
        opens(bad)
        expect(browser.js("return document.querySelector('.broken_link').textContent").startswith("This link is broken"), f"{bad} is not refused")
        starts = browser.js("return ['.broken_link', '.start'].map((one) => { const r = document.createRange(); r.selectNodeContents(document.querySelector(one)); return r.getBoundingClientRect().left; })")
        expect(starts[0] == starts[1] > 0, f"what is said of {bad} begins at {starts[0]}, other text at {starts[1]}")


def check_progress(browser, page, expect):
    """Entries of exercises outlive the page; a link to an exercise takes none away."""
    fresh = lambda link: (browser.call("POST", "/url", {"url": "about:blank"}), browser.call("POST", "/url", {"url": page.as_uri() + link}))
    fresh("#exercises/?exercise=3")
    until(browser, expect, "return document.querySelector('.exercises input') !== null", "no exercise")
    browser.js("[...document.querySelectorAll('.sheet > .bar button')].find((b) => b.textContent === 'Reset').click()")
    browser.js("document.querySelector('.exercises .answers input').focus()")
    browser.type("1\t2\t")
    undo = browser.js("return document.querySelector('.exercises [data-key=Undo]').textContent")
    expect(undo == "Undo entry in row 1, column 2", f"of an entry it says {undo!r}")
    for link in ("#exercises", "#exercises/?exercise=3"):
        fresh(link)
        until(browser, expect, "return document.querySelector('.exercises input') !== null", "no exercise")
        seen = browser.js("return [document.querySelector('.sheet h2').textContent, ...[...document.querySelectorAll('.answers input')].map((f) => f.value)]")
        expect(seen == ["One query, three keys", "1", "2", ""], f"opened again by {link}: {seen}")
    expect(browser.js("return document.querySelector('.keeping').textContent").startswith("Entries are kept in this browser"), "it is not said that entries are kept")
    browser.js("Storage.prototype.setItem = () => { throw new Error('no'); }; document.querySelectorAll('.exercise_list button')[3].click()")
    expect(browser.js("return document.querySelector('.keeping').textContent").startswith("This browser keeps nothing"), "it is not said that nothing is kept")
    fresh("#exercises")
    until(browser, expect, "return document.querySelector('.exercises input') !== null", "no exercise")
    columns = browser.js("document.querySelectorAll('.exercise_list button')[0].click(); return [...document.querySelectorAll('.part')].slice(0, 3).map((p) => [...p.querySelectorAll('th[scope=col]')].map((h) => h.textContent).join())")
    expect(columns == ["Word 1,Word 2,Word 3"] * 3, f"columns of keys are called {columns}")


# Milliseconds until all is drawn after a number is changed, and after one is pointed at: the most of three.
TIMES = """const done = arguments[0];
const wait = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
(async () => {
    const times = { change: 0, point: 0, step: 0 };
    const box = document.querySelector('.attention .switch input');
    const stale = () => document.querySelector('.workbench').classList.contains('stale');
    for (let n = 0; n < 3; n += 1) {
        let begun = performance.now();
        box.click();
        await wait();
        while (stale()) await wait();
        times.change = Math.max(times.change, performance.now() - begun);
        begun = performance.now();
        document.querySelector(`[aria-label='Scores'] td[data-i='${n}'][data-j='1']`).focus();
        await wait();
        times.point = Math.max(times.point, performance.now() - begun);
        begun = performance.now();
        [...document.querySelectorAll('.flow button')].find((b) => b.textContent === 'Step').click();
        await wait();
        times.step = Math.max(times.step, performance.now() - begun);
    }
    done(times);
})()"""


def paste_many(browser, expect):
    """Q, K and V of 64 tokens with 64 numbers each."""
    rows = [[((i * 31 + j * 17) % 101) / 50 - 1 for j in range(64)] for i in range(64)]
    browser.js("""const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
        document.querySelector('.attention textarea').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))""",
               "\n".join(f"{name} = {json.dumps(rows)}" for name in "QKV"))
    until(browser, expect, "return document.querySelectorAll('[aria-label=Weights] tbody tr').length === 64", "64 tokens are not read")


def check_speed(browser, expect):
    """Times are said; only those ten times too long are failures, as other programs may run here."""
    browser.js("[...document.querySelectorAll('.tabs button')].find((b) => b.textContent === 'Attention').click()")
    time.sleep(0.5)
    sample(browser, "Tutorial")
    few = browser.call("POST", "/execute/async", {"script": TIMES, "args": []})
    paste_many(browser, expect)
    time.sleep(1.5)
    many = browser.call("POST", "/execute/async", {"script": TIMES, "args": []})
    show = lambda times: ", ".join(f"{name} {value:.0f} ms" for name, value in times.items())
    print(f"  12 tokens: {show(few)}\n  64 tokens: {show(many)}")
    expect(max(few.values()) < 1000 and max(many.values()) < 5000, f"the pane answers slowly: {few}, {many}")
    begun = time.monotonic()
    browser.devtools("Page.printToPDF")
    print(f"  64 x 64 on paper: {time.monotonic() - begun:.1f} s")
    expect(time.monotonic() - begun < 60, "64 x 64 are printed slowly")
    sample(browser, "Tutorial")
