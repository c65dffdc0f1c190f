// SPDX-License-Identifier: BSL-1.0
(function () {
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const root = document.documentElement;
const variants = [...document.querySelectorAll(".variant")];
root.classList.add("js");

// Small helpers.
const all = (selector, from = document) => [...from.querySelectorAll(selector)];
function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (value === true) element.setAttribute(name, "");
        else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((c) => c !== null));
    return element;
}
function digits(x, places = 4) {
    if (x === null || x === undefined) return "–";
    if (!Number.isFinite(x)) return Number.isNaN(x) ? "NaN" : x > 0 ? "∞" : "−∞";
    const words = x.toFixed(places);
    return Number(words) === 0 ? words.replace("-", "") : words.replace("-", "−");
}
/// As digits, and with an exponent from 100,000 on (page_text.py).
function short(x, places = 2) {
    if (!Number.isFinite(x) || Math.abs(x) < 99999.5) return digits(x, places);
    const [before, power] = x.toExponential(1).split("e");
    return `${before}e${Number(power)}`.replaceAll("-", "−");
}

// Loops: what belongs to one lights up in every pane.
let kept = null;
const loopsOf = (item) => item.dataset.l.split(" ");
const current = () => variants.find((v) => !v.hidden);

function light(loops, from) {
    const shown = current();
    for (const item of all("[data-l]", shown)) {
        const hit = loops && loopsOf(item).find((loop) => loops.includes(loop));
        item.classList.toggle("lit", Boolean(hit));
        if (hit) item.style.setProperty("--lit", `var(--p-${hit.split(".").pop()})`);
        else item.style.removeProperty("--lit");
    }
    for (const run of all(".run.near", shown)) run.classList.remove("near");
    if (!loops) return;
    if (from && from.dataset.m !== undefined && !from.classList.contains("run"))
        for (const run of all(`.run[data-m="${from.dataset.m}"]`, shown)) run.classList.add("near");
    for (const body of all(".pane .body", shown)) if (!from || !body.contains(from)) reveal(body);
}
/// Scrolls a pane, not the page, unless something that is lit is in sight.
function reveal(body) {
    const items = [...all(".near", body), ...all(".hot.lit", body), ...all(".lit", body)];
    if (items.length === 0) return;
    const box = body.getBoundingClientRect();
    const inSight = (item) => {
        const at = item.getBoundingClientRect();
        return at.top < box.bottom - 12 && at.bottom > box.top + 12;
    };
    if (items[0].classList.contains("hot") || items[0].classList.contains("near") ? inSight(items[0]) : items.some(inSight)) return;
    body.scrollTop += items[0].getBoundingClientRect().top - box.top - 32;
}
function keep(item) {
    const same = kept && kept.item === item;
    if (kept) kept.item.removeAttribute("aria-current");
    kept = same ? null : { item, loops: loopsOf(item) };
    if (kept) item.setAttribute("aria-current", "true");
    light(kept && kept.loops, item);
}
function release() {
    if (kept) kept.item.removeAttribute("aria-current");
    kept = null;
    light(null);
}
const linkedAt = (event) => (event.target instanceof Element ? event.target.closest("[data-l]") : null);
let pointer = "", isStill = false;
document.addEventListener("pointerover", (event) => {  // what scrolls below a mouse that rests is not pointed at
    isStill = pointer === `${event.clientX} ${event.clientY}`;
    pointer = `${event.clientX} ${event.clientY}`;
}, true);
document.addEventListener("pointerover", (event) => {
    if (isStill) return;
    const item = linkedAt(event);
    if (item) light(loopsOf(item), item);
    else if (kept) light(kept.loops, kept.item);
    else light(null);
});
document.addEventListener("click", (event) => {
    const item = linkedAt(event);
    if (item && !String(getSelection())) keep(item);
});
document.addEventListener("focusin", (event) => {
    const item = linkedAt(event);
    if (!item) return;
    const container = item.closest("[data-pane]");
    for (const other of all("[data-l]", container)) other.tabIndex = other === item ? 0 : -1;
    light(loopsOf(item), item);
});
document.addEventListener("focusout", (event) => {
    if (linkedAt(event)) light(kept && kept.loops, kept && kept.item);
});
document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") return void (tour.end() || filling.leave() || release());
    const item = linkedAt(event);
    if (!item || event.altKey || event.ctrlKey || event.metaKey) return;
    const container = item.closest("[data-pane]"), items = all("[data-l]", container), at = items.indexOf(item);
    const sideways = container.classList.contains("pane");
    let next = null;
    if (event.key === "ArrowDown" || (event.key === "ArrowRight" && !sideways)) next = items[at + 1];
    else if (event.key === "ArrowUp" || (event.key === "ArrowLeft" && !sideways)) next = items[at - 1];
    else if (event.key === "Home") next = items[0];
    else if (event.key === "End") next = items[items.length - 1];
    else if (event.key === "ArrowRight" || event.key === "ArrowLeft") next = beside(container, event.key === "ArrowRight" ? 1 : -1);
    else if (event.key === "Enter" || event.key === " ") keep(item);
    else return;
    event.preventDefault();
    if (next) next.focus();
});
/// The same loop in the next pane that has it.
function beside(pane, step) {
    const panes = all(".pane", current()).filter((p) => p.checkVisibility()), at = panes.indexOf(pane);
    const there = step > 0 ? panes.slice(at + 1) : panes.slice(0, at).reverse();
    for (const selector of [".hot.lit, .lit", "[data-l]"])
        for (const other of there) if (other.querySelector(selector)) return other.querySelector(".hot.lit") || other.querySelector(selector);
    return null;
}
for (const item of all("[data-l]")) item.tabIndex = -1;
/// One stop of the Tab key a pane.
function oneStop(pane) {
    all("[data-l]", pane).forEach((item, n) => { item.tabIndex = n === 0 ? 0 : -1; });
    if (pane.querySelector("[data-l]")) pane.querySelector(".body").tabIndex = -1;
}
all("section.pane").forEach(oneStop);
/// What a page has no room for as text is there folded (page_panes.py): it takes the place of what is text.
async function unfold(folded) {
    if (folded.isTaken || !window.DecompressionStream) return;
    folded.isTaken = true;
    const bytes = Uint8Array.from(atob(folded.innerHTML), (c) => c.charCodeAt(0));
    const lines = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
    const pane = folded.closest(".pane"), variant = pane.closest(".variant");
    const place = folded.parentElement;
    place.querySelector(".unfolded").innerHTML = lines;
    place.querySelector(".missing").remove();
    folded.remove();
    oneStop(pane);
    if (variant.hidden) return;
    if (pane.matches(".assembly")) openOnHottest(variant, tour.step() === "code");
    if (kept) light(kept.loops, kept.item);
}
/// C over single numbers or over registers; where a window is filled with both, they stand side by side (style.css).
let ofRegisters = false;
function chooseForm(is) {
    ofRegisters = is;
    for (const codes of all(".codes:has(.vector)")) {
        codes.classList.toggle("of-registers", is);
        all(".which button", codes).forEach((button, n) => button.setAttribute("aria-pressed", String(is === (n === 1))));
    }
    light(kept && kept.loops, kept && kept.item);
}
for (const codes of all(".codes:has(.vector)")) {
    const form = (name, words, is) => make("button", { type: "button", title: words, onclick: () => { chooseForm(is); remember(); } }, name);
    codes.prepend(make("div", { class: "which", role: "group", "aria-label": "C" },
        form("numbers", "C over single numbers, to be read", false), form("registers", "C over tiles and registers, as the library runs it", true)));
}
for (const list of all(".legend, table[data-pane], ul[data-pane], .sides")) {
    const first = list.querySelector("[data-l]");
    if (first) first.tabIndex = 0;
}

