#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Makes one page of what formulas became, from the file that declares them as kernels: functions without arguments that
return a formula, or function objects.

    heed_study.py --source attend.hpp --kernel attend --kernel 'attend<64>' --out page.html
                  --compiler g++ --options "-O3 -march=native" --include heed/include

Needs Python 3, a compiler, and for the panes of machine code what is named in them when it is not there."""

import argparse
import json
import os
import re
import shlex
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from beside import beside
import live
from kernel import Kernel, read_dependencies, write
from machine import study
from shares import multiply_adds_of
from tools import Compiler, Failed, run

_driver_source = """#include "{source}"
#include <heed_page/page.hpp>

#include <cstdio>

int main() {{
    heed::study::page_data page({title});
{kernels}
    const auto json = page.json();
    std::fwrite(json.data(), 1, json.size(), stdout);
}}
"""


def read_arguments(words):
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--source", required=True, help="the file that declares the kernels")
    p.add_argument("--kernel", action="append", required=True, help="attend, or an instance: 'attend<64>'; repeat")
    p.add_argument("--out", help="the page, HTML")
    p.add_argument("--json", help="the data of the page")
    p.add_argument("--title", help="headline of the page; else the name of the source")
    p.add_argument("--compiler", default=os.environ.get("CXX", "c++"))
    p.add_argument("--beside", help="another compiler, whose hottest loop the page shows beside that of the first; or a file NAME.json, "
                   "written with --json on another machine of the same kernels")
    p.add_argument("--options", default="", help="options of the compiler, as in a shell: '-O3 -march=native'")
    p.add_argument("--option", action="append", default=[], help="one option of the compiler; repeat")
    p.add_argument("--include", action="append", default=[], help="a folder of headers; repeat")
    p.add_argument("--link", action="append", default=[], help="an argument for linking; repeat")
    p.add_argument("--work", help="folder for what is compiled; else a temporary one")
    p.add_argument("--depfile", help="writes what the page depends on, for make and ninja")
    arguments = p.parse_args(_joined(words))
    if not arguments.out and not arguments.json:
        p.error("--out or --json is needed")
    return arguments


def _joined(words):
    """--option -O3 as --option=-O3: argparse takes what begins with a dash for an option of its own."""
    joined, words = [], iter(words)
    for word in words:
        value = next(words, None) if word in ("--options", "--option", "--link") else None
        joined.append(word if value is None else f"{word}={value}")
    return joined


def c_string(text):
    """A C++ literal: octal escapes for all that is not plain, since they end after three digits."""
    plain = lambda b: 32 <= b < 127 and b not in b'"\\?'
    return '"' + "".join(chr(b) if plain(b) else f"\\{b:03o}" for b in text.encode()) + '"'


def check_kernel(call):
    if not re.match(r"^(::)?[A-Za-z_]\w*(::[A-Za-z_]\w*)*(<.*>)?$", call):
        raise Failed(f"'{call}' is no name of a kernel: write attend, or 'attend<64>' for an instance of a template")


def explain_unknown(words, calls, source):
    """Compilers' words for a name that nobody declared, as words of this tool."""
    for call in calls:
        name = name_of(call).rpartition("::")[2]
        quoted = rf"['‘]{re.escape(name)}(?:<[^'’]*>)?['’]"
        unknown = rf"error: (?:{quoted} (?:was not declared|is not a member)|use of undeclared identifier {quoted}"
        unknown += rf"|no (?:member|template) named {quoted})"
        if re.search(unknown, words):
            return f"{source} declares no kernel '{call}'\n{words}"
    return words


def shortened(words, most=40):
    lines = words.splitlines()
    return "\n".join(lines[:most] + ([f"... and {len(lines) - most} lines more"] if len(lines) > most else []))


