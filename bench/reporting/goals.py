# SPDX-License-Identifier: BSL-1.0
"""What is to be reached, what was measured, and whether it is met."""
from . import text
from .figures import (best_peer, exponent, find_figure, find_work, growing_attention, heed_in, plain_attention, series,
                      tiles_left)

PEAK_FRACTION = 0.92, 512  # of the FMA peak, from so many tokens on
SHORT_PEAK_FRACTION = 0.90
CAUSAL = 0.52
MASK_EXCESS = 1.10
SMALL = ["attention 3 x 2", "attention 12 x 3", "attention 16 x 64"]
TIMES_EIGEN = 6
SMALL_PEAK_FRACTION = 0.75
MULTI_HEAD, MULTI_HEAD_PACKED = 0.87, 0.93
READING = 0.95
SPEEDUP = 1.9, 1024
ERROR = 6e-7, 1024
HEADER_SECONDS = {"g++": 0.35, "clang": 0.5}
FORMULA_SECONDS, FORMULA_MEGABYTES = 1.2, 250
LINEAR = 1.25  # later formulas may cost so much more than the first

NOT_MEASURED = ("not measured", None)


def span(values, form="{:.2f}"):
    low, high = form.format(min(values)), form.format(max(values))
    return low if low == high else f"{low} to {high}"


def peak_fractions(works, goal):
    if not works:
        return NOT_MEASURED
    fractions = [heed_in(w)["peak_fraction"] for w in works]
    return span(fractions), min(fractions) >= goal


def long_attention(run, _):
    return peak_fractions(plain_attention(run, least_tokens=PEAK_FRACTION[1]), PEAK_FRACTION[0])


def short_attention(run, _):
    return peak_fractions([w for w in plain_attention(run) if w["tokens"] == 128], SHORT_PEAK_FRACTION)


def peers(run, _):
    works = plain_attention(run, least_tokens=128)
    if not works or any(len(w["figures"]) < 2 for w in works):
        return NOT_MEASURED
    worst = min(works, key=lambda w: best_peer(w)["times_heed"])
    slower = sum(best_peer(w)["times_heed"] <= 1 for w in works)
    peer = best_peer(worst)
    place = f"least: {peer['times_heed']:.2f} times as fast as {peer['who']}, {worst['work']}"
    return f"{len(works) - slower} of {len(works)} ({place})", slower == 0


def causal(run, _):
    work = find_work(run, "causal 4096 x 64")
    return (f"{work['times_unmasked']:.3f}", work["times_unmasked"] <= CAUSAL) if work else NOT_MEASURED


def masks(run, _):
    works = [w for w in run["work"] if w["masked"]]
    if not works:
        return NOT_MEASURED
    excess = [w["times_unmasked"] / tiles_left(w) for w in works]
    shown = "; ".join(f"{w['work'].split(',')[0].split(' 4096')[0]} {e:.2f}" for w, e in zip(works, excess))
    return shown, max(excess) <= MASK_EXCESS


def allocations(run, _):
    works = [w for w in run.get("memory", []) if w["work"] in SMALL]
    if not works:
        return NOT_MEASURED
    counts = [find_figure(w, "heed")["allocations"] for w in works]
    return ", ".join(map(str, counts)), not any(counts)


def times_eigen(run, _):
    work = find_work(run, "attention 12 x 3")
    eigen = work and find_figure(work, "Eigen")
    return (f"{eigen['times_heed']:.1f}", eigen["times_heed"] >= TIMES_EIGEN) if eigen else NOT_MEASURED


def small(run, _):
    work = find_work(run, "attention 16 x 64")
    return peak_fractions([work] if work else [], SMALL_PEAK_FRACTION)


def multi_head(run, _):
    work = find_work(run, "multi-head 128 x 768, 12 heads")
    return peak_fractions([work] if work else [], MULTI_HEAD)


def multi_head_packed(run, _):
    work = find_work(run, "multi-head 128 x 768, 12 heads, packed")
    return peak_fractions([work], MULTI_HEAD_PACKED) if work else ("not there yet", False)


def one_query(run, _):
    work = find_work(run, "one query, 4096 x 64")
    return (f"{1 / work['times_reading']:.2f}", 1 / work["times_reading"] >= READING) if work else NOT_MEASURED


def two_threads(run, _):
    works = [w for w in run.get("threads", []) if w["tokens"] >= SPEEDUP[1]]
    if not works:
        return NOT_MEASURED
    shown = f"{span([w['speedup'] for w in works])} (the peak {span([w['peak_speedup'] for w in works])})"
    return shown, min(w["speedup"] for w in works) >= SPEEDUP[0]