// Which kernel, which shape.
const pick = { kernel: document.getElementById("kernel"), shape: document.getElementById("shape"), slider: document.getElementById("slider"),
    other: document.getElementById("other") };
const of = (k, v) => variants.find((d) => d.dataset.k === String(k) && d.dataset.v === String(v));
function fill(select, entries, chosen) {
    select.replaceChildren(...entries.map(([value, words]) => make("option", { value, selected: value === chosen }, words)));
    select.closest("label").hidden = entries.length < 2;
}
/// Assembly begins with what takes most of the time, not with the prologue.
function openOnHottest(variant, isLit) {
    const hottest = variant.querySelector("[data-hottest]"), body = hottest && hottest.closest(".body");
    // Paper has its runs only.
    if (body) for (const run of all(".run", body)) run.classList.toggle("hottest", run.dataset.l === hottest.dataset.l && run.dataset.m === hottest.dataset.m);
    if (body && isLit && hottest.dataset.l) light(loopsOf(hottest), hottest);
    if (body) body.scrollTop += hottest.getBoundingClientRect().top - body.getBoundingClientRect().top - 32;
}
function show(k, v) {
    tour.end();
    filling.leave();
    compare(null);
    release();
    for (const d of variants) {
        d.open = true;
        d.hidden = d !== of(k, v);
    }
    openOnHottest(of(k, v));
    const returned = of(k, v).querySelector(".program b"), program = returned && returned.closest(".body");
    if (program) program.scrollTop = returned.offsetTop - program.offsetTop - program.clientHeight / 2;
    for (const folded of all("template.folded", of(k, v))) unfold(folded);
    const shapes = data.kernels[k].variants;
    fill(pick.kernel, data.kernels.map((kernel, n) => [String(n), kernel.name]), String(k));
    fill(pick.shape, shapes.map((s, n) => [String(n), s.label]), String(v));
    pick.slider.max = String(shapes.length - 1);
    pick.slider.value = String(v);
    pick.slider.closest("label").hidden = shapes.length < 3;
    const others = [["", "nothing"]];
    data.kernels.forEach((kernel, n) => kernel.variants.forEach((s, m) => {
        if (n !== k || m !== v) others.push([`${n} ${m}`, n === k ? s.label : `${kernel.name}: ${s.label}`]);
    }));
    fill(pick.other, others, "");
    remember();
}
/// The kernel, the shape, the form of C and the step of the tour are in the address: #k1v0.registers.scores
function remember() {
    const [k, v] = shown(), hash = [k || v ? `k${k}v${v}` : "", ofRegisters ? "registers" : "", tour.step()].filter(Boolean).join(".");
    try { history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search); } catch (e) { /* not needed */ }
}
function recall() {
    const [, k, v, form, step] = /^#?(?:k(\d+)v(\d+))?\.?(registers)?\.?([a-z]*)$/.exec(location.hash) || [];
    chooseForm(Boolean(form));
    if (k && of(k, v)) show(Number(k), Number(v));
    else show(0, 0);
    if (tour.names.includes(step)) tour.go(step);
}
const shown = () => [Number(current().dataset.k), Number(current().dataset.v)];
pick.kernel.addEventListener("change", () => show(Number(pick.kernel.value), 0));
pick.shape.addEventListener("change", () => show(shown()[0], Number(pick.shape.value)));
pick.slider.addEventListener("input", () => show(shown()[0], Number(pick.slider.value)));
pick.other.addEventListener("change", () => compare(pick.other.value));

