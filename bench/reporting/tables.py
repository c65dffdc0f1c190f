# SPDX-License-Identifier: BSL-1.0
"""The sections of the report, each a text from the JSON."""
from . import text
from .figures import best_peer, exponent, growing_attention, heed_in, names_of, series, tiles_left
from .goals import goals_table, reaches
from .reading import reading


def each_run(document, section):
    """A section for each compiler, under its name."""
    parts = [f"{run['name']}:\n\n{section(run)}" for run in document["runs"] if section(run)]
    return "\n\n".join(parts) if parts else "Not measured."


def place(m, date, quick=False):
    """The machine of a run, and what else ran there."""
    return (f"{m['processor']}, {m['cores']} cores, {date}"
            f"{', a quick run: few rounds, nothing large' if quick else ''}. Other programs kept "
            f"{m['busy_cores_before']:.1f} cores busy before it and {m['busy_cores_after']:.1f} after it.")


def each_run_of(document, program, section):
    """each_run; first, where its figures were not measured together with the others, where they were."""
    parts = each_run(document, section)
    apart = document.get("measured_apart", {}).get(program)
    return f"{place(apart['machine'], apart['date'])}\n\n{parts}" if apart else parts


def machine(document):
    lines = [place(document["machine"], document["date"], document["quick"]), ""]
    for run in document["runs"]:
        speeds = ", ".join(f"{b['where']} {b['gbytes_per_second']:.0f}" for b in run["bandwidth"])
        lines.append(f"- {run['name']} ({run['compiler']}): registers of {run['register_bits']} bits, FMA peak "
                     f"{run['peak_gflops']:.0f} GFLOP/s on one thread; reads, in GB/s: {speeds}.")
    first = document["runs"][0]
    lines.append(f"- Peers: {'; '.join(first['peers'])}."
                 f"{' Missing: ' + ', '.join(first['missing']) + '.' if first['missing'] else ''}")
    return "\n".join(lines)


def summary(run):
    rows = []
    for w in run["work"]:
        heed = heed_in(w)
        peer = best_peer(w) if len(w["figures"]) > 1 else None
        rows.append([w["work"], text.seconds(heed["seconds"]), f"{heed['gflops']:.1f}",
                     f"{heed['peak_fraction']:.3f}", f"{peer['times_heed']:.2f}" if peer else "-",
                     peer["who"] if peer else "-", f"{heed['error']:.1e}"])
    return text.table(["work", "time", "GFLOP/s", "of FMA peak", "times as fast as the best peer", "which is", "error"],
                      rows, "lrrrrlr")


def contenders(run):
    rows = [[w["work"], f["who"], text.seconds(f["seconds"]), f"{f['gflops']:.2f}", f"{f['peak_fraction']:.3f}",
             f"{f['times_heed']:.2f}", f"{f['error']:.1e}"] for w in run["work"] for f in w["figures"]]
    return text.table(["work", "who", "time", "GFLOP/s", "of FMA peak", "times heed's time", "error"], rows, "llrrrrr")


def all_contenders(document):
    return "\n\n".join(f"<details><summary>All contenders, {run['name']}</summary>\n\n{contenders(run)}\n\n</details>"
                       for run in document["runs"])


def masks(run):
    rows = []
    for w in (w for w in run["work"] if w["masked"]):
        tiles, left = w["tiles"], tiles_left(w)
        rows.append([w["work"], tiles["skipped"], tiles["partial"], tiles["full"], f"{left:.3f}",
                     f"{w['times_unmasked']:.3f}", f"{w['times_unmasked'] / left:.2f}"])
    return rows and text.table(["work", "tiles skipped", "with the mask", "without", "share left",
                                "time by that without mask", "time by share"], rows, "lrrrrrr")


def threads(run):
    rows = [[w["work"], text.seconds(w["seconds_alone"]), text.seconds(w["seconds_together"]), f"{w['speedup']:.2f}",
             f"{w['peak_speedup']:.2f}", f"{w['speedup'] / w['peak_speedup']:.2f}"] for w in run.get("threads", [])]
    return rows and text.table(["work", "one thread", "two threads", "times as fast", "the FMA peak of two by one",
                                "of that"], rows, "lrrrrr")


def times_of_peer(work, who):
    peer = next((p for p in work["peers"] if p["who"] == who), None)
    if peer is None:
        return "-"
    return "another result" if peer["times_heed"] is None else f"{peer['times_heed']:.2f}"


