# SPDX-License-Identifier: BSL-1.0
"""The exercises as a student does them: key by key, with the focus where the browser puts it."""

import time

FIELD = "document.querySelector(`.exercises [data-key='${arguments[0]}:${arguments[1]}']`)"
SEEN = """const part = document.querySelectorAll('.exercises .part')[arguments[0]];
return [[...part.querySelectorAll('input')].map((f) => f.className).join(' '), part.querySelector('.said').textContent]"""
FOCUS = "return document.activeElement.dataset.key"
NO_SCALE = "That is what comes out without the division by √dk."
PASTE = """const data = new DataTransfer();
data.setData('text/plain', arguments[0]);
return document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))"""


def open_exercise(browser, title):
    browser.js("[...document.querySelectorAll('.exercise_list button')].find((b) => b.textContent.startsWith(arguments[0])).click()", title)
    browser.js("[...document.querySelectorAll('.sheet > .bar button')].find((b) => b.textContent === 'Reset').click()")


def into(browser, part, place):
    browser.js(f"const f = {FIELD}; f.focus(); f.select()", part, place)


def clear(browser, part):
    browser.js("document.querySelectorAll('.exercises .part')[arguments[0]].querySelectorAll('button')[1].click()", part)


def check_student(browser, expect):
    def sees(part, classes, words, where):
        """Once what is left is judged to its end."""
        for _ in range(40):
            seen = browser.js(SEEN, part)
            if seen == [classes, words]:
                return
            time.sleep(0.05)
        expect(False, f"{where}: {seen}, and not {[classes, words]}")

    check_typing(browser, expect, sees)
    check_slips(browser, sees)
    check_keyboard(browser, expect, sees)
    check_undo(browser, expect)
    check_pasting(browser, sees)
    check_widths(browser, expect)
    check_phone(browser, expect)
    check_announced(browser, expect)
    browser.js("document.activeElement.blur()")


def check_typing(browser, expect, sees):
    """What is still being typed is called neither wrong nor too short."""
    open_exercise(browser, "Mini-course 1")
    hint = "A key has two numbers, so dk is 2."
    into(browser, 1, "0,0")
    for typed in ("0", ".", "7", "0"):
        browser.type(typed)
        expect(browser.js(SEEN, 1)[1] == hint, f"after {typed} it says {browser.js(SEEN, 1)[1]!r}")
    browser.type("7\t")
    sees(1, "right" + " " * 8, "1 of 9 right so far.", "0.707")
    into(browser, 1, "0,2")
    for typed in "1/sqrt(2":
        browser.type(typed)
        expect(browser.js(SEEN, 1)[1] == "1 of 9 right so far.", f"at {typed} of 1/sqrt(2) it says {browser.js(SEEN, 1)[1]!r}")
    browser.type(")")
    sees(1, "right  right" + " " * 6, "2 of 9 right so far.", "1/sqrt(2)")
    # The same entries, left: each by a key, the last by the mouse.
    into(browser, 1, "1,1")
    browser.type("0.70\n")
    sees(1, "right  right  wrong" + " " * 4, "0.70 is cut off. Rounded to as many decimals it is 0.71.", "0.70")
    into(browser, 1, "1,1")
    browser.type("0.7\t")
    sees(1, "right  right  open" + " " * 4, "Too few digits to tell: Word 2, column Word 2 needs two decimals.", "0.7")
    into(browser, 1, "1,1")
    browser.type("1/sq")
    browser.point_at(".exercises .sheet h2", click=True)
    sees(1, "right  right  no_number" + " " * 4, "“1/sq” is neither a number nor a formula such as 2*sqrt(3). ", "1/sq")