// Differences to another variant.
function compare(other) {
    for (const old of all(".removed, .difference, .was")) old.remove();
    for (const old of all(".added")) old.classList.remove("added");
    for (const old of all(".altered")) {
        old.classList.remove("altered");
        old.replaceChildren(...old.original);
    }
    for (const old of all(".changed")) old.classList.remove("changed");
    if (!other) return;
    const [k, v] = other.split(" "), from = of(k, v), to = current();
    const loops = markLines(from, to, ".nest"), source = markLines(from, to, ".source"), vector = markLines(from, to, ".vector"), figures = markFigures(from, to);
    const label = data.kernels[k].variants[v].label, formula = from.querySelector(".formula code").textContent;
    const words = make("p", { class: "difference", role: "status" },
        `Compared with ${data.kernels[k].name}, ${label}: ${loops} lines of the loops, ${source} lines of C${from.querySelector(".vector") || to.querySelector(".vector") ? `, ${vector} of C over registers` : ""} and ${figures} figures differ. `);
    if (formula !== to.querySelector(".formula code").textContent) words.append("The formula there is ", make("code", {}, formula), ". ");
    const there = lengthsOf(from), here = lengthsOf(to);
    if (there !== here) words.append(`Lengths there: ${there || "none"}; here: ${here || "none"}.`);
    to.querySelector(".shape-label").after(words);
}
const lengthsOf = (variant) => all(".lengths .length", variant).map((each) => {
    const length = Number(each.querySelector("input[type=number]").value);
    return `${each.querySelector("b").textContent} = ${length.toLocaleString("en-US")}`;
}).join(", ");
/// Lines that differ in their numbers only are one line with both numbers; others are removed ones and added ones.
function markLines(from, to, pane) {
    const rows = (variant) => all(`${pane} .line, ${pane} .lines code`, variant);
    const words = (row) => row.style.getPropertyValue("--d") + "|" + codeOf(row).textContent.replace(number, "0");
    const a = rows(from), b = rows(to), s = a.map(words), t = b.map(words);
    const common = Array.from({ length: s.length + 1 }, () => new Uint16Array(t.length + 1));
    for (let i = s.length; i-- > 0;)
        for (let j = t.length; j-- > 0;)
            common[i][j] = s[i] === t[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    // Lines that one has in place of lines of the other differ once: as many as the longer of the two runs.
    // Where both ways are as long, that which is taken back is the one that was taken there.
    const oldFirst = variants.indexOf(from) < variants.indexOf(to) ? 0 : 1;
    let i = 0, j = 0, changes = 0, gone = 0, come = 0, end = b[b.length - 1];
    const endOfRun = () => { changes += Math.max(gone, come), gone = come = 0; };
    while (i < s.length || j < t.length) {
        if (i < s.length && j < t.length && s[i] === t[j]) {
            endOfRun();
            if (a[i].textContent !== b[j].textContent) markLine(a[i], b[j]), changes++;
            i++, j++;
        } else if (j === t.length || (i < s.length && common[i + 1][j] >= common[i][j + 1] + oldFirst)) {
            const old = a[i].cloneNode(true);
            for (const name of ["data-l", "tabindex"]) old.removeAttribute(name);
            old.className = a[i] === codeOf(a[i]) ? "removed" : "row line removed";
            if (j < t.length) b[j].before(old);
            else if (end) end.after(old), end = old;
            i++, gone++;
        } else {
            b[j++].classList.add("added");
            come++;
        }
    }
    endOfRun();
    return changes;
}
const codeOf = (row) => (row.matches("code") ? row : row.querySelector("code"));
const number = /0x[0-9a-f.]+p[+-]?\d+f?|\d[\d,]*(?:\.\d+)?f?/g;
function markLine(from, to) {
    to.original = [...to.childNodes].map((node) => node.cloneNode(true));
    to.classList.add("altered");
    markNumbers(codeOf(from), codeOf(to));
    const before = from.querySelector("small"), after = to.querySelector("small");
    const words = (element) => (element ? element.textContent.replace(number, "0") : "");
    if (words(before) !== words(after)) {
        const remark = after || to.appendChild(make("small"));
        remark.replaceChildren(make("del", {}, before ? before.textContent : ""), make("ins", {}, remark.textContent));
    } else if (after) {
        markNumbers(before, after);
    }
}
function markNumbers(from, to) {
    const before = from.textContent.match(number);
    let n = 0;
    const walker = document.createTreeWalker(to, NodeFilter.SHOW_TEXT), texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
        const parts = [], whole = text.data;
        let at = 0;
        for (const found of whole.matchAll(number)) {
            const old = before[n++];
            if (old === found[0]) continue;
            parts.push(whole.slice(at, found.index), make("del", {}, old), make("ins", {}, found[0]));
            at = found.index + found[0].length;
        }
        if (parts.length > 0) text.replaceWith(...parts, whole.slice(at));
    }
}
function markFigures(from, to) {
    let changes = 0;
    for (const cell of all("td[data-key]", to)) {
        const before = all("td[data-key]", from).find((other) => other.dataset.key === cell.dataset.key);
        if (!before || before.dataset.n === cell.dataset.n) continue;
        const ratio = Number(cell.dataset.n) / Number(before.dataset.n);
        cell.classList.add("changed");
        cell.append(make("span", { class: "was" }, `was ${before.firstChild.textContent}` +
            (isFinite(ratio) && ratio > 0 ? `, × ${ratio.toLocaleString("en", { maximumSignificantDigits: 3 })}` : "")));
        changes++;
    }
    return changes;
}

