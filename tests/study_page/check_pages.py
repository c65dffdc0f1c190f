# SPDX-License-Identifier: BSL-1.0
"""Checks pages of studies in a browser against the data that they are made of."""

import json
import math
import pathlib
import re
import shutil
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tools" / "study")]
import live  # noqa: E402
import page as page_maker  # noqa: E402
from page import again, build_page  # noqa: E402
from beside import excerpt  # noqa: E402
from instructions import meaning  # noqa: E402
from page_lengths import fact_words, values_of  # noqa: E402
from page_panes import MOST_REMARKS  # noqa: E402
from page_tables import KINDS, MIX, hot_rows  # noqa: E402
from tools import Compiler  # noqa: E402
from webdriver import browser_or_skip  # noqa: E402

MOST_BYTES = 350_000
PROGRAM = "#include <heed/heed.hpp>\n" + "// <b>a comment</b>\n" * 60 + "    auto attend() { return softmax(Q * transpose(K)) * V; }\n" + "\n" * 30
failures = []


def expect(condition, words):
    if not condition:
        failures.append(words)
        print(f"FAILED: {words}")


def squeezed(text):
    return re.sub(r"\s+", "", text)


def open_page(browser, path):
    browser.open(path)
    await_script(browser, path)


def await_script(browser, path):
    """Until it has run, and what is folded in what is shown is unfolded."""
    for _ in range(200):
        if browser.js("""return document.documentElement.matches('.js')
            && document.querySelectorAll('.variant:not([hidden]) template.folded').length === 0"""):
            return
        time.sleep(0.05)
    expect(False, f"{path}: its script does not run")


# What the data says: for each pane its items in order, as (text without spaces, set of loops).

def tree_items(variant):
    nodes, seen = {node["id"]: node for node in variant["tree"]}, set()

    def walk(node_id):
        node = nodes[node_id]
        yield squeezed(node["label"] + node["shape"]), set(node["loops"])
        below = [] if node_id in seen else node["children"]  # what is used twice is shown once
        seen.add(node_id)
        for child in below:
            yield from walk(child)
    return list(walk(variant["root"]))


def without_widths(words):
    """The page says how wide an operand in memory is only where no register beside it does (unit_test.py)."""
    return re.sub("([xyz]mm|[dq])wordptr", "", words)


def line_items(lines, remark=False):
    return [(squeezed(line["text"] + (line.get("remark", "") if remark else "")), {line["id"]} - {""}) for line in lines if line["text"]]


def beside_items(variant):
    """The hottest loop by two compilers; what the script lights of a run are its lines."""
    other = variant.get("beside")
    both = [excerpt(variant["machine"], other["id"]), other] if other else []
    return [(without_widths(words), {other["id"]}) for each in both for words, _ in line_items(each["asm"])]


def expected_items(variant):
    machine = variant.get("machine") or {}
    loops = {node["id"]: set(node["loops"]) for node in variant["tree"]}
    items = {
        "formula-tree": tree_items(variant),
        "nest": line_items(variant["loops"], True),
        "source": line_items(variant["source"]),
        "vector": line_items(variant.get("vector", [])),
        "assembly": [(without_widths(words), loops) for words, loops in line_items(machine.get("asm", []))],
        "beside": beside_items(variant),
        "remarks": line_items(machine.get("remarks", [])[:MOST_REMARKS]),
        "machine": [(squeezed((row["id"] or "no part") + KINDS[row["kind"]]), {row["id"]} - {""}) for row in hot_rows(machine)]
                   if machine.get("machine_loops") or any(x.get("share") for x in machine.get("straight") or []) else [],
        "cost": [(squeezed(row["operation"] + row.get("shape", "")), set(row.get("loops") or loops.get(row["node"], set())))
                 for row in variant["cost_rows"]],
    }
    return items


# What the page shows as lit, in the same words. Runs of assembly are cut into lines again.
LIT = """
const shown = [...document.querySelectorAll('.variant')].find((v) => !v.hidden), result = {};
const squeezed = (text) => text.replace(/\\s+/g, '');
for (const pane of ['formula-tree', 'nest', 'source', 'vector', 'assembly', 'beside', 'remarks', 'machine', 'cost']) {
    const container = shown.querySelector(`[data-pane="${pane}"]`);
    const words = (item) => pane === 'machine' || pane === 'cost' ? [item.querySelector('th').textContent]
        : ['assembly', 'beside', 'source', 'vector'].includes(pane) ? item.textContent.split('\\n') : [item.textContent];
    result[pane] = container === null ? [] : [...container.querySelectorAll('.lit')].flatMap(words).map(squeezed).filter((w) => w !== '');
}
result.legend = [...shown.querySelectorAll('.chip.lit')].map((chip) => chip.dataset.l);
return result;
"""
HOVER = """
[...document.querySelector('.variant:not([hidden])').querySelectorAll(`[data-pane="${arguments[0]}"] [data-l]`)][arguments[1]]
    .dispatchEvent(new PointerEvent('pointerover', {bubbles: true, clientX: window.moved = (window.moved || 0) + 1}));
""" + LIT
ITEMS = """
const shown = [...document.querySelectorAll('.variant')].find((v) => !v.hidden);
return [...shown.querySelectorAll(`[data-pane="${arguments[0]}"] [data-l]`)].map((item) => item.dataset.l.split(' '));
"""


def check_links(browser, name, variant, is_cut):
    wanted = expected_items(variant)
    count = 0
    for pane in list(wanted) + ["legend"]:
        items = browser.js(ITEMS, pane)
        tried = set()
        for n, loops in enumerate(items):
            if tuple(loops) in tried:
                continue
            tried.add(tuple(loops))
            lit = browser.js(HOVER, pane, n)
            for listing in ("assembly", "beside"):
                lit[listing] = [without_widths(words) for words in lit[listing]]
            for other, entries in wanted.items():
                right = [text for text, of in entries if of & set(loops)]
                if other == "assembly" and is_cut:
                    continue
                expect(lit[other] == right, f"{name}: {pane} {loops} lights {lit[other][:4]}... in {other}, not {right[:4]}...")
            expect(set(lit["legend"]) == set(loops), f"{name}: {pane} {loops} lights {lit['legend']} in the legend")
            count += 1
        if pane != "legend" and not (pane == "assembly" and is_cut):
            of_data = {loop for _, of in wanted[pane] for loop in of}
            expect({loop for loops in items for loop in loops} == of_data, f"{name}: {pane} links {of_data}")
    return count


def check_sight(browser, name):
    """A click keeps a loop, and shows it in every pane that has it."""
    seen = browser.js("""
        const shown = [...document.querySelectorAll('.variant')].find((v) => !v.hidden), missed = [];
        for (const item of shown.querySelectorAll('.nest [data-l]')) {
            item.click();
            for (const body of shown.querySelectorAll('.pane .body')) {
                if (!body.checkVisibility()) continue;
                const lit = [...body.querySelectorAll('.lit')], box = body.getBoundingClientRect();
                const visible = (e) => { const r = e.getBoundingClientRect(); return r.height > 0 && r.top < box.bottom && r.bottom > box.top; };
                if (lit.length > 0 && !body.contains(item) && !lit.some(visible)) missed.push(item.dataset.l + ' in ' + body.parentElement.dataset.pane);
            }
            item.click();
        }
        return missed;""")
    expect(seen == [], f"{name}: out of sight after a click: {seen[:5]}")


def check_mouse(browser, name):
    """With a real mouse: hovering lights, clicking keeps, Escape lets go."""
    browser.js("document.querySelectorAll('.variant').forEach((v) => v.toggleAttribute('data-now', !v.hidden))")
    if not browser.js("return document.querySelector('[data-now] .nest [data-l]') !== null"):
        return
    browser.point_at("[data-now] .nest [data-l]")
    loop = browser.js("return document.querySelector('[data-now] .nest [data-l]').dataset.l")
    expect(browser.js(LIT)["legend"] == [loop], f"{name}: the mouse lights {loop}")
    browser.point_at("[data-now] .nest [data-l]", click=True)
    browser.point_at("h1")
    expect(browser.js(LIT)["legend"] == [loop], f"{name}: a click keeps {loop}")
    browser.press("Escape")
    expect(browser.js(LIT)["legend"] == [], f"{name}: Escape lets go")


FOCUS = """const a = document.activeElement, pane = a.closest('[data-pane]');
return [pane ? pane.dataset.pane : '', a.dataset.l || '', a.tagName, a.id];"""


def check_keys(browser, name):
    # The last Tab leaves the page for the window of the browser: without this the page is not told what has the focus next.
    browser.devtools("Emulation.setFocusEmulationEnabled", enabled=True)
    browser.js("window.scrollTo(0, 0); document.activeElement.blur()")
    # The mouse rests where the page last saw it: what scrolls below it is then not pointed at. HOVER said other places, and
    # a mouse that enters no other element says nothing.
    browser.point_at("[data-now]")
    browser.point_at("h1")
    stops = []
    for _ in range(60):
        browser.press("Tab")
        stops.append(browser.js(FOCUS))
        if stops[-1][2] == "BODY":
            break
    panes = [pane for pane, loop, _, _ in stops if loop]
    present = browser.js("""return [...document.querySelectorAll('[data-now] [data-pane]')].filter((p) => p.querySelector('[data-l]') &&
        p.checkVisibility()).map((p) => p.dataset.pane).filter((p) => p !== 'remarks')""")
    expect(panes == present, f"{name}: Tab stops once at each of {present}: {panes}")
    loops = [loop[0] for loop in browser.js(ITEMS, "nest")]
    browser.js("document.activeElement.blur(); document.querySelector('[data-now] .nest [data-l]').focus()")
    for n, loop in enumerate(loops):
        pane, here, _, _ = browser.js(FOCUS)
        expect((pane, here) == ("nest", loop), f"{name}: arrow down {n} goes to {loop}, not to {here}")
        expect(browser.js(LIT)["legend"] == [loop], f"{name}: focus lights {loop}")
        browser.press("Down")
    browser.press("Home")
    expect(browser.js(FOCUS)[1] == loops[0], f"{name}: Home")
    in_source = [loop[0] for loop in browser.js(ITEMS, "source")]
    loop = next((loop for loop in loops if loop in in_source), None)
    if loop is None:
        return
    browser.js("document.querySelector(`[data-now] .nest [data-l='${arguments[0]}']`).focus()", loop)
    browser.press("Right")
    pane, here, _, _ = browser.js(FOCUS)
    expect((pane, here) == ("source", loop), f"{name}: the same loop to the right is {pane} {here}, not {loop}")
    browser.press("Left", "Enter")
    browser.js("document.activeElement.blur()")
    expect(browser.js(LIT)["legend"] == [loop], f"{name}: Enter keeps {loop}")
    browser.press("Escape")
    expect(browser.js(LIT)["legend"] == [], f"{name}: Escape")


