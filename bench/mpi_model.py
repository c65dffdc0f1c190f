#!/usr/bin/env python3
# SPDX-License-Identifier: BSL-1.0
"""A model of ring attention over 2 to 4,096 ranks from what bench.mpi measures: a table, and a picture of it.

    bench/mpi_model.py --speed 95 --merge 0.37 --look 4 --link NAME:MICROSECONDS:GBYTES... [--svg FILE]

--speed is that of a rank in GFLOP/s, --merge in ns an element of the output, --look in us a block. With n = rows / ranks rows of
d numbers on each rank, a block is 4 n n d share flops (share: what the mask leaves), a message 8 n d bytes, and a call is

    ranks block + (ranks - 1) (merge + message) + ranks look + what ranks tell each other

where messages wait for the computation; where they go on meanwhile, only what is left of them counts.
"""
import argparse
import math

RANKS = [2 ** i for i in range(1, 13)]


def seconds(o, link, ranks, rows, share, overlapped):
    n = rows / ranks
    block = 4 * n * n * o.columns * share / (o.speed * 1e9)
    message = link[1] + 8 * n * o.columns / link[2]
    merge = o.merge * 1e-9 * n * o.columns
    told = 2 * link[1] * math.log2(ranks) + 324 * ranks / link[2]
    wait = max(0.0, message - block) if overlapped else message
    return ranks * block + (ranks - 1) * (merge + wait) + ranks * o.look * 1e-6 + told


def efficiency(o, link, ranks, rows, share, overlapped=False):
    alone = 4 * rows * rows * o.columns * share / (o.speed * 1e9)
    return alone / (ranks * seconds(o, link, ranks, rows, share, overlapped))


def table(o):
    heads = " | ".join(f"{rows:,} rows, {link[0]}" for rows in o.rows for link in o.links)
    print(f"| ranks | {heads} |")
    print("|" + " ---: |" * (1 + len(o.rows) * len(o.links)))
    for ranks in RANKS:
        cells = []
        for rows in o.rows:
            for link in o.links:
                alone = efficiency(o, link, ranks, rows, 0.5)
                best = efficiency(o, link, ranks, rows, 0.5, True)
                cells.append(f"{alone:.2f} to {best:.2f}" if best - alone > 0.005 else f"{alone:.2f}")
        print(f"| {ranks:,} | " + " | ".join(cells) + " |")


COLOURS = ["#0072b2", "#d55e00", "#009e73"]


def picture(o):
    width, height, left, top = 640, 330, 60, 46
    across, down = width - left - 20, height - top - 46

    def x(ranks):
        return left + across * (math.log2(ranks) - 1) / 11

    def y(value):
        return top + down * (1 - value)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
           "<title>Ring attention over ranks: a model from measured bandwidth and latency</title>",
           f'<rect width="{width}" height="{height}" fill="#fff"/>']
    for value in (0, 0.25, 0.5, 0.75, 1):
        out.append(f'<path d="M{left} {y(value):.1f}h{across}" stroke="#ddd"/>'
                   f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    for ranks in RANKS:
        out.append(f'<text x="{x(ranks):.1f}" y="{top + down + 16}" text-anchor="middle">{ranks}</text>')
    out.append(f'<text x="{left + across / 2}" y="{height - 10}" text-anchor="middle">ranks</text>')
    out.append('<text x="8" y="16">causal, striped: speed a rank, by that of one rank alone (model; solid: longest sequence)</text>')
    for i, link in enumerate(o.links):
        out.append(f'<text x="{left + 6 + 190 * i}" y="34" fill="{COLOURS[i]}">{link[0]}</text>')
        for rows, dash in zip(sorted(o.rows, reverse=True), ("", "6 3", "2 3")):
            points = " ".join(f"{x(r):.1f},{y(efficiency(o, link, r, rows, 0.5)):.1f}" for r in RANKS)
            out.append(f'<polyline points="{points}" fill="none" stroke="{COLOURS[i]}" stroke-width="2"'
                       + (f' stroke-dasharray="{dash}"' if dash else "") + f'><title>{rows:,} rows, {link[0]}</title></polyline>')
    return "\n".join(out) + "\n</svg>\n"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--speed", type=float, required=True)
    options.add_argument("--merge", type=float, required=True)
    options.add_argument("--look", type=float, required=True)
    options.add_argument("--link", action="append", required=True)
    options.add_argument("--rows", type=int, action="append")
    options.add_argument("--columns", type=int, default=64)
    options.add_argument("--svg")
    o = options.parse_args()
    o.rows = o.rows or [65536, 1048576]
    o.links = [(name, float(us) * 1e-6, float(gb) * 1e9) for name, us, gb in (text.rsplit(":", 2) for text in o.link)]
    table(o)
    if o.svg:
        with open(o.svg, "w", encoding="utf-8") as file:
            file.write(picture(o))


if __name__ == "__main__":
    main()
