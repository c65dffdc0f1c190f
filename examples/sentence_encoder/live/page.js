"use strict";
// Two sentences as they are typed, how alike they are, and what each head attends to in one of them.
const page = (() => {
  const { make } = lab;
  const PAIRS = [
    ["The same in other words", "The cat, which has a long tail, is sleeping on the mat.", "A kitten with a long tail sleeps on a rug."],
    ["Another subject", "The cat, which has a long tail, is sleeping on the mat.", "I like sports, money and machines that think."],
    ["One word changed", "How old are you?", "How tall are you?"],
    ["Negated", "This film is worth your time.", "This film is not worth your time."],
    ["Words in another order", "The dog chased the man.", "The man chased the dog."],
  ];
  const LAYERS = 2;
  const SLOW = 40;   // ms: a text that takes longer is encoded once typing rests
  const REST = 120;  // ms

  const chosen = { which: 0, layer: 1, head: 1 };
  const shown = [null, null];    // what the encoder made of each text
  const inputs = [];
  const parts = {};
  let engine = null;
  let colours = null;
  let kept = null;               // { row, column } that stays
  let isPrinting = false;
  let pointed = null;            // under the mouse, or moved to by key

  const find = (selector) => document.querySelector(selector);

  // ---- sentences

  const SPACE = "▁";
  /** A piece beside a map: short, without the mark of a space. */
  const word = (piece) => lab.label(piece.length > 1 && piece.startsWith(SPACE) ? piece.slice(1) : piece, 12);

  /** A piece with the mark of a space before it set apart. */
  function pieceOf(text, at, which) {
    const isFirst = text.startsWith(SPACE);
    const words = [isFirst ? make("span", { class: "space" }, SPACE) : null, lab.label(isFirst ? text.slice(1) : text)];
    const row = { row: at, column: null };
    const point = (where) => () => { if (which === chosen.which) pointAt(where); };
    const take = () => { showMapsOf(which); keep(row); };
    return make("li", { onmouseenter: point(row), onmouseleave: point(null), onclick: take }, ...words.filter(Boolean));
  }

  function sentenceField(which, title) {
    const id = `sentence-${which}`;
    const input = make("textarea", { id, rows: 2, spellcheck: "false", maxlength: 4000, "aria-describedby": `about-${which}`, oninput: () => typed(which), onpointerdown: () => showMapsOf(which) });
    inputs[which] = input;
    return make("div", { class: "sentence card" }, make("label", { for: id }, title), input,
      make("ol", { class: "pieces", "aria-label": `Pieces of the ${title.toLowerCase()}` }), make("p", { class: "small quiet about", id: `about-${which}`, role: "status" }));
  }

  function makeSentences() {
    const pairs = PAIRS.map(([name, ...texts]) => make("button", { type: "button", onclick: () => setTexts(texts) }, name));
    parts.number = make("output", { class: "number", for: "sentence-0 sentence-1" });
    parts.bar = make("div", { class: "bar_fill" });
    const similarity = make("div", { class: "similarity card" }, make("h2", {}, "Similarity"), parts.number,
      make("div", { class: "bar_all", "aria-hidden": "true" }, parts.bar), make("p", { class: "small quiet" }, "the cosine of the two embeddings, 512 numbers each; 1 is the most"));
    find(".sentences").append(make("div", { class: "bar pairs", role: "group", "aria-label": "Pairs to begin with" }, ...pairs),
      make("div", { class: "both" }, sentenceField(0, "First sentence"), sentenceField(1, "Second sentence"), similarity));
  }

  const resting = [0, 0];
  function typed(which) {
    clearTimeout(resting[which]);
    showMapsOf(which);
    if ((shown[which]?.time ?? 0) <= SLOW) update(which);
    else resting[which] = setTimeout(() => update(which), REST);
  }

  function setTexts(texts) {
    texts.forEach((text, which) => { inputs[which].value = text; });
    for (const which of [1, 0]) update(which);
  }

  /** The model knows no ends of lines and no tabs: they are read as what they stand for. */
  const oneLine = (text) => text.replace(/[\t\r\n]+$/, "").replace(/ *[\t\r\n]+ */g, " ");

  /** Encodes a text and draws what hangs on it. */
  function update(which) {
    const text = oneLine(inputs[which].value);
    const result = text.trim() === "" ? null : engine.encode(which, text);
    shown[which] = result?.error ? null : result;
    const field = inputs[which].parentElement;
    const pieces = shown[which]?.pieces ?? [];
    field.querySelector(".pieces").replaceChildren(...pieces.map((piece, at) => pieceOf(piece, at, which)));
    const about = field.querySelector(".about");
    about.textContent = result?.error ? `This text ${result.error}` : !result ? "Type a sentence."
      : `${lab.several(pieces.length, "piece")}, ${result.time < 10 ? result.time.toFixed(1) : result.time.toFixed(0)} ms` + [...result.remarks, ...(/[\t\n]/.test(inputs[which].value.trim()) ? ["line breaks and tabs are read as spaces"] : [])].map((words) => ` · ${words}`).join("");
    showSimilarity();
    link();
    if (which !== chosen.which) return;
    kept = pointed = null;
    draw();
  }

  function showSimilarity() {
    const isThere = shown.every(Boolean);
    const value = isThere ? engine.similarity() : NaN;
    parts.number.textContent = isThere ? lab.number(value, 3) : "–";
    parts.bar.style.width = isThere ? `${100 * Math.max(0, value)}%` : "0";
  }

  // ---- the state in the address

  const LINKED = /[#&]map=([12])\.([12])\.([1-4])(?:&|$)/;
  let linking = 0;
  /** Puts what is shown into the address, once it comes to rest: it is there again when the page is loaded again. */
  function link() {
    clearTimeout(linking);
    linking = setTimeout(() => {
      const { which, layer, head } = chosen;
      const state = new URLSearchParams({ first: inputs[0].value, second: inputs[1].value, map: `${which + 1}.${layer + 1}.${head + 1}` });
      window.history.replaceState(null, "", `#${state}`);
    }, 200);
  }

  /** What the address holds, or how the page begins: two texts; the map is chosen. */
  function linked() {
    const state = new URLSearchParams(location.hash.slice(1));
    const found = LINKED.exec(location.hash);
    if (!found) return PAIRS[0].slice(1);
    [chosen.which, chosen.layer, chosen.head] = found.slice(1).map((digit) => Number(digit) - 1);
    return [state.get("first") ?? "", state.get("second") ?? ""];
  }

  /** Another link was put into the address of this page. */
  function follow() {
    if (!LINKED.test(location.hash)) return;
    const texts = linked();
    parts.setWhich(chosen.which);
    parts.setHead(chosen.layer * encoder.HEADS + chosen.head);
    setTexts(texts);
  }

  // ---- attention

  const weightsOf = (layer, head) => {
    const { maps: all, pieces } = shown[chosen.which];
    const size = pieces.length ** 2;
    return all[layer].subarray(head * size, (head + 1) * size);
  };

  /** Maps are those of the sentence in which one types. */
  function showMapsOf(which) {
    if (which === chosen.which) return;
    chosen.which = which;
    parts.setWhich(which);
    kept = pointed = null;
    draw();
    link();
  }

  const largestOf = (weights) => weights.reduce((most, weight) => Math.max(most, weight), 0) || 1;

  /** Radio buttons of which one is in the order of the Tab key; arrow keys choose. */
  function choiceOf(buttons, columns, choose) {
    const set = (at) => {
      buttons.forEach((button, i) => {
        button.setAttribute("aria-checked", String(i === at));
        button.tabIndex = i === at ? 0 : -1;
      });
    };
    buttons.forEach((button, at) => {
      button.setAttribute("role", "radio");
      button.addEventListener("click", () => { set(at); choose(at); });
      button.addEventListener("keydown", (event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const to = (at + step + buttons.length) % buttons.length;
        set(to);
        choose(to);
        buttons[to].focus();
      });
    });
    return set;
  }

  function makeAttention() {
    const whichButtons = ["First sentence", "Second sentence"].map((name) => make("button", { type: "button" }, name));
    parts.setWhich = choiceOf(whichButtons, 1, showMapsOf);
    parts.setWhich(chosen.which);
    const cards = [];
    for (let layer = 0; layer < LAYERS; layer += 1) {
      for (let head = 0; head < encoder.HEADS; head += 1) {
        cards.push(make("button", { type: "button", class: "small_map", "aria-label": `Layer ${layer + 1}, head ${head + 1}` },
          make("span", { class: "frame" }, make("canvas", {}), make("span", { class: "row_mark", hidden: true })),
          make("span", { class: "small" }, `head ${head + 1}`), make("span", { class: "most small quiet" })));
      }
    }
    const setHead = choiceOf(cards, encoder.HEADS, (at) => {
      chosen.layer = Math.floor(at / encoder.HEADS);
      chosen.head = at % encoder.HEADS;
      drawLarge();
      link();
    });
    setHead(chosen.layer * encoder.HEADS + chosen.head);
    parts.setHead = setHead;
    parts.cards = cards;
    const rows = [0, 1].map((layer) => make("div", { class: "layer" }, make("h3", {}, `Layer ${layer + 1}`),
      make("div", { class: "heads" }, ...cards.slice(layer * encoder.HEADS, (layer + 1) * encoder.HEADS))));
    parts.title = make("h2", {});
    parts.scale = make("p", { class: "scale small quiet" });
    parts.map = make("canvas", { tabindex: 0, role: "application", "aria-roledescription": "map of weights" });
    parts.columns = make("div", { class: "edge columns", "aria-hidden": "true" });
    parts.rows = make("div", { class: "edge rows", "aria-hidden": "true" });
    parts.mark = make("div", { class: "cell_mark", hidden: true });
    parts.said = make("p", { class: "said", role: "status" });
    parts.lines = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    parts.lines.setAttribute("class", "lines");
    parts.lines.setAttribute("aria-hidden", "true");  // the map beside it says the same
    parts.linesRoom = make("div", { class: "lines_room" }, parts.lines);
    const large = make("div", { class: "large_map" }, make("div", {}), parts.columns, parts.rows, make("div", { class: "map_frame" }, parts.map, parts.mark));
    const whose = make("div", { class: "choice", role: "radiogroup", "aria-label": "Maps of" }, ...whichButtons);
    const aboutPieces = make("p", { class: "small quiet about_pieces" }, "Pieces are words of the model's table, or parts of words; ", make("b", {}, SPACE), " is the space before one.");
    find(".attention").append(make("div", { class: "bar" }, make("h2", {}, "What each head attends to"), whose, aboutPieces),
      make("div", { class: "pictures" },
        make("div", { class: "card heads_card", role: "radiogroup", "aria-label": "Layers and heads" }, ...rows),
        make("div", { class: "card large_card" }, make("div", { class: "bar" }, parts.title, parts.scale), make("div", { class: "scroll" }, large)),
        make("div", { class: "card said_card" }, parts.said),
        make("div", { class: "card lines_card" }, make("h2", {}, "Lines"), make("p", { class: "small quiet" }, "from a piece that attends to those it attends to"), parts.linesRoom)));
    listen();
  }

  const place = (event) => {
    const bounds = parts.map.getBoundingClientRect();
    const count = shown[chosen.which].pieces.length;
    const at = (offset, size) => Math.max(0, Math.min(count - 1, Math.floor((offset / size) * count)));
    return { row: at(event.clientY - bounds.top, bounds.height), column: at(event.clientX - bounds.left, bounds.width) };
  };
  const isSame = (a, b) => a?.row === b?.row && a?.column === b?.column;
  const keep = (where) => { kept = isSame(kept, where) ? null : where; pointAt(null); };

  function listen() {
    parts.map.addEventListener("mousemove", (event) => pointAt(place(event)));
    parts.map.addEventListener("mouseleave", () => pointAt(null));
    parts.map.addEventListener("click", (event) => keep(place(event)));
    parts.map.addEventListener("keydown", onMapKey);
    const endOf = (event) => {
      const text = event.target.closest("text");
      if (!text) return null;
      const at = Number(text.dataset.at);
      return text.classList.contains("left") ? { row: at, column: null } : { row: null, column: at };
    };
    parts.lines.addEventListener("mouseover", (event) => { if (endOf(event)) pointAt(endOf(event)); });
    parts.lines.addEventListener("mouseleave", () => pointAt(null));
    parts.lines.addEventListener("click", (event) => { if (endOf(event)) keep(endOf(event)); });
    window.addEventListener("resize", () => draw());
    window.addEventListener("hashchange", follow);
    for (const [name, is] of [["beforeprint", true], ["afterprint", false]]) window.addEventListener(name, () => { isPrinting = is; draw(); });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colours = maps.palette(); draw(); });
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") { kept = null; pointAt(null); } });
  }

  function onMapKey(event) {
    const count = shown[chosen.which]?.pieces.length ?? 0;
    if (count === 0) return;
    const now = pointed ?? kept ?? { row: -1, column: 0 };
    const moved = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
    if (event.key === "Enter" || event.key === " ") keep(now.row < 0 ? { row: 0, column: 0 } : now);
    else if (moved) {
      const to = (at, by) => Math.max(0, Math.min(count - 1, (at ?? 0) + by));
      pointAt({ row: to(now.row, moved[0]), column: to(now.column, moved[1]) });
    } else return;
    event.preventDefault();
  }

  /** Draws everything of the text whose attention is shown. */
  function draw() {
    const isThere = Boolean(shown[chosen.which]);
    find(".pictures").hidden = !isThere;
    if (!isThere) return;
    const count = shown[chosen.which].pieces.length;
    parts.cards.forEach((card, at) => {
      const weights = weightsOf(Math.floor(at / encoder.HEADS), at % encoder.HEADS);
      const largest = largestOf(weights);
      maps.drawSmall(card.querySelector("canvas"), weights, count, largest, colours);
      card.querySelector(".most").textContent = `to ${lab.number(largest, 2)}`;
    });
    drawLarge();
  }

  const LEAST_LABEL = 10;  // pixels of a row that still has words beside it

  const MOST_CELL = 48;
  const MOST_ROOM = 620;   // pixels of the large map
  const PAPER = 540;       // what a printed page has for it
  const MOST_LINES = 600;  // of the lines beside it
  const LEAST_ROOM = 320;

  /** Pixels for the large map: as wide as its card, and where all cards stand side by side not beyond the screen, unless cells
   * would be too small for their numbers, or to be seen. */
  function roomOfMap() {
    const count = shown[chosen.which].pieces.length;
    const inCard = find(".large_card .scroll").clientWidth - parts.rows.offsetWidth - 4;
    if (isPrinting) return PAPER;
    const isStacked = window.matchMedia("(max-width: 84rem)").matches;
    const below = isStacked ? MOST_ROOM : window.innerHeight - (parts.map.getBoundingClientRect().top + window.scrollY) - 40;
    const least = Math.max(LEAST_ROOM, count * (count <= 16 ? 25 : 9));
    return Math.min(inCard, MOST_ROOM, Math.max(least, below));
  }

  function drawLarge() {
    if (!shown[chosen.which]) return;
    const { pieces } = shown[chosen.which];
    const weights = weightsOf(chosen.layer, chosen.head);
    const largest = largestOf(weights);
    parts.title.textContent = `Layer ${chosen.layer + 1}, head ${chosen.head + 1}`;
    const cell = Math.max(3, Math.min(MOST_CELL, Math.floor(roomOfMap() / pieces.length)));
    parts.cell = maps.drawLarge(parts.map, weights, pieces.length, largest, cell, colours);
    parts.scale.replaceChildren("0 ", make("span", { class: "ramp", "aria-hidden": "true" }), ` ${lab.number(largest, 2)}`);
    const ramp = colours.css.filter((_, shade) => shade % 51 === 0);
    parts.scale.querySelector(".ramp").style.background = `linear-gradient(to right, ${ramp.join(", ")})`;
    parts.map.setAttribute("aria-label", `Layer ${chosen.layer + 1}, head ${chosen.head + 1}: a row is a piece that attends, a column a piece that it attends to. Arrow keys move.`);
    const labels = () => pieces.map((piece) => make("span", {}, word(piece)));
    for (const [side, size] of [["rows", "height"], ["columns", "width"]]) {
      parts[side].replaceChildren(...labels());
      parts[side].classList.toggle("tiny", parts.cell < LEAST_LABEL);
      for (const one of parts[side].children) one.style[size] = `${parts.cell}px`;
      parts[side].style.fontSize = `${Math.max(9, Math.min(parts.cell - 2, Math.max(11, 0.5 * parts.cell), 16))}px`;
    }
    showPointed();
  }

  function pointAt(where) {
    if (!shown[chosen.which] || (isSame(where, pointed) && kept === parts.keptShown)) return;
    pointed = where;
    showPointed();
  }

  /** Marks what is pointed at, or kept: in the maps, in the lines, in words. */
  function showPointed() {
    const { pieces } = shown[chosen.which];
    const weights = weightsOf(chosen.layer, chosen.head);
    const { row, column } = pointed ?? kept ?? { row: null, column: null };
    parts.keptShown = kept;
    const count = pieces.length;
    const [width, room] = [parts.linesRoom.clientWidth, Math.max(LEAST_ROOM, roomOfMap() + 60)];
    const sizes = { width: Math.min(MOST_LINES, isPrinting ? PAPER : width), step: Math.max(12, Math.min(30, Math.floor(room / count))) };
    parts.linesRoom.style.setProperty("--most", `${Math.max(room, 480)}px`);  // lines of many pieces scroll beside the map
    const marked = row ?? column;
    if (marked !== null && !parts.linesRoom.matches(":hover")) parts.linesRoom.scrollTop = sizes.step * marked - parts.linesRoom.clientHeight / 2;
    maps.drawLines(parts.lines, weights, pieces.map(word), sizes, colours, { row, column });
    [...parts.rows.children].forEach((one, i) => one.classList.toggle("chosen", i === row));
    [...parts.columns.children].forEach((one, j) => one.classList.toggle("chosen", j === column));
    for (const one of document.querySelectorAll(".pieces li.chosen")) one.classList.remove("chosen");
    for (const at of [row, column]) if (at !== null) inputs[chosen.which].parentElement.querySelectorAll(".pieces li")[at]?.classList.add("chosen");
    for (const mark of document.querySelectorAll(".row_mark")) {
      mark.hidden = row === null;
      if (row !== null) Object.assign(mark.style, { top: `${(100 * row) / count}%`, height: `${100 / count}%` });
    }
    const [high, wide] = [row, column].map((at) => `${(at === null ? count : 1) * parts.cell}px`);
    parts.mark.hidden = row === null && column === null;
    Object.assign(parts.mark.style, { top: `${(row ?? 0) * parts.cell}px`, left: `${(column ?? 0) * parts.cell}px`, width: wide, height: high });
    parts.said.replaceChildren(...wordsOn(weights, pieces, row, column));
  }

  const quoted = (piece) => make("b", {}, lab.label(piece));

  function wordsOn(weights, pieces, row, column) {
    const count = pieces.length;
    if (row === null && column === null) return ["A row is a piece that attends, a column a piece that it attends to; a row adds up to 1. Point at a cell, or move with the arrow keys."];
    const most = (of, at) => Array.from({ length: count }, (_, i) => [pieces[i], of(at, i)]).sort((a, b) => b[1] - a[1]).slice(0, 3);
    const list = (pairs) => pairs.flatMap(([piece, weight], i) => [i === 0 ? " " : ", ", quoted(piece), ` ${lab.number(weight, 3)}`]);
    if (row === null) return [quoted(pieces[column]), " is attended to most by", ...list(most((at, i) => weights[i * count + at], column)), "."];
    const mostly = ["attends most to", ...list(most((at, i) => weights[at * count + i], row)), "."];
    if (column === null) return [quoted(pieces[row]), " ", ...mostly];
    return [quoted(pieces[row]), " attends to ", quoted(pieces[column]), ` with ${lab.number(weights[row * count + column], 3)}. It `, ...mostly];
  }

  async function start() {
    try {
      await new Promise((resolve) => { setTimeout(resolve); });  // what is said of loading is seen
      engine = await encoder.open();
      engine.encode(0, "a");  // the browser compiles the module as it runs
      colours = maps.palette();
      const texts = linked();
      makeSentences();
      makeAttention();
      find(".loading").remove();
      for (const section of document.querySelectorAll("main section")) section.hidden = false;
      setTexts(texts);
    } catch (error) {
      find(".loading")?.remove();
      find("main > .problem").hidden = false;
      find("main > .problem").textContent = `This did not work: ${lab.label(error?.message ?? error, 300)}`;
    }
  }

  return { start, engine: () => engine, setTexts, shown };
})();
