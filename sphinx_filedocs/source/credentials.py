"""Which files hold credentials by their kind, and which values of a text are some.

Libraries were looked at first. detect-secrets has had no release since May 2024, does not know
tokens such as ``github_pat_`` and takes DNA in a test for a key; kingfisher-secret-scanner is 35 MB
of machine code that takes three seconds to begin. What both say of well-known keys are regular
expressions, and those are data: ``rules/credentials.toml``.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple, cast

from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.escapes import View, views
from sphinx_filedocs.source.ignore import IgnoreRules, parse_patterns

_MARKS = codecs.BOM_UTF8 + codecs.BOM_UTF16_LE
#: What stands for each character of a credential.
MASK = "\u2022"
_EXAMPLE = re.compile(r"(?i)example|placeholder|x{8}")

#: As OpenSSL, GnuPG and OpenSSH write it, RFC 4716, and PuTTY.
_BEGIN = re.compile(
    r"----(?:-BEGIN|[ ]BEGIN)[ ](?P<kind>(?:[A-Z0-9]{1,20}[ ]){0,3}PRIVATE[ ]KEY(?:[ ]BLOCK)?)[ ]?"
    r"-----?|Private-Lines:[ ][0-9]{1,3}(?=[^0-9])"
)
#: What a key without an end goes on with: a line of it, behind no more than the end of a line,
#: quotes or marks of a comment.
_LINE = re.compile(
    r"""(?:\\[nrt]|[^0-9A-Za-z+/=\\]){1,40}
    (?:[A-Z][A-Za-z-]{2,30}:[ ][^\n\\]{0,200}(?:\\[nr]|\s){1,8}){0,5}
    (?P<data>[0-9A-Za-z+/=]{4,})(?![0-9A-Za-z_.-])""",
    re.VERBOSE,
)
#: Lines of a key but the last have so many characters at least.
_SHORTEST_LINE = 40
#: The longest private key in use, of 16,384 bits, has 13,000 characters.
_LONGEST_KEY = 40_000
#: An Ed25519 key in its shortest form has so many characters.
_SHORTEST_KEY = 64
#: What shows that a part of a key was left out.
_CUT = re.compile(r"\.\.\.|\u2026")
_PRIVATE_KEY = Phrase("private key")
#: The beginnings of PNG, JPEG, GIF and WebP in Base64, and a whole such image.
_IMAGE = re.compile(r"(?:iVBORw0KGg|/9j/|R0lGOD|UklGR)[0-9A-Za-z+/\n]{40,}={0,2}")
#: A file that an editor or a program keeps when it writes a new one.
_BACKUP = re.compile(rb"(?:~|\.(?:bak|backup|old|orig|save|swp))+\Z")
_PATH = Phrase("name that holds a credential")
_LEAST_PASSWORD = 8
#: In a string of a program a line end is a backslash and a letter, which is no part of the key;
#: nor are headers such as "Proc-Type: 4,ENCRYPTED".
_KEY_PART = re.compile(
    r"\\[nrt] | ^[ \t]*[A-Z][A-Za-z-]{2,30}:[ ][^\n]* | (?P<data>[A-Za-z0-9+/=]{4,})",
    re.VERBOSE | re.MULTILINE,
)


class Secret(NamedTuple):
    """A credential in a text: what it is called, and the number of its line, 1-based."""

    name: str
    line: int


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of files that hold credentials; the fields are explained in the table."""

    name: str
    names: IgnoreRules
    content: re.Pattern[bytes] | None


@dataclass(frozen=True, slots=True)
class ValueForm:
    """The form of a credential; the fields are explained in the table."""

    name: str
    literals: tuple[str, ...]
    form: re.Pattern[str]
    unless: re.Pattern[str] | None
    password: str


