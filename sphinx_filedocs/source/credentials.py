"""Finds files that hold credentials by their kind, and credentials in texts.

Libraries were looked at first. detect-secrets has had no release since May 2024, does not know
tokens such as ``github_pat_`` and takes DNA in a test for a key; kingfisher-secret-scanner is 35 MB
of machine code that takes three seconds to begin. Both describe well-known keys by regular
expressions, and those are data: ``rules/credentials.toml``.
"""

from __future__ import annotations

import base64
import binascii
import codecs
import os
import re
import string
import tomllib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple, cast

from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.escapes import JOINT, View, views
from sphinx_filedocs.source.ignore import IgnoreRules, parse_patterns

_MARKS = codecs.BOM_UTF8 + codecs.BOM_UTF16_LE
#: The last characters of a token's beginning that nothing else begins with.
_MARKS_OF_ISSUERS = ("_", "-", ".", "~")
#: The rest of a token behind such a mark, unlike words.
_GOES_ON = (
    "(?![_-]{6})(?=[0-9A-Za-z_+/-][0-9A-Za-z_.+/=-]{15})"
    "(?=[a-z_.+/=-]{0,40}[0-9A-Z])(?=[A-Z_.+/=-]{0,40}[0-9a-z])"
)
#: No token has fewer characters, and each has only these: it is a part of a run of them.
_SHORTEST_RUN = 20
_RUN = re.compile(b"a" * _SHORTEST_RUN + b"a*")
_IN_TOKENS = f"{string.ascii_letters}{string.digits}_.~+/=-".encode()
_MARKS_RUNS = bytes(b"a"[0] if byte in _IN_TOKENS else b" "[0] for byte in range(256))
#: In front of a credential may stand an option of one letter: ``mysql -pAKIA…``.
_NO_LETTER = r"(?:(?<![0-9A-Za-z])|(?<=\s-[A-Za-z]))"
_NO_LETTER_BEHIND = "(?![0-9A-Za-z])"
#: The distance of a value from its name, in characters, and the length of one.
_NEAR, _LONGEST_VALUE = 300, 5000
#: Stands for each character of a credential.
MASK = "\u2022"
#: The unmasked parts of a credential, so that the text around it is read as before.
_KEPT = re.compile(rf"(\n|{JOINT})")
_EXAMPLE = re.compile(r"(?i)example|placeholder|x{8}")

#: As OpenSSL, GnuPG and OpenSSH write it, RFC 4716, and PuTTY.
_BEGIN = re.compile(
    r"----(?:-BEGIN|[ ]BEGIN)[ ](?P<kind>(?:[A-Z0-9]{1,20}[ ]){0,3}PRIVATE[ ]KEY(?:[ ]BLOCK)?)[ ]?"
    r"-----?|Private-Lines:[ ][0-9]{1,3}(?=[^0-9])"
)
#: The continuation of a key without an end: a line of it, behind no more than the end of a line,
#: quotes or marks of a comment.
_LINE = re.compile(
    r"""(?:\\[nrt]|[^0-9A-Za-z+/=\\]){1,40}
    (?:[A-Z][A-Za-z-]{2,30}:[ ]
      (?:(?![A-Z][A-Za-z-]{2,30}:[ ])[^\n\\]){0,200}(?:\\[nr]|\s){1,8}){0,5}
    (?P<data>[0-9A-Za-z+/=]{4,})(?![0-9A-Za-z_.-])""",
    re.VERBOSE,
)
#: Lines of a key but the last have so many characters at least.
_SHORTEST_LINE = 40
#: The longest private key in use, of 16,384 bits, has 13,000 characters.
_LONGEST_KEY = 40_000
#: An Ed25519 key in its shortest form has so many characters.
_SHORTEST_KEY = 64
_PRIVATE_KEY = Phrase("private key")
#: The beginnings of PNG, JPEG, GIF and WebP in Base64, and a whole such image.
_BEGINS_OF_IMAGES = ("iVBORw0KGg", "/9j/", "R0lGOD", "UklGR")
_CUT = ("...", "\u2026")
_MAY_BEGIN = ("PRIVATE KEY", "Private-Lines: ")
_PRINTED = frozenset(string.printable) - {"\v", "\f"}
_IMAGE = re.compile(rf"(?:{'|'.join(_BEGINS_OF_IMAGES)})[0-9A-Za-z+/\n]{{40,}}={{0,2}}")
#: A file that an editor or a program keeps when it writes a new one.
_BACKUP = re.compile(rb"(?:~|\.(?:bak|backup|old|orig|save|swp))+\Z")
#: A text in Base64, not the shortest.
_BASE64 = re.compile(
    r"(?<![0-9A-Za-z])[0-9A-Za-z+/]{24,}(?:\n[0-9A-Za-z+/]{40,})*"
    r"(?:\n[0-9A-Za-z+/]{2,}={1,2})?={0,2}"
)
_MAY_BE_BASE64 = re.compile("[0-9A-Za-z+/]{24}")
_PATH = Phrase("name that holds a credential")
#: In a string of a program a line end is a backslash and a letter, which is no part of the key;
#: nor are headers such as "Proc-Type: 4,ENCRYPTED".
_KEY_PART = re.compile(
    r"\\[nrt] | ^[ \t]*[A-Z][A-Za-z-]{2,30}:[ ][^\n]* | (?P<data>[A-Za-z0-9+/=]{4,})",
    re.VERBOSE | re.MULTILINE,
)


