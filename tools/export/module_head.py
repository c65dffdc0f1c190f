import ctypes as _ctypes
import os as _os
from operator import index as _index

import numpy as _numpy

# Kernels may have the names of these.
_type, _int, _float, _max, _len, _zip, _tuple, _getattr = type, int, float, max, len, zip, tuple, getattr
_isinstance, _list = isinstance, list
_AttributeError, _OverflowError, _TypeError, _ValueError = AttributeError, OverflowError, TypeError, ValueError


class ShapeError(ValueError):
    """Sizes that do not fit: the law, and both shapes."""


def _load():
    folder = _os.path.dirname(_os.path.abspath(__file__))
    path = _os.path.join(folder, "lib" + _name + ".so")
    if not _os.path.exists(path):
        raise ImportError(f"{_name}: there is no lib{_name}.so beside {__file__}")
    return _ctypes.PyDLL(path)


_library = _load()
_object = _ctypes.py_object
_sizes_type = _ctypes.POINTER(_ctypes.c_size_t)
_empty = _numpy.empty


def _function(name, *types):
    f = _getattr(_library, name)
    f.argtypes, f.restype = types, None
    return f


_start = _function("heed_start_python", *[_object] * 5)
_start.restype = _object
# That of the module that was imported first, under whatever name.
ShapeError = _start(ShapeError, IndexError, MemoryError, RuntimeError, TypeError)


def instruction_set():
    """The instruction set of the kernels that are in use, such as x86-64-v3."""
    f = _getattr(_library, _name + "_instruction_set")
    f.restype = _ctypes.c_char_p
    return f().decode()


def _heed_whole(kernel, name, given):
    try:
        return _index(given)
    except _TypeError:
        raise _TypeError(f"heed: {kernel} needs a whole number {name}: given is {given!r}") from None


def _heed_real(kernel, name, given):
    try:
        return _float(given - 0)  # text is no number
    except (_TypeError, _ValueError):
        raise _TypeError(f"heed: {kernel} needs a number {name}: given is {given!r}") from None
    except _OverflowError:
        raise _OverflowError(f"heed: {kernel} needs a number {name}: given is one that is too large") from None


def _heed_arrays(kernel, count, given):
    if not _isinstance(given, (_tuple, _list)) or _len(given) != count:
        raise _TypeError(f"heed: {kernel} has {count} results: out is a tuple of {count} arrays, or not given")


class _Shapes(dict):
    """The shape of the result by shapes and numbers of arguments, or a tuple of shapes."""

    def __init__(self, function, ranks):
        self._function, self._ranks = function, ranks

    def measure(self, key, *arguments):
        sizes = [(_ctypes.c_size_t * _max(rank, 1))() for rank in self._ranks]
        self._function(*sizes, *arguments)
        if _len(self) >= 4096:
            self.clear()
        shapes = _tuple(_tuple(s[:rank]) for s, rank in _zip(sizes, self._ranks))
        self[key] = shape = shapes[0] if _len(shapes) == 1 else shapes
        return shape