def comparisons(works):
    """Formulas beside what they are compared with."""
    who = list(dict.fromkeys(p["who"] for w in works for p in w["peers"]))
    rows = []
    for w in works:
        of_peak = "-" if w["peak_fraction"] is None else f"{w['peak_fraction']:.2f}"
        rows.append([w["work"], text.seconds(w["seconds"]), of_peak, w["against"], f"{w['speed']:.2f}",
                     f"{w['reach']:.2f}: {text.yes_no(reaches(w))}", *(times_of_peer(w, name) for name in who)])
    head = ["work", "time", "of FMA peak", "compared with", "times as fast", "to reach", *(f"{w} by heed" for w in who)]
    return rows and text.table(head, rows, "lrrlrr" + "r" * len(who))


def half_precision(run):
    rows = [[w["work"], text.seconds(w["seconds"]), f"{w['float16']:.2f}", f"{w['bfloat16']:.2f}",
             f"{w['converted_first']:.2f}"] for w in run.get("half_precision", [])]
    return rows and text.table(["work", "float", "float16", "bfloat16", "float16, converted first"], rows, "lrrrr")


def decoder(run):
    rows = [[d["who"], f"{d['tokens_per_second']:.0f}", f"{d['times_plain_c']:.2f}"] for d in run.get("decoder", [])]
    return rows and text.table(["who", "tokens per second", "times as fast as plain C"], rows, "lrr")


def exponent_row(works, who, quantity):
    """The fit, over the upper half of what each contender did."""
    fits = [exponent(series(works, name, quantity)) for name in who]
    return ["exponent", *("-" if fit is None else f"{fit:.2f}" for fit in fits)]


def by_tokens(works, quantity, form):
    who = names_of(works)
    rows = []
    for w in works:
        found = {f["who"]: f[quantity] for f in w["figures"]}
        rows.append([w["tokens"], *(form(found[name]) if name in found else "-" for name in who)])
    return text.table(["N", *who], [*rows, exponent_row(works, who, quantity)], "r" * (len(who) + 1))


def growth(run):
    works = growing_attention(run)
    return works and by_tokens(works, "seconds", text.seconds)


def memory(run):
    works = [w for w in run.get("memory", []) if w["width"] == 64]
    return works and by_tokens(works, "working_bytes", text.size)


def beside_limit(figure, limit, form):
    if limit is None:
        return form.format(figure)
    return f"{form.format(figure)} ({limit:g}: {text.yes_no(figure <= limit)})"


def compile_table(figures):
    rows = [[f["compiler"], f["work"], beside_limit(f["seconds"], f["seconds_limit"], "{:.2f}"),
             beside_limit(f["megabytes"], f["megabytes_limit"], "{:.0f}"), f["instantiations"] or "-"] for f in figures]
    return text.table(["compiler", "work", "seconds", "MB", "instantiations"], rows, "llrrr")


def formula_counts(figures):
    """[(N, seconds)] of `N formulas`, for each compiler."""
    counts = {}
    for f in figures:
        if f["work"].split()[-1] in ("formula", "formulas"):
            counts.setdefault(f["compiler"], []).append((int(f["work"].split()[0]), f["seconds"]))
    return counts


def slopes_table(figures):
    """What one more formula costs between two counts: the same everywhere when cost is linear in number."""
    counts = formula_counts(figures)
    steps = [(a[0], b[0]) for a, b in zip(next(iter(counts.values())), next(iter(counts.values()))[1:])]
    rows = []
    for compiler, points in counts.items():
        slopes = [(y2 - y1) / (n2 - n1) for (n1, y1), (n2, y2) in zip(points, points[1:])]
        rows.append([compiler, *(f"{s:.3f}" for s in slopes), f"{slopes[-1] / slopes[0]:.2f}"])
    head = ["compiler", *(f"{a} to {b}" for a, b in steps), "last / first"]
    return text.table(head, rows, "l" + "r" * (len(steps) + 1))


def compile_time(figures):
    if not figures:
        return "Not measured."
    return (f"In brackets what is to be reached at most.\n\n{compile_table(figures)}\n\n"
            f"Seconds for one more formula:\n\n{slopes_table(figures)}")


SECTIONS = {
    "machine": machine,
    "goals": goals_table,
    "run time": lambda d: each_run(d, summary),
    "masks": lambda d: each_run(d, masks),
    "threads": lambda d: each_run(d, threads),
    "whole layers": lambda d: each_run_of(d, "layers", lambda run: comparisons(run.get("layers", []))),
    "gradients": lambda d: each_run_of(d, "gradients", lambda run: comparisons(run.get("gradients", []))),
    "half precision": lambda d: each_run_of(d, "half_precision", half_precision),
    "decoder": lambda d: each_run_of(d, "decoder", decoder),
    "growth": lambda d: each_run(d, growth),
    "memory": lambda d: each_run({"runs": d["runs"][:1]}, memory),
    "compile time": lambda d: compile_time(d["compile_time"]),
    "all contenders": all_contenders,
    "reading": reading,
}
