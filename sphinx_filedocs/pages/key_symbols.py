"""The definitions of a tree that most of its files use."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import MEMBER_MARK
from sphinx_filedocs.model.symbols import Definition, SymbolKind
from sphinx_filedocs.pages.leading import (
    is_compiled_declaration,
    is_hidden,
    may_be_a_parameter,
    not_leading,
)

if TYPE_CHECKING:
    from sphinx_filedocs.pages.composition import Users

_KEY_SYMBOLS = 20
#: Beside so many that are for others, those that are not need not be named.
_ENOUGH = 5
#: So many files, or that part of those that use a definition, may use it beside these.
_FEW, _PART = 1, 0.1
#: Members that may have one name, in a language that keeps the two apart.
_NAMESAKES: frozenset[SymbolKind] = frozenset({"field", "method"})
#: How a declaration of C begins; a function of Rust that others call has a string behind the word.
_DECLARED = re.compile(r'extern\b(?!\s*")')
#: What may be in parts.
_PARTS: frozenset[SymbolKind] = frozenset({"class", "struct", "interface", "module"})
#: The languages whose types may be in parts: any that has the name is one, or each says that.
_OPENED_AGAIN = frozenset({"ruby"})
_SAYING_PARTIAL = frozenset({"c_sharp"})
#: The languages whose constructors have the name of their type, and what they are called in others.
_NAMED_AS_TYPE = frozenset({"java", "c_sharp", "cpp", "cuda", "dart"})
_CONSTRUCTORS: Mapping[str, frozenset[str]] = {
    "python": frozenset({"__init__", "__new__"}),
    "javascript": frozenset({"constructor"}),
    "typescript": frozenset({"constructor", "new()"}),
    "tsx": frozenset({"constructor", "new()"}),
    "kotlin": frozenset({"constructor"}),
    "php": frozenset({"__construct"}),
    "ruby": frozenset({"initialize"}),
    "swift": frozenset({"init"}),
}


def key_symbols(
    codebase: Codebase,
    users: Users,
    used_names: Mapping[str, Counter[str]],
    aside: AbstractSet[str],
) -> tuple[tuple[Definition, int], ...]:
    """Return the definitions that most files use, with the number of these: the first of those of
    one qualified name, but of parts of one type that in the file that is called as it.

    There is none that is a field and a method, for it is not known which of the two a file uses,
    nor what is only declared, as what other libraries have, nor a constructor beside its type,
    which whoever calls it uses as well, nor one of which the number is not known: too many other
    files have its name without a link. What others have written, and copies, do not lead a tree,
    nor do private names where there are enough others.

    :param users: of each file those that use it, with the names that they use.
    :param used_names: of each file how many files use each of its names, qualified.
    :param aside: the files that are not counted.
    """
    behind = not_leading(codebase.light, aside)
    rows = sorted(
        (-count, path, name)
        for path, names in used_names.items()
        if path not in behind
        for name, count in names.items()
        if count > 1
    )
    written = {name for _, path, name in rows if not is_compiled_declaration(path)}
    rows = [row for row in rows if not (is_compiled_declaration(row[1]) and row[2] in written)]
    doubts = _Doubts(codebase, users, {name for _, _, name in rows}, aside)
    found: dict[Definition, int] = {}
    offered: set[Definition] = set()
    for negative, path, qualified in rows:
        if len(offered) == _KEY_SYMBOLS:
            break
        symbols = codebase.graph.outlines.get(path, ())
        row = next((one for one in symbols if one.qualified == qualified), None)
        if row and _is_one(codebase, row) and not doubts.concern(row, -negative):
            part = main_part(codebase, row, aside)
            found.setdefault(part, -negative)
            if not is_hidden(part):
                offered.add(part)
    shown = found.keys() & offered if len(offered) >= _ENOUGH else found
    return tuple((one, count) for one, count in found.items() if one in shown)[:_KEY_SYMBOLS]


def _is_one(codebase: Codebase, row: Definition) -> bool:
    """Return whether a definition is one by itself, and who has its name means it."""
    return not (
        _DECLARED.match(row.signature)
        or may_be_a_parameter(row)
        or _is_constructor(codebase, row)
        or _is_two(codebase, row)
    )


class _Doubts:
    """The files that may use definitions beside those of which that is known.

    :param users: of each file those that use it, with the names that they use.
    :param names: the qualified names of the definitions.
    :param aside: the files that are not counted.
    """

    def __init__(
        self, codebase: Codebase, users: Users, names: Iterable[str], aside: AbstractSet[str]
    ) -> None:
        self._codebase, self._users = codebase, users
        #: By what the names in them are, the files.
        self._files: defaultdict[str, set[str]] = defaultdict(set)
        wanted = {mark + _last_part(name) for name in names for mark in ("", MEMBER_MARK)}
        for path, unsure in codebase.graph.unsure.items():
            if path not in aside:
                for name in wanted.intersection(unsure):
                    self._files[name].add(path)
        #: Which languages use what is in each.
        self._languages: defaultdict[str, set[str]] = defaultdict(set)
        for path, using in users.items():
            self._languages[self._language(path)].update(map(self._language, (path, *using)))

    def concern(self, one: Definition, count: int) -> bool:
        """Tell whether so many files have the name of a definition, and may mean it, that the
        number of its users is not known.

        :param count: how many files are known to use it.
        """
        users = self._users[one.path]
        mark = MEMBER_MARK if self._is_member(one) else ""
        languages = self._languages[self._language(one.path)]
        others = [
            path
            for path in self._files[mark + _last_part(one.qualified)]
            if path != one.path
            and one.qualified not in users.get(path, ())
            and self._language(path) in languages
        ]
        return len(others) > max(_FEW, count * _PART)

    def _is_member(self, one: Definition) -> bool:
        owner = one.qualified.rpartition(".")[0]
        if not owner or one.kind == "method":
            return bool(owner)
        outline = self._codebase.graph.outlines.get(one.path, ())
        return not any(row.qualified == owner and row.kind == "namespace" for row in outline)

    def _language(self, path: str) -> str:
        return self._codebase.light[path].language or ""


def _last_part(qualified: str) -> str:
    return qualified.replace("::", ".").rpartition(".")[2]


def _is_two(codebase: Codebase, one: Definition) -> bool:
    """Return whether a definition has its name from what it gives, as methods of Rust have it from
    fields, and other files use that, too."""
    graph = codebase.graph
    return any(
        (row.path, row.qualified) == (one.path, one.qualified)
        and {row.kind, one.kind} == _NAMESAKES
        and any(path != one.path for path, _ in graph.references[row].places())
        for row in graph.cross_referenced.get(one.name, ())
        if row in graph.references
    )


def _is_constructor(codebase: Codebase, one: Definition) -> bool:
    if one.kind not in {"method", "function"}:
        return False
    owner = one.qualified.rpartition(".")[0]
    language = codebase.light[one.path].language or ""
    if one.name in _CONSTRUCTORS.get(language, ()):
        return bool(owner)
    return language in _NAMED_AS_TYPE and owner.rpartition(".")[2] == one.name


def main_part(codebase: Codebase, one: Definition, aside: AbstractSet[str]) -> Definition:
    """Return of the parts of a type, which some languages let stand in many files, the one in the
    file that is called as the type; *one* itself where there is none, or are several.

    :param aside: the files that are not counted.
    """
    language = codebase.light[one.path].language
    if one.kind not in _PARTS or _is_named(one) or not _is_part(one, language):
        return one
    named = {
        part.path: part
        for part in reversed(codebase.graph.definitions.get(one.name, ()))
        if (part.qualified, part.kind) == (one.qualified, one.kind)
        and _is_named(part)
        and part.path not in aside
        and codebase.light[part.path].language == language
        and _is_part(part, language)
    }
    return next(iter(named.values())) if len(named) == 1 else one


def _is_named(one: Definition) -> bool:
    """Return whether a file is called as what it defines, with or without its owners."""
    stem = one.path.rpartition("/")[2].rpartition(".")[0].replace("_", "").lower()
    return stem in {one.name.lower(), one.qualified.lower()}


def _is_part(one: Definition, key: str | None) -> bool:
    """Return whether what else is called as a type is the same type, in another file."""
    return key in _OPENED_AGAIN or (key in _SAYING_PARTIAL and "partial" in one.signature.split())
