# SPDX-License-Identifier: BSL-1.0
"""Pages, tables, files and links as large and as hostile as they may be: the panes say what they do with them, and respond."""

import base64
import json
import random
import time
import zlib

CHECK = "document.querySelector('#pane-check')"
# How long the page did not respond, at most, in ms.
WATCH = """window.gap = window.busy = 0;
    let last = performance.now();
    clearInterval(window.watching);
    window.watching = setInterval(() => { const now = performance.now(); window.gap = Math.max(window.gap, now - last); if (now - last > 50) window.busy += now - last; last = now; }, 10);"""
PASTE = """const data = new DataTransfer();
    data.setData('text/plain', arguments[1]);
    document.querySelector(arguments[0]).dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));"""
DROP = """const data = new DataTransfer();
    for (const [name, text] of arguments[1]) data.items.add(new File([text], name));
    const drop = new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true});
    document.querySelector(arguments[0]).dispatchEvent(drop);
    return drop.defaultPrevented;"""


class Panes:
    def __init__(self, browser, page, expect):
        self.browser, self.page, self.expect = browser, page, expect

    def open(self, link):
        self.browser.call("POST", "/url", {"url": "about:blank"})
        self.browser.call("POST", "/url", {"url": self.page.as_uri() + link})

    def state(self, pane, state):
        text = state if isinstance(state, str) else json.dumps(state)
        packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)[2:-4]).decode().rstrip("=")
        self.open(f"#{pane}/{packed}")

    def tab(self, name):
        self.browser.js("[...document.querySelectorAll('.tabs button')].find((b) => b.textContent === arguments[0]).click()", name)

    def text(self, selector):
        return self.browser.js("return document.querySelector(arguments[0])?.textContent ?? ''", selector)

    def until(self, selector, words, what, seconds=20):
        """Until an element has these words."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if words in self.text(selector):
                return
            time.sleep(0.05)
        self.expect(False, f"{what}: {self.text(selector)[:200]!r} has no {words!r}")

    def rested(self, what, seconds=40):
        """Until the pane that checks pages has answered."""
        time.sleep(0.05)
        end = time.monotonic() + seconds
        while self.browser.js(f"return {CHECK}.hasAttribute('aria-busy')"):
            if time.monotonic() > end:
                return self.expect(False, f"{what}: no answer in {seconds} s")
            time.sleep(0.05)

    def watch(self):
        self.browser.js(WATCH)

    def responds(self, what, most):
        """On a busy machine everything takes longer: then at least the work is in parts."""
        time.sleep(0.3)
        gap, busy = self.browser.js("clearInterval(window.watching); return [window.gap, window.busy]")
        print(f"  {what}: at most {gap:.0f} ms without a response, of {busy:.0f} ms of work")
        self.expect(gap < most or gap < busy / 2, f"{what}: {gap:.0f} ms without a response, of {busy:.0f}")

    def has_no_trouble(self, what):
        said = self.browser.js("return [...document.querySelectorAll('.pane > [role=alert]')].map((p) => p.textContent).join()")
        self.expect(said == "", f"{what}: {said!r}")


def long_pages(panes):
    """More lines than a browser draws at once: a part is shown, in words, and the others are reached."""
    browser = panes.browser
    panes.open("#check")
    for text, shown, what in (("a line\n" * 130_000, "lines 1 to 2,000 of 130,001", "130,000 lines"), ("[1.25, 2.5],\n" * 35_000, "of 35,001", "35,000 rows"),
                              ("[[1,2],[3,4]]\n\n" * 60_000, "of 120,001", "60,000 matrices"), ("1.5 " * 240_000, "lines 1 to 1 of 1", "a line of 960,000 bytes")):
        panes.watch()
        browser.js(DROP, "#pane-check", [["long.md", text]])
        panes.until("#pane-check .page_name", "long.md", what)
        panes.rested(what)
        panes.expect("Checking" not in panes.text("#pane-check .status"), f"{what}: still checking")
        panes.until("#pane-check .around", shown, what, 1)
        panes.responds(what, 2500)
        panes.expect(browser.js(f"return {CHECK}.querySelectorAll('.line').length") <= 2001, f"{what}: all lines are drawn")
    browser.js(DROP, "#pane-check", [["parts.md", "日本\n" * 100_000]])
    panes.until("#pane-check .page_name", "parts.md", "a long page")
    panes.rested("a long page")
    seen, turns = "", 0
    while turns < 100:
        seen += browser.js(f"return [...{CHECK}.querySelectorAll('.line')].map((l) => l.textContent + '\\n').join('')")
        after = browser.js(f"const b = [...{CHECK}.querySelectorAll('.around button')].find((b) => b.textContent.startsWith('After')); b?.click(); return Boolean(b)")
        turns += 1
        if not after:
            break
    panes.expect(seen == "日本\n" * 100_000 + "\n", f"parts of a long page, {turns} of them, are not the page: {len(seen)} characters")
    while browser.js(f"const b = [...{CHECK}.querySelectorAll('.around button')].find((b) => b.textContent.startsWith('‹')); b?.click(); return Boolean(b)"):
        turns -= 1
    panes.expect(panes.text("#pane-check .around").startswith("This is a long page: shown are lines 1 to 2,000"), "one does not come back to the first part")
    page = "Q = [[1.0, 2.0], [0.5, -1.0]]\nK = [[2.0, 0.0], [1.0, 3.0]]\n" + "words\n" * 20_000 + "S = [[2.0, 7.0], [1.0, -2.6]]\n"
    browser.js(DROP, "#pane-check", [["below.md", page + "\n```heed\nexact Q, K = matrices 1 to 2\nS = matrix 3\nS := Q * transpose(K)\n```\n"]])
    panes.until("#pane-check .page_name", "below.md", "a number far below")
    panes.rested("a number far below")
    panes.expect(panes.text("#pane-check .number.chosen") == "-2.6", "a number far below is not shown")
    panes.has_no_trouble("long pages")


def odd_files(panes):
    """Files that are empty, several, too long in bytes, or that come one after the other; onto any pane."""
    browser = panes.browser
    panes.open("#check")
    browser.js(PASTE, "#pane-check .source", "A = [[1.0, 2.0]]")
    panes.rested("a page")
    browser.js(DROP, "#pane-check", [["empty.md", ""]])
    panes.until("#pane-check .status", "empty.md is empty. Nothing was changed.", "an empty file")
    panes.expect(panes.text("#pane-check .page_name") == "", "an empty file gives its name to the page before")
    browser.js(PASTE, "#pane-check .source", "日" * 400_000)
    panes.until("#pane-check .status", "1.2 MB; up to 1 MB are read (of a notebook 8 MB). Nothing was changed.", "more bytes than characters")
    browser.js("const data = new DataTransfer(); data.setData('text/plain', '日'.repeat(400000));"
               "document.querySelector('#pane-check').dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))")
    panes.expect(browser.js(f"return {CHECK}.querySelector('.source').value") == "A = [[1.0, 2.0]]", "a text that is too long is taken")
    browser.js(DROP, "#pane-check", [["a\u2066\u061c.md", "B = [[3.0, 4.0]]"], ["b.md", "C = [[5.0, 6.0]]"]])
    panes.until("#pane-check .status", "Of 2 files the first is read, a", "several files")
    panes.rested("several files")
    panes.until("#pane-check .status", "Of 2 files the first is read, a", "several files")
    panes.expect(panes.text("#pane-check .page_name") == "a\ufffd\ufffd.md", f"a name has {panes.text('#pane-check .page_name')!r}")
    # The older one is read more slowly.
    browser.js("""const read = Blob.prototype.arrayBuffer;
        Blob.prototype.arrayBuffer = function () { return new Promise((done) => setTimeout(() => done(read.call(this)), this.size > 100 ? 500 : 0)); };""")
    browser.js(DROP, "#pane-check", [["old.md", "old\n" * 100]])
    browser.js(DROP, "#pane-check", [["new.md", "D = [[7.0, 8.0]]"]])
    time.sleep(0.8)
    panes.rested("two files")
    panes.expect(panes.text("#pane-check .page_name") == "new.md", "the older of two files is shown")
    browser.js(DROP, "#pane-check", [["one.md", "x = [[2.64]]"]])
    panes.until("#pane-check .status", "[[2.64]] is not read as one", "a matrix of one number")
    browser.js(DROP, "#pane-check", [["marks.md", "a\u00ad\u061c\u180e\u2060\u2064\u206a\u206f\ufff9\ufffbb\r\nc"]])
    panes.until("#pane-check .marked", "a" + "\ufffd" * 9 + "bc", "marks that cannot be seen")
    browser.js(PASTE, "#pane-check .source", "> a\n> \n> b\n> \n> A = [[1.0, 2.0]]\n> ")
    panes.rested("empty lines of a quotation")
    panes.expect("Checking" not in panes.text("#pane-check .status"), "empty lines of a quotation: still checking")
    # Typed while it is checked.
    panes.open("#check")
    browser.js(PASTE, "#pane-check .source", "[[1,2],[3,4]]\n\n" * 20_000)
    browser.js("const s = document.querySelector('#pane-check .source'); s.value = 'A = [[1, 2]]'; s.dispatchEvent(new Event('input'))")
    time.sleep(0.3)
    panes.expect(panes.text("#pane-check .status") == "", f"a page that is edited meanwhile has {panes.text('#pane-check .status')!r}")
    panes.tab("Attention")
    prevented = browser.js(DROP, "#pane-attention", [["there.md", "E = [[1.0, 2.0]]"]])
    panes.expect(prevented, "a file leads away from the page")
    panes.until("#pane-check .page_name", "there.md", "a file onto another pane")
    panes.has_no_trouble("files")


QKV = {"q": [[1, 0], [0, 1]], "k": [[1, 0], [0, 1]], "v": [[1, 2], [3, 4]]}


def odd_links(panes):
    """Whatever JSON a link holds, the lab says that it is broken, or shows what it can."""
    browser = panes.browser
    good = {"from": "qkv", "tables": QKV}
    for state in ("null", "0", "false", '""', "[]", {**good, "tokens": [{"toString": 1}]}, {**good, "tokens": ["a", [["b"]]]},
                  '{"from":"qkv","tables":' + json.dumps(QKV) + ',"tokens":[' + "[" * 20_000 + "]" * 20_000 + "]}"):
        panes.state("attention", state)
        panes.until(".broken_link", "This link is broken", str(state)[:80])
        panes.until("[aria-label='Weights']", "0.058", f"{str(state)[:80]} shows nothing")
        panes.has_no_trouble(str(state)[:80])
    panes.state("attention", {**good, "tokens": ["the", 2], "aim": ["x", 0, 0]})
    panes.until("[aria-label='Weights'] tbody", "the", "tokens of a link")
    panes.until(".made h3", "Weight that", "a number that is not computed")
    panes.has_no_trouble("an aim of another source")
    for pane in ("exercises", "check"):
        for state in ("null", "0", "[]", {"entries": 3}, {"text": {"toString": 1}}):
            panes.state(pane, state)
            panes.until(".broken_link", "This link is broken", f"{pane} {state}")
            panes.has_no_trouble(f"{pane} {state}")
    # A table of X is pointed at, then Q, K and V are given.
    panes.open("#attention")
    browser.js("[...document.querySelectorAll('.attention button')].find((b) => b.textContent === 'X and weights').click()")
    panes.until("[aria-label='Q, computed']", "1", "X and weights")
    browser.js("document.querySelector(\"[aria-label='Q, computed'] td[data-i='0']\").focus()")
    panes.until(".made h3", "Q of", "a number of Q")
    browser.js("[...document.querySelectorAll('.attention button')].find((b) => b.textContent === 'Q, K, V').click()")
    panes.until(".made h3", "Q, “t1”, number 1: given", "a number of Q that is no longer computed")
    # Corners.
    browser.js("for (const c of document.querySelectorAll('.attention td.corner')) { c.click(); c.dispatchEvent(new MouseEvent('mouseover', {bubbles: true})); }")
    panes.expect(panes.text(".made h3") != "", "the corner of a table empties the explanation")
    panes.has_no_trouble("corners")


def odd_tables(panes):
    """Tables that are large, too many, and of one entry."""
    browser = panes.browser
    panes.open("#attention")
    panes.until("[aria-label='Weights']", "0.058", "the tutorial")
    chance = random.Random(3)
    tables = "\n".join(f"{name} = [{','.join(str([chance.uniform(-2, 2) for _ in range(64)]) for _ in range(64))}]" for name in ("X", "W_Q", "W_K", "W_V", "W_O"))
    panes.watch()
    browser.js(PASTE, ".attention textarea", tables)
    panes.until("#attention-read", "W_O 64 × 64", "five tables")
    time.sleep(2)
    panes.until("[aria-label='Output'] tbody tr:last-child th", "64", "the output of five tables")
    panes.responds("five tables of 64 × 64", 2000)
    time.sleep(0.5)
    hash_of = browser.js("return location.hash")
    panes.expect(len(hash_of) < 200_000 and hash_of.split("/")[1:2] in ([], [""]) , f"an address of {len(hash_of)} characters")
    browser.js("navigator.clipboard.writeText = () => Promise.resolve(); document.querySelector('.copy_link').click()")
    panes.until(".head_buttons", "too long for a link", "Copy link")
    for text, words in (("[[1, 2], [3, 4]]\n\n" * 5, "Read: X 2 × 2, W_Q 2 × 2, W_K 2 × 2, W_V 2 × 2, W_O 2 × 2."), ("[[1, 2], [3, 4]]\n\n" * 7, "2 more tables were not taken: there is no place for them."),
                        ("[[1, 2], [3, 4]]\n\n" * 200, "is one more than the 100 tables that are read"),
                        ("X = [[1, 2]]\nW_Q = [[1], [2]]\nW_K = [[1], [2]]\nW_V = [[1], [2]]\nW_O = [[1], [2], [3]]", "W_O 3 × 1")):
        browser.js("const box = document.querySelector('.attention textarea'); box.value = arguments[0]; box.dispatchEvent(new Event('input', {bubbles: true}))", text)
        panes.until("#attention-read", words, f"{text[:30]!r}")
    panes.until(".attention .trouble", "W_V gives 1 number a token, W_O takes 3: they have to agree.", "a W_O that does not fit")
    # The laws of heed have its own words; then a new instance computes.
    said = browser.call("POST", "/execute/async", {"script": "const done = arguments[0];"
        "lab.engine.withEngine((e) => e.attend({q: [[1, 2]], k: [[1]], v: [[1]]}, {heads: 1, temperature: 1})).catch((error) => done(error.message))", "args": []})
    panes.expect(said.startswith("heed: "), f"an error of heed has {said!r}")
    panes.has_no_trouble("tables")
    # Exercises are shown again before the module is there.
    panes.open("#attention")
    browser.js("const tab = (n) => document.querySelectorAll('.tabs button')[n].click(); tab(1); tab(0); tab(1);")
    panes.until(".exercises .sheet", "Show one", "exercises at once")
    browser.js(PASTE, ".exercises .part input", ".5 " * 250_000)
    panes.until(".exercises .part .said", "Nothing was taken. The table is 1 × 250000", "a long row")
    panes.has_no_trouble("exercises")
    # What goes wrong in a pane is said.
    browser.js("lab.exercises.shown = () => { throw new Error('of a test'); }")
    panes.tab("Exercises")
    panes.until(".exercises > [role=alert]", "This did not work: of a test", "an error of a pane")


def check_hostile_panes(browser, page, expect):
    panes = Panes(browser, page, expect)
    for part in (long_pages, odd_files, odd_links, odd_tables):
        begun = time.monotonic()
        part(panes)
        print(f"hostile: {part.__name__} in {time.monotonic() - begun:.0f} s")
