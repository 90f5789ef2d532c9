"""The sections of a file's page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from docutils import nodes
from sphinx import addnodes

from sphinx_filedocs.model import (
    Finding,
    FindingCategory,
    LineCounts,
    Outlined,
    Symbol,
    walk,
)
from sphinx_filedocs.pages.nodes import (
    Inline,
    bullets,
    code,
    definitions,
    description_links,
    file_keywords,
    first_sentence,
    listing,
    mention_list,
    muted,
    page_link,
    paragraph,
    printable,
    prose,
    quantity,
    rubric,
    table,
    text,
    use_list,
)
from sphinx_filedocs.pages.views import FileView, symbol_anchor

_MOST_PURPOSE = 1200

#: Words of declarations that tell what is declared.
_DECLARING = frozenset(
    (
        "#define", "@interface", "CREATE", "class", "const", "def", "define", "enum", "extension",
        "fn", "fun", "func", "function", "interface", "let", "macro_rules!", "mod", "module",
        "namespace", "object", "package", "protocol", "record", "static", "struct", "sub", "trait",
        "type", "typedef", "union", "using", "val", "var",
    )
)  # fmt: skip

_WHY_NO_TEXT = {
    "binary": "This file is binary: its metadata is all that is shown.",
    "huge": "This file is larger than the option filedocs_max_bytes allows: its metadata is all "
    "that is shown.",
    "link": "This is a symbolic link, which is not followed.",
    "unreadable": "This file could not be read: its metadata is all that is shown.",
}


def file_link(view: FileView, path: str, line: int | None = None, label: str = "") -> Inline:
    """Return a link to a file's page, or to a line of its listing; plain code if the file has no
    page."""
    shown = label or (f"{path}:{line}" if line else path)
    if path not in view.docnames:
        return code(shown)
    target = f"L{line}" if line and view.anchors else ""
    return page_link(view.docnames[path], code(shown), target)


def line_link(view: FileView, line: int, end: int | None = None) -> Inline:
    """Return a link to a line, or to the first of a range of lines, of the view's own file."""
    shown = f"L{line}–L{end}" if end and end > line else f"L{line}"
    if view.docname is None or not view.anchors:
        return muted(shown)
    target = f"L{line}-L{end}" if end and end > line else f"L{line}"
    return page_link(view.docname, shown, target)


def purpose(view: FileView) -> list[nodes.Node]:
    """Return the file's own words, and what it is for with the evidence."""
    content: list[nodes.Node] = []
    words = view.facts.doc.strip()
    parts = words[:_MOST_PURPOSE].split("\n\n")
    content += [own_words(part) for part in parts if part.strip()]
    if len(words) > _MOST_PURPOSE:
        content.append(paragraph(muted("The rest stands in the listing.")))
    rows: list[list[Inline]] = []
    for role in view.file.roles:
        row: list[Inline] = [nodes.strong("", role.name.capitalize()), f": {role.reason}"]
        if role.line:
            row += [" (", line_link(view, role.line), ")"]
        rows.append(row)
    if rows:
        content.append(bullets(rows, ("simple", "filedocs-roles")))
    if view.file.kind != "text":
        content.append(paragraph(_WHY_NO_TEXT[view.file.kind]))
    return content


def own_words(part: str) -> nodes.Node:
    """Return a paragraph of the documented source, with its line breaks where it has an inner
    shape."""
    if any(line.startswith((" ", "\t", "-", "*", "|", ">")) for line in part.split("\n")[1:]):
        shown = printable(part.strip("\n"))
        block = nodes.line_block()
        block += [nodes.line("", "", nodes.Text(line or " ")) for line in shown.split("\n")]
        return block
    return paragraph(*prose(" ".join(part.split())), classes=["filedocs-words"])


def metadata(view: FileView) -> list[nodes.Node]:
    """Return what is known of the file from outside: kind, size, licence, history, owner."""
    file, facts = view.file, view.facts
    rows: list[tuple[str, Sequence[Inline]]] = [("Path", [code(file.path)])]
    if file.language_name:
        rows.append(("Language", [file.language_name]))
    if file.link is not None:
        rows.append(("Symbolic link to", [code(file.link)]))
    rows.append(("Size", [quantity(file.size, "byte")]))
    if file.kind == "text":
        rows.append(("Lines", [line_counts(facts.lines)]))
        if file.encoding not in ("utf-8", "ascii", ""):
            rows.append(("Encoding", [file.encoding]))
    if facts.license:
        rows.append(("Licence", [code(facts.license)]))
    if file.change:
        change = file.change
        rows.append(
            (
                "Last change",
                [f"{change.date[:10]} by {change.author}: {change.subject} ", muted(change.commit)],
            )
        )
    if file.owners:
        rows.append(("Owner" if len(file.owners) == 1 else "Owners", [", ".join(file.owners)]))
    if view.url:
        address = view.url.replace("#L{line}", "").replace("{line}", "1")
        rows.append(("Address", [nodes.reference("", address, refuri=address)]))
    if file.digest:
        rows.append(("Digest", [code(file.digest[:16], "filedocs-muted")]))
    content: list[nodes.Node] = [definitions(rows, "metadata")]
    troubles: list[list[Inline]] = [[diagnostic.message] for diagnostic in file.diagnostics]
    if facts.errors and facts.first_error:
        lines = quantity(facts.errors, "line")
        first = line_link(view, facts.first_error)
        troubles.append(
            [f"The parser could not make sense of {lines}, the first being ", first, "."]
        )
    if troubles:
        content.append(bullets(troubles, ("simple", "filedocs-troubles")))
    return content


