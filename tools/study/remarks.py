# SPDX-License-Identifier: BSL-1.0
"""What compilers say about the loops that they optimised, or did not."""

import os
import re
from collections import Counter

from tools import Failed

_clang_passes = "loop-vectorize|slp-vectorizer|loop-unroll|regalloc"


def options(compiler, path):
    """Those with which the compiler writes its remarks to a file. They change no code."""
    if compiler.is_clang:
        return [f"-foptimization-record-file={path}", f"-foptimization-record-passes={_clang_passes}"]
    return [f"-fopt-info-vec-loop-optimized-missed={path}"]


def read(compiler, path):
    """[(file, line, words)] in the order of the file."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError as error:
        raise Failed(f"the compiler wrote no remarks to {path}") from error
    return parse_clang(text) if compiler.is_clang else parse_gcc(text)


def parse_gcc(text):
    """`FILE:LINE:COLUMN: missed: words` about whole loops; why one was not vectorised stands in the lines after it."""
    found = []
    for line in text.splitlines():
        remark = re.match(r"^(.+?):(\d+):\d+: (optimized|missed):\s+(.*?)\.?$", line)
        if not remark:
            continue
        file, number, kind, words = remark.group(1), int(remark.group(2)), remark.group(3), remark.group(4)
        words = re.sub(r" \(header execution count -?\d+\)", "", words)
        if kind == "optimized" or words == "couldn't vectorize loop":
            found.append((file, number, words))
        elif words.startswith("not vectorized: ") and found and found[-1][2] == "couldn't vectorize loop":
            reason = words[len("not vectorized: ") :]
            if "stmt" not in reason and "statement" not in reason:
                found[-1] = (*found[-1][:2], f"couldn't vectorize loop: {reason}")
    return found


def parse_clang(text):
    """Documents of YAML in the one form that LLVM writes."""
    found = []
    for document in re.split(r"^--- ", text, flags=re.M)[1:]:
        place = re.search(r"DebugLoc:\s+\{ File: (?:'([^']*)'|(\S+)),\s+Line: (\d+),", document)
        arguments = document.partition("\nArgs:")[2]
        pieces = re.findall(r"^  - \w+:\s+(?:'((?:[^']|'')*)'|\"((?:[^\"\\]|\\.)*)\"|(.*))$", arguments, re.M)
        words = "".join((a.replace("''", "'") or b or c) for a, b, c in pieces)
        words = re.sub(r"\. Use #pragma.*", "", words.replace("\\n", " ")).strip()
        noise = words == "loop not vectorized" or "virtual registers copies" in words  # another remark says why; moves
        if place and words and not noise:
            found.append((place.group(1) or place.group(2), int(place.group(3)), words))
    return found


def place(remarks, frames, ids):
    """[{text, id}]: a remark belongs to the loops whose instructions come from its line. The compiler does not say which
    copy of an inlined line it means: where copies are in several loops each of them has the remark, as `ambiguous`.
    Clang names files relative to the folder that it ran in, which is that of this program."""
    innermost, anywhere = {}, {}
    for address, chain in frames.items():
        loop = ids.get(address, ("", ""))[0]
        for depth, (_, where) in enumerate(chain):
            file, _, line = where.rpartition(":")
            if loop and line.isdigit():
                key = (os.path.abspath(file), int(line))
                anywhere.setdefault(key, set()).add(loop)
                if depth == 0:
                    innermost.setdefault(key, set()).add(loop)
    placed = Counter()
    for file, line, words in remarks:
        key = (os.path.abspath(file), line)
        loops = innermost.get(key) or anywhere.get(key) or {""}
        for loop in sorted(loops):
            placed[(f"{os.path.basename(file)}:{line}: {words}", loop, len(loops) > 1)] += 1
    result = []
    for (text, loop, ambiguous), times in sorted(placed.items(), key=lambda x: (x[0][1] == "", x[0][1], x[0][0])):
        entry = {"text": text + (f" ({times} times)" if times > 1 else ""), "id": loop}
        if ambiguous:
            entry["ambiguous"] = True
        result.append(entry)
    return result
