# SPDX-License-Identifier: BSL-1.0
"""The command-line tool as a user calls it: pages and mistakes.

    tool_test.py STUDY_FOLDER INCLUDE_FOLDER COMPILER"""

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import zlib

study_folder, include_folder, compiler = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
compiler = shutil.which(compiler)
sys.path.insert(0, study_folder)

from page import build_page  # noqa: E402


def script_of(page):
    packed = re.search(r'<template id="packed-script">(.*?)</template>', page)[1]
    return zlib.decompress(base64.b64decode(packed)).decode()


def unpacked(page):
    """The page with the kernels that it unpacks when they are opened."""
    packed = re.findall(r'<template class="packed"[^>]*>(.*?)</template>', page)
    return page + "".join(zlib.decompress(base64.b64decode(each)).decode() for each in packed)


class ToolTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="heed_study_test.")
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_tool(self, *arguments, source=os.path.join(here, "kernels.hpp")):
        command = [sys.executable, "-B", os.path.join(study_folder, "heed_study.py"), "--source", source]
        command += ["--compiler", compiler, "--options", "-O2", "--include", include_folder, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def data(self):
        with open(self.path("page.json"), encoding="utf-8") as file:
            return json.load(file)

    def test_page(self):
        done = self.run_tool(
            "--kernel", "small<12>", "--kernel", "small<5>", "--kernel", "any_length", "--kernel", "two_results",
            "--title", 'a "title"', "--depfile", self.path("page.d"),
            "--out", self.path("page.html"), "--json", self.path("page.json"),
        )  # fmt: skip
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        data = self.data()
        self.assertEqual(data["title"], 'a "title"')
        small, any_length, two_results = data["kernels"]
        self.assertEqual((small["name"], len(small["variants"])), ("small", 2))
        listings = [variant["machine"]["asm"] for variant in small["variants"]]
        self.assertNotEqual(listings[0], listings[1])
        for variant in small["variants"] + any_length["variants"] + two_results["variants"]:
            self.check_machine(variant["machine"])
        with open(self.path("page.html"), encoding="utf-8") as file:
            page = unpacked(file.read())
        self.assertIn("vfmadd" if "vfmadd" in str(listings) else "mulps", page)
        self.check_page_of_any_length(any_length, page)
        self.check_page_without_tools(data)
        with open(self.path("page.d"), encoding="utf-8") as file:
            words = file.read()
        for name in ("kernels.hpp", "heed/heed.hpp", "heed_page/page.hpp"):
            self.assertIn(name, words)

    def check_page_of_any_length(self, kernel, page):
        (variant,) = kernel["variants"]
        self.assertEqual([each["value"] for each in variant["lengths"]["names"]], [100, 100])
        self.assertIn('<input type="range"', page)
        self.assertIn("function countsAt(", script_of(page))
        self.assertIn("Measured for tokens = 100, tokens2 = 100.", page)

    def check_machine(self, machine):
        self.assertEqual(machine["missing"], [])
        self.assertEqual(machine["options"], "-O2")
        numbers = {loop["n"]: loop for loop in machine["machine_loops"]}
        labels = {row["text"].rstrip(":") for row in machine["asm"] if row["label"]}
        for row in machine["asm"]:
            self.assertTrue(row["loop"] is None or row["loop"] in numbers)
            if row["text"].startswith("j") and not row["label"]:
                self.assertIn(row["text"].split()[1], labels)  # every jump leads to a label of the listing
        for n, loop in numbers.items():
            rows = [row for row in machine["asm"] if row["loop"] == n and not row["label"]]
            self.assertEqual(loop["instructions"], len(rows))
            self.assertEqual(sum(loop["mix"].values()), len(rows))
            self.assertIn(loop["id"], {row["id"] for row in rows})

    def check_page_without_tools(self, data):
        """Panes are empty, and the page says of what."""
        nothing = {"asm": [], "machine_loops": [], "straight": [], "elsewhere": None, "model": None, "remarks": [],
                   "spills": 0, "coverage": None, "time": None}
        for variant in [each for kernel in data["kernels"] for each in kernel["variants"]]:
            variant["machine"].update(nothing, missing=[{"pane": "asm", "tool": "objdump", "package": "binutils"}])
        self.assertIn("binutils", build_page(data))

    def test_page_of_two_compilers(self):
        """The same compiler twice: the same loop, line by line. Which of the loops takes most is measured for each by itself."""
        done = self.run_tool("--kernel", "attend", "--beside", compiler, "--out", self.path("page.html"), "--json", self.path("page.json"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (variant,) = self.data()["kernels"][0]["variants"]
        machine, other = variant["machine"], variant["beside"]
        self.assertEqual(machine["compiler"], other["compiler"])
        own = [line["text"] for line in machine["asm"] if line["loop"] == other["loop"]["n"]]
        self.assertGreater(len(own), 5)
        self.assertEqual(own, [line["text"] for line in other["asm"]])
        with open(self.path("page.html"), encoding="utf-8") as file:
            self.assertIn('data-pane="beside"', file.read())

    def test_unknown_kernel(self):
        for call in ("nowhere", "heed::nowhere<3>"):
            done = self.run_tool("--kernel", call, "--out", self.path("page.html"))
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr.splitlines()[0], rf"^heed_study: .*kernels\.hpp declares no kernel '{call}'$")
        self.assertEqual(os.listdir(self.folder), [])

    def test_mistakes_that_need_no_compiler(self):
        for arguments, words in (
            (["--kernel", "attend()"], "'attend()' is no name of a kernel"),
            (["--kernel", "attend", "--compiler", "/nowhere/c++"], "cannot run the compiler /nowhere/c++"),
            (["--kernel", "attend", "--source", "/nowhere/a.hpp"], "there is no /nowhere/a.hpp"),
            (["--kernel", "attend", "--beside", "/nowhere/there.json"], "/nowhere/there.json cannot be read as the data of a page"),
        ):
            done = self.run_tool("--out", self.path("page.html"), *arguments)
            self.assertEqual(done.returncode, 1)
            self.assertIn(words, done.stderr)

    def test_source_that_does_not_compile(self):
        source, page = self.path("wrong.hpp"), self.path("page.html")
        with open(source, "w", encoding="utf-8") as file:
            file.write("#include <heed/heed.hpp>\ninline heed::matrix<float, 2, 3> A;\ninline auto wrong() { return A * A; }\n")
        with open(page, "w", encoding="utf-8") as file:
            file.write("as it was")
        done = self.run_tool("--kernel", "wrong", "--out", page, source=source)
        self.assertEqual(done.returncode, 1)
        self.assertIn("heed: A * B needs columns(A) == rows(B)", done.stderr)
        self.assertNotIn("declares no kernel", done.stderr)
        with open(page, encoding="utf-8") as file:
            self.assertEqual(file.read(), "as it was")
        self.assertEqual(sorted(os.listdir(self.folder)), ["page.html", "wrong.hpp"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