def choose(browser, select, value):
    browser.js("const s = document.getElementById(arguments[0]); s.value = arguments[1]; s.dispatchEvent(new Event('change'))", select, value)


def check_variants(browser, name, data):
    for k, kernel in enumerate(data["kernels"]):
        choose(browser, "kernel", str(k))
        for v, variant in enumerate(kernel["variants"]):
            choose(browser, "shape", str(v))
            shown = browser.js("return [...document.querySelectorAll('.variant')].filter((d) => d.checkVisibility()).map((d) => "
                               "[d.dataset.k, d.dataset.v, d.querySelector('.formula').innerText, d.querySelector('.shape-label').innerText])")
            expect(shown == [[str(k), str(v), variant["formula"], variant["label"]]], f"{name}: select shows {shown}")


COUNTED = """const shown = document.querySelector('[data-now]');
return {spans: [...shown.querySelectorAll('span[data-c]')].map((s) => [s.dataset.c, s.dataset.at]),
    cells: [...shown.querySelectorAll('td[data-c]')].map((c) => [c.dataset.c, c.dataset.n, c.firstChild.data]),
    masked: [...shown.querySelectorAll('[data-masked]')].map((c) => [c.dataset.masked, c.textContent]),
    told: [...shown.querySelectorAll('.told, .untold')].filter((p) => p.checkVisibility()).map((p) => p.className),
    facts: [...shown.querySelectorAll('.facts li')].map((f) => f.textContent),
    hidden: [...shown.querySelectorAll('.facts li[hidden]')].map((f) => f.textContent),
    heads: [...shown.querySelectorAll('.figures th[scope=col]')].map((head) => head.textContent),
    nest: [...shown.querySelectorAll('.nest .line')].map((line) => line.textContent.replace(/\\s/g, '')),
    lengths: [...shown.querySelectorAll('.lengths input[type=number]')].map((i) => i.value),
    ranges: [...shown.querySelectorAll('.lengths input[type=range]')].map((i) => i.getAttribute('aria-valuetext')),
    wrong: shown.querySelector('.wrong').checkVisibility()}"""
ENTER = """const i = document.querySelectorAll('[data-now] .lengths input[type=number]')[arguments[0]];
i.value = arguments[1]; i.dispatchEvent(new Event('input', {bubbles: true})); i.dispatchEvent(new Event('change', {bubbles: true}));"""
TYPE_LENGTH = """const i = document.querySelectorAll('[data-now] .lengths input[type=number]')[arguments[0]];
i.focus();
for (const so_far of arguments[1]) { i.value = so_far; i.dispatchEvent(new Event('input', {bubbles: true})); }
i.dispatchEvent(new Event('change', {bubbles: true}));"""
COMPARE_LENGTHS = """const p = document.getElementById('other'), last = p.options[p.options.length - 1];
if (!last || !last.value) return false;
p.value = last.value;
p.dispatchEvent(new Event('change'));
return true;"""
SLIDE = """const i = document.querySelectorAll('[data-now] .lengths input[type=range]')[arguments[0]];
i.value = arguments[1]; i.dispatchEvent(new Event('input', {bubbles: true}));"""


def check_counted(browser, name, variant, chosen):
    """All that is made of lengths is what the data says of them, and so are the fields."""
    shown, values = browser.js(COUNTED), values_of(variant["lengths"], chosen)
    expect(shown["lengths"] == [str(n) for n in chosen], f"{name}: fields show {shown['lengths']} for {chosen}")
    expect(shown["ranges"] == [f"{n:,}" for n in chosen], f"{name}: sliders say {shown['ranges']} for {chosen}")
    for position, at in shown["spans"]:
        expect(at == f"{values[int(position)]:,}", f"{name}: {at} for count {position} of {chosen}")
    for position, n, words in shown["cells"]:
        one, *by = [values[int(each)] for each in position.split()]
        if by:
            ratio = one / by[0] if by[0] else 0
            expect(abs(float(n) - ratio) <= 1e-3 * ratio, f"{name}: {n} flops a byte, not {ratio}, of {chosen}")
            continue
        expect(n == str(one), f"{name}: {n} for count {position} of {chosen}, not {one}")
        spelled = float(re.sub(r"[^0-9.]", "", words)) * (1 << (20 if "MiB" in words else 10 if "KiB" in words else 0))
        expect(abs(spelled - one) <= (0 if spelled == one else 0.05 * one), f"{name}: {words} for {one}")
    left = (variant["lengths"].get("masked") or {}).get(str(chosen[0]))
    for position, words in shown["masked"]:
        expect(words == (f"{left[int(position)]:,}" if left else "–"), f"{name}: masks leave {words} of {chosen}")
    if "masked" in variant["lengths"]:
        expect(shown["told"] == ["told" if left else "untold"], f"{name}: of the mask {shown['told']} for {chosen}")
    facts = [fact_words(variant, fact, values) for fact in variant["lengths"]["facts"]]
    expect(shown["facts"] == facts, f"{name}: {shown['facts']} of {chosen}, not {facts}")
    if "for_few" in variant:
        rows, plans = values[variant["for_few"]["of"]], variant["for_few"]["plans"]
        is_few = 1 <= rows <= len(plans)
        loops = plans[rows - 1]["loops"] if is_few else variant["loops"]
        # Behind a count of 1 these words are singular.
        plural = lambda lines: [re.sub(r"\)(tile|block|panel)(?!s)", r")\1s", line) for line in lines]  # noqa: E731
        expected = [text for text, _ in line_items(loops, True)]
        expect(plural(shown["nest"]) == expected, f"{name}: other loops are shown of {chosen}: {shown['nest']}")
        heads = [words for words in shown["heads"] if words in ("loops for many rows", "as it runs", "all scores")]
        expect(heads and ("loops for many rows" in heads) == is_few, f"{name}: figures of {chosen} are headed {heads}")
        hidden = [words for fact, words in zip(variant["lengths"]["facts"], facts) if fact["of_many"] and is_few]
        expect(shown["hidden"] == hidden, f"{name}: hidden are {shown['hidden']} of {chosen}")
    return len(shown["spans"]) + len(shown["cells"])


WHY = {"-1": "-1 is below 0", "1.5": "1.5 is no whole number", "16385": "16,385 is more than 16,384", "": "nothing is entered"}


