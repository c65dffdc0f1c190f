# SPDX-License-Identifier: BSL-1.0
"""Kernels whose maps are small, compiled to WebAssembly: their page computes the maps of other numbers by heed itself."""

import base64
import lzma
import os
import re
import shutil

from kernel import write
from tools import Failed, run

_FLAGS = ["--target=wasm32-wasi", "-mexec-model=reactor", "-Wl,--strip-all", "-Wl,-z,stack-size=1048576", "-Oz", "-DNDEBUG",
          "-fno-exceptions", "-fno-rtti", "-ffp-contract=off", "-fno-threadsafe-statics", "-mbulk-memory", "-msign-ext",
          "-mnontrapping-fptoint", "-w"]
_PACKAGES = "clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32"
MOST_BYTES = 60_000
_MOST_NUMBERS = 2048  # of the tensors of a kernel: they are typed into

_source = """#include "{source}"
#include <heed_page/live_maps.hpp>

namespace {{
[[noreturn]] void stop(const char*) {{ __builtin_trap(); }}
heed::detail::live_maps& kernel(int n) {{
    heed::set_error_handler(stop);
    switch (n) {{
{cases}
    }}
    __builtin_trap();
}}
int results;
}}  // namespace

#define HEED_EXPORT(name) extern "C" __attribute__((export_name(#name)))
HEED_EXPORT(numbers) double* heed_numbers(int n, int tensor) {{ return kernel(n).numbers(static_cast<unsigned>(tensor)).data(); }}
HEED_EXPORT(compute) const double* heed_compute(int n) {{
    const auto& found = kernel(n).compute();
    results = static_cast<int>(found.size());
    return found.data();
}}
HEED_EXPORT(count) int heed_count(int) {{ return results; }}
"""


def is_small(variant):
    """Whether a page has all numbers of its maps, and room to type others."""
    maps, tensors = variant.get("maps"), [t for t in variant.get("tensors", []) if t["changes"]]
    has_all = bool(maps and tensors) and all("queries" in each for each in maps)
    return has_all and sum(t["rows"] * t["columns"] for t in tensors) <= _MOST_NUMBERS


def packed(module):
    """As lzma.js unpacks it."""
    how = {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}
    stream = lzma.compress(module, format=lzma.FORMAT_RAW, filters=[how])
    return base64.b64encode(len(module).to_bytes(4, "little") + stream).decode()


def add_module(data, variants, source, compiler, folder):
    """data["live"], the module, and for each of the VARIANTS, pairs with their calls, that are small "live", its number there;
    data["not_live"]: why not."""
    small = [(variant, call) for variant, call in variants if is_small(variant)]
    if not small:
        return
    try:
        module = packed(_compiled([call for _, call in small], source, compiler, folder))
    except Failed as error:
        data["not_live"] = str(error)
        return
    if len(module) > MOST_BYTES:
        data["not_live"] = f"compiled for the page it takes {len(module):,} bytes, more than {MOST_BYTES:,}"
        return
    data["live"] = module
    for n, (variant, _) in enumerate(small):
        variant["live"] = n


def _compiled(calls, source, compiler, folder):
    if not shutil.which("clang++-19") or not shutil.which("wasm-ld-19"):
        raise Failed(f"clang 19 for wasm32 was not found (Debian packages: {_PACKAGES})")
    file, out = os.path.join(folder, "live.cpp"), os.path.join(folder, "live.wasm")
    cases = "\n".join(f"    case {n}: {{ static heed::detail::live_maps maps({call}); return maps; }}" for n, call in enumerate(calls))
    write(file, _source.format(source=source, cases=cases))
    # Of the options of the user's compiler those that say what is compiled, not for which machine.
    options = [option for option in compiler.options if re.match(r"-[DUI]|-std=", option)]
    done = run(["clang++-19", *compiler.flags, *options, *_FLAGS, file, "-o", out])
    if done.returncode != 0:
        first = next((line for line in done.stderr.splitlines() if "error" in line), "it does not compile")
        raise Failed(f"clang 19 for wasm32 says: {first.strip()} (Debian packages: {_PACKAGES})")
    with open(out, "rb") as module:
        return module.read()
