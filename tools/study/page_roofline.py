# SPDX-License-Identifier: BSL-1.0
"""The formula's point in a roofline: what the multiply-add peak and reads from caches and memory allow at its flops a byte."""

import math

from page_lengths import lengths_in_words
from page_text import bytes_of, escape

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 380, 264, 44, 368, 14, 222
LETTER = 7  # pixels, and a little more than a letter has
LEAST_OF_LIMIT = 0.5


class Work:
    """What a formula does in the time that was measured, and what it moves: the numbers of the cost table, skipped tiles left out."""

    def __init__(self, cost, time):
        self.flops = cost.get("computed_flops") or cost["flops"]
        self.bytes = cost["bytes_in"] + cost["bytes_out"] + 2 * cost.get("temporary_bytes", 0)
        self.data = cost["bytes_in"] + cost["bytes_out"] + cost.get("temporary_bytes", 0) + cost.get("workspace_bytes", 0)
        self.rate, self.peak, self.reads = time["gflops"], time["peak_gflops"], time["reads"]
        self.intensity = self.flops / self.bytes

    def allowed(self, read):
        return self.intensity * read["gbytes_per_second"]

    def home(self):
        """The smallest of the arrays that were read which is as large as all that the formula touches; the data of a kernel
        that is called again and again stay there."""
        return next((read for read in self.reads if read["bytes"] >= self.data), self.reads[-1])


def work_of(variant):
    """None where nothing was measured, or where a mask skips more than the formula alone can say (page_tables.timing)."""
    time, cost = (variant.get("machine") or {}).get("time") or {}, variant["cost"]
    if not (time.get("reads") and time.get("gflops")) or time.get("fraction", 0) > 1.02 or not cost["bytes_in"] + cost["bytes_out"]:
        return None
    return Work(cost, time)


def figure(x):
    """Three digits: 0.775, 16.4, 4,160"""
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


def bound_words(work):
    """What bounds the formula, in one sentence, and what it reaches; the percentage of the peak is said above, with the time."""
    home, memory = work.home(), work.reads[-1]
    roof = min(work.peak, work.allowed(home))
    rate = f"{figure(work.rate)} GFLOP/s"
    at = f"At {figure(work.intensity)} flops a byte"
    if work.rate < LEAST_OF_LIMIT * roof:
        return (f"<b>Neither limit bounds it</b>: {at.lower()} they allow {figure(roof)} GFLOP/s, and it does {figure(work.rate)}; an exp is no flop here, and loops "
                "too short for registers, or sums that wait for each other, are not in the chart.")
    if work.allowed(memory) >= work.peak:
        return f"<b>The multiply-add peak bounds it</b>: {at.lower()} even memory keeps up, and it does {rate}."
    if work.allowed(home) >= work.peak:
        return (f"<b>The multiply-add peak bounds it</b>: {at.lower()} {escape(home['where'])}, where its {bytes_of(work.data)} stay, keeps up, and it does {rate}; "
                f"from memory it would be {figure(work.allowed(memory))} GFLOP/s at most.")
    return (f"<b>Reads bound it</b>: {at.lower()} {escape(home['where'])}, where its {bytes_of(work.data)} stay, allows {figure(roof)} of the "
            f"{figure(work.peak)} GFLOP/s of the peak, and it does {figure(work.rate)}.")


class Scale:
    """Logarithms of numbers around some, as pixels."""

    def __init__(self, numbers, begin, end):
        self.low, self.high = math.log10(min(numbers) / 2), math.log10(max(numbers) * 2)
        self.begin, self.end = begin, end

    def __call__(self, x):
        return self.begin + (self.end - self.begin) * (math.log10(x) - self.low) / (self.high - self.low)

    def ticks(self):
        return [10.0**power for power in range(math.ceil(self.low), math.floor(self.high) + 1)]


def text_at(x, y, words, kind="", anchor="middle"):
    kind = f' class="{kind}"' if kind else ""
    return f'<text{kind} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{words}</text>\n'


def axes(x, y):
    lines, words = f"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}", ""
    for tick in x.ticks():
        lines += f"M{x(tick):.1f} {TOP}V{BOTTOM}"
        words += text_at(x(tick), BOTTOM + 15, f"{tick:,g}")
    for tick in y.ticks():
        lines += f"M{LEFT} {y(tick):.1f}H{RIGHT}"
        words += text_at(LEFT - 6, y(tick) + 3.5, f"{tick:,g}", anchor="end")
    words += text_at((LEFT + RIGHT) / 2, HEIGHT - 8, "flops a byte")
    words += f'<text transform="translate(11 {(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">GFLOP/s</text>\n'
    return f'<path class="grid" d="{lines}"/>\n{words}'


