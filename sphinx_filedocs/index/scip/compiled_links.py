"""What compilers say of the names of a tree, as far as their indexes fit its sources."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_filedocs.index.scip.compiled_symbols import compiled_doc
from sphinx_filedocs.index.scip.fitting_names import (
    FittingName,
    Place,
    fitting_names,
    path_in_tree,
)
from sphinx_filedocs.index.scip.messages import IMPORT, READ, WRITE, MissingLibraryError
from sphinx_filedocs.index.scip.reader import (
    Document,
    MalformedIndexError,
    SymbolInformation,
    read_documents,
)
from sphinx_filedocs.model.files import Diagnostic
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.phrases import Phrase

#: What may be wrong with an index.
_MALFORMED = Phrase("it is not a SCIP index and is ignored")
_NO_LIBRARY = Phrase('SCIP indexes are read with protobuf: pip install "sphinx-filedocs[scip]"')
_OUTSIDE = Phrase("it describes no text file of this tree")
_STALE = Phrase("it has changed since it was indexed, so its SCIP index is ignored")


class CompiledTarget(NamedTuple):
    """A definition as an index knows it: by where its name stands."""

    path: str
    line: int
    name: str


@dataclass(frozen=True, slots=True)
class CompiledLinks:
    """What indexes say of each file of a tree that they cover.

    :param targets: where the names at places lead.
    :param kinds: what names at places are used for, as far as that is said.
    :param relations: what the symbols defined at places extend or override, or what type they are
        of.
    :param docs: the documentation of the symbols defined on lines, by their names.
    :param names: what stands in it; only of the files that are asked about.
    :param stale: the files that they cover in another state, sorted.
    """

    targets: Mapping[str, Mapping[Place, CompiledTarget]] = field(default_factory=dict)
    kinds: Mapping[str, Mapping[Place, UseKind]] = field(default_factory=dict)
    relations: Mapping[str, Mapping[Place, tuple[tuple[UseKind, CompiledTarget], ...]]] = field(
        default_factory=dict
    )
    docs: Mapping[str, Mapping[tuple[int, str], str]] = field(default_factory=dict)
    names: Mapping[str, tuple[FittingName, ...]] = field(default_factory=dict)
    stale: tuple[str, ...] = ()

    def digest(self, path: str) -> str:
        """Return a digest of what is said of a file, ``""`` where that is nothing."""
        links = self.targets.get(path), self.kinds.get(path), self.relations.get(path)
        return f"{_digest(*links)}{self.docs_digest(path)}"

    def docs_digest(self, path: str) -> str:
        """Return the same of the documentation of its symbols and of where names stand."""
        return _digest(self.docs.get(path), self.names.get(path))


def _digest(*said: Mapping[Any, Any] | Sequence[FittingName] | None) -> str:
    if not any(said):
        return ""
    rows = [sorted(part.items()) if isinstance(part, Mapping) else part for part in said]
    data = repr(rows).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=12).hexdigest()


NOT_COMPILED = CompiledLinks()


def read_indexes(
    indexes: Iterable[Path],
    root: str,
    read: Callable[[str], str | None],
    scopeless: Callable[[str], bool] = lambda _: False,
) -> tuple[CompiledLinks, list[Diagnostic]]:
    """Return what indexes say, and what is wrong with them: of one that is malformed nothing
    counts.

    :param root: of the tree, absolute and POSIX.
    :param read: returns the text of a file of the tree, ``None`` for what is none.
    :param scopeless: tells of which files the names are asked for.
    """
    documents: list[Document] = []
    troubles: list[Diagnostic] = []
    for index in indexes:
        message: Phrase | None = None
        try:
            index_documents = list(read_documents(index))
        except MalformedIndexError:
            message = _MALFORMED
        except OSError as error:
            reason = error.strerror or type(error).__name__
            message = Phrase("the index can't be read ({reason}) and is ignored", reason=reason)
        except MissingLibraryError:
            message = _NO_LIBRARY
        else:
            documents += index_documents
            if all(read(path_in_tree(document, root)) is None for document in index_documents):
                message = _OUTSIDE
        if message:
            troubles.append(Diagnostic(str(index), "scip", message))
    links = compiled_links(documents, root, read, scopeless)
    return links, [*troubles, *(Diagnostic(path, "stale", _STALE) for path in links.stale)]


def compiled_links(
    documents: Iterable[Document],
    root: str,
    read: Callable[[str], str | None],
    scopeless: Callable[[str], bool] = lambda _: False,
) -> CompiledLinks:
    """Return what documents of indexes say.

    What an index says of a file counts only if the file is in the state that was indexed, see
    :func:`~sphinx_filedocs.index.scip.fitting_names.fitting_names`. The parameters are those of
    :func:`read_indexes`.
    """
    names_by_path: defaultdict[str, list[FittingName]] = defaultdict(list)
    said: dict[str, SymbolInformation] = {}
    stale: set[str] = set()
    by_path: defaultdict[str, list[Document]] = defaultdict(list)
    for document in documents:
        by_path[path_in_tree(document, root)].append(document)
    for path, of_path in by_path.items():
        text = read(path) if path else None
        if text is None:
            continue
        lines = text.split("\n")
        for document in of_path:
            names = fitting_names(document, lines)
            if names is None:
                stale.add(path)
                continue
            names_by_path[path] += _with_sure_roles(names)
            said.update((information.symbol, information) for information in document.symbols)
    single = _defined_once(names_by_path)
    return CompiledLinks(
        {
            path: {
                name.place: single[name.symbol]
                for name in names
                if not name.defines and name.symbol in single
            }
            for path, names in names_by_path.items()
        },
        {path: dict(_kinds(names)) for path, names in names_by_path.items()},
        {path: dict(_relations(names, said, single)) for path, names in names_by_path.items()},
        {path: dict(_docs(names, said)) for path, names in names_by_path.items()},
        {path: tuple(names) for path, names in names_by_path.items() if scopeless(path)},
        tuple(sorted(stale)),
    )


def _with_sure_roles(names: list[FittingName]) -> list[FittingName]:
    """Return the names of a document without roles that say nothing: some indexers call every use
    a read."""
    if any(name.roles & WRITE for name in names):
        return names
    return [name._replace(roles=name.roles & ~READ) for name in names]


def _defined_once(names_by_path: Mapping[str, Iterable[FittingName]]) -> dict[str, CompiledTarget]:
    """Return where symbols are defined: one of several definitions says of none that it is
    meant."""
    defined: defaultdict[str, set[CompiledTarget]] = defaultdict(set)
    for path, names in names_by_path.items():
        for name in names:
            if name.defines:
                defined[name.symbol].add(CompiledTarget(path, name.place[0], name.text))
    return {symbol: next(iter(rows)) for symbol, rows in defined.items() if len(rows) == 1}


def _kinds(names: Iterable[FittingName]) -> Iterator[tuple[Place, UseKind]]:
    for name in names:
        if name.defines:
            continue
        if name.roles & IMPORT:
            yield name.place, "import"
        elif name.roles & WRITE:
            yield name.place, "write"
        elif name.roles & READ:
            yield name.place, "read"


def _relations(
    names: Iterable[FittingName],
    said: Mapping[str, SymbolInformation],
    single: Mapping[str, CompiledTarget],
) -> Iterator[tuple[Place, tuple[tuple[UseKind, CompiledTarget], ...]]]:
    for name in names:
        if not name.defines or name.symbol not in single or name.symbol not in said:
            continue
        about = said[name.symbol]
        is_type = name.symbol.endswith("#")
        rows: list[tuple[UseKind, CompiledTarget]] = [
            ("base" if is_type else "override", single[other])
            for other in about.implemented
            if other in single and other.endswith("#") == is_type and other != name.symbol
        ]
        rows += (("instance", single[other]) for other in about.types if other in single)
        if rows:
            yield name.place, tuple(sorted(set(rows)))


def _docs(
    names: Iterable[FittingName], said: Mapping[str, SymbolInformation]
) -> Iterator[tuple[tuple[int, str], str]]:
    for name in names:
        if name.defines and name.symbol in said and (doc := compiled_doc(said[name.symbol])):
            yield (name.place[0], name.text), doc