/// Names that occur again are told apart by a count: I 1, see, I 2. page_maps.py has the same.
function told(names) {
    return names.map((name, n) => {
        const alike = names.flatMap((other, m) => (other === name ? [m] : []));
        return alike.length > 1 ? `${name} ${alike.indexOf(n) + 1}` : name;
    });
}
// Heat maps: what a number is made of. NaN and infinities are strings in JSON, null is masked.
function numbersOf(map) {
    const numbers = (x) => (Array.isArray(x) ? x.map(numbers) : typeof x === "string" ? Number(x) : x);
    for (const name of ["product", "scores", "weights", "queries", "keys", "values", "output"]) if (name in map) map[name] = numbers(map[name]);
    for (const step of map.chain || []) step.values = numbers(step.values);
    for (const name of ["rows", "columns"]) map[name] = told(map[name]);
    map.weights ??= map.scores.map(weightsOf);
    return map;
}
function row(words, value, attributes) {
    return make("tr", attributes, make("td", {}, words), make("td", {}, value));
}
function madeOf(map, i, j) {
    const query = map.rows[i], key = map.columns[j], scores = map.scores[i], s = scores[j], body = make("tbody");
    const title = make("h5", {}, `Query ${query}, key ${key}`);
    if (map.product) {
        const most = 8, q = map.queries[i], k = map.keys[j];
        q.slice(0, most).forEach((x, d) => body.append(row(d === 0 ? "q · k, term by term" : "", `${digits(x)} × ${digits(k[d])} = ${digits(x * k[d])}`)));
        if (q.length > most) body.append(row("", `and ${q.length - most} more`));
        body.append(row("q · k", digits(map.product[i][j]), { class: "sum" }));
        for (const step of map.chain) {
            const x = step.values[i][j];
            body.append(row(step.text, digits(x)));
        }
    }
    if (s === null) {
        body.append(row("weight", "0", { class: "strong" }));
        return [title, make("table", {}, body), make("p", {}, "Masked: a mask does not let this query see this key, or the score is minus infinity. Its weight is 0.")];
    }
    const seen = scores.filter((x) => x !== null), m = Math.max(...seen), l = seen.reduce((sum, x) => sum + Math.exp(x - m), 0);
    const best = map.columns[scores.indexOf(m)] || map.columns[scores.findIndex(Number.isNaN)];
    const wrong = [["NaN", seen.some(Number.isNaN)], ["infinite", seen.includes(Infinity)]].filter(([, is]) => is).map(([words]) => words);
    body.append(row("score s", digits(s), { class: "from strong" }));
    body.append(row(`largest score of the row, at ${best}`, digits(m)));
    body.append(row("s − largest", digits(s - m)));
    body.append(row("exp of it", digits(Math.exp(s - m))));
    body.append(row(`÷ sum of exp over ${seen.length} ${seen.length === 1 ? "key" : "keys"}`, digits(l)));
    body.append(row("weight", digits(map.weights[i][j]), { class: "sum strong" }));
    if (map.values && map.values[j].length <= 8)
        body.append(row("weight × value", "[" + map.values[j].map((x) => digits(x * map.weights[i][j], 3)).join(", ") + "]", { class: "from" }));
    const note = wrong.length > 0 ? make("p", {}, `A score of this row is ${wrong.join(", another ")}: exp and the sum have no number for it.`) : null;
    return [title, make("table", {}, body), note].filter((part) => part !== null);
}
function mount(section, map, ask) {
    for (const table of all("table.heat tbody", section))
        [...table.rows].forEach((line, i) => all("td", line).forEach((cell, j) => Object.assign(cell.dataset, { i, j })));
    for (const table of all("table.heat", section)) table.style.setProperty("--n", map.columns.length);
    const card = section.querySelector(".made"), cells = all("td[data-i]", section), frames = all(".frame", section);
    const rows = map.rows.length, columns = map.columns.length;
    let here = [0, 0];
    card.hidden = false;
    function choose(i, j) {
        here = [i, j];
        section.dataset.row = i;
        for (const cell of cells) {
            const is = cell.dataset.i === String(i) && cell.dataset.j === String(j);
            cell.classList.toggle("here", is);
            cell.tabIndex = is ? 0 : -1;
        }
        for (const table of all("table.heat", section)) {
            all("tbody th", table).forEach((head, n) => head.classList.toggle("here", n === i));
            all("thead th", table).forEach((head, n) => head.classList.toggle("here", n === j));
        }
        for (const frame of frames) {
            const mark = frame.querySelector(".mark");
            mark.hidden = false;
            Object.assign(mark.style, { left: `${100 * j / columns}%`, top: `${100 * i / rows}%`, width: `${100 / columns}%`, height: `${100 / rows}%` });
        }
        card.replaceChildren(...madeOf(map, i, j));
    }
    const fromCell = (event) => {
        const cell = event.target.closest("td[data-i]");
        if (cell && !(event.type === "pointerover" && isStill)) choose(Number(cell.dataset.i), Number(cell.dataset.j));
    };
    section.querySelector(".pair").addEventListener("pointerover", fromCell);
    section.querySelector(".pair").addEventListener("focusin", fromCell);
    for (const frame of frames) frame.addEventListener("pointermove", (event) => {
        const box = frame.getBoundingClientRect();
        const at = (x, size, n) => Math.min(n - 1, Math.max(0, Math.floor(x / size * n)));
        choose(at(event.clientY - box.top, box.height, rows), at(event.clientX - box.left, box.width, columns));
    });
    section.querySelector(".pair").addEventListener("keydown", (event) => {
        const step = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowRight: [0, 1], ArrowLeft: [0, -1] }[event.key];
        if (!step || !event.target.closest("td[data-i], .frame")) return;
        event.preventDefault();
        const i = Math.min(rows - 1, Math.max(0, here[0] + step[0])), j = Math.min(columns - 1, Math.max(0, here[1] + step[1]));
        choose(i, j);
        const table = event.target.closest("table");
        if (table) table.querySelector(`td[data-i="${i}"][data-j="${j}"]`).focus();
    });
    // At first the largest weight of a query that sees several keys, of the one that is played if there is one.
    const player = section.querySelector(".player"), seesSeveral = (row) => row.filter((x) => x !== null).length > 1;
    const telling = player ? Number(player.dataset.row) : Math.max(0, map.scores.findIndex(seesSeveral)), weights = map.weights[telling];
    choose(telling, Math.max(0, weights.indexOf(Math.max(...weights.filter(Number.isFinite)))));
    const ofWeights = section.querySelector('.heat[data-kind="weights"]'), key = all(".key", section)[1];
    const scale = ofWeights && key && mountScale(ofWeights, key, map, { all, make, digits });
    function refresh() {
        redraw(section, map, { all, make, short });
        if (scale) scale();
        if (ask) ask();
        choose(...here);
    }
    const shared = { refresh, at: () => here, go: (i, j) => { if (i < rows && j < columns) choose(i, j); }, player, ask };
    if (!ask) return shared;
    // A click on a row, or Enter on one of its numbers, plays its query.
    for (const table of all("table.heat", section)) table.title = "Click a row: the player below takes its query";
    section.querySelector(".pair").addEventListener("click", (event) => {
        const line = event.target.closest(".heat tbody tr");
        if (line) ask(line.sectionRowIndex);
    });
    section.querySelector(".pair").addEventListener("keydown", (event) => {
        if (event.key === "Enter" && event.target.matches("td[data-i]")) ask(Number(event.target.dataset.i));
    });
    return shared;
}
function weightsOf(scores) {
    const seen = scores.filter((x) => x !== null), m = Math.max(...seen), l = seen.reduce((sum, x) => sum + Math.exp(x - m), 0);
    return scores.map((x) => (x === null ? null : Math.exp(x - m) / l));
}

