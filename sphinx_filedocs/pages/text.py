"""Texts as pages show them: printable, short, and named by safe ids; what pages call the kinds of
symbols and keywords."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

from sphinx_filedocs.model.graph import Reached
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.pages.translation import _, deferred, deferred_plural, quantity
from sphinx_filedocs.patterns import without_blocks
from sphinx_filedocs.shortening import ends_sentence, shortened

#: Characters that XML, LaTeX or a terminal cannot show; tab and newline are not among them.
_REFUSED = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff"
#: Those that show nothing, or change the order of what stands around them: all of Unicode's
#: category Cf but for the signs that stand before numbers, all that it says to show nothing for
#: (Default_Ignorable_Code_Point), and the blank of Braille. A test holds them to Unicode's data.
_INVISIBLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_UNPRINTABLE = re.compile(f"[{_REFUSED}{_INVISIBLE}]")
#: What a selector of a form may stand behind: pictures, and ideographs.
_PICTURE = (
    "\xa9\xae\u203c\u2049\u2100-\u27bf\u2900-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
)
_IDEOGRAPH = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
#: Scripts in which a joiner between two letters says how these are written, from Arabic to Khmer,
#: and Mongolian.
_JOINING = "\u0620-\u08ff\u0900-\u109f\u1780-\u17b3\u17b6-\u17ff\u1820-\u18af"
#: Invisible characters in the places that Unicode made them for (UAX 31, UTS 51): one each, between
#: or behind what is seen. Elsewhere, and in rows, they may hide something.
_IN_PLACE = (
    f"[{_PICTURE}][\ufe0e\ufe0f]?+[\U0001f3fb-\U0001f3ff]?+"
    f"(?:\u200d[{_PICTURE}]\ufe0f?+[\U0001f3fb-\U0001f3ff]?+)*+"
    "|[0-9#*]\ufe0f\u20e3"
    f"|[{_IDEOGRAPH}][\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    f"|[{_JOINING}][\u200c\u200d](?=[{_JOINING}])"
)
_HIDDEN = re.compile(f"{_IN_PLACE}|(?P<hidden>{_UNPRINTABLE.pattern})")
_PRINTABLE_ASCII = bytes((*b"\t\n", *range(0x20, 0x7F)))
#: What may end a sentence, and a number at its beginning, which ends none.
_SENTENCE_END = re.compile(r"[^\s.][.!?。](?=\s+[^\sa-z]|\s*$)")
_NUMBER = re.compile(r"[A-Za-z]?\d{1,3}\.\s")
#: So many characters are looked through for the end of a sentence.
_LONGEST_SENTENCE = 2_000
#: Where the first paragraph ends: at an empty line, or where a list begins.
_PARAGRAPH_END = re.compile(
    r"\n[ \t]*\n|(?<=\S)[ \t]*\n(?=[ \t]*(?:[-*+•]|\(?\d{1,2}[.)])[ \t]+\S)"
)
_UNSAFE_IN_ID = re.compile(r"[^A-Za-z0-9_.]")
_NAMES: Mapping[str, str] = {
    "class": deferred("class"),
    "struct": deferred("struct"),
    "union": deferred("union"),
    "enum": deferred("enum"),
    "interface": deferred("interface"),
    "trait": deferred("trait"),
    "function": deferred("function"),
    "method": deferred("method"),
    "constant": deferred("constant"),
    "variable": deferred("variable"),
    "field": deferred("field"),
    "macro": deferred("macro"),
    "type": deferred("type"),
    "namespace": deferred("namespace"),
    "module": deferred("module"),
    "heading": deferred("heading"),
}
_COUNTS: Mapping[str, tuple[str, str]] = {
    "class": deferred_plural("{count:,} class", "{count:,} classes"),
    "struct": deferred_plural("{count:,} struct", "{count:,} structs"),
    "union": deferred_plural("{count:,} union", "{count:,} unions"),
    "enum": deferred_plural("{count:,} enum", "{count:,} enums"),
    "interface": deferred_plural("{count:,} interface", "{count:,} interfaces"),
    "trait": deferred_plural("{count:,} trait", "{count:,} traits"),
    "function": deferred_plural("{count:,} function", "{count:,} functions"),
    "method": deferred_plural("{count:,} method", "{count:,} methods"),
    "constant": deferred_plural("{count:,} constant", "{count:,} constants"),
    "variable": deferred_plural("{count:,} variable", "{count:,} variables"),
    "field": deferred_plural("{count:,} field", "{count:,} fields"),
    "macro": deferred_plural("{count:,} macro", "{count:,} macros"),
    "type": deferred_plural("{count:,} type", "{count:,} types"),
    "namespace": deferred_plural("{count:,} namespace", "{count:,} namespaces"),
    "module": deferred_plural("{count:,} module", "{count:,} modules"),
    "heading": deferred_plural("{count:,} heading", "{count:,} headings"),
}
#: Headings of the kinds of keywords, in the order in which they are shown.
HEADINGS: Mapping[str, str] = {
    "class": deferred("Classes"),
    "struct": deferred("Structs"),
    "union": deferred("Unions"),
    "enum": deferred("Enums"),
    "interface": deferred("Interfaces"),
    "trait": deferred("Traits"),
    "function": deferred("Functions"),
    "method": deferred("Methods"),
    "macro": deferred("Macros"),
    "constant": deferred("Constants"),
    "variable": deferred("Variables"),
    "field": deferred("Fields"),
    "type": deferred("Types"),
    "namespace": deferred("Namespaces"),
    "module": deferred("Modules"),
    "heading": deferred("Headings"),
    "import": deferred("Imports"),
    "identifier": deferred("Identifiers"),
}

#: What stands behind the name of an owner: of C++ and Rust, and in a receiver of Go.
_OWNS = re.compile(r"(?:<[^<>]{0,80}>)?::|\)\s*\w+\(")
#: Words of declarations that tell what is declared.
_DECLARING = frozenset(
    (
        "#define", "@interface", "CREATE", "class", "const", "def", "define", "enum", "extension",
        "fn", "fun", "func", "function", "interface", "let", "macro_rules!", "mod", "module",
        "namespace", "object", "package", "protocol", "record", "static", "struct", "sub", "trait",
        "data", "output", "resource", "type", "typedef", "union", "using", "val", "var", "variable",
    )
)  # fmt: skip


def _picture(match: re.Match[str]) -> str:
    if match["hidden"] is None:
        return match[0]
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def printable(text: str) -> str:
    """Return *text* with visible stand-ins for characters that are refused, invisible or
    reordering.

    See Trojan Source, CVE-2021-42574. Joiners in emoji and in joining scripts stay.
    """
    return text if _is_plain(text) else _HIDDEN.sub(_picture, text)


def printable_columns(line: str) -> list[int]:
    """Return the column of each character in :func:`printable`, and the end."""
    lengths = [1] * len(line)
    for match in _HIDDEN.finditer(line):
        if match["hidden"] is not None:
            lengths[match.start()] = len(_picture(match))
    return list(accumulate(lengths, initial=0))


def _is_plain(text: str) -> bool:
    """Return quickly that most texts need no replacement: ten times faster than the pattern."""
    if not text.isascii():
        return _UNPRINTABLE.search(text) is None
    return text.isprintable() or not text.encode("ascii").translate(None, _PRINTABLE_ASCII)


def printable_line(text: str) -> str:
    """Return *text* as :func:`printable` does, on one line."""
    if text.isascii() and text.isprintable():
        return text
    return printable(text).replace("\n", "\N{SYMBOL FOR NEWLINE}").replace("\t", " ")


def anchor(name: str) -> str:
    """Return a unique id for *name*, of ASCII letters, digits and ``_.-``."""
    return _UNSAFE_IN_ID.sub(lambda match: f"-{ord(match[0]):x}-", name)


def first_sentence(text: str, limit: int = 200) -> str:
    """Return the first sentence of *text*, without lists and code blocks, cut at *limit*
    characters."""
    paragraph = " ".join(_PARAGRAPH_END.split(without_blocks(text).strip(), 1)[0].split())
    number = _NUMBER.match(paragraph)
    ends = _SENTENCE_END.finditer(paragraph[:_LONGEST_SENTENCE], number.end() if number else 0)
    end = next((match.end() for match in ends if ends_sentence(paragraph, match.end() - 1)), None)
    sentence = paragraph[:end].removesuffix(":")
    return shortened(sentence, limit)


def english_quantity(count: int, noun: str) -> str:
    """Return a count with its noun, such as ``1,234 files``, for the messages of a build."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def rounded(count: int) -> int:
    """Round a count to two digits from a hundred on, to keep pages stable."""
    power = max(0, len(str(count)) - 2)
    return round(count, -power)