def describe_formulas(arguments, source, compiler, folder):
    """The data of the page but for the machine code, which a generated program prints, and the files it is made of."""
    driver, program = os.path.join(folder, "driver.cpp"), os.path.join(folder, "driver")
    kernels = "\n".join(f"    page.add({c_string(name_of(call))}, {call});" for call in arguments.kernel)
    title = arguments.title or os.path.splitext(os.path.basename(source))[0]
    write(driver, _driver_source.format(source=source, title=c_string(title), kernels=kernels))
    try:
        dependencies = ["-MD", "-MF", driver + ".d", "-MT", "page"]
        compiler.compile("-O0", *dependencies, driver, *arguments.link, "-o", program)
    except Failed as error:
        raise Failed(shortened(explain_unknown(str(error), arguments.kernel, arguments.source))) from error
    done = run([program])
    if done.returncode != 0:
        raise Failed(f"the program that describes the kernels ended with status {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout), read_dependencies(driver + ".d")


def compile_kernel(arguments, source, compiler, folder, number):
    kernel = Kernel(source, arguments.kernel[number], number, folder)
    try:
        kernel.compile(compiler, arguments.link)
    except Failed as error:
        raise Failed(shortened(f"kernel '{kernel.call}' does not compile\n{error}")) from error
    return kernel


def name_of(call):
    """What the instances of a template have in common: they are variants of one kernel."""
    return call.partition("<")[0]


def study_all(arguments, source, compilers, folder):
    """The data of the page, and the files it is made of. Compiles side by side; measures when nothing else runs."""
    compiler, folders = compilers[0], [folder, os.path.join(folder, "beside")][: len(compilers)]
    for each in folders:
        os.makedirs(each, exist_ok=True)
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        formulas = side_by_side.submit(describe_formulas, arguments, source, compiler, folder)
        compiled = [
            [side_by_side.submit(compile_kernel, arguments, source, each, where, number) for each, where in zip(compilers, folders)]
            for number in range(len(arguments.kernel))
        ]
        data, included = formulas.result()
        kernels = [[each.result() for each in of_compilers] for of_compilers in compiled]
    variants = {kernel["name"]: iter(kernel["variants"]) for kernel in data["kernels"]}
    for of_compilers in kernels:
        variant = next(variants[name_of(of_compilers[0].call)])
        multiply_adds = multiply_adds_of(variant["cost"], variant.get("cost_rows"))
        machines = [study(kernel, each, variant["cost"]["computed_flops"], multiply_adds) for kernel, each in zip(of_compilers, compilers)]
        variant["machine"] = machines[0]
        if machines[1:]:
            variant["beside"] = beside(*machines)
    variants = {kernel["name"]: iter(kernel["variants"]) for kernel in data["kernels"]}
    live.add_module(data, [(next(variants[name_of(call)]), call) for call in arguments.kernel], source, compiler, folder)
    withhold_refuted_models([variant for kernel in data["kernels"] for variant in kernel["variants"]])
    return data, included


def put_beside(data, other, name):
    """The machine code of the same kernels of another page's data: what another machine made of them."""
    machines = {(kernel["name"], variant["label"]): variant.get("machine") for kernel in other["kernels"] for variant in kernel["variants"]}
    found = 0
    for kernel in data["kernels"]:
        for variant in kernel["variants"]:
            machine = machines.get((kernel["name"], variant["label"]))
            if machine:
                variant["beside"] = beside(variant["machine"], machine)
                found += 1
    if found == 0:
        raise Failed(f"{name} has machine code of none of the kernels; it has {', '.join(f'{k} ({v})' for k, v in machines) or 'no kernel'}")


def read_data(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError) as error:
        raise Failed(f"{path} cannot be read as the data of a page: {error}") from None


def withhold_refuted_models(variants):
    """A model that a measurement refutes for one kernel is of another processor, for the others too."""
    models = [(variant["label"], variant["machine"]["model"]) for variant in variants if variant["machine"].get("model")]
    for label, model in models:
        wrong = next((words for words, other in models if other["refuted"] and other["refuted"]["of"] != "other"
                      and (other["program"], other["cpu"]) == (model["program"], model["cpu"])), None)
        if wrong and not model["refuted"]:
            model["refuted"] = {"id": wrong, "of": "other", "model": None, "measured": None}


def replace(path, text):
    """All of it or nothing: readers never see half a file."""
    folder = os.path.dirname(os.path.abspath(path))
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=folder, delete=False) as file:
        file.write(text)
    os.chmod(file.name, 0o644)
    os.replace(file.name, path)


def program_text(source, most=200):
    with open(source, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    return "\n".join(lines[:most] + ([f"// ... and {len(lines) - most} lines more"] if len(lines) > most else []))


def make_page(arguments, folder):
    for call in arguments.kernel:
        check_kernel(call)
    source = os.path.abspath(arguments.source)
    if not os.path.isfile(source):
        raise Failed(f"there is no {arguments.source}")
    includes = [os.path.abspath(folder) for folder in arguments.include]
    other = read_data(arguments.beside) if arguments.beside and arguments.beside.endswith(".json") else None
    programs = [arguments.compiler] + ([arguments.beside] if arguments.beside and not other else [])
    compilers = [Compiler(program, shlex.split(arguments.options) + arguments.option, includes) for program in programs]
    data, included = study_all(arguments, source, compilers, folder)
    if other:
        put_beside(data, other, arguments.beside)
    data["program"] = {"name": os.path.basename(source), "text": program_text(source)}
    if arguments.json:
        replace(arguments.json, json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")
    if arguments.out:
        from page import build_page

        replace(arguments.out, build_page(data))
    if arguments.depfile:
        paths = [path for path in included if not os.path.abspath(path).startswith(folder + os.sep)]
        escaped = " \\\n  ".join(path.replace(" ", "\\ ") for path in paths)
        replace(arguments.depfile, f"{arguments.out or arguments.json}: {escaped}\n")


def main(words):
    arguments = read_arguments(words)
    try:
        if arguments.work:
            os.makedirs(arguments.work, exist_ok=True)
            make_page(arguments, os.path.abspath(arguments.work))
        else:
            with tempfile.TemporaryDirectory(prefix="heed_study.") as folder:
                make_page(arguments, folder)
    except Failed as error:
        print(f"heed_study: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
