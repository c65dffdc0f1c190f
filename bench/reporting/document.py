# SPDX-License-Identifier: BSL-1.0
"""Sections of a Markdown page between <!-- begin NAME --> and <!-- end NAME -->. What is outside is written by hand."""
import re

MARKED = re.compile(r"(<!-- begin (?P<name>[\w ]+) -->\n).*?(<!-- end (?P=name) -->)", re.DOTALL)


class Flaw(Exception):
    """What is wrong with a page."""


def with_sections(page, sections):
    """The page with each section between its markers. Each must be there once."""
    found = [m["name"] for m in MARKED.finditer(page)]
    for name in found:
        if name not in sections:
            raise Flaw(f"there is no section {name!r}")
    for name in sections:
        if found.count(name) != 1:
            raise Flaw(f"<!-- begin {name} --> ... <!-- end {name} --> is there {found.count(name)} times, not once")
    return MARKED.sub(lambda m: f"{m[1]}\n{sections[m['name']]}\n\n{m[3]}", page)