def about_files(count: int) -> str:
    """Return a rounded number of files, such as ``about 1,200 files``."""
    if count < 100:
        return quantity(count, "{count:,} file", "{count:,} files")
    return quantity(rounded(count), "about {count:,} file", "about {count:,} files")


def more_names(count: int) -> str:
    """Return the number of names left out, as a text."""
    return quantity(count, "and {count:,} more name", "and {count:,} more names")


def uses_in_files(uses: int, files: int) -> str:
    """Return how often something is used, such as ``12 uses in 3 files``."""
    return quantity(
        uses,
        "{count:,} use in {files}",
        "{count:,} uses in {files}",
        files=quantity(files, "{count:,} file", "{count:,} files"),
    )


def tests_text(reached: Reached) -> str:
    """Return the number of tests. Example: ``3 test files, 5 more indirectly``."""
    parts: list[str] = []
    if reached.direct:
        parts.append(quantity(reached.direct, "{count:,} test file", "{count:,} test files"))
    if reached.through and parts:
        parts.append(
            quantity(
                reached.through,
                "{count:,} more indirectly",
                "{count:,} more indirectly",
            )
        )
    elif reached.through:
        parts.append(
            quantity(
                reached.through,
                "{count:,} test file indirectly",
                "{count:,} test files indirectly",
            )
        )
    return ", ".join(parts)


