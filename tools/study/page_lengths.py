# SPDX-License-Identifier: BSL-1.0
"""Lengths of a formula that are known at run time only: sliders, and the figures that hang on them."""

from page_text import escape

MOST = 16384
OF_MANY = "The loops below are those of any number of rows; where heed has loops for a few rows, they are not told here."
OF_FEW = "A few rows have loops and code of their own, shown where their length is 1{to}; figures are those of the loops for many."


def values_of(lengths, chosen=None):
    """The counts of "lengths" in the data of a page, for lengths in the order of their names: else those of the tensors.
    page/counts.js has the same loop."""
    chosen = chosen or [each["value"] for each in lengths["names"]]
    operations = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a // b,
        "ceil": lambda a, b: (a + b - 1) // b, "min": min, "max": max,
    }  # fmt: skip
    values = []
    for entry in lengths["counts"]:
        if isinstance(entry, int):
            values.append(entry)
        elif entry[0] == "n":
            values.append(chosen[entry[1]])
        else:
            values.append(operations[entry[0]](values[entry[1]], values[entry[2]]))
    return values


def lengths_in_words(variant):
    """query = 256, key = 512"""
    return ", ".join(f'{each["name"]} = {each["value"]:,}' for each in variant["lengths"]["names"])


def marked(words, pieces, values):
    """Words of a line; each number that lengths are in has its value behind it (style.css)."""
    if not pieces:
        return escape(words)
    return "".join(
        escape(piece) if isinstance(piece, str)
        else f'<span class="n" data-c="{piece[1]}" data-at="{values[piece[1]]:,}">{escape(piece[0])}</span>'
        for piece in pieces
    )  # fmt: skip


def fact_words(variant, fact, values):
    several = len({each["kernel"] for each in variant["lengths"]["facts"]}) > 1
    words = fact["words"][min(values[fact["of"]], len(fact["words"]) - 1)]
    return f'k{fact["kernel"]}: {words}' if several and words else words


def loops_in_words(variant):
    if not variant.get("for_few"):
        return OF_MANY
    most = len(variant["for_few"]["plans"])
    return OF_FEW.format(to=f" to {most}" if most > 1 else "")


def lengths_pane(variant):
    lengths = variant.get("lengths")
    if not lengths:
        return ""
    values = values_of(lengths)
    sliders = ""
    for n, each in enumerate(lengths["names"]):
        name = escape(each["name"])
        sliders += (
            f'<div class="length"><label><b>{name}</b><input type="range" min="0" step="1" data-length="{n}" aria-label="{name}, of {escape(each["of"])}">'
            f'</label><input type="number" min="0" max="{MOST}" step="1" data-length="{n}" aria-label="{name} as a number">'
            f'<small>of {escape(each["of"])}</small></div>\n'
        )
    facts = "".join(f'<li data-of="{fact["of"]}">{escape(fact_words(variant, fact, values))}</li>\n' for fact in lengths["facts"])
    totals = "".join(f"<p><code>{escape(words)}</code></p>\n" for words in lengths["totals"])
    asks = "<p>Laws of shapes are asked when the formula runs: it refuses lengths that do not fit, which the figures do not ask.</p>\n"
    asks = asks if lengths["asks"] else ""
    return (
        '<section class="lengths">\n<h3>Lengths</h3>\n'
        "<p>Known at run time only: loops, tiles and the places of values were planned as for long ones. "
        f"{loops_in_words(variant)} "
        f'The tensors of this page have <b>{escape(lengths_in_words(variant))}</b>.</p>\n'
        f'<div class="sliders" role="group" aria-label="Lengths" hidden>\n{sliders}'
        '<button type="button">as the tensors have them</button></div>\n'
        f"{totals}{asks}"
        f'<p class="wrong" role="status" hidden>A length is a whole number from 0 to {MOST:,}.</p>\n'
        f'<ul class="facts" aria-label="What hangs on a length" aria-live="polite">\n{facts}</ul>\n</section>\n'
    )
