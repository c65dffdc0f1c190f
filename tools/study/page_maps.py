# SPDX-License-Identifier: BSL-1.0
"""Heat maps of scores and weights, and the online softmax step by step, as they are read without a script."""

import base64
import math
import struct
import zlib

from page_text import escape, fixed, short

# Nine points of viridis (van der Walt and Smith 2015), and of a scale from blue over paper to red.
VIRIDIS = [(68, 1, 84), (71, 45, 123), (59, 82, 139), (44, 114, 142), (33, 145, 140), (40, 174, 128), (94, 201, 98),
           (173, 220, 48), (253, 231, 37)]
DIVERGING = [(33, 76, 140), (72, 117, 178), (132, 166, 207), (193, 211, 230), (247, 244, 238), (240, 207, 184),
             (220, 152, 117), (190, 92, 66), (148, 37, 34)]
# Beside the scales, for what is not on them, with the sign and the word of each.
NOT_A_NUMBER, INFINITE = (150, 150, 150), (214, 40, 140)
LARGEST_TABLE = 16


def numbers_of(data):
    """A map with its numbers as numbers: NaN and infinities are strings in JSON. None is masked."""
    def numbers(x):
        return [numbers(y) for y in x] if isinstance(x, list) else float(x) if isinstance(x, str) else x

    data = dict(data)
    for key in ("product", "scores", "weights", "queries", "keys", "values", "output"):
        if key in data:
            data[key] = numbers(data[key])
    for key in ("rows", "columns"):
        data[key] = told(data[key])
    data["chain"] = [{**step, "values": numbers(step.get("values"))} for step in data.get("chain") or []]
    return data


