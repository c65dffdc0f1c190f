# SPDX-License-Identifier: BSL-1.0
"""The loops of a function of machine code: basic blocks, dominators, natural loops and how they nest."""

from disassembly import falls_through, is_jump


class Loop:
    """A natural loop. `body` holds positions of instructions, those of loops inside it too."""

    def __init__(self, header, body):
        self.header = header  # position of the first instruction that every round runs
        self.body = body
        self.parent = None
        self.is_innermost = True


def blocks_of(instructions):
    """Basic blocks as ranges of positions, and for each the blocks that may run next."""
    at = {x.address: i for i, x in enumerate(instructions)}
    leaders = {0}
    for i, x in enumerate(instructions):
        if is_jump(x.mnemonic) or not falls_through(x.mnemonic):
            leaders.add(i + 1)
            if is_jump(x.mnemonic) and x.target in at:
                leaders.add(at[x.target])
    leaders.discard(len(instructions))
    starts = sorted(leaders)
    blocks = [range(a, b) for a, b in zip(starts, starts[1:] + [len(instructions)])]
    number = {block.start: n for n, block in enumerate(blocks)}
    following = []
    for n, block in enumerate(blocks):
        last = instructions[block[-1]]
        to = []
        if is_jump(last.mnemonic) and last.target in at:
            to.append(number[at[last.target]])
        if falls_through(last.mnemonic) and n + 1 < len(blocks):
            to.append(n + 1)
        following.append(to)
    return blocks, following


def _reverse_postorder(following):
    """Blocks in an order in which all but the back edges lead forward. Those that no jump reaches (landing pads, tables
    of jumps) begin orders of their own."""
    seen, order = set(), []
    for root in range(len(following)):
        if root in seen:
            continue
        seen.add(root)
        found, stack = [], [(root, iter(following[root]))]
        while stack:
            block, rest = stack[-1]
            after = next((b for b in rest if b not in seen), None)
            if after is None:
                stack.pop()
                found.append(block)
            else:
                seen.add(after)
                stack.append((after, iter(following[after])))
        order += reversed(found)
    return order


def dominators(following):
    """For each block the one through which every way to it comes last; roots are their own.
    Cooper, Harvey, Kennedy 2001, A Simple, Fast Dominance Algorithm; -1 stands for an entry before all roots."""
    order = _reverse_postorder(following)
    place = {block: i for i, block in enumerate(order)}
    place[-1] = -1
    before = {block: [] for block in order}
    for block, to in enumerate(following):
        for b in to:
            before[b].append(block)
    reached, roots = set(), set()
    for block in order:  # a block without a forward edge to it begins an order
        if not any(place[b] < place[block] for b in before[block]):
            roots.add(block)
        reached.add(block)
    above = {-1: -1}
    above.update({root: -1 for root in roots})
    changed = True
    while changed:
        changed = False
        for block in order:
            if block in roots:
                continue
            known = [b for b in before[block] if b in above]
            best = known[0]
            for b in known[1:]:
                while best != b:
                    while place[b] > place[best]:
                        b = above[b]
                    while place[best] > place[b]:
                        best = above[best]
            if above.get(block) != best:
                above[block] = best
                changed = True
    return above


def _dominates(above, a, b):
    while b != -1:
        if a == b:
            return True
        b = above[b]
    return False


def find_loops(instructions):
    """Natural loops, outer ones first. Back edges to one block make one loop."""
    if not instructions:
        return []
    blocks, following = blocks_of(instructions)
    above = dominators(following)
    before = {n: [] for n in range(len(blocks))}
    for n, to in enumerate(following):
        for b in to:
            before[b].append(n)
    bodies = {}
    for tail, to in enumerate(following):
        for head in to:
            if _dominates(above, head, tail):
                body = bodies.setdefault(head, {head})
                waiting = [tail]
                while waiting:
                    block = waiting.pop()
                    if block not in body:
                        body.add(block)
                        waiting += before[block]
    ordered = sorted(bodies.items(), key=lambda item: (-len(item[1]), item[0]))
    loops = []
    for head, body in ordered:
        loop = Loop(blocks[head].start, {i for block in body for i in blocks[block]})
        for outer in loops:
            if loop.body < outer.body:
                loop.parent = outer  # the last one that holds it is the smallest
        if loop.parent:
            loop.parent.is_innermost = False
        loops.append(loop)
    return loops


def innermost_of(loops, count):
    """For each of `count` instructions the innermost loop that it is in, or None."""
    found = [None] * count
    for loop in loops:  # outer first
        for i in loop.body:
            found[i] = loop
    return found
