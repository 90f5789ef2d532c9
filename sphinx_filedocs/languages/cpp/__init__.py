"""Names and parameter types of C++.

Example: ``a::B<T>::f`` is the function ``f`` of ``a`` and ``B``.
"""

from __future__ import annotations

import re

from sphinx_filedocs.patterns import compile_pattern

#: Longest name that is read, in characters.
LIMIT = 1000

_NAME_TOKEN = re.compile(r"[<(]|[>)]|(?:~\s*)?[^\W\d]\w*")
_OPERATOR = re.compile(r"(?<!\w)operator(?!\w)")
_SYMBOL = re.compile(
    r"""\(\s*\) | \[\s*\] | ""\s*\w+ | <=> | ->\*? | <<=? | >>=? | && | \|\| | \+\+ | --
    | [-+*/%^&|!=<>]=? | [~,]""",
    re.VERBOSE,
)
_WORD_OPERATOR = re.compile(r"(?:new|delete)(?:\s*\[\s*\])?(?!\w)|co_await(?!\w)")
_NO_NAME = frozenset({"template", "typename"})


def split(text: str) -> tuple[tuple[str, ...], str, int]:
    """Return the owners and the name in a qualified name, without template arguments, and the line
    of the name in the text, from 0.

    ``a::B<T>::f<int>`` is ``f`` of ``a`` and ``B``. Operators lose their inner blanks,
    ``operator==``, and a conversion is named by its type, ``operator bool``. The name is ``""`` for
    none.

    :param text: as written; a conversion may have its parameters behind it.
    """
    text = text[:LIMIT]
    operator = _OPERATOR.search(text)
    words: list[str] = []
    start = angles = parens = 0
    for token in _NAME_TOKEN.finditer(text[: operator.start()] if operator else text):
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
    word = _WORD_OPERATOR.match(text)
    target = "".join(word[0].split()) if word else " ".join(text.partition("(")[0].split())
    return f"operator {target}" if target else ""


#: Words before a type, or that are part of one: none is the name of a parameter.
_NO_TYPE = frozenset(
    ("class", "const", "constexpr", "enum", "register", "restrict", "struct", "typename")
) | {"union", "volatile"}
_BASIC = frozenset(
    ("auto", "bool", "char", "char8_t", "char16_t", "char32_t", "double", "float", "int", "long")
) | {"short", "signed", "unsigned", "void", "wchar_t"}
#: Words beside which ``int`` says nothing more.
_SIZES = frozenset({"long", "short", "signed", "unsigned"})
_TEMPLATE = re.compile(r"template\s*(?=<)")
_TOKEN = compile_pattern(r"[A-Za-z_]\w*+|\d[\w.]*+|::|\.\.\.|&&|[^\s\w]")
_NAMED_POINTER = re.compile(r"(\(\s*[*&]+\s*)[A-Za-z_]\w*(\s*\))")
_ARRAY = compile_pattern(r"(?<![\s\]])((?:\s*+\[[^\[\]]*+\])*+)\s*\Z")
#: The parts of a function behind its parameters.
_BEHIND = re.compile(r"\s*(const|volatile|&&?)")
#: The owners before a name, and the places of their arguments.
_OWNERS = compile_pattern(
    r"(?<!\w)(?<!::)(?<!::\s)"
    r"(?:\w++\s*+(?:<[^<>()]*+(?:<[^<>()]*+>[^<>()]*+)*+>\s*+)?::\s*+)++\Z"
)
_WITH_ARGUMENTS = re.compile(r">\s*::")
_OPEN, _CLOSED = "([{<", ")]}>"


def types(signature: str, name: str) -> str:
    """Return the types that distinguish overloads: those of the parameters, and the qualifiers of
    the instance; ``""`` if that is not sure.

    A declaration and a definition with other names of parameters, or none, have the same; not so if
    they write a type in two ways.

    :param signature: the declaration without its body.
    :param name: without its owners.
    """
    if signature.endswith("…"):
        return ""
    rest, headers = signature, 0
    while template := _TEMPLATE.match(rest):
        end = _end(rest, template.end())
        if end < 0:
            return ""
        rest, headers = rest[end:].lstrip(), headers + 1
    wanted = r"\s*".join(map(re.escape, _TOKEN.findall(name)))
    match = re.search(rf"(?<![\w~]){wanted}\s*(?=\()", rest)
    end = _end(rest, match.end()) if match else -1
    if match is None or end < 0 or "#" in rest:
        return ""
    owners = _OWNERS.search(rest[: match.start()])
    own = headers - len(_WITH_ARGUMENTS.findall(owners[0] if owners else ""))
    inside = [_type(parameter) for parameter in _split(rest[match.end() + 1 : end - 1])]
    behind = []
    while more := _BEHIND.match(rest, end):
        behind.append(more[1])
        end = more.end()
    listed = "" if inside == ["void"] else ", ".join(inside)
    return f"{max(0, own)}({listed}){' '.join(behind)}"


def _end(text: str, start: int) -> int:
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in _OPEN) - (text[at] in _CLOSED)
        if not depth:
            return at + 1
    return -1


def _split(text: str) -> list[str]:
    parts, start, depth = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in _OPEN) - (letter in _CLOSED)
        if letter == "," and not depth:
            parts.append(text[start:at])
            start = at + 1
    last = text[start:]
    return [*parts, last] if parts or last.strip() else []


def _type(parameter: str) -> str:
    text = _NAMED_POINTER.sub(r"\1\2", parameter.partition("=")[0])
    array = _ARRAY.search(text)
    tokens = _TOKEN.findall(text[: array.start()] if array else text)
    last = tokens[-1] if tokens else ""
    named = _is_type(last) and last not in _BASIC
    before = tokens[:-1]
    if named and before[-1:] != ["::"] and any(_is_type(token) for token in before):
        tokens = before
    if not _SIZES.isdisjoint(tokens):
        tokens = [token for token in tokens if token != "int"]
    return " ".join([*tokens, *_TOKEN.findall(array[1] if array else "")])


def _is_type(token: str) -> bool:
    return token.isidentifier() and token not in _NO_TYPE
