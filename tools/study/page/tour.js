// SPDX-License-Identifier: BSL-1.0
// A tour of the kernel that is shown: its steps fill the window one after the other, above a bar that says where one is.
function mountTour(page) {
    "use strict";
    const { all, make, current, lightParts, fill, leave, openOnHottest, changed } = page;
    const steps = [
        { name: "formula", title: "The formula", find: (v) => v.querySelector(".formula-tree"),
            words: "What was written, as a tree with the shape of each node. Dots say which loops compute it." },
        { name: "scores", title: "Scores", find: (v) => all(".pair", v).find((pair) => pair.checkVisibility()) || loopsOf(v, ["scores"]), parts: ["scores", "weights"],
            words: "Each query times each key is a score; the softmax of a row of scores is a row of weights.",
            ofLoops: "The loops that make a score of each query and key, and of the scores of a row its weights, are marked: this page has no numbers of them." },
        { name: "softmax", title: "Online softmax", find: (v) => all(".player", v).find((player) => player.checkVisibility()) || loopsOf(v, ["weights"]),
            parts: ["blocks", "weights", "values"], proof: true,
            words: "The weights of a row without the whole row: keys come in blocks; a maximum, a sum and a row as wide as V are kept.",
            ofLoops: "The loops over blocks of keys are marked: a row never has all its weights; a maximum m, a sum l and a row o as wide as V are kept." },
        { name: "tiles", title: "Tiles", find: (v) => v.querySelector(".tiles") || loopsOf(v, ["tiles", "blocks", "sums"]), parts: ["tiles", "blocks"],
            words: "The loops go over tiles of rows and blocks of keys, as large as registers and caches take." },
        { name: "code", title: "Machine code", find: (v) => v.querySelector(".assembly pre") && v.querySelector(".assembly"), isCode: true,
            words: "What the compiler made of the loop that takes most of the time. Each colour is a loop of the plan." },
    ];
    const loopsOf = (v, parts) => (parts.some((part) => v.querySelector(`.nest [data-l$=".${part}"]`)) ? v.querySelector(".nest") : null);
    const bar = make("section", { class: "tour", "aria-label": "Tour", hidden: true });
    const start = make("button", { type: "button", id: "tour", title: "A tour in five steps (t)", onclick: () => go(stepsHere()[0]) }, "Tour");
    let now = null, lent = null, closed = null;
    const stepsHere = () => steps.filter((step) => step.find(current()));
    function clear() {
        if (lent) lent.remove();
        if (closed) closed.open = false;
        lent = closed = null;
        for (const part of all(".proved")) part.classList.remove("proved");
        lightParts(null);
    }
    function end() {
        if (!now) return false;
        now = null;
        bar.hidden = true;
        clear();
        leave();
        start.focus({ preventScroll: true });
        changed();
        return true;
    }
    function prove(part) {
        let proof = part.querySelector(".proof");
        if (!proof) part.append(proof = lent = document.getElementById("proof").content.firstElementChild.cloneNode(true));
        if (!proof.open) closed = proof;
        proof.open = true;
        part.classList.add("proved");
    }
    /// The player takes the query whose number is explained beside it.
    function follow(player) {
        const queries = player.querySelector(".pick-row"), { row } = player.parentElement.dataset;
        if (row === queries.value) return;
        queries.value = row;
        queries.dispatchEvent(new Event("change"));
    }
    function go(step) {
        const here = stepsHere();
        if (!here.includes(step)) step = here[0];
        const isFirst = !now;
        now = step;
        clear();
        const part = step.find(current());
        fill(part);
        if (step.proof) prove(part);
        if (part.matches(".player")) follow(part);
        if (step.parts && part.matches(".pane")) lightParts(step.parts, part);
        if (step.isCode) openOnHottest(current(), true);
        say(here, step, part);
        bar.hidden = false;
        if (isFirst || !bar.contains(document.activeElement)) bar.querySelector(".on").focus({ preventScroll: true });
        changed();
    }
    function say(here, step, part) {
        const at = here.indexOf(step);
        progress.replaceChildren(...here.map((each, n) => make("li", {}, make("button", { type: "button", "aria-current": each === step ? "step" : null,
            onclick: () => go(each) }, make("b", {}, String(n + 1)), " " + each.title))));
        words.replaceChildren(make("span", { class: "words" }, `Step ${at + 1} of ${here.length}: ${step.title}. `),
            step.ofLoops && part.matches(".nest") ? step.ofLoops : step.words);
        back.setAttribute("aria-disabled", String(at === 0));
        on.setAttribute("aria-disabled", String(at === here.length - 1));
    }
    function walk(by) {
        const here = stepsHere(), to = here[here.indexOf(now) + by];
        if (to) go(to);
    }
    const button = (words, name, title, action) => make("button", { type: "button", class: name, title, onclick: action }, words);
    const progress = make("ol"), words = make("p", { role: "status" });
    const back = button("Back", "back", "Page up", () => walk(-1)), on = button("Next", "on", "Page down", () => walk(1));
    bar.append(progress, words, make("div", { class: "buttons" }, back, on, button("Leave", "end", "Escape", end)));
    document.body.append(bar);
    document.getElementById("theme").before(start);
    new ResizeObserver(() => document.documentElement.style.setProperty("--tour", `${bar.offsetHeight}px`)).observe(bar);
    document.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input, select")) return;
        const inBar = bar.contains(event.target);
        if (now && (event.key === "PageDown" || (inBar && event.key === "ArrowRight"))) walk(1);
        else if (now && (event.key === "PageUp" || (inBar && event.key === "ArrowLeft"))) walk(-1);
        else if (event.key === "t" && !now) go(stepsHere()[0]);
        else return;
        event.preventDefault();
    });
    return { go: (name) => go(steps.find((step) => step.name === name)), end, step: () => (now ? now.name : ""), names: steps.map((step) => step.name) };
}
