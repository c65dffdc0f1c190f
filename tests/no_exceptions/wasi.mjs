// SPDX-License-Identifier: BSL-1.0
// Runs a program for wasm32-wasi: node wasi.mjs PROGRAM [ARGUMENT...]. One that aborts has the status 134.
import { readFile } from "node:fs/promises";
import process from "node:process";
import { WASI } from "node:wasi";

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], returnOnExit: true });
const { instance } = await WebAssembly.instantiate(await readFile(program), { wasi_snapshot_preview1: wasi.wasiImport });
try {
    process.exitCode = wasi.start(instance);
} catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    process.exitCode = 134;
}
