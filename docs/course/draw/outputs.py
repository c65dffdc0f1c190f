# SPDX-License-Identifier: BSL-1.0
"""What programs of the course print, as rows of the numbers as they are printed: figures show the same digits."""

import re

NUMBER = r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf)"


def numbers_of(line):
    return re.findall(NUMBER, line)


def table(output, title):
    """Rows below a line `title =`, [[1, 2], [3, 4]] on lines of their own; a vector has one row."""
    found = re.search(rf"^{re.escape(title)} =\n(\[.*?\])$(?!,)(?=\n[^ ]|\n*\Z)", output, re.MULTILINE | re.DOTALL)
    return [numbers_of(line) for line in found[1].split("\n")]


def lines_below(output, head):
    """Rows of numbers below a line that begins with this, up to an empty line or the end; lines without any are left out."""
    text = "\n" + output
    begin = text.index("\n" + head)
    below = text[text.index("\n", begin + 1) :].strip("\n").split("\n\n")[0]
    return [numbers_of(line) for line in below.split("\n") if numbers_of(line) and not re.match(r"^[a-z(]", line)]


def values(rows):
    return [[float(number) for number in row] for row in rows]
