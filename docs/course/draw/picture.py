# SPDX-License-Identifier: BSL-1.0
"""A figure as SVG that stands in a page or alone: light, dark and forced colours, and every number as digits, so that nothing
is told by colour only. What is in a step can be shown step by step (figures.js); a picture without a script shows all."""

from html import escape

WIDTH = 480
STYLE = """
.fig { --paper: #fdfcf9; --ink: #22252a; --quiet: #5d6168; --line: #cfcbc1; --fill: #1f5fb4; --mark: #b9530b; }
@media (prefers-color-scheme: dark) {
  .fig { --paper: #16181c; --ink: #e7e5df; --quiet: #a0a3a8; --line: #4a4d54; --fill: #4a83cf; --mark: #f2a563; }
}
@media (forced-colors: active) {
  .fig { --paper: Canvas; --ink: CanvasText; --quiet: CanvasText; --line: CanvasText; --fill: GrayText; --mark: CanvasText; }
}
.fig .paper { fill: var(--paper); }
.fig text { font: 13px system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif; fill: var(--ink); }
.fig .n { font-variant-numeric: tabular-nums; }
.fig .quiet { fill: var(--quiet); }
.fig .head { font-weight: 600; }
.fig .middle { text-anchor: middle; }
.fig .end { text-anchor: end; }
.fig .cell { fill: var(--fill); stroke: var(--line); stroke-width: .5; }
.fig .bar { fill: var(--fill); fill-opacity: .55; stroke: var(--fill); }
.fig .other { fill: var(--fill); fill-opacity: .25; }
.fig .least { fill: none; stroke: var(--quiet); stroke-dasharray: 3 2; }
.fig .frame { fill: none; stroke: var(--quiet); }
.fig .marked { fill: none; stroke: var(--mark); stroke-width: 2.5; }
.fig .rule { stroke: var(--quiet); fill: none; }
.fig .thick { stroke: var(--fill); fill: none; }
.fig .dot { fill: var(--ink); }
.fig .ring { fill: var(--paper); stroke: var(--ink); stroke-width: 1.5; }
"""


class Picture:
    def __init__(self, says):
        self.says, self.parts, self.height = says, [], 0

    def add(self, markup, bottom=0):
        self.parts.append(markup)
        self.height = max(self.height, bottom)

    def text(self, x, y, words, kind=""):
        self.add(f'<text x="{x:g}" y="{y:g}"{of_kind(kind)}>{escape(str(words))}</text>', y + 5)

    def number(self, x, y, digits, kind=""):
        """Digits as a program printed them, with a true minus."""
        self.text(x, y, digits.replace("-", "\N{MINUS SIGN}"), f"n {kind}".strip())

    def rect(self, x, y, width, height, kind, more=""):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{kind}"{more}/>', y + height)

    def line(self, x1, y1, x2, y2, kind="rule", more=""):
        self.add(f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" class="{kind}"{more}/>', max(y1, y2))

    def circle(self, x, y, r, kind):
        self.add(f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" class="{kind}"/>', y + r)

    def begin_step(self, says):
        self.parts.append(f'<g class="step" data-says="{escape(says)}">')

    def end_step(self):
        self.parts.append("</g>")

    def map(self, x, y, rows, title="", size=36, most=1.0, marked=()):
        """A table of numbers, a cell the darker the larger its number; marked cells have a thick frame."""
        if title:
            self.text(x, y - 7, title, "head")
        for i, row in enumerate(rows):
            for j, digits in enumerate(row):
                left, top = x + j * size, y + i * 26
                share = min(1, abs(float(digits)) / most) if most else 0
                self.rect(left, top, size, 26, "cell", f' fill-opacity="{0.55 * share:.2f}"')
                self.number(left + size / 2, top + 18, digits, "middle")
        for i, j in marked:
            self.rect(x + j * size + 1, y + i * 26 + 1, size - 2, 24, "marked")

    def svg(self):
        height = round(self.height + 10)
        body = "\n".join(self.parts)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="fig" viewBox="0 0 {WIDTH} {height}" role="img">\n'
            f"<title>{escape(self.says)}</title>\n<style>{STYLE}</style>\n"
            f'<rect class="paper" width="{WIDTH}" height="{height}" rx="6"/>\n{body}\n</svg>\n'
        )


def of_kind(kind):
    return f' class="{kind}"' if kind else ""


def changed(before, after):
    """The places of numbers that differ."""
    return [(i, j) for i, row in enumerate(after) for j, digits in enumerate(row) if digits != before[i][j]]
