// SPDX-License-Identifier: BSL-1.0
// What the module of a lab page says of documents, beside what the program check_page says of them.
//
//   node check_verdicts.mjs PROGRAM PAGE FOLDER_OF_CASES
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { casePages, randomPages } from "./check_pages.mjs";

const [program, page, cases] = process.argv.slice(2);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const RANDOM_PAGES = 200;
const MOST_FAILURES = 10;
let failures = 0;

function expect(holds, words) {
  if (holds) return;
  failures += 1;
  if (failures <= MOST_FAILURES) console.log(`FAILED: ${words}`);
}

/** What a script of the lab defines. */
function fromScript(file, name) {
  return new Function(`${readFileSync(path.join(root, "docs/lab", file), "utf8")};return ${name};`)();
}

// ---- the module of the page

const [, begin, , packed] = / id="modules"[^>]* data-check="(\d+) (\d+)"[^>]*>([^<]*)</.exec(readFileSync(page, "utf8"));
const unpackLzma = fromScript("../../tools/study/page/lzma.js", "unpackLzma"), fromBase94 = fromScript("base94.js", "fromBase94");
const module = new WebAssembly.Module(unpackLzma(fromBase94(packed)).subarray(begin));

function call(what, name, text, block) {
  let memory = null;
  const clock = (id, precision, at) => {
    new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  const wasi = new Proxy({}, { get: (_, wanted) => (wanted === "clock_time_get" ? clock : () => 52) });
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi });
  memory = exports.memory;
  exports._initialize();
  const parts = [name, text, block].map((part) => Buffer.from(part));
  const at = exports.input(parts.reduce((size, part) => size + part.length, 0));
  new Uint8Array(memory.buffer).set(Buffer.concat(parts), at);
  const found = exports[what](...parts.map((part) => part.length));
  return Buffer.from(memory.buffer, found, exports.output_size()).toString();
}

const judged = (name, text, block = "") => JSON.parse(call("check", name, text, block));

// ---- the program

const scratch = mkdtempSync(path.join(os.tmpdir(), "heed-lab-"));

function said(options, name, text) {
  const file = path.join(scratch, name);
  writeFileSync(file, text);
  const { stdout, stderr, status } = spawnSync(program, [...options, file], { encoding: "utf8", maxBuffer: 1 << 26 });
  return { file, text: stdout, errors: stderr, status };
}

// ---- how they are compared

/** One letter a verdict, section by section. A word of a proof is not looked at: only the tables of matrices. */
function verdictsOfMarkdown(text) {
  return text.split("\n## ").slice(1).map((section) => {
    const table = section.split("\n| entry |")[0].split("\n").filter((line) => /^\| (?:\*\*|\.\.\.)/.test(line));
    const cells = table.flatMap((line) => line.split(/(?<!\\)\|/).slice(2, -1).map((cell) => cell.trim()));
    return cells.filter((cell) => cell !== "...").map((cell) => (cell.startsWith("~~") ? "r" : cell.endsWith("(?)") ? "u" : "c")).join("");
  });
}
const verdictsOf = (answer) => (answer.sections ?? []).map((section) => section.entries.map((entry) => entry.verdict[0]).join(""));

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The numbers of the text that have verdicts are those that were judged. */
function comparePlaces(name, text, answer) {
  const bytes = Buffer.from(text);
  for (const section of answer.sections) {
    for (const entry of section.entries) {
      const where = bytes.subarray(entry.begin, entry.end).toString();
      const isNumber = entry.begin !== entry.end;  // of a row, what is behind its last number
      expect(entry.begin !== undefined && (!isNumber || Number(where) === Number(entry.printed)), `${name}: ${section.name}, ${entry.name}: ${entry.printed} is said to stand where ${JSON.stringify(where)} does`);
    }
  }
}

let verdicts = 0;

function compareVerdicts(name, native, answer) {
  expect(same(verdictsOfMarkdown(native.text), verdictsOf(answer)), `${name}: other verdicts: ${verdictsOfMarkdown(native.text)} and ${verdictsOf(answer)}`);
  verdicts += verdictsOf(answer).join("").length;
}