def check_slips(browser, sees):
    """What explains entries that are wrong, and what does not."""
    rows = (
        ("1\t\t", "wrong" + " " * 8, f"One entry is wrong. {NO_SCALE}"),
        ("1\t0\t1\t0\t1\t1\t1\t1\t2\t", "wrong right wrong right wrong wrong wrong wrong wrong", f"7 entries are wrong. {NO_SCALE}"),
        ("-0.71\t0\t-0.71\t", "wrong right wrong" + " " * 6, "2 entries are wrong. The sign is the other one."),
        ("70.7\t", "wrong" + " " * 8, "One entry is wrong. That is 100 times the answer: a percentage needs its sign, as in 40 %."),
        ("0.7070\t", "wrong" + " " * 8, "One entry is wrong. The digits before the zeros at the end are right, but zeros count as decimals, too."),
        ("0.35\t", "wrong" + " " * 8, "One entry is wrong. Row i, column j: query i times key j, number by number, added up"
         " and divided by √dk. A key has two numbers, so dk is 2."),
        ("0.35\t0\t1\t", "wrong right open" + " " * 6, "One entry is wrong. Row i, column j: query i times key j, number by number,"
         " added up and divided by √dk. A key has two numbers, so dk is 2."),
        ("0.35\t0\t1.00\t0\t1.00\t", "wrong right wrong right wrong" + " " * 4, f"3 entries are wrong. For 2 of them: t{NO_SCALE[1:]}"),
        # As many as are marked, whatever is wrong with them.
        ("1.00\t0\t1.00\t0\t0.70\t", "wrong right wrong right wrong" + " " * 4,
         f"3 entries are wrong. For 2 of them: t{NO_SCALE[1:]} 0.70 is cut off. Rounded to as many decimals it is 0.71."),
        ("0.70\t0\t0.70\t", "wrong right wrong" + " " * 6, "2 entries are wrong. 0.70 is cut off. Rounded to as many decimals it is 0.71."),
        ("zwei\t0\tdrei\t", "no_number right no_number" + " " * 6, "2 entries are wrong. “zwei” is neither a number nor a formula such as 2*sqrt(3). "),
    )
    for typed, classes, words in rows:
        clear(browser, 1)
        into(browser, 1, "0,0")
        browser.type(typed)
        sees(1, classes, words, repr(typed))
    open_exercise(browser, "Attention from end")
    into(browser, 0, "0,0")
    browser.type("0.71\t2.12\t0\t2.83\t")
    sees(0, "right wrong wrong right", "2 entries are wrong. That is what comes out of K QT: rows and columns of the scores are swapped.", "K Q^T")
    open_exercise(browser, "Two heads")
    into(browser, 1, "0,0")
    browser.type("1.8654\t")  # of 0.6698 + 1.1956
    sees(1, "wrong   ", "One entry is wrong. That is close: numbers that are rounded on the way can give it. On the way, keep two decimals more than you type.", "1.8654")
    open_exercise(browser, "Mini-course 2")
    into(browser, 0, "0,0")
    browser.type("0\n1\n2\n")
    sees(0, "wrong wrong wrong" + " " * 4, "3 entries are wrong. That counts from 0, as NumPy does: here the first column is 1.", "argmax of NumPy")
    open_exercise(browser, "Large scores")
    into(browser, 0, "0,0")
    browser.type("nan\t")
    sees(0, "no_number  ", "“nan” comes from an overflow or a division by 0. ", "softmax without taking off the largest score")
    open_exercise(browser, "A weighted mean")
    into(browser, 0, "0,0")
    browser.type("2.5\t2.0\t2.5\t2.4\t")
    sees(0, "right wrong wrong right", "2 entries are wrong. Rows and columns of the answer are swapped.", "a transposed answer")


def check_keyboard(browser, expect, sees):
    """From the list of exercises to the end of a part without a mouse."""
    open_exercise(browser, "Why scores")
    browser.js("document.querySelector('.exercise_list [aria-current]').focus()")
    for _ in range(40):
        browser.type("\t")
        if browser.js(FOCUS) == "0:0,0":
            break
    expect(browser.js(FOCUS) == "0:0,0", f"Tab does not come to the first entry, but to {browser.js(FOCUS)}")
    browser.type("4\n")
    expect(browser.js(FOCUS) == "0:1,0", f"Enter goes to {browser.js(FOCUS)}")
    browser.type("2\n")
    expect(browser.js(FOCUS) == "0:0,1", f"Enter at the end of a column goes to {browser.js(FOCUS)}")
    browser.type("3\n6\n")
    expect(browser.js(FOCUS) == "0:1,1", f"Enter in the last entry goes to {browser.js(FOCUS)}")
    sees(0, "right right right right", "All right.", "Enter after each entry")
    browser.press("Up")
    browser.type("5")  # over what is there
    expect(browser.js("return document.activeElement.value") == "5", "an entry that is entered by an arrow is not selected")
    browser.type("\n")
    sees(0, "right wrong right right", "One entry is wrong. Row i, column j: query i times key j, number by number, added up.", "5")


def check_undo(browser, expect):
    """One step is an entry, not a letter; it takes back a table that was pasted, too, and the focus stays."""
    open_exercise(browser, "Attention from end")
    values = "return [...document.querySelectorAll('.exercises .part')[0].querySelectorAll('input')].map((f) => f.value)"
    into(browser, 0, "0,0")
    browser.type("0.7071\t0.5\t")
    browser.js(PASTE, "[[1, 2]]")
    into(browser, 0, "1,1")
    steps = [browser.js(values)]
    for keys, held in (("z", "Control"), ("z", "Control"), ("z", "Control"), ("y", "Control"), ("z", "Shift+Control")):
        browser.type(keys, held)
        steps.append(browser.js(values))
        expect(browser.js(FOCUS) == "0:1,1", "undo takes the focus away")
    first, both, table = ["0.7071", "", "", ""], ["0.7071", "0.5", "", ""], ["0.7071", "0.5", "1", "2"]
    expect(steps == [table, both, first, [""] * 4, first, both], f"undo and redo give {steps}")


