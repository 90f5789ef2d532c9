"""Targets of a ``Makefile`` that name the file."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_filedocs.languages.command_words import argument, clean, folder_of, inside
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifests import Project

_NAMES = ("Makefile", "makefile", "GNUmakefile")
_RULE = re.compile(r"^([A-Za-z0-9][\w./-]*)\s*:(?![:=])([^\n#;]*)")
_SPLIT = re.compile(r"[\s;&|()'\"=<>@]+")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield ``make`` with each target whose prerequisites or recipe name the file."""
    for path in project.above(file.folder, *_NAMES):
        cwd = folder_of(path)
        inner = inside(file.path, cwd)
        if file.path != path and inner in project.text(path):
            for target in _targets(project.text(path), inner):
                reason = Phrase("its rule in {path} names it", path=path)
                yield Command(f"make {argument(target)}", reason, cwd)


def _targets(text: str, inner: str) -> Iterator[str]:
    """Yield the targets of a ``Makefile`` in whose rules a path stands as a word."""
    target = ""
    for line in text.replace("\\\n", " ").split("\n"):
        words = line
        if not line.startswith("\t"):
            rule = _RULE.match(line)
            target, words = (rule[1], rule[2]) if rule else ("", "")
        if target and any(clean(word) == inner for word in _SPLIT.split(words) if word):
            yield target
            target = ""
