# SPDX-License-Identifier: BSL-1.0
"""Gives pages of the course and the reference their look: a bar on top that leads from one to the other, and finds names. Pages
that are one file, the lab and study pages, get links back.

    dress.py SITE [NAMES]     NAMES: the folder in SITE with the reference, where its names.js is
"""

import json
import os
import pathlib
import re
import shutil
import sys
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
PLACES = [("Course", "index.html"), ("Reference", "reference/index.html"), ("Lab", "files/docs/lab.html")]
MAIN = {"Course": "look_text", "Reference": "doc-content"}
BEGIN, END = "<!--look-->", "<!--/look-->"
KINDS = {"struct": "class", "define": "macro"}


def names_of(tagfile):
    """[name, place, kind] of each public name that a page of the reference has, members with the name of their class."""
    found, places = {}, set()
    compounds = list(xml.etree.ElementTree.parse(tagfile).getroot())
    for compound in sorted(compounds, key=lambda each: each.get("kind") == "group"):  # with namespaces first
        outer, kind = compound.findtext("name"), compound.get("kind")
        if kind in ("class", "struct", "concept"):
            found.setdefault(plain(outer), (compound.findtext("filename"), KINDS.get(kind, kind)))
        for member in compound.iter("member"):
            place = f'{member.findtext("anchorfile")}#{member.findtext("anchor")}'
            is_constructor = kind in ("class", "struct") and plain(outer).rpartition("::")[2] == member.findtext("name")
            if place in places or is_constructor or not member.findtext("anchor"):
                continue
            places.add(place)
            name = member.findtext("name") if kind == "group" else f'{outer}::{member.findtext("name")}'
            found.setdefault(plain(name), (place, KINDS.get(member.get("kind"), member.get("kind"))))
    return [[name, *where] for name, where in sorted(found.items())]


def plain(name):
    """Without heed:: and arguments of templates."""
    return re.sub(r"\s*<.*>", "", name).removeprefix("heed::")


def bar(page, site, own, names):
    """The bar of a page; its links are those of what is there."""
    def to(place):
        return os.path.relpath(site / place, page.parent).replace(os.sep, "/")

    links = ""
    for title, place in PLACES if (site / PLACES[0][1]).is_file() and own != "alone" else []:
        if (site / place).is_file():
            current = ' aria-current="page"' if title == own else ""
            links += f'<a href="{to(place)}"{current}>{title}</a>\n'
    at = f' data-names="{to(names)}/"' if names else ""
    main = MAIN["Course" if own == "Course" else "Reference"]
    brand = f'<a class="look_skip" href="#{main}">Skip to the text</a>\n<a class="look_home" href="{to("index.html")}">heed</a>'
    return f'{BEGIN}<nav class="look_bar" aria-label="heed"{at}>\n{brand}\n{links}</nav>{END}\n'


def head(page, site, names):
    def to(place):
        return os.path.relpath(site / place, page.parent).replace(os.sep, "/")

    of_names = f'<script defer src="{to(names)}/names.js"></script>' if names else ""
    return f'{BEGIN}<link rel="stylesheet" href="{to("look.css")}">{of_names}<script defer src="{to("look.js")}"></script>{END}\n'


# What keys and screen readers need and furo and Doxygen leave out: a part to skip to, names, a language, headings in order.
COURSE_PARTS = [
    (r'<article role="main">', f'<article role="main" id="{MAIN["Course"]}" tabindex="-1">'),
    (r'name="__navigation" id="__navigation">', 'name="__navigation" id="__navigation" aria-label="Show the list of chapters">'),
    (r'name="__toc" id="__toc">', 'name="__toc" id="__toc" aria-label="Show the list of this page">'),
]
REFERENCE_PARTS = [
    (r'<html xmlns="http://www.w3.org/1999/xhtml">', '<html lang="en" xmlns="http://www.w3.org/1999/xhtml">'),
    (r'<div id="doc-content">', '<div id="doc-content" role="main" tabindex="-1">'),
    (r"<h1>(.*?)</h1>", r"<h2>\1</h2>"),  # of a text below its title
    (r'<div class="title">(.*?)(<div class="ingroups">.*?</div>)?</div>', r'<h1 class="title">\1</h1>\2'),
]


def dressed(page, site, names):
    text = re.sub(f"{BEGIN}.*?{END}\n", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    is_reference = '<div id="top">' in text
    own = "alone" if names == "." else "Reference" if is_reference else "Course"
    # Doxygen's script measures what is in #top.
    begin = '<div id="top">' if is_reference else r"<body[^>]*>"
    first = re.search(r"<link [^>]*stylesheet", text)
    if not first or not re.search(begin, text):
        return None
    for before, after in REFERENCE_PARTS if is_reference else COURSE_PARTS:
        text = re.sub(before, after, text)
    found = re.search(begin, text)
    text = text[: found.end()] + "\n" + bar(page, site, own, names) + text[found.end() :]
    return text[: first.start()] + head(page, site, names) + text[first.start() :]


WAY_BACK = "font: .85rem/1.4 var(--sans); max-width: 112rem; margin: 0 auto; padding: .35rem clamp(1rem, 2.5vw, 2rem) 0; display: flex; gap: 1.2rem"


def with_way_back(page, site):
    """A page that is one file, as the lab: in the site it leads back. The lab hides that where it is not at its place."""
    links = "".join(f'<a href="{os.path.relpath(site / place, page.parent)}">{title}</a>' for title, place in PLACES if (site / place).is_file() and site / place != page)
    text = re.sub(f"{BEGIN}.*?{END}\n", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    return text.replace("<body>\n", f'<body>\n{BEGIN}<nav aria-label="heed" data-place="{page.relative_to(site).as_posix()}" style="{WAY_BACK}">{links}</nav>{END}\n', 1)


def main(site, names=None):
    site = pathlib.Path(site).resolve()
    style = "".join((HERE / part).read_text(encoding="utf-8") for part in ("colours.css", "look.css"))
    (site / "look.css").write_text(style, encoding="utf-8")
    shutil.copy(HERE / "look.js", site)
    for page in [*site.glob("*.html"), *(site / "reference").glob("*.html")]:
        text = dressed(page, site, names)
        if text is not None:
            page.write_text(text, encoding="utf-8")
    for page in [*(site / "files/docs").glob("lab.html"), *(site / "files/docs/pages").glob("*.html")]:
        page.write_text(with_way_back(page, site), encoding="utf-8")
    for menu in [*site.glob("menu.js"), *(site / "reference").glob("menu.js")]:  # Doxygen's
        text = menu.read_text(encoding="utf-8")
        menu.write_text(text.replace('id="main-menu-state" type', 'id="main-menu-state" aria-label="Show the menu" type'), encoding="utf-8")


def write_names(tagfile, folder):
    text = json.dumps(names_of(tagfile), separators=(",", ":"), ensure_ascii=False)
    pathlib.Path(folder, "names.js").write_text(f"window.heedNames = {text};\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "--names":
        write_names(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
