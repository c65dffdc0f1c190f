# SPDX-License-Identifier: BSL-1.0
"""The machine code of real kernels: its instructions belong to loops of the plan, and study does not change it.

    kernel_test.py STUDY_FOLDER INCLUDE_FOLDER COMPILER FORMULA...

FORMULA is a call of kernels.hpp whose fast code is looked at."""

import os
import shutil
import struct
import sys
import tempfile
import unittest
import unittest.mock

study_folder, include_folder, compiler_program, *formulas = sys.argv[1:]
compiler_program = shutil.which(compiler_program)
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, study_folder)

from kernel import Kernel  # noqa: E402
from machine import study  # noqa: E402
from tools import Compiler  # noqa: E402

fast = ["-O3", "-march=native"]


def processor():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        return file.read()


def has_wide_registers():
    return " avx2 " in processor()


def code_of(path):
    """{name: bytes} of the sections of an ELF object that hold instructions."""
    with open(path, "rb") as file:
        data = file.read()
    (start,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    sections = [struct.unpack_from("<IIQQQQ", data, start + i * size) for i in range(count)]
    strings = data[sections[names][4] :]
    executable = 4
    return {
        strings[name : strings.index(b"\0", name)].decode(): data[at : at + length]
        for name, _, flags, _, at, length in sections
        if flags & executable
    }


class KernelTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kernels = {}
        cls.folder_of_kernels = tempfile.mkdtemp(prefix="heed_study_test.")
        cls.addClassCleanup(shutil.rmtree, cls.folder_of_kernels)

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="heed_study_test.")
        self.addCleanup(shutil.rmtree, self.folder)

    def compiled(self, call, options):
        """A kernel and its compiler, compiled once for all tests that look at it."""
        key = (call, *options)
        if key not in self.kernels:
            compiler = Compiler(compiler_program, options, [include_folder])
            folder = os.path.join(self.folder_of_kernels, str(len(self.kernels)))
            os.mkdir(folder)
            kernel = Kernel(os.path.join(here, "kernels.hpp"), call, 0, folder)
            kernel.compile(compiler)
            self.kernels[key] = kernel, compiler
        return self.kernels[key]

    def check_coverage(self, options, calls):
        for call in calls:
            with self.subTest(call=call, options=options):
                machine = study(*self.compiled(call, options), flops=1e6)
                self.assertEqual(machine["missing"], [])
                self.assertGreaterEqual(machine["coverage"], 0.98)
                self.assertGreater(len(machine["machine_loops"]), 2)
                self.check_shares(machine)
                if call in ("attend", "causal_window") and options == fast and has_wide_registers():
                    self.check_products(machine["machine_loops"])
        return machine

    def check_shares(self, machine):
        """Where the time goes: every sample is in one piece of code, and some part of the plan has a good part of them, in
        however many loops the compiler writes it."""
        self.assertGreater(machine["time"]["samples"], 200)
        self.assertTrue(0.1 < machine["time"]["ghz"] < 10)
        reads = machine["time"]["reads"]
        self.assertEqual([x["where"] for x in reads], ["L1", "L2", "L3", "memory"])
        self.assertTrue(all(0.1 < x["gbytes_per_second"] < 10_000 for x in reads))
        self.assertGreater(reads[0]["gbytes_per_second"], reads[-1]["gbytes_per_second"])
        pieces = machine["machine_loops"] + machine["straight"]
        found = [x["share"] for x in pieces]
        self.assertAlmostEqual(sum(found) + machine["elsewhere"], 1, delta=0.01)
        self.assertLess(machine["elsewhere"], 0.1, "what is in no loop and no part of these kernels")
        self.check_shares_of_instructions(machine)
        of_part = {x["id"]: sum(y["share"] for y in pieces if y["id"] == x["id"]) for x in pieces if x["id"]}
        self.assertGreater(max(of_part.values()), 0.1)
        self.assertLess(sum(x["share"] for x in pieces if x["id"] == ""), 0.2, "what belongs to no part")

    def check_shares_of_instructions(self, machine):
        """Those of the instructions of a loop are the loop's; padding, which is not listed, may be hit too."""
        for loop in machine["machine_loops"]:
            mine = [line["share"] for line in machine["asm"] if line["loop"] == loop["n"] and "share" in line]
            self.assertAlmostEqual(sum(mine), loop["share"], delta=0.01)
        self.assertGreater(sum("share" in line for line in machine["asm"]), 10)
        self.assertTrue(all(0 < line["share"] <= 1 for line in machine["asm"] if "share" in line))

    def check_products(self, loops):
        """Both inner products: multiply-adds, and no vector that goes to the stack and back."""
        for part in ("k0.scores", "k0.values"):
            inner = [x for x in loops if x["id"] == part and x["innermost"] and x["mix"].get("fma", 0) >= 8]
            self.assertTrue(inner, part)
            for loop in inner:
                self.assertEqual(loop["vector_spills"], 0, part)
                self.assertGreater(loop["mca"]["cycles_per_iteration"], 1)

    def test_coverage_of_fast_code(self):
        self.check_coverage(fast, formulas)

    def test_coverage_of_plain_code(self):
        machine = self.check_coverage(["-O2"], ["layer_norm_then_product"])
        self.assertGreater(machine["time"]["nanoseconds"], 100)
        self.assertTrue(0 < machine["time"]["fraction"])

    def only_these_programs(self, *programs):
        """A PATH with nothing else but what compilers call."""
        folder = os.path.join(self.folder, "bin")
        os.mkdir(folder)
        for name in ("as", "ld", *programs):
            os.symlink(shutil.which(name), os.path.join(folder, name))
        return unittest.mock.patch.dict(os.environ, PATH=folder)

    def test_without_tools_of_llvm(self):
        with self.only_these_programs("objdump", "addr2line", "c++filt"):
            machine = study(*self.compiled("layer_norm_then_product", ["-O2"]), flops=1e6)
        (missing,) = machine["missing"]
        self.assertEqual(missing["pane"], "mca")
        self.assertRegex(missing["tool"], r"^llvm-mca(-\d+)?$")
        self.assertRegex(missing["package"], r"^llvm(-\d+)?$")
        self.assertTrue(all(loop["mca"] is None for loop in machine["machine_loops"]))
        self.assertGreaterEqual(machine["coverage"], 0.98)

    def test_peak_is_in_whole_registers(self):
        """clang tunes for halves of them on some processors, which kernels exceed."""
        if not has_wide_registers() or "avx512f" not in processor():
            self.skipTest("needs AVX-512")
        source, listing = (os.path.join(self.folder, "peak" + end) for end in (".cpp", ".s"))
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#include "{os.path.abspath(study_folder)}/kernel_time.hpp"\nextern const heed_study::kernel_function run = &heed_study::peak<float>::run;\n')
        Compiler(compiler_program, fast, [include_folder]).compile("-S", source, "-o", listing)
        with open(listing, encoding="utf-8") as file:
            self.assertRegex(file.read(), "vfmadd.*zmm")

    def test_without_any_tools(self):
        with self.only_these_programs():
            machine = study(*self.compiled("small<5>", ["-O2"]), flops=None)
        self.assertEqual([x["pane"] for x in machine["missing"]], ["asm", "mapping", "mca"])
        self.assertEqual((machine["asm"], machine["machine_loops"], machine["coverage"]), ([], [], None))
        self.assertGreater(machine["time"]["nanoseconds"], 0)
        self.assertIsNone(machine["time"]["fraction"])

    def test_study_changes_no_instruction(self):
        """Neither what makes the object readable nor the headers of study; for the larger kernel both at once."""
        study_headers = ["-include", "heed/study.hpp"]
        for call, options, ways in (("attend", fast, [study_headers]), ("small<12>", ["-O2"], [[], study_headers])):
            kernel, compiler = self.compiled(call, options)
            studied = code_of(kernel.object)
            plain = os.path.join(self.folder, "plain.o")
            for way in ways:
                compiler.compile("-c", *way, kernel.source, "-o", plain)
                self.assertEqual(code_of(plain), studied)
            self.assertTrue(any(len(code) > 200 for code in studied.values()))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
