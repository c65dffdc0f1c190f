// SPDX-License-Identifier: BSL-1.0
// Beside what Sphinx's search finds: each place once, and the words around what was looked for, from texts that conf.py writes:
// pages in files may not fetch each other.
"use strict";
(() => {
  const ROOM = 100;  // letters before and behind
  const results = document.getElementById("search-results");
  const texts = window.searchTexts;
  if (!results || !texts) return;
  const words = (new URLSearchParams(location.search).get("q") ?? "").toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
  const seen = new Set();

  /** What stands around the first of the words that the text has. */
  function excerpt(text) {
    const low = text.toLowerCase();
    const found = words.map((word) => [low.indexOf(word), word.length]).filter(([at]) => at >= 0).sort(([a], [b]) => a - b)[0];
    if (!found) return "";
    const [at, length] = found;
    const begin = at <= ROOM ? 0 : text.indexOf(" ", at - ROOM) + 1;
    const end = at + length + ROOM >= text.length ? text.length : text.lastIndexOf(" ", at + length + ROOM);
    const part = document.createElement("p");
    const mark = document.createElement("mark");
    mark.textContent = text.slice(at, at + length);
    part.className = "context";
    part.append(begin > 0 ? "… " : "", text.slice(begin, at), mark, text.slice(at + length, end), end < text.length ? " …" : "");
    return part;
  }

  function tell() {
    for (const item of results.querySelectorAll("ul.search > li:not(.told)")) {
      item.classList.add("told");
      const link = item.querySelector("a");
      const page = link.getAttribute("href").split("#")[0];
      const place = `${page} ${link.textContent}`;
      if (seen.has(place)) item.remove();
      else item.append(excerpt(texts[page.replace(/\.html$/, "")] ?? ""));
      seen.add(place);
    }
    const status = [...results.querySelectorAll("p")].find((one) => one.textContent.startsWith("Search finished"));
    if (status) status.textContent = `${seen.size === 1 ? "One place" : `${seen.size} places`} found.`;
  }

  new MutationObserver(tell).observe(results, { childList: true, subtree: true });
})();
