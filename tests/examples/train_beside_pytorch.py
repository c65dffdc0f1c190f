# SPDX-License-Identifier: BSL-1.0
"""The model of examples/train beside the same in PyTorch (Debian: python3-torch): from the same initial numbers the losses of
200 steps are the same up to 1e-4. Prints the processor time of a step of both, on one thread.

    python3 train_beside_pytorch.py TRAIN_LOSSES [STEPS]
"""
import json
import os
import struct
import subprocess
import sys
import tempfile
import time

try:
    import torch
    from torch.nn import functional as F
except ImportError:
    print("skipped: PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

B, T, D, H, L = 8, 128, 128, 4, 4


def parameters(file):
    data = open(file, "rb").read()
    size = struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        begin, end = (8 + size + offset for offset in entry["data_offsets"])
        numbers = torch.frombuffer(bytearray(data[begin:end]), dtype=torch.float32)
        tensors[name] = numbers.reshape(entry["shape"]).clone().requires_grad_()
    return tensors


def rms_norm(x, gain):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * gain


def loss_of(p, ids, following):
    x = p["table"][ids] + p["positions"]
    hidden = torch.triu(torch.full((T, T), float("-inf")), 1)
    for layer in range(L):
        first, heads, output, gain, up, down = (p[f"block{layer}.{k}"] for k in range(6))
        qkv = (rms_norm(x, first) @ heads).reshape(B, T, 3, H, D // H).permute(2, 0, 3, 1, 4)
        scores = qkv[0] @ qkv[1].transpose(-1, -2) / (D // H) ** 0.5 + hidden
        x = x + (torch.softmax(scores, -1) @ qkv[2]).permute(0, 2, 1, 3).reshape(B, T, D) @ output
        x = x + F.silu(rms_norm(x, gain) @ up) @ down
    logits = rms_norm(x, p["last"]) @ p["table"].T
    return F.cross_entropy(logits.reshape(B * T, -1), following.reshape(-1))


def main():
    program, steps = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "begin.safetensors")
        environment = dict(os.environ, OMP_NUM_THREADS="1")
        lines = subprocess.run([program, str(steps), file], check=True, capture_output=True, text=True, env=environment).stdout.split("\n")
        p = parameters(file)
    losses, ours = [float(line) for line in lines[:steps]], float(lines[steps].split()[1])
    torch.set_num_threads(1)
    optimiser = torch.optim.AdamW(p.values(), lr=1e-3, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.01)
    times, worst = [], 0.0
    for step in range(1, steps + 1):
        at = torch.arange(B)[:, None] * 37 + 11 * step + torch.arange(T)
        ids, following = at * at % 89, (at + 1) * (at + 1) % 89
        start = time.process_time()
        optimiser.zero_grad()
        loss = loss_of(p, ids, following)
        loss.backward()
        optimiser.step()
        times.append(time.process_time() - start)
        worst = max(worst, abs(loss.item() - losses[step - 1]))
    theirs = 1e3 * sorted(times)[steps // 2]
    print(f"losses from {losses[0]:.4f} to {losses[-1]:.4f}, at most {worst:.1e} apart over {steps} steps")
    print(f"processor time of a step: heed {ours:.1f} ms, PyTorch {torch.__version__} {theirs:.1f} ms: {theirs / ours:.2f} times as long")
    if not worst <= 1e-4:
        print("train_beside_pytorch: the losses differ by more than 1e-4")
        sys.exit(1)


main()
