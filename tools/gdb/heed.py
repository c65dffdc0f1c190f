# SPDX-License-Identifier: BSL-1.0
"""Tensors and views of heed in gdb: shape, names of axes, a corner of the numbers; rows and single numbers.

    (gdb) source tools/gdb/heed.py
    (gdb) print Q
    $1 = tensor<float> [tokens: 3 x 4]
      0.5    1  1.5    2
      2.5    3  3.5    4
      4.5    5  5.5    6
    (gdb) print Q[1][2]
    $2 = 3.5
    (gdb) print $at(Q, 1, 2)
    $3 = 3.5

gdb calls no operator() of objects, hence $at. Shapes are read from types, lengths known at run time from the object. Formulas have no numbers: whatis shows them.
"""
import re
import struct

import gdb
import gdb.printing
import gdb.xmethod

DYNAMIC = 1 << 63
LAST_BITS = DYNAMIC - 1
ROWS, COLUMNS = 6, 6  # of the corner that is shown
EXTENT = re.compile(r"heed::extent\{(\d+)(?:u|ul|UL|U)?, ([^{}]*)\}")
STRIDES = re.compile(r"\{([\dULul, ]+)\}")
TENSOR = re.compile(r"^heed::(?:detail::)?(tensor|view|part_view|basic_view)<")


def name_of_axis(words):
    """The name that an axis has in the program, or that of its variable; None where it has none."""
    variable = words.strip("()& ")
    if variable in ("0", "nullptr", "0x0"):
        return None
    try:
        return gdb.parse_and_eval(variable)["name"].string()
    except gdb.error:
        return variable.split("::")[-1]


class Axis:
    def __init__(self, size, words):
        self.name = name_of_axis(words)
        self.is_dynamic = size >= DYNAMIC
        self.size = size & LAST_BITS  # of a dynamic axis the bound, 0 where it has none
        self.room = self.size

    def take_length(self, length):
        self.room = self.size or length
        self.size = length

    def __str__(self):
        return f"{self.name}: {self.size}" if self.name else str(self.size)


def lengths_in(value):
    """Those of the dynamic axes, in their order."""
    items = value["lengths_"]["items_"]["_M_elems"]
    first, last = items.type.strip_typedefs().range()
    return [int(items[i]) for i in range(first, last + 1)]


def plain_name(of):
    return str(of.strip_typedefs().unqualified())


HALVES = {"heed::half_precision<11>": "float16", "heed::half_precision<8>": "bfloat16"}


def name_of_type(of):
    name = plain_name(of)
    return HALVES.get(name, name)


class Elements:
    """What a tensor or view is in memory."""

    def __init__(self, value):
        words = plain_name(value.type)
        self.kind = TENSOR.match(words).group(1).replace("basic_view", "part_view")
        self.axes = [Axis(int(size), name) for size, name in EXTENT.findall(words)]
        dynamic = [axis for axis in self.axes if axis.is_dynamic]
        for axis, length in zip(dynamic, lengths_in(value) if dynamic else []):
            axis.take_length(length)
        self.data = self.pointer(value)
        self.strides = self.strides_of(words)

    @staticmethod
    def pointer(value):
        names = [field.name for field in value.type.fields()]
        if "data_" in names:
            return value["data_"]
        for field in value.type.fields():
            if field.is_base_class:
                return Elements.pointer(value[field])
        items = value["storage_"]["items_"]
        return items if items.type.strip_typedefs().code == gdb.TYPE_CODE_PTR else items[0].address

    def strides_of(self, words):
        """None where only the object knows them."""
        if self.kind == "part_view":
            given = STRIDES.search(words[:words.index("heed::extent{")])
            steps = [int(n) for n in re.findall(r"\d+", given.group(1))] if given else []
            steps += [0] * (len(self.axes) - len(steps))  # zeros at the end are not written
            return None if not given or any(n >= LAST_BITS for n in steps) else steps[:len(self.axes)]
        steps, step = [], 1
        for axis in reversed(self.axes):
            steps.insert(0, step)
            step *= axis.room
        return steps

    def at(self, *indices):
        if len(indices) != len(self.axes):
            raise gdb.GdbError(f"heed: {self.shape()} needs {len(self.axes)} indices")
        for index, axis in zip(indices, self.axes):
            if not 0 <= index < axis.size:
                raise gdb.GdbError(f"heed: index {index} is not in {self.shape()}")
        if self.strides is None:
            raise gdb.GdbError("heed: the strides of this view are known to the program only")
        return self.data[sum(i * s for i, s in zip(indices, self.strides))]

    def shape(self):
        return "[" + " x ".join(str(axis) for axis in self.axes) + "]"


