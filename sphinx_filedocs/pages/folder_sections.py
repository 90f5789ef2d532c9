"""Sections of the page of a folder and of a tree's start page."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from sphinx_filedocs.model.files import RECENT
from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.file_sections import commit_link, line_counts
from sphinx_filedocs.pages.hierarchy import hierarchy
from sphinx_filedocs.pages.index_sections import relative_to
from sphinx_filedocs.pages.markup import (
    WORDS,
    Block,
    Code,
    Inline,
    Muted,
    PageLink,
    Paragraph,
    Rubric,
    Width,
    bullets,
    fields,
    folded_rows,
    paragraph,
    sentence,
    separated,
    table,
)
from sphinx_filedocs.pages.text import (
    first_sentence,
    kind_count,
    kind_name,
    uses_in_files,
)
from sphinx_filedocs.pages.translation import _, message_of, ngettext, quantity, translated
from sphinx_filedocs.pages.view_models import FileRow, FolderRow, FolderView
from sphinx_filedocs.pages.words import described, explained_in, first_words, sentence_of
from sphinx_filedocs.phrases import Phrase

_MOST_ROWS = 50
#: What a reader of a folder's page or of a start page sees at once.
UNFOLDED = frozenset(
    (
        *("map", "parts", "contents", "interface", "start-here", "key-symbols", "most-changed"),
        "lately",
    )
)
#: So many rows of these lists are shown unfolded.
_FIRST_SYMBOLS, _FIRST_CHANGED, _FIRST_COMMITS = 5, 5, 5
#: From so many characters on the folder of a path stands apart.
_LONG_PATH = 32
#: The hash of a commit, SHA-1 or SHA-256, and how many characters of it name it.
_COMMIT, _SHORT_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?"), 10


def relative(view: FolderView, path: str) -> str:
    """Return a path as it is seen from the folder of a page."""
    return relative_to(view.folder.path, path)


def file_link(view: FolderView, path: str, line: int | None = None, label: str = "") -> Inline:
    """Return a link to a file, named as seen from the folder."""
    shown = Code(label or relative(view, path))
    if path not in view.docnames:
        return shown
    return PageLink(view.docnames[path], shown, f"L{line}" if line else "", path)


def short_file_link(
    view: FolderView, path: str, line: int | None = None
) -> tuple[Inline, list[Inline]]:
    """Return a link to a file or line, and its folder if the whole path is long."""
    folder, _slash, name = relative(view, path).rpartition("/")
    place = f":{line}" if line else ""
    if len(folder) + len(name) < _LONG_PATH:
        return file_link(view, path, line, f"{relative(view, path)}{place}"), []
    return file_link(view, path, line, name + place), [" ", Code(f"{folder}/", "filedocs-folder")]


def subfolder_link(view: FolderView, path: str) -> Inline:
    """Return a link to a subfolder."""
    shown = Code(f"{relative(view, path)}/")
    return PageLink(view.docnames[path], shown) if path in view.docnames else shown


def summary(view: FolderView) -> list[Block]:
    """Return the first sentence about the folder, and one line of facts."""
    content: list[Block] = []
    if words := sentence_of(view.description):
        content.append(Paragraph((*words, *_source(view)), WORDS))
    totals = view.totals
    if view.unread:
        files = quantity(totals.files, "{count:,} file", "{count:,} files")
        return [*content, paragraph(files, classes="filedocs-facts")]
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
            quantity(others, "plus {count:,} vendored file", "plus {count:,} vendored files")
        )
    if view.branch:
        message = _("commit {name}") if _is_commit(view.branch) else _("branch {name}")
        shown = view.branch[:_SHORT_HASH] if _is_commit(view.branch) else view.branch
        parts.append(message.format(name=shown))
    return [*content, paragraph(*separated(parts, " · "), classes="filedocs-facts")]


def _is_commit(name: str) -> bool:
    return _COMMIT.fullmatch(name) is not None


def _source(view: FolderView) -> list[Inline]:
    description = view.description
    return [" ", file_link(view, description.path, description.line or None)] if description else []


def says_more(view: FolderView) -> bool:
    """Return whether the purpose has more than the summary."""
    words = view.description.text.strip() if view.description else ""
    return bool(view.explained or words != first_sentence(words))


def count(view: FolderView, section: str) -> str:
    """Return the number of entries of a section, or ``""``."""
    numbers = {
        "types": len(view.types.anchors),
        "key-files": len(view.key_files),
        "entry-points": len(view.entry_points),
        "tests": len(view.tests),
        "cycles": len(view.cycles) + view.more_cycles,
    }
    number = numbers.get(section, 0)
    return f"{number:,}" if number else ""


def purpose(view: FolderView) -> list[Block]:
    """Return the description of the folder, and the prose about it."""

    def link(path: str, line: int, shown: str) -> Inline:
        return file_link(view, path, line or None, shown)

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
        title = _("Commit") if _is_commit(view.branch) else _("Branch")
        rows.append((title, [Code(view.branch)]))
    content: list[Block] = [fields(rows, "statistics")]
    if view.troubles:
        content.append(Rubric(_("Files with problems")))
        content.append(
            bullets(
                [file_link(view, path), f" – {translated(message)}"]
                for path, message in view.troubles
            )
        )
    return content


def key_files(view: FolderView) -> list[Block]:
    """Return the own files that most others use."""
    if not view.key_files:
        return []
    return [
        bullets([file_link(view, path), f" – {_used_by(count)}"] for path, count in view.key_files)
    ]


def _used_by(count: int) -> str:
    return quantity(count, "used by {count:,} file", "used by {count:,} files")


def types(view: FolderView) -> list[Block]:
    """Return the picture of its types."""
    return hierarchy(view, view.folder.path, view.types)


def most_changed(view: FolderView) -> list[Block]:
    """Return the files with the most changes times lines."""
    rows: list[list[Sequence[Inline]]] = []
    for path, changes, lines in view.most_changed:
        said = quantity(changes, "{count:,} change", "{count:,} changes")
        size = quantity(lines, "{count:,} line", "{count:,} lines")
        where, folder = short_file_link(view, path)
        rows.append([[where, *folder], [said], [size]])
    if not rows:
        return []
    about = paragraph(Muted(_("Large files that change often come first.")))
    return [about, *_ranked(rows, _FIRST_CHANGED, [60, 20, 20], "changed")]


def lately(view: FolderView) -> list[Block]:
    """Return the last commits, and the files changed most before the newest one."""
    gap: list[Block] = [paragraph(Muted(translated(view.gap)))] if view.gap else []
    if view.lately is None:
        return gap
    rows: list[list[Sequence[Inline]]] = [
        [
            [commit_link(view.commit_url, change)],
            [Muted(change.author), " ", Muted(change.date[:10])],
            [quantity(count, "{count:,} file", "{count:,} files")],
        ]
        for change, count in view.lately.commits
    ]
    content = [*_ranked(rows, _FIRST_COMMITS, [55, 30, 15], "lately"), *gap]
    if not view.lately.files:
        return content
    about = _("Changed most in the {days} days before the newest commit: {files}")
    named: list[Inline] = []
    for path, changes in view.lately.files:
        said = quantity(changes, "{count:,} change", "{count:,} changes")
        named += [", " if named else "", file_link(view, path, label=relative(view, path))]
        named.append(f" ({said})")
    return [*content, paragraph(*sentence(about, days=RECENT, files=named))]


def key_symbols(view: FolderView) -> list[Block]:
    """Return the definitions that most own files use."""
    rows: list[list[Sequence[Inline]]] = []
    for definition, uses in view.key_symbols:
        name = definition.name
        shown: Inline = Code(definition.qualified)
        if place := view.uses_of.get(name):
            shown = PageLink(place.docname, Code(definition.qualified), place.anchor)
        where, folder = short_file_link(view, definition.path, definition.line)
        said = sentence(_("{kind} in {place}"), kind=kind_name(definition.kind), place=where)
        rows.append([[shown], [*said, *folder], [uses_in_files(*uses)]])
    return _ranked(rows, _FIRST_SYMBOLS, [30, 50, 20], "ranked")


def _ranked(
    rows: Sequence[list[Sequence[Inline]]], shown: int, widths: Sequence[Width], name: str
) -> list[Block]:
    def make(some: Sequence[list[Sequence[Inline]]]) -> Block:
        return table([], some, widths, name)

    return folded_rows(rows, shown, _("{count:,} more"), make)


def entry_points(view: FolderView) -> list[Block]:
    """Return the entry points, with the evidence."""
    rows = [
        [file_link(view, entry.path, entry.line), f" – {translated(entry.reason)}"]
        for entry in view.entry_points[:_MOST_ROWS]
    ]
    return _bounded(rows, len(view.entry_points))


def tests(view: FolderView) -> list[Block]:
    """Return the test files."""
    rows: list[list[Inline]] = [[file_link(view, path)] for path in view.tests[:_MOST_ROWS]]
    return _bounded(rows, len(view.tests))


def _bounded(rows: list[list[Inline]], count: int) -> list[Block]:
    content: list[Block] = [bullets(rows)] if rows else []
    if count > len(rows):
        more = quantity(
            count - len(rows), "… and {count:,} more below.", "… and {count:,} more below."
        )
        content.append(paragraph(Muted(more)))
    return content


def indices(view: FolderView) -> list[Block]:
    """Return links to the indices."""
    rows: list[list[Inline]] = []
    if view.keywords:
        rows.append([PageLink(view.keywords, _("Keyword index of everything below this folder"))])
    if view.crossref:
        rows.append([PageLink(view.crossref, _("Cross-references"))])
    if view.dependencies:
        rows.append([PageLink(view.dependencies, _("The lines where one subfolder uses another"))])
    if view.unused:
        docname, count = view.unused
        rows.append(
            [PageLink(docname, _("Private names used nowhere else")), Muted(f" ({count:,})")]
        )
    return [bullets(rows)] if rows else []


#: Of more files than these, a folder's page has the names alone.
_MOST_FILES = 1000
#: So many folders a start page shows unfolded, and so many files.
_FOLDERS_AT_START, _FILES_AT_START = 8, 4
#: So many names a title has.
_MOST_NAMES = 8


def contents(view: FolderView) -> list[markup.Block]:
    """Return rows of subfolders and files; a start page folds most of them."""
    content: list[markup.Block] = []
    is_start = not view.folder.path
    own = [row for row in view.folders if not row.vendored]
    others = [row for row in view.folders if row.vendored]
    shown = _FOLDERS_AT_START if is_start else len(own)
    rows = _most_code_first(own, shown)
    content += markup.folded_rows(rows, shown, _("{count:,} more folders"), _of_folders(view))
    if others:
        title = quantity(len(others), "{count:,} vendored folder", "{count:,} vendored folders")
        some = ", ".join(f"{relative(view, row.path)}/" for row in others[:_MOST_NAMES])
        content.append(markup.Fold(f"{title}: {some}", (_of_folders(view)(others),)))
    if len(view.files) > _MOST_FILES:
        names = (
            [markup.PageLink(view.docnames[row.path], relative(view, row.path))]
            for row in view.files
        )
        title = quantity(len(view.files), "{count:,} file", "{count:,} files")
        content += [markup.Rubric(title), markup.bullets(names, "filedocs-names")]
    else:
        # Rows of files are many and their names say little: those of a start page are folded all.
        is_long = is_start and len(view.files) > _FILES_AT_START
        title = _("{count:,} files")
        content += markup.folded_rows(
            view.files, 0 if is_long else len(view.files), title, _of_files(view)
        )
    if not content:
        content.append(markup.paragraph(_("Nothing here is documented.")))
    return content


def _most_code_first(folders: Sequence[FolderRow], count: int) -> list[FolderRow]:
    """Move the *count* folders with the most code to the front, otherwise keep the order."""
    ranked = sorted(folders, key=lambda row: (-row.code, -row.lines))
    first = {row.path for row in ranked[:count]}
    return sorted(folders, key=lambda row: row.path not in first)


#: A column of a table: its title, its relative width, and what it shows of a row.
_Column = tuple[str, markup.Width, Callable[[FileRow], list[markup.Inline]]]


def _of_folders(view: FolderView) -> Callable[[Sequence[FolderRow]], markup.Block]:
    def make(folders: Sequence[FolderRow]) -> markup.Block:
        rows: list[list[Sequence[markup.Inline]]] = [
            [
                [subfolder_link(view, row.path)],
                first_words(row.sentence, quoted=row.quoted) or _held(row),
                [f"{row.files:,}"],
                *([] if view.unread else [[f"{row.lines:,}"]]),
            ]
            for row in folders
        ]
        header = [_("Folder"), _("Description"), _("Files"), _("Lines")]
        widths: list[Width] = [25, 55, 10, 10]
        shown = 3 if view.unread else 4
        return markup.table(header[:shown], rows, widths[:shown], "folders")

    return make


def _held(row: FolderRow) -> list[markup.Inline]:
    names = _names(row.holds)
    if not row.more:
        return markup.muted_sentence(_("holds {names}"), names=names) if names else []
    message = ngettext(
        "holds {names} and {count:,} other", "holds {names} and {count:,} others", row.more
    )
    return markup.muted_sentence(message, names=names, count=row.more)


def _names(names: Sequence[str]) -> list[markup.Inline]:
    return markup.separated(markup.Code(name, "filedocs-muted") for name in names)


def _of_files(view: FolderView) -> Callable[[Sequence[FileRow]], markup.Block]:
    def name(row: FileRow) -> list[markup.Inline]:
        shown = [file_link(view, row.path)]
        if row.header:
            ending = "." + row.header.rpartition(".")[2]
            shown += [" ", file_link(view, row.header, label=ending)]
        return shown

    def make(files: Sequence[FileRow]) -> markup.Block:
        columns: list[_Column] = [(_("File"), 25, name), (_("Description"), 50, _about)]
        size = _("Size") if view.unread else _("Lines")
        columns.append((size, 8, lambda row: [f"{row.lines:,}" if row.lines else _size(row)]))
        if any(row.users for row in files):
            users = _("Used by files")
            columns.append((users, 8, lambda row: [f"{row.users:,}" if row.users else ""]))
        if any(row.changed for row in files):
            columns.append((_("Changed"), 8, lambda row: [row.changed]))
        rows = [[show(row) for _title, _width, show in columns] for row in files]
        titles, widths, _shows = zip(*columns, strict=True)
        return markup.table(titles, rows, widths, "files")

    return make


def _size(row: FileRow) -> markup.Inline:
    return markup.Muted(quantity(row.size, "{count:,} byte", "{count:,} bytes"))


def _about(row: FileRow) -> list[markup.Inline]:
    if row.sentence:
        return first_words(row.sentence, row.about, quoted=row.quoted)
    if row.defines and not row.passed:
        return markup.muted_sentence(_("defines {names}"), names=_names(row.defines))
    if not row.more:
        names = _names(row.passed)
        return markup.muted_sentence(_("re-exports {names}"), names=names) if names else []
    message = ngettext(
        "re-exports {names} and {count:,} other",
        "re-exports {names} and {count:,} others",
        row.more,
    )
    return markup.muted_sentence(message, names=_names(row.passed), count=row.more)


def start_here(view: FolderView) -> list[markup.Block]:
    """Return the first files to read, with the reason, then the most used modules."""
    first: list[list[Sequence[markup.Inline]]] = []
    counted: list[list[Sequence[markup.Inline]]] = []
    for row, reason, line, headings in view.start:
        # A pair is named by the file that is meant.
        about = _about(_without(row, reason))
        file, folder = short_file_link(view, row.path, line)
        page = view.docnames.get(row.path, "")
        shown = [markup.PageLink(page, title, f"L{at}") for title, at in headings if page]
        why = markup.separated(shown, " · ") if shown else _reason(view, reason)
        said = [*about, *([" "] if about else []), *why]
        rows = counted if "count" in dict(reason.values) else first
        rows.append([[file, *folder], said, [markup.Muted(_lines(row))]])
    title = markup.paragraph(
        markup.Muted(_("The most used modules, in order of their dependencies:"))
    )
    parts = [markup.table([], some, [30, 60, 10], "start") for some in (first, counted) if some]
    return [*parts[:-1], title, *parts[-1:]] if counted else [*parts]


def _without(row: FileRow, reason: Phrase) -> FileRow:
    """Remove names that a reason repeats. Example: *it defines main*."""
    said = () if reason.values else reason.split()
    return replace(row, defines=tuple(name for name in row.defines if name not in said))


def _reason(view: FolderView, reason: Phrase) -> list[markup.Inline]:
    """Return a reason, with a link to the line of another file that gives it."""
    values = dict(reason.values)
    path, line = values.get("path"), values.get("line")
    docname = view.docnames.get(str(path))
    if not (docname and isinstance(line, int)):
        return [markup.Muted(f"({translated(reason)})")]
    parts = {name: markup.Muted(str(value)) for name, value in values.items()}
    link = markup.PageLink(docname, f"{line:,}", f"L{line}", str(path))
    return markup.muted_sentence(f"({message_of(reason)})", **(parts | {"line": link}))


def _lines(row: FileRow) -> str:
    return quantity(row.lines, "{count:,} line", "{count:,} lines")
