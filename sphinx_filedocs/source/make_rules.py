"""The files of a tree that a ``Makefile`` makes of others."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from sphinx_filedocs.model.files import Role
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.tree import Read, Texts

#: A target, what it is made of, and the lines that make it.
Rule = tuple[str, list[str], str]
_NAMES = ("GNUmakefile", "makefile", "Makefile")
_VARIABLE = re.compile(
    r"^(?P<name>[\w.-]{1,100})[ \t]*(?::{0,2}|[?+])=[ \t]*(?P<value>[^\n]*)", re.MULTILINE
)
_USE = re.compile(r"\$[({](?P<name>[\w.-]{1,100})[)}]")
_RULE = re.compile(r"(?P<targets>[^\s:=#][^:=#\n]{0,500}?)[ \t]*::?(?!=)(?P<sources>[^=;\n]*)")
#: Variables may be made of others, so deep; of a line so many are put in, so long ones, and it gets
#: no longer.
_DEEPEST, _MOST, _LONGEST_VALUE, _LONGEST = 4, 100, 4_000, 10_000


def made_files(files: Collection[str], read: Read) -> Mapping[str, Role]:
    """Return the role of each file that the rule of a ``Makefile`` writes, by path, if what it is
    made of is in the tree, too.

    :param files: the paths of a tree.
    :param read: returns the text of a file, ``None`` when it has none.
    """
    texts = Texts.of(read)
    return {
        target: Role("generated", Phrase("{path} makes it from other files", path=path))
        for path in files
        if path.rpartition("/")[2] in _NAMES
        for target in _made(files, path, texts.facts(path, rules))
    }


def _made(files: Collection[str], path: str, known: Iterable[Rule]) -> Iterator[str]:
    folder = path.rpartition("/")[0]
    for target, sources, recipe in known:
        file = _place(folder, target)
        if file not in files or file == path or not _writes(recipe, target):
            continue
        patterns = [_place(folder, source) for source in sources]
        if any(
            pattern in files or _fits(files, pattern) for pattern in patterns if pattern != path
        ):
            yield file


def _writes(recipe: str, target: str) -> bool:
    return re.search(rf"(?:>|\s-o)\s*(?:\$@|{re.escape(target)}(?![\w./-]))", recipe) is not None


def rules(text: str) -> list[Rule]:
    """Return each target with what it is made of and by which lines."""
    made: list[Rule] = []
    text = text.replace("\\\n", " ")
    variables = {
        match["name"]: match["value"][:_LONGEST_VALUE] for match in _VARIABLE.finditer(text)
    }
    rule: re.Match[str] | None = None
    recipe = ""
    # What is behind the last line ends its rule.
    for line in (*text.split("\n"), ""):
        if line.startswith("\t"):
            recipe += _expanded(line, variables) + "\n" if rule else ""
            continue
        if rule:
            sources = rule["sources"].split()
            made += [(target, sources, recipe) for target in rule["targets"].split()]
        rule, recipe = _RULE.match(_expanded(line, variables)), ""
    return made


def _expanded(line: str, variables: Mapping[str, str]) -> str:
    for _ in range(_DEEPEST):
        if "$" not in line:
            break
        line = _USE.sub(lambda use: variables.get(use["name"], ""), line[:_LONGEST], count=_MOST)
    return line[:_LONGEST]


def _place(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join(folder, name))


def _fits(files: Collection[str], pattern: str) -> bool:
    return "*" in pattern and any(fnmatchcase(path, pattern) for path in files)
