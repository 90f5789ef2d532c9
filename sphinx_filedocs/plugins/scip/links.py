"""Links, documentation and names from indexes of compilers, as far as they fit the sources."""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sphinx_filedocs import languages
from sphinx_filedocs.model.expressions import BoundName, Expression, PathPart
from sphinx_filedocs.model.files import Diagnostic, File
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names, Scope, UseKind
from sphinx_filedocs.model.reports import NamedLine, Place, Report, ReportedTree
from sphinx_filedocs.model.symbols import Symbol, walk
from sphinx_filedocs.parse.syntax import Syntax
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.plugins.scip.messages import IMPORT, READ, WRITE, MissingLibraryError
from sphinx_filedocs.plugins.scip.names import FittingName, fitting_names, path_in_tree
from sphinx_filedocs.plugins.scip.reader import (
    Document,
    MalformedIndexError,
    SymbolInformation,
    read_documents,
)

#: Faults of an index.
_MALFORMED = Phrase("it is not a SCIP index and is ignored")
_NO_LIBRARY = Phrase('SCIP indexes are read with protobuf: pip install "sphinx-filedocs[scip]"')
_OUTSIDE = Phrase("it describes no text file of this tree")
_STALE = Phrase("it has changed since it was indexed, so its SCIP index is ignored")


def read_indexes(indexes: Sequence[Path], tree: ReportedTree) -> Report:
    """Return the links, documentation and names of indexes; malformed ones count for nothing."""
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
            paths = (path_in_tree(document, tree.root) for document in index_documents)
            if all(tree.read(path) is None for path in paths):
                message = _OUTSIDE
        if message:
            troubles.append(Diagnostic(str(index), "scip", message))
    report = compiled_links(documents, tree)
    return replace(report, diagnostics=(*troubles, *report.diagnostics))


def compiled_links(documents: Iterable[Document], tree: ReportedTree) -> Report:
    """Return the report of the documents of indexes.

    A document counts only if its file is as it was when it was indexed, see
    :func:`~sphinx_filedocs.plugins.scip.names.fitting_names`.
    """
    names_by_path: defaultdict[str, list[FittingName]] = defaultdict(list)
    said: dict[str, SymbolInformation] = {}
    stale: set[str] = set()
    own_names: dict[str, Names] = {}
    by_path: defaultdict[str, list[Document]] = defaultdict(list)
    for document in documents:
        by_path[path_in_tree(document, tree.root)].append(document)
    for path, of_path in by_path.items():
        text = tree.read(path) if path else None
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
        if path in names_by_path and _has_no_scopes(tree.files.get(path)):
            symbols = tree.facts(path).symbols
            own_names[path] = compiled_names(names_by_path[path], symbols, lines)
    single = _defined_once(names_by_path)
    return Report(
        targets={
            path: {
                name.place: single[name.symbol]
                for name in names
                if not name.defines and name.symbol in single
            }
            for path, names in names_by_path.items()
        },
        kinds={path: dict(_kinds(names)) for path, names in names_by_path.items()},
        relations={
            path: dict(_relations(names, said, single)) for path, names in names_by_path.items()
        },
        docs={path: dict(_docs(names, said)) for path, names in names_by_path.items()},
        names=own_names,
        diagnostics=tuple(Diagnostic(path, "stale", _STALE) for path in sorted(stale)),
    )


def _with_sure_roles(names: list[FittingName]) -> list[FittingName]:
    """Return the names of a document without roles that say nothing: some indexers call every use
    a read."""
    if any(name.roles & WRITE for name in names):
        return names
    return [name._replace(roles=name.roles & ~READ) for name in names]


def _defined_once(names_by_path: Mapping[str, Iterable[FittingName]]) -> dict[str, NamedLine]:
    """Return the definitions of symbols that have a single one."""
    defined: defaultdict[str, set[NamedLine]] = defaultdict(set)
    for path, names in names_by_path.items():
        for name in names:
            if name.defines:
                defined[name.symbol].add(NamedLine(path, name.place[0], name.text))
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
    single: Mapping[str, NamedLine],
) -> Iterator[tuple[Place, tuple[tuple[UseKind, NamedLine], ...]]]:
    for name in names:
        if not name.defines or name.symbol not in single or name.symbol not in said:
            continue
        about = said[name.symbol]
        is_type = name.symbol.endswith("#")
        rows: list[tuple[UseKind, NamedLine]] = [
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
#: A line that some indexers write between signature and documentation.
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
    """Drop the block of code at the start of a text in Markdown."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith(_FENCE) or _FENCE in first[len(_FENCE) :]:
        return text
    _, fence, behind = f"\n{rest}".partition(f"\n{_FENCE}")
    return _RULE.sub("", behind) if fence else text


_REFERENCE = USE_KINDS.index("reference")


def _has_no_scopes(file: File | None) -> bool:
    known = languages.load().get((file.language if file else "") or "")
    return known is not None and not languages.query_text(known, "locals")


def compiled_names(
    names: Iterable[FittingName], symbols: tuple[Symbol, ...], lines: Sequence[str]
) -> Names:
    """Return the names of a file whose language has no scopes; those of its outline are bound.

    :param names: its names in indexes.
    :param symbols: its outline.
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
