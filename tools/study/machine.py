# SPDX-License-Identifier: BSL-1.0
"""The machine code of a kernel: every instruction with the loop of the plan that it belongs to, the loops that the
compiler made and what they are made of, what it said about them, and how long the kernel takes."""

import datetime
import json
import platform
import re
import subprocess

import assembly
import attribution
import disassembly
import frames as inlined
import mca
import remarks as said
import shares
from loops import find_loops, innermost_of
from mix import fma_lanes, mix_of, uses_vectors
from tools import Tools, run


def study(kernel, compiler, flops, multiply_adds=None):
    """"machine" of the page's data, for one kernel that has been compiled; `flops` may be None, `multiply_adds` has those
    of loops (shares.multiply_adds_of).

    asm            [{text, id, label, loop}]: the listing. `id` is that of a loop of the plan or "", `loop` the number of
                   the innermost machine loop or None; `inherited` says by which rule of attribution the id was found,
                   `share` is that of samples at this instruction, not there where it is none
    machine_loops  [{n, id, function, parent, innermost, instructions, asks_lengths, mix, mca, spills, vector_spills, share, cycles}]:
                   numbers are of instructions in the loop and not in loops inside it; mca only of innermost loops;
                   share is that of samples, cycles are those of a round as measured, None where it is not known
    straight       [{id, instructions, mix, spills, vector_spills, share}]: code outside of machine loops, by id: what
                   runs once a call, and loops that were unrolled whole
    elsewhere      the share of samples in other code, such as functions of libraries
    model          {program, cpu, same_as, refuted}: whose cycles mca's are, and what was measured against them
    remarks        [{text, id}], `ambiguous` where the line that is meant was inlined in several loops
    spills         in all loops; coverage: the part of their instructions that has an id, None without loops
    time           {nanoseconds, gflops, peak_gflops, fraction, ghz, date, samples, reads}; the peak is that of the
                   instructions that the options allow, reads are [{where, bytes, gbytes_per_second}], an array of so
                   many bytes, caches before memory
    missing        [{pane, tool, package}]: programs that are not there, and what stays empty"""
    tools = Tools(compiler.clang_version)
    result = {"compiler": compiler.name, "options": " ".join(compiler.options), "cpu": _cpu()}
    code = _Code(kernel, compiler, tools)
    measured = _measure(kernel, tools)
    result.update(code.describe(measured or {}, multiply_adds or {}))
    result["time"] = _time(measured, flops) if measured else None
    result["missing"] = tools.missing
    return result


