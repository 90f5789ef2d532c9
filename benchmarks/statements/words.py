"""What pages say that files and folders are, and which prose they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.pages.text import first_sentence
from statements import Collector, Documented, Statement


def _says(description: Description) -> str:
    said = description.under_name(first_sentence(description.text))
    return f"{said} [{description.kind}, {description.path}]"


def files(tree: Documented) -> Iterator[Statement]:
    """Yield what the row of each file says that it is, but for what others have written."""
    return _of_files(tree, quoted=False)


def comments(tree: Documented) -> Iterator[Statement]:
    """Yield the comments that rows of files quote."""
    return _of_files(tree, quoted=True)


def _of_files(tree: Documented, *, quoted: bool) -> Iterator[Statement]:
    for path, file in tree.codebase.light.items():
        description = tree.codebase.graph.descriptions.get(path)
        if description and description.quoted == quoted and not file.provenance:
            yield Statement(path, _says(description), description.line)


def folders(tree: Documented) -> Iterator[Statement]:
    """Yield what the row of each folder says that it is, and what the start page says."""
    for path in tree.codebase.folders:
        if description := tree.codebase.graph.descriptions.get(path):
            yield Statement(path or ".", _says(description), description.line)


def prose(tree: Documented) -> Iterator[Statement]:
    """Yield which prose a page leads to."""
    for path in (*tree.codebase.light, *tree.codebase.folders):
        for one in tree.codebase.graph.explained.get(path, ()):
            what = f"{one.about} is named" if one.about else "named"
            said = f"{what} in {one.path}:{one.line}, {one.heading}"
            yield Statement(path or ".", said, one.line)


KINDS: Mapping[str, Collector] = {
    "what a file is": files,
    "comment that is quoted": comments,
    "what a folder is": folders,
    "named in prose": prose,
}
