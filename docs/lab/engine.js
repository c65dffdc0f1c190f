"use strict";
// The module `attention` with matrices in and out: arrays of rows. The order of slots is that of slots.hpp.
lab.engine = (() => {
  const HEADS = 8;
  const names = ["x", "wq", "wk", "wv", "wo", "q", "k", "v", "output", "given", null, null, null, "result", "largest", "sum",
    "so_far", "factor", "block", "divided", "products"];
  const slots = {};
  names.forEach((name, at) => { if (name) slots[name] = at; });
  ["scores", "weights", "maxima", "sums", "exponentials", "head_outputs", "head_values"].forEach((name, at) => {
    slots[name] = slots.products + HEADS * (at + 1);
  });

  /** Works on an instance of WebAssembly. */
  function engineOf(instance) {
    const of = instance.exports;
    const engine = {
      put(name, rows, offset = 0) {
        const [n, m] = [rows.length, rows[0].length];
        const at = of.write(slots[name] + offset, n, m);
        new Float64Array(of.memory.buffer, at, n * m).set(rows.flat());
      },
      get(name, offset = 0) {
        const slot = slots[name] + offset;
        const [n, m] = [of.rows(slot), of.columns(slot)];
        if (n * m === 0) return [];
        const numbers = new Float64Array(of.memory.buffer, of.read(slot), n * m);
        return Array.from({ length: n }, (_, i) => Array.from(numbers.subarray(i * m, (i + 1) * m)));
      },
      /** Everything of all heads; tables q, k, v or x, wq, wk, wv, perhaps wo. */
      attend(tables, choices) {
        const { heads, scale, softcap, temperature, causal, window } = choices;
        if (tables.x) {
          for (const name of ["x", "wq", "wk", "wv"]) engine.put(name, tables[name]);
          of.project();
        } else {
          for (const name of ["q", "k", "v"]) engine.put(name, tables[name]);
        }
        if (tables.wo) engine.put("wo", tables.wo);
        const everyKey = 1 << 20;
        of.attend(heads, scale ? 1 : 0, softcap, temperature, causal ? 0 : everyKey, window || everyKey, tables.wo ? 1 : 0);
        const ofHead = (h) => Object.fromEntries(["products", "scores", "weights", "maxima", "sums", "exponentials", "head_outputs", "head_values"]
          .map((name) => [name, engine.get(name, h)]));
        return {
          q: engine.get("q"), k: engine.get("k"), v: engine.get("v"), output: engine.get("output"),
          heads: Array.from({ length: heads }, (_, h) => ofHead(h)),
        };
      },
      /** The online softmax of a query of a head, a state before the first block and one after each. */
      play(head, query, keys, block) {
        const state = (first, last, any) => ({
          first, last, any, largest: engine.get("largest")[0][0], sum: engine.get("sum")[0][0], factor: engine.get("factor")[0][0],
          so_far: engine.get("so_far")[0], divided: engine.get("divided")[0], exponentials: engine.get("block")[0] ?? [],
        });
        of.begin(head);
        const states = [state(0, 0, false)];
        for (let first = 0; first < keys; first += block) {
          const last = Math.min(keys, first + block);
          states.push(state(first, last, of.step(head, query, first, last) === 1));
        }
        return states;
      },
      keyBlock: () => of.key_block(),
      solve(what, slip, given) {
        given.forEach((table, at) => engine.put("given", table, at));
        of.solve(what, slip);
        return engine.get("result");
      },
    };
    return engine;
  }

  /** Calls use(engine) and hands on what it returns; after an error of heed the next call gets a new instance. */
  let spent = false;
  async function withEngine(use) {
    const instance = await lab.module("attention", { fresh: spent });
    spent = true;
    const result = use(engineOf(instance));
    spent = false;
    return result;
  }

  return { engineOf, withEngine };
})();
