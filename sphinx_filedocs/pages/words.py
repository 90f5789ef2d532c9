"""Descriptions of files, folders and symbols, with their source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from textwrap import dedent

from sphinx_filedocs.model.descriptions import Description, DocField, Explanation, FieldKind
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.pages import markup
from sphinx_filedocs.pages.text import first_sentence, printable_line
from sphinx_filedocs.pages.translation import _, deferred, quantity
from sphinx_filedocs.pages.view_models import Place
from sphinx_filedocs.patterns import FENCE, FENCED

_MOST = 1200
#: So many places that explain something are named.
_MOST_PLACES = 8
_LONGEST_HEADING = 60
#: Of a symbol's documentation so many fields of a kind are shown, each cut to so many characters.
_MOST_FIELDS = 12
_LONGEST_FIELD = 160
_FIELDS: Mapping[FieldKind, str] = {
    "parameter": deferred("Parameters"),
    "returns": deferred("Returns"),
    "raises": deferred("Raises"),
}

#: Returns a link to a line of a file, shown as a text; line 0 is the file itself.
FileLink = Callable[[str, int, str], markup.Inline]


def described(description: Description | None, path: str, link: FileLink) -> list[markup.Block]:
    """Return the paragraphs of a description, and its place unless that is the page's own file.

    :param path: of the page's file or folder.
    """
    if description is None:
        return []
    words = description.text.strip()
    content = documentation(words)
    if description.about:
        about: tuple[markup.Inline, ...] = (markup.Code(description.about), ": ")
        first = content[0] if content else markup.Paragraph(())
        if isinstance(first, markup.Paragraph):
            content[:1] = [first._replace(content=(*about, *first.content))]
        else:
            content.insert(0, markup.paragraph(*about))
    if len(words) > _MOST:
        content.append(markup.paragraph(markup.Muted(_("The rest is in the listing."))))
    if description.path != path or description.about or description.quoted:
        shown = f"{description.path}:{description.line}" if description.line else description.path
        source = link(description.path, description.line, shown)
        said = _("The comment at {file}.") if description.quoted else _("From {file}.")
        content.append(markup.paragraph(*markup.muted_sentence(said, file=source)))
    return content


def _paragraph(part: str) -> markup.Block:
    """Return a paragraph, with its line breaks if it is indented or a list."""
    if any(line.startswith((" ", "\t", "-", "*", "|", ">")) for line in part.split("\n")[1:]):
        return markup.Verse(tuple(part.strip("\n").split("\n")))
    return markup.Paragraph(tuple(markup.prose(" ".join(part.split()))), markup.WORDS)


def first_words(said: str, about: str = "", *, quoted: bool = False) -> list[markup.Inline]:
    """Return a first sentence, behind the symbol that it describes, quoted if it is a bare
    comment."""
    words = markup.prose(said)
    if quoted and words:
        return markup.sentence(_("“{words}”"), words=words)
    return [markup.Code(about), ": ", *words] if about and words else words


def sentence_of(description: Description | None) -> list[markup.Inline]:
    """Return the first sentence of a description; nothing without one."""
    if description is None:
        return []
    said = first_sentence(description.text)
    return first_words(said, description.about, quoted=description.quoted)


def symbol_sentence(symbol: Symbol) -> list[markup.Inline]:
    """Return the first sentence about a symbol, with its source and a note if it is deprecated."""
    words = markup.prose(first_sentence(symbol.doc))
    if symbol.compiled:
        words += [" ", markup.Muted(by_compiler())]
    for field in symbol.fields:
        if field.kind == "deprecated":
            said = markup.prose(first_sentence(field.text))
            words += [" ", markup.Strong(_("Deprecated")), *([": ", *said] if said else ["."])]
            break
    return words[1:] if words[:1] == [" "] else words


def documentation(text: str) -> list[markup.Block]:
    """Return the paragraphs and the blocks of code of a documentation text."""
    text = text.strip()[:_MOST]
    content: list[markup.Block] = []
    end = 0
    for match in FENCED.finditer(text) if FENCE in text else ():
        content += _paragraphs(text[end : match.start()])
        if code := dedent(match["code"]).rstrip():
            content.append(markup.CodeBlock(code))
        end = match.end()
    return [*content, *_paragraphs(text[end:])]


def _paragraphs(text: str) -> list[markup.Block]:
    return [_paragraph(part) for part in text.split("\n\n") if part.strip()]


def symbol_documentation(symbol: Symbol, places: Sequence[Place]) -> list[markup.Block]:
    """Return a symbol's documentation.

    :param places: that it links to, such as its groups.
    """
    content = documentation(symbol.doc)
    if symbol.compiled:
        content.append(markup.paragraph(markup.Muted(by_compiler())))
    said = symbol_fields(symbol, places)
    return [*content, *([said] if said else [])]


def by_compiler() -> str:
    """Return the note that something is known from the index of a compiler."""
    return f"({_('by compiler')})"


def said_by(how: How) -> str:
    """Return the source of a relation: a compiler, or methods that fit an interface."""
    if how == "methods":
        return _("(by its methods)")
    return by_compiler() if how == "compiler" else ""


def symbol_fields(symbol: Symbol, places: Sequence[Place] = ()) -> markup.Fields | None:
    """Return parameters, results, errors and places, such as groups, of a symbol."""
    rows: list[tuple[str, Sequence[markup.Inline]]] = []
    for title, said in _said_fields(symbol):
        shown = _joined(_field(field) for field in said[:_MOST_FIELDS])
        if len(said) > _MOST_FIELDS:
            shown.append("; …")
        rows.append((title, shown))
    for (_singular, several), some in groupby(places, key=lambda place: place.kind):
        rows.append((_(several), markup.separated(map(place_link, some))))
    return markup.fields(rows, "documentation") if rows else None


def place_link(place: Place) -> markup.PageLink:
    """Return a link with the title of a place."""
    return markup.PageLink(place.docname, printable_line(place.title), place.anchor)


def field_texts(symbol: Symbol) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Yield a symbol's documented fields as texts: a title, and each name with its text."""
    for title, said in _said_fields(symbol):
        rows = ((field.name, _first_words(field)) for field in said[:_MOST_FIELDS])
        yield title, [(printable_line(name), printable_line(text)) for name, text in rows]