#: Returns the matches of some expressions in a text, in order.
Spans = Callable[[tuple[re.Pattern[str], ...]], list[tuple[int, int]]]


class Secret(NamedTuple):
    """A credential in a text: its readable name and its line, 1-based."""

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
    """The form of a credential; the fields are explained in the tables."""

    name: str
    form: re.Pattern[str]
    run: re.Pattern[str] | None
    quick: re.Pattern[str] | None
    near: tuple[re.Pattern[str], ...]
    unless: re.Pattern[str] | None
    password: re.Pattern[str] | None
    base64: bool

    def matches(self, text: str, runs: str, spans: Spans) -> Iterator[re.Match[str]]:
        """Yield the matches of the form, wherever such a value may stand.

        :param spans: of the text.
        """
        if self.run and not self.run.search(runs):
            return
        for start, end in self._places(text, spans):
            for match in self.form.finditer(text, start, end + _LONGEST_VALUE):
                if match.start() >= end:
                    break
                yield match

    def _places(self, text: str, spans: Spans) -> Iterator[tuple[int, int]]:
        if self.quick and not self.quick.search(text):
            return
        if not self.near:
            yield 0, len(text)
            return
        start = end = 0
        for name in spans(self.near):
            if name[0] - _NEAR > end:
                if end:
                    yield start, end
                start = name[0] - _NEAR
            end = name[1] + _NEAR
        if end:
            yield start, end


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
    """Return the forms of values that are credentials and no tokens."""
    passwords = cast("Mapping[str, str]", _tables()["passwords"])
    return tuple(
        ValueForm(
            name,
            re.compile(f"{_bound(str(table['form']))}(?:{table['form']}){_NO_LETTER_BEHIND}"),
            _expression(table.get("run")),
            _expression(table.get("quick")),
            tuple(map(re.compile, cast("Sequence[str]", table.get("near", ())))),
            _expression(table.get("unless")),
            _expression(passwords[str(table["password"])] if "password" in table else None),
            bool(table.get("base64")),
        )
        for name, table in _rows("values")
    )


def _expression(pattern: object) -> re.Pattern[str] | None:
    return re.compile(str(pattern)) if pattern else None


def _bound(form: str) -> str:
    return "" if "(?P<value>" in form else _NO_LETTER


@cache
def tokens() -> tuple[str, ...]:
    """Return the names of the tokens."""
    return tuple(name for name, _ in _rows("tokens"))


