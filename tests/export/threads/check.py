# SPDX-License-Identifier: BSL-1.0
"""Names of parameters, and none; results that do not hang on threads."""
import numpy as np

import threads

Q = np.random.default_rng(5).standard_normal((600, 64), dtype=np.float32)
Y = threads.attend(array=Q, task=Q, words=Q)
assert all((threads.attend(Q, Q, Q) == Y).all() for _ in range(10))
weights, sums = threads.weigh(a=Q[:9], b=Q, c=0.5)
assert weights.shape == (9, 600) and sums.shape == (9,)
try:
    threads.weigh(Q[:, :63], Q, 1)
except threads.ShapeError as e:
    assert "argument 1 [tokens[600] x d_k[63]]" in str(e), e
else:
    raise AssertionError("no error")
