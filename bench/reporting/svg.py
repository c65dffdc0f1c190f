# SPDX-License-Identifier: BSL-1.0
"""A chart as SVG: scales, axes, lines, points and labels that do not cover each other. Readable in light and dark."""
import math
from html import escape

# Light and dark of each name. What has no name here is grey.
COLOURS = {
    "heed": ("#0b57d0", "#8ab4f8"),
    "Eigen": ("#b3410e", "#f4a07a"),
    "OpenBLAS": ("#137a46", "#7fd6a4"),
    "oneDNN": ("#9a1f86", "#ec9ade"),
    "xtensor": ("#7a6200", "#dcc45c"),
    "plain loops": ("#5f6368", "#b4b8bd"),
}
FONT = "font-family: system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def css_class(name):
    return "c-" + name.lower().replace(" ", "-").replace("+", "p")


def style():
    light = "".join(f".{css_class(n)}{{--c:{c[0]}}}" for n, c in COLOURS.items())
    dark = "".join(f".{css_class(n)}{{--c:{c[1]}}}" for n, c in COLOURS.items())
    return ("<style>svg{--paper:#fff;--ink:#1f2328;--dim:#59636e;--grid:#e4e7eb;--c:#59636e;"
            f"{FONT};font-size:12px}}{light}"
            "@media(prefers-color-scheme:dark){svg{--paper:#0d1117;--ink:#e6edf3;--dim:#9198a1;--grid:#2a3038;"
            f"--c:#9198a1}}{dark}}}"
            ".paper{fill:var(--paper)}.grid{stroke:var(--grid);fill:none}.axis{stroke:var(--dim);fill:none}"
            "text{fill:var(--ink)}.dim{fill:var(--dim)}.title{font-size:14px;font-weight:600}"
            ".line{stroke:var(--c);fill:none;stroke-width:1.8}.strong{stroke-width:3}.dot{fill:var(--c)}"
            ".limit{stroke:var(--dim);fill:none;stroke-dasharray:5 4}"
            ".name{fill:var(--c);stroke:var(--paper);stroke-width:3px;paint-order:stroke}</style>")


class Scale:
    """Numbers to pixels, linear or logarithmic."""

    def __init__(self, low, high, begin, end, log=True):
        self.log, self.low, self.high, self.begin, self.end = log, low, high, begin, end

    def __call__(self, value):
        if self.log:
            share = math.log(value / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return round(self.begin + share * (self.end - self.begin), 1)


def powers(low, high, base):
    """Powers of base in [low, high]."""
    first, last = math.ceil(math.log(low, base) - 1e-9), math.floor(math.log(high, base) + 1e-9)
    return [float(base)**e for e in range(first, last + 1)]


def spread(places, gap):
    """Places moved apart, in their order, until neighbours have a gap."""
    order = sorted(range(len(places)), key=lambda i: places[i])
    moved = [places[i] for i in order]
    for _ in range(200):
        for i in range(len(moved) - 1):
            lack = gap - (moved[i + 1] - moved[i])
            if lack > 0:
                moved[i] -= lack / 2
                moved[i + 1] += lack / 2
    result = [0.0] * len(places)
    for i, place in zip(order, moved):
        result[i] = round(place, 1)
    return result


class Panel:
    """One pair of axes. x and y are scales in pixels, y grows upwards."""

    def __init__(self, title, x, y):
        self.title, self.x, self.y, self.parts = title, x, y, []

    def add(self, part):
        self.parts.append(part)

    def text(self, x, y, words, classes="", anchor="start"):
        self.add(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" class="{classes}">{escape(words)}</text>')

    def axes(self, x_ticks, y_ticks, x_name, y_name):
        """Ticks are (value, text)."""
        x, y = self.x, self.y
        for value, words in y_ticks:
            self.add(f'<path class="grid" d="M{x.begin} {y(value):g}H{x.end}"/>')
            self.text(x.begin - 8, y(value) + 4, words, "dim", "end")
        for value, words in x_ticks:
            self.add(f'<path class="axis" d="M{x(value):g} {y.begin}v4"/>')
            self.text(x(value), y.begin + 18, words, "dim", "middle")
        self.add(f'<path class="axis" d="M{x.begin} {y.begin}H{x.end}"/>')
        self.text((x.begin + x.end) / 2, y.begin + 38, x_name, "dim", "middle")
        self.text(x.begin - 8, y.end - 12, y_name, "dim", "end" if len(y_name) < 8 else "start")
        self.text(x.begin, y.end - 32, self.title, "title")

    def line(self, name, points, strong=False):
        places = [f"{self.x(a):g} {self.y(b):g}" for a, b in points]
        width = " strong" if strong else ""
        self.add(f'<g class="{css_class(name)}"><path class="line{width}" d="M{"L".join(places)}"/>' +
                 "".join(f'<circle class="dot" cx="{self.x(a):g}" cy="{self.y(b):g}" r="{3 if strong else 2.2}"/>'
                         for a, b in points) + "</g>")

    def limit(self, value, words):
        """A dashed line across, named above its left end."""
        self.add(f'<path class="limit" d="M{self.x.begin} {self.y(value):g}H{self.x.end}"/>')
        self.text(self.x.begin + 4, self.y(value) - 5, words, "dim")

    def names_at_ends(self, lines, note=None):
        """Each line's name beside its last point; lines is {name: points}."""
        ends = {name: points[-1] for name, points in lines.items()}
        places = spread([self.y(y) for _, y in ends.values()], 15)
        for (name, (x, y)), place in zip(ends.items(), places):
            words = name if note is None else f"{name}{note(name)}"
            from_x, to_x = self.x(x) + 5, self.x.end + 14
            self.add(f'<g class="{css_class(name)}"><path class="line" style="stroke-width:.8;opacity:.6" '
                     f'd="M{from_x:g} {self.y(y):g}L{to_x - 4:g} {place:g}"/>'
                     f'<text class="name" x="{to_x:g}" y="{place + 4:g}">{escape(words)}</text></g>')


def drawing(width, height, description, panels):
    """The whole file."""
    body = "\n".join(part for panel in panels for part in panel.parts)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-label="{escape(description)}">\n<title>{escape(description)}</title>\n{style()}\n'
            f'<rect class="paper" width="{width}" height="{height}" rx="6"/>\n{body}\n</svg>\n')
