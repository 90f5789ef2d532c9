"""The sections of a file's page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from docutils import nodes

from sphinx_filedocs.model.facts import LineCounts
from sphinx_filedocs.model.files import Change, History, RoleName
from sphinx_filedocs.model.symbols import Outlined, Symbol
from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.hierarchy import hierarchy
from sphinx_filedocs.pages.nodes import (
    file_keywords,
    file_view,
    folded_section,
    listing,
    mention_list,
)
from sphinx_filedocs.pages.rendered.view import view_kind
from sphinx_filedocs.pages.text import (
    around_name,
    declares_kind,
    first_sentence,
    kind_name,
    printable_line,
    size_text,
)
from sphinx_filedocs.pages.translation import _, deferred, ngettext, quantity, translated
from sphinx_filedocs.pages.view_models import FileView, Place, RelationMark, symbol_anchor
from sphinx_filedocs.pages.words import (
    described,
    explained_in,
    sentence_of,
    symbol_fields,
    symbol_sentence,
)

#: Of more symbols than these, an outline has the names alone.
_MOST_SIGNATURES = 1000
#: So many tests of a file are listed.
_MOST_TESTS = 20
#: So many parts that are not compiled are named.
_MOST_SKIPPED = 50
#: So many places that declare a symbol are shown.
_MOST_DECLARATIONS = 9

_WHY_NO_TEXT = {
    "binary": deferred("This file is binary: only its metadata is shown."),
    "huge": deferred(
        "This file is larger than the option filedocs_max_bytes allows: only its metadata is shown."
    ),
    "link": deferred("This is a symbolic link, which is not followed."),
    "unreadable": deferred("This file could not be read: only its metadata is shown."),
}
_ROLES: Mapping[RoleName, str] = {
    "test": deferred("Test"),
    "example": deferred("Example"),
    "benchmark": deferred("Benchmark"),
    "configuration": deferred("Configuration"),
    "build": deferred("Build"),
    "ci": deferred("CI"),
    "documentation": deferred("Documentation"),
    "generated": deferred("Generated"),
    "vendored": deferred("Vendored"),
    "entry point": deferred("Entry point"),
}


def file_link(view: FileView, path: str, line: int | None = None, label: str = "") -> markup.Inline:
    """Return a link to a file's page or line, or plain code."""
    shown = label or (f"{path}:{line}" if line else path)
    if path not in view.docnames:
        return markup.Code(shown)
    target = f"L{line}" if line else ""
    return markup.PageLink(view.docnames[path], markup.Code(shown), target)


def line_link(view: FileView, line: int, end: int | None = None, label: str = "") -> markup.Inline:
    """Return a link to a line, or to a range of lines that a symbol has, of the view's own file."""
    shown = label or (f"L{line}–L{end}" if end and end > line else f"L{line}")
    if view.docname is None or not view.anchors:
        return markup.Muted(shown)
    target = f"L{line}-L{end}" if end and end > line else f"L{line}"
    return markup.PageLink(view.docname, shown, target)


def commit_link(address: str, change: Change) -> markup.Inline:
    """Return the subject of a commit, linked to the forge if it is known.

    :param address: of a commit, with ``{commit}`` left open; ``""`` for none.
    """
    label = change.subject or change.commit
    if not address:
        return label
    return markup.Address(address.replace("{commit}", change.commit), label)


def summary(view: FileView) -> list[markup.Block]:
    """Return the first sentence about the file, and one line of facts."""
    content: list[markup.Block] = []
    file, description = view.file, view.description
    if description and (words := sentence_of(description)):
        if description.path != file.path:
            words += [" ", file_link(view, description.path, description.line or None)]
        elif description.quoted and description.line:
            words += [" ", line_link(view, description.line)]
        content.append(markup.Paragraph(tuple(words), markup.WORDS))
    parts: list[markup.Inline] = [file.language_name] if file.language_name else []
    if file.kind == "text":
        parts.append(quantity(file.facts.lines.total, "{count:,} line", "{count:,} lines"))
    parts.append(size_text(file.size))
    parts += [_(_ROLES[role.name]) for role in file.roles]
    if change := file.change:
        said = _("changed {date} by {author}")
        parts.append(said.format(date=change.date[:10], author=change.author))
    return [*content, markup.paragraph(*markup.separated(parts, " · "), classes="filedocs-facts")]


