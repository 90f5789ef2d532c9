"""What is kept of each file while others are linked, in little room and simple types."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.modules import Defined, Module, make_module
from sphinx_filedocs.model import Definition, File, Names

_OPENED = re.compile(r"\bnamespace\s+(\w+)")
#: A definition: what a :class:`Definition` has besides its path, in order, then what a
#: :class:`Defined` has besides that.
Row = tuple[int, str, str, str, int, int, str, str, bool, bool, int, int]
_QUALIFIED, _OWNER, _PLACE = 2, 6, 7


@dataclass(frozen=True, slots=True)
class Face:
    """What the names of a tree are looked up in.

    :param language: its key.
    :param package: the name of the package that the file belongs to, where its language has such.
    :param rows: the definitions that are not inner to a function, each with the owner of which it
        is a member: some have two.
    :param aliases: the bindings of other names for things, by their qualified names.
    :param opened: the scopes in which namespaces are opened, by the namespace around.
    :param spaces: the macros that open a namespace, by its name, as places among the rows.
    """

    language: str
    package: str
    rows: tuple[tuple[str, Row], ...]
    aliases: Mapping[str, int]
    opened: Mapping[str, list[int]]
    spaces: Mapping[str, int]


def make_face(module: Module) -> Face:
    """Return what is kept of a file."""
    rows: list[tuple[str, Row]] = []
    spaces: dict[str, int] = {}
    for owner, by_name in module.members.items():
        for found in by_name.values():
            for one in found:
                if one.place == "inner" and owner:
                    continue
                opening = _OPENED.search(one.definition.signature) if one.kind == "macro" else None
                if opening and not owner and module.language.includes_text:
                    spaces.setdefault(opening[1], len(rows))
                rows.append((owner, _row(one)))
    return Face(
        module.language.key,
        module.package,
        tuple(rows),
        module.aliases,
        module.opened,
        spaces,
    )


def _row(one: Defined) -> Row:
    definition = one.definition
    return (
        definition.line,
        definition.kind,
        definition.qualified,
        definition.signature,
        definition.number,
        one.binding,
        one.owner,
        one.place,
        one.body,
        one.called,
        one.least,
        one.most,
    )


def place_of(row: Row) -> str:
    """Return the place of a definition; see :class:`Defined`."""
    return str(row[_PLACE])


def name_of(row: Row) -> str:
    """Return the name of a definition without what it is in."""
    return str(row[_QUALIFIED]).replace("::", ".").rpartition(".")[2]


def rows_named(face: Face, name: str) -> list[tuple[str, Row]]:
    """Return the definitions of a name, said without what it is in, each with its owner."""
    return [
        (owner, row)
        for owner, row in face.rows
        if str(row[_QUALIFIED]).endswith(name) and name_of(row) == name
    ]


def member_name(owner: str, name: str) -> str:
    """Return the qualified name of a member of an owner."""
    return f"{owner}.{name}" if owner else name


def is_at_home(owner: str, row: Row) -> bool:
    """Tell whether an owner is what a definition stands in; some have another one besides."""
    return row[_OWNER] == owner


def defined(path: str, row: Row) -> Defined:
    """Return the definition of a file that a row says."""
    line, kind, qualified, signature, number, *rest = row
    made = Definition(path, line, kind, qualified, signature, number)  # type: ignore[arg-type]
    return Defined(made, *rest)  # type: ignore[arg-type]


class Modules(Mapping[str, Module]):
    """The files of a tree whose names are linked, by path; only those used last are held.

    :param names: of these files, asked for whenever a file is not held.
    :param known: the same files, if need be without their facts.
    :param most: how many files are held at least.
    """

    def __init__(
        self,
        files: Mapping[str, File],
        names: Mapping[str, Names],
        known: Mapping[str, File] | None = None,
        most: int = 800,
    ) -> None:
        self._languages = languages.load()
        self._language_of = {
            path: file.language
            for path, file in sorted((known or files).items())
            if file.language in self._languages and file.kind == "text"
        }
        self._files = files
        self._names = names
        self._most = most
        self._held: dict[str, Module] = {}
        self._before: dict[str, Module] = {}

    def language(self, path: str) -> languages.Language:
        """Return the language of a file."""
        return self._languages[self._language_of[path] or ""]

    def sees_through_imports(self, language: str) -> bool:
        """Tell whether a language, by its key, sees what is in the files that a file imports."""
        known = self._languages[language]
        return known.includes_text or known.sources_files

    def __getitem__(self, path: str) -> Module:
        found = self._held.get(path)
        if found is None:
            found = self._before.get(path)
            if found is None:
                if path not in self._language_of:
                    raise KeyError(path)
                found = make_module(self._files[path], self._names.get(path, Names()))
            if len(self._held) >= self._most:
                self._held, self._before = {}, self._held
            self._held[path] = found
        return found

    def __contains__(self, path: object) -> bool:
        return path in self._language_of

    def __iter__(self) -> Iterator[str]:
        return iter(self._language_of)

    def __len__(self) -> int:
        return len(self._language_of)
