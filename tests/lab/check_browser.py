# SPDX-License-Identifier: BSL-1.0
"""The pane "Check my numbers" in a browser: a pasted page gives its verdicts, hostile text neither runs nor hangs.

    check_browser.py PAGE
"""

import json
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "study_page")]
from webdriver import browser_or_skip  # noqa: E402

PANE = "document.querySelector('#pane-check')"
HOSTILE = "<script>window.ran = 1</script> <img src=x onerror='window.ran = 1'> \u202e\u0007 `${1}`"
PAGE = f"""# {HOSTILE}

Q = [[1.0, 2.0], [0.5, -1.0]]
K = [[2.0, 0.0], [1.0, 3.0]]
scores = [[2.0, 7.0], [1.0, -2.6]]
"""
BLOCK = "exact Q, K = matrices 1 to 2\nscores = matrix 3\nscores := Q * transpose(K)"
failures = []


def expect(holds, words):
    if not holds:
        failures.append(words)
        print(f"FAILED: {words}")


def wait(browser, words):
    """Until the pane has answered."""
    time.sleep(0.05)
    for _ in range(400):
        if not browser.js(f"return {PANE}.hasAttribute('aria-busy')"):
            return
        time.sleep(0.05)
    expect(False, f"{words}: no answer in 20 seconds")


def text(browser, selector):
    return browser.js(f"return {PANE}.querySelector(arguments[0])?.textContent ?? ''", selector)


def click(browser, selector):
    browser.js(f"{PANE}.querySelector(arguments[0]).click()", selector)
    wait(browser, selector)


def marks(browser, verdict):
    return browser.js(f"return [...{PANE}.querySelectorAll('.marked .number.' + arguments[0])].map((mark) => mark.textContent)", verdict)


def pasted_page(browser):
    browser.js(f"""const text = new DataTransfer();
        text.setData('text/plain', arguments[0]);
        {PANE}.querySelector('.source').dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: text, bubbles: true, cancelable: true }}))""", PAGE)
    wait(browser, "a pasted page")
    expect("3 matrices" in text(browser, ".status"), f"a pasted page has {text(browser, '.status')!r}")
    expect(":=" in browser.js(f"return {PANE}.querySelector('textarea.block').value"), "nothing is proposed")
    browser.js(f"{PANE}.querySelector('textarea.block').value = arguments[0]", BLOCK)
    click(browser, "button.main")
    expect(marks(browser, "consistent") == ["2.0", "7.0", "1.0"], f"consistent are {marks(browser, 'consistent')}")
    expect(marks(browser, "refuted") == ["-2.6"], f"refuted are {marks(browser, 'refuted')}")
    expect("1 of 4 numbers refuted" in text(browser, ".headline"), f"the headline is {text(browser, '.headline')!r}")
    expect("-2.5" in text(browser, ".proof .figures") and "line 5" in text(browser, ".proof"), f"the proof is {text(browser, '.proof')!r}")
    expect("<script>window.ran = 1</script>" in text(browser, ".marked"), "the text is not shown as it is")
    expect(browser.js("return window.ran === undefined"), "text of a page ran")
    browser.js(f"{PANE}.querySelector('textarea.block').value = 'S := Wz'")
    click(browser, "button.main")
    expect("line 1 of the block" in text(browser, ".mistake"), f"an error is {text(browser, '.verdicts')!r}")


def edited_page(browser):
    """A page that is changed keeps its block; an empty one forgets it."""
    browser.js(f"""{PANE}.querySelector('textarea.block').value = arguments[0];
        const source = {PANE}.querySelector('.source');
        source.value = source.value.replace('-2.6', '-2.5');
        source.dispatchEvent(new Event('input'))""", BLOCK)
    click(browser, ".page_card button:nth-last-of-type(1)")
    expect(len(marks(browser, "consistent")) == 4 and marks(browser, "refuted") == [], f"of an edited page are refuted {marks(browser, 'refuted')}")
    browser.js(f"const source = {PANE}.querySelector('.source'); source.value = ''; source.dispatchEvent(new Event('input'))")
    expect(browser.js(f"return {PANE}.querySelector('textarea.block').value") == "", "an empty page keeps its block")


