// Loads a page again when the command has built it anew. The number behind the address of this
// script is that of the build which the page is from: it is compared with the newest.
"use strict";

(() => {
  const script = /** @type {HTMLScriptElement} */ (document.currentScript);
  const { search } = new URL(script.src);

  function follow() {
    const socket = new WebSocket(`ws://${location.host}/websocket-reload${search}`);
    socket.onmessage = () => location.reload();
    socket.onclose = () => setTimeout(follow, 1000);
  }

  follow();
})();
