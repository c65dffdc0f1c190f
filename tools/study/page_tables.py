# SPDX-License-Identifier: BSL-1.0
"""Cost, rewrites, what the machine does."""

from page_lengths import lengths_in_words
from page_panes import missing_words, shown_remarks
from page_text import bytes_of, count, escape, linked

FIGURES = [
    ("flops", "flops", count),
    ("multiply_adds", "of which multiply-adds, two each", count),
    ("exp", "exp", count),
    ("transcendentals", "other functions", count),
    ("index_operations", "operations of indices", count),
    ("rescales", "rescales, at most", count),
    ("bytes_in", "bytes read", bytes_of),
    ("bytes_out", "bytes written", bytes_of),
    ("temporaries", "temporaries", count),
    ("temporary_bytes", "bytes of temporaries", bytes_of),
    ("workspace_bytes", "workspace", bytes_of),
    ("arithmetic_intensity", "flops a byte", count),
]
MIX = ["fma", "vector", "broadcast", "load", "store", "shuffle", "move", "scalar", "branch"]


def count_of(n, one, more):
    return f"{n:,} {one if n == 1 else more}"


def number(key, value, words=count, made_of=None, more="", masked=None):
    """A cell. Where a number is made of lengths, with its count, or those of a ratio, from which the script has it;
    where it hangs on a mask too, with its position in what is told for some lengths."""
    attributes = f' data-key="{escape(key)}"' if key else ""
    attributes += f' data-n="{value}"'
    attributes += f' data-c="{" ".join(map(str, made_of))}"' if made_of else ""
    attributes += f' data-masked="{masked}"' if masked is not None else ""
    attributes += ' data-f="bytes"' if made_of and words is bytes_of else ""
    return f"<td{attributes}>{words(value)}{more}</td>"


# Of skipped tiles: at 67 tokens a tile of the last 3 keys counts as much as one of 64.
ONE_SIZE = "as if all were of one size, which is too low where the last tiles are small and are the ones skipped, just above a multiple of a block"
FLOPS = "Flops: + - * /, comparisons, logical operations and choices of single elements, in each score that is not skipped."
INDICES = " What masks make of indices and numbers alone is no flop: operations of indices."


# What "masked" has for a length (tools/study/heed_page/page_lengths.hpp).
MASKED = ["score_tiles", "skipped_tiles", "computed_flops", "computed_multiply_adds", "computed_exp", "computed_transcendentals",
          "computed_index_operations"]


def cost(variant):
    figures = variant["cost"]
    naive = figures.get("naive") or {}
    in_lengths = figures.get("in_lengths") or {}
    masked = (variant.get("lengths") or {}).get("masked")
    skips = bool(figures.get("skipped_tiles")) and not in_lengths
    rows = ""
    for key, words, spelled in FIGURES:
        made_of, naive_made_of = in_lengths.get(key), in_lengths.get("naive", {}).get(key)
        is_zero = all(words[0] == "0" for words in (made_of, naive_made_of)) if made_of and naive_made_of else not (figures.get(key) or naive.get(key))
        if key not in figures or is_zero:
            continue
        # What is done has one key in all variants, so that like is compared with like. What is no operation has one number.
        done = "computed_" + key if "computed_" + key in figures else key
        rows += f'<tr><th scope="row">{words}</th>'
        if in_lengths:
            made_of, naive_made_of = made_of or [""], naive_made_of or [""]
            rows += f'<td class="in-lengths">{escape(made_of[0])}</td>'
            is_left = masked and done in MASKED
            rows += number(key if is_left or not masked and figures.get("skipped_tiles") else done, figures[key], spelled, made_of[1:])
            if masked:
                rows += number(done, figures[done], spelled, masked=MASKED.index(done)) if is_left else "<td></td>"
            rows += number("", naive[key], spelled, naive_made_of[1:]) + "</tr>\n"
            continue
        if skips:
            rows += number(key, figures[key], spelled)
        rows += "<td></td>" if skips and done == key else number(done, figures[done], spelled)
        rows += f"<td>{spelled(naive[key])}</td>" if key in naive else "<td></td>"
        rows += "</tr>\n"
    heads = ["as it runs"] if skips or masked or not in_lengths else []
    heads = (["all scores"] if skips or masked else ["as it runs"] if in_lengths else []) + heads + ["naive"]
    heads = ["in lengths"] + heads if in_lengths else heads
    # Where a few rows have loops of their own, the figures are not those of what runs (page/script.js).
    of_many = ' class="of_many"' if variant.get("for_few") else ""
    text = ('<table class="figures"><thead><tr><td></td>'
            + "".join(f'<th scope="col"{of_many if h in ("as it runs", "all scores") else ""}>{h}</th>' for h in heads)
            + f"</tr></thead>\n<tbody>\n{rows}</tbody></table>\n")
    text = f'<div class="scroll">{text}</div>\n'
    if skips:
        text += (f'<p>Masks skip <b>{count(figures["skipped_tiles"])}</b> of {count(figures["score_tiles"])} tiles of scores. '
                 f"All scores: as if none were skipped. As it runs: without skipped tiles, {ONE_SIZE}.</p>\n")
    elif masked:
        text += (f'<p class="told">Masks skip <b data-masked="1">{count(figures["skipped_tiles"])}</b> of <span data-masked="0">{count(figures["score_tiles"])}'
                 f"</span> tiles of scores. As it runs: without these, {ONE_SIZE}.</p>\n"
                 '<p class="untold" hidden>How many tiles of scores masks skip was counted for each length at which the slider stops, '
                 "and for that of the tensors: not for this one.</p>\n")
    elif figures.get("skipped_tiles"):
        text += (f'<p>For {escape(lengths_in_words(variant))} masks skip <b>{count(figures["skipped_tiles"])}</b> of '
                 f'{count(figures["score_tiles"])} tiles of scores. As it runs counts all of them.</p>\n')
    about = FLOPS + (INDICES if figures.get("index_operations") else "")
    return text + f'<p class="about">{about}</p>\n' + '<p class="about">Naive: each operation a loop of its own, each result in memory, masked scores too.</p>\n'


