"use strict";
// Tables of numbers: labels, heat, one cell that the keyboard is on, and numbers that can be typed over.
(() => {
  const [FEW, FEWEST] = [6, 4];  // tables with room for larger numbers
  const MANY = 1000;  // cells: those in sight are written first
  let mouse = "";  // where it was last
  const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  /** { name, hue, title?, point(i, j)?, pick(i, j)?, edit(i, j, value)?, paste(text)? }: the table as an element, and draw(). */
  function grid({ name, hue, title, point, pick, edit, paste }) {
    const table = lab.make("table", { class: "numbers", role: "grid", "aria-label": name, title });
    if (hue) table.style.setProperty("--hue", `var(--${hue})`);
    let cells = [];
    let heads = { rows: [], columns: [] };
    let linked = new Map();
    let explained = null;
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
      const field = lab.make("input", { class: "over", value: first ?? cell.dataset.exact, "aria-label": `${name}, ${heads.rows[i].textContent}, ${heads.columns[j].textContent}`, maxlength: "40" });
      let open = true;
      const close = (take) => {
        if (!open) return;
        open = false;
        const value = lab.readNumber(field.value, true);
        field.remove();
        cell.classList.remove("edited");
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
      cell.classList.add("edited");
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
    /** Of a mouse only where it moved, not where tables move below it. */
    const tell = (event) => {
      const where = event.type === "mouseover" ? `${event.screenX} ${event.screenY}` : "";
      if (where !== "" && where === mouse) return;
      if (where !== "") mouse = where;
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
      linked.clear();
      heads = { rows: rowLabels.map((text) => lab.make("th", { scope: "row" }, lab.token(text))), columns: columnLabels.map((text) => lab.make("th", { scope: "col" }, lab.token(text))) };
      const head = lab.make("tr", {}, lab.make("td", { class: "corner" }), heads.columns);
      const body = Array.from({ length: n }, (_, i) => {
        cells.push(Array.from({ length: m }, (_, j) => lab.make("td", {
          class: hue ? "heat" : "plain", tabindex: "-1", "data-i": i, "data-j": j,
        })));
        return lab.make("tr", {}, heads.rows[i], cells[i]);
      });
      table.replaceChildren(lab.make("thead", {}, head), lab.make("tbody", {}, body));
      at = [Math.min(at[0], n - 1), Math.min(at[1], m - 1)];
      cells[at[0]][at[1]].setAttribute("tabindex", "0");
    }

    let drawn = null;
    let scale = null;
    let unwritten = [];  // of cells out of sight
    const areDrawn = (rows, places) => drawn?.places === places && drawn.rows.length === rows.length
      && rows.every((row, i) => drawn.rows[i].length === row.length && row.every((value, j) => Object.is(value, drawn.rows[i][j])));

    /** Puts a number into a cell, as far as it is another there; says whether it is. */
    function put(cell, value, text) {
      const isSame = cell.firstChild?.nodeValue === text;
      if (!cell.firstChild) cell.append(text);
      else if (!isSame) cell.firstChild.nodeValue = text;  // a new node would have the cell laid out anew
      if (edit && cell.dataset.exact !== String(value)) cell.dataset.exact = value;
      if (hue) lab.heat(cell, value, scale);
      return !isSame;
    }

    /** Whether a cell may be in sight, of cells of about the same size: a function of its row and column. */
    function sight() {
      const [first, last, room] = [cells[0][0], cells[cells.length - 1][cells[0].length - 1], table.parentElement].map((element) => element.getBoundingClientRect());
      const within = (begin, end, count, from, to) => {
        const size = (end - begin) / count;
        return (n) => begin + (n + 2) * size > from && begin + (n - 1) * size < to;
      };
      const down = within(first.top, last.bottom, cells.length, Math.max(0, room.top), Math.min(window.innerHeight, room.bottom));
      const across = within(first.left, last.right, cells[0].length, room.left, room.right);
      return (i, j) => down(i) && across(j);
    }

    /** Writes the cells that draw() left out, and gives their number. */
    const drawRest = () => unwritten.splice(0).filter((write) => write()).length;

    /** Draws numbers with so many places; they are kept exact for editing. Of many, those out of sight wait for drawRest(). Gives
     * the number of cells that are other ones. */
    function draw(rows, rowLabels, columnLabels, places) {
      if (rows.length === 0) {
        table.replaceChildren();
        return 0;
      }
      const wanted = JSON.stringify([rows.length, rows[0].length, rowLabels, columnLabels]);
      const isNew = wanted !== shape;
      if (isNew) build(rows.length, rows[0].length, rowLabels, columnLabels);
      else if (unwritten.length === 0 && areDrawn(rows, places)) return 0;
      const isSeen = !isNew && rows.length * rows[0].length > MANY ? sight() : () => true;
      unwritten = [];
      shape = wanted;
      drawn = { rows, places };
      let [width, count] = [0, 0];
      scale = lab.scaleOf(rows);
      rows.forEach((row, i) => row.forEach((value, j) => {
        const text = lab.number(value, places);
        width = Math.max(width, text.length);
        if (!isSeen(i, j)) unwritten.push(() => put(cells[i][j], value, text));
        else if (put(cells[i][j], value, text)) count += 1;
      }));
      const most = Math.max(rows.length, rows[0].length);
      table.classList.toggle("few", most <= FEW);
      table.classList.toggle("wide", rows[0].length > FEW);
      table.classList.toggle("fewest", most <= FEWEST);
      if (table.style.getPropertyValue("--width") !== `${width}ch`) table.style.setProperty("--width", `${width}ch`);  // all cells get it anew
      return count;
    }

    /** Marks the cells for which is(i, j) holds. */
    const mark = (is) => cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle("marked", is(i, j))));

    /** Greys the numbers for which is(i, j) holds. */
    const fade = (is) => cells.forEach((row, i) => row.forEach((cell, j) => cell.classList.toggle("masked", is(i, j))));

    function explain(row, column) {
      const next = cells[row]?.[column];
      if (explained !== next) explained?.classList.remove("explained");
      explained = next;
      explained?.classList.add("explained");
    }

    const rangesOf = ({ i, j }) => [i ?? [0, cells.length], j ?? [0, cells[0]?.length ?? 0]];

    /** Marks the cells and headings of parts as those that a number comes from, or that it goes into; those that were marked
     * so are not touched. */
    function link(parts) {
      const before = linked;
      linked = new Map(parts.flatMap((part) => {
        const [[a, b], [c, d]] = rangesOf(part);
        return [...cells.slice(a, b).flatMap((row) => row.slice(c, d)), ...(part.i ? heads.rows.slice(a, b) : []), ...(part.j ? heads.columns.slice(c, d) : [])]
          .map((element) => [element, part.kind]);
      }));
      for (const [element, kind] of before) if (linked.get(element) !== kind) element.classList.remove(kind);
      for (const [element, kind] of linked) if (before.get(element) !== kind) element.classList.add(kind);
    }

    /** Where a part is, as far as it is in sight in the room that the table scrolls in; null where there is nothing of it. */
    function box(part) {
      const [[a, b], [c, d]] = rangesOf(part);
      const [first, last] = [cells[a]?.[c], cells[b - 1]?.[d - 1]].map((cell) => cell?.getBoundingClientRect());
      if (!first?.width || !last) return null;
      const room = table.parentElement.getBoundingClientRect();
      const shown = { left: Math.max(first.left, room.left), top: Math.max(first.top, room.top), right: Math.min(last.right, room.right), bottom: Math.min(last.bottom, room.bottom) };
      return shown.left < shown.right && shown.top < shown.bottom ? shown : null;
    }

    /** Scrolls the room of the table, and not the page, until a part begins in it. */
    function bringIn(part) {
      const room = table.parentElement;
      if (room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth) return;
      const cell = cells[part.i?.[0] ?? 0]?.[part.j?.[0] ?? 0];
      if (!cell) return;
      const [inner, outer] = [cell.getBoundingClientRect(), room.getBoundingClientRect()];
      const left = heads.rows[0].offsetWidth;
      if (part.i && (inner.top < outer.top || inner.bottom > outer.bottom)) room.scrollTop += inner.top - outer.top - room.clientHeight / 2;
      if (part.j && (inner.left < outer.left + left || inner.right > outer.right)) room.scrollLeft += inner.left - outer.left - left;
    }

    return { element: table, draw, drawRest, mark, explain, fade, link, box, bringIn, scale: () => scale, rows: () => drawn?.rows };
  }

  lab.grid = grid;
})();
