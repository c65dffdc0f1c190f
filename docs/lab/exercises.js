"use strict";
// The pane Exercises: entries are checked as they are typed; what is wrong is compared with what slips would give.
(() => {
  const { make, number } = lab;
  // In the order of exercises.hpp.
  const ASKED = ["product", "products", "scores", "weights", "weights_of_scores", "output", "causal_weights", "two_heads", "two_heads_projected", "row_sums", "column_sums", "strongest"];
  const SLIPS = ["none", "no_scale", "other_axis", "transposed", "rounded", "no_mask", "one_head", "by_d", "no_exp", "late_mask"];
  const EXPLAINED = {
    no_scale: "That is what comes out without the division by √d_k.",
    other_axis: "That is what comes out when softmax goes along columns, not along rows.",
    transposed: "That is what comes out of K Q^T: rows and columns of the scores are swapped.",
    rounded: "That is what comes out when results on the way are rounded to two decimals. On the way, keep two decimals more than you type.",
    no_mask: "That is what comes out without the mask.",
    one_head: "That is what comes out of one head that has all columns.",
    by_d: "That is what comes out of the division by d_k, not by its root √d_k.",
    no_exp: "That is what comes out when the scores of a row are divided by their sum. Softmax divides exp of each score by the sum of exp.",
    late_mask: "That is what comes out when the mask is put on the weights. Put it on the scores, so that each row still sums to 1.",
    from_zero: "That counts from 0, as NumPy does: here the first column is 1.",
    sign: "The sign is the other one.",
    percent: "That is 100 times the answer: a percentage needs its sign, as in 40 %.",
    turned: "Rows and columns of the answer are swapped.",
    near: "That is close: numbers that are rounded on the way can give it. On the way, keep two decimals more than you type.",
    padded: "The digits before the zeros at the end are right, but zeros count as decimals, too.",
  };
  const ONE_ROW = "Row i: exp of each score of the row, divided by the sum of these.";
  const METHODS = {
    product: "Row i, column j: row i of the first table times column j of the second, number by number, added up.",
    products: "Row i, column j: query i times key j, number by number, added up.",
    scores: "Row i, column j: query i times key j, number by number, added up and divided by √d_k.",
    weights: ONE_ROW,
    weights_of_scores: ONE_ROW,
    causal_weights: "Row i: leave out the scores after column i, then exp of each one that is left, divided by the sum of these.",
    output: "Row i: each row of V times its weight in row i of the weights, added up.",
    two_heads: "Columns 1 and 2 of Q, K and V give columns 1 and 2 of this; columns 3 and 4 give the others.",
    row_sums: "Row i: the numbers of row i, added up.",
    column_sums: "Column j: the numbers of column j, added up.",
    strongest: "Row i: which column has the largest number of the row?",
    two_heads_projected: "Row i, column j: row i of the heads' outputs times column j of W_O, number by number, added up.",
  };
  const OF_TOKENS = ["products", "scores", "weights", "causal_weights"];  // whose columns are keys
  const WRONG = ["wrong", "cut", "no number"];

  const symbol = (n) => String(n + 1);
  const empty = () => lab.exerciseList.map((exercise) => exercise.parts.map(() => ({})));

  /** Entries of a link, which anybody may have written; where it has none of an exercise, those that this browser keeps. */
  function checked(link) {
    const entries = empty();
    const own = kept();
    const given = link?.words ? { at: Number(link.words.exercise) - 1, entries: [] } : link ?? own;
    if (given && !Array.isArray(given.entries)) lab.sayBroken(true);
    if (!Array.isArray(given?.entries)) return { at: 0, entries };
    entries.forEach((parts, e) => parts.forEach((part, p) => {
      for (const [place, text] of Object.entries(given.entries?.[e]?.[p] ?? {}).slice(0, 64)) {
        if (/^\d+,\d+$/.test(place) && typeof text === "string") part[place] = text.slice(0, 40);
      }
    }));
    const isEmpty = (parts) => parts.every((part) => Object.keys(part).length === 0);
    if (link && own) entries.forEach((parts, e) => { if (isEmpty(parts)) entries[e] = own.entries[e]; });
    return { at: Number.isInteger(given.at) && lab.exerciseList[given.at] ? given.at : 0, entries };
  }

  const KEPT = "exercises";
  /** The entries that this browser keeps, or null. */
  function kept() {
    try {
      const own = JSON.parse(lab.kept(KEPT));
      const fits = Array.isArray(own?.entries) && own.entries.length === lab.exerciseList.length
        && own.entries.every((parts, e) => parts.length === lab.exerciseList[e].parts.length && parts.every((part) => Object.values(part).every((text) => typeof text === "string")));
      return fits ? own : null;
    } catch {
      return null;
    }
  }

  /** What two states differ in, as Undo says it. */
  function differenceOf(a, b) {
    const [one, other] = [a, b].map(({ entries }) => entries.flatMap((parts, e) => parts.flatMap((part, p) => Object.entries(part).map(([place, text]) => [`${e} ${p} ${place}`, text]))));
    const changed = new Set([...one, ...other].map(String).filter((text, _, all) => all.indexOf(text) === all.lastIndexOf(text)).map((text) => text.split(",").slice(0, 2).join()));
    if (changed.size === 0) return "choice of exercise";
    const [i, j] = [...changed][0].split(" ")[2].split(",").map(Number);
    return changed.size === 1 ? `entry in row ${i + 1}, column ${j + 1}` : `${changed.size} entries`;
  }

  /** Right answers and those of slips, by heed. */
  function answersOf(engine, exercise) {
    return exercise.parts.map((part) => {
      const given = part.of.map((name) => exercise.given[name]);
      const solve = (slip) => engine.solve(ASKED.indexOf(part.what), SLIPS.indexOf(slip), given);
      const right = solve("none"), slips = part.slips.map((slip) => [slip, solve(slip)]);
      if (part.counted) slips.push(["from_zero", right.map((row) => row.map((value) => value - 1))]);  // as NumPy counts
      return { right, slips };
    });
  }

  function mount(section, _, linked) {
    let state = checked(linked);
    let answers = [];
    let visits = 0;  // to entries
    const memory = lab.history((past) => { state = past; draw(); });
    const list = make("ol", { class: "exercise_list" });
    const keeping = make("p", { class: "small quiet keeping" });
    const title = make("summary", {});
    const menu = make("details", { class: "exercise_menu" }, title, list);
    const sheet = make("div", { class: "card sheet" });
    section.append(make("div", { class: "bench" }, make("nav", { class: "card", "aria-label": "Exercises" }, menu, keeping), sheet));

    // On a phone the list is a menu: the exercise would be below it, out of sight.
    const narrow = window.matchMedia("(max-width: 64rem)");  // as in lab.css
    const fold = () => {
      menu.open = !narrow.matches;
      menu.classList.toggle("shut_out", !narrow.matches);
    };
    narrow.addEventListener("change", fold);
    fold();

    /** Goes to an exercise; where the list does not stay beside it, to its beginning. */
    function open(e, toHead = narrow.matches) {
      state = { ...state, at: e };
      draw();
      remember();
      if (narrow.matches) menu.open = false;
      if (!toHead) return;
      sheet.querySelector("h2").focus({ preventScroll: true });
      section.scrollIntoView({ block: "start" });
    }

    const pane = lab.exercises;
    pane.undo = () => memory.undo();
    pane.redo = () => memory.redo();
    pane.shown = (given) => {
      if (given) state = checked(given);
      draw();
      remember();
    };

    /** What is typed into one place is one step of undo. */
    function remember(place = null) {
      memory.push(state, place);
      keeping.textContent = lab.keep(KEPT, JSON.stringify(state)) ? "Entries are kept in this browser. Copy link takes them elsewhere."
        : "This browser keeps nothing for this page: Copy link, above, holds your entries.";
      sayUndo();
      lab.link("exercises", state);
    }

    const verdictsOf = (e, p) => answers[e][p].right.flatMap((row, i) => row.map((value, j) => lab.answers.judge(state.entries[e][p][`${i},${j}`] ?? "", value)));
    const countRight = (e) => {
      const all = lab.exerciseList[e].parts.flatMap((_, p) => verdictsOf(e, p));
      return [all.filter((verdict) => verdict === "right").length, all.length];
    };

    function drawList() {
      title.textContent = `Exercise ${state.at + 1} of ${lab.exerciseList.length}: ${lab.exerciseList[state.at].title}`;
      list.replaceChildren(...lab.exerciseList.map((exercise, e) => {
        const [right, all] = countRight(e);
        return make("li", {}, make("button", { type: "button", "data-key": `exercise ${e}`, "aria-current": e === state.at ? "true" : null, onclick: () => open(e) },
          make("span", { class: "grow" }, exercise.title), make("span", { class: `count small${right === all ? " done" : ""}`, "aria-label": `${right} of ${all} right` }, right === all ? "✓" : right > 0 ? `${right}/${all}` : "")));
      }));
    }

    function givenTable(exercise, name, rows) {
      const grid = lab.grid({ name, hue: exercise.heat ? "weights" : undefined });
      const decimals = rows.flat().some((value) => !Number.isInteger(value)) ? 2 : 0;
      grid.draw(rows, rows.map((_, i) => (exercise.heat || name === "X" ? exercise.labels?.[i] : undefined) ?? symbol(i)), rows[0].map((_, j) => (exercise.heat ? exercise.columnLabels?.[j] : undefined) ?? symbol(j)), exercise.heat ? 1 : decimals);
      return make("div", {}, make("h3", {}, exercise.heat ? "The map" : lab.math(name)), make("div", { class: "scroll" }, grid.element));
    }

    const button = (text, onclick) => make("button", { type: "button", onclick, "data-key": text }, text);
    const undo = () => memory.undo();
    const redo = () => memory.redo();
    /** Undo and Redo say what they change. */
    function sayUndo() {
      [["Undo", memory.undoes()], ["Redo", memory.redoes()]].forEach(([word, states]) => {
        const one = sheet.querySelector(`[data-key="${word}"]`);
        one.setAttribute("aria-disabled", String(!states));
        one.textContent = states ? `${word} ${differenceOf(...states)}` : word;
      });
    }
    const reset = () => {
      const entries = JSON.parse(JSON.stringify(state.entries));
      entries[state.at] = entries[state.at].map(() => ({}));
      state = { ...state, entries };
      draw();
      remember();
    };

    function draw() {
      const key = section.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      lab.announce();  // what was said of other entries
      drawList();
      drawSheet();
      sayUndo();
      if (key) [...section.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key)?.focus();
    }

    function drawSheet() {
      const exercise = lab.exerciseList[state.at];
      const shown = Object.entries(exercise.given).filter(([name]) => !exercise.hidden?.includes(name));
      const after = make("p", { class: "after" });
      const check = () => {
        const [right, all] = countRight(state.at);
        after.textContent = right === all ? exercise.after ?? "" : "";
      };
      sheet.replaceChildren(
        make("div", { class: "bar" }, make("h2", { tabindex: "-1" }, exercise.title), make("span", { class: "grow" }), button("Undo", undo), button("Redo", redo), button("Reset", reset)),
        make("p", {}, lab.math(exercise.text)),
        make("div", { class: "givens_row" }, shown.map(([name, rows]) => givenTable(exercise, name, rows))),
        make("p", { class: "small quiet" }, "Type numbers with at least two decimals, or formulas such as 1/sqrt(2) and exp(1)/3. Each entry is checked as you type. You can paste a table from NumPy or a spreadsheet into the first entry."),
        make("div", { class: "parts" }, exercise.parts.map((part, p) => partOf(exercise, part, p, check, after))), after, footOf());
      check();
    }

    /** To the exercises before and after this one. */
    function footOf() {
      const to = (e, words) => (lab.exerciseList[e] ? button(words(lab.exerciseList[e].title), () => open(e, true)) : make("span"));
      return make("div", { class: "bar sheet_foot" }, to(state.at - 1, (name) => `‹ ${name}`), to(state.at + 1, (name) => `Next: ${name} ›`));
    }

    function partOf(exercise, part, p, check, after) {
      const answer = answers[state.at][p];
      const said = make("p", { class: "said small" });
      const fields = [];
      let typed = null;  // where somebody types: of this less is said until they go on
      const entries = () => state.entries[state.at][p];
      const rowLabel = (i) => (part.labels ?? exercise.labels)?.[i] ?? symbol(i);
      const names = part.columnLabels ?? (OF_TOKENS.includes(part.what) && exercise.labels?.length === answer.right[0].length ? exercise.labels : null);  // of columns
      const columnLabel = (j) => names?.[j] ?? symbol(j);
      const judgeAll = () => {
        const why = lab.answers.explanation(entries(), answer, typed);
        const verdicts = fields.map(({ field, i, j, place }) => (why.wrong.includes(place) ? "wrong" : lab.answers.judge(field.value, answer.right[i][j], place === typed)));
        fields.forEach(({ field }, n) => {
          field.className = verdicts[n] === "cut" ? "wrong" : verdicts[n].replace(" ", "_");
          field.setAttribute("aria-invalid", String(WRONG.includes(verdicts[n])));
        });
        said.replaceChildren(...wordsOf(verdicts, why));
      };
      const wordsOf = (verdicts, why) => {
        const places = (verdict) => fields.filter((_, n) => verdicts[n] === verdict);
        const named = ({ i, j }) => `${part.labels ?? exercise.labels ? rowLabel(i) : `row ${i + 1}`}, ${part.columnLabels ? columnLabel(j) : `column ${columnLabel(j)}`}`;
        const bad = (words) => make("span", { class: "bad" }, words);
        const whyNone = (text) => (/^[[\s]*[-+−]?(?:nan|inf|∞)/i.test(text) ? "comes from an overflow or a division by 0. " : "is neither a number nor a formula such as 2*sqrt(3). ");
        const isMasked = ({ field, i, j }) => /^[-−–]\s*(?:inf(?:inity)?|∞)$/i.test(field.value.trim()) && answer.right[i][j] === 0 && part.what.includes("weights");
        const whyNot = (one) => (isMasked(one) ? "is the score of a masked key; its weight is exp(−∞) = 0. " : whyNone(one.field.value));
        const marked = verdicts.filter((verdict) => WRONG.includes(verdict)).length;
        const trouble = places("no number").slice(0, 1).map((one) => bad(`“${lab.label(one.field.value)}” ${whyNot(one)}`));
        if (marked > 1 || why.wrong.length > 0) trouble.unshift(bad(marked === 1 ? "One entry is wrong. " : `${marked} entries are wrong. `));
        if (why.wrong.length > 0) {
          const of = (words) => (why.explained < marked ? `For ${why.explained} of them: ${words[0].toLowerCase()}${words.slice(1)}` : words);
          const words = why.slip ? of(part.explained?.[why.slip] ?? EXPLAINED[why.slip]) : [METHODS[part.what] ?? "", part.hint ?? ""].join(" ").trim();
          trouble.push(...lab.math(words));
        }
        for (const { field, i, j } of places("cut").slice(0, 1)) {
          const decimals = /[.,](\d*)/.exec(field.value)?.[1].length ?? 0;
          trouble.push(bad(`${why.wrong.length > 0 ? " " : ""}${field.value} is cut off. `), `Rounded to as many decimals it is ${number(answer.right[i][j], decimals)}.`);
        }
        if (trouble.length > 0) return trouble;
        if (verdicts.every((verdict) => verdict === "right")) return [make("span", { class: "good" }, "All right.")];
        const open = places("open").filter(({ place }) => place !== typed).map(named);
        if (open.length > 0) return [`Too few digits to tell: ${open.slice(0, 3).join("; ")}${open.length > 3 ? " and others" : ""} ${open.length === 1 ? "needs" : "need"} two decimals.`];
        const right = places("right").length;
        return right > 0 ? [`${right} of ${verdicts.length} right so far.`] : lab.math(part.hint ?? "");
      };
      const take = (all, place = null) => {
        state = { ...state, entries: all };
        judgeAll();
        drawList();
        check();
        lab.announce(`${said.textContent} ${after.textContent}`.trim());
        remember(place && `${state.at}:${p}:${place}:${visits}`);
      };
      const enter = (place, text, isTyped = false) => {
        typed = isTyped ? place : null;
        const copy = JSON.parse(JSON.stringify(state.entries));
        if (text === "") delete copy[state.at][p][place];
        else copy[state.at][p][place] = text;
        take(copy, isTyped ? place : null);
      };
      /** What was typed is judged to its end; of a mouse only when its button is up, so that nothing moves below it. */
      const leave = () => setTimeout(() => {
        if (typed === null || !table.isConnected || fields.some(({ field, place }) => place === typed && field === document.activeElement)) return;
        typed = null;
        judgeAll();
        lab.announce(said.textContent);
      }, 200);
      /** A table of numbers goes into the entries from this one on; one number into its field. */
      const paste = (event, i, j) => {
        const text = event.clipboardData.getData("text/plain");
        if (!Number.isNaN(lab.valueOf(text))) return;  // 0,5 is one number
        const { tables, problems } = lab.readTables(text);
        const read = tables.find((one) => one.complete);  // none where a part is not understood
        const refuse = (words) => {
          event.preventDefault();
          said.replaceChildren(make("span", { class: "bad" }, "Nothing was taken. "), words);
          lab.announce(said.textContent);
        };
        if (!read && problems.length > 0) return refuse(`“${problems[0].word}” ${problems[0].why}.`);
        if (!read) return;
        const isTurned = (read.rows.length === 1) !== (answer.right.length === 1) && (read.rows[0].length === 1) !== (answer.right[0].length === 1);
        const rows = isTurned ? read.rows[0].map((_, b) => read.rows.map((row) => row[b])) : read.rows;  // NumPy prints a column as a row
        const [down, across] = [answer.right.length - i, answer.right[0].length - j];
        if (rows.length > down || rows[0].length > across) {
          return refuse(`The table is ${rows.length} × ${rows[0].length}, and from this entry on there is room for ${down} × ${across}.`);
        }
        event.preventDefault();
        let places = 0;
        for (const found of text.matchAll(/[.,](\d+)(?:e([-+]?\d+))?/gi)) places = Math.max(places, found[1].length - Number(found[2] ?? 0));
        places = Math.min(10, places);  // NumPy prints 0.4 beside 0.4011 for 0.4000
        const copy = JSON.parse(JSON.stringify(state.entries));
        for (const { field, i: a, j: b, place } of fields) {
          const value = rows[a - i]?.[b - j];
          if (value === undefined) continue;
          field.value = Number.isInteger(value) && Number.isInteger(answer.right[a][b]) ? String(value) : value.toFixed(places);
          copy[state.at][p][place] = field.value;
        }
        typed = null;
        take(copy);
      };
      const fieldAt = (i, j) => fields.find((one) => one.i === i && one.j === j)?.field;
      const onKey = (event, i, j) => {
        if ((event.ctrlKey || event.metaKey) && !event.altKey && "zy".includes(event.key.toLowerCase())) {
          (event.key.toLowerCase() === "z" && !event.shiftKey ? undo : redo)();
          event.preventDefault();
        }
        const next = { ArrowUp: () => fieldAt(i - 1, j), ArrowDown: () => fieldAt(i + 1, j), Enter: () => fieldAt(i + 1, j) ?? fieldAt(0, j + 1) }[event.key]?.();
        if (event.key === "Enter" && !next) {
          typed = null;
          judgeAll();
        }
        if (!next) return;
        next.focus();
        next.select();
        event.preventDefault();
      };
      // The keypads of phones for decimals have no minus.
      const fieldOf = (i, j) => {
        const place = `${i},${j}`;
        const field = make("input", {
          value: entries()[place] ?? "", maxlength: "40", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-label": `${part.ask}, ${rowLabel(i)}, ${columnLabel(j)}`, "data-key": `${p}:${place}`,
          oninput: () => enter(place, field.value, true), onfocus: () => { visits += 1; }, onblur: leave, onkeydown: (event) => onKey(event, i, j), onpaste: (event) => paste(event, i, j),
        });
        fields.push({ field, i, j, place });
        return field;
      };
      const table = make("table", { class: "numbers answers", "aria-label": part.ask },
        make("thead", {}, make("tr", {}, make("td"), answer.right[0].map((_, j) => make("th", { scope: "col" }, columnLabel(j))))),
        make("tbody", {}, answer.right.map((row, i) => make("tr", {}, make("th", { scope: "row" }, rowLabel(i)), row.map((_, j) => make("td", {}, fieldOf(i, j)))))));
      const reveal = make("button", { type: "button", "data-key": `${p}:show`, onclick: () => {
        const next = fields.find(({ field, i, j }) => lab.answers.judge(field.value, answer.right[i][j]) !== "right");
        if (!next) return;
        const value = answer.right[next.i][next.j];
        const short = Number(value.toFixed(4));
        next.field.value = Math.abs(short - value) < 1e-12 ? String(short) : value.toFixed(4);
        enter(next.place, next.field.value);
      } }, "Show one");
      const clear = make("button", { type: "button", "data-key": `${p}:clear`, onclick: () => {
        const copy = JSON.parse(JSON.stringify(state.entries));
        copy[state.at][p] = {};
        state = { ...state, entries: copy };
        draw();
        remember();
      } }, "Clear");
      judgeAll();
      return make("div", { class: answer.right[0].length > 3 ? "part broad" : "part" }, make("div", { class: "bar" }, make("h3", {}, lab.math(part.ask)), make("span", { class: "grow" }), reveal, clear), make("div", { class: "scroll" }, table), said);
    }

    return lab.engine.withEngine((engine) => lab.exerciseList.map((exercise) => answersOf(engine, exercise))).then((all) => {
      answers = all;
      draw();
      remember();
    });
  }

  lab.exercises = { id: "exercises", title: "Exercises", mount };
  lab.pane(lab.exercises);
})();
