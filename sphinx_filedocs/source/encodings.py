"""Finds the encoding of a text that is not UTF-8: by what other files say, else by its bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.source.ignore import IgnoreRule, PatternError, parse_pattern

#: Those of the Encoding Standard that are in wide use; of several that fit as well, the first.
#: cp1252 is what browsers read a text as of which nothing is known.
_USUAL = (
    "cp1252", "cp1251", "koi8_r", "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1250",
    "iso8859_2", "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp866", "mac_roman",
)  # fmt: skip
#: Fewer bytes beyond ASCII tell no encodings apart.
_FEW = 6
#: So many bytes beside and beyond ASCII are looked at.
_MOST = 1 << 16
#: So many patterns a section of a ``.editorconfig`` may stand for, and sections count.
_PATTERNS = 50
_SECTION = re.compile(r"\[(.*)\]")
_CHARSET = compile_pattern(r"charset\s*+[=:]\s*+([-\w.]++)", re.IGNORECASE)
_ROOT = compile_pattern(r"root\s*+[=:]\s*+true", re.IGNORECASE)
_CHOICE = compile_pattern(r"\{([^{},]*+,[^{}]*+)\}")


def detected(data: bytes) -> str:
    """Return the encoding that bytes are most likely in which are no UTF-8; ``""`` if none is
    likely, or if they are UTF-8 for the most part."""
    rows = b"\n".join(row for row in data.splitlines() if not row.isascii())[:_MOST]
    text = rows.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    if sum(not char.isascii() for char in text) - broken >= broken:
        return ""
    if sum(byte > 127 for byte in rows) < _FEW:
        return _USUAL[0] if _fits(rows, _USUAL[0]) else ""
    # Few trees need it.
    from charset_normalizer import from_bytes  # noqa: PLC0415

    matches = from_bytes(rows, cp_isolation=list(_USUAL), enable_fallback=False)
    likely = {match.encoding: match.chaos for match in matches if _fits(data, match.encoding)}
    if _USUAL[0] in likely:
        return _USUAL[0]
    best = min(likely, key=lambda name: (likely[name], _USUAL.index(name)), default="")
    # Of encodings that read the text alike, the first is meant.
    same = (name for name in _USUAL if best and _fits(data, name))
    return next((name for name in same if data.decode(name) == data.decode(best)), "")


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True


class Charsets:
    """The encodings of which a ``.editorconfig`` speaks.

    :param is_last: whether those in folders above do not count.
    """

    def __init__(self, text: str) -> None:
        self.is_last = False
        self._rules: list[tuple[int, IgnoreRule, str]] = []
        patterns: list[IgnoreRule] | None = None
        for number, line in enumerate(text.split("\n"), 1):
            row = line.strip()
            if section := _SECTION.fullmatch(row):
                patterns = list(_rules(section[1]))
            elif patterns is None:
                self.is_last = self.is_last or bool(_ROOT.fullmatch(row))
            elif (charset := _CHARSET.fullmatch(row)) and len(self._rules) < _PATTERNS:
                self._rules += [(number, rule, charset[1]) for rule in patterns]

    def of(self, path: bytes) -> tuple[str, int]:
        """Return the encoding of a file and the line that says it, ``""`` and 0 without one.

        :param path: relative to the folder of the ``.editorconfig``.
        """
        for number, rule, charset in reversed(self._rules):
            if rule.matches(path, is_folder=False):
                return charset, number
        return "", 0


def _rules(section: str) -> Iterator[IgnoreRule]:
    pending, count = [section], 0
    while pending and count < _PATTERNS:
        pattern = pending.pop()
        count += 1
        if choice := _CHOICE.search(pattern):
            before, behind = pattern[: choice.start()], pattern[choice.end() :]
            pending += [f"{before}{part}{behind}" for part in choice[1].split(",")]
        elif pattern:
            try:
                yield parse_pattern(pattern.encode("utf-8", "surrogateescape"))
            except PatternError:
                continue
