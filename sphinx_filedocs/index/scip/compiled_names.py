"""The names of files whose language has no scopes of ours, as indexes of compilers know them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence

from sphinx_filedocs import languages
from sphinx_filedocs.index.scip.compiled_links import CompiledLinks
from sphinx_filedocs.index.scip.fitting_names import FittingName
from sphinx_filedocs.model.expressions import BoundName, Expression, PathPart
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import USE_KINDS, Binding, Names, Scope
from sphinx_filedocs.model.symbols import Symbol, walk
from sphinx_filedocs.parse.syntax import Syntax

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
