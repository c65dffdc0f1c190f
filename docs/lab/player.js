"use strict";
// The online softmax of one query, a block of keys at a time: the largest score, the sum and the output so far.
(() => {
  const { make, number } = lab;

  function player({ onchange, onstep }) {
    let steps = [];
    let shown = null;
    const query = make("select", { onchange: () => onchange({ query: Number(query.value) }) });
    const block = make("select", { onchange: () => onchange({ block: Number(block.value) }) });
    const stepper = lab.stepper({ unit: "block", pause: 900, show, onstep });
    const at = stepper.at;
    const keys = make("div", { class: "keys_strip" });
    const table = make("table", { class: "numbers state", "aria-label": "The state before and after this block" });
    const words = make("p", { class: "small" });
    const element = make("div", { class: "card player" },
      make("div", { class: "bar" }, make("h2", {}, "Online softmax"), make("span", { class: "small quiet" }, "one pass over the keys, without the row of scores in memory")),
      make("div", { class: "bar" }, make("label", { class: "switch" }, "query ", query), make("label", { class: "switch" }, "keys a block ", block), stepper.bar),
      make("div", { class: "scroll" }, keys), make("div", { class: "scroll" }, table), words);
    stepper.listen(element);

    function showKeys({ result, names, state }) {
      const { scores } = result.head;
      const row = scores[result.query];
      const scale = lab.scaleOf([row]);
      keys.replaceChildren(...steps.slice(1).map((step, n) => make("div", { class: `block${n + 1 === at() ? " now" : n + 1 < at() ? " done" : ""}` },
        row.slice(step.first, step.last).map((score, k) => {
          const cell = make("span", { class: "heat" }, make("small", {}, lab.token(names.k[step.first + k])), number(score, state.places));
          cell.style.setProperty("--hue", "var(--scores)");
          lab.heat(cell, score, scale);
          return cell;
        }))));
    }

    function show() {
      if (!shown) return;
      const { result, names, state } = shown;
      showKeys(shown);
      const [now, before] = [steps[at()], steps[Math.max(0, at() - 1)]];
      const show1 = (value) => number(value, state.places + 1);
      const cell = (numbers, of) => make("td", { class: of }, numbers.flatMap((value) => [make("span", { class: "of_state" }, show1(value)), " "]));
      const line = (title, read) => make("tr", {}, make("th", { scope: "row" }, title), cell(read(before), "quiet"), make("td", { class: "quiet arrow" }, "→"), cell(read(now)));
      const heading = (words) => make("th", { scope: "col" }, words);
      table.replaceChildren(make("thead", {}, make("tr", {}, make("td"), heading("before this block"), make("td"), heading("after it"))),
        make("tbody", {}, line("largest score", (one) => [one.largest]), line("sum", (one) => [one.sum]), line("output × sum", (one) => one.so_far), line("output so far", (one) => one.divided)));
      words.replaceChildren(...wordsOf(now, result, names, show1));
    }

    function wordsOf(now, result, names, show1) {
      if (at() === 0) return ["Before the first block: nothing is seen, the largest score is −∞, sum and output are 0."];
      const whole = at() === steps.length - 1 ? ` That is the output of ${names.q[result.query]}: ${result.head.head_outputs[result.query].map(show1).join("  ")}.` : "";
      if (!now.any) return [`All keys of this block are masked: nothing changes.${whole}`];
      const before = steps[at() - 1];
      const change = now.largest > before.largest && before.sum > 0
        ? `A larger score came: what was summed so far is multiplied by exp(${show1(before.largest)} − ${show1(now.largest)}) = ${show1(now.factor)}. `
        : before.sum > 0 ? "The largest score stays, so nothing is multiplied. " : "";
      return [`${change}Each key of the block adds exp(score − largest) to the sum: ${now.exponentials.map(show1).join(" + ")}, and as much of its value to the output.${whole}`];
    }

    /** Stands where it stood, at the first block of another query, or at `wanted`, if that is a step. */
    function draw(result, names, state, wanted = null) {
      const same = shown && steps.length === result.steps.length;
      shown = { result, names, state };
      steps = result.steps;
      const widths = steps.flatMap((step) => [step.largest, step.sum, ...step.so_far, ...step.divided]).map((value) => number(value, state.places + 1).length);
      table.style.setProperty("--width", `${Math.max(...widths)}ch`);
      query.replaceChildren(...names.q.map((name, i) => make("option", { value: i, selected: i === result.query }, name)));
      const sizes = [...new Set([1, 2, 4, 8, 16, state.block])].filter((n) => n < result.keyBlock).sort((a, b) => a - b);
      block.replaceChildren(...sizes.map((n) => make("option", { value: n, selected: n === state.block }, String(n))),
        make("option", { value: result.keyBlock, selected: state.block === result.keyBlock }, `${result.keyBlock}, as heed's plan`));
      stepper.reset(steps.length - 1, wanted ?? (same ? at() : 1));
    }

    return { element, draw, step: at };
  }

  lab.player = player;
})();
