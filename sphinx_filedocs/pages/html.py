"""Writes the markup of pages as HTML, as Sphinx's own writer does with docutils' nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape

from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.list_items import Item
from sphinx_filedocs.pages.pictures import Picture, svg
from sphinx_filedocs.pages.text import lines_text, printable, printable_line, whole_words
from sphinx_filedocs.pages.translation import _

#: Returns the address of an anchor (or ``""``) on a document; ``""`` for a document that is in no
#: project that is known.
Addresses = Callable[[str, str], str]

#: Longer paths, in characters, may have to be broken.
_BREAKS = 24


@lru_cache(maxsize=20_000)
def text_html(text: str) -> str:
    """Return text on one line as HTML; names come again and again."""
    return escape(printable_line(text), quote=False)


@lru_cache(maxsize=20_000)
def attribute(name: str, value: str) -> str:
    """Return an attribute with a space before it, or nothing without a value."""
    return f' {name}="{escape(printable_line(value))}"' if value else ""


class HtmlWriter:
    """Writes blocks.

    :param uri: returns addresses as seen from the page.
    :param prefix: of ids; ``None`` for no ids.
    :param folds: whether a reader can open folds and follow pictures; books have neither.
    """

    def __init__(
        self,
        uri: Addresses,
        uses: Callable[[markup.UseList], str],
        prefix: str | None = "",
        folds: bool = True,
        excerpt: Callable[[markup.Excerpt], str] = lambda _: "",
    ) -> None:
        self._uri = uri
        self._uses = uses
        self._prefix = prefix
        self._folds = folds
        self._inlines: dict[type, Callable[..., str]] = {
            str: text_html,
            markup.Code: self._code,
            markup.Muted: self._muted,
            markup.Strong: self._strong,
            markup.PageLink: self._link,
            markup.Lines: self._lines,
            markup.Address: self._address,
            markup.Bullets: self._bullets,
        }
        # An index has thousands of these; its style is its own.
        self._entries: dict[type, Callable[..., str]] = {
            **self._inlines,
            markup.Code: _plain_code,
            markup.Muted: _small,
            markup.PageLink: self._entry_link,
        }
        self._blocks: dict[type, Callable[..., str]] = {
            markup.Paragraph: self._paragraph,
            markup.Verse: self._verse,
            markup.Bullets: self._bullets,
            markup.Table: self._table,
            markup.Fields: self._fields,
            markup.Rubric: self._rubric,
            markup.CodeBlock: self._code_block,
            markup.OutlineBlock: self._outline,
            markup.UseList: uses,
            markup.Excerpt: excerpt,
            markup.Fold: self._fold,
            Picture: self._picture,
        }

    def write(self, blocks: Iterable[markup.Block]) -> str:
        """Return blocks as HTML."""
        return "".join([self._blocks[type(block)](block) for block in blocks])

    def _content(self, content: Sequence[markup.Inline | markup.Bullets]) -> str:
        inlines = self._inlines
        return "".join([inlines[type(part)](part) for part in content])

    def _id(self, identifier: str) -> str:
        if self._prefix is None or not identifier:
            return ""
        return attribute("id", self._prefix + identifier)

    def _code(self, code: markup.Code) -> str:
        css = f"{code.classes} src" if code.classes else "src"
        return f'<code class="{css} docutils literal notranslate">{_pre(code.text)}</code>'

    def _muted(self, muted: markup.Muted) -> str:
        return f'<span class="filedocs-muted">{text_html(muted.text)}</span>'

    def _strong(self, strong: markup.Strong) -> str:
        return f"<strong>{text_html(strong.text)}</strong>"

    def _link(self, link: markup.PageLink) -> str:
        content = link.content
        shown = text_html(content) if isinstance(content, str) else self._code(content)
        if link.classes:
            shown = f'<span class="{link.classes}">{shown}</span>'
        uri = self._uri(link.docname, link.anchor)
        if not uri:
            return shown
        address = attribute("href", uri)
        title = attribute("title", link.hint)
        return f'<a class="reference internal"{address}{title}>{shown}</a>'

    def _lines(self, links: markup.Lines) -> str:
        # Without a class: an index has more of these than of all else.
        first = f"L{links.lines[0]}" if links.lines else ""
        address = escape(self._uri(links.docname, first))
        if not address:
            return _plain_lines(links)
        # A page without a listing has no places for lines.
        place = address.removesuffix(first) if address.endswith(first) else ""
        addresses = [f"{place}L{line}" if place else address for line in links.lines]
        rows = zip(addresses, links.lines, strict=True)
        return ", ".join([f'<a href="{address}">L{line}</a>' for address, line in rows])

    def _address(self, address: markup.Address) -> str:
        href = attribute("href", address.uri)
        return f'<a class="reference external"{href}>{text_html(address.label or address.uri)}</a>'

    def _paragraph(self, paragraph: markup.Paragraph) -> str:
        attributes = attribute("class", paragraph.classes) + self._id(paragraph.identifier)
        is_entry = paragraph.classes == markup.NAME_CLASS
        content = (self._row if is_entry else self._content)(paragraph.content)
        return f"<p{attributes}>{content}</p>\n"

    def _verse(self, verse: markup.Verse) -> str:
        lines = "".join(
            f'<div class="line">{escape(printable(line), quote=False) or "<br />"}</div>\n'
            for line in verse.lines
        )
        return f'<div class="line-block">\n{lines}</div>\n'

    def _bullets(self, bullets: markup.Bullets) -> str:
        entry = self._index_entry if bullets.classes == markup.INDEX_CLASS else self._entry
        rows = "".join(map(entry, bullets.rows))
        return f"<ul{attribute('class', bullets.classes)}>\n{rows}</ul>\n"

    def _entry(self, row: Sequence[markup.Inline | markup.Bullets]) -> str:
        *before, last = row or ("",)
        if not isinstance(last, markup.Bullets):
            return f"<li><p>{self._content(row)}</p></li>\n"
        return f"<li><p>{self._content(before)}</p>\n{self._bullets(last)}</li>\n"

    def _index_entry(self, row: Sequence[markup.Inline | markup.Bullets]) -> str:
        return f"<li>{self._row(row)}</li>\n"

    def _row(self, row: Sequence[markup.Inline | markup.Bullets]) -> str:
        entries = self._entries
        return "".join([entries[type(part)](part) for part in row])

    def _entry_link(self, link: markup.PageLink) -> str:
        content = link.content
        shown = text_html(content) if isinstance(content, str) else _plain_code(content)
        uri = self._uri(link.docname, link.anchor)
        title = attribute("title", link.hint)
        return f"<a{attribute('href', uri)}{title}>{shown}</a>" if uri else shown

    def _table(self, table: markup.Table) -> str:
        columns = "".join(f'<col class="fd-w{width}" />\n' for width in table.widths)
        head = ""
        if table.header:
            cells = "".join(f'<th class="head"><p>{text_html(t)}</p></th>\n' for t in table.header)
            head = f'<thead>\n<tr class="row-odd">{cells}</tr>\n</thead>\n'
        body = "".join(
            f'<tr class="row-{"odd" if number % 2 else "even"}">{"".join(map(self._cell, row))}'
            "</tr>\n"
            for number, row in enumerate(table.rows, 0 if table.header else 1)
        )
        return (
            '<div class="filedocs-table-wrapper">'
            f'<table class="longtable filedocs-table filedocs-{table.name} docutils align-left">\n'
            f"<colgroup>\n{columns}</colgroup>\n{head}<tbody>\n{body}</tbody>\n</table></div>\n"
        )

    def _cell(self, cell: Sequence[markup.Inline]) -> str:
        return f"<td><p>{self._content(cell)}</p></td>\n"

    def _fields(self, fields: markup.Fields) -> str:
        rows = "".join(
            f'<dt class="field-{parity}">{text_html(term)}<span class="colon">:</span></dt>\n'
            f'<dd class="field-{parity}"><p>{self._content(body)}</p>\n</dd>\n'
            for parity, term, body in _parities(fields.rows)
        )
        return f'<dl class="filedocs-{fields.name} field-list simple">\n{rows}</dl>\n'

    def _rubric(self, rubric: markup.Rubric) -> str:
        return f'<p class="rubric"{self._id(rubric.identifier)}>{text_html(rubric.title)}</p>\n'

    def _fold(self, fold: markup.Fold) -> str:
        content = self.write(fold.content)
        if not self._folds:
            return self._rubric(markup.Rubric(fold.title)) + content
        title = text_html(fold.title)
        return f'<details class="fd-more"><summary>{title}</summary>\n{content}</details>\n'

    def _picture(self, picture: Picture) -> str:
        return svg(picture, self._uri) if self._folds else ""

    def _code_block(self, block: markup.CodeBlock) -> str:
        return (
            f'<div class="highlight-{block.language} notranslate"><div class="highlight">'
            f'<pre tabindex="0">{escape(printable(block.text), quote=False)}\n</pre></div></div>\n'
        )

    def _outline(self, outline: markup.OutlineBlock) -> str:
        """Return an outline as lists, a third of the size of object descriptions."""
        made: list[str] = []
        depth = -1
        for symbol in outline.symbols:
            if symbol.depth > depth:
                made.append('<ul class="filedocs-outline">\n' if depth < 0 else "\n<ul>\n")
            else:
                made.append("</li>\n" + "</ul></li>\n" * (depth - symbol.depth))
            depth = symbol.depth
            made.append(f"<li{self._id(symbol.identifier)}>{self._outlined(symbol)}")
        return "".join(made) + "</li>\n" + "</ul></li>\n" * depth + "</ul>\n"

    def _outlined(self, symbol: markup.OutlineRow) -> str:
        kind = f"<em>{text_html(symbol.annotation)}</em> " if symbol.annotation else ""
        said = (symbol.before, symbol.after, symbol.aside, symbol.declared, symbol.links)
        if not any((*said, symbol.sentence, symbol.fields)) and isinstance(
            symbol.lines, markup.PageLink
        ):
            # Of the longest outlines all are so: the name is the link.
            return kind + self._entry_link(symbol.lines._replace(content=symbol.name))
        before, name, after = map(text_html, (symbol.before, symbol.name, symbol.after))
        parts = [f"{kind}<code>{before}<b>{name}</b>{after}</code>"]
        if symbol.aside:
            parts.append(_small(markup.Muted(symbol.aside)))
        parts.append(self._row([symbol.lines]))
        if symbol.declared:
            parts.append(self._row(symbol.declared))
        parts += map(self._entry_link, symbol.links)
        sentence = f"<p>{self._content(symbol.sentence)}</p>\n" if symbol.sentence else ""
        fields = self._fields(symbol.fields) if symbol.fields else ""
        return f"{' '.join(parts)}{sentence}{fields}"


def _plain_lines(links: markup.Lines) -> str:
    return lines_text(links.lines)


def _small(muted: markup.Muted) -> str:
    return f"<small>{text_html(muted.text)}</small>"


def _plain_code(code: markup.Code) -> str:
    return f"<code>{text_html(code.text)}</code>"


def _pre(text: str) -> str:
    shown = text_html(text)
    if len(text) > _BREAKS:
        # A path breaks behind its slashes, a name before its dots, and not in a word.
        shown = shown.replace("/", "/<wbr />").replace(".", "<wbr />.")
    return f'<span class="pre">{shown}</span>'


def _parities(
    rows: Iterable[tuple[str, Sequence[markup.Inline]]],
) -> Iterator[tuple[str, str, Sequence[markup.Inline]]]:
    for number, (term, body) in enumerate(rows):
        yield "even" if number % 2 else "odd", term, body


def html_list(items: Iterable[Item], uri: Addresses, css: str = "") -> str:
    """Return entries as nested HTML lists, with one more class."""
    classes = f"filedocs-uses {css}".rstrip()
    return f'<ul class="{classes}">{_html_items(items, uri)}</ul>\n'


def _html_items(items: Iterable[Item], uri: Addresses) -> str:
    made: list[str] = []
    before: Item | None = None
    for item in items:
        made.append(_html_item(item, uri, before))
        before = item.around
    return "".join(made)


def _html_item(item: Item, uri: Addresses, before: Item | None) -> str:
    """Return an entry.

    :param before: the enclosing symbol of the line before, which is not repeated.
    """
    shown = _html_link(item, uri)
    code = f" <code>{_html_source(item.source, item.marked)}</code>" if item.source else ""
    note = f" <small>{text_html(item.note)}</small>" if item.note else ""
    if item.form == "example":
        lines = f'<pre tabindex="0">{escape(item.source or "", quote=False)}</pre>'
        return f'<li>{shown}{note}<div class="highlight">{lines}</div></li>'
    if item.form == "line":
        around = _html_link(item.around, uri) if item.around and item.around != before else ""
        outside = "–" if before and not item.around else ""
        inside = f" <span>{around or outside}</span>" if around or outside else ""
        return f"<li>{shown}{inside}{code}{note}</li>"
    if item.form == "kinds":
        kinds = map(_html_kind, item.children)
        return f'<li class="fd-kinds">{" · ".join(kinds)}</li>'
    shown += note + code
    if not item.children:
        return f"<li>{shown}</li>"
    if item.form == "inline":
        return f"<li>{' '.join([shown, *(_html_link(child, uri) for child in item.children)])}</li>"
    if item.form == "tree":
        return _html_tree(item, shown, uri)
    inner = _html_items(item.children, uri)
    first = item.children[0]
    is_row = item.form == "row" or (item.form == "folded" and first.form == "list")
    css = ' class="filedocs-row"' if is_row and not first.children else ""
    place = attribute("id", "" if item.docname else item.anchor)
    # With each of its lines it would take a twentieth of the page.
    css = ' class="fd-lines"' if first.form == "line" else css
    if item.form == "way":
        css = ' class="filedocs-row fd-way"'
    if item.form == "folded":
        # What an address leads to inside of it opens it.
        inner = f"<ul{css}{place}>{inner}</ul>"
        return f"<li><details><summary>{shown}</summary>{inner}</details></li>"
    part = f' class="fd-uses-part"{place}' if item.form == "part" else ""
    return f"<li{part}>{shown}<ul{css}>{inner}</ul></li>"


def _html_tree(item: Item, title: str, uri: Addresses) -> str:
    place = attribute("id", item.anchor)
    listed = f"<ul{place}>{_html_items(item.children, uri)}</ul>"
    if item.picture is None:
        return f"<li>{title}{listed}</li>"
    heading = text_html(_("As a list"))
    shown = f"<details><summary>{heading}</summary>{listed}</details>"
    # On the page of a single name it has an address.
    state = " open" if item.anchor else ""
    return (
        f'<li class="fd-class-tree"><details{state}><summary>{title}</summary>'
        f"{svg(item.picture, uri)}{shown}</details></li>"
    )


def _html_kind(item: Item) -> str:
    return f"<span{attribute('data-of', item.note)}>{text_html(item.text)}</span>"


def _html_source(text: str, name: str) -> str:
    made, end = "", 0
    for start in whole_words(text, name):
        made += f"{escape(text[end:start], quote=False)}<b>{escape(name, quote=False)}</b>"
        end = start + len(name)
    return made + escape(text[end:], quote=False)


def _html_link(item: Item, uri: Addresses) -> str:
    shown = text_html(item.text)
    address = uri(item.docname, item.anchor) if item.docname else ""
    return f"<a{attribute('href', address)}>{shown}</a>" if address else shown
