"""The pages of the trees that other projects have: their addresses, from the inventories of
sphinx.ext.intersphinx."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from sphinx.util import logging

from sphinx_filedocs.ext.addresses import is_absolute, seen_from
from sphinx_filedocs.ext.parts.projects import other_projects
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages.alphabetical_index import MOST_DEFINITIONS, below, linked_names
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.plan import Page
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import english_quantity
from sphinx_filedocs.pages.view_models import FindingsView, FolderView

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.build.last_build import TreeState
    from sphinx_filedocs.ext.external_names import InventoryItem
    from sphinx_filedocs.tree_options import TreeOptions


logger = logging.getLogger(__name__)

_Inventory = Mapping[str, Mapping[str, "InventoryItem"]]


class ExternalPages:
    """The pages that this project does not have, and where they are.

    :param sites: the documented trees by prefix.
    """

    def __init__(self, env: BuildEnvironment, sites: Mapping[str, Site]) -> None:
        self._env = env
        self._sites = sites

    @cached_property
    def _uris(self) -> Mapping[str, str]:
        """The address of each page, relative to the root of the output or absolute, by its
        document name; ``""`` where no inventory has it."""
        inventories = _documents(self._env)
        uris: dict[str, str] = {}
        for site in self._sites.values():
            for docname, project in site.external_pages.items():
                page = inventories.get(project, {}).get(docname)
                uris[docname] = page.uri if page else ""
        return uris

    def address(self, builder: Builder, docname: str, page: str, beside: str = "") -> str | None:
        """Return the address of a page as seen from a document of this project: ``""`` where no
        inventory has it, or nothing leads there; ``None`` for a page that this project has.

        :param docname: of the document.
        :param page: the page's document name.
        :param beside: the name, below that of the page, of one that its project has beside its
            documents; ``""`` for the page itself.
        """
        uri = self._uris.get(page)
        if not uri:
            return uri
        # From a book a relative address leads nowhere.
        if not is_absolute(uri) and (builder.format != "html" or builder.name == "epub"):
            return ""
        seen = seen_from(builder, docname, uri)
        return _beside(cast("StandaloneHTMLBuilder", builder), seen, beside) if beside else seen

    @cached_property
    def inventory_digest(self) -> str:
        """A digest of all pages that the inventories of the other projects name."""
        names = set[str]().union(*(other_projects(site.tree) for site in self._sites.values()))
        documents = _documents(self._env)
        return digest(
            sorted(
                (name, page, item.uri)
                for name in names
                for page, item in documents.get(name, {}).items()
            )
        )

    def address_digests(
        self, states: Mapping[str, TreeState], written: Iterable[str]
    ) -> Mapping[str, str]:
        """Return a digest of the addresses that each page shows, and log of how many pages none
        is known.

        :param states: what this project has of each tree, by prefix.
        :param written: the hand-written documents, which may show all.
        """
        if not self._uris:
            return {}
        self._log_missing()
        digests: dict[str, str] = {}
        for prefix, site in self._sites.items():
            if not site.external_pages:
                continue
            for page in site.own:
                digests[page.docname] = self._digest(linked(site, page))
            for path, (docname, _) in states[prefix].keywords.items():
                digests[docname] = self._digest(linked_keywords(site, path))
        return digests | dict.fromkeys(written, self._digest(self._uris))

    def _digest(self, docnames: Iterable[str]) -> str:
        uris = self._uris
        return digest(sorted((name, uris[name]) for name in docnames if name in uris))

    def _log_missing(self) -> None:
        missing = Counter(
            project
            for site in self._sites.values()
            for name, project in site.external_pages.items()
            if not self._uris[name]
        )
        for project, count in sorted(missing.items()):
            shown = english_quantity(count, "page")
            logger.info(
                "%s of the part %s in no inventory, so links to them are plain text", shown, project
            )


def drop_unused_inventories(config: Config, trees: Iterable[TreeOptions]) -> None:
    """Take the inventories of parts that no link needs from ``intersphinx_mapping``: then the same
    ``conf.py`` is right for every part, for all in one, and before there is any inventory."""
    unused = {
        name
        for tree in trees
        for name, _ in tree.division.parts
        if name not in other_projects(tree)
    }
    if unused and "intersphinx_mapping" in config:
        mapping = config.intersphinx_mapping
        if isinstance(mapping, Mapping):
            config.intersphinx_mapping = {
                name: entry for name, entry in mapping.items() if name not in unused
            }


def _documents(env: BuildEnvironment) -> Mapping[str, Mapping[str, InventoryItem]]:
    named: Mapping[str, _Inventory] = getattr(env, "intersphinx_named_inventory", {})
    return {name: inventory.get("std:doc", {}) for name, inventory in named.items()}


def _beside(builder: StandaloneHTMLBuilder, page: str, name: str) -> str:
    """Return the address of a page that another project has beside a document: that project is
    built with the same builder and options.

    :param page: the address of the document.
    :param name: of the page below that of the document.
    """
    if page.endswith("/"):
        return f"{page}{name}/"
    suffix = builder.link_suffix
    return f"{page.removesuffix(suffix)}/{name}{suffix}"


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
