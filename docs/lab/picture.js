"use strict";
// Small pictures of tables: squares of as many strengths as an eye tells apart, a path for each, so that 64 x 64 are few
// elements. Colours are those of the style.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const STRENGTHS = 10;
  const SEEN = 3.5;  // the side of a square that is seen

  /** An element of a drawing; attributes by name, text as children. */
  function svg(tag, attributes = {}, ...children) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
    element.append(...children.flat());
    return element;
  }

  /** A table in which one number stands for as many as are drawn smaller than is seen: the one of the largest magnitude. */
  function pooled(rows, down, across) {
    const magnitude = (value) => (Number.isFinite(value) ? Math.abs(value) : -1);
    const pick = (i, j) => rows.slice(i * down, (i + 1) * down).flatMap((row) => row.slice(j * across, (j + 1) * across)).reduce((a, b) => (magnitude(b) > magnitude(a) ? b : a));
    return Array.from({ length: Math.ceil(rows.length / down) }, (_, i) => Array.from({ length: Math.ceil(rows[0].length / across) }, (__, j) => pick(i, j)));
  }

  /** The squares of a table at x, y, each width by height. */
  function tiles(all, { x = 0, y = 0, width: wide, height: tall }) {
    const scale = lab.scaleOf(all);
    const [down, across] = [Math.ceil(SEEN / tall), Math.ceil(SEEN / wide)];
    const rows = down * across > 1 ? pooled(all, down, across) : all;
    const [width, height] = [wide * all[0].length / rows[0].length, tall * all.length / rows.length];
    const gap = Math.min(width, height) > 5 ? 0.6 : 0;
    const [lefts, tops] = [rows[0].map((_, j) => (x + j * width).toFixed(1)), rows.map((_, i) => (y + i * height).toFixed(1))];
    const square = `h${(width - gap).toFixed(1)}v${(height - gap).toFixed(1)}h${(gap - width).toFixed(1)}z`;
    const paths = new Map();
    rows.forEach((row, i) => row.forEach((value, j) => {
      const kind = value === -Infinity ? "masked" : `${value < 0 ? "below" : "above"} ${Math.round(lab.partOf(value, scale) * STRENGTHS)}`;
      paths.set(kind, `${paths.get(kind) ?? ""}M${lefts[j]} ${tops[i]}${square}`);
    }));
    return [...paths].map(([kind, d]) => {
      const [name, strength] = kind.split(" ");
      return svg("path", { class: `tile ${name}`, d, style: strength ? `--part:${strength * 100 / STRENGTHS}%` : null });
    });
  }

  /** A table alone, so many pixels wide; the row that is looked at has a frame. */
  function picture(rows, side, row) {
    const [width, height] = [side / rows[0].length, side / Math.max(rows.length, rows[0].length)];
    const frame = row === null ? [] : svg("rect", { class: "band", x: 0, y: row * height, width: side, height });
    return svg("svg", { class: "picture", viewBox: `-2 -2 ${side + 4} ${height * rows.length + 4}`, width: side, "aria-hidden": "true" }, tiles(rows, { width, height }), frame);
  }

  Object.assign(lab, { svg, tiles, picture });
})();
