# SPDX-License-Identifier: BSL-1.0
"""What the lab opens with from a chapter: the numbers that its program prints, as the lab writes a state into an address."""

import base64
import json
import re
import zlib

from outputs import numbers_of, table, values

PLAIN = {"scale": True, "causal": False, "columns": False, "window": 0, "softcap": 0, "temperature": 1, "heads": 1, "head": 0, "places": 4, "query": 0, "block": 1}


def unit_matrix(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def column(rows):
    return [[number] for number in values(rows)[0]]


def words(n):
    return [f"Word {i + 1}" for i in range(n)]


def of_words(X, **more):
    """Attention of words whose weights change nothing."""
    unit = unit_matrix(len(X[0]))
    return "attention", {**PLAIN, "from": "x", "tokens": words(len(X)), "tables": {"x": X, "wq": unit, "wk": unit, "wv": unit}, **more}


def of_given(tokens, q, k, v, **more):
    return "attention", {**PLAIN, "from": "qkv", "tokens": tokens, "tables": {"q": q, "k": k, "v": v}, **more}


def learned(output):
    pane, state = of_words(values(table(output, "X")), causal=True)
    state["tables"]["wq"] = values(table(output, "W_Q"))
    return pane, state


def two_heads(output):
    pane, state = of_words(values(table(output, "X")), heads=2)
    state["tables"].update(wq=values(table(output, "W_Q of both heads")), wo=values(table(output, "W_O")))
    return pane, state


def printed(output):
    shares = re.findall(r"^a share of ([\d, ]+), printed as (\S+):", output, re.MULTILINE)
    text = f"S = [{shares[0][0]}]\n\nweights = [{', '.join(digits for _, digits in shares)}]\n"
    return "check", {"name": "chapter 7, exercise 1", "text": text, "block": "exact S = matrix 1\nweights = matrix 2\nweights := softmax(S)\n", "chosen": -1}


def softmax_alone(output):
    """A query of 1 and keys that are the scores. Without names of ours the lab calls them t1 and k1, k2 ...: the query is no
    key."""
    scores = column(table(output, "scores"))
    return of_given([], [[1.0]], scores, scores, scale=False, aim=["weights", 0, 2])


def one_pass(output):
    scores = column(table(output, "scores"))
    return of_given([], [[1.0]], scores, column(table(output, "values")), scale=False, step=4, at="online")


def masked(output):
    """Scores of 0, so that weights show the mask alone; values that make the output the weights."""
    scores = values(table(output, "scores"))
    return of_given(words(len(scores)), scores, scores, unit_matrix(len(scores)), causal=True, window=2, places=2)


def similar(golden):
    """The similarities as scores of the sentences, each called by what it is about."""
    sentences = re.findall(r"^sentence (.*)$", golden, re.MULTILINE)
    names = [f"{i + 1} {re.search('cat|kitten|Vikas', sentence)[0]}" for i, sentence in enumerate(sentences)]
    embeddings = [[float(x) for x in line.split()] for line in re.findall(r"^embedding (.*)$", golden, re.MULTILINE)]
    rows = [[round(sum(a * b for a, b in zip(x, y)), 2) for y in embeddings] for x in embeddings]
    unit = unit_matrix(len(rows))
    return of_given(names, rows, unit, unit, scale=False, temperature=0.1, places=2)


STATES = {
    "00_lab": lambda output: of_words(values(table(output, "queries"))),
    "01_shapes": lambda output: of_words(values(table(output, "X")), aim=["q", 2, 0]),
    "02_scores": lambda output: of_words(values(table(output, "X")), aim=["scores", 2, 2]),
    "03_softmax": softmax_alone,
    "04_attention": lambda output: of_words(values(table(output, "X")), aim=["output", 0, 0]),
    "05_multi_head": two_heads,
    "06_masks": masked,
    "07_printed": printed,
    "08_online_softmax": one_pass,
    "09_emitted": lambda output: of_words(values(table(output, "X")), aim=["weights", 0, 0]),
    "10_trained_model": similar,
    "11_learning": learned,
}

NUMBERS_OF = {"09_emitted": "04_attention"}  # it emits a formula, without numbers


def address(pane, state):
    """As lab.link of docs/lab/shared.js writes it."""
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = deflate.compress(json.dumps(state, separators=(",", ":")).encode()) + deflate.flush()
    return f"{pane}/{base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def exercise(number):
    """That exercise of the lab, with nothing entered."""
    return "exercises", {"at": number - 1, "entries": []}
