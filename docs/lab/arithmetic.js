"use strict";
// Entries as people write them: 0.7071, 1/sqrt(2), exp(1)/(1 + exp(1)), 2/√2, e^2, 2**-0.5, ½.
(() => {
  const WORDS = { sqrt: Math.sqrt, "√": Math.sqrt, exp: Math.exp };
  const PARTS = { "½": "(1/2)", "⅓": "(1/3)", "⅔": "(2/3)", "¼": "(1/4)", "¾": "(3/4)" };

  /** The value of numbers, + - * / ^, parentheses, e, sqrt and exp; NaN where it is none of these. */
  function valueOf(text) {
    const plain = text.toLowerCase().replace(/[½⅓⅔¼¾]/g, (part) => PARTS[part]).replace(/[−–]/g, "-").replace(/[×·]/g, "*").replace(/\*\*/g, "^").replace(/(\d),(\d)/g, "$1.$2");
    const tokens = plain.match(/\d+\.?\d*(?:e[-+]?\d+)?|\.\d+|[a-z]+|\S/gi) ?? [];
    let at = 0;
    let wrong = tokens.length === 0 || tokens.length > 100;
    const take = (token) => tokens[at] === token && (at += 1) > 0;
    const factor = () => {
      if (take("-")) return -factor();  // of the power
      const base = atom();
      return take("^") ? base ** factor() : base;
    };
    const atom = () => {
      const token = tokens[at];
      at += 1;
      if (token === "+") return atom();
      if (token === "e") return Math.E;
      if (token === "(") {
        const value = sum();
        if (!take(")")) wrong = true;
        return value;
      }
      if (Object.hasOwn(WORDS, token ?? "")) return WORDS[token](atom());
      if (!/^[\d.]/.test(token ?? "")) wrong = true;
      return Number(token);
    };
    const product = () => {
      let value = factor();
      for (;;) {
        if (take("*")) value *= factor();
        else if (take("/")) value /= factor();
        else return value;
      }
    };
    const sum = () => {
      let value = product();
      for (;;) {
        if (take("+")) value += product();
        else if (take("-")) value -= product();
        else return value;
      }
    };
    if (wrong) return NaN;
    const value = sum();
    return wrong || at < tokens.length ? NaN : value;
  }

  lab.valueOf = valueOf;
})();
