# SPDX-License-Identifier: BSL-1.0
"""Which loop of the plan an instruction belongs to: inlined frames of heed::detail::in_loop, read from debug information."""

import re

# in_loop<Kernel, Part, Body>, mangled or as demanglers write it.
_mangled = re.compile(r"^_ZN4heed6detail7in_loopIL[mjy](\d+)ELNS0_9loop_partE(\d+)E")
_demangled = re.compile(r"^(?:constexpr )?(?:void )?heed::detail::in_loop<(\d+)u?l*, \(heed::detail::loop_part\)(\d+)[,>]")


def part_names(header):
    """The names of the parts of loops, in the order of the enumeration in the text of loop_part.hpp."""
    body = re.search(r"enum class loop_part[^{]*\{(.*?)\}", header, re.S).group(1)
    values = re.findall(r"^\s*(\w+)\s*,?\s*(?:///.*)?$", body, re.M)
    names = dict(re.findall(r"case loop_part::(\w+): return \"(\w+)\"", header))
    return [names[value] for value in values]


def loop_id(frames, parts):
    """The id of the innermost frame that is one of in_loop, "" where there is none. Frames are (function, place)."""
    for function, _ in frames:
        found = _mangled.match(function) or _demangled.match(function)
        if found:
            return f"k{found.group(1)}.{parts[int(found.group(2))]}"
    return ""


_asking = re.compile(r"/heed/(shape|trace)/\w+\.hpp:|/heed/(meta/raise|tensor/lengths|lower/scratch|run/sized_plan)\.hpp:")


def asks_lengths(frames):
    """Whether an instruction asks lengths that are known at run time only, before the plan runs: whether they agree, and
    how much memory they need."""
    return any(_asking.search(place) for _, place in frames)


def has_line(frames):
    """Whether the compiler said where the instruction comes from: line 0 and ?? are its words for nowhere."""
    return bool(frames) and not re.search(r"(^\?\?|:0|:\?)$", frames[0][1])


def parse(text):
    """{address: [(function, file:line), ...]}, innermost first, of what `addr2line -a -f -i` prints; llvm-symbolizer
    prints the same with --output-style=GNU."""
    frames, current = {}, None
    lines = iter(text.splitlines())
    for line in lines:
        if re.match(r"^0x[0-9a-f]+$", line):
            current = frames.setdefault(int(line, 16), [])
        elif current is not None and line:
            place = next(lines, "??:0")
            current.append((line, re.sub(r" \(discriminator \d+\)$", "", place)))
    return frames
