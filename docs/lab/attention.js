"use strict";
// The pane Attention: tables in, switches, scores, weights and output at once, what each number is made of.
(() => {
  const { make } = lab;
  const { MOST, MOST_HEADS, TITLES, INPUTS, PLACES, flip, copy, checked, checkedAim, whole, formulaOf, ofWords, differenceOf, windowWords } = lab.attentionState;
  const NAMED = [[/^(x|inputs?|embeddings?)$/, "x"], [/^w_?q$/, "wq"], [/^w_?k$/, "wk"], [/^w_?v$/, "wv"], [/^w_?o$/, "wo"],
    [/^(q|quer(y|ies))$/, "q"], [/^(k|keys?)$/, "k"], [/^(v|values?)$/, "v"]];

  const MOST_PRINTED = 16;  // columns

  // ---- the pane

  function mount(section, _, linked) {
    let state = null;
    let result = null;
    let aim = null;
    let steps = {};  // of a link, until the player and the flow are drawn
    let at = null;  // the place that a link led to
    let refused = null;  // why the number in a field is not used: { words, at }
    let isChosen = false;  // somebody pointed at a number
    const memory = lab.history((past) => { state = past; update(false); });
    const views = {};
    const spots = {};  // where an error of a field or table stands

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
        refused = wrong ? { at: key, words: `${text} takes ${step === 1 ? "a whole number" : "a number"} from ${least} to ${most}; what is shown is of ${before === otherwise ? empty : before}.` } : null;
        change({ [key]: wrong ? before : value });  // the 6 of 65 was not meant
      }, onblur: () => {
        if (!refused) return;
        refused = null;
        update(false);
      } });
      views[key] = box;
      spots[key] = make("span", { class: "spot" }, make("label", { class: "switch" }, text, " ", box));
      return spots[key];
    };
    const choice = (text, options, onpick) => {
      const buttons = options.map(([id, words]) => button(words, () => onpick(id)));
      return { element: make("div", { class: "choice", role: "group", "aria-label": text }, buttons),
        draw: (id) => buttons.forEach((one, n) => one.setAttribute("aria-pressed", String(options[n][0] === id))) };
    };

    // Numbers that are given.
    const source = choice("What is given", [["qkv", "Q, K, V"], ["x", "X and weights"]], (from) => changeSource(from));
    const layout = choice("Where tokens are", [[false, "rows"], [true, "columns"]], turn);
    const tokens = make("input", { type: "text", class: "wide", spellcheck: "false", maxlength: "4000", placeholder: "with spaces or commas", oninput: () => change({ tokens: tokens.value.split(tokens.value.includes(",") ? /\s*,\s*/ : /\s+/).filter(Boolean) }) });
    const box = make("textarea", { rows: "3", spellcheck: "false", placeholder: "Q = array([[1.0, 0.5], …])\nK = tensor([[…]])\nV = \\begin{bmatrix} … \\end{bmatrix}, or cells of a spreadsheet", "aria-describedby": "attention-read" });
    const said = make("div", { id: "attention-read", role: "status" });
    const inputs = Object.fromEntries(Object.keys(TITLES).map((name) => [name, lab.grid({
      name: TITLES[name], title: "Point at a number to see what it goes into; type over it to change it", point: (i, j) => pointAt(name)(i, j),
      edit: (i, j, value) => change({ tables: { ...state.tables, [name]: state.tables[name].map((row, n) => (n === i ? row.map((old, m) => (m === j ? value : old)) : row)) } }),
      paste: (text) => paste(text, name),
    })]));
    const cards = Object.fromEntries(Object.keys(TITLES).map((name) => [name, make("div", { class: "given" },
      make("div", { class: "bar" }, make("h3", {}, lab.math(TITLES[name])), resizer(name)),
      make("div", { class: "scroll" }, inputs[name].element))]));
    Object.assign(spots, cards);

    /** The size of a table between buttons that change it: − 12 + × − 3 +. */
    function resizer(name) {
      const one = (words, sign, rows, columns) => button(sign, () => resize(name, rows, columns), { title: words, "aria-label": `${words} ${sign === "−" ? "from" : "to"} ${TITLES[name]}` });
      const count = () => make("span", { class: "count_of" });
      return make("span", { class: "resize" }, one("take a row", "−", -1, 0), count(), one("add a row", "+", 1, 0), " × ",
        one("take a column", "−", 0, -1), count(), one("add a column", "+", 0, 1));
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
      fade(result !== null, true);
      waiting = setTimeout(() => paste(box.value), 200);
    });

    // Results.
    const formula = make("code", { class: "formula" });
    const trouble = make("p", { class: "problem trouble", role: "alert" });
    const made = make("div", { class: "made", "aria-live": "polite" });
    const hint = make("p", { class: "small quiet hint", hidden: lab.kept("pointed") !== null },
      "Point at any number, tap it, or walk to it with Tab and arrow keys: here stands what it is made of, and lines show what it comes from.");
    const close = button("Close", () => dock(false), { class: "close" });
    const windowNote = make("p", { class: "small quiet window_note" });
    const headChoice = make("select", { "aria-label": "Head that is shown", onchange: () => change({ head: Number(headChoice.value) }) });
    const allHeads = make("div", { class: "all_heads", role: "group", "aria-label": "Weights of all heads" });
    const pointAt = (kind) => (i, j) => {
      const next = state.columns ? [kind, j, i] : [kind, i, j];
      if (String(next) === String(aim) && isChosen) return;
      aim = next;
      isChosen = true;
      lab.keep("pointed", "1");
      hint.hidden = true;
      showMade();
      dock(true);
      link();
    };
    const pickQuery = (i, j) => { change({ query: state.columns ? j : i }); };
    const title = "Point at a number to see what it is made of; Enter or a click chooses its query";
    const maps = {
      scores: lab.grid({ name: "Scores", hue: "scores", title, point: pointAt("scores"), pick: pickQuery }),
      weights: lab.grid({ name: "Weights", hue: "weights", title, point: pointAt("weights"), pick: pickQuery }),
      output: lab.grid({ name: "Output", hue: "values", title, point: pointAt("output"), pick: pickQuery }),
    };
    const projected = Object.fromEntries(["q", "k", "v"].map((name) => [name, lab.grid({ name: `${TITLES[name]}, computed`, hue: name === "v" ? "values" : "scores", title, point: pointAt(name) })]));
    const mapCard = (title, grid, hue) => make("div", { class: "map", style: `--hue:var(--${hue})` }, make("div", { class: "bar" }, make("h2", {}, title), make("span", { class: "quiet small" })), make("div", { class: "scroll" }, grid.element), make("p", { class: "scale" }));
    const projectedCards = make("div", { class: "maps small_maps" }, ["q", "k", "v"].map((name) => mapCard(TITLES[name], projected[name], name === "v" ? "values" : "scores")));
    const player = lab.player({ onchange: (more) => change(more), onstep: () => link() });
    const flow = lab.flow({ onstep: () => link() });

    const undo = button("Undo", () => pane.undo());
    const redo = button("Redo", () => pane.redo());
    const sampleNote = make("p", { class: "small quiet" });
    const samples = lab.samples.map((sample) => button(sample.title, () => start(sample)));

    /** Scrolls to a place at once, as browsers do to a part of a page, and reads on from there. Parts that are not drawn out of sight
     * are drawn for it: how high they are is known then. */
    async function goTo(name) {
      at = name;
      const drawn = (is) => [flow, player].forEach(({ element }) => element.classList.toggle("drawn_anywhere", is));
      drawn(true);
      headings[at].tabIndex = -1;
      headings[at].focus({ preventScroll: true });
      headings[at].scrollIntoView();
      await lab.breath();
      drawn(false);
    }
    const isSeen = ({ top, bottom }) => top >= 0 && bottom <= window.innerHeight;

    /** The state with what is looked at: the number that is explained, the steps of the player and the flow, and the place that a
     * link led to, while it is in sight. */
    const link = () => lab.link("attention", { ...state, aim, step: player.step(), flow: flow.step(), at: at && isSeen(headings[at].getBoundingClientRect()) ? at : undefined });

    /** Takes the state of a link, if it is one; says whether it is. */
    function take(link) {
      const given = link?.words ? ofWords(link.words) : link;
      const other = checked(given);
      if (link && !other) lab.sayBroken(true);
      if (!other) return false;
      state = other;
      aim = checkedAim(given.aim, state.from);
      steps = { player: whole(given.step, 0, MOST, null), flow: whole(given.flow, 0, MOST, null), at: PLACES.find((name) => name === given.at) };
      return true;
    }

    function start(sample) {
      box.value = "";
      said.replaceChildren();
      aim = null;
      state = checked(copy(sample.state));
      update();
    }

    /** Tables of zeros, nothing pasted, no names. */
    function startClean() {
      const zeros = [[0, 0], [0, 0], [0, 0]];
      start({ state: { ...lab.samples[0].state, from: "qkv", tables: { q: zeros, k: zeros, v: zeros }, tokens: [] } });
      box.focus();
    }

    const tables = make("div", { class: "tables" }, Object.values(cards));
    /** In large type, where results come first. */
    const toInputs = () => {
      tables.scrollIntoView();
      box.focus({ preventScroll: true });
    };
    const madeCard = make("div", { class: "card made_card" }, make("h2", { class: "hidden_words" }, "What the number is made of"), made, hint, close);
    const place = make("div", { class: "made_place" }, madeCard);
    const workbench = make("div", { class: "workbench" },
      make("div", { class: "card switches" },
        make("div", { class: "scroll grow" }, formula), make("div", { class: "bar" }, source.element, make("span", { class: "small" }, "tokens are"), layout.element, button("Edit numbers ↓", toInputs, { class: "to_inputs" })),
        make("div", { class: "bar" }, toggle("scale", "scale by √d"), toggle("causal", "causal"), field("window", "window", 0, MOST, 1, "none"), field("softcap", "soft cap", 0, 1e6, "any", "none"),
          field("temperature", "temperature", 0.01, 1e6, "any", "1", 1), field("heads", "heads", 1, MOST_HEADS, 1, "1"), headChoice, field("places", "decimals", 1, 8, 1, "3", 3)),
        windowNote),
      make("div", { class: "strip" }, make("h2", { class: "hidden_words" }, "Numbers"),
        make("div", { class: "side" }, tables, allHeads),
        make("div", { class: "card stack numbers_card" },
          make("label", { class: "stack" }, "Tokens", tokens),
          make("label", { class: "stack" }, "Paste tables", box), said,
          make("p", { class: "small quiet" }, "As NumPy, PyTorch, LaTeX and spreadsheets give them; or type over a number, or paste onto a table.")),
        place),
      projectedCards,
      make("div", { class: "maps" }, mapCard("Scores", maps.scores, "scores"), make("div", { class: "pair" }, mapCard("Weights", maps.weights, "weights"), mapCard("Output", maps.output, "values"))),
      flow.element, player.element);
    section.append(
      make("div", { class: "bar start" }, make("span", { class: "small quiet" }, "Start with"), samples, button("Your own numbers", startClean), make("span", { class: "grow" }), undo, redo, button("Reset", () => start(lab.samples[0]))),
      sampleNote, workbench);

    const grids = [inputs, maps, projected].flatMap(Object.values);
    window.addEventListener("scroll", () => grids.forEach((grid) => grid.drawRest()), { capture: true, passive: true });  // of rooms, too

    // Tables with more columns than there is room for on paper are drawn there: they would be cut off, and take seconds.
    window.addEventListener("beforeprint", () => {
      for (const grid of grids) {
        grid.drawRest();
        if (!(grid.rows()?.[0].length > MOST_PRINTED)) continue;
        grid.element.parentElement.classList.add("drawn");
        grid.element.parentElement.after(lab.picture(grid.rows(), 400, null));
      }
    });
    window.addEventListener("afterprint", () => {
      for (const room of section.querySelectorAll(".drawn")) {
        room.classList.remove("drawn");
        room.nextSibling.remove();
      }
    });

    const gridOf = (name) => maps[name] ?? (state.from === "x" ? projected[name] : null) ?? inputs[name];
    const wires = lab.wires(workbench, gridOf);

    /** Has the card of what is explained at the bottom of the window while its own place is out of sight; the page then ends
     * below it, and the number that was pointed at is above it. */
    function dock(wanted) {
      const is = wanted && isChosen && !isPlaceSeen();
      place.style.minHeight = is ? `${place.offsetHeight}px` : "";
      madeCard.classList.toggle("docked", is);
      const room = is ? `${madeCard.offsetHeight + 8}px` : "";
      document.documentElement.style.scrollPaddingBottom = section.style.paddingBottom = room;
      const number = section.querySelector("td.explained")?.getBoundingClientRect();
      const covered = is && number ? number.bottom - madeCard.getBoundingClientRect().top : 0;
      if (covered > 0) window.scrollBy(0, covered + 8);
    }
    const isPlaceSeen = () => {
      const { top } = place.getBoundingClientRect();
      return top >= -1 && top + madeCard.offsetHeight <= window.innerHeight + 1;
    };
    const undock = () => {
      if (madeCard.classList.contains("docked") && isPlaceSeen()) dock(false);
    };
    window.addEventListener("scroll", undock, { passive: true });
    window.addEventListener("resize", undock);
    workbench.addEventListener("keydown", (event) => {
      if (event.key === "Escape") dock(false);
    });
    const notes = Object.fromEntries(Object.entries(maps).map(([name, map]) => [name, map.element.closest(".map").querySelector(".quiet")]));
    const headings = Object.fromEntries(PLACES.map((name) => [name, ({ flow, online: player }[name]?.element ?? maps[name].element.closest(".map")).querySelector("h2")]));

    const products = ["q", "k", "v"].map((name) => projected[name].element.closest(".map").querySelector(".quiet"));

    const pane = lab.attention;
    pane.undo = () => memory.undo();
    pane.redo = () => memory.redo();
    pane.shown = (given) => {
      update(take(given));
    };

    /** Names of queries and keys, the same in all tables; in sentences tokens are quoted. */
    function tokenNames(quote = (text) => text) {
      const name = (n, letter) => (state.tokens[n] === undefined ? `${letter}${n + 1}` : quote(lab.label(state.tokens[n], 60)));
      const { q, k } = result ?? state.tables;
      return { q: q.map((_, i) => name(i, "t")), k: k.map((_, i) => name(i, k.length === q.length ? "t" : "k")) };
    }

    /** Draws tables one after the other, large ones so that the page responds between them; false if others are to be drawn. */
    async function drawAll(drawings, mine) {
      for (const draw of drawings) {
        if (draw() > 1000) await lab.breath();
        if (mine !== round) return false;
      }
      return true;
    }

    function drawInput(name) {
      const rows = state.tables[name];
      const used = INPUTS[state.from].includes(name) && rows;
      cards[name].hidden = !used;
      if (!used) return 0;
      const ofTokens = "xqkv".includes(name);
      const [queries, keys] = ["q", "k"].map((one) => tokensOf(state.tables[state.from === "x" ? "x" : one]));
      const letter = "kv".includes(name) && keys !== queries ? "k" : "t";
      const label = (n, isToken) => (isToken ? (state.tokens[n] === undefined ? `${letter}${n + 1}` : lab.label(state.tokens[n], 60)) : String(n + 1));
      const count = inputs[name].draw(rows, rows.map((_, i) => label(i, ofTokens && !state.columns)), rows[0].map((_, j) => label(j, ofTokens && state.columns)), shownPlaces(rows)) + inputs[name].drawRest();
      cards[name].querySelectorAll(".count_of").forEach((one, n) => { one.textContent = n === 0 ? rows.length : rows[0].length; });
      return count;
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
      windowNote.textContent = windowWords(state);
      headChoice.hidden = state.heads === 1;
      headChoice.replaceChildren(...Array.from({ length: state.heads }, (_, h) => make("option", { value: h, selected: h === state.head }, `head ${h + 1}`)));
      undo.setAttribute("aria-disabled", String(!memory.canUndo()));  // disabled would lose the focus
      redo.setAttribute("aria-disabled", String(!memory.canRedo()));
      [[undo, "Undo", memory.undoes()], [redo, "Redo", memory.redoes()]].forEach(([one, word, states]) => { one.textContent = states ? `${word} ${differenceOf(...states)}`.trim() : word; });
      const like = (part) => {
        const text = JSON.stringify(part(state));
        return lab.samples.findIndex((one) => JSON.stringify(part(checked(one.state))) === text);
      };
      const at = like((one) => one);
      const sample = lab.samples[at === -1 ? like((one) => one.tables) : at];
      samples.forEach((one, n) => one.setAttribute("aria-pressed", String(n === at)));
      const isClean = state.from === "qkv" && !Object.values(state.tables).flat(2).some((value) => value !== 0);
      sampleNote.textContent = sample ? sample.note : isClean ? "Your own numbers: paste tables, or type over the zeros. Nothing leaves this page." : "Your own numbers. Nothing leaves this page.";
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
      const isEmpty = result.head.scores.some((row) => row.every((score) => score === -Infinity));
      notes.weights.textContent = `each ${one} sums to 1${isEmpty ? ", or is 0 where no key is left" : ""}${head}`;
      notes.output.textContent = state.heads > 1 ? `${state.heads} heads ${state.columns ? "one below the other" : "side by side"}${result.wo ? (state.columns ? ", W_O × them" : ", × W_O") : ""}` : state.columns ? "V × weights" : "weights × V";
      for (const grid of [...Object.values(maps), ...Object.values(projected)]) grid.element.closest(".map").querySelector(".scale").replaceChildren(...scaleWords(grid.scale()));
      drawHeads();
      showMade();
      return true;
    }

    /** What the colours of a map stand for. */
    function scaleWords(scale) {
      if (!scale) return [];
      const bar = (kind) => make("span", { class: `ramp ${kind}`, "aria-hidden": "true" });
      const show = (value) => lab.number(value, state.places);
      const words = scale.isBelow && scale.isAbove ? [show(-scale.to), bar("below"), bar("above"), show(scale.to)]
        : scale.isBelow ? [show(-scale.to), bar("below"), show(-scale.from)] : [show(scale.from), bar("above"), show(scale.to)];
      return [make("span", { class: "hidden_words" }, "Colours from "), ...words];
    }

    /** The weights of all heads, side by side; the one that is chosen is shown below. */
    function drawHeads() {
      allHeads.hidden = state.heads === 1;
      if (allHeads.hidden) return;
      const chosen = document.activeElement?.closest?.(".all_heads button")?.dataset.head;
      const rows = (head) => (state.columns ? flip(head.weights) : head.weights);
      allHeads.replaceChildren(make("span", { class: "small quiet" }, "Weights of all heads"), ...result.heads.map((head, h) => button("", () => change({ head: h }), { "data-head": h, "aria-pressed": String(h === state.head) })));
      [...allHeads.querySelectorAll("button")].forEach((one, h) => one.append(`head ${h + 1}`, lab.picture(rows(result.heads[h]), 60, state.columns ? null : result.query)));
      if (chosen !== undefined) allHeads.querySelector(`[data-head="${chosen}"]`)?.focus();
    }

    const flipped = ({ i, j, enter, ...part }) => ({ ...part, i: j, j: i, enter: enter === "row" ? "column" : "row" });

    /** Marks what a number comes from and goes into, and says it. */
    function showLinks(kind, i, j, names) {
      const turn = (part) => (state.columns ? flipped(part) : part);
      const { from, to } = lab.origins.of(kind, i, j, result, state);
      const parts = [...from.map((part) => ({ ...turn(part), kind: "from" })), ...to.map((part) => ({ ...turn(part), kind: "to" }))];
      const grids = new Set([...Object.values(maps), ...Object.values(projected), ...Object.values(inputs)]);
      for (const grid of grids) grid.link(parts.filter((part) => gridOf(part.table) === grid));
      wires.show({ target: turn({ table: kind, i: [i, i + 1], j: [j, j + 1] }), from: from.map(turn), to: to.map(turn) });
      const list = (all) => all.map((part) => lab.origins.name(part, names, state.columns)).join(" and ");
      const words = [from.length > 0 ? `from ${list(from)}` : "", to.length > 0 ? `goes into ${list(to)}` : ""].filter(Boolean).join("; ");
      return words === "" ? [] : [make("p", { class: "small links" }, ...lab.math(`${words[0].toUpperCase()}${words.slice(1)}.`))];
    }

    function showMade() {
      if (!result) return;
      const names = tokenNames((text) => `“${text}”`);
      const [kind, i, j] = aim ?? ["weights", result.query, Math.min(result.query, result.k.length - 1)];
      const rows = { scores: result.head.scores, weights: result.head.weights, output: result.output }[kind] ?? result[kind];
      for (const [name, grid] of Object.entries({ ...inputs, ...maps, ...(state.from === "x" ? projected : {}) })) grid.explain(...(name !== kind || grid !== gridOf(kind) ? [-1, -1] : state.columns ? [j, i] : [i, j]));
      if (rows?.[i]?.[j] === undefined) return showDefault();
      const isGiven = INPUTS[state.from].includes(kind);
      const explain = isGiven ? lab.madeOf.given(TITLES[kind], rows[i][j], i, j, kind.startsWith("w") ? null : names["kv".includes(kind) ? "k" : "q"][i], state)
        : lab.madeOf[kind] ? lab.madeOf[kind](result, i, j, names, state) : lab.madeOf.projected(result, kind, i, j, names, state);
      made.replaceChildren(...explain, ...showLinks(kind, i, j, names));
    }

    /** A number that is not there any more: the first one that is always there instead. */
    function showDefault() {
      aim = null;
      showMade();
    }

    /** Results that are not those of the numbers given are grey; struck through, too, unless others are under way: that has
     * every cell styled anew. */
    const fade = (isStale, isUnderWay = false) => {
      clearTimeout(greying);
      workbench.classList.toggle("stale", isStale);
      workbench.classList.toggle("struck", isStale && !isUnderWay);
    };

    /** An alert stands at the field or table that caused it. It is read out whenever it is written: only where it is another. */
    function say(words, at = "scale") {
      const spot = spots[at] ?? formula.parentElement;
      if (trouble.parentElement !== spot) spot.append(trouble);
      if (trouble.textContent !== words) trouble.textContent = words;
    }

    function complain(words, at) {
      say(words, at);
      fade(words !== "");
    }

    /** What heed would refuse in other words than a user of the page has, and where: { words, at }, or null. */
    function problemOf(tables) {
      const divided = (rows) => rows[0].length % state.heads === 0;
      const sizes = tables.x ? [["W_Q", tables.wq, "wq"], ["W_K", tables.wk, "wk"], ["W_V", tables.wv, "wv"]] : [["Q", tables.q, "q"], ["K", tables.k, "k"], ["V", tables.v, "v"]];
      const [[first, q], [second, k], [third, v]] = sizes;
      const has = tables.x ? "gives" : "has";
      const width = tables.x?.[0].length;
      const other = tables.x && sizes.find(([, rows]) => rows.length !== width);
      const ofToken = (n) => `${lab.several(n, "number")} a token`;
      if (other) return { at: other[2], words: `X has ${ofToken(width)}, ${other[0]} takes ${other[1].length}: they have to agree.` };
      if (q[0].length !== k[0].length) return { at: sizes[1][2], words: `${first} ${has} ${ofToken(q[0].length)}, ${second} ${has} ${k[0].length}: they have to agree.` };
      if (!tables.x && k.length !== v.length) return { at: "v", words: `${second} has ${lab.several(k.length, "token")}, ${third} has ${v.length}: they have to agree.` };
      if (tables.wo && tables.wo.length !== v[0].length) return { at: "wo", words: `W_V gives ${ofToken(v[0].length)}, W_O takes ${tables.wo.length}: they have to agree.` };
      const bad = sizes.find(([, rows]) => !divided(rows));
      return bad ? { at: "heads", words: `${state.heads} heads do not divide the ${lab.several(bad[1][0].length, "number")} of ${bad[0]}.` } : null;
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
    let greying = 0;
    async function update(remember = true) {
      round += 1;
      const mine = round;
      if (state.head >= state.heads) state.head = 0;
      aim = checkedAim(aim, state.from);
      if (remember) memory.push(state);
      clearTimeout(greying);
      greying = setTimeout(() => fade(result !== null, true), 300);  // those of before
      drawSwitches();
      if (!await drawAll(Object.keys(inputs).map((name) => () => drawInput(name)), mine)) return;
      const given = Object.fromEntries(INPUTS[state.from].filter((name) => state.tables[name]).map((name) => [name, state.columns ? flip(state.tables[name]) : state.tables[name]]));
      const problem = problemOf(given);
      if (problem) return complain(problem.words, problem.at);
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
        say(refused?.words ?? overflowOf(result), refused?.at);
        if (!await drawResults(mine)) return;
        fade(refused !== null);
        if (result.q.length > 32) await lab.breath();  // the maps are seen first
        if (!await drawAll(grids.map((grid) => grid.drawRest), mine)) return;
        flow.draw(result, tokenNames(), tokenNames((text) => `“${text}”`), state, steps.flow);
        player.draw(result, tokenNames(), state, steps.player);
        if (steps.at) goTo(steps.at);
        steps = {};
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
