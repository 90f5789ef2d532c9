// @ts-check
// Sorts the results of Sphinx's own search: first those that it has without documented trees, then what is
// in the trees: definitions of the program itself, other things, tests and what is somebody else's; in each
// of these by how well names fit. Sphinx divides `server.c` into two words, and loads the page of each result
// that has no description for a summary: those of documented files have one.
(() => {
  "use strict";

  /** A result as Sphinx has it: name of the document, title, fragment, description, score, name of
   *  the document's file (none for a generated page), kind.
   *  @typedef {[string, string, string, string | null, number, string, string]} Result
   *  @typedef {{title: string, lowered: string, name: string, last: number, kind: string,
   *    type: string, row: [number, number, number, string, string]}} Entry
   *  @typedef {{entry: Entry, rank: number, score: number, order: number}} Hit
   *  @typedef {Record<string, [number, ...unknown[]][]>} Rows by a name; each begins with a document
   *  @typedef {{objects: Record<string, Entry["row"][]>, objtypes: Record<string, string>,
   *    objnames: Record<string, [string, string, string]>, titles: string[], docnames: string[],
   *    filenames: string[], terms: Record<string, number | number[]>,
   *    titleterms: Record<string, number | number[]>, alltitles: Rows, indexentries: Rows
   *  }} Index as Sphinx has it
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
  // The priorities of objects in search_order.py; what has another one comes between these.
  const OWN = 1;
  const LAST = 2;

  /** @param {string} text */
  function unescaped(text) {
    // Before version 9 Sphinx has names in its index as HTML.
    if (!text.includes("&")) return text;
    return new DOMParser().parseFromString(text, "text/html").documentElement.textContent || "";
  }

  /** @param {string} type */
  const isPage = (type) => type === "src:file" || type === "src:folder";

  /** A part of an index: what it has of some documents. A word that is in others alone is unknown to it, so
   *  that Sphinx looks for words that contain it.
   *  @param {Index} index @param {(document: number) => boolean} has @returns {Index} */
  function part(index, has) {
    /** @template Row @param {Record<string, Row>} all @param {(row: Row) => Row & {length: number}} some
     *  @returns {Record<string, Row>} */
    const filtered = (all, some) =>
      Object.fromEntries(Object.entries(all).map(([key, row]) => /** @type {const} */ ([key, some(row)]))
        .filter(([, row]) => row.length));
    /** @param {number | number[]} documents */
    const words = (documents) => [documents].flat().filter(has);
    /** @template {[number, ...unknown[]]} Row @param {Row[]} all */
    const rows = (all) => all.filter(([document]) => has(document));
    return {
      ...index,
      terms: filtered(index.terms, words),
      titleterms: filtered(index.titleterms, words),
      objects: filtered(index.objects, rows),
      alltitles: filtered(index.alltitles, rows),
      indexentries: filtered(index.indexentries, rows),
    };
  }

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
   *  @param {Entry} entry @param {string[]} words @param {Index} index @param {Set<number>} last
   *  @returns {Hit | null} */
  function hit(entry, words, index, last) {
    const { row, type } = entry;
    let tier = -1;
    let isPath = false;
    let beside = 0;
    for (const word of words) {
      const found = window.filedocsFit(entry, word);
      if (found) {
        tier = Math.max(tier, found.tier);
        isPath ||= found.tier === 0 && word.includes("/");
      } else if (`${index.titles[row[0]]} ${index.objnames[row[1]][2]}`.toLowerCase().includes(word)) {
        beside += 1;
      } else return null;
    }
    if (tier < 0) return null;
    const order = ORDER.get(tier === 0.5 ? "stem" : type.slice(4)) ?? ORDER.size;
    let score = tier === 0 && order < SHARED ? EXACT : SCORES[Math.floor(tier)];
    score /= 2 ** beside;
    const rank = last.has(row[0]) ? 2 : row[2] === OWN ? 0 : 1;
    // Nothing but this file is meant by a path.
    return { entry, rank: isPath ? rank / 10 : rank, score, order };
  }

  /** @param {Hit} a @param {Hit} b */
  function compare(a, b) {
    const [one, other] = [a.entry, b.entry];
    return (
      a.rank - b.rank ||
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

  /** The results of a query in documented trees, the best last, as Sphinx wants them.
   *  @param {string} query @param {Set<string>} terms its words, without their endings
   *  @param {Result[]} found by Sphinx, in the same order @param {Index} index */
  function ordered(query, terms, found, index) {
    const all = entries(index);
    const pages = all.filter(({ type }) => isPage(type)).map(({ row }) => row);
    const last = new Set(pages.filter((row) => row[2] === LAST).map((row) => row[0]));
    const words = window.filedocsWords(query.toLowerCase());
    const hits = all.map((one) => hit(one, words, index, last)).filter((one) => one !== null);
    /** @type {[number, Result][]} */
    const names = hits.sort(compare).map((one) => [one.rank, result(one, index)]);
    const described = new Map(pages.map((row) => [index.docnames[row[0]], index.objnames[row[1]][2]]));
    const shown = new Set(names.map(([, [docname]]) => docname));
    const lastNames = new Set([...last].map((document) => index.docnames[document]));
    /** @type {[number, Result][]} */
    const others = texts(found.reverse(), described, shown, terms, index)
      .map((one) => [lastNames.has(one[0]) ? 2 : 1, one]);
    const sorted = [...names, ...others].sort(([a, one], [b, other]) => a - b || other[4] - one[4]);
    return sorted.map(([, one]) => one).reverse();
  }

  function install() {
    // @ts-expect-error: of Sphinx's searchtools.js, which binds it without a window.
    const search = typeof Search === "undefined" ? null : Search;
    const before = search?._performSearch;
    if (!before) return false;
    /** @param {string} query @param {Set<string>} terms @param {unknown[]} rest */
    search._performSearch = (query, terms, ...rest) => {
      /** @type {Index} */
      const whole = search._index;
      // The path of a generated page is its name.
      const isOurs = (/** @type {number} */ at) => [whole.docnames[at], ""].includes(whole.filenames[at]);
      const own = part(whole, isOurs);
      search._index = part(whole, (at) => !isOurs(at));
      const written = before(query, terms, ...rest);
      search._index = own;
      const found = before(query, terms, ...rest);
      search._index = whole;
      return [...ordered(query, terms, found, own), ...written];
    };
    return true;
  }

  // A theme may load Sphinx's script after this one.
  if (!install()) document.addEventListener("DOMContentLoaded", install);
})();
