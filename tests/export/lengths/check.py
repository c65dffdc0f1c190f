# SPDX-License-Identifier: BSL-1.0
"""Results that are as long as a number says, numbers that do not fit, and objects that are no arrays."""
import gc
import sys

import numpy as np

import lengths

K = np.arange(20, dtype=np.float32).reshape(5, 4)


def says(error, words, call):
    try:
        call()
    except error as e:
        assert words in str(e), e
    else:
        raise AssertionError("no error")


for n in (2, 3, 0, 5, 2):  # the same array, other numbers
    assert (lengths.beginning(K, n) == K[:n]).all() and lengths.beginning(K, n).shape == (n, 4)
says(lengths.ShapeError, "given are 0 and 6", lambda: lengths.beginning(K, 6))
says(lengths.ShapeError, "given are 0 and -1", lambda: lengths.beginning(K, -1))
says(OverflowError, "heed: beginning needs a number n of int32: given is 4294967298", lambda: lengths.beginning(K, (1 << 32) + 2))
says(OverflowError, "given is -2147483649", lambda: lengths.beginning(K, -(1 << 31) - 1))

assert lengths.beginning(K, np.int64(2)).shape == (2, 4)
for other in (2.0, "2", None, np.float32(2), np.zeros(2)):
    says(TypeError, "heed: beginning needs a whole number n: given is", lambda: lengths.beginning(K, other))

assert (lengths.dense(K) == 2 * K).all()
says(lengths.ShapeError, "at_most<9>", lambda: lengths.dense(np.zeros((10, 4), np.float32)))
for other in ([[1.0, 0.0], [0.0, 1.0]], None, 1.0):
    says(TypeError, "heed: squared needs an array A of float64 with the shape [2 x 2]", lambda: lengths.squared(other))

# Tables that are computed when the library is loaded, for the instruction set that it picks.
angles = np.arange(5)[:, None] / 10000.0 ** (np.arange(2) / 2)
even, odd = K[:, ::2] * np.cos(angles) - K[:, 1::2] * np.sin(angles), K[:, 1::2] * np.cos(angles) + K[:, ::2] * np.sin(angles)
assert np.allclose(lengths.turned(K), np.stack([even, odd], axis=2).reshape(5, 4), atol=1e-5)

# Two results, and where they may be.
half, double = lengths.both(K, 0.5, 1)
assert (half == K / 2).all() and (double == 2 * K).all()
W = np.full((5, 9), 7, np.float32)
for out in ((W[:, :4], W[:, 4:8]), (W[:, 5:], W[:, 1:5]), [W[:, ::2][:, :4], W[:, 1::2]]):
    assert lengths.both(K, 0.5, 1, out=out) is out
    assert (out[0] == K / 2).all() and (out[1] == 2 * K).all()
deep = np.zeros((1, 5, 8), np.float32)
lengths.both(K, 0.5, 1, out=(deep[0, :, :4], deep[0, :, 4:]))
assert (deep[0] == np.concatenate([K / 2, 2 * K], axis=1)).all()
W[:] = 7
for out in ((W[:, :4], W[:, 3:7]), (W[:, :4], W[:, :4]), (W[:, :4], W[:, ::2][:, :4])):
    says(lengths.ShapeError, "heed: a result of a kernel needs memory that no other result has: result1 [tokens[5] x 4]", lambda: lengths.both(K, 0.5, 1, out=out))
once = np.lib.stride_tricks.as_strided(W, (5, 4), (0, 4))
says(lengths.ShapeError, "heed: a result of a kernel needs a place for each of its elements: result0 [tokens[5] x 4]", lambda: lengths.both(K, 0.5, 1, out=(once, W[:, 4:8])))
for out in ((W[:, :4],), W, (W[:, :4], W[:, 4:8], W), 3):
    says(TypeError, "heed: both has 2 results: out is a tuple of 2 arrays", lambda: lengths.both(K, 0.5, 1, out=out))
fixed = np.zeros((5, 4), np.float32)
fixed.flags.writeable = False
says(TypeError, "needs an array result1 of float32 with the shape [tokens x 4] that can be written", lambda: lengths.both(K, 0.5, 1, out=(W[:, :4], fixed)))
assert (W == 7).all()
says(TypeError, "heed: turned needs an array A", lambda: lengths.turned(np.zeros((5, 4), "datetime64[s]"), out=W[:, :4]))

# Numbers that float does not have.
for n in (1e300, -3.5e38, 10**400):
    says(OverflowError, "heed: both needs a number scale", lambda: lengths.both(K, n, 1))
assert np.isinf(lengths.both(K, float("inf"), 1)[0][1]).all() and np.isnan(lengths.both(K, float("nan"), 1)[0]).all()
assert np.isfinite(lengths.both(K[:1], 3.4028234e38, 1)[0][0, :2]).all()
says(RuntimeError, "heed: the formula threw an exception that is no std::exception", lambda: lengths.both(K, 1.0, -1))

# Errors are those of the first module, whatever becomes of it.
error = lengths.ShapeError
for _ in range(2):
    del sys.modules["lengths"], lengths
    gc.collect()
    import lengths
    assert lengths.ShapeError is error
    says(error, "given are 0 and 6", lambda: lengths.beginning(K, 6))
