# SPDX-License-Identifier: BSL-1.0
# What the steps of a stage cost, and which grew: compares ninja's and ctest's own records with tests/step_times.txt.
#
#   step_times.py compare STAGE FOLDER     prints what takes long now and did not when the file was written
#   step_times.py record STAGE FOLDER      writes the steps of this stage into the file
#
# Machines differ and are noisy: times are compared after scaling them so that the steps known from before take as long as
# before in all, and only steps of several seconds count.
import pathlib
import re
import sys

RECORD = pathlib.Path(__file__).with_name("step_times.txt")
LONG = 4.0  # seconds: what is recorded
GROWN = 1.5  # times as long, and by LONG seconds


def steps(folder):
    """Seconds of each step: objects and programs that ninja made, tests that ctest ran."""
    found = {}
    for line in (folder / ".ninja_log").read_text().splitlines()[1:]:
        if line.count("\t") != 4:
            continue  # a build that was stopped cuts its last line
        start, end, _, output, _ = line.split("\t")
        found[output] = (int(end) - int(start)) / 1000  # the last of a step that was built again
    log = folder / "Testing/Temporary/LastTest.log"
    if log.exists():
        for name, seconds in re.findall(r'^"(\S+)" time elapsed: (.*)$', log.read_text(errors="replace"), re.M):
            hours, minutes, rest = (float(part) for part in seconds.split(":"))
            found["test " + name] = hours * 3600 + minutes * 60 + rest
    return found


def short(step):
    return re.sub(r"^(tests|examples)/CMakeFiles/[^/]*\.dir/", r"\1/", step)


def recorded(stage):
    known = {}
    for line in RECORD.read_text().splitlines() if RECORD.exists() else []:
        if not line.startswith("#"):
            where, seconds, step = line.split(maxsplit=2)
            if where == stage:
                known[step] = float(seconds)
    return known


def grown(now, known):
    """(step, before, seconds), before scaled to this run; None where the step is new or was short."""
    common = [step for step in known if step in now]
    scale = sum(now[step] for step in common) / sum(known[step] for step in common) if common else 1
    for step, seconds in sorted(now.items(), key=lambda item: -item[1]):
        before = known[step] * scale if step in known else None
        if seconds - (before if before is not None else LONG * scale) >= LONG and seconds > GROWN * (before or 0):
            yield step, before, seconds


def compare(stage, folder):
    now = {short(step): seconds for step, seconds in steps(folder).items()}
    for step, before, seconds in grown(now, recorded(stage)):
        print(f"  grew: {step}: {seconds:.0f} s, {f'{before:.0f} s' if before is not None else f'not over {LONG:.0f} s'} before")


def record(stage, folder):
    lines = RECORD.read_text().splitlines() if RECORD.exists() else []
    kept = [line for line in lines if not line.startswith("#") and line.split()[0] != stage]
    now = [f"{stage} {seconds:.1f} {short(step)}" for step, seconds in steps(folder).items() if seconds >= LONG]
    head = ["# Steps of tests/all of 4 seconds and more, by stage: written by `tests/all --record`, compared by each run."]
    RECORD.write_text("\n".join(head + sorted(kept + now)) + "\n")


if __name__ == "__main__":
    {"compare": compare, "record": record}[sys.argv[1]](sys.argv[2], pathlib.Path(sys.argv[3]))
