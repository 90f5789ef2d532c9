"""Finds files that nobody of the project writes (generated, minified, vendored, lock files),
each with its evidence."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import cast, get_args

import msgspec

from sphinx_filedocs.languages.file_types import having
from sphinx_filedocs.model.files import File, Provenance, ProvenanceKind, folded
from sphinx_filedocs.parse.evidence import Evidence
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.gitattributes import Attribute
from sphinx_filedocs.weighing import read_rows

KINDS: tuple[ProvenanceKind, ...] = get_args(ProvenanceKind)
_SAID_OF_KIND: Mapping[ProvenanceKind, Phrase] = {
    "lock": Phrase("a lock file"),
    "minified": Phrase("minified"),
    "generated": Phrase("generated"),
    "vendored": Phrase("vendored"),
}
#: Folders of a project's own documentation.
_DOCUMENTATION = frozenset({"doc", "docs", "documentation"})
#: The attributes of GitHub's Linguist by which a ``.gitattributes`` file says so.
GENERATED, VENDORED = "linguist-generated", "linguist-vendored"
ATTRIBUTES = (GENERATED, VENDORED)

#: The most first lines of a file with its own evidence, and characters of one.
_HEAD, _WIDTH = 40, 400
#: The most characters of a quotation.
_QUOTE = 80
#: Linguist takes a script for minified whose lines have more characters than that on average. A
#: list of names in one line is as long; but a person leaves one character in ten or more blank, and
#: a minifier one in twenty.
_MEAN, _BLANKS, _LEAST = 110, 0.06, 500

#: The marks that open and close a comment of several lines.
_BLOCKS = {
    "/*": "*/",
    "<!--": "-->",
    "(*": "*)",
    "{-": "-}",
    "<#": "#>",
    "#|": "|#",
    "--[[": "]]",
    '"""': '"""',
    "'''": "'''",
}
_LINE = re.compile(
    r"""//|\#|--|;|%|!|\.\\"|\.\.\ |'|::|@?rem\b|dnl\b""", re.IGNORECASE | re.VERBOSE
)
#: Lines that come before a comment at the top of a file.
_PREAMBLE = re.compile(
    r"""\#! | <\?(?:php|xml\b.*) | <!doctype\b | ["']use\ strict["'];? | @charset\b | @echo\ off
    | ---\s*$ | %YAML\b | (?:package|namespace)\s[\w.\\]+\s*+(?:;\s*+)?$""",
    re.IGNORECASE | re.VERBOSE,
)
#: Tags above the body of a page. One of them may name its generator.
_TAG = re.compile(
    r"<(?:!doctype|/?html|/?head|meta|link)\b[^<>]*>|<title>[^<]*</title>", re.IGNORECASE
)
_DIRECTIVE = re.compile(r"\#\s*(?:ifndef|define|pragma|ifdef|if|nullable|region|endif|else)\b")
#: Endings of templates, from which files are generated.
_TEMPLATE = re.compile(
    r"\.(?:in|tmpl|tpl|template|j2|jinja2?|mustache|hbs|handlebars|ejs|erb|ftl|vm|gotmpl|tt|mako|cog)"
    r"(?:\.\w+)?$",
    re.IGNORECASE,
)
#: One of these stands in every statement; to look for them takes much less time.
_SAID = ("enerated", "ENERATED", "made by", "produced by", '"generator"', '"Generator"', "ork")
#: The characters around the text of a comment.
_MARKS = " \t*/#-=!;"