class _Tokens(NamedTuple):
    """Tokens whose beginnings have a letter or a mark in common, which is fast to search for.

    :param begins: the end of a token's beginning; a group for each of ``forms``.
    """

    begins: re.Pattern[str]
    forms: tuple[tuple[str, int, re.Pattern[str]], ...]

    def find(self, text: str, runs: str) -> Iterator[_Credential]:
        if not self.begins.search(runs):
            return
        for match in self.begins.finditer(text):
            name, length, form = self.forms[cast("int", match.lastindex) - 1]
            start = match.end() - length
            if (token := form.match(text, start)) and _is_real(token[0]):
                yield _Credential(name, start, (token.span(),))


@cache
def _tokens() -> tuple[_Tokens, ...]:
    rows: defaultdict[str, list[tuple[str, str, str]]] = defaultdict(list)
    for name, table in _rows("tokens"):
        for begin in cast("Sequence[str]", table["begins"]):
            mark = begin[-1] if begin.endswith(_MARKS_OF_ISSUERS) else begin[0]
            form = f"{re.escape(begin)}(?:{table['then']}){_NO_LETTER_BEHIND}"
            rows[mark].append((begin, name, form))
    # Of two beginnings with the same end, the longer.
    groups = {mark: sorted(group, key=lambda row: -len(row[0])) for mark, group in rows.items()}
    return tuple(
        _Tokens(
            _beginnings(mark, [begin for begin, _, _ in group]),
            tuple((name, len(begin), re.compile(form)) for begin, name, form in group),
        )
        for mark, group in groups.items()
    )


def _beginnings(mark: str, begins: Sequence[str]) -> re.Pattern[str]:
    """Return an expression that finds the beginnings of tokens. In front of letters that nothing
    else begins with anything may stand: ``mysql -pglpat-…``."""
    if mark not in _MARKS_OF_ISSUERS:
        first = begins[0] if len(begins) == 1 else mark
        rests = "|".join(f"({re.escape(begin.removeprefix(first))})" for begin in begins)
        return re.compile(f"{re.escape(first)}{_behind(first)}(?:{rests})")
    bounds = "|".join(
        f"((?<={re.escape(begin)}){'' if len(begin) > 3 else _behind(begin)})" for begin in begins
    )
    return re.compile(f"{re.escape(mark)}{_GOES_ON}(?:{bounds})")


def _behind(begin: str) -> str:
    return rf"(?:(?<![0-9A-Za-z]{re.escape(begin)})|(?<=\s-[A-Za-z]{re.escape(begin)}))"


@cache
def _possible_names() -> IgnoreRules:
    """Return rules that select every path that may be of one of the kinds."""
    return IgnoreRules(
        rule for kind in file_kinds() for rule in kind.names.rules if not rule.negated
    )


