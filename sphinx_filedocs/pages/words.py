"""What the documented tree says of its files and folders, as pages show it, with its source."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sphinx_filedocs.model.descriptions import Description, Explanation
from sphinx_filedocs.pages.markup import (
    WORDS,
    Block,
    Code,
    Inline,
    Muted,
    Paragraph,
    Verse,
    muted_sentence,
    paragraph,
    prose,
    sentence,
    separated,
)
from sphinx_filedocs.pages.text import first_sentence
from sphinx_filedocs.pages.translation import _, quantity

_MOST = 1200
#: So many places that explain something are named.
_MOST_PLACES = 8
_LONGEST_HEADING = 60

#: Returns a link to a line of a file, shown as a text; line 0 is the file itself.
FileLink = Callable[[str, int, str], Inline]


def described(description: Description | None, path: str, link: FileLink) -> list[Block]:
    """Return the paragraphs of a description, and where they stand unless that is the page's own
    file.

    :param path: what the page is about.
    """
    if description is None:
        return []
    words = description.text.strip()
    parts = [part for part in words[:_MOST].split("\n\n") if part.strip()]
    content = [_paragraph(part) for part in parts]
    if description.about:
        about: tuple[Inline, ...] = (Code(description.about), ": ")
        first = content[0] if content else Paragraph(())
        if isinstance(first, Paragraph):
            content[:1] = [first._replace(content=(*about, *first.content))]
        else:
            content.insert(0, paragraph(*about))
    if len(words) > _MOST:
        content.append(paragraph(Muted(_("The rest stands in the listing."))))
    if description.path != path or description.about:
        shown = f"{description.path}:{description.line}" if description.line else description.path
        source = link(description.path, description.line, shown)
        content.append(paragraph(*muted_sentence(_("From {file}."), file=source)))
    return content


def _paragraph(part: str) -> Block:
    """Return a paragraph of the documented source, with its line breaks where it has an inner
    shape."""
    if any(line.startswith((" ", "\t", "-", "*", "|", ">")) for line in part.split("\n")[1:]):
        return Verse(tuple(part.strip("\n").split("\n")))
    return Paragraph(tuple(prose(" ".join(part.split()))), WORDS)


def first_words(sentence_: str, about: str = "") -> list[Inline]:
    """Return a first sentence in a row, behind the name of the symbol that it is about."""
    words = prose(sentence_)
    return [Code(about), ": ", *words] if about and words else words


def sentence_of(description: Description | None) -> list[Inline]:
    """Return the first sentence of a description; nothing without one."""
    if description is None:
        return []
    return first_words(first_sentence(description.text), description.about)


def explained_in(places: Sequence[Explanation], link: FileLink) -> list[Block]:
    """Return in which prose of the tree something is explained."""
    if not places:
        return []
    shown = separated(_place(one, link) for one in places[:_MOST_PLACES])
    content = sentence(_("Explained in {places}"), places=shown)
    rest = len(places) - _MOST_PLACES
    if rest > 0:
        more = quantity(rest, "and {count:,} more place", "and {count:,} more places")
        content += [" ", Muted(more)]
    return [paragraph(*content)]


def _place(one: Explanation, link: FileLink) -> Inline:
    heading = one.heading[:_LONGEST_HEADING]
    shown = f"{one.path}, {heading}" if heading and heading != one.about else one.path
    return link(one.path, one.line, f"{one.about} – {shown}" if one.about else shown)
