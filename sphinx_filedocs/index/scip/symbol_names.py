"""The symbols of SCIP: a scheme, a package, and descriptors that lead from it to a definition.

Their syntax is in the comments of ``scip.proto``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sphinx_filedocs.model.symbols import SymbolKind

#: A name that needs no quotes in a descriptor.
_SIMPLE = re.compile(r"[A-Za-z0-9_+$-]+")
_NAME = r"(?:[A-Za-z0-9_+$-]+|`(?:[^`]|``)+`)"
#: The last descriptor of a symbol, its name in one of the groups; not one of a namespace or of
#: something about it, which may be a file.
_LAST = re.compile(
    rf"(?:({_NAME})(?:[#.!]|\((?:{_NAME})?\)\.)|\[({_NAME})\]|\(({_NAME})\))\Z",
)
_CALLABLE = ("function", "method")
_SUFFIXES = {
    **dict.fromkeys(("namespace", "module"), "/"),
    **dict.fromkeys(("class", "struct", "union", "enum", "interface", "trait", "type"), "#"),
    **dict.fromkeys(_CALLABLE, "()."),
    "macro": "!",
}
#: What indexers write before the name of an accessor, or instead of that of a constructor.
_ROLE = re.compile(r"\A<\w+>")
#: What may lie in a symbol, in characters: more is not looked at (real: 300).
LONGEST = 4_000


def is_local(symbol: str) -> bool:
    """Tell whether a symbol has no meaning outside of its document."""
    return symbol.startswith("local ")


def name_of(symbol: str) -> str:
    """Return the name that a symbol ends with, ``""`` where there is none that a source has."""
    if is_local(symbol) or len(symbol) > LONGEST:
        return ""
    last = _LAST.search(symbol)
    name = next(filter(None, last.groups()), "") if last else ""
    plain = name[1:-1].replace("``", "`") if name.startswith("`") else name
    return _ROLE.sub("", plain)


def global_symbol(
    package: str, path: str, owners: Sequence[tuple[str, SymbolKind]], number: int
) -> str:
    """Return the symbol of a definition.

    :param package: what the tree is called.
    :param path: of the file.
    :param owners: the names and kinds from the outermost owner to the definition itself.
    :param number: 1-based, of the definitions of this qualified name in the file.
    """
    *around, (name, kind) = owners
    descriptors = [f"{_quoted(path)}/"]
    descriptors += (f"{_quoted(owner)}{_suffix(of)}" for owner, of in around)
    if number > 1 and kind in _CALLABLE:
        descriptors.append(f"{_quoted(name)}(+{number - 1}).")
    else:
        # Only methods have a number of their own.
        descriptors += [f"`{number}`:"] if number > 1 else []
        descriptors.append(f"{_quoted(name)}{_suffix(kind)}")
    # A space in one of the first parts is written twice.
    return f"filedocs . {package.replace(' ', '  ') or '.'} . {''.join(descriptors)}"


def local_symbol(line: int, column: int) -> str:
    """Return the symbol of what is bound at a place and has no meaning elsewhere.

    :param line: 1-based, and ``column`` 0-based.
    """
    return f"local {line}-{column}"


def _suffix(kind: SymbolKind) -> str:
    return _SUFFIXES.get(kind, ".")


def _quoted(name: str) -> str:
    if _SIMPLE.fullmatch(name):
        return name
    return f"`{name.replace('`', '``')}`"
