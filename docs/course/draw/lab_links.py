# SPDX-License-Identifier: BSL-1.0
"""In pages of the course: lab.html#04_attention and lab.html#exercise-5 become addresses that hold the state.

    lab_links.py LAB_JSON PAGE...
"""

import json
import pathlib
import re
import sys

sys.dont_write_bytecode = True
from lab_states import address, exercise


def linked(page, states):
    def of(found):
        name = found[1]
        return "lab.html#" + address(*(exercise(int(name.partition("-")[2])) if name.startswith("exercise-") else states[name]))

    return re.sub(r"lab\.html#(exercise-\d+|\d\d_\w+)", of, page)


def main(lab_json, *pages):
    states = json.loads(pathlib.Path(lab_json).read_text(encoding="utf-8"))
    for page in map(pathlib.Path, pages):
        page.write_text(linked(page.read_text(encoding="utf-8"), states), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
