# SPDX-License-Identifier: BSL-1.0
"""One loop of a plan by two compilers: what a page keeps of the machine code of the other one, and how their instructions differ."""

import difflib
import re

LEAST_SHARE = 0.1


def innermost_loops(machine):
    """Innermost machine loops of loops of the plan, those with the largest share of the time first, where none was measured those
    with the most multiply-adds."""
    found = [x for x in machine.get("machine_loops") or [] if x.get("innermost", True) and x["id"] and not x.get("asks_lengths")]
    return sorted(found, key=lambda x: (x.get("share") or 0, (x.get("mix") or {}).get("fma", 0)), reverse=True)


def hottest_of_plan(machine):
    """The loop of the plan whose innermost machine loops take most of the time, and their share, None where none was measured; or None."""
    loops = innermost_loops(machine)
    if not any(x.get("share") for x in loops):
        return (loops[0]["id"], None) if loops else None
    shares = {x["id"]: sum(y.get("share") or 0 for y in loops if y["id"] == x["id"]) for x in loops}
    return max(shares.items(), key=lambda each: each[1])


def excerpt(machine, of):
    """{compiler, options, cpu, time, id, loops, loop, share, asm}: how many innermost machine loops that loop of the plan has, the one of them that takes most
    of the time, or None, and its lines; the share is of all code of that loop of the plan."""
    loops = [x for x in innermost_loops(machine) if x["id"] == of]
    pieces = (machine.get("machine_loops") or []) + (machine.get("straight") or [])
    shares = [x["share"] for x in pieces if x["id"] == of and x.get("share") is not None]
    return {
        "compiler": machine.get("compiler", ""),
        "options": machine.get("options", ""),
        "cpu": machine.get("cpu", ""),
        "time": machine.get("time"),
        "id": of,
        "loops": len(loops),
        "loop": loops[0] if loops else None,
        "share": round(sum(shares), 4) if shares else None,
        "asm": [line for line in machine.get("asm") or [] if loops and line.get("loop") == loops[0]["n"]],
    }


def beside(machine, other):
    """What the other compiler makes of the loop of the plan that takes most of the time; None where no loop takes a good part of it."""
    found = hottest_of_plan(machine)
    if not found or (found[1] is not None and found[1] < LEAST_SHARE):
        return None
    return excerpt(other, found[0])


def kind_of(text):
    """An instruction without the names of its registers, its numbers and labels: which is which is up to each compiler."""
    mnemonic, _, operands = re.sub(r"\s+", " ", text.strip()).partition(" ")
    operands = re.sub(r"\b([xyz]mm|k|[vq])\d+\b", r"\1", operands)
    operands = re.sub(r"\[[^\]]*\]", "[]", operands)
    return mnemonic, re.sub(r"\.L\d+|\b(r[a-z0-9]+|e[a-ds][xpi]|[wx]\d+|0x[0-9a-f]+|\d+)\b", "", operands)


def without_partner(one, other):
    """Of two listings for each line whether the other has none of its kind there: what stands in both in one order is paired.
    Labels are no instructions."""
    lines = [[n for n, line in enumerate(side) if not line.get("label")] for side in (one, other)]
    kinds = [[kind_of(side[n]["text"]) for n in own] for side, own in zip((one, other), lines)]
    only = [[not line.get("label") for line in side] for side in (one, other)]
    for block in difflib.SequenceMatcher(None, *kinds, autojunk=False).get_matching_blocks():
        for n in range(block.size):
            only[0][lines[0][block.a + n]] = only[1][lines[1][block.b + n]] = False
    return only
