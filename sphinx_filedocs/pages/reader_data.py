"""What cards and the panel of uses show of a file's definitions: their documentation, how often
they are used, what calls them and what they call.

A script for each page calls one function with the page's name and what is known of it, so that
pages can load it from a disk too, where no script may read another file. All that is in it is a
part of what the page rests on, and it is written with that page. So is what is shown of the names
in its listings, in a script of its own: only who reads that page asks for it.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from sphinx_filedocs.model.symbols import Definition, Symbol, walk
from sphinx_filedocs.pages.markup import Code, prose
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import more_names, printable_line, tests_text, uses_in_files
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.words import by_compiler, field_texts, said_by
from sphinx_filedocs.shortening import shortened

Uses = Mapping[Definition, Sequence[int]]
#: A first paragraph is cut at so many characters.
_LONGEST = 400
#: So many of what calls a definition, and of what it calls, are in its file's script.
_MOST_CALLS = 60
#: So many of what implements a definition are on its card.
_MOST_NAMED = 3


def data_path(docname: str) -> str:
    """Return the path of the script for a page, relative to the folder of all: no name of a folder
    ends as that of a script does."""
    *folders, name = docname.split("/")
    return "/".join((*(f"{folder}+" for folder in folders), f"{name}.js"))


def reader_data(site: Site, path: str) -> str:
    """Return the script of a file; ``""`` where there is nothing to say of its definitions.

    Of each, by its anchor: the first paragraph, fields (the place of their title and what is said
    of each name), its uses, what calls it and what it calls. What is empty at the end is left out.
    Calls are their number and rows of page (its place among ``pages``), anchor, name and the line,
    which is in the file of the caller; for callers the number of lines, and 1 for a test or the
    like.
    """
    pages: dict[str, int] = {}
    anchor_of = site.anchors.of_symbol(path)
    used = site.codebase.graph.uses.get(path, {})
    titles: dict[str, int] = {}
    definitions: dict[str, list[object]] = {}
    for entry in walk(site.codebase.files[path].facts.symbols):
        fields = [
            [titles.setdefault(title, len(titles)), [(name, _marked(text)) for name, text in rows]]
            for title, rows in field_texts(entry.symbol)
        ]
        count, files = site.marks.uses(entry.definition(path))
        definition = entry.definition(path)
        reached = site.uses.reached(definition)
        facts = [uses_in_files(count, files)] if count else []
        if reached:
            facts.append(_("Covered by {tests}").format(tests=tests_text(reached)))
        uses = " · ".join((*facts, *_implementing(site, definition)))
        span = entry.symbol.span
        lines = range(span.start, span.end + 1)
        calls = [_callers(site, definition, pages), _calls(site, definition, lines, used, pages)]
        said: list[object] = [_first_paragraph(entry.symbol), fields, uses, *calls]
        while said and not said[-1]:
            said.pop()
        if said:
            definitions[anchor_of(entry)] = said
    if not definitions:
        return ""
    data = {"titles": list(titles), "pages": list(pages), "of": definitions}
    shown = json.dumps(data, separators=(",", ":"))
    return f"filedocsReader.page({json.dumps(site.plan.files[path])},{shown});\n"


def _implementing(site: Site, definition: Definition) -> Iterator[str]:
    """Yield what implements a definition, and what it implements."""
    heirs = [
        f"{heir.inside.qualified} ({heir.folder}) {said_by(heir.how)}".strip()
        for heir in site.uses.heirs(definition)
        if heir.kind == "implementation"
    ]
    if heirs:
        yield _("Implemented by {names}").format(names=_first(heirs))
    asked = site.uses.relations(definition).implements
    if names := [f"{row.qualified} {said_by(how)}".strip() for row, how in asked.items()]:
        yield _("Implements {names}").format(names=_first(names))


def _first(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    shown = ", ".join(map(printable_line, names[:_MOST_NAMED]))
    return f"{shown} {more_names(more)}" if more > 0 else shown


def hints_script(docname: str, listings: Sequence[str]) -> str:
    """Return the script with what is shown of the names in the listings of a page.

    :param listings: what is shown in each of them.
    """
    return f"filedocsReader.hints({json.dumps(docname)},[{','.join(listings)}]);\n"


def _callers(site: Site, definition: Definition, pages: dict[str, int]) -> list[object]:
    callers = site.uses.callers(definition)
    rows: list[tuple[object, ...]] = []
    for path, inside, line, count, aside in callers[:_MOST_CALLS]:
        name = inside.qualified if inside else path.rpartition("/")[2]
        anchor = site.anchors.around(path, inside) if inside else f"L{line}"
        page = pages.setdefault(site.plan.files[path], len(pages))
        rows.append((page, anchor, printable_line(name), line, count, int(aside)))
    return [len(callers), rows] if rows else []


def _calls(
    site: Site, definition: Definition, lines: range, uses: Uses, pages: dict[str, int]
) -> list[object]:
    """Return what a definition calls.

    :param lines: those of the definition.
    :param uses: the definitions that its file uses, each with the lines on which it does.
    """
    called = [other for other in site.uses.relations(definition).calls if other != definition]
    rows = [
        (
            pages.setdefault(site.plan.files[other.path], len(pages)),
            site.anchors.of(other),
            printable_line(other.qualified),
            _first_in(uses.get(other, ()), lines),
        )
        for other in called[:_MOST_CALLS]
    ]
    return [len(called), rows] if rows else []


def _first_in(used: Sequence[int], lines: range) -> int:
    """Return the first of some sorted lines that is in a range, 0 if none is."""
    at = bisect_left(used, lines.start)
    return used[at] if at < len(used) and used[at] in lines else 0


def _first_paragraph(symbol: Symbol) -> str:
    words = printable_line(" ".join(symbol.doc.strip().split("\n\n", 1)[0].split()))
    shown = shortened(words, _LONGEST)
    return _marked(f"{shown} {by_compiler()}" if symbol.compiled else shown)


def _marked(text: str) -> str:
    """Return a text with what it marks as code, in whatever way, between single backticks."""
    return "".join(
        f"`{inline.text}`" if isinstance(inline, Code) else str(inline) for inline in prose(text)
    )
