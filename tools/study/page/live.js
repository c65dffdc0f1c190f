// SPDX-License-Identifier: BSL-1.0
// Other numbers in the tensors of a kernel: heed itself, compiled for this page (live.py), computes its maps again.

/// A running module, a promise.
async function liveModule(packed) {
    "use strict";
    const module = await WebAssembly.compile(unpackLzma(Uint8Array.from(atob(packed), (c) => c.charCodeAt(0))));
    const imports = {}, noSuchCall = () => 52;
    for (const wanted of WebAssembly.Module.imports(module)) (imports[wanted.module] ??= {})[wanted.name] = noSuchCall;
    const { exports } = await WebAssembly.instantiate(module, imports);
    exports._initialize();
    return exports;
}
/// Puts numbers of attention_maps::add_numbers (page/maps.hpp) into maps. False where they are of other maps.
function takeNumbers(numbers, maps) {
    "use strict";
    let at = 0;
    const take = (rows, columns) => Array.from({ length: rows }, () => Array.from(numbers.subarray(at, at += columns)));
    for (const map of maps) {
        const rows = map.rows.length, columns = map.columns.length;
        if (map.product) map.product = take(rows, columns);
        for (const step of map.chain) step.values = take(rows, columns);
        const scores = take(rows, columns), isMasked = (i, j) => scores[i][j] === -Infinity;
        const unmasked = (matrix) => matrix.map((row, i) => row.map((x, j) => (isMasked(i, j) ? null : x)));
        map.scores = unmasked(scores);
        map.weights = unmasked(take(rows, columns));
        if (map.queries) {
            map.queries = take(rows, map.queries[0].length);
            const keys = take(map.keys[0].length, columns);
            map.keys = map.keys.map((_, j) => keys.map((row) => row[j]));
        }
        if (map.values) map.values = take(columns, map.values[0].length);
        if (map.output) map.output = take(rows, map.output[0].length);
    }
    return at === numbers.length;
}
/// The tables of a map with the numbers that it has now, as page_maps.py draws them.
function redraw(section, map, page) {
    "use strict";
    const { all, make, short } = page;
    for (const table of all("table.heat", section)) {
        const matrix = map[table.dataset.kind], key = table.nextElementSibling, colour = scaleOf(key), isOfScores = table.dataset.kind === "scores";
        const sizes = matrix.flat().filter(Number.isFinite).map(Math.abs), span = Math.max(...sizes) || 1, cells = matrix.flat();
        for (const cell of all("td[data-i]", table)) {
            const x = matrix[cell.dataset.i][cell.dataset.j];
            cell.classList.toggle("masked", x === null);
            cell.style.background = "";
            if (x === null) {
                cell.classList.remove("light");
                cell.replaceChildren(make("span", { class: "words" }, "masked"));
                continue;
            }
            cell.textContent = short(x);
            paint(cell, Number.isNaN(x) ? [150, 150, 150] : Number.isFinite(x) ? colour(isOfScores ? 0.5 + x / (2 * span) : x) : [214, 40, 140]);
        }
        const ends = all(":scope > span:not(.sign)", key);
        if (isOfScores) [ends[0].textContent, ends[1].textContent] = [short(-span), short(span)];
        for (const sign of all(".sign", key)) sign.remove();
        for (const [words, kind, style, is] of [["masked", "hatched", null, cells.includes(null)], ["NaN: no number", "", "background:rgb(150,150,150)", cells.some(Number.isNaN)],
            ["∞", "", "background:rgb(214,40,140)", cells.some((x) => Math.abs(x) === Infinity)]])
            if (is) key.append(make("span", { class: "sign" }, make("b", { class: kind, style }), words));
    }
}
/// Tables of the tensors of a variant above its maps. `changed` draws the maps again.
function mountNumbers(section, variant, maps, of, changed, page) {
    "use strict";
    const { all, make } = page, kernel = variant.live;
    const tensors = variant.tensors.map((t, n) => ({ ...t, n })).filter((t) => t.changes);
    function numbersOf(t) {
        const at = of.numbers(kernel, t.n);  // memory may grow in a call: its buffer is asked for afterwards
        return new Float64Array(of.memory.buffer, at, t.rows * t.columns);
    }
    for (const t of tensors) t.first = Array.from(numbersOf(t)), t.now = [...t.first];
    function compute() {
        for (const t of tensors) numbersOf(t).set(t.now);
        const at = of.compute(kernel), results = new Float64Array(of.memory.buffer, at, of.count(kernel));
        return takeNumbers(results, maps);
    }
    if (!compute()) return;
    const names = (t) => (t.axis === maps[0].row_axis && t.rows === maps[0].rows.length ? maps[0].rows
        : t.axis === maps[0].column_axis && t.rows === maps[0].columns.length ? maps[0].columns : Array.from({ length: t.rows }, (_, i) => String(i + 1)));
    const body = make("tbody"), caption = make("caption"), said = make("p", { class: "about", role: "status" });
    const pick = make("select", { onchange: () => show(tensors[pick.value]) }, ...tensors.map((t, n) => make("option", { value: n }, t.name)));
    const back = make("button", { type: "button", onclick: () => { for (const t of tensors) t.now = [...t.first]; update(); show(tensors[pick.value]); } }, "as the page was made");
    function show(t) {
        caption.textContent = `${t.name}, ${t.rows} × ${t.columns}`;
        const heads = names(t);
        body.replaceChildren(...heads.map((head, i) => make("tr", {}, make("th", { scope: "row" }, head), ...Array.from({ length: t.columns }, (_, j) => {
            const at = i * t.columns + j;
            return make("td", {}, make("input", { inputmode: "decimal", spellcheck: "false", value: String(Number(t.now[at].toPrecision(5))), size: 7,
                "aria-label": `${t.name}, ${head}, column ${j + 1}`, oninput: (event) => put(t, at, event.target) }));
        }))));
    }
    /// What is no number, or beyond those of a float, which the tensors hold, changes nothing, and says so.
    function put(t, at, input) {
        const words = input.value.trim().replace("−", "-"), x = Number(words), isNumber = words !== "" && Number.isFinite(x);
        const is = isNumber && Number.isFinite(Math.fround(x));
        if (is) input.removeAttribute("aria-invalid");
        else input.setAttribute("aria-invalid", "true");
        if (!is) return void (said.textContent = `What is marked is ${isNumber ? "beyond the largest float, 3.4e38" : "no number"}; the maps keep the one before.`);
        t.now[at] = x;
        update();
    }
    function update() {
        compute();
        const count = tensors.reduce((sum, t) => sum + t.now.filter((x, i) => x !== t.first[i]).length, 0);
        said.textContent = count === 0 ? "" : `${count} ${count === 1 ? "number is" : "numbers are"} yours: maps and online softmax are of them, everything else is of the page's.`;
        changed();
    }
    section.querySelector(".lead").after(make("details", { class: "numbers" }, make("summary", {}, "Change the numbers"),
        make("p", { class: "about" }, "heed, compiled for this page, computes the maps and the online softmax again as you type."),
        make("div", { class: "controls" }, make("label", {}, "tensor", pick), back), said,
        make("div", { class: "scroll" }, make("table", {}, caption, body))));
    show(tensors[0]);
}
