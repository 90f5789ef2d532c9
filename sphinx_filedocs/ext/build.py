"""The build, in the order of Sphinx's events: analyse, announce pages, read and write what
changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.display import status_iterator

from sphinx_filedocs import config as options
from sphinx_filedocs.analysis.analyse import Analysed, Analysis, analyse
from sphinx_filedocs.analysis.discover import TreeError
from sphinx_filedocs.analysis.facts import extract
from sphinx_filedocs.analysis.ignore import PatternError
from sphinx_filedocs.analysis.store import Store
from sphinx_filedocs.ext import virtual
from sphinx_filedocs.ext.manifest import Manifest, digest, output_file
from sphinx_filedocs.ext.output import domain_of, has_keyword_pages, keyword_pages, keywords_docname
from sphinx_filedocs.model import Diagnostic, File, Keyword
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.nodes import printable_line
from sphinx_filedocs.pages.site import Site

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

logger = logging.getLogger(__name__)

STATIC = Path(__file__).resolve().parent.parent / "static"


class Build:
    """One run of Sphinx: what the handlers of its events share."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._trees: tuple[options.Tree, ...] = ()
        self._manifest: Manifest | None = None
        self._resolved: set[str] = set()
        self._fingerprints: dict[str, str] = {}
        self._project: virtual.VirtualProject | None = None

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers."""
        app.connect("config-inited", self.check_options, priority=100)
        app.connect("builder-inited", self.start)
        app.connect("env-get-outdated", self.pages_to_read)
        app.connect("env-updated", self.pages_to_write)
        app.connect("doctree-resolved", self.note_resolved)
        app.connect("html-collect-pages", self.collect_keyword_pages)
        app.connect("html-page-context", self.page_context)
        app.connect("build-finished", self.finish)

    def check_options(self, app: Sphinx, config: Config) -> None:
        """Stop at a wrong option, with its name, its value and what is allowed.

        :raises ConfigError: for the first wrong option.
        """
        try:
            options.check_options({option.name: config[option.name] for option in options.OPTIONS})
            for kind in ("file", "folder", "tree"):
                name = f"filedocs_{kind}_sections"
                sections.check(name, config[name])
            self._trees = options.parse_trees(config.filedocs_trees, Path(app.confdir))
        except options.OptionError as error:
            raise ConfigError(str(error)) from None

    def start(self, app: Sphinx) -> None:
        """Analyse the trees and announce their pages."""
        domain = domain_of(app.env)
        domain.builder = app.builder
        domain.sites = {tree.prefix: self._site(app, tree) for tree in self._trees}
        settings = domain.settings
        pages: dict[str, Path] = {}
        for site in domain.sites.values():
            for docname, page in site.plan.pages.items():
                pages[docname] = site.root / page.path
                view = site.view(page)
                self._fingerprints[docname] = digest(view.fingerprint(), settings, self._version)
        domain.fingerprints = self._fingerprints
        self._project = virtual.install(app, pages)
        self._manifest = Manifest(app.builder)
        if app.builder.format == "html":
            # Beside the theme's own files; html_static_path is the user's.
            app.config.html_static_path.append(str(STATIC))

    def _site(self, app: Sphinx, tree: options.Tree) -> Site:
        # No prefix has a plus sign, so no two trees share a file.
        name = tree.prefix.replace("/", "+")
        limit = app.config.filedocs_max_bytes
        store = Store(Path(app.doctreedir) / f"filedocs-{name}.sqlite", limit)
        if store.problem:
            logger.info("%s", store.problem)
        skip = (Path(app.outdir), Path(app.doctreedir))
        analysis = Analysis(
            root=tree.root,
            title=tree.title,
            include=tree.include,
            exclude=tree.exclude,
            skip=skip,
            limit=limit,
            history=app.config.filedocs_history,
            jobs=app.parallel,
        )

        def progress(files: Iterable[Analysed], count: int) -> Iterator[Analysed]:
            shown = f"analysing {tree.prefix}... "
            return status_iterator(files, shown, "purple", count, app.verbosity, _shown_path)

        try:
            codebase = analyse(analysis, store, progress)
        except (PatternError, TreeError) as error:
            msg = f"filedocs_trees[{tree.prefix!r}]: {error}"
            raise ConfigError(msg) from None
        for diagnostic in codebase.diagnostics:
            _log(tree, diagnostic)

        def keywords(file: File) -> tuple[Keyword, ...]:
            return _keywords(store, tree, file, limit)

        return Site(tree, codebase, domain_of(app.env).settings, keywords)

    def pages_to_read(
        self,
        app: Sphinx,
        env: BuildEnvironment,
        added: set[str],
        changed: set[str],
        removed: set[str],
    ) -> list[str]:
        """Return the generated pages that show something else than when they were read, and the
        hand-written ones that show something of a tree that changed."""
        domain = domain_of(env)
        outdated = [
            name for name, value in self._fingerprints.items() if domain.read.get(name) != value
        ]
        for docname, shown in domain.uses.items():
            if any(domain.current_use(*key) != value for key, value in shown.items()):
                outdated.append(docname)
        return outdated

    def pages_to_write(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Return the pages whose output shows something else than they do now, and delete the
        output of pages that are no more."""
        if self._project is None or self._manifest is None:
            return []
        self._project.reading = False
        domain = domain_of(env)
        targets = domain.targets
        for docname in domain.references.keys() | domain.uses.keys():
            noted = domain.references.get(docname, ())
            found = [(reftype, name, targets.find(reftype, name)) for reftype, name in noted]
            shown = sorted(domain.uses.get(docname, {}).items())
            self._fingerprints[docname] = digest(found, shown)
        known = {
            name: self._fingerprints[name] for name in self._fingerprints if name in env.all_docs
        }
        keyword_docs = (
            {
                keywords_docname(d)
                for site in domain.sites.values()
                for d in site.plan.files.values()
            }
            if has_keyword_pages(app.builder)
            else set()
        )
        _delete_vanished(app, self._manifest, set(env.all_docs) | keyword_docs)
        return self._manifest.outdated(known)

    def note_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Note that a page is being written."""
        self._resolved.add(docname)

    def collect_keyword_pages(self, app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Yield the keyword indices of files that have to be written."""
        if not self._manifest or not has_keyword_pages(app.builder):
            return
        builder = cast("StandaloneHTMLBuilder", app.builder)
        for site in domain_of(app.env).sites.values():
            yield from keyword_pages(builder, site, self._manifest)

    def page_context(
        self,
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        """Say that a generated page has no source document to show or edit."""
        if self._project and pagename in self._project.pages:
            context["sourcename"] = ""
            context["page_source_suffix"] = ""

    def finish(self, app: Sphinx, exception: Exception | None) -> None:
        """Record what was written, if the build ended well."""
        if exception is not None or self._manifest is None:
            return
        for name in self._resolved & self._fingerprints.keys():
            self._manifest.written[name] = self._fingerprints[name]
        self._manifest.save()


def _shown_path(analysed: Analysed) -> str:
    return printable_line(analysed[0].path)


def _delete_vanished(app: Sphinx, manifest: Manifest, names: set[str]) -> None:
    """Delete the output of pages that are no more, where no other page is written now."""
    kept = {output_file(app.builder, name) for name in names}
    for name in manifest.vanished(names):
        del manifest.written[name]
        path = output_file(app.builder, name)
        if path and path not in kept:
            path.unlink(missing_ok=True)


def _keywords(store: Store, tree: options.Tree, file: File, limit: int) -> tuple[Keyword, ...]:
    """Return a file's keywords from the store, or anew where there is none."""
    from sphinx_filedocs.analysis import content  # noqa: PLC0415

    kept = store.recall_keywords(file)
    if kept is None:
        text = content.read(tree.root, file.path, limit).text
        kept = extract(text, file.language)[1]
    return kept


def _log(tree: options.Tree, diagnostic: Diagnostic) -> None:
    """Say what is wrong with a file. It is no warning: the page says it too, and a tree with such
    a file shall build with ``-W``."""
    path = tree.root / diagnostic.path
    line = f":{diagnostic.line}" if diagnostic.line else ""
    logger.info(
        "%s%s: %s [filedocs.%s]",
        printable_line(str(path)),
        line,
        diagnostic.message,
        diagnostic.subtype,
    )
