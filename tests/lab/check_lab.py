# SPDX-License-Identifier: BSL-1.0
"""The lab in a browser: check_lab.py PAGE NATIVE [--screenshots FOLDER]."""

import argparse
import base64
import json
import math
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "study_page"))
from access import check_everybody  # noqa: E402
from cause import check_cause  # noqa: E402
from exercise_answers import answer, are_alike  # noqa: E402
from hostile import check_hostile_panes  # noqa: E402
from layout import check_layout  # noqa: E402
from many import check_many  # noqa: E402
from places import check_places  # noqa: E402
from student import check_student  # noqa: E402
from webdriver import browser_or_skip  # noqa: E402

MOST_BYTES = 716_800
SLOT_X, SLOT_WQ, SLOT_WK, SLOT_WV, SLOT_WO, SLOT_Q, SLOT_K, SLOT_V, SLOT_GIVEN, SLOT_RESULT, SLOTS = 0, 1, 2, 3, 4, 5, 6, 7, 9, 13, 84
EVERY_KEY = 1 << 20
failures = []


def expect(condition, words):
    if not condition:
        failures.append(words)
        print(f"FAILED: {words}")


# ---- the module and a native program

def bits(number):
    return "%x" % struct.unpack("<Q", struct.pack("<d", number))[0]


def table(chance, slot, rows, columns):
    return ["write", slot, rows, columns] + [bits(chance.uniform(-2, 2)) for _ in range(rows * columns)]


