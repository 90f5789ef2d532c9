"""Which definitions of a tree do not lead it, however many files use them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet

from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.holders import holders_of, is_elses, own_words
from sphinx_filedocs.model.symbols import Definition, SymbolKind

#: Kinds of which one may well have a name of one letter, whoever uses it.
_OF_ONE_LETTER: frozenset[SymbolKind] = frozenset({"function", "macro", "constant", "variable"})


def not_leading(files: Mapping[str, File], aside: AbstractSet[str]) -> frozenset[str]:
    """Return the paths of the files whose definitions do not lead a tree: what others have written,
    as the notice of copyright in it says, copies, and what builds the tree.

    :param aside: the files that are not counted.
    """
    code = [
        path
        for path, file in files.items()
        if file.language_type == "programming" and path not in aside
    ]
    own = own_words(files, code)
    elses = (path for path in code if is_elses(holders_of(files, path), own))
    build = (path for path in code if any(role.name == "build" for role in files[path].roles))
    return frozenset((*elses, *build, *_copies(files[path] for path in code)))


def _copies(files: Iterator[File]) -> Iterator[str]:
    """Yield the files of which another one has the same content, in a folder of a shorter path."""
    by_content: defaultdict[str, list[File]] = defaultdict(list)
    for file in files:
        if file.digest and file.size:
            by_content[file.digest].append(file)
    for same in by_content.values():
        shortest = min(len(file.folder) for file in same)
        yield from (file.path for file in same if len(file.folder) > shortest)


def is_compiled_declaration(path: str) -> bool:
    """Return whether a file may be what a compiler of TypeScript writes of a source, which defines
    the same then."""
    return path.endswith((".d.ts", ".d.cts", ".d.mts"))


def may_be_a_parameter(definition: Definition) -> bool:
    """Return whether a definition has one letter as its name, as parameters for types have: a use
    of the name may mean one of these."""
    return len(definition.name) == 1 and definition.kind not in _OF_ONE_LETTER


def is_hidden(definition: Definition) -> bool:
    """Return whether the name of a definition, or of an owner of it, says that it is not for
    others."""
    return any(
        name.startswith("_") and not name.endswith("__") and name.strip("_")
        for name in definition.qualified.split(".")
    )
