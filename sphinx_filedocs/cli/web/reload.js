// Loads a page again when the command has written another one. Behind the address of this script
// stands which page it is, and a digest of what it holds: that is compared with the file.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { search } = new URL(script.src);

  /** Where the view of a page is kept while it is loaded again. */
  const VIEW = "filedocs-view";

  function follow() {
    const socket = new WebSocket(`ws://${location.host}/websocket-reload${search}`);
    socket.onmessage = reload;
    socket.onclose = () => setTimeout(follow, 1000);
  }

  /** Loads the page again, but not while somebody writes, searches, or is about to copy. */
  function reload() {
    const isSelecting = document.hasFocus() && String(getSelection());
    if (isSelecting || document.querySelector("dialog[open], input:focus, textarea:focus")) {
      return void setTimeout(reload, 500);
    }
    // What stands beside the text does not scroll with it, and what is hidden stands nowhere.
    const text = document.querySelector("main, [role=main]") || document;
    const places = [...text.querySelectorAll("[id]")].filter((place) => place.checkVisibility());
    const first = places.find((place) => place.getBoundingClientRect().top >= 0);
    const view = {
      path: location.pathname,
      place: scrollY && first ? first.id : "",
      top: first ? first.getBoundingClientRect().top : 0,
      folds: folds().map(([name, fold]) => [name, fold.open]),
    };
    sessionStorage.setItem(VIEW, JSON.stringify(view));
    location.reload();
  }

  /** Shows what was shown before the page was loaded again, wherever it is now. */
  function restore() {
    const kept = sessionStorage.getItem(VIEW);
    sessionStorage.removeItem(VIEW);
    const view = kept && JSON.parse(kept);
    if (!view || view.path !== location.pathname) return;
    const open = new Map(view.folds);
    for (const [name, fold] of folds()) fold.open = open.get(name) ?? fold.open;
    const place = view.place && document.getElementById(view.place);
    const scroll = () => {
      if (!place) return;
      scrollBy({ top: place.getBoundingClientRect().top - view.top, behavior: "instant" });
    };
    // The browser has scrolled about there before it showed anything, and would do so again.
    history.scrollRestoration = "manual";
    scroll();
    // Other scripts may have added something above it.
    addEventListener("load", () => {
      scroll();
      setTimeout(() => (history.scrollRestoration = "auto"), 100);
    });
  }

  /** Returns what can be unfolded, by its words and their number among equal ones.
   *  @returns {[string, HTMLDetailsElement][]} */
  function folds() {
    /** @type {Map<string, number>} */
    const numbers = new Map();
    return [...document.querySelectorAll("details")].map((fold) => {
      const words = (fold.querySelector("summary")?.textContent ?? "").replace(/[\d,.\s]+/g, " ");
      const number = (numbers.get(words) ?? 0) + 1;
      numbers.set(words, number);
      return [`${words} ${number}`, fold];
    });
  }

  /** Shows how far the build is that knows the rest of the page. */
  async function note() {
    const box = document.getElementById("filedocs-more");
    if (!box) return;
    const { progress = "", steps = "[]" } = box.dataset;
    const [words, number] = [document.createElement("span"), document.createElement("span")];
    // It changes too often to be read out.
    number.setAttribute("aria-hidden", "true");
    Object.assign(box.style, {
      position: "fixed",
      right: "1rem",
      bottom: "1rem",
      zIndex: "100",
      pointerEvents: "none",
      margin: "0",
      padding: ".25rem .75rem",
      borderRadius: ".5rem",
      font: ".8rem system-ui, sans-serif",
      background: "Canvas",
      color: "GrayText",
      border: "1px solid",
    });
    box.replaceChildren(words, number);
    document.body.append(box);
    for (;;) {
      const answer = await fetch("?filedocs-progress", { cache: "no-store" }).catch(() => null);
      const kind = (answer && answer.headers.get("Content-Type")) || "";
      // Otherwise the page is written, and the socket says so.
      if (!answer || !kind.startsWith("application/json")) return box.remove();
      const { step, percent } = await answer.json();
      const said = progress.replace("{step}", JSON.parse(steps)[step]);
      if (words.textContent !== said) words.textContent = said;
      number.textContent = ` ${percent} %`;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  restore();
  follow();
  if (new URLSearchParams(search).has("early")) void note();
})();
