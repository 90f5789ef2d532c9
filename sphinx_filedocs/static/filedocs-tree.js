// @ts-check
// The files of a tree in the theme's own sidebar, below the tree's start page or in the place of the way
// to the page, and in front of the page where the theme has no such sidebar: the folders above the page
// are open, others open when they are asked for. filedocs.js loads this on the pages of a tree.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const { addressOf, pageOf, dataOf } = window.filedocsReader;
  const prefix = own.dataset.tree;
  const here = pageOf(location);
  /** The page of a folder has its address without that, in a folder of its own or not. */
  const hereWithoutIndex = here.replace(/\/index$/, "");
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const crumbs = document.querySelectorAll(".filedocs-breadcrumbs a[href]");
  const way = [...crumbs].map(pageOf);
  /** The page of a file, on what belongs to it: a page of its keywords, or that its listing goes on on. */
  const file = way.find((page) => here.startsWith(`${page}/`) && !page.endsWith("/index"));
  /** So many names of a folder are shown, and when there are more, a box to find others. */
  const MOST = 500;
  /**
   * A folder or file; `base` is what the names of all pages below it begin with, `above` what those in
   * the folder do in which it stands.
   * @typedef {{name: string, page: string, base: string, above?: string, isFolder?: boolean, isVendored?: boolean}} Entry
   * @typedef {{entry: Entry, level: number, link: HTMLAnchorElement, list: HTMLUListElement | null,
   *   button: HTMLButtonElement | null}} Row
   */
  /** @type {WeakMap<Element, Row>} */
  const rows = new WeakMap();

  /** What stands in a folder: folders, those with somebody else's code last, and files.
   *  @param {FiledocsFolder} data @param {string} base @returns {Entry[]} */
  function entriesOf(data, base) {
    /** @param {FiledocsName[]} names @param {Partial<Entry>} more */
    const entries = (names, more) => names.map((one) => {
      const [name, part = name] = [one].flat();
      const below = `${base}/${part}`;
      return { name, page: more.isFolder ? `${below}/index` : below, base: below, above: base, ...more };
    });
    return [
      ...entries(data.folders, { isFolder: true }),
      ...entries(data.vendored, { isFolder: true, isVendored: true }),
      ...entries(data.files, {}),
    ];
  }

  /**
   * Whether the page that is read is that of an entry, or below it; or that of one of the folders that
   * it stands for.
   * @param {Entry} entry
   */
  function leadsHere({ base, above, isFolder }) {
    const isWithin = isFolder && hereWithoutIndex.startsWith(`${above}/`);
    return `${here}/`.startsWith(`${base}/`) || (isWithin && base.startsWith(`${hereWithoutIndex}/`));
  }

  /** @template {keyof HTMLElementTagNameMap} Name
   *  @param {Name} name @param {Partial<HTMLElementTagNameMap[Name]>} properties
   *  @returns {HTMLElementTagNameMap[Name]} */
  function make(name, properties = {}) {
    return Object.assign(document.createElement(name), properties);
  }

  /** @param {string} page @returns {Promise<FiledocsFolder | null>} */
  const folderOf = (page) => dataOf(page);

  /** The one link of the tree that the tab key stops at. */
  /** @type {HTMLAnchorElement | null} */
  let stop = null;
  /** @param {HTMLAnchorElement | null} link */
  function stopAt(link) {
    if (stop) stop.tabIndex = -1;
    stop = link;
    if (link) link.tabIndex = 0;
  }

  // --- rows -------------------------------------------------------------------------------------

  /** The row of an entry, as themes make those of a toctree.
   *  @param {Entry} entry @param {number} level */
  function rowOf(entry, level) {
    const item = make("li", { className: `toctree-l${level}` });
    const link = make("a", { className: "reference internal", href: addressOf(entry.page) });
    link.title = entry.name;
    link.tabIndex = -1;
    // A long name breaks between its words, before its ending and behind slashes.
    const parts = entry.name.split(/(?<=[a-z0-9])(?=[A-Z])|(?=\.)|(?<=[/_])/);
    link.append(...parts.flatMap((part, at) => (at ? [make("wbr"), part] : [part])));
    item.append(link);
    item.style.setProperty("--fd-level", String(level));
    /** @type {Row} */
    const row = { entry, level, link, list: null, button: null };
    rows.set(item, row);
    if (entry.isVendored) {
      item.classList.add("fd-vendored");
      link.append(" ", make("span", { className: "fd-note", textContent: own.dataset.vendored }));
    }
    if (entry.isFolder) addFold(item, row);
    return item;
  }

  /** Give the row of a folder a button that opens it. @param {HTMLLIElement} item @param {Row} row */
  function addFold(item, row) {
    const list = make("ul", { hidden: true });
    const button = make("button", { type: "button", className: "fd-toggle", ariaExpanded: "false" });
    button.ariaLabel = row.entry.name;
    button.tabIndex = -1;
    button.addEventListener("click", () => turnAndKeep(row, list.hidden));
    Object.assign(row, { list, button });
    item.classList.add("has-children");
    item.append(button, list);
  }

  /** Open or close a folder, and return whether that can be done. @param {Row} row @param {boolean} isOpen */
  async function turn({ entry, level, link, list, button }, isOpen) {
    if (!list || !button) return false;
    if (isOpen && !list.childElementCount) {
      const data = await folderOf(entry.page);
      if (!data) return false;
      fill(list, entriesOf(data, entry.base), level + 1, entry);
    }
    list.hidden = !isOpen;
    button.ariaExpanded = String(isOpen);
    if (!isOpen && list.contains(stop)) stopAt(link);
    return true;
  }

  /** Open or close a folder for a reader; one of which nothing can be loaded has its page.
   *  @param {Row} row @param {boolean} isOpen */
  async function turnAndKeep(row, isOpen) {
    if (await turn(row, isOpen)) keep();
    else location.assign(addressOf(row.entry.page));
  }

  /** Show what stands in a folder: of very many names those around the page's own, or those in which
   *  what a reader types stands.
   *  @param {Element} list @param {Entry[]} entries @param {number} level @param {Entry} folder */
  function fill(list, entries, level, folder) {
    if (entries.length <= MOST) {
      list.replaceChildren(...entries.map((one) => rowOf(one, level)));
      return;
    }
    const count = entries.length.toLocaleString(document.documentElement.lang || undefined);
    /** @param {string} text */
    const say = (text) => text.replace("{count}", count);
    const box = make("input", { type: "search", placeholder: say(own.dataset.filterNames) });
    const head = make("li", { className: "fd-filter" });
    const foot = make("li", { className: `toctree-l${level} fd-all-names` });
    const all = make("a", { className: "reference internal", href: addressOf(folder.page) });
    all.textContent = say(own.dataset.allNames);
    all.tabIndex = -1;
    box.ariaLabel = box.placeholder;
    head.append(box);
    foot.append(all);
    function show() {
      const wanted = box.value.trim().toLowerCase();
      const found = entries.filter(({ name }) => name.toLowerCase().includes(wanted));
      const first = wanted ? 0 : Math.max(0, entries.findIndex(leadsHere) - MOST / 2);
      const shown = found.slice(first, first + MOST).map((one) => rowOf(one, level));
      // The box stays where it is, with the focus.
      while (head.nextSibling) head.nextSibling.remove();
      head.after(...shown, foot);
      shown.forEach(mark);
      if (stop && !stop.isConnected) stopAt(rows.get(shown[0])?.link ?? all);
    }
    box.addEventListener("input", show);
    list.replaceChildren(head);
    show();
  }

  /** Mark the row of the page, or of a folder above it, as themes do; return whether it is one.
   *  @param {Element} item */
  function mark(item) {
    const row = rows.get(item);
    if (!row || !leadsHere(row.entry)) return false;
    const { entry, link } = row;
    const isPage = addressOf(entry.page) === addressOf(here);
    item.classList.add("current", "active");
    item.classList.toggle("current-page", isPage);
    item.parentElement?.classList.add("current");
    if (isPage) link.ariaCurrent = "page";
    if (isPage) link.classList.add("current");
    return true;
  }

  /** Open the folders from some rows to the page, and return the last row on the way.
   *  @param {Iterable<Element>} items @returns {Promise<Row | null>} */
  async function openWay(items) {
    const row = rows.get([...items].find(mark) ?? document.body);
    if (!row?.list || !(await turn(row, true))) return row ?? null;
    return (await openWay(row.list.children)) ?? row;
  }

  // --- the place of the tree --------------------------------------------------------------------

  /** The theme's row of the tree's start page, or the first on the way from there to the page; on a start page
   *  that has no row, as the first page of all, the first of what stands below it. */
  function placeInSidebar() {
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll("li[class*='toctree-l'] > a[href]");
    for (const link of links) {
      const target = pageOf(link).replace(/\/index$/, "");
      const page = (target === here && file) || target;
      if (link.closest("section, main, article") || !page) continue;
      const item = link.parentElement;
      const isBelow = hereWithoutIndex === prefix && page.lastIndexOf("/") === prefix.length;
      if (item && `${page}/`.startsWith(`${prefix}/`) && (isBelow || `${here}/`.startsWith(`${page}/`))) {
        return { item, page, name: link.textContent ?? "" };
      }
    }
    return null;
  }

  /** The place that pydata has for what lies below a page of its head: on the tree's start page there is
   *  nothing in it, as no other page stands in a table of contents. */
  function emptyPlace() {
    return document.querySelector(".bd-docs-nav .bd-toc-item:not(:has(a))");
  }

  /** Fill that place. @param {Element} place */
  async function addToEmpty(place) {
    const data = await folderOf(`${prefix}/index`);
    if (!data) return;
    const list = make("ul", { className: "nav bd-sidenav" });
    fill(list, entriesOf(data, prefix), 1, { name: "", page: `${prefix}/index`, base: prefix });
    await settle(list, () => place.append(list));
  }

  /** Put the tree into the sidebar, unless it can't be loaded.
   *  @param {{item: HTMLElement, page: string, name: string}} place */
  async function addToSidebar({ item, page, name }) {
    const level = Number(/toctree-l(\d+)/.exec(item.className)?.[1]);
    const isStart = page === prefix;
    const base = isStart ? prefix : page.slice(0, page.lastIndexOf("/"));
    const folder = { name, page: `${base}/index`, base, isFolder: true };
    const data = await folderOf(folder.page);
    if (!data) return;
    const list = item.parentElement;
    if (!isStart && list) {
      const made = /** @type {HTMLElement} */ (list.cloneNode());
      fill(made, entriesOf(data, base), level, folder);
      await openWay(made.children);
      await settle(made, () => list.replaceWith(made));
      return;
    }
    const made = rowOf(folder, level);
    await openWay([made]);
    await settle(made, () => item.replaceWith(made));
  }

  /** Put the tree in front of the page, to be opened and loaded then. */
  function addToPage() {
    const folder = { name: "", page: `${prefix}/index`, base: prefix };
    const box = make("details", { className: "fd-files" });
    const list = make("ul");
    box.append(make("summary", { textContent: own.dataset.files }), list);
    box.addEventListener("toggle", async () => {
      const data = await folderOf(folder.page);
      if (!data) return;
      fill(list, entriesOf(data, prefix), 1, folder);
      await openWay(list.children);
      settle(list);
    }, { once: true });
    document.querySelector("section#page")?.before(box);
  }

  // --- where a reader is ------------------------------------------------------------------------

  const kept = `filedocs-tree ${prefix}`;
  /** What holds the tree. @type {HTMLElement} */
  let tree = document.body;
  /** The rows of the tree, those in closed folders too. */
  const shownRows = () => [tree, ...tree.querySelectorAll("li")].flatMap((item) => rows.get(item) ?? []);

  /** What of the tree scrolls by itself. */
  function scroller() {
    /** @type {HTMLElement | null} */
    let one = tree;
    while (one && (one.scrollHeight <= one.clientHeight || !/auto|scroll/.test(getComputedStyle(one).overflowY))) {
      one = one.parentElement;
    }
    return one === document.scrollingElement || one === document.body ? null : one;
  }

  /** Keep for the next page which folders are open, and what of the tree is seen. */
  function keep() {
    const open = shownRows().filter(({ list }) => list?.hidden === false).map(({ entry }) => entry.page);
    try {
      sessionStorage.setItem(kept, JSON.stringify({ open, top: scroller()?.scrollTop ?? 0 }));
    } catch {
      // The next page begins anew.
    }
  }

  /** @returns {{open?: string[], top?: number}} */
  function lastKept() {
    try {
      return JSON.parse(sessionStorage.getItem(kept) ?? "{}");
    } catch {
      return {};
    }
  }

  /** Open the folders that were open on the last page. @param {string[]} pages */
  async function openAgain(pages) {
    for (const page of pages) {
      const closed = shownRows().find(({ entry }) => entry.page === page);
      if (closed?.list?.hidden) await turn(closed, true);
    }
  }

  /** Scroll to where the last page was, and on to the page's row. @param {number} top */
  function scroll(top) {
    const box = scroller();
    const row = shownRows().findLast(({ link }) => link.parentElement?.classList.contains("current"))?.link;
    if (!box || !row) return;
    box.scrollTo({ top, behavior: "instant" });
    const [seen, around] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
    if (seen.top >= around.top && seen.bottom <= around.bottom) return;
    box.scrollBy({ top: seen.top - around.top - box.clientHeight / 2, behavior: "instant" });
  }

  /** Make the tree one stop for the tab key, in which arrows go on. */
  function rove() {
    /** @returns {HTMLAnchorElement[]} */
    const links = () => [...tree.querySelectorAll("a")].filter((link) => link.offsetParent);
    /** Where a key leads from a link. @param {string} key @param {HTMLAnchorElement} link */
    function next(key, link) {
      const all = links();
      const at = all.indexOf(link);
      const item = link.parentElement;
      const row = item && rows.get(item);
      const list = row?.list;
      const isOpen = list && !list.hidden;
      if (key === "ArrowDown") return all[at + 1];
      if (key === "ArrowUp") return all[at - 1];
      if (key === "Home") return all[0];
      if (key === "End") return all.at(-1);
      if (key === "ArrowRight" && isOpen) return list.querySelector("a");
      if (list && (key === "ArrowRight" || isOpen)) {
        turnAndKeep(row, key === "ArrowRight");
        return link;
      }
      return key === "ArrowLeft" ? item?.parentElement?.closest("li")?.querySelector("a") : link;
    }
    tree.addEventListener("keydown", (event) => {
      const isKey = ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
      const withOthers = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
      if (!isKey || withOthers || !(event.target instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      const link = next(event.key, event.target);
      if (link && tree.contains(link)) link.focus();
    });
    tree.addEventListener("focusin", ({ target }) => target instanceof HTMLAnchorElement && stopAt(target));
    stopAt(links().findLast((link) => link.parentElement?.matches(".current")) ?? links()[0]);
  }

  /** Put the tree on the page when all of it is there, so that nothing moves while it loads.
   *  @param {HTMLElement} element @param {() => void} [insert] */
  async function settle(element, insert) {
    tree = element;
    tree.classList.add("fd-tree");
    const { open = [], top = 0 } = lastKept();
    await openAgain(open);
    insert?.();
    scroll(top);
    rove();
    window.addEventListener("pagehide", keep);
  }

  // What will be needed is asked for at once: the way to the page leads to the folders above it.
  if (here.endsWith("/index")) dataOf(here);
  const [place, empty] = [placeInSidebar(), emptyPlace()];
  if (!place && empty) {
    addToEmpty(empty);
  } else if (place) {
    for (const page of [...way, ...(lastKept().open ?? [])]) if (page.endsWith("/index")) dataOf(page);
    addToSidebar(place);
  } else if (hereWithoutIndex !== prefix) {
    addToPage();
  }
})();
