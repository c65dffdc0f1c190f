"use strict";
// Tables of numbers: labels, heat, one cell that the keyboard is on, and numbers that can be typed over.
(() => {
  const FEW = 6;  // tables with room for larger numbers
  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  /** { name, hue, point(i, j)?, pick(i, j)?, edit(i, j, value)?, paste(text)? }: the table as an element, and draw(). */
  function grid({ name, hue, point, pick, edit, paste }) {
    const table = lab.make("table", { class: "numbers", role: "grid", "aria-label": name });
    if (hue) table.style.setProperty("--hue", `var(--${hue})`);
    let cells = [];
    let at = [0, 0];
    let shape = "";

    const placeOf = (target) => {
      const cell = target.closest?.("td[data-i]");
      return cell ? [Number(cell.dataset.i), Number(cell.dataset.j)] : null;
    };

    function focus(i, j) {
      if (!cells[i]?.[j]) return;
      cells[at[0]]?.[at[1]]?.setAttribute("tabindex", "-1");
      at = [i, j];
      cells[i][j].setAttribute("tabindex", "0");
      cells[i][j].focus();
    }

    /** Puts a field over a cell; what was typed is taken on Enter, Tab, arrows up and down, or when it is left. */
    function startEditing([i, j], first = null) {
      const cell = cells[i][j];
      const field = lab.make("input", { class: "over", value: first ?? cell.dataset.exact, "aria-label": `${name}, ${cell.dataset.place}`, maxlength: "40" });
      let open = true;
      const close = (take) => {
        if (!open) return;
        open = false;
        const value = lab.readNumber(field.value, true);
        field.remove();
        if (take && Number.isFinite(value) && String(value) !== cell.dataset.exact) edit(i, j, value);
      };
      field.addEventListener("input", () => field.classList.toggle("wrong", !Number.isFinite(lab.readNumber(field.value, true))));
      field.addEventListener("blur", () => close(true));
      field.addEventListener("keydown", (event) => {
        const step = { Enter: [1, 0], ArrowDown: [1, 0], ArrowUp: [-1, 0], Escape: [0, 0] }[event.key]
          ?? (event.key === "Tab" && cells[i][j + (event.shiftKey ? -1 : 1)] ? [0, event.shiftKey ? -1 : 1] : null);
        event.stopPropagation();
        if (!step) return;
        event.preventDefault();
        close(event.key !== "Escape");
        const next = [i + step[0], j + step[1]];
        focus(...(cells[next[0]]?.[next[1]] ? next : [i, j]));
      });
      cell.append(field);
      field.focus();
      if (first === null) field.select();
      else field.setSelectionRange(first.length, first.length);  // what is typed next goes behind it
    }

    table.addEventListener("keydown", (event) => {
      const place = placeOf(event.target);
      if (!place || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = ARROWS[event.key];
      if (step) focus(place[0] + step[0], place[1] + step[1]);
      else if (event.key === "Home") focus(place[0], 0);
      else if (event.key === "End") focus(place[0], cells[0].length - 1);
      else if (edit && /^[-+\d.,−]$/.test(event.key)) startEditing(place, event.key);
      else if (edit && (event.key === "Enter" || event.key === "F2")) startEditing(place);
      else if (pick && (event.key === "Enter" || event.key === " ")) pick(...place);
      else return;
      event.preventDefault();
    });
    table.addEventListener("click", (event) => {
      const place = placeOf(event.target);
      if (!place || event.target.matches("input")) return;
      focus(...place);
      if (edit) startEditing(place);
      else pick?.(...place);
    });
    const tell = (event) => {
      const place = placeOf(event.target);
      if (place) point?.(...place);
    };
    table.addEventListener("mouseover", tell);
    table.addEventListener("focusin", tell);
    if (paste) {
      table.addEventListener("paste", (event) => {
        const text = event.clipboardData.getData("text/plain");
        if (text.length <= 40 && !/[\s,;&[]/.test(text.trim())) return;  // one number, into the field
        event.preventDefault();
        paste(text);
      });
    }

    function build(n, m, rowLabels, columnLabels) {
      cells = [];
      const head = lab.make("tr", {}, lab.make("td", { class: "corner" }), columnLabels.map((text) => lab.make("th", { scope: "col" }, lab.token(text))));
      const body = Array.from({ length: n }, (_, i) => {
        cells.push(Array.from({ length: m }, (_, j) => lab.make("td", {
          class: hue ? "heat" : "plain", role: "gridcell", tabindex: "-1", "data-i": i, "data-j": j, "data-place": `${rowLabels[i]}, ${columnLabels[j]}`,
        })));
        return lab.make("tr", {}, lab.make("th", { scope: "row" }, lab.token(rowLabels[i])), cells[i]);
      });
      head.firstChild.removeAttribute("role");
      table.replaceChildren(lab.make("thead", {}, head), lab.make("tbody", {}, body));
      at = [Math.min(at[0], n - 1), Math.min(at[1], m - 1)];
      cells[at[0]][at[1]].setAttribute("tabindex", "0");
    }

    let drawn = null;
    const areDrawn = (rows, places) => drawn?.places === places && drawn.rows.length === rows.length
      && rows.every((row, i) => drawn.rows[i].length === row.length && row.every((value, j) => Object.is(value, drawn.rows[i][j])));

    /** Draws numbers with so many places; they are kept exact for editing. */
    function draw(rows, rowLabels, columnLabels, places) {
      if (rows.length === 0) return table.replaceChildren();
      const wanted = JSON.stringify([rows.length, rows[0].length, rowLabels, columnLabels]);
      if (wanted !== shape) build(rows.length, rows[0].length, rowLabels, columnLabels);
      else if (areDrawn(rows, places)) return;
      shape = wanted;
      drawn = { rows, places };
      let largest = 0;
      let width = 0;
      for (const row of rows) for (const value of row) if (Number.isFinite(value)) largest = Math.max(largest, Math.abs(value));
      rows.forEach((row, i) => row.forEach((value, j) => {
        const cell = cells[i][j];
        const text = lab.number(value, places);
        width = Math.max(width, text.length);
        if (cell.firstChild?.nodeValue !== text) cell.replaceChildren(text);
        cell.dataset.exact = String(value);
        if (hue) lab.heat(cell, value, largest);
      }));
      table.classList.toggle("few", rows.length <= FEW && rows[0].length <= FEW);
      table.style.setProperty("--width", `${width}ch`);
    }

    /** Marks the cells for which is(i, j) holds. */
    const mark = (is) => cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle("marked", is(i, j))));

    /** Greys the numbers for which is(i, j) holds. */
    const fade = (is) => cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle("masked", is(i, j))));

    const explain = (row, column) => cells.forEach((line, i) => line.forEach((cell, j) => cell.classList.toggle("explained", i === row && j === column)));
    return { element: table, draw, mark, explain, fade };
  }

  lab.grid = grid;
})();
