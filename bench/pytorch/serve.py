# SPDX-License-Identifier: BSL-1.0
"""Gradients by PyTorch on one thread, for a program that measures (bench/peer_process.hpp).

{"version": true}                                       {"version": that of PyTorch}
{"attention": [queries, columns], "causal": whether}    {"id": n}: attention and its gradients along Q, K and V
"""
import json
import math
import sys
import time

import torch

torch.set_num_threads(1)
opened = {}


def gradients_of_attention(queries, columns, causal):
    """A function that computes attention, as its gradients need it, and these."""
    q, k, v = (torch.rand(queries, columns, requires_grad=True) for _ in range(3))
    adjoint = torch.rand(queries, columns)
    hidden = torch.triu(torch.ones(queries, queries, dtype=torch.bool), 1)

    def compute():
        scores = q @ k.T / math.sqrt(columns)
        if causal:
            scores = scores.masked_fill(hidden, -math.inf)
        return torch.autograd.grad(torch.softmax(scores, -1) @ v, (q, k, v), adjoint)

    return compute


def run(compute, times):
    before = time.process_time()
    for _ in range(times):
        compute()
    return {"seconds": time.process_time() - before}


def answer(asked):
    if "version" in asked:
        return {"version": torch.__version__}
    if "attention" in asked:
        opened[len(opened) + 1] = gradients_of_attention(*asked["attention"], asked["causal"])
        return {"id": len(opened)}
    if "run" in asked:
        return run(opened[asked["run"]], asked["times"])
    if "close" in asked:
        opened[asked["close"]] = None
        return {"closed": True}
    raise ValueError("no such question")


for line in sys.stdin:
    try:
        print(json.dumps(answer(json.loads(line))), flush=True)
    except Exception as error:  # told to the program that asks
        print(json.dumps({"error": str(error)}), flush=True)
