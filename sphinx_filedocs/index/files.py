"""The files of a tree, with outlines and findings that are read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.model import Facts, File


class Files(Mapping[str, File]):
    """The files of a tree by path.

    :param light: the files with their light facts, in order.
    :param read: returns the facts of one.
    :param known: the facts of those that were read just now.
    :param tracer: notes which files are asked for.
    """

    def __init__(
        self,
        light: Mapping[str, File],
        read: Callable[[File], Facts],
        known: Mapping[str, Facts],
        tracer: Tracer,
    ) -> None:
        self._light = light
        self._read = read
        self._known = known
        self._tracer = tracer
        self._whole: dict[str, File] = {}

    def __getitem__(self, path: str) -> File:
        self._tracer.ask(Question.FILE, path)
        found = self._whole.get(path)
        if found is None:
            light = self._light[path]
            facts = self._known.get(path) or self._read(light)
            # That and what an analysis was stopped by may be other files' word.
            facts = replace(facts, license=light.facts.license)
            found = self._whole[path] = light._replace(facts=facts)
        return found

    def __contains__(self, path: object) -> bool:
        return path in self._light

    def __iter__(self) -> Iterator[str]:
        return iter(self._light)

    def __len__(self) -> int:
        return len(self._light)