def commands():
    """What both are told to do: attention of several sizes and switches, online softmax, exercises with each slip."""
    chance = random.Random(17)
    told = []
    for tokens, depth, heads, scale, softcap, temperature, ahead, behind in (
            (3, 2, 1, 1, 0, 1, EVERY_KEY, EVERY_KEY), (12, 6, 2, 1, 0, 1, 0, EVERY_KEY), (7, 3, 1, 0, 1.5, 0.7, 0, 3),
            (64, 64, 8, 1, 0, 1, EVERY_KEY, EVERY_KEY), (1, 1, 1, 1, 0, 1, 0, 1), (33, 20, 4, 1, 30, 2, EVERY_KEY, 9)):
        told += [table(chance, slot, tokens, depth) for slot in (SLOT_Q, SLOT_K, SLOT_V)]
        told.append(["attend", heads, scale, softcap, temperature, ahead, behind, 0])
        told.append(["begin", heads - 1])
        told += [["step", heads - 1, tokens // 2, first, min(tokens, first + 4)] for first in range(0, tokens, 4)] + [["show", 0, SLOTS]]
    told += [table(chance, SLOT_X, 5, 4)] + [table(chance, slot, 4, 4) for slot in (SLOT_WQ, SLOT_WK, SLOT_WV, SLOT_WO)]
    told += [["project"], ["attend", 2, 1, 0, 1, 0, EVERY_KEY, 1], ["show", 0, SLOTS]]
    told += [table(chance, SLOT_GIVEN + n, 4, 4) for n in range(4)]
    for asked in range(12):
        for slip in range(10):
            told += [["solve", asked, slip], ["show", SLOT_RESULT, SLOT_RESULT + 1]]
    return told


# Runs commands in the page on a module of its own; the last argument takes the lines.
IN_THE_PAGE = """
const [told, done] = arguments, lines = [];
const bits = new BigUint64Array(1), number = new Float64Array(bits.buffer);
lab.module('attention', { fresh: true }).then((instance) => {
    const of = instance.exports;
    for (const [name, ...values] of told) {
        if (name === 'write') {
            const [slot, rows, columns, ...words] = values, at = of.write(slot, rows, columns);
            new BigUint64Array(of.memory.buffer, at, rows * columns).set(words.map((word) => BigInt('0x' + word)));
        } else if (name === 'show') {
            for (let slot = values[0]; slot < values[1]; slot += 1) {
                const size = of.rows(slot) * of.columns(slot);
                if (size === 0) continue;
                const words = [...new BigUint64Array(of.memory.buffer, of.read(slot), size)].map((word) => word.toString(16));
                lines.push([slot, of.rows(slot), of.columns(slot), ...words].join(' '));
            }
            lines.push('done');
        } else of[name](...values);
    }
    done(lines);
}).catch((error) => done(['error ' + error]));
"""


def is_nan(word):
    return len(word) == 16 and math.isnan(struct.unpack("<d", struct.pack("<Q", int(word, 16)))[0])


def same(line):
    """A line with one word for every NaN: which bits these have is left open."""
    return [("nan" if n >= 3 and is_nan(word) else word) for n, word in enumerate(line.split(" "))]


def check_bits(browser, native):
    told = commands()
    text = "\n".join(" ".join(map(str, one)) for one in told)
    expected = subprocess.run([native], input=text, capture_output=True, text=True, check=True).stdout.splitlines()
    computed = browser.call("POST", "/execute/async", {"script": IN_THE_PAGE, "args": [told]})
    expect(len(computed) == len(expected), f"bits: {len(computed)} lines, {len(expected)} natively; the last: {computed[-1][:200]}")
    other = [(a, b) for a, b in zip(computed, expected) if same(a) != same(b)]
    for a, b in other[:3]:
        print(f"  page   {a[:160]}\n  native {b[:160]}")
    expect(not other, f"bits: {len(other)} of {len(expected)} matrices differ from those of the native program")
    count = sum(len(line.split(" ")) - 3 for line in expected if line != "done")
    expect(count > 10_000, f"bits: only {count} numbers were compared")
    print(f"bits: {count:,} numbers as natively")


# ---- the panes


def until(browser, code, words, *arguments):
    for _ in range(100):
        if browser.js(code, *arguments):
            return True
        time.sleep(0.1)
    expect(False, words)
    return False


def rested_address(browser):
    """The state in the address, once it has not changed for half a second: it follows changes with a delay."""
    before, now = None, browser.js("return location.hash.split('/')[1] ?? ''")
    while before != now:
        time.sleep(0.5)
        before, now = now, browser.js("return location.hash.split('/')[1] ?? ''")
    return now


def cell(browser, name, i, j):
    return browser.js("return document.querySelector(`[aria-label='${arguments[0]}'] td[data-i='${arguments[1]}'][data-j='${arguments[2]}']`)"
                      ".firstChild.nodeValue", name, i, j)


def cell_is(browser, name, i, j, value):
    code = ("return document.querySelector(`[aria-label='${arguments[0]}'] td[data-i='${arguments[1]}'][data-j='${arguments[2]}']`)"
            "?.firstChild?.nodeValue === arguments[3]")
    until(browser, code, f"{name} ({i}, {j}) is not {value}", name, i, j, value)


def type_into(browser, selector, text):
    browser.js("const f = document.querySelector(arguments[0]); f.focus(); f.value = arguments[1];"
               "f.dispatchEvent(new Event('input', {bubbles: true}))", selector, text)


def click(browser, selector, words):
    browser.js("[...document.querySelectorAll(arguments[0])].find((b) => b.textContent.trim().startsWith(arguments[1])).click()", selector, words)


STALE = "return document.querySelector('.attention .workbench').classList.contains('stale')"


def check_attention(browser):
    cell_is(browser, "Weights", 0, 0, "0.058")  # the tutorial
    before = browser.js("return location.hash")
    click(browser, ".attention .start button", "Mini-course")
    cell_is(browser, "Weights", 2, 2, "0.5035")
    browser.point_at("[aria-label='Output'] td[data-i='0'][data-j='0']")
    until(browser, "return document.querySelector('.made').textContent.includes('0.401112 × 1')", "an output does not show its terms")
    type_into(browser, ".attention textarea", "Q = [[2, 0], [0, 1]]\nK = [[1, 0], [0, 1]]\nV = [[1, 2], [3, x]]")
    until(browser, "return document.querySelector('#attention-read').textContent.includes('Line 3, column 18: “x” is no number')", "what cannot be read is not said")
    type_into(browser, ".attention textarea", "Q = [[2, 0], [0, 1]]\nK = [[1, 0], [0, 1]]\nV = [[1, 2], [3, 4]]")
    cell_is(browser, "Scores", 0, 0, "1.4142")
    click(browser, ".attention .switch", "scale")
    cell_is(browser, "Scores", 0, 0, "2.0000")
    for field, value, expected in (("temperature", "2", "1.0000"), ("soft cap", "0.5", "0.2498"), ("decimals", "2", "0.25"), ("window", "1", "0.25")):
        find = "[...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.startsWith(arguments[0])).id = 'typed'"
        browser.js(find, field)
        type_into(browser, "#typed input", value)
        browser.js("document.querySelector('#typed').removeAttribute('id')")
        cell_is(browser, "Scores", 0, 0, expected)
    cell_is(browser, "Scores", 1, 0, "−∞")  # of the window
    # A window of 65 is refused, and not one of 6; what is shown is grey until the field is left.
    browser.js("document.activeElement.blur(); [...document.querySelectorAll('.attention .switch')].find((l) => l.textContent.startsWith('window')).querySelector('input').focus()")
    for value in ("6", "65"):
        browser.js("document.activeElement.value = arguments[0]; document.activeElement.dispatchEvent(new Event('input', {bubbles: true}))", value)
    until(browser, "return document.querySelector('.attention .trouble').textContent === 'window takes a whole number from 0 to 64; what is shown is of 1.'", "a window of 65 is not refused")
    until(browser, STALE, "results of another window are not grey")
    browser.js("document.activeElement.blur()")
    until(browser, f"return !({STALE.replace('return ', '')}) && document.querySelector('.attention .trouble').textContent === ''", "results stay grey")
    cell_is(browser, "Scores", 1, 0, "−∞")
    # Nothing is taken of several tables in one, and what is shown is grey.
    type_into(browser, ".attention textarea", "Q = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]")
    until(browser, "return document.querySelector('#attention-read').textContent.includes('“Q” is 2 tables in one')", "two tables in one are taken as one")
    until(browser, STALE, "results of other tables are not grey")
    type_into(browser, ".attention textarea", "")
    click(browser, ".attention .start button", "Mini-course")
    type_into(browser, ".attention textarea", "Q = [[2, 0], [0, 1]]\nK = [[1, 0], [0, 1]]\nV = [[1, 2], [3, 4]]")
    cell_is(browser, "Scores", 0, 0, "1.4142")
    click(browser, ".attention .switch", "causal")
    cell_is(browser, "Scores", 0, 1, "−∞")
    cell_is(browser, "Output", 0, 0, "1.0000")
    click(browser, ".attention button", "columns")
    until(browser, "return document.querySelector('.formula').textContent.startsWith('V * softmax<0>')", "tokens in columns have another formula")
    browser.point_at("[aria-label='Weights'] td[data-i='0'][data-j='0']")
    until(browser, "return document.querySelector('.made').textContent.includes('along its column of scores')", "words stay those of rows")
    until(browser, "return document.querySelector('#attention-read').textContent === 'The tables are read as they stand, their columns are tokens.'", "it is not said what becomes of what was pasted")
    cell_is(browser, "Q", 1, 0, "0")
    click(browser, ".attention .start button", "Undo")
    cell_is(browser, "Scores", 0, 1, "−∞")
    until(browser, "return document.querySelector('.formula').textContent.startsWith('softmax')", "undo does not go back")
    # The number that is explained has a frame, also before one is chosen and after the focus has gone.
    framed = "return [...document.querySelectorAll('td.explained')].map((c) => [c.closest('table').getAttribute('aria-label'), c.dataset.i, c.dataset.j].join(' '))"
    type_into(browser, ".attention textarea", "")
    click(browser, ".attention .start button", "Mini-course")
    until(browser, framed.replace("return ", "return (") + ").join() === 'Weights 0 0'", "at first no number is framed")
    browser.js("document.querySelector(\"[aria-label='Output'] td[data-i='2'][data-j='1']\").focus(); document.activeElement.blur()")
    until(browser, framed.replace("return ", "return (") + ").join() === 'Output 2 1'", "what is explained has no frame")
    # A sample is turned, and its attention stays.
    type_into(browser, ".attention textarea", "")
    click(browser, ".attention .start button", "Tutorial")
    whole = "const rows = document.querySelectorAll(\"[aria-label='Output'] tr\"); return rows.length + ' ' + rows[1].cells.length"
    numbers = [browser.js(f"return document.querySelector(\"[aria-label='Output'] td[data-i='{i}'][data-j='{j}']\").textContent") for i, j in ((11, 2), (5, 0))]
    click(browser, ".attention button", "columns")
    until(browser, "return document.querySelector('#attention-read').textContent.startsWith('The tables were turned')", "it is not said that tables were turned")
    cell_is(browser, "Output", 2, 11, numbers[0])
    cell_is(browser, "Output", 0, 5, numbers[1])
    expect(browser.js(whole) == "4 13", f"output in columns has {browser.js(whole)} rows and columns")
    click(browser, ".attention button", "rows")
    cell_is(browser, "Output", 11, 2, numbers[0])
    # Beyond double precision.
    type_into(browser, ".attention textarea", "Q = [[1e200, 0]]\nK = [[1, 0], [1e200, 0]]\nV = [[1, 2], [3, 4]]")
    until(browser, "return document.querySelector('.attention .trouble').textContent.startsWith('The score of t1 and k2 is beyond')", "an overflow is not said")
    # The keyboard: onto a number of Q, type over it.
    browser.js("document.querySelector(\"[aria-label='Q'] td[tabindex='0']\").focus()")
    browser.press("Right", "Enter")
    browser.js("document.activeElement.value = '5'")
    browser.press("Enter")
    cell_is(browser, "Q", 0, 1, "5")
    browser.js("document.querySelector(\"[aria-label='Q'] td[tabindex='0']\").focus()")
    where = browser.js("return [Number(document.activeElement.dataset.i), Number(document.activeElement.dataset.j)]")
    browser.type("2.5\n")  # without Enter before it
    until(browser, "return document.querySelector(`[aria-label='Q'] td[data-i='${arguments[0]}'][data-j='${arguments[1]}']`).dataset.exact === '2.5'",
          "typing over a number takes other digits", *where)
    # Two heads do not divide three columns: words, and the page goes on.
    click(browser, ".attention .start button", "Tutorial")
    type_into(browser, ".attention input[max='8']", "2")
    until(browser, "return document.querySelector('.attention .trouble').textContent.includes('2 heads do not divide')", "what does not fit is not said")
    type_into(browser, ".attention input[max='8']", "9")
    until(browser, "return document.querySelector('.attention .trouble').textContent.startsWith('heads takes a whole number from 1 to 8')", "a value that a switch does not take is not said")
    type_into(browser, ".attention input[max='8']", "1")
    # Sizes that do not agree; a table that is wrong takes the others with it.
    type_into(browser, ".attention textarea", "Q = [[1, 2, 3]]\nK = [[1, 2]]\nV = [[1]]")
    until(browser, "return document.querySelector('.attention .trouble').textContent.startsWith('Q has 3 numbers a token, K has 2')", "sizes that do not agree are not said")
    type_into(browser, ".attention textarea", "Q = [[7, 7, 7]]\nK = [[1, 2], [3]]")
    until(browser, "return document.querySelector('#attention-read').textContent.startsWith('Nothing was taken')", "a wrong table is not refused")
    cell_is(browser, "Q", 0, 0, "1")
    type_into(browser, ".attention textarea", "X = [[1, 2]]\nW_Q = [[1, 0], [0, 1]]\nW_K = [[1, 0], [0, 1]]\nW_V = [[1, 0], [0, 1]]\nW_O = [[1], [2]]")
    until(browser, "return document.querySelector('.formula').textContent.includes('W_O')", "X and weights are not read")
    formula = browser.js("return document.querySelector('.formula').textContent")
    expect(formula.startswith("Q = X * W_Q, K = X * W_K") and formula.endswith("concat(heads) * W_O"), f"the formula of X and weights is {formula}")
    click(browser, ".attention .start button", "Tutorial")
    cell_is(browser, "Weights", 0, 0, "0.058")
    # The player ends with the output.
    for _ in range(3):
        click(browser, ".player button", "Step")
    until(browser, "return document.querySelector('.player').textContent.includes('block 3 of 3')", "the player does not step")
    said = browser.js("return document.querySelector('.player > p').textContent")
    ended = browser.js("return [...document.querySelectorAll('.state tr:last-child td:last-child span')].map((c) => c.textContent).join('  ')")
    expect(ended == "0.6008  0.7158  0.9888" and said.endswith(f"the output of t1: {ended}."), f"the player ends with {ended}: {said}")
    browser.point_at("[aria-label='Scores'] td[data-i='3'][data-j='4']")
    until(browser, "return document.querySelector('.made h3').textContent.startsWith('Score of “t4” and “t5”')", "a score is not explained")
    until(browser, "return location.hash.startsWith('#attention/')", "the state is not in the address")
    time.sleep(0.5)  # until the address has this number, too
    return before, browser.js("return location.hash")


def check_link(browser, page, link, looked_at):
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.call("POST", "/url", {"url": page.as_uri() + link})
    cell_is(browser, "Weights", 0, 0, "0.058")
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.call("POST", "/url", {"url": page.as_uri() + looked_at})
    cell_is(browser, "Weights", 0, 0, "0.058")
    until(browser, "return document.querySelector('.made h3').textContent.startsWith('Score of “t4” and “t5”')", "a link loses the number that is explained")
    until(browser, "return document.querySelector('.player').textContent.includes('block 3 of 3')", "a link loses the step of the player")
    expect(browser.js("return document.querySelector('.page_head .copy_link') !== null"), "there is no Copy link")
    for bad in ("#attention/AAAA", "#attention/%00", "#nothing", "#exercises/e30"):
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.call("POST", "/url", {"url": page.as_uri() + bad})
        until(browser, "return document.querySelector('.pane:not([hidden]) table') !== null", f"{bad} shows no pane")
        said = browser.js("return document.querySelector('.broken_link').textContent")
        expect(said.startswith("This link is broken") == ("/" in bad), f"{bad} says {said!r}")


def check_exercises(browser):
    click(browser, ".tabs button", "Exercises")
    until(browser, "return document.querySelectorAll('.exercise_list button').length === 10", "there are not ten exercises")
    type_into(browser, ".exercises .part:nth-child(3) input", "0.4223")
    until(browser, "return document.querySelector('.exercises .part:nth-child(3) .said').textContent.includes('without the division by')", "a slip is not explained")
    type_into(browser, ".exercises .part:nth-child(3) input", "0.40")
    until(browser, "return document.querySelector('.exercises .part:nth-child(3) input').className === 'right'", "a right entry is not right")
    for typed, words in (("1/sqrt(2)", "One entry is wrong"), ("0.4011", "1 of 9 right so far"), ("zwei", "“zwei” is neither a number nor a formula"),
                         ("0.4", "Too few digits to tell: Word 1, column Word 1 needs two decimals"), ("0.401", "1 of 9")):
        type_into(browser, ".exercises .part:nth-child(3) input", typed)
        browser.js("document.activeElement.blur()")
        until(browser, f"return document.querySelector('.exercises .part:nth-child(3) .said').textContent.includes({words!r})", f"{typed} is judged otherwise")
    type_into(browser, ".exercises .part:nth-child(2) input", "1/sqrt(2)")
    until(browser, "return document.querySelector('.exercises .part:nth-child(2) input').className === 'right'", "1/sqrt(2) is not taken")
    type_into(browser, ".exercises .part:nth-child(3) td:nth-child(3) input", "0.1977")
    browser.js("document.activeElement.blur()")
    until(browser, "return document.querySelector('.exercises .part:nth-child(3) .said').textContent.startsWith('0.1977 is cut off. Rounded')", "a number that is cut off is not told")
    browser.js("document.querySelector('.exercises .part:nth-child(3) td:nth-child(3) input').focus()")
    click(browser, ".exercises .sheet button", "Undo")
    expect(browser.js("return document.querySelector('.exercises .part:nth-child(3) td:nth-child(3) input').value") == "", "undo does not take an entry back")
    click(browser, ".exercises .sheet button", "Redo")
    click(browser, ".tabs button", "Attention")
    click(browser, ".tabs button", "Exercises")
    until(browser, "return location.hash.startsWith('#exercises/')", "answers are not in the address when one comes back to them")
    check_answers(browser)
    check_pasted_answers(browser)
    for n in range(10):
        browser.js("document.querySelectorAll('.exercise_list button')[arguments[0]].click()", n)
        # Show one, as often as there are entries: what is shown has to be right.
        browser.js("for (const part of document.querySelectorAll('.exercises .part')) for (const _ of part.querySelectorAll('input')) part.querySelector('button').click()")
        wrong = browser.js("return [...document.querySelectorAll('.exercises .part input')].filter((f) => f.className !== 'right').map((f) => f.value)")
        expect(wrong == [], f"exercise {n + 1}: shown entries are not right: {wrong}")
    expect(browser.js("return document.querySelectorAll('.count.done').length") == 10, "not all exercises are done")


SAID = {"no_scale": "without the division", "other_axis": "along columns", "transposed": "K QT", "rounded": "rounded to two decimals",
        "no_mask": "without the mask", "one_head": "of one head", "by_d": "of the division by",
        "no_exp": "divided by their sum", "late_mask": "put on the weights"}


def check_answers(browser):
    """All ten as students fill them in: right to two, three and four decimals, with a decimal comma, and with each slip."""
    def filled(p, texts):
        return browser.js("""const part = document.querySelectorAll('.exercises .part')[arguments[0]];
            part.querySelectorAll('input').forEach((f, n) => { f.value = arguments[1][n]; f.dispatchEvent(new Event('input')); });
            return part.querySelector('.said').textContent""", p, texts)

    def typed(rows, places):
        return [f"{x:.{places}f}" for row in rows for x in row]

    for n, exercise in enumerate(browser.js("return lab.exerciseList")):
        browser.js("document.querySelectorAll('.exercise_list button')[arguments[0]].click()", n)
        for p, part in enumerate(exercise["parts"]):
            given = [exercise["given"][name] for name in part["of"]]
            right = answer(part["what"], "none", given)
            slips = {slip: answer(part["what"], slip, given) for slip in part["slips"]}
            where = f"exercise {n + 1}, {part['name']}"
            for texts in (typed(right, 2), typed(right, 3), typed(right, 4), [text.replace(".", ",") for text in typed(right, 4)]):
                said = filled(p, texts)
                expect(said == "All right.", f"{where}: of {texts} it says {said!r}")
            for slip, wrong in slips.items():
                said = filled(p, typed(wrong, 4))
                alike = [other for other, rows in slips.items() if are_alike(rows, wrong)]
                named = any(SAID[other] in said for other in alike)
                expect(said == "All right." if are_alike(wrong, right) else named, f"{where}: of {slip} it says {said!r}")
            browser.js("document.querySelectorAll('.exercises .part')[arguments[0]].querySelectorAll('button')[1].click()", p)


def check_pasted_answers(browser):
    """What NumPy prints goes into all entries at once; then to the next exercise, on a phone, where the list is a menu."""
    browser.window(390, 844)
    click(browser, ".exercise_list button", "Why scores")
    browser.js("""const data = new DataTransfer();
        data.setData('text/plain', '[[2.   1.5]\\n [1.   3. ]]');
        document.querySelector('.exercises .part:nth-child(2) input').dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))""")
    values = browser.js("return [...document.querySelectorAll('.exercises .part:nth-child(2) input')].map((f) => f.value + ' ' + f.className)")
    expect(values == ["2 right", "1.5 right", "1 right", "3 right"], f"pasted are {values}")
    until(browser, "return !document.querySelector('.exercise_menu').open", "the list of exercises is open on a phone")
    click(browser, ".sheet_foot button", "Next: Softmax")
    until(browser, "return document.activeElement.textContent === 'Softmax of a row'", "the next exercise is not begun")
    expect(browser.js("const top = document.activeElement.getBoundingClientRect().top; return top > 0 && top < 400"), "the next exercise is out of sight")
    browser.window(1440, 1000)
    until(browser, "return document.querySelector('.exercise_menu').open", "the list of exercises is shut beside them")


def check_hostile_links(browser, page):
    """Links that anybody may have written: refused in words, whatever is in them."""
    packed = lambda text: base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)[2:-4]).decode().rstrip("=")  # noqa: E731
    for text in ('{"from": "constructor"}', '{"from": "qkv", "tables": {"q": [[1]], "k": [["<b>"]], "v": [[1]]}}', "[" * 10_000, '"' + "a" * 50_000_000 + '"'):
        for pane in ("attention", "exercises"):
            browser.call("POST", "/url", {"url": "about:blank"})
            browser.call("POST", "/url", {"url": f"{page.as_uri()}#{pane}/{packed(text)}"})
            until(browser, "return document.querySelector('.pane:not([hidden]) table') !== null", f"{pane}/{text[:20]} shows no pane")
            until(browser, "return document.querySelector('.broken_link').textContent.startsWith('This link is broken')", f"{pane}/{text[:20]} is not refused")


