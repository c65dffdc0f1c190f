# SPDX-License-Identifier: BSL-1.0
"""What Doxygen reads instead of a header: without what lies in detail, with the group of its names, and with the lines
"/// shapes  ..." of docstrings as paragraphs that have a heading.

    python3 filter.py include build/reference/headers [--all-names]     those without a docstring too
"""
import pathlib
import re
import sys

from groups import INTERNAL, read_groups

HIDDEN = re.compile(r"^namespace (heed::)?(\w+::)*(detail|law|op|emitted)(::\w+)* \{")
LABELS = "shapes|units|error|errors|cost|needs|source|example|mask|method|policy|proves|names|text"
LABEL = re.compile(rf"^(\s*)/// (?=.{{7}} \S)({LABELS}) +(\S.*)$")
LISTS = {"HEED_BASIC_FUNCTIONS(HEED_OF_ELEMENTS)", "HEED_COMPOSED_FUNCTIONS(HEED_OF_ELEMENTS)"}


def group_of(path):
    for name, _, headers in read_groups():
        if any(path.as_posix().endswith("heed/" + header) for header in headers) and name != INTERNAL:
            return name
    return None


def without_hidden(lines):
    """Blank lines for namespaces that users do not write; macros in them stay."""
    result, end, macro = [], None, False
    for line in lines:
        hidden = HIDDEN.match(line)
        if end is None and hidden:
            end = "}  // " + line[: line.index(" {")]
        keep = end is None or line.startswith("#define") or macro
        macro = keep and line.endswith("\\")
        result.append(line if keep else "")
        if end is not None and line == end:
            end = None
    return result


def without_specialisations(lines):
    """What is said of other names than those of the header: std::numeric_limits of float16, detail::owns_elements."""
    result, first, inside, dropping, directive = [], 0, False, False, False
    for line in lines:
        inside = inside or bool(re.match(r"^namespace heed", line))
        if not line.startswith(("///", "template", "requires")):
            if re.match(r"^inline constexpr [\w:]+ detail::", line):
                del result[first:]
                dropping = True
        elif not dropping and (not result or not result[-1].startswith(("///", "template", "requires"))):
            first = len(result)
        directive = line.startswith("#") or (directive and result[-1].endswith("\\"))
        result.append("" if dropping or not (inside or directive) else line)
        dropping = dropping and not line.endswith(";")
        inside = inside and not re.match(r"^\}  // namespace heed", line)
    return result


def escaped(text):
    """Text is text: nothing in it is a command of Doxygen, a tag or emphasis. In quotes Doxygen looks for tags alone."""
    pieces = re.split(r"(`[^`]*`|\"[^\"]*\")", text)
    text = "".join(p.replace("<", "&lt;") if p.startswith('"') else
                   p if p.startswith("`") else re.sub(r"([\\@<>*#%&~|])", r"\\\1", p) for p in pieces)
    return re.sub(r"^(\s*)-(?= )", r"\1&minus;", text)  # a minus that begins a line is no list


def with_headings(lines):
    """A labelled line begins a paragraph; what follows it in the same docstring is indented and belongs to it. Lines that are
    indented before the first label are code, each for itself."""
    result, code, shapes, labelled = [], False, False, False
    for line in lines:
        label = LABEL.match(line)
        labelled = bool(label) or (labelled and bool(re.match(r"^\s*///", line)))
        shown = not labelled and re.match(r"^(\s*)///     (\S.*)$", line)
        shapes = label[2] == "shapes" if label else shapes and bool(re.match(r"^\s*///    ", line))
        if code and (label or not re.match(r"^\s*///    ", line)):
            result[-1] += "@endcode"
            code = False
        if label:
            indent, name, text = label.groups()
            if name == "example" and not text.startswith(("examples/", "tests/")):
                line, code = f"{indent}/// @par example\n{indent}/// @code{{.cpp}}\n{indent}/// {text}\n{indent}/// ", True
            elif name == "example":
                line = f"{indent}/// @par program\n{indent}/// `{text}`"
            else:
                line = f"{indent}/// @par {name}\n{indent}/// {escaped(text)}"
        elif shown and not code:
            line, code = f"{shown[1]}/// @code{{.cpp}}\n{shown[1]}/// {shown[2]}\n{shown[1]}/// ", True
        elif code:
            result[-1] = result[-1].rsplit("\n", 1)[0]
            indent = re.match(r"^\s*", line)[0]
            line = f"{indent}/// {line.strip()[4:].strip()}\n{indent}/// "
        elif docstring := re.match(r"^(.*?///<?)( .*)$", line):
            line = docstring[1] + (" @n" if shapes else "") + escaped(docstring[2])
        result.append(line)
    return result