def check_lengths(browser, name, variant):
    """Sliders, fields and keys."""
    lengths = variant.get("lengths")
    if not lengths:
        return 0
    own, stops = [each["value"] for each in lengths["names"]], lengths["stops"]
    expect(stops[0] == 1 and stops[-1] == 16384, f"{name}: a slider goes from {stops[0]} to {stops[-1]}")
    gap = browser.js("return parseFloat(getComputedStyle(document.querySelector('[data-now] .facts')).columnGap)")
    expect(gap >= 30, f"{name}: {gap} pixels are between facts, and a bullet needs 20")
    count = check_counted(browser, name, variant, own)
    expect(count > 20, f"{name}: {count} figures are made of lengths")
    for n in range(len(own)):
        for position in (0, 1, 40, len(stops) // 2, len(stops) - 1):
            browser.js(SLIDE, n, str(position))
            check_counted(browser, name, variant, [stops[position] if m == n else x for m, x in enumerate(own)])
        for length in (0, 1, 2, 4, 5, 31, 32, 33, 63, 64, 65, 4097, 16384):
            browser.js(ENTER, n, str(length))
            check_counted(browser, name, variant, [length if m == n else x for m, x in enumerate(own)])
        for wrong in ("-1", "1.5", "16385", ""):
            browser.js(ENTER.replace("i.dispatchEvent(new Event('change', {bubbles: true}));", ""), n, wrong)
            expect(browser.js(COUNTED)["wrong"], f"{name}: {wrong} is no length")
            said = browser.js("return document.querySelector('[data-now] .lengths .wrong').textContent")
            expect(said.startswith(lengths["names"][n]["name"] + ": ") and WHY[wrong] in said, f"{name}: of {wrong!r} it says {said!r}")
        browser.js(ENTER, n, "100")
        browser.js(TYPE_LENGTH, n, ["3", "32", "3276", "32768"])
        check_counted(browser, name, variant, [100 if m == n else x for m, x in enumerate(own)])
        expect(browser.js(COUNTED)["wrong"], f"{name}: 32768 is no length, and nothing says so")
        browser.js("document.querySelectorAll('[data-now] .lengths input[type=range]')[arguments[0]].focus()", n)
        at = next(i for i, stop in enumerate(stops) if stop >= 100)
        for key, to in (("Right", at + 1), ("Left", at), ("End", len(stops) - 1), ("Home", 0)):
            browser.press(key)
            check_counted(browser, name, variant, [stops[to] if m == n else x for m, x in enumerate(own)])
        if browser.js(COMPARE_LENGTHS):
            browser.js(ENTER, n, "100" if own[n] != 100 else "99")
            said = browser.js("return (document.querySelector('.difference') || {textContent: 'nothing'}).textContent")
            expect("Lengths there" in said, f"{name}: compared at another length, it says {said}")
            browser.js("const p = document.getElementById('other'); p.value = ''; p.dispatchEvent(new Event('change'))")
        browser.js("document.querySelector('[data-now] .lengths button').click()")
        check_counted(browser, name, variant, own)
    return count


SHOWN_FIGURES = """return [...document.querySelectorAll('[data-now] td.changed[data-key]')].map((c) => c.dataset.key)"""


SHOWN_RATIOS = """return [...document.querySelectorAll('[data-now] td.changed[data-key]')]
    .map((c) => [c.dataset.key, (/× (.*)$/.exec(c.querySelector('.was').textContent) || [])[1]]).filter((x) => x[1])"""


COUNTS = """return (document.querySelector('.difference').firstChild.textContent.match(/: (.*) differ/)[1].match(/\\d+/g))"""


def figures_that_run(cost):
    """By key: as it runs; all scores too, where that is something else."""
    shown = {}
    for key, x in cost.items():
        if not isinstance(x, (int, float)) or "tiles" in key or not (x or cost["naive"].get(key.removeprefix("computed_"))):
            continue
        if key.startswith("computed_") or "computed_" + key not in cost or cost.get("skipped_tiles"):
            shown[key] = x
    return shown


def check_comparison(browser, name, data):
    entries = [(k, v) for k, kernel in enumerate(data["kernels"]) for v, _ in enumerate(kernel["variants"])]
    if len(entries) < 2:
        return
    (k, v), (m, w) = entries[0], entries[1]
    here, there = data["kernels"][k]["variants"][v], data["kernels"][m]["variants"][w]
    choose(browser, "kernel", str(k))
    choose(browser, "shape", str(v))
    browser.js("document.querySelectorAll('.variant').forEach((x) => x.toggleAttribute('data-now', !x.hidden))")
    before = browser.js("return document.querySelector('[data-now]').innerHTML.replace(/ tabindex=\"[-0-9]+\"| class=\"[^\"]*\"| style=\"[^\"]*\"/g, '')")
    choose(browser, "other", f"{m} {w}")
    texts = browser.js("""
        const side = (drop) => (row) => { const c = row.cloneNode(true); c.querySelectorAll(drop).forEach((x) => x.remove());
            return c.textContent.replace(/\\s+/g, ''); };
        const rows = (pane) => [...document.querySelectorAll(`[data-now] ${pane} .line, [data-now] ${pane} .lines code`)];
        return ['.nest', '.source', '.vector'].map((pane) => [rows(pane).filter((r) => !r.classList.contains('added')).map(side('ins')),
            rows(pane).filter((r) => !r.classList.contains('removed')).map(side('del'))])""")
    counts = browser.js(COUNTS)
    choose(browser, "kernel", str(m)), choose(browser, "shape", str(w)), choose(browser, "other", f"{k} {v}")
    back = browser.js(COUNTS)
    expect(counts == back and len(counts) == 3 + any("vector" in x for x in (here, there)), f"{name}: {counts} differences there, {back} back")
    choose(browser, "kernel", str(k)), choose(browser, "shape", str(v)), choose(browser, "other", f"{m} {w}")
    for (old, new), key, remark in zip(texts, ("loops", "source", "vector"), (True, False, False)):
        expect([t for t in old if t] == [t for t, _ in line_items(there.get(key, []), remark)], f"{name}: without additions {key} is that of the other")
        expect([t for t in new if t] == [t for t, _ in line_items(here.get(key, []), remark)], f"{name}: without removals {key} is its own")
    marked = [key for key in browser.js(SHOWN_FIGURES) if key in here["cost"]]
    ours, theirs = figures_that_run(here["cost"]), figures_that_run(there["cost"])
    differ = [key for key in ours if key in theirs and ours[key] != theirs[key]]
    expect(sorted(marked) == sorted(differ), f"{name}: figures that differ {differ}, marked {marked}")
    for key, words in browser.js(SHOWN_RATIOS):
        if key in ours and theirs[key] and ours[key]:
            shown, ratio = float(words.replace(",", "")), ours[key] / theirs[key]
            expect(abs(shown / ratio - 1) <= 0.0051, f"{name}: {key} says × {words} for {ratio}")
    choose(browser, "other", "")
    after = browser.js("return document.querySelector('[data-now]').innerHTML.replace(/ tabindex=\"[-0-9]+\"| class=\"[^\"]*\"| style=\"[^\"]*\"/g, '')")
    expect(before == after, f"{name}: without a comparison nothing is left of it")


ROOFLINE = """const svg = document.querySelector('[data-now] svg.roofline');
if (!svg) return null;
const box = (e) => { const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; };
const texts = [...svg.querySelectorAll('text')], inside = (e) => { const r = e.getBoundingClientRect(), s = svg.getBoundingClientRect();
    return r.left >= s.left - 1 && r.right <= s.right + 1 && r.top >= s.top - 1 && r.bottom <= s.bottom + 1; };
const overlap = (a, b) => { const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()]; return p.left < q.right && q.left < p.right && p.top < q.bottom && q.top < p.bottom; };
const colour = (value) => value.match(/[\\d.]+/g).slice(0, 3).map(Number);
return {ticks: texts.filter((t) => /^[\\d.,]+$/.test(t.textContent)).map((t) => [Number(t.textContent.replace(',', '')), t.getAttribute('text-anchor'), ...box(t)]),
    point: box(svg.querySelector('circle')), words: texts.map((t) => t.textContent), outside: texts.filter((t) => !inside(t)).map((t) => t.textContent),
    type: Math.min(...texts.map((t) => parseFloat(getComputedStyle(t).fontSize) * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)),
    over: texts.filter((t, n) => t.matches('.name') && texts.slice(0, n).some((other) => other.matches('.name') && overlap(t, other))).map((t) => t.textContent),
    name: svg.getAttribute('aria-label'), role: svg.getAttribute('role'),
    said: svg.parentElement.querySelector('p').textContent, rows: [...svg.parentElement.querySelectorAll('tbody tr')].map((r) => [...r.cells].map((c) => c.textContent)),
    colours: [...texts.map((t) => getComputedStyle(t).fill), getComputedStyle(svg.querySelector('circle')).fill, getComputedStyle(svg.querySelector('.roof')).stroke].map(colour),
    paper: colour(getComputedStyle(document.body).backgroundColor)};"""


def luminance(colour):
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a, b):
    a, b = sorted((luminance(a), luminance(b)))
    return (b + 0.05) / (a + 0.05)


def tick_place(ticks, x):
    """Where a number is between two ticks of a logarithmic axis."""
    (a, at), (b, to) = ticks[0], ticks[-1]
    return at + (to - at) * math.log(x / a) / math.log(b / a)


def check_roofline(browser, name, variant):
    """The point is where the axes say that the measured rate is; sentence and table have the numbers; it is read in both schemes, and on a telephone."""
    time_, cost = (variant.get("machine") or {}).get("time") or {}, variant["cost"]
    seen = browser.js(ROOFLINE)
    if not time_.get("reads"):
        expect(seen is None, f"{name}: a roofline without measured reads")
        return 0
    moved = cost["bytes_in"] + cost["bytes_out"] + 2 * cost["temporary_bytes"]
    intensity, rate = cost["computed_flops"] / moved, time_["gflops"]
    along = [(value, x) for value, anchor, x, _ in seen["ticks"] if anchor == "middle"]
    up = [(value, y) for value, anchor, _, y in seen["ticks"] if anchor == "end"]
    expect(len(along) >= 2 and len(up) >= 2, f"{name}: ticks {seen['ticks']}")
    off = seen["point"][0] - tick_place(along, intensity), seen["point"][1] - tick_place(up, rate)
    expect(max(map(abs, off)) < 2.5, f"{name}: the point is off by {off} pixels")
    expect({"flops a byte", "GFLOP/s", "multiply-add peak", *(read["where"] for read in time_["reads"])} <= set(seen["words"]), f"{name}: {seen['words']}")
    expect(seen["role"] == "img" and f"{rate:,.3g} GFLOP/s" in seen["name"], f"{name}: the chart is called {seen['name']}")
    expect("bounds it" in seen["said"], f"{name}: says {seen['said']}")
    shown = [float(row[1].split()[0].replace(",", "")) for row in seen["rows"]]
    wanted = [time_["peak_gflops"], *(read["gbytes_per_second"] for read in time_["reads"]), rate]
    expect(all(abs(a / b - 1) < 0.006 for a, b in zip(shown, wanted, strict=True)), f"{name}: the table has {shown}, not {wanted}")
    for width, scheme in ((1920, "light"), (1440, "dark"), (390, "light"), (390, "dark")):
        browser.window(width, 1000, scheme)
        seen = browser.js(ROOFLINE)
        least = min(contrast(colour, seen["paper"]) for colour in seen["colours"])
        expect(least >= 4.5, f"{name}: a contrast of {least:.2f} in the roofline, {scheme}")
        expect(seen["outside"] == [] and seen["type"] >= 9, f"{name}: at {width} {seen['outside']} are cut, type is {seen['type']:.1f}")
        expect(seen["over"] == [], f"{name}: at {width} names lie over each other: {seen['over']}")
    browser.window(1600, 1000)
    return 1


BESIDE_OTHER = """const block = document.querySelector('[data-now] .compilers');
if (!block) return null;
const sides = [...block.querySelectorAll('.side')].map((s) => { const r = s.getBoundingClientRect(); return [r.left, r.top, r.width]; });
return {rows: Object.fromEntries([...block.querySelectorAll('tbody tr')].map((r) => [r.cells[0].textContent, [...r.cells].slice(1).map((c) => c.textContent)])),
    heads: [...block.querySelectorAll('thead th')].map((h) => h.textContent), names: [...block.querySelectorAll('h4')].map((h) => h.firstChild.data.trim()), sides,
    missing: [...block.querySelectorAll('.missing')].map((p) => p.textContent)};"""


def check_beside(browser, name, variant):
    """The hottest loop by two compilers: what the data counts of each, beside each other, below each other on a telephone."""
    other, seen = variant.get("beside"), browser.js(BESIDE_OTHER)
    if not other:
        expect(seen is None, f"{name}: two compilers where the data has one")
        return
    both = [excerpt(variant["machine"], other["id"]), other]
    for n, each in enumerate(both):
        loop = each["loop"] or {"mix": {}}
        shown = {kind: rows[n] for kind, rows in seen["rows"].items()}
        expect(shown.get("instructions a round", "–") == str(loop.get("instructions", "–")), f"{name}: {shown} of {loop}")
        for kind, words in shown.items():
            expect(kind not in MIX or words == str(loop["mix"].get(kind, 0)), f"{name}: {kind} is {words} of {loop['mix']}")
    expect(seen["heads"] == seen["names"] == ["g++ 12.2.0", "clang 19.1.7"], f"{name}: compilers {seen['heads']} {seen['names']}")
    expect(len(seen["missing"]) == sum(not each["asm"] for each in both), f"{name}: {seen['missing']}")
    browser.window(1920, 1000)
    (left, top, _), (right, below, _) = browser.js(BESIDE_OTHER)["sides"]
    expect(right > left and top == below, f"{name}: listings are not beside each other")
    browser.window(390, 1000)
    (left, top, _), (right, below, wide) = browser.js(BESIDE_OTHER)["sides"]
    expect(right == left and below > top and wide <= 390, f"{name}: listings on a telephone")
    browser.window(1600, 1000)


LAYOUT = """
const v = document.querySelector('[data-now]'), box = (selector) => { const e = v.querySelector(selector); return e ? e.getBoundingClientRect() : null; };
const panes = ['.program', '.nest', '.codes', '.assembly'].map(box).map((r) => [r.left, r.top, r.right]), machine = box('.machines'), roofline = box('.limits');
const mixes = [...v.querySelectorAll('.machine td.mixed')], table = v.querySelector('.machine');
return {panes, beside: roofline ? machine.top === roofline.top && roofline.left > machine.right : null,
    peaks: (v.textContent.match(/\\d %\\s+of the peak/g) || []).length, mixes: mixes.map((m) => m.getBoundingClientRect().width),
    wide: table ? table.scrollWidth - table.parentElement.clientWidth : 0, heads: table ? getComputedStyle(table.tHead).display : '',
    said: mixes.map((m) => [...m.parentElement.cells].filter((c) => c.dataset.h).map((c) => getComputedStyle(c, '::before').content))};
"""


