// SPDX-License-Identifier: BSL-1.0
// What bench/tasks.hpp names, as ONNX models: by the operators that ONNX Runtime fuses, and constants where packing is allowed.
import { Graph } from "./model.mjs";

/** { bytes, feeds: [[name, numbers, sizes]] } of a task with its operands, or null where it has no operator for that. */
export function modelOf({ kind, queries, tokens, width, heads, seen, packed }, operands) {
  if (seen !== "all" && seen !== "causal") return null;
  const graph = new Graph();
  const feeds = [];
  const fed = (name, numbers, sizes) => {
    feeds.push([name, numbers, sizes]);
    return graph.input(name, sizes);
  };
  let result = null;
  let sizes = [1, queries, width];
  if (kind === "attention") {
    const [q, k, v] = operands;
    result = graph.applyOwn("MultiHeadAttention",
      [fed("q", q, sizes), fed("k", k, [1, tokens, width]), fed("v", v, [1, tokens, width])],
      { num_heads: 1, unidirectional: seen === "causal" ? 1 : 0 });
  } else if (kind === "multi_head") {
    const weight = (numbers, n) => (packed ? graph.constant(numbers, [width, width]) : fed(`w${n}`, numbers, [width, width]));
    const x = fed("x", operands[0], sizes);
    const projected = [1, 2, 3].map((n) => graph.apply("MatMul", [x, weight(operands[n], n)]));
    const attended = graph.applyOwn("MultiHeadAttention", projected, { num_heads: heads });
    result = graph.apply("MatMul", [attended, weight(operands[4], 4)]);
  } else {
    sizes = [tokens, width];
    result = graph.apply("MatMul", [fed("a", operands[0], sizes), fed("b", operands[1], sizes)]);
  }
  graph.output(result, sizes);
  return { bytes: graph.bytes(), feeds };
}
