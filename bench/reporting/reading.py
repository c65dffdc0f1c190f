# SPDX-License-Identifier: BSL-1.0
"""What the tables say, in sentences made of the same figures."""
import re

from . import text
from .figures import best_peer, find_work, heed_in, plain_attention, tiles_left
from .goals import span

def fraction(work):
    return heed_in(work)["peak_fraction"]


def fractions(works):
    return span([fraction(w) for w in works], "{:.3f}") + " of the peak"


def of_runs(document, words):
    """"g++ 0.80, clang++-19 0.85": what each run says, without those that did not measure it."""
    parts = [(run["name"], words(run)) for run in document["runs"]]
    return "; ".join(f"{name}: {found}" for name, found in parts if found)


def products(run):
    works = [w for w in run["work"] if w["kind"] == "product"]
    return works and fractions(works)


def attention(run):
    works = plain_attention(run, least_tokens=512)
    return works and fractions(works)


def long_sequences(width):
    """From 1024 tokens on: the first, and the lowest."""
    def words(run):
        works = sorted(plain_attention(run, width=width, least_tokens=1024), key=lambda w: w["tokens"])
        if len(works) < 2:
            return ""
        first, last, lowest = works[0], works[-1], min(works, key=fraction)
        found = f"{fraction(first):.3f} of the peak at {first['tokens']} tokens, "
        found += "nowhere less" if lowest is first else f"at least {fraction(lowest):.3f} (at {lowest['tokens']})"
        if len(first["figures"]) > 1 and len(last["figures"]) > 1:
            found += (f", {best_peer(first)['times_heed']:.2f} times as fast as the best peer at {first['tokens']} and "
                      f"{best_peer(last)['times_heed']:.2f} at {last['tokens']}")
        return found
    return words


def small(run):
    parts = []
    for name in ("attention 12 x 3", "attention 16 x 64"):
        work = find_work(run, name)
        if work:
            parts.append(f"{name.removeprefix('attention ')} takes {text.seconds(heed_in(work)['seconds'])}, "
                         f"{fraction(work):.3f} of the peak")
    return ", ".join(parts)


def masks(run):
    works = [w for w in run["work"] if w["masked"]]
    if not works:
        return ""
    excess = [(w["times_unmasked"] / tiles_left(w), w["work"]) for w in works]
    return f"{min(excess)[0]:.2f} ({min(excess)[1]}) to {max(excess)[0]:.2f} ({max(excess)[1]})"


def errors(run):
    works = [w for w in run["work"] if w["kind"] == "attention"]
    worst = max(works, key=lambda w: heed_in(w)["error"], default=None)
    return worst and f"{heed_in(worst)['error']:.1e} ({worst['work']})"


SENTENCES = [
    ("Products alone", products),
    ("Attention without masks, 512 tokens and more", attention),
    ("Long sequences, d = 64", long_sequences(64)),
    ("Long sequences, d = 128", long_sequences(128)),
    ("Small shapes", small),
    ("Time with a mask, by the share of tiles that it leaves", masks),
    ("The largest error of attention", errors),
]


def reading(document):
    lines = [f"- {words}: {found}." for words, what in SENTENCES if (found := of_runs(document, what))]
    return "\n".join([f"Of the run of {document['date']}, from the tables above:", "", *lines])


# Where prose by hand may hold figures of speed: from this heading to the end of the page, and it says of which runs.
HISTORY = "## What changes brought"
FIGURE = re.compile(r"(?<![\d.\w])\d+(?:\.\d+)? %|(?<![\d.\w])0\.\d+(?! s)|(?<![\d.\w])\d+\.\d+ times|GFLOP/s of")


def stray_figures(page, allowed):
    """Figures in prose by hand that look like results: tables change, and they do not."""
    by_hand = re.sub(r"<!-- begin ([\w ]+) -->.*?<!-- end \1 -->", "", page, flags=re.DOTALL).partition(HISTORY)[0]
    return [f for f in FIGURE.findall(by_hand) if f not in allowed]
