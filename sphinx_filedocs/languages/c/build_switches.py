"""The macros that commands of a build define for some of its files or configurations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_filedocs.languages.c.compile_commands import CompileCommand
from sphinx_filedocs.languages.c.include_folders import CMAKE, COMMENT, MAKE
from sphinx_filedocs.patterns import compile_pattern
from sphinx_filedocs.source.tree import ListedTree

_FLAG = compile_pattern(r"(?<![\w$./-])-[DU][ \t]*+([A-Za-z]\w*+)")
_CMAKE_CALL = compile_pattern(
    r"\b(?:target_compile_definitions|add_compile_definitions|add_definitions)[ \t]*+\(([^()]*+)\)"
)
_CMAKE_NAME = compile_pattern(r"(?<![\w${/.-])(?:-D)?+([A-Z]\w*+)(?![\w}])")
#: What compilers define that no name reserves for them.
_BY_COMPILERS = frozenset({"linux", "unix", "i386"})


def switches_of(tree: ListedTree, commands: Iterable[CompileCommand]) -> frozenset[str]:
    """Return the macros that a command of a database or a build file defines or undefines: where
    none does and no source either, they are not defined. Names that are reserved for compilers are
    left out."""
    macros = {name for command in commands for name, _ in command.macros if name[:1] != "_"}
    for name in (CMAKE, *MAKE):
        for path in tree.named(name):
            macros.update(_named(COMMENT.sub("", tree.text(path)), is_cmake=name == CMAKE))
    return frozenset(macros - _BY_COMPILERS)


def _named(text: str, *, is_cmake: bool) -> Iterator[str]:
    yield from _FLAG.findall(text)
    for call in _CMAKE_CALL.finditer(text) if is_cmake else ():
        yield from _CMAKE_NAME.findall(call[1])
