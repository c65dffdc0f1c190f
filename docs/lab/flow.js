"use strict";
// One picture of the whole way from X to the output on the numbers that are given, a step at a time: what is computed, of
// what, and how it moves. The query that is looked at has a band in each table.
(() => {
  const { make, svg, number } = lab;
  const WIDTH = 1200;
  const HEIGHT = 330;  // of the tables of a column, without titles
  const BETWEEN = 46;  // two columns of tables
  const HEAD = 20;  // a title
  const SAME = 1e-12;  // weights that differ by less are rounded differently
  const LEGIBLE = { width: 32, height: 15 };  // a square in which a number can be read
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** The tables of the picture by name, and their columns from left to right. */
  function tablesOf(r, state) {
    const concat = r.q.map((_, i) => r.heads.flatMap((head) => head.head_outputs[i]));
    const isChanged = state.scale || state.softcap || state.temperature !== 1 || state.causal || state.window;
    const isLast = state.heads === 1 && !r.wo;
    const tables = {
      x: ["X", r.x, "values"], q: ["Q", r.q, "scores"], k: ["K", r.k, "scores"], v: ["V", r.v, "values"], products: ["Q K^T", r.head.products, "scores"],
      scores: ["Scores", r.head.scores, "scores"], weights: ["Weights", r.head.weights, "weights"],
      mixed: [isLast ? "Output" : `Head ${state.head + 1}`, r.head.head_outputs, "values"], concat: ["All heads", concat, "values"], output: ["Output", r.output, "values"],
    };
    const columns = [r.x ? ["x"] : [], ["q", "k", "v"], ["products"], isChanged ? ["scores"] : [], ["weights"], ["mixed"], state.heads > 1 ? ["concat"] : [], r.wo ? ["output"] : []];
    return { tables, columns: columns.filter((names) => names.length > 0) };
  }

  const MOST_NAMED = 3;  // keys

  /** What is said of the weights of a query, and of how they mix the values. */
  function weightWords({ scores, weights }, i, names) {
    const row = weights[i];
    if (scores[i].every((score) => score === -Infinity)) {
      return { given: `No key is left to ${names.q[i]}: all its weights are 0.`, mixed: "Weights of 0 take nothing of any value." };
    }
    const most = Math.max(...row);
    if (Number.isNaN(most)) return { given: `The scores of ${names.q[i]} become weights.`, mixed: "The values are mixed by these weights." };
    const first = names.k.filter((_, j) => most - row[j] <= SAME * most);
    const share = first.length === row.filter((weight) => weight > 0).length ? "All" : "Most";
    const whom = first.length <= MOST_NAMED ? first.join(" and ") : `${first.length} keys`;
    const alike = first.length > 1 ? ", each the same" : "";
    const positive = scores[i].includes(-Infinity) ? "positive, or 0 where masked," : "positive";
    return { given: `The scores of ${names.q[i]} become weights, ${positive} and with sum 1. ${share} goes to ${whom}${alike}.`,
      mixed: `The values are mixed by these weights: ${share.toLowerCase()} of ${whom}.` };
  }

  /** The steps: the table that comes of each, what it is made of, and words. */
  function stepsOf(r, state, names) {
    const i = r.query;
    const q = names.q[i];
    const { given, mixed } = weightWords(r.head, i, names);
    const size = r.part("q")[0].length;
    const head = state.heads > 1 ? ` of head ${state.head + 1}` : "";
    const projected = (name, w, words) => ({ of: ["x"], makes: [name], title: `${name.toUpperCase()} = ${state.columns ? `${w} X` : `X ${w}`}`, words });
    const changes = [state.scale ? `÷ √${size}` : "", state.softcap ? `capped at ±${state.softcap}` : "", state.temperature !== 1 ? `÷ ${state.temperature}` : "",
      state.causal || state.window ? "masked" : ""].filter(Boolean);
    const masked = state.causal || state.window ? " A masked score is −∞: its key gets no weight." : "";
    const steps = r.x
      ? [{ of: [], makes: ["x"], title: "X", words: `${lab.several(r.x.length, "token")}, ${lab.several(r.x[0].length, "number")} each. Followed is ${q}.` },
        projected("q", "W_Q", `What ${q} looks for: its numbers times W_Q.`),
        projected("k", "W_K", "What each token is found by: its key."), projected("v", "W_V", "What each token hands on: its value.")]
      : [{ of: [], makes: ["q", "k", "v"], title: "Q, K, V", words: `Each token has a query, a key and a value. Followed is ${q}.` }];
    steps.push({ of: ["q", "k"], makes: ["products"], title: `Query · key${head}`, words: `The query of ${q} is multiplied with every key: a number for each token. Large where they agree.` });
    if (changes.length > 0) steps.push({ of: ["products"], makes: ["scores"], title: `Scores: ${changes.join(", ")}`, words: `${state.scale ? "Scaled, scores do not grow with the length of keys." : "The products are changed."}${masked}` });
    steps.push({ of: [changes.length > 0 ? "scores" : "products"], makes: ["weights"], title: "Softmax", words: given });
    steps.push({ of: ["weights", "v"], makes: ["mixed"], title: `Weights × V${head}`, words: `${mixed} That is ${state.heads > 1 || r.wo ? "what the head hands on" : "the output"} of ${q}.` });
    if (state.heads > 1) steps.push({ of: ["mixed"], makes: ["concat"], title: "Concat", words: `Each of the ${state.heads} heads does the same with its own numbers of Q, K and V. Their results stand side by side.` });
    if (r.wo) steps.push({ of: [state.heads > 1 ? "concat" : "mixed"], makes: ["output"], title: state.columns ? "W_O × heads" : "heads × W_O", words: `W_O mixes what the heads found into the output of ${q}.` });
    return steps;
  }

  const strongest = (row) => row.indexOf(Math.max(...row));

  /** Where each table is drawn. */
  function placesOf({ tables, columns }) {
    const wide = (names) => Math.max(...names.map((name) => tables[name][1][0].length));
    const tall = (names) => names.reduce((sum, name) => sum + tables[name][1].length, 0);
    const count = columns.reduce((sum, names) => sum + wide(names), 0);
    const width = Math.min(46, (WIDTH - 20 - BETWEEN * (columns.length - 1)) / count);
    const height = Math.min(22, ...columns.map((names) => (HEIGHT - (names.length - 1) * HEAD * 1.6) / tall(names)));
    const all = columns.map((names) => tall(names) * height + names.length * HEAD * 1.6);
    const most = Math.max(...all);
    const places = {};
    let x = 10;
    columns.forEach((names, c) => {
      let y = (most - all[c]) / 2 + HEAD;
      for (const name of names) {
        const [title, rows, hue] = tables[name];
        places[name] = { name, title, rows, hue, x, y, width, height, wide: rows[0].length * width, tall: rows.length * height };
        y += rows.length * height + HEAD * 1.6;
      }
      x += wide(names) * width + BETWEEN;
    });
    return { places, size: [x - BETWEEN + 10, most + 4] };
  }

  /** Titles with subscripts are not drawn by SVG: Q K^T is Q Kᵀ. */
  const plain = (title) => title.replace("^T", "ᵀ");

  function flow({ onstep }) {
    let steps = [];
    let places = {};
    let shown = null;
    const stepper = lab.stepper({ unit: "step", pause: 2600, show, onstep });
    const note = make("span", { class: "small quiet" });
    const words = make("p", { class: "flow_words", "aria-live": "polite" });
    const strip = make("div", { class: "keys_strip" });
    const sum = make("div", { class: "flow_sum" });
    const room = make("div", { class: "scroll flow_room", tabindex: "0", role: "group", "aria-label": "The whole flow: arrow keys go from step to step" });
    const element = make("section", { class: "card flow", "aria-label": "The whole flow" },
      make("div", { class: "bar" }, make("h2", {}, "The whole flow"), note, make("span", { class: "grow" }), stepper.bar),
      room, words, make("div", { class: "scroll" }, strip), sum);
    stepper.listen(element);

    const bandOf = (place, row, kind) => svg("rect", { class: kind, x: place.x - 1, y: place.y + row * place.height - 1, width: place.wide + 1.5, height: place.height + 1.5, rx: 2 });

    function nodeOf(place) {
      const { name, rows, x, y, width, height, wide, tall } = place;
      const isLegible = width >= LEGIBLE.width && height >= LEGIBLE.height;
      const texts = isLegible ? rows.flatMap((row, i) => row.map((value, j) => svg("text", { class: "in", x: x + (j + 0.5) * width, y: y + (i + 0.5) * height + 4 }, number(value, 2)))) : [];
      const ranges = ["q", "k", "v", "concat"].includes(name) && shown.state.heads > 1 ? [rangeOf(place)] : [];
      const row = ["k", "v"].includes(name) ? [] : [bandOf(place, shown.result.query, "band")];
      const node = svg("g", { class: isLegible ? "node legible" : "node", style: `--hue:var(--${place.hue})` },
        svg("text", { class: "name", x, y: y - 6 }, plain(place.title)),
        svg("rect", { class: "frame", x: x - 2, y: y - 2, width: wide + 3.4, height: tall + 3.4, rx: 3 }),
        svg("g", { class: "inside" }, lab.tiles(rows, place), texts), ...ranges, ...row);
      node.addEventListener("click", () => stepper.go(steps.findIndex((step) => step.makes.includes(name))));
      return node;
    }

    /** The columns of the head that is shown. */
    function rangeOf({ x, y, rows, width, tall }) {
      const { heads, head } = shown.state;
      const part = rows[0].length / heads * width;
      return svg("rect", { class: "range", x: x + head * part - 0.5, y: y - 0.5, width: part, height: tall, rx: 2 });
    }

    /** A line from the right of a table to the left of the next; that of V below those between, to the bottom. */
    function edgeOf(from, to) {
      const [ax, ay, bx, by] = [from.x + from.wide + 3, from.y + from.tall / 2, to.x - 4, to.y + to.tall / 2];
      const across = to.x + Math.min(to.wide / 2, 20);
      if (from.name === "v") return `M${ax} ${ay}H${across - 14}Q${across} ${ay} ${across} ${ay - 14}V${to.y + to.tall + 4}`;
      const middle = (ax + bx) / 2;
      return `M${ax} ${ay}C${middle} ${ay} ${middle} ${by} ${bx} ${by}`;
    }

    function drawPicture() {
      const layout = placesOf(tablesOf(shown.result, shown.state));
      places = layout.places;
      element.classList.toggle("large_tables", shown.result.q.length > 32);  // in which only what flies moves
      const edges = steps.flatMap((step, n) => step.of.flatMap((from) => step.makes.map((to) => svg("path", { class: "edge", "data-step": n, d: edgeOf(places[from], places[to]) }))));
      const nodes = Object.values(places).map((place) => {
        const node = nodeOf(place);
        node.dataset.step = steps.findIndex((step) => step.makes.includes(place.name));
        return node;
      });
      room.replaceChildren(svg("svg", { class: "flow_picture", viewBox: `0 0 ${layout.size.map(Math.ceil).join(" ")}`, style: `max-width:${Math.ceil(layout.size[0] * 1.6)}px`, role: "img", "aria-label": "Tables from left to right, each made of those before it" }, ...edges, ...nodes));
    }

    /** What a step is made of flies to where its result is. */
    function move(step) {
      if (still.matches || !step.of.length || !room.firstChild.animate) return;
      for (const name of step.of) {
        const [from, to] = [places[name], places[step.makes[0]]];
        const row = shown.result.query;
        const isWhole = ["k", "v"].includes(name);
        const begin = { x: from.x, y: isWhole ? from.y : from.y + row * from.height, wide: from.wide, tall: isWhole ? from.tall : from.height };
        const end = { x: to.x, y: to.y + row * to.height, wide: to.wide, tall: to.height };
        const flying = svg("rect", { class: "flying", x: 0, y: 0, width: 1, height: 1, style: `--hue:var(--${from.hue})` });
        room.firstChild.append(flying);
        const at = (box, opacity) => ({ transform: `translate(${box.x}px, ${box.y}px) scale(${box.wide}, ${box.tall})`, opacity });
        flying.animate([at(begin, 0.75), at(end, 0.35)], { duration: 1100, easing: "ease-in-out", fill: "forwards" }).onfinish = () => flying.remove();
      }
    }

    const SUMS = { q: "projected", k: "projected", v: "projected", products: "products", scores: "scores", weights: "weights", mixed: "output", output: "output" };
    /** One number of the result of a step, in full. */
    function sumOf(step) {
      const { result: r, quoted, state } = shown;
      const name = step.makes[0];
      const i = r.query;
      const j = strongest(r.head.weights[i]);
      const first = name === "mixed" ? state.head * r.head.head_outputs[0].length : 0;
      if (!SUMS[name] || step.of.length === 0 || (name === "mixed" && r.wo)) return [];
      if (SUMS[name] === "projected") return lab.madeOf.projected(r, name, name === "q" ? i : j, 0, quoted, state);
      const made = lab.madeOf[SUMS[name]](r, i, SUMS[name] === "output" ? first : j, quoted, state);
      return Array.isArray(made) ? made : [made];
    }

    function show(at, isMoving) {
      if (!shown) return;
      const step = steps[at];
      const { result, names, state } = shown;
      for (const one of room.querySelectorAll("[data-step]")) {
        const n = Number(one.dataset.step);
        one.classList.toggle("later", n > at);
        one.classList.toggle("now", n === at);
      }
      words.replaceChildren(make("b", {}, ...lab.math(step.title)), ". ", ...lab.math(step.words));
      const place = places[step.makes[0]];
      const { rows, hue } = place;
      const row = rows[result.query] ?? rows[0];
      const columns = ["products", "scores", "weights"].includes(place.name) ? names.k : row.map((_, n) => String(n + 1));
      const scale = lab.scaleOf(rows);
      strip.replaceChildren(make("span", { class: "small strip_name" }, `${plain(place.title)} of ${names.q[result.query]}`), make("div", { class: "block" }, row.map((value, n) => {
        const cell = make("span", { class: "heat", style: `--hue:var(--${hue});--n:${n}` }, make("small", {}, lab.token(columns[n])), number(value, state.places));
        lab.heat(cell, value, scale);
        return cell;
      })));
      sum.replaceChildren(...sumOf(step));
      const picture = room.firstChild.getBoundingClientRect();
      if (picture.width > room.clientWidth + 1) room.scrollLeft = (place.x + place.wide / 2) / WIDTH * picture.width - room.clientWidth / 2;
      if (isMoving) move(step);
    }

    /** Stands at `wanted`, at the first step, or where it stood: also at the end of more or fewer steps. */
    function draw(result, names, quoted, state, wanted = null) {
      const [before, at] = [steps.length, stepper.at()];
      shown = { result, names, quoted, state };
      steps = stepsOf(result, state, names);
      note.textContent = `on these numbers, for the query that is marked${state.columns ? "; tokens are drawn as rows" : ""}`;
      drawPicture();
      stepper.reset(steps.length - 1, wanted ?? (before === steps.length ? at : at > 0 && at === before - 1 ? steps.length - 1 : 0));
    }

    return { element, draw, step: stepper.at };
  }

  lab.flow = flow;
})();
