// @ts-check
// Finds the shortest ways by calls between two functions, from what is known of the calls of each file, which is
// loaded as far as it is needed. filedocs.js loads this when a reader asks for it.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const { addressOf, dataOf, definitionAt } = window.filedocsReader;
  /** So many files are looked into, and so many functions; of all shortest ways so many are shown. */
  const MOST_FILES = 300;
  const MOST_FUNCTIONS = 5000;
  const MOST_WAYS = 5;

  /** @typedef {{key: string, docname: string, anchor: string, name: string}} Step
   *  @typedef {{caller: Step, called: Step, line: number}} Edge
   *  @typedef {{files: Set<string>, functions: number, isCut: boolean}} Limits */

  /** @param {string} docname @param {string} anchor @param {string} name @returns {Step} */
  const step = (docname, anchor, name) => ({ key: `${docname}#${anchor}`, docname, anchor, name });

  /** One side of the search: what is known from its end on, level by level.
   *  @param {Step} end @param {FiledocsWay} way @param {Limits} limits */
  function side(end, way, limits) {
    const known = new Map([[end.key, /** @type {Edge[]} */ ([])]]);
    /** @type {Step[]} */
    let frontier = [end];

    async function load() {
      const pages = [...new Set(frontier.map((one) => one.docname))];
      const room = pages.filter((page) => limits.files.has(page) || limits.files.size < MOST_FILES && limits.files.add(page));
      if (room.length < pages.length) limits.isCut = true;
      await Promise.all(room.map((page) => dataOf(page)));
      return new Set(room);
    }

    /** Go one call further. */
    async function advance() {
      const loaded = await load();
      /** @type {Map<string, {other: Step, edges: Edge[]}>} */
      const found = new Map();
      for (const one of frontier) {
        // What calls outside of all functions is not called itself.
        if (!loaded.has(one.docname) || /^L\d+$/.test(one.anchor)) continue;
        const { total, rows } = (await definitionAt(new URL(`#${one.anchor}`, addressOf(one.docname))))[way];
        if (total > rows.length) limits.isCut = true;
        for (const [docname, anchor, name, line] of rows) {
          const other = step(docname, anchor, name);
          if (known.has(other.key)) continue;
          if (limits.functions >= MOST_FUNCTIONS && !found.has(other.key)) {
            limits.isCut = true;
            continue;
          }
          const edge = way === "calls" ? { caller: one, called: other, line } : { caller: other, called: one, line };
          const met = found.get(other.key) ?? { other, edges: [] };
          if (!met.edges.length) limits.functions += 1;
          met.edges.push(edge);
          found.set(other.key, met);
        }
      }
      frontier = [...found.values()].map(({ other }) => other);
      for (const [key, { edges }] of found) known.set(key, edges);
    }
    return { known, advance, size: () => frontier.length, frontier: () => frontier };
  }

  /** The ways from a function to where a side begins.
   *  @param {Map<string, Edge[]>} known @param {string} key @param {"caller" | "called"} end
   *  @returns {Edge[][]} */
  function ways(known, key, end) {
    const edges = known.get(key);
    if (!edges?.length) return [[]];
    /** @type {Edge[][]} */
    const found = [];
    for (const edge of edges) {
      // Not all of them first: their number grows with each call on the way.
      for (const rest of ways(known, edge[end].key, end)) {
        found.push([edge, ...rest]);
        if (found.length === MOST_WAYS) return found;
      }
    }
    return found;
  }

  /** The shortest ways by which one function calls another. @param {Step} first @param {Step} last */
  async function between(first, last) {
    /** @type {Limits} */
    const limits = { files: new Set(), functions: 0, isCut: false };
    const [ahead, back] = [side(first, "calls", limits), side(last, "callers", limits)];
    while (ahead.size() && back.size()) {
      const [one, other] = ahead.size() <= back.size() ? [ahead, back] : [back, ahead];
      await one.advance();
      const meeting = one.frontier().filter((met) => other.known.has(met.key));
      const found = meeting.flatMap(({ key }) => ways(ahead.known, key, "caller").flatMap((before) =>
        ways(back.known, key, "called").map((behind) => [...[...before].reverse(), ...behind])));
      if (found.length) return { found: found.slice(0, MOST_WAYS), limits };
    }
    return { found: [], limits };
  }

  /** @template {keyof HTMLElementTagNameMap} Name
   *  @param {Name} name @param {string} css @param {(string | Node)[]} content */
  function make(name, css, ...content) {
    const element = document.createElement(name);
    if (css) element.className = css;
    element.append(...content);
    return element;
  }

  /** A function, and the line on which it calls the next one. @param {Step} step @param {number} line */
  function shownStep({ docname, anchor, name }, line) {
    const link = make("a", "", name);
    link.href = new URL(`#${anchor}`, addressOf(docname)).href;
    if (!line) return make("li", "", link);
    const file = docname.slice(docname.lastIndexOf("/") + 1);
    const place = make("a", "fd-place", `${file}:${line}`);
    place.href = new URL(`#L${line}`, addressOf(docname)).href;
    return make("li", "", place, link);
  }

  /** @param {Step} first @param {Step} last */
  async function shown(first, last) {
    const { found, limits } = await between(first, last);
    const said = found.length ? [] : [make("p", "", own.dataset.noCalls)];
    const rows = found.map((way) => make("ol", "",
      ...way.map(({ caller, line }) => shownStep(caller, line)), shownStep(way[way.length - 1].called, 0)));
    if (limits.isCut) said.push(make("p", "", own.dataset.cutCalls.replace("{count}", String(limits.files.size))));
    return make("section", "", make("h2", "", `${first.name} → ${last.name}`), ...rows, ...said);
  }

  /** Show the ways by calls between two functions, in both directions.
   *  @param {HTMLElement} place @param {Step} first @param {Step} last */
  async function show(place, first, last) {
    place.replaceChildren(make("p", "", "…"));
    const both = await Promise.all([shown(first, last), shown(last, first)]);
    place.replaceChildren(...both, make("p", "", own.dataset.unseenCalls));
  }

  window.filedocsReader.showCalls = (place, first, last) =>
    show(place, step(...first), step(...last));
})();
