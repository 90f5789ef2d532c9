"""reStructuredText as a document. Directives, roles and substitutions are shown as text: none is
carried out but code blocks and images, which are data, and no file is read for any."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from functools import cache
from typing import Any, ClassVar

from docutils import nodes
from docutils.frontend import Values, get_default_settings
from docutils.parsers.rst import Directive, Parser, directives, roles
from docutils.transforms import references
from docutils.utils import Reporter

from sphinx_filedocs.pages.rendered import elements
from sphinx_filedocs.pages.rendered.elements import Slots

_CODE = frozenset({"code", "code-block", "sourcecode", "highlight", "parsed-literal", "prompt"})
_IMAGES = frozenset({"image", "figure"})
_SETTINGS = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "_disable_config": True,
    "report_level": 5,
    "halt_level": 6,
    "warning_stream": False,
    "pep_references": False,
    "rfc_references": False,
    "syntax_highlight": "none",
    "line_length_limit": 20_000,
}
_TARGET = re.compile(r"(?s)(.*?)(?<!\s)\s*+<([^<>]*+)>")
#: What resolves the links within a text. Substitutions and footnotes stay as they are written: a
#: few of them may grow without bounds.
_TRANSFORMS = (
    references.PropagateTargets,
    references.AnonymousHyperlinks,
    references.IndirectHyperlinks,
    references.ExternalTargets,
    references.InternalTargets,
)
_TAGS: dict[type[nodes.Node], str] = {
    nodes.paragraph: "p",
    nodes.block_quote: "blockquote",
    nodes.bullet_list: "ul",
    nodes.list_item: "li",
    nodes.definition_list: "dl",
    nodes.term: "dt",
    nodes.definition: "dd",
    nodes.field_list: "dl",
    nodes.field_name: "dt",
    nodes.field_body: "dd",
    nodes.option_list: "dl",
    nodes.option_group: "dt",
    nodes.description: "dd",
    nodes.emphasis: "em",
    nodes.strong: "strong",
    nodes.literal: "code",
    nodes.title_reference: "cite",
    nodes.subscript: "sub",
    nodes.superscript: "sup",
    nodes.thead: "thead",
    nodes.tbody: "tbody",
    nodes.row: "tr",
}
#: What readers do not see.
_HIDDEN = (nodes.comment, nodes.substitution_definition, nodes.system_message, nodes.colspec)


@cache
def _settings() -> Values:
    settings = get_default_settings(Parser)
    vars(settings).update(_SETTINGS)
    return settings


def parsed(source: str) -> nodes.document:
    """Return reStructuredText as a document with internal links resolved.

    ``role`` marks references by ``doc``; ``directive`` and ``inside`` keep name and text of a
    directive.
    """
    settings = copy(_settings())
    reporter = Reporter("", report_level=5, halt_level=6, stream=False)
    document = nodes.document(settings, reporter, source="")
    document.note_source("", -1)
    with _nothing_carried_out():
        Parser().parse(source, document)
        for transform in _TRANSFORMS:
            transform(document).apply()
    return document


def restructuredtext(source: str, slots: Slots) -> str:
    """Return reStructuredText as HTML.

    :param slots: takes the links and images.
    """
    document = parsed(source)
    try:
        return _DoctreeWriter(document, slots).write()
    finally:
        # Its nodes refer to one another, and nothing looks for garbage while a tree is analysed.
        for node in [*document.findall()]:
            vars(node).clear()


class _AsText(Directive):
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[Any] = None

    def run(self) -> list[nodes.Node]:
        shown = nodes.literal_block("", nodes.Text(self.block_text.rstrip()))
        shown["directive"] = self.name.lower()
        shown["inside"] = "\n\n".join((*self.arguments, "\n".join(self.content)))
        return [shown]


class _Code(_AsText):
    def run(self) -> list[nodes.Node]:
        lines = list(self.content)
        while lines and re.match(r"\s*:[\w-]+:(?:\s|\Z)", lines[0]):
            del lines[0]
        shown = "\n".join(lines).strip("\n")
        language = self.arguments[0].strip() if self.arguments else ""
        return [nodes.literal_block("", nodes.Text(shown), language=language)]


class _Image(_AsText):
    def run(self) -> list[nodes.Node]:
        if not self.arguments:
            return super().run()
        said = [line.strip() for line in self.content]
        alternative = next((line[5:].strip() for line in said if line.startswith(":alt:")), "")
        uri = "".join(self.arguments[0].split("\n")[0].split())
        made: list[nodes.Node] = [nodes.image("", uri=uri, alt=alternative)]
        caption = " ".join(line for line in said if line and not line.startswith(":"))
        if caption:
            said_of = {"directive": self.name.lower(), "inside": caption}
            made.append(nodes.paragraph("", "", nodes.Text(caption), **said_of))
        return made


def _directive(name: str, *_: object) -> tuple[type[Directive], list[Any]]:
    known = _Code if name.lower() in _CODE else _Image if name.lower() in _IMAGES else _AsText
    return known, []


def _role(name: str, *_: object) -> tuple[Callable[..., object], list[Any]]:
    def shown(
        _role: str, _rawtext: str, content: str, *_: object, **__: object
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        plain = nodes.unescape(content)
        match = _TARGET.fullmatch(plain)
        words = match[1] if match and match[1] else plain
        if not match and words.startswith("~"):
            words = words.rpartition(".")[2].lstrip("~")
        made = nodes.literal("", nodes.Text(words))
        if name == "doc":
            target = f"{match[2] if match else plain}.rst"
            return [nodes.reference("", "", made, refuri=target, role=name)], []
        return [made], []

    return shown, []


@contextmanager
def _nothing_carried_out() -> Iterator[None]:
    """Let docutils find our directives and roles alone, as Sphinx puts its own in their place."""
    before: tuple[Any, Any] = directives.directive, roles.role
    module: Any = directives
    module.directive = _directive
    others: Any = roles
    others.role = _role
    try:
        yield
    finally:
        module.directive, others.role = before


class _DoctreeWriter:
    def __init__(self, document: nodes.document, slots: Slots) -> None:
        self._document = document
        self._slots = slots
        self._slugs = elements.Slugs()
        self._anchors: dict[str, str] = {}
        self._special: dict[type[nodes.Node], Callable[[Any, int], str]] = {
            nodes.Text: lambda node, _: elements.text(str(node)),
            nodes.title: self._title,
            nodes.section: lambda node, level: self._children(node, level + 1),
            nodes.enumerated_list: self._enumerated,
            nodes.reference: self._reference,
            nodes.image: self._image,
            nodes.literal_block: lambda node, _level: elements.code(
                node.astext(), node.get("language", "")
            ),
            nodes.doctest_block: lambda node, _: elements.code(node.astext(), "pycon"),
            nodes.line_block: self._lines,
            nodes.transition: lambda _, __: "<hr>\n",
            nodes.table: self._table,
            nodes.entry: self._entry,
            nodes.target: self._target,
            nodes.option_string: lambda node, _: f"<code>{elements.text(node.astext())}</code> ",
            nodes.substitution_reference: lambda node, _: elements.text(f"|{node.astext()}|"),
            nodes.footnote_reference: lambda node, _: elements.text(f"[{node.astext() or '#'}]"),
            nodes.citation_reference: lambda node, _: elements.text(f"[{node.astext()}]"),
            nodes.footnote: self._footnote,
            nodes.citation: self._footnote,
        }

    def write(self) -> str:
        for section in self._document.findall(nodes.section):
            title = section.next_node(nodes.title)
            identifier = self._slugs.identifier(title.astext() if title else "")
            section["slug"] = identifier
            self._anchors.update(dict.fromkeys(section["ids"], identifier))
        for target in self._document.findall(nodes.target):
            following = target.next_node(descend=False, siblings=True)
            at = following.get("slug", "") if isinstance(following, nodes.section) else ""
            for target_id in target["ids"]:
                self._anchors.setdefault(target_id, at or f"{elements.PREFIX}at-{target_id}")
        return self._children(self._document, 0)

    def _children(self, node: nodes.Element, level: int) -> str:
        return "".join([self._node(child, level) for child in node.children])

    def _node(self, node: nodes.Node, level: int) -> str:
        if isinstance(node, _HIDDEN):
            return ""
        if special := self._special.get(type(node)):
            return special(node, level)
        if not isinstance(node, nodes.Element):
            return ""
        content = self._children(node, level)
        tag = _TAGS.get(type(node))
        if tag is None:
            return content
        end = "" if isinstance(node, nodes.Inline) else "\n"
        return f"{elements.element(tag, content)}{end}"

    def _title(self, node: nodes.title, level: int) -> str:
        parent = node.parent
        identifier = parent.get("slug", "") if isinstance(parent, nodes.section) else ""
        tag = f"h{min(6, level + 2)}" if identifier else "p"
        return f"{elements.element(tag, self._children(node, level), id=identifier)}\n"

    def _enumerated(self, node: nodes.enumerated_list, level: int) -> str:
        kinds = {"loweralpha": "a", "upperalpha": "A", "lowerroman": "i", "upperroman": "I"}
        start = str(node.get("start", ""))
        kind = kinds.get(node.get("enumtype", ""), "")
        return f"{elements.element('ol', self._children(node, level), start=start, type=kind)}\n"

    def _reference(self, node: nodes.reference, level: int) -> str:
        if self._slots.in_link:
            return self._children(node, level)
        if "refuri" in node:
            begin = self._slots.open_link(node["refuri"])
            return f"{begin}{self._children(node, level)}{self._slots.close_link()}"
        known = self._anchors.get(node.get("refid", ""))
        content = self._children(node, level)
        return f"{elements.link_opening(f'#{known}')}{content}</a>" if known else content

    def _image(self, node: nodes.image, _level: int) -> str:
        made = self._slots.image(node["uri"], node.get("alt", ""))
        return made if isinstance(node.parent, nodes.TextElement) else f"<p>{made}</p>\n"

    def _lines(self, node: nodes.line_block, level: int) -> str:
        rows = (
            self._node(child, level)
            if isinstance(child, nodes.line_block)
            else f"{self._children(child, level)}<br>\n"
            for child in node.children
            if isinstance(child, nodes.Element)
        )
        return f'<div class="line-block">{"".join(rows)}</div>\n'

    def _table(self, node: nodes.table, level: int) -> str:
        return f"{elements.table_begin()}{self._children(node, level)}{elements.TABLE_END}"

    def _entry(self, node: nodes.entry, level: int) -> str:
        tag = "th" if node.parent and isinstance(node.parent.parent, nodes.thead) else "td"
        spans = {
            name: str(node[more] + 1)
            for name, more in (("rowspan", "morerows"), ("colspan", "morecols"))
            if more in node
        }
        return elements.element(tag, self._children(node, level), **spans)

    def _target(self, node: nodes.target, level: int) -> str:
        own = (
            elements.opening("span", id=f"{elements.PREFIX}at-{target_id}") + "</span>"
            for target_id in node["ids"]
            if self._anchors.get(target_id) == f"{elements.PREFIX}at-{target_id}"
        )
        return "".join(own) + self._children(node, level)

    def _footnote(self, node: nodes.Element, level: int) -> str:
        label = node.next_node(nodes.label)
        shown = label.astext() if label else "#"
        content = "".join(
            self._node(child, level)
            for child in node.children
            if not isinstance(child, nodes.label)
        )
        return f'<div class="fd-footnote"><span>[{elements.text(shown)}]</span> {content}</div>\n'
