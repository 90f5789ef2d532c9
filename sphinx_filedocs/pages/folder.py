"""The sections of a folder's page and of a tree's start page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sphinx_filedocs.pages.composition import ordered
from sphinx_filedocs.pages.dependencies import cycle_row
from sphinx_filedocs.pages.file import line_counts
from sphinx_filedocs.pages.index_pages import pair_anchor
from sphinx_filedocs.pages.markup import (
    WORDS,
    Block,
    Code,
    Fold,
    Inline,
    Muted,
    PageLink,
    Paragraph,
    Rubric,
    bullets,
    fields,
    folded_rows,
    muted_sentence,
    paragraph,
    prose,
    sentence,
    separated,
    table,
)
from sphinx_filedocs.pages.text import anchor, first_sentence, kind_count, kind_name
from sphinx_filedocs.pages.translation import _, ngettext, quantity, translated
from sphinx_filedocs.pages.view_models import FileRow, FolderRow, FolderView
from sphinx_filedocs.pages.words import described, explained_in, first_words, sentence_of

_MOST_ROWS = 50
#: Of more files than these, a folder's page has the names alone.
_MOST_FILES = 1000
#: What a reader of a folder's page or of a start page sees at once.
UNFOLDED = frozenset(
    ("map", "parts", "contents", "interface", "start-here", "key-symbols", "most-changed")
)
#: So many folders a start page shows unfolded, and so many files.
_FOLDERS_AT_START, _FILES_AT_START = 8, 4
#: So many rows of these lists are shown unfolded.
_FIRST_SYMBOLS, _FIRST_CHANGED = 5, 5
#: So many names a title has.
_MOST_NAMES = 8
#: A table of folders against folders has no more columns.
_WIDEST = 10


def _relative(view: FolderView, path: str) -> str:
    return path[len(view.folder.path) + 1 :] if view.folder.path else path


def _file(view: FolderView, path: str, line: int | None = None, label: str = "") -> Inline:
    shown = Code(label or _relative(view, path))
    if path not in view.docnames:
        return shown
    return PageLink(view.docnames[path], shown, f"L{line}" if line else "", path)


def _subfolder(view: FolderView, path: str) -> Inline:
    shown = Code(f"{_relative(view, path)}/")
    return PageLink(view.docnames[path], shown) if path in view.docnames else shown


def summary(view: FolderView) -> list[Block]:
    """Return the first sentence of what the tree says of the folder, and one line of facts."""
    content: list[Block] = []
    if words := sentence_of(view.description):
        content.append(Paragraph((*words, *_source(view)), WORDS))
    totals = view.totals
    own = totals.own or totals.files
    parts: list[Inline] = [
        quantity(own, "{count:,} file", "{count:,} files"),
        quantity(
            totals.own_lines if totals.own else totals.lines.total,
            "{count:,} line",
            "{count:,} lines",
        ),
    ]
    if totals.own and (others := totals.files - totals.own):
        parts.append(
            quantity(others, "{count:,} vendored file apart", "{count:,} vendored files apart")
        )
    if view.branch:
        parts.append(_("branch {name}").format(name=view.branch))
    return [*content, paragraph(*separated(parts, " · "), classes="filedocs-facts")]


def _source(view: FolderView) -> list[Inline]:
    """Return where the words about the folder stand."""
    found = view.description
    return [" ", _file(view, found.path, found.line or None)] if found else []


def says_more(view: FolderView) -> bool:
    """Return whether the section of a folder's purpose says more than its summary."""
    words = view.description.text.strip() if view.description else ""
    return bool(view.explained or words != first_sentence(words))


def count(view: FolderView, section: str) -> str:
    """Return how much there is of what a section holds, or ``""`` where that says nothing."""
    numbers = {
        "core": len(view.core.rows) + view.core.more if view.core else 0,
        "key-files": len(view.key_files),
        "entry-points": len(view.entry_points),
        "tests": len(view.tests),
        "cycles": len(view.cycles) + view.more_cycles,
        "findings": sum(view.findings.own) if view.findings else 0,
    }
    number = numbers.get(section, 0)
    return f"{number:,}" if number else ""


def purpose(view: FolderView) -> list[Block]:
    """Return what the folder is, in the words of the tree, and which prose explains it."""

    def link(path: str, line: int, shown: str) -> Inline:
        return _file(view, path, line or None, shown)

    words = described(view.description, view.folder.path, link)
    return [*words, *explained_in(view.explained, link)]


