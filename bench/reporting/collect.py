# SPDX-License-Identifier: BSL-1.0
"""What the programs wrote, in one document."""
import datetime
import json
import os
import pathlib
import time


def busy_cores(seconds=2):
    """How many cores others keep busy while this program does nothing."""

    def ticks():
        user, nice, system, idle, waiting, *others = map(int, pathlib.Path("/proc/stat").read_text().split()[1:9])
        return user + nice + system + sum(others)

    before = ticks()
    time.sleep(seconds)
    return round((ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds, 1)


def machine():
    """The processor and how busy it is."""
    info = {}
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        info.setdefault(key.strip(), value.strip())
    model = info.get("model name", os.uname().machine)
    if "cpu family" in info:
        model += f" (family {info['cpu family']}, model {info['model']})"
    return {"processor": model, "cores": os.cpu_count(), "busy_cores_before": busy_cores()}


def read(file):
    return json.loads(file.read_text()) if file.exists() else {}


PROGRAMS = ["run_time", "memory", "threads", "layers", "gradients", "half_precision", "decoder"]


def run_in(folder):
    """One compiler's: what each program wrote into folder/PROGRAM.json."""
    run = {"name": folder.name}
    for program in PROGRAMS:
        run |= read(folder / f"{program}.json")
    return run


def collect(folders, compile_time, quick, begun):
    """`begun` is machine() before the first program ran."""
    return {
        "machine": {**begun, "busy_cores_after": busy_cores()},
        "date": datetime.date.today().isoformat(),
        "quick": quick,
        "runs": [run_in(pathlib.Path(folder)) for folder in folders],
        "compile_time": read(pathlib.Path(compile_time)) or [],
    }


def take_parts(document, newer, programs):
    """What these programs wrote in a newer document, with its machine and date, in place of the older."""
    names = {run["name"]: run for run in newer["runs"]}
    for run in document["runs"]:
        for program in programs:
            run[program] = names[run["name"]][program]
    measured = {program: {"machine": newer["machine"], "date": newer["date"]} for program in programs}
    document["measured_apart"] = document.get("measured_apart", {}) | measured
    return document
