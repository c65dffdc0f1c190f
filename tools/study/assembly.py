# SPDX-License-Identifier: BSL-1.0
"""What the compiler wrote before the assembler read it. Its comments say which instructions move a register to the stack
and back for want of registers; the machine code does not tell those from uses of arrays."""

import re

from disassembly import is_call, is_jump, is_padding

_label = re.compile(r'^"?([A-Za-z_$][\w$.]*)"?:')
_spill = re.compile(r"%sfp|-byte (Folded )?(Spill|Reload)")  # g++ -fverbose-asm, clang


class Line:
    """An instruction as the compiler wrote it, without its comment."""

    __slots__ = ("text", "is_spill")

    def __init__(self, text, is_spill):
        self.text = text
        self.is_spill = is_spill


def parse(text):
    """{symbol: [Line]} of the functions in a file of assembly."""
    functions, body = {}, None
    for line in text.splitlines():
        label = _label.match(line)
        if label:
            body = functions.setdefault(label.group(1), [])
        elif body is not None and re.match(r"^\s+[a-z]", line):
            code, _, comment = re.sub(r"\s(#|//)", "\0", line, count=1).partition("\0")
            body.append(Line(" ".join(code.split()), bool(_spill.search(comment))))
    for body in functions.values():
        _keep_spills(body)
    return functions


def _keep_spills(body):
    """g++ also says %sfp of a register that is put together in memory: some numbers are stored into a part of it, and it
    is read as a whole. That is no want of registers."""
    accesses = [(line, found) for line in body if line.is_spill and (found := _access(line.text))]
    for n, (_, (place, first, last, is_store)) in enumerate(accesses):
        def overlaps(other):
            return other[0] == place and other[1] < last and first < other[2]
        stored = next((x for _, x in reversed(accesses[:n]) if x[3] and overlaps(x)), None)
        if not is_store and stored and (first < stored[1] or last > stored[2]):
            for line, other in accesses:
                line.is_spill = line.is_spill and not overlaps(other)


def _access(text):
    """(register that the place counts from, first byte, byte after the last, whether it is written)."""
    mnemonic, _, operands = text.partition(" ")
    at = re.search(r"(-?\d*)\((%[er][sb]p)\)", operands)
    if not at:
        return None
    first = int(at[1] or 0)
    is_store = at.end() == len(operands) and not re.match(r"v?(cmp|test|u?comis)", mnemonic)
    return at[2], first, first + _bytes(mnemonic, operands), is_store


def _bytes(mnemonic, operands):
    """How many an instruction reads or writes: by its name, else by its widest register."""
    vectors = [_vector_bytes[x] for x in re.findall(r"%([xyz])mm", operands)]
    if vectors:
        if re.search(r"(ss|movd)$|\{1to", mnemonic + operands):
            return 4
        return 8 if re.search(r"(sd|movq|mov[lh]p[sd])$", mnemonic) else max(vectors)
    return {"b": 1, "w": 2, "l": 4}.get(mnemonic[-1], 8)


_vector_bytes = {"x": 16, "y": 32, "z": 64}


def pair(instructions, lines):
    """{address: Line}: the disassembly beside what the compiler wrote, which has the same instructions in the same order
    but for padding. Nothing where the two do not agree: then the compiler wrote bytes as data."""
    instructions = [x for x in instructions if not is_padding(x)]
    lines = [x for x in lines if not re.match(r"^(nop|xchgw? %ax, ?%ax|int3)", x.text)]
    if len(instructions) != len(lines):
        return {}
    for x, line in zip(instructions, lines):
        if _flow(x.mnemonic) != _flow(line.text.partition(" ")[0]):
            return {}
    return {x.address: line for x, line in zip(instructions, lines)}


def _flow(mnemonic):
    return is_jump(mnemonic), is_call(mnemonic)
