"use strict";
// States of the pane Attention, also those of links, which anybody may have written; their formula; what two differ in.
lab.attentionState = (() => {
  const MOST = 64;
  const MOST_HEADS = 8;
  const TITLES = { x: "X", wq: "W_Q", wk: "W_K", wv: "W_V", wo: "W_O", q: "Q", k: "K", v: "V" };
  const INPUTS = { qkv: ["q", "k", "v"], x: ["x", "wq", "wk", "wv", "wo"] };

  const AIMED = { qkv: ["scores", "weights", "output", "q", "k", "v"], x: ["scores", "weights", "output", "q", "k", "v", "x", "wq", "wk", "wv", "wo"] };

  /** Headings of the pane that a link can lead to. */
  const PLACES = ["scores", "weights", "output", "flow", "online"];

  const flip = (rows) => (rows.length === 0 ? [] : rows[0].map((_, j) => rows.map((row) => row[j])));
  const copy = (state) => JSON.parse(JSON.stringify(state));

  const isTable = (rows) => Array.isArray(rows) && rows.length >= 1 && rows.length <= MOST && Array.isArray(rows[0]) && rows[0].length >= 1
    && rows[0].length <= MOST && rows.every((row) => Array.isArray(row) && row.length === rows[0].length && row.every(Number.isFinite));
  const whole = (value, least, most, otherwise) => (Number.isInteger(value) && value >= least && value <= most ? value : otherwise);

  /** A state in which everything is there and within bounds, or null. */
  function checked(given) {
    if (!given || typeof given !== "object" || !Object.hasOwn(INPUTS, given.from)) return null;
    const tokens = Array.isArray(given.tokens) ? given.tokens.slice(0, MOST) : [];
    if (!tokens.every((text) => typeof text === "string" || typeof text === "number")) return null;
    const tables = {};
    for (const name of Object.keys(TITLES)) if (isTable(given.tables?.[name])) tables[name] = given.tables[name];
    if (INPUTS[given.from].some((name) => name !== "wo" && !tables[name])) return null;
    const positive = (value, otherwise) => (Number.isFinite(value) && value > 0 && value <= 1e6 ? value : otherwise);
    return {
      from: given.from, tables, tokens: tokens.map((text) => String(text).slice(0, 200)),
      scale: Boolean(given.scale), causal: Boolean(given.causal), columns: Boolean(given.columns), pasted: Boolean(given.pasted), window: whole(given.window, 0, MOST, 0),
      softcap: positive(given.softcap, 0), temperature: positive(given.temperature, 1), heads: whole(given.heads, 1, MOST_HEADS, 1),
      head: whole(given.head, 0, MOST_HEADS - 1, 0), places: whole(given.places, 1, 8, 3), query: whole(given.query, 0, MOST - 1, 0),
      block: whole(given.block, 1, MOST, 4),
    };
  }

  /** The number that is explained: of which table, of which token, which one. */
  const checkedAim = (given, from) => (Array.isArray(given) && AIMED[from].includes(given[0]) && whole(given[1], 0, MOST, null) !== null && whole(given[2], 0, MOST, null) !== null
    ? given.slice(0, 3) : null);

  /** The formulas as one writes them in C++: of Q, K and V where they are computed, of a head, and of all heads. */
  function formulaOf(state) {
    const product = (w) => (state.columns ? `${w} * X` : `X * ${w}`);
    const projections = state.from === "x" ? `Q = ${product("W_Q")}, K = ${product("W_K")}, V = ${product("W_V")}\n` : "";
    const one = attentionOf(state);
    if (state.heads === 1 && !(state.from === "x" && state.tables.wo)) return projections + one;
    const last = state.from === "x" && state.tables.wo ? (state.columns ? "\nW_O * concat(heads)" : "\nconcat(heads) * W_O") : "\nconcat(heads)";
    return `${projections}${state.heads} ${state.heads === 1 ? "head" : `heads, each of its ${state.columns ? "rows" : "columns"} of Q, K and V`}: ${one}${last}`;
  }

  function attentionOf({ scale, causal, window, softcap, temperature, columns }) {
    let scores = columns ? "transpose(K) * Q" : "Q * transpose(K)";
    if (scale) scores += columns ? " / sqrt(dim<0>(K))" : " / sqrt(dim<1>(K))";
    if (softcap > 0) scores = `softcap(${scores}, ${softcap})`;
    if (temperature !== 1) scores = `${scores} / ${temperature}`;
    const [q, k] = columns ? ["k", "q"] : ["q", "k"];  // of scores, rows are q and columns k
    const mask = [causal ? `${k} <= ${q}` : "", window ? `${q} - ${k} < ${window}` : ""].filter(Boolean).join(" && ");
    if (mask) scores = `where(${mask}, ${scores})`;
    return columns ? `V * softmax<0>(${scores})` : `softmax(${scores}) * V`;
  }

  // ---- links that are written by hand: sample=two-heads&head=2&query=3&aim=weights,3,1, where all counts begin at 1

  const PLAIN = { scale: true, causal: false, window: 0, softcap: 0, temperature: 1, heads: 1, columns: false, head: 0, places: 3, query: 0, block: 4, tokens: [] };
  const COUNTED = ["head", "query"];
  const rowsOf = (text) => text.split(";").map((row) => row.split(",").map((word) => (word.trim() === "" ? NaN : Number(word))));

  /** The state that such a link means; what it does not say is that of its sample, or usual. */
  function ofWords(words) {
    const sample = lab.samples.find((one) => one.id === words.sample);
    if (words.sample && !sample) return null;
    const state = { ...PLAIN, tables: {}, ...copy(sample?.state ?? {}) };
    for (const name of Object.keys(TITLES)) if (words[name]) state.tables[name] = rowsOf(words[name]);
    state.from = Object.keys(words).some((name) => INPUTS.x.includes(name)) ? "x" : words.q ? "qkv" : state.from ?? "qkv";
    if (words.tokens) state.tokens = words.tokens.split(",");
    for (const name of ["scale", "causal", "columns"]) if (words[name]) state[name] = words[name] !== "0";
    for (const name of ["window", "softcap", "temperature", "heads", "block", "head", "query"]) if (words[name]) state[name] = Number(words[name]) - (COUNTED.includes(name) ? 1 : 0);
    if (words.decimals) state.places = Number(words.decimals);
    const [kind, i, j] = words.aim?.split(",") ?? [];
    if (["scores", "weights", "output"].includes(kind) && !words.query) state.query = i - 1;  // as a click on it does
    return { ...state, aim: kind ? [kind, i - 1, j - 1] : null, step: words.step ? Number(words.step) : null, flow: words.flow ? Number(words.flow) : null, at: words.at };
  }

  // ---- what two states differ in, as Undo says it

  const CALLED = { scale: "scale", causal: "causal", window: "window", softcap: "soft cap", temperature: "temperature", heads: "heads", head: "choice of head", places: "decimals",
    query: "choice of query", block: "keys a block", columns: "rows or columns", tokens: "tokens" };

  function differenceOf(a, b) {
    if (!a || !b) return "";
    const other = (x, y) => JSON.stringify(x) !== JSON.stringify(y);
    const tables = Object.keys(TITLES).filter((name) => other(a.tables[name], b.tables[name]));
    const changed = Object.keys(CALLED).filter((name) => other(a[name], b[name]));
    if (a.from !== b.from) return "what is given";
    if (changed.includes("columns")) return CALLED.columns;
    if (tables.length === 1 && changed.length === 0) return `numbers of ${TITLES[tables[0]].replace("_", "")}`;
    if (tables.length > 0) return "tables";
    return changed.length > 0 ? CALLED[changed[0]] : "";
  }

  /** What a window leaves where it is not causal, in words. */
  function windowWords({ window, causal }) {
    if (!window || causal) return "";
    const before = window === 1 ? "none before it" : `the ${window - 1} before it`;
    return `Without “causal”, a window of ${window} leaves a token itself, ${before}, and all after it.`;
  }

  return { MOST, MOST_HEADS, TITLES, INPUTS, PLACES, flip, copy, checked, checkedAim, whole, formulaOf, ofWords, differenceOf, windowWords };
})();
