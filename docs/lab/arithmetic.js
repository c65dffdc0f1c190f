"use strict";
// Entries as people write them: 0.7071, 1/sqrt(2), exp(1)/(1 + exp(1)), 2/√2.
(() => {
  const WORDS = { sqrt: Math.sqrt, "√": Math.sqrt, exp: Math.exp };

  /** The value of numbers, + - * /, parentheses, sqrt and exp; NaN where it is none of these. */
  function valueOf(text) {
    const tokens = text.replace(/[−–]/g, "-").replace(/[×·]/g, "*").match(/\d+\.?\d*(?:e[-+]?\d+)?|\.\d+|[a-z]+|\S/gi) ?? [];
    let at = 0;
    let wrong = tokens.length === 0 || tokens.length > 100;
    const take = (token) => tokens[at] === token && (at += 1) > 0;
    const factor = () => {
      const token = tokens[at];
      at += 1;
      if (token === "-") return -factor();
      if (token === "+") return factor();
      if (token === "(") {
        const value = sum();
        if (!take(")")) wrong = true;
        return value;
      }
      if (Object.hasOwn(WORDS, token ?? "")) return WORDS[token](factor());
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
