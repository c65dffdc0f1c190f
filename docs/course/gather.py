# SPDX-License-Identifier: BSL-1.0
"""Gathers what becomes pages of the site: the chapters of the course, and the documents beside them, in one folder.

    gather.py FOLDER FILES        FILES: an address for what is no page, https://...; what is linked there is printed
"""

import pathlib
import re
import shutil
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
CHAPTERS = sorted((TOP / "docs/course").glob("*.md"))
DOCUMENTS = [TOP / f"docs/{name}.md" for name in ("guide", "study", "verify", "check_page", "errata", "models", "performance", "beside", "mpi",
                                                "architecture", "conformance", "faults")]
TITLES = {"errata": "Printed numbers of two tutorials"}  # of those that have several parts and no title
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^][]*\])*)\]\(([^()\s#]*)(#[^()\s]*)?\)")
CODE = re.compile(r"^ *(?P<fence>`{3,}).*?^ *(?P=fence)$|^(?: {4}[^\n]*\n)+|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).)+?(?<!`)(?P=ticks)(?!`)", re.MULTILINE | re.DOTALL)


def contents(pages, caption=""):
    named = f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n{named}\n" + "".join(f"{page.stem}\n" for page in pages) + "```\n"


class Gathered:
    def __init__(self, folder, files):
        self.folder, self.files, self.linked = folder, files, set()

    def place(self, page, found):
        """A link between pages, to a file beside them, or, to a folder, its words alone."""
        image, words, path, part = found[1], found[2], found[3], found[4] or ""
        if path == "" or re.match(r"\w+:", path):
            return found[0]
        there = (page.parent / path).resolve()
        if not there.exists():
            sys.exit(f"{page.relative_to(TOP)}: a link leads to {path}, which is not there")
        if there in CHAPTERS + DOCUMENTS:
            return f"[{words}]({there.name}{part})"
        if image:
            return found[0]
        if there.is_dir():
            return words
        name = there.relative_to(TOP).as_posix()
        self.linked.add(name)
        return f"[{words}]({self.files}/{name}{part})"

    def text(self, page):
        text = page.read_text(encoding="utf-8")
        if page.stem in TITLES:
            text = f"# {TITLES[page.stem]}\n\n" + re.sub("^#", "##", text, flags=re.MULTILINE)
        # A link may have code in its words: links are looked for in text whose code is set apart by marks.
        kept = [found[0] for found in CODE.finditer(text)]
        numbers = iter(range(len(kept)))
        marked = CODE.sub(lambda _: f"\0{next(numbers)}\0", text)
        linked = LINK.sub(lambda found: self.place(page, found), marked)
        return re.sub("\0(\\d+)\0", lambda found: kept[int(found[1])], linked)


def main(folder, files):
    gathered = Gathered(pathlib.Path(folder), files)
    for page in CHAPTERS + DOCUMENTS:
        text = gathered.text(page)
        if page.stem == "index":
            text += contents(page for page in CHAPTERS if page.stem[0].isdigit()) + contents(DOCUMENTS, "Documents")
        pathlib.Path(folder, page.name).write_text(text, encoding="utf-8")
    for part in ("course/figures", "images"):
        shutil.copytree(TOP / "docs" / part, pathlib.Path(folder, pathlib.Path(part).name))
    print("\n".join(sorted(gathered.linked)))


if __name__ == "__main__":
    main(*sys.argv[1:])
