"""Markdown as a document: CommonMark with GitHub's tables and strikethrough. Raw HTML, and what
MyST would carry out, are shown as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sphinx_filedocs.pages.rendered.parts import (
    Slugs,
    code,
    element,
    opening,
    text,
)
from sphinx_filedocs.pages.rendered.slots import Slots

_FRONT = re.compile(
    r"\A(---|\+\+\+)[ \t]*\n((?:(?!\1[ \t]*$).*\n){0,500})\1[ \t]*(?:\n|\Z)", re.MULTILINE
)
_COMMENT = re.compile(r"\s*<!--(?:(?!-->)[\s\S])*(?:-->)?\s*")
#: Elements that open and close, by the type of their tokens without the ending.
_TAGS = {
    "paragraph": "p", "blockquote": "blockquote", "bullet_list": "ul", "list_item": "li",
    "table": "table", "thead": "thead", "tbody": "tbody", "tr": "tr", "th": "th", "td": "td",
    "em": "em", "strong": "strong", "s": "s",
}  # fmt: skip


class _Parser(MarkdownIt):
    """Leaves it to the links to say which of them are fit to be followed."""

    def validateLink(self, url: str) -> bool:  # noqa: ARG002, N802 (the parser's names)
        """Take every link for one."""
        return True


@cache
def _parser() -> MarkdownIt:
    return _Parser("commonmark").enable(["table", "strikethrough"])


def markdown(source: str, slots: Slots, slugs: Slugs | None = None) -> str:
    """Return Markdown as HTML.

    :param slots: takes the links and images.
    :param slugs: the ids of headings, where the text is not all of a view.
    """
    return _Writer(slots, slugs or Slugs()).write(source)


class _Writer:
    """Writes the tokens of a text."""

    def __init__(self, slots: Slots, slugs: Slugs) -> None:
        self._slots = slots
        self._slugs = slugs
        self._blocks: dict[str, Callable[[Token], str]] = {
            "inline": lambda token: self._inline(token.children or ()),
            "fence": lambda token: code(token.content, token.info.strip().partition(" ")[0]),
            "code_block": lambda token: code(token.content),
            "html_block": _raw_block,
            "html_inline": _raw,
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
        }  # fmt: skip

    def write(self, source: str) -> str:
        """Return a text as HTML."""
        front = _FRONT.match(source)
        made = []
        if front:
            made.append(code(front[2], "yaml" if front[1] == "---" else "toml"))
            source = source[front.end() :]
        tokens = _parser().parse(source)
        for number, token in enumerate(tokens):
            if token.type == "heading_open":
                title = _words(tokens[number + 1].children or ())
                identifier = self._slugs.identifier(title)
                made.append(opening(_heading(token), id=identifier))
            elif not token.hidden:
                made.append(self._token(token))
        return "".join(made)

    def _inline(self, tokens: Sequence[Token]) -> str:
        return "".join(map(self._token, tokens))

    def _token(self, token: Token) -> str:
        if known := self._blocks.get(token.type):
            return known(token)
        kind, _, end = token.type.rpartition("_")
        tag = _TAGS.get(kind)
        if tag is None:
            # A kind of token that the parser has learned since.
            return text(token.content)
        if end == "close":
            return f"</{tag}>\n" if token.block else f"</{tag}>"
        css = "docutils" if tag == "table" else ""
        align = str(token.attrs.get("style", "")).removeprefix("text-align:")
        return opening(tag, class_=css or (f"fd-{align}" if align.isalpha() else ""))

    def _image(self, token: Token) -> str:
        return self._slots.image(str(token.attrs.get("src", "")), _words(token.children or ()))


def _heading(token: Token) -> str:
    """Return the element of a heading: the page has a title, and the view one."""
    return f"h{min(6, int(token.tag[1:]) + 2)}"


def _words(tokens: Sequence[Token]) -> str:
    parts = (
        " " if one.type.endswith("break") else one.content
        for one in tokens
        if one.type in {"text", "code_inline", "softbreak", "hardbreak", "image"}
    )
    return "".join(parts)


def _raw(token: Token) -> str:
    if _COMMENT.fullmatch(token.content):
        return ""
    return f'<code class="fd-raw">{text(token.content)}</code>'


def _raw_block(token: Token) -> str:
    if _COMMENT.fullmatch(token.content):
        return ""
    return f'<pre class="fd-raw">{text(token.content.rstrip())}</pre>\n'