def check_layout(browser, name, variant):
    """Four columns from 1440 pixels on, the roofline beside the machine, the mix of instructions in the whole width of a telephone;
    the percentage of the peak is said once."""
    measured = (variant.get("machine") or {}).get("time")
    for width, columns in ((1920, 4), (1440, 4), (1439, 2), (390, 1)):
        browser.window(width, 1000)
        seen = browser.js(LAYOUT)
        tops, lefts = {round(pane[1]) for pane in seen["panes"]}, {round(pane[0]) for pane in seen["panes"]}
        expect(len(lefts) == columns and (columns < 4 or len(tops) == 1), f"{name}: at {width} panes are at {seen['panes']}")
        expect(seen["beside"] in (None, columns == 4 or width > 1400), f"{name}: at {width} the roofline is not beside the machine")
    expect(seen["peaks"] == bool(measured and measured.get("fraction", 0) <= 1.02), f"{name}: {seen['peaks']} percentages of the peak")
    expect(seen["wide"] <= 0 and all(wide >= 300 for wide in seen["mixes"]), f"{name}: on a telephone the mix has {seen['mixes']}, {seen['wide']} too much")
    expect(all('"instructions "' in said for said in seen["said"]), f"{name}: on a telephone numbers have no names: {seen['said'][:2]}")
    browser.window(1600, 1000)


def check_groups(browser, name, variant):
    """Chips of a kernel are together."""
    shown = browser.js("return [...document.querySelectorAll('[data-now] .chip')].map((c) => [c.dataset.l, c.closest('.of_kernel')?.getAttribute('aria-label') ?? null])")
    kernels = [loop.partition(".")[0] for loop, _ in shown]
    expect(sum(a != b for a, b in zip(kernels, kernels[1:])) == len(set(kernels)) - 1, f"{name}: chips in turn {kernels}")
    several = len(set(kernels)) > 1
    expect(all(group == (kernel if several else None) for kernel, (_, group) in zip(kernels, shown)), f"{name}: groups of chips {shown}")


HEADS = """
const v = document.querySelector('.variant'), shown = () => [...v.querySelectorAll('.map')].find((m) => m.style.display !== 'none');
const state = () => [shown().querySelector('.made h5').textContent, shown().querySelector('.pick-row').value, shown().querySelector('.pick-block').value];
const cell = shown().querySelector('table.heat td[data-i="3"][data-j="1"]');
cell.focus(), cell.click();
const blocks = shown().querySelector('.pick-block');
blocks.value = 5, blocks.dispatchEvent(new Event('input', {bubbles: true}));
const before = state(), map = shown();
v.querySelectorAll('.tabs button')[1].click();
return [before, state(), map !== shown()];
"""


def check_heads(browser, name, data, folder):
    """Another head is of the same query and key; its player has the same row and blocks."""
    variant = data["kernels"][0]["variants"][0]
    if not variant.get("maps") or len(variant["maps"][0]["rows"]) < 6:
        return
    data = json.loads(json.dumps(data))
    maps = data["kernels"][0]["variants"][0]["maps"]
    maps += [json.loads(json.dumps(maps[0]))]
    for n, each in enumerate(maps):
        each["name"] = f"head {n}"
    page = folder / f"{name}-heads.html"
    page.write_text(build_page(data), encoding="utf-8")
    open_page(browser, page)
    before, after, is_other = browser.js(HEADS)
    expect(is_other and before == after and before[1:] == ["3", "5"], f"{name}: from head to head {before} becomes {after}")


def check_sampled(browser, name, data, folder):
    """Per cent of samples before instructions of which there are some; the text of the listing stays what it is."""
    data = json.loads(json.dumps(data))
    del data["kernels"][1:], data["kernels"][0]["variants"][1:]
    machine = data["kernels"][0]["variants"][0].get("machine")
    lines = [line for line in (machine or {}).get("asm", []) if line["loop"] is not None and not line["label"]]
    if not lines:
        return
    lines[0]["share"], lines[1]["share"], lines[2]["share"] = 0.1234, 0.0004, 0.001
    page = folder / f"{name}-sampled.html"
    page.write_text(build_page(data), encoding="utf-8")
    open_page(browser, page)
    shown = browser.js("return [...document.querySelectorAll('.assembly pre s')].map((s) => [s.textContent, getComputedStyle(s, '::before').content])")
    wanted = [[squeezed(without_widths(squeezed(line["text"]))), f'"{100 * line["share"]:.1f}"'] for line in (lines[0], lines[2])]
    expect([[squeezed(words), content] for words, content in shown] == wanted, f"{name}: samples {shown}, not {wanted}")
    inside = browser.js("const s = document.querySelector('.assembly pre s'), r = s.closest('.run').getBoundingClientRect();"
                        "return s.getBoundingClientRect().left - r.left")
    expect(inside >= 45, f"{name}: {inside} pixels are left for the samples")
    # The column has a heading, which stays where the listing scrolls.
    heading = browser.js("const pre = document.querySelector('.assembly pre'), s = getComputedStyle(pre, '::before'); pre.closest('.body').scrollTop = 90; return [s.content, s.position]")
    expect(heading == ['" % time   instruction"', "sticky"], f"{name}: samples are headed by {heading}")
    expect("next to run" in browser.js("return document.querySelector('.assembly .sampled').textContent"), f"{name}: it does not say what is sampled")


FORCED = """
const v = document.querySelector('.variant:not([hidden])'), of = (e) => getComputedStyle(e), item = v.querySelector('.nest [data-l]');
if (!item.matches('.lit')) item.click();
const probe = document.createElement('p');
probe.style.cssText = 'forced-color-adjust: none; background: Highlight; color: HighlightText';
document.body.append(probe);
const wanted = [of(probe).backgroundColor, of(probe).color], lit = [...v.querySelectorAll('.lit')].filter((e) => e.checkVisibility());
const bar = v.querySelector('.bars .now i') || v.querySelector('.bars i'), dot = v.querySelector('.dots i'), pressed = v.querySelector('button[aria-pressed=true]');
probe.remove();
return {wanted, lit: [...new Set(lit.map((e) => of(e).backgroundColor))], inside: [...new Set(lit.flatMap((e) => [...e.querySelectorAll('code, small, b')]).map((e) => of(e).color))],
    paper: of(document.body).backgroundColor, bar: bar && of(bar).backgroundColor, dot: dot && of(dot).backgroundColor, pressed: pressed && of(pressed).backgroundColor};
"""


def check_forced_colours(browser, name, page):
    """Where the reader chooses the colours: bars and dots are there, what is lit and pressed can be told from the rest."""
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "active"}])
    open_page(browser, page)
    seen = browser.js(FORCED)
    expect(seen["lit"] == seen["wanted"][:1], f"{name}: forced colours, lit is {seen['lit']}, not {seen['wanted'][0]}")
    expect(set(seen["inside"]) <= {seen["wanted"][1]}, f"{name}: forced colours, what is lit has words in {seen['inside']}")
    for what in ("bar", "dot"):
        expect(seen[what] not in (seen["paper"], "rgba(0, 0, 0, 0)"), f"{name}: forced colours, a {what} is {seen[what]} on {seen['paper']}")
    expect(seen["pressed"] in (None, seen["wanted"][0]), f"{name}: forced colours, a pressed button is {seen['pressed']}")
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "forced-colors", "value": "none"}])


CARD = """
const section = [...document.querySelectorAll('[data-now] .map')][arguments[0]], result = [];
for (const kind of ['scores', 'weights'])
    for (const cell of section.querySelectorAll(`table[data-kind="${kind}"] td[data-i]`)) {
        cell.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, clientX: window.moved = (window.moved || 0) + 1}));
        result.push([kind, +cell.dataset.i, +cell.dataset.j, cell.textContent, [...section.querySelectorAll('.made tr')].map((r) => [r.cells[0].textContent, r.cells[1].textContent]),
            section.querySelectorAll('td.here').length]);
    }
return result;
"""


def number_of(words):
    return float(words.replace("−", "-").replace("–", "nan"))


NUMBERS = """const colour = (value) => value.match(/[\\d.]+/g).slice(0, 3).map(Number);
return [...document.querySelectorAll('[data-now] .heat tbody td:not(.masked)')].filter((td) => td.style.background)
    .map((td) => [colour(getComputedStyle(td).color), colour(getComputedStyle(td).backgroundColor)])"""


def check_maps(browser, name, variant):
    low = [pair for pair in browser.js(NUMBERS) if contrast(*pair) < 4.5]
    expect(low == [], f"{name}: {len(low)} numbers of maps have little contrast: {low[:3]}")
    for n, data in enumerate(variant.get("maps") or []):
        if not data.get("product"):
            continue
        for kind, i, j, text, rows, marked in browser.js(CARD, n):
            x = data[kind][i][j]
            at = f"{name}: map {n} {kind} {i} {j}"
            expect(text == "masked" if x is None else abs(number_of(text) - x) <= 0.005001, f"{at} shows {text} for {x}")
            made = dict((words, value) for words, value in rows if words)
            expect(marked == 2, f"{at}: {marked} cells are marked")
            terms = [value for words, value in rows if " × " in value]
            if len(data["queries"][i]) <= 8:
                sums = sum(number_of(value.split(" = ")[1]) for value in terms)
                expect(len(terms) == len(data["queries"][i]) and abs(sums - data["product"][i][j]) < 1e-3, f"{at}: terms {terms}")
            expect(abs(number_of(made["q · k"]) - data["product"][i][j]) <= 5.1e-5, f"{at}: q k is {made['q · k']}")
            w = 0 if data["weights"][i][j] is None else data["weights"][i][j]
            expect(abs(number_of(made["weight"]) - w) <= 5.1e-5, f"{at}: weight is {made['weight']}")
            if x is not None:
                expect(abs(number_of(made["score s"]) - data["scores"][i][j]) <= 5.1e-5, f"{at}: score is {made['score s']}")
                ratio = number_of(made["exp of it"]) / number_of(next(v for k, v in made.items() if k.startswith("÷")))
                expect(abs(ratio - w) < 1e-4, f"{at}: exp / sum is {ratio}")


PLAY = """
const player = [...document.querySelectorAll('[data-now] .map')][arguments[0]].querySelector('.player');
const row = player.querySelector('.pick-row'), block = player.querySelector('.pick-block');
row.value = arguments[1]; row.dispatchEvent(new Event('change'));
block.value = arguments[2]; block.dispatchEvent(new Event('input'));
const count = player.querySelectorAll('.steps tbody tr').length;
for (let n = 1; n < count + 1; ++n) player.querySelector('.next').click();
const agrees = player.querySelector('.agrees');
return [count, player.dataset.step, player.dataset.steps, player.querySelector('.next').getAttribute('aria-disabled') === 'true', agrees ? agrees.textContent : '',
    [...player.querySelectorAll('tr.result td[data-x]')].map((c) => Number(c.dataset.x))];
"""


