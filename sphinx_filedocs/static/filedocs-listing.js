// What a listing shows a reader while it is read: what a name is, on a card beside it; the
// definitions around the first line that is seen, above it; and long lines whole. filedocs.js loads
// this where a page has a listing.
(() => {
  "use strict";
  const own = document.currentScript;

  // --- cards ------------------------------------------------------------------------------------

  const named = ".filedocs-listing pre a[href]:not(:empty)";
  const hints = new WeakMap();
  /** What the page says of a name in a listing: its signature, and where it is defined. */
  function hintOf(link) {
    const listing = link.closest(".filedocs-listing");
    if (!hints.has(listing)) {
      const data = listing.querySelector("script.filedocs-hints");
      hints.set(listing, data ? JSON.parse(data.textContent) : {});
    }
    const known = hints.get(listing)[link.getAttribute("href")];
    return known?.[Number(link.dataset.hint ?? 0)];
  }

  const card = document.createElement("div");
  card.className = "filedocs-card";
  card.id = "filedocs-card";
  card.setAttribute("role", "tooltip");
  let shownOf = null;
  let waiting = 0;
  function hideCard() {
    clearTimeout(waiting);
    shownOf?.removeAttribute("aria-describedby");
    shownOf = null;
    card.remove();
  }

  function showCard(link) {
    const hint = hintOf(link);
    // A page may have been scrolled since.
    if (!hint || !link.matches(":hover, :focus")) return;
    hideCard();
    const [first, ...rest] = hint.split("\n");
    const lines = rest.length ? [["code", first], ["p", rest.join(" ")]] : [["p", first]];
    card.replaceChildren(
      ...lines.map(([name, text]) => {
        const line = document.createElement(name);
        line.textContent = text;
        return line;
      }),
    );
    document.body.append(card);
    // Below the name, above where there is no room; never over it.
    const place = link.getClientRects()[0];
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(8, Math.min(place.left, clientWidth - card.offsetWidth - 8));
    const below = place.bottom + 4;
    const fits = below + card.offsetHeight <= clientHeight;
    card.style.left = `${left}px`;
    card.style.top = `${fits ? below : Math.max(0, place.top - 4 - card.offsetHeight)}px`;
    link.setAttribute("aria-describedby", card.id);
    shownOf = link;
  }

  /** Show what the pointer rests on, and hide it when it goes elsewhere than to the card. */
  function rest(event) {
    if (event.pointerType === "touch" || card.contains(event.target)) return clearTimeout(waiting);
    const link = event.target.closest?.(named);
    if (link === shownOf) return clearTimeout(waiting);
    clearTimeout(waiting);
    if (link) waiting = setTimeout(showCard, 250, link);
    else if (shownOf) waiting = setTimeout(hideCard, 250);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !shownOf) return;
    event.preventDefault();
    hideCard();
  }, { capture: true });
  document.addEventListener("pointerover", rest);
  document.addEventListener("focusin", (event) => {
    const link = event.target.closest?.(named);
    if (link?.matches(":focus-visible")) showCard(link);
    else hideCard();
  });
  document.addEventListener("focusout", hideCard);
  document.addEventListener("scroll", () => shownOf && hideCard(), { passive: true, capture: true });
  document.addEventListener("pointerdown", (event) => {
    if (!card.contains(event.target)) hideCard();
  });

  // --- the definitions around -------------------------------------------------------------------

  /** The definitions of a listing that take several lines: [first line, last line], outer first. */
  function spans(listing) {
    return [...listing.querySelectorAll("pre > span > i[id^='L']")]
      .map((mark) => /^L(\d+)-L(\d+)$/.exec(mark.id))
      .filter(Boolean)
      .map((found) => [Number(found[1]), Number(found[2])])
      .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
  }

  /** Where the window begins below what a theme keeps at its top. */
  function topEdge(left) {
    let edge = 0;
    for (let one = document.elementFromPoint(left, 1); one; one = one.parentElement) {
      const { position } = getComputedStyle(one);
      if (position === "fixed" || position === "sticky") edge = one.getBoundingClientRect().bottom;
    }
    // What is higher is no head: a sidebar, or something over the page.
    return edge < window.innerHeight / 4 ? Math.max(0, edge) : 0;
  }

  /** Keep a line above a listing that says in which file and definitions its first line stands. */
  function follow(listing) {
    const around = document.createElement("div");
    around.className = "filedocs-around";
    // It says again what stands in the listing and in the title.
    around.setAttribute("aria-hidden", "true");
    const title = document.querySelector("h1")?.cloneNode(true);
    title?.querySelectorAll(".headerlink").forEach((link) => link.remove());
    const path = title?.textContent.trim() ?? "";
    const known = spans(listing);
    const lines = listing.querySelectorAll("pre > span[id]");
    if (!lines.length) return;
    around.hidden = true;
    document.body.append(around);

    /** The definitions around the first line below *edge*. */
    function namesAt(edge, bottom) {
      const top = lines[0].getBoundingClientRect().top;
      const guess = Math.floor(((edge - top) / (bottom - top)) * lines.length);
      let at = Math.max(0, Math.min(lines.length - 1, guess));
      // Where lines are wrapped they are not all of one height.
      while (at > 0 && lines[at].getBoundingClientRect().top > edge) at--;
      while (at < lines.length - 1 && lines[at].getBoundingClientRect().bottom <= edge) at++;
      const first = Number(lines[at].id.slice(1));
      return known
        .filter(([start, end]) => start < first && first <= end)
        .map(([start]) => document.getElementById(`L${start}`)?.textContent.trim() ?? "");
    }

    function update() {
      const { top, bottom, left, width } = listing.getBoundingClientRect();
      around.hidden = true;
      const edge = topEdge(left + 1);
      if (top > edge || bottom < edge + 60) return;
      around.hidden = false;
      around.style.cssText = `top: ${edge}px; left: ${left}px; width: ${width}px`;
      const shown = width < 500 ? path.slice(path.lastIndexOf("/") + 1) : path;
      const parts = [shown, ...namesAt(edge + around.offsetHeight, bottom)].map((text) => {
        const part = document.createElement("span");
        part.textContent = text;
        return part;
      });
      around.replaceChildren(...parts);
    }

    let isAsked = false;
    const ask = () => {
      if (isAsked) return;
      isAsked = true;
      requestAnimationFrame(() => {
        isAsked = false;
        update();
      });
    };
    document.addEventListener("scroll", ask, { passive: true, capture: true });
    window.addEventListener("resize", ask);
    ask();
  }

  // --- long lines -------------------------------------------------------------------------------

  const kept = "filedocs-wrap";
  function stored() {
    try {
      return localStorage.getItem(kept) === "1";
    } catch {
      return false;
    }
  }

  function wrap(isWrapped) {
    document.documentElement.classList.toggle("filedocs-wrapped", isWrapped);
    document.querySelector(".filedocs-wrap")?.setAttribute("aria-pressed", String(isWrapped));
    try {
      localStorage.setItem(kept, isWrapped ? "1" : "0");
    } catch {
      // It is kept for this page alone.
    }
  }

  const page = document.querySelector("section#listing");
  if (page) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "filedocs-wrap";
    button.textContent = own.dataset.wrap;
    button.addEventListener("click", () => {
      wrap(button.getAttribute("aria-pressed") !== "true");
    });
    page.before(button);
    wrap(stored());
    page.querySelectorAll(".filedocs-listing").forEach(follow);
  }
})();
