# SPDX-License-Identifier: BSL-1.0
"""How docs/course/build makes a site of the course: Sphinx, with formulas as MathML, which browsers draw by themselves."""
import json
import pathlib
import subprocess

from docutils import nodes
import pygments.lexers.special

project = "heed: a course"
extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 6
html_theme = "furo"
html_title = "A course in attention"
html_math_renderer = "katex"
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_search_summary = False  # they are fetched, which pages in files may not do
html_static_path = ["course.css", "figures.js", "search.js"]
html_css_files = ["course.css"]
html_js_files = [("figures.js", {"defer": "defer"})]  # search.html has two more, below


RENDER = """
const katex = require("/usr/share/nodejs/katex/dist/katex.js");
const formula = require("fs").readFileSync(0, "utf8");
process.stdout.write(katex.renderToString(formula, { output: "mathml", displayMode: process.argv[1] === "display" }));
"""


def mathml(formula, place):
    text = subprocess.run(["node", "-e", RENDER, place], input=formula, capture_output=True, text=True, check=True).stdout
    return text[text.index("<math") : text.index("</math>") + len("</math>")]


def draw_math(self, node):
    self.body.append(mathml(node.astext(), "inline"))
    raise nodes.SkipNode


def draw_display(self, node):
    self.body.append(f'<div class="math">{mathml(node.astext(), "display")}</div>')
    raise nodes.SkipNode


def put_figures_in(app, tree, name):
    """A figure stands in the page itself, so that its steps can be shown one by one."""
    for image in [each for each in tree.findall(nodes.image) if each["uri"].startswith("figures/")]:
        svg = pathlib.Path(app.srcdir, image["uri"]).read_text(encoding="utf-8")
        figure = nodes.raw("", f'<figure class="course_figure">{svg}</figure>', format="html")
        holder = image.parent
        holder.parent.replace(holder, figure) if len(holder) == 1 else holder.replace(image, figure)


texts = {}


def keep_text(app, tree, name):
    """What a page says, for excerpts of a search."""
    texts[name] = " ".join(tree.astext().split())


def write_texts(app, error):
    if error is None:
        text = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
        pathlib.Path(app.outdir, "_static/search_texts.js").write_text(f"window.searchTexts = {text};\n", encoding="utf-8")


def add_search(app, name, template, context, tree):
    if name == "search":
        app.add_js_file("search_texts.js", defer="defer")
        app.add_js_file("search.js", defer="defer")


def setup(app):
    app.add_lexer("heed", pygments.lexers.special.TextLexer)  # blocks of check_page
    app.connect("doctree-resolved", keep_text)
    app.connect("doctree-resolved", put_figures_in)
    app.connect("build-finished", write_texts)
    app.connect("html-page-context", add_search)
    app.registry.add_html_math_renderer("katex", (draw_math, None), (draw_display, None))