const pictures = { first: "M3 3h2v10H3zM13 3v10L6 8z", back: "M11 3v10L4 8z", play: "M4 2.5v11l9-5.5z", pause: "M4 3h3v10H4zM9 3h3v10H9z",
    next: "M5 3v10l7-5z", last: "M11 3h2v10h-2zM3 3v10l7-5z" };
function icon(name) {
    const space = "http://www.w3.org/2000/svg", svg = document.createElementNS(space, "svg"), path = document.createElementNS(space, "path");
    svg.setAttribute("viewBox", "0 0 16 16");
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", pictures[name]);
    svg.append(path);
    return svg;
}

// Instructions by kind, as a bar.
for (const words of all("td.mixed > small:first-child"))
    words.before(make("div", { class: "mix", "aria-hidden": "true" }, ...all("span", words).map((kind) =>
        make("i", { class: kind.className, style: `flex:${parseInt(kind.textContent, 10)}` }))));

// Online softmax, one block of keys a step. page_maps.py has the same loop.
function stepsOf(map, i, block) {
    const scores = map.scores[i], width = map.values[0].length, steps = [];
    let m = -Infinity, l = 0, o = new Array(width).fill(0);
    for (let first = 0; first < scores.length; first += block) {
        const keys = [];
        for (let j = first; j < Math.min(first + block, scores.length); ++j) keys.push(j);
        const largest = Math.max(m, ...keys.map((j) => (scores[j] === null ? -Infinity : scores[j])));
        const shift = largest === -Infinity ? 0 : largest, shrink = m === -Infinity ? 0 : Math.exp(m - shift);
        const weights = keys.map((j) => (scores[j] === null ? 0 : Math.exp(scores[j] - shift)));
        const sum = weights.reduce((a, b) => a + b, 0);
        const before = { m, l, o };
        l = l * shrink + sum;
        o = o.map((x, e) => x * shrink + keys.reduce((a, j, n) => a + weights[n] * map.values[j][e], 0));
        m = largest;
        steps.push({ keys, m, shrink, weights, sum, l, o, before, skipped: keys.every((j) => scores[j] === null) });
    }
    return steps;
}
/// Both ways give NaN, or the same infinity, or nearly the same number.
function agreement(result, whole) {
    const worst = Math.max(0, ...result.map((x, e) => (Object.is(x, whole[e]) ? 0 : Math.abs(x - whole[e]))));
    if (worst < 1e-5 * Math.max(1, ...whole.map(Math.abs).filter(Number.isFinite)))
        return result.every(Number.isFinite) ? "Both agree: no block needed the whole row."
            : "Both agree: a score of the row is no finite number, and the output has none.";
    return Number.isNaN(worst) ? "They differ: one of them is no number." : `They differ by ${worst.toExponential(1)}.`;
}
function mountPlayer(section, map) {
    const most = 8, width = map.values[0].length, columns = map.columns.length;
    const state = { row: Number(section.dataset.row), block: Number(section.dataset.block), step: 1, timer: null };
    let steps = [];
    const button = (picture, label, action) => make("button", { type: "button", "aria-label": label, title: label, onclick: action }, icon(picture));
    const queries = make("select", { class: "pick-row", onchange: (e) => { state.row = Number(e.target.value); restart(); } },
        ...map.rows.map((name, n) => make("option", { value: n, selected: n === state.row }, name)));
    const size = make("output", {}, String(state.block));
    const blocks = make("input", { class: "pick-block", type: "range", min: 1, max: columns, value: state.block,
        oninput: (e) => { state.block = Number(e.target.value); restart(); } });
    const first = button("first", "To the beginning", () => go(0)), back = button("back", "One step back", () => go(state.step - 1));
    const play = button("play", "Play", () => toggle()), next = button("next", "One step on", () => go(state.step + 1)), last = button("last", "To the end", () => go(steps.length + 1));
    play.classList.add("play"), next.classList.add("next"), back.classList.add("back"), last.classList.add("last"), first.classList.add("first");
    const position = make("span", { class: "position", role: "status" });
    const controls = section.querySelector(".controls"), stage = section.querySelector(".stage"), table = section.querySelector(".steps");
    controls.append(make("label", {}, "query", queries), make("label", {}, "keys a block", blocks, size),
        make("div", { class: "buttons", role: "group", "aria-label": "Steps" }, first, back, play, next, last), position);
    const bars = make("div", { class: "bars", "aria-hidden": "true" }), names = make("div", { class: "names", "aria-hidden": "true" }), said = make("div", { class: "said" });
    const columnsOf = map.columns.map((name) => {
        const value = make("span"), bar = make("i"), label = make("div", {}, name), whole = make("div", {}, value, bar);
        bars.append(whole);
        names.append(label);
        return { value, bar, label, whole };
    });
    stage.append(make("div", {}, make("div", { class: "chart", style: `--n:${columns}` }, bars, names), make("p", { class: "about" }, "exp(score − m) of the keys so far: what each weighs before the division by l")), said);
    controls.hidden = stage.hidden = false;

    function restart() {
        pause();
        Object.assign(section.dataset, { row: state.row, block: state.block });
        steps = stepsOf(map, state.row, state.block);
        size.textContent = String(state.block);
        queries.value = String(state.row);
        for (const heat of all(".heat", section.parentElement))
            all("tbody th", heat).forEach((head, n) => head.classList.toggle("played", n === state.row));
        table.querySelector("caption").textContent = `query ${map.rows[state.row]}, blocks of ${state.block}`;
        const body = steps.map((s) => make("tr", {}, make("th", { scope: "row" }, s.keys.map((j) => map.columns[j]).join(", ") + " ", s.skipped ? make("small", {}, "masked, skipped") : ""),
            ...[digits(s.m), digits(s.shrink), digits(s.l), ...s.o.slice(0, most).map((x) => digits(x))].map((x) => make("td", {}, x))));
        body.push(make("tr", { class: "result" }, make("th", { scope: "row" }, "output = o / l"), make("td"), make("td"), make("td"),
            ...output().slice(0, most).map((x) => make("td", { "data-x": x }, digits(x)))));
        table.querySelector("tbody").replaceChildren(...body);
        go(1);
    }
    function output() {
        const end = steps[steps.length - 1];
        return end.o.map((x) => (end.l === 0 ? 0 : x / end.l));
    }
    function go(step) {
        state.step = Math.min(steps.length + 1, Math.max(0, step));
        section.dataset.step = String(state.step);
        section.dataset.steps = String(steps.length + 1);
        if (state.step > steps.length) pause();
        // Not `disabled`: the button that was pressed last keeps the focus, and with it the arrow keys.
        for (const at of [first, back]) at.setAttribute("aria-disabled", String(state.step === 0));
        for (const at of [next, last]) at.setAttribute("aria-disabled", String(state.step > steps.length));
        position.textContent = state.step === 0 ? "before the first block" : state.step > steps.length ? "the output" : `block ${state.step} of ${steps.length}`;
        all("tbody tr", table).forEach((line, n) => {
            line.classList.toggle("now", n + 1 === state.step);
            line.classList.toggle("later", n + 1 > state.step);
        });
        draw();
        say();
        const at = state.step === 0 ? "start" : state.step > steps.length ? "end" : steps[state.step - 1].skipped ? "skipped" : "block";
        for (const line of all(".proof [data-at]", section)) line.classList.toggle("now", line.dataset.at.split(" ").includes(at));
    }
    function draw() {
        const at = Math.min(state.step, steps.length), now = at === 0 ? null : steps[at - 1], done = state.step > steps.length;
        columnsOf.forEach((c, j) => {
            const seen = now && j <= now.keys[now.keys.length - 1], is = Boolean(now) && !done && now.keys.includes(j);
            const s = map.scores[state.row][j], w = seen && s !== null ? Math.exp(s - now.m) : 0;
            c.whole.className = is ? "now" : seen ? "" : "later";
            c.label.className = is ? "now" : "";
            c.bar.style.height = `${seen ? 9 * w : 0}rem`;
            c.value.textContent = !seen ? "" : s === null ? "–" : digits(w, 2);
        });
    }
    const list = (numbers, places = 4) => (numbers.length > most ? numbers.slice(0, most).map((x) => digits(x, places)).join(", ") + ", …" : numbers.map((x) => digits(x, places)).join(", "));
    function say() {
        const terms = (entries) => make("dl", {}, ...entries.flatMap(([name, words]) => [make("dt", {}, name), make("dd", {}, words)]));
        if (state.step === 0) {
            said.replaceChildren(make("h5", {}, "Nothing has been seen"), terms([["m", "−∞"], ["l", "0"], ["o", list(new Array(width).fill(0), 0)]]));
            return;
        }
        if (state.step > steps.length) {
            const end = steps[steps.length - 1], result = output();
            said.replaceChildren(make("h5", {}, "The output"), terms([["l", digits(end.l)], ["o", list(end.o)], ["o / l", list(result)],
                ["whole row at once", list(map.output[state.row])]]),
            make("p", { class: "about agrees" }, agreement(result, map.output[state.row])));
            return;
        }
        const s = steps[state.step - 1], scores = s.keys.map((j) => map.scores[state.row][j]), title = s.keys.map((j) => map.columns[j]).join(", ");
        if (s.skipped) {
            said.replaceChildren(make("h5", {}, title), make("p", {}, "The mask leaves nothing of this block: it is skipped."));
            return;
        }
        const start = s.before.m === -Infinity;
        said.replaceChildren(make("h5", {}, title), terms([
            ["scores", scores.map((x) => (x === null ? "masked" : digits(x))).join(", ")],
            ["m′ = max(m, scores)", `max(${[s.before.m, ...(scores.length > 3 ? [] : scores.filter((x) => x !== null))].map((x) => digits(x)).join(", ")}${scores.length > 3 ? ", …" : ""}) = ${digits(s.m)}`],
            ["shrink = exp(m − m′)", start ? "0: nothing was summed" : `exp(${digits(s.before.m - s.m)}) = ${digits(s.shrink)}`],
            ["exp(score − m′)", list(s.weights)],
            ["l = l · shrink + sum", `${digits(s.before.l)} · ${digits(s.shrink)} + ${digits(s.sum)} = ${digits(s.l)}`],
            ["o = o · shrink + Σ w v", list(s.o)]]));
    }
    function pause() {
        clearInterval(state.timer);
        state.timer = null;
        play.replaceChildren(icon("play"));
        play.setAttribute("aria-label", "Play");
    }
    function toggle() {
        if (state.timer !== null) return pause();
        if (state.step > steps.length) go(0);
        state.timer = setInterval(() => go(state.step + 1), 1400);
        play.replaceChildren(icon("pause"));
        play.setAttribute("aria-label", "Pause");
    }
    section.querySelector(".lead").after(document.getElementById("proof").content.firstElementChild.cloneNode(true));
    section.addEventListener("keydown", (event) => {
        if (event.target.matches("select, input")) return;
        if (event.key === "ArrowRight") go(state.step + 1);
        else if (event.key === "ArrowLeft") go(state.step - 1);
        else if (event.key === "Home") go(0);
        else if (event.key === "End") go(steps.length + 1);
        else return;
        event.preventDefault();
    });
    restart();
    return (row = state.row, block = state.block) => {
        state.row = row;
        blocks.value = state.block = block;
        restart();
    };
}
const packed = document.getElementById("live"), running = packed.textContent && liveModule(packed.textContent);
for (const variant of variants) {
    const maps = (data.kernels[variant.dataset.k].variants[variant.dataset.v].maps || []).map(numbersOf);
    const sections = all(".map", variant), tabs = all(".tabs button", variant);
    const mounted = sections.map((section, n) => {
        const player = section.querySelector(".player");
        return mount(section, maps[n], player && mountPlayer(player, maps[n]));
    });
    const described = data.kernels[variant.dataset.k].variants[variant.dataset.v];
    if (running && described.live !== undefined)
        running.then((of) => mountNumbers(variant.querySelector(".maps"), described, maps, of, () => mounted.forEach((one) => one.refresh()), { all, make }));
    let shown = 0;
    /// Another head has the query and key that were looked at, and its player the row and the blocks.
    const choose = (n) => {
        mounted[n].go(...mounted[shown].at());
        const { player } = mounted[shown];
        if (n !== shown && player && mounted[n].ask && maps[n].rows.length === maps[shown].rows.length && maps[n].columns.length === maps[shown].columns.length)
            mounted[n].ask(Number(player.dataset.row), Number(player.dataset.block));
        shown = n;
        sections.forEach((section, m) => { section.style.display = m === n ? "" : "none"; });
        tabs.forEach((tab, m) => tab.setAttribute("aria-pressed", String(m === n)));
    };
    if (tabs.length > 0) {
        tabs[0].parentElement.hidden = false;
        tabs.forEach((tab, n) => tab.addEventListener("click", () => choose(n)));
        choose(0);
    }
}

