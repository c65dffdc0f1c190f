# SPDX-License-Identifier: BSL-1.0
"""The linked panes: what was written, tree, loop nest, emitted C in two forms, assembly."""

import itertools
import re

from page_lengths import marked, values_of
from page_text import PARTS, deflated, escape, linked, part_of


def pane(kind, title, note, body, more="", form="", below=""):
    """FORM tells panes of one title apart where they stand side by side; what is BELOW does not scroll."""
    keys = "" if kind == "program" else ": arrow keys go from loop to loop"
    name = title + (f", {form}" if form else "")
    heading = title + (f"<span>, {form}</span>" if form else "")
    return (
        f'<section class="pane {kind}" data-pane="{kind}">\n<h3>{heading}</h3><p class="about"{more}>{note}</p>\n'
        f'<div class="body" tabindex="0" role="group" aria-label="{name}{keys}">\n{body}</div>\n'
        f"{below}</section>\n"
    )


def all_loops(variant):
    """Ids in the order in which the loops run."""
    found = []
    sources = [line["id"] for line in variant["loops"]]
    sources += [loop for node in variant["tree"] for loop in node["loops"]]
    machine = variant.get("machine") or {}
    for entries in (machine.get("asm") or [], machine.get("machine_loops") or [], shown_remarks(machine)):
        sources += [entry.get("id") for entry in entries]
    for loop in sources:
        if loop and loop not in found:
            found.append(loop)
    return found


MOST_REMARKS = 60


def shown_remarks(machine):
    """Those about loops are the first."""
    return (machine.get("remarks") or [])[:MOST_REMARKS]


def legend(variant):
    """Chips of loops, those of a kernel together, with its name where there are several."""
    of = {}
    for loop in all_loops(variant):
        of.setdefault(loop.partition(".")[0], []).append(loop)
    chips = "".join(group(kernel, loops, len(of) > 1) for kernel, loops in of.items())
    return f'<div class="legend" data-pane="legend" role="group" aria-label="Loops">\n{chips}</div>\n' if chips else ""


def group(kernel, loops, is_named):
    chips = "".join(map(chip, loops))
    name = escape(kernel)
    return f'<span class="of_kernel" role="group" aria-label="{name}"><b>{name}</b>\n{chips}</span>\n' if is_named else chips


def chip(loop):
    part = loop.partition(".")[2]
    return f"<button type=\"button\"{linked(loop, 'chip')} title=\"{escape(PARTS.get(part, part))}\">{escape(part)}</button>\n"


def program_pane(program):
    """What was written, as it was written."""
    if not program:
        return ""
    note = f'{escape(program["name"])}: what was written'
    words = "\n".join(map(program_line, program["text"].replace("    ", "\t").rstrip().split("\n")))
    return pane("program", "C++", note, f"<pre>{words}</pre>\n")


def program_line(line):
    """Where a formula is returned the pane opens: what is returned has an operation or a call."""
    if line.lstrip().startswith("//"):
        return f"<i>{escape(line)}</i>"
    return f"<b>{escape(line)}</b>" if re.search(r"\breturn .*[(*]", line) else escape(line)


def tree_pane(variant):
    nodes = {node["id"]: node for node in variant["tree"]}
    seen = set()

    def item(node_id):
        node = nodes[node_id]
        dots = "".join(f'<i class="p-{escape(part_of(loop))}"></i>' for loop in node["loops"])
        shape = f' <small>{escape(node["shape"])}</small>' if node["shape"] else ""
        line = f'<div{linked(node["loops"], "row")}><span class="dots">{dots}</span><b>{escape(node["label"])}</b>{shape}</div>'
        again = node_id in seen
        seen.add(node_id)
        below = "" if again else "".join(item(child) for child in node["children"])
        return f"<li>{line}{f'<ul>{below}</ul>' if below else ''}</li>\n"

    body = f'<ul class="tree">\n{item(variant["root"])}</ul>\n' if nodes else '<p class="missing">No tree.</p>\n'
    return pane("formula-tree", "Formula", "dots: the loops it ends up in", body)


def nest_pane(variant):
    values = values_of(variant["lengths"]) if variant.get("lengths") else []
    rows = nest_rows(variant["loops"], values)
    if variant.get("for_few"):  # a script shows them where the length is that number
        for plan in variant["for_few"]["plans"]:
            rows += f'<template class="of_few">{nest_rows(plan["loops"], values)}</template>\n'
    return pane("nest", "Loops", "as they run, named after axes", rows)


