// @ts-check
// Finds files, symbols and headings of the documented trees by parts of their names, for finder.js, which
// shows them. What it looks through is written by pages/finder.py and loaded when it is needed. The
// finder's words come with that: they are in the language of the pages.
(() => {
  "use strict";

  const MOST = 60;
  /** What may be called: functions, types and macros. */
  const CALLED = ["f", "t", "m"];
  const reader = () => window.filedocsReader;
  const BESIDE = 4;
  const GROUPS = ["o", "t", "v"];
  // Of names that fit alike: files, types, functions, namespaces, macros, values, groups, headings.
  const KINDS = ["", "t", "f", "n", "m", "v", "g", "h"];

  const scripts = /** @type {HTMLScriptElement[]} */ ([...document.scripts]);
  const own = scripts.find((script) => script.dataset.trees !== undefined);
  const place = own ? own.src : document.baseURI;
  const root = new URL("..", place).href;
  const prefixes = (own?.dataset.trees || "").split(" ").filter(Boolean);

  /** @type {Map<string, FiledocsTree>} */
  const trees = new Map();
  /** @type {Map<string, Promise<boolean>>} */
  const loading = new Map();
  /** @type {Object<string, string>} */
  let texts = {};

  /** @type {FiledocsFinder["element"]} */
  function element(tag, css, ...content) {
    const made = document.createElement(tag);
    if (css) made.className = css;
    made.append(...content);
    return made;
  }

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

  /** @param {FiledocsTree} tree @param {FiledocsColumns} columns @returns {FiledocsEntry[]} */
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

  /** Groups of documentation comments, which have places of their own. @param {FiledocsTree} tree @returns {FiledocsEntry[]} */
  function groups(tree) {
    return tree.data.groupsDescribed.map(([name, file, ...place]) => ({
      tree, file, name, place, last: 0, lowered: name.toLowerCase(), kind: "g", exactKind: "g", isDeclared: false, number: 1,
    }));
  }

  /** An id as the pages make it. @param {string} name */
  function anchor(name) {
    return [...name]
      .map((c) => (/[A-Za-z0-9_.]/.test(c) ? c : `-${(c.codePointAt(0) || 0).toString(16)}-`))
      .join("");
  }

  /** @param {FiledocsEntry} entry @param {number} line */
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

  /** @param {FiledocsTree} tree @param {number} file @returns {FiledocsEntry} */
  function fileEntry(tree, file) {
    const name = tree.data.files[file];
    const last = name.lastIndexOf("/") + 1;
    return { tree, file, name, last, lowered: tree.lowered[file], kind: "", exactKind: "-", isDeclared: false, number: 1 };
  }

  /** @param {FiledocsHit} a @param {FiledocsHit} b */
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

  /** The file of this page, if it is one of a tree. @returns {FiledocsEntry | null} */
  function current() {
    const here = location.href.split(/[?#]/)[0];
    for (const tree of trees.values()) {
      for (let file = 0; file < tree.data.files.length; file++) {
        const entry = fileEntry(tree, file);
        if (address(entry) === here) return entry;
      }
    }
    return null;
  }

  /** @param {string} text @returns {FiledocsQuery} */
  function read(text) {
    if (finding.hasText() && text.startsWith("/")) return { words: [], line: 0, mode: "/" };
    const found = /^([@>]?)(.*?)(?::(\d+))?$/.exec(text.trim());
    const [, mode = "", words = "", line = ""] = found || [];
    return {
      words: window.filedocsWords(words),
      line: Number(line),
      mode,
    };
  }

  /** @param {FiledocsTree} tree @param {FiledocsQuery} query @returns {Iterable<FiledocsEntry>} */
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
   *  @param {FiledocsQuery} query */
  function partKey({ words }) {
    const last = (words.find((word) => !kindsOf(word)) ?? words[0] ?? "").split(/[./:]/).filter(Boolean).pop() || "";
    return last.slice(0, 2).replace(/[^a-z0-9]/g, "_");
  }

  /** How a name fits letters with which its words begin: "fs" find_state and FindState.
   *  @param {FiledocsEntry} entry @param {string} letters */
  function initials({ name, last, lowered }, letters) {
    // Nearly all names begin otherwise.
    if (letters.length < 2 || lowered[last] !== letters[0]) return null;
    const words = name.slice(last).match(/[A-Z]+(?![a-z])|[A-Za-z][a-z]*|[0-9]+/g) || [];
    const first = words.map((word) => word[0]).join("").toLowerCase();
    return first.startsWith(letters) ? { tier: 4, at: -1 } : null;
  }

  /** @param {FiledocsQuery} query @returns {FiledocsHit[]} */
  function search(query) {
    const here = query.mode === "@" || (query.line && !query.words.length) ? current() : null;
    if (query.line && !query.words.length) {
      return here ? [{ entry: here, tier: 0, at: 0, word: "", group: "o" }] : [];
    }
    const kinds = query.words.map((word) => kindsOf(word));
    const begun = kindsOf(query.words.at(-1) ?? "", false);
    /** @type {FiledocsHit[]} */
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
          const found = window.filedocsFit(entry, word) || initials(entry, word);
          isNamed ||= Boolean(found);
          if (found) {
            tier = Math.max(tier, found.tier);
            if (at < 0) [at, shownWord] = [found.at, word];
            continue;
          }
          // Of several words some may say what a symbol is, or in which file; the last may not be whole yet.
          const isSymbol = Boolean(query.words[1] && entry.kind);
          if (isSymbol && kinds[place].includes(entry.exactKind)) continue;
          const isPlace = isSymbol && tree.lowered[entry.file].includes(word);
          // What has all of the words in its name goes first.
          tier = Math.max(tier, isPlace ? 2 : 3);
          fits = isPlace || (isSymbol && place === query.words.length - 1 && begun.includes(entry.exactKind));
          if (!fits) break;
        }
        if (fits && isNamed && (query.words.length || query.mode === "@")) {
          hits.push({ entry, tier, at, word: shownWord, group: tree.data.groups[entry.file] });
        }
      }
    }
    return query.words.length ? hits.sort(compare) : hits;
  }

  /** Own files first, then some of the tests and of what is somebody else's. @param {FiledocsHit[]} hits */
  function shown(hits) {
    const groups = GROUPS.map((group) => hits.filter((hit) => hit.group === group));
    const rest = groups.slice(1).reduce((sum, some) => sum + Math.min(BESIDE, some.length), 0);
    const room = MOST - rest;
    const most = groups[0].length ? [room, BESIDE, BESIDE] : [0, MOST, MOST];
    return groups.flatMap((some, at) => some.slice(0, most[at]));
  }

  /** The part of each tree that a query needs and that is not there. @param {FiledocsQuery} query */
  function missing(query) {
    const key = partKey(query);
    return [...trees].flatMap(([prefix, tree]) => {
      const isMissing = tree.data.parts.includes(key) && !tree.parts.has(key);
      return isMissing && query.mode !== ">" ? [`${prefix.replaceAll("/", "+")}+-${key}`] : [];
    });
  }

  /** Load some scripts; whether all are there. @param {string[]} names */
  async function loadAll(names) {
    return (await Promise.all(names.map(load))).every(Boolean);
  }

  /** @type {FiledocsFinder} */
  const finding = {
    trees, prefixes, read, search, shown, address, fileEntry, element,
    here: current,
    load: (name) => reader().load(name),
    hasText: () => Boolean(own?.dataset.text) && !reader().pick,
    loadTrees: () => loadAll(prefixes.map((prefix) => prefix.replaceAll("/", "+"))),
    words: () => texts,
    missing: (query) => missing(query).length > 0,
    loadMissing: (query) => loadAll(missing(query)),
    isTooShort: (query) => partKey(query).length < 2 && [...trees.values()].some((tree) => tree.data.parts.length),
    isCalled: ({ kind }) => CALLED.includes(kind),
    tree(prefix, data) {
      /** @type {FiledocsTree} */
      const tree = { data, base: `${root}`, lowered: [], symbols: [], parts: new Map() };
      tree.lowered = data.files.map((path) => path.toLowerCase());
      tree.symbols = [...entries(tree, data.symbols), ...groups(tree)];
      trees.set(prefix, tree);
      texts = data.texts;
    },
    part(prefix, data) {
      const tree = trees.get(prefix);
      if (tree) tree.parts.set(data.part, entries(tree, data.symbols));
    },
    // Of finder-text.js.
    texts() {},
    text() {},
  };
  window.filedocsFinder = finding;
})();