def cost_rows(variant):
    rows = ""
    nodes = {node["id"]: node for node in variant["tree"]}
    columns = {"flops": "flops", "exp": "exp", "other": "other"}
    if any(row.get("indices") for row in variant.get("cost_rows") or []):
        columns["indices"] = "of indices"
    for n, row in enumerate(variant.get("cost_rows") or []):
        loops = row.get("loops") or (nodes[row["node"]]["loops"] if row.get("node") in nodes else [])
        numbers = ""
        for key in columns:
            words, *made_of = row.get(key + "_in_lengths") or [""]
            more = f" <small>{escape(words)}</small>" if words not in ("", "0") else ""
            numbers += number(f'{n} {row["operation"]} {key}', row[key], count, made_of, more)
        rows += (f'<tr{linked(loops, "row")}><th scope="row">{escape(row["operation"])} '
                 f'<small>{escape(row.get("shape", ""))}</small></th>{numbers}<td class="where">{escape(row["where"])}</td></tr>\n')
    return ('<div class="scroll"><table class="operations" data-pane="cost"><thead><tr><th scope="col">operation</th>'
            + "".join(f'<th scope="col">{words}</th>' for words in columns.values())
            + '<th scope="col">where its values are</th>'
            f"</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n"
            + ('<p class="about">By operation, of all scores.</p>\n' if variant["cost"].get("skipped_tiles") else ""))


def rewrites(variant):
    text = ""
    for r in variant.get("rewrites") or []:
        after = f' <span class="arrow">→</span> <code>{escape(r["after"])}</code>' if r["after"] else ""
        text += f'<li><code>{escape(r["before"])}</code>{after}<p>{escape(r["why"])}</p></li>\n'
    text = f'<ol class="rewrites">\n{text}</ol>\n' if text else "<p>None.</p>\n"
    kept = "".join(f'<li><code>{escape(r["what"])}</code><p>{escape(r["why"])}</p></li>\n'
                   for r in variant.get("not_applied") or [])
    if kept:
        text += f'<h4>Stored or unchanged</h4>\n<ul class="rewrites">\n{kept}</ul>\n'
    return text


def mix_words(mix):
    """How many instructions of each kind; the script draws a bar of them."""
    names = [n for n in MIX if mix.get(n)] + [n for n in mix if n not in MIX and mix[n]]
    words = "".join(f"<span class=m-{escape(n)}>{mix[n]} {escape(n)}</span>" for n in names)
    return f"<small>{words}</small>"


def kind_of(loop):
    return "asking" if loop.get("asks_lengths") else "loop" if loop.get("innermost", True) else "around"


def hot_rows(machine):
    """Machine loops and the code between them, by their share of the time; innermost loops also where no sample was in
    them, and where nothing was measured, but for those that ask lengths before the plan runs."""
    def entry(kind, row):
        return {**row, "kind": kind}
    rows = [entry(kind_of(x), x) for x in machine["machine_loops"]]
    rows += [entry("straight", x) for x in machine.get("straight") or []]
    shown = [x for x in rows if x["kind"] == "loop" or (x.get("share") or 0) >= LEAST_SHARE]
    return sorted(shown, key=lambda x: -(x.get("share") or 0))