def with_group(lines, group):
    if not group:
        return lines
    result = []
    for line in lines:
        if re.match(r"^(inline )?namespace \w+(::\w+)* \{", line):
            line += f"\n/** @addtogroup {group}\n@{{ */"
        elif re.match(r"^\}  // (inline )?namespace \w+", line):
            line = "/** @} */ " + line
        result.append(line)
    return result


# What a user reads instead of the overloads that a macro makes.
SIGNATURES = {
    "HEED_UNARY": "template <formula A> constexpr auto {}(const A& a);",
    "HEED_BINARY": "template <formula A, formula B> constexpr auto {}(const A& a, const B& b);",
    "HEED_INDEX_BINARY": "constexpr auto {}(const auto& a, const auto& b);",
    "HEED_ALONG_AXIS": "template <auto Axis = -1, formula A> constexpr auto {}(const A& a);",
    "HEED_REDUCTION": "template <auto... Axes, formula A> constexpr auto {}(const A& a);",
    "HEED_NORM": "template <auto... Axes, formula A> constexpr auto {}(const A& a, const auto&... gain_and_bias);",
    "HEED_WITH_CONSTANT": "",
    "HEED_CONSTANT_BESIDE": "",
    "HEED_AXIS_IN_BRACKETS": "",
    "HEED_NORM_WITH_BIAS": "",
}
USE_OF_MACRO = re.compile(rf"^({'|'.join(SIGNATURES)})\((operator[^,]+|\w+).*$")


def with_signatures(lines):
    """A macro that makes overloads is one function; an operand is a formula, which tensors are."""
    result = []
    for line in lines:
        if use := USE_OF_MACRO.match(line):
            line = SIGNATURES[use[1]].format(use[2])
        if not line.startswith("#"):
            line = re.sub(r"detail::named_operand\b", "formula", line)
            line = re.sub(r"detail::index_leaf<detail::index_kind::\w+>", "auto", line)
            line = re.sub(r"\bexplicit\((?:[^()]|\([^()]*\))*\)", "explicit", line)  # Doxygen 1.9.4 takes it for a function
        result.append(line)
    return result


def function_of_elements(include, name):
    """exp, gelu ...: what the header of the function says of numbers holds of elements."""
    described = re.compile(rf"((?:^///.*\n)+)template <>\nstruct described<function::{name}>", re.MULTILINE)
    docstrings = [found[1] for path in sorted((include / "scalar").glob("*.hpp"))
                  if (found := described.search(path.read_text()))]
    if len(docstrings) != 1:
        raise SystemExit(f"reference: {len(docstrings)} docstrings of function::{name} in scalar/, one is needed")
    return docstrings[0].splitlines() + [f"template <formula A> [[nodiscard]] constexpr auto {name}(const A& a);"]


def names_of_list(include, macro):
    text = (include / "scalar/function_list.hpp").read_text().replace("\\\n", " ")
    return re.findall(r"F\((\w+)\)", re.search(rf"#define {macro}\(F\) (.*)", text)[1])


def with_functions_of_elements(lines, include):
    result = []
    for line in lines:
        if line in LISTS:
            for name in names_of_list(include, line[: line.index("(")]):
                result += function_of_elements(include, name)
        else:
            result.append(line)
    return result


def filtered(path, all_names):
    lines = without_specialisations(without_hidden(path.read_text().splitlines()))
    if path.name == "elementwise.hpp":
        lines = with_functions_of_elements(lines, path.parent.parent)
    lines = with_signatures(lines)
    if not all_names:
        lines = only_documented(lines)
    group = group_of(path)
    return "\n".join(with_group(with_headings(lines), group))


def only_documented(lines):
    """Without function templates of a namespace that have no docstring: overloads of what has one."""
    result, dropping, depth, before = [], False, 0, ""
    for line in lines:
        dropping = dropping or (line.startswith("template") and not before.startswith("///"))
        result.append("" if dropping else line)
        before = line
        if dropping:
            depth += line.count("{") - line.count("}")
            dropping = depth != 0 or not line.endswith((";", "}"))
    return result


# Doxygen shows what is in a namespace only where something is said of that.
NAMESPACES = """/** @namespace heed::axes
@ingroup shapes
The field's names for axes: tokens, query, key, head, d_model ... */
/** @namespace heed::literals
Constants as literals: 3_c. */
"""


def titles():
    return "".join(f"/** @defgroup {name} {title} */\n" for name, title, _ in read_groups() if name != INTERNAL)


if __name__ == "__main__":
    include, out = map(pathlib.Path, sys.argv[1:3])
    all_names = sys.argv[3:] == ["--all-names"]
    for header in sorted(include.rglob("*.hpp")):
        copy = out / header.relative_to(include)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(filtered(header, all_names) + "\n")
    (out / "groups.dox").write_text(titles() + NAMESPACES)
    # Doxygen 1.9.4 loses the names of the first file that includes another: this one has none.
    (out / "first.hpp").write_text("#include <heed/shape/extent.hpp>\n")
