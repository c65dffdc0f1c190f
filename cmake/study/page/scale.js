// SPDX-License-Identifier: BSL-1.0
// Colours of the weights of a map: from 0 to 1, or from the least to the largest weight that is there.
function mountScale(figure, key, weights, page) {
    "use strict";
    const { all, make, digits } = page;
    const gradient = key.querySelector("i").style.background, ends = all(":scope > span:not(.sign)", key);
    const stops = [...gradient.matchAll(/rgb\((\d+)[, ]+(\d+)[, ]+(\d+)\)/g)].map((found) => found.slice(1).map(Number));
    const there = weights.flat().filter(Number.isFinite), least = Math.min(...there), largest = Math.max(...there);
    if (!(least < largest)) return;
    function colour(x) {
        const at = Math.min(1, Math.max(0, x)) * (stops.length - 1), below = Math.min(Math.floor(at), stops.length - 2);
        return stops[below].map((a, c) => Math.round(a + (stops[below + 1][c] - a) * (at - below)));
    }
    const isLight = ([r, g, b]) => 299 * r + 587 * g + 114 * b > 140000;
    const image = figure.querySelector("img"), before = image && image.src;
    function draw(low, high) {
        const canvas = make("canvas", { width: weights[0].length, height: weights.length }), pen = canvas.getContext("2d");
        weights.forEach((row, i) => row.forEach((x, j) => {
            if (x === null) return;
            pen.fillStyle = Number.isFinite(x) ? `rgb(${colour((x - low) / (high - low))})` : "rgb(150,150,150)";
            pen.fillRect(j, i, 1, 1);
        }));
        return canvas.toDataURL();
    }
    function show(isOfData) {
        const [low, high] = isOfData ? [least, largest] : [0, 1];
        ends[0].textContent = isOfData ? digits(low, 2) : "0";
        ends[1].textContent = isOfData ? digits(high, 2) : "1";
        if (image) image.src = isOfData ? draw(low, high) : before;
        for (const cell of all("td[data-i]", figure)) {
            const x = weights[cell.dataset.i][cell.dataset.j];
            if (!Number.isFinite(x)) continue;
            const rgb = colour((x - low) / (high - low));
            cell.style.background = `rgb(${rgb})`;
            cell.classList.toggle("light", isLight(rgb));
        }
    }
    const box = make("input", { type: "checkbox", onchange: (event) => show(event.target.checked) });
    key.after(make("label", { class: "scale" }, box, "colours from the least to the largest weight"));
}
