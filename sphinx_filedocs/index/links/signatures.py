"""The types of parameters as signatures have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_OPENING, _CLOSING = "(<[{", ")>]}"
#: What stands between the name of a function and its parameters.
_LIST_BEGIN, _WORD_BEFORE = re.compile(r"\s*+(?:<[^()]*>\s*+)?\("), re.compile(r"\w")
#: What may stand before the type of a parameter, and what is no part of it.
_NO_TYPE = re.compile(r"@\w+(?:\([^()]*\))?|\b(?:final|const|volatile|struct|class|typename)\b")
#: What stands between a parameter and its type.
_ANNOTATION = re.compile(r"(?<!:):(?!:)")
#: The innermost arguments of a type; the bounds of an array.
_ARGUMENTS, _BOUNDS = re.compile(r"<[^<>]*>"), re.compile(r"\[[^\]]*+(?:\]|\Z)")
#: More arguments than any call has.
_MOST_ARGUMENTS = 1_000
#: A name that a declaration of type parameters gives, as they mostly are.
TYPE_PARAMETER = re.compile(r"[A-Z]\d?|_[A-Z]")


@lru_cache(maxsize=10_000)
def parameter_types(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the parameters of a function as its signature has them, without what they
    are made with: their arguments, ``const``, annotations, marks of references and pointers.

    :param name: of the function.
    """
    return tuple(map(_plain_type, _listed(signature, name) or ()))


@lru_cache(maxsize=10_000)
def pointed_types(signature: str, name: str) -> tuple[str, ...]:
    """Return what :func:`parameter_types` does, with the asterisks of pointers behind the types.

    :param name: of the function.
    """
    listed = _listed(signature, name) or ()
    return tuple(
        _plain_type(parameter) + "*" * parameter.partition("=")[0].count("*")
        for parameter in listed
    )


@lru_cache(maxsize=10_000)
def argument_counts(signature: str, name: str) -> range | None:
    """Return how many arguments a function takes by its signature, ``None`` where that has no list
    of parameters.

    :param name: of the function.
    """
    parameters = _listed(signature, name)
    if parameters is None:
        return None
    if parameters == ["void"]:
        return range(1)
    open_ended = any("..." in parameter for parameter in parameters)
    least = sum("=" not in parameter and "..." not in parameter for parameter in parameters)
    return range(least, _MOST_ARGUMENTS if open_ended else len(parameters) + 1)


def _listed(signature: str, name: str) -> list[str] | None:
    at = signature.find(name)
    while at >= 0:
        list_begin = _LIST_BEGIN.match(signature, at + len(name))
        if list_begin and not _WORD_BEFORE.match(signature[at - 1 : at]):
            return list(_parameters(signature[list_begin.end() :].replace("->", "  ")))
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


def _plain_type(parameter: str) -> str:
    """Return the type of ``Type name`` or ``name: Type``, of either without its arguments."""
    text = parameter.partition("=")[0]
    annotation = _ANNOTATION.search(text)
    if annotation:
        text = text[annotation.end() :]
    text = _NO_TYPE.sub(" ", text)
    while _ARGUMENTS.search(text):
        text = _ARGUMENTS.sub("", text)
    arrays = "[]" * text.count("[") + "..." * text.count("...")
    words = re.findall(r"[\w.]+(?:::\w+)*", _BOUNDS.sub(" ", text.replace("...", " ")))
    if not annotation and len(words) > 1:
        words = words[:-1]
    return " ".join(re.split(r"\.|::", word)[-1] for word in words) + arrays
