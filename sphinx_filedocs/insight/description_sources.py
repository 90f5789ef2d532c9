"""Collects the sources of descriptions: repeated texts, header twins, prose, main definitions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sphinx_filedocs.index.prose_index import ProseIndex, index_prose
from sphinx_filedocs.index.trace import Noting
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File, Folder
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse.quotes import beginning, beginnings, letters, own_words, quoted

#: The roles of files that define nothing of the program.
ASIDE = frozenset({"test", "example", "benchmark", "configuration", "documentation"})
#: A text that so many files have says nothing of one of them.
_BOILERPLATE = 3
#: A word of prose, of two letters or more.
WORD = re.compile(r"[^\W\d_]{2,}")


class Sources(NamedTuple):
    """The sources of descriptions besides single files.

    :param light: the files with their light facts.
    :param folders: of the tree.
    :param repeated: beginnings of texts that many files share, and the project's title.
    :param twins: headers with their implementations, both ways.
    :param prose: files and symbols that texts explain.
    """

    light: Mapping[str, File]
    folders: Mapping[str, Folder]
    repeated: AbstractSet[str]
    twins: Mapping[str, str]
    prose: ProseIndex

    def noted(self, noted: Noting) -> Sources:
        """Return the same sources, with every question recorded but those about files.

        :param noted: see :meth:`sphinx_filedocs.incremental.recorder.Recorder.noted`.
        """
        paths, symbols, targets = self.prose
        return Sources(
            self.light,
            noted("folder", self.folders),
            noted("repeated", dict.fromkeys(self.repeated, "")).keys(),
            noted("twin", self.twins),
            ProseIndex(
                noted("prose", paths),
                noted("prose of a symbol", symbols),
                noted("prose targets", targets),
            ),
        )


def sources(
    light: Mapping[str, File],
    folders: Mapping[str, Folder],
    imports: Mapping[str, tuple[Import, ...]],
    file: Callable[[str], File | None],
) -> Sources:
    """Return the sources of descriptions in a tree.

    :param file: returns a file with all its facts.
    """
    root = folders.get("")
    readme = file(root.readme) if root and root.readme else None
    names = [beginning(heading.name) for heading in readme.facts.symbols[:1]] if readme else []
    titles = frozenset(names) | frozenset(map(str.casefold, names))
    repeated = repeated_texts(light.values()) | titles
    return Sources(light, folders, repeated, twins(light, imports), index_prose(light, folders))


def repeated_texts(files: Iterable[File]) -> frozenset[str]:
    """Return the beginnings of texts that several files share."""
    # A header, its implementation and copies of these say the same of one thing.
    stems: defaultdict[str, set[str]] = defaultdict(set)
    for file in files:
        if file.facts.doc:
            stems[beginning(file.facts.doc)].add(stem_of(file.path))
    return frozenset(text for text, names in stems.items() if len(names) >= _BOILERPLATE)


def twins(files: Mapping[str, File], imports: Mapping[str, tuple[Import, ...]]) -> dict[str, str]:
    """Return pairs of a header and the only file of its name that includes it, both ways."""
    including = _includes_text()
    candidates: defaultdict[str, set[str]] = defaultdict(set)
    for path, rows in imports.items():
        if files[path].language not in including:
            continue
        stem, is_test = stem_of(path), files[path].is_test
        for statement in rows:
            for target in statement.resolved:
                if stem_of(target) != stem or files[target].is_test != is_test:
                    # A test may be called as the header that it tests.
                    continue
                if files[target].language in including:
                    candidates[path].add(target)
                    candidates[target].add(path)
    return {path: next(iter(others)) for path, others in candidates.items() if len(others) == 1}


@per_table
def _includes_text() -> frozenset[str]:
    return frozenset(key for key, language in load().items() if language.imports.text)


def stem_of(path: str) -> str:
    """Return the name of a file without any ending."""
    return path.rpartition("/")[2].lstrip(".").partition(".")[0]


#: A sentence of so many words says what a program does.
_FEWEST_WORDS = 5
#: A name of so many letters is that of the type whose name ends with it.
_FEWEST_LETTERS = 5
_WRAPPERS = frozenset({"namespace", "module"})
_TYPES = frozenset({"class", "struct", "union", "enum", "interface", "trait", "type"})
_VALUES = frozenset({"variable", "constant", "field", "macro"})
#: So many definitions are looked through for one named like the file.
_LOOKED = 300


def _outermost(symbols: Iterable[Symbol], *, wrappers: bool = False) -> Iterator[Symbol]:
    pending = [*symbols]
    for _ in range(_LOOKED):
        if not pending:
            return
        symbol = pending.pop(0)
        if symbol.kind in _WRAPPERS:
            if wrappers:
                yield symbol
            pending[:0] = symbol.children
        elif symbol.kind != "heading":
            yield symbol


def like_file(file: File, called: str) -> Description | None:
    """Return the documentation of the definition with the name of a file.

    :param called: the name of the file.
    """
    stem = plain(called)
    names = {stem, stem.removesuffix("s")} - {""}
    named = [
        symbol
        for symbol in _outermost(file.facts.symbols, wrappers=True)
        if symbol.name[0] != "_" and plain(symbol.name.rpartition(".")[2]) in names
    ]
    # A function that is called like a type makes one.
    types = [symbol for symbol in named if symbol.kind in _TYPES | _WRAPPERS]
    documented = [symbol for symbol in types or named if symbol.doc]
    # What one of several functions of a name does says nothing of the others.
    is_unambiguous = bool(types) or len(documented) == 1
    return _of_symbol(file, documented[0]) if documented and is_unambiguous else None


def plain(name: str) -> str:
    """Return a name in lower case without separators: ``ring_buffer`` and ``RingBuffer`` are
    equal."""
    return name.replace("_", "").replace("-", "").lower()


def main_definition(file: File, called: str) -> Description | None:
    """Return the documentation of a program, of a file's only definition, or of its main type."""
    symbols = [*_outermost(file.facts.symbols)]
    begins = [symbol for symbol in symbols if symbol.name == "main" and symbol.kind == "function"]
    if begins and len(WORD.findall(begins[0].doc)) >= _FEWEST_WORDS:
        return _of_symbol(file, begins[0])
    main = symbols[0] if len(symbols) == 1 else _main_type(file, called, symbols)
    if main is None or main.kind in _VALUES or main.name[0] == "_":
        return None
    # A package may be called after the type that one of its files is about.
    about = beginnings(f"{file.folder.rpartition('/')[2]} {called}")
    is_about = not beginnings(main.name).isdisjoint(about)
    is_helper = file.is_test and main.kind == "function"
    return _of_symbol(file, main) if is_about and not is_helper else None


def _main_type(file: File, called: str, symbols: Iterable[Symbol]) -> Symbol | None:
    """Return the only type whose name ends with that of its file, or else that has half of its
    lines."""
    types = [symbol for symbol in symbols if symbol.kind in _TYPES]
    stem = letters(called)
    ends = [symbol for symbol in types if letters(symbol.name).endswith(stem)]
    lines = file.facts.lines
    half = (lines.total - lines.blank) / 2
    most = [symbol for symbol in types if symbol.span.end - symbol.span.start + 1 >= half]
    candidates = ends if len(ends) == 1 and len(stem) >= _FEWEST_LETTERS else most
    return candidates[0] if len(candidates) == 1 else None


def _of_symbol(file: File, symbol: Symbol) -> Description | None:
    name = symbol.name.rpartition(".")[2]
    said = quoted(
        own_words(symbol.doc), name, lambda text: letters(text) == letters(symbol.kind + name)
    )
    first = said.partition("\n\n")[0]
    if not said or said[0] in "#@" or first.count("`") % 2:
        # What is broken off or not closed says something else than what was meant.
        return None
    return Description(said, file.path, symbol.line, "symbol", symbol.name)
