"use strict";
// Frames around the parts of tables that a number comes from or goes into, and lines between them where tables stand side
// by side. Lines run between cards, never over text.
(() => {
  const { svg } = lab;
  const ROUND = 6;
  const APART = 4;  // lines beside each other

  /** A line through points, with round corners. */
  function pathOf(points) {
    let text = `M${points[0].join(" ")}`;
    for (let n = 1; n < points.length - 1; n += 1) {
      const [[ax, ay], [bx, by], [cx, cy]] = [points[n - 1], points[n], points[n + 1]];
      const before = Math.min(ROUND, Math.hypot(bx - ax, by - ay) / 2);
      const after = Math.min(ROUND, Math.hypot(cx - bx, cy - by) / 2);
      text += `L${bx - Math.sign(bx - ax) * before} ${by - Math.sign(by - ay) * before}Q${bx} ${by} ${bx + Math.sign(cx - bx) * after} ${by + Math.sign(cy - by) * after}`;
    }
    return `${text}L${points[points.length - 1].join(" ")}`;
  }

  /** From a part of one card to a part of another: to the right, or through the room above the other card; null where there
   * is no way between cards. */
  function wayOf(from, to, enter, n, others) {
    const middle = (box) => (box.top + box.bottom) / 2;
    const shift = n * APART;
    const end = enter === "row" ? [to.card.left, middle(to.box)] : [(to.box.left + to.box.right) / 2, to.card.top];
    if (to.card.left >= from.card.right - 1 && to.card.top < from.card.bottom && from.card.top < to.card.bottom) {
      if (enter !== "row") return null;
      const between = (from.card.right + to.card.left) / 2;
      return [[from.table.right, middle(from.box)], [between, middle(from.box)], [between, end[1]], end];
    }
    if (to.card.top < from.card.bottom) return null;
    const above = to.card.top - 4 - shift;
    const isBlocked = (x, top) => others.some((card) => card.left < x && x < card.right && top < card.top && card.top < above);
    const across = (from.box.left + from.box.right) / 2;
    const isColumn = from.box.bottom - from.box.top > from.box.right - from.box.left && enter === "column";
    const begin = isColumn ? [[across, from.table.bottom], [across, above]]
      : [[from.table.right, middle(from.box)], [from.card.right + 3 + shift, middle(from.box)], [from.card.right + 3 + shift, above]];
    if (isBlocked(begin[begin.length - 1][0], from.box.bottom)) return null;
    return enter === "row" ? [...begin, [to.card.left - 8 - shift, above], [to.card.left - 8 - shift, end[1]], end] : [...begin, [end[0], above], end];
  }

  /** Draws into `area`; tables are grids by name. show({ target, from, to }) with parts, or show(null). */
  function wires(area, tables) {
    const sheet = svg("svg", { class: "wires", "aria-hidden": "true" });
    area.append(sheet);
    let shown = null;
    let waiting = 0;

    const places = (part) => {
      const grid = tables(part.table);
      const box = grid?.box(part);
      const card = grid?.element.closest(".map, .given")?.getBoundingClientRect();
      return box && card ? { box, card, table: grid.box({}) } : null;
    };

    function draw() {
      waiting = 0;
      sheet.replaceChildren();
      const all = area.getBoundingClientRect();
      if (!shown || all.width === 0) return;
      const frame = (part, kind) => {
        const place = places(part);
        if (!place) return null;
        const { left, top, right, bottom } = place.box;
        sheet.append(svg("rect", { class: kind, x: left - all.left - 1, y: top - all.top - 1, width: right - left + 2, height: bottom - top + 2, rx: 3 }));
        return place;
      };
      const target = places(shown.target);
      const cards = [...area.querySelectorAll(".given, .map")].map((card) => card.getBoundingClientRect());
      const line = (from, to, enter, kind, n) => {
        const way = from && to && wayOf(from, to, enter, n, cards);
        if (!way) return;
        const points = way.map(([x, y]) => [Math.round(x - all.left) + 0.5, Math.round(y - all.top) + 0.5]);
        sheet.append(svg("path", { class: kind, d: pathOf(points) }));
        const [x, y] = points[points.length - 1];
        sheet.append(svg("path", { class: `${kind} tip`, d: enter === "row" ? `M${x - 5} ${y - 4}L${x + 1} ${y}L${x - 5} ${y + 4}Z` : `M${x - 4} ${y - 5}L${x} ${y + 1}L${x + 4} ${y - 5}Z` }));
      };
      const bringIn = (part) => tables(part.table)?.bringIn(part);
      for (const part of [...shown.from, ...shown.to]) bringIn(part);
      shown.from.forEach((part, n) => line(frame(part, "from"), target, part.enter, "from", n));
      shown.to.forEach((part, n) => line(target, frame(part, "to"), part.enter, "to", n + shown.from.length));
    }

    const later = () => { waiting ||= requestAnimationFrame(draw); };
    area.addEventListener("scroll", later, true);
    new ResizeObserver(later).observe(area);
    return { show(links) { shown = links; later(); }, again: later };
  }

  lab.wires = wires;
})();
