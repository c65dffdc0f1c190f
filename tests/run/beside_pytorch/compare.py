# SPDX-License-Identifier: BSL-1.0
"""Gradients that the program `gradients` writes, beside those of PyTorch's autograd in float64 (Debian: python3-torch): at most
1e-13 of the largest one apart.

    python3 compare.py GRADIENTS
"""
import glob
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy
    import torch
    from torch.nn import functional as F
except ImportError:
    print("skipped: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

ids = torch.tensor([3, 12, 0, 3, 7, 7, 7, 1, 2, 0, 5])
classes = torch.tensor([3, 6, 0, 3, 1, 2, 5, 1, 2, 0, 5])


def attention(q, k, v, seen=None, bias=0):
    scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + bias
    if seen is not None:
        scores = scores.masked_fill(~seen, float("-inf"))
    return torch.softmax(scores, -1) @ v


def distance(q, k):
    return torch.arange(q.shape[-2])[:, None] - torch.arange(k.shape[-2])[None, :]


formulas = {
    "attention": attention,
    "causal": lambda q, k, v: attention(q, k, v, distance(q, k) >= 0),
    "window": lambda q, k, v: attention(q, k, v, (distance(q, k) >= 0) & (distance(q, k) <= 15)),
    "learned_bias": lambda q, k, v, b: attention(q, k, v, bias=b[distance(q, k) + 89]),
    "layer_norm": lambda x, g, b: F.layer_norm(x, x.shape[-1:], g, b),
    "rms_norm": lambda x, g: x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * g,
    "softmax": lambda x: torch.softmax(x, -1),
    "log_softmax": lambda x: torch.log_softmax(x, -1),
    "softmax_of_columns": lambda x: torch.softmax(x, 0),
    "logsumexp": lambda x: torch.logsumexp(x, -1),
    "var": lambda x: x.var(-1, unbiased=False),
    "stddev": lambda x: x.std(-1, unbiased=False),
    "mean": lambda x: x.mean(-1),
    "largest": lambda x: x.amax(-1),
    "product": torch.matmul,
    "shared_weights": torch.matmul,
    "einsum": lambda x, y: torch.einsum("bij,bjk->ik", x, y),
    "concat": lambda x: torch.cat([x, 2 * x], 2),
    "cols": lambda x: x[:, :, 1:4],
    "permuted": lambda x: x.permute(2, 0, 1),
    "reshaped": lambda x: x.reshape(12, 5),
    "cross_entropy": lambda x: F.cross_entropy(x, classes),
    "mean_squared_error": F.mse_loss,
    "embedding": lambda e: F.embedding(ids, e),
    "exp": torch.exp,
    "tanh": torch.tanh,
    "sigmoid": torch.sigmoid,
    "silu": F.silu,
    "gelu": F.gelu,
    "relu": F.relu,
    "softplus": F.softplus,
    "square_root": lambda x: torch.sqrt(x * x + 1),
    "quotient": lambda x: x / (x * x + 2),
    "clamped": lambda x: x.clamp(-0.5, 0.75),
}


def read(folder, name, kind):
    files = sorted(glob.glob(os.path.join(folder, f"{name}.{kind}[0-9].npy")))
    return [torch.from_numpy(numpy.load(file)) for file in files]


def main():
    failed, compared, worst = [], set(), 0.0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        for file in sorted(glob.glob(os.path.join(folder, "*.x0.npy"))):
            name = os.path.basename(file)[: -len(".x0.npy")]
            formula = name[: -len("_larger")] if name.endswith("_larger") else name
            operands = [x.requires_grad_() for x in read(folder, name, "x")]
            seed, ours = read(folder, name, "dy"), read(folder, name, "dx")
            value = formulas[formula](*operands)
            theirs = torch.autograd.grad(value, operands, seed[0] if seed else None)
            assert len(ours) == len(theirs) > 0
            for i, (a, b) in enumerate(zip(ours, theirs)):
                apart = float((a - b).abs().max() / b.abs().max())
                worst = max(worst, apart)
                if not apart <= 1e-13:
                    failed.append(f"{name}: the gradient of operand {i} is {apart:.1e} of the largest one apart")
            compared.add(formula)
    missing = sorted(set(formulas) - compared)
    for words in failed + [f"{name} was not compared" for name in missing]:
        print("compare.py: " + words)
    print(f"{len(compared)} formulas, gradients at most {worst:.1e} of the largest one apart")
    sys.exit(1 if failed or missing else 0)


main()
