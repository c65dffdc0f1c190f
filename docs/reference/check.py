# SPDX-License-Identifier: BSL-1.0
"""Says what the reference lacks: headers with public names in no group, names without a sentence, functions without an
example, names that are on no page, names in the documents that it does not have.

    python3 check.py XML SHOWN     what docs/reference/build --xml made, and the list of what is on its pages
"""
import pathlib
import re
import sys

from groups import INTERNAL, public_headers, read_groups
from names import TYPES, declarations, together

TOP = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", *sorted(p.relative_to(TOP).as_posix() for p in (TOP / "docs").glob("*.md"))]
TARGETS = {"heed::check", "heed::heed", "heed::mpi", "heed::parallel", "heed::safetensors"}  # of CMake
WITHOUT_EXAMPLE = ("heed::axes::", "heed::index::")


def wants_example(name, types):
    """Functions and function objects; a conversion has no name of its own, and the example of a member is that of its
    class."""
    if name.name.rpartition("::")[0] in types or "::operator " in name.name or name.name.startswith(WITHOUT_EXAMPLE):
        return False
    return name.kind == "function" or name.kind == "variable"


def gaps_of_names(found):
    grouped = {header for _, _, headers in read_groups() for header in headers}
    public = set(public_headers())
    for header in sorted({n.header for n in found} - grouped):
        names = ", ".join(n.name for n in found if n.header == header)
        yield f"{header} is in no group of docs/reference/groups: {names}"
    for header in sorted(grouped):
        if not (TOP / "include/heed" / header).exists():
            yield f"docs/reference/groups names {header}, which does not exist"
    types = {n.name for n in found if n.kind in TYPES}
    names = together(n for n in found if n.header in public)
    for n in names:
        if n.kind == "function" and n.name in types:
            continue  # a deduction guide
        if not n.described:
            yield f"{n.header}: {n.name} has no docstring"
        elif wants_example(n, types) and not n.example:
            yield f"{n.header}: {n.name} has no example"


def gaps_of_pages(found, shown):
    """Names with a docstring that the pages do not have."""
    names = set(re.findall(r"<name>(?:\w+::)*([^<]+?)(?:&lt;[^<]*)?</name>", pathlib.Path(shown).read_text()))
    public = set(public_headers())
    for n in together(n for n in found if n.header in public and n.kind not in ("member", "enumerator")):
        short = n.name.rpartition("::")[2]
        if n.described and "operator" not in short and short not in names:
            yield f"{n.header}: {n.name} is on no page"


def gaps_of_functions(shown):
    """Functions of elements are lists of macros, which the filter reads too: these are read anew, to their last line."""
    text = (TOP / "include/heed/scalar/function_list.hpp").read_text()
    lists = text[text.index("#define HEED_BASIC_FUNCTIONS") : text.index("/// In gradients.")]
    names = pathlib.Path(shown).read_text()
    for name in re.findall(r"F\((\w+)\)", lists):
        if f"<name>{name}</name>" not in names:
            yield f"scalar/function_list.hpp: {name} is on no page"


def gaps_of_documents(found):
    known = {n.name for n in found if n.header in set(public_headers())} | TARGETS
    for document in DOCUMENTS:
        for name in sorted(set(re.findall(r"\bheed(?:::\w+)+", (TOP / document).read_text()))):
            if name.startswith("heed::law::") or name.rpartition("::")[0] in known:
                continue  # laws are read in messages; members stand with their class, enumerators with their type
            if name not in known and not any(n.startswith(name + "::") for n in known):
                yield f"{document}: {name} is not in the reference"


def main():
    found = list(declarations(sys.argv[1]))
    gaps = [*gaps_of_names(found), *gaps_of_pages(found, sys.argv[2]), *gaps_of_functions(sys.argv[2]), *gaps_of_documents(found)]
    for gap in gaps:
        print("reference:", gap)
    public = {n.name for n in found if n.header in set(public_headers())}
    if len(public) < 100:
        gaps.append("too few names")
        print(f"reference: {len(public)} public names only: Doxygen has not read the headers")
    print(f"reference: {len(public)} public names, {len(gaps)} gaps")
    sys.exit(1 if gaps else 0)


if __name__ == "__main__":
    main()
