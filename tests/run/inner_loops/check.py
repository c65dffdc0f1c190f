# SPDX-License-Identifier: BSL-1.0
"""The loops in which attention spends its time, in the assembly: packed multiply-adds on whole registers, what feeds
them, and nothing else; and an attention that has no loop, whose numbers stay in registers. They are compiled for named instruction sets, and not run: any machine can count them.

    check.py INCLUDE_FOLDER COMPILER..."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(here, "..", "..", "..", "tools", "study"))
import disassembly  # noqa: E402: the study tool finds loops too
import loops  # noqa: E402

# Instruction set and its registers. Two vector loads and a broadcast feed 2 x 8 multiply-adds with 32 registers, 2 x 6
# with 16, and 2 x 4 where rows are left.
targets = [("x86-64-v4", "zmm"), ("x86-64-v3", "ymm")]


def functions(path):
    """Lists of instructions of an object file."""
    objdump = shutil.which("objdump") or "llvm-objdump"
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], check=True, capture_output=True, text=True)
    return disassembly.parse(text.stdout).values()


def loads_from_stack(path):
    """Of each function without loops that multiplies and adds in registers, the loads of registers from the stack: one
    that reads what several stores wrote waits until they are done."""
    for instructions in functions(path):
        body = [f"{x.mnemonic} {x.operands}" for x in instructions]
        if any(re.match(r"vfmadd\d+ps", x) for x in body) and not loops.find_loops(instructions):
            yield [x for x in body if re.search(r"\(%rsp\), %[xyz]mm", x)]


def innermost_loops(path):
    """Lists of instructions, as text, of the loops of an object file that hold no loop."""
    for instructions in functions(path):
        for loop in loops.find_loops(instructions):
            if loop.is_innermost:
                body = [instructions[i] for i in sorted(loop.body)]
                yield [f"{x.mnemonic} {x.operands}" for x in body if not disassembly.is_padding(x)]


def faults_of(loop, register):
    """What is wrong with a loop of multiply-adds."""
    products = [x for x in loop if x.startswith("vfmadd")]
    others = [x for x in loop if not x.startswith("vfmadd")]
    faults = [f"not packed: {x}" for x in products if not re.match(rf"vfmadd\d+ps\s.*%{register}", x)]
    faults += [f"on the stack: {x}" for x in loop if re.search(r"\(%rsp|-0x[0-9a-f]+\(%rbp\)", x)]
    # g++ 12 keeps a pointer in a vector register rather than on the stack.
    # Of scores in blocks of terms it computes the address of a line from the number of the term, for registers of 32 bytes.
    feeds = r"vbroadcastss|vmov[au]ps|vmovdq[au]\d*|vmovq\s+%xmm\d+, %r|add|sub|inc|dec|lea|cmp|j\w+|test"
    feeds += r"|mov\s+%r\w+, %r|shl\s+\$" if register == "ymm" else ""
    loads = sum(bool(re.search(r"\(%[^)]*\), ", x)) and not x.startswith("lea") for x in loop)
    rest = len(others) + sum("(%" in x for x in products) - loads
    most_loads, most_rest = 0.75 * len(products), 6 if register == "ymm" else 5  # a line, a broadcast for two products each; counting and jumping
    if any(re.match(r"vmov\S+\s+%[yz]mm\d+, .*\(", x) for x in loop):  # a copy for later
        most_rest += 4
    if any(x.startswith("prefetch") for x in loop):  # of what is read later, whose address is computed beside
        feeds += r"|prefetcht[01]|mov|and|sh[lr]x?|imul"
        most_loads, most_rest = most_loads + 2, most_rest + 12
    faults += [f"not expected: {x}" for x in others if not re.match(f"({feeds})", x + " ")]
    if loads > most_loads:
        faults.append(f"{loads} loads for {len(products)} multiply-adds")
    if rest > most_rest:
        faults.append(f"{rest} instructions that neither multiply nor load, {most_rest} were expected at most")
    return faults


def compiled(compiler, name, target, register, include, folder):
    """The object file of a source."""
    path = os.path.join(folder, name + ".o")
    source = os.path.join(here, name + ".cpp")
    options = ["-std=c++20", "-O3", f"-march={target}", "-I", include, "-c", source, "-o", path]
    if register == "zmm" and "clang" in compiler:
        options.append("-mprefer-vector-width=512")
    subprocess.run([compiler, *options], check=True)
    return path


def loops_of_multiply_adds(path):
    return [x for x in innermost_loops(path) if sum(i.startswith("vfmadd231") for i in x) >= 8]


def check(compiler, include, folder):
    failed = False
    for target, register in targets:
        path = compiled(compiler, "kernel", target, register, include, folder)
        found = loops_of_multiply_adds(path)
        # Scores and values of both attentions, a product, and one whose first rows copy and whose others fetch.
        if len(found) < 7:
            print(f"{compiler} {target}: {len(found)} loops of multiply-adds, 7 were expected")
            failed = True
        for loop in found:
            products = sum(x.startswith("vfmadd") for x in loop)
            print(f"{compiler} {target}: {products} multiply-adds in {len(loop)} instructions")
            for fault in faults_of(loop, register):
                print("    " + fault)
                failed = True
        tiny, most = list(loads_from_stack(path)), 1 if "clang" in compiler else 0  # clang 19 keeps the sums of weights
        if not tiny or any(len(x) > most for x in tiny):
            print(f"{compiler} {target}: an attention without loops reads from the stack: {tiny}")
            failed = True
        found = loops_of_multiply_adds(compiled(compiler, "view", target, register, include, folder))
        good = sum(not faults_of(x, register) for x in found)
        # Up to two that copy columns, and those of rows that turn out to be contiguous.
        print(f"{compiler} {target}: {good} of {len(found)} loops over a view are those over a tensor, 3 were expected")
        failed = failed or good < 3
        found = loops_of_multiply_adds(compiled(compiler, "epilogue", target, register, include, folder))
        spilt = sum("on the stack" in fault for x in found for fault in faults_of(x, register))
        most = 2 if "clang" in compiler else 0  # clang 19 stores and loads one sum of the last of them
        print(f"{compiler} {target}: {spilt} operands on the stack in {len(found)} loops before an epilogue, {most} were expected")
        failed = failed or spilt > most or len(found) < 2
    return failed


def main(include, *compilers):
    found = [x for x in compilers if shutil.which(x)]
    for compiler in set(compilers) - set(found):
        print(f"skipped: {compiler} is not there")
    with tempfile.TemporaryDirectory() as folder:
        return max((check(x, include, folder) for x in found), default=False)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
