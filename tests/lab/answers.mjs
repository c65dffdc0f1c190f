// SPDX-License-Identifier: BSL-1.0
// Entries of exercises as students type them, and what is said of each: node answers.mjs FOLDER, that of the lab
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import process from "node:process";
import vm from "node:vm";

const scripts = ["shared.js", "beside.js", "tables.js", "arithmetic.js", "answers.js"].map((name) => readFileSync(`${process.argv[2]}/${name}`, "utf8"));
vm.runInThisContext(`${scripts.join("\n")}\nglobalThis.lab = lab;`);
const { judge, explanation } = globalThis.lab.answers;

const ROOT = Math.SQRT1_2, WEIGHT = 0.401112;  // of Word 1 and Word 1 in the first exercise
// What is typed, the right answer, the verdict, and that while somebody types.
const entries = [
  // One number in many forms.
  [".5", 0.5, "right"], ["0.5", 0.5, "right"], ["0,5", 0.5, "right"], [",5", 0.5, "right"], ["+0.5", 0.5, "right"], [" 0.5 ", 0.5, "right"],
  ["50 %", 0.5, "right"], ["50%", 0.5, "right"], ["5e-1", 0.5, "right"], ["5E-01", 0.5, "right"], ["½", 0.5, "right"], ["1/2", 0.5, "right"],
  ["=1/2", 0.5, "right"], ["≈0.71", ROOT, "right"], ["-.5", -0.5, "right"], ["−0.5", -0.5, "right"], ["–0,5", -0.5, "right"], ["-½", -0.5, "right"],
  ["0.5", -0.5, "wrong"], ["-0.5", 0.5, "wrong"], ["50", 0.5, "wrong", ""], ["50 %", 50, "wrong"], ["40 %", WEIGHT, "right"], ["41 %", WEIGHT, "wrong"],
  ["1e-1", 0.1, "right"], ["1.0", 1, "right"], ["1", 1, "right"], ["1.", 1, "right"], ["1.000", 1, "right"], ["1e0", 1, "right"], ["0.1e1", 1, "right"],
  ["1000", 1000, "right"], ["1e3", 1000, "right"], ["2", 2, "right"], ["3", 2, "wrong"], ["2.1", 2, "wrong"], ["1.99", 2, "wrong"],
  ["0", 0, "right"], ["-0", 0, "right"], ["0.00", 0, "right"], ["-0.0", 0, "right"], ["0.000", 0.0001, "right"], ["-0.00", 0.001, "right"],
  // Rounded, cut off, with too few digits.
  ["0.71", ROOT, "right"], ["0.707", ROOT, "right"], ["0.7071", ROOT, "right"], ["0.7071067811865475", ROOT, "right"], ["7.0710678e-01", ROOT, "right"],
  ["0.70", ROOT, "cut", ""], ["0.7070", ROOT, "wrong"], ["0.70710", ROOT, "cut", ""], ["0.72", ROOT, "wrong"], ["0.7", ROOT, "open"], ["0.", ROOT, "wrong", "open"],
  [String(Math.fround(ROOT)), ROOT, "right"], ["0.40111226", 0.40111222, "right"], ["0.4011142", 0.40111222, "wrong"],
  ["0.7072", ROOT, "wrong"], ["0.8", ROOT, "wrong"], ["1", ROOT, "open"], ["0", ROOT, "wrong", "open"], ["2", ROOT, "wrong", ""], ["0", 0.03, "open"], ["0", 0.3, "wrong", "open"],
  ["0.66", 2 / 3, "cut", ""], ["0.6666", 2 / 3, "cut", ""], ["0.67", 2 / 3, "right"], ["0.66666666666667", 2 / 3, "right"], ["-0.66", -2 / 3, "cut", ""],
  ["0.4", WEIGHT, "open"], ["0.40", WEIGHT, "right"], ["0.401", WEIGHT, "right"], ["0.4010", WEIGHT, "wrong"], ["0.4011", WEIGHT, "right"], ["4e-1", WEIGHT, "open"],
  ["0.8", 0.8499, "open"], ["0.84", 0.8499, "cut", ""], ["1.00", 0.9961, "right"], ["1.00", 0.9933, "wrong"], ["2", 2.1213, "open"], ["2.12", 2.1213, "right"],
  // Formulas.
  ["1/sqrt(2)", ROOT, "right"], ["1/√2", ROOT, "right"], ["√2/2", ROOT, "right"], ["1 / SQRT(2)", ROOT, "right"], ["2**-0.5", ROOT, "right"], ["2^(-1/2)", ROOT, "right"],
  ["e^2", Math.E ** 2, "right"], ["exp(2)", Math.E ** 2, "right"], ["Exp(1)", Math.E, "right"], ["-2^2", -4, "right"], ["3/√2", 2.1213203435596424, "right"],
  ["exp(1)/(1 + exp(1))", Math.E / (1 + Math.E), "right"], ["e/(1+e)", Math.E / (1 + Math.E), "right"], ["1/3", 1 / 3, "right"], ["⅓", 1 / 3, "right"], ["2·½", 1, "right"],
  ["0.5*4+0.25*0+0.25*2", 2.5, "right"], ["0.5*4+0.25*0+0.25*1", 2.5, "wrong", ""], ["0,5*4", 2, "right"], ["1/sqrt(3)", ROOT, "wrong", ""], ["1/2", ROOT, "wrong", ""],
  ["1/1.414", ROOT, "right"], ["1/1.41", ROOT, "right"], ["1/1.4", ROOT, "open"], ["1/1.5", ROOT, "wrong", ""], ["0.71*2", Math.SQRT2, "open"], ["100*0.01", 0.8, "open"],
  ["1/0", ROOT, "wrong", ""], ["0/0", ROOT, "no number", ""],
  // Nothing yet, and what is no number.
  ["", 0.5, ""], ["  ", 0.5, ""], ["-", 0.5, "no number", ""], ["−", -0.5, "no number", ""], [".", 0.5, "no number", ""], ["-0", -0.3, "wrong", "open"], ["-0.", -0.3, "wrong", "open"],
  ["1/", ROOT, "no number", ""], ["1/s", ROOT, "no number", ""], ["1/sqrt(", ROOT, "no number", ""], ["1/sqrt(2", ROOT, "no number", ""], ["ex", 1, "no number", ""], ["(", 1, "no number", ""],
  ["1e", 0.1, "no number", ""], ["1e-", 0.1, "no number", ""], ["5 ", 0.5, "wrong", ""], ["1)", 1, "no number"], ["2sqrt(2)", 2 * Math.SQRT2, "no number", ""],
  ["zwei", 2, "no number"], ["0.7x", ROOT, "no number"], ["0.7.1", ROOT, "no number", ""], ["1,000.5", 1000.5, "no number", ""], ["nan", 1, "no number"], ["inf", 1, "no number"], ["−∞", 1, "no number"],
  ["<b>1</b>", 1, "no number"], ["constructor", 1, "no number"], ["__proto__", 1, "no number"], ["alert(1)", 1, "no number"], ["\u0000", 1, "no number"], ["🙂", 1, "no number"],
  ["1e400", 1, "wrong", ""], ["9".repeat(40), 1, "wrong"], ["9".repeat(1e6), 1, "no number"], ["(".repeat(1e6), 1, "no number"], [`${" ".repeat(1e5)}x`, 1, "no number"], ["-".repeat(40), 1, "no number", ""],
];
const begun = Date.now();
const judged = entries.map(([text, right]) => [text.slice(0, 40), right, judge(text, right), judge(text, right, true)]);
assert.deepEqual(judged, entries.map(([text, right, verdict, typed = verdict]) => [text.slice(0, 40), right, verdict, typed]));
assert.ok(Date.now() - begun < 2000, "entries take longer than two seconds");

