"""Builders that write the inventories of the parts of divided trees before any of their pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.inventory import InventoryFile

from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.parts.projects import projects_of_pages


class Inventories(StandaloneHTMLBuilder):
    """Writes for each part an inventory of the documents that ``html`` will make of it. Of
    generated pages it reads none, and it writes no page at all."""

    name = "inventories"
    epilog = "The inventories are in %(outdir)s."
    search = False

    def get_theme_config(self) -> tuple[str, dict[str, str | int | bool]]:
        """Return a theme that writes nothing of its own, as furo does at the end of a build: no
        page needs one."""
        return "basic", {}

    def get_outdated_docs(self) -> Iterator[str]:
        """Return no document: none is written."""
        return iter(())

    def prepare_writing(self, docnames: AbstractSet[str]) -> None:
        """Prepare nothing."""

    def copy_assets(self) -> None:
        """Copy nothing."""

    def write_documents(self, docnames: AbstractSet[str]) -> None:
        """Write no document."""

    def finish(self) -> None:
        """Write the inventories."""
        sites = domain_of(self.env).sites.values()
        for name in dict.fromkeys(name for site in sites for name, _ in site.tree.division.parts):
            folder = Path(self.outdir, name)
            folder.mkdir(exist_ok=True)
            self._write(folder / "objects.inv", self._documents(name))

    def _documents(self, part: str) -> Iterator[str]:
        """Yield the documents of a part: those of its own, and what no tree's division is about."""
        parts: dict[str, tuple[str, ...]] = {}
        for site in domain_of(self.env).sites.values():
            parts.update(projects_of_pages(site.plan, site.tree.division))
        return (name for name in self.env.found_docs if name not in parts or part in parts[name])

    def _write(self, path: Path, documents: Iterable[str]) -> None:
        rows = [(name, name, "doc", name, "", -1) for name in documents]
        domain = SimpleNamespace(name="std", get_objects=lambda: rows)
        # What the inventory is made from, of an environment that would have read everything.
        known: Any = SimpleNamespace(
            config=self.config, domains=SimpleNamespace(sorted=lambda: (domain,))
        )
        InventoryFile.dump(path, known, self)


class DirectoryInventories(Inventories, DirectoryHTMLBuilder):
    """The same for ``dirhtml``."""

    name = "dirinventories"
