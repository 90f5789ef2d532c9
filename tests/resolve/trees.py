"""Trees made by hand: files with imports and symbols, without any parser."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from sphinx_filedocs.languages import detect
from sphinx_filedocs.model.facts import Facts, Import, ImportedName, ImportKind
from sphinx_filedocs.model.files import File, Folder
from sphinx_filedocs.model.symbols import Span, Symbol, SymbolKind
from sphinx_filedocs.parse.facts import packages
from sphinx_filedocs.resolve.import_resolution import resolve


def take(
    target: str, *names: str, kind: ImportKind = "import", line: int = 0, system: bool = False
) -> Import:
    """Return an import; without a line it gets that of its place in the file."""
    return Import(target, kind, line, tuple(map(ImportedName, names)), system=system)


def symbol(
    name: str, kind: SymbolKind = "class", start: int = 1, end: int = 1, *children: Symbol
) -> Symbol:
    return Symbol(name, kind, start, Span(start, end), children=children)


def tree(
    sources: Mapping[str, Sequence[Import | str]],
    symbols: Mapping[str, Sequence[Symbol]] | None = None,
) -> dict[str, File]:
    """Return files by path from what each of them imports."""
    return {
        path: _file(path, imports, (symbols or {}).get(path, ()))
        for path, imports in sources.items()
    }


def _file(path: str, imports: Iterable[Import | str], symbols: Iterable[Symbol]) -> File:
    language = detect(path, b"")
    numbered = []
    for line, one in enumerate(imports, 1):
        made = take(one) if isinstance(one, str) else one
        numbered.append(made if made.line else made._replace(line=line))
    outline = tuple(symbols)
    declared = packages(outline, language) if language and language.packages.clause else ()
    # What is named so has tests here.
    marks = (("test", 1),) if re.search(r"[Tt]est|spec", path.rpartition("/")[2]) else ()
    facts = Facts(imports=tuple(numbered), symbols=outline, packages=declared, marks=marks)
    return File(path, "text", 0, "", language.key if language else None, facts=facts)


def folders(files: Iterable[str]) -> dict[str, Folder]:
    """Return all folders of some files."""
    found = {""}
    for path in files:
        parts = path.split("/")[:-1]
        found.update("/".join(parts[:depth]) for depth in range(len(parts) + 1))
    return {path: Folder(path) for path in sorted(found)}


def leads(
    others: str,
    path: str,
    *imports: Import | str,
    texts: Mapping[str, str] | None = None,
    symbols: Mapping[str, Sequence[Symbol]] | None = None,
    root: str = "",
) -> list[str]:
    """Return where the imports of one file lead in a tree, each as paths joined with spaces.

    :param others: the paths of the other files, between white space.
    :param texts: the files that have a text, by path.
    :param root: the path of the root folder.
    """
    texts = texts or {}
    names = [*others.split(), *texts]
    files = tree({**dict.fromkeys(names, ()), path: imports}, symbols)
    found = resolve(files, texts.get, tuple(filter(None, root.split("/")))).imports
    return [" ".join(one.resolved) for one in found[path]]
