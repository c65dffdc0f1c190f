// SPDX-License-Identifier: BSL-1.0
// Colours of the maps: those of a scale, and of weights from 0 to 1 or from the least to the largest that is there.

/// The colours between the two ends of a scale, which is drawn beside its map.
function scaleOf(key) {
    "use strict";
    const stops = [...key.querySelector("i").style.background.matchAll(/rgb\((\d+)[, ]+(\d+)[, ]+(\d+)\)/g)].map((found) => found.slice(1).map(Number));
    return (x) => {
        const at = Math.min(1, Math.max(0, x)) * (stops.length - 1), below = Math.min(Math.floor(at), stops.length - 2);
        return stops[below].map((a, c) => Math.round(a + (stops[below + 1][c] - a) * (at - below)));
    };
}
/// As page_maps.is_light.
function isLight(rgb) {
    const parts = rgb.map((c) => (c <= 10 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] > 0.179;
}
function paint(cell, rgb) {
    cell.style.background = `rgb(${rgb})`;
    cell.classList.toggle("light", isLight(rgb));
}
/// A switch above the maps for the weights of one, map.weights. Returns what draws them again after they have changed.
function mountScale(figure, key, map, page) {
    "use strict";
    const { all, make, digits } = page;
    const colour = scaleOf(key), ends = all(":scope > span:not(.sign)", key), image = figure.querySelector("img"), before = image && image.src;
    function draw(low, high) {
        const canvas = make("canvas", { width: map.weights[0].length, height: map.weights.length }), pen = canvas.getContext("2d");
        map.weights.forEach((row, i) => row.forEach((x, j) => {
            if (x === null) return;
            pen.fillStyle = Number.isFinite(x) ? `rgb(${colour((x - low) / (high - low))})` : "rgb(150,150,150)";
            pen.fillRect(j, i, 1, 1);
        }));
        return canvas.toDataURL();
    }
    const box = make("input", { type: "checkbox", onchange: () => show() });
    const range = make("span"), label = make("label", { class: "scale" }, box, range);
    function show() {
        const there = map.weights.flat().filter(Number.isFinite), least = Math.min(...there), largest = Math.max(...there);
        label.hidden = !(least < largest);
        range.textContent = `Stretch the colours of the weights: from ${digits(least, 2)} to ${digits(largest, 2)}, the least and the largest, not from 0 to 1`;
        const isOfData = box.checked && !label.hidden, [low, high] = isOfData ? [least, largest] : [0, 1];
        ends[0].textContent = isOfData ? digits(low, 2) : "0";
        ends[1].textContent = isOfData ? digits(high, 2) : "1";
        if (image) image.src = isOfData ? draw(low, high) : before;
        for (const cell of all("td[data-i]", figure)) {
            const x = map.weights[cell.dataset.i][cell.dataset.j];
            if (Number.isFinite(x)) paint(cell, colour((x - low) / (high - low)));
        }
    }
    figure.closest(".pair").prepend(label);
    show();
    return show;
}
