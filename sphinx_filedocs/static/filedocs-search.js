// @ts-check
// Puts what is meant first among the results of Sphinx's own search: files and symbols of documented
// trees by how well their names fit, own ones before tests and what is somebody else's, definitions
// before declarations. Sphinx divides `server.c` into two words, and loads the page of each result
// that has no description for a summary: those of documented files have one.
(() => {
  "use strict";

  /** A result as Sphinx has it: name of the document, title, fragment, description, score, name of
   *  the document's file (none for a generated page), kind.
   *  @typedef {[string, string, string, string | null, number, string, string]} Result
   *  @typedef {{title: string, lowered: string, name: string, last: number, kind: string,
   *    type: string, row: [number, number, number, string, string]}} Entry
   *  @typedef {{entry: Entry, score: number, order: number}} Hit
   *  @typedef {{objects: Record<string, Entry["row"][]>, objtypes: Record<string, string>,
   *    objnames: Record<string, [string, string, string]>, titles: string[], docnames: string[],
   *    filenames: string[], terms: Record<string, number | number[]>,
   *    titleterms: Record<string, number | number[]>}} Index as Sphinx has it
   */

  // Of names that fit alike: those of files, types, functions, namespaces and macros; then those that
  // are a file's but for its ending, a folder's or a value's, which many things share.
  const TYPES =
    "file class struct union enum interface trait type function method namespace module macro" +
    " stem folder constant variable field";
  const ORDER = new Map(TYPES.split(" ").map((type, at) => [type, at]));
  const SHARED = ORDER.get("stem") || 0;
  // By how well a name fits, beside what Sphinx gives: 15 a title, 16 and 11 an object, 5 a word.
  const EXACT = 60;
  const SCORES = [14, 12, 8, 4];
  const WORD = 4;
  // The priority of objects that are not to come first.
  const LATER = 2;

  /** @param {string} text */
  function unescaped(text) {
    // Before version 9 Sphinx has names in its index as HTML.
    if (!text.includes("&")) return text;
    return new DOMParser().parseFromString(text, "text/html").documentElement.textContent || "";
  }

  /** @param {string} type */
  const isPage = (type) => type === "src:file" || type === "src:folder";

  /** The files, folders and symbols of documented trees in an index.
   *  @param {Index} index @returns {Entry[]} */
  function entries(index) {
    return Object.entries(index.objects).flatMap(([prefix, rows]) =>
      rows.flatMap((row) => {
        const type = index.objtypes[row[1]];
        if (!type.startsWith("src:")) return [];
        const title = isPage(type) ? index.titles[row[0]] : prefix ? `${prefix}.${row[4]}` : row[4];
        const name = unescaped(title);
        const last = name.lastIndexOf(isPage(type) ? "/" : ".") + 1;
        const start = last < name.length ? last : 0;
        const kind = type === "src:file" ? "" : type;
        return [{ title, lowered: name.toLowerCase(), name, last: start, kind, type, row }];
      }),
    );
  }

  /** How well an entry fits: each word has to stand in its name, or at its place or kind.
   *  @param {Entry} entry @param {string[]} words @param {Index} index @param {Set<number>} later
   *  @returns {Hit | null} */
  function hit(entry, words, index, later) {
    const { row, type } = entry;
    let tier = -1;
    let beside = 0;
    for (const word of words) {
      const found = window.filedocsFit(entry, word);
      if (found) tier = Math.max(tier, found.tier);
      else if (`${index.titles[row[0]]} ${index.objnames[row[1]][2]}`.toLowerCase().includes(word)) {
        beside += 1;
      } else return null;
    }
    if (tier < 0) return null;
    const order = ORDER.get(tier === 0.5 ? "stem" : type.slice(4)) ?? ORDER.size;
    let score = tier === 0 && order < SHARED ? EXACT : SCORES[Math.floor(tier)];
    score /= 2 ** beside;
    if (later.has(row[0])) score *= 0.5;
    else if (row[2] === LATER) score *= 0.8;
    return { entry, score, order };
  }

  /** @param {Hit} a @param {Hit} b */
  function compare(a, b) {
    const [one, other] = [a.entry, b.entry];
    return (
      b.score - a.score ||
      a.order - b.order ||
      one.name.length - other.name.length ||
      (one.name < other.name ? -1 : one.name > other.name ? 1 : 0) ||
      one.row[0] - other.row[0]
    );
  }

  /** @param {Hit} hit @param {Index} index @returns {Result} */
  function result({ entry, score }, index) {
    const [document, number, , place] = entry.row;
    const [, short, what] = index.objnames[number];
    const anchor = place === "" ? entry.title : place === "-" ? `${short}-${entry.title}` : place;
    // @ts-expect-error: of Sphinx's doctools.js, which binds it without a window.
    const within = Documentation.gettext(", in ");
    return [
      index.docnames[document],
      entry.title,
      isPage(entry.type) ? "" : `#${anchor}`,
      isPage(entry.type) ? what : `${what}${within}${index.titles[document]}`,
      score,
      index.filenames[document],
      "object",
    ];
  }

  /** What Sphinx found in generated pages, but for the names that are found anyway: words, and
   *  pages about a whole tree. Each has a description, or its page would be loaded.
   *  @param {Result[]} results @param {Map<string, string>} described @param {Set<string>} shown
   *  @param {Set<string>} terms @param {Index} index */
  function texts(results, described, shown, terms, index) {
    // Sphinx is content with pages that have only the short ones of the words.
    const having = [...terms].flatMap((term) => {
      const found = [index.terms, index.titleterms].filter((known) => Object.hasOwn(known, term));
      const pages = found.flatMap((known) => known[term]);
      return pages.length ? [new Set(pages.map((at) => index.docnames[at]))] : [];
    });
    return results.flatMap(([docname, title, anchor, , score, filename, kind]) => {
      if (kind === "text" && !having.every((docnames) => docnames.has(docname))) return [];
      const what = described.get(docname);
      if (kind === "object" || (what && (kind !== "text" || shown.has(docname)))) return [];
      /** @type {Result} */
      const found = [docname, title, anchor, what || docname, score, filename, kind];
      if (kind === "text") found[4] = Math.min(score, WORD);
      return [found];
    });
  }

  /** Merge results in the order of their scores, the best first; neither list is changed else.
   *  @param {Result[]} own @param {Result[]} others */
  function merged(own, others) {
    let at = 0;
    const all = others.flatMap((other) => {
      const from = at;
      while (at < own.length && own[at][4] >= other[4]) at += 1;
      return [...own.slice(from, at), other];
    });
    return [...all, ...own.slice(at)];
  }

  /** The results of a query, the best last, as Sphinx wants them.
   *  @param {string} query @param {Set<string>} terms its words, without their endings
   *  @param {Result[]} found by Sphinx, in the same order @param {Index} index */
  function ordered(query, terms, found, index) {
    const all = entries(index);
    const pages = all.filter(({ type }) => isPage(type)).map(({ row }) => row);
    const later = new Set(pages.filter((row) => row[2] === LATER).map((row) => row[0]));
    const words = window.filedocsWords(query);
    const hits = all.map((one) => hit(one, words, index, later)).filter((one) => one !== null);
    const names = hits.sort(compare).map((one) => result(one, index));
    const described = new Map(pages.map((row) => [index.docnames[row[0]], index.objnames[row[1]][2]]));
    const shown = new Set(names.map(([docname]) => docname));
    const best = found.reverse();
    const generated = best.filter((one) => one[5] === "");
    const own = [...names, ...texts(generated, described, shown, terms, index)].sort((a, b) => b[4] - a[4]);
    const written = best.filter((one) => one[5] !== "");
    return merged(own, written).reverse();
  }

  function install() {
    // @ts-expect-error: of Sphinx's searchtools.js, which binds it without a window.
    const search = typeof Search === "undefined" ? null : Search;
    const before = search?._performSearch;
    if (!before) return false;
    /** @param {string} query @param {Set<string>} terms @param {unknown[]} rest */
    search._performSearch = (query, terms, ...rest) =>
      ordered(query, terms, before(query, terms, ...rest), search._index);
    return true;
  }

  // A theme may load Sphinx's script after this one.
  if (!install()) document.addEventListener("DOMContentLoaded", install);
})();