def number(value):
    """In few digits."""
    name = name_of_type(value.type)
    if name == "float16":
        return f"{struct.unpack('<e', struct.pack('<H', int(value['bits_'])))[0]:.6g}"
    if name == "bfloat16":
        return f"{struct.unpack('<f', struct.pack('<I', int(value['bits_']) << 16))[0]:.6g}"
    if value.type.strip_typedefs().code == gdb.TYPE_CODE_FLT:
        return f"{float(value):.6g}"
    if value.type.strip_typedefs().code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_BOOL):
        return str(int(value))
    return str(value)


def shown(size, most):
    """Indices to show, and whether some are left out."""
    return range(min(size, most)), size > most


def corner(elements):
    """The first numbers of the first matrix, in lines."""
    sizes = [axis.size for axis in elements.axes]
    if elements.strides is None or 0 in sizes:
        return []
    leading = [0] * max(len(sizes) - 2, 0)
    columns, more_columns = shown(sizes[-1], COLUMNS) if sizes else ([None], False)
    rows, more_rows = shown(sizes[-2], ROWS) if len(sizes) > 1 else ([None], False)
    lines = [[number(elements.at(*leading, *(i for i in (row, column) if i is not None))) for column in columns]
             for row in rows]
    width = max(len(word) for line in lines for word in line)
    text = ["  " + "  ".join(word.rjust(width) for word in line) + ("  ..." if more_columns else "") for line in lines]
    return text + (["  ..."] if more_rows else [])


class Printer:
    def __init__(self, value):
        self.value = value

    def to_string(self):
        elements = Elements(self.value)
        head = f"{elements.kind}<{name_of_type(elements.data.type.target())}> {elements.shape()}"
        if len(elements.axes) > 2:
            head += f", at {', '.join(['0'] * (len(elements.axes) - 2))}"
        try:
            return "\n".join([head, *corner(elements)])
        except gdb.MemoryError:
            return head + ", of memory that cannot be read"


class Printers(gdb.printing.PrettyPrinter):
    def __init__(self):
        super().__init__("heed")

    def __call__(self, value):
        name = plain_name(value.type)
        return Printer(value) if TENSOR.match(name) and value.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT else None


class RowWorker(gdb.xmethod.XMethodWorker):
    """Q[i], an array of what is left of the axes."""

    def get_arg_types(self):
        return gdb.lookup_type("long")

    @staticmethod
    def row_type(elements):
        row = elements.data.type.target()
        for axis in reversed(elements.axes[1:]):
            row = row.array(axis.room - 1)
        return row

    def get_result_type(self, obj, *_):
        return self.row_type(Elements(obj))

    def __call__(self, obj, index):
        elements = Elements(obj)
        begin = elements.at(int(index), *[0] * (len(elements.axes) - 1)).address
        return begin.cast(self.row_type(elements).pointer()).dereference()


class Rows(gdb.xmethod.XMethodMatcher):
    """operator[], which a program has only where it calls it. Elements of a part of a tensor are no array."""

    def __init__(self):
        super().__init__("heed rows")
        self.methods = [gdb.xmethod.XMethod("rows")]

    def match(self, class_type, method_name):
        found = TENSOR.match(plain_name(class_type))
        return RowWorker() if method_name == "operator[]" and found and found.group(1) in ("tensor", "view") else None


class At(gdb.Function):
    """$at(Q, i, j): the element of a tensor or view at these indices."""

    def __init__(self):
        super().__init__("at")

    def invoke(self, value, *indices):
        if not TENSOR.match(plain_name(value.type)):
            raise gdb.GdbError("heed: $at(Q, i, j) takes a tensor or a view, and an index for each axis")
        return Elements(value).at(*(int(i) for i in indices))


At()
gdb.printing.register_pretty_printer(None, Printers(), replace=True)
gdb.xmethod.register_xmethod_matcher(None, Rows(), replace=True)
