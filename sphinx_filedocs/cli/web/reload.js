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

  follow();
})();
