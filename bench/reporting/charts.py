# SPDX-License-Identifier: BSL-1.0
"""The charts of the report: {file name: SVG}."""
import math

from . import text
from .figures import exponent, growing_attention, heed_in, names_of, plain_attention, series
from .goals import PEAK_FRACTION
from .svg import Panel, Scale, drawing, powers

PANEL, LEFT, TOP, BOTTOM, HEIGHT = 440, 62, 64, 54, 460
NAMES = 150  # pixels right of a panel, for names
WIDTH = LEFT + PANEL + NAMES


def place(index):
    """Left and right of a panel."""
    return index * WIDTH + LEFT, index * WIDTH + LEFT + PANEL


def token_ticks(tokens):
    return [(n, str(n)) for i, n in enumerate(tokens) if i % 2 == 0]


def lines_of(works, quantity):
    return {name: series(works, name, quantity) for name in names_of(works)}


def limits_of(works, quantity="seconds"):
    values = [f[quantity] for w in works for f in w["figures"]]
    return min(values), max(values)


def draw(panel, lines, note=None):
    """heed last, over the others."""
    for name in sorted(lines, key=lambda n: n == "heed"):
        panel.line(name, lines[name], name == "heed")
    panel.names_at_ends(lines, note)


def growth_panel(index, title, works, quantity, limits, name, base, form):
    """Logarithms on both axes, with the fitted exponent beside each name."""
    lines = lines_of(works, quantity)
    low, high = limits
    tokens = [w["tokens"] for w in works]
    begin, end = place(index)
    panel = Panel(title, Scale(min(tokens), max(tokens), begin, end),
                  Scale(low / 1.5, high * 1.5, HEIGHT - BOTTOM, TOP))
    panel.axes(token_ticks(tokens), [(v, form(v)) for v in powers(low / 1.5, high * 1.5, base)], "N (queries and keys)",
               name)

    def fitted(who):
        fit = exponent(lines[who])
        return "" if fit is None else f" N^{fit:.2f}"

    draw(panel, lines, fitted)
    return panel


def round_seconds(s):
    return text.seconds(s).replace(".00", "").replace(".0", "")


def growth(document):
    limits = limits_of(w for run in document["runs"] for w in growing_attention(run))
    panels = [growth_panel(i, f"Time of attention, d = 64, {run['name']}", growing_attention(run), "seconds", limits,
                           "time", 10, round_seconds) for i, run in enumerate(document["runs"])]
    return drawing(WIDTH * len(panels), HEIGHT, "Time of attention against the number of tokens", panels)


def memory(document):
    works = [w for w in document["runs"][0].get("memory", []) if w["width"] == 64]
    if not works:
        return None
    panel = growth_panel(0, "Working memory of attention, d = 64", works, "working_bytes",
                         limits_of(works, "working_bytes"), "bytes", 4, text.size)
    return drawing(WIDTH, HEIGHT, "Working memory of attention against the number of tokens", [panel])


def peak_panel(index, run):
    works = growing_attention(run)
    tokens = [w["tokens"] for w in works]
    begin, end = place(index)
    panel = Panel(f"Speed of attention, d = 64, {run['name']}", Scale(min(tokens), max(tokens), begin, end),
                  Scale(0, 1, HEIGHT - BOTTOM, TOP, log=False))
    panel.axes(token_ticks(tokens), [(v / 5, f"{v / 5:.1f}") for v in range(6)], "N (queries and keys)",
               "share of the FMA peak")
    panel.limit(PEAK_FRACTION[0], f"to be reached: {PEAK_FRACTION[0]}")
    draw(panel, lines_of(works, "peak_fraction"))
    return panel


def peak(document):
    panels = [peak_panel(i, run) for i, run in enumerate(document["runs"])]
    return drawing(WIDTH * len(panels), HEIGHT, "Share of the FMA peak against the number of tokens", panels)


def short_name(work):
    name = work["work"].split(",")[0] + (" packed" if "packed" in work["work"] else "")
    return name.replace("attention ", "").replace(" 4096 x 64", "").replace(" 128 x 768", "").replace(" x ", "×")


def at(work):
    """Where a work stands: flops by what must be read and written, and heed's speed."""
    return work["flops"] / work["bytes"], heed_in(work)["gflops"]


