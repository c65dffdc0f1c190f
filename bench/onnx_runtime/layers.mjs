// SPDX-License-Identifier: BSL-1.0
// The formulas of bench/layers as ONNX models, from the same numbers; weights are constants. By the names of their lines.
import { Graph } from "./model.mjs";

const EPSILON = 1e-5;

/** Numbers in [-size, size), those of bench::fill. */
function filled(count, size, seed) {
  const numbers = new Float32Array(count);
  let state = seed;
  for (let i = 0; i < count; i += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    numbers[i] = size * ((state >>> 8) * 2 ** -23 - 1);
  }
  return numbers;
}

/** A graph whose input is x; operands are told by size and seed. */
class Layer {
  graph = new Graph();
  feeds = [];

  fed(name, sizes, size, seed) {
    this.feeds.push([name, filled(sizes.reduce((a, b) => a * b, 1), size, seed), sizes]);
    return this.graph.input(name, sizes);
  }
  weights(rows, columns, seed) {
    return this.graph.constant(filled(rows * columns, 0.05, seed), [rows, columns]);
  }
  vector(count, seed) {
    return this.graph.constant(filled(count, 1, seed), [count]);
  }
  multiply(x, w) {
    return this.graph.apply("MatMul", [x, w]);
  }
  add(a, b) {
    return this.graph.apply("Add", [a, b]);
  }
  norm(x, gain, bias) {
    return this.graph.apply("LayerNormalization", [x, gain, bias], { axis: -1, epsilon: EPSILON });
  }
  rmsNorm(x, gain) {
    return this.graph.apply("SimplifiedLayerNormalization", [x, gain], { axis: -1, epsilon: EPSILON });
  }
  silu(x) {
    return this.graph.apply("Mul", [x, this.graph.apply("Sigmoid", [x])]);
  }
  done(result, sizes) {
    this.graph.output(result, sizes);
    return { bytes: this.graph.bytes(), feeds: this.feeds };
  }
}

function feedForward(isGated) {
  const [rows, width, hidden] = [128, 768, 3072];
  const one = new Layer();
  const x = one.fed("x", [rows, width], 1, 1);
  const up = one.multiply(x, one.weights(width, hidden, 3));
  const inner = isGated ? one.graph.apply("Mul", [one.silu(one.multiply(x, one.weights(width, hidden, 2))), up]) : one.graph.apply("Relu", [up]);
  return one.done(one.multiply(inner, one.weights(hidden, width, 4)), [rows, width]);
}

/** Weights of heads [heads x d x e] as one matrix [d x heads e]. */
function sideBySide(heads, d, e, seed) {
  const apart = filled(heads * d * e, 0.05, seed);
  const together = new Float32Array(heads * d * e);
  for (let h = 0; h < heads; h += 1) for (let r = 0; r < d; r += 1) together.set(apart.subarray((h * d + r) * e, (h * d + r + 1) * e), (r * heads + h) * e);
  return together;
}

function encoderLayer() {
  const [n, d, heads, hidden] = [128, 256, 4, 1024];
  const one = new Layer();
  const x = one.fed("x", [1, n, d], 1, 1);
  const gain = one.vector(d, 8), bias = one.vector(d, 9);
  const projected = [2, 3, 4].map((seed) => one.multiply(x, one.graph.constant(sideBySide(heads, d, d / heads, seed), [d, d])));
  const attended = one.multiply(one.graph.applyOwn("MultiHeadAttention", projected, { num_heads: heads }), one.weights(d, d, 5));
  const y = one.norm(one.add(x, attended), gain, bias);
  const inner = one.graph.apply("Relu", [one.multiply(y, one.weights(d, hidden, 6))]);
  return one.done(one.norm(one.add(y, one.multiply(inner, one.weights(hidden, d, 7))), gain, bias), [1, n, d]);
}

/** Columns [first, first + count) of numbers with `width` a row. */
function columnsOf(numbers, width, first, count) {
  const rows = numbers.length / width;
  const part = new Float32Array(rows * count);
  for (let r = 0; r < rows; r += 1) part.set(numbers.subarray(r * width + first, r * width + first + count), r * count);
  return part;
}

function gpt2Block() {
  const [n, d, heads, hidden] = [128, 768, 12, 3072];
  const one = new Layer();
  const { graph } = one;
  const x = one.fed("x", [1, n, d], 1, 1);
  const qkv = filled(d * 3 * d, 0.05, 2), qkvBias = filled(3 * d, 1, 9);
  const [gain, outputBias] = [one.vector(d, 8), one.vector(d, 8)];
  const s = one.norm(x, gain, gain);
  const projected = [0, 1, 2].map((part) => one.add(one.multiply(s, graph.constant(columnsOf(qkv, 3 * d, part * d, d), [d, d])),
    graph.constant(qkvBias.slice(part * d, (part + 1) * d), [d])));
  const attended = graph.applyOwn("MultiHeadAttention", projected, { num_heads: heads, unidirectional: 1 });
  const y = one.add(x, one.add(one.multiply(attended, one.weights(d, d, 5)), outputBias));
  const inner = graph.applyOwn("FastGelu", [one.multiply(one.norm(y, gain, gain), one.weights(d, hidden, 6)), one.vector(hidden, 10)]);
  return one.done(one.add(y, one.add(one.multiply(inner, one.weights(hidden, d, 7)), outputBias)), [1, n, d]);
}

