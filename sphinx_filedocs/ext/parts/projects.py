"""Which project has each page of a tree that is divided among several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sphinx_filedocs.model.files import folders_above
from sphinx_filedocs.source.ignore import parse_patterns

if TYPE_CHECKING:
    from sphinx_filedocs.pages.plan import Page, Plan
    from sphinx_filedocs.pages.site import Site
    from sphinx_filedocs.tree_options import Division, TreeOptions


def other_projects(tree: TreeOptions) -> set[str]:
    """Return the projects that have pages of a tree which this one does not have, by their names
    in ``intersphinx_mapping``."""
    names = {name for name, _ in tree.division.parts}
    return names - {tree.division.part} if tree.division.part else set()


def external_pages(site: Site) -> Mapping[str, str]:
    """Return the other project to which links to each page lead that this one does not have, by
    the document's name."""
    division = site.tree.division
    # A build that has all pages may do without the plan.
    if not division.part:
        return {}
    projects = projects_of_pages(site.plan, division)
    return {name: parts[0] for name, parts in projects.items() if division.part not in parts}


def projects_of_pages(plan: Plan, division: Division) -> Mapping[str, tuple[str, ...]]:
    """Return the projects that have each page, by the document's name; links lead to the first of
    them. A tree that is not divided has none."""
    if not division.parts:
        return {}
    names = [name for name, _ in division.parts]
    part_of = _part_of(division)
    files = {path: part_of(path) for path in plan.files}
    folders = _parts_of_folders(plan, names, files)

    def parts(page: Page) -> tuple[str, ...]:
        if page.kind == "file":
            return (files[page.path],)
        # A way from the start page to each file in every part; what is about all that is below a
        # folder once.
        projects = folders[page.path]
        return projects if page.kind in ("folder", "tree") else projects[:1]

    return {docname: parts(page) for docname, page in plan.pages.items()}


def _part_of(division: Division) -> Callable[[str], str]:
    """Return a function that tells the part that has a file's page: the first whose patterns
    select the file, else the first of all."""
    rules = [(name, parse_patterns(patterns)) for name, patterns in division.parts]
    return lambda path: next((name for name, rule in rules if rule.selects(path)), rules[0][0])


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
            name for name in names if name in parts or (len(parts) > 1 and name == names[0])
        )
        for path, parts in below.items()
    }
