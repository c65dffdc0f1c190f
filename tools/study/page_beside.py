# SPDX-License-Identifier: BSL-1.0
"""The hottest loop by two compilers or on two machines, beside each other: figures, counts of instructions by class, listings."""

from beside import excerpt, without_partner
from page_panes import asm_line, sampled_words
from page_tables import MIX, percent
from page_text import count, escape, linked


def short_name(compiler):
    """g++ 12.2.0, clang 19.1.7 of what compilers say of themselves"""
    words = compiler.split()
    version = next((word for word in reversed(words) if word[:1].isdigit() and "." in word), "")
    name = "clang" if "clang" in compiler else "g++" if words and words[0].rpartition("/")[2].startswith(("g++", "c++")) else " ".join(words[:1])
    return f"{name} {version}".strip()


def names_of(both):
    """Of compilers; with the processors where these differ, or where compilers do not."""
    compilers = [short_name(x["compiler"]) for x in both]
    cpus = [x.get("cpu") or "another processor" for x in both]
    return [f"{compiler}, {cpu}" for compiler, cpu in zip(compilers, cpus)] if of_machines(both) else compilers


def of_machines(both):
    return "cpu" in both[1] and both[0].get("cpu") != both[1]["cpu"]


def nanoseconds(ns):
    return f"{ns:,.1f} ns" if ns < 1e3 else f"{ns / 1e3:,.1f} µs" if ns < 1e7 else f"{ns / 1e6:,.1f} ms"


def figures(x):
    """Words for each row of the table, of one compiler; a dash where something was not measured or is not there."""
    time, loop = x["time"] or {}, x["loop"] or {}
    call = time.get("nanoseconds")
    rows = {
        "a call": nanoseconds(call) if call else "–",
        f"in {x['id']}": f"{nanoseconds(call * x['share'])} <small>{percent(x['share'])}</small>" if call and x["share"] is not None else "–",
        "machine loops": count(x["loops"]),
        "in the one below": f"{nanoseconds(call * loop['share'])} <small>{percent(loop['share'])}</small>" if call and loop.get("share") is not None else "–",
        "cycles a round, measured": count(round(loop["cycles"], 1)) if loop.get("cycles") else "–",
        "multiply-adds a round": count(loop["fma_lanes"]) if loop.get("fma_lanes") else "–",
        "instructions a round": count(loop["instructions"]) if loop else "–",
    }
    mix = loop.get("mix") or {}
    rows.update({f"<span class=m-{escape(name)}>{escape(name)}</span>": count(mix.get(name, 0)) for name in MIX})
    rows["spills"] = count(loop.get("spills", 0))
    return rows


def table(both):
    columns = [figures(x) for x in both]
    rows = ""
    for name in columns[0]:
        cells = [column[name] for column in columns]
        if any(cell not in ("–", "0") for cell in cells):
            rows += f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in names_of(both))
    return (f'<div class="scroll"><table class="figures"><thead><tr><td></td>{heads}</tr></thead>\n<tbody class="mixed">\n{rows}</tbody>'
            "</table></div>\n")


def marked(line, is_only):
    words = asm_line(line)
    return f'<em class="only">{words}</em>' if is_only else words


def listing(x, only, name):
    name = escape(name)
    if not x["asm"]:
        return f'<div class="side"><h4>{name}</h4><p class="missing">It has no machine loop of its own for {escape(x["id"])}.</p></div>\n'
    lines = "\n".join(map(marked, x["asm"], only))
    sampled = ' class="timed"' if sampled_words(x["asm"]) else ""
    return (f'<div class="side"><h4>{name} <small>{len([line for line in x["asm"] if not line.get("label")])} instructions</small></h4>\n'
            f'<div class="scroll tall" tabindex="0" role="group" aria-label="{escape(x["id"])} by {name}">'
            f'<pre{sampled}><span{linked(x["id"], "run hot")}>{lines}</span></pre></div></div>\n')


def two_compilers(variant):
    """Nothing where the page was made with one compiler, or has no loop."""
    other = variant.get("beside")
    if not other or not variant.get("machine"):
        return ""
    both = [excerpt(variant["machine"], other["id"]), other]
    only = without_partner(both[0]["asm"], both[1]["asm"])
    alike = "" if not all(x["asm"] for x in both) else (
        f'<p class="about">Underlined: {sum(only[0])} and {sum(only[1])} instructions that the other compiler does not have there, whatever their '
        "registers and addresses are.</p>\n")
    whose = ("as it is on two machines" + ("" if both[0]["options"] == other["options"] else f' (there with <code>{escape(other["options"])}</code>)')
             if of_machines(both) else "as two compilers have it with the same options")
    measured = "Each was measured on its machine." if of_machines(both) else "Each was measured by itself, one after the other."
    listings = "".join(map(listing, both, only, names_of(both)))
    return (f'<p class="lead">The loop of the plan that takes most of the time, <b>{escape(other["id"])}</b>, {whose}; below, the '
            f'machine loop of it that takes most. {measured}</p>\n{table(both)}{alike}<div class="sides" data-pane="beside">\n{listings}</div>\n')


def title_of(variant):
    return "Two machines" if of_machines([variant["machine"], variant["beside"]]) else "Two compilers"
