"""Documentation of any markup as plain words and fields.

Supported, each by its specification: Javadoc ("Documentation Comment Specification for the Standard
Doclet"), JSDoc 3 and TSDoc ("Block Tags", "Inline Tags"), Doxygen ("Special Commands"), the HTML of
all of these, YARD ("Tags", "Directives"), PHPDoc ("Tags"), RDoc ("Headings"), and with
docstring_parser the field lists of reStructuredText, Epydoc's fields, and the sections of Google's
and NumPy's docstrings. Code is marked with backticks in the words, as reStructuredText and Markdown
do, a block of it with a fence of Markdown; roles of reStructuredText and MyST become the text that
they show.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from textwrap import dedent
from typing import NamedTuple

from docstring_parser import Docstring, DocstringReturns, DocstringStyle, ParseError
from docstring_parser import parse as parse_docstring

from sphinx_filedocs.model.descriptions import DocField, FieldKind
from sphinx_filedocs.parse.inline_markup import (
    BREAK,
    ended_lines,
    joined_words,
    without_emphasis,
    without_roles,
)
from sphinx_filedocs.patterns import FENCE, FENCED
from sphinx_filedocs.shortening import shortened

#: Of a field's text and of a name so many characters are kept, and so many fields of a symbol.
LONGEST = 400
_LONGEST_NAME = 120
MOST = 40

_FIELDS: Mapping[str, FieldKind] = {
    "param": "parameter",
    "arg": "parameter",
    "argument": "parameter",
    "tparam": "parameter",
    "typeparam": "parameter",
    "return": "returns",
    "returns": "returns",
    "result": "returns",
    "throws": "raises",
    "throw": "raises",
    "exception": "raises",
    "raises": "raises",
    "raise": "raises",
    "deprecated": "deprecated",
}
#: Tags whose text is part of the description.
_WORDS = frozenset(
    (
        "brief", "short", "details", "summary", "description", "desc", "remarks", "remark",
        "fileoverview", "overview", "par", "classdesc", "abstract", "note", "warning",
        "attention", "mainpage",
    )
)  # fmt: skip
#: Tags that only repeat a name from the source.
_NAMING = frozenset(
    (
        "file", "module", "packageDocumentation", "class", "struct", "union", "enum",
        "interface", "namespace", "fn", "def", "var", "typedef", "name", "function", "method",
        "func", "memberof", "memberOf", "kind", "package", "constructor", "component", "alias",
        "ingroup", "headerfile", "rst", "endrst",
    )
)  # fmt: skip
#: Tags that end the text before them and say nothing here.
_ASIDE = frozenset(
    (
        "author", "authors", "since", "version", "date", "copyright", "license", "preserve",
        "see", "sa", "example", "type", "private", "protected", "public", "internal", "static",
        "readonly", "defgroup", "addtogroup", "todo", "bug", "test", "pre", "post",
        "invariant", "implNote", "apiNote", "implSpec", "serial", "serialData", "serialField",
        "template", "property", "prop", "callback", "default", "defaultValue", "defaultvalue",
        "override", "extends", "augments", "implements", "async", "generator", "yields",
        "fires", "listens", "alpha", "beta", "experimental", "hidden", "ignore", "category",
        "group", "retval", "sideEffects", "const", "constant", "enumerable", "global", "final",
        "link", "exports", "export", "requires", "this", "nosideeffects", "suppress", "jsx",
        "noinspection", "page", "section", "subsection", "privateRemarks",
        "decorator", "virtual", "sealed", "import", "satisfies", "overload",
        # Of YARD.
        "api", "attr", "attr_reader", "attr_writer", "option", "yield", "yieldparam", "yieldreturn",
        # Of JSDoc and TSDoc.
        "access", "event", "inner", "instance", "lends", "member", "mixes", "mixin", "tutorial",
        "eventProperty", "typeParam", "typedoc",
        # Of PHPDoc and PHPUnit.
        "property-read", "property-write", "uses", "used-by", "subpackage", "covers",
        "dataProvider", "codeCoverageIgnore",
        # Of KDoc and LDoc.
        "receiver", "sample", "treturn", "usage", "within", "classmod", "local",
    )
)  # fmt: skip
_TAG = re.compile(
    r"[ \t]*[@\\](?P<tag>[A-Za-z]{2,20}(?:[_-][a-z]{2,20})?)(?:\[[a-z, ]{1,9}\])?"
    r"(?![\w(./@-])(?P<rest>.*)\Z",
    re.DOTALL,
)
_BLOCKS = re.compile(r"^[ \t]*[@\\](?P<end>end)?(?:code|verbatim|dot|msc|startuml|enduml)\b")
_INLINE = re.compile(
    r"\{@(?P<inline>link|linkplain|linkcode|code|literal|value|inheritDoc|index|systemProperty"
    r"|docRoot)"
    r"(?:\s+(?P<text>(?:[^{}]|\{[^{}]{0,200}\}){0,300}))?\}"
    r"|(?<![\w\\])[@\\][cp][ \t]+(?P<word>[\w.:~>()*&-]*\w(?:\(\))?)"
    r"|(?<![\w\\])[@\\](?:a|e|em|b)[ \t]+(?=\w)"
    r'|(?<![\w\\])[@\\]ref[ \t]+(?P<ref>[\w.:~()#-]*\w)(?:[ \t]+"(?P<label>[^"\n]{1,200})")?'
)
_JSDOC_TYPE = re.compile(r"\A\s*\{(?!@)(?:[^{}\n]|\{[^{}\n]*\}){0,300}\}")
#: The form of YARD, before or behind the name, and the direction of a parameter in Doxygen.
_YARD_TYPE = re.compile(
    r"\A(?P<name>\s*[a-z_&*]\w{0,40}[?!]?\s+|\s*)\[(?P<types>(?=[A-Z#:]|nil|true|false|void|self|(?:in|out)\b)(?![^\]]*=(?!>))"
    r"[^\[\]\n]{1,120})\](?P<rest>\s.*|)\Z",
    re.DOTALL,
)
_NAMED = re.compile(
    r"\s*(?:\[\s*)?(?P<name><?[\w$.*&:`-]+>?)(?:\s*=[^\]\n]*)?\]?\s*(?:[-–—:]\s+|\s|\Z)"
)
_KNOWN_HTML = (
    "p|br|hr|li|ul|ol|dl|dt|dd|pre|code|tt|em|i|b|u|strong|small|big|a|h[1-6]|table|thead|tbody"
    "|tr|td|th"
    "|sup|sub|blockquote|div|span|img|kbd|var|samp|cite|center|font|para|c|see|seealso|summary"
    "|remarks"
)
_HTML = re.compile(
    rf"<(?P<end>/?)(?P<name>{_KNOWN_HTML})(?P<more>\s[^<>]{{0,500}})?/?>", re.IGNORECASE
)
_HTML_CODE = re.compile(r"<(code|tt|kbd|samp|c)>([^<>`\n]{1,200})</\1>", re.IGNORECASE)
_PARAGRAPH = frozenset(
    (
        "p", "ul", "ol", "dl", "pre", "table", "blockquote", "div", "hr", "center", "para",
        "remarks", "h1", "h2", "h3", "h4", "h5", "h6",
    )
)  # fmt: skip
#: Links of Markdown, as in Rust, Go, Kotlin and TypeScript: :code:`[`Router`]`, a text with its
#: target, and a target below.
_CODE_LINK = re.compile(r"\[(`[^`\n]{1,200}`)\](?:\([^()\n]{0,300}\)|\[[^\[\]\n]{0,200}\])?")
_LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,200})\]\((?:https?://|\.{0,2}/|#)[^()\s]{0,300}\)")
#: By reference, to a label or, in KDoc, to a symbol; before it stands nothing that has an index.
_REFERENCE_LINK = re.compile(r"(?<![\w\])!])\[([^\[\]\n]{2,200})\]\[[A-Za-z_][\w.#: -]{1,200}\]")
_LINK_TARGET = re.compile(r"^[ \t]*\[([^\[\]\n]{1,200})\]:[ \t]+\S+[ \t]*(?:\n|\Z)", re.MULTILINE)
_TICKED = re.compile(r"(`{1,2})(?:(?!\1).){1,300}?\1")
#: Blocks of code, ``<pre>`` of HTML and fences of Markdown, and inline code, which has none.
_LITERAL = re.compile(
    rf"(?P<block>{FENCED.pattern})|`[^`\n]{{1,300}}`|\{{@code\s[^{{}}]{{0,300}}\}}"
    r"|<pre(?:\s[^<>]{0,500})?>(?P<pre>(?:(?!</?pre\b).)*)</pre>",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
#: Code of Javadoc that is all of a block.
_ONLY_CODE = re.compile(r"\s*\{@(?:code|literal)\b(?P<code>(?:(?!\{@).)*)\}\s*", re.DOTALL)

#: References of reStructuredText: to a text, and to a name that looks like that of a target.
_REFERENCE = re.compile(
    r"(?<![\w`:])`(?=[^\s`<>])([^`<>]{1,300}?)(?:\s*<[^`<>]{1,300}>)?`__?(?![\w`])"
)
_REST = re.compile(r"^[ \t]*:(?:param|parameter|arg|argument|key|keyword|raises?|except|returns?"
    r"|rtype|type|"
                   r"yields?|ivar|cvar|var)\b[^:\n]{0,200}:", re.MULTILINE)  # fmt: skip
_NUMPY = re.compile(r"^(?:Parameters|Returns|Yields|Raises|Attributes"
    r"|Other Parameters)[ \t]*\n-{3,}[ \t]*$",
                    re.MULTILINE)  # fmt: skip
_GOOGLE = re.compile(r"^(?:Args|Arguments|Params|Parameters|Returns|Yields|Raises|Keyword Args"
    r"|Attributes):"
                     r"[ \t]*\n[ \t]+\S", re.MULTILINE)  # fmt: skip
_STYLES = (
    (_NUMPY, DocstringStyle.NUMPYDOC),
    (_GOOGLE, DocstringStyle.GOOGLE),
    (_REST, DocstringStyle.REST),
)
_DIRECTIVE = re.compile(
    r"^\.\.[ \t]+(?P<name>[\w-]+)::[ \t]*(?P<text>[^\n]*)(?P<body>(?:\n(?:[ \t]+[^\n]*"
    r"|[ \t]*(?=\n[ \t])))*)",
    re.MULTILINE,
)
_DEPRECATIONS = frozenset({"deprecated", "deprecated-removed"})


class Documentation(NamedTuple):
    """A parsed comment or docstring.

    :param text: the description, without fields.
    """

    text: str
    fields: tuple[DocField, ...] = ()


def read(
    text: str, *, docstring: bool, doc_code: str = "", markdown: bool = False
) -> Documentation:
    """Return the description and the fields of a documentation text.

    :param text: without the marks of comments.
    :param docstring: True if it is a string of the language, else a comment.
    :param doc_code: ``comments.code`` of the language.
    :param markdown: True if documentation of the language is written in that.
    """
    text = joined_words(text)
    if docstring:
        said = _of_docstring(text)
        fields = (field._replace(text=_words_of_docstring(field.text)) for field in said.fields)
        return Documentation(_words_of_docstring(said.text), tuple(fields))
    text = _without_targets(text)
    if markdown:
        text = without_emphasis(text)
    if doc_code:
        code = re.compile(doc_code)
        text = _outside_ticks(text, lambda part: code.sub(_ticked, part))
    return _of_comment(text)


def _field(kind: FieldKind, name: str, text: str) -> DocField:
    words = shortened(" ".join(text.split()), LONGEST)
    return DocField(kind, name.strip("`*&")[:_LONGEST_NAME], words)


def _of_docstring(text: str) -> Documentation:
    fields: list[DocField] = []

    def directive(match: re.Match[str]) -> str:
        if match["name"] in _DEPRECATIONS:
            fields.append(_field("deprecated", "", f"{match['text']} {match['body']}"))
        return ""

    bare = _DIRECTIVE.sub(directive, text) if ".. " in text else text
    match_with_style = next(
        ((match, style) for hint, style in _STYLES if (match := hint.search(bare))), None
    )
    if match_with_style is None:
        return Documentation(bare.strip(), tuple(fields[:MOST]))
    match, style = match_with_style
    try:
        # docstring_parser takes a line that begins with a role for a field.
        fields += _docstring_fields(parse_docstring(f"_\n\n{bare[match.start() :]}", style))
    except (ParseError, ValueError, LookupError, AttributeError, TypeError):
        # Text that its parser fails on stays as it is written.
        return Documentation(bare.strip(), tuple(fields[:MOST]))
    return Documentation(bare[: match.start()].strip(), tuple(fields[:MOST]))


def _docstring_fields(parsed: Docstring) -> Iterator[DocField]:
    for param in parsed.params:
        if param.args and param.args[0] in {"attribute", "ivar", "cvar", "var"}:
            continue
        yield _field("parameter", param.arg_name, param.description or "")
    for returned in parsed.many_returns:
        if said := returned.description or _returned_type(returned):
            yield _field("returns", "", said)
    for raised in parsed.raises:
        yield _field("raises", raised.type_name or "", raised.description or "")
    if parsed.deprecation:
        yield _field("deprecated", "", parsed.deprecation.description or "")


def _returned_type(returned: DocstringReturns) -> str:
    said, name = returned.type_name or "", returned.return_name
    if name is not None and not all(part.strip(" *").isidentifier() for part in name.split(",")):
        # Its parser took the colon of a role for the one behind a name.
        said = f"{name} :{said}".lstrip()
    return said if "`" in said or not said else f"``{said}``"


def _of_comment(text: str) -> Documentation:
    words: list[str] = []
    fields: list[DocField] = []
    tag, held = "", list[str]()

    def close() -> None:
        if tag in _FIELDS:
            fields.extend(_tag_field(_FIELDS[tag], "\n".join(held)))
        held.clear()

    lines = text.split("\n")
    for line in (lines[number] for number in outside_examples(lines)):
        match = _TAG.match(line)
        known = match["tag"] if match else ""
        if known in _FIELDS or known in _ASIDE or known in _WORDS or known in _NAMING:
            close()
            tag, rest = known, match["rest"] if match else ""
            if tag in _FIELDS:
                held.append(rest)
            elif tag in _WORDS:
                words.append(rest.lstrip())
        elif not tag or tag in _WORDS or tag in _NAMING:
            words.append(line)
        elif not line.strip() and "\\" in text[:2000] and tag not in _ASIDE:
            # A paragraph ends a command of Doxygen.
            close()
            tag = ""
            words.append("")
        else:
            held.append(line)
    close()
    said = plain("\n".join(words))
    return Documentation(said, tuple(fields[:MOST]))


def outside_examples(lines: Iterable[str]) -> Iterator[int]:
    """Yield the numbers, from 0, of the lines of a comment but for those of examples."""
    inside = False
    for number, line in enumerate(lines):
        mark = _BLOCKS.search(line)
        if mark and mark["end"]:
            inside = False
        elif mark:
            inside = True
        elif not inside:
            yield number


def _tag_field(kind: FieldKind, text: str) -> Iterator[DocField]:
    text = _JSDOC_TYPE.sub("", text, count=1)
    if typed := _YARD_TYPE.match(text):
        text = _without_type(kind, typed)
    if kind in ("returns", "deprecated"):
        yield _field(kind, "", _words(text))
        return
    match = _NAMED.match(text)
    if match:
        yield _field(kind, match["name"].strip("<>"), _words(text[match.end() :]).lstrip("-– "))


def _without_type(kind: FieldKind, typed: re.Match[str]) -> str:
    """Return a field of YARD without its types, unless these are all that it says."""
    rest, name = typed["rest"].strip(), typed["name"].strip()
    if kind == "returns" and not rest:
        return f"`{typed['types']}`"
    if kind == "parameter" and len(f"{name} {rest}".split()) == 1 and rest[:1] != "[":
        return f"{name}{rest} `{typed['types']}`"
    # Text before a hyphen is a name of JSDoc, for one that may be left out.
    is_name = not name and (not rest or rest[0] in "-\u2013")
    if kind not in {"returns", "parameter"} or (kind == "parameter" and is_name):
        return typed[0]
    return f"{name} {rest}".lstrip()


def plain(text: str) -> str:
    """Return the words of a comment, and between them its blocks of code."""
    parts: list[str] = []
    end = 0
    for match in _LITERAL.finditer(text) if "<" in text or FENCE in text else ():
        if (block := match["block"]) or match["pre"] is not None:
            parts += (_words(text[end : match.start()]), block or _fenced(match["pre"]))
            end = match.end()
    return "\n\n".join(filter(None, (*parts, _words(text[end:]))))


def _fenced(shown: str) -> str:
    """Return the content of ``<pre>`` as a block of Markdown."""
    if only := _ONLY_CODE.fullmatch(shown):
        shown = only["code"]
    else:
        shown = _INLINE.sub(_bare, shown)
        shown = html.unescape(_HTML.sub("", shown))
    shown = dedent(re.sub(r"\A(?:[ \t]*\n)+", "", shown)).rstrip()
    fence = FENCE
    while fence in shown:
        fence += "`"
    return f"{fence}\n{shown}\n{fence}" if shown else ""


def _bare(match: re.Match[str]) -> str:
    """Return the text of an inline tag, as it is if it is code."""
    is_code = match["inline"] in {"code", "literal"}
    return match["text"] or "" if is_code else _inline(match).strip("`")


def _words(text: str) -> str:
    """Return the words of a comment without HTML, inline tags and the targets of links."""
    if "@" in text or "\\" in text:
        text = _INLINE.sub(_inline, text)
    if "<" in text:
        text = _HTML_CODE.sub(r"`\2`", text)
        text = _outside_ticks(text, lambda part: _HTML.sub(_html, part))
        text = ended_lines(text, "\n")
    if "]" in text:
        text = _without_targets(text)
        text = _CODE_LINK.sub(r"\1", text)
        text = _LINK.sub(r"\1", text)
        text = _REFERENCE_LINK.sub(r"\1", text)
    if "&" in text:
        text = html.unescape(text)
    return re.sub(r"\n[ \t]*(?:\n[ \t]*)+", "\n\n", text).strip()


def _words_of_docstring(text: str) -> str:
    text = without_roles(text)
    if "_" in text:
        text = _REFERENCE.sub(r"\1", text)
    return without_emphasis(text, underlines=False)


def _without_targets(text: str) -> str:
    if "]:" not in text:
        return text
    names = {target[1] for target in _LINK_TARGET.finditer(text) if "://" in target[0]}
    text = _LINK_TARGET.sub("", text)
    for name in names:
        link = rf"(?<![\w\])!`\\])\[{re.escape(name)}\](?![\w\[(])"
        text = re.sub(link, name.replace("\\", r"\\"), text)
    return text


def _outside_ticks(text: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    end = 0
    for match in _TICKED.finditer(text):
        parts += (change(text[end : match.start()]), match[0])
        end = match.end()
    return "".join((*parts, change(text[end:])))


def _ticked(match: re.Match[str]) -> str:
    if match.lastgroup in {"words", "label"}:
        return match[match.lastgroup]
    # An address alone is no code.
    return (
        f"`{match[match.lastindex]}`"
        if match.lastindex
        else match[0].strip("{}").removeprefix("file:")
    )


def _html(match: re.Match[str]) -> str:
    name = match["name"].lower()
    if name in _PARAGRAPH:
        return "\n\n"
    if name == "br":
        return BREAK
    if name in {"tr", "dt"}:
        return "\n"
    if name in {"li", "dd"}:
        return "" if match["end"] else "\n- "
    return ""


def _inline(match: re.Match[str]) -> str:
    kind = match["inline"]
    if match["word"]:
        return f"`{match['word']}`"
    if match["ref"]:
        return match["label"] or f"`{match['ref'].lstrip('#')}`"
    if kind is None or kind in {"inheritDoc", "docRoot"}:
        return ""
    text = " ".join((match["text"] or "").split())
    if kind in {"link", "linkplain", "linkcode", "value"}:
        return _link(text)
    if kind == "code" and text and "`" not in text:
        return f"`{text}`"
    return text


def _link(text: str) -> str:
    """Return the label of a link of Javadoc or JSDoc, else its target."""
    target, bar, label = text.partition("|")
    if not bar:
        depth, at = 0, len(text)
        for number, letter in enumerate(text):
            depth += (letter in "(<") - (letter in ")>")
            if letter == " " and depth <= 0:
                at = number
                break
        target, label = text[:at], text[at:]
    if label.strip():
        return label.strip()
    target = target.strip()
    if not target or "://" in target:
        return target
    return f"`{target.lstrip('#').replace('#', '.')}`"
