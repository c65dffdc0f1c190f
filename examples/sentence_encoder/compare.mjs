// SPDX-License-Identifier: BSL-1.0
// This program and TensorFlow.js in turns, five rounds; medians.
//
//   node compare.mjs FOLDER PROGRAM MODEL      FOLDER as in time_tensorflow.mjs, the others as run leaves them
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, program, model] = process.argv.slice(2);
if (!model) throw new Error("usage: node compare.mjs FOLDER PROGRAM MODEL");
const tensorflow = (...options) => [process.execPath, [join(dirname(fileURLToPath(import.meta.url)), "time_tensorflow.mjs"), folder, ...options]];
const commands = [
  [program, ["--model", model, "--time", "50"]],
  tensorflow("wasm", "50", "1"), tensorflow("wasm", "50", "4"),
  tensorflow("cpu", "2", "1"), tensorflow("cpu", "2", "4"),
];
const seen = commands.map(() => []);
for (let round = 0; round < 5; ++round)
  for (const [i, [command, options]] of commands.entries())
    seen[i].push(execFileSync(command, options, { encoding: "utf8" }).trim().split("\n").at(-1));

const number = "[0-9.]+(?:e[+-][0-9]+)?";
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log("| | first embedding, ms | sentences per second | memory, MiB |\n| --- | ---: | ---: | ---: |");
for (const lines of seen) {
  const name = lines[0].split(":")[0];
  const columns = [`after (${number}) ms`, `then (${number}) sent`, `(${number}) MiB`].map((pattern) =>
    median(lines.map((l) => Number(l.match(pattern)[1]))));
  console.log(`| ${name} | ${columns.map((x) => x.toPrecision(3)).join(" | ")} |`);
}