def count(view: FileView, section: str) -> str:
    """Return the number of entries of a section, or ``""``."""
    numbers = {
        "outline": sum(1 for _ in view.symbols),
        "dependencies": len(view.imports),
        "uses": len({row.path for row in view.gives}),
        "related": len(view.related),
        "history": view.file.history.changes if view.file.history else 0,
    }
    number = numbers.get(section, 0)
    return f"{number:,}" if number else ""


def says_more(view: FileView) -> bool:
    """Return whether the purpose has more than the summary."""
    words = view.description.text.strip() if view.description else ""
    file = view.file
    return bool(
        file.roles or view.explained or file.kind != "text" or words != first_sentence(words)
    )


def purpose(view: FileView) -> list[markup.Block]:
    """Return the description, the roles with their evidence, and the prose about the file."""

    def link(path: str, line: int, shown: str) -> markup.Inline:
        return file_link(view, path, line or None, shown)

    content = described(view.description, view.file.path, link)
    rows: list[list[markup.Inline]] = []
    for role in view.file.roles:
        row: list[markup.Inline] = [
            markup.Strong(_(_ROLES[role.name])),
            f": {translated(role.reason)}",
        ]
        if role.line:
            row += [" (", line_link(view, role.line), ")"]
        rows.append(row)
    if rows:
        content.append(markup.bullets(rows, "simple filedocs-roles"))
    content += explained_in(view.explained, link)
    if view.file.kind != "text":
        content.append(markup.paragraph(_(_WHY_NO_TEXT[view.file.kind])))
    return content


def metadata(view: FileView) -> list[markup.Block]:
    """Return kind, size, licence, history and owner."""
    file, facts = view.file, view.facts
    rows: list[tuple[str, Sequence[markup.Inline]]] = [(_("Path"), [markup.Code(file.path)])]
    if file.language_name:
        rows.append((_("Language"), [file.language_name]))
    if file.link is not None:
        rows.append((_("Symbolic link to"), [markup.Code(file.link)]))
    size = quantity(file.size, "{count:,} byte", "{count:,} bytes")
    rows.append((_("Size"), [size]))
    if file.kind == "text":
        rows += _text_rows(view)
    if facts.license:
        rows.append((_("Licence"), [markup.Code(facts.license)]))
    if file.change:
        change = file.change
        shown = _("{date} by {author}: {subject}").format(
            date=change.date[:10], author=change.author, subject=change.subject
        )
        rows.append((_("Last change"), [f"{shown} ", markup.Muted(change.commit)]))
    if file.owners:
        owners = ngettext("Owner", "Owners", len(file.owners))
        rows.append((owners, [", ".join(file.owners)]))
    if view.url:
        rows.append((_("Address"), [markup.Address(whole_file(view.url))]))
    if view.edit_url:
        rows.append((_("Edit"), [markup.Address(view.edit_url)]))
    if file.digest:
        rows.append((_("Digest"), [markup.Code(file.digest[:16], "filedocs-muted")]))
    content: list[markup.Block] = [markup.fields(rows, "metadata")]
    troubles: list[list[markup.Inline]] = [
        [translated(diagnostic.message)] for diagnostic in file.diagnostics
    ]
    if facts.errors and facts.first_error:
        message = ngettext(
            "The parser could not make sense of {count:,} line, the first being {first}.",
            "The parser could not make sense of {count:,} lines, the first being {first}.",
            facts.errors,
        )
        first = line_link(view, facts.first_error)
        troubles.append(markup.sentence(message, count=facts.errors, first=first))
    if troubles:
        content.append(markup.bullets(troubles, "simple filedocs-troubles"))
    return content


def whole_file(url: str) -> str:
    """Return the address of a file from that of its lines."""
    return re.sub(r"#[^#]*\{line\}.*$", "", url).replace("{line}", "1")


def _text_rows(view: FileView) -> Iterator[tuple[str, Sequence[markup.Inline]]]:
    file, lines = view.file, view.file.facts.lines
    # Of plain text nobody knows which lines are comment.
    yield _("Lines"), [f"{lines.total:,}" if file.plain else line_counts(lines)]
    if file.encoding not in ("utf-8", "ascii", ""):
        yield _("Encoding"), [file.encoding]
    if file.plain:
        yield _("Shown as plain text"), [translated(file.plain)]
    if file.skipped:
        yield _("Not compiled"), _skipped(view)


