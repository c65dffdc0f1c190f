# SPDX-License-Identifier: BSL-1.0
"""What objdump and llvm-objdump print, as functions of instructions."""

import re


class Instruction:
    """One machine instruction. `target` is the address that a jump or call names, `to` the symbol there."""

    __slots__ = ("address", "mnemonic", "operands", "target", "to")

    def __init__(self, address, mnemonic, operands="", target=None, to=None):
        self.address = address
        self.mnemonic = mnemonic
        self.operands = operands
        self.target = target
        self.to = to


_function = re.compile(r"^([0-9a-f]+) <(.+)>:$")
_instruction = re.compile(r"^\s*([0-9a-f]+):\s+(\S.*)$")
_target = re.compile(r"(?:0x)?([0-9a-f]+) <([^>+]+)(\+0x[0-9a-f]+)?>")
_prefix = re.compile(r"^((?:rep|repz|repnz|repe|repne|lock|notrack|bnd|data16|cs|ds)\s+)+")


def parse(text):
    """{symbol: [Instruction]} of the text that a disassembler printed, in the order of addresses."""
    functions = {}
    body = None
    for line in text.splitlines():
        header = _function.match(line)
        if header:
            body = functions.setdefault(header.group(2), [])
            continue
        found = _instruction.match(line)
        if found and body is not None:
            body.append(_parse_instruction(int(found.group(1), 16), found.group(2)))
    return functions


def _parse_instruction(address, words):
    target = _target.search(words)
    words = re.sub(r"\s+#.*$", "", words)  # GNU: where a relative address leads
    words = re.sub(r"\s+<[^>]*>", "", words).replace("\t", " ").strip()
    prefix = _prefix.match(words)
    first = prefix.end() if prefix else 0
    mnemonic, _, operands = words[first:].partition(" ")
    mnemonic = (prefix.group(0) if prefix else "") + mnemonic
    operands = re.sub(r"\s*,\s*", ", ", operands.strip())
    if not target or not (is_jump(mnemonic) or is_call(mnemonic)):
        return Instruction(address, mnemonic, operands)
    return Instruction(address, mnemonic, operands, int(target.group(1), 16), target.group(2))


_arm_branch = re.compile(r"^(b|b\.\w+|cbz|cbnz|tbz|tbnz|br)$")


def _bare(mnemonic):
    return mnemonic.rpartition(" ")[2]


def is_jump(mnemonic):
    bare = _bare(mnemonic)
    return bare.startswith("j") or bool(_arm_branch.match(bare))


def is_call(mnemonic):
    return _bare(mnemonic) in ("call", "callq", "bl", "blr")


def falls_through(mnemonic):
    """Whether the next instruction may run after this one."""
    bare = _bare(mnemonic)
    return bare not in ("jmp", "jmpq", "b", "br", "ret", "retq", "ud2", "udf", "hlt", "brk")


def is_padding(instruction):
    """What only the assembler writes: so that loops begin at round addresses."""
    bare = _bare(instruction.mnemonic)
    if bare == "xchg":
        return instruction.operands in ("ax, ax", "%ax, %ax")
    return bare.startswith("nop") or bare in ("data16", "int3")
