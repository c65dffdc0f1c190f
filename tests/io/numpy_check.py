# SPDX-License-Identifier: BSL-1.0
"""Files of NumPy, and safetensors, that copy_files reads and writes: the same numbers come back.

    python3 numpy_check.py COPY_FILES SCRATCH_FOLDER
"""
import itertools
import json
import os
import subprocess
import sys

import numpy

program, scratch = sys.argv[1:3]
os.makedirs(scratch, exist_ok=True)
random = numpy.random.RandomState(1)
DTYPES = {"F32": "<f4", "F16": "<f2", "BF16": "<u2", "F64": "<f8", "BOOL": "|b1", "I64": "<i8", "I32": "<i4", "U8": "|u1"}


def numbers(dtype, shape):
    """Numbers of any bits, but truth of 0 and 1, and no NaN."""
    count = int(numpy.prod(shape))
    if dtype.kind == "b":
        return (random.randint(0, 2, size=shape)).astype(dtype)
    made = numpy.frombuffer(random.bytes(count * dtype.itemsize), dtype).reshape(shape)
    return numpy.where(numpy.isnan(made), 1, made).astype(dtype) if dtype.kind == "f" else made


def same(a, b):
    return a.shape == b.shape and a.dtype.newbyteorder("=") == b.dtype.newbyteorder("=") and (a == b).all()


def write_safetensors(path, tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, (dtype, array) in tensors.items():
        header[name] = {"dtype": dtype, "shape": array.shape, "data_offsets": [len(data), len(data) + array.nbytes]}
        data += array.tobytes()
    text = json.dumps(header, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(len(text).to_bytes(8, "little") + text + data)


def read_safetensors(path):
    with open(path, "rb") as file:
        length = int.from_bytes(file.read(8), "little")
        header, data = json.loads(file.read(length)), file.read()
    assert (8 + length) % 8 == 0
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        array = numpy.frombuffer(data[begin:end], DTYPES[entry["dtype"]]).reshape(entry["shape"])
        assert begin % array.itemsize == 0
        tensors[name] = (entry["dtype"], array)
    return tensors, metadata


jobs, expected = [], []


def add(kind, array, version=(1, 0), wanted=None):
    path = os.path.join(scratch, str(len(jobs)))
    with open(path + ".in", "wb") as out:
        numpy.lib.format.write_array(out, array, version=version)
    jobs.append(f"{kind} {path}.in {path}.out")
    expected.append((kind, path + ".out", array if wanted is None else wanted))


for kind, order, fortran, shape in itertools.product(
        ["b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"], "<>", (False, True),
        [(2, 3, 4), (1, 5, 1), (3, 0, 2)]):
    array = numbers(numpy.dtype(order + kind), shape)
    add(kind, numpy.asfortranarray(array) if fortran else array, version=[(1, 0), (2, 0), (3, 0)][len(jobs) % 3])
    add("converted", array, wanted=array.astype("f8"))

names = ["wq", "größe", "a b\"\\\n", "x" * 300]
tensors = {names[i % 4] + dtype: (dtype, numbers(numpy.dtype(kind), (i, 5)))
           for i, (dtype, kind) in enumerate(sorted(DTYPES.items(), key=lambda t: -numpy.dtype(t[1]).itemsize))}
metadata = {"format": "pt", "ключ": "\t"}
source, target = os.path.join(scratch, "in.safetensors"), os.path.join(scratch, "out.safetensors")
write_safetensors(source, tensors, metadata)
jobs.append(f"safetensors {source} {target}")

subprocess.run([program], input="\n".join(jobs), text=True, check=True)
for kind, path, array in expected:
    copied = numpy.load(path)
    assert same(copied, array), (kind, path, copied, array)
found, found_metadata = read_safetensors(target)
assert found_metadata == metadata
assert found.keys() == tensors.keys()
for name, (dtype, array) in tensors.items():
    assert found[name][0] == dtype and same(found[name][1], array), name
print(f"{len(expected)} arrays and {len(tensors)} tensors came back from heed as they were")