def comparisons(program):
    """Rows of bench/layers or bench/gradients: as many as reach what their comparison asks, as the tables print it."""
    def measured(run, _):
        works = run.get(program, [])
        if not works:
            return NOT_MEASURED
        met = sum(reaches(w) for w in works)
        return f"{met} of {len(works)}", met == len(works)
    return measured


def reaches(work):
    return round(work["speed"], 2) >= work["reach"]


def decoder(run, _):
    rows = [d for d in run.get("decoder", []) if d["who"].startswith("heed")]
    if not rows:
        return NOT_MEASURED
    times = [d["times_plain_c"] for d in rows]
    return span(times), min(times) > 1


def working_memory(run, _):
    works = [w for w in run.get("memory", []) if w["width"] == 64]
    if len(works) < 4:
        return NOT_MEASURED
    points = series(works, "heed", "working_bytes")
    growth = exponent(points)
    return f"{text.size(points[-1][1])} at N = {points[-1][0]}, exponent {growth:.2f}", growth <= 0.01


def errors(run, _):
    works = [w for w in plain_attention(run) if w["tokens"] <= ERROR[1]]
    if not works:
        return NOT_MEASURED
    worst = max(works, key=lambda w: heed_in(w)["error"])
    error = heed_in(worst)["error"]
    return f"{error:.1e} ({worst['work']})", error <= ERROR[0]


def compiled(run, compile_time, work):
    return next((c for c in compile_time if c["compiler"] == run["name"] and c["work"] == work), None)


def header(run, compile_time):
    c = compiled(run, compile_time, "header alone")
    limit = HEADER_SECONDS["clang" if "clang" in run["name"] else "g++"]
    return (f"{c['seconds']:.2f} s", c["seconds"] <= limit) if c else NOT_MEASURED


def one_formula(run, compile_time):
    c = compiled(run, compile_time, "attention")
    if not c:
        return NOT_MEASURED
    return (f"{c['seconds']:.2f} s, {c['megabytes']:.0f} MB",
            c["seconds"] <= FORMULA_SECONDS and c["megabytes"] <= FORMULA_MEGABYTES)


def many_formulas(run, compile_time):
    times = {n: compiled(run, compile_time, f"{n} formula" + "s" * (n > 1)) for n in (1, 10, 25, 50)}
    if None in times.values():
        return NOT_MEASURED
    each = [(times[b]["seconds"] - times[a]["seconds"]) / (b - a) for a, b in ((1, 10), (10, 25), (25, 50))]
    shown = f"{each[0]:.2f} s each at first, {each[1]:.2f} s from the 10th, {each[2]:.2f} s from the 25th on"
    return shown, max(each[1:]) <= LINEAR * each[0]


GOALS = [
    (f"attention, N = 512 to 16384, d = 64 and 128: at least {PEAK_FRACTION[0]} of the FMA peak", long_attention),
    (f"attention, N = 128: at least {SHORT_PEAK_FRACTION:.2f}", short_attention),
    ("attention, N >= 128: faster than every peer", peers),
    (f"causal, N = 4096: at most {CAUSAL} of the time without mask", causal),
    ("masks: time by the share of score tiles left, at most 1.10", masks),
    ("3 x 2, 12 x 3, 16 x 64: no allocation", allocations),
    ("12 x 3: at least 6 times as fast as Eigen of fixed size", times_eigen),
    ("16 x 64: at least 0.75 of the FMA peak", small),
    (f"multi-head 128 x 768, 12 heads: at least {MULTI_HEAD} of the FMA peak", multi_head),
    (f"the same, weights packed ahead: at least {MULTI_HEAD_PACKED}", multi_head_packed),
    (f"one query, 4096 keys: at least {READING} of the speed at which K and V are read", one_query),
    (f"two threads, N >= 1024: at least {SPEEDUP[0]} times one", two_threads),
    ("whole layers and their parts: as fast as what each is compared with asks (below)", comparisons("layers")),
    ("gradients and training: the same", comparisons("gradients")),
    ("a decoder: ahead of plain C", decoder),
    ("working memory: a tile, whatever N", working_memory),
    (f"error, N <= 1024: at most {ERROR[0]:.0e} of the largest output", errors),
    ("compile the header: at most 0.35 s (g++), 0.5 s (clang)", header),
    ("compile one formula: at most 1.2 s and 250 MB", one_formula),
    ("compile 50 formulas: linear in their number (within 1.25)", many_formulas),
]


def goals_table(document):
    """One line a goal, two columns a compiler."""
    head = ["goal"]
    for run in document["runs"]:
        head += [run["name"], "met"]
    rows = []
    for goal, measured in GOALS:
        row = [goal]
        for run in document["runs"]:
            shown, met = measured(run, document["compile_time"])
            row += [shown, "-" if met is None else text.yes_no(met)]
        rows.append(row)
    return text.table(head, rows)
