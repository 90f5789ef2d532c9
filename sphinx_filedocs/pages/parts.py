"""A tree divided among several projects: which of them has each page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from sphinx_filedocs.config import Tree
from sphinx_filedocs.model import folders_above
from sphinx_filedocs.pages.plan import Page, Plan


def divided(plan: Plan, tree: Tree, part_of: Callable[[str], str]) -> Plan:
    """Return the plan with the parts of the tree that have each page.

    :param part_of: returns the part that has a file's page.
    """
    files = {path: part_of(path) for path in plan.files}
    folders = _parts_of_folders(plan, [name for name, _ in tree.parts], files)

    def parts(page: Page) -> tuple[str, ...]:
        if page.kind == "file":
            return (files[page.path],)
        # A way from the start page to each file in every part; what is about all that is below a
        # folder once.
        found = folders[page.path]
        return found if page.kind in ("folder", "tree") else found[:1]

    found = {docname: parts(page) for docname, page in plan.pages.items()}
    elsewhere = {
        docname: names[0]
        for docname, names in found.items()
        if tree.part and tree.part not in names
    }
    return replace(plan, parts=found, elsewhere=elsewhere)


def _parts_of_folders(
    plan: Plan, names: list[str], files: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Return for each folder the parts that have its page: first the one that has all of its
    files, or where several have some the first part of the tree."""
    below: dict[str, set[str]] = {path: set() for path in plan.folders}
    below[""].update(names)
    for path, part in files.items():
        for folder in folders_above(path):
            below[folder].add(part)
    return {
        path: tuple(
            name for name in names if name in found or (len(found) > 1 and name == names[0])
        )
        for path, found in below.items()
    }
