# SPDX-License-Identifier: BSL-1.0
"""How much of the time of a kernel each of its loops takes: samples of where it was, by loop."""

from collections import Counter

FEWEST = 200  # samples: with less a share says nothing


def count(samples, begin, places):
    """{place: share} of the samples, which are distances from the address `begin`. `places` has the place of each
    address; None stands for other code: functions of libraries, the program that calls the kernel. {} where there are
    too few samples to tell."""
    if len(samples) < FEWEST:
        return {}
    counted = Counter(places.get(begin + distance) for distance in samples)
    return {place: n / len(samples) for place, n in counted.items()}


FEWEST_ROUNDS = 64


def cycles_of_round(share, others, share_of_part, multiply_adds, lanes, cycles_of_call):
    """Cycles that a round of a loop takes as measured: all of the time of its part, by the rounds that the multiply-adds
    of the part take, `lanes` of which a round does. That is an upper bound: the part does other things too (a processor
    works ahead, so that samples cannot tell them apart to the cycle), and empty lanes are not counted. None where it is
    not known: where `share` is less than nine times `others`, that of other innermost loops of multiply-adds in the
    part, or where there are few rounds."""
    if not (multiply_adds and lanes and cycles_of_call) or share <= 9 * others:
        return None
    if multiply_adds < FEWEST_ROUNDS * lanes:  # a few unrolled rounds: padding would be most of it
        return None
    return share_of_part * cycles_of_call * lanes / multiply_adds


# Sampling and a shared machine err by a few per cent; a model that is a tenth above what was measured is wrong, as
# nothing takes less time than it takes.
ERROR = 1.1


def refutation(loops, straight, multiply_adds, cycles_of_call):
    """What a measurement says against a model: {id, model, measured, of}, or None. `of` is "round" where cycles of the
    rounds of a loop were measured; else "part": then the numbers are multiply-adds, those that the code of a part, or of
    all where the id is "", can do by the model in the time that it took, and those that it did. Code without a figure
    counts as fast as the fastest loop. One wrong figure is enough, as it shows that the model is of another processor."""
    modelled = [x for x in loops if x["mca"] and x["fma_lanes"] and x["share"] is not None]
    for x in sorted(modelled, key=lambda x: -x["share"]):
        model = x["mca"]["cycles_per_iteration"]
        if x["cycles"] and model > ERROR * x["cycles"]:
            return {"id": x["id"], "of": "round", "model": model, "measured": x["cycles"]}
    for part in sorted({x["id"] for x in modelled}, reverse=True) + [""] * bool(modelled):  # all of it last
        mine = [x for x in modelled if part in (x["id"], "")]
        rates = [x["fma_lanes"] / x["mca"]["cycles_per_iteration"] for x in mine]
        others = sum(x["share"] for x in loops + straight if part in (x["id"], "")) - sum(x["share"] for x in mine)
        possible = cycles_of_call * (sum(x["share"] * rate for x, rate in zip(mine, rates)) + others * max(rates))
        done = multiply_adds.get(part) or 0
        if possible and done > ERROR * possible:
            return {"id": part, "of": "part", "model": round(possible), "measured": round(done)}
    return None


def multiply_adds_of(cost, rows):
    """{id of a loop: multiply-adds of its products in a call}, of products that alone are in their loop, and "": those of
    all. What masks skip is left out, evenly."""
    done = cost.get("computed_multiply_adds", cost["multiply_adds"]) / cost["multiply_adds"] if cost["multiply_adds"] else 1
    found = {"": cost.get("computed_multiply_adds", cost["multiply_adds"])}
    for row in rows or []:
        if not row["operation"].lstrip("0123456789 x").startswith("product"):
            continue
        loops = [loop for loop in row.get("loops") or [] if loop.rpartition(".")[2] in ("scores", "values", "sums")]
        for loop in loops:
            alone = len(loops) == 1 and loop not in found and " x " not in row["operation"].partition("product")[0]
            found[loop] = row["flops"] / 2 * done if alone else None
    return found
