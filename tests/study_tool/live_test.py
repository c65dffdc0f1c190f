# SPDX-License-Identifier: BSL-1.0
"""The module of a page: in node it has the numbers of a native program; what stands in its way is said.

    live_test.py STUDY_FOLDER INCLUDE_FOLDER"""

import json
import os
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

study_folder, include_folder = sys.argv[1:3]
examples = os.path.join(include_folder, "..", "examples", "study")
sys.path.insert(0, study_folder)

import live  # noqa: E402
from tools import Compiler  # noqa: E402

_NATIVE = """#include "{module}"
#include <cstdio>
#include <cstdlib>
int main() {{
    int n, tensor, count;
    while (std::scanf("%d %d %d", &n, &tensor, &count) == 3) {{
        double* const to = heed_numbers(n, tensor);
        for (int i = 0; i < count; ++i) if (std::scanf("%la", to + i) != 1) return 1;
    }}
    const double* const found = heed_compute(0);
    for (int i = 0; i < heed_count(0); ++i) std::printf("%a\\n", found[i]);
}}
"""
_NODE = """
const fs = require("fs"), page = process.argv[1], [tensors, packed] = JSON.parse(fs.readFileSync(0));
const parts = ["lzma.js", "live.js"].map((name) => fs.readFileSync(page + "/" + name, "utf8")).join("\\n");
const liveModule = new Function(parts + "; return liveModule;")();
liveModule(packed).then((of) => {
    tensors.forEach((numbers, t) => { const at = of.numbers(0, t); new Float64Array(of.memory.buffer, at, numbers.length).set(numbers); });
    const at = of.compute(0);
    process.stdout.write(Buffer.from(of.memory.buffer.slice(at, at + 8 * of.count(0))));
});
"""


def variant(*sizes):
    tensors = [{"name": f"T{n}", "axis": "", "rows": rows, "columns": columns, "changes": True} for n, (rows, columns) in enumerate(sizes)]
    return {"maps": [{"queries": [], "rows": [], "columns": []}], "tensors": tensors}


def has_wasm():
    return all(map(shutil.which, ("clang++-19", "wasm-ld-19", "node"))) and os.path.exists("/usr/lib/wasm32-wasi/crt1-reactor.o")


class LiveTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="heed_live_test.")
        self.addCleanup(shutil.rmtree, self.folder)

    def made(self, source, calls, options=()):
        data = {}
        live.add_module(data, calls, os.path.abspath(source), Compiler("clang++-19", list(options), [include_folder]), self.folder)
        return data

    def test_numbers_are_those_of_a_native_program(self):
        if not has_wasm():
            self.skipTest("there is no clang 19 for wasm32, or no node")
        for source, call, sizes in (("mini_course", "exercise", [(3, 2)] + 3 * [(2, 2)]), ("causal_window", "causal_window<9, 4>", 3 * [(9, 4)])):
            with self.subTest(source):
                data = self.made(os.path.join(examples, f"{source}.hpp"), [(variant(*sizes), call)], ["-march=native"])
                self.assertNotIn("not_live", data)
                self.assertLessEqual(len(data["live"]), live.MOST_BYTES)
                driver, program = os.path.join(self.folder, "native.cpp"), os.path.join(self.folder, "native")
                with open(driver, "w", encoding="utf-8") as file:
                    file.write(_NATIVE.format(module=os.path.join(self.folder, "live.cpp")))
                subprocess.run(["clang++-19", "-std=c++20", "-O0", "-ffp-contract=off", "-fno-exceptions", "-w", "-I", include_folder, "-I", study_folder, driver, "-o", program], check=True)
                worst = 0
                for seed in range(10):
                    numbers = random.Random(seed)
                    tensors = [[numbers.uniform(-2, 2) for _ in range(rows * columns)] for rows, columns in sizes]
                    words = "".join(f"0 {t} {len(x)} {' '.join(map(float.hex, x))}\n" for t, x in enumerate(tensors))
                    native = [float.fromhex(x) for x in subprocess.run([program], input=words, capture_output=True, text=True, check=True).stdout.split()]
                    text = json.dumps([tensors, data["live"]]).encode()
                    raw = subprocess.run(["node", "-e", _NODE, os.path.join(study_folder, "page")], input=text, capture_output=True, check=True).stdout
                    found = [x for (x,) in struct.iter_unpack("<d", raw)]
                    self.assertEqual(len(found), len(native))
                    worst = max([worst] + [abs(a - b) / abs(b) for a, b in zip(found, native) if a != b])
                # exp is that of the system's library: glibc and musl differ by a last bit now and then.
                self.assertLess(worst, 1e-14, f"{source}: largest difference")

    def test_says_what_stands_in_its_way(self):
        source = os.path.join(self.folder, "no.hpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write("#include <heed/heed.hpp>\n#error \"not for wasm32 <here>\"\n")
        with unittest.mock.patch("live.shutil.which", return_value=None):
            self.assertEqual(self.made(source, [(variant((2, 2)), "f")])["not_live"],
                             "clang 19 for wasm32 was not found (Debian packages: clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32)")
        if has_wasm():
            self.assertIn('not for wasm32 <here>', self.made(source, [(variant((2, 2)), "f")])["not_live"])
        small = os.path.join(examples, "mini_course.hpp")
        with unittest.mock.patch("live.MOST_BYTES", 100):
            if has_wasm():
                self.assertRegex(self.made(small, [(variant((3, 2)), "exercise")])["not_live"], "bytes, more than 100")

    def test_leaves_out_what_is_not_small(self):
        self.assertEqual(self.made("none.hpp", [(variant((2000, 2)), "f"), ({"maps": None, "tensors": []}, "g")]), {})
        of_image = variant((2, 2))
        del of_image["maps"][0]["queries"]
        self.assertFalse(live.is_small(of_image))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
