# SPDX-License-Identifier: BSL-1.0
"""Arrays of classes that are initialised by `{}` in headers.

g++ 12 to 15 store zeros in elements of such an array that nobody assigned, whatever the member initialisers of the class
say, if a constant expression assigns others. Lists are therefore static_vectors, whose elements are assigned before they
are read. What stands here is an array all the same: of numbers, of classes whose default value is zero
(tests/meta/initial_elements_test.cpp), or with a reason.

    python3 initial_elements.py INCLUDE_FOLDER
"""

import pathlib
import re
import sys

numbers = re.compile(
    r"((std::)?(u?int\d+_t|size_t)|bool|(un)?signed char|char|int|long long|double|node_id|std::string_view|T|V|.*\*)$")

# zero by default: tests/meta/initial_elements_test.cpp
zero = """axis_numbers axis_arrangement axis_letters decimal label region strides length_total total_of_lengths
          leaf_numbers axis_pair verdict""".split()

reasons = {
    "meta/static_vector.hpp T items_": "elements exist once they are assigned",
    "shape/shape.hpp extent items": "only those within the rank are read, and compared",
    "trace/length_classes.hpp shape items": "without axes, the extents are not read",
    "trace/length_values.hpp shape keys": "the same",
    "trace/size_walk.hpp shape lets_": "the same",
    "trace/leaves.hpp Panels pointers": "pointers, or pairs of pointers: null by default",
    "study/subject/study_subject.hpp leaf_name items": "assigned one by one",
    "verify/enclose.hpp E items": "assigned one by one",
    "verify/hull.hpp bounds system": "assigned one by one",
    "verify/verdict.hpp judged_number numbers": "assigned by the constructor",
}

declaration = re.compile(
    r"^\s*(?:(?:static|constexpr|mutable|const|alignas\(\w+\)) )*([\w:]+(?:<[^<>]*(?:<[^<>]*>)?[^<>]*>)?(?: \w+)?(?: ?\*)?)\s+\*?"
    r"(\w+)((?:\[[^\]]*\])+)(?: = )?\{\}")

root = pathlib.Path(sys.argv[1]) / "heed"
used = set()
failed = False
for path in sorted(root.rglob("*.hpp")):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = declaration.match(line.split("//")[0])
        if not found:
            continue
        kind, name = found[1].strip(), found[2]
        if numbers.match(kind) and not path.name == "static_vector.hpp" or kind in zero:
            used.add(kind)
            continue
        key = f"{path.relative_to(root).as_posix()} {kind} {name}"
        if key in reasons:
            used.add(key)
            continue
        print(f"{path.relative_to(root)}:{number}: {kind} {name}[]{{}}: a static_vector, whose elements are assigned")
        failed = True
for entry in [*zero, *reasons]:
    if entry not in used:
        print(f"tests/house/initial_elements.py: nothing is any more: {entry}")
        failed = True
sys.exit(failed)
