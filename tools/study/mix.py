# SPDX-License-Identifier: BSL-1.0
"""What kinds of instructions a loop is made of."""

import re
from collections import Counter

from disassembly import is_call, is_jump

kinds = ["fma", "vector", "broadcast", "load", "store", "shuffle", "move", "scalar", "branch"]

_register = re.compile(r"\b[xyz]mm\d+\b|\bk[0-7]\b|\b[vzqp]\d+\b")
_memory = re.compile(r"\[")
_x86_move = re.compile(r"^v?(mov(?!mskp|nt|l?hl|lhp)|p?maskmov|lddqu|pmov[sz]x|pop|gather|pgather|pscatter|scatter|movnt)")
_x86_shuffle = re.compile(
    r"^v?(perm|shuf|unpck|punpck|pshuf|p?blend|extract|pextr|insert|pinsr|palign|valign|align|movhl|movlh|pslldq|psrldq|"
    r"pack|p?compress|p?expand|movs[hl]dup)"
)
_packed_fma = re.compile(r"^vf(n?m(add|sub)(add|sub)?)\d*p[sdh]$")
_scalar_float = re.compile(r"(?<!p)s[sdh]$")


def kind_of(instruction, arm=False):
    """One of `kinds`. What reads memory and computes counts as what it computes."""
    name = instruction.mnemonic.rpartition(" ")[2]
    if is_jump(name) or is_call(name) or name.startswith("ret"):
        return "branch"
    return _arm_kind(name, instruction.operands) if arm else _x86_kind(name, instruction.operands)


def _x86_kind(name, operands):
    if re.match(r"^v?p?broadcast|^v?movddup", name):
        return "broadcast"
    if _packed_fma.match(name):
        return "fma"
    if name == "push":
        return "store"
    is_vector = bool(_register.search(operands))
    if _x86_move.match(name) and not _x86_shuffle.match(name):
        first, _, rest = operands.partition(", ")
        if _memory.search(first) and rest:
            return "store"
        if _memory.search(rest) or name == "pop":
            return "load"
        return "move" if is_vector else "scalar"
    if _x86_shuffle.match(name):
        return "shuffle"
    if is_vector and not _scalar_float.search(name):
        return "vector"
    return "scalar"


def _arm_kind(name, operands):
    is_vector = bool(re.search(r"\b[vz]\d+\.", operands))
    if name in ("dup", "ld1r", "ld2r", "ld1rw", "ld1rd"):
        return "broadcast"
    if re.match(r"^(ld|ldr|ldp|ldur)", name):
        return "load"
    if re.match(r"^st", name):
        return "store"
    if is_vector and re.match(r"^(fml[as]|fmad|fmsb|fnml[as])", name):
        return "fma"
    if is_vector and re.match(r"^(zip|uzp|trn|ext|tbl|ins|rev|umov|smov)", name):
        return "shuffle"
    if is_vector and name == "mov":
        return "move"
    return "vector" if is_vector else "scalar"


def fma_lanes(instructions):
    """How many multiply-adds of numbers the packed ones among them do, on x86; 0 where there is none."""
    lanes = 0
    for x in instructions:
        name = x.mnemonic.rpartition(" ")[2]
        if _packed_fma.match(name):
            width = max({"z": 64, "y": 32, "x": 16}[w] for w in re.findall(r"\b([xyz])mm\d", x.operands))
            lanes += width // {"s": 4, "d": 8, "h": 2}[name[-1]]
    return lanes


def uses_vectors(instruction):
    """Whether a register of vectors or of masks is among the operands."""
    return bool(_register.search(instruction.operands))


def mix_of(instructions, arm=False):
    """{kind: number}, without those that do not occur."""
    counted = Counter(kind_of(x, arm) for x in instructions)
    return {kind: counted[kind] for kind in kinds if counted[kind]}
