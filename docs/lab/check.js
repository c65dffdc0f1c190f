// The pane "Check my numbers": a page, the block that says what follows from what, and verdicts at the numbers of the page.
// What is read, proposed and judged, is heed's: the module runs in a worker, which ends when it takes too long.
lab.pane((() => {
  const { make } = lab;
  const MOST_BYTES = 1_000_000;
  const MOST_OF_NOTEBOOK = 8_000_000;
  const MOST_SECONDS = 20;
  const MOST_LISTED = 12;
  const MOST_SECTIONS = 100;
  const MOST_EDITED = 20_000;  // lines of a field: with more a browser freezes
  const MOST_LINES = 2_000;  // that are drawn at once
  const MOST_DRAWN = 150_000;  // bytes of them
  const NARROW = "(max-width: 62rem)";  // as in check.css: the proof is above the text there
  const SIGNS = { consistent: "✓", refuted: "✗", undecided: "?" };

  // ---- the engine

  /** What the worker runs. A job has an instance of its own: after an error there is nothing to mend. */
  function work() {
    let module = null;
    const NO_SUCH_CALL = 52;
    const instantiate = async () => {
      let memory = null;
      const clock = (id, precision, at) => {
        new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
        return 0;
      };
      const calls = new Proxy({}, { get: (_, name) => (name === "clock_time_get" ? clock : () => NO_SUCH_CALL) });
      const { exports } = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: calls });
      memory = exports.memory;
      exports._initialize();
      return exports;
    };
    self.onmessage = async ({ data }) => {
      if (data.module) { module = data.module; return; }
      try {
        const heed = await instantiate();
        let at = heed.input(data.parts.reduce((size, part) => size + part.length, 0));
        for (const part of data.parts) {
          new Uint8Array(heed.memory.buffer).set(part, at);
          at += part.length;
        }
        const found = heed[data.what](...data.parts.map((part) => part.length));
        const bytes = new Uint8Array(heed.memory.buffer, found, heed.output_size());
        self.postMessage({ id: data.id, text: new TextDecoder().decode(bytes) });
      } catch (error) {
        self.postMessage({ id: data.id, error: String(error.message ?? error) });
      }
    };
  }

  let worker = null;
  let jobs = 0;
  let giveUp = null;  // the job that is waited for

  function dismiss() {
    worker?.terminate();
    worker = null;
  }

  async function engaged() {
    const module = await lab.compile("check");
    if (worker) return worker;
    const address = URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" }));
    worker = new Worker(address);
    URL.revokeObjectURL(address);
    worker.postMessage({ module });
    return worker;
  }

  /** What the module says of a page and a block. The job before it, if there is one, is given up: null is its answer. */
  async function ask(what, name, bytes, block) {
    jobs += 1;
    const id = jobs;
    giveUp?.();
    const mine = await engaged();
    if (id !== jobs) return null;
    return new Promise((resolve, reject) => {
      const end = (act, value) => { clearTimeout(late); giveUp = null; act(value); };
      giveUp = () => { dismiss(); end(resolve, null); };
      const late = setTimeout(() => {
        dismiss();
        end(reject, new Error(`stopped after ${MOST_SECONDS} seconds: this page asks for too much at once`));
      }, MOST_SECONDS * 1000);
      mine.onerror = (event) => { dismiss(); end(reject, new Error(event.message || "the worker ended")); };
      mine.onmessage = ({ data }) => {
        if (data.id !== id) return;
        if (data.error) end(reject, new Error(`the module stopped (${data.error})`));
        else end(resolve, data.text);
      };
      mine.postMessage({ id, what, parts: [encode(name), bytes, encode(block)] });
    });
  }

  /** Gives up what is asked, if anything is. */
  function stop() {
    jobs += 1;
    giveUp?.();
  }

  // ---- text

  const encode = (text) => new TextEncoder().encode(text);
  const LINE_FEED = 10;

  function withLineFeeds(bytes) {
    const CARRIAGE_RETURN = 13;
    return bytes.map((byte, i) => (byte === CARRIAGE_RETURN && bytes[i + 1] !== LINE_FEED ? LINE_FEED : byte));
  }

  // ---- what is found, by number

  /** The numbers of a page that have verdicts, by where they stand: each with all that is said of it, the worst first. */
  function numbersOf(sections) {
    const badness = { refuted: 0, undecided: 1, consistent: 2 };
    const numbers = new Map();
    for (const section of sections) {
      for (const entry of section.entries) {
        if (entry.begin === undefined) continue;
        const key = `${entry.begin} ${entry.end}`;
        const number = numbers.get(key) ?? { begin: entry.begin, end: entry.end, place: entry.place, said: [] };
        number.said.push({ section, entry });
        numbers.set(key, number);
      }
    }
    const all = [...numbers.values()].sort((a, b) => a.begin - b.begin || a.end - b.end);
    for (const number of all) {
      number.said.sort((a, b) => badness[a.entry.verdict] - badness[b.entry.verdict]);
      number.verdict = number.said[0].entry.verdict;
    }
    return all;
  }

  /** The worst of what was found, and the words for it. A number that several sections judge counts once, with its worst
   * verdict; so does a row that has to sum to 1. */
  function headlineOf(sections, unchecked) {
    const badness = ["consistent", "undecided", "refuted"];
    const numbers = new Map(), rows = new Map();
    sections.forEach((section, i) => section.entries.forEach((entry, k) => {
      const of = section.sums ? rows : numbers;
      const key = entry.begin === undefined ? `${i} ${k}` : `${entry.begin} ${entry.end}`;
      of.set(key, Math.max(of.get(key) ?? 0, badness.indexOf(entry.verdict)));
    }));
    const worst = Math.max(0, ...numbers.values(), ...rows.values());
    const counted = (of, one, more) => `${[...of.values()].filter((bad) => bad === worst).length} of ${of.size} ${of.size === 1 ? one : more}`;
    const hit = (of) => [...of.values()].includes(worst);
    if (worst > 0) {
      const parts = [hit(numbers) ? counted(numbers, "number", "numbers") : "", hit(rows) ? counted(rows, "row sum", "row sums") : ""];
      const asked = worst === 1 && sections.some((section) => section.asked);
      return { verdict: badness[worst], words: `${parts.filter((part) => part !== "").join(" and ")} ${asked ? "in question" : badness[worst]}` };
    }
    const all = [numbers.size > 0 ? `${numbers.size} ${numbers.size === 1 ? "number" : "numbers"}` : "", rows.size > 0 ? `${rows.size} row ${rows.size === 1 ? "sum" : "sums"}` : ""];
    const said = all.filter((part) => part !== "").join(" and ");
    const rounded = sections.some((section) => section.rounded) ? ", some only because inputs may be rounded" : "";
    if (unchecked) return { verdict: "undecided", words: `${said} consistent${rounded}, others not checked: ${unchecked}` };
    return { verdict: "consistent", words: `${said} consistent${rounded}` };
  }

  /** Matrices that follow from others, and nothing from them though formulas come after theirs: in words, or nothing. */
  function unusedWords(sections) {
    const formulas = sections.filter((section) => !section.law);
    const used = formulas.flatMap(({ formula }) => formula.split(/[^\p{L}\p{N}_'.]+/u));
    const names = formulas.slice(0, -1).map(({ name }) => name).filter((name) => !used.includes(name));
    return names.length > 0 ? ` No other formula uses ${names.slice(0, MOST_LISTED).join(", ")}.` : "";
  }

  function titleOf(section) {
    return section.law ? section.formula : `${section.name} ${section.asked ? "?=" : ":="} ${section.formula}`;
  }

  const sign = (verdict) => make("span", { class: `sign ${verdict}`, "aria-hidden": "true" }, SIGNS[verdict]);

  function count(sections, verdict) {
    return sections.reduce((sum, section) => sum + section.entries.filter((entry) => entry.verdict === verdict).length, 0);
  }

  // ---- the pane

  /** Of a link, which anybody may have written: { name, text, block }, or null. */
  function checked(given) {
    const texts = given && typeof given === "object" ? [given.name, given.text, given.block] : [];
    return texts.length === 3 && texts.every((text) => typeof text === "string") && texts[1].length <= MOST_OF_NOTEBOOK ? given : null;
  }

  function mount(element, _, linked) {
    let page = { name: "", bytes: new Uint8Array() };
    let numbers = [];
    let chosen = -1;
    let wanted = -1;  // the number that a link shows
    let asking = 0;
    let taking = 0;
    let drawn = null;  // the text with its verdicts: { bytes, starts, begin, end }

    const source = make("textarea", { class: "source", spellcheck: "false", "aria-label": "The page: Markdown, LaTeX, a notebook or plain text", placeholder: "Paste Markdown, LaTeX, a notebook (.ipynb) or plain text with printed matrices, or drop a file anywhere here.", oninput: () => typed() });
    const marked = make("div", { class: "marked", tabindex: "0", role: "region", "aria-label": "The page with its verdicts", hidden: true });
    const around = make("p", { class: "bar small around", hidden: true });
    const name = make("span", { class: "quiet small page_name" });
    const edit = make("button", { onclick: () => editPage(), hidden: true }, "Edit the page");
    const read = make("button", { onclick: () => judge() }, "Read the page");
    const file = make("input", { type: "file", hidden: true, accept: ".md,.tex,.txt,.ipynb,.markdown,.rst,.html", onchange: () => { open([...file.files]); file.value = ""; } });
    const block = make("textarea", { class: "block", rows: "9", spellcheck: "false", oninput: () => { check.disabled = false; }, "aria-label": "The block: what is printed as what, and what follows from what" });
    const check = make("button", { class: "main", onclick: () => judge() }, "Check");
    const save = make("button", { onclick: () => saveReport(), hidden: true }, "Save the report");
    const status = make("p", { class: "small status", role: "status", "aria-live": "polite" });
    const blockHelp = make("p", { class: "small quiet" });
    const found = make("div", { class: "found" });
    const blockCard = make("section", { class: "card block_card", hidden: true }, make("h2", {}, "What follows from what"), blockHelp, block, make("div", { class: "bar" }, check, save), found);
    const proof = make("section", { class: "card proof", hidden: true, "aria-live": "polite" });
    const verdicts = make("section", { class: "card verdicts", hidden: true });
    const start = make("section", { class: "card start" },
      make("h2", {}, "Does it follow?"),
      make("p", {}, "A tutorial prints matrices and says how they follow from each other. heed reads the numbers as printed, each known to half a unit of its last place, and proves or refutes every one of them: a number is refuted when no inputs that round to the printed inputs lead to it."),
      make("ol", {}, make("li", {}, "Paste a page, drop a file, or open a sample."), make("li", {}, "heed finds the matrices and proposes what follows from what. Correct it, and accept."), make("li", {}, "Each number has its verdict where it stands, and each that is refuted a proof.")),
      legend());

    function legend() {
      const words = { consistent: "consistent: some inputs lead to it", refuted: "refuted: none can", undecided: "undecided" };
      return make("p", { class: "legend small" }, Object.entries(words).map(([verdict, text]) => make("span", {}, make("span", { class: `number ${verdict}` }, "0.25"), " ", text)));
    }

    function say(words, problem = false) {
      status.textContent = page.note ? `${page.note} ${words}` : words;
      status.classList.toggle("problem", problem);
    }

    function forget() {
      numbers = [];
      chosen = -1;
      for (const card of [proof, verdicts, save]) card.hidden = true;
    }

    /** Shows the text to be edited. What was proposed for it stays. */
    function editPage() {
      forget();
      marked.hidden = around.hidden = edit.hidden = true;
      source.hidden = read.hidden = false;
      source.focus();
    }

    function typed() {
      taking += 1;
      page = { name: page.name, bytes: encode(source.value) };
      if (source.value === "") begin();
      stop();
      say("");
      forget();
    }

    /** What comes next is another page. */
    function begin() {
      name.textContent = page.name = block.value = "";
    }

    function tooLong(size, notebook, after = "Nothing was changed.") {
      const most = notebook ? MOST_OF_NOTEBOOK : MOST_BYTES;
      if (size <= most) return false;
      say(`This is ${(size / 1e6).toFixed(1)} MB; up to ${most / 1e6} MB are read${notebook ? "" : " (of a notebook 8 MB)"}. ${after}`, true);
      return true;
    }

    /** The page and its block are in the address, unless they are long; so they are there again when it is loaded again. */
    function keep() {
      const given = page.bytes.length === 0 ? null : { name: page.name, text: new TextDecoder().decode(page.bytes), block: block.hidden ? "" : block.value, chosen };
      lab.link("check", given);
    }

    function takeLinked(given) {
      const state = checked(given);
      if (given && !state) lab.sayBroken(true);
      wanted = Number.isInteger(state?.chosen) ? state.chosen : -1;
      if (state) take({ name: state.name.slice(0, 200), bytes: encode(state.text) }, state.block === "" ? null : state.block);
    }

    function take(next, ownBlock = null) {
      taking += 1;
      page = next;
      name.textContent = lab.label(page.name, 100);
      block.value = ownBlock ?? "";
      const text = page.bytes.length <= MOST_BYTES ? lab.visible(new TextDecoder().decode(page.bytes)) : "";
      source.value = text.split("\n", MOST_EDITED + 1).length <= MOST_EDITED ? text : "";
      marked.scrollTop = 0;
      return ownBlock === null ? propose() : judge();
    }

    /** Reads a file, unless another page comes before it is read. */
    async function open([given, ...others]) {
      if (!given || tooLong(given.size, /\.ipynb$/i.test(given.name))) return;
      const shortName = lab.label(given.name, 40);
      if (given.size === 0) { say(`${shortName} is empty. Nothing was changed.`, true); return; }
      taking += 1;
      const mine = taking;
      const bytes = await given.arrayBuffer().catch(() => null);
      if (mine !== taking) return;
      if (bytes === null) { say(`${shortName} cannot be read. Nothing was changed.`, true); return; }
      const note = others.length > 0 ? `Of ${others.length + 1} files the first is read, ${shortName}.` : "";
      await take({ name: given.name, bytes: new Uint8Array(bytes), note });
    }

    /** Takes a text as the page, if it is not too long. */
    function takeText(text) {
      const bytes = encode(text);
      if (!tooLong(bytes.length, /^\s*\{/.test(text) && text.includes('"nbformat"'))) take({ name: "", bytes });
    }

    /** What is pasted over everything is read at once. */
    function paste(event) {
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text === "") return;
      const rest = source.value.slice(0, source.selectionStart) + source.value.slice(source.selectionEnd);
      if (rest !== "" && !tooLong(encode(rest).length + encode(text).length, false)) return;
      event.preventDefault();
      if (rest === "") takeText(text);
    }

    /** The answer for the page, or null: there is none, or it comes when the page is another one. */
    async function asked(what, given) {
      asking += 1;
      const mine = asking;
      const about = page;
      say("Checking …");
      element.setAttribute("aria-busy", "true");
      try {
        const text = await ask(what, page.name, page.bytes, given);
        return about === page && mine === asking ? text : null;
      } catch (error) {
        if (mine === asking) say(`Not checked: ${error.message}.`, true);
        return null;
      } finally {
        if (mine === asking) element.removeAttribute("aria-busy");
        if (mine === asking && about !== page) say("");
      }
    }

    /** Reads the page without a block: what is proposed, or, where it has one, what is found by it. */
    async function propose() {
      if (page.bytes.length === 0) { say("There is no page yet."); return; }
      if (tooLong(page.bytes.length, page.bytes.length <= MOST_OF_NOTEBOOK && page.bytes[0] === 123, "Make it shorter.")) return;
      await showAnswer(await asked("check", ""), false);
    }

    async function judge() {
      if (block.value.trim() === "") { await propose(); return; }
      await showAnswer(await asked("check", block.value.trim()), true);
    }

    async function showAnswer(text, byBlock) {
      if (text === null) return;
      forget();
      check.disabled = false;
      const answer = JSON.parse(text);
      start.hidden = true;
      if (answer.error) { say(`This page cannot be read: ${answer.error}.`, true); return; }
      const bytes = answer.text === undefined ? withLineFeeds(page.bytes) : encode(answer.text);
      numbers = numbersOf(answer.sections ?? []);
      showMarked(bytes, answer.text !== undefined);
      showFound(answer);
      blockCard.hidden = false;
      const own = !answer.proposal && !byBlock;
      block.hidden = check.hidden = own;
      blockHelp.textContent = own ? "The page has a block of its own, which says what is checked." : "Which matrix is which, and what follows from what (:=). Change it as you like, or empty it to have one proposed; # begins a comment.";
      if (answer.proposal) showProposal(answer);
      else if (answer.errors) showErrors(answer.errors);
      else showVerdicts(answer);
      keep();
    }

    function showProposal({ proposal, tables }) {
      block.value = proposal.block;
      block.rows = Math.min(22, Math.max(6, proposal.block.split("\n").length + 1));
      const nothing = proposal.verified + proposal.guesses === 0;
      check.textContent = nothing ? "Check" : "Accept and check";
      check.disabled = nothing;  // until a formula is written
      const several = (n, one, more) => `${n} ${n === 1 ? one : more}`;
      const matrices = several(tables.length, "matrix", "matrices");
      const holding = several(proposal.verified, "formula or law that holds", "formulas and laws that hold");
      const guesses = proposal.guesses === 0 ? "" : `, and ${several(proposal.guesses, "guess", "guesses")}`;
      if (tables.length === 0) say("No matrix was found in this page. A matrix has at least two numbers: [[2.64]] is not read as one.", true);
      else if (nothing) say(`heed found ${matrices}, and no usual formula that holds for them. Say below what follows from what, then check.`);
      else say(`heed found ${matrices} and proposes ${holding}${guesses}. Correct it, and accept.`);
    }

    function showFound({ tables, skipped }) {
      const row = (table, i) => make("tr", {}, make("th", { scope: "row" }, String(i + 1)), make("td", {}, table.place), make("td", {}, table.error ? make("span", { class: "problem" }, table.error) : table.shape), make("td", { class: "before" }, table.before));
      const list = make("details", {}, make("summary", {}, `Matrices of this page: ${tables.length}`), make("div", { class: "scroll" }, make("table", { class: "found_tables" }, make("thead", {}, make("tr", {}, ["matrix", "place", "shape", "after"].map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, tables.slice(0, 200).map(row)))));
      const others = skipped.length === 0 ? null : make("details", {}, make("summary", {}, `Has numbers and is not read: ${skipped.length}`), make("ul", {}, skipped.slice(0, 50).map((one) => make("li", {}, `${one.place}: `, make("q", {}, one.found), ` ${one.why}`))));
      found.replaceChildren(list, ...(others ? [others] : []));
    }

    function showErrors(errors) {
      check.textContent = "Check";
      say(`Nothing was checked: ${errors.length} ${errors.length === 1 ? "error" : "errors"} in ${errors.some((one) => one.in_block) ? "the block" : "the page"}.`, true);
      verdicts.hidden = false;
      verdicts.replaceChildren(make("h2", {}, errors.some((one) => one.in_block) ? "What is missing or wrong in the block" : "What cannot be read"), ...errors.slice(0, 20).map((one) => make("div", { class: "mistake" }, make("p", { class: "problem" }, `${one.place}, column ${one.column}: ${one.words}`), make("pre", { class: "quoted" }, `${one.text}\n${" ".repeat(one.indent)}^`))));
      moveTo(verdicts);
    }

    // ---- the page with its verdicts

    function showMarked(bytes, ofNotebook) {
      source.hidden = read.hidden = true;
      marked.hidden = false;
      edit.hidden = source.value === "";
      const starts = [0];
      for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) starts.push(at + 1);
      drawn = { bytes, starts, begin: 0, end: 0 };
      marked.classList.toggle("numbered", !ofNotebook);
      showFrom(0);
    }

    /** The last line that begins at a byte or before it. */
    function lineAt(at) {
      let [low, high] = [0, drawn.starts.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (drawn.starts[middle] <= at) low = middle;
        else high = middle;
      }
      return low;
    }

    /** Draws the text from a byte on: of a long one as much as a browser draws at once. */
    function showFrom(wantedBegin) {
      const { bytes, starts } = drawn;
      const isInside = (at) => (bytes[at] & 0xc0) === 0x80;  // of a character
      let begin = wantedBegin;
      while (begin > 0 && isInside(begin)) begin -= 1;
      const first = lineAt(begin);
      let end = Math.min(starts[first + MOST_LINES] ?? bytes.length, begin + MOST_DRAWN, bytes.length);
      const cut = lineAt(end);
      if (end < bytes.length && starts[cut] > begin) end = starts[cut];
      while (end < bytes.length && isInside(end)) end -= 1;
      Object.assign(drawn, { begin, end });
      const decode = (from, to) => lab.visible(new TextDecoder().decode(bytes.subarray(from, to)));
      let line = make("div", { class: "line" });
      const lines = [line];
      const put = (text) => {
        text.split("\n").forEach((part, i) => {
          if (i > 0) lines.push(line = make("div", { class: "line" }));
          if (part !== "") line.append(part);
        });
      };
      let at = begin;
      numbers.forEach((number, i) => {
        number.mark = null;
        if (number.begin < at || number.end > end) return;
        put(decode(at, number.begin));
        number.mark = markOf(number, i, decode(number.begin, number.end));
        line.append(number.mark);
        at = number.end;
      });
      put(decode(at, end));
      if (end < bytes.length && end === starts[lineAt(end)]) lines.pop();  // the empty one behind its line feed
      marked.style.counterReset = `line ${first}`;
      const all = document.createDocumentFragment();
      for (const one of lines) all.append(one);
      marked.replaceChildren(all);
      numbers[chosen]?.mark?.classList.add("chosen");
      around.hidden = begin === 0 && end === bytes.length;
      if (around.hidden) return;
      const turn = (to, words) => make("button", { type: "button", onclick: () => { showFrom(to); marked.scrollTop = 0; } }, words);
      const [from, to] = [first + 1, first + lines.length].map((n) => n.toLocaleString("en"));
      around.replaceChildren(`This is a long page: shown are lines ${from} to ${to} of ${starts.length.toLocaleString("en")}.${edit.hidden ? " It is too long to be edited here." : ""}`,
        begin > 0 ? turn(beginBefore(begin), "‹ Before them") : "", end < bytes.length ? turn(end, "After them ›") : "");
    }

    /** Where a part begins that reaches about to a byte. */
    function beginBefore(at) {
      const { starts } = drawn;
      const least = Math.max(0, at - MOST_DRAWN);
      const begin = Math.max(least, starts[Math.max(0, lineAt(at) - MOST_LINES)]);
      const line = lineAt(begin);
      return starts[line] === begin || starts[line + 1] === undefined || starts[line + 1] >= at ? begin : starts[line + 1];
    }

    /** A number with its verdict; of a row, behind its last number. */
    function markOf(number, i, text) {
      const { entry, section } = number.said[0];
      const words = `${text || section.name}: ${number.verdict}. ${titleOf(section)}, ${entry.name}`;
      const reached = number.verdict === "consistent" ? "-1" : "0";
      const kind = `number ${number.verdict}${text === "" ? " of_row" : ""}`;
      return make("button", { class: kind, title: words, "aria-label": words, tabindex: reached, onclick: () => choose(i) }, text || "Σ");
    }

    function choose(i, scroll = false) {
      numbers[chosen]?.mark?.classList.remove("chosen");
      chosen = i;
      const number = numbers[i];
      bringIn(number);
      number.mark.classList.add("chosen");
      if (scroll) scrollTo(number.mark);
      showProof(number);
      keep();
    }

    /** Draws the part of a long text that a number is in. */
    function bringIn(number) {
      if (!number.mark) showFrom(Math.max(number.begin - MOST_DRAWN / 2, drawn.starts[Math.max(0, lineAt(number.begin) - MOST_LINES / 2)], 0));
    }

    /** Moves the text, and the page only where the text is out of sight. */
    function scrollTo(mark) {
      const [outer, inner] = [marked.getBoundingClientRect(), mark.getBoundingClientRect()];
      marked.scrollTop += inner.top - outer.top - outer.height / 3;
      if (outer.bottom < 80 || outer.top > window.innerHeight - 80) marked.scrollIntoView({ block: "nearest" });
    }

    /** To the next number of a verdict; of all that are not consistent where none is wanted. */
    function step(by, verdict = null) {
      const listed = numbers.map((number, i) => i).filter((i) => (verdict ? numbers[i].verdict === verdict : numbers[i].verdict !== "consistent"));
      if (listed.length === 0) return;
      const next = by > 0 ? listed.find((i) => i > chosen) ?? listed[0] : [...listed].reverse().find((i) => i < chosen) ?? listed[listed.length - 1];
      choose(next, true);
    }

    function showProof(number) {
      const parts = number.said.map(({ section, entry }, i) => make("div", { class: "said" },
        i > 0 ? null : make("p", { class: "verdict_line" }, sign(number.verdict), make("b", { class: `word ${number.verdict}` }, number.verdict), ` ${section.name}, ${entry.name}`, make("span", { class: "quiet" }, ` · ${number.place}`)),
        make("p", { class: "formula" }, titleOf(section), entry.verdict === number.verdict ? "" : make("span", { class: "quiet" }, ` (by this alone it could be right)`)),
        make("p", { class: "figures" }, ...figuresOf(section, entry)),
        entry.proof ? make("p", {}, entry.proof) : null,
        entry.verdict === "refuted" && section.notes.length > 0 ? make("div", {}, make("h3", {}, "What explains it"), notesOf(section)) : null));
      proof.hidden = false;
      const more = numbers.some((one) => one.verdict !== "consistent");
      proof.replaceChildren(make("div", { class: "bar" }, make("h2", { class: "grow" }, "This number"), more ? make("button", { onclick: () => step(-1), "aria-label": "The one before that is not consistent" }, "‹") : null, more ? make("button", { onclick: () => step(1), "aria-label": "The next one that is not consistent" }, "›") : null, make("button", { class: "close", onclick: () => { proof.hidden = true; bringIn(number); number.mark.focus(); }, "aria-label": "Close" }, "×")), ...parts);
    }

    /** A verdict in a button: of a law what does not obey it, of a formula what should be printed. */
    function shortOf(section, entry) {
      if (section.sums) return `sum ${entry.value}`;
      if (section.law || !entry.correct) return entry.printed;
      return entry.see ? `${entry.printed} (see ${entry.see})` : `${entry.printed} → ${entry.correct}`;
    }

    /** What a refuted number should be; one that only follows from wrong numbers elsewhere is right once these are mended. */
    function figuresOf(section, entry) {
      if (section.sums) return ["They sum to ", make("b", {}, entry.value), "."];
      if (entry.verdict !== "refuted") return [`${entry.printed} is printed, ${entry.value} is its value at the printed digits.`];
      if (section.law) return [make("del", {}, entry.printed), " is printed"];
      if (entry.see) return [entry.printed, " is printed, and is right where ", make("b", {}, entry.see), " is: mend that first"];
      return [make("del", {}, entry.printed), " is printed, ", make("b", {}, entry.correct), " follows", entry.distance === "-" ? "" : `: ${entry.distance}`];
    }

    function notesOf(section) {
      return make("ul", { class: "notes" }, section.notes.map((note) => make("li", {}, note)));
    }

    /** The window moves to what was asked for, where that is out of it. */
    function moveTo(card) {
      const { top, bottom } = card.getBoundingClientRect();
      if (top > window.innerHeight - 120 || bottom < 60) card.scrollIntoView({ block: "start" });
    }

    // ---- all verdicts

    function showVerdicts(answer) {
      check.textContent = "Check again";
      save.hidden = false;
      say("");
      verdicts.hidden = false;
      const next = ["refuted", "undecided"].find((verdict) => numbers.some((number) => number.verdict === verdict));
      const headline = headlineOf(answer.sections, answer.unchecked);
      verdicts.replaceChildren(
        make("div", { class: "bar" }, make("h2", { class: "grow headline" }, sign(headline.verdict), " ", headline.words), next ? make("button", { onclick: () => step(1, next) }, `Next ${next} ›`) : null),
        make("p", { class: "counts" }, `${answer.counts}.${unusedWords(answer.sections)}`),
        ...answer.sections.slice(0, MOST_SECTIONS).map(sectionOf),
        answer.sections.length > MOST_SECTIONS ? make("p", { class: "small quiet" }, `And ${answer.sections.length - MOST_SECTIONS} more formulas and laws: the report has them.`) : "");
      const isLinked = numbers[wanted] !== undefined;
      const first = isLinked ? wanted : numbers.findIndex((number) => number.verdict === "refuted");
      wanted = -1;
      moveTo(verdicts);
      if (first === -1) return;
      bringIn(numbers[first]);
      scrollTo(numbers[first].mark);
      if (isLinked || !window.matchMedia(NARROW).matches) choose(first);
    }

    function sectionOf(section) {
      const refuted = section.entries.filter((entry) => entry.verdict !== "consistent");
      const worst = refuted.some((entry) => entry.verdict === "refuted") ? "refuted" : refuted.length > 0 ? "undecided" : "consistent";
      const chip = (entry) => make("button", { class: `chip ${entry.verdict}`, onclick: () => { const i = numbers.findIndex((number) => number.begin === entry.begin && number.end === entry.end); if (i !== -1) choose(i, true); }, disabled: entry.begin === undefined }, sign(entry.verdict), ` ${entry.name}: `, make("span", { class: "digits" }, shortOf(section, entry)));
      const listed = refuted.slice(0, MOST_LISTED).map(chip);
      const rest = refuted.slice(MOST_LISTED, 500);
      return make("div", { class: "judged" },
        make("h3", {}, sign(worst), " ", make("code", {}, titleOf(section))),
        make("p", { class: "small quiet" }, section.counts),
        refuted.length > 0 ? make("div", { class: "chips" }, listed) : null,
        rest.length > 0 ? make("details", {}, make("summary", {}, `${refuted.length - MOST_LISTED} more`), make("div", { class: "chips" }, rest.map(chip))) : null,
        section.notes.length > 0 ? notesOf(section) : null);
    }

    async function saveReport() {
      const text = await asked("markdown", block.hidden ? "" : block.value.trim());
      if (text === null) return;
      say("");
      const address = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
      make("a", { href: address, download: "report.md" }).click();
      setTimeout(() => URL.revokeObjectURL(address), 1000);
    }

    // ---- putting it together

    // Not a title, which neither a finger nor the keyboard would see.
    const about = make("p", { class: "small quiet sample_about" });
    const tellOf = (sample) => { about.textContent = sample.about; };
    const samples = make("div", { class: "samples", role: "group", "aria-label": "Samples" }, CHECK_SAMPLES.map((sample) => make("button", { "aria-description": sample.about, onfocus: () => tellOf(sample), onpointerenter: () => tellOf(sample), onclick: () => { tellOf(sample); take({ name: sample.name, bytes: encode(sample.text) }, sample.block); } }, sample.title)));
    element.append(
      make("div", { class: "bar check_bar" }, make("span", { class: "small quiet" }, "Samples"), samples, make("span", { class: "grow" }), make("button", { onclick: () => file.click() }, "Open a file …"), file),
      about,
      status,
      make("div", { class: "check_columns" },
        make("section", { class: "card page_card" }, make("div", { class: "bar" }, make("h2", {}, "The page"), name, make("span", { class: "grow" }), edit, read), around, source, marked),
        make("div", { class: "side" }, start, proof, verdicts, blockCard)));
    source.addEventListener("paste", paste);
    element.addEventListener("dragover", (event) => { event.preventDefault(); element.classList.add("dropping"); });
    element.addEventListener("dragleave", (event) => { if (!element.contains(event.relatedTarget)) element.classList.remove("dropping"); });
    element.addEventListener("drop", (event) => {
      event.preventDefault();
      element.classList.remove("dropping");
      const [given] = event.dataTransfer.files;
      const text = event.dataTransfer.getData("text/plain");
      if (given) open([...event.dataTransfer.files]);
      else if (text) takeText(text);
    });
    pane.resized = () => { if (numbers[chosen]?.mark) scrollTo(numbers[chosen].mark); };
    pane.open = open;
    pane.shown = (given) => (given ? takeLinked(given) : keep());
    takeLinked(linked);
  }

  const pane = { id: "check", title: "Check my numbers", mount, opensFiles: true };
  return pane;
})());