class ProvenanceStatement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table ``statement`` of ``rules/provenance.toml``; the comments there explain each key."""

    says: str
    kind: ProvenanceKind = "generated"
    own: bool = False
    matches: tuple[str, ...] = ()
    misses: tuple[str, ...] = ()


def provenance(
    file: File, text: str, attributes: Mapping[str, Attribute]
) -> tuple[Provenance, ...]:
    """Return the origins of a file that nobody of the project writes, each kind once.

    :param file: its path and its language are asked for.
    :param attributes: those of :data:`ATTRIBUTES` that are set for it.
    """
    by_kind: dict[ProvenanceKind, Provenance] = {}
    generated = _attributed("generated", GENERATED, attributes)
    vendored = _attributed("vendored", VENDORED, attributes)
    if vendored and not _DOCUMENTATION.isdisjoint(map(folded, file.folder.split("/"))):
        # There it is set to keep files out of the count of languages.
        vendored = None
    for origin in (generated, vendored):
        if isinstance(origin, Provenance):
            by_kind[origin.kind] = origin
    for origin in _evidence(file, text):
        denied = (vendored if origin.kind == "vendored" else generated) is False
        if not denied:
            by_kind.setdefault(origin.kind, origin)
    return tuple(by_kind[kind] for kind in KINDS if kind in by_kind)


def explain(origin: Provenance) -> Phrase:
    """Return the kind of a file and the reason, as a sentence part."""
    kind = _SAID_OF_KIND[origin.kind]
    if origin.line:
        return Phrase(
            "{kind}: {reason} on line {line}", kind=kind, reason=origin.reason, line=origin.line
        )
    return Phrase("{kind}: {reason}", kind=kind, reason=origin.reason)


def _attributed(
    kind: ProvenanceKind, name: str, attributes: Mapping[str, Attribute]
) -> Provenance | bool | None:
    """Return the kind that an attribute states, ``False`` if it denies it, else ``None``."""
    said = attributes.get(name)
    if said is None or said.state is None:
        return None
    if said.state is False or said.state == "false":
        return False
    reason = Phrase(
        "{path} says {attribute} on line {line}",
        path=said.path,
        attribute=name,
        line=said.line,
    )
    return Provenance(kind, reason)


def _evidence(file: File, text: str) -> Iterator[Provenance]:
    yield from _statements(file, text)
    for table in _tables():
        if reason := table.reason(file):
            yield Provenance(cast("ProvenanceKind", table.what), reason)
    if file.name.endswith(".map") and _is_source_map(text):
        yield Provenance("generated", Phrase("it is a source map"))
    if file.language in having("minifiable") and len(text) >= _LEAST:
        mean = len(text) / (text.count("\n") + (not text.endswith("\n")))
        blanks = sum(map(text.count, " \t\n"))
        if mean > _MEAN and blanks < _BLANKS * len(text):
            reason = Phrase("its lines have {count:,} characters on average", count=round(mean))
            yield Provenance("minified", reason)


@cache
def _tables() -> tuple[Evidence, ...]:
    return read_rows("provenance.toml", Evidence)


@cache
def statements() -> tuple[ProvenanceStatement, ...]:
    """Return the tables ``statement`` of ``rules/provenance.toml``."""
    return read_rows("provenance.toml", ProvenanceStatement, "statement")


@cache
def _general(kind: ProvenanceKind) -> re.Pattern[str]:
    return _compiled(
        statement.says for statement in statements() if statement.kind == kind and not statement.own
    )


def _own(name: str) -> re.Pattern[str]:
    escaped = re.escape(name)
    return _compiled(
        statement.says.replace("{name}", escaped) for statement in statements() if statement.own
    )


def _compiled(expressions: Iterator[str]) -> re.Pattern[str]:
    joined = "|".join(f"(?:{expression})" for expression in expressions)
    opening = r"\W{0,40}(?:(?:warning|caution|attention|important|notice|note)\b\W{1,3})?"
    return re.compile(f"{opening}(?:{joined})", re.IGNORECASE | re.VERBOSE)


def _statements(file: File, text: str) -> Iterator[Provenance]:
    head = text[: _HEAD * _WIDTH]
    if not any(word in head for word in _SAID):
        return
    if file.language is None and "." not in file.name:
        # The kind of the file is unknown: it may be a head that is put before generated text.
        return
    patterns: list[tuple[ProvenanceKind, re.Pattern[str]]] = [("generated", _own(file.name))]
    if not _TEMPLATE.search(file.name):
        patterns.append(("generated", _general("generated")))
    if file.language not in having("prose"):
        patterns.append(("vendored", _general("vendored")))
    begins = True
    for number, line in _comments(head.split("\n", _HEAD)[:_HEAD], file.language or ""):
        kind = next((kind for kind, pattern in patterns if pattern.match(line)), None)
        # A line of a sentence may by chance break before such words.
        if kind and (begins or not line.lstrip(_MARKS)[:1].islower()):
            yield Provenance(kind, Phrase("it says “{words}”", words=_quoted(line)), number)
            return
        end = line.rstrip(_MARKS)[-1:]
        begins = not end.isalnum() and end not in {",", "("}


def _comments(lines: list[str], language: str) -> Iterator[tuple[int, str]]:
    closing = ""
    for number, whole in enumerate(lines, 1):
        line = whole[:_WIDTH].strip()
        while line:
            if not closing and (opening := _opening(line, language)):
                closing = _BLOCKS[opening]
                line = line[len(opening) :]
            if closing:
                comment, end, line = line.partition(closing)
                closing = "" if end else closing
                yield number, comment
                line = line.strip()
            elif tag := _TAG.match(line):
                yield number, tag[0]
                line = line[tag.end() :].strip()
            elif _PREAMBLE.match(line):
                break
            elif language in having("directives") and line.startswith("#"):
                if not _DIRECTIVE.match(line):
                    return
                break
            elif (said := _line_comment(line, language)) is not None:
                yield number, said
                break
            else:
                return
        else:
            if not whole.strip():
                yield number, ""


def _is_source_map(text: str) -> bool:
    inside = text[:_QUOTE].lstrip().removeprefix("{")
    return inside.lstrip().startswith('"version"')


def _line_comment(line: str, language: str) -> str | None:
    if language in having("prose"):
        return line[3:] if line.startswith(".. ") else None
    mark = _LINE.match(line)
    return line[mark.end() :] if mark else None


def _opening(line: str, language: str) -> str:
    mark = next(filter(line.startswith, _BLOCKS), "")
    return "" if language in having("prose") and mark != "<!--" else mark


def _quoted(line: str) -> str:
    shown = " ".join(line.split()).strip(" */#-=<>!;")
    return shown if len(shown) <= _QUOTE else f"{shown[: _QUOTE - 1]}…"