def one_verdict(browser):
    """A number that follows from its formula and breaks a law is refuted, in the headline too."""
    page = "V = [[1.0, 2.0], [3.0, 4.0]]\nO = [[1.1, 2.0], [3.3, 4.0]]\nW = [[0.5, 0.7]]\n"
    block = "exact V = matrix 1\nO, W = matrices 2 to 3\nO := V * [[1.1, 0], [0, 1]]\nrows of O lie within V"
    drop = f"""const one = new DataTransfer();
        one.items.add(new File([arguments[0]], 'page.md'));
        {PANE}.dispatchEvent(new DragEvent('drop', {{ dataTransfer: one, bubbles: true, cancelable: true }}))"""
    browser.js(drop, f"{page}\n```heed\n{block}\n```\n")
    wait(browser, "a number with two judges")
    expect("1 of 4 numbers refuted" in text(browser, ".headline"), f"the headline of a broken law is {text(browser, '.headline')!r}")
    expect(marks(browser, "refuted") == ["3.3"], f"of a broken law are refuted {marks(browser, 'refuted')}")
    lines = browser.js(f"return {PANE}.querySelectorAll('.proof .verdict_line').length")
    expect(lines == 1, f"one number has {lines} verdicts")
    browser.js(drop, f"{page}\n```heed\n{block.split(chr(10) + 'rows')[0]}\n```\n")
    wait(browser, "a page of which a part is checked")
    expect("others not checked: W" in text(browser, ".headline"), f"the headline of a page of which a part is checked is {text(browser, '.headline')!r}")


def unused(browser):
    """Scores that follow, and that nothing follows from, are told; not the last of the formulas."""
    page = "Q = [[1.0, 0.0], [0.0, 1.0]]\nK = [[1.0, 1.0], [0.0, 1.0]]\nS = [[1.0, 0.0], [1.0, 1.0]]\nO = [[1.7311, 0.2689], [1.5, 0.5]]\n"
    for formula, words in (("softmax(Q * transpose(K)) * K", " No other formula uses S."), ("softmax(S) * K", "")):
        block = f"exact Q, K = matrices 1 to 2\nS, O = matrices 3 to 4\nS := Q * transpose(K)\nO := {formula}"
        browser.js(f"""const one = new DataTransfer();
            one.items.add(new File([arguments[0]], 'page.md'));
            {PANE}.dispatchEvent(new DragEvent('drop', {{ dataTransfer: one, bubbles: true, cancelable: true }}))""", f"{page}\n```heed\n{block}\n```\n")
        wait(browser, "a page with scores")
        said = text(browser, ".counts")
        expect(":=" in text(browser, ".judged:last-of-type code") and said.partition(".")[2] == words, f"of {formula} it says {said!r}")


def next_one(browser):
    """The button above all verdicts says where it leads, and leads there."""
    page = "A = [[0.5, 1.5]]\nR = [[0, 2]]\nS = [[0.5, {}]]\n"
    block = "exact A = matrix 1\nR, S = matrices 2 to 3\nR := round(A)\nS := A * [[1, 0], [0, 1]]"
    for printed, words, led_to in (("1.5", "Next undecided ›", "0"), ("1.6", "Next refuted ›", "1.6")):
        browser.js(f"""const one = new DataTransfer();
            one.items.add(new File([arguments[0]], 'page.md'));
            {PANE}.dispatchEvent(new DragEvent('drop', {{ dataTransfer: one, bubbles: true, cancelable: true }}))""", f"{page.format(printed)}\n```heed\n{block}\n```\n")
        wait(browser, "a page with a number that is not decided")
        button = text(browser, ".verdicts > .bar button")
        click(browser, ".verdicts > .bar button")
        chosen = text(browser, ".number.chosen")
        expect([button, chosen] == [words, led_to], f"above verdicts with {marks(browser, 'undecided')} and {marks(browser, 'refuted')} {button!r} leads to {chosen!r}")


def sample(browser):
    browser.js(f"for (const one of [0, 4, 1]) {PANE}.querySelectorAll('.samples button')[one].click()")  # the last one counts
    wait(browser, "a sample")
    expect(len(marks(browser, "refuted")) == 9 and "sqrt(2)" in text(browser, ".proof .notes"), f"a sample has {marks(browser, 'refuted')} and {text(browser, '.proof')!r}")


def moves_to_verdicts(browser):
    """On a phone, where verdicts stand below the page, the window moves to them, also to what cannot be read."""
    browser.window(390, 844)
    for found in (".headline", ".mistake"):
        browser.js("scrollTo(0, 0)")
        if found == ".mistake":
            browser.js(f"{PANE}.querySelector('textarea.block').value = 'S := Wz'; scrollTo(0, 0); {PANE}.querySelector('button.main').click()")
        else:
            browser.js(f"{PANE}.querySelectorAll('.samples button')[1].click()")
        wait(browser, found)
        top = browser.js(f"return {PANE}.querySelector(arguments[0])?.getBoundingClientRect().top ?? -1", found)
        expect(0 <= top < 700, f"on a phone {found} is at {top}")
    browser.window(1440, 900)


