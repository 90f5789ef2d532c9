"""The sections of a folder's page and of a tree's start page."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from sphinx_filedocs.model.files import RECENT
from sphinx_filedocs.pages.composition import ordered
from sphinx_filedocs.pages.dependencies import cycle_row, whole_cycle
from sphinx_filedocs.pages.file import commit_link, line_counts
from sphinx_filedocs.pages.hierarchy import hierarchy
from sphinx_filedocs.pages.index_pages import pair_anchor, relative_to
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
from sphinx_filedocs.pages.pictures.bars import sparkline
from sphinx_filedocs.pages.text import (
    anchor,
    first_sentence,
    kind_count,
    kind_name,
    uses_in_files,
)
from sphinx_filedocs.pages.translation import _, quantity, translated
from sphinx_filedocs.pages.view_models import FolderView
from sphinx_filedocs.pages.words import described, explained_in, sentence_of

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
#: A table of folders against folders has no more columns.
_WIDEST = 10


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
    """Return a link to a file, or to a line of it, and what follows the words beside it: its
    folder, where the path is so long that it would leave no room for them."""
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
            quantity(others, "plus {count:,} vendored file", "plus {count:,} vendored files")
        )
    if view.branch:
        message = _("commit {name}") if _is_commit(view.branch) else _("branch {name}")
        shown = view.branch[:_SHORT_HASH] if _is_commit(view.branch) else view.branch
        parts.append(message.format(name=shown))
    return [*content, paragraph(*separated(parts, " · "), classes="filedocs-facts")]


def _is_commit(name: str) -> bool:
    """Tell whether what is checked out is no branch, as on machines that build a pull request."""
    return _COMMIT.fullmatch(name) is not None


def _source(view: FolderView) -> list[Inline]:
    description = view.description
    return [" ", file_link(view, description.path, description.line or None)] if description else []


def says_more(view: FolderView) -> bool:
    """Return whether the section of a folder's purpose says more than its summary."""
    words = view.description.text.strip() if view.description else ""
    return bool(view.explained or words != first_sentence(words))


def count(view: FolderView, section: str) -> str:
    """Return how much there is of what a section holds, or ``""`` where that says nothing."""
    numbers = {
        "core": len(view.core.rows) + view.core.more if view.core else 0,
        "types": len(view.types.anchors),
        "key-files": len(view.key_files),
        "entry-points": len(view.entry_points),
        "tests": len(view.tests),
        "cycles": len(view.cycles) + view.more_cycles,
        "groups": len(view.groups.every) or len(view.groups.here) + view.groups.more,
        "findings": sum(view.findings.own) if view.findings else 0,
    }
    number = numbers.get(section, 0)
    return f"{number:,}" if number else ""


def purpose(view: FolderView) -> list[Block]:
    """Return what the folder is, in the words of the tree, and which prose explains it."""

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


def key_files(view: FolderView) -> list[Block]:
    """Return the own files that most others use."""
    if not view.key_files:
        return []
    return [
        bullets([file_link(view, path), f" – {_used_by(count)}"] for path, count in view.key_files)
    ]


def _used_by(count: int) -> str:
    return quantity(count, "used by {count:,} file", "used by {count:,} files")


def core(view: FolderView) -> list[Block]:
    """Return what at least a fifth of the modules below uses."""
    known = view.core
    if known is None:
        return []
    about = quantity(
        known.modules,
        "Used by at least a fifth of the {count:,} module.",
        "Used by at least a fifth of the {count:,} modules. A header and its implementation "
        "count as one.",
    )
    rows: list[list[Inline]] = [
        [file_link(view, path), " – " + _used_by(count)] for path, count in known.rows
    ]
    if known.more:
        more = quantity(known.more, "… and {count:,} more.", "… and {count:,} more.")
        rows.append([Muted(more)])
    return [paragraph(Muted(about)), bullets(rows)]


def types(view: FolderView) -> list[Block]:
    """Return what the types of its files extend."""
    return hierarchy(view, view.folder.path, view.types)


def interface(view: FolderView) -> list[Block]:
    """Return the outermost definitions of the folder that files outside of it use."""
    rows: list[list[Inline]] = []
    for definition, uses in view.offers:
        name = definition.name
        shown: Inline = Code(name)
        if name in view.crossref_of:
            shown = PageLink(view.crossref_of[name], Code(name), f"name-{anchor(name)}")
        where = file_link(view, definition.path, definition.line)
        kind = kind_name(definition.kind)
        said = sentence(_("{kind} in {place}"), kind=kind, place=where)
        rows.append([shown, " – ", *said, f" – {uses_in_files(*uses)}"])
    about = _("Used most by files outside this folder. A member counts for its type.")
    return [paragraph(Muted(about)), bullets(rows)] if rows else []


