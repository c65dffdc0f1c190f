"use strict";
// Tables of numbers from text, as NumPy, PyTorch, LaTeX, Markdown and spreadsheets have them, and what could not be read.
(() => {
  const MOST_TEXT = 1_000_000;
  const MOST_TABLES = 100;
  const NUMBER = /^[-+−–]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+−]?\d+)?$/;
  const SCALAR = /\b(?:(?:np\.)?(?:float|int)\d+|tensor)\(([-+\d.e]+)\)/g;  // as NumPy 2 prints np.float64(0.5)
  const THOUSANDS = /^[-+−–]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
  const MOST_NAME = 20;
  const SHORT_LINE = 40;  // NumPy breaks lines of 50 characters and more
  const LEFT_OUT = /^(?:\.\.\.|…|\\[lcdv]?dots)$/;

  /** A number as printed; decimal commas where the cells are not separated by commas. NaN where it is none. */
  function readNumber(word, decimalComma = false) {
    let text = word.trim().replace(/^\$|\$$/g, "").trim();
    if (THOUSANDS.test(text)) return NaN;
    if (decimalComma && /^[-+−–]?\d*,\d+$/.test(text)) text = text.replace(",", ".");
    if (!NUMBER.test(text)) return NaN;
    const value = Number(text.replace(/[−–]/g, "-"));
    return Number.isFinite(value) ? value : NaN;
  }

  const NO_NUMBER = "is no number";

  function whyNot(word) {
    if (LEFT_OUT.test(word)) return "stands for numbers that are left out";
    if (THOUSANDS.test(word)) return "may have commas between thousands, or a decimal comma";
    if (/^[-+]?(?:nan|inf|infinity)$/i.test(word)) return "is no finite number";
    if (NUMBER.test(word) && !Number.isFinite(Number(word.replace(/[−–]/g, "-")))) return "is beyond the largest number of double precision, about 1.8e308";
    return NO_NUMBER;
  }

  /** Where a place of a text is, as people count: line and column from 1. */
  function placeOf(text, at) {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    return { line, column: at - before.lastIndexOf("\n") };
  }

  /** `W^{(V)}` and `\\mathbf{W}_V` as W^V and W_V. */
  function plain(text) {
    return text.replace(/\\(?:mathbf|mathrm|mathit|mathsf|boldsymbol|bm|text|textbf)\s*\{([^{}]*)\}/g, "$1").replace(/\^\{\((\w+)\)\}/g, "^$1");
  }

  /** A text without the characters at its end that a set has. */
  function withoutTail(text, set) {
    let end = text.length;
    while (end > 0 && set.has(text[end - 1])) end -= 1;
    return text.slice(0, end);
  }

  const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  const OF_NAME = new Set(`${LETTERS}0123456789_{}^`);
  const OF_CALL = new Set(`${LETTERS}0123456789_.`);

  /** The name that stands last before a table, as in `Q = np.array(`. Empty if there is none. Each step is linear. */
  function nameBefore(text) {
    let head = text.slice(-80).trimEnd();
    head = (head.endsWith("\\left") ? head.slice(0, -5) : head.endsWith("\\[") ? head.slice(0, -2) : withoutTail(head, new Set("$"))).trimEnd();
    if (head.endsWith("(")) head = withoutTail(head.slice(0, -1), OF_CALL).trimEnd();
    if (!/[=:]$/.test(head)) return "";
    head = plain(head.slice(0, head.endsWith("&=") ? -2 : -1)).trimEnd();
    const word = head.slice(withoutTail(head, OF_NAME).length).slice(-MOST_NAME);
    return /[A-Za-z][A-Za-z_]*(?:_?\{?[A-Za-z0-9]+\}?)?(?:\^\{?[A-Za-z0-9]+\}?)?$/.exec(word)?.[0].replace(/[{}^]/g, "") ?? "";
  }

  function tableReader(text) {
    const tables = [];
    const problems = [];
    let full = false;
    const problem = (at, word, why) => {
      if (problems.length < 20) problems.push({ ...placeOf(text, at), word: lab.label(word), why });
    };
    /** Cells of a row as numbers, from pieces [word, place]. */
    const row = (pieces, decimalComma) => pieces.map(([word, at]) => {
      const value = readNumber(word, decimalComma);
      if (Number.isNaN(value)) problem(at, word === "" ? "an empty cell" : word, word === "" ? "has no number" : whyNot(word));
      return value;
    });
    const table = (at, end, name, rows, labels = []) => {
      const filled = rows.filter((one) => one.length > 0);
      if (filled.length === 0) return;
      if (tables.length === MOST_TABLES) {
        if (!full) problems.unshift({ ...placeOf(text, at), word: lab.label(name) || "a table", why: `is one more than the ${MOST_TABLES} tables that are read` });
        full = true;
        return;
      }
      const columns = filled[0].length;
      const other = filled.findIndex((one) => one.length !== columns);
      if (other !== -1) problem(at, name || "a table", `has ${lab.several(columns, "number")} in its first row, ${filled[other].length} in row ${other + 1}`);
      tables.push({ name, rows: filled, labels, at, end, complete: other === -1 && filled.flat().every(Number.isFinite) });
    };
    /** A table is told why it is not taken as it stands. */
    const refuse = (at, { word, why }) => problem(at, word, why);
    /** The table that was read last is several: they are not taken as one. */
    const several = (at, n) => {
      if (full) return;
      const last = tables[tables.length - 1];
      problem(at, last.name || "a table", `is ${n} tables in one: paste the one that is meant`);
      last.complete = false;
    };
    return { tables, problems, problem, refuse, row, table, several, isFull: () => full };
  }

  /** Words of a text with their places. */
  function wordsOf(text, start, separator) {
    const words = [];
    for (const found of text.matchAll(separator)) words.push([found[0], start + found.index]);
    return words;
  }

  /** \begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} and other environments of LaTeX that hold no other. */
  function readLatex(text, reader) {
    const environment = /\\begin\{([a-z]*matrix\*?|array|tabular)\}(?:\s*\{[^{}]*\})?((?:(?!\\begin\{|\\end\{)[^])*)\\end\{\1\}/g;
    let last = 0;
    return text.replace(environment, (all, _, body, at) => {
      if (reader.isFull()) return "";
      let start = at + all.indexOf(body);
      const rows = [];
      const doubt = lab.beside.beforeLatex(text, at, last) ?? lab.beside.after(text, at + all.length, true);
      last = at + all.length;
      for (const line of body.split("\\\\")) {
        let place = start;
        const cells = line.replace(/\\hline|\\[vh]space\{[^{}]*\}|\[[\d.a-z]+\]/g, (gone) => " ".repeat(gone.length)).split("&").map((cell) => {
          const piece = [cell.trim(), place + (cell.length - cell.trimStart().length)];
          place += cell.length + 1;
          return piece;
        });
        if (cells.length > 1 || cells[0][0] !== "") rows.push(reader.row(cells));
        start += line.length + 2;
      }
      if (doubt && rows.flat().some(Number.isFinite)) reader.refuse(at, doubt);
      reader.table(at, at + all.length, nameBefore(text.slice(Math.max(0, at - 120), at)), rows);
      return all.replace(/[^\n]/g, " ");
    });
  }

  /** Whether a word may be meant as a number: 50%, 0.5*, ~~0.2~~. */
  const isLikeNumber = (word) => /\p{N}/u.test(word) && !/^[\p{L}_]|\p{L}{2,}/u.test(word);
  const isNoNumber = (word) => Number.isNaN(readNumber(word)) && whyNot(word) === NO_NUMBER;

  /** Why numbers in one pair of brackets may be others than they seem: 1,234.5 beside a comma with a blank, 1 0, 0 1. */
  function whyNoRow(part, isOnly) {
    const group = /(?:^|[\s,;+−–-])([1-9]\d{0,2}(?:,\d{3})+)(?![\d])/.exec(part);
    if (group && /,\s/.test(part.trim())) return { word: group[1], why: "may have commas between thousands" };
    const gap = /[\d.]\s+[-+−–.\d]/.exec(part);
    if (gap && part.includes(",")) return { word: part.trim(), why: "has commas and blanks between its numbers" };
    if (/(?:^|\s)[1-9]\d{0,2} 0\d\d(?!\d)/.test(part)) return { word: part.trim(), why: "may have blanks between thousands" };
    const lines = part.split("\n").map((line) => line.trim()).filter((line) => line !== "");
    if (isOnly && lines.length > 1 && !part.includes(",") && lines[0].length < SHORT_LINE) return { word: lines[0], why: "is a row in MATLAB and the beginning of one in NumPy: write [[...]] or end rows with ;" };
    return null;
  }

  /** One whole number in brackets behind a word: an index, the number of an input, a reference. */
  const isReference = (text, start, end) => end - start < 8 && /^\s*\d+\s*$/.test(text.slice(start + 1, end)) && /[\p{L}\p{N}_)\]]\s?$/u.test(text.slice(Math.max(0, start - 2), start)) && !/^[ \t]+[-+.\d]/.test(text.slice(end + 1, end + 20));

  /** [1,] and [,1] of R, and [1] before numbers. */
  function whyIndexOfR(inside, behind) {
    const isIndex = /^\s*(?:\d+\s*,|,\s*\d+)\s*$/.test(inside) || (/^\d+$/.test(inside) && /^[ \t]+[-+.\d]/.test(behind));
    return isIndex ? { word: `[${inside}]`, why: "counts rows, columns or numbers, as R prints them: paste the numbers without it" } : null;
  }

  /** [[1, 2], [3, 4]] and [[1. 2.] [3. 4.]], with what stands around it in NumPy and PyTorch. */
  function readBrackets(text, reader) {
    const gone = [];
    let depth = 0;
    let start = 0;
    let last = 0;  // the end of the table before
    let inner = -1;
    let outer = -1;  // where text begins that is in brackets and in no row
    let rows = [];
    let strange = [];  // what is in brackets and in no row, with its place
    let closed = [];  // brackets, by their depth
    let parents = new Set();  // of rows, where they are within other brackets
    let deepest = 0;
    const seeBetween = (at) => {
      const words = outer === -1 ? [] : wordsOf(text.slice(outer, at), outer, /[^\s,;]+/g);
      if (words.length > 0) strange.push([words[0][1], words[0][0]]);
    };
    for (let at = 0; at < text.length && !reader.isFull(); at += 1) {
      const c = text[at];
      if (c === "[") {
        if (depth === 0) [start, rows, strange, closed, parents, deepest] = [at, [], [], [], new Set(), 0];
        else seeBetween(at);
        depth += 1;
        deepest = Math.max(deepest, depth);
        inner = outer = at + 1;
      } else if (c === "]" && depth > 0) {
        if (inner !== -1) {
          let from = inner;
          const parts = text.slice(from, at).split(";");  // as MATLAB ends rows
          for (const part of parts) {
            const words = wordsOf(part, from, /[^\s,]+/g);
            if (words.some(([word]) => isLikeNumber(word) || !isNoNumber(word))) {
              const doubt = whyNoRow(part, depth === 1 && parts.length === 1);
              if (doubt) reader.refuse(from, doubt);
              rows.push(reader.row(words));
              parents.add(`${depth}:${closed[depth - 1] ?? 0}`);
            } else if (words.length > 0) {
              strange.push([words[0][1], words[0][0]]);
            }
            from += part.length + 1;
          }
        } else {
          seeBetween(at);
        }
        inner = -1;
        outer = at + 1;
        closed[depth] = (closed[depth] ?? 0) + 1;
        depth -= 1;
        if (depth > 0) continue;
        outer = -1;
        if (deepest === 1 && isReference(text, start, at)) {  // Out[5]:, see [3]
          gone.push([start, at + 1]);
          continue;
        }
        const head = /(?:(?<=^|\n)[ \t]*(?:\d+[.)]|[-*•])[ \t]+)?(?:[\w.]+\()?\s*$/.exec(text.slice(Math.max(0, start - 60), start))[0];
        const tail = /^\s*(?:,\s*\w+\s*=\s*[\w.:'"<>]+)*\s*\)+/.exec(text.slice(at + 1, at + 120));
        const end = at + 1 + (tail ? tail[0].length : 0);
        const index = deepest === 1 && rows.length === 1 && whyIndexOfR(text.slice(start + 1, at), text.slice(at + 1, at + 20));
        if (index) {
          reader.refuse(start, index);
        } else if (rows.some((row) => row.length > 0)) {
          const doubt = lab.beside.beforeBracket(text, start, last, deepest === 1) ?? lab.beside.after(text, end);
          if (doubt) reader.refuse(start, doubt);
          for (const [place, word] of strange.slice(0, 3)) reader.problem(place, word, /^(?:#|\/\/|%)/.test(word) ? "begins a comment between the rows: take it out" : `stands between the rows and ${whyNot(word)}`);
          last = end;
        }
        reader.table(start, at + 1, nameBefore(text.slice(Math.max(0, start - 120), start)), rows);
        if (parents.size > 1) reader.several(start, parents.size);
        gone.push([start - head.length, end]);
      }
    }
    if (depth > 0 && !reader.isFull()) {
      reader.problem(start, "[", "is not closed");
      gone.push([start, text.length]);
    }
    let rest = "";
    let done = 0;
    for (const [from, to] of gone) {
      rest += text.slice(done, from) + text.slice(from, to).replace(/[^\n]/g, " ");
      done = to;
    }
    return rest + text.slice(done);
  }

  /** Cells of a line with their places; one that is empty between others stays. */
  function cellsOf(line, start, separator) {
    let place = start;
    const cells = line.trimEnd().split(separator).map((cell) => {
      const piece = [cell.trim(), place + cell.length - cell.trimStart().length];
      place += cell.length + 1;
      return piece;
    });
    const begin = cells.findIndex(([word]) => word !== "");
    const end = cells.length - (separator !== "\t" && cells[cells.length - 1][0] === "" ? 1 : 0);  // a bar, or a comma at the end
    return begin === -1 ? [] : cells.slice(begin, end);
  }

  /** Whether cells count 0, 1, 2 ... or 1, 2, 3 ...: numbers of columns. */
  const areCounted = (numbers) => (numbers[0] === 0 || numbers[0] === 1) && numbers.every((value, n) => value === numbers[0] + n);

  /** A table of lines without what numbers its columns and its rows, as pandas and spreadsheets print them. */
  function withoutNumbering({ rows, labels, ...table }) {
    if (rows.length < 2 || !areCounted(rows[0])) return { ...table, rows, labels };
    const words = labels.filter((label) => !/^\d+$/.test(label));
    if (labels.length === rows.length - 1) return { ...table, rows: rows.slice(1), labels: words };
    const isNamed = labels.length === rows.length && /^(tokens?|words?|index|idx|id|names?|row)$/i.test(labels[0]);
    return isNamed ? { ...table, rows: rows.slice(1), labels: labels.slice(1) } : { ...table, rows, labels };
  }

  /** Whether the first cells of rows may only count them: 1 0.5 0.2 above 2 0.1 0.3, or 1. and 2. */
  function mayCountRows(words) {
    if (words.length < 2 || words.some((row) => row.length < 2)) return false;
    const first = words.map(([word]) => word);
    const others = words.flatMap((row) => row.slice(1));
    if (!first.every((word, n) => /^\d+\.?$/.test(word) && Number(word) === Number(first[0]) + n) || Number(first[0]) > 1) return false;
    return first.some((word) => word.endsWith(".")) ? !others.some((word) => /^[-+−–]?\d+\.$/.test(word)) : others.every((word) => /[.,]\d/.test(word));
  }

  /** A word before numbers that may name their row: not 0.5*, 2024-05-01, the: 0.5 */
  const isLabel = (word) => /\p{L}/u.test(word) && !isLikeNumber(word) && whyNot(word) === NO_NUMBER && !/[:=]\s*[-+−–.\d]/.test(word);

  const isRule = (words) => words.every(([word]) => /^[-:+=]+$/.test(word));

  /** Lines of a spreadsheet, of Markdown, or of numbers with space between them. */
  function readLines(text, reader) {
    let at = 0;
    let open = null;
    let named = "";
    let header = null;  // a line of words above: how many, and how they are separated
    const close = () => {
      if (open) {
        const { name, rows, labels } = withoutNumbering(open);
        if (open.header && rows.length === open.rows.length) reader.problem(open.at, open.words[0].join(" "), "is a header of numbers, or a row: leave it out, or leave out the rule below");
        if (mayCountRows(open.words)) reader.problem(open.at, open.words[0][0], "may only count the rows: leave the first column out");
        reader.table(open.at, open.end, name, rows, labels);
      }
      open = null;
    };
    const begin = (start, words, separator) => {
      const doubt = lab.beside.operatorAbove(text, start);
      if (doubt) reader.refuse(start, doubt);
      if (header && header.separator === separator && header.count === words.length - 1 && /^\d+$/.test(words[0][0])) reader.problem(words[0][1], words[0][0], "may be the number of a row: it has no column above it");
      open = { at: start, name: named, rows: [], labels: [], words: [], header: false };
    };
    for (const line of text.split("\n")) {
      if (reader.isFull()) return;
      const start = at;
      at += line.length + 1;
      const separator = ["\t", "|", ";", ","].find((mark) => line.includes(mark));
      const words = separator ? cellsOf(line, start, separator) : wordsOf(line, start, /\S+/g);
      if (words.length === 0) { close(); continue; }
      if (isRule(words)) {
        if (open && line.includes("|")) open.header = open.header || open.rows.length === 1;
        continue;
      }
      if (/^\s*Columns? \d+/i.test(line)) reader.problem(start, line.trim(), "are printed in parts: put them side by side");
      const decimalComma = !line.includes("|") && (line.includes("\t") || line.includes(";"));
      const isNumber = ([word]) => !Number.isNaN(readNumber(word, decimalComma));
      const numbers = words.filter(isNumber).length;
      const likeNumbers = words.filter(([word]) => isLikeNumber(word)).length;
      const isRow = separator === "|" || separator === "\t" ? likeNumbers > 0 : likeNumbers > 1 && words.slice(1).every(([word]) => isLikeNumber(word) || whyNot(word) !== NO_NUMBER);
      if (numbers === 0 && !isRow) {
        if (open && /^\s*(?:\.T\b|[ᵀ⊤^@/]|\*(?![*\w]))/.test(line)) reader.problem(start, line.trim(), "follows the numbers and may change them");
        close();
        const name = /^\**([A-Za-z][\w]*)\**\s*[=:]?$/.exec(line.trim());
        named = name ? name[1] : "";
        header = separator || /^\s/.test(line) ? { count: words.length, separator } : null;
        if (words.some(([word]) => LEFT_OUT.test(word))) reader.problem(words[0][1], words[0][0], whyNot(words[0][0]));
        continue;
      }
      const inTheirPlace = words.filter(([word]) => whyNot(word) !== NO_NUMBER).length;
      const others = words.slice(1).length - words.slice(1).filter(isNumber).length - inTheirPlace;
      if (!open && !isRow && others >= numbers + inTheirPlace) { header = null; continue; }  // a sentence with a number in it
      // A row of pandas has its number before it, and is longer by that than the numbers of columns above.
      const hasIndex = open?.rows[0].length === words.length - 1 && open.labels.length === open.rows.length - 1
        && areCounted(open.rows[0]) && open.rows[0][0] === 0 && words[0][0] === String(open.labels.length);
      const hasLabel = hasIndex || (words.length > 1 && isLabel(words[0][0]));
      const cells = hasLabel ? words.slice(1) : words;
      if (open && open.rows[0].length !== cells.length) {
        reader.problem(start, line.trim(), `has ${lab.several(cells.length, "number")}, the rows before it have ${open.rows[0].length}`);
        close();
        if (reader.tables.length > 0) reader.tables[reader.tables.length - 1].complete = false;
      }
      if (!open) begin(start, words, separator);
      named = "";
      header = null;
      const doubt = separator === "," || !separator ? whyNoRow(line, false) : null;
      if (doubt) reader.refuse(start, doubt);
      open.rows.push(reader.row(cells, decimalComma));
      open.words.push((hasIndex ? words : cells).map(([word]) => word));
      open.end = at;
      if (hasLabel) open.labels.push(words[0][0]);
    }
    close();
  }

  /** All tables of numbers in a text, in their order: { name, rows, labels, complete }, and what could not be read, where. */
  function readTables(text) {
    if (text.length > MOST_TEXT) {
      const why = `is ${(text.length / 1e6).toFixed(1)} million characters; up to ${MOST_TEXT / 1e6} million are read`;
      return { tables: [], problems: [{ line: 1, column: 1, word: "this text", why }] };
    }
    const reader = tableReader(text.replace(/\r\n?/g, "\n"));
    const unified = text.replace(/\r\n?/g, "\n").replace(/\u00a0/g, " ").replace(SCALAR, (all, number) => number.padStart(all.length));
    readLines(readBrackets(readLatex(unified, reader), reader), reader);
    if (reader.problems.length > 0) for (const table of reader.tables) table.complete = false;  // none is taken beside what is not understood
    reader.tables.sort((a, b) => a.at - b.at);
    return { tables: reader.tables, problems: reader.problems };
  }

  Object.assign(lab, { MOST_TEXT, readNumber, readTables });
})();
