"""Parts of a tree's graph that are worked out when a page asks for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from sphinx_filedocs.index import description_sources, descriptions, explanations
from sphinx_filedocs.index.graph import link
from sphinx_filedocs.index.re_exports import re_exported
from sphinx_filedocs.index.trace import Answers, Question, Tracer
from sphinx_filedocs.index.traced_codebase import Files
from sphinx_filedocs.languages.commands import commands, of_file
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.graph import Graph
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.texts import Texts

Answer = TypeVar("Answer")


def from_imports(
    files: Files,
    imports: Mapping[str, tuple[Import, ...]],
    project: Project,
    tracer: Tracer,
) -> Graph:
    """Return what follows from the imports of files, their paths and manifests.

    :param imports: resolved, and credited to the files whose names are used.
    """
    graph = link(imports)

    def ask(_: str) -> None:
        tracer.ask(Question.PROJECT, "")

    return replace(
        graph,
        commands=Answers(
            ask,
            lambda path: of_file(files[path], project) or None,
            lambda: commands(files, project),
        ),
    )


def described(
    graph: Graph, about: description_sources.Sources, files: Files, tracer: Tracer, read: Texts
) -> Graph:
    """Return a graph with what its files and folders are, each worked out when it is asked for."""
    known = about.noted(tracer)
    describer = descriptions.Describer(known, files.get, read.facts)
    explainer = explanations.Explainer(known, files.get, graph.definitions)
    every = (*about.folders, *about.light)

    def answers(find: Callable[[str], Answer | None]) -> Answers[str, Answer]:
        def load() -> dict[str, Answer]:
            return {path: answer for path in every if (answer := find(path)) is not None}

        # What is asked of others for an answer is noted there.
        return Answers(lambda _: None, find, load)

    def re_exports(path: str) -> tuple[str, ...] | None:
        return (re_exported(files[path]) or None) if path in about.light else None

    return replace(
        graph,
        descriptions=answers(describer.describe),
        re_exports=answers(re_exports),
        explained=answers(lambda path: explainer.explained(path) or None),
        prose_links=answers(lambda path: explainer.links(path) or None),
    )
