// SPDX-License-Identifier: BSL-1.0
// The tiles of a mask, one after the other as they run. Those that are skipped are passed over.
function mountTiles(section, page) {
    "use strict";
    const { make, icon } = page, rows = section.querySelector("pre").textContent.split("\n");
    const sizes = section.dataset, kinds = { "#": "without the mask", x: "with the mask", "-": "skipped" };
    const picture = section.querySelector(".drawn"), controls = section.querySelector(".controls");
    picture.style.setProperty("--columns", rows[0].length);
    // As wide to as high as keys of a block to queries of a tile, so that the diagonal is one.
    const wide = Math.min(4, Math.max(0.5, Number(sizes.keysOfBlock) / Number(sizes.queriesOfTile)));
    const high = Math.max(0.4, Math.min(2.2, 30 / (rows[0].length * wide), 18 / rows.length));
    picture.style.setProperty("--high", `${high}rem`);
    picture.style.setProperty("--wide", `min(${high * wide}rem, ${70 / rows[0].length}vw)`);
    const cells = rows.flatMap((row, i) => [...row].map((letter, j) => ({ letter, i, j, box: make("i", { class: letter === "-" ? "skipped" : letter === "#" ? "whole" : "masked" }) })));
    const order = cells.filter((cell) => cell.letter !== "-");
    let at = 0, timer = null;
    const position = make("span", { class: "position", role: "status" });
    const button = (name, words, action) => make("button", { type: "button", class: name, "aria-label": words, title: words, onclick: action }, icon(name));
    const play = button("play", "Play", () => toggle());
    controls.append(make("div", { class: "buttons", role: "group", "aria-label": "Tiles" }, button("first", "To the beginning", () => go(0)),
        button("back", "One tile back", () => go(at - 1)), play, button("next", "One tile on", () => go(at + 1)), button("last", "To the end", () => go(order.length))), position);
    picture.append(...cells.map((cell) => cell.box));
    controls.hidden = picture.hidden = false;
    section.querySelector("pre").hidden = true;
    section.querySelector(".about").replaceChildren(...Object.values(kinds).map((words, n) =>
        make("span", { class: "sign" }, make("i", { class: ["whole", "masked", "skipped"][n] }), words)));
    const span = (n, of, most) => `${(n * of).toLocaleString("en")} to ${(Math.min(most, (n + 1) * of) - 1).toLocaleString("en")}`;
    function go(to) {
        at = Math.min(order.length, Math.max(0, to));
        section.dataset.step = String(at);
        if (at === order.length) pause();
        order.forEach((cell, n) => {
            cell.box.classList.toggle("done", n < at);
            cell.box.classList.toggle("now", n === at - 1);
        });
        const cell = order[at - 1];
        position.textContent = !cell ? "before the first tile" : `tile ${at} of ${order.length}: queries ${span(cell.i, Number(sizes.queriesOfTile), Number(sizes.queries))}, ` +
            `keys ${span(cell.j, Number(sizes.keysOfBlock), Number(sizes.keys))}, ${kinds[cell.letter]}`;
    }
    function pause() {
        clearInterval(timer);
        timer = null;
        play.replaceChildren(icon("play"));
        play.setAttribute("aria-label", "Play");
    }
    function toggle() {
        if (timer !== null) return pause();
        if (at === order.length) go(0);
        timer = setInterval(() => go(at + 1), Math.max(60, Math.min(800, 20000 / order.length)));
        play.replaceChildren(icon("pause"));
        play.setAttribute("aria-label", "Pause");
    }
    section.addEventListener("keydown", (event) => {
        const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: order.length }[event.key];
        if (to === undefined) return;
        go(to);
        event.preventDefault();
    });
    go(0);
}
