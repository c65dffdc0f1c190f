# SPDX-License-Identifier: BSL-1.0
"""Results that are as long as a number says, numbers that do not fit, and objects that are no arrays."""
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