/** A page with a block of its own: the report is the same to the letter. */
function compareReport(name, text) {
  const native = said(["--markdown"], name, text);
  const ours = call("markdown", native.file, text, "");
  expect(native.text !== "" && native.text === ours, `${name}: other reports: ${native.text.slice(0, 200)}\n${ours.slice(0, 200)}`);
  const answer = judged(name, text);
  compareVerdicts(name, native, answer);
  comparePlaces(name, answer.text ?? text, answer);
}

function compareProposal(name, text) {
  const native = said(["--propose"], name, text).text;
  const lines = native.split("\n").filter((line) => line !== "" && !line.startsWith("```")).map((line) => line.replace(/^(?:% )?heed: /, ""));
  const { block } = judged(name, text).proposal;
  expect(lines.join("\n") === block, `${name}: other proposals:\n${native}\n${block}`);
  return block;
}

const withBlock = (text, block) => `${text}\n\n\`\`\`heed\n${block}\n\`\`\`\n`;

/** A block that cannot be checked: a page for which nothing was proposed. */
function compareErrors(name, text, errors) {
  const native = said([], name, text);
  expect(native.status === 2 && native.errors.split(": error: ").length - 1 === errors.length, `${name}: other errors: ${native.errors}\n${JSON.stringify(errors)}`);
  for (const { words } of errors) expect(native.errors.includes(words), `${name}: only the module says ${words}`);
}

/** A block beside the page means what it means within. */
function compareBlock(name, text, block) {
  const answer = judged(name, text, block);
  if (answer.errors) return compareErrors(name, withBlock(text, block), answer.errors);
  compareVerdicts(name, said(["--markdown"], name, withBlock(text, block)), answer);
  comparePlaces(name, text, answer);
}

function comparePages(pages) {
  for (const { name, text, block } of pages) compareBlock(name, text, block ?? compareProposal(name, text));
  return pages.length;
}

// ---- documents

const samples = path.join(root, "examples/check_page");
let documents = 0;
for (const name of readdirSync(samples).sort()) {
  const text = readFileSync(path.join(samples, name), "utf8");
  if (said([], name, text).errors.includes("built without nlohmann-json")) continue;
  compareReport(name, text);
  documents += 1;
}
documents += comparePages(fromScript("check_samples.js", "CHECK_SAMPLES"));
if (cases && existsSync(path.join(cases, "tutorials"))) documents += comparePages(casePages(cases));
else console.log(`without cases made by others: there is no folder ${cases}/tutorials`);
documents += comparePages(randomPages(RANDOM_PAGES));

// ---- what is wrong with a page

const plain = "Q = [[1, 2], [3, 4]]\n";
const wrong = judged("", plain, "Q = matrix 1\nS := Q * Wz").errors;
expect(wrong.length > 0 && wrong[0].place === "line 2 of the block" && wrong[0].words.includes("Wz"), `errors of a block are ${JSON.stringify(wrong)}`);
expect(judged("x.ipynb", "{]").error.startsWith("this notebook is no JSON"), "a notebook that is none is read");
expect(judged("", "").tables.length === 0, "an empty page has matrices");

const controls = String.fromCharCode(...Array.from({ length: 32 }, (_, i) => i), 127, 0x202e, 0xfeff);
const hostile = { controls: controls.repeat(3000), brackets: "[[1, 2], ".repeat(30000), rows: "1 2 3\n".repeat(30000), environments: "\\begin{matrix} 1 & ".repeat(20000), fences: "```heed\n".repeat(30000) };
for (const [name, text] of Object.entries(hostile)) {
  const start = performance.now();
  expect(typeof judged("", text) === "object", name);
  const seconds = (performance.now() - start) / 1000;
  expect(seconds < 20, `${name}: takes ${seconds.toFixed(1)} s`);
}

rmSync(scratch, { recursive: true });
console.log(failures === 0 ? `lab/check: ${documents} documents, ${verdicts} verdicts as check_page has them` : `lab/check: ${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;
