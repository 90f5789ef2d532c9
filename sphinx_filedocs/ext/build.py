"""The build, in the order of Sphinx's events: analyse, announce, read and write pages."""

from __future__ import annotations

import atexit
import gc
import os
from collections.abc import Iterable, Iterator, Sized
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from docutils import nodes

from sphinx_filedocs.ext import diagnostics, errors, files_beside_pages, upstream, virtual_documents
from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.collected_pages import GeneratedPages, write_pages
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import Failures
from sphinx_filedocs.ext.files_beside_pages import write_reader_scripts
from sphinx_filedocs.ext.forges import with_addresses
from sphinx_filedocs.ext.lock import Lock
from sphinx_filedocs.ext.mentions import find_beyond
from sphinx_filedocs.ext.output_files import (
    UNKNOWN,
    Manifest,
    delete,
    delete_vanished,
    output_file,
    suffixes,
)
from sphinx_filedocs.ext.page_context import (
    add_source_links,
    add_symbol_pane,
    add_use_parts,
    leave_source_out,
    note_more,
    on_page,
    show_contents,
)
from sphinx_filedocs.ext.page_inputs import (
    OutsideDigests,
    code_version,
    made_by,
    options_digest,
    relations,
    toctrees_digest,
)
from sphinx_filedocs.ext.page_settings import leave_out_unknown, section_names
from sphinx_filedocs.ext.session import Built, Session
from sphinx_filedocs.ext.tree_file_builder import TreeFileBuilder
from sphinx_filedocs.ext.trees import BuildTree
from sphinx_filedocs.ext.virtual_documents import read_pages
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.incremental.last_build import BuildState, Records, TreeState
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.translation import users_catalogues
from sphinx_filedocs.tree_options import TreeOptions

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.ext.domain import SourceDomain

#: From so many documents on it is worth sparing what is known of them the search for garbage.
_MANY = 500
#: The threshold of the oldest generation of the garbage collector.
_RARELY = 100


