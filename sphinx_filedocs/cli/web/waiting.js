// Shows how far the first build is, until the page that is waited for can be loaded.
"use strict";

(() => {
  const steps = [...document.querySelectorAll("li")];
  const heading = /** @type {HTMLElement} */ (document.querySelector("h1"));
  const line = /** @type {HTMLElement} */ (document.querySelector("p"));
  let unanswered = 0;

  /** @param {{step: number, percent: number, what: string}} known */
  function show(known) {
    steps.forEach((step, at) => {
      step.classList.toggle("done", at < known.step);
      step.toggleAttribute("aria-current", at === known.step);
      const bar = /** @type {HTMLProgressElement} */ (step.querySelector("progress"));
      bar.value = at < known.step ? 100 : at > known.step ? 0 : known.percent;
    });
    if (known.what) line.textContent = known.what;
  }

  async function ask() {
    try {
      const answer = await fetch("?filedocs-progress", { cache: "no-store" });
      unanswered = 0;
      const kind = answer.headers.get("Content-Type") || "";
      // Once the build is done the answer is the page, or that there is none.
      if (!kind.startsWith("application/json")) return location.reload();
      const known = await answer.json();
      if (known.written) return location.reload();
      show(known);
    } catch {
      if (++unanswered > 4) {
        heading.textContent = "The command has ended";
        line.textContent = "What it said stands in its terminal.";
      }
    }
    setTimeout(ask, 500);
  }

  ask();
})();
