"""Data of the reader's scripts: files and symbols for the finder, and the cards of a file.

Each script calls one function with its data, so that pages can load it from a disk too, where no
script may read another file. A tree with very many symbols has them in parts, each under the first
two letters of the words in their names: a reader loads the part for the first letters of a query.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.files import File, is_header
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition, Symbol, SymbolKind, walk
from sphinx_filedocs.pages.markup import Code, prose
from sphinx_filedocs.pages.relatives import Relation, Relative, title
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import (
    kind_name,
    more_names,
    printable_line,
    tests_text,
    uses_in_files,
)
from sphinx_filedocs.pages.translation import _
from sphinx_filedocs.pages.words import by_compiler, field_texts, said_by
from sphinx_filedocs.patterns import without_blocks
from sphinx_filedocs.shortening import shortened

#: Of more symbols than these, a tree has them in parts.
LARGE = 60_000
#: Longest name, in characters, that can be found; no reader types a longer one.
_LONGEST = 120


class _Kind(NamedTuple):
    """A kind of symbols in the finder.

    :param letter: stands for it in columns, as a capital for declarations.
    :param shown: the letter of its icon, and its order.
    :param words: other names of it, mostly keywords of languages.
    """

    letter: str
    shown: str
    words: str = ""


_KINDS: Mapping[SymbolKind, _Kind] = {
    "class": _Kind("c", "t", "type"),
    "struct": _Kind("s", "t", "type"),
    "union": _Kind("u", "t", "type"),
    "enum": _Kind("e", "t", "type"),
    "interface": _Kind("i", "t", "type protocol"),
    "trait": _Kind("r", "t", "type"),
    "type": _Kind("t", "t", "typedef"),
    "function": _Kind("f", "f", "func fn fun def"),
    "method": _Kind("d", "f", "function func fn fun def"),
    "constant": _Kind("k", "v", "const"),
    "variable": _Kind("v", "v", "var"),
    "field": _Kind("l", "v", "member attribute property"),
    "namespace": _Kind("n", "n", "package"),
    "module": _Kind("o", "n", "mod package"),
    "macro": _Kind("m", "m", "define"),
    "heading": _Kind("h", "h", "section"),
}
#: The kind of what plugins describe, such as groups of documentation comments.
_DESCRIBED = _Kind("g", "g", "topic")
#: Where words begin in names: after what is no letter or digit, and at capitals as in ``aBc``.
_WORD = re.compile(r"[a-z0-9]+|[A-Z]+(?![a-z])|[A-Z][a-z0-9]*|[^\W_]", re.ASCII)


class _FinderSymbol(NamedTuple):
    """A symbol; ``file`` is the number of its file, ``number`` that of its definition in it."""

    name: str
    number: int
    kind: str
    file: int
    line: int


def finder_paths(site: Site) -> list[str]:
    """Return the files of a tree, those with most importers first."""
    users = site.codebase.graph.imported_by
    return sorted(
        site.plan.files,
        key=lambda path: (-len(users.get(path, ())), path),
    )


def finder_scripts(site: Site, suffix: str) -> Mapping[str, str]:
    """Return the text of each script of the finder by its name, ``""`` for the first.

    :param suffix: of addresses behind a document's name, ``/`` for folders.
    """
    codebase, plan = site.codebase, site.plan
    paths = finder_paths(site)
    rows = list(_rows(site, paths))
    parts = _parts(rows) if len(rows) > LARGE else {}
    shown = [printable_line(path) for path in paths]
    regular = [f"{plan.prefix}/{path}" for path in shown]
    pages = [plan.files[path] for path in paths]
    first: dict[str, object] = {
        "title": printable_line(site.tree.title),
        "prefix": plan.prefix,
        "suffix": suffix,
        "files": shown,
        # Where the name of the document does not follow from the path alone.
        "pages": {str(at): page for at, page in enumerate(pages) if page != regular[at]},
        "groups": "".join(group_of(codebase.light[path]) for path in paths),
        # So do the pages of folders mostly.
        "folders": {
            printable_line(path): docname
            for path, docname in plan.folders.items()
            if path and docname != f"{plan.prefix}/{path}/index"
        },
        "places": "".join(_place(site, path) for path in paths),
        "parts": sorted(parts),
        "kinds": {
            **{kind.letter: _said_of(kind, name, kind_name(name)) for name, kind in _KINDS.items()},
            _DESCRIBED.letter: [_DESCRIBED.shown, *sorted(_role_words(site))],
        },
        "groupsDescribed": list(_described(site, paths)),
        "symbols": _columns([] if parts else rows),
        "texts": _texts(is_unread=codebase.unread),
    }
    scripts = {"": _script("tree", plan.prefix, first)}
    for key, some in parts.items():
        scripts[key] = _script("part", plan.prefix, {"part": key, "symbols": _columns(some)})
    return scripts


def _said_of(kind: _Kind, name: str, translated: str) -> list[str]:
    return [kind.shown, *sorted({name, translated.lower(), *kind.words.split()})]


def _role_words(site: Site) -> set[str]:
    roles = site.additions.roles
    return {_DESCRIBED.words, *roles, *(_(role).lower() for role in roles)}


def _described(site: Site, paths: Sequence[str]) -> Iterator[tuple[str, int, str, str]]:
    """Yield the places that plugins describe: text, number of the file, page and anchor."""
    at = {path: number for number, path in enumerate(paths)}
    for _role, path, place in site.additions.described():
        if path in at:
            named = place.title if place.title == place.name else f"{place.title} [{place.name}]"
            yield printable_line(named), at[path], place.docname, place.anchor


def _script(function: str, prefix: str, data: Mapping[str, object]) -> str:
    shown = json.dumps(data, separators=(",", ":"))
    return f"filedocsFinder.{function}({json.dumps(prefix)},{shown});\n"


def _rows(site: Site, paths: Sequence[str]) -> Iterator[_FinderSymbol]:
    outlines = site.codebase.graph.outlines
    declared = _declared(site, paths)
    for at, path in enumerate(paths):
        symbols: Sequence[Definition] = outlines.get(path, ())
        for symbol in (*symbols, *_members(site, path, symbols)):
            name = printable_line(symbol.qualified)
            if len(name) <= _LONGEST:
                kind = _KINDS[symbol.kind].letter
                is_declared = (path, symbol.qualified) in declared
                shown = kind.upper() if is_declared else kind
                yield _FinderSymbol(name, symbol.number, shown, at, symbol.line)


def _members(site: Site, path: str, symbols: Sequence[Definition]) -> Iterator[Definition]:
    """Yield used members that the outline lacks. Example: fields of C."""
    if not symbols or _place(site, path) != "d":
        return
    owners = {symbol.qualified for symbol in symbols}
    listed = set(owners)
    if not site.settings.private:
        # The outline has these, but they are left out everywhere.
        listed.update(entry.qualified for entry in walk(site.codebase.files[path].facts.symbols))
    for definition in site.codebase.graph.used.get(path, ()):
        if definition.qualified.rpartition(".")[0] in owners and definition.qualified not in listed:
            yield definition


def _declared(site: Site, paths: Iterable[str]) -> set[tuple[str, str]]:
    """Return path and qualified name of probable declarations of definitions elsewhere."""
    graph = site.codebase.graph
    homes: defaultdict[str, set[str]] = defaultdict(set)
    for path in paths:
        for symbol in graph.outlines.get(path, ()):
            homes[symbol.qualified].add(path)
    shared = {qualified: places for qualified, places in homes.items() if len(places) > 1}
    looked_at = {path for places in shared.values() for path in places}
    used = {
        (path, definition.qualified)
        for path in looked_at
        for definition in graph.used.get(path, ())
    }

    def weight(path: str, qualified: str) -> tuple[bool, bool]:
        return (path, qualified) not in used, is_header(path)

    return {
        (path, qualified)
        for qualified, places in shared.items()
        for first in (min(weight(path, qualified) for path in places),)
        for path in places
        if weight(path, qualified) > first
    }


def _columns(rows: Sequence[_FinderSymbol]) -> Mapping[str, object]:
    times = Counter((row.name, row.file) for row in rows)
    same = [at for at, row in enumerate(rows) if row.number > 1 or times[row.name, row.file] > 1]
    return {
        "names": [row.name for row in rows],
        "kinds": "".join(row.kind for row in rows),
        "files": _steps([row.file for row in rows]),
        # Overloads: without their lines, rows would look the same.
        "same": _steps(same),
        "numbers": [rows[at].number for at in same],
        "lines": _steps([rows[at].line for at in same]),
    }


def _steps(numbers: Sequence[int]) -> list[int]:
    """Return the differences of numbers, which have fewer digits."""
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def _parts(rows: Iterable[_FinderSymbol]) -> Mapping[str, list[_FinderSymbol]]:
    parts: defaultdict[str, list[_FinderSymbol]] = defaultdict(list)
    for row in rows:
        for key in sorted(part_keys(row.name.rpartition(".")[2])):
            parts[key].append(row)
    return {key: parts[key] for key in sorted(parts)}


def part_keys(name: str) -> set[str]:
    """Return the keys of a name: the first two letters of it and of its words."""
    lowered = name.lower()
    starts = {0, *(match.start() for match in _WORD.finditer(name))}
    pairs = (lowered[start : start + 2] for start in starts)
    return {"".join(c if c.isascii() and c.isalnum() else "_" for c in pair) for pair in pairs}


def group_of(file: File) -> str:
    """Return ``v`` for a vendored file, ``t`` for a test, else ``o``."""
    roles = {role.name for role in file.roles}
    return "v" if "vendored" in roles else "t" if roles & {"test", "example"} else "o"


def _place(site: Site, path: str) -> str:
    """Return the place of symbols: listing (``d``), outline (``s``), none (``-``), binary
    (``b``)."""
    if site.codebase.light[path].kind != "text":
        return "b"
    if site.settings.anchors(path):
        return "d"
    return "s" if site.settings.outlined(path) else "-"


def _texts(*, is_unread: bool) -> Mapping[str, str]:
    return {
        "find": _("Find a file or a symbol"),
        "close": _("close"),
        "choose": _("choose"),
        "open": _("open"),
        "calls": _("show calls"),
        "line": _("line"),
        "here": _("in this file"),
        "files": _("files only"),
        "names": _("Files and names"),
        "text": _("Text"),
        "tests": _("Tests and examples"),
        "vendored": _("Vendored"),
        "recent": _("Recently opened"),
        "main": _("Main files"),
        "all": _("{found} found"),
        "found": _("{found} found, {shown} shown"),
        "none": _("No file found; symbols follow") if is_unread else _("Nothing found"),
        "short": _("Type at least two letters"),
        "loading": _("Loading …"),
        "failed": _("The search data could not be loaded"),
    }


Uses = Mapping[Definition, Sequence[int]]
#: A first paragraph is cut at so many characters.
_LONGEST_PARAGRAPH = 400
#: So many of what calls a definition, and of what it calls, are in its file's script.
_MOST_CALLS = 60
#: So many of what implements a definition are on its card.
_MOST_NAMED = 3


def data_path(docname: str) -> str:
    """Return the path of the script for a page; folders end in ``+``, as no script does."""
    *folders, name = docname.split("/")
    return "/".join((*(f"{folder}+" for folder in folders), f"{name}.js"))


def reader_data(site: Site, path: str) -> str:
    """Return the script with the cards of a file's definitions, or ``""``.

    Each has its first paragraph, fields (number of the title, names with texts), uses, callers,
    calls, the members behind it and its relatives, without empty values at the end. Callers, calls
    and members are a number, and rows of page (a number in ``pages``), anchor, name and line; of
    callers also the number of lines, and 1 for tests; of calls the number of members behind them.
    Relatives are such numbers and rows, each behind its title.
    """
    pages: dict[str, int] = {}
    used = site.codebase.graph.uses.get(path, {})
    titles: dict[str, int] = {}
    definitions: dict[str, list[object]] = {}
    for entry in walk(site.codebase.files[path].facts.symbols):
        fields = [
            [
                titles.setdefault(head, len(titles)),
                [(name, _marked(text)) for name, text in rows],
            ]
            for head, rows in field_texts(entry.symbol)
        ]
        count, files = site.marks.uses(entry.definition(path))
        definition = entry.definition(path)
        reached = site.uses.reached(definition)
        facts = [uses_in_files(count, files)] if count else []
        if reached:
            facts.append(_("Covered by {tests}").format(tests=tests_text(reached)))
        relatives = site.uses.relatives.shown(definition)
        uses = " · ".join((*facts, *_relations(relatives)))
        span = entry.symbol.span
        lines = range(span.start, span.end + 1)
        calls = [_callers(site, definition, pages), _calls(site, definition, lines, used, pages)]
        others = [_behind(site, definition, pages), _related(site, relatives, titles, pages)]
        said: list[object] = [_first_paragraph(entry.symbol), fields, uses, *calls, *others]
        while said and not said[-1]:
            said.pop()
        if said:
            definitions[site.anchors.of(definition)] = said
    if not definitions:
        return ""
    data = {"titles": list(titles), "pages": list(pages), "of": definitions}
    shown = json.dumps(data, separators=(",", ":"))
    return f"filedocsReader.page({json.dumps(site.plan.files[path])},{shown});\n"


def _relations(relatives: Mapping[Relation, Sequence[Relative]]) -> Iterator[str]:
    for relation, rows in relatives.items():
        names = [f"{row.inside.qualified} ({row.place}) {said_by(row.how)}".strip() for row in rows]
        yield f"{title(relation)} {_first(names)}"


def _related(
    site: Site,
    relatives: Mapping[Relation, Sequence[Relative]],
    titles: dict[str, int],
    pages: dict[str, int],
) -> list[object]:
    return [
        [
            titles.setdefault(title(relation), len(titles)),
            len(rows),
            [
                (*_page_of(site, row.path, row.inside, pages), f"{row.place} {said_by(row.how)}")
                for row in rows[:_MOST_CALLS]
            ],
        ]
        for relation, rows in relatives.items()
    ]


def _behind(site: Site, definition: Definition, pages: dict[str, int]) -> list[object]:
    behind = site.uses.relatives.shown_behind(definition)
    rows = [(*_page_of(site, *member, pages), 0) for member in [*behind][:_MOST_CALLS]]
    return [len(behind), rows] if rows else []


def _page_of(
    site: Site, path: str, inside: Enclosing, pages: dict[str, int]
) -> tuple[int, str, str]:
    page = pages.setdefault(site.plan.files[path], len(pages))
    return page, site.anchors.around(path, inside), printable_line(inside.qualified)


def _first(names: Sequence[str]) -> str:
    more = len(names) - _MOST_NAMED
    shown = ", ".join(map(printable_line, names[:_MOST_NAMED]))
    return f"{shown} {more_names(more)}" if more > 0 else shown


def hints_script(docname: str, listings: Sequence[str]) -> str:
    """Return the script with the titles of the listings on a page."""
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
    called = [other for other in site.uses.calls(definition) if other != definition]
    caller = definition.path, Enclosing(definition.qualified, definition.number)
    rows: list[tuple[object, ...]] = []
    for other in called[:_MOST_CALLS]:
        page = pages.setdefault(site.plan.files[other.path], len(pages))
        line = _first_in(uses.get(other, ()), lines)
        row = page, site.anchors.of(other), printable_line(other.qualified), line
        behind = len(site.uses.relatives.shown_behind(other, caller))
        rows.append((*row, behind) if behind else row)
    return [len(called), rows] if rows else []


def _first_in(used: Sequence[int], lines: range) -> int:
    at = bisect_left(used, lines.start)
    return used[at] if at < len(used) and used[at] in lines else 0


def _first_paragraph(symbol: Symbol) -> str:
    words = printable_line(" ".join(without_blocks(symbol.doc).strip().split("\n\n", 1)[0].split()))
    shown = shortened(words, _LONGEST_PARAGRAPH)
    return _marked(f"{shown} {by_compiler()}" if symbol.compiled else shown)


def _marked(text: str) -> str:
    """Put all code in a text between single backticks."""
    return "".join(
        f"`{inline.text}`" if isinstance(inline, Code) else str(inline) for inline in prose(text)
    )