def statistics(view: FolderView) -> list[Block]:
    """Return the counts of everything in the tree."""
    totals = view.totals
    files = quantity(
        totals.folders + 1,
        "{files:,} in {count:,} folder",
        "{files:,} in {count:,} folders",
        files=totals.files,
    )
    rows: list[tuple[str, Sequence[Inline]]] = [
        (_("Files"), [files]),
        (_("Size"), [totals.size]),
        (_("Lines"), [line_counts(totals.lines)]),
    ]
    counted = [kind_count(kind, count) for kind, count in totals.symbols]
    if counted:
        rows.append((_("Definitions"), [", ".join(counted)]))
    if view.branch:
        rows.append((_("Branch"), [Code(view.branch)]))
    content: list[Block] = [fields(rows, "statistics")]
    if view.troubles:
        content.append(Rubric(_("Files with troubles")))
        content.append(
            bullets(
                [_file(view, path), f" – {translated(message)}"] for path, message in view.troubles
            )
        )
    return content


def search(view: FolderView) -> list[Block]:
    """Return how to find something in the tree."""
    rows: list[list[Inline]] = []
    if view.keywords:
        rows.append(
            sentence(
                _("A name you have seen: the {index}, A to Z."),
                index=PageLink(view.keywords, _("keyword index")),
            )
        )
    if view.crossref:
        rows.append(
            sentence(
                _("Where a name is defined and who uses it: the {index}."),
                index=PageLink(view.crossref, _("cross-references")),
            )
        )
    rows.append([_("A file or a folder: follow the contents below, folder by folder.")])
    return [bullets(rows)]


def contents(view: FolderView) -> list[Block]:
    """Return the subfolders and files, each with its own first sentence and counts. On the start
    page most are folded: it has more to say than what lies in the outermost folder."""
    content: list[Block] = []
    is_start = not view.folder.path
    own = [row for row in view.folders if not row.vendored]
    others = [row for row in view.folders if row.vendored]
    shown = _FOLDERS_AT_START if is_start else len(own)
    content += folded_rows(own, shown, _("{count:,} more folders"), _of_folders(view))
    if others:
        title = quantity(len(others), "{count:,} vendored folder", "{count:,} vendored folders")
        some = ", ".join(f"{_relative(view, row.path)}/" for row in others[:_MOST_NAMES])
        content.append(Fold(f"{title}: {some}", (_of_folders(view)(others),)))
    if len(view.files) > _MOST_FILES:
        names = (
            [PageLink(view.docnames[row.path], _relative(view, row.path))] for row in view.files
        )
        title = quantity(len(view.files), "{count:,} file", "{count:,} files")
        content += [Rubric(title), bullets(names, "filedocs-names")]
    else:
        # Rows of files are many and their names say little: those of a start page are folded all.
        is_long = is_start and len(view.files) > _FILES_AT_START
        title = _("{count:,} files")
        content += folded_rows(
            view.files, 0 if is_long else len(view.files), title, _of_files(view)
        )
    if not content:
        content.append(paragraph(_("Nothing here is documented.")))
    return content


def _of_folders(view: FolderView) -> Callable[[Sequence[FolderRow]], Block]:
    """Return what makes a table of folders."""

    def make(folders: Sequence[FolderRow]) -> Block:
        rows: list[list[Sequence[Inline]]] = [
            [
                [_subfolder(view, row.path)],
                prose(row.sentence) or _held(row),
                [f"{row.files:,}"],
                [f"{row.lines:,}"],
            ]
            for row in folders
        ]
        header = [_("Folder"), _("What it is"), _("Files"), _("Lines")]
        return table(header, rows, [30, 50, 10, 10], "folders")

    return make


def _held(row: FolderRow) -> list[Inline]:
    """Return what lies in a folder of which nothing says what it is."""
    names = separated(Code(name, "filedocs-muted") for name in row.holds)
    if not row.more:
        return muted_sentence(_("holds {names}"), names=names) if names else []
    message = ngettext(
        "holds {names} and {count:,} other", "holds {names} and {count:,} others", row.more
    )
    return muted_sentence(message, names=names, count=row.more)


def _of_files(view: FolderView) -> Callable[[Sequence[FileRow]], Block]:
    """Return what makes a table of files."""

    def make(files: Sequence[FileRow]) -> Block:
        rows: list[list[Sequence[Inline]]] = [
            [
                [_file(view, row.path)],
                _about(row),
                [row.language],
                [f"{row.lines:,}" if row.lines else _size(row)],
                [f"{row.symbols:,}" if row.symbols else ""],
            ]
            for row in files
        ]
        header = [_("File"), _("What it is"), _("Language"), _("Lines"), _("Symbols")]
        return table(header, rows, [28, 40, 12, 10, 10], "files")

    return make


