// @ts-check
// What names in a listing are: on a card beside a name what it is and what its documentation says, and
// what calls a definition and what it calls. filedocs.js loads this where a page has a listing.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);

  // --- what names are ---------------------------------------------------------------------------

  const named = ".filedocs-listing pre a[href]:not(.fd-number, .fd-blame)";
  /** @type {WeakMap<HTMLElement, Map<string, string[]>>} */
  const hints = new WeakMap();
  /** What the page says of each address in a listing.
   *  @param {HTMLElement} listing @returns {Promise<Map<string, string[]>>} */
  async function hintsOf(listing) {
    const said = listing.dataset.hints ? await ownHints() : null;
    const { texts, of } = said?.[Number(listing.dataset.hints)] ?? { texts: [], of: [] };
    const addresses = new Set([...listing.querySelectorAll(named)].map((one) => one.getAttribute("href") ?? ""));
    return new Map([...addresses].map((address, at) => [address, [of[at] ?? ""].flat().map((hint) => {
      if (typeof hint === "number") return texts[hint].replace("{line}", address.slice(2));
      const [first, place] = hint.split("\n");
      return place ? `${first}\n${texts[Number(place)]}` : first;
    })]));
  }

  /** What the page says of a name in a listing: its signature, and where it is defined.
   *  @param {HTMLAnchorElement} link */
  async function hintOf(link) {
    /** @type {HTMLElement | null} */
    const listing = link.closest(".filedocs-listing");
    if (!listing) return undefined;
    const known = hints.get(listing) ?? await hintsOf(listing);
    hints.set(listing, known);
    return known.get(link.getAttribute("href") ?? "")?.[Number(link.dataset.hint ?? 0)];
  }

  /** Where a name leads: to one that is defined on this page it leads by its line, as that is short.
   *  @param {HTMLAnchorElement} link */
  function leadsTo(link) {
    const href = link.getAttribute("href") ?? "";
    const line = /^#L\d+$/.test(href) ? document.getElementById(href.slice(1)) : null;
    const name = link.textContent ?? "";
    const definition = [...line?.querySelectorAll("[id^='def-']") ?? []].find(
      (one) => (one.textContent || one.id.replace(/~\d+$/, "").slice(-name.length)) === name,
    );
    return new URL(definition ? `#${definition.id}` : href, link.baseURI);
  }

  const { addressOf, between, definitionAt, ownHints } = window.filedocsReader;
  window.filedocsReader.calls = callsOf;

  /** An element of some name with some content.
   *  @template {keyof HTMLElementTagNameMap} Name
   *  @param {Name} name @param {(string | Node)[]} content */
  function make(name, ...content) {
    const element = document.createElement(name);
    element.append(...content);
    return element;
  }

  /** A text with what stands between backticks in it as code. @param {string} text */
  function marked(text) {
    return text.split(/`([^`]+)`/).map((part, at) => (at % 2 ? make("code", part) : part));
  }

  /** Add to the card what is known of the definition besides what the page says.
   *  @param {HTMLAnchorElement} link */
  async function addWords(link) {
    // A definition stands beside its own documentation.
    const isDefinition = link.matches(".filedocs-def[id]");
    const { doc, fields, uses } = await definitionAt(isDefinition ? new URL(`#${link.id}`, location.href) : leadsTo(link));
    if (shownOf !== link) return;
    if (isDefinition) {
      if (uses && card.firstElementChild) card.firstElementChild.textContent = uses;
      settle(link);
      return;
    }
    /** @type {Element[]} */
    const words = doc ? [make("p", ...marked(doc))] : [];
    for (const [title, rows] of fields) {
      const list = rows.map(([name, text]) => make("li", ...(name ? [make("code", name), " "] : []), ...marked(text)));
      words.push(make("h2", title), make("ul", ...list));
    }
    const place = card.lastElementChild;
    place?.before(...words);
    if (uses) place?.append(` · ${uses}`);
    settle(link);
  }

  // --- calls ------------------------------------------------------------------------------------

  /** A caller, or what is called, which opens to what calls it, or what it calls, and so on; and
   *  the place of the call, or of what is called.
   *  @param {FiledocsWay} way @param {FiledocsCall<string>} call */
  function callRow(way, [docname, anchor, name, called, count = 0]) {
    // What is called has the place where it is.
    const line = way === "calls" ? 0 : called;
    const address = new URL(`#${anchor}`, addressOf(docname));
    const file = docname.slice(docname.lastIndexOf("/") + 1);
    // The reader's own page needs no name, which would take the room of that of the function.
    const isHere = address.pathname === location.pathname;
    const here = isHere && (line ? `L${line}` : document.getElementById(anchor)?.closest("[id^=L]")?.id);
    const where = here || (line ? `${file}:${line}` : file);
    const place = make("a", where, line && count > 1 ? ` ${count}×` : "");
    place.className = "fd-place";
    place.href = line ? new URL(`#L${line}`, address).href : address.href;
    const behind = way === "calls" && count ? [make("small", own.dataset.mayCall.replace("{count}", String(count)))] : [];
    const row = make("details", make("summary", name));
    // There may be no room for all of it.
    row.title = name;
    row.addEventListener("toggle", async () => {
      const definition = anchor.startsWith("L") ? null : await definitionAt(address);
      /** @type {(HTMLElement | null)[]} */
      const lists = [callList(way, definition?.[way])];
      if (way === "calls") lists.unshift(behindList(definition?.behind));
      const known = lists.filter((list) => list !== null);
      row.append(...(known.length ? known : [make("p", own.dataset.none)]));
    }, { once: true });
    return make("li", place, ...behind, row);
  }

  /** The members that may run where one of an interface is called.
   *  @param {FiledocsCalls | undefined} found */
  function behindList(found) {
    const list = callList("calls", found);
    const title = own.dataset.mayCall.replace("{count}", String(found?.total));
    return list && make("div", make("small", title), list);
  }

  /** What a definition implements, extends or overrides, and the other way around.
   *  @param {FiledocsRelation} relation */
  function relationList({ title, total, rows }) {
    const items = rows.map(([docname, anchor, name, note]) => {
      const link = make("a", name);
      link.href = new URL(`#${anchor}`, addressOf(docname)).href;
      return make("li", link, " ", make("small", note));
    });
    if (total > rows.length) items.push(make("li", "…"));
    return make("section", make("h2", `${title} ${total}`), make("ul", ...items));
  }

  /** What calls a definition, or what it calls: tests are apart and folded.
   *  @param {FiledocsWay} way @param {FiledocsCalls | undefined} found */
  function callList(way, found) {
    if (!found?.total) return null;
    /** @param {FiledocsCall<string>} one */
    const row = (one) => callRow(way, one);
    const list = make("ul", ...found.rows.filter((one) => !one[5]).map(row));
    const tests = found.rows.filter((one) => one[5]);
    if (tests.length) {
      const title = make("summary", `${own.dataset.tests} ${tests.length}`);
      list.append(make("li", make("details", title, make("ul", ...tests.map(row)))));
    }
    if (found.total > found.rows.length) list.append(make("li", "…"));
    return list;
  }

  /** The calls of a definition of this page, to be shown; null where none are known. @param {string} id */
  async function callsOf(id) {
    const definition = await definitionAt(new URL(`#${id}`, location.href));
    const shown = make("div");
    shown.className = "fd-calls";
    for (const way of /** @type {FiledocsWay[]} */ (["callers", "calls"])) {
      const list = callList(way, definition[way]);
      const title = `${own.dataset[way]} ${definition[way].total}`;
      if (list) shown.append(make("section", make("h2", title), list));
    }
    const name = document.getElementById(id)?.textContent ?? "";
    if (shown.childElementCount) shown.append(between(new URL(`#${id}`, location.href), name));
    // Elsewhere they are on the page of the name, which is shown below.
    if (location.protocol === "file:") shown.prepend(...definition.relatives.map(relationList));
    return shown.childElementCount ? shown : null;
  }

  // --- the card ---------------------------------------------------------------------------------

  const card = document.createElement("div");
  card.className = "filedocs-card";
  card.id = "filedocs-card";
  card.setAttribute("role", "tooltip");
  /** @type {HTMLAnchorElement | null} */
  let shownOf = null;
  let waiting = 0;
  function hideCard() {
    clearTimeout(waiting);
    shownOf?.removeAttribute("aria-describedby");
    shownOf = null;
    card.remove();
  }

  /** @param {HTMLAnchorElement} link */
  async function showCard(link) {
    const hint = await hintOf(link);
    // A page may have been scrolled since.
    if (!hint || !link.matches(":hover, :focus")) return;
    hideCard();
    const [first, ...rest] = hint.split("\n");
    const lines = rest.length ? [make("code", first), make("p", rest.join(" "))] : [make("p", first)];
    card.replaceChildren(...lines);
    document.body.append(card);
    settle(link);
    link.setAttribute("aria-describedby", card.id);
    shownOf = link;
    addWords(link);
  }

  /** Place the card below the name, above where there is no room; never over it.
   *  @param {HTMLAnchorElement} link */
  function settle(link) {
    const place = link.getClientRects()[0];
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(8, Math.min(place.left, clientWidth - card.offsetWidth - 8));
    const below = place.bottom + 4;
    const fits = below + card.offsetHeight <= clientHeight;
    card.style.left = `${left}px`;
    card.style.top = `${fits ? below : Math.max(0, place.top - 4 - card.offsetHeight)}px`;
  }

  /** Show what the pointer rests on, and hide it when it goes elsewhere than to the card.
   *  @param {PointerEvent} event */
  function rest(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.pointerType === "touch" || card.contains(target)) return clearTimeout(waiting);
    const link = /** @type {HTMLAnchorElement | null | undefined} */ (target.closest?.(named));
    if (link === shownOf) return clearTimeout(waiting);
    clearTimeout(waiting);
    if (link) waiting = setTimeout(showCard, 250, link);
    else if (shownOf) waiting = setTimeout(hideCard, 250);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shownOf) return;
    event.preventDefault();
    hideCard();
  }, { capture: true });
  document.addEventListener("pointerover", rest);
  document.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    const link = /** @type {HTMLAnchorElement | null | undefined} */ (target.closest?.(named));
    if (link?.matches(":focus-visible")) showCard(link);
    else hideCard();
  });
  document.addEventListener("focusout", hideCard);
  document.addEventListener("scroll", () => {
    // A name that gets the focus is scrolled to.
    if (shownOf?.matches(":focus-visible")) settle(shownOf);
    else if (shownOf) hideCard();
  }, { passive: true, capture: true });
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(/** @type {Node} */ (event.target))) hideCard();
  });

  // What is gone to has an address that lasts.
  document.addEventListener("click", (event) => {
    const link = /** @type {HTMLAnchorElement | null | undefined} */ (
      /** @type {Element} */ (event.target).closest?.(`${named}[href^="#L"]`)
    );
    const withOthers = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    const hash = link ? leadsTo(link).hash : "";
    if (!hash.startsWith("#def-") || withOthers || event.button || event.defaultPrevented) return;
    event.preventDefault();
    location.hash = hash;
  });
})();
