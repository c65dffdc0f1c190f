# SPDX-License-Identifier: BSL-1.0
"""The figure of each chapter, of what its program prints. Chapter 10 has the embeddings of examples/sentence_encoder."""

import math
import re

from outputs import lines_below, numbers_of, table, values
from picture import WIDTH, Picture, changed


def lab(output):
    """What a number of K changes, and what a number of V."""
    p = Picture("A changed number of K changes a column of the scores and whole rows of weights and output; one of V changes a column of the output")
    before, y = "as they are", 46
    for with_what, letter, of in (("with another key", "K", "keys"), ("with another value", "V", "values")):
        x = 10
        tables = [(of, letter, 34), ("scores", "scores", 38), ("weights", "weights", 38), ("output", "output", 38)]
        p.text(x, y - 26, f"another number of {letter}", "head")
        for name, title, size in tables:
            old, new = table(output, f"{name}, {before}"), table(output, f"{name}, {with_what}")
            p.map(x, y, new, "", size, 1.5, changed(old, new))
            p.text(x, y - 7, title, "quiet")
            x += len(new[0]) * size + 20
        y += 3 * 26 + 56
    p.text(10, y - 40, "framed: what is no longer as it was", "quiet")
    return p


def shapes(output):
    """Boxes as large as the shapes, with the axis that the product sums over."""
    first, second = re.findall(r"^.*(?:A: double|transpose)\s+\[(\S+) x (\S+)\]", output, re.MULTILINE)
    result = re.search(r"^product over (\S+)\s+\[(\S+) x (\S+)\]", output, re.MULTILINE)
    p = Picture(f"A of {first[0]} by {first[1]} times the transpose of B, {second[0]} by {second[1]}: the axis {result[1]} is summed over, the others are left")
    unit, gap, top, left = 28, 76, 56, 66
    x = left
    length = lambda axis: int(re.search(r"\[(\d+)\]", axis)[1])
    boxes = [("A", *first), ("transpose(B)", *second), ("A * transpose(B)", *result.groups()[1:])]
    for n, (title, rows, columns) in enumerate(boxes):
        width, height = length(columns) * unit, length(rows) * unit
        inner = {0: columns, 1: rows}.get(n)
        for i in range(length(rows)):
            for j in range(length(columns)):
                p.rect(x + j * unit, top + i * unit, unit, unit, "cell", ' fill-opacity="0.12"')
        p.text(x + width / 2, top - 28, title, "head middle")
        p.text(x + width / 2, top - 9, columns, "middle" + (" head" if columns == inner else " quiet"))
        p.text(x - 6, top + height / 2 + 5, rows, "end" + (" head" if rows == inner else " quiet"))
        p.rect(x, top, width, height, "frame")
        if n < 2:
            p.text(x + width + 12, top + 1.5 * unit + 5, "\N{MULTIPLICATION SIGN}" if n == 0 else "=", "middle head")
        x += width + gap
    p.rect(left + 1, top + 1, length(first[1]) * unit - 2, unit - 2, "marked")
    left += length(first[1]) * unit + gap
    p.rect(left + 1, top + 1, unit - 2, length(second[0]) * unit - 2, "marked")
    left += length(second[1]) * unit + gap
    p.rect(left + 1, top + 1, unit - 2, unit - 2, "marked")
    p.text(10, top + 3 * unit + 28, f"framed: a row, a column, and the number that they make; {result[1]} is gone", "quiet")
    return p


def spreads(output):
    """How far scores spread, before and after the division, on a scale of factors."""
    p = Picture("The spread of scores grows with the square root of d_k; divided by the square root it stays 1")
    left, top, bottom, right = 60, 44, 214, 460
    rows = lines_below(output, " d_k  spread")
    sizes = [float(row[0]) for row in rows]
    across = lambda d: left + 20 + (right - left - 60) * math.log(d / sizes[0]) / math.log(sizes[-1] / sizes[0])
    most = max(float(row[1]) for row in rows)
    up = lambda s: bottom - 32 - (bottom - top - 52) * math.log(s) / math.log(most)
    p.text(10, 20, "spread of the scores of 200 queries and keys", "head")
    p.line(left, top, left, bottom)
    p.line(left, bottom, right, bottom)
    for column, kind in ((1, "dot"), (2, "ring")):
        points = [(across(d), up(float(row[column]))) for d, row in zip(sizes, rows)]
        for (x1, y1), (x2, y2) in zip(points, points[1:]):
            p.line(x1, y1, x2, y2, "rule", ' stroke-dasharray="4 3"' if column == 2 else "")
        for (x, y), row in zip(points, rows):
            p.circle(x, y, 4, kind)
            p.number(x, y + (-9 if column == 1 else 20), row[column], "middle")
    p.text(across(sizes[2]) - 14, up(float(rows[2][1])) - 22, "as they are", "quiet end")
    p.text(across(sizes[3]), up(1) - 10, "divided by \N{SQUARE ROOT}d_k", "quiet middle")
    for d, row in zip(sizes, rows):
        p.number(across(d), bottom + 18, row[0], "middle")
    p.text(left - 8, bottom + 18, "d_k", "end quiet")
    return p


