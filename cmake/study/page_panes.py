# SPDX-License-Identifier: BSL-1.0
"""The four linked panes: tree, loop nest, emitted source, assembly."""

import re

from page_text import PARTS, escape, linked, part_of


def pane(kind, title, note, body, more=""):
    return (
        f'<section class="pane {kind}" data-pane="{kind}">\n<h3>{title}</h3><p class="about"{more}>{note}</p>\n'
        f'<div class="body" tabindex="0" role="group" aria-label="{title}: arrow keys go from loop to loop">\n{body}</div>\n'
        "</section>\n"
    )


def all_loops(variant):
    """Ids in the order in which the loops run."""
    found = []
    sources = [line["id"] for line in variant["loops"]]
    sources += [loop for node in variant["tree"] for loop in node["loops"]]
    machine = variant.get("machine") or {}
    for key in ("asm", "machine_loops", "remarks"):
        sources += [entry.get("id") for entry in machine.get(key) or []]
    for loop in sources:
        if loop and loop not in found:
            found.append(loop)
    return found


def legend(variant):
    loops = all_loops(variant)
    several = len({loop.partition(".")[0] for loop in loops}) > 1
    chips = ""
    for loop in loops:
        kernel, _, part = loop.partition(".")
        name = f"{kernel} {part}" if several else part
        title = escape(PARTS.get(part, part))
        chips += f"<button type=\"button\"{linked(loop, 'chip')} title=\"{title}\">{escape(name)}</button>\n"
    return f'<div class="legend" data-pane="legend" role="group" aria-label="Loops">\n{chips}</div>\n' if chips else ""


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
    rows = ""
    for line in variant["loops"]:
        if not line["text"]:
            rows += '<div class="row gap"></div>\n'
            continue
        remark = f'<small>{escape(line["remark"])}</small>' if line["remark"] else ""
        rows += (
            f'<div{linked(line["id"], "row line")} style="--d:{int(line["depth"])}">'
            f'<code>{escape(line["text"])}</code>{remark}</div>\n'
        )
    return pane("nest", "Loops", "as they run, named after axes", rows)


def source_lines(lines):
    rows, in_comment = "", False
    for line in lines:
        words = "<i>" if in_comment else ""
        for piece in re.split(r"(/\*|\*/)", line["text"]):
            if piece == "/*" and not in_comment:
                words, in_comment = words + "<i>/*", True
            elif piece == "*/" and in_comment:
                words, in_comment = words + "*/</i>", False
            else:
                words += escape(piece)
        words += "</i>" if in_comment else ""
        rows += f'<div{linked(line["id"], "row line")}><code>{words or " "}</code></div>\n'
    return rows


def begin_of_function(lines):
    """Where the function with the loops begins: after the end of the last function before the first line of a loop."""
    first = next((i for i, line in enumerate(lines) if line["id"]), 0)
    for i in range(first, -1, -1):
        if lines[i]["text"] == "}" or lines[i]["text"].startswith("#include"):
            return i + 2 if lines[i + 1]["text"] == "" else i + 1
    return 0


def source_pane(variant):
    lines = variant.get("source") or []
    if not lines:
        body = '<p class="missing">No source: C is emitted for formulas of float and double.</p>\n'
    else:
        begin = begin_of_function(lines)
        body = ""
        if begin > 0:
            body += (
                f'<details class="helpers"><summary>{begin} lines before: what it computes, and the functions that it '
                f"calls</summary>\n{source_lines(lines[:begin])}</details>\n"
            )
        body += source_lines(lines[begin:])
    return pane("source", "C", "the same loops with single numbers, bit for bit", body)


def asm_runs(lines):
    """Lines of one loop that follow each other."""
    runs = []
    for line in lines:
        key = (line["id"], line.get("loop"))
        if not runs or runs[-1][0] != key:
            runs.append((key, []))
        runs[-1][1].append(line)
    return runs


def asm_line(line):
    text = re.sub(r"\s+", " ", line["text"].strip())
    text = escape(re.sub(r"[xyz]mmword ptr ", "", text))  # the other operand, a register, says how wide it is
    return f"<u>{text}</u>" if line.get("label") else "  " + text


def kept_lines(lines, most):
    """At most so many lines: those of machine loops before others, those that carry a loop before those that do not."""
    order = sorted(range(len(lines)), key=lambda n: (lines[n].get("loop") is None, not lines[n]["id"], n))
    return [lines[n] for n in sorted(order[:most])]


def assembly_pane(variant, most_lines=None):
    machine = variant.get("machine")
    if not machine or not machine.get("asm"):
        why = missing_words(machine, "assembly") or "No assembly: this page was made without a compiler."
        return pane("assembly", "Assembly", "what the compiler makes of it", f'<p class="missing">{why}</p>\n')
    lines = machine["asm"]
    left_out = 0
    if most_lines is not None and len(lines) > most_lines:
        left_out = len(lines) - most_lines
        lines = kept_lines(lines, most_lines)
    body = ""
    if left_out:
        body += f'<p class="missing">{left_out:,} of {len(machine["asm"]):,} lines are left out, those outside of machine loops first.</p>\n'
    body += "<pre>"
    for (loop, number), run in asm_runs(lines):
        text = "\n".join(asm_line(line) for line in run)
        inner = f' data-m="{int(number)}"' if number is not None else ""
        body += f"<span{linked(loop, 'run' + ('' if number is None else ' hot'))}{inner}>{text}</span>"
    body += "</pre>\n"
    note = escape(" ".join(filter(None, [machine.get("compiler", ""), machine.get("options", "")])))
    return pane("assembly", "Assembly", note or "as compiled", body, f' title="{note}"')


def missing_words(machine, pane_name):
    """Which tool a pane needs that was not there."""
    for entry in (machine or {}).get("missing", []):
        if entry.get("pane") == pane_name:
            package = f' (package {escape(entry["package"])})' if entry.get("package") else ""
            return f'Needs {escape(entry["tool"])}, which was not found{package}.'
    return ""
