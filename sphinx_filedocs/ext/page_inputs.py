"""Digests of all inputs of pages but the trees: code, options, toctrees, other pages. Sphinx alone
does not write a page again when its neighbour changes."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import docutils
import sphinx

from sphinx_filedocs import hooks
from sphinx_filedocs.ext.external_names import external_digest, inventory_digest
from sphinx_filedocs.ext.mentions import beyond_by_page, noted
from sphinx_filedocs.incremental.last_build import BuildState, TreeState
from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.sections import code_digest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.ext.domain import SourceDomain


_PACKAGE = Path(__file__).resolve().parent.parent


@per_table
def code_version() -> str:
    """Return a digest of the program, its grammars and libraries."""
    stands_on = f"{sphinx.__version__} {docutils.__version__}"
    versions = f"{analyser_version()} {sys.version} {stands_on}"
    digest = hashlib.blake2b(versions.encode(), digest_size=16)
    for name in sorted(_program(str(_PACKAGE))):
        data = Path(name).read_bytes()
        digest.update(name.removeprefix(str(_PACKAGE)).encode() + b"\0" + data)
    return digest.hexdigest()


def _program(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.is_file():
            yield entry.path
        elif entry.name != "__pycache__":
            yield from _program(entry.path)


def made_by(version: str, sections: Iterable[str], catalogues: Iterable[bytes]) -> str:
    """Return a digest of the code and the translations that make pages, users' own included.

    :param version: of the program.
    :param sections: the names of all sections; users' functions are dotted paths.
    :param catalogues: of users' translations.
    """
    dotted = {name for name in sections if "." in name}
    dotted |= {entry.value.replace(":", ".") for entry in hooks.installed("sections")}
    own = sorted((name, code_digest(name)) for name in dotted)
    return digest(version, code_version(), own, list(catalogues))


def options_digest(app: Sphinx) -> str:
    """Return a digest of options, tags, extensions and the checksums of style sheets and scripts.

    Sphinx reads all pages again after a change, but writes them for the one builder alone.
    """
    values = sorted((option.name, shown(option.value)) for option in app.config if option.rebuild)
    extensions = sorted(
        (extension.name, extension.version) for extension in app.extensions.values()
    )
    return digest(values, sorted(app.tags), extensions, list(_assets(app)))


def _assets(app: Sphinx) -> Iterator[tuple[str, int]]:
    for entry in app.config.html_static_path if app.builder.format == "html" else ():
        place = Path(app.confdir, entry)
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in {".css", ".js"} and path.is_file():
                yield path.name, crc32(path.read_bytes())


def shown(value: object) -> str:
    """Return a text for the value of an option, the same in every run."""
    if isinstance(value, Mapping):
        return repr(sorted((shown(key), shown(entry)) for key, entry in value.items()))
    if isinstance(value, AbstractSet):
        return repr(sorted(map(shown, value)))
    if isinstance(value, list | tuple):
        return repr(list(map(shown, value)))
    if isinstance(value, type) or type(value).__repr__ is object.__repr__ or callable(value):
        # Their repr has an address in memory.
        named = value if hasattr(value, "__qualname__") else type(value)
        return f"{named.__module__}.{named.__qualname__}"
    return repr(value)


def toctrees_digest(env: BuildEnvironment, generated: Container[str]) -> str:
    """Return a digest of all toctrees and headings that sidebars may show.

    :param generated: pages of which sidebars show the path alone.
    """
    written = sorted(name for name in env.tocs if name not in generated)
    root = env.config.root_doc
    return digest(
        [(name, env.tocs[name].pformat(), env.toc_secnumbers.get(name)) for name in written],
        # Every sidebar begins with what the root of all names.
        env.toctree_includes.get(root) if root in generated else None,
    )


def relations(env: BuildEnvironment, named: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of each document's parents and neighbours.

    :param named: the titles of trees, by docnames whose own titles follow from these.
    """
    neighbours = env.collect_relations()

    @cache
    def title(docname: str | None) -> str:
        if docname is None:
            return ""
        known = named.get(docname)
        return f"{docname} {env.titles.get(docname, '') if known is None else known}"

    above: dict[str | None, str] = {None: ""}
    shown: dict[str, str] = {}
    # Every document comes after the one above it.
    for docname, (parent, before, after) in neighbours.items():
        if parent not in above:
            grandparent = neighbours[parent][0] if parent in neighbours else None
            above[parent] = digest(above.get(grandparent), title(parent))
        shown[docname] = digest(above[parent], title(before), title(after))
    return shown


class OutsideDigests:
    """Digests of the links and texts that pages show from outside of their tree, known once all
    pages are read.

    :param states: of the trees, by prefix.
    :param fingerprints: of the generated pages.
    :param last: the state of the last build.
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
        self._uses: dict[tuple[str, str], str | None] = {}
        #: A digest of all inputs of the rest.
        self.noted = ""
        #: A digest of the inventories of other projects.
        self.inventory = ""
        #: Of what files' pages show of other projects' objects, by docname.
        self.external: Mapping[str, str] = {}
        #: Of all that pages show from outside of their tree, by docname.
        self.shown: Mapping[str, str] = {}

    def is_same(self, prefix: str) -> bool:
        """Tell whether a tree is the same as in the last build."""
        last = self._last.trees.get(prefix)
        return last is not None and last.fingerprints is self._states[prefix].fingerprints

    def current_use(self, domain: SourceDomain, key: tuple[str, str]) -> str | None:
        """Return the fingerprint of the output of a directive now, by prefix and target."""
        if key not in self._uses:
            known = self._last.directives.get(key[0], {})
            is_same = key[0] in self._states and key[1] in known and self.is_same(key[0])
            self._uses[key] = known[key[1]] if is_same else domain.current_use(*key)
        return self._uses[key]

    def find(self, domain: SourceDomain, made_by: str) -> None:
        """Compute the digests whose inputs have changed."""
        inputs = {prefix: state.inputs for prefix, state in self._states.items()}
        self.inventory = inventory_digest(domain.env)
        self.noted = digest(made_by, inputs, *noted(domain), self.inventory)
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
            # The content of directives depends on options too.
            settings = domain.settings if uses else ()
            shown[docname] = digest(resolved, uses, settings)
        for docname, parts in beyond_by_page(domain).items():
            add(docname, parts)
        written = domain.references.keys() | domain.uses.keys() | domain.descriptions.keys()
        places = [site.places for site in domain.sites.values()]
        for docname in written:
            add(docname, places)
        if "intersphinx_mapping" in domain.env.config:
            self.external = dict(self._find_external(domain))
            for docname, external in self.external.items():
                add(docname, external)
        return shown

    def _find_external(self, domain: SourceDomain) -> Iterator[tuple[str, str]]:
        known = self._last.external if self._last.inventory == self.inventory else {}
        for prefix, site in domain.sites.items():
            last = self._last.trees.get(prefix, TreeState()).fingerprints
            for path, docname in site.plan.files.items():
                if docname in known and last.get(docname) == self._fingerprints[docname]:
                    yield docname, known[docname]
                    continue
                language = site.codebase.files[path].language
                names = site.marks.externals(path)
                yield docname, external_digest(domain.env, language, names)
