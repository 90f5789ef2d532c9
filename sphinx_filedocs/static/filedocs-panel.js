// @ts-check
// The panel below a listing: calls and uses of the definition that is clicked. filedocs.js loads this where
// a page has a listing.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const reader = window.filedocsReader;

  /** A line of a listing as a row of a list, and what is around it.
   *  @param {ParentNode} page @param {Element} line @param {Set<Element>} marked @param {string} address */
  function row(page, line, marked, address) {
    const [item, place, code] = [document.createElement("li"), document.createElement("a"), document.createElement("code")];
    const number = Number(line.id.slice(1));
    place.href = new URL(`#${line.id}`, address).href;
    place.textContent = String(number);
    item.append(place, " ");
    const around = [...page.querySelectorAll("pre > span > i > i[id^='L']")].findLast((one) => {
      const [start, end] = one.id.split("-").map((end) => Number(end.slice(1)));
      return start < number && number <= end;
    })?.parentElement?.querySelector(".filedocs-def");
    if (around) {
      const [inside, link] = [document.createElement("span"), document.createElement("a")];
      link.href = new URL(`#${around.id}`, address).href;
      link.textContent = around.textContent;
      inside.append(link);
      item.append(inside, " ");
    }
    const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: around, textContent } = texts.currentNode;
      const text = code.textContent ? textContent : textContent?.trimStart();
      const bold = document.createElement("b");
      bold.textContent = text ?? "";
      code.append(around && marked.has(around) ? bold : (text ?? ""));
    }
    item.append(code);
    return item;
  }

  /** The uses of a definition, from the listing of its file, where that has them all.
   *  @param {ParentNode} page @param {Element} definition @param {string} address of the page
   *  @returns {[string, Element]} where it stands, and the list */
  function usesIn(page, definition, address) {
    const home = definition.closest("pre > span > i[id]");
    const links = [...page.querySelectorAll(`.filedocs-listing a[href="#${home?.id}"]`)];
    const marked = new Set(links.filter((link) => link.textContent === definition.textContent));
    const lines = new Set([...marked].map((link) => link.closest("pre > span > i[id]")));
    const [list, item, title] = [document.createElement("ul"), document.createElement("li"), document.createElement("a")];
    const rows = document.createElement("ul");
    list.className = "filedocs-uses";
    rows.className = "fd-lines";
    title.href = new URL(`#${definition.id}`, address).href;
    title.textContent = definition.textContent;
    for (const line of lines) if (line) rows.append(row(page, line, marked, address));
    if (!rows.childElementCount) throw new Error("no uses");
    item.append(title, rows);
    list.append(item);
    return [title.href, list];
  }

  /** The page at an address. @param {string} address */
  async function pageAt(address) {
    if (address.split("#")[0] === location.href.split("#")[0]) return document;
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(answer.statusText);
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  /**
   * The uses of a name, from the page that has them.
   * @param {string} address of the name's place there
   * @param {number} further so many pages are gone on to
   * @returns {Promise<[string, Element]>} where they stand, and their list
   */
  async function usesOf(address, further = 1) {
    const page = await pageAt(address);
    const name = page.getElementById(decodeURIComponent(new URL(address).hash.slice(1)));
    if (name?.closest(".filedocs-listing")) return usesIn(page, name, address);
    // A name that fills pages of its own is only a link to them here.
    const own = name?.querySelector("a[href]")?.getAttribute("href");
    let list = own ? null : name?.nextElementSibling;
    while (list && !list.matches("ul.filedocs-uses")) list = list.nextElementSibling;
    if (list) {
      // In singlehtml it stands on this page, and stays there.
      const shown = document.importNode(list, true);
      const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (shown.querySelectorAll("a[href]"));
      for (const link of links) {
        link.href = new URL(link.getAttribute("href") ?? "", address).href;
      }
      return [address, shown];
    }
    if (!own || !further) throw new Error("no uses");
    return usesOf(new URL(own, address).href, further - 1);
  }

  /** Of what has the name, the definition that is meant. @param {Element} list @param {string} address */
  function ownFirst(list, address) {
    const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (list.querySelectorAll(":scope > li > a"));
    const meant = [...links].find((link) => decodeURI(link.href) === decodeURI(address));
    return meant?.parentElement ? [meant.parentElement] : [];
  }

  /** @type {{element: Element, opener: HTMLElement} | null} */
  let panel = null;
  function closePanel() {
    const from = panel?.opener;
    panel?.element.remove();
    panel = null;
    from?.focus();
  }

  /** Scroll what the panel lies over into sight, above it. @param {Element} opener */
  function uncover(opener) {
    const { top, bottom } = opener.getBoundingClientRect();
    const covered = bottom + 24 - (panel?.element.getBoundingClientRect().top ?? 0);
    if (covered > 0 && top < document.documentElement.clientHeight) scrollBy({ top: covered, behavior: "instant" });
  }

  /** Show calls and uses of a name, in the place of those that are shown.
   *  @param {string} name @param {string} address @param {Element[]} content @param {HTMLElement} opener */
  function showUses(name, address, content, opener) {
    panel?.element.remove();
    const element = document.createElement("section");
    const head = document.createElement("header");
    const title = document.createElement("a");
    const close = document.createElement("button");
    element.className = "filedocs-panel";
    element.setAttribute("aria-label", name);
    title.href = address;
    title.textContent = name;
    close.type = "button";
    close.textContent = "×";
    close.setAttribute("aria-label", own.dataset.close);
    close.addEventListener("click", closePanel);
    head.append(title, close);
    element.append(head, ...content);
    document.querySelector("section#page")?.append(element);
    panel = { element, opener };
    if (reader.chooseUses) reader.chooseUses(element);
    else reader.load("filedocs-uses.js");
    title.focus({ preventScroll: true });
    uncover(opener);
  }

  /** Show the uses of the definition that is clicked, or of a symbol around one of them.
   *  @param {MouseEvent} event */
  async function look(event) {
    const link = /** @type {HTMLAnchorElement | null | undefined} */ (
      /** @type {Element} */ (event.target).closest?.(
        ".filedocs-listing a.filedocs-def[href], .filedocs-panel .fd-lines > li > span > a",
      )
    );
    const withOthers = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!link || withOthers || event.button) return;
    event.preventDefault();
    const opener = panel?.element.contains(link) ? panel.opener : link;
    const name = link.textContent ?? "";
    const calls = link.id ? await reader.calls?.(link.id) : null;
    // The badge of a name that nothing else uses leads to the first use.
    const meant = link.id && link.hash.startsWith("#L") ? new URL(`#${link.id}`, location.href).href : link.href;
    const isElsewhere = meant.split("#")[0] !== location.href.split("#")[0];
    const isUnreadable = location.protocol === "file:" && isElsewhere;
    try {
      // Pages in a folder can't be read by others: there the title leads to the one of the uses.
      if (isUnreadable && !calls) throw new Error("no calls");
      const [address, list] = isUnreadable ? [meant] : await usesOf(meant);
      if (link.id) list?.prepend(...ownFirst(list, new URL(`#${link.id}`, location.href).href));
      showUses(name, address, [calls, list].filter((one) => one instanceof Element), opener);
    } catch {
      location.assign(link.href);
    }
  }

  document.addEventListener("click", look);
  // Before Sphinx's own, which takes the key for the marks of its search; after that of cards.
  document.addEventListener("keydown", (event) => {
    const isTaken = event.defaultPrevented || document.querySelector("dialog[open]");
    if (event.key === "Escape" && panel && !isTaken) closePanel();
  }, { capture: true });
})();
