# SPDX-License-Identifier: BSL-1.0
"""A kernel of the user's, compiled alone: to assembly, to an object, and to a program that times it."""

import os

import remarks
from tools import Failed, Tools

here = os.path.dirname(os.path.abspath(__file__))

# The kernel alone, so that nothing but its own code is studied. Its result comes from outside, or the compiler would
# not have to compute it.
_kernel_source = """#include "{source}"
#include "{here}/kernel_result.hpp"

namespace {{
using heed_study_result = decltype(heed::evaluate({kernel}()));
}}
extern "C" void {symbol}(void* result) {{
    heed_study::result_of<heed_study_result>::write(*static_cast<heed_study_result*>(result), {kernel}());
}}
extern "C" void* heed_study_make_result() {{
    static heed_study_result result;
    return &result;
}}
extern "C" unsigned heed_study_element_bytes() {{ return heed_study::result_of<heed_study_result>::element_bytes; }}
"""

_main_source = """#include "{here}/kernel_time.hpp"

extern "C" void {symbol}(void*);
extern "C" void* heed_study_make_result();
extern "C" unsigned heed_study_element_bytes();

int main() {{
    void* const result = heed_study_make_result();
    return heed_study_element_bytes() == sizeof(double) ? heed_study::measure<double>({symbol}, result)
                                                        : heed_study::measure<float>({symbol}, result);
}}
"""


class Kernel:
    """A kernel as the user calls it, and the files that are made for it in a folder."""

    def __init__(self, source, call, number, folder):
        self.call = call
        self.symbol = f"heed_kernel_{number}"
        self._stem = os.path.join(folder, f"kernel_{number}")
        self.source, self.assembly, self.object = (self._stem + end for end in (".cpp", ".s", ".o"))
        self.main, self.image = (self._stem + end for end in ("_main.cpp", ""))
        self.remarks, self.dependencies = (self._stem + end for end in (".remarks", ".d"))
        write(self.source, _kernel_source.format(here=here, source=source, kernel=call, symbol=self.symbol))
        write(self.main, _main_source.format(here=here, symbol=self.symbol))

    def compile(self, compiler, link=()):
        """The object, the program that times it, and assembly that says which instructions are spills. Fails with the
        compiler's words."""
        if os.path.exists(self.remarks):
            os.remove(self.remarks)  # g++ writes its remarks behind those of the last time
        debug = ["-g"]
        if compiler.is_clang and not Tools(compiler.clang_version).find("llvm-symbolizer"):
            debug.append("-gdwarf-4")  # addr2line of binutils 2.40 loses inlined frames of clang's DWARF 5
        debug += [*remarks.options(compiler, self.remarks), "-MD", "-MF", self.dependencies, "-MT", "page"]
        if compiler.is_clang:  # which pads otherwise when it reads its own assembly
            compiler.compile(*debug, "-c", self.source, "-o", self.object)
            compiler.compile("-fverbose-asm", "-S", self.source, "-o", self.assembly)
        else:
            compiler.compile(*debug, "-fverbose-asm", "-S", self.source, "-o", self.assembly)
            compiler.compile("-c", self.assembly, "-o", self.object)
        compiler.compile("-O3", self.main, self.object, *link, "-o", self.image)

    def included(self):
        """The files that the kernel was compiled from."""
        return read_dependencies(self.dependencies)

    def header(self, name):
        """Where the compiler found a header."""
        for path in self.included():
            if path.endswith(name):
                return path
        raise Failed(f"{self.source} does not include {name}")


def read_dependencies(path):
    """The files that a compiler named for make: a backslash continues a line, or keeps a space."""
    with open(path, encoding="utf-8") as file:
        text = file.read().replace("\\\n", " ").partition(":")[2]
    return [path.replace("\0", " ") for path in text.replace("\\ ", "\0").split()]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
