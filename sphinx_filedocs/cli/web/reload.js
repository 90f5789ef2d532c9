// Loads a page again when the command has written another one. Behind the address of this script
// stands which page it is, and a digest of what it holds: that is compared with the file.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { search } = new URL(script.src);

  function follow() {
    const socket = new WebSocket(`ws://${location.host}/websocket-reload${search}`);
    socket.onmessage = () => location.reload();
    socket.onclose = () => setTimeout(follow, 1000);
  }

  /** Shows how far the build is that knows the rest of the page. */
  async function note() {
    const steps = ["reading files", "linking names", "laying out pages", "writing pages"];
    const box = document.createElement("p");
    box.setAttribute("role", "status");
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
    document.body.append(box);
    for (;;) {
      const answer = await fetch("?filedocs-progress", { cache: "no-store" }).catch(() => null);
      const kind = (answer && answer.headers.get("Content-Type")) || "";
      // Otherwise the page is written, and the socket says so.
      if (!answer || !kind.startsWith("application/json")) return box.remove();
      const { step, percent } = await answer.json();
      box.textContent = `Links from other files follow (${steps[step]}, ${percent} %)`;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }

  follow();
  if (new URLSearchParams(search).has("early")) void note();
})();