def nest_rows(lines, values):
    rows = ""
    for line in lines:
        if not line["text"]:
            rows += '<div class="row gap"></div>\n'
            continue
        words = {key: marked(line[key], line.get(f"numbers_of_{key}"), values) for key in ("text", "remark")}
        remark = f'<small>{words["remark"]}</small>' if line["remark"] else ""
        rows += (
            f'<div{linked(line["id"], "row line")} style="--d:{int(line["depth"])}">'
            f'<code>{words["text"]}</code>{remark}</div>\n'
        )
    return rows


def runs_of(lines, key):
    """Lines of one loop that follow each other."""
    return [(name, list(run)) for name, run in itertools.groupby(lines, key)]


def source_lines(lines):
    """A line is an element, so that it can be compared; what a loop has in common is said once for a run of lines."""
    rows, in_comment = "", False
    for loop, run in runs_of(lines, lambda line: line["id"]):
        codes, in_comment = source_run(run, in_comment)
        rows += f'<div{linked(loop, "row lines")}>{codes}</div>\n'
    return rows


def source_run(lines, in_comment):
    codes = []
    for line in lines:
        words = "<i>" if in_comment else ""
        text = line["text"].lstrip(" ")
        tabs, spaces = divmod(len(line["text"]) - len(text), 4)
        for piece in re.split(r"(/\*|\*/)", "\t" * tabs + " " * spaces + text):
            if piece == "/*" and not in_comment:
                words, in_comment = words + "<i>/*", True
            elif piece == "*/" and in_comment:
                words, in_comment = words + "*/</i>", False
            else:
                words += escape(piece)
        words += "</i>" if in_comment else ""
        codes.append(f'<code>{words or " "}</code>')
    return "\n".join(codes), in_comment


def begin_of_function(lines):
    """Where the function with the loops begins: after the end of the last function before the first line of a loop."""
    first = next((i for i, line in enumerate(lines) if line["id"]), 0)
    for i in range(first, -1, -1):
        if lines[i]["text"] == "}" or lines[i]["text"].startswith("#include"):
            return i + 2 if lines[i + 1]["text"] == "" else i + 1
    return 0


def source_panes(variant):
    """C over single numbers, and beside it the same loops over registers, which a page has folded."""
    vector = variant.get("vector") or []
    return f'<div class="codes">\n{plain_pane(variant, "single numbers" if vector else "")}{vector_pane(vector)}</div>\n'


def function_lines(lines):
    """Lines of C, those before the function with the loops behind a summary."""
    begin = begin_of_function(lines)
    if begin == 0:
        return source_lines(lines)
    return (
        f'<details class="helpers"><summary>{begin} lines before: what it computes, and the functions that it '
        f"calls</summary>\n{source_lines(lines[:begin])}</details>\n{source_lines(lines[begin:])}"
    )


def plain_pane(variant, form):
    lines = variant.get("source") or []
    if lines:
        body = function_lines(lines)
    else:
        why = "C is emitted for formulas of float and double"
        if variant.get("lengths"):
            why += ", not where an exact scalar is made of a length or the tensors have gaps"
        body = f'<p class="missing">No source: {why}.</p>\n'
    conditions = ("The same sums in the same order, with single numbers. Library and C compiled with -ffp-contract=off give the "
                  "same bits; with the options of this page a compiler may round a product and a sum once or twice.")
    note = "the bits of the library with -ffp-contract=off"
    return pane("source", "C", note, body, f' title="{escape(conditions)}"', form)


def vector_pane(lines):
    if not lines:
        return ""
    words = ("The same loops as the library runs them, with tiles and registers as wide as those of the machine for which this page "
             "was made (vector extensions of gcc and clang).")
    note = f'<p class="missing">{len(lines):,} lines are folded: a script unfolds them.</p>'
    body = f'{note}\n<template class="folded">{deflated(function_lines(lines))}</template>\n<div class="unfolded"></div>\n'
    return pane("vector", "C", "tiles and registers, as the library runs them", body, f' title="{escape(words)}"', "registers")


# An operand of another width than the register beside it.
_OTHER_WIDTH = re.compile(r"(movzx|movsx|movsxd|crc32|v?cvt|v?pmov[sz]x|v?pinsr|v?pextr|s[ah][lr]|ro[lr])\w*\b")


def without_width(text):
    """Text of an instruction without the width of what is in memory, where the other operand, a register, says it."""
    text = re.sub(r"[xyz]mmword ptr ", "", text)
    if re.search(r"(^| )[a-z]\w*(?= ?[{,]|$)", text.partition(" ")[2]) and not _OTHER_WIDTH.match(text):
        text = re.sub(r"\b[dq]word ptr ", "", text)
    return text


