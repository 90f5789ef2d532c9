"""Reads types of parameters from signatures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

_OPENING, _CLOSING = "(<[{", ")>]}"
#: What stands between the name of a function and its parameters.
_LIST_BEGIN, _WORD_BEFORE = re.compile(r"\s*+(?:[<\[][^()]*[>\]]\s*+)?\("), re.compile(r"\w")
#: What may stand before the type of a parameter, and what is no part of it.
_NO_TYPE = re.compile(r"@\w+(?:\([^()]*\))?|\b(?:final|const|volatile|struct|class|typename)\b")
#: What stands between a parameter and its type.
_ANNOTATION = re.compile(r"(?<!:):(?!:)")
#: The innermost arguments of a type, and those that may stand behind a colon: ``List[Int]``.
_ARGUMENTS, _ARGUMENTS_BEHIND = re.compile(r"<[^<>]*>"), re.compile(r"<[^<>]*>|(?<=\w)\[[^][]+\]")
#: The bounds of an array.
_BOUNDS = re.compile(r"\[[^\]]*+(?:\]|\Z)")
#: More arguments than any call has.
_MOST_ARGUMENTS = 1_000
#: A parameter of Go with its name; what else has a blank is a type.
_GO_NAMED = re.compile(r"(?!(?:chan|func|interface|map|struct)\b)\w++\s++\S")
#: The innermost parameters or results of a function type; those before are in braces.
_GO_FUNCTION = re.compile(r"(\bfunc|\})\s*+\(([^()]*+\))")
#: A name that a declaration of type parameters gives, as they mostly are.
TYPE_PARAMETER = re.compile(r"[A-Z]\d?|_[A-Z]")


@lru_cache(maxsize=10_000)
def parameter_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of parameters without arguments, qualifiers, references and pointers.

    >>> parameter_types("void f(const std::vector<int> &a, char *b)", "f")
    ('vector', 'char')
    >>> parameter_types("def f(a: List[Int])(b: Int*): Int", "f")
    ('List', 'Int...')
    """
    begin = _list_begin(signature, name) or len(signature)
    lists = f"{signature[:begin]}{signature[begin:].replace(')(', ', ')}"
    return tuple(map(_plain_type, _listed(lists, name) or ()))


@lru_cache(maxsize=10_000)
def pointed_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of parameters, with ``*`` for pointers. Example: ``("Cart*",)`` of
    ``put(Cart *cart)``."""
    listed = _listed(signature, name) or ()
    return tuple(
        _plain_type(parameter) + "*" * parameter.partition("=")[0].count("*")
        for parameter in listed
    )


@lru_cache(maxsize=10_000)
def argument_counts(signature: str, name: str) -> range | None:
    """Return the accepted numbers of arguments, ``None`` without a list of parameters.

    >>> argument_counts("f(a, b=1)", "f")
    range(1, 3)
    >>> 9 in argument_counts("fun f(vararg a: Int)", "f")
    True
    """
    parameters = _listed(signature, name)
    if parameters is None:
        return None
    if parameters == ["void"]:
        return range(1)
    single = [parameter for parameter in parameters if not _repeats(parameter)]
    least = sum("=" not in parameter for parameter in single)
    most = len(parameters) if len(single) == len(parameters) else _MOST_ARGUMENTS
    return range(least, most + 1)


@lru_cache(maxsize=10_000)
def go_types(signature: str, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the types of parameters and results of a Go function.

    >>> go_types("func (d *Disk) Load(a, b string) (n int, err error)", "Load")
    (('string', 'string'), ('int', 'error'))
    """
    signature = signature.replace("<-", "").replace("interface{}", "any")
    begin = _list_begin(signature, name)
    if begin is None:
        return (), ()
    text = _go_without_names(signature[begin:])
    taken = list(_parameters(text))
    # Where the list ends, a bracket closes that none opens.
    depths = accumulate((letter in "([{") - (letter in ")]}") for letter in text)
    end = next((at for at, depth in enumerate(depths, 1) if depth < 0), len(text))
    behind = text[end:].strip()
    results = list(_parameters(behind[1:])) if behind.startswith("(") else [behind] * bool(behind)
    return _go_list(taken), _go_list(results)


def _go_without_names(text: str) -> str:
    """Drop the names in function types: ``func(a, b int) (n int)`` is ``func{int, int} int``."""

    def types(match: re.Match[str]) -> str:
        begin, listed = match[1], _go_list(list(_parameters(match[2])))
        is_one_result = begin == "}" and len(listed) == 1
        return f"}} {listed[0]}" if is_one_result else f"{begin}{{{', '.join(listed)}}}"

    replaced = _GO_FUNCTION.sub(types, text)
    while replaced != text:
        text, replaced = replaced, _GO_FUNCTION.sub(types, replaced)
    return text


def _go_list(parameters: Sequence[str]) -> tuple[str, ...]:
    named = any(map(_GO_NAMED.match, parameters))
    types: list[str] = []
    for parameter in reversed(parameters):
        _, _, type_ = parameter.partition(" ") if named else ("", "", parameter)
        types.insert(0, " ".join(type_.split()) or (types or [parameter])[0])
    return tuple(types)


def _listed(signature: str, name: str) -> list[str] | None:
    begin = _list_begin(signature, name)
    if begin is None:
        return None
    return list(_parameters(signature[begin:].replace("->", "  ").replace("=>", "  ")))


def _list_begin(signature: str, name: str) -> int | None:
    at = signature.find(name)
    while at >= 0:
        list_begin = _LIST_BEGIN.match(signature, at + len(name))
        if list_begin and not _WORD_BEFORE.match(signature[at - 1 : at]):
            return list_begin.end()
        at = signature.find(name, at + 1)
    return None


def _parameters(text: str) -> Iterator[str]:
    depth = first = 0
    for at, letter in enumerate(text):
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
        if depth < 0 or (letter == "," and not depth):
            if parameter := text[first:at].strip():
                yield parameter
            first = at + 1
        if depth < 0:
            return


def _repeats(parameter: str) -> bool:
    """Return True for any number of arguments: ``int... a``, ``vararg a: Int``, ``a: Int*``."""
    is_repeated = parameter.endswith("*") and _ANNOTATION.search(parameter) is not None
    return is_repeated or "..." in parameter or parameter.startswith("vararg ")


def _plain_type(parameter: str) -> str:
    text = parameter.partition("=")[0]
    annotation = _ANNOTATION.search(text)
    if annotation:
        text = text[annotation.end() :]
    text = _NO_TYPE.sub(" ", text)
    arguments = _ARGUMENTS_BEHIND if annotation else _ARGUMENTS
    while arguments.search(text):
        text = arguments.sub("", text)
    arrays = "[]" * text.count("[") + "..." * _repeats(parameter)
    words = re.findall(r"[\w.]+(?:::\w+)*", _BOUNDS.sub(" ", text.replace("...", " ")))
    if not annotation and len(words) > 1:
        words = words[:-1]
    return " ".join(re.split(r"\.|::", word)[-1] for word in words) + arrays
