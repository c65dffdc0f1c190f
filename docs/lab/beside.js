"use strict";
// What stands beside a table of numbers in a text, and why it may change them: a sign, a factor, a call, a comment.
// Each function gives null, or { word, why } for a message.
(() => {
  const NEARBY = 200;
  const CONSTRUCTORS = /^(?:array|asarray|asanyarray|tensor|as_tensor|Tensor|\w+Tensor|matrix|mat|Matrix|constant|Variable|Parameter|ndarray|DeviceArray|list|tuple|print|DataFrame|display)$/i;
  const TEXT_COMMANDS = "text|textbf|textit|textrm|mathrm|mathbf|mathit|mathsf|boldsymbol|bm|operatorname";
  const SIGN = /[-+−–—]$/;
  const OPERATOR = /(?:[*/@^×·⋅∗÷√%°]|\\(?:times|cdot|ast|div|pm|mp))$/;
  const KEEPING = /^\.(?:float|double|half|cpu|cuda|detach|numpy|clone|copy|tolist|to|requires_grad_)\([^()\n]*\)/;

  /** The line before a place, as far as it is near. */
  function lineBefore(text, at) {
    const near = text.slice(Math.max(0, at - NEARBY), at);
    return near.slice(near.lastIndexOf("\n") + 1);
  }

  const because = (word, why) => ({ word: word.trim() || word, why });
  const wordAtEnd = (text) => /\S{0,24}$/.exec(text)[0];

  /** A note that gives all numbers a factor: (x 10^-2), [%], in percent. */
  function scaleNote(text) {
    const near = text.slice(-NEARBY);
    const found = /[([]\s*(?:(?:in|all|values|numbers|units of|scaled|by)\s+)*(?:\\?%|‰|per\s?cent\b|(?:hundred|thousand|million|tenth|hundredth|thousandth)s\b|(?:[×·*∙]|\\times|\\cdot|times\b|x(?=\s|10))\s*[\d.])[^)\]\n]*[)\]]/i.exec(near)
      ?? /[([]\s*(?:10\s*\^|10[⁻⁰¹²³⁴-⁹]|1e[-+]?\d)[^)\]\s]*[)\]]\s*[=:|\w]/i.exec(near)
      ?? /\bin\s+(?:\\?%|per\s?cent\b)/i.exec(near)
      ?? /(?:^|[^\s\d.})])\s*(?:×|\\times)\s*10\s*(?:\^|[⁻⁰¹²³⁴-⁹])/.exec(near);
    return found ? because(found[0], "may be a factor of the numbers: write them without it") : null;
  }

  /** Why the name before a relation is not the name of what follows: 0.5 Q =, -Q =, Q += */
  function whyNotNamed(head) {
    const left = head.replace(/(?::=|<-|[=≈:←])\s*$/, "");
    if (/[-+*/@!%^<>~]$/.test(left) && head.trimEnd().endsWith("=")) return because(head, "is no assignment");
    if (!head.trimEnd().endsWith("=")) return null;
    const changed = /(?:\.T|\^\s*\{?\s*(?:T|\\top|\\intercal|[-−]?\d+)\s*\}?|[ᵀ⊤'′²]|\*\*\s*-?\d+|[\p{L}\p{N}_]\([^()]*\))$/u.exec(left.trimEnd());
    if (changed) return because(wordAtEnd(left.trimEnd()), "is more than a name: its numbers are not those of the name");
    const before = left.replace(/[\p{L}_][\p{L}\p{N}_{}^()]*\s*$/u, "").trimEnd();
    const isFactor = /(?:^|[=,;:(])\s*(?:[-+−–]\s*)?(?:\d+(?:\.\d*)?|\.\d+)$/.test(before);
    if (before !== left.trimEnd() && (isFactor || OPERATOR.test(before) || /(?:^|[=(\s])[-−–+]$/.test(before))) return because(`${wordAtEnd(before)} ${left.slice(before.length).trim()}`, "is more than a name: its numbers are not those of the name");
    return null;
  }

  /** Whether a line before a place is in a comment of a program. */
  const isComment = (line) => /(?:^|\s)(?:#(?!#)|\/\/)/.test(line);

  /** Why a table whose bracket begins at a place may not be as it stands. `isList`: one list, and not a list of lists. */
  function beforeBracket(text, at, from, isList) {
    const line = lineBefore(text, at);
    if (isComment(line)) return because(line, "begins a comment: a table in it is not read");
    let head = line.slice(Math.max(0, line.length - (at - from)));
    const whole = head;
    for (let call; (call = /([\w.:]+)\s*\($/.exec(head = head.trimEnd()));) {
      if (!CONSTRUCTORS.test(call[1].split(/[.:]+/).pop())) return because(`${call[1]}(`, "makes something else of its argument");
      head = head.slice(0, call.index);
    }
    head = head.replace(/[(['"`$]+$/, "").trimEnd();
    const touches = whole.length > 0 && !/\s$/.test(whole);
    if (/^\s*(?:[-*•+]|\d+[.)])$/.test(head) && !touches && whole === line) return null;  // of a list
    if (head === "") return whole === line ? operatorAbove(text, at - line.length) : null;
    const note = scaleNote(head);
    if (note) return note;
    if (/<<?-$/.test(head)) return null;
    if (SIGN.test(head)) return because(wordAtEnd(head), "is a sign before all of the numbers: write it into each");
    if (OPERATOR.test(head) || /[\d)\]}]$/.test(head)) return because(wordAtEnd(head), "is a factor or an operation before the numbers");
    if (/[=:≈←,;→⇒]$/.test(head)) return whyNotNamed(head);
    if (/[\p{L}]$/u.test(head) && /\b(?:times|minus|plus|by|over)$/i.test(head)) return because(wordAtEnd(head), "is an operation before the numbers");
    if (isList) return because(wordAtEnd(head), "stands before numbers in a sentence: write a name and = before them");
    return touches && /[\p{L}\p{N}_]$/u.test(head) && !/[('"`$]$/.test(whole) ? because(wordAtEnd(head), "touches the table") : null;
  }

  /** The last line with words above a line, as far as it is near. */
  function lineAbove(text, lineStart) {
    const above = text.slice(Math.max(0, lineStart - NEARBY), Math.max(0, lineStart - 1)).trimEnd();
    return above.slice(above.lastIndexOf("\n") + 1).trim();
  }

  /** An operator at the end of the line above, which the table continues, or a note of a factor there. */
  function operatorAbove(text, lineStart) {
    const line = lineAbove(text, lineStart);
    if (line === "" || /^[-=+|:\s*]+$/.test(line)) return null;
    if (OPERATOR.test(line) && !/\*\*$|\w\*$/.test(line)) return because(wordAtEnd(line), "is a factor or an operation before the numbers");
    if (/(?:[=(]|^)\s*[-+−–]$/.test(line)) return because(wordAtEnd(line), "is a sign before all of the numbers: write it into each");
    return scaleNote(line) ?? (/[:=]$/.test(line) ? whyNotNamed(line) : null);
  }

  /** Why a table that ends at a place may not be as it stands. `isMath`: of LaTeX, where what touches is multiplied. */
  function after(text, at, isMath = false) {
    let rest = text.slice(at, at + NEARBY);
    if (isMath) rest = rest.replace(/^(?:\s|\\right\s*(?:\\[}|]|[\])|.])|\\(?:[,;:! ]|quad\b|qquad\b)|&|\})+/, "");
    for (let keeping; (keeping = KEEPING.exec(rest));) rest = rest.slice(keeping[0].length);
    const found = /^[ \t]*(?:[*/@^×·⋅∗÷%°†′ᵀ⊤+±−–]|-(?!->)|\.[A-Za-z_]|\[|\(|['"]?\s*'|\*\*|x\s*[\d[(]|\\(?:cdot|times|top|div|ast|pm|dagger)\b|(?:times|divided|transposed|squared|minus|plus)\b)/.exec(rest)
      ?? /^[ \t]*\n[ \t]*(?:[*/@^×·+](?!\*)[ \t]*[\d.[(]|\.T\b)/.exec(rest);
    const isQuote = found?.[0].trim() === "'" && text.slice(Math.max(0, at - 1), at) !== "]";
    const isComment = /^[ \t]*\/\//.test(rest);
    if (found && !isQuote && !isComment) return because(/\S{1,16}/.exec(rest)[0], "follows the numbers and may change them: write what comes of it");
    if (isMath && /^\\begin/.test(rest)) return because("\\begin", "follows at once: a product of tables is not read");
    return null;
  }

  /** Why a matrix of LaTeX that begins at a place may not be as it stands. */
  function beforeLatex(text, at, from) {
    const line = lineBefore(text, at);
    if (/(?:^|[^\\])%/.test(line)) return because(line, "begins a comment: a table in it is not read");
    let head = text.slice(Math.max(from, at - NEARBY), at);
    head = head.replace(/\n\s*\n[^]*$/, (end) => end.slice(end.lastIndexOf("\n\n") + 2));
    for (let last = null; last !== head;) {
      last = head;
      head = head.trimEnd().replace(/(?:\\left\s*(?:\\[{|]|[[(|.])|\\[,;:! ]|\\q?quad|\\begin\{[a-z]+\*?\}|\\\[|\\\()$/, "").replace(/[{&]$/, "");
    }
    const note = scaleNote(head.slice(head.lastIndexOf("\n") + 1));
    if (note) return note;
    if (head === "" || /(?:[=≈:,;$]|\\(?:approx|to|rightarrow|coloneqq|equiv|\\)|[.!?])$/.test(head)) return /=$/.test(head) ? whyNotNamed(head.slice(head.lastIndexOf("\n") + 1)) : null;
    if (SIGN.test(head)) return because(wordAtEnd(head), "is a sign before all of the numbers: write it into each");
    if (new RegExp(`\\\\(?:${TEXT_COMMANDS})\\s*\\{[^{}]*[:=,]?\\s*\\}$`).test(head) && /[:=,]\s*\}$/.test(head)) return null;
    if (/(?:^|[\s([])[\p{L}]{2,}$/u.test(head) && !/\\[A-Za-z]+$/.test(head)) return null;  // words of a sentence
    return because(wordAtEnd(head), "stands before the matrix and may be a factor or a function");
  }

  lab.beside = { scaleNote, whyNotNamed, beforeBracket, beforeLatex, after, operatorAbove };
})();