def size_text(count: int) -> str:
    """Return bytes in three digits, which keeps pages stable. Example: ``12.3 kB``."""
    if count < 1000:
        return quantity(count, "{count:,} byte", "{count:,} bytes")
    power = 0
    size: float = count
    while size >= 999.5:
        size /= 1000
        power += 1
    digits = 2 - (size >= 9.995) - (size >= 99.95)
    return f"{size:.{digits}f} {'kMGTPE'[power - 1]}B"


def lines_text(lines: Iterable[int]) -> str:
    """Return lines without links. Example: ``L3, L7``."""
    return ", ".join(f"L{line}" for line in lines)


def around_name(signature: str, name: str) -> tuple[str, str, str]:
    """Divide *signature* at its name, a whole word. Example: the last one of ``Cart::Cart()``."""
    first = -1
    for start in whole_words(signature, name):
        first = start if first < 0 else first
        if not _OWNS.match(signature, start + len(name)):
            first = start
            break
    if first < 0:
        return signature, "", ""
    return signature[:first], name, signature[first + len(name) :]


def whole_words(text: str, word: str) -> Iterator[int]:
    """Yield the places of *word* in a text, 0-based in characters."""
    start = text.find(word) if word else -1
    while start >= 0:
        end = start + len(word)
        before, after = text[start - 1 : start], text[end : end + 1]
        if before.isalnum() or after.isalnum() or "_" in (before, after):
            end = start + 1
        else:
            yield start
        start = text.find(word, end)


def declares_kind(before: str) -> bool:
    """Return whether the words before a name contain its kind. Example: ``class``."""
    return not _DECLARING.isdisjoint(before.split())


def kind_name(kind: SymbolKind) -> str:
    """Return the word for a kind of symbols."""
    return _(_NAMES[kind])


def kind_count(kind: SymbolKind, count: int) -> str:
    """Return a number of symbols of some kind."""
    return quantity(count, *_COUNTS[kind])