// Lengths that are known at run time only: figures are counts of the data, for the lengths that are chosen.
const mostLength = 16384;
const grouped = (n) => n.toLocaleString("en-US");
function inUnit(n, unit) {
    if (unit === "bytes")
        for (const [name, size] of [["MiB", 1 << 20], ["KiB", 1 << 10]]) {
            const x = Number(n) / size, even = x % 1 === 0.5 ? 2 * Math.round(x / 2) : Math.round(x);
            if (x >= 10) return `${grouped(even)} ${name}`;
        }
    return unit === "bytes" ? `${grouped(n)} B` : grouped(n);
}
/// Why what stands in a field is no length, and what is shown instead.
function whyRefused(input, shown) {
    const x = Number(input.value), name = input.closest(".length").querySelector("b").textContent;
    const why = input.validity.badInput ? "that is no number" : input.value === "" ? "nothing is entered"
        : x < 0 ? `${input.value} is below 0` : x > mostLength ? `${grouped(x)} is more than ${grouped(mostLength)}, up to which this page counts` : `${input.value} is no whole number`;
    return `${name}: ${why}. Figures are those of ${grouped(shown)}.`;
}
/// The lines of the loops for many rows and of those for 1, 2 and so on, which take each other's place.
function loopsOfFew(variant) {
    const templates = all(".nest template.of_few", variant), body = templates[0].parentElement;
    for (const template of templates) template.remove();
    const few = templates.map((template) => [...template.content.children]);
    for (const row of few.flat()) if (row.dataset.l) row.tabIndex = -1;
    return { body, few, many: [...body.children] };
}
function mountLengths(variant, lengths, forFew) {
    const section = variant.querySelector(".lengths"), wrong = section.querySelector(".wrong");
    const chosen = lengths.names.map((each) => each.value), { stops } = lengths;
    const several = new Set(lengths.facts.map((fact) => fact.kernel)).size > 1;
    const nest = forFew === undefined ? null : loopsOfFew(variant);
    for (const head of all("th.of_many", variant)) head.dataset.words = head.textContent;
    const facts = all(".facts li", section), counted = [...all("[data-c]", variant), ...(nest ? nest.few.flat().flatMap((row) => all("[data-c]", row)) : [])];
    function update() {
        const other = variant.hidden ? "" : pick.other.value;
        compare(null);
        const values = countsAt(lengths.counts, chosen);
        for (const item of counted) {
            const [n, by] = item.dataset.c.split(" ").map((position) => values[position]);
            if (item.matches("span")) {
                item.dataset.at = grouped(n);
                const after = item.nextSibling;
                if (after) after.data = after.data.replace(/^ (tile|block|panel)s?\b/, n === 1n ? " $1" : " $1s");
                continue;
            }
            const x = by === undefined ? n : by === 0n ? 0 : Number((Number(n) / Number(by)).toPrecision(4));
            item.dataset.n = String(x);
            item.firstChild.data = by === undefined ? inUnit(n, item.dataset.f) : grouped(x);
        }
        const few = nest && nest.few[Number(values[forFew]) - 1];
        if (nest) {
            nest.body.replaceChildren(...(few || nest.many));
            oneStop(nest.body.closest(".pane"));
            if (kept && !kept.item.isConnected) release();
        }
        for (const head of all("th.of_many", variant)) head.textContent = few ? "loops for many rows" : head.dataset.words;
        const left = lengths.masked && lengths.masked[chosen[0]];
        for (const words of all(".told, .untold", variant)) words.hidden = words.matches(".told") !== Boolean(left);
        for (const item of all("[data-masked]", variant)) {
            item.textContent = left ? grouped(left[item.dataset.masked]) : "–";
            if (item.dataset.key) item.dataset.n = left ? String(left[item.dataset.masked]) : "";
        }
        lengths.facts.forEach((fact, n) => {
            const last = fact.words.length - 1, of = values[fact.of], words = fact.words[of < last ? Number(of) : last];
            facts[n].hidden = Boolean(few) && fact.of_many;
            facts[n].textContent = several && words ? `k${fact.kernel}: ${words}` : words;
        });
        for (const input of all("input", section)) {
            const length = chosen[input.dataset.length];
            input.removeAttribute("aria-invalid");
            if (input.type === "range") {
                const after = stops.findIndex((stop) => stop >= length);
                input.value = String(after);
                input.setAttribute("aria-valuetext", grouped(length));
            } else if (Number(input.value) !== length || input.value === "") {
                input.value = String(length);
            }
        }
        wrong.hidden = true;
        compare(other);
    }
    section.addEventListener("input", (event) => {
        const input = event.target, length = input.type === "range" ? stops[input.value] : Number(input.value);
        const is = input.value !== "" && Number.isInteger(length) && length >= 0 && length <= mostLength;
        wrong.hidden = is;
        if (!is) wrong.textContent = whyRefused(input, chosen[input.dataset.length]);
        if (!is) return input.setAttribute("aria-invalid", "true");
        chosen[input.dataset.length] = length;
        update();
    });
    // What is no length gives way to the length before when the field is left.
    section.addEventListener("focusin", ({ target }) => { if (target.matches("input")) target.dataset.before = chosen[target.dataset.length]; });
    section.addEventListener("change", ({ target }) => {
        const is = !target.getAttribute("aria-invalid");
        if (!is) {
            chosen[target.dataset.length] = Number(target.dataset.before ?? chosen[target.dataset.length]);
            wrong.textContent = whyRefused(target, chosen[target.dataset.length]);
        }
        update();
        if (target.type === "number") target.value = String(chosen[target.dataset.length]);
        wrong.hidden = is;
    });
    section.querySelector("button").addEventListener("click", () => {
        lengths.names.forEach((each, n) => { chosen[n] = each.value; });
        update();
    });
    for (const input of all("input[type=range]", section)) input.max = String(stops.length - 1);
    section.querySelector(".sliders").hidden = false;
    update();
}
for (const variant of variants) {
    const { lengths, for_few: forFew } = data.kernels[variant.dataset.k].variants[variant.dataset.v];
    if (lengths) mountLengths(variant, lengths, forFew);
}

