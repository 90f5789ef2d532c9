"""Building blocks of the pages: the few docutils structures that the sections are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

#: Characters that XML, LaTeX or a terminal cannot show; tab and newline are not among them.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
_FIRST_SENTENCE = re.compile(r"(.*?[^\s.][.!?。])(?=\s+[^\sa-z]|\s*$)", re.DOTALL)
#: Code in prose, as reST, Markdown, Javadoc and Doxygen mark it.
_CODE_IN_PROSE = re.compile(
    r"(?P<role>:[A-Za-z][\w:+.-]{0,40}:)?(?P<mark>`{1,2})(?!\s)(?P<ticks>[^`\n]{1,200}?)(?<!\s)(?P=mark)_{0,2}(?!`)"
    r"|\{@(?:code|link|literal)\s+(?P<tag>[^{}\n]{1,200})\}"
    r"|[\\@][cp]\s(?P<word>\w+)"
)
_UNSAFE_IN_ID = re.compile(r"[^A-Za-z0-9_.]")

Inline = nodes.Node | str


class listing(nodes.General, nodes.Element):  # noqa: N801 (docutils' naming)
    """A file's source, read and highlighted only when a builder writes it.

    Attributes: ``root`` (a tree's prefix, or an absolute folder for a file without a page),
    ``path``, ``lexer``, ``start`` and ``end`` (1-based lines), ``anchors`` (whether lines get ids).
    """


class file_keywords(nodes.General, nodes.Element):  # noqa: N801
    """Where the keywords of the file ``path`` of the tree ``prefix`` stand: a link to their own
    page in the HTML builders, the keywords themselves elsewhere."""


class mention_list(nodes.General, nodes.Element):  # noqa: N801
    """Where the hand-written pages stand that are about the file ``path`` of the tree ``prefix``:
    they are known only when all pages are read.

    Attribute ``heading``: ``section``, ``rubric`` or ``""``, what the list gets when it is not
    empty.
    """


class description_links(nodes.General, nodes.Element):  # noqa: N801
    """Stands beside the outline of the file ``path`` of the tree ``prefix``: its symbols get links
    to their descriptions in other domains when the page is written."""


class source_link(nodes.Inline, nodes.Element):  # noqa: N801
    """Where a description of another domain gets its link to the source, if a tree defines what
    it describes: the signature ``number`` of those of the page ``docname``."""


class line_links(nodes.Inline, nodes.Element):  # noqa: N801
    """Links to the lines ``lines`` on the page ``docname``, made only when they are written:
    an index holds so many that a node for each would be most of a build."""


class use_list(nodes.General, nodes.Element):  # noqa: N801
    """A list of uses in the tree ``prefix``, made only when it is written.

    Attributes: ``kind`` and ``key`` say of what (see
    :meth:`sphinx_filedocs.pages.use_views.UseViews.items`), ``start`` and ``stop`` which rows of a
    name.
    """


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return "\N{SYMBOL FOR DELETE}" if code == 0x7F else f"\\u{code:04x}"


def printable(text: str) -> str:
    """Return *text* with a visible stand-in for every character that an output format refuses,
    or that would change the order of the text around it (Trojan Source, CVE-2021-42574)."""
    return _UNPRINTABLE.sub(_picture, text)


def printable_line(text: str) -> str:
    """Return *text* as :func:`printable` does, on one line."""
    return printable(text).replace("\n", "\N{SYMBOL FOR NEWLINE}").replace("\t", " ")


def anchor(name: str) -> str:
    """Return an id for *name*: ASCII letters, digits and ``_.-``,
    different for different names."""
    return _UNSAFE_IN_ID.sub(lambda match: f"-{ord(match[0]):x}-", name)


def first_sentence(text: str, limit: int = 200) -> str:
    """Return the first sentence of *text*'s first paragraph, cut at *limit* characters."""
    paragraph = " ".join(text.strip().split("\n\n", 1)[0].split())
    match = _FIRST_SENTENCE.match(paragraph)
    sentence = match[1] if match else paragraph
    return sentence if len(sentence) <= limit else sentence[: limit - 1].rstrip() + "…"


def text(value: Inline) -> nodes.Node:
    """Return *value* as a node; a string becomes printable text on one line."""
    return nodes.Text(printable_line(value)) if isinstance(value, str) else value


def paragraph(*content: Inline, classes: Sequence[str] = ()) -> nodes.paragraph:
    """Return a paragraph of strings and inline nodes."""
    return nodes.paragraph("", "", *map(text, content), classes=list(classes))


def code(value: str, *classes: str) -> nodes.literal:
    """Return *value* as inline code."""
    shown = printable_line(value)
    return nodes.literal(shown, shown, classes=list(classes))


def prose(value: str) -> list[Inline]:
    """Return a sentence of the documented source, with what it marks as code shown as code."""
    content: list[Inline] = []
    end = 0
    for match in _CODE_IN_PROSE.finditer(value):
        if match.start() > end:
            content.append(value[end : match.start()])
        marked = match["ticks"] or match["tag"] or match["word"]
        if match["role"]:
            # reST's :func:`text <target>` and :func:`~pkg.name` show the text, the name alone.
            marked = re.sub(r"\s*<[^<>]*>$", "", marked)
            marked = marked.rpartition(".")[2] if marked.startswith("~") else marked
        content.append(code(marked))
        end = match.end()
    if end < len(value):
        content.append(value[end:])
    return content


def muted(value: str) -> nodes.inline:
    """Return *value* as less important text."""
    return nodes.inline("", "", text(value), classes=["filedocs-muted"])


def page_link(docname: str, content: Inline, target: str = "", hint: str = "") -> nodes.Node:
    """Return a link to a document, to be resolved when it is written.

    :param target: an anchor on that page, without ``#``.
    :param hint: shown when the pointer rests on the link.
    """
    return addnodes.pending_xref(
        "",
        text(content) if not isinstance(content, str) else nodes.inline("", "", text(content)),
        refdomain="src",
        reftype="page",
        reftarget=docname,
        refanchor=target,
        reftitle=printable_line(hint),
        refexplicit=True,
    )


def lines_of(docname: str | None, lines: Sequence[int]) -> Inline:
    """Return links to lines, 1-based, of the listing on a page; plain text without a page."""
    if docname is None:
        return lines_text(lines)
    return line_links("", docname=docname, lines=list(lines))


def lines_text(lines: Iterable[int]) -> str:
    """Return how lines are named where they can't be linked."""
    return ", ".join(f"L{line}" for line in lines)


def section(identifier: str, title: str, content: Iterable[nodes.Node]) -> nodes.section:
    """Return a section with an id and a title."""
    return nodes.section("", nodes.title("", "", text(title)), *content, ids=[identifier])


def rubric(title: str, identifier: str = "") -> nodes.rubric:
    """Return a heading that no table of contents shows."""
    return nodes.rubric("", "", text(title), ids=[identifier] if identifier else [])


def bullets(
    rows: Iterable[Sequence[Inline]], classes: Sequence[str] = ("simple",)
) -> nodes.bullet_list:
    """Return a bullet list; each row is the content of one entry's paragraph."""
    entries = (nodes.list_item("", paragraph(*row)) for row in rows)
    return nodes.bullet_list("", *entries, bullet="*", classes=list(classes))


def separated(content: Iterable[Inline], separator: str = ", ") -> list[Inline]:
    """Return *content* with *separator* between its members."""
    joined: list[Inline] = []
    for member in content:
        joined += [separator, member] if joined else [member]
    return joined


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[Sequence[Inline]]],
    widths: Sequence[int],
    name: str,
) -> nodes.table:
    """Return a table whose cells hold one paragraph each.

    :param header: the column titles; none for a table without a head.
    :param widths: the relative widths of the columns, for the paged builders.
    :param name: ends the table's class, ``filedocs-<name>``.
    """
    group = nodes.tgroup("", *(nodes.colspec(colwidth=w) for w in widths), cols=len(widths))
    if header:
        group += nodes.thead("", _row([[title] for title in header]))
    group += nodes.tbody("", *map(_row, rows))
    classes = ["longtable", "filedocs-table", f"filedocs-{name}"]
    return nodes.table("", group, classes=classes, align="left")


def _row(cells: Sequence[Sequence[Inline]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", paragraph(*cell)) for cell in cells))


def definitions(rows: Iterable[tuple[str, Sequence[Inline]]], name: str) -> nodes.field_list:
    """Return a field list: a term and its content a row."""
    fields = (
        nodes.field(
            "", nodes.field_name("", "", text(term)), nodes.field_body("", paragraph(*body))
        )
        for term, body in rows
    )
    return nodes.field_list("", *fields, classes=[f"filedocs-{name}"])


def quantity(count: int, singular: str, plural: str = "") -> str:
    """Return a count with its noun, such as ``1,234 lines``."""
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"
