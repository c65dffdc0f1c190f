# SPDX-License-Identifier: BSL-1.0
"""The course shows what its programs print: each block of text of a chapter is lines of its program's output, in their order;
its figures, and what the lab opens with, are of the same numbers; and its pages are made without a warning and ask no other host
for anything. Where there is a browser, check_browser.py opens them.

    check.py PROJECT FOLDER_OF_PROGRAMS
"""

import html
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project, programs = map(pathlib.Path, sys.argv[1:3])
sys.path.insert(0, str(project / "docs/course/draw"))
from chapters import FIGURES  # noqa: E402

failures = []


def blocks(chapter):
    """Of ```text."""
    return re.findall(r"^```text\n(.*?)^```$", chapter, re.MULTILINE | re.DOTALL)


def missing(chapter, output):
    """What of a chapter its program does not print; what is printed once may not be shown twice."""
    at = 0
    for block in blocks(chapter):
        found = output.find("\n" + block, at)
        if found == -1:
            return block
        at = found + len(block)
    return None


def check_outputs():
    shown = 0
    for path in sorted((project / "docs/course").glob("[0-9]*.md")):
        chapter = path.read_text(encoding="utf-8")
        if not blocks(chapter):
            continue
        output = "\n" + subprocess.run([programs / path.stem], capture_output=True, text=True, check=True).stdout
        lost = missing(chapter, output)
        if lost is not None:
            failures.append(f"{path.name} shows what {path.stem} does not print:\n{lost}")
        changed = re.sub(r"\d", lambda digit: str(9 - int(digit[0])), blocks(chapter)[0])
        if missing(f"```text\n{changed}```\n", output) is None and changed != blocks(chapter)[0]:
            failures.append(f"{path.name}: other digits would not be noticed")
        shown += len(blocks(chapter))
    print(f"{shown} outputs are those of programs")
    if shown == 0:
        failures.append("no chapter shows an output")


def other_digits(output):
    """Of the numbers between 0 and 1, which all figures show."""
    return re.sub(r"(?<=0\.)\d+", lambda digits: "".join(str((int(digit) + 1) % 10) for digit in digits[0]), output)


def check_figures():
    """Each chapter has its figure and a link into the lab, and both are what its program gives today."""
    kept = project / "docs/course/figures"
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", project / "docs/course/draw/figures", programs, folder], check=True)
        for drawn in sorted(pathlib.Path(folder).iterdir()):
            if drawn.read_text(encoding="utf-8") != (kept / drawn.name).read_text(encoding="utf-8"):
                failures.append(f"figures/{drawn.name} is not of what programs print: docs/course/draw/figures draws it")
    for path in sorted((project / "docs/course").glob("[0-9]*.md")):
        chapter, figure = path.read_text(encoding="utf-8"), kept / f"{path.stem}.svg"
        title = html.unescape(re.search("<title>(.*?)</title>", figure.read_text(encoding="utf-8"))[1]) if figure.is_file() else ""
        if f"![{title}](figures/{path.stem}.svg)" not in chapter:
            failures.append(f"{path.name} does not show figures/{path.stem}.svg, or with other words than its title")
        if f"](../lab.html#{path.stem})" not in chapter:
            failures.append(f"{path.name} has no link into the lab with its numbers")
    check_that_digits_count(kept)


def check_that_digits_count(kept):
    for chapter in ("03_softmax", "04_attention", "05_multi_head", "08_online_softmax"):
        output = subprocess.run([programs / chapter], capture_output=True, text=True, check=True).stdout
        if FIGURES[chapter](other_digits(output)).svg() == (kept / f"{chapter}.svg").read_text(encoding="utf-8"):
            failures.append(f"figures/{chapter}.svg would be the same of other numbers")
    print(f"{len(FIGURES)} figures are of what programs print")