def softmaxes(output):
    """The same three scores, nearer and farther apart."""
    p = Picture("Three scores become shares: nearly equal where they are divided by 4, all for one where they are multiplied by 100")
    found = re.findall(r"^scores (divided by \d+|as they are|times \d+) +: (\[.*\])$", output, re.MULTILINE)
    scores = [short(score) for score in table(output, "scores")[0]]
    for n, (words, shares) in enumerate(found):
        x, y = 10 + n % 2 * 240, 20 + n // 2 * 104
        p.text(x, y, f"scores {words}", "head")
        for j, share in enumerate(numbers_of(shares)):
            top, width = y + 10 + j * 25, 140 * float(share)
            p.number(x, top + 15, scores[j], "quiet")
            p.line(x + 16, top - 1, x + 16, top + 22)
            p.rect(x + 16, top, width, 20, "bar")
            p.number(x + 22 + width, top + 15, share)
    p.text(10, 226, "before each bar its score, as it is; the number behind it is its share", "quiet")
    return p


def mean_of_values(output):
    """An output is a point among the values, the nearer to one the more that weighs."""
    p = Picture("Each output is a weighted mean of the three values, so it lies in the triangle between them")
    weights, outputs, given = (table(output, name) for name in ("weights", "output", "values"))
    at = lambda point: (20 + 140 * float(point[0]), 206 - 140 * float(point[1]))
    corners = [at(value) for value in given]
    p.text(10, 20, "values, outputs", "head")
    p.text(196, 20, "weights", "head")
    p.text(WIDTH - 10, 20, "output", "head end")
    for a, b in zip(corners, corners[1:] + corners[:1]):
        p.line(*a, *b)
    for word, (x, y) in enumerate(corners):
        p.circle(x, y, 5, "dot")
        p.text(x + (-6 if word == 1 else 6), y + (22 if word == 0 else -10), f"value {word + 1}", "quiet" + (" end" if word != 1 else ""))
    for word, row in enumerate(weights):
        x, y = at(outputs[word])
        p.begin_step(f"The output of word {word + 1}: each value times its weight, added up")
        for corner, weight in zip(corners, row):
            p.line(x, y, *corner, "thick", f' stroke-width="{12 * float(weight):.1f}" stroke-opacity="0.3"')
        p.circle(x, y, 9, "ring")
        p.text(x, y + 4.5, word + 1, "middle")
        top, left = 36 + word * 68, 196
        for j, weight in enumerate(row):
            width = 214 * float(weight)
            p.rect(left, top, width, 30, ("bar", "other", "bar")[j])
            p.rect(left, top, width, 30, "frame")
            p.number(left + width / 2, top + 20, weight, "middle")
            p.text(left + width / 2, top + 46, j + 1, "middle quiet")
            left += width
        for d, digits in enumerate(outputs[word]):
            p.number(WIDTH - 10, top + 14 + 18 * d, digits, "end")
        p.text(188, top + 20, word + 1, "end")
        p.end_step()
    return p


def heads(output):
    """Two tables of weights, and their outputs side by side."""
    p = Picture("Two heads weight the same words differently; their outputs stand side by side, two columns each")
    both = table(output, "both heads side by side, times W_O")
    for head in (1, 2):
        p.map(10 + (head - 1) * 240, 48, table(output, f"weights of head {head}"), f"weights of head {head}", 62)
        p.line(103 + (head - 1) * 240, 130, 186 + (head - 1) * 108, 172)
    p.map(132, 196, both, "", 54)
    p.text(240, 188, "outputs side by side, times W_O", "head middle")
    p.rect(132, 196, 108, 78, "marked")
    p.rect(240, 196, 108, 78, "marked")
    p.text(186, 292, "head 1", "middle quiet")
    p.text(294, 292, "head 2", "middle quiet")
    return p


