"use strict";
// Where a number of the pane Attention comes from and what it goes into, as parts of tables: { table, i, j, rows, columns }.
// Rows are tokens here; a part without i is of all rows, without j of all columns.
(() => {
  /** Links of a number: { from, to } are lists of { table, i?, j?, enter }, where enter says whether a line comes to its row
   * or to its column. */
  function originsOf(kind, i, j, r, state) {
    const isComputed = state.from === "x";
    const size = r.q[0].length / state.heads;
    const wide = r.v[0].length / state.heads;
    const ofHead = (n, width) => [n * width, (n + 1) * width];
    const keys = ofHead(state.head, size);
    const values = ofHead(state.head, wide);
    const isShown = (n, width) => Math.floor(n / width) === state.head;
    const row = (table, n, columns = null) => ({ table, i: [n, n + 1], j: columns, enter: "row" });
    const column = (table, n) => ({ table, i: null, j: [n, n + 1], enter: "column" });
    const goesTo = r.wo ? null : values;
    const projection = (w, a, b) => (isComputed ? [row("x", a), column(w, b)] : []);
    const links = {
      x: () => ({ from: [], to: ["q", "k", "v"].map((name) => row(name, i)) }),
      wq: () => ({ from: [], to: [column("q", j)] }),
      wk: () => ({ from: [], to: [column("k", j)] }),
      wv: () => ({ from: [], to: [column("v", j)] }),
      wo: () => ({ from: [], to: [column("output", j)] }),
      q: () => ({ from: projection("wq", i, j), to: isShown(j, size) ? [row("scores", i)] : [] }),
      k: () => ({ from: projection("wk", i, j), to: isShown(j, size) ? [column("scores", i)] : [] }),
      v: () => ({ from: projection("wv", i, j), to: [r.wo ? { table: "output", i: null, j: null, enter: "row" } : column("output", j)] }),
      scores: () => ({ from: [row("q", i, keys), { ...row("k", j, keys), enter: "column" }], to: [row("weights", i)] }),
      weights: () => ({ from: [row("scores", i)], to: [row("output", i, goesTo)] }),
      output: () => {
        const weights = r.wo || isShown(j, wide) ? [row("weights", i)] : [];
        const last = r.wo ? [{ table: "v", i: null, j: values, enter: "column" }, column("wo", j)] : [column("v", j)];
        return { from: [...weights, ...last], to: [] };
      },
    };
    return links[kind]();
  }

  const TITLES = { x: "X", wq: "W_Q", wk: "W_K", wv: "W_V", wo: "W_O", q: "Q", k: "K", v: "V", scores: "the scores", weights: "the weights", output: "the output" };
  const TOKENS_ACROSS = ["scores", "weights"];  // whose columns are keys
  const OF_KEYS = ["k", "v"];

  /** A part in words: row “cat” of Q, column 2 of V; of columns where these are tokens. */
  function nameOf({ table, i, j }, names, columns) {
    const [ofRow, ofColumn] = columns ? ["column", "row"] : ["row", "column"];
    const tokens = OF_KEYS.includes(table) ? names.k : names.q;
    if (i) return `${ofRow} ${table.startsWith("w") && table.length === 2 ? i[0] + 1 : tokens[i[0]]} of ${TITLES[table]}`;
    if (j && j[1] - j[0] === 1) return `${ofColumn} ${TOKENS_ACROSS.includes(table) ? names.k[j[0]] : j[0] + 1} of ${TITLES[table]}`;
    return TITLES[table];
  }

  lab.origins = { of: originsOf, name: nameOf };
})();
