"""Every reader of a text that lies in a tree takes steps that grow with the text, whatever stands
there: repetitions of all that its own patterns look for are tried."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import ModuleType
from typing import TypeGuard

import pytest

import sphinx_filedocs
from sphinx_filedocs.languages.c import build_files, builds
from sphinx_filedocs.languages.ecmascript import imports as ecmascript
from sphinx_filedocs.languages.rust import imports as rust
from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse import (
    comments,
    headings,
    inline_markup,
    quotes,
    shown_code,
)
from sphinx_filedocs.plugins.sarif import reader as sarif
from sphinx_filedocs.plugins.scip.links import compiled_links
from sphinx_filedocs.plugins.scip.reader import Document, Occurrence
from sphinx_filedocs.source import (
    gitattributes,
    ignore,
    manifest_formats,
    manifest_words,
    manifests,
    owners,
)
from sphinx_filedocs.source.tree import ListedTree
from tests.growth import counted
from tests.plugins.reported import reported_tree
from tests.repeated import Parts

#: A text of so many repetitions is compared with one of four times as many; where that takes too
#: long, the next ones tell whether it is so behind the bounds of a reader as well.
_SIZES = (12, 384)
_MOST = 4.5


def _project(name: str, read: Callable[[manifests.Project], object]) -> Callable[[str], object]:
    """Return what reads the manifest of a tree."""

    def reader(text: str) -> object:
        files = {path: File(path, "text", 1, "") for path in (name, "a", "src/main.rs", "a.h")}
        return read(manifests.Project(files, lambda path: text if path == name else "a"))

    return reader


def _tree(name: str, read: Callable[[ListedTree], object]) -> Callable[[str], object]:
    def reader(text: str) -> object:
        files = {path: File(path, "text", 1, "") for path in (name, "a.ts")}
        return read(ListedTree.of(files, lambda path: text if path == name else "", "tree"))

    return reader


def _declared(project: manifests.Project) -> object:
    return project.declared


_DECLARING = (
    "pyproject.toml", "setup.cfg", "package.json", "Cargo.toml", "go.mod",
)  # fmt: skip
_DESCRIBING = (
    "pyproject.toml", "setup.cfg", "Cargo.toml", "pom.xml", "CMakeLists.txt", "package.json",
)  # fmt: skip


def _patterns(module: ModuleType) -> Iterator[re.Pattern[str]]:
    for value in vars(module).values():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if isinstance(one, re.Pattern) and isinstance(one.pattern, str):
                yield one


Reader = tuple[Callable[[str], object], tuple[ModuleType, ...]]
#: The names of parameters that are texts, and the folders in which texts of a tree are read.
_TEXTS = {"text", "source", "code", "written"}
_FOLDERS = ("source", "languages", "parse", "index")


def _takes_a_text(function: object, module: str) -> TypeGuard[Callable[[str], object]]:
    """Tell whether a function is of a module, and needs nothing but a text."""
    if not inspect.isfunction(function) or function.__module__ != module:
        return False
    parameters = list(inspect.signature(function).parameters.values())
    needed = [one for one in parameters if one.default is one.empty]
    return (
        [(one.name in _TEXTS, one.annotation) for one in needed] == [(True, "str")]
        and needed[0] is parameters[0]
        and needed[0].kind is not inspect.Parameter.KEYWORD_ONLY
    )


def _all_of(function: Callable[[str], object]) -> Callable[[str], object]:
    """Return what reads all that a function yields."""

    def read(text: str) -> object:
        result = function(text)
        return list(result) if isinstance(result, Iterator) else result

    return read


def _used(function: object, seen: dict[int, object]) -> dict[int, object]:
    """Return a function with all of the package that it uses, by identity."""
    if inspect.isfunction(function) and function.__module__.startswith(sphinx_filedocs.__name__):
        for name in function.__code__.co_names:
            value = function.__globals__.get(name)
            if value is not None and id(value) not in seen:
                seen[id(value)] = value
                _used(value, seen)
    return seen


def _readers() -> Iterator[tuple[str, Reader]]:
    """Yield every function that needs nothing but a text, with the patterns that it uses."""
    root = sphinx_filedocs.__name__
    for folder in _FOLDERS:
        package = importlib.import_module(f"{root}.{folder}")
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for name, function in list(vars(importlib.import_module(info.name)).items()):
                if _takes_a_text(function, info.name):
                    used = ModuleType(name)
                    vars(used).update({str(key): one for key, one in _used(function, {}).items()})
                    place = f"{info.name.removeprefix(f'{root}.')}.{name}"
                    yield place, (_all_of(function), (used,))


#: Every reader, with the modules whose patterns name what it looks for.
_READERS: Mapping[str, Reader] = {
    **dict(_readers()),
    **{f"declared {name}": (_project(name, _declared), (manifests,)) for name in _DECLARING},
    **{
        f"described {name}": (partial(manifest_words.described, name), (manifest_words,))
        for name in _DESCRIBING
    },
    "attributes": (
        lambda text: gitattributes.Attributes({".gitattributes": text}, ["a"]).of("a/b"),
        (gitattributes,),
    ),
    "ignore": (lambda text: ignore.parse_file(text.encode()), (ignore,)),
    "owners": (lambda text: owners.Owners(text).of("a/b"), (owners,)),
    "aliases": (
        _tree("tsconfig.json", lambda tree: ecmascript.Aliases(tree).places("", "a")),
        (manifests,),
    ),
    "npm": (_tree("package.json", ecmascript.Npm), (manifests,)),
    "cargo": (_tree("Cargo.toml", rust.Cargo), (manifests,)),
    "compile commands": (
        _tree("compile_commands.json", lambda tree: [*build_files.commands_of(tree)]),
        (build_files,),
    ),
    "a compile command": (
        lambda text: [*build_files._divided(text)],
        (build_files,),
    ),
    "include folders": (
        _tree("CMakeLists.txt", lambda tree: build_files.IncludeFolders(tree).of("")),
        (build_files,),
    ),
    "include flags": (
        _tree("Makefile", lambda tree: build_files.IncludeFolders(tree).of("")),
        (build_files,),
    ),
    "switches": (
        _tree("CMakeLists.txt", lambda tree: builds.switches_of(tree, ())),
        (builds,),
    ),
    "headings": (lambda text: headings.outline(text, "markdown"), (headings, shown_code)),
    "titles": (lambda text: headings.outline(text, "restructuredtext"), (headings, shown_code)),
    "words of comments": (lambda text: comments.clean([text]), (comments,)),
    "line ends": (lambda text: inline_markup.ended_lines(text, " "), (inline_markup,)),
    "quotes": (lambda text: quotes.quoted(quotes.own_words(text), "a"), (quotes,)),
    "report": (lambda text: sarif.plain(sarif.one_line(text)), (sarif,)),
}


def _tokens(modules: tuple[ModuleType, ...]) -> list[tuple[str, str]]:
    """Return what comes first and what is repeated after it, for all patterns of some modules."""
    patterns = [pattern for module in modules for pattern in _patterns(module)]
    return list(
        dict.fromkeys(
            token for one in patterns for token in Parts(one.pattern, one.flags).tokens(deep=False)
        )
    )


@pytest.mark.parametrize("name", _READERS)
def test_a_reader_goes_through_a_text_once(name: str) -> None:
    read, modules = _READERS[name]
    # What is loaded at the first call is no work of the second.
    read("a")
    tokens = _tokens(modules)
    with counted(read) as steps_of:
        too_much = {
            token: growths
            for token in tokens
            if min(growths := list(_growths(steps_of, *token))) > _MOST
        }
    assert too_much == {}


def _growths(steps_of: Callable[..., float], first: str, text: str) -> Iterator[float]:
    """Yield how many times as many steps four times the text takes, until that is little enough."""
    for size in _SIZES:
        small = max(steps_of(first + text * size), 1)
        growth = steps_of(first + text * size * 4, 100 * small) / small
        yield growth
        if growth <= _MOST:
            return


def _report(size: int) -> str:
    """Return a report in SARIF in which all that may be named by a number is."""
    numbers = range(size)
    results = [
        {
            "rule": {"index": number},
            "locations": [{"physicalLocation": {"artifactLocation": {"index": number}}}],
            "message": {"id": "m", "arguments": [f"`x{number}`"]},
        }
        for number in numbers
    ]
    rules = [{"id": f"R{number}", "messageStrings": {"m": {"text": "{0}"}}} for number in numbers]
    artifacts = [{"location": {"uri": f"a{number}.c", "uriBaseId": "b"}} for number in numbers]
    run = {"results": results, "artifacts": artifacts, "tool": {"driver": {"rules": rules}}}
    run["originalUriBaseIds"] = {"b": {"uri": "src/"}}
    return json.dumps({"version": "2.1.0", "runs": [run]})


def _database(size: int) -> str:
    row = {"directory": "/tree", "arguments": ["cc", "-Isrc", "-DA=1"]}
    return json.dumps([{**row, "file": f"f{number}.c"} for number in range(size)])


def _commands(text: str) -> object:
    files = {f"f{number}.c": File(f"f{number}.c", "text", 1, "") for number in range(9)}
    tree = ListedTree.of(files, lambda _: "", ("tree",), databases=(text,))
    return [*build_files.commands_of(tree)]


def _index(text: str) -> object:
    """Read an index that says as much of one file, a document a line."""
    symbols = [f"s . . . f{number}()." for number in range(text.count("\n"))]
    documents = [
        Document("a.c", "file:///tree", 1, (Occurrence(number, 0, 1, symbol, 1),))
        for number, symbol in enumerate(symbols, 1)
    ]
    return compiled_links(documents, reported_tree({"a.c": text}))


#: What an option names, or lies in each folder, is read in this process: its bytes are bounded.
_NAMED: Mapping[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "report": (
        lambda text: sarif._read(text.encode(), reported_tree({"a.c": 9 * "\n"}), ""),
        _report,
    ),
    "database": (_commands, _database),
    "index": (_index, "f\n".__mul__),
    "attributes": (_READERS["attributes"][0], "a/b linguist-generated\n".__mul__),
    "ignore": (_READERS["ignore"][0], "/a/**/b[!c-d]\n".__mul__),
}


@pytest.mark.parametrize("name", _NAMED)
def test_of_four_times_as_many_rows_each_is_read_once(name: str) -> None:
    read, written = _NAMED[name]
    read(written(1))
    with counted(read) as steps_of:
        small, large = (steps_of(written(size)) for size in (50, 200))
    assert large / small < _MOST


@pytest.mark.parametrize("key", ["a.", "a . ", '"a".', "[a."])
def test_a_key_without_end_is_none(key: str) -> None:
    assert manifest_formats.toml(key * 200 + "a = 1") == {}
    assert manifest_formats.toml("a.b.'c' = 1\n") == {"a": {"b": {"c": 1}}}


def test_blanks_without_end_are_one() -> None:
    text = "[metadata]\nname" + " " * 5000 + "= b" + " " * 5000 + "c\n"
    assert manifest_formats.ini(text)["metadata"] == {"name": "b c"}