@cache
def _tables() -> Mapping[str, Mapping[str, object]]:
    text = (files("sphinx_filedocs") / "rules" / "credentials.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _rows(table: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    return iter(cast("Mapping[str, Mapping[str, object]]", _tables()[table]).items())


@cache
def file_kinds() -> tuple[FileKind, ...]:
    """Return the kinds of files that hold credentials."""
    kinds = []
    for name, table in _rows("files"):
        content = table.get("content")
        names = parse_patterns(cast("Sequence[str]", table["names"]))
        kinds.append(FileKind(name, names, re.compile(str(content).encode()) if content else None))
    return tuple(kinds)


@cache
def value_forms() -> tuple[ValueForm, ...]:
    """Return the forms of values that are credentials."""
    return tuple(
        ValueForm(
            name,
            tuple(cast("Sequence[str]", table["literals"])),
            _bounded(str(table["form"]), cast("Sequence[str]", table["literals"])),
            re.compile(str(table["unless"])) if "unless" in table else None,
            str(table.get("password", "")),
        )
        for name, table in _rows("values")
    )


def _bounded(form: str, literals: Sequence[str]) -> re.Pattern[str]:
    """Return a form that is no part of a longer word. In front of a value that begins with a word
    and a ``_`` or ``-`` anything may stand: ``mysql -pglpat-…``."""
    known = "(?P<value>" in form or all("_" in word or "-" in word for word in literals)
    return re.compile(f"{'' if known else '(?<![0-9A-Za-z])'}(?:{form})(?![0-9A-Za-z])")


@cache
def _quick() -> tuple[re.Pattern[str], ...]:
    quick = cast("Sequence[str]", _tables()["quick"]["any"])
    return tuple(map(re.compile, quick))


@cache
def _possible_names() -> IgnoreRules:
    """Return rules that select every path that may be of one of the kinds."""
    return IgnoreRules(
        rule for kind in file_kinds() for rule in kind.names.rules if not rule.negated
    )


def kind_of(path: str, read: Callable[[], bytes]) -> str | None:
    """Return what a file is called that holds credentials by its kind; ``None`` for all others.

    :param path: POSIX, relative to the root of its tree or absolute.
    :param read: returns what the file holds, or its beginning.
    """
    if named := kind_of_name(path):
        return named
    name = _BACKUP.sub(b"", os.fsencode(path.lower()).lstrip(b"/"))
    if not _possible_names().verdict(name, is_folder=False):
        return None
    data: bytes | None = None
    for kind in file_kinds():
        if not kind.names.verdict(name, is_folder=False):
            continue
        if kind.content is None:
            return kind.name
        # Some programs of Windows write UTF-16.
        data = read().replace(b"\0", b"").lstrip(_MARKS) if data is None else data
        if kind.content.search(data):
            return kind.name
    return None


def kind_of_name(path: str) -> str | None:
    """Return what a file is called whose name, or that of a folder above it, is a credential."""
    return _PATH if holds_credential(path) else None


def is_public(path: str, public: Sequence[str]) -> bool:
    """Tell whether the credentials of a file are meant to be seen.

    :param path: POSIX, relative to the root of its tree or absolute.
    :param public: patterns in the syntax of ``.gitignore``.
    :raises sphinx_filedocs.source.ignore.PatternError: for a malformed pattern.
    """
    return bool(public) and _parsed(tuple(public)).selects(path.lstrip("/"))


_parsed = cache(parse_patterns)


def masked(text: str) -> tuple[str, tuple[Secret, ...]]:
    """Return a text of the same length and lines in which every character of a credential is
    :data:`MASK`, and what was masked, in the order of the text.

    :param text: lines end in a line feed.
    """
    credentials = [
        _Credential(name, view.source(start), tuple(map(view.source_span, spans)))
        for view in views(text)
        if any(expression.search(view.text) for expression in _quick())
        for name, start, spans in (*_key_blocks(view.text), *_values(view.text), *_images(view))
    ]
    if not credentials:
        return text, ()
    pieces: list[str] = []
    position = 0
    for start, end in sorted(span for credential in credentials for span in credential.spans):
        if end > position:
            begin = max(start, position)
            hidden = "\n".join(MASK * len(line) for line in text[begin:end].split("\n"))
            pieces += (text[position:begin], hidden)
            position = end
    secrets = {
        Secret(credential.name, text.count("\n", 0, credential.start) + 1)
        for credential in credentials
    }
    in_order = sorted(secrets, key=lambda secret: (secret.line, secret.name))
    return "".join((*pieces, text[position:])), tuple(in_order)


@lru_cache(maxsize=50_000)
def shown(text: str) -> str:
    """Return a short text that comes from elsewhere than a file, with its credentials masked: a
    name, a message."""
    return masked(text)[0]


def holds_credential(data: str | bytes) -> bool:
    """Tell whether a credential stands in a name, or as text in a file that is none: in the remarks
    of a camera, for example."""
    if isinstance(data, str):
        return shown(data) != data
    # Two bytes are a character in some remarks.
    texts = (data, data.replace(b"\0", b""))
    return any(masked(text.decode("latin-1"))[1] for text in texts)


class _Credential(NamedTuple):
    """A credential, where it begins, and which parts of the text are masked."""

    name: str
    start: int
    spans: tuple[tuple[int, int], ...]


def _values(text: str) -> Iterator[_Credential]:
    """Yield the values of known forms."""
    for form in value_forms():
        if not any(literal in text for literal in form.literals):
            continue
        group = "value" if "value" in form.form.groupindex else 0
        for match in form.form.finditer(text):
            value = match[group]
            if not _is_real(value) or (form.unless and form.unless.search(value)):
                continue
            if not form.password or _is_password(value, form.password):
                yield _Credential(form.name, match.start(group), (match.span(group),))


def _is_real(value: str) -> bool:
    """Tell whether a value may be a credential: examples say so, or repeat one character."""
    return not _EXAMPLE.search(value) and max(map(value.count, set(value))) * 2 <= len(value)


def _is_password(value: str, kind: str) -> bool:
    """Tell whether a value is no word, which stands for a password in examples.

    :param kind: ``plain``, or ``basic`` for a name and a password in Base64.
    """
    if kind == "basic":
        try:
            value = base64.b64decode(value, validate=True).decode("ascii").partition(":")[2]
        except (binascii.Error, ValueError):
            return False
    kinds = (str.isdigit, str.isupper, str.islower)
    return (
        len(value) >= _LEAST_PASSWORD
        and all(any(map(kind_of_letter, value)) for kind_of_letter in kinds)
        and _is_real(value)
    )


def _images(view: View) -> Iterator[_Credential]:
    """Yield the images in Base64 that hold a credential."""
    for match in _IMAGE.finditer(view.text):
        data = match[0].replace("\n", "").rstrip("=")
        data = data[: len(data) // 4 * 4]
        if holds_credential(base64.b64decode(data)):
            yield _Credential(Phrase("image with a credential"), match.start(), (match.span(),))


def _key_blocks(text: str) -> Iterator[_Credential]:
    """Yield the private keys: what stands between a line that begins one and the line that ends
    it, or looks like lines of a key; if that is long enough and nothing is left out of it."""
    beginnings = list(_BEGIN.finditer(text))
    following = [*(begin.start() for begin in beginnings), len(text)][1:]
    for begin, limit in zip(beginnings, following, strict=True):
        start, last = begin.end(), min(limit, begin.end() + _LONGEST_KEY)
        end = -1
        if begin["kind"]:
            rest = text[start:last]
            marks = (f"-----END {begin['kind']}-----", f"---- END {begin['kind']} ----")
            end = max(map(rest.find, marks))
        if end >= 0:
            end += start
            parts = [part for part in _KEY_PART.finditer(text, start, end) if part["data"]]
            is_cut = _CUT.search(text, start, end)
        else:
            parts = list(_key_lines(text, start, last))
            end = parts[-1].end() if parts else start
            is_cut = _CUT.match(text, end)
        data = "".join(part["data"] for part in parts)
        if not is_cut and len(data) >= _SHORTEST_KEY and _is_real(data):
            spans = tuple(part.span("data") for part in parts)
            yield _Credential(_PRIVATE_KEY, begin.start(), spans)


def _key_lines(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the lines of a key that has no end: the last one is shorter."""
    while line := _LINE.match(text, start, end):
        yield line
        if len(line["data"]) < _SHORTEST_LINE:
            return
        start = line.end()