def check_player(browser, name, variant):
    played = 0
    for n, data in enumerate(variant.get("maps") or []):
        if not data.get("values") or not data.get("output"):
            continue
        for i in range(len(data["rows"])):
            for block in range(1, len(data["columns"]) + 1):
                count, step, steps, ended, agrees, output = browser.js(PLAY, n, str(i), str(block))
                at = f"{name}: player {n}, row {i}, blocks of {block}"
                rounds = -(-len(data["columns"]) // block)
                expect(count == rounds + 1 and step == steps == str(rounds + 1) and ended, f"{at}: {count} rows, step {step} of {steps}")
                size = max([1e-3] + [abs(x) for x in data["output"][i]])
                wrong = max(abs(a - b) for a, b in zip(output, data["output"][i]))
                expect(wrong <= 1e-6 * size, f"{at}: output is off by {wrong}")
                expect(agrees.startswith("Both agree"), f"{at}: says {agrees}")
                played += 1
    return played


def check_playing(browser, name):
    if not browser.js("return document.querySelector('[data-now] .player') !== null"):
        return
    browser.js("const p = document.querySelector('[data-now] .player'); p.querySelector('.first').click(); p.querySelector('.play').focus()")
    step = "return document.querySelector('[data-now] .player').dataset.step"
    browser.press("Right")
    expect(browser.js(step) == "1", f"{name}: right is one step on")
    browser.press("Left")
    expect(browser.js(step) == "0", f"{name}: left is one step back")
    browser.press("Space")
    time.sleep(1.9)
    expect(browser.js(step) == "1", f"{name}: playing goes on")
    browser.press("Space")
    time.sleep(1.6)
    expect(browser.js(step) == "1", f"{name}: and stops")
    browser.press("End")
    expect(browser.js("return document.querySelector('[data-now] .player .agrees') !== null"), f"{name}: End shows the output")
    browser.js("document.querySelector('[data-now] .player .next').focus(); document.querySelector('[data-now] .player .back').click()")
    browser.press("Enter", "Enter", "Left")
    count = browser.js("return document.querySelector('[data-now] .player').dataset.steps")
    expect(browser.js(step) == str(int(count) - 1), f"{name}: the button at the end keeps the keyboard")


def check_opening(browser, name):
    """The program opens on a formula, assembly on the hottest loop; each part of a loop has a colour."""
    formula = browser.js("""const line = document.querySelector('.variant:not([hidden]) .program b');
        if (!line) return null;
        const box = line.closest('.body').getBoundingClientRect(), at = line.getBoundingClientRect();
        return at.top >= box.top && at.bottom <= box.bottom;""")
    expect(formula is True, f"{name}: the formula of the program is not in sight")
    seen = browser.js("""
const shown = [...document.querySelectorAll('.variant')].find((v) => !v.hidden), hot = shown.querySelector('[data-hottest]');
if (!hot) return null;
const box = hot.closest('.body').getBoundingClientRect(), at = hot.getBoundingClientRect();
return at.top >= box.top - 1 && at.top < box.bottom;""")
    expect(seen is not False, f"{name}: the hottest loop is not in sight")
    plain = browser.js("""
return [...document.querySelectorAll('.chip, .dots i')].filter((e) => !getComputedStyle(e).getPropertyValue('--c').trim())
    .map((e) => e.outerHTML)""")
    expect(plain == [], f"{name}: without a colour: {plain[:3]}")
    return seen


FILLED = """const filled = document.querySelector('.filled');
if (!filled) return null;
const box = filled.getBoundingClientRect(), size = (e) => parseFloat(getComputedStyle(e).fontSize), code = filled.querySelector('code, pre, b');
const behind = document.querySelector('h1').closest('[inert]') !== null;
return {part: filled.dataset.pane || filled.className, box: [box.left, box.top, box.width, box.height], type: code ? size(code) : 99, behind,
    focus: filled.contains(document.activeElement)};"""


def check_filling(browser, name):
    """A key and a button fill the window with a part; Escape leaves, and nothing is left of it."""
    browser.js("document.querySelector('[data-now] .nest [data-l]')?.focus()")
    for width, height, least in ((1920, 1080, 22), (1440, 900, 16), (390, 844, 12)):
        browser.window(width, height)
        browser.js("document.querySelector('[data-now] .nest .fill').focus()")
        browser.press("f")
        seen = browser.js(FILLED)
        expect(seen and seen["part"] == "nest" and seen["box"] == [0, 0, width, height], f"{name}: f fills {width} x {height} with {seen}")
        expect(seen["type"] >= least and seen["behind"] and seen["focus"], f"{name}: filled at {width}: {seen}")
        browser.press("Escape")
        expect(browser.js(FILLED) is None and browser.js("return document.querySelector('[inert]')") is None, f"{name}: Escape leaves at {width}")
    over = browser.js("""return [...document.querySelectorAll('[data-now] .pane > h3 + .about')].filter((p) => p.checkVisibility()).map((p) => [p, p.closest('.codes') ?? p.parentElement])
        .map(([p, part]) => [p.getBoundingClientRect().right - parseFloat(getComputedStyle(p).paddingRight), part.querySelector(':scope > .fill')?.getBoundingClientRect(), p.textContent])
        .filter(([right, button]) => !button || right > button.left)""")
    expect(over == [], f"{name}: buttons that fill lie over {over}")
    count = browser.js("""const buttons = [...document.querySelectorAll('[data-now] .fill')].filter((b) => b.checkVisibility());
        if (new Set(buttons.map((b) => b.ariaLabel)).size !== buttons.length) return [0, 0, buttons.map((b) => b.ariaLabel)];
        const wrong = buttons.filter((b) => { b.click(); const is = b.parentElement.matches('.filled'); b.click(); return !is || document.querySelector('.filled'); });
        return [buttons.length, wrong.length];""")
    expect(count[0] >= 8 and count[1] == 0, f"{name}: buttons that fill: {count}")
    browser.window(1600, 1000)


FORMS = """return ['source', 'vector'].filter((pane) => document.querySelector(`[data-now] .${pane}`).checkVisibility()).join(' ') + ' '
    + [...document.querySelectorAll('[data-now] .which button')].map((b) => b.ariaPressed).join(' ') + ' ' + location.hash"""


def check_forms(browser, name, page):
    """C over single numbers or over registers, by its buttons and in the address; side by side where they fill the window."""
    first = "document.querySelector('.variant').setAttribute('data-now', '')"
    open_page(browser, page)
    browser.js(first)
    if not browser.js("return document.querySelector('[data-now] .vector') !== null"):
        expect(browser.js("return document.querySelector('[data-now] .which') === null"), f"{name}: buttons for one form of C")
        return
    seen = [browser.js(FORMS)]
    browser.js("document.querySelector('[data-now] .nest [data-l$=\".weights\"]').click()")
    browser.js("document.querySelectorAll('[data-now] .which button')[1].click()")
    seen.append(browser.js(FORMS))
    expect(seen == ["source true false ", "vector false true #registers"], f"{name}: forms of C are {seen}")
    check_sight(browser, f"{name}, registers")
    browser.js("document.querySelector('[data-now] .nest [data-l$=\".values\"]').focus()")
    browser.press("Right")
    expect(browser.js(FOCUS)[:2] == ["vector", browser.js("return document.querySelector('[data-now] .nest [data-l$=\".values\"]').dataset.l")],
           f"{name}: to the right of the loops is {browser.js(FOCUS)[:2]}")
    browser.js("location.hash = 'registers.code'")
    time.sleep(0.2)
    browser.js("location.reload()")
    await_script(browser, page)
    browser.js(first)
    expect(browser.js(FORMS).endswith("#registers.code") and browser.js(TOUR)["bar"], f"{name}: the address says {browser.js(FORMS)}")
    browser.press("Escape")
    for width, beside in ((1920, True), (1440, True), (390, False)):
        browser.window(width, 900)
        browser.js("document.querySelector('[data-now] .codes > .fill').click()")
        boxes = browser.js("""return ['source', 'vector'].map((pane) => document.querySelector(`[data-now] .${pane} .body`).getBoundingClientRect())
            .map((box) => [box.left, box.top, box.width, box.height])""")
        is_beside = boxes[1][0] > boxes[0][0] and boxes[1][1] == boxes[0][1]
        expect(is_beside == beside and min(box[3] for box in boxes) > 200, f"{name}: forms of C at {width}: {boxes}")
        expect(browser.js("return document.documentElement.scrollWidth <= innerWidth"), f"{name}: forms of C are wider than {width}")
        browser.press("Escape")
    browser.window(1600, 1000)


TOUR = """return {hash: location.hash, part: (document.querySelector('.filled') || {className: ''}).className, bar: !document.querySelector('.tour').hidden,
    said: document.querySelector('.tour p').textContent, now: [...document.querySelectorAll('.tour [aria-current]')].map((b) => b.textContent),
    proof: [...document.querySelectorAll('.proved .proof[open]')].length, focus: document.activeElement.className}"""


def has_code(data):
    return bool((data["kernels"][0]["variants"][0].get("machine") or {}).get("asm"))


def check_large_maps(browser, name, data):
    """Maps that fill a lecture hall's window are as large as it takes them, and what is explained at first is no weight of 1."""
    maps = data["kernels"][0]["variants"][0].get("maps")
    if not maps or not maps[0].get("product"):
        return
    browser.window(1920, 1080)
    least = browser.js("""const pair = document.querySelector('[data-now] .pair'); pair.querySelector(':scope > .fill').click();
        const cells = [...pair.querySelectorAll('.heat tbody td:not(.masked)')];
        const text = Math.min(...cells.map((c) => parseFloat(getComputedStyle(c).fontSize)));
        const wide = cells.filter((c) => c.scrollWidth > c.clientWidth + 1).length;
        pair.querySelector(':scope > .fill').click();
        return [text, wide]""")
    expect(least[0] >= 14 and least[1] == 0, f"{name}: in a window of 1920 numbers of maps are {least}")
    browser.window(1600, 1000)
    told = browser.js("return [...document.querySelectorAll('[data-now] .made tr.strong td:last-child')].map((c) => c.textContent)")
    expect(told and told[-1] not in ("1.0000", "0"), f"{name}: at first {told} is explained")


# What of a tour's step is under its bar, which labels leave their bars or cells, and what scrolls sideways.
SIGHT = """const part = document.querySelector('.filled'), bottom = document.querySelector('.tour').getBoundingClientRect().top;
const inner = (e) => { const range = document.createRange(); range.selectNodeContents(e); return range.getBoundingClientRect(); };
const outside = (e, box, by) => { const a = inner(e), b = box.getBoundingClientRect(); return e.textContent && (a.left < b.left + by || a.right > b.right - by); };
return {under: ['.made', '.steps', '.said', '.bars'].filter((s) => part.querySelector(s)?.getBoundingClientRect().bottom > bottom),
    over: [...part.querySelectorAll('.bars > div > span')].filter((e) => outside(e, e.parentElement, -2)).map((e) => e.textContent),
    touching: [...part.querySelectorAll('.heat td:not(.masked, .axes)')].filter((e) => e.closest('tbody') && outside(e, e, 2)).map((e) => e.textContent),
    wide: [...part.querySelectorAll('.bars, .chart, .heat')].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.className),
    type: part.querySelector('.made td') ? parseFloat(getComputedStyle(part.querySelector('.made td')).fontSize) : 99}"""
PLAYED = """const map = document.querySelector('[data-now] .map'), player = map.querySelector('.player');
return [map.dataset.row, player.querySelector('.pick-row').value, player.querySelector('.proof').open];"""


def check_tour_of_numbers(browser, name, page, maps):
    """All of a step is above the bar, numbers are apart from each other, and the player takes the query that is explained."""
    open_page(browser, page)
    browser.js("document.querySelector('.variant').setAttribute('data-now', '')")
    if not maps:
        for step, words in (("scores", "no numbers"), ("softmax", "a maximum m, a sum l and a row o")):
            browser.js("location.hash = arguments[0]", step)
            time.sleep(0.1)
            expect(words in browser.js(TOUR)["said"], f"{name}: of loops the tour says {browser.js(TOUR)['said']}")
        browser.press("Escape")
        return
    expect(browser.js(PLAYED)[0] == browser.js(PLAYED)[1], f"{name}: explained and played at first: {browser.js(PLAYED)}")
    for width, height in ((1440, 900), (1920, 1080), (390, 844)):
        browser.window(width, height)
        browser.press("t", "PageDown")
        seen = browser.js(SIGHT)
        if width > 390:
            expect(seen["under"] == seen["touching"] == seen["wide"] == [] and seen["type"] >= 15, f"{name}: scores at {width}: {seen}")
        browser.js("document.querySelector('.filled .heat tbody').rows[arguments[0]].cells[1].dispatchEvent(new FocusEvent('focusin', {bubbles: true}))", 2 if width == 1440 else 1)
        browser.press("PageDown")
        expect(browser.js(PLAYED)[:2] == ["2" if width == 1440 else "1"] * 2, f"{name}: explained and played: {browser.js(PLAYED)}")
        browser.js("document.querySelector('.filled .last').click()")
        seen = browser.js(SIGHT)
        expect(seen["over"] == seen["wide"] == [] and (width == 390 or seen["under"] == []), f"{name}: the player at {width}: {seen}")
        expect("a maximum, a sum and a row as wide as V" in browser.js(TOUR)["said"], f"{name}: the tour says {browser.js(TOUR)['said']}")
        browser.press("Escape")
        expect(browser.js(PLAYED)[2] is False, f"{name}: the proof is still open after the tour")
    browser.window(1600, 1000)


def check_tour(browser, name, page, with_code):
    """Five steps by keys, four where there is no machine code, the step in the address, left at any time; an address with a step begins there."""
    open_page(browser, page)
    browser.press("t")
    seen = [browser.js(TOUR)]
    steps = ["formula", "scores", "softmax", "tiles"] + (["code"] if with_code else [])
    for _ in steps:
        browser.press("PageDown")
        seen.append(browser.js(TOUR))
    expect([x["hash"] for x in seen] == [f"#{x}" for x in steps + steps[-1:]], f"{name}: the tour goes {[x['hash'] for x in seen]}")
    told = [f"Step {n + 1} of {len(steps)}: " for n in range(len(steps))]
    expect([x["said"].startswith(words) for x, words in zip(seen, told)] == [True] * len(steps), f"{name}: says {seen}")
    expect([x["proof"] for x in seen] == [int(step == "softmax") for step in steps + steps[-1:]] and all(len(x["now"]) == 1 and x["part"] for x in seen), f"{name}: tour {seen}")
    browser.press("PageUp")
    expect(browser.js(TOUR)["hash"] == f"#{steps[-2]}", f"{name}: Page up")
    browser.press("Escape")
    left = browser.js(TOUR)
    expect(left["hash"] == "" and not left["bar"] and left["part"] == "" and browser.js("return document.activeElement.id") == "tour",
           f"{name}: left the tour: {left}")
    browser.js("location.hash = 'softmax'")
    time.sleep(0.1)
    expect(browser.js(TOUR)["proof"] == 1, f"{name}: an address begins the tour at its step")
    browser.press("Escape")
    expect(browser.js("return document.querySelectorAll('.proved, .filled, [inert]').length") == 0, f"{name}: nothing is left of the tour")


ROWS = """const map = document.querySelector('.map'), player = map.querySelector('.player'), line = map.querySelectorAll('.heat')[1].tBodies[0].rows[arguments[0]];
(arguments[1] ? line.cells[0] : line.cells[1]).click();
return [player.querySelector('.pick-row').value, player.querySelector('caption').textContent, [...map.querySelectorAll('th.played')].map((h) => h.textContent)];"""
SCALE = """const map = document.querySelector('.map'), cells = [...map.querySelectorAll('.heat')[1].querySelectorAll('td[data-i]')].filter((c) => !c.matches('.masked'));
const box = map.querySelector('.scale input'), colours = () => cells.map((c) => getComputedStyle(c).backgroundColor);
const before = colours(), ends = [];
box.click(); const after = colours(); ends.push(...[...map.querySelectorAll('.key')[1].querySelectorAll('span:not(.sign)')].map((s) => s.textContent));
box.click(); return [before, after, colours(), ends, cells.map((c) => [+c.dataset.i, +c.dataset.j])];"""


def check_maps_and_player(browser, name, data):
    """A row of a map chooses the query of the player; colours of weights follow the data, and go back."""
    maps = data["kernels"][0]["variants"][0].get("maps")
    if not maps or not maps[0].get("product"):
        return
    for row, head in ((2, True), (1, False)):
        value, caption, heads = browser.js(ROWS, row, head)
        expect(value == str(row) and len(heads) == 2 and f"query {heads[0]}," in caption, f"{name}: row {row} chooses {value} {caption} {heads}")
    above, words = browser.js("""const map = document.querySelector('.map'), label = map.querySelector('.scale');
        return [label.getBoundingClientRect().bottom <= map.querySelectorAll('.heat')[1].getBoundingClientRect().top, label.textContent]""")
    expect(above and words.startswith("Stretch the colours of the weights"), f"{name}: the switch of colours is above the maps: {above} {words}")
    before, after, back, ends, places = browser.js(SCALE)
    weights = [maps[0]["weights"][i][j] for i, j in places]
    least, largest = weights.index(min(weights)), weights.index(max(weights))
    expect(after[least] == "rgb(68, 1, 84)" and after[largest] == "rgb(253, 231, 37)", f"{name}: ends of the scale {after[least]} {after[largest]}")
    expect(before != after and before == back, f"{name}: colours go back")
    expect([number_of(x) for x in ends] == [round(min(weights), 2), round(max(weights), 2)], f"{name}: ends say {ends}")


ASSEMBLY = """return [...document.querySelectorAll('.variant')].map((v) => v.querySelector('.assembly pre')?.textContent ?? '')"""


def check_folded(browser, name, data, folder):
    """Assembly that a page has no room for is folded into it, and all of it is there once a script has run."""
    most, page_maker.MOST_BYTES = page_maker.MOST_BYTES, 100
    page = folder / f"{name}-folded.html"
    page.write_text(build_page(data), encoding="utf-8")
    page_maker.MOST_BYTES = most
    expect(not has_code(data) or len(page.read_bytes()) < len(build_page(data).encode()), f"{name}: folded it is no smaller")
    open_page(browser, page)
    for k, kernel in enumerate(data["kernels"]):
        for v in range(len(kernel["variants"])):
            browser.js("location.hash = arguments[0]", f"k{k}v{v}")
            time.sleep(0.15)
    texts = [squeezed(without_widths(squeezed(text))) for text in browser.js(ASSEMBLY)]
    wanted = [squeezed("".join(words for words, _ in expected_items(v)["assembly"])) for kernel in data["kernels"] for v in kernel["variants"]]
    expect(texts == wanted, f"{name}: unfolded {[len(t) for t in texts]} of {[len(t) for t in wanted]} characters")
    stops = browser.js("return [...document.querySelectorAll('.assembly pre')].map((p) => p.querySelectorAll('[tabindex=\"0\"]').length)")
    expect(set(stops) <= {1}, f"{name}: stops of the Tab key in unfolded panes {stops}")


TELLS = """const v = document.querySelector('[data-now]'), pre = v.querySelector('.assembly pre'), strip = v.querySelector('.tells');
pre.closest('.body').scrollIntoView({block: 'center'});
const box = pre.closest('.body').getBoundingClientRect(), told = [], height = parseFloat(getComputedStyle(pre).lineHeight);
for (let y = box.top + 10; y < box.bottom - 10; y += height) {
    const target = document.elementFromPoint(box.left + 40, y);
    target.dispatchEvent(new PointerEvent('pointermove', {bubbles: true, clientX: box.left + 40, clientY: y}));
    const at = document.caretRangeFromPoint(box.left + 40, y), text = at.startContainer.data || '';
    told.push([text.slice(text.lastIndexOf('\\n', at.startOffset - 1) + 1).split('\\n')[0].trim().split(' ')[0], strip.textContent]);
}
return told;"""


def check_telling(browser, name):
    """What the instruction under the pointer does, in the words of the table."""
    told = [(mnemonic, words) for mnemonic, words in browser.js(TELLS) if mnemonic and not mnemonic.endswith(":")]
    expect(len(told) >= 5, f"{name}: {len(told)} instructions are told")
    for mnemonic, words in told:
        expect(meaning(mnemonic) and words.startswith(f"{mnemonic} {meaning(mnemonic)}"), f"{name}: of {mnemonic} it says {words}")


# The longest run of instructions, gone through with Alt and the arrow: its lines, and what is told of each.
TELLS_BY_KEY = """const pre = document.querySelector('[data-now] .assembly pre'), strip = pre.closest('[data-pane]').querySelector('.tells');
const lines = (e) => e.textContent.split('\\n').filter((line) => line.startsWith('  ')).map((line) => line.trim().split(' ')[0]);
const run = [...pre.querySelectorAll('[data-l]')].sort((a, b) => lines(b).length - lines(a).length)[0], told = [];
run.focus();
for (const mnemonic of lines(run)) {
    told.push([mnemonic, strip.textContent]);
    run.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowDown', altKey: true, bubbles: true, cancelable: true}));
}
return told;"""


def check_telling_by_key(browser, name):
    """Each instruction of a run is told to the keyboard, not the first alone."""
    told = browser.js(TELLS_BY_KEY)
    expect(len(told) > 1, f"{name}: the longest run has {len(told)} instructions")
    for number, (mnemonic, words) in enumerate(told, 1):
        expect(words.startswith(f"{mnemonic} {meaning(mnemonic) or ''}".rstrip()) and f" · {number} of {len(told)} " in words, f"{name}: by key, of {mnemonic} it says {words}")


def check_program(browser, name):
    """What was written comes first, as it was written."""
    pane, text = browser.js("const p = document.querySelector('[data-now] .panes > :first-child'); return [p.dataset.pane, p.querySelector('pre').textContent]")
    expect(pane == "program" and text == PROGRAM.rstrip().replace("    ", "\t"), f"{name}: {pane} shows {text[:80]}")


TILES = """const section = document.querySelector('[data-now] .tiles'), words = [], next = section.querySelector('.next');
for (let n = 0; n < 8; ++n) { words.push(section.querySelector('.position').textContent); next.click(); }
return {words, step: section.dataset.step, done: section.querySelectorAll('.drawn .done').length, skipped: section.querySelectorAll('.drawn .skipped').length,
    now: [...section.querySelectorAll('.drawn i')].findIndex((i) => i.matches('.now'))};"""


def check_tiles(browser, name):
    """Tiles are stepped through in the order in which they run, past those that are skipped."""
    seen = browser.js(TILES)
    expect(seen["words"][:3] == ["before the first tile", "tile 1 of 6: queries 0 to 3, keys 0 to 2, with the mask",
                                 "tile 2 of 6: queries 4 to 7, keys 0 to 2, without the mask"], f"{name}: tiles say {seen['words']}")
    expect(seen["words"][6] == seen["words"][7] == "tile 6 of 6: queries 8 to 9, keys 6 to 8, with the mask", f"{name}: the last tile: {seen['words']}")
    expect((seen["step"], seen["done"], seen["skipped"], seen["now"]) == ("6", 6, 3, 8), f"{name}: tiles at the end: {seen}")
    browser.js("document.querySelector('[data-now] .tiles .next').focus()")
    browser.press("Home", "Right")
    expect(browser.js("return document.querySelector('[data-now] .tiles').dataset.step") == "1", f"{name}: keys of the tiles")


SIGNS = """
const map = document.querySelector('.map'), cells = (n) => [...map.querySelectorAll('table.heat')[0].tBodies[0].rows[n].querySelectorAll('td')];
const card = (cell) => { cell.dispatchEvent(new FocusEvent('focusin', { bubbles: true })); return map.querySelector('.made').innerText; };
return [cells(1)[0].textContent, cells(2)[0].textContent, cells(0)[0].textContent, card(cells(1)[0]), card(cells(2)[0]), card(cells(0)[0]),
    [...map.querySelectorAll('.sign')].map((s) => s.textContent)];
"""
AGREES = """
const player = document.querySelector('.map .player'), row = player.querySelector('.pick-row');
row.value = arguments[0]; row.dispatchEvent(new Event('change'));
player.querySelector('.last').click();
return player.querySelector('.agrees').textContent;
"""


def check_signs(browser, name, data, folder):
    """NaN and infinity are not masked, and 0 is a number."""
    data = json.loads(json.dumps(data))
    del data["kernels"][1:], data["kernels"][0]["variants"][1:]
    maps = data["kernels"][0]["variants"][0].get("maps")
    if not maps or not maps[0].get("product"):
        return
    scores, weights = maps[0]["scores"], maps[0]["weights"]
    scores[0][0], scores[1][0], scores[2][0] = 0, "NaN", "Infinity"
    for row in (1, 2):
        weights[row] = [None if x is None else "NaN" for x in weights[row]]
        if maps[0].get("output"):
            maps[0]["output"][row] = ["NaN"] * len(maps[0]["output"][row])
    page = folder / f"{name}-signs.html"
    page.write_text(build_page(data), encoding="utf-8")
    open_page(browser, page)
    nan, infinite, zero, of_nan, of_infinity, of_zero, legend = browser.js(SIGNS)
    expect((nan, infinite, zero) == ("NaN", "∞", "0.00"), f"{name}, signs: cells show {nan} {infinite} {zero}")
    expect("A score of this row is NaN" in of_nan and "infinite" in of_infinity, f"{name}, signs: {of_nan} {of_infinity}")
    expect("Masked" not in of_zero + of_nan + of_infinity, f"{name}, signs: {of_zero}")
    lead = browser.js("return document.querySelector('.maps .lead').textContent")
    expect("a row with a score that is no finite number has none" in lead, f"{name}, signs: {lead}")
    if maps[0].get("values") and maps[0].get("output"):
        said = browser.js(AGREES, "1")
        expect(said.startswith("Both agree: a score of the row is no finite number"), f"{name}, signs: two rows of NaN: {said}")
    expect({"NaN: no number", "∞"} <= set(legend), f"{name}, signs: the legend says {legend}")


LIVE = """const v = document.querySelector('[data-now]'), cells = (kind) => [...v.querySelectorAll(`table.heat[data-kind="${kind}"] tbody tr`)].map((r) =>
    [...r.querySelectorAll('td')].map((c) => c.textContent));
return {scores: cells('scores'), weights: cells('weights'), played: [...v.querySelectorAll('tr.result td[data-x]')].map((c) => Number(c.dataset.x)),
    said: v.querySelector('.numbers [role=status]').textContent, colours: [...v.querySelectorAll('.heat td')].map((c) => c.style.background).join(),
    ends: [...v.querySelectorAll('.key')].map((k) => k.textContent), inputs: [...v.querySelectorAll('.numbers input')].map((i) => i.value),
    wrong: v.querySelectorAll('.numbers [aria-invalid="true"]').length}"""
TYPE = """const input = [...document.querySelectorAll('[data-now] .numbers input')][arguments[0]];
input.focus(); input.value = arguments[1]; input.dispatchEvent(new Event('input', {bubbles: true}));"""


def attention_by_hand(x):
    """Of the exercise: its weights are the identity, so queries, keys and values are the words."""
    scores = [[sum(a * b for a, b in zip(q, k)) / math.sqrt(2) for k in x] for q in x]
    powers = [[math.exp(s - max(row)) for s in row] for row in scores]
    weights = [[p / sum(row) for p in row] for row in powers]
    return scores, weights, [[sum(w * v[e] for w, v in zip(row, x)) for e in range(2)] for row in weights]


def check_live(browser, name, data, folder):
    """Other numbers in a tensor: heed computes maps and player again; what is no number changes nothing; and the way back."""
    entry = next(((k, kernel) for k, kernel in enumerate(data["kernels"]) if kernel["name"] == "exercise"), None)
    if entry is None or not (shutil.which("clang++-19") and shutil.which("wasm-ld-19")):
        print(f"{name}: no live numbers: there is no clang 19 for wasm32" if entry else f"{name}: no live numbers: no exercise")
        return
    k, kernel = entry
    kernel["variants"][0]["tensors"] = [{"name": each, "axis": axis, "rows": rows, "columns": 2, "changes": True}
                                        for each, axis, rows in (("X", "words", 3), ("W_Q", "d_model", 2), ("W_K", "d_model", 2), ("W_V", "d_model", 2))]
    root = HERE.parents[1]
    live.add_module(data, [(kernel["variants"][0], "exercise")], str(root / "examples" / "study" / "mini_course.hpp"),
                    Compiler("clang++-19", [], [str(root / "include")]), str(folder))
    expect("live" in data, f"{name}: no live numbers: {data.get('not_live')}")
    page = folder / f"{name}-live.html"
    page.write_text(build_page(data), encoding="utf-8")
    expect(len(page.read_bytes()) <= MOST_BYTES, f"{name}: with live numbers {len(page.read_bytes())} bytes")
    expect(again(page.read_text(encoding="utf-8")) == page.read_text(encoding="utf-8"), f"{name}: live, made again it is another page")
    open_page(browser, f"{page}#k{k}v0")
    browser.js("document.querySelectorAll('.variant').forEach((x) => x.toggleAttribute('data-now', !x.hidden))")
    for _ in range(100):
        if browser.js("return document.querySelector('[data-now] .numbers') !== null"):
            break
        time.sleep(0.05)
    browser.js("document.querySelector('[data-now] .numbers').open = true; const row = document.querySelector('[data-now] .pick-row'); row.value = '1'; row.dispatchEvent(new Event('change'))")
    before = browser.js(LIVE)
    words = [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    expect(before["inputs"] == ["1", "0", "0", "1", "1", "1"] and before["said"] == "", f"{name}: live, it begins with {before['inputs']}")

    def expect_of(x, seen, words):
        scores, weights, output = attention_by_hand(x)
        for shown, wanted in zip(sum(seen["scores"] + seen["weights"], []), sum(scores + weights, [])):
            expect(abs(number_of(shown) - wanted) <= 0.005001, f"{name}: live, {words}: {shown} for {wanted}")
        wrong = max(abs(a - b) for a, b in zip(seen["played"], output[1]))
        expect(wrong < 1e-12, f"{name}: live, {words}: the player is off by {wrong}")

    expect_of(words, before, "as the page was made")
    for n, text, x in ((2, "-1.5", -1.5), (5, "2,5", None), (5, "−2.5", -2.5), (0, "", None), (1, "3e0", 3.0), (3, "1e", None)):
        browser.js(TYPE, n, text)
        seen = browser.js(LIVE)
        if x is None:
            expect(seen["wrong"] == 1 and "is no number" in seen["said"], f"{name}: live, {text!r} is {seen['wrong']} {seen['said']}")
        else:
            words[n // 2][n % 2] = x
        expect_of(words, seen, text)
        if x is None:
            browser.js(TYPE, n, str(words[n // 2][n % 2]))
    seen = browser.js(LIVE)
    expect(seen["said"].startswith("3 numbers are yours") and seen["wrong"] == 0 and seen["colours"] != before["colours"], f"{name}: live says {seen['said']}")
    # More than a float holds would be infinite, and all maps of it NaN.
    for text in ("1e39", "abc"):
        browser.js(TYPE, 1, text)
        refused = browser.js(LIVE)
        expect(refused["weights"] == seen["weights"] and refused["wrong"] == 1 and ("largest float" in refused["said"]) == (text == "1e39"), f"{name}: live, of {text} {refused['weights']}, {refused['said']}")
    for width, height in ((1440, 900), (390, 900)):
        browser.window(width, height)
        browser.js("document.querySelector('[data-now] .numbers').scrollIntoView()")
        below = browser.js("return document.querySelector('[data-now] table.heat tbody').getBoundingClientRect().bottom")
        expect(below <= height, f"{name}: live, at {width} the map ends at {below} while numbers are typed")
        # A tensor with as many rows as there is room for: the table scrolls, the map stays.
        browser.js("const b = document.querySelector('[data-now] .numbers tbody'), more = [...Array(16)].map(() => b.rows[0].cloneNode(true)); b.append(...more); window.more = more")
        below = browser.js("return document.querySelector('[data-now] table.heat tbody').getBoundingClientRect().bottom")
        browser.js("window.more.forEach((row) => row.remove())")
        expect(below <= height, f"{name}: live, at {width} a long table pushes the map to {below}")
    expect(browser.js("return document.documentElement.scrollWidth <= innerWidth"), f"{name}: live, wider than a window")
    browser.window(1600, 1000)
    unnamed = browser.js("return [...document.querySelectorAll('[data-now] .numbers :is(input, select)')].filter((e) => !e.ariaLabel && !e.closest('label')).length")
    expect(unnamed == 0, f"{name}: live, {unnamed} fields without a name")
    browser.js("document.querySelector('[data-now] .numbers button').click()")
    expect(browser.js(LIVE) == before, f"{name}: live, the way back leads to {browser.js(LIVE)} from {before}")


def check_still(browser, name, data, html, folder):
    """Without a script: everything of the first kernel can be read, the others are there to be opened."""
    still = folder / "still.html"
    still.write_text(re.sub(r"<script.*?</script>", "", html, flags=re.S), encoding="utf-8")
    browser.open(still)
    first = data["kernels"][0]["variants"][0]
    text = squeezed(browser.js("document.querySelectorAll('details.helpers').forEach((d) => { d.open = true; }); return document.body.innerText"))
    for pane, entries in expected_items(first).items():
        if pane == "remarks":
            continue
        missing = [words for words, _ in entries if words not in text]
        expect(not missing or pane in ("assembly", "vector"), f"{name}, no script: {pane} lacks {missing[:3]}")
    count = sum(len(kernel["variants"]) for kernel in data["kernels"])
    expect(browser.js("return document.querySelectorAll('details.variant > summary').length") == count, f"{name}, no script: all variants")
    expect(browser.js("return [...document.querySelectorAll('.toolbar, .controls')].every((e) => !e.checkVisibility())"), f"{name}, no script: no dead controls")
    for map_ in (first.get("maps") or [])[:1]:
        if map_.get("values"):
            expect(browser.js("return document.querySelector('.steps').innerText").count("\n") >= 3, f"{name}, no script: steps")


def check_page(browser, path, folder, screenshots):
    data = json.loads(path.read_text(encoding="utf-8"))
    data["program"] = {"name": f"{path.stem}.hpp", "text": PROGRAM}
    data["kernels"][0]["variants"][0]["tiles"] = [{"queries": 10, "keys": 9, "queries_of_tile": 4, "keys_of_block": 3, "rows": ["x--", "#x-", "##x"]}]
    name = path.stem
    html = build_page(data)
    page = folder / f"{name}.html"
    page.write_text(html, encoding="utf-8")
    size = len(html.encode())
    is_cut = "lines are folded" in html
    expect(size < MOST_BYTES, f"{name}: {size} bytes")
    expect("default-src 'none'" in html, f"{name}: no content security policy")
    browser.log("browser"), browser.log("performance")
    browser.window(1600, 1000)
    open_page(browser, page)
    links = played = counted = rooflines = 0
    for k, kernel in enumerate(data["kernels"]):
        for v, variant in enumerate(kernel["variants"]):
            choose(browser, "kernel", str(k))
            choose(browser, "shape", str(v))
            browser.js("document.querySelectorAll('.variant').forEach((x) => x.toggleAttribute('data-now', !x.hidden))")
            label = f"{name} {kernel['name']} {v}"
            check_opening(browser, label)
            links += check_links(browser, label, variant, is_cut)
            check_sight(browser, label)
            check_maps(browser, label, variant)
            played += check_player(browser, label, variant)
            counted += check_lengths(browser, label, variant)
            rooflines += check_roofline(browser, label, variant)
            check_beside(browser, label, variant)
            check_layout(browser, label, variant)
            check_groups(browser, label, variant)
    check_variants(browser, name, data)
    open_page(browser, page)
    check_mouse(browser, name)
    check_keys(browser, name)
    check_playing(browser, name)
    check_comparison(browser, name, data)
    check_program(browser, name)
    check_tiles(browser, name)
    if has_code(data):
        check_telling(browser, name)
        check_telling_by_key(browser, name)
    check_filling(browser, name)
    open_page(browser, page)
    browser.js("document.querySelector('.variant').setAttribute('data-now', '')")
    check_large_maps(browser, name, data)
    check_tour(browser, name, page, has_code(data))
    check_tour_of_numbers(browser, name, page, data["kernels"][0]["variants"][0].get("maps"))
    check_forms(browser, name, page)
    open_page(browser, page)
    check_maps_and_player(browser, name, data)
    expect(again(html) == html, f"{name}: made again it is another page")
    open_page(browser, page)
    light = browser.js("return getComputedStyle(document.body).backgroundColor")
    browser.js("document.getElementById('theme').click()")
    expect(browser.js("return getComputedStyle(document.body).backgroundColor") != light, f"{name}: light and dark")
    browser.js("document.getElementById('theme').click()")
    expect(browser.js("return document.querySelectorAll('table.figures').length === document.querySelectorAll('.scroll > table.figures').length"),
           f"{name}: figures that are wider than a window have nothing to scroll in")
    for width in (1920, 1440, 1024, 390):
        browser.window(width, 1000)
        expect(browser.js("return document.documentElement.scrollWidth <= innerWidth"), f"{name}: wider than a window of {width}")
    browser.window(1600, 1000)
    if screenshots:
        open_page(browser, page)
        browser.screenshot(screenshots / f"study-{name}.png")
    check_forced_colours(browser, name, page)
    check_printing(browser, name, page)
    check_still(browser, name, data, html, folder)
    check_signs(browser, name, data, folder)
    check_folded(browser, name, data, folder)
    check_heads(browser, name, data, folder)
    check_sampled(browser, name, data, folder)
    check_live(browser, name, data, folder)
    said = [entry["message"] for entry in browser.log("browser")]
    expect(said == [], f"{name}: the console says {said[:3]}")
    events = [json.loads(entry["message"])["message"] for entry in browser.log("performance")]
    asked = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
    asked = {request["request"]["url"].split("#")[0] for request in asked if not request["documentURL"].startswith("chrome:")}
    asked = {url for url in asked if not url.startswith("data:")}
    expect(page.as_uri() in asked, f"{name}: the log of requests knows the page")
    own = {page.as_uri(), (folder / "still.html").as_uri(), (folder / f"{name}-signs.html").as_uri(),
           (folder / f"{name}-folded.html").as_uri(), (folder / f"{name}-live.html").as_uri(), (folder / f"{name}-heads.html").as_uri(), (folder / f"{name}-sampled.html").as_uri()}
    expect(asked <= own, f"{name}: requests {asked}")
    print(f"{name}: {size:,} bytes, {links} links, {played} plays of the player, {counted} figures made of lengths, {rooflines} rooflines")


def check_printing(browser, name, page):
    """On paper nothing scrolls: each pane is as long as what it has. It is dark on light whatever was chosen, and has what is open:
    of assembly the hottest loop."""
    open_page(browser, page)
    browser.js("document.documentElement.dataset.theme = 'dark'")
    browser.devtools("Emulation.setEmulatedMedia", media="print")
    cut = browser.js("""return [...document.querySelectorAll(".pane .body")]
        .filter((body) => body.scrollHeight > body.clientHeight + 1 || body.scrollWidth > body.clientWidth + 1)
        .map((body) => body.parentNode.className)""")
    ink, paper = browser.js("const style = getComputedStyle(document.body); return [style.color, style.getPropertyValue('--paper')]")
    expect((ink, paper.strip()) == ("rgb(0, 0, 0)", "#fff"), f"{name}: printed in {ink} on {paper} once dark was chosen")
    runs = browser.js("""const shown = [...document.querySelectorAll('.variant')].find((v) => v.checkVisibility()), hot = shown.querySelector('[data-hottest]');
        return hot ? [...shown.querySelectorAll('.assembly .run')].filter((run) => run.checkVisibility() !== (run.dataset.l === hot.dataset.l && run.dataset.m === hot.dataset.m)).length : 0""")
    expect(runs == 0, f"{name}: printed are {runs} runs of assembly that are not of the hottest loop, or lack")
    idle = browser.js("return [...document.querySelectorAll('.machine tr.row')].filter((row) => row.closest('.variant').checkVisibility() && (row.querySelector('[data-h=time]')?.textContent === '0 %') === row.checkVisibility()).length")
    expect(idle == 0, f"{name}: printed are {idle} rows without time, or others are not")
    many = browser.js("return [...document.querySelectorAll('.map, .codes')].filter((each) => each.checkVisibility()).length -"
                      "new Set([...document.querySelectorAll('.map, .codes')].filter((each) => each.checkVisibility()).map((each) => each.parentElement)).size")
    expect(many == 0, f"{name}: printed are {many} maps that are not open")
    browser.devtools("Emulation.setEmulatedMedia", media="")
    browser.js("delete document.documentElement.dataset.theme")
    expect(cut == [], f"{name}: printing cuts {cut}")


def main(arguments):
    screenshots = None
    if arguments[:1] == ["--screenshots"]:
        screenshots = pathlib.Path(arguments[1])
        screenshots.mkdir(parents=True, exist_ok=True)
        arguments = arguments[2:]
    is_all = not arguments
    paths = [pathlib.Path(a) for a in arguments] or [HERE / "fixture.json", HERE / "lengths.json"]
    with browser_or_skip() as browser, tempfile.TemporaryDirectory(prefix="heed-pages-") as folder:
        for path in paths:
            check_page(browser, path, pathlib.Path(folder), screenshots)
        if is_all:  # 12 keys, more than the fixture has
            page = pathlib.Path(folder) / "tutorial.html"
            page.write_text(again((HERE.parents[1] / "docs" / "pages" / page.name).read_text(encoding="utf-8")), encoding="utf-8")
            check_tour_of_numbers(browser, page.stem, page, True)
    print(f"{len(failures)} failures" if failures else "passed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