LEAST_SHARE = 0.002
KINDS = {"loop": "", "asking": "asks lengths", "around": "around other loops", "straight": "outside of loops"}


def percent(share):
    return "–" if share is None else "0 %" if share == 0 else f"{100 * share:.1f} %" if share >= 0.001 else "under 0.1 %"


def machine_loops(machine):
    text = ""
    rows = hot_rows(machine)
    model = machine.get("model") or {}
    is_timed = bool(machine.get("time")) and any(row.get("share") is not None for row in rows)
    has_cycles = any(row.get("cycles") for row in rows)
    has_mca = any(row.get("mca") for row in rows) and not model.get("refuted")
    for row in rows:
        mca = (row.get("mca") or {}) if has_mca else {}
        figures = ""
        if is_timed:
            figures += f'<td data-h="time">{percent(row.get("share"))}</td>'
        if has_cycles:
            figures += f'<td data-h="cycles a round">{count(round(row["cycles"], 1)) if row.get("cycles") else "–"}</td>'
        if has_mca:
            cycles = mca.get("cycles_per_iteration")
            figures += f"<td data-h=\"by the model\">{'–' if cycles is None else count(round(cycles, 1))}</td>"
        kind = f' <small>{KINDS[row["kind"]]}</small>' if KINDS[row["kind"]] else ""
        number = f' data-m="{int(row["n"])}"' if "n" in row else ""
        bottleneck = f'<small>model: {escape(mca["bottleneck"])}</small>' if mca.get("bottleneck") else ""
        idle = " idle" if is_timed and not row.get("share") else ""
        text += (f'<tr{linked(row["id"], "row" + idle)}{number}><th scope="row">{escape(row["id"] or "no part")}{kind}'
                 f'</th><td data-h="instructions">{row["instructions"]}</td><td class="mixed">{mix_words(row.get("mix") or {})}{bottleneck}</td>{figures}'
                 f'<td data-h="spills">{row.get("spills", 0)}</td></tr>\n')
    heads = ["code", "instructions", "mix"] + (["time"] if is_timed else []) + (["cycles a round, measured"] if has_cycles else [])
    heads += (["by the model"] if has_mca else []) + ["spills"]
    head = "".join(f'<th scope="col">{h}</th>' for h in heads)
    notes = []
    if is_timed:
        notes.append(f'Time: of {machine["time"]["samples"]:,} samples of the running kernel, those in the instructions of the row, '
                     "not in loops inside it.")
        if machine.get("elsewhere"):
            notes.append(f'{percent(machine["elsewhere"])} of the time is in other code: functions of libraries, the program that calls the kernel.')
    left = len(pieces(machine)) - len(rows)
    if left:
        notes.append(f"All innermost loops are listed; of the rest {count_of(left, 'piece of code', 'pieces of code')} with under "
                     f"{100 * LEAST_SHARE:.1f} % of the time {'is' if left == 1 else 'are'} not." if is_timed else "What is around loops is not listed.")
    if has_cycles:
        notes.append("Cycles: all of the time of the part, at the measured clock, by the rounds that its multiply-adds take: at most so many.")
    notes.append(model_words(model, has_mca))
    note = f'<p class="about">{" ".join(filter(None, notes))}</p>\n'
    return (f'<div class="scroll tall"><table class="machine" data-pane="machine"><thead><tr>{head}</tr></thead>\n<tbody>\n{text}</tbody>'
            f"</table></div>\n{note}")


def model_words(model, is_shown):
    """Whose model the cycles are of; why they are withheld where a measurement refutes them."""
    if not model:
        return ""
    name = f'{escape(model["program"])}, -mcpu={escape(model["cpu"])}'
    if model.get("same_as"):
        name += f' (which it models as {escape(model["same_as"])})'
    wrong = model.get("refuted")
    if not wrong:
        return f"The model: {name}, with all data in the first cache." if is_shown else ""
    if wrong["of"] == "other":
        facts = f'they are wrong for {escape(wrong["id"])}, as its times show'
    elif wrong["of"] == "round":
        facts = (f'it says {count(round(wrong["model"], 1))} cycles for a round of {escape(wrong["id"])} that was measured to take '
                 f'{count(round(wrong["measured"], 1))}')
    else:
        facts = (f'by it {escape(wrong["id"]) or "the kernel"} does at most {wrong["model"]:,} multiply-adds in the time that it was measured to take, '
                 f'and it does {wrong["measured"]:,}')
    return f"Cycles by a model ({name}) are withheld: {facts}."


