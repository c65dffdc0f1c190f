# SPDX-License-Identifier: BSL-1.0
"""The groups of the reference and their headers, as docs/reference/groups lists them."""
import pathlib

INTERNAL = "internal"


def read_groups():
    """[(name, title, [header])]"""
    groups = []
    for line in pathlib.Path(__file__).with_name("groups").read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            groups[-1][2].extend(line.split())
        else:
            name, title = line.split(" ", 1)
            groups.append((name, title, []))
    return groups


def public_headers():
    return [header for name, _, headers in read_groups() if name != INTERNAL for header in headers]


if __name__ == "__main__":
    # What Doxygen makes pages of: headers of users, and the names of the groups.
    import sys

    folder = pathlib.Path(sys.argv[1])
    print("INPUT =", "docs/reference/main.md", folder / "groups.dox", folder / "first.hpp",
          *(folder / "heed" / h for h in public_headers()))