def _skipped(view: FileView) -> list[markup.Inline]:
    parts = view.file.skipped
    shown: list[markup.Inline] = []
    for start, end in parts[:_MOST_SKIPPED]:
        lines = f"L{start}–L{end}" if end > start else f"L{start}"
        shown += [", " if shown else "", line_link(view, start, label=lines)]
    if (more := len(parts) - _MOST_SKIPPED) > 0:
        text = quantity(more, "… and {count:,} more.", "… and {count:,} more.")
        shown += [" ", markup.Muted(text)]
    return [*shown, " ", markup.Muted(_("by the commands in compile_commands.json"))]


def line_counts(lines: LineCounts) -> str:
    """Return the number of lines of each kind."""
    if not lines.total:
        return "0"
    return _("{total:,} ({code:,} code, {comment:,} comment, {blank:,} blank)").format(
        total=lines.total, code=lines.code, comment=lines.comment, blank=lines.blank
    )


def outline(view: FileView) -> list[markup.Block]:
    """Return the definitions of the file, nested, as object descriptions."""
    entries = list(view.symbols)
    short = len(entries) > _MOST_SIGNATURES
    places = {} if short else view.places
    symbols = tuple(
        _described(view, entry, short, places.get((entry.qualified, entry.number), ()))
        for entry in entries
    )
    prefix = "" if view.docname is None else view.prefix
    block = markup.OutlineBlock(prefix, view.file.path, symbols)
    if not symbols:
        return []
    is_own = not view.file.vendored
    return [*(hierarchy(view, view.file.path, view.types) if is_own else ()), block]


def _described(
    view: FileView, entry: Outlined, short: bool, places: Sequence[Place]
) -> markup.OutlineRow:
    symbol = entry.symbol._replace(signature="", doc="", fields=()) if short else entry.symbol
    before, name, after, aside = _signature(symbol)
    relations = () if short else view.relations.get((entry.qualified, entry.number), ())
    shows_kind = aside or declares_kind(before)
    return markup.OutlineRow(
        depth=entry.depth,
        kind=symbol.kind,
        identifier="" if view.docname is None else symbol_anchor(entry),
        annotation="" if shows_kind else kind_name(symbol.kind),
        before=before,
        name=name,
        after=after,
        aside=aside,
        lines=line_link(view, symbol.line, symbol.span.end),
        sentence=tuple(symbol_sentence(symbol)),
        declared=_declarations(view, symbol),
        links=(*map(_relation, relations), *map(_mark, places)),
        fields=symbol_fields(symbol),
    )


def _relation(mark: RelationMark) -> markup.PageLink:
    arrow = "\u2191" if mark.is_up else "\u2193"
    text = f"{arrow} {mark.text}"
    return markup.PageLink(mark.docname, text, mark.anchor, mark.place, "filedocs-lines")


def _mark(place: Place) -> markup.PageLink:
    title = f"[{printable_line(place.title)}]"
    return markup.PageLink(place.docname, title, place.anchor, _(place.kind[0]), "filedocs-lines")


def _declarations(view: FileView, symbol: Symbol) -> tuple[markup.Inline, ...]:
    if not symbol.declared:
        return ()
    shown = [line_link(view, line) for line in symbol.declared[:_MOST_DECLARATIONS]]
    if len(symbol.declared) > len(shown):
        shown.append(markup.Muted("…"))
    return (markup.Muted(_("declared")), " ", *markup.separated(shown))


def _signature(symbol: Symbol) -> tuple[str, str, str, str]:
    """Divide a signature into parts before, at and behind the name; or all of it."""
    shown = symbol.signature or symbol.name
    before, name, after = around_name(shown, symbol.name)
    return (before, name, after, "") if name else ("", symbol.name, "", shown)


def usage(view: FileView) -> list[markup.Block]:
    """Return commands that run the file, and the tests that use it."""
    content: list[markup.Block] = []
    for command in view.commands:
        because = _("Because {reason}, in the folder {folder}.")
        if not command.cwd:
            because = _("Because {reason}.")
        shown = because.format(reason=translated(command.reason), folder=command.cwd)
        content += [
            markup.CodeBlock(command.line, "console"),
            markup.paragraph(markup.Muted(shown)),
        ]
    if view.tests:
        content.append(markup.paragraph(_("Tests that use its names:")))
        rows: list[list[markup.Inline]] = [
            [file_link(view, path), f" – {quantity(number, '{count:,} name', '{count:,} names')}"]
            for path, number in view.tests[:_MOST_TESTS]
        ]
        if (more := len(view.tests) - _MOST_TESTS) > 0:
            rows.append(
                [
                    markup.Muted(
                        quantity(more, "and {count:,} more file", "and {count:,} more files")
                    )
                ]
            )
        content.append(markup.bullets(rows))
    return content


