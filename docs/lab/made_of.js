"use strict";
// What a number of the pane Attention is made of: the terms with the numbers put in, all of them computed by the module.
(() => {
  const { make, number } = lab;
  const flip = (rows) => rows[0].map((_, j) => rows.map((row) => row[j]));
  const MATRIX = { q: "Q", k: "K", v: "V" };

  const quiet = (text) => make("span", { class: "quiet" }, text);
  const term = (...parts) => make("span", { class: "term" }, ...parts);
  /** Six places; zeros at the end are left out where nothing follows them: 0.5, but 0.956420. */
  const exact = (value) => {
    const text = number(value, 6);
    const short = text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");
    return Math.abs(Number(short.replace("−", "-")) - value) <= 1e-12 * Math.abs(value) ? short : text;
  };

  /** a1 × b1 + a2 × b2 + ... = total. */
  function sumOfProducts(left, right, total) {
    const terms = left.map((a, n) => term(n > 0 ? "+ " : "", exact(a), quiet(" × "), right[n] < 0 ? `(${exact(right[n])})` : exact(right[n])));
    return make("p", { class: "terms" }, terms, term("= ", make("b", {}, exact(total))));
  }

  function describe(title, ...parts) {
    return [make("h3", {}, lab.math(title)), ...parts];
  }

  const explain = {
    products(r, i, j, names) {
      return sumOfProducts(r.part("q")[i], r.part("k")[j], r.head.products[i][j]);
    },
    scores(r, i, j, names, state) {
      const value = r.head.scores[i][j];
      const line = [explain.products(r, i, j)];
      const size = r.part("q")[0].length;
      const steps = [];
      if (state.scale) steps.push(`divided by √${size}, as a key has ${size} numbers`);
      if (state.softcap) steps.push(`capped: ${state.softcap} · tanh(… / ${state.softcap})`);
      if (state.temperature !== 1) steps.push(`divided by the temperature ${state.temperature}`);
      if (value === -Infinity) {
        const after = state.causal && j > i;
        line.push(make("p", { class: "small" }, after ? `Masked: ${names.k[j]} comes after ${names.q[i]}.` : `Masked: ${names.k[j]} is outside of the window of ${state.window}.`));
      } else if (steps.length > 0) {
        line.push(make("p", { class: "small" }, `${steps.join(", then ")}: `, make("b", { class: "mono" }, exact(value))));
      }
      return describe(`Score of ${names.q[i]} and ${names.k[j]}: query · key`, ...line);
    },
    weights(r, i, j, names, state) {
      const { scores, maxima, exponentials, sums, weights } = r.head;
      const line = state.columns ? "column" : "row";
      const title = `Weight that ${names.q[i]} gives ${names.k[j]}: softmax along its ${line} of scores`;
      if (scores[i][j] === -Infinity) return describe(title, make("p", { class: "small" }, "Masked: its score is −∞, so its weight is 0."));
      return describe(title,
        make("p", { class: "terms" }, term("exp(", exact(scores[i][j]), quiet(" − "), exact(maxima[i][0]), ")"), term("= ", exact(exponentials[i][j])), quiet(`the ${line}'s largest score is taken off first`)),
        make("p", { class: "terms" }, term(exact(exponentials[i][j]), quiet(" / "), exact(sums[i][0])), term("= ", make("b", {}, exact(weights[i][j]))), quiet(`the sum of all exponentials of the ${line}`)));
    },
    output(r, i, j, names) {
      if (r.wo) {
        const concat = r.heads.flatMap((head) => head.head_outputs[i]);
        return describe(`Output of ${names.q[i]}, number ${j + 1}: outputs of the heads times W_O`, sumOfProducts(concat, flip(r.wo)[j], r.output[i][j]));
      }
      const size = r.head.head_outputs[0].length;
      const head = r.heads[Math.floor(j / size)];
      const values = flip(head.head_values)[j % size];
      const of = r.heads.length > 1 ? ` of head ${Math.floor(j / size) + 1}` : "";
      return describe(`Output${of} of ${names.q[i]}, number ${j + 1}: weights × values`, sumOfProducts(head.weights[i], values, r.output[i][j]));
    },
    projected(r, name, i, j, names, state) {
      const w = `w${name}`;
      const product = state.columns ? `row of W_${MATRIX[name]} × column of X` : `row of X × column of W_${MATRIX[name]}`;
      return describe(`${MATRIX[name]} of ${names.q[i]}, number ${j + 1}: ${product}`,
        sumOfProducts(r.x[i], flip(r[w])[j], r[name][i][j]));
    },
  };

  /** A number that is given: it is made of nothing. */
  explain.given = (title, value, i, j, token, state) => describe(`${title}, ${token ? `${token}, number ${j + 1}` : `${state.columns ? "column" : "row"} ${i + 1}, ${state.columns ? "row" : "column"} ${j + 1}`}: given`, make("p", { class: "terms" }, make("b", {}, exact(value))));

  lab.madeOf = explain;
})();