def beside(browser):
    """Verdicts stand beside the page where there is room for both, and nothing lies over them."""
    for width in (1000, 1280, 1440):
        browser.window(width, 800)
        browser.js("scrollTo(0, 0)")
        places = browser.js(f"return ['.page_card', '.proof', '.verdicts'].map((one) => {PANE}.querySelector(one).getBoundingClientRect()).map((r) => [r.left, r.right, r.top])")
        (_, end, top), *others = places
        expect(all(left >= end for left, _, _ in others) and others[0][2] == top, f"at {width} the page, the proof and the verdicts are at {places}")
    browser.window(1440, 900)


def too_much(browser):
    """10 MB by paste and as a file: refused in words, at once."""
    start = time.monotonic()
    browser.js(f"""const much = new DataTransfer();
        much.setData('text/plain', '[[1, 2], '.repeat(1200000));
        {PANE}.querySelector('.source').dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: much, bubbles: true, cancelable: true }}))""")
    expect("10.8 MB" in text(browser, ".status"), f"a long paste has {text(browser, '.status')!r}")
    browser.js(f"""const much = new DataTransfer();
        much.items.add(new File(['1 2 3\\n'.repeat(2000000)], 'much.md'));
        {PANE}.dispatchEvent(new DragEvent('drop', {{ dataTransfer: much, bubbles: true, cancelable: true }}))""")
    expect("12.0 MB" in text(browser, ".status"), f"a long file has {text(browser, '.status')!r}")
    expect(time.monotonic() - start < 5, "text that is too long takes more than 5 seconds")


def dropped_file(browser):
    browser.js(f"""const one = new DataTransfer();
        one.items.add(new File([arguments[0]], 'page.md'));
        {PANE}.dispatchEvent(new DragEvent('drop', {{ dataTransfer: one, bubbles: true, cancelable: true }}))""", PAGE + "\n```heed\n" + BLOCK + "\n```\n")
    wait(browser, "a file")
    expect(marks(browser, "refuted") == ["-2.6"] and text(browser, ".page_name") == "page.md", f"of a file are refuted {marks(browser, 'refuted')}")


def loaded_again(browser):
    """What stands in the address is there again, with the number that was chosen."""
    browser.js(f"{PANE}.querySelector('.marked .number.consistent').click()")
    chosen = browser.js(f"return {PANE}.querySelector('.number.chosen').textContent")
    time.sleep(0.5)
    browser.call("POST", "/refresh")
    time.sleep(0.3)
    wait(browser, "a page that is loaded again")
    expect(marks(browser, "refuted") == ["-2.6"] and text(browser, ".page_name") == "page.md", f"of a page that is loaded again are refuted {marks(browser, 'refuted')}")
    expect(browser.js(f"return {PANE}.querySelector('.number.chosen').textContent") == chosen, "a page that is loaded again has lost the number")


def requests(browser):
    """All but the page itself, and what it makes of itself."""
    log = [json.loads(one["message"])["message"] for one in browser.log("performance")]
    asked = [one["params"] for one in log if one["method"] == "Network.requestWillBeSent"]
    urls = [one["request"]["url"] for one in asked if not one["documentURL"].startswith("chrome:")]
    return [url for url in urls if not url.startswith(("blob:", "data:"))]


def main(page):
    with browser_or_skip() as browser:
        browser.window(1440, 900)
        browser.open(f"{pathlib.Path(page).resolve()}#check")
        for part in (pasted_page, edited_page, one_verdict, next_one, unused, sample, beside, moves_to_verdicts, dropped_file, too_much):
            part(browser)
        asked = requests(browser)
        expect(len(asked) == 1, f"requests: {asked}")
        console = [one["message"] for one in browser.log("browser")]
        expect(console == [], f"on the console: {console}")
        loaded_again(browser)
        for width in (390, 1440, 1920):
            browser.window(width, 900)
            expect(browser.js("return document.documentElement.scrollWidth <= window.innerWidth"), f"wider than a screen of {width}")
    print("lab/check: " + (f"{len(failures)} failures" if failures else "a browser shows it, with one request and nothing on the console"))
    return 1 if failures else 0


sys.exit(main(sys.argv[1]))
