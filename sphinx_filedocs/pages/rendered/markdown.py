"""Markdown as a document: CommonMark with GitHub's tables, strikethrough and, where the parser
knows them, alerts and lists of tasks. Raw HTML, and what MyST would carry out, are shown as text;
links lead to its headings, ids and names all the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import unescape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_filedocs.pages.rendered.elements import (
    TABLE_END,
    Slots,
    Slugs,
    code,
    element,
    opening,
    table_begin,
    text,
)

_FRONT = re.compile(
    r"\A(---|\+\+\+)[ \t]*\n((?:(?!\1[ \t]*$).*\n){0,500})\1[ \t]*(?:\n|\Z)", re.MULTILINE
)
_COMMENT = re.compile(r"\s*<!--(?:(?!-->)[\s\S])*(?:-->)?\s*")
#: An alert with a break behind its mark, which GitHub overlooks there and the parser does not.
_BROKEN_ALERT = re.compile(
    r"^([ >]{1,20}\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\])\\$", re.MULTILINE
)
#: What raw HTML may be a target by: a heading, or an id or a name.
_RAW_HEADING = re.compile(
    r"<h([1-6])\b[^<>]{0,500}>((?:(?!</?h[1-6]\b).){0,300})</h\1", re.IGNORECASE | re.DOTALL
)
_RAW_TAG = re.compile(r"<[a-z][^<>]{0,500}>", re.IGNORECASE)
_RAW_NAME = re.compile(
    r"""\s(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)'|([^\s"'>]+))""", re.IGNORECASE
)
#: Elements that open and close, by the type of their tokens without the ending.
_TAGS = {
    "paragraph": "p", "blockquote": "blockquote", "bullet_list": "ul", "list_item": "li",
    "table": "table", "thead": "thead", "tbody": "tbody", "tr": "tr", "th": "th", "td": "td",
    "em": "em", "strong": "strong", "s": "s",
}  # fmt: skip


class _Parser(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 (the parser's names)
        """Take every link for one."""
        return True


@cache
def _parser() -> MarkdownIt:
    parser = _Parser("commonmark").enable(["table", "strikethrough"])
    # Since markdown-it-py 4.1; others leave the marks in the text.
    parser.options.update({"alerts": True, "tasklists": True})
    return parser


def markdown(source: str, slots: Slots, slugs: Slugs | None = None) -> str:
    """Return Markdown as HTML.

    :param slugs: of the whole view, if the text is a part.
    """
    return _MarkdownWriter(slots, slugs or Slugs()).write(source)


class _MarkdownWriter:
    def __init__(self, slots: Slots, slugs: Slugs) -> None:
        self._slots = slots
        self._slugs = slugs
        self._blocks: dict[str, Callable[[Token], str]] = {
            "inline": lambda token: "".join(map(self._token, token.children or ())),
            "fence": lambda token: code(token.content, token.info.strip().partition(" ")[0]),
            "code_block": lambda token: code(token.content),
            "html_block": self._raw_block,
            "html_inline": self._raw,
            "hr": lambda _: "<hr>\n",
            "text": lambda token: text(token.content),
            "softbreak": lambda _: "\n",
            "hardbreak": lambda _: "<br>\n",
            "code_inline": lambda token: element("code", text(token.content)),
            "image": self._image,
            "link_open": lambda token: slots.open_link(str(token.attrs.get("href", ""))),
            "link_close": lambda _: slots.close_link(),
            "heading_close": lambda token: f"</{_heading(token)}>\n",
            "ordered_list_open": lambda token: opening(
                "ol", start=str(token.attrs.get("start", ""))
            ),
            "ordered_list_close": lambda _: "</ol>\n",
            "list_item_open": _item,
            "alert_open": lambda token: opening(
                "div", class_=f"admonition {token.meta['kind'].lower()}"
            ),
            "alert_close": lambda _: "</div>\n",
            "alert_title_open": lambda _: opening("p", class_="admonition-title"),
            "alert_title_close": lambda _: "</p>\n",
        }  # fmt: skip

    def write(self, source: str) -> str:
        front = _FRONT.match(source)
        made = []
        if front:
            made.append(code(front[2], "yaml" if front[1] == "---" else "toml"))
            source = source[front.end() :]
        tokens = _parser().parse(_BROKEN_ALERT.sub(r"\1", source))
        # First of all headings, for a place of the same name before one does not take its id.
        headings = {
            number: self._slugs.identifier(title)
            for number, title in enumerate(map(_title, tokens, [*tokens[1:], None]))
            if title is not None
        }
        for number, token in enumerate(tokens):
            if token.type == "heading_open":
                made.append(opening(_heading(token), id=headings[number]))
            elif not token.hidden:
                made.append(self._token(token))
        return "".join(made)

    def _token(self, token: Token) -> str:
        if known := self._blocks.get(token.type):
            return known(token)
        kind, _, end = token.type.rpartition("_")
        tag = _TAGS.get(kind)
        if tag is None:
            # A kind of token that the parser has learned since.
            return text(token.content)
        if tag == "table":
            return TABLE_END if end == "close" else table_begin()
        if end == "close":
            return f"</{tag}>\n" if token.block else f"</{tag}>"
        align = str(token.attrs.get("style", "")).removeprefix("text-align:")
        return opening(tag, class_=f"fd-{align}" if align.isalpha() else "")

    def _image(self, token: Token) -> str:
        return self._slots.image(str(token.attrs.get("src", "")), _words(token.children or ()))

    def _raw(self, token: Token) -> str:
        if _COMMENT.fullmatch(token.content):
            return ""
        raw = element("code", text(token.content), class_="fd-raw")
        return self._places(token.content) + raw

    def _raw_block(self, token: Token) -> str:
        if _COMMENT.fullmatch(token.content):
            return ""
        raw = element("pre", text(token.content.rstrip()), class_="fd-raw")
        return f"{self._places(token.content)}{raw}\n"

    def _places(self, raw: str) -> str:
        """Return targets for the ids and names of raw HTML."""
        names = [
            next(filter(None, match.groups()))
            for tag in _RAW_TAG.finditer(raw)
            for match in _RAW_NAME.finditer(tag[0])
        ]
        names += (unescape(_RAW_TAG.sub("", match[2])) for match in _RAW_HEADING.finditer(raw))
        identifiers = map(self._slugs.place, names)
        return "".join(
            element("span", "", id=identifier) for identifier in identifiers if identifier
        )


def _item(token: Token) -> str:
    if (checked := token.meta.get("checked")) is None:
        return opening("li")
    box = "\N{BALLOT BOX WITH CHECK}" if checked else "\N{BALLOT BOX}"
    return f"{opening('li', class_='fd-task')}{box} "


def _title(token: Token, inside: Token | None) -> str | None:
    if token.type != "heading_open" or inside is None:
        return None
    return _words(inside.children or ())


def _heading(token: Token) -> str:
    """Return the element of a heading, below those of the page and of the view."""
    return f"h{min(6, int(token.tag[1:]) + 2)}"


def _words(tokens: Sequence[Token]) -> str:
    parts = (
        " " if token.type.endswith("break") else token.content
        for token in tokens
        if token.type in {"text", "code_inline", "softbreak", "hardbreak", "image"}
    )
    return "".join(parts)
