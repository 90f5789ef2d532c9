// @ts-check
// Shows beside the lines of a listing who wrote them and when, and on a card the subject of the commit. filedocs.js
// loads this where a page knows that.
(() => {
  "use strict";
  const listing = /** @type {HTMLElement | null} */ (document.querySelector("[data-blame]"));
  const wrap = document.querySelector(".filedocs-wrap");
  if (!listing || !wrap) return;

  const LATER = -1;
  /** A label comes again after so many lines with the same commit, less than a window has. */
  const AGAIN = 25;
  /** So many shades of age there are, from the oldest commit of the file to the newest. */
  const SHADES = 6;
  const STEPS = new Map([["ArrowDown", 1], ["ArrowUp", -1]]);
  /** In milliseconds: so long a card stays when the pointer is on its way to it. */
  const PATIENCE = 200;
  const KEPT = "filedocs-blame";

  /** @template {keyof HTMLElementTagNameMap} Name
   *  @param {Name} name @param {string} css @param {(string | Node)[]} content */
  function make(name, css, ...content) {
    const element = document.createElement(name);
    element.className = css;
    element.append(...content);
    return element;
  }

  // --- a card with the subject of a commit -------------------------------------------------------

  const card = make("div", "filedocs-card fd-blame-card");
  card.setAttribute("role", "tooltip");
  let leaving = 0;
  /** @type {HTMLElement | null} */
  let shownOf = null;
  function hide() {
    clearTimeout(leaving);
    card.remove();
  }
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(hide, PATIENCE);
  }
  /** @param {HTMLElement} label @param {string} subject @param {string} about */
  function show(label, subject, about) {
    clearTimeout(leaving);
    shownOf = label;
    card.replaceChildren(make("p", "", subject), ...(about ? [make("p", "", about)] : []));
    document.body.append(card);
    settle(label);
  }
  /** @param {HTMLElement} label */
  function settle(label) {
    const { left, top, bottom } = label.getBoundingClientRect();
    const below = bottom + 4;
    const isBelow = below + card.offsetHeight < window.innerHeight;
    card.style.left = `${Math.max(8, Math.min(left, window.innerWidth - card.offsetWidth - 8))}px`;
    card.style.top = `${isBelow ? below : top - card.offsetHeight - 4}px`;
  }
  card.addEventListener("pointerenter", () => clearTimeout(leaving));
  card.addEventListener("pointerleave", leave);
  document.addEventListener("scroll", () => {
    // A label that gets the focus is scrolled to.
    if (card.isConnected && shownOf?.matches(":hover, :focus-visible")) settle(shownOf);
    else hide();
  }, { passive: true, capture: true });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });

  // --- who wrote some lines ----------------------------------------------------------------------

  /** A label above or beside some lines.
   *  @param {FiledocsBlame} data @param {number} place of a commit */
  function labelOf({ commits, authors, url, later, older, unknown }, place) {
    const [hash, date, author, subject] = commits[place] ?? [];
    const who = hash ? authors[author] : place === LATER ? later : older;
    const said = hash ? subject : place === LATER ? later : unknown;
    const about = hash ? [date, who, hash].join(" · ") : "";
    const label = make(hash && url ? "a" : "span", "fd-blame", ...(date ? [make("time", "", date)] : []), make("b", "", who));
    if (label instanceof HTMLAnchorElement) label.href = url.replace("{commit}", hash);
    else label.setAttribute("role", "note");
    label.ariaLabel = hash ? `${date} ${who}: ${said}` : said;
    label.tabIndex = -1;
    for (const event of ["pointerenter", "focus"]) label.addEventListener(event, () => show(label, said, about));
    label.addEventListener("pointerleave", leave);
    label.addEventListener("blur", hide);
    return label;
  }

  /** The shade of each commit: its place between the oldest and the newest of the file.
   *  @param {FiledocsBlame["commits"]} commits */
  function shadesOf(commits) {
    const times = commits.map(([, date]) => Date.parse(date) || 0);
    const first = Math.min(...times);
    const span = Math.max(...times) - first;
    return times.map((time) => (span ? Math.round(((SHADES - 1) * (time - first)) / span) : SHADES - 1));
  }

  /** Put a label before each run of lines with one commit.
   *  @param {FiledocsBlame} data @param {Element} listing */
  function addLabels(data, listing) {
    const lines = [...listing.querySelectorAll("pre > span > i")];
    const shades = shadesOf(data.commits);
    let at = 0;
    for (let run = 0; run < data.runs.length; run += 2) {
      const [place, count] = data.runs.slice(run, run + 2);
      for (let end = at + count; at < end && lines[at]; at++) {
        const line = lines[at];
        line.classList.add(`fd-age-${shades[place] ?? (place === LATER ? "new" : "none")}`);
        const passed = at - (end - count);
        if (passed % AGAIN) continue;
        const label = labelOf(data, place);
        line.before(label);
        // For the eye alone: the label before may be out of sight.
        if (passed) label.classList.add("fd-again");
        if (passed) label.ariaHidden = "true";
      }
    }
  }

  /** Have one label that the Tab key finds; arrows lead from it to others. @param {HTMLElement[]} labels */
  function rove(labels) {
    if (labels[0]) labels[0].tabIndex = 0;
    labels.forEach((label, at) => {
      label.addEventListener("keydown", (event) => {
        const next = labels[at + (STEPS.get(event.key) ?? 0)];
        if (!STEPS.has(event.key) || !next) return;
        event.preventDefault();
        label.tabIndex = -1;
        next.tabIndex = 0;
        next.focus();
      });
    });
  }

  // --- a button and a key ------------------------------------------------------------------------

  const button = make("button", "fd-blame-button", listing.dataset.blame ?? "", " ", make("kbd", "", "b"));
  button.type = "button";
  button.setAttribute("aria-keyshortcuts", "b");
  button.setAttribute("aria-pressed", "false");
  wrap.after(button);

  let isLabelled = false;
  /** @param {boolean} isOn */
  async function turn(isOn) {
    const data = isOn && !isLabelled ? await window.filedocsReader.ownBlame() : null;
    if (data && listing && !isLabelled) {
      isLabelled = true;
      addLabels(data, listing);
      rove([...listing.querySelectorAll("pre > span > .fd-blame:not(.fd-again)")].filter((one) => one instanceof HTMLElement));
    }
    hide();
    listing?.classList.toggle("fd-blamed", isOn && isLabelled);
    button.setAttribute("aria-pressed", String(isOn && isLabelled));
  }

  function change() {
    const isOn = button.getAttribute("aria-pressed") !== "true";
    try {
      localStorage.setItem(KEPT, isOn ? "1" : "0");
    } catch {
      // It is kept for this page alone.
    }
    turn(isOn);
  }
  button.addEventListener("click", change);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "b" || !window.filedocsReader.isAlone(event)) return;
    event.preventDefault();
    change();
  });
  try {
    if (localStorage.getItem(KEPT) === "1") turn(true);
  } catch {
    // It is off.
  }
})();