def name_places(ridges, names):
    """Where names end that stand one after the other above their ridges, the last of them begin: where ridges are close to each
    other the left one gives way."""
    places = [ridge + 2 for ridge in ridges]
    left = places[-1]
    for n in range(len(places) - 2, -1, -1):
        places[n] = min(places[n], left - 5)
        left = places[n] - LETTER * len(names[n])
    return places


def roofs(work, x, y):
    """A slope for each array that was read, named where it meets the peak, and the peak from the first of them on."""
    text, names, low_x, low_y = "", "", 10.0**x.low, 10.0**y.low
    places = name_places([x(work.peak / read["gbytes_per_second"]) for read in work.reads], [read["where"] for read in work.reads])
    for read, place in zip(work.reads, places):
        speed = read["gbytes_per_second"]
        foot, ridge = max(low_x, low_y / speed), work.peak / speed
        kind = "roof home" if read is work.home() else "roof"
        text += f'<path class="{kind}" d="M{x(foot):.1f} {y(foot * speed):.1f}L{x(ridge):.1f} {y(work.peak):.1f}"/>\n'
        names += text_at(place, y(work.peak) - 5, escape(read["where"]), "name", "start" if read is work.reads[-1] else "end")
    first = work.peak / max(read["gbytes_per_second"] for read in work.reads)
    text += f'<path class="roof" d="M{x(first):.1f} {y(work.peak):.1f}H{RIGHT}"/>\n'
    return text + names + text_at(RIGHT - 2, y(work.peak) - 18, "multiply-add peak", "name", "end")


def point(work, x, y):
    at, roof = x(work.intensity), min(work.peak, work.allowed(work.home()))
    is_right = at > RIGHT - 95
    return (f'<path class="gap" d="M{at:.1f} {y(work.rate):.1f}V{y(roof):.1f}"/>\n<circle cx="{at:.1f}" cy="{y(work.rate):.1f}" r="5"/>\n'
            + text_at(at + (-9 if is_right else 9), y(work.rate) + 15, f"{figure(work.rate)} GFLOP/s", "here", "end" if is_right else "start"))


def drawing(work):
    speeds = [read["gbytes_per_second"] for read in work.reads]
    x = Scale([work.intensity, *(work.peak / speed for speed in speeds), 2 * work.peak / speeds[-1]], LEFT, RIGHT)
    y = Scale([work.rate, work.peak / 50, 1.25 * work.peak], BOTTOM, TOP)
    title = f"Roofline: {figure(work.rate)} GFLOP/s at {figure(work.intensity)} flops a byte, of a peak of {figure(work.peak)}"
    return (f'<svg class="roofline" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{title}">\n'
            f"{axes(x, y)}{roofs(work, x, y)}{point(work, x, y)}</svg>\n")


def table(work):
    rows = f'<tr><th scope="row">multiply-adds</th><td>{figure(work.peak)} GFLOP/s</td><td>{figure(work.peak)}</td></tr>\n'
    for read in work.reads:
        rows += (f'<tr><th scope="row">reads from {escape(read["where"])} <small>an array of {bytes_of(read["bytes"])}</small></th>'
                 f'<td>{figure(read["gbytes_per_second"])} GB/s</td><td>{figure(work.allowed(read))}</td></tr>\n')
    rows += f'<tr class="here"><th scope="row">this formula</th><td>{figure(work.rate)} GFLOP/s</td><td></td></tr>\n'
    return ('<div class="scroll"><table class="figures limits"><thead><tr><td></td><th scope="col">measured</th>'
            f'<th scope="col">allows, at {figure(work.intensity)} flops a byte</th></tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n')


def roofline(variant):
    """The chart, the sentence and the numbers; nothing where reads were not measured."""
    work = work_of(variant)
    if not work:
        return ""
    return (f"<p>{bound_words(work)}</p>\n{drawing(work)}{table(work)}"
            f'<p class="about">{work.flops:,} flops by {work.bytes:,} bytes of operands, result and temporaries (stored and read), as the cost table '
            "counts them as it runs. One thread; logarithms on both axes; the bold slope is that of the array that has room for all of it. "
            "Where the last cache is larger than the last array, memory is that cache."
            + (f" Measured for {escape(lengths_in_words(variant))}." if variant.get("lengths") else "") + "</p>\n")
