#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""Plots of what was measured.

  bench/plot.py JSON FOLDER             writes growth.svg, peak.svg, roofline.svg, memory.svg
  bench/plot.py --check JSON FOLDER     fails unless they are what it would write
"""
import argparse
import json
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from reporting.charts import all_charts  # noqa: E402


def is_written(path, chart):
    return path.exists() and path.read_text() == chart


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("json")
    parser.add_argument("folder", type=pathlib.Path)
    a = parser.parse_args()
    charts = all_charts(json.loads(pathlib.Path(a.json).read_text()))
    if a.check:
        wrong = [name for name, chart in charts.items() if not is_written(a.folder / name, chart)]
        for name in wrong:
            print(f"{a.folder / name} is not the plot of {a.json}: bench/plot.py writes it")
        return int(bool(wrong))
    a.folder.mkdir(parents=True, exist_ok=True)
    for name, chart in charts.items():
        (a.folder / name).write_text(chart)
    return 0


sys.exit(main())
