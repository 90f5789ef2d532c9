"""What lies in a folder, and where to begin to read a tree: a row a file or subfolder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.folder import file_link, relative, short_file_link, subfolder_link
from sphinx_filedocs.pages.translation import _, message_of, ngettext, quantity, translated
from sphinx_filedocs.pages.view_models import FileRow, FolderRow, FolderView
from sphinx_filedocs.pages.words import first_words
from sphinx_filedocs.phrases import Phrase

#: Of more files than these, a folder's page has the names alone.
_MOST_FILES = 1000
#: So many folders a start page shows unfolded, and so many files.
_FOLDERS_AT_START, _FILES_AT_START = 8, 4
#: So many names a title has.
_MOST_NAMES = 8


def contents(view: FolderView) -> list[markup.Block]:
    """Return the subfolders and files, each with its own first sentence and counts. On the start
    page most are folded: it has more to say than what lies in the outermost folder."""
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
    """Return folders so that the *count* first of them have the most code, or most lines where they
    have none; both those and the others in the order of their names, as they were."""
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
                [f"{row.lines:,}"],
            ]
            for row in folders
        ]
        header = [_("Folder"), _("What it is"), _("Files"), _("Lines")]
        return markup.table(header, rows, [25, 55, 10, 10], "folders")

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
        columns: list[_Column] = [(_("File"), 25, name), (_("What it is"), 50, _about)]
        columns.append((_("Lines"), 8, lambda row: [f"{row.lines:,}" if row.lines else _size(row)]))
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
    """Return a file's first sentence, or else what it hands on or defines."""
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
    """Return what somebody reads first who has never seen the tree, and apart from that what most
    modules use: the one says where the tree begins, the others are counted."""
    first: list[list[Sequence[markup.Inline]]] = []
    counted: list[list[Sequence[markup.Inline]]] = []
    for row, reason in view.start:
        # A pair is named by the file that is meant.
        about = _about(_without(row, reason))
        file, folder = short_file_link(view, row.path)
        said = [*about, *([" "] if about else []), *_reason(view, reason)]
        rows = counted if "count" in dict(reason.values) else first
        rows.append([[file, *folder], said, [markup.Muted(_lines(row))]])
    title = markup.paragraph(
        markup.Muted(_("The most used modules, in order of their dependencies:"))
    )
    parts = [markup.table([], some, [30, 60, 10], "start") for some in (first, counted) if some]
    return [*parts[:-1], title, *parts[-1:]] if counted else [*parts]


def _without(row: FileRow, reason: Phrase) -> FileRow:
    """Return the row of a file without the names that a reason says already: *it defines main*."""
    said = () if reason.values else reason.split()
    return replace(row, defines=tuple(name for name in row.defines if name not in said))


def _reason(view: FolderView, reason: Phrase) -> list[markup.Inline]:
    """Return why a file is read first: the line of another file that says so is linked."""
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
