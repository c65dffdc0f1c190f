# SPDX-License-Identifier: BSL-1.0
"""The answers to the lab's exercises in plain Python, and what comes out with each slip: what heed's are compared with."""

import math


def flip(rows):
    return [list(row) for row in zip(*rows)]


def product(left, right):
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*right)] for row in left]


def softmax(rows):
    exponentials = [[math.exp(x - max(row)) for x in row] for row in rows]
    return [[x / sum(row) for x in row] for row in exponentials]


def rounded(rows):
    return [[round(x, 2) for x in row] for row in rows]


def scores(q, k, slip, scaled=True):
    found = product(k, flip(q)) if slip == "transposed" else product(q, flip(k))
    if scaled and slip != "no_scale":
        by = len(k[0]) if slip == "by_d" else math.sqrt(len(k[0]))
        found = [[x / by for x in row] for row in found]
    return rounded(found) if slip == "rounded" else found


def shares(found, slip):
    if slip == "no_exp":
        return [[x / sum(row) for x in row] for row in found]
    return flip(softmax(flip(found))) if slip == "other_axis" else softmax(found)


def output(q, k, v, slip):
    weights = shares(scores(q, k, slip), slip)
    return product(rounded(weights) if slip == "rounded" else weights, v)


def causal(found, later=-math.inf):
    return [[x if j <= i else later for j, x in enumerate(row)] for i, row in enumerate(found)]


def two_heads(q, k, v, slip):
    if slip == "one_head":
        return output(q, k, v, slip)
    halves = [[[row[at:at + len(row) // 2] for row in rows] for rows in (q, k, v) for at in [half * (len(rows[0]) // 2)]] for half in (0, 1)]
    first, second = (output(*half, slip) for half in halves)
    return [a + b for a, b in zip(first, second)]


def answer(what, slip, given):
    """Of exercise_list.js: what is asked, "none" or a slip, the matrices that it is asked of."""
    first = given[0]
    if what == "product":
        return product(*given)
    if what in ("products", "scores"):
        return scores(*given, slip, what == "scores")
    if what == "weights":
        return shares(scores(*given, slip), slip)
    if what == "weights_of_scores":
        return shares(first, slip)
    if what == "output":
        return output(*given, slip)
    if what == "causal_weights":
        found = scores(*given, slip)
        if slip == "late_mask":
            return causal(shares(found, slip), 0)
        return shares(found if slip == "no_mask" else causal(found, 0 if slip == "no_exp" else -math.inf), slip)
    if what == "two_heads":
        return two_heads(*given, slip)
    if what == "two_heads_projected":
        return product(two_heads(*given[:3], slip), given[3])
    if what == "row_sums":
        return [[sum(row)] for row in first]
    if what == "column_sums":
        return [[sum(column) for column in zip(*first)]]
    if what == "strongest":
        return [[row.index(max(row)) + 1] for row in first]
    raise ValueError(what)


def are_alike(one, other, within=5e-5):
    return all(abs(a - b) < within for rows in zip(one, other) for a, b in zip(*rows))