def _size(row: FileRow) -> Inline:
    return Muted(quantity(row.size, "{count:,} byte", "{count:,} bytes"))


def _about(row: FileRow) -> list[Inline]:
    """Return a file's first sentence, or else what it defines and how many files use that."""
    if row.sentence or not row.defines:
        return first_words(row.sentence, row.about)
    names = separated(Code(name, "filedocs-muted") for name in row.defines)
    if not row.users:
        return muted_sentence(_("defines {names}"), names=names)
    message = ngettext(
        "defines {names}; used by {count:,} file",
        "defines {names}; used by {count:,} files",
        row.users,
    )
    return muted_sentence(message, names=names, count=row.users)


def key_files(view: FolderView) -> list[Block]:
    """Return the own files that most others use."""
    if not view.key_files:
        return []
    return [bullets([_file(view, path), f" – {_used_by(count)}"] for path, count in view.key_files)]


def _used_by(count: int) -> str:
    return quantity(count, "used by {count:,} file", "used by {count:,} files")


def start_here(view: FolderView) -> list[Block]:
    """Return what somebody reads first who has never seen the tree."""
    rows: list[list[Inline]] = []
    for row, reason in view.start:
        # Who uses it is the reason, or less than that.
        about = _about(replace(row, users=0))
        said: list[Inline] = [" – ", *about] if about else []
        rows.append([_file(view, row.path), *said, " ", Muted(f"({translated(reason)})")])
    return [bullets(rows)] if rows else []


def core(view: FolderView) -> list[Block]:
    """Return what at least a fifth of the modules below uses."""
    known = view.core
    if known is None:
        return []
    about = quantity(
        known.modules,
        "What at least a fifth of the {count:,} module uses.",
        "What at least a fifth of the {count:,} modules that use one another uses; a header and "
        "its implementation are one.",
    )
    rows: list[list[Inline]] = [
        [_file(view, path), " – " + _modules(count)] for path, count in known.rows
    ]
    if known.more:
        more = quantity(known.more, "… and {count:,} more.", "… and {count:,} more.")
        rows.append([Muted(more)])
    return [paragraph(Muted(about)), bullets(rows)]


def _modules(count: int) -> str:
    return quantity(count, "used by {count:,} module", "used by {count:,} modules")


def interface(view: FolderView) -> list[Block]:
    """Return the outermost definitions of the folder that files outside of it use."""
    rows: list[list[Inline]] = []
    for one in view.offers:
        name = one.definition.name
        shown: Inline = Code(name)
        if name in view.crossref_of:
            shown = PageLink(view.crossref_of[name], Code(name), f"name-{anchor(name)}")
        message = ngettext(
            "{kind}, used by {count:,} file outside, defined in {place}",
            "{kind}, used by {count:,} files outside, defined in {place}",
            one.files,
        )
        where = _file(view, one.definition.path, one.definition.line)
        kind = kind_name(one.definition.kind)
        rows.append([shown, " – ", *sentence(message, kind=kind, count=one.files, place=where)])
    about = _("What files outside of this folder use most; uses of members count for their owner.")
    return [paragraph(Muted(about)), bullets(rows)] if rows else []


def most_changed(view: FolderView) -> list[Block]:
    """Return where most work goes."""
    rows: list[list[Inline]] = []
    for path, changes, lines in view.most_changed:
        said = quantity(changes, "{count:,} change", "{count:,} changes")
        size = quantity(lines, "{count:,} line", "{count:,} lines")
        rows.append([_file(view, path), " – ", Muted(f"{said}, {size}")])
    if not rows:
        return []
    about = paragraph(Muted(_("In order of changes times lines.")))
    return [about, *folded_rows(rows, _FIRST_CHANGED, _("{count:,} more"), bullets)]


def key_symbols(view: FolderView) -> list[Block]:
    """Return the definitions that most own files use."""
    rows: list[list[Inline]] = []
    for definition, count in view.key_symbols:
        name = definition.name
        shown: Inline = Code(name)
        if name in view.crossref_of:
            shown = PageLink(view.crossref_of[name], Code(name), f"name-{anchor(name)}")
        where = _file(
            view, definition.path, definition.line, f"{definition.path}:{definition.line}"
        )
        message = ngettext(
            "{kind}, used by {count:,} file, defined in {place}",
            "{kind}, used by {count:,} files, defined in {place}",
            count,
        )
        said = sentence(message, kind=kind_name(definition.kind), count=count, place=where)
        rows.append([shown, " – ", *said])
    return folded_rows(rows, _FIRST_SYMBOLS, _("{count:,} more"), bullets)


