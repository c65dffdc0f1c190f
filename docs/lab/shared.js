"use strict";
// What all panes share: the modules, elements, cells, undo, and the state in the address.
// Numbers are computed by heed in the modules; here they are read, drawn and formatted only.
const lab = (() => {
  const panes = [];
  const compiled = new Map();
  const running = new Map();

  // ---- modules

  /** The embedded bytes of a module. What is packed behind it is not unpacked. */
  async function bytesOf(name) {
    const modules = document.getElementById("modules");
    const place = modules?.dataset[name];
    if (!place) throw new Error(`this page has no module ${name}`);
    const [begin, end] = place.split(" ").map(Number);
    const packed = fromBase94(modules.textContent);
    new DataView(packed.buffer).setUint32(0, end, true);
    return unpackLzma(packed).subarray(begin);
  }

  /** A string that ends with 0 in the memory of a module. */
  function wordsAt(memory, at) {
    const bytes = new Uint8Array(memory.buffer);
    let end = at;
    while (bytes[end] !== 0) end += 1;
    return new TextDecoder().decode(bytes.subarray(at, end));
  }

  /** A running module. An error of heed is thrown by the call that meets it, with its words; then the instance is spent. */
  async function instantiate(module) {
    let memory = null;
    const NO_SUCH_CALL = 52;
    const wasi = {
      environ_sizes_get: (count, size) => {
        new Uint32Array(memory.buffer)[count >> 2] = 0;
        new Uint32Array(memory.buffer)[size >> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
      proc_exit: (status) => { throw new Error(`the module ended with ${status}`); },
    };
    const imports = { lab: { error: (at) => { throw new Error(wordsAt(memory, at)); } }, wasi_snapshot_preview1: {} };
    for (const wanted of WebAssembly.Module.imports(module)) {
      imports[wanted.module][wanted.name] ??= wasi[wanted.name] ?? (() => NO_SUCH_CALL);
    }
    const instance = await WebAssembly.instantiate(module, imports);
    memory = instance.exports.memory;
    instance.exports._initialize?.();
    return instance;
  }

  /** A promise of a module that is compiled and does not run yet: a worker can have it. */
  function compile(name) {
    if (!compiled.has(name)) compiled.set(name, bytesOf(name).then((bytes) => WebAssembly.compile(bytes)));
    return compiled.get(name);
  }

  /** A promise of the instance of a module; { fresh: true } makes a new one, as is needed after an error. */
  function module(name, { fresh = false } = {}) {
    if (fresh || !running.has(name)) running.set(name, compile(name).then(instantiate));
    return running.get(name);
  }

  // ---- elements

  /** An element; attributes by name, on… as listeners; children are elements or text, never markup. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  }

  /** Text with W_Q, d_k and K^T as they are printed. */
  function math(text) {
    return text.split(/(_[A-Za-z0-9]+|\^[A-Za-z0-9]+)/).map((part) => {
      if (/^_\w/.test(part)) return make("sub", {}, part.slice(1));
      return part.startsWith("^") ? make("sup", {}, part.slice(1)) : part;
    });
  }

  /** A number with so many places after the point, without a minus before zeros. */
  function number(value, places) {
    if (value === -Infinity) return "−∞";
    if (!Number.isFinite(value)) return Number.isNaN(value) ? "nan" : "∞";
    const text = Math.abs(value) >= 1e7 ? value.toExponential(places) : value.toFixed(places);
    return /^-[0.]*$/.test(text) ? text.slice(1) : text.replace("-", "−");
  }

  /** What the colours of a table are stretched to, { from, to }: from 0 to its largest magnitude; from its smallest one where
   * all are beyond half of the largest, and of one sign. */
  function scaleOf(rows) {
    let [least, most, isBelow, isAbove] = [Infinity, 0, false, false];
    for (const row of rows) {
      for (const value of row) {
        if (!Number.isFinite(value)) continue;
        least = Math.min(least, Math.abs(value));
        most = Math.max(most, Math.abs(value));
        isBelow ||= value < 0;
        isAbove ||= value > 0;
      }
    }
    return { from: least > most / 2 && least < most && isBelow !== isAbove ? least : 0, to: most, isBelow, isAbove };
  }

  /** How far a number is along a scale, 0 to 1. */
  const partOf = (value, { from, to }) => (Number.isFinite(value) && to > from ? Math.max(0, Math.min(1, (Math.abs(value) - from) / (to - from))) : 0);

  /** Colours a cell by where its number is on the scale of its table: by a class of each strength that is told apart. Cells of
   * a class share a computed style; with a style of its own for each, those of 64 x 64 took three times as long. */
  function heat(cell, value, scale) {
    const part = `part${Math.round(partOf(value, scale) * 100)}`;
    if (cell.strength !== part) {
      cell.classList.remove(cell.strength);
      cell.classList.add(part);
      cell.strength = part;
    }
    cell.classList.toggle("below", value < 0 && value !== -Infinity);
    cell.classList.toggle("masked", value === -Infinity);
  }

  /** Text of others as it is shown: with line feeds and tabs; no other controls, nothing that cannot be seen or that turns
   * the direction of writing. */
  const visible = (text) => text.replace(/\r\n?/g, "\n").replace(/(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2065]/gu, "\ufffd");

  /** A label as it is shown: one visible line, not long. */
  function label(text, most = 24) {
    const clean = visible(String(text)).replace(/[\t\n]/g, "\ufffd");
    const letters = Array.from(clean);
    return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : clean;
  }

  /** 1 number, 2 numbers. */
  const several = (n, one, more = `${one}s`) => `${n.toLocaleString("en")} ${n === 1 ? one : more}`;

  /** What is drawn so far can be seen, and the page responds, before the rest. */
  const breath = () => new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);  // there are no frames where nobody looks
  });

  /** A label that is cut where it is wide; the whole is its title, and what a screen reader reads. */
  const token = (text) => make("span", { class: "token", title: text }, text);

  // ---- undo

  /** States that one can go back to. `show(state)` draws one. */
  function history(show, most = 200) {
    let past = [];
    let future = [];
    let typed = null;
    const go = (from, to) => {
      typed = null;
      if (from.length < 2 && to === future) return;
      if (from.length < 1) return;
      to.push(from.pop());
      show(JSON.parse(past[past.length - 1]));
    };
    return {
      /** Remembers a state, unless it is the one that is shown; what is typed into one place is one step. */
      push(state, place = null) {
        const text = JSON.stringify(state);
        if (text === past[past.length - 1]) return;
        if (place !== null && place === typed) past.pop();
        future = [];
        typed = text === past[past.length - 1] ? null : place;
        if (text === past[past.length - 1]) return;  // typed and taken out again
        past.push(text);
        if (past.length > most) past.shift();
      },
      undo: () => go(past, future),
      redo: () => go(future, past),
      canUndo: () => past.length > 1,
      canRedo: () => future.length > 0,
      /** The two states that a step back, or on, leads between; null where there is none. */
      undoes: () => (past.length > 1 ? past.slice(-2).map((text) => JSON.parse(text)) : null),
      redoes: () => (future.length > 0 ? [past[past.length - 1], future[future.length - 1]].map((text) => JSON.parse(text)) : null),
    };
  }

  // ---- what outlives the page, where a browser keeps it

  const KEPT = "heed lab ";
  function keep(name, text) {
    try {
      localStorage.setItem(KEPT + name, text);
      return true;
    } catch {
      return false;
    }
  }
  function kept(name) {
    try {
      return localStorage.getItem(KEPT + name);
    } catch {
      return null;
    }
  }

  // ---- the state in the address

  const MOST_LINK = 200_000;  // characters of an address
  const MOST_LINKED = 4_000_000;  // bytes of a state

  async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
  }

  /** A state as a part of an address, or null: it is too long for one. */
  async function toAddress(state) {
    const given = new TextEncoder().encode(JSON.stringify(state));
    if (given.length > MOST_LINKED) return null;
    const bytes = await through(new CompressionStream("deflate-raw"), given);
    if (bytes.length * 4 > MOST_LINK * 3) return null;
    let text = "";
    for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  }

  /** Stops where a short link would become a long text. */
  async function fromAddress(text) {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MOST_LINKED) {
        reader.cancel();
        throw new Error("the state of this link is too long");
      }
      parts.push(part.value);
    }
    return JSON.parse(await new Blob(parts).text());
  }

  /** The pane and state of the address, { pane, state, broken }; state is null where there is none, or broken. */
  async function linked() {
    const [pane, ...rest] = location.hash.slice(1).split("/");
    const [text, type] = rest[0] === LARGE ? ["", LARGE] : rest;  // as people write it
    if (type === LARGE && !window.matchMedia(NARROW).matches) setLarge(true);  // on a phone it would fill the screen
    if (text?.startsWith("?")) return { pane, state: { words: Object.fromEntries(new URLSearchParams(text.slice(1))) } };  // by hand
    if (!text || text.length > MOST_LINK) return { pane, state: null, broken: Boolean(text) };
    try {
      const state = await fromAddress(text);
      return typeof state === "object" && state !== null ? { pane, state } : { pane, state: null, broken: true };
    } catch {
      return { pane, state: null, broken: true };
    }
  }

  /** Says that a link could not be read, until the next one. */
  function sayBroken(broken) {
    document.querySelector(".broken_link").textContent = broken
      ? "This link is broken or cut off: its numbers cannot be read, and what is shown below are not those that it was made for." : "";
  }

  const REST = 200;  // ms: a browser ignores addresses that change with every key
  let linking = 0;
  let isTooLong = false;
  /** Puts the state of the shown pane into the address, once it comes to rest; that there is none at once. */
  async function link(pane, state) {
    linking += 1;
    const mine = linking;
    if (state !== null) await new Promise((resolve) => { setTimeout(resolve, REST); });
    if (mine !== linking || shown !== pane) return;
    const text = state === null ? "" : await toAddress(state);
    if (mine !== linking || shown !== pane) return;
    isTooLong = text === null;
    putAddress(pane, text ?? "");
  }

  /** #pane/state/large, where what is empty at the end is left out. */
  function putAddress(pane, text = "") {
    const parts = isLarge() ? [pane, text, LARGE] : text ? [pane, text] : [pane];
    window.history.replaceState(null, "", `#${parts.join("/")}`);
  }

  // ---- large type, which a link carries

  const LARGE = "large";
  const NARROW = "(max-width: 48rem)";
  const isLarge = () => document.documentElement.classList.contains(LARGE);

  function setLarge(is) {
    document.documentElement.classList.toggle(LARGE, is);
    document.querySelector(".large_type")?.setAttribute("aria-pressed", String(is));
  }

  /** A button that copies the address, which holds the state of the pane, and what came of it. */
  function linkCopier() {
    const said = make("span", { class: "small quiet", role: "status" });
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        said.textContent = isTooLong ? "what is here is too long for a link: the address of this page is copied, without it"
          : location.hash.split("/")[1] ? "copied: it holds what you see" : "copied: the address of this page";
        if (location.protocol === "file:") said.textContent += ". Others need this file too, or its copy at a web address";
      } catch {
        said.textContent = "the address of this page is the link";
      }
      setTimeout(() => { said.textContent = ""; }, 4000);
    };
    return [said, make("button", { type: "button", class: "copy_link", onclick: copy }, "Copy link")];
  }

  function switchLarge() {
    setLarge(!isLarge());
    panes.find((one) => one.id === shown)?.resized?.();
    putAddress(shown, location.hash.slice(1).split("/")[1]);
  }

  // ---- panes

  let shown = "";

  /** Shows a pane; state, if there is one, is that of a link. */
  function show(id, state = null) {
    shown = id;
    announce();
    if (!state) link(id, null);  // before the pane's own
    for (const pane of panes) {
      const is = pane.id === id;
      pane.tab.setAttribute("aria-selected", String(is));
      pane.tab.tabIndex = is ? 0 : -1;
      pane.section.hidden = !is;
      if (!is) continue;
      const done = pane.ready?.then(() => pane.shown?.(state)) ?? new Promise((resolve) => { resolve(pane.mount(pane.section, lab, state)); });
      pane.ready ??= done;  // it is shown again once it is mounted
      done.catch((error) => say(pane, error));
    }
  }

  /** Shows a pane as somebody asked for; Back goes to the one before, with its state. */
  function visit(id) {
    if (id !== shown) window.history.pushState(null, "", `#${isLarge() ? [id, "", LARGE].join("/") : id}`);
    show(id);
  }

  /** What goes wrong in a pane is said in it. */
  function say(pane, error) {
    pane.trouble ??= make("p", { class: "problem", role: "alert" });
    pane.trouble.textContent = `This did not work: ${label(error?.message ?? error, 300)}`;
    pane.section.append(pane.trouble);
  }

  /** A file that is dropped is opened by the pane that opens files, whichever is shown; a browser would go to it. */
  function onDrag(event) {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const opener = panes.find((one) => one.opensFiles);
    const files = [...event.dataTransfer.files];
    if (event.type !== "drop" || !opener || files.length === 0) return;
    show(opener.id);
    opener.ready.then(() => opener.open(files)).catch((error) => say(opener, error));
  }

  let announcing = 0;
  /** Has a screen reader say this, once what is typed comes to rest; what it said before is gone at once. */
  function announce(words = "") {
    const said = document.querySelector(".announced");
    clearTimeout(announcing);
    said.textContent = "";
    announcing = setTimeout(() => { said.textContent = words; }, 1000);
  }

  function onKey(event) {
    const pane = panes.find((one) => one.id === shown);
    const digit = Number(event.key);
    if (event.altKey && !event.ctrlKey && digit >= 1 && digit <= panes.length) {
      visit(panes[digit - 1].id);
      panes[digit - 1].tab.focus();
      event.preventDefault();
    } else if ((event.ctrlKey || event.metaKey) && !event.altKey && "zy".includes(event.key.toLowerCase())) {
      if (event.target.matches?.("textarea, input")) return;  // a field has its own undo
      const back = event.key.toLowerCase() === "z" && !event.shiftKey;
      const act = back ? pane.undo : pane.redo;
      if (act) {
        act();
        event.preventDefault();
      }
    }
  }

  function onTabKey(event) {
    const at = panes.findIndex((pane) => pane.id === shown);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    const next = panes[(to + panes.length) % panes.length];
    visit(next.id);
    next.tab.focus();
    event.preventDefault();
  }

  /** { id, title, mount(element, lab, state), shown(state)?, resized()?, undo()?, redo()?, opensFiles?, open(files)? };
   * mounted when it is first shown. */
  function pane(description) {
    panes.push(description);
  }

  /** Links to the rest of a site, which a copy of this file that was sent to somebody has no use for. */
  function hideDeadLinks() {
    const nav = document.querySelector("nav[data-place]");
    if (nav) nav.hidden = !location.pathname.endsWith(`/${nav.dataset.place}`);
  }

  async function start() {
    hideDeadLinks();
    const tabs = document.querySelector(".tabs");
    const main = document.querySelector("main");
    for (let part = 0; part <= 100; part += 1) document.styleSheets[0].insertRule(`.part${part} { --part: ${part}% }`);  // of heat
    for (const one of panes) {
      one.tab = make("button", { role: "tab", id: `tab-${one.id}`, "aria-controls": `pane-${one.id}`, onclick: () => visit(one.id), onkeydown: onTabKey }, one.title);
      one.section = make("section", { role: "tabpanel", id: `pane-${one.id}`, class: `pane ${one.id}`, "aria-labelledby": `tab-${one.id}`, hidden: true });
      tabs.append(one.tab);
      main.append(one.section);
    }
    const large = make("button", { type: "button", class: "large_type", "aria-pressed": "false", title: "Type that a back row reads", onclick: switchLarge }, "Large type");
    document.querySelector(".page_head").append(make("div", { class: "bar head_buttons" }, linkCopier(), large));
    document.addEventListener("keydown", onKey);
    document.addEventListener("dragover", onDrag);
    document.addEventListener("drop", onDrag);
    const sayHere = (error) => say(panes.find((one) => one.id === shown) ?? panes[0], error);
    window.addEventListener("error", (event) => sayHere(event.error ?? event.message));
    window.addEventListener("unhandledrejection", (event) => sayHere(event.reason));
    const followLink = async () => {
      const { pane: id, state, broken } = await linked();
      sayBroken(broken);
      show(panes.some((one) => one.id === id) ? id : panes[0].id, state);
    };
    window.addEventListener("hashchange", followLink);
    await followLink();
  }

  return { module, compile, instantiate, make, math, number, heat, scaleOf, partOf, visible, label, several, breath, token, announce, history, keep, kept, link, sayBroken, pane, start };
})();
