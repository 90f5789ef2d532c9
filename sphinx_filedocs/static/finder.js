// @ts-check
// The finder: a box in which a reader types parts of names, and below it what finder-search.js finds. Both
// are loaded when it is opened for the first time.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  const finding = /** @type {FiledocsFinder} */ (window.filedocsFinder);
  const { trees, element } = finding;
  const reader = () => window.filedocsReader;
  const RECENT = "filedocs-recent";
  const LETTERS = { d: "/", t: "T", f: "ƒ", v: "v", n: "N", m: "#", g: "G", h: "§", "": "≡" };

  function recent() {
    try {
      const kept = JSON.parse(sessionStorage.getItem(RECENT) || "[]");
      return Array.isArray(kept) ? kept : [];
    } catch {
      return [];
    }
  }

  /** @param {FiledocsEntry} entry */
  function remember(entry) {
    const key = [entry.tree.data.prefix, entry.tree.data.files[entry.file], entry.kind && entry.name, entry.number];
    const others = recent().filter((kept) => String(kept) !== String(key));
    try {
      sessionStorage.setItem(RECENT, JSON.stringify([key, ...others].slice(0, 8)));
    } catch {
      // Without a memory it finds all the same.
    }
  }

  /** @returns {FiledocsHit[]} */
  function remembered() {
    return recent().flatMap(([prefix, path, name, number]) => {
      const tree = trees.get(prefix);
      const file = tree ? tree.data.files.indexOf(path) : -1;
      if (!tree || file < 0) return [];
      /** @param {FiledocsEntry} one */
      const isMeant = (one) => one.file === file && one.name === name && one.number === number;
      const symbol = name && [...tree.folders, ...tree.symbols].find(isMeant);
      const entry = symbol || (name ? null : finding.fileEntry(tree, file));
      return entry ? [{ entry, tier: 0, at: -1, word: "", group: "o" }] : [];
    });
  }

  class Finder {
    constructor() {
      this.dialog = /** @type {HTMLDialogElement} */ (element("dialog", "filedocs-finder"));
      this.input = document.createElement("input");
      this.status = element("span", "filedocs-finder-status");
      this.list = element("ul", "filedocs-finder-list");
      this.tabs = element("div", "fd-finder-tabs");
      this.names = this.tab("");
      this.texts = this.tab("/");
      this.remember = remember;
      /** Of the script that searches in texts. @type {Promise<unknown> | null} */
      this.loading = null;
      /** @type {FiledocsHit[]} */
      this.hits = [];
      this.chosen = 0;
      this.line = this.to = this.recent = 0;
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
      this.tabs.append(element("div", "fd-toggles", this.names, this.texts));
      dialog.append(element("div", "filedocs-finder-box", input, status), this.tabs, list, this.keys);
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

    /** What changes to files and names, or to texts. @param {string} mode */
    tab(mode) {
      const made = document.createElement("button");
      made.type = "button";
      made.addEventListener("click", () => {
        this.begin(mode);
        this.find();
        this.input.focus();
      });
      return made;
    }

    /** Begin to look for names, or for a text. @param {string} mode */
    begin(mode) {
      const { input } = this;
      const isText = finding.read(input.value).mode === "/";
      if (isText !== (mode === "/")) input.value = mode ? mode + input.value.replace(/^[@>]/, "") : input.value.slice(1);
      input.setSelectionRange(mode.length, input.value.length);
    }

    /** @param {string} [mode] */
    async open(mode = "") {
      const { dialog, input } = this;
      if (dialog.open) return;
      dialog.showModal();
      if (mode) this.begin(mode);
      else input.select();
      const isLoaded = await finding.loadTrees();
      if (!trees.size) {
        this.status.textContent = isLoaded ? "" : "Error";
        return;
      }
      const what = reader().pick ? own.dataset.between : finding.words().find;
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
      const texts = finding.words();
      const keys = [
        ["↑ ↓", texts.choose],
        ["↵", isPick ? texts.calls : texts.open],
        ...(isPick ? [] : [[":", texts.line]]),
        ["@", texts.here],
        ...(isPick ? [] : [[">", texts.files]]),
        ...(finding.hasText() ? [["/", texts.text]] : []),
        ["Esc", texts.close],
      ];
      const rows = keys.map(([key, what]) => element("span", "", element("kbd", "", key), what));
      this.keys?.replaceChildren(...rows);
    }

    /** Show which of the two is looked for. @param {boolean} isText */
    showTabs(isText) {
      const words = finding.words();
      this.tabs.hidden = !finding.hasText();
      for (const [button, word, isOn] of /** @type {const} */ ([[this.names, words.names, !isText], [this.texts, words.text, isText]])) {
        button.textContent = word;
        button.setAttribute("aria-pressed", String(isOn));
      }
    }

    loadText() {
      this.loading ||= new Promise((resolve) => finding.load("finder-text.js").addEventListener("load", resolve));
      return this.loading;
    }

    async findText() {
      await this.loadText();
      const { value } = this.input;
      if (finding.read(value).mode === "/") finding.textSearch?.find(this, value.slice(1));
    }

    async find() {
      const query = finding.read(this.input.value);
      const texts = finding.words();
      const asked = ++this.asked;
      this.showTabs(query.mode === "/");
      if (query.mode === "/") {
        this.findText();
        return;
      }
      finding.textSearch?.leave();
      if (finding.missing(query)) {
        this.status.textContent = texts.loading;
        const isLoaded = await finding.loadMissing(query);
        if (asked !== this.asked) return;
        if (!isLoaded) {
          this.status.textContent = texts.failed;
          return;
        }
      }
      const isEmpty = !this.input.value.trim();
      const known = remembered().filter((hit) => !reader().pick || finding.isCalled(hit.entry));
      const hits = isEmpty ? known : finding.search(query);
      [this.line, this.to] = [query.line, query.to];
      this.hits = finding.shown(hits);
      this.recent = this.hits.length;
      if (isEmpty) {
        const links = new Set(known.map(({ entry }) => finding.address(entry)));
        this.hits.push(...finding.main().filter(({ entry }) => !links.has(finding.address(entry))));
      }
      this.chosen = 0;
      this.show(isEmpty);
      const isAll = this.hits.length === hits.length;
      const count = ((isAll ? texts.all : texts.found) || "")
        .replace("{found}", hits.length.toLocaleString(document.documentElement.lang || "en"))
        .replace("{shown}", String(this.hits.length));
      const nothing = finding.isTooShort(query) ? texts.short : texts.none;
      this.status.textContent = isEmpty ? "" : hits.length ? count : nothing;
    }

    /** @param {boolean} isEmpty */
    show(isEmpty) {
      let group = "o";
      const texts = finding.words();
      /** @type {Node[]} */
      const rows = [];
      this.hits.forEach((hit, at) => {
        if (isEmpty && (!at || at === this.recent)) rows.push(this.caption(at < this.recent ? texts.recent : texts.main));
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

    /** @param {FiledocsHit} hit @param {number} at */
    row(hit, at) {
      const { entry, word } = hit;
      const path = entry.tree.data.files[entry.file];
      const isPath = !entry.kind || entry.kind === "d";
      const shownName = isPath ? entry.name.slice(entry.last) : entry.name;
      const from = hit.at < 0 ? -1 : isPath ? hit.at - entry.last : hit.at;
      const name = element("span", "filedocs-finder-name");
      if (from >= 0 && word) {
        const end = from + word.length;
        name.append(shownName.slice(0, from), element("b", "", shownName.slice(from, end)));
        name.append(shownName.slice(end));
      } else name.append(shownName);
      const icon = element("span", `filedocs-kind filedocs-kind-${entry.kind || "file"}`);
      icon.textContent = LETTERS[/** @type {keyof typeof LETTERS} */ (entry.kind)] || "";
      icon.setAttribute("aria-hidden", "true");
      const where = isPath ? entry.name.slice(0, entry.last) : path;
      const end = this.to > this.line ? `-${this.to}` : "";
      if (this.line && !entry.kind) name.append(`:${this.line}${end}`);
      const tree = trees.size > 1 ? `${entry.tree.data.title} · ` : "";
      const aside = element("span", "filedocs-finder-path", element("span", "", `${tree}${where}`));
      if (entry.line) aside.append(`:${entry.line}`);
      const link = /** @type {HTMLAnchorElement} */ (
        element("a", "filedocs-finder-row", icon, name, " ", aside)
      );
      link.href = finding.address(entry, this.line, this.to);
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
        const last = this.list.querySelectorAll(".filedocs-finder-row").length - 1;
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
  finding.open = (mode) => finder.open(mode);
  finder.input.value = new URLSearchParams(location.search).get("find") || "";
  finder.open(own.dataset.begin);
  finder.input.value += reader().opened?.() ?? "";
  if (finding.read(finder.input.value).mode === "/") finder.loadText();
})();
