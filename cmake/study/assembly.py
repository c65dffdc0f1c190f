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
    return functions


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