HOSTILE = "<script>window.ran = 1</script> <img src=x onerror='window.ran=1'> \u0000\u0001\u0007\u001b[31m \u202eabc \u2028 '\"`;--"


def check_hostile(browser):
    click(browser, ".tabs button", "Attention")
    click(browser, ".attention .start button", "Two heads")
    type_into(browser, ".attention .numbers_card input", HOSTILE)
    until(browser, "return document.querySelector(\"[aria-label='Weights'] th[scope=row]\").textContent === '<script>window.ran'", "a hostile token is no text")
    type_into(browser, ".attention textarea", HOSTILE * 100 + "".join(map(chr, range(32))) * 1000)
    begun = time.time()
    browser.js("const data = new DataTransfer(); data.setData('text/plain', arguments[0].repeat(10e6 / arguments[0].length));"
               "const paste = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});"
               "document.querySelector('.attention textarea').dispatchEvent(paste)", "1 2 <b>3</b> [[")
    until(browser, "return document.querySelector('#attention-read').textContent.includes('10.0 million characters')", "a text of 10 MB is not refused in words")
    expect(time.time() - begun < 10, f"a text of 10 MB takes {time.time() - begun:.0f} s")
    time.sleep(0.5)
    expect(browser.js("return window.ran === undefined && document.querySelector('main script, main img') === null"), "hostile text ran")


