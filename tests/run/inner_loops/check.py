# SPDX-License-Identifier: BSL-1.0
"""The loops in which attention spends its time, in the assembly: packed multiply-adds on whole registers, what feeds
them, and nothing else. They are compiled for named instruction sets, and not run: any machine can count them.

    check.py INCLUDE_FOLDER COMPILER..."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

# Instruction set, its registers, and the most instructions for one multiply-add: two vector loads and a broadcast feed
# 2 x 8 of them with 32 registers, 2 x 4 with 16, and a loop takes three more.
targets = [("x86-64-v4", "zmm", 2.0), ("x86-64-v3", "ymm", 2.3)]


def innermost_loops(assembly):
    """Lists of instructions between a label and a jump back to it that hold no smaller such list."""
    lines = assembly.split("\n")
    labels = {m[1]: i for i, line in enumerate(lines) if (m := re.match(r"(\.L\w+):", line))}
    loops = []
    for i, line in enumerate(lines):
        jump = re.match(r"\s+j\w+\s+(\.L\w+)", line)
        if jump and labels.get(jump[1], i) < i:
            loops.append((labels[jump[1]], i))
    for begin, end in loops:
        if not any((b, e) != (begin, end) and begin <= b and e <= end for b, e in loops):
            yield [x.split("#")[0].strip() for x in lines[begin : end + 1] if re.match(r"\s+[a-z]", x)]


def faults_of(loop, register, most):
    """What is wrong with a loop of multiply-adds."""
    products = [x for x in loop if x.startswith("vfmadd")]
    others = [x for x in loop if not x.startswith("vfmadd")]
    faults = [f"not packed: {x}" for x in products if not re.match(rf"vfmadd\d+ps\s.*%{register}", x)]
    faults += [f"on the stack: {x}" for x in loop if "%rsp" in x or "%rbp" in x]
    # g++ 12 keeps a pointer in a vector register rather than on the stack.
    feeds = r"(vbroadcastss|vmov[au]ps|vmovdq[au]\d*|vmovq\s+%xmm\d+, %r|add|sub|inc|dec|lea|cmp|j\w+|test)"
    faults += [f"not expected: {x}" for x in others if not re.match(feeds, x + " ")]
    if len(loop) > most * len(products):
        faults.append(f"{len(loop)} instructions for {len(products)} multiply-adds")
    return faults


def check(compiler, include, folder):
    failed = False
    for target, register, most in targets:
        path = os.path.join(folder, "kernel.s")
        source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kernel.cpp")
        options = ["-std=c++20", "-O3", f"-march={target}", "-I", include, "-S", source, "-o", path]
        if register == "zmm" and "clang" in compiler:
            options.append("-mprefer-vector-width=512")
        subprocess.run([compiler, *options], check=True)
        with open(path, encoding="utf-8") as file:
            loops = [x for x in innermost_loops(file.read()) if sum(i.startswith("vfmadd231") for i in x) >= 8]
        # Scores and values of both attentions, and one product.
        if len(loops) < 5:
            print(f"{compiler} {target}: {len(loops)} loops of multiply-adds, 5 were expected")
            failed = True
        for loop in loops:
            products = sum(x.startswith("vfmadd") for x in loop)
            print(f"{compiler} {target}: {products} multiply-adds in {len(loop)} instructions")
            for fault in faults_of(loop, register, most):
                print("    " + fault)
                failed = True
    return failed


def main(include, *compilers):
    found = [x for x in compilers if shutil.which(x)]
    for compiler in set(compilers) - set(found):
        print(f"skipped: {compiler} is not there")
    with tempfile.TemporaryDirectory() as folder:
        return max((check(x, include, folder) for x in found), default=False)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