function llamaBlock() {
  const [n, d, heads, keyHeads, hidden] = [128, 768, 12, 4, 2048];
  const e = d / heads, kv = keyHeads * e;
  const one = new Layer();
  const { graph } = one;
  const x = one.fed("x", [1, n, d], 1, 1);
  const s = one.rmsNorm(x, one.vector(d, 9));
  const angle = (p, i) => p * 10000 ** (-2 * i / e);
  const table = (of) => graph.constant(Float32Array.from({ length: n * e / 2 }, (_, at) => of(angle(Math.floor(at / (e / 2)), at % (e / 2)))), [n, e / 2]);
  const past = () => graph.constant(new Float32Array(0), [1, keyHeads, 0, e]);
  const attended = graph.applyOwn("GroupQueryAttention", [one.multiply(s, one.weights(d, d, 2)), one.multiply(s, one.weights(d, kv, 3)),
    one.multiply(s, one.weights(d, kv, 4)), past(), past(), graph.constant(Int32Array.of(n - 1), [1]), graph.constant(Int32Array.of(n), []),
    table(Math.cos), table(Math.sin)], { num_heads: heads, kv_num_heads: keyHeads, do_rotary: 1 }, 3);
  const y = one.add(x, one.multiply(attended, one.weights(d, d, 5)));
  const t = one.rmsNorm(y, one.vector(d, 10));
  const inner = graph.apply("Mul", [one.silu(one.multiply(t, one.weights(d, hidden, 6))), one.multiply(t, one.weights(d, hidden, 7))]);
  return one.done(one.add(y, one.multiply(inner, one.weights(hidden, d, 8))), [1, n, d]);
}

/** [batch, tokens, heads, d] causal. */
function headsInPlace(batch, tokens, heads, width) {
  const one = new Layer();
  const sizes = [batch, tokens, heads * width];
  const operands = [["q", 1], ["k", 2], ["v", 3]].map(([name, seed]) => one.fed(name, sizes, 1, seed));
  return one.done(one.graph.applyOwn("MultiHeadAttention", operands, { num_heads: heads, unidirectional: 1 }), sizes);
}

/** What examples/bert has of a name, in bench/layers/bert.cpp. */
function namedNumbers(name, count) {
  let seed = 0;
  for (const c of Buffer.from(name)) seed = (Math.imul(seed, 31) + c) >>> 0;
  return filled(count, /bias$|LayerNorm[.]weight$/.test(name) ? 1 : 0.05, seed);
}

function transposed(numbers, rows, columns) {
  return Float32Array.from(numbers, (_, at) => numbers[(at % rows) * columns + Math.floor(at / rows)]);
}

/** Texts of one length, through layers whose norms stand after the sums. */
function bert(texts, tokens) {
  const [d, heads, hidden] = [384, 12, 1536];
  const one = new Layer();
  const { graph } = one;
  const vector = (name, count) => graph.constant(namedNumbers(name, count), [count]);
  const dense = (x, name, inner, outer) => one.add(one.multiply(x,
    graph.constant(transposed(namedNumbers(`${name}.weight`, outer * inner), outer, inner), [inner, outer])), vector(`${name}.bias`, outer));
  const norm = (x, name) => graph.apply("LayerNormalization", [x, vector(`${name}.weight`, d), vector(`${name}.bias`, d)], { axis: -1, epsilon: 1e-12 });
  let x = one.fed("x", [texts, tokens, d], 1, 1);
  for (let l = 0; l < 6; l += 1) {
    const name = `encoder.layer.${l}`;
    const projected = ["query", "key", "value"].map((part) => dense(x, `${name}.attention.self.${part}`, d, d));
    const attended = graph.applyOwn("MultiHeadAttention", projected, { num_heads: heads });
    const y = norm(one.add(x, dense(attended, `${name}.attention.output.dense`, d, d)), `${name}.attention.output.LayerNorm`);
    const inner = graph.applyOwn("Gelu", [dense(y, `${name}.intermediate.dense`, d, hidden)]);
    x = norm(one.add(y, dense(inner, `${name}.output.dense`, hidden, d)), `${name}.output.LayerNorm`);
  }
  return one.done(x, [texts, tokens, d]);
}

const layers = {
  "feed-forward 128 x 768 x 3072 x 768, relu": () => feedForward(false),
  "feed-forward 128 x 768 x 3072 x 768, gated": () => feedForward(true),
  "encoder layer 128 x 256, 4 heads": encoderLayer,
  "GPT-2 block 128 x 768, 12 heads": gpt2Block,
  "Llama block 128 x 768, 12 heads, 4 of keys": llamaBlock,
  "[8, 128, 12, 64] causal, through views": () => headsInPlace(8, 128, 12, 64),
  "[2, 512, 12, 64] causal, through views": () => headsInPlace(2, 512, 12, 64),
};

/** The model of a layer that is told by its name. */
export function layerOf(name) {
  const texts = /^BERT, 6 layers of 384, (\d+) x (\d+)$/.exec(name);
  if (texts) return bert(Number(texts[1]), Number(texts[2]));
  if (!Object.hasOwn(layers, name)) throw new Error(`no layer "${name}"`);
  return layers[name]();
}