def entry_points(view: FolderView) -> list[Block]:
    """Return the files where something starts, with the evidence."""
    rows = [
        [_file(view, entry.path, entry.line), f" – {translated(entry.reason)}"]
        for entry in view.entry_points[:_MOST_ROWS]
    ]
    return _bounded(rows, len(view.entry_points))


def tests(view: FolderView) -> list[Block]:
    """Return the test files."""
    rows: list[list[Inline]] = [[_file(view, path)] for path in view.tests[:_MOST_ROWS]]
    return _bounded(rows, len(view.tests))


def _bounded(rows: list[list[Inline]], count: int) -> list[Block]:
    content: list[Block] = [bullets(rows)] if rows else []
    if count > len(rows):
        more = quantity(
            count - len(rows), "… and {count:,} more below.", "… and {count:,} more below."
        )
        content.append(paragraph(Muted(more)))
    return content


def structure(view: FolderView) -> list[Block]:
    """Return which subfolder needs which, on how many lines: a table of all against all where
    it is not too wide."""
    sources = list(dict.fromkeys(source for source, *_ in view.structure))
    targets = list(dict.fromkeys(target for _, target, *_ in view.structure))
    if not sources:
        return []
    if len(targets) > _WIDEST:
        return _pairs(view)
    counts = {(source, target): count for source, target, count, _ in view.structure}
    # What needs nothing goes last, so that what is below the diagonal is part of a circle.
    order = ordered({*sources, *targets}, counts)
    places = {folder: place for place, folder in enumerate(order)}
    sources.sort(key=places.__getitem__)
    targets.sort(key=places.__getitem__)
    rows: list[list[Sequence[Inline]]] = [
        [
            [_subfolder(view, source)],
            *(
                _cell(view, source, target, counts, circular=places[source] > places[target])
                for target in targets
            ),
        ]
        for source in sources
    ]
    header = [_("Needs"), *(f"{_relative(view, target)}/" for target in targets)]
    about = _("Lines of the folder in the row that import or use the column’s.")
    if any(count and places[one] > places[other] for (one, other), count in counts.items()):
        about += " " + _("A ↺ stands where the two are part of a circle.")
    return [paragraph(Muted(about)), table(header, rows, [30, *(len(targets) * [10])], "matrix")]


def _cell(
    view: FolderView,
    source: str,
    target: str,
    counts: Mapping[tuple[str, str], int],
    *,
    circular: bool,
) -> list[Inline]:
    count = counts.get((source, target), 0)
    return [_pair(view, source, target, count), " ↺" if count and circular else ""]


def _pair(view: FolderView, source: str, target: str, count: int) -> Inline:
    if not count:
        return "–" if source == target else ""
    shown = f"{count:,}"
    if view.dependencies is None:
        return shown
    hint = _("{folder} needs {other}").format(
        folder=_relative(view, source), other=_relative(view, target)
    )
    return PageLink(view.dependencies, shown, pair_anchor(source, target), hint)


def _pairs(view: FolderView) -> list[Block]:
    rows: list[list[Sequence[Inline]]] = []
    for source, target, count, use in view.structure[:_MOST_ROWS]:
        rows.append(
            [
                [_subfolder(view, source)],
                [_subfolder(view, target)],
                [_pair(view, source, target, count)],
                [_file(view, use.path, use.line, f"{use.path}:{use.line}")],
            ]
        )
    header = [_("Folder"), _("needs"), _("Lines"), _("such as")]
    return [table(header, rows, [25, 25, 10, 40], "structure")]


def cycles(view: FolderView) -> list[Block]:
    """Return the groups of files that import one another, each with a shortest way around."""

    def link(path: str, line: int | None) -> Inline:
        return _file(view, path, line, f"{path}:{line}" if line else "")

    rows = [cycle_row(link, cycle) for cycle in view.cycles]
    if view.more_cycles:
        more = quantity(view.more_cycles, "… and {count:,} more.", "… and {count:,} more.")
        rows.append([Muted(more)])
    return [bullets(rows)] if rows else []


def indices(view: FolderView) -> list[Block]:
    """Return links to the keyword index and the cross-references, and the contents as Sphinx
    knows them."""
    rows: list[list[Inline]] = []
    if view.keywords:
        rows.append([PageLink(view.keywords, _("Keyword index of everything below this folder"))])
    if view.crossref:
        rows.append([PageLink(view.crossref, _("Cross-references of every name"))])
    if view.dependencies:
        rows.append([PageLink(view.dependencies, _("The lines that tie the subfolders together"))])
    if view.unused:
        docname, count = view.unused
        rows.append(
            [PageLink(docname, _("Private names that stand nowhere else")), Muted(f" ({count:,})")]
        )
    return [bullets(rows)] if rows else []
