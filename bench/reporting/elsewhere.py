# SPDX-License-Identifier: BSL-1.0
"""Sections of pages other than performance.md."""
from . import text
from .figures import find_figure, find_work, names_of
from .goals import compiled

SHOWN = ("attention 12 x 3", "attention 16 x 64", "attention 1024 x 64", "attention 16384 x 64")


def place(document):
    return f"{document['machine']['processor']}, one thread, {document['date']}"


def seconds_of(run, work, who):
    found = find_work(run, work)
    figure = found and find_figure(found, who)
    return text.seconds(figure["seconds"]) if figure else "-"


def speed(document):
    """heed and Eigen, to run and to compile, in one table."""
    runs, times = document["runs"], document["compile_time"]
    rows = [["attention of 1024 x 64, float", *(seconds_of(run, "attention 1024 x 64", who)
                                                 for run in runs for who in ("heed", "Eigen"))],
            ["to compile it, for 512 x 64", *(f"{compiled(run, times, work)['seconds']:.2f} s"
                                              for run in runs for work in ("attention", "attention, Eigen"))]]
    head = [place(document), *(f"{who}, {run['name']}" for run in runs for who in ("heed", "Eigen"))]
    return text.table(head, rows, "l" + "r" * 2 * len(runs))


def beside(document):
    """Who took part, at some sizes; working memory; seconds to compile."""
    runs, times = document["runs"], document["compile_time"]
    whos = names_of([w for run in runs for w in run["work"] if w["work"] in SHOWN])
    rows = [[work, run["name"], *(seconds_of(run, work, who) for who in whos)] for work in SHOWN for run in runs]
    memory = {w["work"]: w for w in runs[0]["memory"]}
    for work in SHOWN[2:]:
        found = memory.get(work) and {f["who"]: text.size(f["working_bytes"]) for f in memory[work]["figures"]}
        if found:
            rows.append([f"working memory, {work.split(' ', 1)[1]}", runs[0]["name"], *(found.get(who, "-") for who in whos)])
    words = {"heed": "attention", "Eigen": "attention, Eigen", "plain loops": "attention, plain loops"}
    for run in runs:
        found = {who: compiled(run, times, work) for who, work in words.items()}
        rows.append(["to compile attention", run["name"],
                     *(f"{found[who]['seconds']:.2f} s" if found.get(who) else "-" for who in whos)])
    return f"{place(document)}:\n\n" + text.table(["", "", *whos], rows, "ll" + "r" * len(whos))


def onnx_runtime(document):
    """Whole layers: the time of others by heed's."""
    runs = document["runs"]
    works = [layer["work"] for layer in runs[0]["layers"] if any(p["who"] == "ONNX Runtime" for p in layer["peers"])]

    def times(run, work):
        layer = next(layer for layer in run["layers"] if layer["work"] == work)
        return next(f"{p['times_heed']:.2f}" for p in layer["peers"] if p["who"] == "ONNX Runtime")

    apart = document.get("measured_apart", {}).get("layers")
    return f"{place(apart or document)}:\n\n" + text.table(
        ["ONNX Runtime's time by heed's", *(run["name"] for run in runs)],
        [[work, *(times(run, work) for run in runs)] for work in works], "l" + "r" * len(runs))


PAGES = {"README.md": {"speed": speed}, "beside.md": {"beside": beside, "onnx runtime": onnx_runtime}}