def roofline_panel(index, run, runs):
    """The roofs are those of the machine, measured beside. Attention of one width is a line, from its least N on. Panels
    have the same scales: they stand side by side to be compared."""
    begin, end = place(index)
    roof, places = run["peak_gflops"], [at(w) for other in runs for w in other["work"]]
    x = Scale(min(a for a, _ in places) / 2, max(a for a, _ in places) * 2, begin, end)
    y = Scale(min(b for _, b in places) / 2, max(other["peak_gflops"] for other in runs) * 2, HEIGHT - BOTTOM, TOP)
    panel = Panel(f"heed and the machine's limits, {run['name']}", x, y)
    panel.axes([(v, f"{v:g}") for v in powers(x.low, x.high, 4)], [(v, f"{v:g}") for v in powers(y.low, y.high, 10)],
               "flops for each byte that must be read or written", "GFLOP/s")
    panel.add(f'<path class="limit" d="M{x.begin} {y(roof):g}H{x.end}"/>')
    panel.text(x.end + 6, y(roof) + 4, f"FMA peak, {roof:.0f}", "dim")
    for band in run["bandwidth"]:
        draw_bandwidth(panel, band, roof)
    lines = [[w for w in plain_attention(run, width) if w["tokens"] >= 16] for width in (64, 128)]
    named = [w for w in run["work"] if not any(w in line for line in lines)]
    for line in lines:
        if len(line) > 1:
            panel.line("heed", [at(w) for w in line])
            named += [line[0], line[-1]]
    draw_points(panel, [(*at(w), short_name(w)) for w in named], [at(w) for line in lines for w in line])
    return panel


def draw_bandwidth(panel, band, roof):
    """The slope of one cache level, named along itself."""
    x, y, speed = panel.x, panel.y, band["gbytes_per_second"]
    first, last = max(x.low, y.low / speed), roof / speed
    if last <= first:
        return
    (ax, ay), (bx, by) = (x(first), y(first * speed)), (x(last), y(roof))
    panel.add(f'<path class="limit" d="M{ax:g} {ay:g}L{bx:g} {by:g}"/>')
    angle = math.atan2(by - ay, bx - ax)
    along, above = 6, 4
    tx = ax + along * math.cos(angle) + above * math.sin(angle)
    ty = ay + along * math.sin(angle) - above * math.cos(angle)
    panel.add(f'<text class="dim" style="font-size:9.5px" transform="translate({tx:.1f} {ty:.1f}) '
              f'rotate({math.degrees(angle):.1f})">{band["where"]} {speed:.0f} GB/s</text>')


NAME_PLACES = [(7, 4, "start"), (-7, 4, "end"), (0, 17, "middle"), (0, -9, "middle")] + [
    (dx, dy, anchor) for dy in (16, 28, 40, 52, 64, 76) for dx, anchor in ((7, "start"), (-7, "end"))]


def draw_points(panel, points, others):
    """Each point and its name, which goes where no name and no point is: beside, else further and further below."""
    taken = [(panel.x(a) - 4, panel.y(b) - 4, panel.x(a) + 4, panel.y(b) + 4)
             for a, b in others + [(a, b) for a, b, _ in points]]
    for a, b, name in sorted(points, key=lambda p: -p[1]):
        px, py, width = panel.x(a), panel.y(b), 5.9 * len(name)
        panel.add(f'<g class="c-heed"><circle class="dot" cx="{px:g}" cy="{py:g}" r="3.5"/></g>')
        for dx, dy, anchor in NAME_PLACES:
            left = px + dx - {"start": 0, "end": width, "middle": width / 2}[anchor]
            box = (left, py + dy - 9, left + width, py + dy + 2)
            if box[0] >= panel.x.begin and not any(overlap(box, other) for other in taken):
                break
        taken.append(box)
        if dy > 20:
            panel.add(f'<g class="c-heed"><path class="line" style="stroke-width:.7;opacity:.6" '
                      f'd="M{px:g} {py + 4:g}L{px + dx:g} {py + dy - 5:g}"/></g>')
        panel.add(f'<g class="c-heed"><text class="name" style="font-size:10.5px" text-anchor="{anchor}" '
                  f'x="{px + dx:g}" y="{py + dy:g}">{name}</text></g>')


def overlap(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def roofline(document):
    panels = [roofline_panel(i, run, document["runs"]) for i, run in enumerate(document["runs"])]
    return drawing(WIDTH * len(panels), HEIGHT, "Speed of each work against the machine's limits", panels)


def all_charts(document):
    charts = {"growth.svg": growth(document), "peak.svg": peak(document), "roofline.svg": roofline(document),
              "memory.svg": memory(document)}
    return {name: chart for name, chart in charts.items() if chart}