def kind_of(path: str, read: Callable[[], bytes]) -> str | None:
    """Return the name of a kind of files that hold credentials; ``None`` for all others.

    :param path: POSIX, relative to the root of its tree or absolute.
    :param read: returns the content of the file, or its beginning.
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
    """Return the readable kind of a file if its name, or that of a folder above it, is a
    credential."""
    return _PATH if holds_credential(path) else None


def is_public(path: str, public: Sequence[str]) -> bool:
    """Return True if the credentials of a file are meant to be seen.

    :param path: POSIX, relative to the root of its tree or absolute.
    :param public: patterns in the syntax of ``.gitignore``.
    :raises sphinx_filedocs.source.ignore.PatternError: for a malformed pattern.
    """
    return bool(public) and _parsed(tuple(public)).selects(path.lstrip("/"))


_parsed = cache(parse_patterns)


def masked(text: str) -> tuple[str, tuple[Secret, ...]]:
    """Return a text of the same length and lines in which every character of a credential is
    :data:`MASK`, and the masked credentials, in the order of the text.

    :param text: lines end in a line feed.
    """
    credentials = [
        _Credential(name, view.source(start), tuple(map(view.source_span, spans)))
        for view in views(text)
        for name, start, spans in _credentials(view)
    ]
    if not credentials:
        return text, ()
    pieces: list[str] = []
    position = 0
    for start, end in sorted(span for credential in credentials for span in credential.spans):
        if end > position:
            begin = max(start, position)
            parts = enumerate(_KEPT.split(text[begin:end]))
            hidden = "".join(part if at % 2 else MASK * len(part) for at, part in parts)
            pieces += (text[position:begin], hidden)
            position = end
    line_ends = [match.start() for match in re.finditer("\n", text)]
    secrets = {
        Secret(credential.name, bisect_left(line_ends, credential.start) + 1)
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
    """Return True if a credential stands in a name, or as text in a file that is none: the remarks
    of a camera, for example."""
    if isinstance(data, str):
        return shown(data) != data
    # Two bytes are a character in some remarks.
    texts = (data, data.replace(b"\0", b""))
    return any(masked(text.decode("latin-1"))[1] for text in texts)


class _Credential(NamedTuple):
    name: str
    start: int
    spans: tuple[tuple[int, int], ...]


def _credentials(view: View) -> Iterator[_Credential]:
    text, runs = view.text, _runs(view.text)

    @cache
    def spans(near: tuple[re.Pattern[str], ...]) -> list[tuple[int, int]]:
        return sorted(match.span() for each in near for match in each.finditer(text))

    for tokens_alike in _tokens():
        yield from tokens_alike.find(text, runs)
    for form in value_forms():
        group = "value" if "value" in form.form.groupindex else 0
        for match in form.matches(text, runs, spans):
            value = match[group]
            is_example = form.unless and form.unless.search(value)
            if _is_real(value) and not is_example and _is_password(value, form):
                yield _Credential(form.name, match.start(group), (match.span(group),))
    yield from _key_blocks(text)
    yield from _in_base64(view, runs)


def _runs(text: str) -> str:
    """Return the runs of characters of tokens, each behind a line feed: mostly a tenth of a
    text, searched first."""
    data = text.encode("utf-8", "surrogatepass")
    spans = (match.span() for match in _RUN.finditer(data.translate(_MARKS_RUNS)))
    return b"".join(b"\n" + data[start:end] for start, end in spans).decode("ascii")


def _is_real(value: str) -> bool:
    """Return True if a value may be a credential: examples say so, or repeat one character."""
    return not _EXAMPLE.search(value) and max(map(value.count, set(value))) * 2 <= len(value)


def _is_password(value: str, form: ValueForm) -> bool:
    if not form.password:
        return True
    if form.base64:
        value = _decoded(value).partition(":")[2]
    return bool(value and form.password.fullmatch(value)) and _is_real(value)


def _decoded(data: str) -> str:
    try:
        text = base64.b64decode(data, validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        return ""
    return text if _PRINTED.issuperset(text) else ""


def _in_base64(view: View, runs: str) -> Iterator[_Credential]:
    """Yield Base64 with a credential: an image, or a text such as a value of a Secret of
    Kubernetes."""
    if any(begin in runs for begin in _BEGINS_OF_IMAGES):
        for match in _IMAGE.finditer(view.text):
            data = match[0].replace("\n", "").rstrip("=")
            if holds_credential(base64.b64decode(data[: len(data) - (len(data) % 4 == 1)] + "===")):
                yield _Credential(Phrase("image with a credential"), match.start(), (match.span(),))
    may_be = view.is_source and _MAY_BE_BASE64.search(runs)
    for match in _BASE64.finditer(view.text) if may_be else ():
        text = _decoded(match[0].replace("\n", ""))
        if text and (secrets := masked(text)[1]):
            yield _Credential(secrets[0].name, match.start(), (match.span(),))


def _key_blocks(text: str) -> Iterator[_Credential]:
    """Yield the private keys: the text between a line that begins one and the line that ends it,
    or lines that look like a key; it must be long enough and complete."""
    beginnings = list(_BEGIN.finditer(text)) if any(map(text.__contains__, _MAY_BEGIN)) else []
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
            is_cut = any(text.find(mark, start, end) >= 0 for mark in _CUT)
        else:
            parts = list(_key_lines(text, start, last))
            end = parts[-1].end() if parts else start
            is_cut = text.startswith(_CUT, end)
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
