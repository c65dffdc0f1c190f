# SPDX-License-Identifier: BSL-1.0
"""The public names of heed as Doxygen's XML has them, each with whether it is described and has an example."""
import collections
import pathlib
import re
import xml.etree.ElementTree as ElementTree

Name = collections.namedtuple("Name", "header kind name described example")
TYPES = ("class", "struct", "concept", "union")


def text_of(element):
    return "".join(element.itertext()).strip() if element is not None else ""


def headed(element, title):
    return any(text_of(section.find("title")) == title for section in element.iter("simplesect"))


def name_of(element, header, kind, name):
    described = text_of(element.find("briefdescription"))
    return Name(header.rsplit("heed/", 1)[-1], kind, name.split("<")[0].strip() if kind in TYPES else name,
                bool(described), headed(element, "example") or headed(element, "program"))


def enumerators_of(member):
    """Those of an unscoped name, heed::keep: they stand in its namespace where the header says using enum."""
    scope = member.findtext("qualifiedname").rpartition("::")[0]
    for value in member.findall("enumvalue"):
        yield name_of(value, member.find("location").get("file"), "enumerator", f"{scope}::{value.findtext('name')}")


def is_own(member):
    """A public member that only the library uses, as docs/reference/groups says."""
    types = [text_of(member.find("type"))] + [text_of(p.find("type")) for p in member.findall("param")]
    name, end = member.findtext("name"), member.findtext("argsstring") or ""
    if member.get("kind") == "friend" and not name.startswith("operator"):
        return True  # declared where it is described
    return (any("detail::" in t for t in types) or name.startswith(("heed_", "~")) or
            end.replace(" ", "").endswith(("=default", "=delete")))


def public_members(compound):
    """Of a class, and the class itself where it is a specialisation. A constructor or an assignment is a name of its own
    with each of its parameter lists; overloads of any other function are one."""
    name = compound.findtext("compoundname")
    if "detail::" in name:
        return
    file = compound.find("location").get("file")
    if "<" in name:
        yield name_of(compound, file, "member", name)
    for member in compound.iter("memberdef"):
        if member.get("prot") != "public" or is_own(member):
            continue
        short = member.findtext("name")
        if short == re.sub(r"<.*", "", name).rpartition("::")[2] or short == "operator=":
            short += member.findtext("argsstring")
        yield name_of(member, file, "member", f"{name}::{short}")
        for value in member.findall("enumvalue"):
            yield name_of(value, file, "member", f"{name}::{short}::{value.findtext('name')}")


def declarations(xml):
    """Each declaration at namespace scope and each public member; a name that is overloaded has several."""
    for path in sorted(pathlib.Path(xml).glob("*.xml")):
        for compound in ElementTree.parse(path).getroot().findall("compounddef"):
            name, kind, place = compound.findtext("compoundname"), compound.get("kind"), compound.find("location")
            if kind in TYPES and name.startswith("heed::") and compound.get("prot") != "private":
                yield name_of(compound, place.get("file"), kind, name)
                yield from public_members(compound)
            if kind in ("namespace", "group"):
                for member in compound.iter("memberdef"):
                    if (member.findtext("qualifiedname") or "").startswith("heed::"):
                        yield from enumerators_of(member)
                        yield name_of(member, member.find("location").get("file"), member.get("kind"),
                                      member.findtext("qualifiedname"))


def together(found):
    """One for each name of a header: described, or with an example, where one of its declarations is. Operators of one
    name are one, wherever they are: of constants they do what they do of formulas."""
    names = {}
    for each in found:
        key = each.name if "operator" in each.name else (each.header, each.name)
        before = names.get(key, each)
        names[key] = each._replace(described=each.described or before.described,
                                                      example=each.example or before.example,
                                                      kind=before.kind if before.kind in TYPES else each.kind)
    return sorted(names.values())
