// SPDX-License-Identifier: BSL-1.0
// The style sheet of report_html.
#pragma once

namespace heed::detail {

/// Serif text, numbers in columns of equal width. A wrong number has a wavy line and the correct number below it:
/// colour is never the only sign.
inline constexpr const char* report_style = R"css(
:root {
  --paper: #fdfcf9; --ink: #22252a; --quiet: #63676e; --line: #d9d6cd; --rule: #22252a; --card: #ffffff;
  --wrong: #b3261e; --wrong-paper: #fbeae7; --right: #1c6b3f; --open: #7a5900; --open-paper: #fbf3da; --link: #1f5a99;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181c; --ink: #e7e5df; --quiet: #a0a3a8; --line: #373a40; --rule: #c9c7c0; --card: #22252b;
    --wrong: #ff8f84; --wrong-paper: #3a1f1e; --right: #7fd6a4; --open: #e8c465; --open-paper: #35301c; --link: #8bbcf0;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, "Liberation Serif", serif;
}
main { max-width: 66rem; margin: 0 auto; padding: 3.5rem 2rem 8rem; }
h1 { font-size: 2.2rem; line-height: 1.2; font-weight: 600; letter-spacing: -0.01em; margin: 0; text-wrap: balance; }
h2 { font-size: 1.5rem; line-height: 1.3; font-weight: 600; margin: 0; }
h1, h2, p { overflow-wrap: anywhere; }
p { margin: 0.4rem 0; max-width: 44rem; }
a { color: var(--link); text-underline-offset: 0.15em; }
code { font: 0.9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace; }
.source { color: var(--quiet); }
.lead { font-size: 1.25rem; line-height: 1.45; margin: 1.4rem 0 0; }
table, .card { font-family: system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, "Liberation Sans", sans-serif; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; font-size: 0.94rem; }
nav { margin: 2rem 0 0; overflow-x: auto; }
.summary { width: 100%; }
.summary th, .summary td { padding: 0.42rem 0.9rem 0.42rem 0; text-align: left; font-weight: 400; }
.summary thead th { color: var(--quiet); font-size: 0.82rem; border-bottom: 1px solid var(--rule); }
.summary tbody tr { border-bottom: 1px solid var(--line); }
.summary tbody th { font-weight: 600; }
.summary tfoot { color: var(--quiet); }
.summary .count { text-align: right; padding-right: 0; padding-left: 1rem; width: 5rem; }
.summary td.refuted { color: var(--wrong); font-weight: 700; }
.summary td.undecided { color: var(--open); font-weight: 700; }
section { margin-top: 3.5rem; padding-top: 1.6rem; border-top: 1px solid var(--line); }
.formula { max-width: none; }
.formula + p::first-letter { text-transform: uppercase; }
.shape { color: var(--quiet); margin-left: 0.6rem; }
.note { border-left: 3px solid var(--line); padding-left: 0.9rem; }
.scroll { margin: 1.2rem 0 1.4rem; position: relative; width: max-content; max-width: 100%; }
.scroll.wide { overflow-x: auto; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.matrix { border-collapse: separate; border-spacing: 0; font-size: 1rem; }
.matrix th { color: var(--quiet); font-weight: 400; font-size: 0.78rem; padding: 0.25rem 0.5rem; white-space: nowrap; }
.matrix tbody th { text-align: right; padding-right: 0.9rem; }
.matrix thead th { text-align: right; padding-right: 0.75rem; }
.matrix tbody td { padding: 0.1rem 0.15rem; text-align: right; vertical-align: top; }
.matrix tbody th { vertical-align: top; padding-top: 0.5rem; }
.matrix tbody td:nth-child(2) { border-left: 1.5px solid var(--rule); padding-left: 0.4rem; }
.matrix tbody td:last-child { border-right: 1.5px solid var(--rule); padding-right: 0.4rem; }
.matrix td.dots, .matrix th.dots { text-align: center; color: var(--quiet); padding: 0.35rem 0.6rem; }
.matrix tbody td {
  background: linear-gradient(var(--rule) 0 0) left top / var(--tick-1, 0px) 1.5px no-repeat,
    linear-gradient(var(--rule) 0 0) right top / var(--tick-2, 0px) 1.5px no-repeat,
    linear-gradient(var(--rule) 0 0) left bottom / var(--tick-3, 0px) 1.5px no-repeat,
    linear-gradient(var(--rule) 0 0) right bottom / var(--tick-4, 0px) 1.5px no-repeat;
  -webkit-print-color-adjust: exact; print-color-adjust: exact;
}
.matrix tbody tr:first-child td:nth-child(2) { --tick-1: 0.4rem; }
.matrix tbody tr:first-child td:last-child { --tick-2: 0.4rem; }
.matrix tbody tr:last-child td:nth-child(2) { --tick-3: 0.4rem; }
.matrix tbody tr:last-child td:last-child { --tick-4: 0.4rem; }
.entry { padding: 0.25rem 0.45rem; border-radius: 0.25rem; cursor: default; white-space: nowrap; }
.entry > s, .entry > b { display: block; }
.entry > s { color: var(--wrong); text-decoration: underline wavy 1px; text-underline-offset: 0.25em; }
.entry > b { color: var(--ink); font-size: 0.86em; line-height: 1.25; font-weight: 600; }
.entry > i { font-style: normal; font-weight: 700; margin-left: 0.1em; }
.refuted > .entry { background: var(--wrong-paper); }
.undecided > .entry { background: var(--open-paper); color: var(--open); }
.entry:hover, .entry:focus { outline: 2px solid var(--link); outline-offset: -1px; }
.card {
  display: none; position: absolute; z-index: 1; left: calc(100% + 1.2rem); margin-top: -2.6rem; width: max-content;
  max-width: 26rem; padding: 0.7rem 1rem 0.8rem; background: var(--card); color: var(--ink); border: 1px solid var(--line);
  border-radius: 0.4rem; box-shadow: 0 0.5rem 1.6rem rgb(0 0 0 / 0.18); text-align: left; white-space: normal;
  font-size: 0.86rem; line-height: 1.45;
}
.entry:hover > .card, .entry:focus > .card { display: block; }
.entry:hover > .card { z-index: 2; }
.card p { margin: 0 0 0.35rem; font-weight: 600; }
.card em { font-style: normal; font-weight: 400; color: var(--quiet); margin-left: 0.5em; }
.refuted .card em { color: var(--wrong); font-weight: 600; }
.card dl { margin: 0; display: grid; grid-template-columns: max-content auto; gap: 0.1rem 0.9rem; }
.card dt { color: var(--quiet); padding-left: 0.85rem; }
.card dd { margin: 0; }
.card svg { display: block; width: 100%; height: 1rem; margin: 0.1rem 0 0.5rem; background: var(--paper); }
.card dt.printed, .card dt.reachable { position: relative; }
.card dt.printed::before, .card dt.reachable::before {
  content: ""; position: absolute; left: 0; top: 0.38rem; width: 0.55rem; height: 0.55rem; background: var(--right);
}
.card rect.reachable { fill: var(--link); }
.card dt.reachable::before { background: var(--link); }
.card rect.printed { fill: var(--right); }
.refuted rect.printed { fill: var(--wrong); }
.refuted dt.printed::before { background: var(--wrong); }
.undecided rect.printed { fill: var(--open); }
.undecided dt.printed::before { background: var(--open); }
details { margin-top: 1.2rem; }
summary { cursor: pointer; color: var(--link); width: max-content; }
.proofs { margin-top: 0.8rem; font-size: 0.86rem; }
.proofs th, .proofs td { text-align: left; vertical-align: top; padding: 0.35rem 1.2rem 0.35rem 0; font-weight: 400; border-bottom: 1px solid var(--line); }
.proofs td:not(:last-child), .proofs th { white-space: nowrap; }
.proofs thead th { color: var(--quiet); border-bottom-color: var(--rule); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.wide .entry > .card { position: fixed; left: auto; right: 1.5rem; bottom: 1.5rem; margin: 0; }
@media (max-width: 68rem) {
  main { padding: 2rem 1rem 14rem; }
  .scroll { overflow-x: auto; }
  .summary td:nth-child(2), .summary thead th:nth-child(2) { display: none; }
  .proofs { display: block; overflow-x: auto; }
  .proofs td:last-child { min-width: 18rem; }
  .entry > .card, .wide .entry > .card { position: fixed; left: 0.5rem; right: 0.5rem; bottom: 0.5rem; margin: 0; width: auto; max-width: none; }
}
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
@media print {
  :root {
    --paper: #fff; --ink: #000; --quiet: #444; --line: #bbb; --rule: #000; --wrong: #000; --wrong-paper: #fff; --open: #000;
    --open-paper: #fff; --link: #000;
  }
  main { max-width: none; padding: 0; }
  body { font-size: 10.5pt; }
  .entry > .card, .entry:hover > .card { display: none; }
  .refuted > .entry { outline: 0.5pt solid #888; }
  section { margin-top: 1.5rem; }
  .scroll, h2, tr { break-inside: avoid; }
  h2 { break-after: avoid; }
  details::details-content { content-visibility: visible; display: block; }
}
)css";

}  // namespace heed::detail
