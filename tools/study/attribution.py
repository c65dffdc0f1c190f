# SPDX-License-Identifier: BSL-1.0
"""The loop id of every instruction: what debug information says, and what follows from it."""

from disassembly import falls_through, is_call, is_jump
from frames import has_line, loop_id
from loops import blocks_of


def attribute(functions, root, frames, parts):
    """{address: (id, reason)}. The reason is "" where an inlined frame of the instruction itself says the id; "block"
    where the compiler gave it no line, and the others of its basic block have one id or are parts of tiles that are
    among them; "caller" where its function is called from loops of one id only, so that it is part of them although it
    was not inlined."""
    found = {}
    for body in functions.values():
        for x in body:
            found[x.address] = (loop_id(frames.get(x.address, []), parts), "")
        _fill_blocks(body, frames, found)
    _fill_called(functions, root, found)
    return found


def _placed(body, block, frames, found):
    """Positions of the block's instructions to which the compiler gave a line of their own. Two lines are not: that of
    the head of the function, which g++ gives to what it made without one; and where nothing falls into a block, that of
    what stands before it in memory, which continues because the table of lines has no word for an end (g++ 12.2:
    registers saved around a call in a cold block)."""
    start = block.start
    if start > 0 and not falls_through(body[start - 1].mnemonic):
        before = frames.get(body[start - 1].address)
        while start < block.stop and frames.get(body[start].address) == before:
            start += 1
    head = frames.get(body[0].address, [])
    head_is_placed = block.start == 0 or len(head) != 1 or found[body[0].address][0] != ""
    placed = []
    for i in range(start, block.stop):
        here = frames.get(body[i].address, [])
        is_known = has_line(here) or found[body[i].address][0] != ""
        if is_known and (head_is_placed or here != head):
            placed.append(i)
    return placed


def _shared(ids):
    """The id that holds for all of them: the only one, or the tiles of the kernel, which enclose its other parts."""
    if len(ids) == 1:
        return next(iter(ids))
    kernels = {name.partition(".")[0] for name in ids}
    tiles = f"{min(kernels, default='')}.tiles"
    return tiles if len(kernels) == 1 and tiles in ids else ""


def _fill_blocks(body, frames, found):
    for block in blocks_of(body)[0] if body else []:
        placed = set(_placed(body, block, frames, found))
        shared = _shared({found[body[i].address][0] for i in placed})
        for i in block:
            if shared and i not in placed and found[body[i].address][0] == "":
                found[body[i].address] = (shared, "block")


def _fill_called(functions, root, found):
    sites = {name: [] for name in functions}
    for name, body in functions.items():
        for x in body:
            if (is_call(x.mnemonic) or is_jump(x.mnemonic)) and x.to in functions and x.to != name:
                sites[x.to].append(x.address)
    waiting = [name for name in functions if name != root and sites[name]]
    while True:
        for name in waiting:
            shared = _shared({found[site][0] for site in sites[name]})
            if shared:
                break
        else:
            return
        waiting.remove(name)
        for x in functions[name]:
            if found[x.address][0] == "":
                found[x.address] = (shared, "caller")