def most_changed(view: FolderView) -> list[Block]:
    """Return where most work goes."""
    rows: list[list[Sequence[Inline]]] = []
    for path, changes, lines in view.most_changed:
        said = quantity(changes, "{count:,} change", "{count:,} changes")
        size = quantity(lines, "{count:,} line", "{count:,} lines")
        where, folder = short_file_link(view, path)
        rows.append([[where, *folder], [said], [size]])
    if not rows:
        return []
    about = paragraph(Muted(_("Large files that change often come first.")))
    drawn = sparkline(view.folder.path, view.months, of_many=True)
    return [*drawn, about, *_ranked(rows, _FIRST_CHANGED, [60, 20, 20], "changed")]


def lately(view: FolderView) -> list[Block]:
    """Return the last commits, and which files were changed most before the newest one."""
    if view.shallow:
        return [paragraph(Muted(_("This is a shallow clone: its history is not known.")))]
    if view.lately is None:
        return []
    rows: list[list[Sequence[Inline]]] = [
        [
            [commit_link(view.commit_url, change)],
            [Muted(f"{change.author} {change.date[:10]}")],
            [quantity(count, "{count:,} file", "{count:,} files")],
        ]
        for change, count in view.lately.commits
    ]
    content = _ranked(rows, _FIRST_COMMITS, [55, 30, 15], "lately")
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
        if page := view.crossref_of.get(name):
            shown = PageLink(page, Code(definition.qualified), f"name-{anchor(name)}")
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
    """Return the files where something starts, with the evidence."""
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
            [subfolder_link(view, source)],
            *(
                _cell(view, source, target, counts, circular=places[source] > places[target])
                for target in targets
            ),
        ]
        for source in sources
    ]
    header = [_("Needs"), *(f"{relative(view, target)}/" for target in targets)]
    about = _("Rows need columns: on so many lines they import or use them.")
    if any(count and places[source] > places[target] for (source, target), count in counts.items()):
        about += " " + _("↺ marks two that are part of a cycle.")
    widths: list[Width] = [10] * len(targets)
    return [paragraph(Muted(about)), table(header, rows, [30, *widths], "matrix")]


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
        folder=relative(view, source), other=relative(view, target)
    )
    return PageLink(view.dependencies, shown, pair_anchor(source, target), hint)


def _pairs(view: FolderView) -> list[Block]:
    rows: list[list[Sequence[Inline]]] = []
    for source, target, count, use in view.structure[:_MOST_ROWS]:
        rows.append(
            [
                [subfolder_link(view, source)],
                [subfolder_link(view, target)],
                [_pair(view, source, target, count)],
                [file_link(view, use.path, use.line, f"{use.path}:{use.line}")],
            ]
        )
    header = [_("Folder"), _("needs"), _("Lines"), _("such as")]
    return [table(header, rows, [25, 25, 10, 40], "structure")]


def cycles(view: FolderView) -> list[Block]:
    """Return the groups of files that import one another, each with a shortest way around."""

    def link(path: str, line: int | None) -> Inline:
        return file_link(view, path, line, f"{path}:{line}" if line else "")

    rows = [cycle_row(link, cycle) for cycle in view.cycles]
    if view.more_cycles:
        more = quantity(view.more_cycles, "… and {count:,} more.", "… and {count:,} more.")
        rows.append([Muted(more)])
    whole = [block for cycle in view.cycles for block in whole_cycle(link, cycle)]
    return [bullets(rows), *whole] if rows else []


def indices(view: FolderView) -> list[Block]:
    """Return links to the keyword index and the cross-references, and the contents as Sphinx
    knows them."""
    rows: list[list[Inline]] = []
    if view.keywords:
        rows.append([PageLink(view.keywords, _("Keyword index of everything below this folder"))])
    if view.crossref:
        rows.append([PageLink(view.crossref, _("Cross-references of every name"))])
    if view.dependencies:
        rows.append([PageLink(view.dependencies, _("The lines where one subfolder uses another"))])
    if view.unused:
        docname, count = view.unused
        rows.append(
            [PageLink(docname, _("Private names used nowhere else")), Muted(f" ({count:,})")]
        )
    return [bullets(rows)] if rows else []