def masks(output):
    """What each query may see, and what tiles that leaves."""
    p = Picture("Causal weights are a triangle, those of a window a band; of 4096 words with a window of 512 most tiles of scores are skipped")
    for n, name in enumerate(("causal", "a window of two")):
        rows = lines_below(output, name)
        p.map(40 + n * 230, 64, rows, name, 38)
        for i in range(len(rows)):
            p.text(32 + n * 230, 82 + i * 26, i + 1, "end quiet")
    p.text(10, 20, "weights of a query (row) over keys (columns)", "quiet")
    skipped, partial, full = numbers_of(re.search(r"^\d+ tiles are skipped.*$", output, re.MULTILINE)[0])
    total, left, top = int(skipped) + int(partial) + int(full), 10, 238
    p.text(10, top - 10, "tiles of 64 x 64 scores, 4096 words, a window of 512", "head")
    for count, kind in ((skipped, "least"), (partial, "bar"), (full, "other")):
        width = 460 * int(count) / total
        p.rect(left, top, width, 28, kind)
        left += width
    p.number(16, top + 19, f"{skipped} skipped")
    p.number(10, top + 48, f"then {partial} that need the mask, and {full} that do not")
    return p


def printed(output):
    """What two digits leave open, and where two printed results lie."""
    p = Picture("0.40 + 0.10 can be anything from 0.49 to 0.51. A printed 0.51 overlaps with that, so it is consistent; a printed 0.53 does not, so it is refuted")
    sums = re.findall(r"^the first sum, printed as (\S+): (\S+) to (\S+), (\w+)$", output, re.MULTILINE)
    low, high = sums[0][1:3]
    across = lambda v: 30 + (v - 0.48) / 0.06 * 420
    p.text(10, 20, "where 0.40 + 0.10 may lie, and what is printed for it", "head")
    rows = [("0.40 + 0.10", float(low), float(high), "bar", f"{short(low)} to {short(high)}")]
    for digits, _, _, judged in sums:
        half = 0.5 * 0.1 ** len(digits.partition(".")[2])
        is_refuted = judged == "refuted"
        rows.append((f"printed {digits}", float(digits) - half, float(digits) + half, "least" if is_refuted else "other",
                     f"apart: {judged} \N{MULTIPLICATION SIGN}" if is_refuted else f"overlaps: {judged}"))
    for n, (words, begin, end, kind, says) in enumerate(rows):
        y = 42 + n * 44
        p.text(across(begin), y + 8, words)
        p.rect(across(begin), y + 13, across(end) - across(begin), 16, kind)
        beside = (across(end) + 8, "") if n < 2 else (across(begin) - 8, "end")
        p.text(beside[0], y + 26, says, f"n {beside[1]}".strip())
    p.line(across(0.48), 176, across(0.54), 176)
    for tick in range(48, 55):
        p.line(across(tick / 100), 172, across(tick / 100), 180)
        p.text(across(tick / 100), 195, f"0.{tick}", "middle quiet")
    for n, (right, count, of, verdict) in enumerate(re.findall(r"^(\w): (\d+) of (\d+) numbers are (\w+)$", output, re.MULTILINE)):
        x = 30 + n * 225
        p.text(x, 228, f"{right}: {count} of {of} {verdict}", "head n")
        for i in range(int(of)):
            left, top = x + i % 12 * 16, 238 + i // 12 * 16
            p.rect(left, top, 14, 14, "frame")
            if verdict == "refuted" and i < int(count):
                p.line(left + 3, top + 3, left + 11, top + 11, "rule")
                p.line(left + 3, top + 11, left + 11, top + 3, "rule")
    return p


def online(output):
    """Score by score: what was added before shrinks when a larger score arrives."""
    p = Picture("Softmax in one pass: when a larger score arrives, the weights so far shrink, and output divided by sum is right at each step")
    states, weights = lines_below(output, "largest"), lines_below(output, "exp(score - largest)")
    scores = [short(score) for score in table(output, "scores")[0]]
    p.text(10, 20, "score", "head")
    p.text(70, 20, "exp(score \N{MINUS SIGN} largest)", "head")
    for x, words in ((305, "largest"), (365, "sum"), (472, "output / sum")):
        p.text(x, 20, words, "head end")
    for i, (row, state) in enumerate(zip(weights, states)):
        bottom = 84 + i * 58
        larger = i > 0 and float(state[0]) > float(states[i - 1][0])
        shrink = row[values(weights)[i - 1].index(1)] if larger else ""
        p.begin_step(f"Score {scores[i]} arrives: " + (f"it is larger, and what was there is multiplied by {shrink}" if larger else f"it weighs {row[i]} beside the largest"))
        p.number(34, bottom, scores[i], "end")
        p.line(66, bottom, 256, bottom)
        for j, digits in enumerate(row):
            height = 38 * float(digits)
            before = float(weights[i - 1][j]) / float(digits) if j < i else 0
            p.rect(70 + j * 31, bottom - height, 26, height, "bar settle", f' style="--from: {before:.3f}"')
        for x, digits in zip((305, 365, 472), state):
            p.number(x, bottom, digits, "end")
        if larger:
            p.text(305, bottom - 18, "larger: shrink", "quiet end")
        p.end_step()
    p.text(10, 84 + 6 * 58 - 30, "a column of bars is a score and stays in its place", "quiet")
    return p


