# SPDX-License-Identifier: BSL-1.0
"""Figures as text, and Markdown tables."""


def seconds(s):
    for unit, factor, digits in (("ns", 1e9, 1), ("us", 1e6, 2), ("ms", 1e3, 2)):
        if s * factor < 1000:
            return f"{s * factor:.{digits}f} {unit}"
    return f"{s:.2f} s"


def size(count):
    for unit in ("B", "KiB", "MiB"):
        if count < 1024:
            return f"{count:.0f} {unit}" if count >= 10 or unit == "B" else f"{count:.1f} {unit}"
        count /= 1024
    return f"{count:.1f} GiB"


def yes_no(met):
    return "yes" if met else "no"


def table(head, rows, align=None):
    """Markdown; `align` has a letter a column: l or r."""
    align = align or "l" * len(head)
    marks = ["---:" if a == "r" else "---" for a in align]
    lines = [head, marks, *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
