// SPDX-License-Identifier: BSL-1.0
// Tables of numbers as programs print them: node tables.mjs FOLDER, that of the lab
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import vm from "node:vm";

const scripts = ["shared.js", "beside.js", "tables.js", "arithmetic.js"].map((name) => readFileSync(`${process.argv[2]}/${name}`, "utf8"));
vm.runInThisContext(`${scripts.join("\n")}\nglobalThis.lab = lab;`);
const { lab } = globalThis;

const read = (text) => lab.readTables(text).tables.map(({ name, rows, labels, complete }) => [name, rows, labels, complete]);
const problems = (text) => lab.readTables(text).problems.map(({ line, column, word, why }) => `${line}:${column} ${word} ${why}`);
const tables = {
  "Q = np.array([[1., 2.5],\n   [3, -4e-1]])\nK=[[1 2]\n [3 4]]": [["Q", [[1, 2.5], [3, -0.4]], [], true], ["K", [[1, 2], [3, 4]], [], true]],
  "tensor([[ 1.0000, -0.5000],\n        [ 2.0000,  3.0000]], dtype=torch.float64, device='cuda:0')": [["", [[1, -0.5], [2, 3]], [], true]],
  "W_Q = \\begin{bmatrix} 1 & 2 \\\\ 3 & −4 \\\\ \\end{bmatrix}": [["W_Q", [[1, 2], [3, -4]], [], true]],
  "| | a | b |\n|---|---|---|\n| the | 1 | 2 |\n| cat | 3 | 4 |\n": [["", [[1, 2], [3, 4]], ["the", "cat"], true]],
  "0,5\t1,25\n3\t4\n\nV:\n1 2 3\n4 5 6": [["", [[0.5, 1.25], [3, 4]], [], true], ["V", [[1, 2, 3], [4, 5, 6]], [], true]],
  "Q = [1 2; 3 4]": [["Q", [[1, 2], [3, 4]], [], true]],
  "the\t1\t2\ncat\t3\t4\t\n": [["", [[1, 2], [3, 4]], ["the", "cat"], true]],
  "token\t1\t2\nthe\t0.5\t2\ncat\t3\t4\n": [["", [[0.5, 2], [3, 4]], ["the", "cat"], true]],
  "\t1\t2\nthe\t0.5\t2\ncat\t3\t4\n": [["", [[0.5, 2], [3, 4]], ["the", "cat"], true]],
  "     0    1\n0  0.5  2.0\n1  3.0  4.0\n": [["", [[0.5, 2], [3, 4]], [], true]],
  "      d1   d2\nthe  0.5  2.0\ncat  3.0  4.0\n": [["", [[0.5, 2], [3, 4]], ["the", "cat"], true]],
  "a 0 1\nb 1 0\n": [["", [[0, 1], [1, 0]], ["a", "b"], true]],
  "\\mathbf{W}_V = [[1, 2], [3, 4]] W^{(Q)} = [[5, 6]]": [["W_V", [[1, 2], [3, 4]], [], true], ["WQ", [[5, 6]], [], true]],
  "1,2\r\n3,4\r\n": [["", [[1, 2], [3, 4]], [], true]],
  "A sentence of 12 words, more or less, is no table.": [],
  "- [Attention](#attention)\n1. [What is it?](#what)": [],
  "": [],
};
for (const [text, expected] of Object.entries(tables)) assert.deepEqual(read(text), expected, text);

assert.deepEqual(problems("K = \\begin{bmatrix} 1 & 2 \\\\ 3 & x \\\\ \\end{bmatrix}"), ["1:34 x is no number"]);
assert.deepEqual(problems("1 2\n3"), ["2:1 3 has 1 number, the rows before it have 2"]);
assert.deepEqual(problems("1\t2\t3\n4\t\t6"), ["2:3 an empty cell has no number"]);
assert.deepEqual(problems("1,,3\n4,5,6"), ["1:3 an empty cell has no number"]);
assert.deepEqual(problems("| 1 |  | 3 |\n| 4 | 5 | 6 |"), ["1:8 an empty cell has no number"]);
assert.deepEqual(read("1, 2,\n3, 4,\n"), [["", [[1, 2], [3, 4]], [], true]]);
assert.ok(["1\t2\t3\n4\t\t6", "1 2\n3"].every((text) => read(text)[0][3] === false), "a table with a wrong row is not whole");
assert.deepEqual(problems("the,1,2\ncat,3,nan"), ["2:7 nan is no finite number"]);
assert.deepEqual(problems("[[1, 2], [3, ..., 4]]"), ["1:14 ... stands for numbers that are left out", "1:1 a table has 2 numbers in its first row, 3 in row 2"]);
assert.deepEqual(problems("[[1, 2], [3, -1e400]]"), ["1:14 -1e400 is beyond the largest number of double precision, about 1.8e308"]);
assert.deepEqual(problems("Q = [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]"), ["1:5 Q is 2 tables in one: paste the one that is meant"]);
assert.deepEqual(read("[[[1, 2], [3, 4]]]"), [["", [[1, 2], [3, 4]], [], true]]);  // a batch of one
assert.equal(read("[[[1, 2]], [[3, 4]]]")[0][3], false);
assert.deepEqual(problems("1 2\n1 2 3"), ["2:1 1 2 3 has 3 numbers, the rows before it have 2"]);
assert.deepEqual(problems("[[1, 2], [3,"), ["1:1 [ is not closed"]);
assert.deepEqual(problems("1 2\n\n".repeat(150)), ["201:1 a table is one more than the 100 tables that are read"]);
assert.deepEqual(problems("1".repeat(2_000_000)), ["1:1 this text is 2.0 million characters; up to 1 million are read"]);