def timing(time, figures):
    """Masks leave tiles out: what is not computed is not counted in the rate."""
    done = figures["computed_flops"] / figures["flops"] if figures.get("computed_flops") and figures["flops"] else 1
    rate, fraction = time["gflops"] or 0, time.get("fraction") or 0
    ns = time["nanoseconds"]
    spelled = f"{ns:,.1f} ns" if ns < 1e3 else f"{ns:,.0f} ns" if ns < 1e4 else f"{ns / 1e3:,.1f} µs" if ns < 1e7 else f"{ns / 1e6:,.1f} ms"
    if fraction > 1.02:
        return (f'<div class="time"><p><b>{spelled}</b> a call. The mask skips more tiles than the formula alone can say: a fraction '
                "of the peak would count work that is not done.</p></div>\n")
    note = f" What the mask skips is not counted: {100 * done:.0f} % of the flops remain." if done < 1 else ""
    return (f'<div class="time"><p><b>{spelled}</b> a call: {rate:,.1f} of {time["peak_gflops"]:,.1f} GFLOP/s, '
            f'<b>{100 * fraction:.0f} %</b> of the peak.{note}</p><div class="gauge" role="img" aria-label="{100 * fraction:.0f} percent '
            f'of the peak"><i style="width:{100 * min(max(fraction, 0), 1):.1f}%"></i></div></div>\n')


def machine(variant):
    m = variant.get("machine")
    if not m:
        return '<p class="missing">This page was made without a compiler: no instructions, no time.</p>\n'
    text = timing(m["time"], variant["cost"]) if m.get("time") else ""
    if text and variant.get("lengths"):
        text += f'<p class="about">Measured for {escape(lengths_in_words(variant))}.</p>\n'
    when = m.get("time") or {}
    facts = [escape(m.get("cpu", ""))]
    facts.append(f'{when["ghz"]:.2f} GHz while measured' if when.get("ghz") else "")
    facts.append(escape(when.get("date", "")))
    if m.get("coverage") is not None:
        facts.append(f'{100 * m["coverage"]:.1f} % of the instructions in loops are known to be of a part of the plan')
    if m.get("asm"):
        facts.append(count_of(sum(x.get("spills", 0) for x in pieces(m)), "spill", "spills"))
    text += f'<p class="about">{" · ".join(filter(None, facts))}</p>\n'
    if m.get("machine_loops") or any(x.get("share") for x in m.get("straight") or []):
        text += machine_loops(m)
    for entry in m.get("missing") or []:
        text += f'<p class="missing">{escape(entry["pane"])}: {missing_words(m, entry["pane"])}</p>\n'
    remarks = shown_remarks(m)
    if remarks:
        items = "".join(f'<li{linked(r.get("id") or "", "row")}>{escape(r["text"])}</li>\n' for r in remarks)
        total = len(m["remarks"])
        cut = f", the first {len(remarks)} of them" if total > len(remarks) else ""
        text += (f'<details class="remarks"><summary>{count_of(total, "remark", "remarks")} of the compiler{cut}</summary>\n'
                 f'<ul data-pane="remarks">\n{items}</ul></details>\n')
    return text


def pieces(machine):
    """All of the code: machine loops, and what is between them."""
    return (machine.get("machine_loops") or []) + (machine.get("straight") or [])


def spill_words(machine):
    """What the compiler left: registers that go to the stack and back, where most of them are, and for how long."""
    found = [x for x in pieces(machine) if x.get("spills")]
    if not found:
        return []
    total, vectors = sum(x["spills"] for x in found), sum(x.get("vector_spills", 0) for x in found)
    most = max(found, key=lambda x: x["spills"])
    is_loop = any(most is x for x in machine.get("machine_loops") or []) and kind_of(most) == "loop"
    share = f', which has {percent(most["share"])} of the time' if most.get("share") is not None else ""
    place = "code without a part" if not most["id"] else f'a loop of {most["id"]}' if is_loop else f'code of {most["id"]} outside of the plan\'s innermost loops'
    return [f"{count_of(total, 'instruction moves a register', 'instructions move registers')} to the stack or back for want of "
            f"registers, {vectors:,} of them vectors; {most['spills']:,} in {place}{share}"]


def target(variant):
    text = f'<p>{escape(variant.get("target", ""))}</p>\n'
    words = list(variant.get("left") or [])
    spills = spill_words(variant.get("machine") or {})
    if spills:  # "nothing that the plan or the target shows" is not all there is to say
        words = [w for w in words if not w.startswith("nothing that")] + spills
    left = "".join(f"<li>{escape(w)}</li>\n" for w in words)
    return text + (f"<h4>Left on the table</h4>\n<ul>\n{left}</ul>\n" if left else "")
