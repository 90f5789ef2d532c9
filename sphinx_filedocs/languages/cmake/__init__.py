"""Commands of C, C++ and CUDA where a ``CMakeLists.txt`` names the file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise

from sphinx_filedocs.languages.commands import argument, clean, folder_of, inside
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import cmake_calls
from sphinx_filedocs.source.manifests import Project

_OUTPUT = re.compile(r"RUNTIME_OUTPUT_DIRECTORY|EXECUTABLE_OUTPUT_PATH")
_PLAIN = re.compile(r"[\w.-]+")
#: An option that CMake's own module declares.
_TESTING = ["BUILD_TESTING", "", "ON"]
_FALSE = frozenset({"", "0", "OFF", "NO", "FALSE", "N", "IGNORE", "NOTFOUND"})

#: The conditions around a call, and its arguments.
Call = tuple[tuple[str, ...], list[str]]


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield what builds and runs the program or the test that a file is the source of."""
    lists = list(project.above(file.folder, "CMakeLists.txt"))
    if not any(file.name in project.facts(path, source_names) for path in lists):
        return
    top = next((path for path in reversed(lists) if _calls(project, path, "project")), lists[-1])
    cwd = folder_of(top)
    for path in lists:
        if not inside_of(path, cwd):
            break
        above = tuple(_conditions_above(project, lists, path))
        for target, conditions in dict(_targets(file, project, path)).items():
            place = inside(folder_of(path), cwd) if folder_of(path) != cwd else ""
            options = _options(project, lists, (*above, *conditions))
            if options is not None:
                yield _command(project, lists, path, target, cwd, place, options)


def inside_of(path: str, folder: str) -> bool:
    """Whether a path is below a folder."""
    return not folder or path.startswith(f"{folder}/")


def _conditions_above(project: Project, lists: list[str], path: str) -> Iterator[str]:
    """Yield the conditions under which a ``CMakeLists.txt`` is a part of those above it."""
    for below, above in pairwise(lists[lists.index(path) :]):
        folder = inside(folder_of(below), folder_of(above))
        for conditions, (added, *_) in _conditional(project, above, "add_subdirectory"):
            if clean(added.removeprefix("${CMAKE_CURRENT_SOURCE_DIR}/")) == folder:
                yield from conditions


def _options(project: Project, lists: list[str], conditions: Iterable[str]) -> list[str] | None:
    """Return the options that have to be switched on for conditions to hold, ``None`` where one of
    them is no option."""
    declared = {name: rest[-1] for path in lists for name, *rest in _declared(project, path)}
    if not declared.keys() >= set(conditions):
        return None
    return [
        f"-D{name}=ON" for name in dict.fromkeys(conditions) if declared[name].upper() in _FALSE
    ]


def _declared(project: Project, path: str) -> Iterator[list[str]]:
    """Yield the options of a ``CMakeLists.txt``: the name, the words, and the value."""
    for words in _calls(project, path, "option"):
        yield words if len(words) > 2 else [*words, "OFF"]
    if ["CTest"] in _calls(project, path, "include"):
        yield _TESTING


def _targets(file: File, project: Project, path: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    folder = folder_of(path)
    for conditions, (name, *sources) in _conditional(project, path, "add_executable"):
        places = (source.removeprefix("${CMAKE_CURRENT_SOURCE_DIR}/") for source in sources)
        if any(clean(f"{folder}/{place}".lstrip("/")) == file.path for place in places):
            yield from () if "$" in name else ((name, conditions),)


def _command(
    project: Project,
    lists: list[str],
    path: str,
    target: str,
    cwd: str,
    place: str,
    options: list[str],
) -> Command:
    tests = [dict(pairwise(words)) for file in lists for words in _calls(project, file, "add_test")]
    configure = " ".join(("cmake -S . -B build", *options))
    build = f"{configure} && cmake --build build --target {argument(target)}"
    for test in tests:
        name = test.get("NAME", "")
        if test.get("COMMAND") == target and _PLAIN.fullmatch(name):
            words = f"ctest --test-dir build -R {argument(f'^{name}$')}"
            reason = Phrase("{path} builds the test {name} from it", path=path, name=name)
            return Command(f"{build} && {words}", reason, cwd)
    reason = Phrase("{path} builds the program {name} from it", path=path, name=target)
    if not any(project.facts(file, has_output_folder) for file in lists):
        build += f" && {argument('/'.join(filter(None, ('build', place, target))))}"
    return Command(build, reason, cwd)


def _calls(project: Project, path: str, name: str) -> list[list[str]]:
    """Return the arguments of each call of a command in a ``CMakeLists.txt``."""
    return [words for _, words in _conditional(project, path, name)]


def _conditional(project: Project, path: str, name: str) -> list[Call]:
    return project.facts(path, all_calls).get(name, [])


def has_output_folder(text: str) -> bool:
    """Tell whether a ``CMakeLists.txt`` says where programs are put."""
    return _OUTPUT.search(text) is not None


def source_names(text: str) -> frozenset[str]:
    """Return the names, without folders, of the sources of a ``CMakeLists.txt``'s programs."""
    programs = all_calls(text).get("add_executable", [])
    return frozenset(word.rpartition("/")[2] for _, words in programs for word in words[1:])


def all_calls(text: str) -> Mapping[str, list[Call]]:
    """Return the arguments of each call, and the conditions around it, by the name of the
    command."""
    calls: defaultdict[str, list[Call]] = defaultdict(list)
    around: list[str] = []
    for name, words in cmake_calls(text):
        if name == "if":
            around.append(" ".join(words))
        elif name in {"else", "elseif"}:
            # Other conditions do not hold there.
            around[-1:] = [f"NOT {' '.join(around[-1:])}"] if around else []
        elif name == "endif":
            del around[-1:]
        elif words:
            calls[name].append((tuple(around), words))
    return calls
