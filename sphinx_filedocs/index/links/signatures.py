"""The types of parameters as signatures have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

_OPENING, _CLOSING = "(<[{", ")>]}"
#: What may stand before the type of a parameter, and what is no part of it.
_NO_TYPE = re.compile(r"@\w+(?:\([^()]*\))?|\b(?:final|const|volatile|struct|class|typename)\b")
#: What stands between a parameter and its type.
_ANNOTATION = re.compile(r"(?<!:):(?!:)")
#: The innermost arguments of a type; the bounds of an array.
_ARGUMENTS, _BOUNDS = re.compile(r"<[^<>]*>"), re.compile(r"\[[^\]]*\]")
#: A name that a declaration of type parameters gives, as they mostly are.
TYPE_PARAMETER = re.compile(r"[A-Z]\d?|_[A-Z]")


def parameter_types(signature: str, name: str) -> list[str]:
    """Return the types of the parameters of a function as its signature has them, without what they
    are made with: their arguments, ``const``, annotations, marks of references.

    :param name: of the function.
    """
    start = re.search(rf"(?<!\w){re.escape(name)}\s*(?:<[^()]*>)?\s*\(", signature)
    if not start:
        return []
    return [_plain_type(one) for one in _parameters(signature[start.end() :].replace("->", "  "))]


def _parameters(text: str) -> Iterator[str]:
    """Yield the parameters of a list that begins behind its bracket."""
    depth = first = 0
    for at, letter in enumerate(text):
        if letter in _OPENING:
            depth += 1
        elif letter in _CLOSING:
            depth -= 1
        if depth < 0 or (letter == "," and not depth):
            if one := text[first:at].strip():
                yield one
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
