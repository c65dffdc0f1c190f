# SPDX-License-Identifier: BSL-1.0
"""Prints one translation unit of all examples in docstrings, each a function that says where it stands.

    python3 examples.py include > examples.cpp
"""
import pathlib
import re
import sys

BEGIN = re.compile(r"^\s*/// example (?!examples/|tests/)(.*)$")
MORE = re.compile(r"^\s*///    +(\S.*)$")


def examples(header):
    """[(line, text)]"""
    found, open_example = [], False
    for number, line in enumerate(header.read_text().splitlines(), 1):
        if begin := BEGIN.match(line):
            found.append((number, [begin[1]]))
            open_example = True
        elif open_example and (more := MORE.match(line)):
            found[-1][1].append(more[1])
        else:
            open_example = False
    return found


def main():
    include = pathlib.Path(sys.argv[1])
    print('#include "how_to.hpp"\n')
    count = 0
    for header in sorted(include.rglob("*.hpp")):
        for line, text in examples(header):
            count += 1
            print(f'void example_{count}() {{\n#line {line} "{header.relative_to(include)}"')
            print("\n".join("    " + each for each in text) + "\n}")


if __name__ == "__main__":
    main()
