# SPDX-License-Identifier: BSL-1.0
"""One loop of a plan by two compilers: what a page keeps of the machine code of the other one."""


LEAST_SHARE = 0.1


def hottest_loop(machine, of=None):
    """The innermost machine loop of a loop of the plan, of any or of that one, with the largest share of the time, where none was
    measured with the most multiply-adds; or None."""
    found = [
        x for x in machine.get("machine_loops") or []
        if x.get("innermost", True) and x["id"] and not x.get("asks_lengths") and of in (None, x["id"])
    ]  # fmt: skip
    return max(found, key=lambda x: (x.get("share") or 0, (x.get("mix") or {}).get("fma", 0)), default=None)


def excerpt(machine, of):
    """{compiler, time, id, loop, share, asm}: the hottest machine loop of that loop of the plan, its lines, and the share of all code of that loop
    of the plan; loop is None where the compiler has none."""
    loop = hottest_loop(machine, of)
    pieces = (machine.get("machine_loops") or []) + (machine.get("straight") or [])
    shares = [x["share"] for x in pieces if x["id"] == of and x.get("share") is not None]
    return {
        "compiler": machine.get("compiler", ""),
        "time": machine.get("time"),
        "id": of,
        "loop": loop,
        "share": round(sum(shares), 4) if shares else None,
        "asm": [line for line in machine.get("asm") or [] if loop and line.get("loop") == loop["n"]],
    }


def beside(machine, other):
    """What the other compiler makes of the loop that takes most of the time; None where no loop takes a good part of it."""
    loop = hottest_loop(machine)
    if not loop or (loop.get("share") or 1) < LEAST_SHARE:
        return None
    return excerpt(other, loop["id"])
