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

  /** Steps up to one are shown; all of them to begin with. Gives what a key does. */
  function stepper(figure, steps, bar) {
    let at = steps.length;
    let playing = 0;
    const said = make("span", { role: "status" });
    const play = button("Play", () => (playing ? stop() : start()));
    const back = button("‹ Back", () => { stop(); show(at - 1); });
    const next = button("", () => { stop(); show(at >= steps.length ? 1 : at + 1); });
    next.className = "next";

    function nameButtons() {
      next.textContent = at >= steps.length ? "From step 1" : "Next ›";
      back.setAttribute("aria-disabled", String(at === 1));  // a button that is disabled would lose the focus, and keys with it
    }
    function show(to) {
      at = Math.max(1, Math.min(steps.length, to));
      steps.forEach((step, i) => {
        step.classList.toggle("later", i >= at);
        step.classList.toggle("now", i === at - 1);
      });
      said.textContent = `${at} of ${steps.length}: ${steps[at - 1].dataset.says}`;
      nameButtons();
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
    nameButtons();
    bar.append(back, next, play, said);
    return (event) => {
      const act = { ArrowLeft: back, ArrowRight: next, PageUp: back, PageDown: next }[event.key];
      if (!act) return;
      act.click();
      event.preventDefault();
    };
  }

  /** Fills the window, for a room, until Escape or the button: what is behind has no focus then, and keys are the figure's
   * wherever one clicks. */
  function filler(figure, bar, onKey) {
    const dialog = make("dialog", { class: "figure_dialog", "aria-label": figure.querySelector("title")?.textContent ?? "Figure" });
    const place = document.createComment("");
    const fill = button("Large", () => (dialog.open ? dialog.close() : open()));
    const onAnyKey = (event) => {
      if (event.key === "Escape") dialog.close();
      else if (!figure.contains(event.target)) onKey(event);
    };
    const name = (isLarge) => {
      fill.textContent = isLarge ? "Close" : "Large";
      figure.classList.toggle("filled", isLarge);
    };
    figure.style.setProperty("--high", figure.querySelector("svg").viewBox.baseVal.height);
    function open() {
      figure.before(place);
      dialog.append(figure);
      document.body.append(dialog);
      dialog.showModal();
      document.addEventListener("keydown", onAnyKey);
      name(true);
      fill.focus();
    }
    dialog.addEventListener("close", () => {
      document.removeEventListener("keydown", onAnyKey);
      place.replaceWith(figure);
      dialog.remove();
      name(false);
      fill.focus();
    });
    bar.append(fill);
  }

  for (const figure of document.querySelectorAll(".course_figure")) {
    const bar = make("figcaption", { class: "figure_bar" });
    const steps = [...figure.querySelectorAll(".step")];
    const onKey = steps.length > 0 ? stepper(figure, steps, bar) : () => {};
    figure.addEventListener("keydown", onKey);
    filler(figure, bar, onKey);
    figure.append(bar);
  }
})();
