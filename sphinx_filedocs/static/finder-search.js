// @ts-check
// Finds files, symbols and headings of the documented trees by parts of their names, for finder.js, which
// shows them. What it looks through is written by pages/reader_data.py and loaded when it is needed. The
// finder's words come with that: they are in the language of the pages.
(() => {
  "use strict";

  const MOST = 60;
  /** What may be called: functions, types and macros. */
  const CALLED = ["f", "t", "m"];
  const reader = () => window.filedocsReader;
  const BESIDE = 4;
  const GROUPS = ["o", "t", "v"];
  // Of names that fit alike: files, folders, types, functions, namespaces, macros, values, groups, headings.
  const KINDS = ["", "d", "t", "f", "n", "m", "v", "g", "h"];
  /** With fewer that fit as they are, abbreviations are looked for; with none, wrong letters. */
  const FEW = 10;
  const MAIN = 8;

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
    const made = columns.names.map((name, at) => {
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
        number: 1,
      };
    });
    let [row, line] = [0, 0];
    columns.same.forEach((step, at) => {
      [row, line] = [row + step, line + columns.lines[at]];
      Object.assign(made[row], { number: columns.numbers[at], line });
    });
    return made;
  }

  /** Groups of documentation comments, which have places of their own. @param {FiledocsTree} tree @returns {FiledocsEntry[]} */
  function groups(tree) {
    return tree.data.groupsDescribed.map(([name, file, ...place]) => ({
      tree, file, name, place, last: 0, lowered: name.toLowerCase(), kind: "g", exactKind: "g", isDeclared: false, number: 1,
    }));
  }

  /** The folders of a tree, each once. @param {FiledocsTree} tree @returns {FiledocsEntry[]} */
  function folders({ data }) {
    /** @type {Map<string, number>} */
    const first = new Map();
    data.files.forEach((path, file) => {
      for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
        const name = path.slice(0, end);
        // That of its own files says what a folder is, as far as it has one.
        if (!first.has(name) || data.groups[file] === "o") first.set(name, file);
      }
    });
    const tree = /** @type {FiledocsTree} */ (trees.get(data.prefix));
    return [...first].map(([name, file]) => ({
      tree, file, name, last: name.lastIndexOf("/") + 1, lowered: name.toLowerCase(), kind: "d", exactKind: "-", isDeclared: false,
      number: 1, place: [data.folders[name] || `${data.prefix}/${name}/index`, ""],
    }));
  }

  /** An id as the pages make it. @param {string} name */
  function anchor(name) {
    return [...name]
      .map((c) => (/[A-Za-z0-9_.]/.test(c) ? c : `-${(c.codePointAt(0) || 0).toString(16)}-`))
      .join("");
  }

  /** @param {FiledocsEntry} entry @param {number} line @param {number} to the last one */
  function address(entry, line = 0, to = 0) {
    const { data } = entry.tree;
    const page = entry.place?.[0] || data.pages[entry.file] || `${data.prefix}/${data.files[entry.file]}`;
    let path = page.split("/").map(encodeURIComponent).join("/");
    if (data.suffix === "/" && path.endsWith("/index")) path = path.slice(0, -5);
    else path += data.suffix;
    const kind = data.places[entry.file];
    let hash = "";
    if (line) hash = to > line ? `#L${line}-L${to}` : `#L${line}`;
    else if (entry.place) hash = entry.place[1] && `#${entry.place[1]}`;
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

  /** Of symbols with the very name that is looked for, those in files that more others use are first.
   *  @param {FiledocsHit} a @param {FiledocsHit} b */
  function compare(a, b) {
    const isWhole = a.tier === 0 && a.entry.kind && a.entry.kind !== "d";
    return (
      a.tier - b.tier ||
      Number(Boolean(b.isAsTyped)) - Number(Boolean(a.isAsTyped)) ||
      Number(a.entry.isDeclared) - Number(b.entry.isDeclared) ||
      KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
      (isWhole ? a.entry.file - b.entry.file : 0) ||
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
    if (finding.hasText() && text.startsWith("/")) return { words: [], typed: [], line: 0, to: 0, mode: "/" };
    const found = /^([@>]?)(.*?)(?::(\d+)(?:-(\d*))?)?$/.exec(text.trim());
    const [, mode = "", words = "", line = "", to = ""] = found || [];
    const typed = window.filedocsWords(words);
    return {
      words: typed.map((word) => word.toLowerCase()),
      typed,
      line: Number(line),
      to: Number(to),
      mode,
    };
  }

  /** @param {FiledocsTree} tree @param {FiledocsQuery} query @returns {Iterable<FiledocsEntry>} */
  function* candidates(tree, query) {
    if (query.mode !== "@" && !reader().pick) {
      for (let file = 0; file < tree.lowered.length; file++) yield fileEntry(tree, file);
    }
    if (query.mode === ">" || query.line) return;
    if (query.mode !== "@" && !reader().pick) yield* tree.folders;
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

  /** How a name fits a word whose letters follow each other in it, where the first begins a word: "imgnew"
   *  image_new; without marks between its words it fits as what is so.
   *  @param {FiledocsEntry} entry @param {string} word */
  function abbreviated({ name, last, lowered }, word) {
    if (word.length < 3) return null;
    const bare = lowered.slice(last).replace(/[^\p{L}\p{N}]/gu, "");
    const whole = bare.indexOf(word);
    if (whole >= 0 && bare.length < lowered.length - last) return { tier: whole ? 2.5 : bare === word ? 0.7 : 1.5, at: -1 };
    for (let start = lowered.indexOf(word[0], last); start >= 0; start = lowered.indexOf(word[0], start + 1)) {
      if (start > last && /[A-Za-z0-9]/.test(name[start - 1]) && !/[a-z0-9][A-Z]/.test(name.slice(start - 1, start + 1))) continue;
      let at = start;
      let gaps = 0;
      for (const letter of word.slice(1)) {
        const next = lowered.indexOf(letter, at + 1);
        if (next < 0) return null;
        gaps += Number(next > at + 1);
        at = next;
      }
      // Letters from all over a long name are none of its abbreviations.
      if (gaps <= 1 + word.length / 3) return { tier: 4 + gaps / 10, at: -1 };
    }
    return null;
  }

  /** What fits a word with a letter that is wrong, missing, too many, or changed for the next one.
   *  @param {string} word @returns {RegExp | null} */
  function nearly(word) {
    if (word.length < 5) return null;
    const letters = [...word].map((letter) => letter.replace(/[^\p{L}\p{N}]/u, "\\$&"));
    const ways = letters.flatMap((letter, at) => {
      const [before, after] = [letters.slice(0, at).join(""), letters.slice(at + 1).join("")];
      const swapped = before + (letters[at + 1] || "") + letter + letters.slice(at + 2).join("");
      return [`${before}.${after}`, `${before}.${letter}${after}`, before + after, swapped];
    });
    return new RegExp(ways.join("|"));
  }

  /** All that fits as it is; where that is little, abbreviations too, and with nothing wrong letters.
   *  @param {FiledocsQuery} query @returns {FiledocsHit[]} */
  function search(query) {
    const hits = fitting(query, initials);
    if (hits.length >= FEW || query.mode === "@" || !query.words.length) return hits;
    const more = fitting(query, (entry, word) => initials(entry, word) || abbreviated(entry, word));
    if (more.length) return more;
    const near = new Map(query.words.map((word) => [word, nearly(word)]));
    return fitting(query, ({ lowered, last }, word) => (near.get(word)?.test(lowered.slice(last)) ? { tier: 6, at: -1 } : null));
  }

  /** By how many steps something has to fit better than others: fields, headings, and what is no text.
   *  @param {FiledocsEntry} entry */
  function later({ kind, exactKind, file, tree }) {
    if (exactKind === "h" || (!kind && tree.data.places[file] === "b")) return 2.5;
    return exactKind === "l" ? 1 : 0;
  }

  /** @param {FiledocsQuery} query
   *  @param {(entry: FiledocsEntry, word: string) => {tier: number, at: number} | null} fit how a word fits otherwise
   *  @returns {FiledocsHit[]} */
  function fitting(query, fit) {
    const here = query.mode === "@" || (query.line && !query.words.length) ? current() : null;
    if (query.line && !query.words.length) {
      return here ? [{ entry: here, tier: 0, at: 0, word: "", group: "o" }] : [];
    }
    const kinds = query.words.map((word) => kindsOf(word));
    const hasCapital = query.typed.some((word, at) => word !== query.words[at]);
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
        let isAsTyped = hasCapital;
        let isNamed = query.words.length < 2;
        for (const [place, word] of query.words.entries()) {
          const found = window.filedocsFit(entry, word) || fit(entry, word);
          isNamed ||= Boolean(found);
          if (found) {
            tier = Math.max(tier, found.tier);
            isAsTyped &&= entry.name.startsWith(query.typed[place], found.at);
            if (at < 0) [at, shownWord] = [found.at, word];
            continue;
          }
          // Of several words some may say what a symbol is, or in which file; the last may not be whole yet.
          const isSymbol = Boolean(query.words[1] && entry.kind && entry.kind !== "d");
          if (isSymbol && kinds[place].includes(entry.exactKind)) continue;
          const where = isSymbol ? tree.lowered[entry.file] : entry.lowered.slice(0, entry.last);
          const isPlace = query.words.length > 1 && where.includes(word);
          // What has all of the words in its name goes first.
          tier = Math.max(tier, isPlace ? 2 : 3);
          fits = isPlace || (isSymbol && place === query.words.length - 1 && begun.includes(entry.exactKind));
          if (!fits) break;
        }
        if (query.mode !== "@") tier += later(entry);
        // What is only said of a folder above it.
        if (at >= 0 && (!entry.kind || entry.kind === "d") && at + shownWord.length <= entry.last) tier += 0.5;
        if (fits && isNamed && (query.words.length || query.mode === "@")) {
          hits.push({ entry, tier, at, word: shownWord, group: tree.data.groups[entry.file], isAsTyped });
        }
      }
    }
    return query.words.length ? hits.sort(compare) : hits;
  }

  /** The files that most others use, and what the tree says of itself. @returns {FiledocsHit[]} */
  function main() {
    if (reader().pick) return [];
    return [...trees.values()].flatMap((tree) => {
      const { files, groups } = tree.data;
      const words = files.flatMap((path, file) => (/^readme[^/]*$/i.test(path) ? [file] : [])).slice(0, 1);
      const used = files.flatMap((_, file) => (groups[file] === "o" && tree.data.places[file] !== "b" ? [file] : []));
      const some = [...new Set([...words, ...used])].slice(0, MAIN);
      return some.map((file) => ({ entry: fileEntry(tree, file), tier: 0, at: -1, word: "", group: "o" }));
    });
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
    here: current, main,
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
      const tree = { data, base: `${root}`, lowered: [], symbols: [], folders: [], parts: new Map() };
      tree.lowered = data.files.map((path) => path.toLowerCase());
      tree.symbols = [...entries(tree, data.symbols), ...groups(tree)];
      trees.set(prefix, tree);
      tree.folders = folders(tree);
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
