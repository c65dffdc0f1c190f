# SPDX-License-Identifier: BSL-1.0
"""What was measured, by name: access to the JSON, and exponents of growth."""
import math

HEED = "heed"


def find_work(run, name):
    return next((w for w in run["work"] if w["work"] == name), None)


def find_figure(work, who):
    return next((f for f in work["figures"] if f["who"] == who), None)


def heed_in(work):
    return find_figure(work, HEED)


def peers_in(work):
    return [f for f in work["figures"] if f["who"] != HEED]


def best_peer(work):
    """The fastest one but heed."""
    return min(peers_in(work), key=lambda f: f["times_heed"])


def names_of(works):
    """Contenders in the order of their first appearance."""
    return list(dict.fromkeys(f["who"] for w in works for f in w["figures"]))


def plain_attention(run, width=None, least_tokens=0):
    """Attention of as many queries as keys, all of which are seen."""
    return [
        w for w in run["work"]
        if w["kind"] == "attention" and not w["masked"] and w["queries"] == w["tokens"] and
        w["tokens"] >= least_tokens and width in (None, w["width"])
    ]


def growing_attention(run):
    """Width 64, N = 16, 32, ..."""
    return plain_attention(run, width=64, least_tokens=16)


def tiles_left(work):
    """The share of score tiles that the mask leaves to compute."""
    tiles = work["tiles"]
    left = tiles["partial"] + tiles["full"]
    return left / (left + tiles["skipped"])


def exponent(points):
    """b of y = a n^b by least squares on logarithms, over the upper half of the points (n, y)."""
    upper = sorted(points)[len(points) // 2:]
    if len(upper) < 2:
        return None
    x = [math.log(n) for n, _ in upper]
    y = [math.log(value) for _, value in upper]
    mean_x, mean_y = sum(x) / len(x), sum(y) / len(y)
    return (sum((a - mean_x) * (b - mean_y) for a, b in zip(x, y)) / sum((a - mean_x)**2 for a in x))


def series(works, who, quantity):
    """[(tokens, quantity)] of a contender."""
    return [(w["tokens"], f[quantity]) for w in works for f in w["figures"] if f["who"] == who]
