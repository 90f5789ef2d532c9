"""The build, in the order of Sphinx's events: analyse, announce pages, read and write what
changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from docutils import nodes
from sphinx.errors import ConfigError
from sphinx.util import logging
from sphinx.util.display import status_iterator

from sphinx_filedocs import config as options
from sphinx_filedocs.analysis import content
from sphinx_filedocs.analysis.analyse import Analysed, Analysis, analyse
from sphinx_filedocs.analysis.discover import TreeError
from sphinx_filedocs.analysis.facts import extract
from sphinx_filedocs.analysis.ignore import PatternError
from sphinx_filedocs.analysis.store import Store
from sphinx_filedocs.ext import virtual
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.external import external_digest
from sphinx_filedocs.ext.manifest import Manifest, digest, output_file
from sphinx_filedocs.ext.mentions import fill
from sphinx_filedocs.ext.output import has_keyword_pages, keyword_pages, keywords_docname
from sphinx_filedocs.ext.reading import read_pages
from sphinx_filedocs.model import Diagnostic, Extract, File, Keyword, Names
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.ext.domain import SourceDomain

logger = logging.getLogger(__name__)

#: So many files are kept as lines while pages quote from them.
_REMEMBERED = 300
STATIC = Path(__file__).resolve().parent.parent / "static"


class Build:
    """One run of Sphinx: what the handlers of its events share."""

    def __init__(self, version: str) -> None:
        self._version = version
        self._trees: tuple[options.Tree, ...] = ()
        self._manifest: Manifest | None = None
        self._resolved: set[str] = set()
        self._fingerprints: dict[str, str] = {}
        self._read: list[str] = []
        self._shown: dict[str, str] = {}
        self._project: virtual.VirtualProject | None = None

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers."""
        app.connect("config-inited", self.check_options, priority=100)
        app.connect("builder-inited", self.start)
        app.connect("env-get-outdated", self.pages_to_read)
        app.connect("env-before-read-docs", self.read_pages)
        app.connect("env-updated", self.pages_to_write)
        # Sphinx has then looked for pages that are in no toctree.
        app.connect("env-check-consistency", self.forget_titles)
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

        return Site(tree, codebase, domain_of(app.env).settings, _Kept(store, tree.root, limit))

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

    def read_pages(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        """Read the generated pages that Sphinx is about to read, and leave it the others."""
        sites = domain_of(env).sites.values()
        folders = (name for site in sites for name in site.plan.folders.values())
        self._read = [name for name in docnames if name in self._fingerprints]
        docnames[:] = [name for name in docnames if name not in self._fingerprints]
        read_pages(app, env, self._read, folders)

    def pages_to_write(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Return the pages whose output shows something else than they do now, and delete the
        output of pages that are no more."""
        if self._project is None or self._manifest is None:
            return []
        self._project.reading = False
        domain = domain_of(env)
        self._shown = {
            name: value
            for name, value in self._shown_fingerprints(domain).items()
            if name in env.all_docs
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
        return [*self._read, *self._manifest.outdated(self._shown)]

    def _shown_fingerprints(self, domain: SourceDomain) -> dict[str, str]:
        """Return a digest of all that each page shows, with what is only known once all pages
        are read: generated pages, and hand-written ones that show something of a tree."""
        shown = dict(self._fingerprints)
        targets = domain.targets
        for docname in domain.references.keys() | domain.uses.keys():
            noted = domain.references.get(docname, ())
            found = [(reftype, name, targets.find(reftype, name)) for reftype, name in noted]
            shown[docname] = digest(found, sorted(domain.uses.get(docname, {}).items()))
        for docname, filled in fill(domain).items():
            shown[docname] = digest(shown.get(docname), filled)
        if "intersphinx_mapping" in domain.env.config:
            for site in domain.sites.values():
                for path, docname in site.plan.files.items():
                    language = site.codebase.files[path].language
                    outside = external_digest(domain.env, language, site.marks.externals(path))
                    shown[docname] = digest(shown[docname], outside)
        return shown

    def forget_titles(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Keep Sphinx from writing a folder's page again because a page below it was read: its
        toctree shows titles, and those of files and folders are their paths."""
        starts = {site.plan.folders[""] for site in domain_of(env).sites.values()}
        for docname in self._fingerprints.keys() - starts:
            env.files_to_rebuild.pop(docname, None)

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
        for name in self._resolved & self._shown.keys():
            self._manifest.written[name] = self._shown[name]
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


class _Kept:
    """The keywords and names of a tree's files from the store, or anew where it has none."""

    def __init__(self, store: Store, root: Path, limit: int) -> None:
        self._store = store
        self._root = root
        self._limit = limit
        self._lines: dict[str, list[str]] = {}

    def keywords(self, file: File) -> tuple[Keyword, ...]:
        """Return the keywords of a file of the tree."""
        kept = self._store.recall_keywords(file)
        return self._read(file).keywords if kept is None else kept

    def names(self, file: File) -> Names:
        """Return the names of a file of the tree."""
        kept = self._store.recall_names(file)
        return self._read(file).names if kept is None else kept

    def lines(self, file: File) -> Sequence[str]:
        """Return the lines of a file of the tree; those read last are remembered."""
        if file.path not in self._lines:
            if len(self._lines) >= _REMEMBERED:
                del self._lines[next(iter(self._lines))]
            self._lines[file.path] = self._text(file).split("\n")
        return self._lines[file.path]

    def _text(self, file: File) -> str:
        return content.read(self._root, file.path, self._limit).text

    def _read(self, file: File) -> Extract:
        return extract(self._text(file), file.language)


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