def check_looks(browser, folder):
    for scheme in ("light", "dark"):
        for width in (390, 1440, 1920):
            for pane in ("Attention", "Exercises"):
                browser.window(width, 1000, scheme)
                click(browser, ".tabs button", pane)
                wide = browser.js("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
                expect(wide <= 0, f"{pane} at {width}: {wide} px wider than the window")
                if folder:
                    browser.screenshot(f"{folder}/{pane}-{width}-{scheme}.png")
        paper = browser.js("return getComputedStyle(document.body).backgroundColor")
        expect((paper == "rgb(253, 252, 249)") == (scheme == "light"), f"{scheme}: the paper is {paper}")


def check_large(browser):
    click(browser, ".page_head button", "Large type")
    expect(browser.js("return getComputedStyle(document.documentElement).fontSize") == "24px", "large type is not larger")
    expect(browser.js("return document.documentElement.scrollWidth <= window.innerWidth"), "large type is wider than the window")
    click(browser, ".tabs button", "Attention")
    click(browser, ".attention .start button", "Tutorial")
    browser.window(1920, 1080)
    maps = browser.js("return ['Scores', 'Weights', 'Output'].map((n) => document.querySelector(`[aria-label=${n}]`).getBoundingClientRect())"
                      ".map((r) => [r.bottom + scrollY, r.right])")
    expect(all(bottom <= 1080 and right <= 1920 for bottom, right in maps), f"in large type at 1920 x 1080 maps of 12 tokens are out of view: {maps}")
    cell_size = browser.js("return parseFloat(getComputedStyle(document.querySelector('[aria-label=Weights] td')).fontSize)")
    expect(cell_size > 16, f"numbers in large type have {cell_size} px")
    click(browser, ".attention .start button", "Mini-course")
    until(browser, "return parseFloat(getComputedStyle(document.querySelector('[aria-label=Weights] td.heat')).fontSize) > 24", "in large type numbers of 3 tokens are small")
    expect(browser.js("return document.documentElement.scrollWidth <= window.innerWidth"), "large numbers are wider than the window")
    click(browser, ".attention .start button", "Tutorial")
    browser.window(1440, 1000)
    click(browser, ".page_head button", "Large type")
    expect(not browser.js("return location.hash").endswith("/large"), "the link of ordinary type says large")


def check_large_link(browser, page):
    """A link made in large type opens in large type, with its numbers; in a narrow window in the usual one."""
    before = rested_address(browser)
    click(browser, ".attention .start button", "Two heads")
    until(browser, "return ![undefined, arguments[0]].includes(location.hash.split('/')[1])", "the state is not in the address", before)
    rested_address(browser)
    click(browser, ".page_head button", "Large type")
    link = browser.js("return location.hash")
    expect(link.endswith("/large") and len(link) > 40, f"the link of large type is {link[:60]}")
    weights = browser.js("return document.querySelector('[aria-label=Weights]').innerText")
    for pane in ("", link):
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.open(f"{page}{pane}")
        until(browser, "return document.querySelector('[aria-label=Weights] td') !== null", "the lab does not open")
        large = browser.js("return [document.documentElement.classList.contains('large'), document.querySelector('.large_type').getAttribute('aria-pressed')]")
        expect(large == ([True, "true"] if pane else [False, "false"]), f"opened from {pane[:20]!r}, large type is {large}")
    until(browser, "return document.querySelector('[aria-label=Weights]').innerText === arguments[0]", "the link in large type has other numbers", weights)
    browser.window(390, 844)
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.open(f"{page}{link}")
    until(browser, "return document.querySelector('[aria-label=Weights] td') !== null", "the lab does not open on a phone")
    seen = browser.js("return [document.documentElement.classList.contains('large'), document.documentElement.scrollWidth <= innerWidth]")
    expect(seen == [False, True], f"a link in large type on a phone: large, fits: {seen}")
    browser.window(1440, 1000)
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.open(f"{page}{link}")
    until(browser, "return document.documentElement.classList.contains('large')", "a link in large type opens without it")
    click(browser, ".page_head button", "Large type")


def check_script(browser, page):
    """A debugger finds the unpacked script by its name. One that is not what was packed does not run, which is said."""
    expect("lab.js:" in browser.js("try { lab.math(0); } catch (error) { return error.stack; }"), "the script has no name")
    text = page.read_text()
    middle = text.index("</script>", text.index('id="scripts"')) - 10_000
    for what, damaged in (("one character", text[:middle] + chr(ord(text[middle]) ^ 1) + text[middle + 1:]), ("the script", text.replace('id="scripts"', 'id="none"'))):
        with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
            file.write(damaged)
            file.flush()
            browser.open(file.name)
            until(browser, "return document.querySelector('.broken_link').textContent.startsWith('The lab does not start: this file is damaged')", f"it is not said that {what} is damaged")
            expect(browser.js("return typeof lab === 'undefined'"), f"the script runs though {what} is damaged")


def check_names(browser):
    """Everything that can be focused has a name."""
    nameless = browser.js("return [...document.querySelectorAll('button, input, select, textarea')].filter((e) =>"
                          "!(e.getAttribute('aria-label') || e.textContent.trim() && e.tagName !== 'SELECT' || e.closest('label'))).map((e) => e.outerHTML.slice(0, 80))")
    expect(nameless == [], f"without a name: {nameless}")


def main():
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("page", type=pathlib.Path)
    asked.add_argument("native")
    asked.add_argument("--screenshots")
    asked.add_argument("--compile", action="store_true", help="of the script that calls this one")
    wanted = asked.parse_args()
    page = wanted.page.resolve()
    size = page.stat().st_size
    expect(size < MOST_BYTES, f"{size} bytes")
    with browser_or_skip() as browser:
        browser.window(1440, 1000)
        browser.open(page)
        until(browser, "return document.querySelector(\"[aria-label='Weights'] td.heat\") !== null", "the page shows nothing")
        check_bits(browser, wanted.native)
        link, looked_at = check_attention(browser)
        check_exercises(browser)
        check_student(browser, expect)
        check_names(browser)
        check_large(browser)
        check_large_link(browser, page)
        check_everybody(browser, expect)
        check_cause(browser, page, expect)
        check_layout(browser, expect)
        check_many(browser, expect)
        check_places(browser, page, expect)
        check_looks(browser, wanted.screenshots)
        check_link(browser, page, link, looked_at)
        check_hostile_links(browser, page)
        check_hostile(browser)
        check_hostile_panes(browser, page, expect)
        said = [entry["message"] for entry in browser.log("browser")]
        expect(said == [], f"the console says {said[:3]}")
        events = [json.loads(entry["message"])["message"] for entry in browser.log("performance")]
        requests = [event["params"] for event in events if event["method"] == "Network.requestWillBeSent"]
        urls = {one["request"]["url"].split("#")[0] for one in requests if not one["documentURL"].startswith("chrome:")}
        expect(page.as_uri() in urls, "the log of requests does not know the page")
        expect({url for url in urls if not url.startswith(("data:", "about:", "blob:"))} == {page.as_uri()}, f"requests {urls}")
        check_script(browser, page)
    print(f"lab: {size:,} bytes, {len(failures)} failures")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
