"""The titles and paragraphs of a text in AsciiDoc, as far as they say what a project is: what is
included from elsewhere, blocks with marks around them and macros are passed over."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

#: A text in AsciiDoc begins with its title, below comments and settings.
_BEGINS = re.compile(r"(?:(?://[^\n]*|:[\w!-]+:[^\n]*|\[[^\n]*\]|)\n){0,50}= \S")
_TITLE = re.compile(r"(?P<marks>={1,6}) +(?P<title>\S.*)")
_SETTING = re.compile(r":(?P<name>\w[\w-]*):[ \t]*(?P<value>.*)")
_UNSET = re.compile(r":!?[\w-]+!?:")
#: What begins and ends a block of something else than paragraphs.
_FENCE = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|`{3,}\w*)\s*")
#: Lines that are no words: comments, attributes and titles of blocks, macros, conditions.
_NO_WORDS = re.compile(
    r"//(?!/).*|\[.*\]\s*|\.[^\s.].*|\w[\w-]*+::[^\s\[]*+\[.*\]\s*|'{3,}|<{3,}|\+"
)
_ITEM = re.compile(r"\s*(?:[*-]+|\.+|\d+\.)\s+")
_REFERENCE = re.compile(r"\{([\w-]+)\}")
_IMAGE = re.compile(r"\b(?:image|icon|kbd|btn):[^\s\[\]]{0,300}\[[^\[\]]*\](?:\[[^\[\]]*\])?")
_LINK = re.compile(r"(?:link:|xref:|mailto:)?(?P<to>[^\s\[\]<>]{1,300})\[(?P<shown>[^\[\]]*)\]")
_CROSS = re.compile(r"<<(?P<to>[^<>,]*)(?:,\s*+(?P<shown>[^<>]*))?>>")
_MARK = re.compile(
    r"(?<![\w*_`#])(?P<mark>[*_`#+]{1,2})(?=\S)(?P<inside>[^\n]{1,300}?)(?<=\S)(?P=mark)(?!\w)"
)
#: So many characters of a paragraph are read, with what stands for names in braces.
_LONGEST = 2_000


class TextBlock(NamedTuple):
    """A title or a paragraph.

    :param line: where it begins, 1-based.
    :param level: of a title, 1 for the highest; 0 for what is none.
    :param text: its words.
    :param is_item: whether it is an entry of a list.
    """

    line: int
    level: int
    text: str
    is_item: bool = False


def is_asciidoc(text: str) -> bool:
    """Return whether a text begins as one in AsciiDoc."""
    return _BEGINS.match(text) is not None


def parts(text: str) -> Iterator[TextBlock]:
    """Yield the titles and paragraphs of a text, in order."""
    settings: dict[str, str] = {}
    held: list[str] = []
    fence, first, is_header = "", 0, False
    for number, line in enumerate([*text.split("\n"), ""], 1):
        bare = line.rstrip()
        if fence or _FENCE.fullmatch(bare):
            fence = "" if bare == fence else fence or bare
            continue
        if setting := _SETTING.fullmatch(bare):
            settings[setting["name"]] = setting["value"]
        if title := _TITLE.fullmatch(bare):
            level = len(title["marks"])
            # Below the title of a document its authors stand, up to a blank line.
            is_header = level == 1
            yield TextBlock(number, level, plain(title["title"], settings))
        elif not bare:
            if words := plain(" ".join(held), settings):
                yield TextBlock(first, 0, words, _ITEM.match(held[0]) is not None)
            held, is_header = [], False
        elif not (is_header or setting or _UNSET.fullmatch(bare) or _NO_WORDS.fullmatch(bare)):
            first = first if held else number
            held.append(bare)


def plain(source: str, settings: Mapping[str, str]) -> str:
    """Return the text of inline markup, a link as what it shows.

    :param settings: what stands for names in braces.
    """
    text = _REFERENCE.sub(lambda match: settings.get(match[1], match[0]), source[:_LONGEST])
    text = text[:_LONGEST]
    text = _IMAGE.sub("", text)
    text = _LINK.sub(lambda match: match["shown"].partition("^")[0] or match["to"], text)
    text = _CROSS.sub(lambda match: match["shown"] or match["to"], text)
    text = _MARK.sub(lambda match: match["inside"], text)
    text = " ".join(text.split())
    return text if re.search(r"\w", text) else ""