class Build:
    """One build: the handlers of Sphinx's events."""

    #: Whether a build has ended in this process.
    ended: ClassVar[bool] = False

    def __init__(self, version: str, patches: upstream.Patches, session: Session) -> None:
        self._session = session
        self._version = version
        self._patches = patches
        self._made_by = ""
        self._around = ""
        self._beside = ""
        self._trees: tuple[TreeOptions, ...] = ()
        self._collects = False
        self._thresholds = gc.get_threshold()
        self._manifest: Manifest | None = None
        self._index: upstream.UnchangedIndex | None = None
        self._written: set[str] = set()
        self._fingerprints: dict[str, str] = {}
        self._lock = Lock()
        self._records: Records | None = None
        self._failures: Failures | None = None
        self._read: list[str] = []
        self._writes: frozenset[str] = frozenset()
        self._pages: GeneratedPages | None = None
        self._all_read: frozenset[str] = frozenset()
        self._removed: set[str] = set()
        self._shown: dict[str, str] = {}
        self._last = BuildState()
        self._made: dict[str, BuildTree] = {}
        self._states: dict[str, TreeState] = {}
        self._uses: dict[tuple[str, str], str | None] = {}
        self._outside = OutsideDigests({}, {}, self._last)
        self._project: virtual_documents.VirtualProject | None = None

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers."""
        app.connect("config-inited", self.check_options, priority=100)
        app.connect("config-inited", self.add_static_files, priority=100)
        app.connect("config-inited", self.lock, priority=900)
        app.connect("builder-inited", self.start)
        app.connect("env-get-outdated", self.pages_to_read, priority=100)
        # Others expect all documents there.
        app.connect("env-before-read-docs", self.take_pages, priority=900)
        app.connect("env-updated", self.read_pages, priority=100)
        app.connect("env-updated", self.pages_to_write)
        app.connect("write-started", self.start_writing)
        app.connect("doctree-resolved", self.note_resolved)
        app.connect("html-collect-pages", self.collect_pages)
        on_page(app, leave_source_out, priority=1)
        on_page(app, add_source_links)
        on_page(app, add_symbol_pane, priority=900)
        on_page(app, add_use_parts, priority=100)
        on_page(app, show_contents, priority=900)
        on_page(app, write_reader_scripts)
        if self._session.unread:
            on_page(app, note_more)
        # Others look then at what documents there are.
        app.connect("build-finished", self.forget_pages, priority=1)
        app.connect("build-finished", self.finish)

    def check_options(self, app: Sphinx, config: Config) -> None:
        """Check the options.

        :raises UserError: for the first wrong option.
        """
        self._trees = diagnostics.checked_trees(config, Path(app.confdir))
        if self._session.unread:
            leave_out_unknown(config)
        # Sphinx now loads its environment, up to the event builder-inited: with many documents
        # the search for garbage, of which there is none, takes six times as long as that itself.
        # Neither do trees leave any when they are analysed then.
        self._collects = gc.isenabled()
        gc.disable()

    def add_static_files(self, app: Sphinx, config: Config) -> None:
        """Add our static files, before Sphinx compares the options with the last build's."""
        config.html_static_path = [*config.html_static_path, str(files_beside_pages.STATIC)]

    def lock(self, app: Sphinx, config: Config) -> None:
        """Wait for another build with the same doctrees to end."""
        self._lock.take(Path(app.doctreedir))

    def start(self, app: Sphinx) -> None:
        """Analyse the trees, unless nothing has changed, and announce their pages."""
        if app.builder.format == "html":
            files_beside_pages.add_style_sheet(app)
            files_beside_pages.add_script(app, [tree.prefix for tree in self._trees])
            templates = getattr(app.builder, "templates", None)
            if templates and self._session.templates:
                templates.environment.bytecode_cache = self._session.templates
        domain = domain_of(app.env)
        domain.builder = app.builder
        domain.suffixes = suffixes(app)
        domain.add_roles()
        sections = section_names(app.config)
        self._made_by = made_by(self._version, sections, users_catalogues(app))
        try:
            self._spare(app.env.all_docs)
            self._find_pages(app, domain)
            self._spare(self._fingerprints)
        finally:
            if self._collects:
                gc.enable()
        self._outside = OutsideDigests(self._states, self._fingerprints, self._last)
        domain.fingerprints = self._fingerprints
        self._pages = pages = GeneratedPages(app, self._states)
        domain.collected = pages.collected
        self._project = virtual_documents.install(app, pages.every, pages.documents)
        # These are made without the pages.
        if not isinstance(app.builder, TreeFileBuilder):
            self._manifest = Manifest(app.builder)
            self._patch(app, self._manifest)

    def _patch(self, app: Sphinx, manifest: Manifest) -> None:
        is_short = self._patches.apply(app, upstream.ShortSearch())
        if is_short and app.config.filedocs_search:
            # It knows generated pages by what the index has of them.
            self._patches.apply(app, upstream.SearchOrder())
        collected = domain_of(app.env).collected
        self._index = upstream.UnchangedIndex(
            manifest,
            self._objects,
            lambda: self._writes & collected,
        )
        self._patches.apply(app, self._index)

    def _objects(self) -> str:
        return digest(self._made_by, [state.objects for state in self._states.values()])

    def _find_pages(self, app: Sphinx, domain: SourceDomain) -> None:
        self._records = Records(Path(app.doctreedir, "filedocs.sqlite"), code_version())
        self._last = self._records.load()
        settings, unread = domain.settings, self._session.unread
        reader = unread.reader if unread else None
        for named in self._trees:
            tree = with_addresses(named, app.config, os.environ)
            made = BuildTree(app, tree, settings, self._made_by, reader=reader)
            state = made.state(self._last.trees.get(tree.prefix))
            self._made[tree.prefix] = made
            self._states[tree.prefix] = state
            self._fingerprints.update(state.fingerprints)
            domain.sites[tree.prefix] = made.site

    def _spare(self, documents: Sized) -> None:
        """Hide all objects so far from the garbage collector: they live as long as the build."""
        if Build.ended and not self._session.templates:
            if len(documents) <= _MANY:
                return
            # Objects of earlier builds do not live on.
            gc.collect()
        gc.freeze()

    def pages_to_read(
        self,
        app: Sphinx,
        env: BuildEnvironment,
        added: set[str],
        changed: set[str],
        removed: set[str],
    ) -> list[str]:
        """Return the generated pages that have changed, and the hand-written ones that show one."""
        # Garbage of pages is young. From here on Sphinx emits the event at the end of each build,
        # also of one that fails.
        gc.set_threshold(*self._thresholds[:2], max(self._thresholds[2], _RARELY))
        if self._project:
            self._project.begin_reading()
        domain = domain_of(env)
        outdated = [
            name
            for name in self._fingerprints.keys() - domain.collected
            if domain.read.get(name) != domain.state(name)
        ]
        if domain.data["made_by"] != self._made_by:
            # The notes of hand-written pages depend on the code too.
            outdated += env.all_docs.keys() - removed
            domain.data["made_by"] = self._made_by
        for docname, shown in domain.uses.items():
            if any(self._current_use(domain, key) != value for key, value in shown.items()):
                outdated.append(docname)
        for name in removed:
            delete(Path(app.doctreedir), Path(app.doctreedir, f"{name}.doctree"))
        last, now = (
            {page for state in states.values() for page in state.fingerprints}
            for states in (self._last.trees, self._states)
        )
        self._removed = removed | last
        if domain.collected and last != now:
            # Sphinx reads these again when documents come or go.
            outdated += env.glob_toctrees
        if self._records:
            outdated += self._records.unfinished()
        self._load(domain, {*outdated, *added, *changed})
        return outdated

    def take_pages(self, app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        """Remove the generated pages from the documents that Sphinx is about to read."""
        if self._records and self._manifest and docnames:
            self._records.begin(docnames)
        self._all_read = frozenset(docnames)
        self._read = [name for name in docnames if name in self._fingerprints]
        docnames[:] = [name for name in docnames if name not in self._fingerprints]
        if self._project:
            self._project.show_pages()
        if app.config.root_doc in self._read:
            # Sphinx looks for it when it has read the others.
            self._read_pages(app, [app.config.root_doc])

    def read_pages(self, app: Sphinx, env: BuildEnvironment) -> None:
        """Read the generated pages last: a parallel reader of others replaces the environment."""
        if self._project:
            self._project.hide_pages()
        pages = [name for name in self._read if name != app.config.root_doc]
        if pages and self._manifest:
            self._read_pages(app, pages)

    def _read_pages(self, app: Sphinx, pages: Iterable[str]) -> None:
        try:
            read_pages(app, app.env, pages)
        except OptionError as error:
            raise errors.UserError(str(error)) from error

    def _current_use(self, domain: SourceDomain, key: tuple[str, str]) -> str | None:
        if key not in self._uses:
            state = self._states.get(key[0])
            known = self._last.directives.get(key[0], {})
            if state and key[1] in known and self._outside.is_same(key[0]):
                self._uses[key] = known[key[1]]
            else:
                self._uses[key] = domain.current_use(*key)
        return self._uses[key]

    def _load(self, domain: SourceDomain, docnames: Iterable[str]) -> None:
        """Make the models of trees before processes are forked, which share them."""
        concerned = set(docnames)
        for prefix, state in self._states.items():
            if not concerned.isdisjoint(state.fingerprints):
                domain.sites[prefix].load()

    def pages_to_write(self, app: Sphinx, env: BuildEnvironment) -> list[str]:
        """Return the pages whose output has changed, and delete that of pages that are gone."""
        if self._pages is None or self._manifest is None:
            return []
        domain = domain_of(env)
        self._warn(domain)
        domain.find_beyond = cache(lambda: find_beyond(domain))
        self._outside.find(domain, self._made_by)
        fingerprints = {**self._fingerprints, **self._outside.shown}
        around: dict[str, str] = {}
        sidebars = ""
        if app.builder.format == "html" and app.builder.name != "singlehtml":
            titles = {
                name: tree.title
                for tree in self._trees
                for name in self._states[tree.prefix].fingerprints
            }
            with self._pages.leading():
                around = relations(env, titles)
                bounded = upstream.Sidebars.name in self._patches.applied
                sidebars = toctrees_digest(env, self._fingerprints if bounded else ())
        self._around = digest(self._made_by, options_digest(app), sidebars)
        if has_pages_beside(app.builder):
            templates = cast("StandaloneHTMLBuilder", app.builder).templates
            # Sphinx writes its documents again when a template has changed.
            self._beside = digest(self._around, templates.newest_template_mtime())
        self._shown = {
            name: f"{fingerprints.get(name, '')} {around.get(name, '')} "
            f"{self._beside if name in domain.collected else self._around}"
            for name in (*env.all_docs, *domain.collected)
        }
        is_lost = self._index is not None and self._index.is_lost
        outdated = list(self._shown) if is_lost else self._manifest.outdated(self._shown)
        names = set(self._shown)
        # The manifest may have been lost.
        vanished = {*self._manifest.vanished(names), *(self._removed - names)}
        self._manifest.begin({*outdated, *self._all_read, *vanished})
        delete_vanished(app, vanished, names)
        self._manifest.forget(vanished)
        self._load(domain, outdated)
        self._writes = frozenset(outdated)
        return [*self._read, *(self._writes & env.all_docs.keys())]

    def _warn(self, domain: SourceDomain) -> None:
        diagnostics.warn_unreachable(domain.env, self._states, self._fingerprints)

    def start_writing(self, app: Sphinx, builder: Builder) -> None:
        """Note that the environment is saved, and add the pages that are no documents to it."""
        if self._records is None or self._manifest is None:
            return
        self._records.end()
        if builder.name == "epub":
            files_beside_pages.leave_out_of_epub(app, self._manifest.path)
        self._failures = Failures(Path(app.outdir))
        self._failures.watch()
        if self._pages:
            self._pages.announce(self._writes)
            self._session.built = Built(app, self._made, self._manifest, self._pages)
        if app.parallel > 1 and len(self._writes) > _MANY:
            for prefix, state in self._states.items():
                if len(state.fingerprints.keys() & self._writes) > _MANY:
                    self._made[prefix].read_ahead()
            # A search for garbage touches all objects: each process would have its own of them.
            gc.collect()
            gc.freeze()
            # The next collection depends on the objects that this one finds.
            gc.collect()

    def note_resolved(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Note each page that Sphinx writes: it adds some to those that we named."""
        self._written.add(docname)
        if self._manifest:
            self._manifest.begin([docname])

    def collect_pages(self, app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Write the pages that are no documents.

        Sphinx gets none of them: it would write them in one process and without a doctree for the
        event ``html-page-context``.
        """
        if self._session.unread and self._session.built:
            self._session.unread.answer(self._session.built)
        if self._pages:
            self._pages.complete()
        pages = self._shown.keys() - app.env.found_docs
        if not self._writes_all(app):
            pages &= self._writes
        if pages and self._manifest:
            new = pages - self._manifest.written.keys()
            self._manifest.begin(pages)
            write_pages(app, pages, self._session.request, new)
            self._written |= pages
        return iter(())

    def _writes_all(self, app: Sphinx) -> bool:
        """Tell whether Sphinx writes all documents, as with its option ``-a``."""
        asked = {*self._all_read, *self._writes}
        asked.update(*(app.env.files_to_rebuild.get(name, ()) for name in (*asked,)))
        return app.env.found_docs <= self._written and not app.env.found_docs <= asked

    def forget_pages(self, app: Sphinx, exception: Exception | None) -> None:
        """Leave the environment with documents alone."""
        if self._pages:
            self._pages.retract()

    def finish(self, app: Sphinx, exception: BaseException | None) -> None:
        """Record the written pages if the build has ended well, and release the lock."""
        try:
            if exception is None and self._manifest is not None:
                files_beside_pages.write_files(app, self._manifest, self._states, self._made_by)
            self._record(app, exception)
            if exception is None and self._manifest is not None:
                for tree in self._trees:
                    state, discovery = self._states[tree.prefix], self._made[tree.prefix].discovery
                    diagnostics.say_summary(
                        tree.prefix, state, discovery, app.config.filedocs_tree_sections
                    )
        finally:
            if self._pages:
                self._pages.close()
            for made in self._made.values():
                made.close()
            self._lock.release()
            gc.set_threshold(*self._thresholds)
            # A process that builds again and again would keep all that it ever loaded.
            gc.unfreeze()
            if not Build.ended:
                # One that ends would look for garbage in all of that once more.
                atexit.register(gc.freeze)
            Build.ended = True

    def _record(self, app: Sphinx, exception: BaseException | None) -> None:
        if self._failures is not None:
            self._failures.leave()
        if exception is not None or self._manifest is None:
            return
        written = self._manifest.written
        for name in self._written & self._shown.keys():
            written[name] = self._shown[name]
        if self._failures:
            for name in list(written):
                if self._failures.concern(output_file(app.builder, name)):
                    written[name] = UNKNOWN
        if self._index:
            self._index.note()
        self._manifest.save()
        domain = domain_of(app.env)
        uses: dict[str, dict[str, str | None]] = {}
        for key in {key for shown in domain.uses.values() for key in shown}:
            uses.setdefault(key[0], {})[key[1]] = self._current_use(domain, key)
        outside = self._outside
        more = outside.inventory, outside.external
        state = BuildState(self._states, uses, outside.noted, outside.shown, *more)
        if self._records and state != self._last:
            self._records.save(state)
