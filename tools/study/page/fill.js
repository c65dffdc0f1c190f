// SPDX-License-Identifier: BSL-1.0
// One part of a page fills the window, in type that a back row reads (style.css); the rest can be reached by nothing until it is left.
function mountFilling(page) {
    "use strict";
    const { all, make, current, changed } = page;
    const root = document.documentElement, parts = ".panes > section.pane, .codes, .pair, .player, .block", typing = "input, select, textarea";
    let filled = null, scrolled = 0, pointed = null;
    function leave() {
        if (!filled) return false;
        const left = filled;
        filled = null;
        left.classList.remove("filled");
        root.classList.remove("filling");
        for (const other of all("[data-behind]")) {
            other.inert = false;
            other.removeAttribute("data-behind");
        }
        scrollTo(0, scrolled);
        name(left);
        changed(left);
        return true;
    }
    function fill(part) {
        leave();
        scrolled = scrollY;
        filled = part;
        part.classList.add("filled");
        root.classList.add("filling");
        for (let inner = part; inner !== document.body; inner = inner.parentElement)
            for (const other of inner.parentElement.children) {
                if (other === inner || other.inert || other.matches("script, .tour")) continue;
                other.inert = true;
                other.setAttribute("data-behind", "");
            }
        name(part);
        changed(part);
    }
    /// As a reader sees it: the heading of a part, of two maps what they are, and of which head.
    function titleOf(part) {
        const headings = all("h3, h4", part).filter((heading) => heading.closest(parts) === part), map = part.closest(".map");
        const head = map && map.querySelector(":scope > h4"), own = part.matches(".pair") ? "Scores and weights" : headings[0].firstChild.textContent.trim();
        return head && part !== map ? `${own}, ${head.textContent}` : own;
    }
    function name(part) {
        const button = part.querySelector(":scope > .fill"), words = part === filled ? "Leave the whole window (f or Escape)" : "Fill the window (f)";
        button.setAttribute("aria-label", `${titleOf(part)}: ${words}`);
        button.title = words;
        button.textContent = part === filled ? "×" : "⤢";
    }
    const toggle = (part) => (part === filled ? leave() : fill(part));
    for (const part of all(parts)) {
        part.prepend(make("button", { type: "button", class: "fill", onclick: () => toggle(part) }));
        name(part);
    }
    document.addEventListener("pointerover", (event) => { pointed = event.target instanceof Element ? event.target.closest(parts) : null; });
    document.addEventListener("keydown", (event) => {
        if (event.key !== "f" || event.altKey || event.ctrlKey || event.metaKey || event.target.matches(typing)) return;
        const part = filled || document.activeElement.closest(parts) || pointed || current().querySelector(parts);
        event.preventDefault();
        toggle(part);
        if (filled) part.querySelector(":scope > .fill").focus({ preventScroll: true });
    });
    return { fill, leave, filled: () => filled };
}
