"""The pages of divided trees that other projects have: their addresses, from the inventories of
sphinx.ext.intersphinx."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from sphinx.util import logging

from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.text import english_quantity
from sphinx_filedocs.source.ignore import parse_patterns

if TYPE_CHECKING:
    from sphinx.builders import Builder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.config import Tree
    from sphinx_filedocs.pages.site import Site

logger = logging.getLogger(__name__)


class InventoryItem(Protocol):
    """What an inventory says of an object, as far as we ask; Sphinx has only a private name for
    it."""

    @property
    def project_name(self) -> str:
        """The name of the project that has it."""

    @property
    def project_version(self) -> str:
        """The version of that project."""

    @property
    def uri(self) -> str:
        """Its address: relative to the root of the output, or absolute."""


_Inventory = Mapping[str, Mapping[str, InventoryItem]]


class Elsewhere:
    """Where the pages are that this project does not have.

    :param sites: the documented trees by prefix.
    """

    def __init__(self, env: BuildEnvironment, sites: Mapping[str, Site]) -> None:
        self._env = env
        self._sites = sites

    @cached_property
    def uris(self) -> Mapping[str, str]:
        """The address of each page of another part, relative to the root of the output or
        absolute, by its document name; ``""`` where no inventory has it."""
        inventories = _inventories(self._env)
        found: dict[str, str] = {}
        for site in self._sites.values():
            for docname, part in site.plan.elsewhere.items() if site.tree.part else ():
                page = inventories.get(part, {}).get(docname)
                found[docname] = page.uri if page else ""
        return found

    def digest(self, docnames: Iterable[str]) -> str:
        """Return a digest of the addresses of those of some documents that are elsewhere."""
        uris = self.uris
        return digest(sorted((name, uris[name]) for name in docnames if name in uris))

    def uri(self, builder: Builder, docname: str, page: str) -> str:
        """Return the address of a page of another part as seen from a document of this project;
        ``""`` where no inventory has it, or nothing leads there.

        :param docname: of the document.
        :param page: the page's document name.
        """
        found = self.uris[page]
        # From a book a relative address leads nowhere.
        if not _is_absolute(found) and (builder.format != "html" or builder.name == "epub"):
            return ""
        return seen_from(builder, docname, found) if found else ""

    def say(self) -> None:
        """Say of how many pages the links are text."""
        missing = Counter(
            site.plan.elsewhere[name]
            for site in self._sites.values()
            if site.tree.part
            for name in site.plan.elsewhere
            if not self.uris[name]
        )
        for part, count in sorted(missing.items()):
            shown = english_quantity(count, "page")
            logger.info("%s of the part %s in no inventory: links to them are text", shown, part)


def seen_from(builder: Builder, docname: str, uri: str) -> str:
    """Return the address of an inventory as seen from a document."""
    if _is_absolute(uri):
        return uri
    return "../" * builder.get_target_uri(docname).count("/") + uri


def _is_absolute(uri: str) -> bool:
    return "://" in uri or uri.startswith("/")


def pages_digest(env: BuildEnvironment, trees: Iterable[Tree]) -> str:
    """Return a digest of all pages that the inventories of other parts name."""
    names = {name for tree in trees if tree.part for name, _ in tree.parts if name != tree.part}
    found = _inventories(env) if names else {}
    return digest(
        sorted((name, page, one.uri) for name in names for page, one in found.get(name, {}).items())
    )


def _inventories(env: BuildEnvironment) -> Mapping[str, Mapping[str, InventoryItem]]:
    """Return the documents of each inventory that is loaded."""
    named: Mapping[str, _Inventory] = getattr(env, "intersphinx_named_inventory", {})
    return {name: inventory.get("std:doc", {}) for name, inventory in named.items()}


def drop_own(config: Config, trees: Iterable[Tree]) -> None:
    """Take the inventories of parts that no link needs from ``intersphinx_mapping``: then the same
    ``conf.py`` is right for every part, for all in one, and before there is any inventory."""
    needless = {name for tree in trees for name, _ in tree.parts if tree.part in ("", name)}
    if needless and "intersphinx_mapping" in config:
        mapping = config.intersphinx_mapping
        if isinstance(mapping, Mapping):
            config.intersphinx_mapping = {
                name: entry for name, entry in mapping.items() if name not in needless
            }


def parter(tree: Tree) -> Callable[[str], str]:
    """Return a function that tells the part of a tree that has a file's page: the first whose
    patterns select the file, else the first of all."""
    rules = [(name, parse_patterns(patterns)) for name, patterns in tree.parts]
    return lambda path: next((name for name, rule in rules if rule.selects(path)), rules[0][0])
