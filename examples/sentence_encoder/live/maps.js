"use strict";
// Attention as pictures: small maps, one large map with the pieces at its edges, and lines from piece to piece.
const maps = (() => {
  const SHADES = 256;

  /** How bright a colour is, and how far two are apart, as WCAG 2.1 has it. */
  const luminance = (colour) => colour.map((value) => value / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  function contrast(a, b) {
    const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (bright + 0.05) / (dark + 0.05);
  }

  /** The colours of this scheme by weight: paper, the colour of weights, then towards ink. */
  function palette() {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const style = getComputedStyle(document.documentElement);
    const [paper, hue, ink] = ["--card", "--weights", "--ink"].map((name) => {
      paint.fillStyle = style.getPropertyValue(name);
      paint.fillRect(0, 0, 1, 1);
      return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
    const between = (a, b, part) => a.map((value, i) => value + (b[i] - value) * part);
    const deep = between(hue, ink, 0.55);
    const MIDDLE = 0.6;  // where the colour is that of weights
    const colours = Array.from({ length: SHADES }, (_, shade) => {
      const part = shade / (SHADES - 1);
      return part < MIDDLE ? between(paper, hue, part / MIDDLE) : between(hue, deep, (part - MIDDLE) / (1 - MIDDLE));
    });
    const css = (colour) => `rgb(${colour.map(Math.round).join(" ")})`;
    const onIt = (colour) => (contrast(colour, ink) > contrast(colour, paper) ? ink : paper);
    const pixels = new Uint32Array(Uint8Array.from(colours.flatMap((colour) => [...colour.map(Math.round), 255])).buffer);
    return { pixels, css: colours.map(css), text: colours.map((colour) => css(onIt(colour))), line: css(hue), paper: css(paper) };
  }

  const shadeOf = (weight, largest) => Math.round((SHADES - 1) * Math.min(1, weight / largest));

  /** A pixel for each weight, from 0 to the largest. */
  function drawSmall(canvas, weights, count, largest, { pixels }) {
    canvas.width = count;
    canvas.height = count;
    const image = new ImageData(count, count);
    const words = new Uint32Array(image.data.buffer);
    for (let i = 0; i < words.length; i += 1) words[i] = pixels[shadeOf(weights[i], largest)];
    canvas.getContext("2d").putImageData(image, 0, 0);
  }

  const LEAST_WITH_NUMBERS = 24;  // pixels of a cell
  const LEAST_WITH_GAPS = 6;

  /** Draws a map whose cells are `cell` CSS pixels wide; those that are wide have their number. */
  function drawLarge(canvas, weights, count, largest, cell, { css, text, paper }) {
    const scale = Math.max(1, window.devicePixelRatio);
    const size = Math.round(cell * scale);
    canvas.width = size * count;
    canvas.height = size * count;
    canvas.style.width = `${(size * count) / scale}px`;
    canvas.style.height = canvas.style.width;
    const to = canvas.getContext("2d");
    const gap = cell < LEAST_WITH_GAPS ? 0 : Math.round(scale);
    to.fillStyle = paper;
    to.fillRect(0, 0, canvas.width, canvas.height);
    to.font = `${Math.round(Math.min(17, 0.42 * cell) * scale)}px ${getComputedStyle(canvas).fontFamily}`;
    to.textAlign = "center";
    to.textBaseline = "middle";
    for (let i = 0; i < count; i += 1) {
      for (let j = 0; j < count; j += 1) {
        const weight = weights[i * count + j];
        const shade = shadeOf(weight, largest);
        to.fillStyle = css[shade];
        to.fillRect(j * size, i * size, size - gap, size - gap);
        if (cell < LEAST_WITH_NUMBERS) continue;
        to.fillStyle = text[shade];
        to.fillText(short(weight), (j + 0.5) * size, (i + 0.5) * size);
      }
    }
    return size / scale;
  }

  /** A weight in two places: .04, 1.0 */
  const short = (weight) => (weight >= 0.995 ? "1.0" : weight.toFixed(2).slice(1));

  const svg = (tag, attributes, ...children) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  const FAINT = 0.04;  // of the largest weight: lines that nobody would see are not drawn
  const SHARE = 26;    // pixels for a weight behind a word

  /** Lines from the pieces on the left, which attend, to those on the right; a piece has `step` pixels. `row` and `column` are
   * the pieces that are pointed at, or null: other lines are left out. */
  function drawLines(into, weights, pieces, { width, step }, { line }, { row, column }) {
    const count = pieces.length;
    const side = Math.round(0.3 * width);
    const [from, to] = [side, width - side - SHARE];
    const middle = (i) => (i + 0.5) * step;
    const largest = weights.reduce((most, weight) => Math.max(most, weight), 0) || 1;
    const isAlone = row !== null || column !== null;
    const lines = [];
    for (let i = 0; i < count; i += 1) {
      for (let j = 0; j < count; j += 1) {
        const part = weights[i * count + j] / largest;
        const isOn = row !== null ? row === i : column === null || column === j;
        if (part < FAINT || !isOn) continue;
        const half = (from + to) / 2;
        lines.push(svg("path", {
          d: `M${from} ${middle(i)} C${half} ${middle(i)} ${half} ${middle(j)} ${to} ${middle(j)}`, stroke: line, fill: "none",
          "stroke-opacity": isAlone ? 0.25 + 0.75 * part : 0.9 * part, "stroke-width": isAlone ? 1 + 4 * part : 0.6 + 2.4 * part,
        }));
      }
    }
    const words = (name, at, anchor, chosen, share) => pieces.map((piece, i) => svg("text", {
      x: at, y: middle(i), "text-anchor": anchor, "dominant-baseline": "central", class: `${name}${chosen === i ? " chosen" : ""}`, "data-at": i,
    }, piece + share(i)));
    into.setAttribute("viewBox", `0 0 ${width} ${count * step}`);
    into.setAttribute("width", width);
    into.setAttribute("height", count * step);
    into.style.fontSize = `${Math.min(step - 1, Math.max(11, 0.53 * step))}px`;
    into.replaceChildren(...lines, ...words("left", from - 6, "end", row, () => ""),
      ...words("right", to + 6, "start", column, (j) => (row === null ? "" : ` ${short(weights[row * count + j])}`)));
  }

  return { palette, drawSmall, drawLarge, drawLines };
})();
