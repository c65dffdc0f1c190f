# SPDX-License-Identifier: BSL-1.0
"""llvm-mca: how many cycles a round of a loop would take if all its data were in the first cache."""

import re

from tools import run


def analyse(program, cpu, bodies, arm=False):
    """For each body, a list of lines of assembly, {cycles_per_iteration, ipc, bottleneck} or None where the program does
    not know an instruction."""
    if not bodies:
        return []
    found = _parse(_ask(program, cpu, bodies, arm), len(bodies))
    if all(x is None for x in found) and len(bodies) > 1:  # one unknown instruction and it says nothing at all
        found = [_parse(_ask(program, cpu, [body], arm), 1)[0] for body in bodies]
    return found


def model(program, cpu, bodies, found, arm=False):
    """{program, cpu, same_as}: what the figures are of. LLVM has names of processors for which it has no model of its
    own, and takes that of an older one: `same_as` is the older one where it gives the same figures."""
    said = run([program, "--version"]).stdout
    version = re.search(r"version (\S+)", said)
    host = re.search(r"Host CPU: (\S+)", said)
    name = host.group(1) if cpu == "native" and host else cpu
    older = _OLDER.get(name)
    same = older and bodies and analyse(program, older, bodies, arm) == found
    return {"program": f"llvm-mca {version.group(1)}" if version else "llvm-mca", "cpu": name, "same_as": older if same else None}


# Processors after which LLVM may model another.
_OLDER = {"znver5": "znver4", "znver2": "znver1", "cascadelake": "skylake-avx512", "cooperlake": "skylake-avx512",
          "graniterapids": "sapphirerapids", "emeraldrapids": "sapphirerapids", "tigerlake": "icelake-client"}


def _ask(program, cpu, bodies, arm):
    comment = "//" if arm else "#"
    text = "".join(
        f"{comment} LLVM-MCA-BEGIN {i}\n" + "".join(f"\t{line}\n" for line in body) + f"{comment} LLVM-MCA-END\n"
        for i, body in enumerate(bodies)
    )
    options = [f"-mcpu={cpu}", "-bottleneck-analysis", "-instruction-info=0", "-resource-pressure=0"]
    return run([program, *options], input=text).stdout


def _parse(text, count):
    found = [None] * count
    for region in re.split(r"^(?=\[\d+\] Code Region)", text, flags=re.M):
        name = re.match(r"\[\d+\] Code Region - (\d+)", region)
        numbers = {key: float(x) for key, x in re.findall(r"^(Iterations|Total Cycles|IPC):\s+([\d.]+)", region, re.M)}
        if len(numbers) != 3 or not (name or count == 1):
            continue
        found[int(name.group(1)) if name else 0] = {
            "cycles_per_iteration": round(numbers["Total Cycles"] / numbers["Iterations"], 2),
            "ipc": numbers["IPC"],
            "bottleneck": _bottleneck(region),
        }
    return found


def _bottleneck(region):
    shares = {
        words.lower(): float(share)
        for words, share in re.findall(r"(Resource Pressure|Register Dependencies|Memory Dependencies)\s+\[\s*([\d.]+)%", region)
    }
    if not shares or max(shares.values()) == 0:
        return "none found"
    worst = max(shares, key=shares.get)
    words = f"{worst}, {shares[worst]:.0f} % of the cycles"
    units = re.search(r"Resource Pressure.*\n((?:  - .*\n)+?)(?=  Data|\n|$)", region)
    if worst == "resource pressure" and units:
        busiest = max(re.findall(r"- (\S+)\s+\[\s*([\d.]+)%", units.group(1)), key=lambda x: float(x[1]))
        words += f", most of it {busiest[0]}"
    return words