def _said_fields(symbol: Symbol) -> Iterator[tuple[str, list[DocField]]]:
    for kind, title in _FIELDS.items():
        said = [row for row in symbol.fields if row.kind == kind and (row.name or row.text)]
        if said:
            yield _(title), said


def _first_words(field: DocField) -> str:
    return first_sentence(field.text, _LONGEST_FIELD)


def _field(field: DocField) -> list[markup.Inline]:
    text = _first_words(field)
    # A semicolon comes behind it.
    is_sentence = text.endswith(".") and not text.endswith("..")
    words = markup.prose(text[:-1] if is_sentence else text)
    if not field.name:
        return words
    return [markup.Code(field.name), " – ", *words] if words else [markup.Code(field.name)]


def _joined(parts: Iterable[Sequence[markup.Inline]]) -> list[markup.Inline]:
    joined: list[markup.Inline] = []
    for part in parts:
        joined += ["; ", *part] if joined else part
    return joined


def explained_in(places: Sequence[Explanation], link: FileLink) -> list[markup.Block]:
    """Return the prose of the tree that explains or names a thing."""
    content: list[markup.Block] = []
    for message, some in (
        (_("Explained in {places}"), [place for place in places if place.explains]),
        (_("Named in {places}"), [place for place in places if not place.explains]),
    ):
        if not some:
            continue
        shown = _joined(_place(place, link) for place in some[:_MOST_PLACES])
        line = markup.sentence(message, places=shown)
        if len(some) > _MOST_PLACES:
            rest = len(some) - _MOST_PLACES
            more = quantity(rest, "and {count:,} more place", "and {count:,} more places")
            line += [" ", markup.Muted(more)]
        content.append(markup.paragraph(*line))
    return content


def _place(place: Explanation, link: FileLink) -> list[markup.Inline]:
    before: list[markup.Inline] = [markup.Code(place.about), ": "] if place.about else []
    heading = place.heading[:_LONGEST_HEADING]
    behind: list[markup.Inline] = [", ", markup.Muted(heading)] if heading else []
    return [*before, link(place.path, place.line, f"{place.path}:{place.line}"), *behind]
