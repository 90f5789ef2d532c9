"""The names in the examples of code that a text of prose shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from markdown_it.token import Token

from sphinx_filedocs.languages.file_types import marked
from sphinx_filedocs.languages.table import load, per_table
from sphinx_filedocs.model.descriptions import ShownCode
from sphinx_filedocs.patterns import compile_pattern

#: So many examples of a text are read, so many characters of each, and so many of its names.
_EXAMPLES, _LONGEST, _NAMES = 20, 4_000, 60
#: A mark of an example: ``python``, ``{code-block} python``, ``rust,no_run``, ``js{1,3}``.
_MARK = re.compile(r"(?:\{[\w-]+\}\s*)?\{?\.?(?P<name>[\w#+.-]{1,40})")
#: Strings, comments and lines of a shell, whose words are no names, and names.
_WORDS = compile_pattern(
    r'"""(?:(?!""").)*+"""'
    r'|"(?:[^"\\\n]|\\.)*+"'
    r"|'(?:[^'\\\n]|\\.)*+'"
    r"|`[^`\n]*+`"
    r"|/\*(?:(?!\*/).)*+\*/"
    r"|//[^\n]*+"
    r"|(?<!\S)(?:\#|--)(?=\s)[^\n]*+"
    r"|^[ \t]*+\$[ \t][^\n]*+"
    r"|(?P<name>[^\W\d]\w*+)",
    re.DOTALL | re.MULTILINE,
)
#: A directive of code in reStructuredText, and the end of a paragraph before code.
_DIRECTIVE = re.compile(r"\.\. (?:code|code-block|sourcecode)::[ \t]*(?P<mark>\S*)\s*\Z")
#: The beginning of a line that only gives names to definitions of others.
_IMPORT = re.compile(r"\s*(?:>>> )?(?:#\s*include|import|from|use|using|require(?:_once)?)\b")
#: The words before a name that an example defines itself.
_DEFINING = frozenset(
    (
        "actor", "class", "const", "def", "enum", "fn", "fun", "func", "function", "interface",
        "let", "object", "protocol", "record", "struct", "trait", "type", "union", "val", "var",
    )
)  # fmt: skip


class CodeExample(NamedTuple):
    """An example as it is written, with the text's mark of its language."""

    text: str
    mark: str


def read(examples: Sequence[CodeExample]) -> tuple[ShownCode, ...]:
    """Return the first examples in order, without those in languages that are none of ours. In a
    text that marks its code, a block without a mark is something else: output, a path."""
    languages = [_language(example) for example in examples]
    is_marking = any(languages)
    telling = (
        shown
        for example, language in zip(examples, languages, strict=True)
        if language or (language is not None and not is_marking)
        if (shown := _shown(example, language)).names
    )
    return tuple(islice(telling, _EXAMPLES))


def _language(example: CodeExample) -> str | None:
    """Return the language that an example is marked to be in, ``""`` if it has no mark, and
    ``None`` if that is none of ours."""
    match = _MARK.match(example.mark)
    return (marked(match["name"]) or None) if match else ""


@per_table
def _family(language: str) -> tuple[str, ...]:
    family = load()[language].family
    return tuple(key for key, other in load().items() if other.family == family)


def _shown(example: CodeExample, language: str) -> ShownCode:
    family = _family(language) if language else ()
    return ShownCode(family, _names(example))


def _names(example: CodeExample) -> tuple[str, ...]:
    text = example.text[:_LONGEST]
    names: dict[str, None] = {}
    defined: set[str] = set()
    before, end = "", 0
    for match in _WORDS.finditer(text):
        name, start = match["name"] or "", match.start()
        is_member = name[:1].islower() and text[start - 1 : start] == "."
        is_import = name and _IMPORT.match(text, text.rfind("\n", 0, start) + 1)
        # The text before the last part of an imported name is its place.
        is_place = text.startswith("\\", match.end()) or (
            is_import and text.startswith((".", "::"), match.end())
        )
        if name and not is_member and not is_place:
            names[name] = None
        if before in _DEFINING and text[end:start].isspace():
            defined.add(name)
        before, end = name, match.end()
        if len(names) == _NAMES:
            break
    return tuple(name for name in names if name not in defined)


def of_markdown(tokens: Iterable[Token]) -> Iterator[CodeExample]:
    """Yield the examples among the blocks of Markdown, between fences and indented."""
    for token in tokens:
        if token.type in {"fence", "code_block"}:
            yield CodeExample(token.content, token.info)


def of_restructuredtext(text: str) -> Iterator[CodeExample]:
    """Yield the examples in a text of reStructuredText: blocks indented behind ``::`` or a
    directive of code, and input of an interpreter."""
    lines = [line.expandtabs(8).rstrip() for line in text.split("\n")]
    at, mark, is_open = 0, "", False
    while at < len(lines):
        line = lines[at]
        directive = _DIRECTIVE.match(line.lstrip())
        if directive or line.endswith("::"):
            is_open = bool(directive) or not line.lstrip().startswith("..")
            mark = directive["mark"] if directive else ""
            depth = len(line) - len(line.lstrip())
            at += 1
            while at < len(lines) and lines[at].lstrip()[:1] == ":":
                at += 1
            first = at
            while at < len(lines) and (not lines[at] or lines[at].startswith(" " * (depth + 1))):
                at += 1
            if is_open and "".join(lines[first:at]):
                yield CodeExample("\n".join(lines[first:at]), mark)
        elif line.startswith(">>>"):
            first = at
            while at < len(lines) and lines[at]:
                at += 1
            yield CodeExample("\n".join(lines[first:at]), "python")
        else:
            at += 1
