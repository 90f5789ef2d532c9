// @ts-check
// Marks in a listing what was searched for in texts, where an address says it. filedocs.js loads this with
// text-worker.js, which knows how.
(() => {
  "use strict";
  const asked = new URLSearchParams(location.search);
  const { compile, places } = /** @type {NonNullable<typeof window.filedocsText>} */ (window.filedocsText)();
  /** So many are marked, all of them in most files. */
  const MOST = 5000;

  /** What is between two places of a line. @param {Element} line @param {[number, number][]} found */
  function* ranges(line, found) {
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let before = 0;
    let at = 0;
    let range = new Range();
    for (let node = walker.nextNode(); node && at < found.length; node = walker.nextNode()) {
      const { length } = /** @type {Text} */ (node);
      for (; at < found.length; at++) {
        const [start, end] = found[at];
        if (start >= before && start < before + length) range.setStart(node, start - before);
        if (end > before + length) break;
        if (end > before) {
          range.setEnd(node, end - before);
          yield range;
          range = new Range();
        }
      }
      before += length;
    }
  }

  function mark() {
    if (!("highlights" in CSS)) return;
    const matcher = compile({ text: asked.get("mark") || "", how: asked.get("how") || "" });
    // What would take long is not looked for where nothing can end it.
    if (matcher.isHeavy) return;
    const all = new Highlight();
    for (const line of document.querySelectorAll(".filedocs-listing pre > span > i[id]")) {
      const found = places(matcher, (line.textContent || "").replace(/\n$/, "")).filter(([start, end]) => end > start);
      for (const range of ranges(line, found)) all.add(range);
      if (all.size >= MOST) break;
    }
    CSS.highlights.set("filedocs-text", all);
  }

  try {
    mark();
  } catch {
    // No expression that can be read: somebody has written the address.
  }
})();
