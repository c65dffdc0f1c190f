"use strict";
// The pane Exercises: entries are checked as they are typed; what is wrong is compared with what slips would give.
(() => {
  const { make, number } = lab;
  // In the order of exercises.hpp.
  const ASKED = ["product", "products", "scores", "weights", "weights_of_scores", "output", "causal_weights", "two_heads", "two_heads_projected", "row_sums", "column_sums", "strongest"];
  const SLIPS = ["none", "no_scale", "other_axis", "transposed", "rounded", "no_mask", "one_head"];
  const EXPLAINED = {
    no_scale: "That is what comes out without the division by √d_k.",
    other_axis: "That is what comes out when softmax goes along columns, not along rows.",
    transposed: "That is what comes out of K Q^T: rows and columns of the scores are swapped.",
    rounded: "That is what comes out when results on the way are rounded to two decimals: keep more of them.",
    no_mask: "That is what comes out without the mask.",
    one_head: "That is what comes out of one head of all columns.",
  };

  const symbol = (n) => String(n + 1);
  const empty = () => lab.exerciseList.map((exercise) => exercise.parts.map(() => ({})));

  /** Entries of a link, which anybody may have written. */
  function checked(given) {
    const entries = empty();
    if (given && !Array.isArray(given.entries)) lab.sayBroken(true);
    if (!given || typeof given !== "object") return { at: 0, entries };
    entries.forEach((parts, e) => parts.forEach((part, p) => {
      for (const [place, text] of Object.entries(given.entries?.[e]?.[p] ?? {}).slice(0, 64)) {
        if (/^\d+,\d+$/.test(place) && typeof text === "string") part[place] = text.slice(0, 40);
      }
    }));
    return { at: Number.isInteger(given.at) && lab.exerciseList[given.at] ? given.at : 0, entries };
  }

  /** Right answers and those of slips, by heed. */
  function answersOf(engine, exercise) {
    return exercise.parts.map((part) => {
      const given = part.of.map((name) => exercise.given[name]);
      const solve = (slip) => engine.solve(ASKED.indexOf(part.what), SLIPS.indexOf(slip), given);
      return { right: solve("none"), slips: part.slips.map((slip) => [slip, solve(slip)]) };
    });
  }

  /** How many decimals were typed. */
  const placesOf = (text) => (/[.,](\d*)/.exec(text)?.[1].length ?? 0);

  /** Whether a printed number is the value, rounded to the decimals that it has. */
  const agrees = (text, value) => Math.abs(lab.readNumber(text, true) - value) <= 0.5 * 10 ** -placesOf(text) * (1 + 1e-9);

  /** Whether these are the first digits of the value, and not what it rounds to: 0.6666 of 2/3. */
  function isCut(text, value) {
    const places = placesOf(text), unit = 10 ** places;
    return places >= 2 && !agrees(text, value) && Math.trunc(value * unit + Math.sign(value) * 1e-9) === Math.round(lab.readNumber(text, true) * unit);
  }

  /** Whether it may become 1/sqrt(2). */
  const isUnfinished = (text) => /^[)\d\s.+\-−*/×·(√]*(?:s|sq|sqr|e|ex)?\s*$/i.test(text.replace(/sqrt|exp/gi, "√"))
    && text.split("(").length >= text.split(")").length;

  /** "", "right", "open" (more decimals are needed), "cut", "wrong" or "no number". */
  function judge(text, value) {
    if (text.trim() === "" || /^[-+−]?[.,]?$/.test(text.trim())) return "";
    const typed = lab.readNumber(text, true);
    if (Number.isNaN(typed)) {
      const computed = lab.valueOf(text);
      if (Number.isNaN(computed)) return isUnfinished(text) ? "" : "no number";
      return Math.abs(computed - value) <= 1e-9 * Math.max(1, Math.abs(value)) ? "right" : "wrong";
    }
    if (isCut(text, value)) return "cut";
    if (!agrees(text, value)) return /[.,]\d?$/.test(text.trim()) || !/[.,]/.test(text) ? (couldBecome(text, value) ? "open" : "wrong") : "wrong";
    return placesOf(text) >= 2 || Math.abs(typed - value) < 1e-9 ? "right" : "open";
  }

  /** Whether more digits could still make it the value: 0.8 of 0.8499. */
  const couldBecome = (text, value) => Math.abs(value).toFixed(10).startsWith(text.trim().replace(",", ".").replace(/^[-+−]/, "")) && (value < 0) === /^[-−]/.test(text.trim());

  /** What explains the wrong entries of a part: the slip that gives most of them. */
  function explanation(entries, { right, slips }) {
    const wrong = Object.entries(entries).map(([place, text]) => [...place.split(",").map(Number), text]).filter(([i, j, text]) => right[i]?.[j] !== undefined && judge(text, right[i][j]) === "wrong");
    if (wrong.length === 0) return null;
    const fits = ([, table]) => wrong.filter(([i, j, text]) => table[i]?.[j] !== undefined && placesOf(text) >= 1 && agrees(text, table[i][j])).length
      + wrong.filter(([i, j, text]) => table[i]?.[j] !== undefined && placesOf(text) === 0 && Math.abs(lab.readNumber(text, true) - table[i][j]) < 1e-9).length;
    const best = slips.map((slip) => [fits(slip), slip[0]]).sort((a, b) => b[0] - a[0])[0];
    return { count: wrong.length, slip: best && best[0] > 0 ? best[1] : null, explained: best ? best[0] : 0 };
  }

  function mount(section, _, linked) {
    let state = checked(linked);
    let answers = [];
    const memory = lab.history((past) => { state = past; draw(); });
    const list = make("ol", { class: "exercise_list" });
    const title = make("summary", {});
    const menu = make("details", { class: "exercise_menu" }, title, list);
    const sheet = make("div", { class: "card sheet" });
    section.append(make("div", { class: "bench" }, make("nav", { class: "card", "aria-label": "Exercises" }, menu), sheet));

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

    function remember() {
      memory.push(state);
      lab.link("exercises", state);
    }

    const verdictsOf = (e, p) => answers[e][p].right.flatMap((row, i) => row.map((value, j) => judge(state.entries[e][p][`${i},${j}`] ?? "", value)));
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
    const reset = () => {
      const entries = JSON.parse(JSON.stringify(state.entries));
      entries[state.at] = entries[state.at].map(() => ({}));
      state = { ...state, entries };
      draw();
      remember();
    };

    function draw() {
      const key = section.contains(document.activeElement) ? document.activeElement.dataset.key : null;
      drawList();
      drawSheet();
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
        make("p", { class: "small quiet" }, "Type at least two decimals where a number has them, or what it is: 1/sqrt(2), exp(1)/3. Each entry is checked as you type; a table that is pasted fills all."),
        make("div", { class: "parts" }, exercise.parts.map((part, p) => partOf(exercise, part, p, check))), after, footOf());
      check();
    }

    /** To the exercises before and after this one. */
    function footOf() {
      const to = (e, words) => (lab.exerciseList[e] ? button(words(lab.exerciseList[e].title), () => open(e, true)) : make("span"));
      return make("div", { class: "bar sheet_foot" }, to(state.at - 1, (name) => `‹ ${name}`), to(state.at + 1, (name) => `Next: ${name} ›`));
    }

    function partOf(exercise, part, p, check) {
      const answer = answers[state.at][p];
      const said = make("p", { class: "said small" });
      const fields = [];
      const entries = () => state.entries[state.at][p];
      const judgeAll = () => {
        for (const [field, i, j] of fields) {
          const verdict = judge(field.value, answer.right[i][j]);
          field.className = verdict === "cut" ? "wrong" : verdict.replace(" ", "_");
          field.setAttribute("aria-invalid", String(["wrong", "cut", "no number"].includes(verdict)));
        }
        said.replaceChildren(...wordsOf());
        drawList();
        check();
      };
      const wordsOf = () => {
        const verdicts = fields.map(([field, i, j]) => judge(field.value, answer.right[i][j]));
        const why = explanation(entries(), answer);
        const noNumber = verdicts.includes("no number") ? [make("span", { class: "bad" }, "An entry is no number. ")] : [];
        if (why) {
          const head = why.count === 1 ? "One entry is wrong. " : `${why.count} entries are wrong. `;
          const which = why.slip && why.explained < why.count ? ` (${why.explained} of them)` : "";
          return [...noNumber, make("span", { class: "bad" }, head), ...lab.math(why.slip ? `${EXPLAINED[why.slip]}${which}` : part.hint ?? (answer.slips.length > 0 ? "None of the usual slips gives that." : ""))];
        }
        if (noNumber.length > 0) return noNumber;
        const cut = fields.find(([field, i, j]) => judge(field.value, answer.right[i][j]) === "cut");
        if (cut) {
          const [field, i, j] = cut;
          return [make("span", { class: "bad" }, `${field.value} is cut off. `), `Rounded to as many decimals it is ${number(answer.right[i][j], placesOf(field.value))}.`];
        }
        if (verdicts.every((verdict) => verdict === "right")) return [make("span", { class: "good" }, "All right.")];
        if (verdicts.includes("open")) {
          const open = fields.filter((_, n) => verdicts[n] === "open").map(([, i, j]) => `${rowLabel(i)}, ${columnLabel(j)}`);
          return [`Right, but rounded too far: ${open.length === 1 ? `${open[0]} needs` : `${open.slice(0, 3).join("; ")}${open.length > 3 ? " and others" : ""} need`} another digit.`];
        }
        const left = verdicts.filter((verdict) => verdict === "").length;
        if (verdicts.includes("right")) return [`${verdicts.length - left} of ${verdicts.length} are right, ${left} ${left === 1 ? "is" : "are"} open.`];
        return lab.math(part.hint ?? "");
      };
      const enter = (place, text) => {
        const copy = JSON.parse(JSON.stringify(state.entries));
        if (text === "") delete copy[state.at][p][place];
        else copy[state.at][p][place] = text;
        take(copy);
      };
      const take = (all) => {
        state = { ...state, entries: all };
        judgeAll();
        lab.announce(said.textContent);
        remember();
      };
      /** A table of numbers goes into the entries from this one on; one number into its field. */
      const paste = (event, i, j) => {
        const text = event.clipboardData.getData("text/plain");
        const table = lab.readTables(text).tables.find((one) => one.complete);
        if (!table || table.rows.flat().length < 2) return;
        event.preventDefault();
        const decimals = [...text.matchAll(/[.,](\d+)/g)].map((found) => found[1].length);
        const places = Math.min(10, Math.max(0, ...decimals));  // NumPy prints 0.4 beside 0.4011 for 0.4000
        const copy = JSON.parse(JSON.stringify(state.entries));
        for (const [field, a, b] of fields) {
          const value = table.rows[a - i]?.[b - j];
          if (value === undefined) continue;
          field.value = Number.isInteger(value) ? String(value) : value.toFixed(places);
          copy[state.at][p][`${a},${b}`] = field.value;
        }
        take(copy);
      };
      const move = (event, i, j) => {
        const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], Enter: [1, 0] }[event.key];
        const next = step && fields.find(([, a, b]) => a === i + step[0] && b === j + step[1]);
        if (!next) return;
        next[0].focus();
        event.preventDefault();
      };
      const rowLabel = (i) => (part.labels ?? exercise.labels)?.[i] ?? symbol(i);
      const columnLabel = (j) => part.columnLabels?.[j] ?? symbol(j);
      const table = make("table", { class: "numbers answers", "aria-label": part.ask },
        make("thead", {}, make("tr", {}, make("td"), answer.right[0].map((_, j) => make("th", { scope: "col" }, columnLabel(j))))),
        make("tbody", {}, answer.right.map((row, i) => make("tr", {}, make("th", { scope: "row" }, rowLabel(i)), row.map((_, j) => {
          const place = `${i},${j}`;
          const field = make("input", { value: entries()[place] ?? "", maxlength: "40", inputmode: "decimal", autocomplete: "off", "aria-label": `${part.ask}, ${rowLabel(i)}, ${columnLabel(j)}`, "data-key": `${p}:${place}`, oninput: () => enter(place, field.value), onkeydown: (event) => move(event, i, j), onpaste: (event) => paste(event, i, j) });
          fields.push([field, i, j]);
          return make("td", {}, field);
        })))));
      const reveal = make("button", { type: "button", "data-key": `${p}:show`, onclick: () => {
        const next = fields.find(([field, i, j]) => judge(field.value, answer.right[i][j]) !== "right");
        if (!next) return;
        const value = answer.right[next[1]][next[2]];
        next[0].value = (Number.isInteger(value) ? String(value) : number(value, 4)).replace("−", "-");
        enter(`${next[1]},${next[2]}`, next[0].value);
      } }, "Show one");
      const clear = make("button", { type: "button", "data-key": `${p}:clear`, onclick: () => {
        const copy = JSON.parse(JSON.stringify(state.entries));
        copy[state.at][p] = {};
        state = { ...state, entries: copy };
        draw();
        remember();
      } }, "Clear");
      judgeAll();
      return make("div", { class: answer.right[0].length > 4 ? "part broad" : "part" }, make("div", { class: "bar" }, make("h3", {}, lab.math(part.ask)), make("span", { class: "grow" }), reveal, clear), make("div", { class: "scroll" }, table), said);
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
