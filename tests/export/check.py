# SPDX-License-Identifier: BSL-1.0
"""What the module of examples/export does with arrays that fit, and says of those that do not."""
import threading
import unittest

import numpy as np

import attention

random = np.random.default_rng(3)


def numbers(*shape):
    return random.standard_normal(shape, dtype=np.float32)


def weights_of(Q, K, scale):
    s = scale * (Q.astype(np.float64) @ K.T.astype(np.float64))
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True), np.log(e.sum(axis=1)) + s.max(axis=1)


class Arrays(unittest.TestCase):
    def test_results_are_new_or_given(self):
        Q = numbers(70, 64)
        Y = attention.attend(Q, Q, Q)
        self.assertEqual((Y.shape, Y.dtype), ((70, 64), np.float32))
        out = np.empty_like(Q)
        self.assertIs(attention.attend(Q, Q, Q, out=out), out)
        self.assertTrue((out == Y).all())
        self.assertTrue((attention.attend(Q, Q, Q, out=Q) == Y).all())  # a result where an argument is
        parts = np.empty((2, 70, 64), np.float32)
        attention.attend(Y, Y, Y, out=parts[1])
        self.assertTrue((parts[1] == attention.attend(Y, Y, Y)).all())

    def test_lengths(self):
        for n in (0, 1, 2, 63, 64, 65, 300):
            Q = numbers(n, 64)
            self.assertEqual(attention.attend(Q, Q, np.ones_like(Q)).shape, (n, 64))
            if n:
                self.assertLess(abs(attention.attend(Q, Q, np.ones_like(Q)) - 1).max(), 1e-6)

    def test_strides(self):
        Q, K = numbers(64, 20), numbers(40, 3, 64)
        for q, k in ((Q.T[::3], K[:, 1]), (Q.T, K[1:2, 0]), (Q.T[:0], K[:, 0])):
            weights, sums = attention.weigh(q, k, 0.5)
            exact, exact_sums = weights_of(q, k, 0.5)
            self.assertEqual(weights.shape, exact.shape)
            self.assertTrue(np.allclose(weights, exact, atol=1e-6) and np.allclose(sums, exact_sums, atol=1e-5))

    def test_threads_run_beside_each_other(self):
        Q = numbers(200, 64)
        Y, results = attention.attend(Q, Q, Q), [None] * 4
        def run(i):
            results[i] = attention.attend(Q, Q, Q)
        threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        self.assertTrue(all((r == Y).all() for r in results))


class Refused(unittest.TestCase):
    def says(self, error, words, call):
        with self.assertRaises(error) as raised:
            call()
        self.assertIn(words, str(raised.exception))

    def test_shapes(self):
        Q = numbers(70, 64)
        self.says(attention.ShapeError, "needs the shape of its parameter: K [tokens[70] x d_k[63]] and [tokens[dyn] x d_k[64]]",
                  lambda: attention.attend(Q, numbers(70, 63), Q))
        self.says(ValueError, "heed: ", lambda: attention.attend(Q, Q, numbers(3, 64)))
        self.says(attention.ShapeError, "Y = formula needs the shape", lambda: attention.attend(Q, Q, Q, out=numbers(60, 64)))
        self.says(TypeError, "heed: attend needs an array V of float32 with the shape [tokens x 64]",
                  lambda: attention.attend(Q, Q, numbers(70, 1, 64)))

    def test_elements(self):
        Q = numbers(70, 64)
        for other in (np.float64, np.int32, np.float16, ">f4"):
            self.says(TypeError, "heed: attend needs an array K of float32", lambda: attention.attend(Q, Q.astype(other), Q))
        self.says(TypeError, "needs NumPy arrays", lambda: attention.attend([[1.0]], Q, Q))
        self.says(TypeError, "", lambda: attention.attend(Q, Q, Q, out=[1.0]))

    def test_places(self):
        Q = numbers(70, 128)
        self.says(attention.ShapeError, "needs to be row-major without gaps, unless its parameter is a strided_view: Q",
                  lambda: attention.attend(Q[:, :64], Q[:, :64], Q[:, :64]))
        self.says(attention.ShapeError, "not negative", lambda: attention.weigh(Q[::-1, :64], Q[:, 64:], 1))
        fixed = numbers(70, 64)
        fixed.flags.writeable = False
        attention.attend(fixed, fixed, fixed)
        self.says(TypeError, "needs an array result of float32 with the shape [tokens x 64] that can be written", lambda: attention.attend(fixed, fixed, fixed, out=fixed))
        bytes_of = np.zeros(70 * 64 * 4 + 1, np.uint8)[1:].view(np.float32).reshape(70, 64)
        self.says(attention.ShapeError, "needs aligned elements", lambda: attention.attend(bytes_of, fixed, fixed))


unittest.main()
