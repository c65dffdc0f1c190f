# SPDX-License-Identifier: BSL-1.0
"""The kernels of attend.hpp from Python, on NumPy arrays where they are. attention.py has to be on PYTHONPATH."""
import numpy as np

import attention

random = np.random.default_rng(15)
Q, K, V = (random.standard_normal((100, 64), dtype=np.float32) for _ in range(3))

Y = attention.attend(Q, K, V)  # a new array, [100 x 64]
attention.attend(Q, K, V, out=Y)  # or into an existing one

scores = Q.astype(np.float64) @ K.T.astype(np.float64) / np.sqrt(64)
scores[np.triu_indices(100, 1)] = -np.inf  # causal
exact = np.exp(scores - scores.max(axis=1, keepdims=True))
exact = exact / exact.sum(axis=1, keepdims=True) @ V
print(f"largest difference from NumPy in double: {abs(Y - exact).max():.1e}, by kernels for {attention.instruction_set()}")
assert abs(Y - exact).max() < 1e-5

# Parts of arrays are read where they are, if the kernel's parameter has strides.
weights, log_sums = attention.weigh(Q[::2], K[10:30], 0.125)
assert weights.shape == (50, 20) and abs(weights.sum(axis=1) - 1).max() < 1e-6

# What does not fit is an exception in the words of the law.
try:
    attention.attend(Q, K[:3], V)
except attention.ShapeError as e:
    print(e)