def check_pasting(browser, sees):
    """What Python prints of one number, of lists of NumPy's numbers, and of a column, which NumPy prints as a row."""
    open_exercise(browser, "Softmax of a row")
    into(browser, 0, "0,0")
    browser.js(PASTE, "np.float64(0.6652409557748219)")
    sees(0, "right  ", "1 of 3 right so far.", "np.float64")
    browser.js(PASTE, "[np.float64(0.6652409557748219), np.float64(0.24472847105479767), np.float64(9.003057317038046e-02)]")
    sees(0, "right right right", "All right.", "a list of np.float64")
    open_exercise(browser, "Mini-course 2")
    into(browser, 0, "0,0")
    browser.js(PASTE, "array([1, 2, 3, 3, 4, 5, 6])")
    sees(0, "right right right right right right right", "All right.", "a column that is printed as a row")
    # What does not fit is not cut to what would.
    open_exercise(browser, "Mini-course 1")
    into(browser, 3, "0,0")
    room = "Nothing was taken. The table is 3 × 3, and from this entry on there is room for 3 × 2."
    browser.js(PASTE, "[[1, 2, 3],\n [4, 5, 6],\n [7, 8, 9]]")
    sees(3, " " * 5, room, "a column too many")
    browser.js(PASTE, "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]")
    sees(3, " " * 5, "Nothing was taken. “a table” is 2 tables in one: paste the one that is meant.", "two tables in one")
    open_exercise(browser, "No look ahead")
    into(browser, 0, "0,1")
    browser.type("-inf\t")
    sees(0, " no_number" + " " * 7, "“-inf” is the score of a masked key; its weight is exp(−∞) = 0. ", "the score of a masked key")


def check_widths(browser, expect):
    """Entries fit into their parts, and what Show one types into each field; formulas into those of a small table."""
    for width in (1100, 1440, 1920):
        browser.window(width, 1000)
        for n, title in enumerate(browser.js("return lab.exerciseList.map((e) => e.title)")):
            open_exercise(browser, title)
            browser.js("for (const part of document.querySelectorAll('.exercises .part')) for (const _ of part.querySelectorAll('input')) part.querySelector('button').click()")
            wide = browser.js("return [...document.querySelectorAll('.part .scroll, .answers input')].map((s) => s.scrollWidth - s.clientWidth)")
            expect(max(wide) <= 0, f"exercise {n + 1} at {width}: {max(wide)} px wider than there is room")
    shown = browser.js("return [...document.querySelectorAll('.exercises .part:nth-child(1) input')].map((f) => f.value)")
    expect(shown[3:6] == ["1.8044", "0.5", "0.5"], f"Show one shows {shown}")
    open_exercise(browser, "Mini-course 1")
    into(browser, 1, "0,0")
    browser.type("1/sqrt(2)")
    expect(browser.js("const f = document.activeElement; return f.scrollWidth <= f.clientWidth"), "1/sqrt(2) does not fit into its field")


def check_phone(browser, expect):
    """Four entries beside each other; a keypad on which 1/sqrt(2) can be typed."""
    browser.window(390, 844)
    for title in ("Two heads", "Attention from end"):
        open_exercise(browser, title)
        wide = browser.js("return [...document.querySelectorAll('.part .scroll')].map((s) => s.scrollWidth - s.clientWidth)")
        expect(max(wide) <= 0, f"{title} on a phone: entries are {wide} px wider than their part")
        is_type = browser.js("return [...document.querySelectorAll('.part:last-child .answers input')].map((f) => f.inputMode)[0]")
        expect(is_type in ("", "text"), f"{title} on a phone: the keypad is that of {is_type}")
    browser.window(1440, 1000)


def check_announced(browser, expect):
    """What a screen reader was told of an entry is not there any more where another exercise or pane is."""
    said = "return document.querySelector('.announced').textContent"
    for leave in ("document.querySelectorAll('.exercise_list button')[1].click()", "document.querySelector('#tab-attention').click()"):
        open_exercise(browser, "Mini-course 1")
        into(browser, 1, "0,0")
        browser.type("1\t")
        for _ in range(60):
            if browser.js(said):
                break
            time.sleep(0.05)
        expect(browser.js(said) == f"One entry is wrong. {NO_SCALE}", f"of an entry is told {browser.js(said)!r}")
        expect(browser.js(f"{leave}; {said}") == "", f"after {leave} it is still told of an entry that is not there")
    browser.js("document.querySelector('#tab-exercises').click()")
