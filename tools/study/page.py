# SPDX-License-Identifier: BSL-1.0
"""Study as one page of HTML that needs nothing else.

    page.py data.json out.html
    page.py --again page.html       the same page with the script and style of today
"""

import base64
import hashlib
import json
import pathlib
import re
import sys

from instructions import FAMILIES
from page_beside import title_of, two_compilers
from page_lengths import lengths_pane
from page_maps import maps
from page_panes import assembly_of, assembly_pane, kept_lines, legend, nest_pane, program_pane, source_panes, tree_pane
from page_roofline import roofline, work_of
from page_tables import cost, cost_rows, machine, rewrites, target
from page_text import deflated, escape
from page_tiles import tiles_block

FOLDER = pathlib.Path(__file__).resolve().parent / "page"
SCRIPTS = ("counts.js", "fill.js", "scale.js", "lzma.js", "live.js", "tell.js", "tiles.js", "tour.js", "script.js")
MOST_BYTES = 349_500


def block(title, body, kind):
    return f'<section class="block {kind}">\n<h3>{title}</h3>\n{body}</section>\n'


def variant_html(kernel, variant, k, v, kept, data, is_tight):
    """Where a page is tight, variants but the first are packed."""
    name, program, not_live = kernel["name"], data.get("program"), data.get("not_live")
    is_open = " open" if k == v == 0 else ""
    content = (
        f'<p class="formula"><code>{escape(variant["formula"])}</code></p>\n'
        f'<p class="shape-label">{escape(variant["label"])}</p>\n'
        f"{lengths_pane(variant)}"
        f"{legend(variant)}"
        f'<div class="panes">\n{program_pane(program)}{tree_pane(variant)}{nest_pane(variant)}{source_panes(variant)}'
        f"{assembly_pane(variant, kept)}</div>\n"
        f"{maps(variant, not_live)}"
        + "".join(map(tiles_block, variant.get("tiles") or []))
        + '<div class="blocks">\n'
        # Two columns where there is room: what a pair says belongs together.
        + block("Cost", cost(variant) + cost_rows(variant), "costs")
        + block("Rewrites", rewrites(variant), "changes")
        + block("Machine", machine(variant), "machines")
        + (block("Roofline", roofline(variant), "limits") if work_of(variant) else "")
        + (block(title_of(variant), two_compilers(variant), "compilers") if two_compilers(variant) else "")
        + block("Target", target(variant), "target")
        + "</div>\n"
    )
    if is_tight and not is_open:
        content = f'<p class="missing">Folded, since this page has no room for it: a script unfolds it.</p>\n<template class="packed">{deflated(content)}</template>\n'
    return (
        f'<details class="variant" data-k="{k}" data-v="{v}" aria-label="{escape(name)}, {escape(variant["label"])}"{is_open}>\n'
        f'<summary>{escape(name)} <small>{escape(variant["label"])}</small></summary>\n'
        f"{content}</details>\n"
    )


def map_for_script(data):
    """The script computes weights from scores where there are too many to have both."""
    return {key: value for key, value in data.items() if key != "weights" or data.get("product")}


def maps_for_script(maps):
    return [map_for_script(m) for m in ([maps] if isinstance(maps, dict) else maps or [])]


def variant_for_script(variant):
    numbers = {"label": variant["label"], "maps": maps_for_script(variant.get("maps"))}
    if "live" in variant:
        numbers.update(live=variant["live"], tensors=variant["tensors"])
    if variant.get("lengths"):
        numbers["lengths"] = variant["lengths"]
    if variant.get("for_few"):
        numbers["for_few"] = variant["for_few"]["of"]
    return numbers


def for_script(data):
    """What the script computes with: numbers of the maps, counts that are made of lengths."""
    kernels = [
        {
            "name": kernel["name"],
            "variants": [variant_for_script(v) for v in kernel["variants"]],
        }
        for kernel in data["kernels"]
    ]
    return json.dumps({"kernels": kernels}, separators=(",", ":"), ensure_ascii=False)


def all_variants(data):
    return [variant for kernel in data["kernels"] for variant in kernel["variants"]]


def with_asm_lines(data, asm_lines, is_tight):
    kept = iter(kept_lines(all_variants(data), asm_lines))
    body = ""
    for k, kernel in enumerate(data["kernels"]):
        for v, variant in enumerate(kernel["variants"]):
            body += variant_html(kernel, variant, k, v, next(kept), data, is_tight)
    return in_template({"TITLE": escape(data["title"]), "GENERATOR": escape(data["generator"]), "DATA": deflated(for_script(data)), "BODY": body,
                        "LIVE": data.get("live", "")})


def packed(text):
    """Without indentation, empty lines and comments of whole lines: a sixth of a script, and room for assembly."""
    lines = (line.strip() for line in text.splitlines())
    return "".join(line + "\n" for line in lines if line and not re.fullmatch(r"//.*|/\*.*\*/", line))


def part(name):
    return packed((FOLDER / name).read_text(encoding="utf-8"))


def hash_of(script):
    """As a content security policy names a script that may run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def in_template(texts):
    script, loader = "".join(map(part, SCRIPTS)), part("loader.js")
    texts = {
        **texts,
        "SCRIPT_HASHES": f"{hash_of(loader)} {hash_of(script)}" + (" 'wasm-unsafe-eval'" if texts["LIVE"] else ""),
        "STYLE": part("style.css"),
        "SCRIPT": deflated(script),
        "LOADER": loader,
        "INSTRUCTIONS": json.dumps(FAMILIES, separators=(",", ":")),
    }
    page = (FOLDER / "template.html").read_text(encoding="utf-8")
    return re.sub(r"{{([A-Z_]+)}}", lambda found: texts[found[1]], page)


def again(page):
    """A page with what it shows as it is, nothing measured anew, and the template, style and script of today."""
    parts = {
        "TITLE": r"<title>(.*?)</title>",
        "GENERATOR": r'<meta name="generator" content="(.*?)">',
        "DATA": r'<template id="packed-data">(.*?)</template>',
        "BODY": r"<main>\n(.*)</main>",
        "LIVE": r'<script type="application/wasm" id="live">(.*?)</script>',
    }
    return in_template({name: re.search(pattern, page, re.S)[1] for name, pattern in parts.items()})


def build_page(data):
    """The page of a study. Where it would be too large variants but the first are packed, and where that does not do,
    assembly is folded, that of the hottest loop last."""
    low, high = 0, sum(len(assembly_of(variant)) for variant in all_variants(data))

    def fits(page):
        return len(page.encode()) <= MOST_BYTES

    for is_tight in (False, True):
        page = with_asm_lines(data, high, is_tight)
        if fits(page):
            return page
    while low + 20 < high:  # low fits
        middle = (low + high) // 2
        if fits(with_asm_lines(data, middle, True)):
            low = middle
        else:
            high = middle
    return with_asm_lines(data, low, True)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    if arguments[0] == "--again":
        page = pathlib.Path(arguments[1])
        page.write_text(again(page.read_text(encoding="utf-8")), encoding="utf-8")
        return 0
    data = json.loads(pathlib.Path(arguments[0]).read_text(encoding="utf-8"))
    pathlib.Path(arguments[1]).write_text(build_page(data), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
