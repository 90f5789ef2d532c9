// @ts-check
// Searches the texts of the trees for finder-text.js: a worker where the browser allows one, else a part of
// the page. It asks for the parts that it needs, one after another, and says after each what it holds.
(() => {
  "use strict";

  /** All of the search: it is handed to a worker as a text where the page comes from a disk. */
  function engine() {
    // What word characters and blanks are, as Unicode has it.
    const WORD = "\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\u200c\\u200d";
    const SPACE = "\\t\\v\\f\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
    const CLASSES = {
      w: `[${WORD}]`, W: `[^${WORD}\\n]`, d: "\\p{Nd}", D: "[^\\p{Nd}\\n]", s: `[${SPACE}]`, S: `[^${SPACE}\\n]`,
    };
    const POSIX = {
      alpha: "A-Za-z", digit: "0-9", alnum: "A-Za-z0-9", upper: "A-Z", lower: "a-z", space: "\\t\\v\\f\\r\\x20", blank: "\\t\\x20",
      punct: "!-\\/:-@\\[-`\\{-~", xdigit: "0-9A-Fa-f", word: "A-Za-z0-9_", cntrl: "\\0-\\t\\v-\\x1f\\x7f", print: "\\x20-~", graph: "!-~", ascii: "\\0-\\t\\v-\\x7f",
    };
    // Those of lines: no mark of the flag m, for which other characters end lines too.
    const AT = {
      "^": "(?:(?<![^\\n]))", $: "(?:(?![^\\n]))",
      b: `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
      B: `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
    };
    const ESCAPES = { t: "\t", r: "\r", f: "\f", v: "\v", a: "\x07", e: "\x1b" };
    /** So many parts are loaded while others are searched, and before anything is looked for. */
    const AHEAD = 8;
    const BEFORE = 6;
    /** So many characters of texts are kept. */
    const KEPT = 96e6;

    /** A character, however an expression would read it. @param {string} c */
    const literal = (c) => (/[A-Za-z0-9_]/.test(c) ? c : `\\u{${(c.codePointAt(0) || 0).toString(16)}}`);

    /** An expression so that nothing in it crosses a line, and what a line must hold to match: the longest text.
     *  @param {string} source @returns {{js: string, must: string, isHeavy: boolean}} */
    function rewritten(source) {
      const chars = [...source];
      let at = 0;
      /** @param {string} text */
      const next = (text) => chars[at] === text && Boolean(++at);
      /** @param {string} why @returns {never} */
      const refuse = (why = "wrong") => { throw new Error(why); };
      let isHeavy = false;
      let unbounded = 0;

      /** The character behind a backslash, where it is no class. @param {string} c */
      function escaped(c) {
        if (c in ESCAPES) return ESCAPES[/** @type {keyof typeof ESCAPES} */ (c)];
        if (c === "x" || c === "u" || c === "U") {
          const isHeld = next("{");
          const end = isHeld ? chars.indexOf("}", at) : at + { x: 2, u: 4, U: 8 }[c];
          const digits = chars.slice(at, end).join("");
          at = end + Number(isHeld);
          if (!/^[0-9A-Fa-f]{1,8}$/.test(digits) || parseInt(digits, 16) > 0x10ffff) refuse();
          return String.fromCodePoint(parseInt(digits, 16));
        }
        if (/[1-9k]/.test(c)) refuse("refused");
        return /[A-Za-z0-9]/.test(c) ? refuse() : c;
      }

      /** A property such as \p{Greek}. @param {string} c */
      function property(c) {
        const end = next("{") ? chars.indexOf("}", at) : at + 1;
        const name = chars.slice(at, end).join("").replace(/^\^/, "");
        const isNot = (c === "P") !== (chars[at] === "^");
        at = end + (chars[end] === "}" ? 1 : 0);
        const known = ["", "Script=", "General_Category="].find((kind) => {
          try {
            return new RegExp(`\\p{${kind}${name}}`, "v");
          } catch {
            return false;
          }
        });
        return known === undefined ? refuse() : `\\${isNot ? "P" : "p"}{${known}${name}}`;
      }

      /** A class, behind its bracket. @returns {string} */
      function set() {
        const isNot = next("^");
        /** @type {string[]} */
        const items = [];
        let made = "";
        for (let isFirst = true; ; isFirst = false) {
          const c = chars[at++];
          if (c === undefined) refuse();
          if (c === "]" && !isFirst) break;
          if (c === "[" && next(":")) {
            const end = chars.indexOf(":", at);
            const name = chars.slice(at, end).join("").replace(/^\^/, "");
            if (!(name in POSIX) || chars[end + 1] !== "]") refuse();
            const its = POSIX[/** @type {keyof typeof POSIX} */ (name)];
            items.push(chars[at] === "^" ? `[^${its}]` : its);
            at = end + 2;
          } else if (c === "[") items.push(set());
          else if ((c === "&" || c === "-" || c === "~") && chars[at] === c && !isFirst && chars[at + 1] !== "]") {
            if (c === "~") refuse("refused");
            at++;
            made += `[${items.splice(0).join("")}]${c}${c}`;
          } else {
            const first = one(c);
            if ([...first].length > 1) items.push(first);
            else if (chars[at] === "-" && chars[at + 1] !== "]" && chars[at + 1] !== "-" && chars[at + 1] !== undefined) {
              at++;
              const last = one(chars[at++]);
              if ([...last].length > 1 || (first.codePointAt(0) || 0) > (last.codePointAt(0) || 0)) refuse();
              items.push(`${hex(first)}-${hex(last)}`);
            } else items.push(hex(first));
          }
        }
        const last = items.join("");
        made = made ? `${made}[${last}]` : last;
        return `[${isNot ? "^" : ""}${made}]`;
      }
      /** @param {string} c */
      const hex = (c) => `\\u{${(c.codePointAt(0) || 0).toString(16)}}`;
      /** An item of a class: a character as it is, or a class. @param {string} c */
      function one(c) {
        if (c !== "\\") return c;
        const e = chars[at++];
        if (e === undefined) refuse();
        if (e in CLASSES) return CLASSES[/** @type {keyof typeof CLASSES} */ (e)];
        return e === "p" || e === "P" ? property(e) : e === "n" ? "\n" : escaped(e);
      }

      /** @typedef {{js: string, must: string, loops: number}} Made */
      /** @returns {Made} */
      function either() {
        const ways = [row()];
        while (next("|")) ways.push(row());
        if (ways.length < 2) return ways[0];
        return { js: ways.map(({ js }) => js).join("|"), must: "", loops: Math.max(...ways.map(({ loops }) => loops)) };
      }

      /** @returns {Made} */
      function row() {
        let js = "";
        let run = "";
        let must = "";
        let loops = 0;
        const end = (text = "") => {
          for (const some of [run, text]) if (some.length > must.length) must = some;
          run = "";
        };
        while (at < chars.length && chars[at] !== "|" && chars[at] !== ")") {
          const c = chars[at++];
          let made = "";
          let its = "";
          let inner = 0;
          /** @type {string | null} */
          let text = null;
          let isPlace = false;
          if (c === "(") {
            if (next("?") && !next(":")) {
              const name = /^P?<[^=!<>][^<>]*>/.exec(chars.slice(at, at + 80).join(""));
              if (!name) refuse("refused");
              at += [...(name?.[0] || "")].length;
            }
            const group = either();
            if (!next(")")) refuse();
            [made, its, inner] = [`(?:${group.js})`, group.must, group.loops];
          } else if (c === "[") made = `[${set()}--[\\n]]`;
          else if (c === ".") made = "[^\\n]";
          else if (c === "^" || c === "$") [made, isPlace] = [AT[c], true];
          else if (c === "\\") {
            const e = chars[at++];
            if (e === undefined) refuse();
            if (e in CLASSES) made = CLASSES[/** @type {keyof typeof CLASSES} */ (e)];
            else if (e === "b" || e === "B") [made, isPlace] = [AT[e], true];
            else if (e === "p" || e === "P") made = `[${property(e)}--[\\n]]`;
            else text = escaped(e);
          } else if (c === "*" || c === "+" || c === "?" || (c === "{" && /^\d*,?\d*\}/.test(chars.slice(at).join("")))) refuse();
          else text = c;
          if (text !== null) made = literal(text);
          let most = 1;
          let least = 1;
          for (let count = 0; ; count++) {
            const found = /^(?:[*+?]|\{(\d+)(?:,\d*)?\}|\{,\d+\})\??/.exec(chars.slice(at, at + 24).join(""));
            if (!found) break;
            const [whole, number] = found;
            if (count || isPlace) made = `(?:${made})`;
            made += whole.replace("{,", "{0,");
            at += whole.length;
            least = Math.min(least, whole[0] === "+" ? 1 : Number(number || 0));
            if (!/^(\?|\{\d*\}|\{\d*,\d+\})/.test(whole)) {
              inner++;
              unbounded++;
              most = Infinity;
            } else most = Math.max(most, 2);
          }
          loops = Math.max(loops, inner);
          if (inner > 1 || unbounded > 3) isHeavy = true;
          js += made;
          if (text !== null && least > 0) run += text;
          if (text === null || most > 1 || least < 1) {
            if (!isPlace || most > 1) end(least > 0 ? its : "");
          }
        }
        end();
        return { js, must, loops };
      }

      const all = either();
      if (at < chars.length) refuse();
      return { js: all.js, must: all.must, isHeavy };
    }

    /** What finds a query: a text, or an expression with a text that a line must hold where it matches.
     *  @param {FiledocsTextQuery} query @returns {FiledocsMatcher} */
    function compile({ text, how }) {
      let source = text;
      let isCased = how.includes("c");
      let { js, must, isHeavy } = { js: "", must: "", isHeavy: false };
      if (how.includes("r")) {
        if (source.startsWith("(?i)")) [source, isCased] = [source.slice(4), false];
        ({ js, must, isHeavy } = rewritten(source));
      } else js = [...text].map(literal).join("");
      if (how.includes("w")) js = `(?<![${WORD}])(?:${js})(?![${WORD}])`;
      const flags = isCased ? "gv" : "giv";
      const re = new RegExp(js, flags);
      if (!how.includes("r")) return { re, plain: isCased && !how.includes("w") ? text : "", must: null, isHeavy };
      const held = [...must].length > 1 && must !== source ? [...must].map(literal).join("") : "";
      return { re, plain: "", must: held ? new RegExp(held, flags) : null, isHeavy };
    }

    /** Where a line matches, a pair for each place. @param {FiledocsMatcher} matcher @param {string} line */
    function places({ re, plain }, line, most = 40) {
      /** @type {[number, number][]} */
      const found = [];
      if (plain) {
        for (let at = line.indexOf(plain); at >= 0 && found.length < most; at = line.indexOf(plain, at + plain.length)) found.push([at, at + plain.length]);
        return found;
      }
      re.lastIndex = 0;
      for (let hit = re.exec(line); hit && found.length < most; hit = re.exec(line)) {
        found.push([hit.index, hit.index + hit[0].length]);
        // What is empty is behind the last character of a pair too.
        if (!hit[0]) re.lastIndex += (line.codePointAt(re.lastIndex) || 0) > 0xffff ? 2 : 1;
      }
      return found;
    }

    /** @typedef {{length: number, definitions: (number | string)[], literals: number[] | null}} Known
     *  @typedef {{text: string, files: Known[], size: number}} Part */
    /** @param {string} data @returns {Promise<Part>} */
    async function decoded(data) {
      const letters = atob(data);
      const bytes = new Uint8Array(letters.length);
      for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at);
      const packed = /** @type {ReadableStream<BufferSource>} */ (new Response(bytes).body);
      const whole = await new Response(packed.pipeThrough(new DecompressionStream("deflate-raw"))).text();
      const end = whole.lastIndexOf("\n") + 1;
      /** @type {[number, (number | string)[], number[] | null][]} */
      const rows = JSON.parse(whole.slice(end));
      const files = rows.map(([length, definitions, literals]) => ({ length, definitions, literals }));
      return { text: whole.slice(0, end), files, size: end };
    }

    /** The name of the innermost definition around a line. @param {(number | string)[]} rows @param {number} line */
    function around(rows, line) {
      let [start, name, least] = [0, "", Infinity];
      for (let at = 0; at < rows.length; at += 3) {
        start += Number(rows[at]);
        const more = Number(rows[at + 1]);
        if (start > line) break;
        if (line <= start + more && more <= least) [least, name] = [more, String(rows[at + 2])];
      }
      return name;
    }

    /** What matches stand in, in their order: s strings, m comments, k code; "" where it is not known.
     *  @param {number[] | null} rows */
    function kindsIn(rows) {
      let at = 0;
      let [start, end] = rows?.length ? [rows[0], rows[0] + Math.abs(rows[1])] : [Infinity, Infinity];
      /** @param {number} place */
      return (place) => {
        if (!rows) return "";
        while (place >= end) {
          at += 2;
          if (at >= rows.length) [start, end] = [Infinity, Infinity];
          else [start, end] = [end + rows[at], end + rows[at] + Math.abs(rows[at + 1])];
        }
        return place < start ? "k" : rows[at + 1] < 0 ? "m" : "s";
      };
    }

    /** All lines of a part that match, in their order: the place of the file, the number of the line, where it
     *  begins and ends, and what its matches stand in.
     *  @param {Part} part @param {FiledocsMatcher} matcher @param {boolean[]} isMeant of each file
     *  @param {(file: number, line: number, start: number, end: number, kinds: string) => void} add */
    function scan({ text, files }, matcher, isMeant, add) {
      const { re, plain, must } = matcher;
      let [file, first, behind, line, start] = [-1, 0, 0, 1, 0];
      let kind = kindsIn(null);
      /** Where the first match from somewhere on begins. @param {number} from @returns {number} */
      function find(from) {
        if (plain) return text.indexOf(plain, from);
        if (!must) {
          re.lastIndex = from;
          return re.exec(text)?.index ?? -1;
        }
        for (let at = from; ; ) {
          must.lastIndex = at;
          const held = must.exec(text);
          if (!held) return -1;
          const begin = Math.max(from, text.lastIndexOf("\n", held.index - 1) + 1);
          const end = text.indexOf("\n", held.index);
          const [place] = places(matcher, text.slice(text.lastIndexOf("\n", held.index - 1) + 1, end), 1);
          if (place) return Math.max(begin, place[0] + text.lastIndexOf("\n", held.index - 1) + 1);
          at = end + 1;
        }
      }
      for (let at = find(0); at >= 0 && at < text.length; ) {
        while (at >= behind) {
          file++;
          [first, behind, line, start] = [behind, behind + files[file].length, 1, behind];
          kind = kindsIn(files[file].literals);
        }
        if (!isMeant[file]) {
          at = find(behind);
          continue;
        }
        for (let end = text.indexOf("\n", start); end < at; end = text.indexOf("\n", start)) {
          line++;
          start = end + 1;
        }
        const end = text.indexOf("\n", at);
        let kinds = "";
        if (files[file].literals) {
          for (const [begin] of places(matcher, text.slice(start, end))) {
            const its = kind(start + begin - first);
            if (!kinds.includes(its)) kinds += its;
          }
        }
        add(file, line, start, end, kinds);
        at = find(end + 1);
      }
    }

    /** A line cut so that its first match is seen, and where its matches are then.
     *  @param {string} text @param {[number, number][]} found @param {number} room how many characters are seen */
    function shown(text, found, room) {
      const blank = text.length - text.trimStart().length;
      const isFar = found[0]?.[1] > blank + room;
      let from = Math.min(blank, found[0]?.[0] ?? blank);
      if (isFar) {
        // As much before it as can be seen, from the beginning of a word.
        const [start, end] = found[0];
        from = Math.max(from, Math.min(start - (room >> 2), end - room + (room >> 3)));
        const word = text.indexOf(" ", from) + 1;
        if (word && word <= start && word < from + 12) from = word;
      }
      const to = from + 240;
      const before = from > blank ? "… " : "";
      /** @type {[number, number][]} */
      const marks = found.filter(([start, end]) => start < to && end > start)
        .map(([start, end]) => [start - from + before.length, Math.min(end, to) - from + before.length]);
      return { text: before + text.slice(from, to) + (to < text.length ? " …" : ""), marks };
    }

    /** Answer what a page asks. @param {(answer: FiledocsTextAnswer) => void} say */
    function serve(say) {
      say({ isReady: true });
      /** @type {FiledocsTextTree[]} */
      let trees = [];
      let current = 0;
      /** @type {Map<string, Promise<Part>>} */
      const parts = new Map();
      /** @type {Map<string, (data: string) => void>} */
      const asked = new Map();
      let held = 0;

      /** @param {string} name */
      function part(name) {
        let known = parts.get(name);
        if (!known) {
          known = new Promise((resolve) => {
            asked.set(name, resolve);
            say({ load: name });
          }).then((data) => decoded(/** @type {string} */ (data)));
          known.then(({ size }) => { held += size; }, () => {});
        }
        // Those that were asked for last are at the end.
        parts.delete(name);
        parts.set(name, known);
        return known;
      }

      async function forget() {
        for (const [name, known] of [...parts].slice(0, -4 * AHEAD)) {
          if (held < KEPT) return;
          parts.delete(name);
          held -= (await known).size;
        }
      }

      /** @param {number} id @param {FiledocsTextQuery} query */
      async function search(id, query) {
        const matcher = compile(query);
        // On a page nothing can end it.
        if (matcher.isHeavy && query.isHere) throw new Error("slow");
        const wanted = trees.flatMap(({ parts: rows, files, groups, languages }, tree) => {
          return rows.map((row) => {
            const isMeant = row.files.map((file, at) => {
              const isThere = files[file].startsWith(query.folder);
              return isThere && (!query.language || languages[row.languages[at]] === query.language);
            });
            return { ...row, tree, groups, isMeant };
          });
        }).filter(({ isMeant }) => isMeant.includes(true));
        /** @type {Record<string, number>} */
        const lines = { o: 0, t: 0, v: 0, k: 0, s: 0, m: 0 };
        const count = { ...lines };
        for (const [number, row] of wanted.entries()) {
          for (const { name } of wanted.slice(number, number + AHEAD)) part(name).catch(() => {});
          const loaded = await part(row.name);
          if (id !== current) return;
          /** @type {FiledocsTextHit[]} */
          const hits = [];
          let last = -1;
          say({ id, isBusy: true });
          scan(loaded, matcher, row.isMeant, (file, line, start, end, kinds) => {
            for (const its of kinds) lines[its]++;
            if (query.kinds && ![...kinds].some((its) => query.kinds.includes(its))) return;
            const group = row.groups[row.files[file]];
            lines[group]++;
            if (file !== last) count[group]++;
            last = file;
            if (lines[group] > query.most) return;
            const text = loaded.text.slice(start, end);
            const name = around(loaded.files[file].definitions, line);
            hits.push({ tree: row.tree, file: row.files[file], group, line, name, ...shown(text, places(matcher, text), query.room) });
          });
          say({ id, hits, lines: { ...lines }, files: { ...count }, isBusy: false });
          await forget();
        }
        say({ id, hits: [], lines, files: count, isDone: true });
      }

      /** @param {FiledocsTextQuestion} question */
      return (question) => {
        if (question.trees) {
          trees = question.trees;
          // Who has begun to look for a text will need them.
          for (const { name } of trees.flatMap(({ parts: all }) => all).slice(0, BEFORE)) part(name).catch(() => {});
        }
        if (question.part) {
          asked.get(question.part)?.(question.data || "");
          asked.delete(question.part);
        }
        if (question.query) {
          const id = question.id || 0;
          current = id;
          search(id, question.query).catch((error) => say({ id, error: String(error.message) }));
        }
      };
    }

    return { compile, places, serve };
  }

  if (typeof document === "undefined") {
    const answer = engine().serve((said) => postMessage(said));
    self.onmessage = ({ data }) => answer(data);
  } else window.filedocsText = engine;
})();