def line_counts(lines: LineCounts) -> str:
    """Return how many lines there are, and of which kind."""
    if not lines.total:
        return "0"
    kinds = f"{lines.code:,} code, {lines.comment:,} comment, {lines.blank:,} blank"
    return f"{lines.total:,} ({kinds})"


def outline(view: FileView) -> list[nodes.Node]:
    """Return the definitions of the file, nested, as object descriptions."""
    roots: list[nodes.Node] = []
    parents: list[addnodes.desc_content] = []
    for entry in walk(view.facts.symbols):
        described, content = _describe(view, entry)
        del parents[entry.depth :]
        if parents:
            parents[-1].append(described)
        else:
            roots.append(described)
        parents.append(content)
    if roots and view.docname is not None:
        roots.append(description_links("", prefix=view.prefix, path=view.file.path))
    return roots


def _describe(view: FileView, entry: Outlined) -> tuple[addnodes.desc, addnodes.desc_content]:
    symbol = entry.symbol
    signature = addnodes.desc_signature("", "", is_multiline=False)
    if view.docname is not None:
        signature["ids"] = [symbol_anchor(entry)]
    signature += _signature(symbol)
    signature += nodes.Text(" ")
    lines = text(line_link(view, symbol.line, symbol.span.end))
    signature += nodes.inline("", "", lines, classes=["filedocs-lines"])
    content = addnodes.desc_content()
    if sentence := first_sentence(symbol.doc):
        content += paragraph(*prose(sentence))
    described = addnodes.desc(
        "",
        signature,
        content,
        domain="src",
        objtype=symbol.kind,
        desctype=symbol.kind,
        classes=["src", f"src-{symbol.kind}"],
        no_index=True,
        noindex=True,
    )
    return described, content


def _signature(symbol: Symbol) -> list[nodes.Node]:
    """Return the signature with the name in it set off, after the kind where no word of the
    signature tells it."""
    shown = symbol.signature or symbol.name
    before, found, after = _around_name(shown, symbol.name)
    if not found:
        return [addnodes.desc_name("", "", text(symbol.name)), nodes.Text(" "), muted(shown)]
    parts: list[nodes.Node] = []
    if _DECLARING.isdisjoint(before.split()):
        parts.append(addnodes.desc_annotation("", "", nodes.Text(f"{symbol.kind} ")))
    if before:
        parts.append(addnodes.desc_addname("", "", text(before)))
    parts.append(addnodes.desc_name("", "", text(found)))
    if after:
        parts.append(nodes.inline("", "", text(after), classes=["filedocs-signature"]))
    return parts


def _around_name(signature: str, name: str) -> tuple[str, str, str]:
    """Divide *signature* at the first place where *name* stands as a whole word."""
    start = signature.find(name)
    while start >= 0:
        end = start + len(name)
        before, after = signature[:start], signature[end:]
        if not (before[-1:].isidentifier() or (after[:1].isalnum() or after[:1] == "_")):
            return before, name, after
        start = signature.find(name, start + 1)
    return signature, "", ""


def findings(category: FindingCategory) -> Callable[[FileView], list[nodes.Node]]:
    """Return the section of the findings of one category."""

    def section(view: FileView) -> list[nodes.Node]:
        by_rule: dict[str, list[Finding]] = defaultdict(list)
        for finding in view.facts.findings:
            if finding.category == category:
                by_rule[finding.rule].append(finding)
        rows: list[list[Sequence[Inline]]] = [
            [[code(rule)], [line_link(view, found.line)], [found.text]]
            for rule, group in by_rule.items()
            for found in group
        ]
        return (
            [table(["Rule", "Line", "What stands there"], rows, [25, 10, 65], category)]
            if (rows)
            else []
        )

    return section


def usage(view: FileView) -> list[nodes.Node]:
    """Return commands that run the file, and the tests that import it."""
    content: list[nodes.Node] = []
    for command in view.commands:
        shown = printable(command.line)
        where = f", in the folder {command.cwd}" if command.cwd else ""
        content.append(nodes.literal_block(shown, shown, language="console", force=True))
        content.append(paragraph(muted(f"Because {command.reason}{where}.")))
    if view.tests:
        content.append(paragraph("Tests that import it:"))
        content.append(bullets([file_link(view, path)] for path in view.tests))
    return content


def documented_in(view: FileView) -> list[nodes.Node]:
    """Return the place of the hand-written pages about the file; see :class:`mention_list`."""
    if view.docname is None:
        return []
    return [mention_list("", prefix=view.prefix, path=view.file.path, heading="section")]


def related(view: FileView) -> list[nodes.Node]:
    """Return related files, each with the reason."""
    rows = [[file_link(view, entry.path), f" – {entry.reason}"] for entry in view.related]
    return [bullets(rows)] if rows else []


def keywords(view: FileView) -> list[nodes.Node]:
    """Return the place of the file's keywords; see :class:`file_keywords`."""
    if view.docname is None or not view.facts.keywords:
        return []
    return [file_keywords("", prefix=view.prefix, path=view.file.path)]


def uses(view: FileView) -> list[nodes.Node]:
    """Return what the file takes from each other file, and what each other file takes from it."""
    content: list[nodes.Node] = []
    for kind, rows, title in (
        ("gives", view.gives, "Used by"),
        ("takes", view.takes, "Uses names of"),
    ):
        if rows:
            files = len({row.path for row in rows})
            content.append(rubric(f"{title} {quantity(files, 'file')}"))
            content.append(use_list("", prefix=view.prefix, kind=kind, key=[view.file.path]))
    return content


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
            language=view.file.language or "text",
            start=start,
            end=end,
            anchors=anchors and view.docname is not None,
        )
    ]