class _Code:
    """The functions of a kernel's image that it reaches, and all that is known of their instructions."""

    def __init__(self, kernel, compiler, tools):
        self._kernel, self._compiler, self._tools = kernel, compiler, tools
        self._written = assembly.parse(_text_of(kernel.assembly))
        self._is_arm, self._functions = False, {}
        self._disassemble()
        self._frames = self._find_frames()
        parts = inlined.part_names(_text_of(kernel.header("heed/lower/loop_part.hpp")))
        self._ids = attribution.attribute(self._functions, kernel.symbol, self._frames, parts)
        self._leave_out_what_asks_lengths()
        self._lines = {}
        for name, body in self._functions.items():
            for part in (name, name + ".cold"):
                mine = [x for x in body if self._part.get(x.address) == part]
                self._lines.update(assembly.pair(mine, self._written.get(part, [])))

    def describe(self, measured, multiply_adds):
        loops, inside = [], {}
        for name, body in self._functions.items():
            found = find_loops(body)
            of = innermost_of(found, len(body))
            loops += [(name, body, loop) for loop in found]
            inside.update({x.address: loop for x, loop in zip(body, of) if loop})
        loops.sort(key=lambda x: x[1][x[2].header].address)
        number = {loop: n for n, (_, _, loop) in enumerate(loops)}
        counted = [x for body in self._functions.values() for x in body
                   if x.address in inside and not _is_padding(x) and not self._asks_lengths(x)]
        mapped = sum(self._ids[x.address][0] != "" for x in counted)
        places = {x.address: ("loop", number[inside[x.address]]) if x.address in inside else ("straight", self._ids[x.address][0])
                  for body in self._functions.values() for x in body}
        kernel = self._functions.get(self._kernel.symbol)
        samples = measured.get("samples", [])
        share = shares.count(samples, self._entry(kernel), places) if kernel else {}
        at = shares.count(samples, self._entry(kernel), {address: address for address in places}) if kernel else {}
        described = self._describe_loops(loops, inside, number)
        for loop in described:
            loop["share"] = round(share.get(("loop", loop["n"]), 0), 4) if share else None
        straight = self._describe_straight(inside, share)
        self._compare_with_model(described, straight, measured, multiply_adds)
        return {
            "asm": self._listing(inside, number, at),
            "machine_loops": described,
            "straight": straight,
            "elsewhere": round(share.get(None, 0), 4) if share else None,
            "model": self._model,
            "remarks": self._remarks(),
            "spills": sum(self._is_spill(x) for x in counted),
            "coverage": round(mapped / len(counted), 4) if counted and self._frames else None,
        }

    def _entry(self, body):
        """Where the kernel begins: what compilers put apart as seldom run may lie before it."""
        return next(x.address for x in body if self._part[x.address] == self._kernel.symbol)

    def _disassemble(self):
        program = self._tools.require("asm", "llvm-objdump", "objdump")
        self._part = {}
        if not program:
            return
        self._is_arm = "aarch64" in run([program, "-f", self._kernel.image]).stdout
        dialect = [] if self._is_arm else ["-M", "intel"]
        image = disassembly.parse(run([program, "-d", "--no-show-raw-insn", *dialect, self._kernel.image]).stdout)
        whole = {}
        for name, body in image.items():
            if name in self._written or name.removesuffix(".cold") in self._written:
                whole.setdefault(name.removesuffix(".cold"), []).extend(body)
                self._part.update({x.address: name for x in body})
        waiting = [self._kernel.symbol]
        for name in waiting:  # grows
            body = self._functions[name] = whole.get(name, [])
            for x in body:
                x.to = x.to.removesuffix(".cold") if x.to else None
                if x.to in whole and x.to not in waiting:
                    waiting.append(x.to)

    def _find_frames(self):
        addresses = "\n".join(hex(x.address) for body in self._functions.values() for x in body)
        program = self._tools.require("mapping", "llvm-symbolizer", "addr2line")
        if not program or not addresses:
            return {}
        command = [program, "-e", self._kernel.image, "-f", "-i", "-a"]
        if "symbolizer" in program:
            command = [program, f"--obj={self._kernel.image}", "--inlines", "--functions=linkage", "--no-demangle"]
            command += ["--output-style=GNU", "--print-address"]
        return inlined.parse(run(command, input=addresses).stdout)

    def _asks_lengths(self, x):
        return self._ids[x.address][0] == "" and inlined.asks_lengths(self._frames.get(x.address, []))

    def _leave_out_what_asks_lengths(self):
        """Functions without a part of the plan that ask lengths before it runs are no code of loops."""
        self._asking = {name: len(body) for name, body in self._functions.items()
                        if name != self._kernel.symbol and not any(self._ids[x.address][0] for x in body)
                        and any(map(self._asks_lengths, body))}
        for name in self._asking:
            del self._functions[name]

    def _is_spill(self, x):
        return x.address in self._lines and self._lines[x.address].is_spill

    def _describe_loops(self, loops, inside, number):
        described, to_analyse, self._model = [], [], None
        for name, body, loop in loops:
            own = [x for i, x in enumerate(body) if i in loop.body and not _is_padding(x)]
            if loop.is_innermost and all(x.address in self._lines for x in own):
                to_analyse.append(([self._lines[x.address].text for x in own], len(described)))
            own = [x for x in own if inside[x.address] is loop]
            ids = [self._ids[x.address][0] for x in own]
            described.append({
                "n": number[loop],
                "id": max(sorted(set(ids)), key=ids.count, default=""),
                "function": self._names[name],
                "parent": number[loop.parent] if loop.parent else None,
                "innermost": loop.is_innermost,
                "instructions": len(own),
                "asks_lengths": bool(own) and all(map(self._asks_lengths, own)),
                "mix": mix_of(own, self._is_arm),
                "fma_lanes": fma_lanes(own),
                "mca": None,
                "spills": sum(map(self._is_spill, own)),
                "vector_spills": sum(self._is_spill(x) and uses_vectors(x) for x in own),
            })
        program = self._tools.require("mca", "llvm-mca")
        if program:
            bodies = [lines for lines, _ in to_analyse]
            found = mca.analyse(program, self._cpu_for_mca(), bodies, self._is_arm)
            self._model = mca.model(program, self._cpu_for_mca(), bodies, found, self._is_arm)
            for (_, at), figures in zip(to_analyse, found):
                described[at]["mca"] = figures
            if to_analyse and not any(found):
                why = f"it knows no loop's instructions for -mcpu={self._cpu_for_mca()}"
                self._tools.lacks("mca", program.rpartition("/")[2], "", why)
        return described

    def _describe_straight(self, inside, share):
        """Code outside of machine loops, by id; that of the kernel's functions without an id is one entry."""
        found = {}
        for body in self._functions.values():
            for x in body:
                if x.address not in inside and not _is_padding(x):
                    found.setdefault(self._ids[x.address][0], []).append(x)
        return [
            {
                "id": loop,
                "instructions": len(own),
                "mix": mix_of(own, self._is_arm),
                "spills": sum(map(self._is_spill, own)),
                "vector_spills": sum(self._is_spill(x) and uses_vectors(x) for x in own),
                "share": round(share.get(("straight", loop), 0), 4) if share else None,
            }
            for loop, own in found.items()
        ]

    def _compare_with_model(self, loops, straight, measured, multiply_adds):
        """Cycles that rounds take as measured; what they say of the model."""
        cycles_of_call = measured.get("nanoseconds", 0) * measured.get("clock", 0) / 1e9
        for loop in loops:
            loop["cycles"] = None
            if not (loop["share"] and loop["fma_lanes"] and loop["innermost"]):
                continue
            mine = [x for x in loops + straight if x["id"] == loop["id"]]
            others = sum(x["share"] for x in mine if x is not loop and x.get("innermost") and x["fma_lanes"])
            cycles = shares.cycles_of_round(loop["share"], others, sum(x["share"] for x in mine),
                                            multiply_adds.get(loop["id"]), loop["fma_lanes"], cycles_of_call)
            loop["cycles"] = None if cycles is None else round(cycles, 2)
        if self._model:
            self._model["refuted"] = shares.refutation(loops, straight, multiply_adds, cycles_of_call)

    def _cpu_for_mca(self):
        for option in reversed(self._compiler.options):
            named = re.match(r"-m(?:arch|cpu|tune)=([\w-]+)$", option)
            if named and not re.match(r"x86-64|armv", named.group(1)):
                return named.group(1)
        return "native"

    def _remarks(self):
        return said.place(said.read(self._compiler, self._kernel.remarks), self._frames, self._ids)

    @property
    def _names(self):
        """Names that a reader can bear: without arguments of templates and of functions."""
        if not hasattr(self, "_short_names"):
            symbols = list(self._functions)
            program = self._tools.find("llvm-cxxfilt", "c++filt")
            full = run([program], input="\n".join(symbols)).stdout.splitlines() if program else symbols
            self._short_names = {s: short_name(f) for s, f in zip(symbols, full)}
        return self._short_names

    def _listing(self, inside, number, shares_at):
        targets = self._jump_labels()
        rows = []
        for name, body in self._functions.items():
            has_loop = any(x.address in inside for x in body)
            if name != self._kernel.symbol and not has_loop and not any(self._ids[x.address][0] for x in body):
                rows.append(_row(f"{self._names[name]}: {len(body)} instructions outside of all loops", is_label=True))
                continue
            rows.append(_row(f"{self._names[name]}:", is_label=True))
            for x in body:
                loop, reason = self._ids[x.address]
                n = number[inside[x.address]] if x.address in inside else None
                if x.address in targets:
                    rows.append(_row(f"{targets[x.address]}:", loop, n, is_label=True))
                if not _is_padding(x):
                    rows.append(_row(f"{x.mnemonic:<12} {self._operands(x, targets)}".rstrip(), loop, n, reason))
                    if x.address in shares_at:
                        rows[-1]["share"] = round(shares_at[x.address], 4)
        if self._asking:
            words = f"{len(self._asking)} functions ask lengths before the plan runs: {sum(self._asking.values()):,} instructions"
            rows.append(_row(words, is_label=True))
        return rows

    def _jump_labels(self):
        jumps = [x for body in self._functions.values() for x in body if x.target and disassembly.is_jump(x.mnemonic)]
        starts = {body[0].address for body in self._functions.values() if body}
        return {to: f".L{n}" for n, to in enumerate(sorted({x.target for x in jumps} - starts))}

    def _operands(self, x, targets):
        if x.target is None:
            return x.operands
        if x.target in targets:
            return re.sub(r"(0x)?[0-9a-f]+$", targets[x.target], x.operands)
        return self._names.get(x.to) or short_name(x.to)


