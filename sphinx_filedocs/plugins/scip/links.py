"""Links, documentation and names from indexes of compilers, as far as they fit the sources."""

from __future__ import annotations

import hashlib
import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from sphinx_filedocs import languages
from sphinx_filedocs.model.expressions import BoundName, Expression, PathPart
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names, Scope, UseKind
from sphinx_filedocs.model.symbols import Symbol, walk
from sphinx_filedocs.parse.syntax import Syntax
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.scip.messages import IMPORT, READ, WRITE, MissingLibraryError
from sphinx_filedocs.plugins.scip.names import (
    FittingName,
    Place,
    fitting_names,
    path_in_tree,
)
from sphinx_filedocs.plugins.scip.reader import (
    Document,
    MalformedIndexError,
    SymbolInformation,
    read_documents,
)

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
    :func:`~sphinx_filedocs.plugins.scip.names.fitting_names`. The parameters are those of
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


#: So many characters of a symbol's documentation are taken.
_LONGEST = 20_000
_FENCE = "```"
#: What some indexers write between a signature and the documentation behind it.
_RULE = re.compile(r"\A\s*-{3,}[ \t]*\n")


def compiled_doc(said: SymbolInformation) -> str:
    """Return the documentation of a symbol, without the signature in front of it."""
    texts = list(said.documentation)
    if texts:
        texts[0] = _behind_code(texts[0])
    return "\n\n".join(filter(None, map(_tidy, texts)))[:_LONGEST].rstrip()


def _tidy(text: str) -> str:
    """Return a text as documentation in sources is: without the indentation of the lines behind
    the first."""
    lines = text.strip().replace("\r\n", "\n").split("\n")
    behind = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    least = min(behind, default=0)
    return "\n".join((lines[0], *(line[least:].rstrip() for line in lines[1:])))


def _behind_code(text: str) -> str:
    """Return what stands behind the block of code that a text in Markdown begins with."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith(_FENCE) or _FENCE in first[len(_FENCE) :]:
        return text
    _, fence, behind = f"\n{rest}".partition(f"\n{_FENCE}")
    return _RULE.sub("", behind) if fence else text


def completed(facts: Facts, said: Mapping[tuple[int, str], str] | None) -> Facts:
    """Return facts in which symbols without documentation have that of an index.

    :param said: by the lines and the names of symbols.
    """
    if not said:
        return facts
    return replace(facts, symbols=tuple(_completed(symbol, said) for symbol in facts.symbols))


def _completed(symbol: Symbol, said: Mapping[tuple[int, str], str]) -> Symbol:
    children = tuple(_completed(child, said) for child in symbol.children)
    doc = said.get((symbol.line, symbol.name.rpartition("::")[2]), "")
    if not doc or symbol.doc or symbol.fields:
        return symbol._replace(children=children)
    return symbol._replace(children=children, doc=doc, compiled=True)


_REFERENCE = USE_KINDS.index("reference")


def has_no_scopes(file: File) -> bool:
    """Tell whether a file is in a language with symbols whose names we do not link ourselves."""
    known = languages.load().get(file.language or "")
    return known is not None and not languages.query_text(known, "locals")


def names_by_compilers(
    compiled: CompiledLinks, files: Mapping[str, File], read: Callable[[str], str | None]
) -> dict[str, Names]:
    """Return the names of the files of which only indexes of compilers know them.

    :param read: returns the text of a file.
    """
    return {
        path: compiled_names(names, files[path].facts.symbols, (read(path) or "").split("\n"))
        for path, names in compiled.names.items()
    }


def compiled_names(
    names: Iterable[FittingName], symbols: tuple[Symbol, ...], lines: Sequence[str]
) -> Names:
    """Return the names of a file: those that its outline defines are bound, and of the others
    nothing is known but what the index says.

    :param names: what indexes know of the file.
    :param symbols: its outline.
    :param lines: of the file.
    """
    outline = {(entry.symbol.line, entry.symbol.name) for entry in walk(symbols)}
    bindings: list[Binding] = []
    expressions: list[Expression] = []
    numbers: dict[tuple[str, bool], int] = {}
    rows: list[tuple[int, int, int, int, int]] = []
    behind = (0, 0)
    for name in sorted(names):
        line, column = name.place
        if name.place < behind:
            # A symbol besides stands at the same place.
            continue
        behind = line, column + len(name.text)
        defines = name.defines and (line, name.text) in outline
        number = numbers.setdefault((name.symbol, defines), len(expressions))
        if number == len(expressions):
            expression: Expression = PathPart(-1, name.text)
            if defines:
                expression = BoundName(len(bindings))
                bindings.append(Binding(name.text, "definition", line, column, 0))
            expressions.append(expression)
        row = lines[line - 1].encode("utf-8", "surrogatepass")
        rows.append((line, column, len(name.text), number, Syntax.checksum(row)))
    lines_, starts, lengths, meant, checksums = (
        array("I", (row[at] for row in rows)) for at in range(5)
    )
    kinds = array("B", [_REFERENCE]) * len(rows)
    places = lines_, starts, lengths, meant, checksums, kinds
    return Names((Scope("file", -1),), bindings, expressions, *places)