// What stands around a table and is not understood for certain: it is said, and nothing is taken.
const two = "[[6, 7], [8, 9]]";
const pmatrix = "\\begin{pmatrix} 6 & 7 \\\\ 8 & 9 \\end{pmatrix}";
const refused = [
  `Q = -${two}`, `Q = - ${two}`, `Q = −${two}`, `-Q = ${two}`, `0.25 Q = ${two}`, `Q += ${two}`, `Q.T = ${two}`, `exp(Q) = ${two}`,  // signs, names
  `Q = 0.25 * ${two}`, `Q = 3${two}`, `Q = 1e-3 × ${two}`, `Q = ${two} / 4`, `Q = ${two} * 4`, `Q = ${two} + 1`, `Q = ${two}\n / 4`, `Q = 3 *\n${two}`,  // factors
  `Q = ${two}.T`, `Q = ${two}^T`, `Q = ${two}'`, `Q = ${two}ᵀ`, `Q = ${two}[0]`, `Q = ${two}.sum()`, `${two} ${two}`,  // what follows
  `np.log(${two})`, `softmax(np.array(${two}))`, `np.ones([6, 7])`, "x.reshape([6, 7])", "[0.5] * 6", "see [6, 7]",  // calls and sentences
  `$Q = -${pmatrix}$`, `$Q = \\frac{1}{4}${pmatrix}$`, `$Q = \\tfrac14 ${pmatrix}$`, `$Q = 10^{-3}\\,${pmatrix}$`, `$Q = ${pmatrix}^\\top$`, `$Q = ${pmatrix} \\cdot 4$`, `$A ${pmatrix}$`, `$${pmatrix}${pmatrix}$`, `$\\exp\\left(${pmatrix}\\right)$`, `% $Q = ${pmatrix}$`,  // LaTeX
  "Q =\n\n   1.0e+02 *\n\n 6 7\n 8 9", "Q =\n\n Columns 1 through 2\n\n 6 7\n 8 9\n\n Columns 3 through 4\n\n 6 7\n 8 9", "     [,1] [,2]\n[1,]    6    7\n", "[1] 6.5 7.5",  // MATLAB, R
  "[[6, 7],\n ...,\n [8, 9]]", "[[6 7]\n ...\n [8 9]]", "6 7\n...\n8 9", "[[6, 7], x, [8, 9]]", "[[6, 7], [a, b], [8, 9]]",  // rows left out
  "[[6, 7],  # 5\n [8, 9]]", "[[6, 7],\n # [5, 5],\n [8, 9]]", `# Q = ${two}`, `// Q = ${two}`, `${two}  # was ${two}`, "6 7 # 5\n8 9",  // comments
  "| a | b |\n|---|---|\n| 60% | 70% |\n| 0.8 | 0.9 |", "| a | b |\n|---|---|\n| ~~6~~ | ~~7~~ |\n| 8 | 9 |", "| 6* | 7 |\n| 8 | 9 |", "6* 7\n8 9", "60% 70%\n8 9", "[60%, 70%]", "½ 6\n7 8", "６ ７\n8 9",  // cells
  "1,250.5\t6\n7\t8", "1,250\t6\n7\t8", "[1,250.5, 6]", "[1 250, 6 000]", "1 000 6\n7 8 9", "[6 7, 8 9]", "[6 7\n 8 9]",  // thousands, rows
  "     a    b\n0  0.5  0.7\n1  0.8  0.9", "     a    b\n5  0.5  0.7\n9  0.8  0.9", "1 0.5 0.7\n2 0.8 0.9", "1. 0.5 0.7\n2. 0.8 0.9", "| token | a |\n|---|---|\n| 1 | 0.5 |\n| 2 | 0.8 |",  // counts of rows
  "| 6 | 7 |\n|---|---|\n| 8 | 9 |", "| w | 6 | 7 |\n|---|---|---|\n| the | 8 | 9 |",  // headers
  "the: 0.5, 0.7\ncat: 0.8, 0.9", "the = 0.5, 0.7\ncat = 0.8, 0.9", "2024-05-01 0.5\n2024-05-02 0.7",  // labels
  `Q (x 10^-3) = ${two}`, `Q [%] = ${two}`, `Q in % = ${two}`, "Weights (×10⁻³)\n6 7\n8 9", "Shares in percent:\n\n6 7\n8 9", `Q (in %):\n${two}`,  // notes of a factor
];
for (const text of refused) {
  const found = lab.readTables(text);
  assert.ok(found.problems.length > 0, `nothing is said of ${text}`);
  assert.ok(found.tables.every((one) => !one.complete), `a table is taken of ${text}`);
}
for (const text of [two, `Q = ${two}`, `Q=${two}`, `Q: ${two}`, `- ${two}`, `1. ${two}`, `Q is ${two}.`, `(${two})`, `Q <- ${two}`, `W^{(Q)} = ${two}`, `Queries (Q) = ${two}`, `Out[5]: array(${two})`, `see [3]: ${two}`,
  `Q = ${two}  # the queries`, `Q = ${two};`, `print(np.array(${two}))`, `jnp.Array(${two}, dtype=float32)`, `torch.tensor(${two}, device='cuda:0').float()`, `<tf.Tensor: shape=(2, 2), dtype=int32, numpy=\narray(${two}, dtype=int32)>`, `d_k = 2, Q = ${two}`, `Q (2 x 2) = ${two}`,
  `$$Q = ${pmatrix}$$`, `\\[\n\\mathbf{Q} &= \\left[${pmatrix}\\right], \\]`, `The matrix ${pmatrix} has`, "| | a | b |\n|---|---|---|\n| the | 6 | 7 |\n| cat | 8 | 9 |", "a,b\n6,7\n8,9", "Scores:\n6 7\n8 9", "[6 7; 8 9]", "[6 7;\n 8 9]", "[[6, 7], [8,9]]"]) {
  assert.deepEqual(problems(text), [], text);
  assert.deepEqual(read(text).map(([, rows, , complete]) => [rows, complete]), [[[[6, 7], [8, 9]], true]], text);
}
assert.deepEqual(problems("Q = -[[6, 7]]"), ["1:6 - is a sign before all of the numbers: write it into each"]);
assert.deepEqual(problems("[[6, 7],\n ...,\n [8, 9]]"), ["2:2 ... stands between the rows and stands for numbers that are left out"]);
assert.deepEqual(read("[[6, 7]]\n\n3 *\n\n8 9").map((one) => one[3]), [false, false]);  // none beside one that is refused

