// SPDX-License-Identifier: BSL-1.0
// A line on the instruction under the pointer, in a strip below the machine code. instructions.py reads the same table.
function mountTelling(pane, families, page) {
    "use strict";
    const { make } = page, code = pane.querySelector("pre");
    const strip = make("p", { class: "tells", "aria-live": "polite" }, "Point at an instruction, or go to it with Tab and Alt + ↓: what it does.");
    const lanes = { ps: "floats, lane by lane", pd: "doubles, lane by lane", ss: "one float", sd: "one double" };
    pane.append(strip);
    function tell(line) {
        const mnemonic = line.trim().split(" ")[0];
        if (mnemonic === "" || mnemonic.endsWith(":")) return;
        for (const [pattern, words] of families) {
            const found = new RegExp(`^(?:${pattern})$`).exec(mnemonic);
            if (!found) continue;
            const of = lanes[found.slice(1).find((part) => lanes[part])];
            return strip.replaceChildren(make("code", {}, mnemonic), ` ${words}${of ? ` (${of})` : ""}`);
        }
        strip.replaceChildren(make("code", {}, mnemonic));
    }
    /// The line of text at a point of the window.
    function lineAt(x, y) {
        const at = document.caretPositionFromPoint ? document.caretPositionFromPoint(x, y) : document.caretRangeFromPoint(x, y);
        const node = at && (at.offsetNode || at.startContainer), offset = at && (at.offset ?? at.startOffset);
        if (!node || node.nodeType !== Node.TEXT_NODE || !code.contains(node)) return "";
        const from = node.data.lastIndexOf("\n", offset - 1) + 1, to = node.data.indexOf("\n", offset);
        return node.data.slice(from, to < 0 ? undefined : to);
    }
    code.addEventListener("pointermove", (event) => tell(lineAt(event.clientX, event.clientY)));
    // With keys: what the part that has the focus begins with; Alt and an arrow go through its instructions.
    const instructionsOf = (part) => part.textContent.split("\n").filter((line) => line.startsWith("  "));
    let at = 0;
    function tellNumber(part, wanted) {
        const lines = instructionsOf(part);
        at = Math.max(0, Math.min(lines.length - 1, wanted));
        tell(lines[at] || "");
        if (lines.length > 1) strip.append(make("span", {}, ` · ${at + 1} of ${lines.length} in this run, Alt + ↑ ↓`));
    }
    code.addEventListener("focusin", (event) => tellNumber(event.target, 0));
    code.addEventListener("keydown", (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!step || !event.altKey || event.target === code) return;
        event.preventDefault();
        tellNumber(event.target, at + step);
    });
}
