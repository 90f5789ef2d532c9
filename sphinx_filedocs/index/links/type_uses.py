"""What types use of others by what they are: the bases that they name, and the members of these
that they override."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.index.links.candidates import Meaning
from sphinx_filedocs.index.links.meanings import Meanings
from sphinx_filedocs.index.links.modules import Defined, Module
from sphinx_filedocs.model.links import Enclosing
from sphinx_filedocs.model.symbols import Definition

_OVERRIDING = frozenset({"method", "function", "property"})
_STATIC = re.compile(r"(?:\w+\s+)*static\b")
_OPENING, _CLOSING = "(<[{", ")>]}"
#: What may stand before the type of a parameter, and what is no part of it.
_NO_TYPE = re.compile(r"@\w+(?:\([^()]*\))?|\b(?:final|const|volatile|struct|class|typename)\b")
#: What stands between a parameter and its type.
_ANNOTATION = re.compile(r"(?<!:):(?!:)")
#: The innermost arguments of a type; the bounds of an array.
_ARGUMENTS, _BOUNDS = re.compile(r"<[^<>]*>"), re.compile(r"\[[^\]]*\]")
#: A name that a declaration of type parameters gives, as they mostly are.
_TYPE_PARAMETER = re.compile(r"[A-Z]\d?|_[A-Z]")


class TypeUses(NamedTuple):
    """The uses of a file that follow from its types.

    :param bases: the types that name a base, by the line and the expression that they do it with;
        those of other files, as what a block of Rust implements may be, are left out.
    :param overrides: by line and column (0-based, in characters) of the name of a member: itself,
        and the members that it overrides.
    """

    bases: Mapping[tuple[int, int], Enclosing]
    overrides: Mapping[tuple[int, int], tuple[Enclosing, Sequence[Definition]]]


def type_uses(module: Module, of: Sequence[Meaning | None], meanings: Meanings) -> TypeUses:
    """Return the uses of a file that follow from its types.

    :param of: what each expression of the file means.
    """
    bases: dict[tuple[int, int], Enclosing] = {}
    overrides: dict[tuple[int, int], tuple[Enclosing, Sequence[Definition]]] = {}
    names = module.names
    members: defaultdict[int, list[Defined]] = defaultdict(list)
    for number, defined in module.by_binding.items():
        if defined.binding == number and defined.kind in _OVERRIDING:
            members[names.bindings[number].scope].append(defined)
    for at, scope in enumerate(names.scopes):
        if scope.kind != "class" or not scope.bases:
            continue
        type_ = _type(module, at, of)
        if type_ is not None and type_.path == module.path:
            keys = zip(scope.base_lines, scope.bases, strict=True)
            bases.update(dict.fromkeys(keys, _enclosing(type_)))
        for member in members[at] if module.language.overrides else ():
            if type_ is None or member.name == type_.name or not _may_override(member):
                continue
            if found := tuple(_overridden(module, at, member, meanings)):
                binding = names.bindings[member.binding]
                overrides[binding.line, binding.column] = _enclosing(member), found
    return TypeUses(bases, overrides)


def _enclosing(defined: Defined) -> Enclosing:
    return Enclosing(defined.definition.qualified, defined.definition.number)


def _type(module: Module, scope: int, of: Sequence[Meaning | None]) -> Defined | None:
    """Return the type whose members a scope has."""
    body = module.names.scopes[scope]
    if body.owner < 0:
        return module.by_binding.get(body.binding)
    meaning = of[body.owner]
    return meaning.defined[0] if meaning and len(meaning.defined) == 1 else None


def _may_override(one: Defined) -> bool:
    return not one.private and not _STATIC.match(one.definition.signature)


def _overridden(
    module: Module, scope: int, member: Defined, meanings: Meanings
) -> Iterator[Definition]:
    """Yield the members that one overrides: of each base the nearest."""
    for base in meanings.scopes.bases(module, scope):
        made = base._replace(instance=True)
        found = meanings.inheritance.member(made, member.name) if base.defined else None
        rows = [
            row
            for row in (found.defined if found else ())
            if row.kind in _OVERRIDING and row.place == "member" and _may_override(row)
        ]
        if module.language.overloads:
            own = parameter_types(member.definition.signature, member.name)
            rows = [
                row
                for row in rows
                if _fits(own, parameter_types(row.definition.signature, row.name))
            ]
        if len(rows) == 1 and rows[0].definition != member.definition:
            yield rows[0].definition


def _fits(own: Sequence[str], inherited: Sequence[str]) -> bool:
    """Tell whether the types of parameters are those of a member that is inherited, whose own type
    parameters may stand for anything."""
    return len(own) == len(inherited) and all(
        one == other or _TYPE_PARAMETER.fullmatch(other)
        for one, other in zip(own, inherited, strict=True)
    )


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