def check_links(site, pages):
    """Links lead to what is there, in any folder to which the site is copied, to a place that the page has, and are links, not
    Markdown. Documents are pages, too."""
    found = 0
    places = {page: set(re.findall(r'id="([^"]+)"', page.read_text(encoding="utf-8"))) for page in pages if page.parent == site}
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for href in re.findall(r'<a [^>]*href="([^"#]+)', text):
            found += not href.startswith("http")
            if href.startswith(("file:", "/")) or (not href.startswith("http") and not (page.parent / href).is_file()):
                failures.append(f"{page.name} links to {href}, which is not there")
        for href, place in re.findall(r'<a [^>]*href="([^"#]*)#([^"]+)"', text) if page in places else []:
            there = page.parent / href if href else page
            if there in places and place not in places[there]:
                failures.append(f"{page.name} links to {href}#{place}, a place that is not there")
        for raw in re.findall(r'href="(files/docs/[^"]*\.md)', text):
            failures.append(f"{page.name} links to {raw}, which is no page")
        if page.parent == site and "](" in re.sub(r"<pre.*?</pre>|<code.*?</code>|<script.*?</script>", "", text, flags=re.DOTALL) or ".invalid/" in text:
            failures.append(f"{page.name} has a link that is none")
    if not (site / "files/docs/lab.html").is_file():
        failures.append("the course has no lab")
    for document in (project / "docs").glob("*.md"):
        if not (site / f"{document.stem}.html").is_file():
            failures.append(f"docs/{document.name} is no page of the site")
    print(f"{found} links")


def check_refusal(build):
    """A folder with other files is not deleted."""
    with tempfile.TemporaryDirectory() as folder:
        other = pathlib.Path(folder, "mine.txt")
        other.write_text("mine")
        made = subprocess.run([project / build, folder], capture_output=True, text=True)
        if made.returncode == 0 or not other.is_file() or "nothing was changed" not in made.stderr:
            failures.append(f"{build} replaces a folder of other files: {made.stdout}{made.stderr}")


def check_pages():
    needs = ["/usr/lib/python3/dist-packages/myst_parser", "/usr/lib/python3/dist-packages/furo", "/usr/share/nodejs/katex"]
    if not all(pathlib.Path(need).exists() for need in needs):
        print("skipped: pages of the course are not made (Debian: python3-sphinx, python3-myst-parser, furo, katex)")
        return
    with tempfile.TemporaryDirectory() as folder:
        # Where there is Doxygen with the reference, which has the same look.
        build = "docs/build" if shutil.which("doxygen") else "docs/course/build"
        check_refusal(build)
        made = subprocess.run([project / build, folder + "/site"], capture_output=True, text=True)
        if made.returncode != 0:
            failures.append(f"{build}:\n{made.stdout}{made.stderr}")
            return
        pages = list(pathlib.Path(folder, "site").glob("*.html"))
        for page in pages:
            for loaded in re.findall(r'<(?:script|img|link|iframe)[^>]*(?:src|href)="((?:https?:)?//[^"]*)"', page.read_text(encoding="utf-8")):
                failures.append(f"{page.name} loads {loaded}")
            if 'matchMedia("(prefers-color-scheme: dark)")' not in page.read_text(encoding="utf-8"):
                failures.append(f"{page.name} does not follow the colours of the system")
        pages += pathlib.Path(folder, "site/reference").glob("*.html")
        check_links(pathlib.Path(folder, "site"), pages)
        for style in pathlib.Path(folder, "site").rglob("*.css"):
            for loaded in re.findall(r"url\(([\"']?(?:/|https?:)[^)]*)\)", style.read_text(encoding="utf-8")):
                failures.append(f"{style.name} loads {loaded}")
            for imported in re.findall(r"@import url\(([^)]*)\)", style.read_text(encoding="utf-8")):
                if not (style.parent / imported).is_file():
                    failures.append(f"{style.name} imports {imported}, which is not there")
        print(f"{len(pages)} pages")
        if subprocess.run([sys.executable, "-B", project / "tests/course/check_browser.py", project, folder + "/site"]).returncode != 0:
            failures.append("the pages in a browser")


check_outputs()
check_figures()
sys.stdout.flush()
check_pages()
for failure in failures:
    print(f"FAILED: {failure}")
sys.exit(1 if failures else 0)
