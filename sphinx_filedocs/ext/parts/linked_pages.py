"""Which documents a page links to: where some are in other projects, their addresses are a part of
what the page shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.index_entries import MOST_DEFINITIONS, below, linked_names
from sphinx_filedocs.pages.plan import Page
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.view_models import FindingsView, FolderView


def linked(site: Site, page: Page) -> set[str]:
    """Return the names of the documents that *page* of a tree links to, but for those that every
    part of the tree has with it."""
    if page.kind == "file":
        return set(_of_file(site, page.path))
    if page.kind in ("folder", "tree"):
        return set(_of_folder(site.folder_views.view(page.path)))
    plan = site.plan
    names = page.shard.names if page.shard else ()
    if page.kind == "keywords":
        graph = site.codebase.graph
        rows: Iterable[Definition] = (
            row
            for name in names
            for row in below(graph.definitions.get(name, ()), page.path)[:MOST_DEFINITIONS]
        )
        return {plan.files[row.path] for row in rows} | _crossrefs(site, names)
    if page.kind == "crossref":
        shown = (name for name in names if not plan.own_page(page, name))
        docnames = {plan.files[path] for name in shown for path in site.uses.paths(name)}
        # The way to the page of a name leads by its definition.
        way = site.use_views.crossref(page).crumbs if page.shard and page.shard.alone else ()
        return docnames | {docname for _, docname in way}
    view = site.view(page)
    others = set(view.docnames.values())
    if isinstance(view, FindingsView):
        others.update(docname for _, docname in (*view.parts, *view.overview))
    return others


def linked_keywords(site: Site, path: str) -> set[str]:
    """Return the names of the documents that the keyword index of a file links to."""
    return _crossrefs(site, linked_names(site.codebase.files[path]))


def _crossrefs(site: Site, names: Iterable[str]) -> set[str]:
    known = site.plan.crossref_pages
    return {known[name] for name in names if name in known}


def _of_file(site: Site, path: str) -> Iterator[str]:
    graph, files = site.codebase.graph, site.plan.files
    cycle = graph.cycle_of.get(path)
    history = site.codebase.light[path].history
    paths = {
        *(test for test, _ in graph.tests.get(path, ())),
        *(target for entry in graph.imports.get(path, ()) for target in entry.resolved),
        *(use.path for use in graph.imported_by.get(path, ())),
        *(relation.path for relation in graph.related.get(path, ())),
        *(companion.path for companion in (history.together if history else ())),
        *(step.path for step in (cycle.steps if cycle else ())),
        *site.uses.others(path),
    }
    yield from (files[linked_path] for linked_path in paths if linked_path in files)
    yield from (row.docname for row in site.finding_views.rows(path))
    folders = site.plan.folders
    packages = {package for entry in graph.imports.get(path, ()) for package in entry.packages}
    yield from (folders[package] for package in packages if package in folders)
    if site.settings.anchors(path):
        yield from site.marks.documents(path)
    if site.settings.keywords_on_page(path):
        yield from linked_keywords(site, path)


def _of_folder(view: FolderView) -> Iterator[str]:
    yield from view.docnames.values()
    yield from view.crossref_of.values()
    for docname in (view.keywords, view.crossref, view.dependencies):
        if docname:
            yield docname
    if view.findings:
        yield view.findings.docname
    if view.unused:
        yield view.unused[0]
