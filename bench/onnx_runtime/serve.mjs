// SPDX-License-Identifier: BSL-1.0
// ONNX Runtime on one thread, for a program that measures. It asks by lines of JSON, and each answer is a line of JSON.
//
//   node serve.mjs FOLDER            FOLDER has node_modules/onnxruntime-node
//
//   {"version": true}                          {"version": that of ONNX Runtime}
//   {"prepare": {a task}, "file": operands,
//    "counts": numbers in each operand}        {"id": n}, or {"id": null} where ONNX Runtime has no operator for it
//   {"layer": "its name"}                      {"id": n}
//   {"run": id, "times": n}                    {"seconds": processor time of this process}
//   {"write": id, "file": where}               {"written": true}: the result of another run
//   {"close": id}                              {"closed": true}
//   anything else, or where it fails           {"error": "why"}
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { layerOf } from "./layers.mjs";
import { modelOf } from "./tasks.mjs";

const require = createRequire(`${process.argv[2]}/`);
const ort = require("onnxruntime-node");
const OPTIONS = { intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: "sequential", graphOptimizationLevel: "all" };

const open = new Map();
let ids = 0;

async function prepare(model) {
  if (!model) return { id: null };
  const session = await ort.InferenceSession.create(model.bytes, OPTIONS);
  const feeds = Object.fromEntries(model.feeds.map(([name, numbers, sizes]) => [name, new ort.Tensor("float32", numbers, sizes)]));
  ids += 1;
  open.set(ids, () => session.run(feeds, [session.outputNames[0]]));
  return { id: ids };
}

/** Operands one after the other, as many numbers each as `counts` says. */
function operandsOf(file, counts) {
  const bytes = readFileSync(file);
  let at = bytes.byteOffset;
  return counts.map((count) => {
    const numbers = new Float32Array(bytes.buffer.slice(at, at + 4 * count));
    at += 4 * count;
    return numbers;
  });
}

async function run(compute, times) {
  const before = process.cpuUsage();
  for (let n = 0; n < times; n += 1) await compute();
  const { user, system } = process.cpuUsage(before);
  return { seconds: 1e-6 * (user + system) };
}

async function write(compute, file) {
  const [result] = Object.values(await compute());
  writeFileSync(file, new Uint8Array(result.data.buffer, result.data.byteOffset, result.data.byteLength));
  return { written: true };
}

async function answer(asked) {
  if (asked.version) return { version: require("onnxruntime-node/package.json").version };
  if (asked.prepare) return prepare(modelOf(asked.prepare, operandsOf(asked.file, asked.counts)));
  if (asked.layer) return prepare(layerOf(asked.layer));
  if (asked.run) return run(open.get(asked.run), asked.times);
  if (asked.write) return write(open.get(asked.write), asked.file);
  if (asked.close) return { closed: open.delete(asked.close) };
  throw new Error("no such question");
}

for await (const line of createInterface({ input: process.stdin })) {
  try {
    console.log(JSON.stringify(await answer(JSON.parse(line))));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error.message ?? error) }));
  }
}
