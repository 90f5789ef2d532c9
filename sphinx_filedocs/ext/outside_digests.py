"""Digests of what pages show from outside of their tree: of other pages, and of other projects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sphinx_filedocs.build.last_build import BuildState, TreeState
from sphinx_filedocs.ext.external_names import external_digest, inventory_digest
from sphinx_filedocs.ext.mentions import beyond_by_page, noted
from sphinx_filedocs.pages.digests import digest

if TYPE_CHECKING:
    from sphinx_filedocs.ext.domain import SourceDomain


class OutsideDigests:
    """What pages show that is only known once all pages are read: generated pages, and hand-written
    ones that show something of a tree.

    :param states: of the trees, by prefix.
    :param fingerprints: of the generated pages.
    :param last: what the last build found.
    """

    def __init__(
        self,
        states: Mapping[str, TreeState],
        fingerprints: Mapping[str, str],
        last: BuildState,
    ) -> None:
        self._states = states
        self._fingerprints = fingerprints
        self._last = last
        #: Stands for all that the rest follows from.
        self.noted = ""
        #: Stands for the inventories of other projects.
        self.inventory = ""
        #: Of what files' pages show of other projects' objects, by docname.
        self.external: Mapping[str, str] = {}
        #: Of all that pages show from outside of their tree, by docname.
        self.shown: Mapping[str, str] = {}

    def is_same(self, prefix: str) -> bool:
        """Tell whether a tree is as the last build found it."""
        last = self._last.trees.get(prefix)
        return last is not None and last.fingerprints is self._states[prefix].fingerprints

    def find(self, domain: SourceDomain, made_by: str) -> None:
        """Work all of it out, as far as it is not as in the last build."""
        inputs = {prefix: state.inputs for prefix, state in self._states.items()}
        self.inventory = inventory_digest(domain.env)
        outside = self.inventory, domain.external_pages.inventory_digest
        self.noted = digest(made_by, inputs, *noted(domain), *outside)
        same = self.noted == self._last.noted and all(map(self.is_same, self._states))
        self.external = self._last.external
        self.shown = self._last.shown if same else self._find_shown(domain)

    def _find_shown(self, domain: SourceDomain) -> dict[str, str]:
        shown: dict[str, str] = {}

        def add(docname: str, more: object) -> None:
            shown[docname] = digest(shown.get(docname, self._fingerprints.get(docname)), more)

        targets = domain.targets
        for docname in domain.references.keys() | domain.uses.keys():
            named = domain.references.get(docname, ())
            resolved = [(reftype, name, targets.find(reftype, name)) for reftype, name in named]
            uses = sorted(domain.uses.get(docname, {}).items())
            # What directives show follows from options too; another builder may have read it anew.
            settings = domain.settings if uses else ()
            shown[docname] = digest(resolved, uses, settings)
        for docname, parts in beyond_by_page(domain).items():
            add(docname, parts)
        written = domain.references.keys() | domain.uses.keys() | domain.descriptions.keys()
        places = [site.places for site in domain.sites.values()]
        for docname in written:
            add(docname, places)
        addresses = domain.external_pages.address_digests(self._states, written)
        for docname, those_shown in addresses.items():
            add(docname, those_shown)
        if "intersphinx_mapping" in domain.env.config:
            self.external = dict(self._find_external(domain))
            for docname, external in self.external.items():
                add(docname, external)
        return shown

    def _find_external(self, domain: SourceDomain) -> Iterator[tuple[str, str]]:
        """Yield a digest of what each file's page shows of other projects' objects."""
        known = self._last.external if self._last.inventory == self.inventory else {}
        for prefix, site in domain.sites.items():
            last = self._last.trees.get(prefix, TreeState()).fingerprints
            for path, docname in site.plan.files.items():
                if not site.has(docname):
                    continue
                if docname in known and last.get(docname) == self._fingerprints[docname]:
                    yield docname, known[docname]
                    continue
                language = site.codebase.files[path].language
                names = site.marks.externals(path)
                yield docname, external_digest(domain.env, language, names)
