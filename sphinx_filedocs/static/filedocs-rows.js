// @ts-check
// Orders the rows of a long table of files by a column, and shows those alone that some words fit. filedocs.js
// loads this where a page has such a table; without a script its rows stand in the order of their names.
(() => {
  "use strict";
  const own = /** @type {FiledocsScript} */ (document.currentScript);
  /** Fewer rows than this are looked through faster than a word is typed. */
  const LEAST = 10;

  /** What rows are ordered by in a column of numbers or months: those without one come last.
   *  @param {HTMLTableRowElement} row @param {number} column */
  function amount(row, column) {
    const cell = row.cells[column];
    // A size in bytes is no number of lines.
    const isOther = cell.querySelector(".filedocs-muted");
    return isOther ? -1 : Number(cell.textContent?.replace(/\D/g, "") || -1);
  }

  /** The parts of a table's head that order it; the first two columns are words.
   *  @param {HTMLTableElement} table @param {HTMLTableSectionElement} body
   *  @param {HTMLTableRowElement[]} rows */
  function addOrders(table, body, rows) {
    const heads = [...(table.tHead?.rows[0].cells ?? [])];
    heads.forEach((head, column) => {
      if (column === 1) return;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "fd-order";
      const title = head.querySelector("p") ?? head;
      button.append(...title.childNodes);
      title.append(button);
      if (!column) head.setAttribute("aria-sort", "ascending");
      button.addEventListener("click", () => {
        // Names begin with A, numbers with the largest; a second click turns that round.
        const before = head.getAttribute("aria-sort");
        const isUp = column ? before === "descending" : before !== "ascending";
        heads.forEach((one) => one.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
        // What is equal stays in the order of the names.
        const turn = isUp ? 1 : -1;
        const ordered = column
          ? [...rows].sort((a, b) => turn * (amount(a, column) - amount(b, column)))
          : [...rows];
        body.append(...(column || isUp ? ordered : ordered.reverse()));
      });
    });
  }

  /** @param {HTMLTableElement} table @param {HTMLTableRowElement[]} rows */
  function addFilter(table, rows) {
    const box = document.createElement("input");
    const count = document.createElement("output");
    const line = document.createElement("p");
    line.className = "fd-rows-filter";
    box.type = "search";
    box.placeholder = own.dataset.filterFiles.replace("{count}", String(rows.length));
    box.setAttribute("aria-label", box.placeholder);
    box.addEventListener("input", () => {
      const words = box.value.toLowerCase().split(/\s+/);
      let shown = 0;
      for (const row of rows) {
        const text = (row.textContent ?? "").toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        if (!row.hidden) shown += 1;
      }
      count.value = shown < rows.length ? `${shown} / ${rows.length}` : "";
    });
    line.append(box, count);
    table.parentElement?.before(line);
  }

  /** @type {NodeListOf<HTMLTableElement>} */
  const tables = document.querySelectorAll("table.filedocs-files");
  for (const table of tables) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    if (rows.length < LEAST) continue;
    addOrders(table, body, rows);
    addFilter(table, rows);
  }
})();