def documented_in(view: FileView) -> list[nodes.Node]:
    """Return the place of the hand-written pages about the file; see :class:`mention_list`."""
    if view.docname is None:
        return []
    return [mention_list("", prefix=view.prefix, path=view.file.path, heading="section")]


def related(view: FileView) -> list[markup.Block]:
    """Return related files, each with the reason."""
    rows = [
        [file_link(view, entry.path), f" – {translated(entry.reason)}"] for entry in view.related
    ]
    return [markup.bullets(rows)] if rows else []


def history(view: FileView) -> list[markup.Block]:
    """Return number, time and authors of changes, the last commits, and files changed together."""
    known = view.file.history
    gap = [markup.paragraph(markup.Muted(translated(view.gap)))] if view.gap else []
    if known is None:
        return [*gap]
    message = ngettext(
        "{count:,} change since {date}, by {people}.",
        "{count:,} changes since {date}, by {people}.",
        known.changes,
    )
    people = quantity(known.people, "{count:,} person", "{count:,} people")
    said = message.format(count=known.changes, date=known.first[:10], people=people)
    content: list[markup.Block] = [markup.paragraph(said)]
    if known.people > 1:
        shares = (f"{name} {count / known.changes:.0%}" for name, count in known.authors)
        content.append(markup.paragraph(markup.Muted(", ".join(shares))))
    content += _commits(view, known)
    rows: list[list[markup.Inline]] = []
    for other in known.together:
        commits = _("in {count:,} of {all:,} commits")
        shown = commits.format(count=other.commits, all=known.changes)
        rows.append([file_link(view, other.path), f" – {shown}"])
    if rows:
        content += [markup.paragraph(_("Changed together with it:")), markup.bullets(rows)]
    return content + gap


def _commits(view: FileView, known: History) -> Iterator[markup.Block]:
    rows: list[list[Sequence[markup.Inline]]] = [
        [
            [markup.Muted(change.date[:10])],
            [commit_link(view.commit_url, change)],
            [markup.Muted(change.author)],
        ]
        for change in known.commits
    ]
    yield markup.table([], rows, [15, 60, 25], "commits")
    if more := known.changes - len(rows):
        text = quantity(more, "{count:,} older commit", "{count:,} older commits")
        yield markup.paragraph(markup.Muted(text))


def keywords(view: FileView) -> list[nodes.Node]:
    """Return the place of the file's keywords; see :class:`file_keywords`."""
    if view.docname is None or not view.facts.keywords:
        return []
    return [file_keywords("", prefix=view.prefix, path=view.file.path)]


def uses(view: FileView) -> list[markup.Block]:
    """Return the names exchanged with each other file."""
    content: list[markup.Block] = []
    if view.gives:
        files = len({row.path for row in view.gives})
        title = quantity(files, "Used by {count:,} file", "Used by {count:,} files")
        content += [markup.Rubric(title), markup.UseList(view.prefix, "gives", (view.file.path,))]
    if view.takes:
        files = len({row.path for row in view.takes})
        title = quantity(files, "Uses names of {count:,} file", "Uses names of {count:,} files")
        content += [markup.Rubric(title), markup.UseList(view.prefix, "takes", (view.file.path,))]
    return content


def view(view: FileView) -> list[nodes.Node]:
    """Return the place of the rendered view; see :class:`file_view`."""
    kind = view_kind(view.file)
    if kind is None or view.docname is None:
        return []
    place = file_view("", prefix=view.prefix, path=view.file.path)
    return [folded_section("view", kind.title, [place], is_open=True)]


def source(view: FileView) -> list[nodes.Node]:
    """Return the place of the file's listing; see :class:`listing`."""
    return listing_of(view, 1, view.facts.lines.total)


def listing_of(view: FileView, start: int, end: int, anchors: bool = True) -> list[nodes.Node]:
    """Return a listing of the lines *start* to *end*, 1-based and included."""
    if view.file.kind != "text" or end < start:
        return []
    return [
        listing(
            "",
            root=view.prefix or view.root,
            path=view.file.path,
            language=view.file.shown_as,
            start=start,
            end=end,
            anchors=anchors and view.docname is not None,
        )
    ]
