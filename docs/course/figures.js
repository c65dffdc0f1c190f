// SPDX-License-Identifier: BSL-1.0
// Figures of the course: step by step, by hand or by themselves, and as large as the window. Without this script a figure shows
// all of its steps.
"use strict";
(() => {
  const REST = 1600;  // ms from step to step
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  function make(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  const button = (text, act) => {
    const one = make("button", { type: "button" }, text);
    one.addEventListener("click", act);
    return one;
  };

  /** Steps up to one are shown; all of them to begin with. */
  function stepper(figure, steps, bar) {
    let at = steps.length;
    let playing = 0;
    const said = make("span", { role: "status" });
    const play = button("Play", () => (playing ? stop() : start()));
    const back = button("‹ Back", () => { stop(); show(at - 1); });
    const next = button("Next ›", () => { stop(); show(at >= steps.length ? 1 : at + 1); });

    function show(to) {
      at = Math.max(1, Math.min(steps.length, to));
      steps.forEach((step, i) => {
        step.classList.toggle("later", i >= at);
        step.classList.toggle("now", i === at - 1);
      });
      said.textContent = `${at} of ${steps.length}: ${steps[at - 1].dataset.says}`;
    }
    function stop() {
      clearInterval(playing);
      playing = 0;
      play.textContent = "Play";
    }
    function start() {
      show(1);
      play.textContent = "Stop";
      playing = setInterval(() => {
        if (at >= steps.length) stop();
        else show(at + 1);
      }, REST);
    }
    const follow = () => {
      play.hidden = still.matches;
      if (still.matches) stop();
    };
    still.addEventListener("change", follow);
    follow();
    figure.addEventListener("keydown", (event) => {
      const act = { ArrowLeft: back, ArrowRight: next, PageUp: back, PageDown: next }[event.key];
      if (!act) return;
      act.click();
      event.preventDefault();
    });
    bar.append(back, next, play, said);
  }

  /** Fills the window, for a room; Escape or the button leaves. */
  function filler(figure, bar) {
    const fill = button("Large", () => set(!figure.classList.contains("filled")));
    const set = (is) => {
      figure.classList.toggle("filled", is);
      fill.setAttribute("aria-pressed", String(is));
    };
    set(false);
    figure.addEventListener("keydown", (event) => {
      if (event.key === "Escape") set(false);
    });
    bar.append(fill);
  }

  for (const figure of document.querySelectorAll(".course_figure")) {
    const bar = make("figcaption", { class: "figure_bar" });
    const steps = [...figure.querySelectorAll(".step")];
    if (steps.length > 0) stepper(figure, steps, bar);
    filler(figure, bar);
    figure.append(bar);
  }
})();