def _row(text, loop="", n=None, reason="", is_label=False):
    row = {"text": text, "id": loop, "label": is_label, "loop": n}
    if reason:
        row["inherited"] = reason
    return row


_is_padding = disassembly.is_padding


def short_name(demangled):
    """heed::detail::streaming<Plan, 0ul>::add_tile<64ul>(int) const -> streaming::add_tile."""
    name, depth = "", 0
    demangled = demangled.replace("operator()", "operator_call").replace("(anonymous namespace)", "")
    for c in demangled:
        depth += c in "<({["
        if depth == 0:
            name += c
        depth -= c in ">)}]"
    words = re.sub(r" const$|\[clone.*", "", name.strip()).split(" ")[-1]
    words = words.replace("operator_call", "operator()")
    parts = [p for p in words.split("::") if p and p not in ("heed", "detail", "study")]
    return "::".join(parts) or demangled


def _text_of(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def _cpu():
    """The processor by its name, and by family and model, as names of shared machines hide which it is."""
    try:
        text = _text_of("/proc/cpuinfo")
    except OSError:
        text = ""
    facts = {key: re.search(rf"^{key}\s*:\s*(.*)$", text, re.M) for key in ("model name", "cpu family", "model")}
    if not facts["model name"]:
        return platform.processor() or platform.machine()
    name = facts["model name"].group(1)
    if facts["cpu family"] and facts["model"]:
        name += f' (family {facts["cpu family"].group(1)}, model {facts["model"].group(1)})'
    return name


def _measure(kernel, tools):
    """Runs the kernel. On a machine that cannot the pane is empty."""
    try:
        done = run([kernel.image], timeout=60)
        measured = json.loads(done.stdout) if done.returncode == 0 else None
        why = f"it ended with status {done.returncode}"
    except (OSError, subprocess.TimeoutExpired) as error:
        measured, why = None, str(error)
    if not measured:
        tools.lacks("time", "a machine that runs the kernel", "", why)
        return None
    return measured


def _time(measured, flops):
    """The peak is that of the rounds in which the kernel was measured, so that rate, peak and fraction agree."""
    return {
        "date": datetime.date.today().isoformat(),
        "ghz": round(measured["clock"] / 1e9, 2) or None,
        "samples": len(measured["samples"]),
        "nanoseconds": measured["nanoseconds"],
        "gflops": round(flops / measured["nanoseconds"], 3) if flops else None,
        "peak_gflops": round(measured["possible"] / measured["nanoseconds"], 3),
        "fraction": round(flops / measured["possible"], 4) if flops else None,
        "reads": [{"where": x["where"], "bytes": x["bytes"], "gbytes_per_second": round(x["rate"] / 1e9, 2)} for x in measured["reads"]],
    }