def told(names):
    """Names that occur again are told apart by a count: I 1, see, I 2."""
    return [f"{name} {names[:n].count(name) + 1}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def colour(scale, x):
    x = min(max(x, 0.0), 1.0) * (len(scale) - 1)
    below = min(int(x), len(scale) - 2)
    return tuple(round(a + (b - a) * (x - below)) for a, b in zip(scale[below], scale[below + 1]))


def is_light(rgb):
    """Whether black is read better on it than white (WCAG 2.1): from the luminance on where both have a contrast of 4.58."""
    parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.179


def span_of(scores):
    """The largest score without its sign: the scale is centred at 0."""
    return max((abs(x) for row in scores for x in row if x is not None and math.isfinite(x)), default=1.0) or 1.0


def colour_of(kind, x, span):
    if math.isnan(x):
        return NOT_A_NUMBER
    if math.isinf(x):
        return INFINITE
    return colour(scale_of(kind), x if kind == "weights" else 0.5 + x / (2 * span))


def scale_of(kind):
    return VIRIDIS if kind == "weights" else DIVERGING


def signs_of(matrix):
    """What the colours of the scale do not say, as far as it occurs."""
    cells = [x for row in matrix for x in row]
    signs = [("hatched", "", "masked", any(x is None for x in cells)),
             ("", NOT_A_NUMBER, "NaN: no number", any(x is not None and math.isnan(x) for x in cells)),
             ("", INFINITE, "∞", any(x is not None and math.isinf(x) for x in cells))]
    return "".join(
        f'<span class="sign"><b class="{kind}"{f" style=background:rgb({rgb[0]},{rgb[1]},{rgb[2]})" if rgb else ""}></b>{words}</span>'
        for kind, rgb, words, occurs in signs if occurs)


def key_of(kind, matrix):
    span = span_of(matrix)
    stops = ", ".join("rgb({} {} {})".format(*c) for c in scale_of(kind))
    low, high = ("0", "1") if kind == "weights" else (short(-span), short(span))
    return (f'<div class="key" aria-hidden="true"><span>{low}</span><i style="background:linear-gradient(90deg, {stops})">'
            f"</i><span>{high}</span>{signs_of(matrix)}</div>\n")


def heat_table(kind, matrix, data, title):
    span = span_of(matrix)
    places = 2
    width = max(2.25, 0.6 + 0.42 * max(len(name) for name in data["columns"]))
    text = (f'<table class="heat" data-kind="{kind}" style="--w:{width:.2f}rem"><caption>{title}</caption>\n<thead><tr>'
            f'<td class="axes">query ↓ key →</td>')
    text += "".join(f'<th scope="col">{escape(name)}</th>' for name in data["columns"]) + "</tr></thead>\n<tbody>\n"
    for i, row in enumerate(matrix):
        text += f'<tr><th scope="row">{escape(data["rows"][i])}</th>'
        for x in row:
            if x is None:
                text += '<td class="masked"><span class="words">masked</span></td>'
                continue
            rgb = colour_of(kind, x, span)
            light = ' class="light"' if is_light(rgb) else ""
            text += f'<td{light} style="background:#{"".join(f"{c:02x}" for c in rgb)}">{short(x, places)}</td>'
        text += "</tr>\n"
    return text + "</tbody></table>\n" + key_of(kind, matrix)


def png(rows):
    """RGBA rows as a PNG."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    raw = b"".join(b"\0" + bytes(c for pixel in row for c in pixel) for row in rows)
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b""))


def heat_image(kind, matrix, data, title):
    span = span_of(matrix)
    rows = [[(0, 0, 0, 0) if x is None else colour_of(kind, x, span) + (255,) for x in row]
            for row in matrix]
    image = base64.b64encode(png(rows)).decode()
    return (f'<figure class="heat image" data-kind="{kind}"><figcaption>{title}</figcaption>'
            f'<div class="frame" tabindex="0" role="img" aria-label="{title}, {len(matrix)} rows of {len(matrix[0])}">'
            f'<img src="data:image/png;base64,{image}" alt=""><b class="mark" hidden></b></div>'
            f'<p class="axes">rows: queries ({escape(data["row_axis"])}), columns: keys ({escape(data["column_axis"])})</p></figure>\n'
            + key_of(kind, matrix))


def heat_map(kind, data, title):
    matrix = data[kind]
    if len(matrix) <= LARGEST_TABLE and len(matrix[0]) <= LARGEST_TABLE:
        return heat_table(kind, matrix, data, title)
    return heat_image(kind, matrix, data, title)


def largest_of(numbers):
    """NaN where one is, as in the script."""
    return math.nan if any(map(math.isnan, numbers)) else max(numbers)


def online_softmax(scores, values, block):
    """Steps of one row: what is known after each block of keys. The script has the same loop."""
    m, l, o = -math.inf, 0.0, [0.0] * len(values[0])
    steps = []
    for first in range(0, len(scores), block):
        keys = range(first, min(first + block, len(scores)))
        largest = largest_of([m] + [scores[j] for j in keys if scores[j] is not None])
        skipped = all(scores[j] is None for j in keys)
        shift = 0.0 if largest == -math.inf else largest
        shrink = 0.0 if m == -math.inf else math.exp(m - shift)
        weights = [0.0 if scores[j] is None else math.exp(scores[j] - shift) for j in keys]
        l = l * shrink + sum(weights)
        o = [x * shrink + sum(w * values[j][e] for w, j in zip(weights, keys)) for e, x in enumerate(o)]
        m = largest
        steps.append({"keys": list(keys), "m": m, "shrink": shrink, "weights": weights, "l": l, "o": o, "skipped": skipped})
    return steps


def row_to_show(scores):
    """A row, and how many keys a block has, with which the maximum grows in many blocks."""
    columns = len(scores[0])
    best = (-1, 0, 1)
    for block in range(min(2, max(1, columns // 2)), max(1, columns // 3) + 1):
        for i, row in enumerate(scores):
            m, grows = -math.inf, 0
            for first in range(0, columns, block):
                largest = max((x for x in row[first:first + block] if x is not None), default=-math.inf)
                m, grows = max(m, largest), grows + (largest > m)
            if grows > best[0]:
                best = (grows, i, block)
    return best[1:]


def player(data):
    if not data.get("values") or not data.get("output") or not data.get("queries"):
        return ""
    row, block = row_to_show(data["scores"])
    steps = online_softmax(data["scores"][row], data["values"], block)
    most = 8
    names = [f"o<sub>{e + 1}</sub>" for e in range(min(most, len(steps[0]["o"])))]
    head = "".join(f"<th>{n}</th>" for n in ["keys", "maximum m", "shrink", "sum l"] + names)
    body = ""
    for s in steps:
        keys = ", ".join(escape(data["columns"][j]) for j in s["keys"])
        keys += " <small>masked, skipped</small>" if s["skipped"] else ""
        largest = "−∞" if s["m"] == -math.inf else fixed(s["m"])
        cells = [largest, fixed(s["shrink"]), fixed(s["l"])] + [fixed(x) for x in s["o"][:most]]
        body += f'<tr><th scope="row">{keys}</th>' + "".join(f"<td>{c}</td>" for c in cells) + "</tr>\n"
    last = steps[-1]
    out = [x / last["l"] if last["l"] else 0.0 for x in last["o"]]
    body += ('<tr class="result"><th scope="row">output = o / l</th><td></td><td></td><td></td>'
             + "".join(f"<td>{fixed(x)}</td>" for x in out[:most]) + "</tr>\n")
    more = f'<p class="about">The first {most} of {len(out)} columns.</p>\n' if len(out) > most else ""
    return (f'<section class="player" data-row="{row}" data-block="{block}" aria-label="Online softmax">\n'
            f"<h3>Online softmax, step by step</h3>\n"
            f'<p class="lead">One row of weights without ever having the whole row: keys come in blocks, and when a block '
            f"raises the maximum from m to m′, what was summed so far shrinks by exp(m − m′).</p>\n"
            f'<div class="controls" hidden></div>\n<div class="stage" hidden></div>\n'
            f'<div class="scroll"><table class="steps"><caption>query {escape(data["rows"][row])}, '
            f"blocks of {block}</caption>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n{more}"
            "</section>\n")


def score_title(data):
    chain = " ".join(step["text"] for step in data.get("chain", []))
    return "Scores" + (f" <small>q · k {escape(chain)}</small>" if chain else "")


def exceptions(found):
    """Rows whose weights do not add up to 1, as far as they occur."""
    rows = [row for data in map(numbers_of, found) for row in data["scores"]]
    masked = any(all(x is None for x in row) for row in rows)
    wrong = any(x is not None and not math.isfinite(x) for row in rows for x in row)
    words = (["those of a row that is masked throughout are 0"] if masked else []) + (
        ["a row with a score that is no finite number has none"] if wrong else [])
    return "; " + ", and ".join(words) if words else ""


def maps(variant, not_live=None):
    """NOT_LIVE: why numbers cannot be changed on the page."""
    found = variant.get("maps") or []
    found = [found] if isinstance(found, dict) else found
    if not found:
        return ""
    text = f'<section class="maps" aria-label="Attention">\n<h3>Attention</h3>\n'
    text += (f'<p class="lead">Who attends to whom: each row is a query, its weights over the keys add up to 1{exceptions(found)}. '
             "Computed in double from the tensors' numbers.</p>\n")
    if not_live:
        text += f'<p class="about">Numbers cannot be changed on this page: {escape(not_live)}.</p>\n'
    if len(found) > 1:
        text += '<div class="tabs" role="group" aria-label="Maps" hidden>'
        text += "".join(f'<button type="button" aria-pressed="{"true" if n == 0 else "false"}">{escape(m["title"] or n)}</button>'
                        for n, m in enumerate(found)) + "</div>\n"
    for n, data in enumerate(map(numbers_of, found)):
        heading = f'<h4>{escape(data["title"])}</h4>' if data.get("title") else ""
        text += (f'<div class="map" data-map="{n}">{heading}<div class="pair"><div>{heat_map("scores", data, score_title(data))}</div>'
                 f'<div>{heat_map("weights", data, "Weights <small>softmax of each row</small>")}</div>'
                 f'<div class="made" role="status" aria-label="What the number is made of" hidden></div></div>\n'
                 f"{player(data)}</div>\n")
    return text + "</section>\n"
