// @ts-check
// Finds files, symbols and headings of the documented trees by parts of their names. It is loaded
// when it is opened for the first time, and so is what it looks through, which is written by
// pages/finder.py. Its words come with that: they are in the language of the pages.
(() => {
  "use strict";

  /** @typedef {{names: string[], kinds: string, files: number[],
   *    numbers: Object<string, number>}} Columns
   *  @typedef {{title: string, prefix: string, suffix: string, files: string[],
   *    pages: Object<string, string>, groups: string, places: string, parts: string[],
   *    kinds: Object<string, [shown: string, ...words: string[]]>,
   *    groupsDescribed: [name: string, file: number, page: string, anchor: string][], symbols: Columns, texts: Object<string, string>}} Data
   *  @typedef {{data: Data, base: string, lowered: string[], symbols: Entry[],
   *    parts: Map<string, Entry[]>}} Tree
   *  @typedef {{tree: Tree, file: number, name: string, last: number, lowered: string,
   *    kind: string, exactKind: string, isDeclared: boolean, number: number,
   *    place?: [page: string, anchor: string]}} Entry
   *  @typedef {{entry: Entry, tier: number, at: number, word: string, group: string}} Hit
   */

  const MOST = 60;
  /** What may be called: functions, types and macros. */
  const CALLED = ["f", "t", "m"];
  const reader = () => window.filedocsReader;
  const BESIDE = 4;
  const RECENT = "filedocs-recent";
  const GROUPS = ["o", "t", "v"];
  // Of names that fit alike: files, types, functions, namespaces, macros, values, groups, headings.
  const KINDS = ["", "t", "f", "n", "m", "v", "g", "h"];
  const LETTERS = { t: "T", f: "ƒ", v: "v", n: "N", m: "#", g: "G", h: "§", "": "≡" };

  const scripts = /** @type {HTMLScriptElement[]} */ ([...document.scripts]);
  const own = scripts.find((script) => script.dataset.trees !== undefined);
  const place = own ? own.src : document.baseURI;
  const root = new URL("..", place).href;
  const prefixes = (own?.dataset.trees || "").split(" ").filter(Boolean);

  /** @type {Map<string, Tree>} */
  const trees = new Map();
  /** @type {Map<string, Promise<boolean>>} */
  const loading = new Map();
  /** @type {Object<string, string>} */
  let texts = {};

  /** Load a script of what is looked through, once. @param {string} name */
  function load(name) {
    let known = loading.get(name);
    if (!known) {
      known = new Promise((resolve) => {
        const script = document.createElement("script");
        script.src = `${root}_static/filedocs/${name}.js`;
        script.onload = () => resolve(true);
        script.onerror = () => resolve(false);
        document.head.append(script);
      });
      loading.set(name, known);
    }
    return known;
  }

  /** @param {Tree} tree @param {Columns} columns @returns {Entry[]} */
  function entries(tree, columns) {
    let file = 0;
    const { kinds } = tree.data;
    return columns.names.map((name, at) => {
      file += columns.files[at];
      const last = name.lastIndexOf(".") + 1;
      return {
        tree,
        file,
        name,
        last: last < name.length ? last : 0,
        lowered: name.toLowerCase(),
        kind: kinds[columns.kinds[at].toLowerCase()][0],
        exactKind: columns.kinds[at].toLowerCase(),
        isDeclared: columns.kinds[at] < "a",
        number: columns.numbers[at] || 1,
      };
    });
  }

  /** Groups of documentation comments, which have places of their own. @param {Tree} tree @returns {Entry[]} */
  function groups(tree) {
    return tree.data.groupsDescribed.map(([name, file, ...place]) => ({
      tree, file, name, place, last: 0, lowered: name.toLowerCase(), kind: "g", exactKind: "g", isDeclared: false, number: 1,
    }));
  }

  /** @type {FiledocsFinder} */
  const receiver = {
    /** @param {string} prefix @param {Data} data */
    tree(prefix, data) {
      /** @type {Tree} */
      const tree = { data, base: `${root}`, lowered: [], symbols: [], parts: new Map() };
      tree.lowered = data.files.map((path) => path.toLowerCase());
      tree.symbols = [...entries(tree, data.symbols), ...groups(tree)];
      trees.set(prefix, tree);
      texts = data.texts;
    },
    /** @param {string} prefix @param {{part: string, symbols: Columns}} data */
    part(prefix, data) {
      const tree = trees.get(prefix);
      if (tree) tree.parts.set(data.part, entries(tree, data.symbols));
    },
  };
  window.filedocsFinder = receiver;

  /** An id as the pages make it. @param {string} name */
  function anchor(name) {
    return [...name]
      .map((c) => (/[A-Za-z0-9_.]/.test(c) ? c : `-${(c.codePointAt(0) || 0).toString(16)}-`))
      .join("");
  }

  /** @param {Entry} entry @param {number} line */
  function address(entry, line = 0) {
    const { data } = entry.tree;
    const page = entry.place?.[0] || data.pages[entry.file] || `${data.prefix}/${data.files[entry.file]}`;
    let path = page.split("/").map(encodeURIComponent).join("/");
    if (data.suffix === "/" && path.endsWith("/index")) path = path.slice(0, -5);
    else path += data.suffix;
    const kind = data.places[entry.file];
    let hash = "";
    if (line) hash = `#L${line}`;
    else if (entry.place) hash = `#${entry.place[1]}`;
    else if (entry.kind && kind !== "-") {
      const number = entry.number > 1 ? `~${entry.number}` : "";
      hash = `#${kind === "d" ? "def" : "sym"}-${anchor(entry.name)}${number}`;
    }
    return entry.tree.base + path + hash;
  }

  /** @param {Tree} tree @param {number} file @returns {Entry} */
  function fileEntry(tree, file) {
    const name = tree.data.files[file];
    const last = name.lastIndexOf("/") + 1;
    return { tree, file, name, last, lowered: tree.lowered[file], kind: "", exactKind: "-", isDeclared: false, number: 1 };
  }

  /** @param {Hit} a @param {Hit} b */
  function compare(a, b) {
    return (
      a.tier - b.tier ||
      Number(a.entry.isDeclared) - Number(b.entry.isDeclared) ||
      KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
      a.entry.name.length - b.entry.name.length ||
      (a.entry.name < b.entry.name ? -1 : a.entry.name > b.entry.name ? 1 : 0) ||
      a.entry.file - b.entry.file
    );
  }

  /** The file of this page, if it is one of a tree. @returns {Entry | null} */
  function current() {
    const here = location.href.split("#")[0];
    for (const tree of trees.values()) {
      for (let file = 0; file < tree.data.files.length; file++) {
        const entry = fileEntry(tree, file);
        if (address(entry) === here) return entry;
      }
    }
    return null;
  }

  /** @typedef {{words: string[], line: number, mode: string}} Query */
  /** @param {string} text @returns {Query} */
  function read(text) {
    const found = /^([@>]?)(.*?)(?::(\d+))?$/.exec(text.trim());
    const [, mode = "", words = "", line = ""] = found || [];
    return {
      words: words.toLowerCase().split(/\s+/).filter(Boolean),
      line: Number(line),
      mode,
    };
  }

  /** @param {Tree} tree @param {Query} query @returns {Iterable<Entry>} */
  function* candidates(tree, query) {
    if (query.mode !== "@" && !reader().pick) {
      for (let file = 0; file < tree.lowered.length; file++) yield fileEntry(tree, file);
    }
    if (query.mode === ">" || query.line) return;
    yield* tree.symbols;
    const key = partKey(query);
    if (key) yield* tree.parts.get(key) || [];
  }

  /** The kinds of symbols that a word may mean, or its beginning, by their letters.
   *  @param {string} word @param {boolean} isWhole */
  function kindsOf(word, isWhole = true) {
    const kinds = [...trees.values()][0]?.data.kinds ?? {};
    /** @param {string} one */
    const isMeant = (one) => (isWhole ? one === word : one.startsWith(word));
    return Object.keys(kinds).filter((letter) => kinds[letter].slice(1).some(isMeant)).join("");
  }

  /** The part of a large tree that has what is looked for: by a word that can be no kind, if there is one.
   *  @param {Query} query */
  function partKey({ words }) {
    const last = (words.find((word) => !kindsOf(word)) ?? words[0] ?? "").split(/[./:]/).filter(Boolean).pop() || "";
    return last.slice(0, 2).replace(/[^a-z0-9]/g, "_");
  }

  /** @param {Query} query @returns {Hit[]} */
  function search(query) {
    const here = query.mode === "@" || (query.line && !query.words.length) ? current() : null;
    if (query.line && !query.words.length) {
      return here ? [{ entry: here, tier: 0, at: 0, word: "", group: "o" }] : [];
    }
    const kinds = query.words.map((word) => kindsOf(word));
    const begun = kindsOf(query.words.at(-1) ?? "", false);
    /** @type {Hit[]} */
    const hits = [];
    for (const tree of trees.values()) {
      for (const entry of candidates(tree, query)) {
        if (reader().pick && !CALLED.includes(entry.kind)) continue;
        if (query.mode === "@" && !(here && here.tree === tree && here.file === entry.file)) continue;
        let tier = 0;
        let at = -1;
        let shownWord = "";
        let fits = true;
        let isNamed = query.words.length < 2;
        for (const [place, word] of query.words.entries()) {
          const found = window.filedocsFit(entry, word);
          isNamed ||= Boolean(found);
          if (found) {
            tier = Math.max(tier, found.tier);
            if (at < 0) [at, shownWord] = [found.at, word];
            continue;
          }
          // Of several words some may say what a symbol is, or in which file; the last may not be whole yet.
          const isSymbol = query.words[1] && entry.kind;
          if (isSymbol && (kinds[place].includes(entry.exactKind) || tree.lowered[entry.file].includes(word))) continue;
          fits = Boolean(isSymbol) && place === query.words.length - 1 && begun.includes(entry.exactKind);
          tier = 3;
          if (!fits) break;
        }
        if (fits && isNamed && (query.words.length || query.mode === "@")) {
          hits.push({ entry, tier, at, word: shownWord, group: tree.data.groups[entry.file] });
        }
      }
    }
    return query.words.length ? hits.sort(compare) : hits;
  }

  /** Own files first, then some of the tests and of what is somebody else's. @param {Hit[]} hits */
  function shown(hits) {
    const groups = GROUPS.map((group) => hits.filter((hit) => hit.group === group));
    const rest = groups.slice(1).reduce((sum, some) => sum + Math.min(BESIDE, some.length), 0);
    const room = MOST - rest;
    const most = groups[0].length ? [room, BESIDE, BESIDE] : [0, MOST, MOST];
    return groups.flatMap((some, at) => some.slice(0, most[at]));
  }

  function recent() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(RECENT) || "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {Entry} entry */
  function remember(entry) {
    const key = [entry.tree.data.prefix, entry.tree.data.files[entry.file], entry.kind && entry.name];
    const others = recent().filter((kept) => String(kept) !== String(key));
    try {
      sessionStorage.setItem(RECENT, JSON.stringify([key, ...others].slice(0, 8)));
    } catch {
      // Without a memory it finds all the same.
    }
  }

  /** @returns {Hit[]} */
  function remembered() {
    return recent().flatMap(([prefix, path, name]) => {
      const tree = trees.get(prefix);
      const file = tree ? tree.data.files.indexOf(path) : -1;
      if (!tree || file < 0) return [];
      const symbol = name && tree.symbols.find((one) => one.file === file && one.name === name);
      const entry = symbol || (name ? null : fileEntry(tree, file));
      return entry ? [{ entry, tier: 0, at: -1, word: "", group: "o" }] : [];
    });
  }

  /** @param {string} tag @param {string} css @param {...(string | Node)} content */
  function element(tag, css, ...content) {
    const made = document.createElement(tag);
    if (css) made.className = css;
    made.append(...content);
    return made;
  }

  class Finder {
    constructor() {
      this.dialog = /** @type {HTMLDialogElement} */ (element("dialog", "filedocs-finder"));
      this.input = document.createElement("input");
      this.status = element("span", "filedocs-finder-status");
      this.list = element("ul", "filedocs-finder-list");
      /** @type {Hit[]} */
      this.hits = [];
      this.chosen = 0;
      this.line = 0;
      this.asked = 0;
      this.build();
    }

    build() {
      const { input, list, status, dialog } = this;
      Object.assign(input, { type: "text", spellcheck: false, autocomplete: "off" });
      const attributes = {
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": "filedocs-finder-list",
        "aria-autocomplete": "list",
      };
      for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
      list.id = "filedocs-finder-list";
      list.setAttribute("role", "listbox");
      // Else a browser stops there, as it scrolls; arrows do so from the box.
      list.tabIndex = -1;
      status.setAttribute("role", "status");
      this.keys = element("div", "filedocs-finder-keys");
      dialog.append(element("div", "filedocs-finder-box", input, status), list, this.keys);
      input.addEventListener("input", () => this.find());
      input.addEventListener("keydown", (event) => this.key(event));
      list.addEventListener("mousemove", (event) => this.point(event));
      dialog.addEventListener("click", (event) => {
        if (event.target === dialog) dialog.close();
      });
      // The next time a place is looked for again, and not the other end of calls.
      dialog.addEventListener("close", () => delete reader().pick);
      document.body.append(dialog);
    }

    async open() {
      const { dialog, input } = this;
      if (dialog.open) return;
      dialog.showModal();
      input.select();
      const loaded = await Promise.all(prefixes.map((prefix) => load(prefix.replaceAll("/", "+"))));
      if (!trees.size) {
        this.status.textContent = loaded.includes(false) ? "Error" : "";
        return;
      }
      const what = (reader().pick && own?.dataset.between) || texts.find;
      dialog.setAttribute("aria-label", what);
      input.placeholder = what;
      input.setAttribute("aria-label", what);
      this.list.setAttribute("aria-label", what);
      this.showKeys();
      this.find();
    }

    showKeys() {
      // A function that is chosen for something has no line, and is no file.
      const isPick = Boolean(reader().pick);
      const keys = [
        ["↑ ↓", texts.choose],
        ["↵", isPick ? texts.calls : texts.open],
        ...(isPick ? [] : [[":", texts.line]]),
        ["@", texts.here],
        ...(isPick ? [] : [[">", texts.files]]),
        ["Esc", texts.close],
      ];
      const rows = keys.map(([key, what]) => element("span", "", element("kbd", "", key), what));
      this.keys?.replaceChildren(...rows);
    }

    async find() {
      const query = read(this.input.value);
      const asked = ++this.asked;
      const wanted = this.missing(query);
      if (wanted.length) {
        this.status.textContent = texts.loading;
        const loaded = await Promise.all(wanted.map(load));
        if (asked !== this.asked) return;
        if (loaded.includes(false)) {
          this.status.textContent = texts.failed;
          return;
        }
      }
      const isEmpty = !this.input.value.trim();
      const known = remembered().filter((hit) => !reader().pick || CALLED.includes(hit.entry.kind));
      const hits = isEmpty ? known : search(query);
      this.line = query.line;
      this.hits = shown(hits);
      this.chosen = 0;
      this.show(isEmpty);
      const count = (texts.found || "")
        .replace("{found}", hits.length.toLocaleString(document.documentElement.lang || "en"))
        .replace("{shown}", String(this.hits.length));
      const isShort = partKey(query).length < 2 && [...trees.values()].some((t) => t.data.parts.length);
      const nothing = isShort ? texts.short : texts.none;
      this.status.textContent = isEmpty ? "" : hits.length ? count : nothing;
    }

    /** The parts that a query needs and that are not there. @param {Query} query */
    missing(query) {
      const key = partKey(query);
      return [...trees].flatMap(([prefix, tree]) => {
        const isMissing = tree.data.parts.includes(key) && !tree.parts.has(key);
        return isMissing && query.mode !== ">" ? [`${prefix.replaceAll("/", "+")}+-${key}`] : [];
      });
    }

    /** @param {boolean} isEmpty */
    show(isEmpty) {
      let group = "o";
      /** @type {Node[]} */
      const rows = [];
      if (isEmpty && this.hits.length) rows.push(this.caption(texts.recent));
      this.hits.forEach((hit, at) => {
        if (hit.group !== group) {
          group = hit.group;
          rows.push(this.caption(group === "t" ? texts.tests : texts.vendored));
        }
        rows.push(this.row(hit, at));
      });
      this.list.replaceChildren(...rows);
      this.choose(0);
    }

    /** @param {string} text */
    caption(text) {
      const made = element("li", "filedocs-finder-caption", text);
      made.setAttribute("role", "presentation");
      return made;
    }

    /** @param {Hit} hit @param {number} at */
    row(hit, at) {
      const { entry, word } = hit;
      const path = entry.tree.data.files[entry.file];
      const shownName = entry.kind ? entry.name : path.slice(entry.last);
      const from = hit.at < 0 ? -1 : entry.kind ? hit.at : hit.at - entry.last;
      const name = element("span", "filedocs-finder-name");
      if (from >= 0 && word) {
        const end = from + word.length;
        name.append(shownName.slice(0, from), element("b", "", shownName.slice(from, end)));
        name.append(shownName.slice(end));
      } else name.append(shownName);
      const icon = element("span", `filedocs-kind filedocs-kind-${entry.kind || "file"}`);
      icon.textContent = LETTERS[/** @type {keyof typeof LETTERS} */ (entry.kind)] || "";
      icon.setAttribute("aria-hidden", "true");
      const where = entry.kind ? path : path.slice(0, entry.last);
      const line = this.line ? `:${this.line}` : "";
      const tree = trees.size > 1 ? `${entry.tree.data.title} · ` : "";
      const aside = element("span", "filedocs-finder-path", `${tree}${where}${line}`);
      const link = /** @type {HTMLAnchorElement} */ (
        element("a", "filedocs-finder-row", icon, name, " ", aside)
      );
      link.href = address(entry, this.line);
      link.tabIndex = -1;
      link.addEventListener("click", (event) => {
        const { pick } = reader();
        remember(entry);
        this.dialog.close();
        if (!pick) return;
        event.preventDefault();
        pick(new URL(link.href), entry.name);
      });
      // The link is the option: in one there may be nothing to focus.
      link.id = `filedocs-finder-${at}`;
      link.setAttribute("role", "option");
      const made = element("li", "", link);
      made.setAttribute("role", "presentation");
      return made;
    }

    /** @param {number} at */
    choose(at) {
      const rows = this.list.querySelectorAll(".filedocs-finder-row");
      if (!rows.length) {
        this.input.removeAttribute("aria-activedescendant");
        return;
      }
      this.chosen = (at + rows.length) % rows.length;
      rows.forEach((row, number) => {
        row.setAttribute("aria-selected", String(number === this.chosen));
      });
      const row = rows[this.chosen];
      this.input.setAttribute("aria-activedescendant", row.id);
      row.scrollIntoView({ block: "nearest" });
    }

    /** @param {MouseEvent} event */
    point(event) {
      const row = /** @type {Element} */ (event.target).closest(".filedocs-finder-row");
      if (!row || row.getAttribute("aria-selected") === "true") return;
      this.choose([...this.list.querySelectorAll(".filedocs-finder-row")].indexOf(row));
    }

    /** @param {KeyboardEvent} event */
    key(event) {
      const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
      const step = steps[/** @type {keyof typeof steps} */ (event.key)];
      if (step) {
        event.preventDefault();
        const last = this.hits.length - 1;
        const wanted = this.chosen + step;
        this.choose(Math.abs(step) > 1 ? Math.max(0, Math.min(last, wanted)) : wanted);
      } else if (event.key === "Enter" && !event.isComposing) {
        event.preventDefault();
        const link = this.list.querySelector(".filedocs-finder-row[aria-selected='true']");
        if (!(link instanceof HTMLAnchorElement)) return;
        if (event.ctrlKey || event.metaKey) window.open(link.href);
        else link.click();
      }
    }
  }

  const finder = new Finder();
  receiver.open = () => finder.open();
  finder.open();
})();
