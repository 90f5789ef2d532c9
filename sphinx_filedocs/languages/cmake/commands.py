"""Commands of C, C++ and CUDA where a ``CMakeLists.txt`` names the file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import pairwise

from sphinx_filedocs.languages.command_words import argument, clean, folder_of, inside
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

_COMMENT = re.compile(r"#[^\n]*")
_CALL = re.compile(r"\b(add_executable|add_test|project)\s*\(([^()]*)\)", re.IGNORECASE)
_OUTPUT = re.compile(r"RUNTIME_OUTPUT_DIRECTORY|EXECUTABLE_OUTPUT_PATH")
_WORD = re.compile(r'"([^"]*)"|([^\s"]+)')
_PLAIN = re.compile(r"[\w.-]+")
_CONFIGURE = "cmake -S . -B build && cmake --build build --target"


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
        for target in dict.fromkeys(_targets(file, project, path)):
            place = inside(folder_of(path), cwd) if folder_of(path) != cwd else ""
            yield _command(project, lists, path, target, cwd, place)


def inside_of(path: str, folder: str) -> bool:
    """Whether a path is below a folder."""
    return not folder or path.startswith(f"{folder}/")


def _targets(file: File, project: Project, path: str) -> Iterator[str]:
    folder = folder_of(path)
    for name, *sources in _calls(project, path, "add_executable"):
        places = (source.removeprefix("${CMAKE_CURRENT_SOURCE_DIR}/") for source in sources)
        if any(clean(f"{folder}/{place}".lstrip("/")) == file.path for place in places):
            yield from () if "$" in name else (name,)


def _command(
    project: Project, lists: list[str], path: str, target: str, cwd: str, place: str
) -> Command:
    tests = [dict(pairwise(words)) for file in lists for words in _calls(project, file, "add_test")]
    build = f"{_CONFIGURE} {argument(target)}"
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
    return project.facts(path, all_calls).get(name, [])


def has_output_folder(text: str) -> bool:
    """Tell whether a ``CMakeLists.txt`` says where programs are put."""
    return _OUTPUT.search(text) is not None


def source_names(text: str) -> frozenset[str]:
    """Return the names, without folders, of the sources of a ``CMakeLists.txt``'s programs."""
    programs = all_calls(text).get("add_executable", [])
    return frozenset(word.rpartition("/")[2] for words in programs for word in words[1:])


def all_calls(text: str) -> Mapping[str, list[list[str]]]:
    """Return the arguments of each call, by the name of the command."""
    calls: defaultdict[str, list[list[str]]] = defaultdict(list)
    for match in _CALL.finditer(_COMMENT.sub("", text)):
        if words := [quoted or word for quoted, word in _WORD.findall(match[2])]:
            calls[match[1].lower()].append(words)
    return calls
