"use strict";
// Buttons and keys of a figure in steps: to the first, a step back, a step on, and play, where motion is not to be reduced.
(() => {
  const { make } = lab;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)");

  /** { unit, pause, show(at, isMoving), onstep() }: show draws a step, pause are the milliseconds between two. */
  function stepper({ unit, pause, show, onstep }) {
    let count = 1;
    let at = 0;
    let timer = 0;
    const button = (text, onclick, title) => make("button", { type: "button", onclick, title }, text);
    const first = button("Start", () => go(0), `before the first ${unit}`);
    const back = button("Back", () => go(at - 1), `a ${unit} back (←)`);
    const next = button("Step", () => go(at + 1), `a ${unit} on (→)`);
    const play = button("Play", () => (timer ? stop() : start()), "play");
    const where = make("span", { class: "small quiet", role: "status" });
    const obey = () => {
      stop();
      play.hidden = still.matches;
    };
    still.addEventListener("change", obey);

    function stop() {
      clearInterval(timer);
      timer = 0;
      play.textContent = "Play";
    }
    function start() {
      if (at === count - 1) go(0);
      timer = setInterval(() => {
        go(at + 1, true);
        if (at === count - 1) stop();
      }, pause);
      play.textContent = "Pause";
    }
    function go(to, playing = false) {
      if (!playing) stop();
      at = Math.max(0, Math.min(count - 1, to));
      draw(true);
      onstep?.();
    }
    function draw(isMoving) {
      show(at, isMoving);
      where.textContent = `${unit} ${at} of ${count - 1}`;
      for (const one of [first, back]) one.setAttribute("aria-disabled", String(at === 0));  // disabled would lose the focus
      next.setAttribute("aria-disabled", String(at === count - 1));
    }
    /** So many steps after the one before them; stands at one of them. */
    function reset(steps, to) {
      stop();
      count = steps + 1;
      at = Math.max(0, Math.min(to, steps));
      draw(false);
    }
    function listen(element) {
      element.addEventListener("keydown", (event) => {
        if (event.target.matches("select, input") || event.ctrlKey || event.altKey || event.metaKey) return;
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        go(at + step);
        event.preventDefault();
      });
    }

    obey();
    return { bar: [make("span", { class: "bar" }, first, back, next, play), where], go, reset, listen, at: () => at };
  }

  lab.stepper = stepper;
})();
