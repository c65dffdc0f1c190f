# SPDX-License-Identifier: BSL-1.0
"""Counts that are made of lengths: the loops that evaluate them, in a page and for one, say what heed says.

    lengths_test.py STUDY_FOLDER INCLUDE_FOLDER COMPILER"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

study_folder, include_folder, compiler = sys.argv[1:4]
here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, study_folder)

from page_lengths import values_of  # noqa: E402

IN_NODE = """
const fs = require("fs"), vm = require("vm"), [source] = process.argv.slice(1);
vm.runInThisContext(fs.readFileSync(source, "utf8"));
const { counts, lengths } = JSON.parse(fs.readFileSync(0, "utf8"));
console.log(JSON.stringify(lengths.map((chosen) => countsAt(counts, chosen).map(String))));
"""


class LengthsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory(prefix="heed_study_test.") as folder:
            program = os.path.join(folder, "lengths_values")
            command = [compiler, "-std=c++20", "-O0", "-I", include_folder, "-I", study_folder, os.path.join(here, "lengths_values.cpp"), "-o", program]
            subprocess.run(command, check=True)
            data = json.loads(subprocess.run([program], check=True, capture_output=True, text=True).stdout)
        cls.variant = data["page"]["kernels"][0]["variants"][0]
        cls.costs = data["costs"]

    def check(self, values, expected):
        in_lengths = self.variant["cost"]["in_lengths"]
        counted = [in_lengths[key] for key in ("flops", "exp", "bytes_in")]
        counted += [in_lengths["naive"]["temporary_bytes"], in_lengths["workspace_bytes"]]
        self.assertEqual([int(values[position]) for _, position in counted], expected)

    def test_for_a_page(self):
        for lengths, expected in self.costs:
            self.check(values_of(self.variant["lengths"], lengths), expected)

    @unittest.skipUnless(shutil.which("node"), "skipped: node is not installed (Debian: apt-get install nodejs)")
    def test_in_a_page(self):
        given = {"counts": self.variant["lengths"]["counts"], "lengths": [lengths for lengths, _ in self.costs]}
        source = os.path.join(study_folder, "page", "counts.js")
        done = subprocess.run(["node", "-e", IN_NODE, source], input=json.dumps(given), check=True, capture_output=True, text=True)
        for values, (_, expected) in zip(json.loads(done.stdout), self.costs):
            self.check(values, expected)

    def test_lengths_are_those_of_the_tensors(self):
        self.assertEqual([(each["name"], each["value"], each["of"]) for each in self.variant["lengths"]["names"]],
                         [("query", 5, "A"), ("key", 70, "B, C")])
        position = self.variant["cost"]["in_lengths"]["flops"][1]
        self.assertEqual(values_of(self.variant["lengths"])[position], self.variant["cost"]["flops"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
