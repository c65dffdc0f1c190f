// SPDX-License-Identifier: BSL-1.0
// On pages of the course and the reference: a name of the library is found as it is typed, and code is copied by a button.
"use strict";
(() => {
  const MOST = 12;
  const bar = document.querySelector(".look_bar");
  const names = window.heedNames ?? [];

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** Names that begin so come first, then those that hold it; of these the short ones first. */
  function found(words) {
    const typed = words.trim().toLowerCase().replace(/^heed::/, ""), last = typed.split("::").pop();
    const wanted = names.some(([name]) => name.toLowerCase().includes(typed)) ? typed : last;  // names in groups are without mpi::
    if (wanted === "") return [];
    const short = (name) => name.split("::").pop().toLowerCase();
    const rank = (name) => (short(name) === wanted ? 0 : short(name).startsWith(wanted) ? 1 : name.toLowerCase().includes(wanted) ? 2 : 3);
    return names.filter(([name]) => rank(name) < 3).sort(([a], [b]) => rank(a) - rank(b) || a.length - b.length || (a < b ? -1 : 1)).slice(0, MOST);
  }

  /** How many letters are to be changed, left out, put in or swapped from one word to the other. */
  function distance(a, b) {
    const rows = [[...Array(b.length + 1).keys()]];
    for (let i = 1; i <= a.length; i += 1) {
      rows.push([i]);
      for (let j = 1; j <= b.length; j += 1) {
        const changed = rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
        const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? rows[i - 2][j - 2] + 1 : changed;
        rows[i].push(Math.min(changed, swapped, rows[i - 1][j] + 1, rows[i][j - 1] + 1));
      }
    }
    return rows[a.length][b.length];
  }

  /** Names that were perhaps meant, where none holds what is typed: up to a third of its letters are others. */
  function near(words) {
    const typed = words.trim().toLowerCase().split("::").pop();
    const far = (name) => distance(typed, name.split("::").pop().toLowerCase());
    return names.map((each) => [far(each[0]), each]).filter(([letters]) => letters <= Math.min(3, typed.length / 3))
      .sort(([a, [one]], [b, [other]]) => a - b || one.length - other.length).slice(0, 4).map(([, each]) => each);
  }

  function finder() {
    const input = make("input", { type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": "look_found", "aria-autocomplete": "list",
      "aria-label": "Find a name of heed", placeholder: "Find a name", autocomplete: "off", spellcheck: "false" });
    const list = make("ul", { id: "look_found", class: "look_found", role: "listbox", "aria-label": "Names", hidden: "" });
    let at = -1;
    let options = [];
    const choose = (n) => {
      at = n;
      options.forEach((item, i) => item.setAttribute("aria-selected", String(i === at)));
      options[at]?.scrollIntoView({ block: "nearest" });
      input.setAttribute("aria-activedescendant", options[at]?.id ?? "");
    };
    const close = () => { list.hidden = true; input.setAttribute("aria-expanded", "false"); };
    const go = (item) => {
      if (item?.dataset.to) location.href = bar.dataset.names + item.dataset.to;
      close();
    };
    function show() {
      const exact = found(input.value), some = exact.length > 0 ? exact : near(input.value);
      options = some.map(([name, to, kind], n) => make("li", { id: `look_found_${n}`, role: "option", "data-to": to }, name, make("small", {}, kind)));
      list.replaceChildren(...options);
      const none = `no name of the reference holds this${some.length > 0 ? "; near to it are" : ""}`;
      if (exact.length === 0 && input.value.trim() !== "") list.prepend(make("li", { role: "option", "aria-disabled": "true" }, make("small", {}, none)));
      list.hidden = list.children.length === 0;
      input.setAttribute("aria-expanded", String(!list.hidden));
      choose(exact.length > 0 ? 0 : -1);  // what is only near is not gone to unasked
    }
    input.addEventListener("input", show);
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && !list.hidden && options.length > 0) choose((at < 0 && step < 0 ? options.length - 1 : at + step + options.length) % options.length);
      else if (event.key === "Enter" && at >= 0 && !list.hidden) go(options[at]);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
    });
    input.addEventListener("blur", () => setTimeout(close, 200));  // a click on the list comes first
    list.addEventListener("mousedown", (event) => {
      event.preventDefault();
      go(event.target.closest("li"));
    });
    bar.append(make("div", { class: "look_find" }, input, list));
    return input;
  }

  if (bar && names.length > 0) {
    const input = finder();
    document.addEventListener("keydown", (event) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.target.matches?.("input, textarea, select")) return;
      input.focus();
      event.preventDefault();
    });
  }

  // To the text, without an address of its own: the reference would take that for a name.
  document.querySelector(".look_skip")?.addEventListener("click", (event) => {
    document.querySelector(event.target.hash).focus();
    event.preventDefault();
  });
  // Escape shuts a drawer of the course.
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector(".sidebar-toggle:checked");
    if (!open) return;
    open.checked = false;
    open.focus();
  });

  /** What is written, without the indentation that all lines have. */
  function textOf(code) {
    const lines = code.matches(".fragment") ? [...code.querySelectorAll(".line")].map((line) => line.textContent) : code.textContent.replace(/\n$/, "").split("\n");
    const indents = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
    return `${lines.map((line) => line.slice(Math.min(...indents)).trimEnd()).join("\n")}\n`;
  }

  const said = make("span", { class: "look_said", role: "status" });
  document.body.append(said);

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = make("textarea", {});  // where the page has no right to the clipboard, as in a file
      field.value = text;
      document.body.append(field);
      field.select();
      const isDone = document.execCommand("copy");
      field.remove();
      return isDone;
    }
  }

  async function copy(button, text) {
    const words = (await copied(text)) ? "Copied" : "Not copied";
    if (document.activeElement === document.body) button.focus();  // the field had the focus
    button.textContent = words;
    button.setAttribute("aria-label", words);
    said.textContent = words;
    setTimeout(() => {
      button.textContent = "Copy";
      button.setAttribute("aria-label", "Copy this code");
      said.textContent = "";
    }, 2000);
  }

  for (const code of document.querySelectorAll("div.fragment, div.highlight-cpp pre, div.highlight-default pre")) {
    const button = make("button", { type: "button", class: "look_copy", "aria-label": "Copy this code" }, "Copy");
    button.addEventListener("click", () => copy(button, textOf(code)));
    const holder = make("div", { class: "look_code" });
    code.replaceWith(holder);
    holder.append(code, button);
  }
})();
