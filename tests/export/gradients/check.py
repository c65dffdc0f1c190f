# SPDX-License-Identifier: BSL-1.0
"""Gradients from Python: those of NumPy in double, into new arrays and into given ones."""
import numpy as np

import gradients

random = np.random.default_rng(7)


def numbers(*shape):
    return random.standard_normal(shape, dtype=np.float32)


def softmax(s):
    e = np.exp(s - s.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def slopes_by_hand(dY, Q, K, V):
    dY, Q, K, V = (x.astype(np.float64) for x in (dY, Q, K, V))
    scores = Q @ K.T / np.sqrt(8)
    scores[np.triu_indices(len(Q), 1)] = -np.inf
    p = softmax(scores)
    dp = dY @ V.T
    ds = p * (dp - (p * dp).sum(axis=1, keepdims=True)) / np.sqrt(8)
    return ds @ K, ds.T @ Q, p.T @ dY


for n in (1, 3, 70, 200):
    dY, Q, K, V = (numbers(n, 8) for _ in range(4))
    found, expected = gradients.slopes(dY, Q, K, V), slopes_by_hand(dY, Q, K, V)
    assert all(abs(a - b).max() < 1e-4 for a, b in zip(found, expected)), n
    out = tuple(np.empty_like(Q) for _ in range(3))
    assert gradients.slopes(dY, Q, K, V, out=out) is out
    assert all((a == b).all() for a, b in zip(found, out))
    gradients.slopes(dY, Q, K, V, out=(Q, K, V))  # each where its argument was
    assert all((a == b).all() for a, b in zip(found, (Q, K, V)))

X, W, classes = numbers(6, 8), numbers(8, 5), np.array([0, 4, 2, 2, 1, 3], np.int32)
loss, dW = gradients.learned(X, W, classes)
p = softmax(X.astype(np.float64) @ W)
assert loss.shape == () and abs(loss + np.log(p[range(6), classes]).mean()) < 1e-5
p[range(6), classes] -= 1
assert abs(dW - X.T @ p / 6).max() < 1e-6
before = loss
for _ in range(20):
    loss, dW = gradients.learned(X, W, classes)
    W -= np.float32(0.5) * dW
assert loss < 0.5 * before

try:
    gradients.slopes(dY[:-1], Q, K, V)
except gradients.ShapeError as e:
    assert "heed: vjp(dY, f, X...) needs a dY with the shape of f(X...): [tokens[199] x d_k[8]]" in str(e), e
else:
    raise AssertionError("no error")
try:
    gradients.learned(X, W, classes + 2)
except IndexError as e:
    assert "heed: what is looked up along [5] needs indices from 0 to 4" in str(e), e
else:
    raise AssertionError("no error")