def short(digits):
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


def loops(output):
    """Loops of the emitted function, in each other as they are, and how often what is inside runs."""
    body = output[output.index("void attend(") : output.index("\n}\n", output.index("void attend("))]
    p = Picture("The emitted loops as boxes in boxes: for each row the scaled query, the scores, the weights and the sums of the values")
    chapters = iter(["query / \N{SQUARE ROOT}d_k: chapter 2", "scores: chapter 2", "exponentials: chapter 3", "output: chapter 4"])
    p.text(10, 20, "loops of attend(), and how often their inside runs", "head")
    y, open_boxes = 36, []

    def close(depth):
        nonlocal y
        while open_boxes and open_boxes[-1][0] >= depth:
            _, top, x, _ = open_boxes.pop()
            p.rect(x, top, WIDTH - 2 * x, y - top, "frame")
            y += 8

    for line in body.split("\n"):
        found = re.match(r"( *)for \(int (\w+) = 0; \2 < (\d+); ", line)
        if not found:
            continue
        depth, name, count = len(found[1]) // 4, found[2], int(found[3])
        close(depth)
        x = 10 + 14 * (depth - 1)
        open_boxes.append((depth, y, x, count))
        times = math.prod(box[3] for box in open_boxes)
        p.number(x + 10, y + 19, f"for {name} < {count}")
        p.number(WIDTH - x - 10, y + 19, f"{times} times", "end quiet")
        if depth == 2:
            p.text(WIDTH / 2 - 60, y + 19, next(chapters), "quiet")
        y += 30
    close(0)
    return p


def similarities(golden):
    """Of four sentences, as a trained model sees them: products of their embeddings."""
    sentences = re.findall(r"^sentence (.*)$", golden, re.MULTILINE)
    embeddings = [[float(x) for x in line.split()] for line in re.findall(r"^embedding (.*)$", golden, re.MULTILINE)]
    rows = [[f"{sum(a * b for a, b in zip(x, y)):.2f}" for y in embeddings] for x in embeddings]
    p = Picture("Similarities of four sentences by a trained model: those of one subject are alike, all others are not")
    p.map(34, 40, rows, "similarity", 62)
    for i, sentence in enumerate(sentences):
        p.text(26, 58 + i * 26, i + 1, "end quiet")
        p.text(65 + i * 62, 160, i + 1, "middle quiet")
        p.text(10, 186 + i * 20, f"{i + 1}  {sentence}")
    return p


def learned(output):
    """A map while it is learned, and the loss."""
    p = Picture("While the loss falls, the weights of each word move to the word before it")
    losses = lines_below(output, "steps     loss")
    p.text(10, 20, "weights: a square's area. Rows are queries, columns keys", "head")
    for n, (steps, loss) in enumerate(losses):
        name = {"0": "before"}.get(steps, f"after {steps} steps")
        x, unit = 10 + n * 94, 21
        p.begin_step(f"After {steps} steps the loss is {loss}")
        p.number(x, 44, f"step {steps}")
        for i, row in enumerate(values(lines_below(output, name))):
            for j, weight in enumerate(row):
                p.rect(x + j * unit, 52 + i * unit, unit, unit, "cell", ' fill-opacity="0"')
                side = (unit - 3) * math.sqrt(weight)
                p.rect(x + (j + 0.5) * unit - side / 2, 52 + (i + 0.5) * unit - side / 2, side, side, "bar")
        p.number(x, 158, "loss")
        p.rect(x, 168, 18, 90, "frame")
        height = 90 * float(loss) / float(losses[0][1])
        p.rect(x, 258 - height, 18, height, "bar")
        p.number(x + 24, 256, loss)
        p.end_step()
    return p


FIGURES = {
    "00_lab": lab, "01_shapes": shapes, "02_scores": spreads, "03_softmax": softmaxes, "04_attention": mean_of_values, "05_multi_head": heads,
    "06_masks": masks, "07_printed": printed, "08_online_softmax": online, "09_emitted": loops, "10_trained_model": similarities, "11_learning": learned,
}
