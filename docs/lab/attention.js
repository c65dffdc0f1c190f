"use strict";
// The pane Attention: tables in, switches, scores, weights and output at once, what each number is made of.
(() => {
  const MOST = 64;
  const MOST_HEADS = 8;
  const { make } = lab;
  const TITLES = { x: "X", wq: "W_Q", wk: "W_K", wv: "W_V", wo: "W_O", q: "Q", k: "K", v: "V" };
  const NAMED = [[/^(x|inputs?|embeddings?)$/, "x"], [/^w_?q$/, "wq"], [/^w_?k$/, "wk"], [/^w_?v$/, "wv"], [/^w_?o$/, "wo"],
    [/^(q|quer(y|ies))$/, "q"], [/^(k|keys?)$/, "k"], [/^(v|values?)$/, "v"]];
  const INPUTS = { qkv: ["q", "k", "v"], x: ["x", "wq", "wk", "wv", "wo"] };

  const AIMED = { qkv: ["scores", "weights", "output"], x: ["scores", "weights", "output", "q", "k", "v"] };

  const flip = (rows) => (rows.length === 0 ? [] : rows[0].map((_, j) => rows.map((row) => row[j])));
  const copy = (state) => JSON.parse(JSON.stringify(state));

  // ---- states, also those of links, which anybody may have written

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

  /** The number that is explained: of which table, of which query, which one. Q, K and V are computed of X only. */
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

  // ---- the pane

  function mount(section, _, linked) {
    let state = null;
    let result = null;
    let aim = null;
    let step = null;  // of a link, until the player is drawn
    let refused = "";  // why the number in a field is not used
    const memory = lab.history((past) => { state = past; update(false); });
    const views = {};

    const button = (text, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, text);
    const change = (more) => { state = checked({ ...state, ...more }) ?? state; update(); };
    const toggle = (key, text) => {
      const box = make("input", { type: "checkbox", onchange: () => change({ [key]: box.checked }) });
      views[key] = box;
      return make("label", { class: "switch" }, box, " ", text);
    };
    const field = (key, text, least, most, step, empty, otherwise = least) => {
      let before = otherwise;  // the field was entered
      const box = make("input", { type: "number", min: least, max: most, step, placeholder: empty, onfocus: () => { before = state[key]; }, oninput: () => {
        const value = box.value === "" ? otherwise : Number(box.value);
        const wrong = !(value >= least && value <= most) || (step === 1 && !Number.isInteger(value));
        box.classList.toggle("wrong", wrong);
        box.setAttribute("aria-invalid", String(wrong));
        refused = wrong ? `${text} takes ${step === 1 ? "a whole number" : "a number"} from ${least} to ${most}; what is shown is of ${before === otherwise ? empty : before}.` : "";
        change({ [key]: wrong ? before : value });  // the 6 of 65 was not meant
      }, onblur: () => {
        if (refused === "") return;
        refused = "";
        update(false);
      } });
      views[key] = box;
      return make("label", { class: "switch" }, text, " ", box);
    };
    const choice = (text, options, onpick) => {
      const buttons = options.map(([id, words]) => button(words, () => onpick(id)));
      return { element: make("div", { class: "choice", role: "group", "aria-label": text }, buttons),
        draw: (id) => buttons.forEach((one, n) => one.setAttribute("aria-pressed", String(options[n][0] === id))) };
    };

    // Numbers that are given.
    const source = choice("What is given", [["qkv", "Q, K, V"], ["x", "X and weights"]], (from) => changeSource(from));
    const layout = choice("Where tokens are", [[false, "rows"], [true, "columns"]], turn);
    const tokens = make("input", { type: "text", class: "wide", spellcheck: "false", maxlength: "4000", oninput: () => change({ tokens: tokens.value.split(tokens.value.includes(",") ? /\s*,\s*/ : /\s+/).filter(Boolean) }) });
    const box = make("textarea", { rows: "4", spellcheck: "false", placeholder: "Q = array([[1.0, 0.5], …])\nK = tensor([[…]])\nV = \\begin{bmatrix} … \\end{bmatrix}, or cells of a spreadsheet", "aria-describedby": "attention-read" });
    const said = make("div", { id: "attention-read", role: "status" });
    const inputs = Object.fromEntries(Object.keys(TITLES).map((name) => [name, lab.grid({
      name: TITLES[name],
      edit: (i, j, value) => change({ tables: { ...state.tables, [name]: state.tables[name].map((row, n) => (n === i ? row.map((old, m) => (m === j ? value : old)) : row)) } }),
      paste: (text) => paste(text, name),
    })]));
    const cards = Object.fromEntries(Object.keys(TITLES).map((name) => [name, make("div", { class: "given" },
      make("div", { class: "bar" }, make("h3", {}, lab.math(TITLES[name])), make("span", { class: "quiet small size" }), make("span", { class: "grow" }), resizer(name)),
      make("div", { class: "scroll" }, inputs[name].element))]));

    function resizer(name) {
      const add = (rows, columns) => () => resize(name, rows, columns);
      return make("span", { class: "resize" },
        button("− row", add(-1, 0), { "aria-label": `take a row from ${TITLES[name]}` }), button("+ row", add(1, 0), { "aria-label": `add a row to ${TITLES[name]}` }),
        button("− column", add(0, -1), { "aria-label": `take a column from ${TITLES[name]}` }), button("+ column", add(0, 1), { "aria-label": `add a column to ${TITLES[name]}` }));
    }

    let waiting = 0;  // for the end of typing
    /** Tokens as rows or as columns: what was pasted is read anew as it stands, other tables are turned and their attention stays. */
    function turn(columns) {
      if (columns === state.columns) return;
      clearTimeout(waiting);
      const turned = Object.fromEntries(Object.entries(state.tables).map(([name, rows]) => [name, flip(rows)]));
      const words = state.pasted ? "The tables are read as they stand, their" : "The tables were turned, the attention is the same:";
      said.replaceChildren(make("p", { class: "small" }, `${words} ${columns ? "columns" : "rows"} are tokens.`));
      change({ columns, tables: state.pasted ? state.tables : turned });
    }

    /** More or fewer rows and columns; what else must have as many gets them too. */
    function resize(name, rows, columns) {
      const sized = (table, n, m) => Array.from({ length: n }, (_, i) => Array.from({ length: m }, (_, j) => table[i]?.[j] ?? 0));
      const within = (n) => Math.max(1, Math.min(MOST, n));
      const tables = copy(state.tables);
      const by = state.columns ? [columns, rows] : [rows, columns];  // tokens, numbers of a token
      const grow = (one, t, n) => {
        const [r, c] = state.columns ? [n, t] : [t, n];
        tables[one] = sized(tables[one], within(tables[one].length + r), within(tables[one][0].length + c));
      };
      grow(name, ...by);
      if (state.from === "qkv") {
        const partners = { q: ["k"], k: ["q"], v: [] }[name];
        const tokenPartners = ["q", "k", "v"].filter((one) => one !== name && tokensOf(state.tables[one]) === tokensOf(state.tables[name]));
        for (const one of tokenPartners) grow(one, by[0], 0);
        for (const one of partners) grow(one, 0, by[1]);
      } else if (name === "x" && by[1] !== 0) {
        for (const one of ["wq", "wk", "wv"]) grow(one, by[1], 0);
      } else if (["wq", "wk", "wv"].includes(name)) {
        if (by[0] !== 0) {
          grow("x", 0, by[0]);
          for (const one of ["wq", "wk", "wv"]) if (one !== name) grow(one, by[0], 0);
        }
        if (name === "wv" && tables.wo) grow("wo", by[1], 0);
        else if (name !== "wv") grow(name === "wq" ? "wk" : "wq", 0, by[1]);
      } else if (name === "wo") {
        grow("wv", 0, by[0]);
      }
      change({ tables });
    }

    function changeSource(from) {
      const tables = { ...state.tables };
      const n = tables.q ?? tables.x;
      if (from === "x" && !tables.x) {
        const size = state.columns ? n.length : n[0].length;
        const identity = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)));
        Object.assign(tables, { x: n, wq: identity, wk: identity, wv: identity });
      } else if (from === "qkv" && !tables.q && result) {
        for (const name of ["q", "k", "v"]) tables[name] = state.columns ? flip(result[name]) : result[name];
      }
      change({ from, tables });
    }

    const tokensOf = (table) => (state.columns ? table[0].length : table.length);

    /** Takes the tables of a text: by their names, else in their order; onto one table where it is told which. */
    function paste(text, onto = null) {
      clearTimeout(waiting);  // what was typed before is no news any more
      const { tables, problems } = lab.readTables(text);
      const whole = tables.filter((table) => table.complete);
      const many = (n) => (n === 1 ? "1 more table was" : `${n} more tables were`);
      const notes = problems.map(({ line, column, word, why }) => make("p", { class: "problem" }, `Line ${line}, column ${column}: “${word}” ${why}.`));
      const large = whole.find(({ rows }) => rows.length > MOST || rows[0].length > MOST);
      if (large) notes.unshift(make("p", { class: "problem" }, `A table of ${large.rows.length} × ${large.rows[0].length}: the lab takes up to ${MOST} × ${MOST}.`));
      else if (whole.length === 0 && problems.length === 0 && text.trim() !== "") notes.push(make("p", { class: "problem" }, "There is no table of numbers in this text."));
      const broken = whole.length < tables.length;  // numbers of two texts would stand side by side
      if (broken) notes.unshift(make("p", { class: "problem" }, "Nothing was taken: mend what is told below, and paste again."));
      const taken = large || broken || whole.length === 0 ? null : assign(whole, onto);
      if (taken) {
        const labels = whole.find((table) => table.labels.length === table.rows.length)?.labels;
        notes.unshift(make("p", { class: "small" }, `Read: ${Object.entries(taken.tables).map(([name, rows]) => `${TITLES[name]} ${rows.length} × ${rows[0].length}`).join(", ")}.${taken.left > 0 ? ` ${many(taken.left)} not taken: there is no place for ${taken.left === 1 ? "it" : "them"}.` : ""}`));
        const tables = { ...state.tables, ...taken.tables };
        const first = tables[INPUTS[taken.from][0]];
        const sameNumber = state.tokens.length === tokensOf(first);
        change({ from: taken.from, tables, pasted: true, tokens: labels ?? (sameNumber ? state.tokens : []) });
      }
      const isLeft = !taken && text.trim() !== "";
      if (isLeft && result) notes.push(make("p", { class: "small" }, "What is shown in grey is still of the tables that were there before."));
      fade(isLeft && result !== null);
      said.replaceChildren(...notes.slice(0, 8));
    }

    function assign(found, onto) {
      const tables = {};
      if (onto) return { from: state.from, tables: { [onto]: found[0].rows }, left: found.length - 1 };
      const free = [];
      for (const table of found) {
        const known = NAMED.find(([pattern]) => pattern.test(table.name.toLowerCase()));
        if (known && !tables[known[1]]) tables[known[1]] = table.rows;
        else free.push(table.rows);
      }
      const named = Object.keys(tables);
      const from = named.some((name) => INPUTS.x.includes(name)) ? "x" : named.length > 0 || free.length < 4 ? (free.length === 1 && named.length === 0 ? state.from : "qkv") : "x";
      const order = INPUTS[from].filter((name) => !tables[name]);
      if (free.length === 1 && named.length === 0 && from === "qkv") Object.assign(tables, { q: free[0], k: free[0], v: free[0] });
      else free.forEach((rows, n) => { if (order[n]) tables[order[n]] = rows; });
      const taken = Object.values(tables);
      const left = found.filter(({ rows }) => !taken.includes(rows)).length;
      const missing = INPUTS[from].filter((name) => name !== "wo" && !tables[name] && !state.tables[name]);
      for (const name of missing) tables[name] = tables.q ?? tables.k ?? tables.v ?? tables.x;
      return { from, tables, left };
    }

    box.addEventListener("paste", (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (text.length <= 100_000) return;
      event.preventDefault();  // such a text is read, but not shown
      paste(text);
    });
    box.addEventListener("input", () => {
      clearTimeout(waiting);
      fade(result !== null);
      waiting = setTimeout(() => paste(box.value), 200);
    });

    // Results.
    const formula = make("code", { class: "formula" });
    const trouble = make("p", { class: "problem", role: "alert" });
    const made = make("div", { class: "made", "aria-live": "polite" });
    const headChoice = make("select", { "aria-label": "Head that is shown", onchange: () => change({ head: Number(headChoice.value) }) });
    const pointAt = (kind) => (i, j) => {
      aim = state.columns ? [kind, j, i] : [kind, i, j];
      showMade();
      link();
    };
    const pickQuery = (i, j) => { change({ query: state.columns ? j : i }); };
    const maps = {
      scores: lab.grid({ name: "Scores", hue: "scores", point: pointAt("scores"), pick: pickQuery }),
      weights: lab.grid({ name: "Weights", hue: "weights", point: pointAt("weights"), pick: pickQuery }),
      output: lab.grid({ name: "Output", hue: "values", point: pointAt("output"), pick: pickQuery }),
    };
    const projected = Object.fromEntries(["q", "k", "v"].map((name) => [name, lab.grid({ name: `${TITLES[name]}, computed`, hue: "values", point: pointAt(name) })]));
    const mapCard = (title, note, grid) => make("div", { class: "map" }, make("div", { class: "bar" }, make("h2", {}, title), make("span", { class: "quiet small" }, lab.math(note))), make("div", { class: "scroll" }, grid.element));
    const projectedCards = make("div", { class: "maps small_maps" }, ["q", "k", "v"].map((name) => mapCard(TITLES[name], "", projected[name])));
    const player = lab.player({ onchange: (more) => change(more), onstep: () => link() });

    const undo = button("Undo", () => pane.undo());
    const redo = button("Redo", () => pane.redo());
    const sampleNote = make("p", { class: "small quiet" });
    const samples = lab.samples.map((sample) => button(sample.title, () => start(sample)));

    /** The state with what is looked at: the number that is explained and the step of the player. */
    const link = () => lab.link("attention", { ...state, aim, step: player.step() });

    /** Takes the state of a link, if it is one; says whether it is. */
    function take(given) {
      const other = checked(given);
      if (given && !other) lab.sayBroken(true);
      if (!other) return false;
      state = other;
      aim = checkedAim(given.aim, state.from);
      step = whole(given.step, 0, MOST, null);
      return true;
    }

    function start(sample) {
      box.value = "";
      said.replaceChildren();
      aim = null;
      state = checked(copy(sample.state));
      update();
    }

    section.append(
      make("div", { class: "bar start" }, make("span", { class: "small quiet" }, "Start with"), samples, button("Your own numbers", () => box.focus()), make("span", { class: "grow" }), undo, redo, button("Reset", () => start(lab.samples[0]))),
      sampleNote,
      make("div", { class: "workbench" },
        make("div", { class: "results" },
          make("div", { class: "card switches" },
            make("div", { class: "scroll" }, formula),
            make("div", { class: "bar" }, toggle("scale", "scale by √d"), toggle("causal", "causal"), field("window", "window", 0, MOST, 1, "none"), field("softcap", "soft cap", 0, 1e6, "any", "none"),
              field("temperature", "temperature", 0.01, 1e6, "any", "1", 1), field("heads", "heads", 1, MOST_HEADS, 1, "1"), headChoice, field("places", "decimals", 1, 8, 1, "3", 3)),
            trouble),
          make("div", { class: "card made_card" }, make("h2", { class: "hidden_words" }, "What the number is made of"), made),
          projectedCards,
          make("div", { class: "maps" }, mapCard("Scores", "a row for each query", maps.scores), mapCard("Weights", "each row sums to 1", maps.weights), mapCard("Output", "weights × values", maps.output))),
        make("div", { class: "card givens" },
          make("div", { class: "stack" },
            make("h2", {}, "Numbers"),
            make("div", { class: "bar" }, source.element),
            make("div", { class: "bar" }, make("span", { class: "small" }, "tokens are"), layout.element),
            make("label", { class: "stack" }, "Tokens, with spaces or commas between them", tokens),
            make("label", { class: "stack" }, "Paste tables, as NumPy, PyTorch, LaTeX or a spreadsheet give them", box), said,
            make("p", { class: "small quiet" }, "Or type over a number; pasting onto a table replaces it.")),
          make("div", { class: "tables" }, Object.values(cards))),
        player.element));
    const notes = Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, map.element.closest(".map").querySelector(".quiet")]));

    const products = ["q", "k", "v"].map((name) => projected[name].element.closest(".map").querySelector(".quiet"));

    const pane = lab.attention;
    pane.undo = () => memory.undo();
    pane.redo = () => memory.redo();
    pane.shown = (given) => {
      update(take(given));
    };

    /** Names of queries and keys; in sentences tokens are quoted. */
    function tokenNames(quote = (text) => text) {
      const name = (n, letter) => (state.tokens[n] === undefined ? `${letter}${n + 1}` : quote(lab.label(state.tokens[n], 60)));
      return { q: result.q.map((_, i) => name(i, "t")), k: result.k.map((_, i) => name(i, result.k.length === result.q.length ? "t" : "k")) };
    }

    /** Draws tables one after the other, large ones so that the page responds between them; false if others are to be drawn. */
    async function drawAll(drawings, mine) {
      const isLarge = INPUTS[state.from].some((name) => (state.tables[name]?.length ?? 0) * (state.tables[name]?.[0].length ?? 0) > 1000);
      for (const draw of drawings) {
        draw();
        if (isLarge) await lab.breath();
        if (mine !== round) return false;
      }
      return true;
    }

    function drawInput(name) {
      const rows = state.tables[name];
      const used = INPUTS[state.from].includes(name) && rows;
      cards[name].hidden = !used;
      if (!used) return;
      const ofTokens = "xqkv".includes(name);
      const label = (n, isToken) => (isToken && state.tokens[n] !== undefined ? lab.label(state.tokens[n], 60) : String(n + 1));
      inputs[name].draw(rows, rows.map((_, i) => label(i, ofTokens && !state.columns)), rows[0].map((_, j) => label(j, ofTokens && state.columns)), shownPlaces(rows));
      cards[name].querySelector(".size").textContent = `${rows.length} × ${rows[0].length}`;
    }

    /** As many decimals as the numbers have, up to 4. */
    function shownPlaces(rows) {
      let places = 0;
      for (const row of rows) for (const value of row) for (let p = places; p < 4 && Number(value.toFixed(p)) !== value; p += 1) places = p + 1;
      return places;
    }

    function drawSwitches() {
      source.draw(state.from);
      layout.draw(state.columns);
      for (const key of ["scale", "causal"]) views[key].checked = state[key];
      for (const key of ["window", "softcap", "temperature", "heads", "places"]) {
        if (document.activeElement !== views[key]) views[key].value = state[key] === 0 ? "" : state[key];
        if (document.activeElement !== views[key]) views[key].classList.remove("wrong");
      }
      if (document.activeElement !== tokens) tokens.value = state.tokens.join(state.tokens.some((text) => /\s/.test(text)) ? ", " : " ");
      formula.textContent = formulaOf(state);
      headChoice.hidden = state.heads === 1;
      headChoice.replaceChildren(...Array.from({ length: state.heads }, (_, h) => make("option", { value: h, selected: h === state.head }, `head ${h + 1}`)));
      undo.setAttribute("aria-disabled", String(!memory.canUndo()));  // disabled would lose the focus
      redo.setAttribute("aria-disabled", String(!memory.canRedo()));
      const whole = (one) => JSON.stringify(checked(one.state)) === JSON.stringify(state);
      const tables = (one) => JSON.stringify(checked(one.state).tables) === JSON.stringify(state.tables);
      const sample = lab.samples.find(whole) ?? lab.samples.find(tables);
      samples.forEach((one, n) => one.setAttribute("aria-pressed", String(whole(lab.samples[n]))));
      sampleNote.textContent = sample ? sample.note : "Your own numbers. Nothing leaves this page.";
    }

    async function drawResults(mine) {
      const names = tokenNames();
      const turned = (rows) => (state.columns ? flip(rows) : rows);
      const draw = (grid, rows, rowNames, columnNames) => grid.draw(turned(rows), ...(state.columns ? [columnNames, rowNames] : [rowNames, columnNames]), state.places);
      const numbered = (rows) => rows[0].map((_, n) => String(n + 1));
      projectedCards.hidden = state.from !== "x";
      const drawings = [() => draw(maps.scores, result.head.scores, names.q, names.k), () => draw(maps.weights, result.head.weights, names.q, names.k),
        () => draw(maps.output, result.output, names.q, numbered(result.output))];
      if (state.from === "x") for (const name of ["q", "k", "v"]) drawings.push(() => draw(projected[name], result[name], names.q, numbered(result[name])));
      if (!await drawAll(drawings, mine)) return false;
      maps.weights.fade((i, j) => (state.columns ? result.head.scores[j][i] : result.head.scores[i][j]) === -Infinity);
      if (state.from === "x") {
        ["W_Q", "W_K", "W_V"].forEach((w, n) => products[n].replaceChildren(...lab.math(state.columns ? `${w} × X` : `X × ${w}`)));
      }
      for (const map of Object.values(maps)) map.mark((i, j) => (state.columns ? j : i) === result.query);
      const one = state.columns ? "column" : "row";
      const head = state.heads > 1 ? `, head ${state.head + 1}` : "";
      notes.scores.textContent = `a ${one} for each query${head}`;
      notes.weights.textContent = `each ${one} sums to 1${head}`;
      notes.output.textContent = state.heads > 1 ? `${state.heads} heads ${state.columns ? "one below the other" : "side by side"}${result.wo ? (state.columns ? ", W_O × them" : ", × W_O") : ""}` : state.columns ? "values × weights" : "weights × values";
      showMade();
      return true;
    }

    function showMade() {
      if (!result) return;
      const names = tokenNames((text) => `“${text}”`);
      const [kind, i, j] = aim ?? ["weights", result.query, Math.min(result.query, result.k.length - 1)];
      const rows = { scores: result.head.scores, weights: result.head.weights, output: result.output }[kind] ?? result[kind];
      for (const [name, map] of Object.entries({ ...maps, ...projected })) map.explain(...(name !== kind ? [-1, -1] : state.columns ? [j, i] : [i, j]));
      if (rows?.[i]?.[j] === undefined) return made.replaceChildren();
      made.replaceChildren(...(lab.madeOf[kind] ? lab.madeOf[kind](result, i, j, names, state) : lab.madeOf.projected(result, kind, i, j, names, state)));
    }

    /** Results that are not those of the numbers given are grey. */
    const fade = (isStale) => section.querySelector(".workbench").classList.toggle("stale", isStale);

    /** An alert is read out whenever it is written: only where it is another. */
    function say(words) {
      if (trouble.textContent !== words) trouble.textContent = words;
    }

    function complain(words) {
      say(words);
      fade(words !== "");
    }

    /** What heed would refuse in other words than a user of the page has. */
    function problemOf(tables) {
      const divided = (rows) => rows[0].length % state.heads === 0;
      const sizes = tables.x ? [["W_Q", tables.wq], ["W_K", tables.wk], ["W_V", tables.wv]] : [["Q", tables.q], ["K", tables.k], ["V", tables.v]];
      const [[first, q], [second, k], [third, v]] = sizes;
      const has = tables.x ? "gives" : "has";
      const width = tables.x?.[0].length;
      const other = tables.x && sizes.find(([, rows]) => rows.length !== width);
      const ofToken = (n) => `${lab.several(n, "number")} a token`;
      if (other) return `X has ${ofToken(width)}, ${other[0]} takes ${other[1].length}: they have to agree.`;
      if (q[0].length !== k[0].length) return `${first} ${has} ${ofToken(q[0].length)}, ${second} ${has} ${k[0].length}: they have to agree.`;
      if (!tables.x && k.length !== v.length) return `${second} has ${lab.several(k.length, "token")}, ${third} has ${v.length}: they have to agree.`;
      if (tables.wo && tables.wo.length !== v[0].length) return `W_V gives ${ofToken(v[0].length)}, W_O takes ${tables.wo.length}: they have to agree.`;
      const bad = sizes.find(([, rows]) => !divided(rows));
      return bad ? `${state.heads} heads do not divide the ${lab.several(bad[1][0].length, "number")} of ${bad[0]}.` : "";
    }

    /** Where numbers are beyond double precision, in words; empty where none is. */
    function overflowOf({ q, k, head, output }) {
      const names = tokenNames();
      const bad = (rows, isFine) => {
        const i = rows.findIndex((row) => !row.every(isFine));
        return i === -1 ? null : [i, rows[i].findIndex((value) => !isFine(value))];
      };
      const largest = "beyond the largest number of double precision, about 1.8e308";
      const projection = [["q", q], ["k", k]].map(([name, rows]) => [TITLES[name], bad(rows, Number.isFinite)]).find(([, at]) => at);
      if (projection) return `A sum of products in ${projection[0]} is ${largest}: nothing that follows from it is a number.`;
      const score = bad(head.scores, (value) => Number.isFinite(value) || value === -Infinity) ?? bad(head.products, Number.isFinite);
      if (score) return `The score of ${names.q[score[0]]} and ${names.k[score[1]]} is ${largest}, and the softmax of an infinite score is no number.`;
      return bad(output, Number.isFinite) ? `A sum of weights times values is ${largest}.` : "";
    }

    let round = 0;
    async function update(remember = true) {
      round += 1;
      const mine = round;
      if (state.head >= state.heads) state.head = 0;
      aim = checkedAim(aim, state.from);
      if (remember) memory.push(state);
      fade(result !== null);  // those of before
      drawSwitches();
      if (!await drawAll(Object.keys(inputs).map((name) => () => drawInput(name)), mine)) return;
      const given = Object.fromEntries(INPUTS[state.from].filter((name) => state.tables[name]).map((name) => [name, state.columns ? flip(state.tables[name]) : state.tables[name]]));
      const problem = problemOf(given);
      if (problem) return complain(problem);
      try {
        const computed = await lab.engine.withEngine((engine) => {
          const all = engine.attend(given, state);
          const query = Math.min(state.query, all.q.length - 1);
          return { ...all, ...given, query, keyBlock: engine.keyBlock(), steps: engine.play(state.head, query, all.k.length, state.block) };
        });
        if (mine !== round) return;
        const size = computed.q[0].length / state.heads;
        const part = (name) => computed[name].map((row) => row.slice(state.head * size, (state.head + 1) * size));
        result = { ...computed, head: computed.heads[state.head], part };
        say(refused || overflowOf(result));
        if (!await drawResults(mine)) return;
        fade(refused !== "");
        player.draw(result, tokenNames(), state, step);
        step = null;
      } catch (error) {
        if (mine === round) complain(String(error.message ?? error));
      }
      link();
    }

    state = checked(copy(lab.samples[0].state));
    take(linked);
    return update();
  }

  lab.attention = { id: "attention", title: "Attention", mount };
  lab.pane(lab.attention);
})();
