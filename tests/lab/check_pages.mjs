// SPDX-License-Identifier: BSL-1.0
// Pages with printed matrices and a block: from cases made by others, and made at random.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The same numbers for the same seed. */
function random(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const printed = (rows, places) => rows.map((row) => row.map((x) => x.toFixed(places)));
const PRINTERS = {
  list: (name, rows) => `${name} = [${rows.map((row) => `[${row.join(", ")}]`).join(", ")}]\n`,
  numpy: (name, rows) => `\`\`\`\n${name} = array([${rows.map((row) => `[${row.join(", ")}]`).join(",\n       ")}])\n\`\`\`\n`,
  latex: (name, rows) => `$$${name} = \\begin{bmatrix} ${rows.map((row) => row.join(" & ")).join(" \\\\\n ")} \\end{bmatrix}$$\n`,
  table: (name, rows) => `${name} =\n\n| ${rows[0].map((_, j) => `c${j}`).join(" | ")} |\n|${rows[0].map(() => "---|").join("")}\n${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}\n`,
};

const product = (a, b) => a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
const transposed = (a) => a[0].map((_, j) => a.map((row) => row[j]));
const softmax = (a) => a.map((row) => {
  const weights = row.map((x) => Math.exp(x));
  const sum = weights.reduce((x, y) => x + y);
  return weights.map((x) => x / sum);
});

/** Two digits of a number exchanged, or nothing where they are alike. */
function slipped(text) {
  return text.replace(/(\d)(\d)$/, "$2$1");
}

/** A page of attention on random numbers; of some a number is wrong, of some a factor is missing. */
function randomPage(seed) {
  const below = random(seed * 7919 + 13);
  const [tokens, keys, depth] = [1 + below(4), 2 + below(4), 2 + below(3)];
  const numbers = (rows, columns) => Array.from({ length: rows }, () => Array.from({ length: columns }, () => (below(401) - 200) / 100));
  const [q, k, v] = [numbers(tokens, depth), numbers(keys, depth), numbers(keys, 2)];
  const factor = below(16) === 0 ? 1 : 1 / Math.sqrt(depth);
  const scores = product(q, transposed(k)).map((row) => row.map((x) => x * factor));
  const places = 2 + below(3);
  const matrices = { Q: printed(q, 2), K: printed(k, 2), V: printed(v, 2), S: printed(scores, places), P: printed(softmax(scores), places), O: printed(product(softmax(scores), v), places) };
  if (below(4) === 0) matrices.O[0][0] = slipped(matrices.O[0][0]);
  const exact = below(2) === 0 ? "exact " : "";
  const forms = Object.keys(PRINTERS);
  const body = Object.entries(matrices).map(([name, rows]) => `Some words.\n\n${PRINTERS[forms[below(forms.length)]](name, rows)}`).join("\n");
  const block = `${exact}Q, K, V = matrices 1 to 3\nS, P, O = matrices 4 to 6\nS := Q * transpose(K) / sqrt(${depth})\nP := softmax(Q * transpose(K) / sqrt(${depth}))\nO := attention(Q, K, V)\nrows of P are distributions\nrows of O lie within V`;
  return { name: `random-${seed}.md`, text: body, block };
}

/** The matrices of a case made by others, its inputs and what is expected, each by its name. */
function pageOfCase(folder, file) {
  const one = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
  const isNumber = (x) => typeof x === "number";
  const isMatrix = (x) => Array.isArray(x) && x.flat(6).every(isNumber) && x.flat(6).length > 1;
  const all = Object.entries({ ...one.inputs, ...one.expected }).filter(([, value]) => isMatrix(value));
  const text = all.map(([name, value]) => `${name} = ${JSON.stringify(value)}\n`).join("\n");
  return { name: file.replace(".json", ".md"), text, block: null };
}

export function casePages(folder) {
  const tutorials = path.join(folder, "tutorials");
  return readdirSync(tutorials).filter((file) => file.endsWith(".json")).sort().map((file) => pageOfCase(tutorials, file));
}

export const randomPages = (count) => Array.from({ length: count }, (_, i) => randomPage(i + 1));
