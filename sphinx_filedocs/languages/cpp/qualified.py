"""Takes C++ names apart into their owners and the name itself."""

from __future__ import annotations

import re

#: Longest name that is read, in characters.
LIMIT = 1000

_TOKEN = re.compile(r"[<(]|[>)]|(?:~\s*)?[^\W\d]\w*")
_OPERATOR = re.compile(r"(?<!\w)operator(?!\w)")
_SYMBOL = re.compile(
    r"""\(\s*\) | \[\s*\] | ""\s*\w+ | <=> | ->\*? | <<=? | >>=? | && | \|\| | \+\+ | --
    | [-+*/%^&|!=<>]=? | [~,]""",
    re.VERBOSE,
)
_WORD = re.compile(r"(?:new|delete)(?:\s*\[\s*\])?(?!\w)|co_await(?!\w)")
_NO_NAME = frozenset({"template", "typename"})


def split(text: str) -> tuple[tuple[str, ...], str, int]:
    """Return the owners and the name in a qualified name, without template arguments, and how
    many lines into the text the name stands.

    ``a::B<T>::f<int>`` is ``f`` of ``a`` and ``B``. Operators lose their inner blanks,
    ``operator==``, and a conversion is named by its type, ``operator bool``. The name is ``""``
    where there is none.

    :param text: as written; a conversion may have its parameters behind it.
    """
    text = text[:LIMIT]
    operator = _OPERATOR.search(text)
    words: list[str] = []
    start = angles = parens = 0
    for token in _TOKEN.finditer(text[: operator.start()] if operator else text):
        if token[0] in "()":
            parens += 1 if token[0] == "(" else -1
        elif token[0] in "<>":
            # Between round brackets they compare.
            angles += (parens == 0) * (1 if token[0] == "<" else -1)
        elif angles == parens == 0 and token[0] not in _NO_NAME:
            words.append("".join(token[0].split()))
            start = token.start()
    if operator:
        name = _operator(text[operator.end() :].strip())
        return tuple(words), name, text.count("\n", 0, operator.start())
    return tuple(words[:-1]), words[-1] if words else "", text.count("\n", 0, start)


def _operator(text: str) -> str:
    symbol = _SYMBOL.match(text)
    if symbol:
        return "operator" + "".join(symbol[0].split())
    word = _WORD.match(text)
    target = "".join(word[0].split()) if word else " ".join(text.partition("(")[0].split())
    return f"operator {target}" if target else ""