// Light or dark.
const theme = document.getElementById("theme");
const stored = (value) => { try { return value ? localStorage.setItem("heed-theme", value) : localStorage.getItem("heed-theme"); } catch (e) { return null; } };
if (stored()) root.dataset.theme = stored();
theme.addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    stored(root.dataset.theme);
});

document.querySelector(".toolbar").hidden = false;
document.querySelector(".toolbar").addEventListener("submit", (event) => event.preventDefault());
for (const section of all(".tiles")) mountTiles(section, { make, icon });
const families = JSON.parse(document.getElementById("instructions").textContent);
for (const code of all(".assembly pre")) mountTelling(code.closest(".pane"), families, { make });

// A part that fills the window, and the tour of all of them.
const filling = mountFilling({ all, make, current, changed: () => { light(kept && kept.loops, kept && kept.item); } });
/// Lights the loops that do one of these, in the kernel that is shown.
function lightParts(parts, from) {
    if (!parts) return light(kept && kept.loops, kept && kept.item);
    light([...new Set(all(".nest [data-l]", current()).flatMap(loopsOf))].filter((loop) => parts.includes(loop.split(".").pop())), null);
    reveal(from.querySelector(".body"));
}
const tour = mountTour({ all, make, current, lightParts, fill: filling.fill, leave: filling.leave, openOnHottest, changed: remember });
addEventListener("hashchange", recall);
recall();
})();