// Entries as they are typed.
const values = { "1/sqrt(2)": 1 / Math.SQRT2, "2/√2": 2 / Math.SQRT2, "exp(1)/(1 + exp(1))": Math.E / (1 + Math.E), "-(1 − 3)*2": 4, "1-2-3": -4, "8/2/2": 2, "1e-3*2": 0.002 };
for (const [text, value] of Object.entries(values)) assert.equal(lab.valueOf(text), value, text);
for (const text of ["", "1/", "(1", "1)", "two", "alert(1)", "1 2", "sqrt", "()", "1".repeat(3) + "+".repeat(200), "constructor(1)", "[1]"]) assert.ok(Number.isNaN(lab.valueOf(text)), text);

// As long as it may be and as hostile as we can think: each within seconds, none throws.
const begun = Date.now();
for (const part of ["[", "[[1,", "\\begin{bmatrix} 1 & ", "1 2 3 x\n", "a", "Q = ", "\u0000\u0007\u001b[31m", "|", "&\\\\", "\t", "-", "1 "]) {
  lab.readTables(part.repeat(Math.floor(lab.MOST_TEXT / part.length)));
}
assert.ok(Date.now() - begun < 60_000, "hostile text takes longer than a minute");
for (const [part, times] of [[`${"a".repeat(79)}[1]`, 12_000], [`a=${" ".repeat(76)}.[1]`, 12_000], ["[1]", 330_000], [`${"9".repeat(50_000)}x `, 19], ["\\begin{array}{", 60_000], ["tensor(1", 120_000]]) {
  const start = Date.now();
  lab.readTables(part.repeat(times));
  // Linear in the text: what grows with its square takes minutes.
  assert.ok(Date.now() - start < 30_000, `${part.slice(0, 20)} ${times} times takes ${Date.now() - start} ms`);
}
// What is shown of texts by others: nothing that cannot be seen.
const unseen = [0x00, 0x1b, 0x7f, 0xad, 0x61c, 0x180e, 0x200b, 0x200f, 0x2028, 0x202e, 0x2060, 0x2064, 0x2066, 0x206a, 0x206f, 0xfeff, 0xfff9, 0xfffb, 0xe0041];
for (const code of unseen) assert.equal(lab.visible(`a${String.fromCodePoint(code)}b`), "a\ufffdb", code.toString(16));
assert.equal(lab.visible("日\t1 é\r\n2 ∞\r3"), "日\t1 é\n2 ∞\n3");
assert.equal(lab.label("a\tb\u2066"), "a\ufffdb\ufffd");
console.log(`tables: ${Object.keys(tables).length} texts read as they should be`);
