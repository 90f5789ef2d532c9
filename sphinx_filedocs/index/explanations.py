"""Finds the prose that explains files, folders and symbols, and links names in prose."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from sphinx_filedocs.index.description_sources import ASIDE, Sources
from sphinx_filedocs.index.prose_index import ProsePlace, symbol_name
from sphinx_filedocs.languages import load
from sphinx_filedocs.model.descriptions import Explanation, Mention
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.links import ProseLink
from sphinx_filedocs.model.symbols import WRAPPERS, Definition, Outlined, SymbolKind, walk
from sphinx_filedocs.parse.quotes import beginning

#: What is in one of these is for that alone; what belongs to a type may be called as an option is.
_LOCAL: frozenset[SymbolKind] = frozenset({"function", "method"})
_MEMBERS: frozenset[SymbolKind] = frozenset({"method", "field"})
#: The roles of files that define nothing of which prose has the name.
_UNNAMED = ASIDE | {"ci"}
#: So many definitions of a file are looked for in prose.
_LOOKED = 300


@dataclass(eq=False, repr=False)
class Explainer:
    """Finds the targets of prose.

    :param sources: with recorded questions.
    :param file: returns a file with all its facts.
    :param definitions: by name.
    """

    sources: Sources
    file: Callable[[str], File | None]
    definitions: Mapping[str, tuple[Definition, ...]]

    def explained(self, path: str) -> tuple[Explanation, ...]:
        """Return the prose that explains a file or folder, or a symbol of the file."""
        explanations = [_explanation(place) for place in self.sources.prose.paths.get(path, ())]
        file = self.file(path) if path in self.sources.light else None
        is_documented = file and self._is_documented(path)
        symbols = walk(file.facts.symbols) if file and is_documented else iter(())
        kinds: dict[str, SymbolKind] = {}
        builtins = _builtins(file)
        for entry in islice(symbols, _LOOKED):
            kinds.setdefault(entry.qualified, entry.symbol.kind)
            if entry.symbol.kind == "heading" or not self._is_only(entry, path):
                continue
            owners = [kinds[owner] for owner in _owners(entry.qualified) if owner in kinds]
            for name in dict.fromkeys((entry.qualified, entry.symbol.name)):
                places = self.sources.prose.symbols.get(name, ())
                explanations += (
                    _explanation(place, entry.symbol.name)
                    for place in places
                    if not self._is_project(place.mention)
                    and _is_spelled(place.mention, entry.symbol.name)
                    and _may_mean(place.mention, entry.symbol.kind, owners, builtins)
                )
        return tuple(dict.fromkeys(explanations))

    def links(self, path: str) -> tuple[ProseLink, ...]:
        """Return the targets of names in a text of prose."""
        targets = self.sources.prose.targets.get(path)
        file = self.sources.light.get(path)
        if not targets or file is None:
            return ()
        return tuple(self._linked(file.facts.mentions, targets))

    def _linked(self, mentions: Iterable[Mention], targets: Iterable[str]) -> Iterator[ProseLink]:
        for mention, target in zip(mentions, targets, strict=False):
            if target:
                yield ProseLink(mention.line, mention.name, target)
            elif mention.code and (name := symbol_name(mention.name)):
                known = self.definitions.get(name.rpartition(".")[2], ())
                is_it = len(known) == 1 and name in (known[0].name, known[0].qualified)
                if is_it and self._is_meant(mention, known[0]):
                    yield ProseLink(mention.line, mention.name, definition=known[0])

    def _is_meant(self, mention: Mention, definition: Definition) -> bool:
        if not self._is_documented(definition.path) or self._is_project(mention):
            return False
        owners = [
            row.kind
            for owner in _owners(definition.qualified)
            for row in self.definitions.get(owner.rpartition(".")[2], ())
            if row.path == definition.path and row.qualified == owner
        ]
        return _may_mean(
            mention, definition.kind, owners, _builtins(self.sources.light.get(definition.path))
        )

    def _is_project(self, mention: Mention) -> bool:
        return not mention.linked and beginning(mention.name) in self.sources.repeated

    def _is_documented(self, path: str) -> bool:
        file = self.sources.light.get(path)
        return file is not None and _UNNAMED.isdisjoint(role.name for role in file.roles)

    def _is_only(self, entry: Outlined, path: str) -> bool:
        known = self.definitions.get(entry.symbol.name, ())
        return len(known) == 1 and known[0].path == path


def _owners(qualified: str) -> Iterator[str]:
    return (qualified[:at] for at, letter in enumerate(qualified) if letter == ".")


def _builtins(file: File | None) -> Container[str]:
    language = load().get(file.language or "") if file else None
    return language.builtins if language else ()


def _is_spelled(mention: Mention, name: str) -> bool:
    """Return True if a text has the exact name: a C++ module may be called ``a.b``, unlike
    ``a::b``."""
    return "." not in name or name in mention.name


def _may_mean(
    mention: Mention,
    kind: SymbolKind,
    owners: Iterable[SymbolKind],
    builtins: Container[str],
) -> bool:
    around = frozenset(owners)
    if not _LOCAL.isdisjoint(around) or mention.name.removesuffix("()") in builtins:
        return False
    is_member = kind in _MEMBERS or not around <= frozenset(WRAPPERS)
    return not (is_member and mention.listed)


def _explanation(place: ProsePlace, about: str = "") -> Explanation:
    mention = place.mention
    return Explanation(place.path, mention.line, mention.heading, about, bool(mention.says))
