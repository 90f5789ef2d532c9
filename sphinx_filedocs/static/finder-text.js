// @ts-check
// The finder's search in texts: hands what is looked for to text-worker.js, loads the parts that this asks for,
// and shows the lines in which it is. Loaded when somebody searches so for the first time.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const finding = /** @type {FiledocsFinder} */ (window.filedocsFinder);
  const { element } = finding;
  /** After so many milliseconds without a sign, a search is ended. */
  const PATIENCE = 2000;
  /** So many lines are shown of each group; all are counted. */
  const MOST = 500;
  const KINDS = /** @type {const} */ (["strings", "code", "comments"]);
  const LETTERS = { strings: "s", code: "k", comments: "m" };
  const HOWS = /** @type {const} */ ([["c", "Aa", "case"], ["w", "ab", "word"], ["r", ".*", "expression"]]);
  const folder = (/** @type {string} */ prefix) => prefix.replaceAll("/", "+");

  /** @type {Map<string, FiledocsTexts>} */
  const tables = new Map();
  /** @type {Record<string, string>} */
  let words = {};

  /** Load a script of data; what it says goes to the functions below. @param {string} name @returns {Promise<boolean>} */
  function load(name) {
    return new Promise((resolve) => {
      const script = document.createElement("script");
      script.src = new URL(`filedocs/text/${name}.js`, own.src).href;
      script.onload = () => { script.remove(); resolve(true); };
      script.onerror = () => { script.remove(); resolve(false); };
      document.head.append(script);
    });
  }

  // --- the worker ------------------------------------------------------------------------------------

  /** @type {{send: (question: FiledocsTextQuestion) => void, end?: () => void} | null} */
  let engine = null;
  /** @type {Promise<void> | null} */
  let starting = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let asked = 0;
  let isHere = false;
  /** @type {((answer: FiledocsTextAnswer) => void) | null} */
  let hear = null;
  let again = () => {};

  /** @param {FiledocsTextAnswer} answer */
  async function take(answer) {
    if (answer.load) {
      const name = answer.load;
      const prefix = [...tables].find(([, { parts }]) => parts.some(([part]) => part === name))?.[0] || "";
      if (!(await load(`${folder(prefix)}/${name}`))) hear?.({ id: asked, error: "failed" });
      return;
    }
    if (answer.isBusy !== undefined) {
      clearTimeout(timer);
      if (answer.isBusy && engine?.end) timer = setTimeout(() => stop(answer.id), PATIENCE);
    }
    if (answer.id === asked) hear?.(answer);
  }

  /** End a search that takes too long; if it is not the last one, that begins again.
   *  @param {number | undefined} id */
  function stop(id) {
    engine?.end?.();
    engine = starting = null;
    if (id === asked) hear?.({ id, error: "slow" });
    else again();
  }

  /** A worker that has begun; null where the browser or the policy of the site allows none.
   *  @param {string} address @returns {Promise<Worker | null>} */
  function begun(address) {
    return new Promise((resolve) => {
      try {
        const worker = new Worker(address);
        worker.onmessage = () => resolve(worker);
        worker.onerror = (event) => { event.preventDefault(); resolve(null); };
      } catch {
        resolve(null);
      }
    });
  }

  /** Begin with a worker of a file, from a disk with one of a text, else in the page; hand it the trees, which
   *  are loaded meanwhile. */
  async function start() {
    const isLoaded = loadTables();
    const script = new URL(`text-worker.js?v=${own.dataset.version}`, own.src).href;
    let worker = location.protocol === "file:" ? null : await begun(script);
    if (!worker) {
      if (!window.filedocsText) {
        const element = finding.load("text-worker.js");
        await new Promise((resolve) => element.addEventListener("load", resolve));
      }
      const source = `const answer = (${window.filedocsText})().serve((said) => postMessage(said)); self.onmessage = ({ data }) => answer(data);`;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      worker = await begun(address);
      URL.revokeObjectURL(address);
    }
    if (worker) {
      const ours = worker;
      ours.onmessage = ({ data }) => take(data);
      engine = { send: (question) => ours.postMessage(question), end: () => ours.terminate() };
    } else {
      isHere = true;
      engine = { send: /** @type {NonNullable<typeof window.filedocsText>} */ (window.filedocsText)().serve(take) };
    }
    if (await isLoaded) engine?.send({ trees: [...tables].map(([prefix, table]) => treeOf(prefix, table)) });
  }

  /** @param {string} prefix @param {FiledocsTexts} table @returns {FiledocsTextTree} */
  function treeOf(prefix, table) {
    const data = /** @type {FiledocsTree} */ (finding.trees.get(prefix)).data;
    let file = 0;
    const parts = table.parts.map(([name, steps, languages]) => ({
      name, languages, files: steps.map((step) => { file += step; return file; }),
    }));
    return { parts, files: data.files, groups: data.groups, languages: table.languages };
  }

  finding.texts = (prefix, table) => {
    tables.set(prefix, table);
    words = table.texts;
  };
  finding.text = (part, data) => engine?.send({ part, data });

  /** @type {Promise<boolean> | null} */
  let loading = null;
  function loadTables() {
    loading ||= Promise.all([finding.loadTrees(), ...finding.prefixes.map((prefix) => load(`${folder(prefix)}/table`))]).then((all) => all.every(Boolean));
    return loading;
  }

  // --- the rows --------------------------------------------------------------------------------------

  /** @param {number} count @param {string} of */
  function counted(count, of) {
    const shown = count.toLocaleString(document.documentElement.lang || "en");
    return (count === 1 ? words[of] : words[`${of}s`]).replace("{count}", shown);
  }
  /** @param {number} lines @param {number} files */
  const both = (lines, files) =>
    words.both.replace("{lines}", counted(lines, "line")).replace("{files}", counted(files, "file"));

  /** @param {string} css @param {...(string | Node)} content */
  function aside(css, ...content) {
    const made = element("li", css, ...content);
    made.setAttribute("role", "presentation");
    return made;
  }

  /** What a reader chooses, as a part of an address. @param {FiledocsTextQuery} query @param {"find" | "mark"} name */
  function inAddress({ text, how, kinds, folder: place, language }, name) {
    const all = { [name]: name === "find" ? `/${text}` : text, how };
    return new URLSearchParams(Object.entries(name === "find" ? { ...all, kinds, in: place, language } : all).filter(([, value]) => value));
  }

  class Options {
    /** @param {FiledocsFinderBox} finder */
    constructor(finder) {
      this.finder = finder;
      const asked = new URLSearchParams(location.search);
      const its = (/** @type {string} */ name) => (asked.get("find")?.startsWith("/") ? asked.get(name) || "" : "");
      this.how = its("how");
      this.kinds = its("kinds");
      this.folder = /** @type {HTMLInputElement} */ (element("input", "fd-in"));
      this.language = /** @type {HTMLSelectElement} */ (element("select", ""));
      /** @type {HTMLButtonElement[]} */
      this.buttons = [];
      this.row = element("div", "fd-finder-options", this.group(KINDS.map((kind) => [LETTERS[kind], words[kind], ""])));
      this.hows = this.group(HOWS.map(([letter, sign, name]) => [letter, sign, words[name]]));
      this.hows.classList.add("fd-hows");
      Object.assign(this.folder, { type: "text", value: its("in"), placeholder: words.folder, spellcheck: false, autocomplete: "off" });
      this.folder.setAttribute("aria-label", words.folderLabel);
      this.folder.setAttribute("list", "fd-folders");
      this.language.setAttribute("aria-label", words.language);
      const names = [...new Set([...tables.values()].flatMap(({ languages }) => languages))].filter(Boolean).sort();
      this.language.append(new Option(words.languages, ""), ...names.map((name) => new Option(name, name)));
      this.language.value = names.includes(its("language")) ? its("language") : "";
      this.row.append(this.folder, this.folders(), this.language);
      for (const field of [this.folder, this.language]) field.addEventListener("input", () => finder.find());
      this.show();
    }

    /** @param {string[][]} rows letters, signs and names of what can be on or off */
    group(rows) {
      const made = element("div", "fd-toggles");
      for (const [letter, sign, name] of rows) {
        const button = document.createElement("button");
        button.type = "button";
        button.value = letter;
        button.append(sign);
        if (name) {
          button.ariaLabel = button.title = name;
        }
        button.addEventListener("click", () => {
          const of = "skm".includes(letter) ? "kinds" : "how";
          this[of] = this[of].includes(letter) ? this[of].replace(letter, "") : this[of] + letter;
          this.show();
          this.finder.find();
        });
        made.append(button);
        this.buttons.push(button);
      }
      return made;
    }

    /** The folders that can be chosen, those of this page first. */
    folders() {
      const here = finding.here();
      /** @type {Set<string>} */
      const all = new Set();
      const add = (/** @type {string} */ path) => {
        for (let end = path.lastIndexOf("/"); end >= 0; end = path.lastIndexOf("/", end - 1)) all.add(path.slice(0, end + 1));
      };
      if (here) add(here.name);
      for (const { data } of finding.trees.values()) data.files.forEach(add);
      const list = element("datalist", "");
      list.id = "fd-folders";
      list.append(...[...all].slice(0, 2000).map((path) => new Option("", path)));
      return list;
    }

    /** @param {Record<string, number>} [lines] how many there are of each kind */
    show(lines) {
      for (const button of this.buttons) {
        const { value } = button;
        button.setAttribute("aria-pressed", String(this.how.includes(value) || this.kinds.includes(value)));
        const kind = KINDS.find((name) => LETTERS[name] === value);
        if (!kind) continue;
        const count = lines?.[value];
        button.replaceChildren(words[kind], ...(count ? [" ", element("span", "fd-count", count.toLocaleString(document.documentElement.lang || "en"))] : []));
      }
    }

    /** @param {string} text @returns {FiledocsTextQuery} */
    query(text) {
      return { text, how: this.how, kinds: this.kinds, folder: this.folder.value.trim().replace(/^\//, ""), language: this.language.value, isHere, most: MOST, room: innerWidth < 640 ? 32 : 54 };
    }
  }

  /** The lines that are found, in one list: the tree's own first, others folded. */
  class Found {
    /** @param {FiledocsFinderBox} finder @param {FiledocsTextQuery} query */
    constructor(finder, query) {
      this.finder = finder;
      this.query = query;
      /** @type {FiledocsTextAnswer["lines"]} */
      this.lines = {};
      this.files = /** @type {Record<string, number>} */ ({});
      /** @type {Record<string, FiledocsTextHit[]>} */
      this.kept = { o: [], t: [], v: [] };
      this.shown = 0;
      this.last = "";
    }

    /** @param {FiledocsTextAnswer} answer */
    add({ hits = [], lines = {}, files = {}, isDone }) {
      [this.lines, this.files] = [lines, files];
      const { list } = this.finder;
      if (isDone) this.end();
      else {
        for (const hit of hits) this.kept[hit.group].push(hit);
        const rows = hits.filter(({ group }) => group === "o").flatMap((hit) => this.rows(hit));
        const isFirst = !this.shown && rows.length > 0;
        if (isFirst) list.replaceChildren();
        list.append(...rows);
        this.shown += rows.length;
        if (isFirst) this.finder.choose(0);
      }
      const sum = (/** @type {Record<string, number>} */ of) => of.o + of.t + of.v;
      this.finder.status.textContent = sum(lines) ? both(sum(lines), sum(files)) : isDone ? words.none : words.searching;
    }

    /** Show what is folded, and what was not searched. */
    end() {
      const { list } = this.finder;
      if (!this.shown) list.replaceChildren();
      for (const group of ["t", "v"]) {
        const hits = this.kept[group];
        if (!hits.length) continue;
        if (this.shown) list.append(this.more(group));
        else {
          list.append(aside("filedocs-finder-caption", words[group]), ...hits.flatMap((hit) => this.rows(hit)));
          this.shown += hits.length;
        }
      }
      for (const [group, most] of Object.entries(this.kept)) {
        if (group === "o" && (this.lines?.[group] || 0) > most.length) this.cut(group);
      }
      const left = [...tables.values()].map((table) => table.left).filter(Boolean);
      list.append(...left.map((text) => aside("filedocs-finder-caption", text)));
      this.finder.choose(this.finder.chosen);
    }

    /** Say that not all lines of a group are shown. @param {string} group */
    cut(group) {
      const kept = this.kept[group].length;
      const note = aside("filedocs-finder-caption", words.cut.replace("{shown}", kept.toLocaleString(document.documentElement.lang || "en")));
      const folded = this.finder.list.querySelector(".fd-more")?.parentElement ?? null;
      this.finder.list.insertBefore(note, folded);
    }

    /** The row that unfolds a group. @param {string} group */
    more(group) {
      const text = words[`more_${group}`].replace("{lines}", counted(this.lines?.[group] || 0, "line"));
      const link = this.link(text, "fd-more");
      const row = aside("", link);
      link.href = "#";
      link.append("▸ ", text);
      link.addEventListener("click", (event) => {
        event.preventDefault();
        const at = [...this.finder.list.querySelectorAll(".filedocs-finder-row")].indexOf(link);
        this.last = "";
        row.replaceWith(aside("filedocs-finder-caption", words[group]), ...this.kept[group].flatMap((hit) => this.rows(hit)));
        this.finder.choose(at);
        this.finder.input.focus();
      });
      return row;
    }

    /** @param {string} name @param {string} css */
    link(name, css) {
      const made = /** @type {HTMLAnchorElement} */ (element("a", `filedocs-finder-row ${css}`));
      made.tabIndex = -1;
      made.id = `fd-text-${Found.rows++}`;
      made.setAttribute("role", "option");
      made.setAttribute("aria-label", name);
      return made;
    }

    /** A line, behind the name of its file where that is another one. @param {FiledocsTextHit} hit */
    rows(hit) {
      const tree = [...finding.trees.values()].filter(({ data }) => tables.has(data.prefix))[hit.tree];
      const entry = finding.fileEntry(tree, hit.file);
      const [place, name] = [entry.name.slice(0, entry.last), entry.name.slice(entry.last)];
      const made = [];
      if (this.last !== `${hit.tree} ${hit.file}`) {
        const title = finding.trees.size > 1 ? `${tree.data.title} · ` : "";
        const icon = element("span", "filedocs-kind filedocs-kind-file", "≡");
        icon.setAttribute("aria-hidden", "true");
        made.push(aside("fd-text-file", icon, element("span", "filedocs-finder-name", name), " ", element("span", "filedocs-finder-path", element("span", "", title + place))));
      }
      this.last = `${hit.tree} ${hit.file}`;
      const code = element("code", "fd-text-line");
      let end = 0;
      for (const [from, to] of hit.marks) {
        if (from < end) continue;
        code.append(hit.text.slice(end, from), element("b", "", hit.text.slice(from, to)));
        end = to;
      }
      code.append(hit.text.slice(end));
      const link = this.link(`${hit.line}: ${hit.text} – ${name} ${place} ${hit.name}`, "fd-text-row");
      const number = element("span", "fd-text-number", String(hit.line));
      link.append(number, code, element("span", "fd-text-around", hit.name));
      if (hit.name) link.title = hit.name;
      const [page, hash] = finding.address(entry, hit.line).split("#");
      link.href = `${page}?${inAddress(this.query, "mark")}#${hash}`;
      link.addEventListener("click", () => {
        this.finder.remember(entry);
        this.finder.dialog.close();
      });
      made.push(aside("", link));
      return made;
    }
  }
  /** How many there were, so that each has an id of its own. */
  Found.rows = 0;

  /** @type {Options | null} */
  let options = null;
  /** The page's address without a query. @type {URL | null} */
  let address = null;

  /** Make the query the page's address, or take it away. @param {FiledocsTextQuery | null} query */
  function note(query) {
    if (!address) {
      address = new URL(location.href);
      for (const name of ["find", "how", "kinds", "in", "language"]) address.searchParams.delete(name);
    }
    const url = new URL(address);
    if (query?.text) {
      url.hash = "";
      for (const [name, value] of inAddress(query, "find")) url.searchParams.set(name, value);
    }
    if (!query) address = null;
    try {
      if (url.href !== location.href) history.replaceState(history.state, "", url);
    } catch {
      // A page on a disk may keep its address.
    }
  }

  finding.textSearch = {
    async find(finder, text) {
      const number = ++asked;
      finder.status.textContent = words.searching || "";
      starting ||= start();
      const isLoaded = await loadTables();
      if (number !== asked) return;
      if (!isLoaded) {
        finder.status.textContent = finding.words().failed;
        return;
      }
      if (!options) {
        options = new Options(finder);
        finder.tabs.append(options.row);
        finder.input.after(options.hows);
        finder.dialog.addEventListener("close", () => note(null));
      }
      options.row.hidden = options.hows.hidden = false;
      const query = options.query(text);
      note(query);
      if (!text) {
        hear = null;
        finder.list.replaceChildren();
        finder.status.textContent = "";
        options.show();
        engine?.send({ id: number });
        return;
      }
      await starting;
      if (number !== asked) return;
      const found = new Found(finder, { ...query, isHere });
      finder.chosen = 0;
      hear = (answer) => {
        if (answer.error) {
          finder.list.replaceChildren();
          finder.status.textContent = words[answer.error] || (answer.error === "failed" ? finding.words().failed : words.wrong);
          return;
        }
        if (!answer.lines) return;
        found.add(answer);
        options?.show(answer.lines);
      };
      again = () => this.find(finder, text);
      engine?.send({ id: number, query: found.query });
    },
    leave() {
      asked++;
      hear = null;
      if (options) options.row.hidden = options.hows.hidden = true;
      note(null);
    },
  };
  starting = start();
})();
