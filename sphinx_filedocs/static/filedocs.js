// @ts-check
// Marks the lines of an address such as #L10-L20, makes such an address when line numbers are dragged
// over or a second one is chosen with the shift key, and finds the page of a name in an index that has been divided, where an address from elsewhere does not name it; opens the
// finder; leaves out the Tab key's stops at boxes that need not scroll; and loads what else a page needs. Everything else
// works without a script.
(() => {
  "use strict";
  const range = /^#L(\d+)(?:-L?(\d+))?$/;

  /** @typedef {[first: number, last: number]} Lines */

  /** The lines of an address. @param {string} hash @returns {Lines | null} */
  function read(hash) {
    const found = range.exec(hash);
    if (!found) return null;
    const first = Number(found[1]);
    const last = Number(found[2] || first);
    return [Math.min(first, last), Math.max(first, last)];
  }

  function find() {
    const found = /^#name-(.+)$/.exec(location.hash);
    if (!found || document.getElementById(location.hash.slice(1))) return;
    const name = found[1].replace(/-([0-9a-f]+)-/g, (_, code) => {
      return String.fromCodePoint(parseInt(code, 16));
    });
    const bare = name.replace(/^[_~$@#.\-/]+/, "").toUpperCase();
    /** @type {HTMLAnchorElement | null} */
    let longest = null;
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll(".filedocs-letters a:not([href*='#letter-'])");
    for (const link of links) {
      const prefix = link.textContent;
      const isLonger = !longest || prefix.length > longest.textContent.length;
      if (isLonger && bare.startsWith(prefix)) longest = link;
    }
    if (longest) location.replace(longest.href + location.hash);
  }

  /** The element that an address leads to. @param {string} hash */
  function target(hash) {
    try {
      return document.getElementById(decodeURIComponent(hash.slice(1)));
    } catch {
      return null;
    }
  }

  const aLine = ".filedocs-listing pre > span > i[id]";
  /** The lines that an address means: a range, or the line of what has an id in a listing.
   *  @param {string} hash @returns {Lines | null} */
  function meant(hash) {
    const lines = read(hash);
    if (lines) return lines;
    const line = target(hash)?.closest(aLine);
    return line ? [Number(line.id.slice(1)), Number(line.id.slice(1))] : null;
  }

  /** @param {Lines | null} lines */
  function markLines(lines) {
    document.querySelectorAll(".filedocs-marked").forEach((line) => {
      line.classList.remove("filedocs-marked");
    });
    if (!lines || !document.getElementById(`L${lines[0]}`)) return;
    for (let number = lines[0]; number <= lines[1]; number++) {
      const line = document.getElementById(`L${number}`);
      if (!line) break;
      line.classList.add("filedocs-marked");
    }
  }

  /** Mark the lines of the address, and go there where the browser does not: to a range. */
  function mark() {
    const lines = meant(location.hash);
    markLines(lines);
    if (!lines || lines[0] === lines[1]) return;
    document.getElementById(`L${lines[0]}`)?.scrollIntoView({ block: "start" });
  }

  /** Open what an address leads into: not every browser does. */
  function unfold() {
    const place = target(location.hash);
    const closed = /** @type {HTMLDetailsElement | null | undefined} */ (
      place?.closest("details.filedocs-fold:not([open])")
    );
    if (!closed) return;
    closed.open = true;
    place?.scrollIntoView();
  }

  /** @param {MouseEvent} event */
  function isPlain(event) {
    return !(event.ctrlKey || event.metaKey || event.altKey || event.button);
  }

  /** Return true for a key that is pressed alone, where nothing is typed. @param {KeyboardEvent} event */
  function isAlone(event) {
    const target = /** @type {Element} */ (event.target);
    const isTyping = target.closest?.("input, textarea, select, [contenteditable], dialog");
    return !(event.ctrlKey || event.metaKey || event.altKey || isTyping || event.defaultPrevented);
  }

  /** @param {Element | null} element */
  function lineOf(element) {
    const line = element?.closest?.(aLine);
    return line ? Number(line.id.slice(1)) : 0;
  }

  /** The line whose number is clicked, or has the focus when a key is pressed there; 0 for none.
   *  @param {MouseEvent} event */
  function numberOf({ target: within, clientX, detail }) {
    const target = /** @type {Element} */ (within);
    const line = target.closest?.(aLine);
    if (!line) return 0;
    const text = line.getBoundingClientRect().left + parseFloat(getComputedStyle(line).paddingLeft);
    const isNumber = detail ? clientX < text && !target.closest("a:not(.fd-number)") : target.matches(".fd-number");
    return isNumber ? lineOf(line) : 0;
  }

  /** Make lines the address's, without going there. @param {Lines} lines */
  function address([first, last]) {
    history.pushState(null, "", first === last ? `#L${first}` : `#L${first}-L${last}`);
    markLines([first, last]);
  }

  /** Choose a line by a click on its number, or with the shift key a range. @param {MouseEvent} event */
  function choose(event) {
    const other = isPlain(event) ? numberOf(event) : 0;
    if (!other) return;
    event.preventDefault();
    const lines = event.shiftKey && meant(location.hash);
    address(lines ? [Math.min(lines[0], other), Math.max(lines[0], other)] : [other, other]);
  }

  /** Choose a range by dragging over the numbers of its lines. @param {MouseEvent} event */
  function drag(event) {
    const first = isPlain(event) && !event.shiftKey ? numberOf(event) : 0;
    if (!first) return;
    // Else the browser would drag the link.
    event.preventDefault();
    /** @type {HTMLElement | null} */
    const number = document.querySelector(`#L${first} > .fd-number`);
    number?.focus({ preventScroll: true });
    /** @type {Lines | null} */
    let lines = null;
    /** @param {MouseEvent} event */
    function move({ clientX, clientY }) {
      const { clientHeight } = document.documentElement;
      if (clientY < 40) scrollBy({ top: -40, behavior: "instant" });
      if (clientY > clientHeight - 40) scrollBy({ top: 40, behavior: "instant" });
      const last = lineOf(document.elementFromPoint(clientX, clientY));
      if (!last || (!lines && last === first)) return;
      lines = [Math.min(first, last), Math.max(first, last)];
      markLines(lines);
    }
    function end() {
      document.removeEventListener("mousemove", move);
      if (lines) address(lines);
    }
    document.addEventListener("mousemove", move);
    document.addEventListener("mouseup", end, { once: true });
  }

  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const root = new URL("../", own.src).href;
  const { suffix } = own.dataset;
  // What is known of pages, by their names; loaded when it is asked for, by a script of each, for pages on a
  // disk may load nothing else.
  /** @typedef {FiledocsFile | FiledocsFolder | FiledocsHints[] | FiledocsBlame | null} Data
   *  @typedef {{promise: Promise<Data>, resolve: (data: Data) => void}} Asked
   *  @type {Map<string, Asked>} */
  const known = new Map();

  /** The name of the page that an address leads to, as its script is named; in a folder of their own,
   *  pages of folders have no last part. @param {{href: string}} address */
  function pageOf({ href }) {
    const page = href.split(/[#?]/)[0].replace(/\/$/, (end) => (suffix === "/" ? end : `/index${suffix}`));
    if (!page.startsWith(root) || !page.endsWith(suffix)) return "";
    return decodeURIComponent(page.slice(root.length, page.length - suffix.length));
  }

  /** The address of a page. @param {string} name */
  function addressOf(name) {
    const path = name.split("/").map(encodeURIComponent).join("/");
    return root + (suffix === "/" ? path.replace(/(^|\/)index$/, "") : path) + suffix;
  }

  /** Load a script, by the folder and the name of its page.
   *  @param {string} key @returns {Promise<Data>} */
  function askFor(key) {
    let asked = known.get(key);
    if (!asked) {
      const [folder, ...steps] = key.split("/").map(encodeURIComponent);
      const script = document.createElement("script");
      /** @type {(data: Data) => void} */
      let resolve = () => {};
      const promise = new Promise((done) => { resolve = done; });
      script.onerror = script.onload = () => resolve(null);
      asked = { promise, resolve };
      known.set(key, asked);
      script.src = `${root}_static/filedocs/${folder}/${steps.join("+/")}.js`;
      document.head.append(script);
    }
    return asked.promise;
  }

  /** @template {FiledocsFile | FiledocsFolder} Kind
   *  @param {string} name */
  function dataOf(name) {
    return /** @type {Promise<Kind | null>} */ (askFor(`files/${name}`));
  }

  /** What is shown of the names in each listing of this page. */
  function ownHints() {
    return /** @type {Promise<FiledocsHints[] | null>} */ (askFor(`hints/${pageOf(location)}`));
  }

  /** Who wrote the lines of this page. */
  function ownBlame() {
    return /** @type {Promise<FiledocsBlame | null>} */ (askFor(`blame/${pageOf(location)}`));
  }

  /** What is known of the definition at an address: its documentation, its uses, and calls.
   *  @type {FiledocsReader["definitionAt"]} */
  async function definitionAt(address) {
    const anchor = /^#((?:def|sym)-.*)$/.exec(address.hash)?.[1];
    const docname = anchor && pageOf(address);
    const data = docname ? await dataOf(docname) : null;
    const { titles, pages, of } = /** @type {FiledocsFile} */ (data ?? { titles: [], pages: [], of: {} });
    const [doc, fields, uses, callers, calls, behind, related] = of[decodeURIComponent(anchor ?? "")] ?? [];
    /** @type {FiledocsField<string>[]} */
    const titled = (fields ?? []).map(([title, rows]) => [titles[title], rows]);
    /** @param {FiledocsDefinition[3]} found @returns {FiledocsCalls} */
    const placed = ([total = 0, rows = []] = []) =>
      ({ total, rows: rows.map(([page, ...rest]) => [pages[page], ...rest]) });
    /** @type {FiledocsRelation[]} */
    const relatives = (related ?? []).map(([title, total, rows]) =>
      ({ title: titles[title], total, rows: rows.map(([page, ...rest]) => [pages[page], ...rest]) }));
    const every = { callers: placed(callers), calls: placed(calls), behind: placed(behind) };
    return { doc, fields: titled, uses, ...every, relatives };
  }

  /** What lets a reader choose another function, and shows the calls between that and one of a name at
   *  an address. @param {URL} address @param {string} name */
  function between(address, name) {
    const element = document.createElement("section");
    const button = document.createElement("button");
    const place = document.createElement("div");
    element.className = "fd-between";
    button.type = "button";
    button.textContent = own.dataset.between;
    place.setAttribute("aria-live", "polite");
    /** @param {URL} url @param {string} text @returns {FiledocsStep} */
    const stepOf = (url, text) => [pageOf(url), decodeURIComponent(url.hash.slice(1)), text];
    button.addEventListener("click", () => {
      reader.pick = async (other, text) => {
        await (reader.showCalls || loaded("filedocs-calls.js"));
        reader.showCalls?.(place, stepOf(address, name), stepOf(other, text));
        button.focus();
      };
      openFinder();
    });
    element.append(button, place);
    return element;
  }

  /** @type {FiledocsReader} */
  const reader = {
    pageOf, addressOf, between, dataOf, ownHints, ownBlame, definitionAt, load, isAlone,
    page: (name, data) => known.get(`files/${name}`)?.resolve(data),
    hints: (name, data) => known.get(`hints/${name}`)?.resolve(data),
    blame: (name, data) => known.get(`blame/${name}`)?.resolve(data),
  };
  window.filedocsReader = reader;

  /** How well a name fits a word, for the finder and the search: 0 it is the whole, 0.5 all but the
   *  ending of a file, 1 it begins so, 2 a word does, 3 it is inside; and where that begins.
   *  @param {FiledocsNamed} entry of no kind for a file
   *  @param {string} word in small letters */
  function fit({ lowered, last, name, kind }, word) {
    let at = lowered.indexOf(word, last);
    if (at < 0) {
      // Before the last part only where the query itself has the mark between the parts.
      at = /[./:]/.test(word) ? lowered.lastIndexOf(word) : -1;
      const isEnd = at + word.length === lowered.length && /^$|[./]/.test(lowered.charAt(at - 1));
      return at < 0 ? null : { tier: isEnd ? 0 : 2, at };
    }
    if (at === last) {
      const isWhole = lowered.length - last === word.length;
      // A file is meant by its name without the ending too.
      const isStem = !kind && lowered[at + word.length] === ".";
      return { tier: isWhole ? 0 : isStem ? 0.5 : 1, at };
    }
    for (; at >= 0; at = lowered.indexOf(word, at + 1)) {
      const before = name[at - 1];
      const isCapital = /[a-z0-9]/.test(before) && /[A-Z]/.test(name[at]);
      if (!/[A-Za-z0-9]/.test(before) || isCapital) return { tier: 2, at };
    }
    return { tier: 3, at: lowered.indexOf(word, last) };
  }

  /** The words of a query as typed, without quotes and marks of calls; between the parts of
   *  a name is a dot, whatever its language has there. @param {string} query */
  function wordsOf(query) {
    const words = query.replace(/(\S)(?:::|->)|\b#\b/g, "$1.").split(/\s+/);
    return words.map((word) => word.replace(/^["'`]+|["'`;:]+$|(.)\(.*\)$/g, "$1")).filter(Boolean);
  }

  window.filedocsFit = fit;
  window.filedocsWords = wordsOf;
  document.documentElement.classList.add("filedocs-scripted");
  document.addEventListener("click", choose);
  document.addEventListener("mousedown", drag);
  window.addEventListener("popstate", () => markLines(meant(location.hash)));
  // Scripts of their own: most pages are read without the finder, and many have no listing.
  /** @param {string} name */
  function load(name) {
    const script = document.createElement("script");
    // The address of another version is another one: this one's is asked for with its digest.
    script.src = new URL(`${name}?v=${own.dataset.version}`, own.src).href;
    Object.assign(script.dataset, own.dataset);
    // They run in the order in which they are asked for.
    script.async = false;
    document.head.append(script);
    return script;
  }

  // furo measures where each link of its list leads, when a page is loaded and at each frame of a scroll, for
  // which browsers lay out the whole listing and all that is folded; the list of definitions marks itself. The
  // script needs one link at least, which the theme hides as the title: that to the source is not folded.
  const source = document.querySelector(".toc-tree > .fd-sections a[href='#listing']")?.closest("li");
  const toc = source?.closest(".toc-tree");
  if (source && toc) {
    const list = document.createElement("ul");
    list.append(source.cloneNode(true));
    toc.after(...toc.children);
    toc.append(list);
  }
  /** Load a script; return what is fulfilled when it has run. @param {string} name */
  function loaded(name) {
    return new Promise((resolve) => load(name).addEventListener("load", resolve));
  }

  /** On the page of a name's own, what shows calls between its first definition and another one. */
  function addBetween() {
    const facts = document.querySelector("p.fd-callable");
    const link = /** @type {HTMLAnchorElement | null} */ (
      document.querySelector("ul.filedocs-uses > li > a[href*='#def-'], ul.filedocs-uses > li > a[href*='#sym-']")
    );
    if (facts && link) facts.after(between(new URL(link.href), decodeURIComponent(link.hash.slice(5))));
  }

  if (document.querySelector(".filedocs-listing")) {
    load("filedocs-names.js");
    load("filedocs-panel.js");
    load("filedocs-listing.js");
  }
  if (document.querySelector("[data-blame]")) load("filedocs-blame.js");
  if (document.querySelector("ul.fd-lines")) load("filedocs-uses.js");
  addBetween();
  if (document.querySelector("table.filedocs-files")) load("filedocs-rows.js");
  const trees = own.dataset.trees.split(" ").filter(Boolean);
  const tree = trees.find((prefix) => `${pageOf(location)}/`.startsWith(`${prefix}/`));
  if (tree && document.querySelector("section#page")) load("filedocs-tree.js").dataset.tree = tree;
  let isFinderLoaded = false;
  /** @param {string} [mode] what it begins with: a slash for texts */
  function openFinder(mode = "") {
    if (isFinderLoaded) {
      window.filedocsFinder?.open?.(mode);
      return;
    }
    isFinderLoaded = true;
    // What is typed before it is there is not lost.
    let typed = "";
    const keep = (/** @type {KeyboardEvent} */ event) => {
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      typed += event.key;
    };
    document.addEventListener("keydown", keep, { capture: true });
    reader.opened = () => {
      document.removeEventListener("keydown", keep, { capture: true });
      return typed;
    };
    load("finder-search.js");
    load("finder.js").dataset.begin = mode;
  }

  function addButton() {
    const page = document.querySelector("section#page");
    if (!page) return;
    const button = document.createElement("button");
    const key = document.createElement("kbd");
    key.textContent = "t";
    button.type = "button";
    button.className = "filedocs-find";
    button.setAttribute("aria-keyshortcuts", "t");
    button.append(own.dataset.find, " ", key);
    button.addEventListener("click", () => openFinder());
    const way = page.querySelector(".filedocs-breadcrumbs");
    if (way) way.prepend(button);
    else page.querySelector("h1")?.after(button);
  }

  document.addEventListener("keydown", (event) => {
    // On other pages Sphinx has the slash for its own search.
    const isAsked = event.key === "t" || (event.key === "/" && tree && own.dataset.text);
    if (!isAsked || !isAlone(event)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    openFinder(event.key === "/" ? "/" : "");
  }, { capture: true });
  addButton();
  const asked = new URLSearchParams(location.search);
  if (asked.get("find")) openFinder();
  if (asked.get("mark")) {
    load("text-worker.js");
    load("filedocs-mark.js");
  }

  // A box that does not scroll needs no stop of the Tab key; without a script each has one.
  const boxes = new ResizeObserver((seen) => {
    for (const { target: box } of seen) {
      const down = box.scrollHeight > box.clientHeight;
      if (down || box.scrollWidth > box.clientWidth) box.setAttribute("tabindex", "0");
      else if (box !== document.activeElement) box.removeAttribute("tabindex");
    }
  });
  document.querySelectorAll(".fd-scroll[tabindex]").forEach((box) => boxes.observe(box));

  window.addEventListener("hashchange", () => {
    find();
    unfold();
    mark();
  });
  find();
  unfold();
  mark();
})();
