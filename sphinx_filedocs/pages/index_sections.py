"""The content of keyword indices and cross-reference pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.graph import FolderDependency
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.alphabetical_index import (
    Letters,
    by_letter,
    letter_id,
    letter_label,
    sort_key,
)
from sphinx_filedocs.pages.crossref_views import lines_shown
from sphinx_filedocs.pages.text import HEADINGS, anchor, kind_name, lines_text, uses_in_files
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.use_rows import kind_counts
from sphinx_filedocs.pages.view_models import (
    CrossrefView,
    DependenciesView,
    IndexEntry,
    IndexView,
    KeywordsView,
    NameSubject,
    NameUses,
    UnusedView,
)
from sphinx_filedocs.pages.words import symbol_documentation

#: The keyword index of a file shows so many lines of each keyword, the first number with which it
#: has no more links in all; else the last.
_MOST_LINES = (10, 5, 2, 1)
#: The listing beside it has all names and lines.
_MOST_KEYWORDS, _MOST_LINKS = 1_000, 2_500
#: Of these a script can show the calls from and to another one.
_CALLABLE = frozenset({"function", "method", "macro"})


def index_page(view: IndexView) -> list[markup.Block]:
    """Return the content of a page of a keyword index."""
    content = _rows(view, view.letters)
    entries = {entry.name: entry for entry in view.entries}
    folds = any(entry.definitions and not entry.aside for entry in view.entries)
    for letter, names in by_letter(entries, view.contents).items():
        content += _letter(view, letter)
        aside = [name for name in names if folds and entries[name].aside]
        if shown := [name for name in names if name not in aside]:
            content.append(_keyword_list(view, map(entries.__getitem__, shown)))
        if aside:
            title = quantity(
                len(aside),
                "{count:,} name only in tests and data",
                "{count:,} names only in tests and data",
            )
            content.append(
                markup.Fold(title, (_keyword_list(view, map(entries.__getitem__, aside)),))
            )
    return content


def _keyword_list(view: IndexView, entries: Iterable[IndexEntry]) -> markup.Block:
    return markup.bullets((_keyword_entry(view, entry) for entry in entries), markup.INDEX_CLASS)


def crossref_page(view: CrossrefView) -> list[markup.Block]:
    """Return the content of a page of the cross-references of names."""
    if view.shard and view.shard.alone:
        return name_page(view)
    content = _rows(view, view.letters)
    entries = {uses.name: uses for uses in view.names}
    for letter, names in by_letter(entries, view.contents).items():
        content += _letter(view, letter)
        for name in names:
            content += crossref_entry(view, entries[name])
    return content


def crossref_entry(view: CrossrefView, uses: NameUses) -> list[markup.Block]:
    """Return the cross-references of one name."""
    stop = uses.start + len(uses.rows)
    identifier = f"name-{anchor(uses.name)}"
    if uses.own_page:
        link = markup.PageLink(uses.own_page, markup.Code(uses.name), identifier)
        content = markup.muted_sentence(_("{name} has its own page"), name=link)
        return [markup.paragraph(*content, classes=markup.NAME_CLASS, identifier=identifier)]
    return [
        markup.paragraph(markup.Code(uses.name), classes=markup.NAME_CLASS, identifier=identifier),
        markup.UseList(view.prefix, "name", (uses.name,), uses.start, stop),
    ]


def name_page(view: CrossrefView) -> list[markup.Block]:
    """Return the content of a page that a name has to itself."""
    (uses,) = view.names
    content: list[markup.Block] = []
    if view.subject:
        content += _subject(view, view.subject, f"name-{anchor(uses.name)}")
    parts = view.letters[-1:] if view.shard and view.shard.parts > 1 else ()
    stop = uses.start + len(uses.rows)
    content += [
        *_rows(view, parts),
        markup.UseList(view.prefix, "page", (uses.name,), uses.start, stop),
        *_rows(view, view.letters[: len(view.letters) - len(parts)]),
    ]
    return content


def _subject(view: CrossrefView, subject: NameSubject, identifier: str) -> Iterator[markup.Block]:
    defined = subject.defined
    if subject.definitions > 1:
        several = quantity(subject.definitions, "{count:,} definition", "{count:,} definitions")
        yield markup.paragraph(several, classes="filedocs-facts", identifier=identifier)
        return
    if defined:
        facts = [kind_name(defined.definition.kind), uses_in_files(subject.lines, subject.files)]
    else:
        lines = subject.lines
        facts = [quantity(lines, "imported on {count:,} line", "imported on {count:,} lines")]
    for kind, uses in kind_counts(subject.kinds).items():
        # Where nothing is known of what they are for, their number is said already.
        if kind != "reference" or len(subject.kinds) > 1:
            facts.append(uses)
        if kind == "call":
            facts.append(quantity(subject.callers, "{count:,} caller", "{count:,} callers"))
    if subject.aside == subject.lines > 0:
        facts.append(_("all in tests, examples, generated and vendored code"))
    elif subject.aside:
        aside = quantity(
            subject.aside,
            "{count:,} use in tests, examples, generated and vendored code",
            "{count:,} uses in tests, examples, generated and vendored code",
        )
        facts.append(aside)
    is_callable = defined and defined.definition.kind in _CALLABLE
    css = "filedocs-facts fd-callable" if is_callable else "filedocs-facts"
    yield markup.paragraph(" · ".join(facts), classes=css, identifier=identifier)
    if defined is None:
        return
    path, shown = defined.definition.path, defined.shown
    label = f"{path}:{shown.start}" + (f"–{shown.end}" if shown.end > shown.start else "")
    place: list[markup.Inline] = [markup.PageLink(view.docnames[path], label, f"L{shown.start}")]
    if (more := defined.whole.end - shown.end) > 0:
        rest = quantity(more, "and {count:,} more line", "and {count:,} more lines")
        place.append(markup.Muted(f" {rest}"))
    yield markup.paragraph(*place, classes="fd-place")
    yield markup.Excerpt(view.prefix, path, defined.language, *shown)
    if defined.symbol:
        yield from symbol_documentation(defined.symbol, defined.places)


def dependencies_page(view: DependenciesView) -> list[markup.Block]:
    """Return the lines that tie the subfolders of a folder together, a list for each pair."""
    content: list[markup.Block] = []
    titles = [_pair_title(view, pair) for pair in view.pairs]
    if len(titles) > 1:
        rows: list[list[markup.Inline]] = []
        for pair, title in zip(view.pairs, titles, strict=True):
            link = markup.PageLink(view.docname or "", title, pair_anchor(pair.source, pair.target))
            lines = quantity(len(pair.uses), "{count:,} line", "{count:,} lines")
            rows.append([link, " ", markup.Muted(lines)])
        content.append(markup.bullets(rows))
    for pair, title in zip(view.pairs, titles, strict=True):
        content.append(markup.Rubric(title, pair_anchor(pair.source, pair.target)))
        shown = min(len(pair.uses), lines_shown(len(view.pairs)))
        if shown < len(pair.uses):
            part = quantity(
                len(pair.uses),
                "{shown:,} of {count:,} line.",
                "{shown:,} of {count:,} lines.",
                shown=shown,
            )
            content.append(markup.paragraph(markup.Muted(part)))
        key = (view.folder, pair.source, pair.target)
        content.append(markup.UseList(view.prefix, "pair", key))
    return content


def _pair_title(view: DependenciesView, pair: FolderDependency) -> str:
    source, target = (relative_to(view.folder, path) for path in (pair.source, pair.target))
    return _("{folder} needs {other}").format(folder=f"{source}/", other=f"{target}/")


def relative_to(folder: str, path: str) -> str:
    """Return a path as it is seen from a folder above it; another one stays whole."""
    return path.removeprefix(f"{folder}/")


def pair_anchor(source: str, target: str) -> str:
    """Return the id of the lines that tie two folders together."""
    return f"from-{anchor(source)}--{anchor(target)}"


def unused_page(view: UnusedView) -> list[markup.Block]:
    """Return the private names that stand nowhere else, by file."""
    said = _(
        "Private names that no other line of this tree is known to use. Code that makes "
        "names at run time still may."
    )
    content: list[markup.Block] = [markup.paragraph(said)]
    for path, _definitions in view.files:
        content.append(markup.Rubric(path))
        content.append(markup.UseList(view.prefix, "unused", (path,)))
    if view.more:
        more = quantity(view.more, "… and {count:,} more.", "… and {count:,} more.")
        content.append(markup.paragraph(markup.Muted(more)))
    return content


def _letter(view: IndexView | CrossrefView, letter: str) -> list[markup.Block]:
    row = view.contents.get(letter)
    return [
        markup.Rubric(letter_label(letter), letter_id(letter)),
        *_rows(view, (row,) if row else ()),
    ]


def _rows(view: IndexView | CrossrefView, rows: Iterable[Letters]) -> list[markup.Block]:
    return [_row(view, row) for row in rows]


def _row(view: IndexView | CrossrefView, row: Letters) -> markup.Block:
    links = (_letter_link(view, *letter) for letter in row)
    return markup.paragraph(*markup.separated(links, " · "), classes="filedocs-letters")


def _letter_link(
    view: IndexView | CrossrefView, label: str, docname: str, target: str
) -> markup.Inline:
    here = docname == view.docname and not target
    return markup.Strong(label) if here else markup.PageLink(docname, label, target)


def _name(view: IndexView, entry: IndexEntry) -> markup.Inline:
    if place := view.uses_of.get(entry.name):
        return markup.PageLink(place.docname, markup.Code(entry.name), place.anchor)
    return markup.Code(entry.name)


def _by_kind(view: IndexView, entry: IndexEntry) -> list[markup.Inline]:
    parts: list[markup.Inline] = []
    times = Counter(row.path for row, _ in entry.definitions)
    for kind, group in groupby(entry.definitions, key=lambda pair: pair[0].kind):
        links = markup.separated(_definition(view, *pair, times) for pair in group)
        parts += ["; " if parts else "", markup.Muted(f"{kind_name(kind)} "), *links]
    return parts


def _definition(
    view: IndexView, row: Definition, target: str, times: Mapping[str, int]
) -> markup.Inline:
    label = relative_to(view.folder, row.path)
    if times[row.path] > 1:
        label += f": {row.qualified}" + (f" ({row.number})" if row.number > 1 else "")
    # Its kind and its name stand before it.
    hint = f"{kind_name(row.kind)} {row.qualified}" if row.qualified != row.name else ""
    return markup.PageLink(view.docnames[row.path], label, target, hint)


def _keyword_entry(view: IndexView, entry: IndexEntry) -> list[markup.Inline]:
    row: list[markup.Inline] = [_name(view, entry), " ", *_by_kind(view, entry)]
    if entry.hidden:
        row.append(markup.Muted(_and_more(entry.hidden)))
    if entry.importers:
        joint = "; " if entry.definitions else ""
        lines = quantity(
            entry.importers, "imported on {count:,} line", "imported on {count:,} lines"
        )
        row.append(markup.Muted(f"{joint}{lines}"))
    return row


def _and_more(count: int) -> str:
    return " " + quantity(count, "and {count:,} more", "and {count:,} more")


def keywords(view: KeywordsView) -> list[markup.Block]:
    """Return the keywords of a file by kind."""
    content: list[markup.Block] = []
    most = _lines_each(view.keywords)
    left = _MOST_KEYWORDS
    by_kind: dict[str, list[Keyword]] = {}
    for keyword in view.keywords:
        for kind in keyword.kinds:
            by_kind.setdefault(kind, []).append(keyword)
    for kind, title in HEADINGS.items():
        group = sorted(by_kind.get(kind, ()), key=lambda keyword: sort_key(keyword.name))
        shown = group[: max(0, left)]
        left -= len(group)
        if shown:
            content.append(markup.Rubric(_(title)))
            rows = (_file_keyword(view, keyword, most) for keyword in shown)
            content.append(markup.bullets(rows, markup.INDEX_CLASS))
    if left < 0:
        content.append(markup.paragraph(markup.Muted(_and_more(-left).strip())))
    return content


def _lines_each(keywords: Sequence[Keyword]) -> int:
    for most in _MOST_LINES:
        if sum(min(most, len(keyword.lines)) for keyword in keywords) <= _MOST_LINKS:
            return most
    return _MOST_LINES[-1]


def _file_keyword(view: KeywordsView, keyword: Keyword, most: int) -> list[markup.Inline]:
    code = markup.Code(keyword.name)
    name: markup.Inline = code
    place = view.uses_of.get(keyword.name)
    if place and keyword.kinds != ("identifier",):
        name = markup.PageLink(place.docname, code, place.anchor)
    shown = keyword.lines[:most]
    lines = (
        markup.Lines(view.docname, shown) if view.docname and view.anchors else lines_text(shown)
    )
    row = [name, " ", lines]
    if len(keyword.lines) > most:
        row.append(markup.Muted(_and_more(len(keyword.lines) - most)))
    return row