def asm_line(line):
    text = escape(without_width(re.sub(r"\s+", " ", line["text"].strip())))
    if line.get("label"):
        return f"<u>{text}</u>"
    share = line.get("share") or 0
    return f'<s data-t="{100 * share:.1f}" style="--t:{100 * share:.1f}">  {text}</s>' if share >= LEAST_SHARE else "  " + text


LEAST_SHARE = 0.001
SAMPLED = '<p class="about sampled">% of samples, from {least} on, at what was next to run; the slow one may stand before it.</p>\n'


def sampled_words(lines):
    """Nothing where no instruction has a share."""
    return SAMPLED.format(least=f"{100 * LEAST_SHARE:.1f}") if any((line.get("share") or 0) >= LEAST_SHARE for line in lines) else ""


def assembly_of(variant):
    return (variant.get("machine") or {}).get("asm") or []


def kept_lines(variants, most):
    """For each variant which lines of assembly are kept, at most so many in all: those of the hottest loop first, those of
    machine loops before others, those that carry a loop before those that do not."""
    hottest = [hottest_run(variant.get("machine") or {}, assembly_of(variant)) for variant in variants]
    order = sorted(
        ((line["id"], line.get("loop")) != hottest[v], line.get("loop") is None, not line["id"], n, v)
        for v, variant in enumerate(variants)
        for n, line in enumerate(assembly_of(variant))
    )
    kept = [set() for _ in variants]
    for *_, n, v in order[:most]:
        kept[v].add(n)
    return kept


def hottest_run(machine, lines):
    """(id, machine loop) of the lines that the pane opens on: the loop, or the code of a part outside of loops, with the
    largest share of the time; where none was measured the innermost loop with the most multiply-adds."""
    pieces = (machine.get("machine_loops") or []) + [x for x in machine.get("straight") or [] if x["id"]]
    def heat(piece):
        return (piece.get("share") or 0, "n" in piece, piece.get("innermost", True), (piece.get("mix") or {}).get("fma", 0))
    for piece in sorted(pieces, key=heat, reverse=True):
        mine = [line for line in lines if line.get("loop") == piece.get("n") and not line.get("label")]
        same = [line for line in mine if line["id"] == piece["id"]] or (mine if "n" in piece else [])
        if same:
            return same[0]["id"], piece.get("n")
    return None


def assembly_pane(variant, kept):
    machine = variant.get("machine")
    if not assembly_of(variant):
        why = missing_words(machine, "asm") or "No assembly: this page was made without a compiler."
        return pane("assembly", "Assembly", "what the compiler makes of it", f'<p class="missing">{why}</p>\n')
    lines = [line for n, line in enumerate(machine["asm"]) if n in kept]
    left_out = len(machine["asm"]) - len(lines)
    body = ""
    if left_out:
        body += f'<p class="missing">{left_out:,} of {len(machine["asm"]):,} lines are folded, those of the hottest loop last: a script unfolds them.</p>\n'
        body += f'<template class="folded">{deflated(runs_html(machine, machine["asm"]))}</template>\n'
    sampled = sampled_words(machine["asm"])
    body += f"<pre class=\"unfolded{' timed' if sampled else ''}\">{runs_html(machine, lines)}</pre>\n"
    note = escape(" ".join(filter(None, [machine.get("compiler", ""), machine.get("options", "")])))
    return pane("assembly", "Assembly", note or "as compiled", body, f' title="{note}"', below=sampled)


def runs_html(machine, lines):
    hottest, body = hottest_run(machine, lines), ""
    for (loop, number), run in runs_of(lines, lambda line: (line["id"], line.get("loop"))):
        text = "\n".join(asm_line(line) for line in run)
        inner = f' data-m="{int(number)}"' if number is not None else ""
        if (loop, number) == hottest and "data-hottest" not in body:
            inner += " data-hottest"
        body += f"<span{linked(loop, 'run' + ('' if number is None else ' hot'))}{inner}>{text}</span>"
    return body


def missing_words(machine, pane_name):
    """Which tool a pane needs that was not there."""
    for entry in (machine or {}).get("missing", []):
        if entry.get("pane") == pane_name:
            package = f' (package {escape(entry["package"])})' if entry.get("package") else ""
            return f'Needs {escape(entry["tool"])}, which was not found{package}.'
    return ""
