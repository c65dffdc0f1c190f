"use strict";
// Entries of exercises beside the right answers: right, wrong, or not yet either; and what slip explains those that are wrong.
(() => {
  const SAME = 1e-9;
  const ENOUGH = 2;  // decimals
  const MOST_PLACES = 6;  // that are compared: PyTorch computes in float32
  const NEAR = 0.02;
  const MOST_TEXT = 200;
  const SWAPS = ["transposed", "turned"];  // give numbers that stand elsewhere in the table
  const OF_ONE = ["sign", "percent"];  // of an entry, whatever the others are

  /** A decimal as people write it, 0.71, .71, 0,71, 7.1e-01 or 71 %: { value, places, digits }, or null. Formulas are none. */
  function decimalOf(text) {
    const isPercent = /%$/.test(text);
    const digits = text.replace(/\s*%$/, "").replace(/^[−–]/, "-").replace(/^\+/, "").replace(/^(-?)([.,])(?=\d)/, "$10$2").replace(",", ".");
    const value = lab.readNumber(digits, true);
    if (Number.isNaN(value)) return null;
    const [mantissa, exponent = "0"] = digits.toLowerCase().split("e");
    const places = Math.max(0, (/\.(\d*)/.exec(mantissa)?.[1].length ?? 0) - Number(exponent.replace("−", "-")));
    return isPercent ? { value: value / 100, places: places + 2, digits: "" } : { value, places, digits };
  }

  const isSame = (a, b) => Math.abs(a - b) <= SAME * Math.max(1, Math.abs(b));
  const agrees = ({ value, places }, right) => isSame(value, right) || Math.abs(value - right) <= 0.5 * 10 ** -Math.min(places, MOST_PLACES) * (1 + SAME);
  const isWhole = (value) => isSame(value, Math.round(value));

  /** Whether more digits can still make it the right one: 0.8 of 0.8499. */
  const isBeginning = ({ digits }, right) => digits !== "" && right.toFixed(12).startsWith(digits);

  /** Whether these are the first digits, and not what it rounds to: 0.6666 of 2/3. */
  function isCut({ value, places }, right) {
    const unit = 10 ** places;
    return Math.trunc(right * unit + Math.sign(right) * SAME) === Math.round(value * unit);
  }

  /** Whether it may become 1/sqrt(2) as it is typed. */
  const isUnfinished = (text) => /^[)\d\s.,+\-−–*/×·(√^e½⅓⅔¼¾]*(?:s|sq|sqr|ex)?$/i.test(text.replace(/sqrt|exp/gi, "√")) && text.split("(").length >= text.split(")").length;

  /** How far the value of a formula may be off because its decimals are rounded: 1/1.414 is as good as its digits. */
  function roundingOf(text, computed) {
    let sum = 0;
    for (const found of text.matchAll(/\d*[.,](\d+)/g)) {
      const half = 0.5 * 10 ** -found[1].length, typed = Number(found[0].replace(",", "."));
      const moved = (by) => Math.abs(lab.valueOf(`${text.slice(0, found.index)}${(typed + by).toFixed(found[1].length + 1)}${text.slice(found.index + found[0].length)}`) - computed);
      sum += Math.max(moved(half), typed >= half ? moved(-half) : 0);
    }
    return sum;
  }

  function judgeFormula(text, right, isTyped) {
    const computed = lab.valueOf(text);
    if (Number.isNaN(computed)) return isTyped && isUnfinished(text) ? "" : "no number";
    if (isSame(computed, right)) return "right";
    const off = Math.abs(computed - right);
    if (off <= roundingOf(text, computed)) return off <= 0.5 * 10 ** -ENOUGH ? "right" : "open";
    return isTyped ? "" : "wrong";  // 1/2 may become 1/2*sqrt(2)
  }

  /** "" (nothing yet), "right", "open" (neither, with so few decimals), "cut", "wrong" or "no number"; less is said of
   * what is still being typed. */
  function judge(entry, right, isTyped = false) {
    const text = entry.trim().replace(/^[=≈~]\s*/, "");
    if (text === "" || (isTyped && /^[-+−–]?[.,]?$/.test(text))) return "";
    if (text.length > MOST_TEXT) return "no number";
    const typed = decimalOf(text);
    if (!typed) return judgeFormula(text, right, isTyped);
    if (isSame(typed.value, right)) return "right";
    if (typed.places < ENOUGH) {
      // 0 is a claim: it does not stand for 0.33 with fewer digits.
      const isZero = typed.value === 0 && !isTyped;
      if (agrees(isZero ? { value: 0, places: 1 } : typed, right) || (!isZero && isBeginning(typed, right))) return "open";
      return isTyped && typed.places === 0 && !isWhole(right) ? "" : "wrong";  // 1 may become 1/3
    }
    if (agrees(typed, right)) return "right";
    if (isTyped && isBeginning(typed, right)) return "";
    return isCut(typed, right) ? "cut" : "wrong";
  }

  /** What people do with any answer, beside the slips of an exercise. */
  function usualSlips(right) {
    const made = (of) => right.map((row, i) => row.map((value, j) => of(value, i, j)));
    const slips = [["sign", made((value) => -value)], ["percent", made((value) => 100 * value)]];
    if (right.length > 1 && right.length === right[0].length) slips.push(["turned", made((_, i, j) => right[j][i])]);
    return slips;
  }

  /** Whether it is what a slip gives, with digits enough to tell. */
  function fits(one, table) {
    const value = decimalOf(one.text), slip = table[one.i]?.[one.j];
    if (!value || !Number.isFinite(slip) || isSame(slip, one.right)) return false;
    return isSame(value.value, slip) || ((value.places >= ENOUGH || Math.abs(slip) >= 10) && agrees(value, slip));
  }

  /** Whether it is right, or has too few digits, without the zeros at its end. */
  function isPadded({ text, right }) {
    const shorter = /[.,]\d*0$/.test(text) ? decimalOf(text.replace(/[.,]?0+$/, "")) : null;
    return shorter !== null && shorter.places > 0 && agrees(shorter, right);
  }

  /** Whether numbers rounded on the way to it may be why it is wrong. */
  const isNear = ({ text, right }) => Math.abs((decimalOf(text)?.value ?? NaN) - right) <= NEAR * Math.max(1, Math.abs(right));

  /** What is wrong of { "0,1": text }, and the slip that gives more than half of it: { wrong, slip, explained }. A whole
   * number that is open is wrong where it is what a slip gives. `typed` is the place where somebody types. */
  function explanation(entries, { right, slips }, typed = null) {
    const placed = Object.entries(entries).map(([place, text]) => {
      const [i, j] = place.split(",").map(Number);
      return { place, i, j, text: text.trim(), right: right[i]?.[j] };
    }).filter((one) => one.right !== undefined);
    const verdicts = new Map(placed.map((one) => [one, judge(one.text, one.right, one.place === typed)]));
    const isDoubtful = (one) => {
      const value = verdicts.get(one) === "open" && one.place !== typed ? decimalOf(one.text) : null;
      return value !== null && value.places === 0 && !isBeginning(value, one.right);
    };
    const wrongBy = (table) => placed.filter((one) => verdicts.get(one) === "wrong" || (isDoubtful(one) && fits(one, table)));
    let best = { wrong: wrongBy([]), slip: null, explained: 0, against: 0 };
    const consider = (slip, wrong, isExplained, against = 0) => {
      const explained = wrong.filter(isExplained).length;
      const isChance = against > explained + 1 || (explained === 1 && SWAPS.includes(slip));
      const isBetter = explained > best.explained || (explained === best.explained && against < best.against);
      if (!isChance && isBetter && 2 * explained > wrong.length) best = { wrong, slip, explained, against };
    };
    /** Entries that are right where the slip gives another number. */
    const against = (table) => placed.filter((one) => {
      const value = verdicts.get(one) === "right" ? decimalOf(one.text) : null, slip = table[one.i]?.[one.j];
      const isZero = value?.value === 0 && value.places === 0;  // a claim, as above
      return value !== null && slip !== undefined && !agrees(isZero ? { value: 0, places: 1 } : value, slip);
    }).length;
    for (const [slip, table] of [...slips, ...usualSlips(right)]) consider(slip, wrongBy(table), (one) => fits(one, table), OF_ONE.includes(slip) ? 0 : against(table));
    consider("padded", wrongBy([]), isPadded);
    if (best.slip === null && right.flat().some((value) => !isWhole(1e4 * value))) consider("near", wrongBy([]), isNear);
    return { wrong: best.wrong.map((one) => one.place), slip: best.slip, explained: best.explained };
  }

  lab.answers = { judge, explanation };
})();