// Who types a right answer, digit by digit, is never told that it is wrong; nor who rounds it to two or more decimals.
let seed = 1;
const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
for (let n = 0; n < 3000; n += 1) {
  const right = n % 3 === 0 ? random() : n % 3 === 1 ? (random() - 0.5) * 10 : -Math.round(random() * 100) / 8;
  for (const places of [2, 3, 4, 8]) {
    const text = n % 2 === 0 ? right.toFixed(places) : right.toFixed(places).replace(".", ",");
    assert.equal(judge(text, right), "right", `${text} for ${right}`);
    for (let end = 1; end < text.length; end += 1) assert.ok(["", "open", "right"].includes(judge(text.slice(0, end), right, true)), `${text.slice(0, end)} on the way to ${text} for ${right}`);
  }
  const next = (right + 0.02).toFixed(2);
  assert.equal(judge(next, right), "wrong", `${next} for ${right}`);
}

// Slips: what is typed, row by row, "" for nothing yet; how many are wrong, the slip, how many it explains.
const scores = { right: [[ROOT, 0], [ROOT, Math.SQRT2]], slips: [["no_scale", [[1, 0], [1, 2]]], ["transposed", [[ROOT, ROOT], [0, Math.SQRT2]]]] };
const weights = { right: [[WEIGHT, 0.197776, 0.401112]], slips: [["no_scale", [[0.422319, 0.155362, 0.422319]]], ["other_axis", [[0.3, 0.2, 0.5]]]] };
const causal = { right: [[1, 0], [0.33, 0.67]], slips: [["no_mask", [[0.4, 0.6], [0.33, 0.67]]], ["late_mask", [[0.4, 0], [0.33, 0.67]]]] };
const half_mask = { right: [[1, 0], [0.33, 0.67]], slips: [["no_mask", [[0.6, 0.4], [0.33, 0.67]]], ["late_mask", [[0.6, 0], [0.33, 0.67]]]] };
const heads = { right: [[1, 2], [5, 7]], slips: [["one_head", [[2, 3], [4, 6]]]] };
const beyond = { right: [[0.5, 0.5]], slips: [["no_exp", [[Infinity, NaN]]]] };
const whole = { right: [[1, 2], [3, 4]], slips: [] };
const slips = [
  [scores, ["1", "0", "1", "2"], 3, "no_scale", 3], [scores, ["1", "", "", ""], 1, "no_scale", 1], [scores, ["", "", "", "2"], 1, "no_scale", 1],
  [scores, ["0.71", "0", "0.71", "1.41"], 0, null, 0], [scores, ["0.7", "0", "0.7", "1.4"], 0, null, 0],
  [scores, ["0.71", "0.71", "0", "1.41"], 2, "transposed", 2], [scores, ["-0.71", "0", "-0.71", "-1.41"], 3, "sign", 3], [scores, ["70.7", "0", "71", "141"], 3, "percent", 3],
  [scores, ["0.7070", "0", "0.7070", ""], 2, "padded", 2], [scores, ["0.30", "", "0.31", ""], 2, null, 0], [scores, ["0.30", "", "1", ""], 1, null, 0],
  [scores, ["0.30", "", "1.00", "2.00"], 3, "no_scale", 2], [scores, ["x", "", "1/2", ""], 1, null, 0],
  [weights, ["0.42", "0.16", "0.42"], 3, "no_scale", 3], [weights, ["0.3", "0.2", "0.5"], 2, "other_axis", 2], [weights, ["0.40", "0.20", "0.40"], 0, null, 0],
  [weights, ["0.40", "0.25", ""], 1, null, 0], [weights, ["0.4", "0.4", "0.2"], 2, null, 0], [weights, ["40", "20", "40.1"], 3, "percent", 3], [weights, ["0", "", ""], 1, null, 0],
  [scores, ["", "0.71", "", ""], 1, null, 0], [whole, ["1", "3", "", ""], 1, null, 0], [causal, ["0.40", "", "", ""], 1, "no_mask", 1], [causal, ["0.40", "0", "", ""], 1, "late_mask", 1],
  [half_mask, ["0.60", "0", "", ""], 1, "late_mask", 1], [half_mask, ["0.60", "0.0000", "", ""], 1, "late_mask", 1], [half_mask, ["0.60", "0.40", "", ""], 2, "no_mask", 2],
  [causal, ["0.40", "0.60", "", ""], 2, "no_mask", 2], [causal, ["", "0.60", "0.33", ""], 1, "no_mask", 1], [scores, ["0.7092", "0", "", "1.43"], 2, "near", 2],
  [scores, ["0.75", "0", "", "1.45"], 2, null, 0], [scores, ["0.69", "0", "", "2"], 2, null, 0], [whole, ["1.01", "2", "", ""], 1, null, 0], [beyond, ["1e400", "0.6"], 2, null, 0],
  [weights, ["0.42", "0.20", "0.40"], 1, "no_scale", 1], [scores, ["0.71", "0", "0.71", "2"], 1, "no_scale", 1], [heads, ["1", "3.0", "5", "7"], 1, null, 0],
  [heads, ["-1", "2", "5", "7"], 1, "sign", 1], [whole, ["1", "3", "2", "4"], 2, "turned", 2], [whole, ["-1", "-2", "-3", "-4"], 4, "sign", 4], [whole, ["1.00", "2", "3", "5"], 1, null, 0], [whole, ["", "", "", ""], 0, null, 0],
];
for (const [answer, texts, wrong, slip, explained] of slips) {
  const columns = answer.right[0].length;
  const typed = Object.fromEntries(texts.map((text, n) => [`${Math.floor(n / columns)},${n % columns}`, text]).filter(([, text]) => text !== ""));
  const found = explanation(typed, answer);
  assert.deepEqual([found.wrong.length, found.slip, found.explained], [wrong, slip, explained], texts.join(" | "));
}
// Places that there are not, as a link may have them; and the place where somebody types.
assert.deepEqual(explanation({ "7,7": "1", "0,9": "x", "1": "2" }, scores), { wrong: [], slip: null, explained: 0 });
assert.deepEqual(explanation({ "0,0": "1" }, scores, "0,0"), { wrong: [], slip: null, explained: 0 });
assert.deepEqual(explanation({ "0,0": "1", "1,1": "2" }, scores, "0,0"), { wrong: ["1,1"], slip: "no_scale", explained: 1 });
console.log(`answers: ${entries.length} entries and ${slips.length} tables judged as they should be`);
