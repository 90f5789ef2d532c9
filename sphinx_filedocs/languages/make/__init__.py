"""Targets of a ``Makefile`` that name the file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping

from sphinx_filedocs.languages.commands import argument, clean, folder_of, inside
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

_NAMES = ("Makefile", "makefile", "GNUmakefile")
_RULE = re.compile(r"^([A-Za-z0-9][\w./-]*)\s*:(?![:=])([^\n#;]*)")
#: The program on a line of a recipe: its first word, or the one behind the name of an interpreter.
_RUN = re.compile(
    r"""\t[@-]*\s*(?:(?:\$[({](?:PYTHON|SHELL|PERL|RUBY|NODE)[)}]|python\d?|perl|ruby|node|(?:ba)?sh)
    \s+)?([^\s;&|()'"=<>@]+)""",
    re.VERBOSE,
)
_SPLIT = re.compile(r"[\s;&|()'\"=<>@]+")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield ``make`` with each target that the file is the first prerequisite of, or that runs it.

    Later prerequisites are mostly headers, and nobody makes a target for those; a file that a
    recipe only names is often one of many that it installs.
    """
    for path in project.above(file.folder, *_NAMES):
        cwd = folder_of(path)
        targets = project.facts(path, all_targets) if file.path != path else {}
        for target in targets.get(inside(file.path, cwd), ()):
            reason = Phrase("its rule in {path} names it", path=path)
            yield Command(f"make {argument(target)}", reason, cwd)


def all_targets(text: str) -> Mapping[str, Collection[str]]:
    """Return the targets of a ``Makefile`` by the paths that their rules begin with, or run."""
    targets: defaultdict[str, dict[str, None]] = defaultdict(dict)
    target, seen = "", set[str]()
    for line in text.replace("\\\n", " ").split("\n"):
        if line.startswith("\t"):
            run = _RUN.match(line)
            word = run[1] if run else ""
        else:
            rule = _RULE.match(line)
            target, words = (rule[1], rule[2].strip()) if rule else ("", "")
            seen = set()
            word = _SPLIT.split(words, maxsplit=1)[0]
        if target and word and (path := clean(word)) and path not in seen:
            targets[path][target] = None
            seen.add(path)
    return targets
