// @ts-check
// What a listing shows a reader while it is read: the definitions around the first line that is seen,
// above it and in the list of the file's definitions, which can be filtered; the lasting address of
// lines, and the path of the file, to be copied; and long lines whole. filedocs.js loads this where a page has a listing.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);

  // --- numbers of lines -------------------------------------------------------------------------

  const STEPS = new Map([["ArrowDown", 1], ["ArrowUp", -1], ["PageDown", 20], ["PageUp", -20]]);
  /** Have one link, which stands in the place of the number that is pointed at or has the focus; with
   *  arrows it goes on from there.
   *  @param {Element} listing */
  function rove(listing) {
    const lines = [...listing.querySelectorAll("pre > span > i[id]")];
    const number = document.createElement("a");
    number.className = "fd-number";
    /** @param {Element} line */
    function go(line) {
      number.parentElement?.classList.remove("fd-numbered");
      line.prepend(number);
      line.classList.add("fd-numbered");
      number.href = `#${line.id}`;
      // That of the style sheet is not read by all.
      number.ariaLabel = line.id;
    }
    /** Begin where the address leads. */
    function begin() {
      const line = document.querySelector(":target")?.closest("pre > span > i[id]");
      if (line && listing.contains(line)) go(line);
    }
    go(lines.find((line) => line.getClientRects().length) ?? lines[0]);
    begin();
    window.addEventListener("hashchange", begin);
    listing.addEventListener("pointerover", ({ target }) => {
      const line = /** @type {Element} */ (target).closest("pre > span > i[id]");
      if (!line || line.contains(number) || number.matches(":focus-visible")) return;
      const isFocused = number === document.activeElement;
      go(line);
      if (isFocused) number.focus({ preventScroll: true });
    });
    number.addEventListener("keydown", (event) => {
      const step = STEPS.get(event.key);
      const line = number.parentElement;
      if (!step || !line) return;
      event.preventDefault();
      const at = lines.indexOf(line) + step;
      const next = lines[Math.max(0, Math.min(lines.length - 1, at))];
      const fold = next.parentElement?.previousElementSibling;
      if (fold instanceof HTMLDetailsElement) fold.open = true;
      go(next);
      number.focus();
    });
  }

  // --- the list of definitions -------------------------------------------------------------------

  /** An element of some name with some content.
   *  @template {keyof HTMLElementTagNameMap} Name
   *  @param {Name} name @param {(string | Node)[]} content */
  function make(name, ...content) {
    const element = document.createElement(name);
    element.append(...content);
    return element;
  }

  /** The number of the line that something stands on, 0 for none. @param {Element | null} element */
  function lineOf(element) {
    return Number(element?.closest("pre > span > i[id]")?.id.slice(1) ?? 0);
  }

  const MOST_FOUND = 300;

  /** The list of the file's definitions beside the page, where a theme has a place for it.
   *  @param {HTMLElement} element */
  function symbolPane(element) {
    /** @type {Map<number, HTMLAnchorElement>} */
    const rows = new Map();
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = element.querySelectorAll("li > a");
    for (const link of links) {
      const number = lineOf(document.getElementById(link.hash.slice(1)));
      if (number && !rows.has(number)) rows.set(number, link);
    }
    // On the other pages of a listing are these, and of these on several pages, so on this one too:
    const elsewhere = [...links].filter((link) => link.pathname !== location.pathname);
    /** @type {[start: number, end: number][]} */
    const reaching = [];
    for (const link of elsewhere) {
      const [, start, end] = (/^#L(\d+)-L(\d+)$/.exec(link.hash) ?? []).map(Number);
      if (!start) continue;
      reaching.push([start, end]);
      rows.set(start, link);
    }
    /** @type {HTMLAnchorElement | null} */
    let current = null;

    /** What of it scrolls: a theme may let a part of the page do so. */
    function scroller() {
      /** @type {HTMLElement | null} */
      let one = element;
      while (one && one.scrollHeight <= one.clientHeight + 1) one = one.parentElement;
      while (one && !/auto|scroll/.test(getComputedStyle(one).overflowY)) one = one.parentElement;
      return one === document.scrollingElement || one === document.body ? null : one;
    }

    /** Mark the innermost of the definitions that begin on some lines, and show its row.
     *  @param {number[]} starts */
    function mark(starts) {
      const row = starts.findLast((line) => rows.has(line));
      const link = rows.get(row ?? 0) ?? null;
      if (link === current) return;
      current?.classList.remove("fd-current");
      current?.removeAttribute("aria-current");
      current = link;
      if (!link) return;
      link.classList.add("fd-current");
      link.setAttribute("aria-current", "location");
      const box = scroller();
      if (!box || element.contains(document.activeElement)) return;
      const [own, around] = [link.getBoundingClientRect(), box.getBoundingClientRect()];
      if (own.top >= around.top && own.bottom <= around.bottom) return;
      box.scrollTop += own.top - around.top - box.clientHeight / 2;
    }

    /** Show the definitions whose names have *text* in them: also those of this page that the list
     *  leaves out.
     *  @param {string} text @param {HTMLElement} found */
    function filter(text, found) {
      const wanted = text.trim().toLowerCase();
      /** @type {NodeListOf<HTMLElement>} */
      const listed = element.querySelectorAll(":scope > :is(ul, .fd-more-symbols)");
      for (const one of listed) {
        if (one !== found) one.hidden = Boolean(wanted);
      }
      found.hidden = !wanted;
      const names = wanted ? [...document.querySelectorAll(".filedocs-listing [id^='def-']"), ...elsewhere] : [];
      const items = names
        .filter((name) => name.textContent?.toLowerCase().includes(wanted))
        .slice(0, MOST_FOUND)
        .map((name) => {
          if (name instanceof HTMLAnchorElement && !name.id) return make("li", name.cloneNode(true));
          const link = make("a", name.textContent ?? "");
          link.href = `#${name.id}`;
          const row = rows.get(lineOf(name));
          if (row?.textContent === name.textContent) Object.assign(link.dataset, row?.dataset);
          return make("li", link);
        });
      found.replaceChildren(...items);
    }

    if (element.dataset.filter) {
      const box = document.createElement("input");
      const found = document.createElement("ul");
      box.type = "search";
      box.placeholder = element.dataset.filter;
      box.setAttribute("aria-label", box.placeholder);
      box.addEventListener("input", () => filter(box.value, found));
      element.querySelector(".fd-symbols-count")?.after(box, found);
    }
    return { mark, reaching, nameAt: (/** @type {number} */ line) => rows.get(line)?.textContent };
  }

  // A theme may have one more for print.
  /** @type {NodeListOf<HTMLElement>} */
  const navs = document.querySelectorAll("nav.fd-symbols");
  const panes = [...navs].map(symbolPane);

  // --- the definitions around -------------------------------------------------------------------

  /** A letter of that line takes no more pixels. */
  const LETTER = 7.5;

  /** The definitions of a listing that take several lines: [first line, last line], outer first.
   *  @param {Element} listing */
  function spans(listing) {
    return [...listing.querySelectorAll("pre > span > i > i[id^='L']")]
      .map((mark) => /^L(\d+)-L(\d+)$/.exec(mark.id))
      .filter((found) => found !== null)
      .map((found) => [Number(found[1]), Number(found[2])])
      .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  }

  /** Where the window begins below what a theme keeps at its top. @param {number} left */
  function topEdge(left) {
    let edge = 0;
    for (let one = document.elementFromPoint(left, 1); one; one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === "fixed" || position === "sticky") edge = one.getBoundingClientRect().bottom;
    }
    // What is higher is no head: a sidebar, or something over the page.
    return edge < window.innerHeight / 4 ? Math.max(0, edge) : 0;
  }

  /** The text of a title without what themes put behind it. @param {Element} title */
  function textOf(title) {
    const copied = /** @type {Element} */ (title.cloneNode(true));
    copied.querySelectorAll(".headerlink").forEach((link) => link.remove());
    return copied.textContent?.trim() ?? "";
  }

  /** Keep a line above a listing that says in which file and definitions its first line stands.
   *  @param {Element} listing */
  function follow(listing) {
    const around = document.createElement("div");
    around.className = "filedocs-around";
    // It says again what stands in the listing and in the title.
    around.setAttribute("aria-hidden", "true");
    const title = document.querySelector("h1");
    const path = title ? textOf(title) : "";
    const known = [...(panes[0]?.reaching ?? []), ...spans(listing)];
    const blocks = listing.querySelectorAll("pre > span");
    around.hidden = true;
    document.body.append(around);

    /** The first of some elements, one below the other, that is seen below *edge*, else the last.
     *  @param {ArrayLike<Element>} elements @param {number} edge */
    function firstBelow(elements, edge) {
      let [low, high] = [0, elements.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (elements[middle].getBoundingClientRect().bottom > edge) high = middle;
        else low = middle + 1;
      }
      return elements[low];
    }

    /** The first lines of the definitions around the first line below *edge*, outer first.
     *  @param {number} edge */
    function startsAt(edge) {
      const line = firstBelow(firstBelow(blocks, edge).querySelectorAll(":scope > i"), edge);
      const first = Number(line.id.slice(1));
      return known.filter(([start, end]) => start < first && first <= end).map(([start]) => start);
    }

    /** Furo's way back to the top stands below the line. In a style sheet with `:has()` this would take a
     *  tenth of a second at each frame of a scroll. @type {HTMLElement | null} */
    const way = document.querySelector(".back-to-top");
    /** @param {number} height */
    function makeRoom(height) {
      if (way) way.style.marginTop = `${height}px`;
    }

    function update() {
      const { top, bottom, left, width } = listing.getBoundingClientRect();
      around.hidden = true;
      const edge = topEdge(left + 1);
      if (top > edge || bottom < edge + 60) {
        panes.forEach((pane) => pane.mark([]));
        makeRoom(0);
        return;
      }
      around.hidden = false;
      around.style.cssText = `top: ${edge}px; left: ${left}px; width: ${width}px`;
      makeRoom(around.offsetHeight);
      const starts = startsAt(edge + around.offsetHeight);
      panes.forEach((pane) => pane.mark(starts));
      const names = starts.map((line) => document.getElementById(`L${line}`)?.textContent?.trim() ?? panes[0]?.nameAt(line));
      // Where there is no room for all of it, the definitions say most, and folders least.
      const fits = (/** @type {string} */ file) => [file, ...names].join("  ").length * LETTER < width - 24;
      const file = path.slice(path.lastIndexOf("/") + 1);
      const shown = fits(path) ? path : width > 500 || !names.length || fits(file) ? file : "";
      const parts = [shown, ...names].map((text) => make("span", text ?? ""));
      parts[0].className = "fd-file";
      if (!shown) parts.shift();
      around.replaceChildren(...parts);
    }

    let isAsked = false;
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        update();
      });
    };
    document.addEventListener("scroll", ask, { passive: true, capture: true });
    window.addEventListener("resize", ask);
    ask();
  }

  // --- a lasting address -------------------------------------------------------------------------

  /** The address of the marked lines at the forge, in the commit that last changed the file; where
   *  that is not known, that of the page. */
  function permalink() {
    /** @type {HTMLElement | null} */
    const listing = document.querySelector("#listing .filedocs-listing, .filedocs-listing:has(i:target)");
    const template = listing?.dataset.permalink;
    // In singlehtml the style sheet marks.
    const marked = document.querySelectorAll(".filedocs-marked, span > [id*='/']:is(:target, :has(> :target))");
    const [first, last] = [marked[0], marked[marked.length - 1]].map((line) => line?.id.replace(/.*L/, ""));
    if (!template) return location.href;
    if (!first) return template.replace(/#.*/, "");
    const address = template.replaceAll("{line}", first);
    if (first === last || !template.includes("#")) return address;
    if (template.includes("#lines-")) return `${address}:${last}`;
    return address + (/\/-\/blob\/|\/item\//.test(template) ? `-${last}` : `-L${last}`);
  }

  const status = document.createElement("p");
  status.className = "filedocs-status";
  status.setAttribute("role", "status");
  let isSaid = 0;
  /** Copy a text, and show what was copied. @param {string} text @param {Node | string} shown */
  async function copy(text, shown) {
    if (!status.isConnected) document.body.append(status);
    let said = "";
    try {
      await navigator.clipboard.writeText(text);
      said = `${own.dataset.copied} `;
    } catch {
      // It is shown, to be copied by hand.
    }
    status.replaceChildren(said, shown);
    clearTimeout(isSaid);
    isSaid = setTimeout(() => status.remove(), 10_000);
  }

  function copyPermalink() {
    const link = make("a", permalink());
    link.href = permalink();
    copy(link.href, link);
  }

  /** Put a button behind the name of a file that copies its path. */
  function addCopy() {
    const title = document.querySelector("section#page:has(> .filedocs-facts) > h1");
    if (!title) return;
    const path = textOf(title);
    const button = make("button");
    Object.assign(button, { type: "button", className: "fd-copy", title: own.dataset.copyPath, ariaLabel: own.dataset.copyPath });
    button.addEventListener("click", () => copy(path, make("code", path)));
    // A theme's link, which is not seen until it is pointed at, would stand between.
    title.insertBefore(button, title.querySelector(".headerlink"));
    // The way to the source stays the first thing that the Tab key finds.
    const skip = document.querySelector(".fd-skip");
    if (skip) title.before(skip);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "y" || !window.filedocsReader.isAlone(event)) return;
    event.preventDefault();
    copyPermalink();
  });

  // --- long lines -------------------------------------------------------------------------------

  const kept = "filedocs-wrap";
  function stored() {
    try {
      return localStorage.getItem(kept) === "1";
    } catch {
      return false;
    }
  }

  /** @param {boolean} isWrapped */
  function wrap(isWrapped) {
    document.documentElement.classList.toggle("filedocs-wrapped", isWrapped);
    document.querySelector(".filedocs-wrap")?.setAttribute("aria-pressed", String(isWrapped));
  }

  /** @param {boolean} isWrapped */
  function store(isWrapped) {
    try {
      localStorage.setItem(kept, isWrapped ? "1" : "0");
    } catch {
      // It is kept for this page alone.
    }
  }

  const page = document.querySelector("section#listing");
  if (page) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "filedocs-wrap";
    button.textContent = own.dataset.wrap;
    button.addEventListener("click", () => {
      const isWrapped = button.getAttribute("aria-pressed") !== "true";
      wrap(isWrapped);
      store(isWrapped);
    });
    const facts = document.querySelector("section#page > .filedocs-facts");
    if (facts) facts.prepend(button);
    else page.before(button);
    wrap(stored());
    addCopy();
    for (const listing of page.querySelectorAll(".filedocs-listing:has(i[id])")) {
      follow(listing);
      rove(listing);
    }
  }
})();
