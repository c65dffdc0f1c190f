# SPDX-License-Identifier: BSL-1.0
"""Text of a page: escaping, numbers, ids of loops."""

import base64
import html
import math
import zlib

PARTS = {
    "tiles": "tiles of rows, and what is made ready for each of them",
    "read": "operands go to where the loop wants them",
    "blocks": "blocks of keys, one after the other",
    "scores": "queries times keys, and the largest score",
    "weights": "exp",
    "values": "weights times values",
    "sums": "rows times columns",
    "fold": "maximum and sum of a row",
    "elements": "elements that do not depend on each other",
    "columns": "elimination",
    "write": "results go to their place",
}


def escape(words):
    return html.escape(str(words), quote=True)


def deflated(words):
    """As a script unpacks them: DecompressionStream("deflate") of what atob makes of it."""
    return base64.b64encode(zlib.compress(words.encode(), 9)).decode()


def part_of(loop):
    """scores of k0.scores"""
    return loop.rpartition(".")[2]


def linked(loops, classes=""):
    """Attributes of an item that belongs to loops: what the script links, and the colour of the first of them. The colour
    of one alone is found by its name (style.css)."""
    loops = [loops] if isinstance(loops, str) else loops
    loops = [loop for loop in loops if loop]
    names = " ".join(filter(None, [classes, "p-" + part_of(loops[0]) if len(loops) > 1 else ""]))
    text = f' class="{escape(names)}"' if names else ""
    if loops:
        text += f' data-l="{escape(" ".join(loops))}"'
    return text


def count(n):
    """1,048,576"""
    return f"{n:,}" if isinstance(n, int) else f"{n:,.4g}"


def fixed(x, places=4):
    if x is None:
        return "–"
    if not math.isfinite(x):
        return "NaN" if math.isnan(x) else "∞" if x > 0 else "−∞"
    words = f"{x:.{places}f}"
    return words.replace("-", "" if float(words) == 0 else "−")


def short(x, places=2):
    """As fixed, and with an exponent from 100,000 on: 7.0e8 has room in a cell and beside a scale."""
    if x is None or not math.isfinite(x) or abs(x) < 99_999.5:
        return fixed(x, places)
    digits, _, power = f"{x:.1e}".partition("e")
    return f"{digits}e{int(power)}".replace("-", "−")


def bytes_of(n):
    for unit, size in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if n >= 10 * size:
            return f"{n / size:,.0f} {unit}"
    return f"{n:,} B"
