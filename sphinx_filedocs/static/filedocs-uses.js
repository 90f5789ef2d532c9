// @ts-check
// Narrows the uses of a name to those of some kinds, and on a page of its own to those whose file, caller or
// line fits some words; and shows them by caller. filedocs.js loads this where a page has such a list.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);

  /** @param {string | null} text */
  function button(text, isPressed = false) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-pressed", String(isPressed));
    return made;
  }

  /** A line, with its file and what is around it.
   *  @typedef {{element: HTMLElement, file: Element | null | undefined, around: Element | null,
   *    name: string, kind: string, text: string}} Line */

  /** The lines of a list, each with its element, what it says that it is for, where it stands, and
   *  all its words. What is around a line is said once for several.
   *  @param {Element} list @returns {Line[]} */
  function linesOf(list) {
    return [...list.querySelectorAll("ul.fd-lines")].flatMap((rows) => {
      const file = rows.parentElement?.querySelector(":scope > a");
      /** @type {Element | null} */
      let around = null;
      const items = /** @type {HTMLElement[]} */ ([...rows.children]);
      return items.map((element) => {
        const inside = element.querySelector(":scope > span");
        if (inside) around = inside;
        const name = around?.textContent === "–" ? "" : (around?.textContent ?? "");
        const text = `${file?.textContent} ${name} ${element.querySelector("code")?.textContent}`;
        const kind = element.querySelector("small")?.textContent ?? "";
        return { element, file, around: name ? around : null, name, kind, text: text.toLowerCase() };
      });
    });
  }

  /** Hide what is around lines that are all hidden; return how many are shown.
   *  @param {Element} list @param {Line[]} lines */
  function fold(list, lines) {
    let shown = 0;
    for (const { element } of lines) if (!element.hidden) shown += 1;
    /** @type {NodeListOf<HTMLElement>} */
    const all = list.querySelectorAll("li:has(ul.fd-lines)");
    for (const around of all) {
      around.hidden = !around.querySelector("ul.fd-lines > li:not([hidden])");
    }
    return shown;
  }

  /** Lines by what is around them, those of most first, in the place of a definition's own lists.
   *  @param {Line[]} lines */
  function byCaller(lines) {
    /** @type {Map<string, Line[]>} */
    const groups = new Map();
    for (const line of lines) {
      const key = `${line.file?.textContent}\n${line.name}`;
      groups.set(key, [...(groups.get(key) ?? []), line]);
    }
    const ordered = [...groups.values()].sort((a, b) => b.length - a.length);
    return ordered.map((group) => {
      const [{ file, around }] = group;
      const item = document.createElement("li");
      const rows = document.createElement("ul");
      item.className = "fd-caller";
      rows.className = "fd-lines";
      if (around) item.append(around.cloneNode(true), " ");
      if (file) item.append(file.cloneNode(true));
      for (const { element } of group) {
        const row = /** @type {HTMLElement} */ (element.cloneNode(true));
        row.querySelector(":scope > span")?.remove();
        rows.append(row);
      }
      item.append(rows);
      return item;
    });
  }

  /** Let a reader choose among the uses of one definition.
   *  @param {Element} element @param {() => void} update
   *  @returns {(words: string[], isByCaller: boolean) => [shown: number, all: number]} shows the lines
   *    of the chosen kinds that have some words */
  function definition(element, update) {
    const kinds = element.querySelector(":scope > ul > .fd-kinds");
    /** @type {Set<string>} */
    const chosen = new Set();
    for (const span of kinds?.querySelectorAll("span") ?? []) {
      const made = button(span.textContent);
      made.addEventListener("click", () => {
        const isPressed = made.getAttribute("aria-pressed") !== "true";
        made.setAttribute("aria-pressed", String(isPressed));
        if (isPressed) chosen.add(span.dataset.of ?? "");
        else chosen.delete(span.dataset.of ?? "");
        update();
      });
      span.replaceWith(made);
    }
    const parts = /** @type {HTMLElement[]} */ (
      [...element.querySelectorAll(":scope > ul > li:has(ul.fd-lines)")]
    );
    const lines = linesOf(element);
    /** @type {NodeListOf<HTMLElement>} */
    const names = element.querySelectorAll("ul.filedocs-row:not(.fd-way) > li, .fd-class-tree li");
    /** What is only around names, and the picture of the list of types. @type {NodeListOf<HTMLElement>} */
    const rows = element.querySelectorAll(":scope > ul > li:has(> ul.filedocs-row:not(.fd-way)), .fd-class-tree");
    /** @type {NodeListOf<HTMLElement>} */
    const pictures = element.querySelectorAll(".fd-class-tree .fd-picture");
    /** @type {HTMLElement[] | null} */
    let callers = null;

    return (words, isByCaller) => {
      if (isByCaller && !callers) {
        callers = byCaller(lines);
        parts[0]?.before(...callers);
        lines.push(...callers.flatMap((one) => linesOf(one)));
      }
      for (const line of lines) {
        const isOfKind = !chosen.size || chosen.has(line.kind);
        line.element.hidden = !(isOfKind && words.every((word) => line.text.includes(word)));
      }
      for (const name of names) {
        const text = name.textContent?.toLowerCase() ?? "";
        name.hidden = !words.every((word) => text.includes(word));
      }
      for (const row of rows) row.hidden = words.length > 0 && !row.querySelector("ul > li:not([hidden])");
      for (const picture of pictures) {
        picture.hidden = words.length > 0;
        const listed = picture.parentElement?.querySelector("details");
        if (listed && words.length) listed.open = true;
      }
      const own = lines.filter(({ element: one }) => Boolean(one.closest(".fd-caller")) === isByCaller);
      const shown = fold(element, own);
      for (const one of parts) {
        one.hidden ||= isByCaller;
        // What is looked for may stand in what is folded.
        if (words.length) for (const inner of one.querySelectorAll("details")) inner.open = true;
      }
      for (const one of callers ?? []) one.hidden ||= !isByCaller;
      return [shown, own.length];
    };
  }

  /** The box and the buttons above the list of a page of a name's own.
   *  @param {Element} list @param {number} count @param {() => void} update */
  function controls(list, count, update) {
    const bar = document.createElement("p");
    const box = document.createElement("input");
    const output = document.createElement("output");
    const ways = document.createElement("span");
    const buttons = [button(own.dataset.byFile, true), button(own.dataset.byCaller)];
    bar.className = "fd-rows-filter";
    ways.className = "fd-kinds";
    ways.setAttribute("role", "group");
    box.type = "search";
    box.placeholder = own.dataset.filterUses.replace("{count}", String(count));
    box.setAttribute("aria-label", box.placeholder);
    output.setAttribute("aria-live", "polite");
    box.addEventListener("input", update);
    buttons.forEach((one) => one.addEventListener("click", () => {
      buttons.forEach((other) => other.setAttribute("aria-pressed", String(other === one)));
      update();
    }));
    ways.setAttribute("aria-label", buttons.map((one) => one.textContent).join(", "));
    ways.append(...buttons);
    bar.append(box, ways, output);
    list.before(bar);
    return {
      words: () => box.value.toLowerCase().split(/\s+/).filter(Boolean),
      isByCaller: () => buttons[1].getAttribute("aria-pressed") === "true",
      /** @param {number} shown @param {number} all */
      say: (shown, all) => { output.value = shown < all ? `${shown} / ${all}` : ""; },
    };
  }

  /** @type {WeakSet<Element>} */
  const done = new WeakSet();
  /** Let a reader choose among the uses in a part of the page. @param {ParentNode} root */
  function choose(root) {
    const lists = [...root.querySelectorAll("ul.filedocs-uses:has(ul.fd-lines)")];
    for (const list of lists.filter((one) => !done.has(one))) {
      done.add(list);
      // Declarations are no uses.
      const definitions = [...list.querySelectorAll(":scope > li:not(.fd-uses-part):has(ul.fd-lines)")];
      const count = definitions.flatMap((one) => [...one.querySelectorAll("ul.fd-lines > li")]).length;
      /** @type {ReturnType<typeof controls> | null} */
      let bar = null;
      const update = () => {
        const words = bar?.words() ?? [];
        const isByCaller = bar?.isByCaller() ?? false;
        const counts = shows.map((show) => show(words, isByCaller));
        /** @param {number} at */
        const sum = (at) => counts.reduce((before, one) => before + one[at], 0);
        bar?.say(sum(0), sum(1));
      };
      const shows = definitions.map((one) => definition(one, update));
      if (list.matches("section#page > .filedocs-facts ~ ul")) bar = controls(list, count, update);
    }
  }

  window.filedocsReader.chooseUses = choose;
  choose(document);
})();
