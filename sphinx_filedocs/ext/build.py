"""The build, in the order of Sphinx's events: analyse, announce, read and write pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from docutils import nodes

from sphinx_filedocs.ext import diagnostics, errors, files_beside_pages, upstream, virtual_documents
from sphinx_filedocs.ext.addresses import has_pages_beside
from sphinx_filedocs.ext.collected_pages import GeneratedPages, write_pages
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.ext.errors import Failures
from sphinx_filedocs.ext.files_beside_pages import write_reader_scripts
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
from sphinx_filedocs.ext.session import Built, Lock, Session
from sphinx_filedocs.ext.tree_file_builder import TreeFileBuilder
from sphinx_filedocs.ext.trees import BuildTree
from sphinx_filedocs.ext.virtual_documents import read_pages
from sphinx_filedocs.garbage import LongLived, before_forks, no_collection
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.incremental.last_build import BuildState, Records
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.translation import users_catalogues
from sphinx_filedocs.source.forge import with_addresses
from sphinx_filedocs.tree_options import TreeOptions

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.ext.domain import SourceDomain

#: From so many pages on, parallel writers are made ready for.
_MANY = 500


class Build:
    """One build, up to the event ``builder-inited``; an :class:`Update` does the rest."""

    #: Made when the builder is there.
    _update: Update

    def __init__(self, version: str, patches: upstream.Patches, session: Session) -> None:
        self.session = session
        self.patches = patches
        self.lock = Lock()
        self.memory = LongLived(is_resident=session.templates is not None)
        self.trees: tuple[TreeOptions, ...] = ()
        self._version = version
        self._paused = ExitStack()

    def connect(self, app: Sphinx) -> None:
        """Connect the handlers."""
        app.connect("config-inited", self.check_options, priority=100)
        app.connect("config-inited", self.add_static_files, priority=100)
        app.connect("config-inited", self.wait, priority=900)
        app.connect("builder-inited", self.start)
        for event, handle, priority in (
            ("env-get-outdated", Update.pages_to_read, 100),
            # Others expect all documents there.
            ("env-before-read-docs", Update.take_pages, 900),
            ("env-updated", Update.read_pages, 100),
            ("env-updated", Update.pages_to_write, 500),
            ("write-started", Update.start_writing, 500),
            ("doctree-resolved", Update.note_resolved, 500),
            ("html-collect-pages", Update.collect_pages, 500),
            # Others look then at what documents there are.
            ("build-finished", Update.forget_pages, 1),
            ("build-finished", Update.finish, 500),
        ):
            app.connect(event, self._of_update(handle), priority)
        on_page(app, leave_source_out, priority=1)
        on_page(app, add_source_links)
        on_page(app, add_symbol_pane, priority=900)
        on_page(app, add_use_parts, priority=100)
        on_page(app, show_contents, priority=900)
        on_page(app, write_reader_scripts)
        if self.session.unread:
            on_page(app, note_more)

    def _of_update(self, handle: Callable[..., object]) -> Callable[..., object]:
        return lambda _app, *values: handle(self._update, *values)

    def check_options(self, app: Sphinx, config: Config) -> None:
        """Check the options.

        :raises UserError: for the first wrong option.
        """
        self.trees = diagnostics.checked_trees(config, Path(app.confdir))
        if self.session.unread:
            leave_out_unknown(config)
        # Sphinx now loads its environment, up to the event builder-inited: with many documents
        # the search for garbage, of which there is none, takes six times as long as that itself.
        # Neither do trees leave any when they are analysed then.
        self._paused.enter_context(no_collection())

    def add_static_files(self, app: Sphinx, config: Config) -> None:
        """Add our static files, before Sphinx compares the options with the last build's."""
        config.html_static_path = [*config.html_static_path, str(files_beside_pages.STATIC)]

    def wait(self, app: Sphinx, config: Config) -> None:
        """Wait for another build with the same doctrees to end."""
        self.lock.take(Path(app.doctreedir))

    def start(self, app: Sphinx) -> None:
        """Analyse the trees, unless nothing has changed, and announce their pages."""
        if app.builder.format == "html":
            files_beside_pages.add_style_sheet(app)
            files_beside_pages.add_script(app, [tree.prefix for tree in self.trees])
            templates = getattr(app.builder, "templates", None)
            if templates and self.session.templates:
                templates.environment.bytecode_cache = self.session.templates
        domain = domain_of(app.env)
        domain.builder = app.builder
        domain.suffixes = suffixes(app)
        domain.add_roles()
        sections = section_names(app.config)
        made = made_by(self._version, sections, users_catalogues(app))
        with self._paused:
            self.memory.spare(app.env.all_docs)
            self._update = Update(app, self, made)
            self.memory.spare(domain.fingerprints)


class _Reading(NamedTuple):
    """The documents that Sphinx has asked for; ``pages`` are the generated ones of them."""

    every: frozenset[str]
    pages: tuple[str, ...]


class _Writing(NamedTuple):
    """The pages to write, and the fingerprints of the output of all pages."""

    pages: frozenset[str]
    shown: Mapping[str, str]


class Update:
    """Reads and writes the outdated pages of the trees.

    :param made_by: a digest of the code that makes pages.
    """

    def __init__(self, app: Sphinx, build: Build, made_by: str) -> None:
        self._app = app
        self._build = build
        self._made_by = made_by
        domain = domain_of(app.env)
        self._records = Records(Path(app.doctreedir, "filedocs.sqlite"), code_version())
        self._last = self._records.load()
        ref, unread = app.config.filedocs_ref, build.session.unread
        reader = unread.reader if unread else None
        trees = [with_addresses(tree, ref, os.environ) for tree in build.trees]
        self._trees = {
            tree.prefix: BuildTree(app, tree, domain.settings, made_by, reader=reader)
            for tree in trees
        }
        self._states = {
            prefix: tree.state(self._last.trees.get(prefix)) for prefix, tree in self._trees.items()
        }
        domain.sites.update((prefix, tree.site) for prefix, tree in self._trees.items())
        self._fingerprints = domain.fingerprints = {
            page: value
            for state in self._states.values()
            for page, value in state.fingerprints.items()
        }
        self._outside = OutsideDigests(self._states, self._fingerprints, self._last)
        self._pages = GeneratedPages(app, self._states)
        domain.collected = self._pages.collected
        self._project = virtual_documents.install(app, self._pages.every, self._pages.documents)
        self._removed: AbstractSet[str] = frozenset()
        self._reading = _Reading(frozenset(), ())
        self._writing = _Writing(frozenset(), {})
        self._written: set[str] = set()
        self._failures = Failures(Path(app.outdir))
        #: None for builders that make no use of pages.
        self._manifest = None if isinstance(app.builder, TreeFileBuilder) else Manifest(app.builder)
        self._index = self._patched(self._manifest) if self._manifest else None

    def _patched(self, manifest: Manifest) -> upstream.UnchangedIndex:
        app, collected = self._app, self._pages.collected
        is_short = self._build.patches.apply(app, upstream.ShortSearch())
        if is_short and app.config.filedocs_search:
            # It knows generated pages by what the index has of them.
            self._build.patches.apply(app, upstream.SearchOrder())
        objects = digest(self._made_by, [state.objects for state in self._states.values()])
        index = upstream.UnchangedIndex(manifest, objects, lambda: self._writing.pages & collected)
        self._build.patches.apply(app, index)
        return index

    def pages_to_read(
        self, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
    ) -> list[str]:
        """Return the generated pages that have changed, and the hand-written ones that show one."""
        # From here on Sphinx emits the event at the end of each build, also of one that fails.
        self._build.memory.collect_rarely()
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
            if any(self._outside.current_use(domain, key) != value for key, value in shown.items()):
                outdated.append(docname)
        folder = Path(self._app.doctreedir)
        for name in removed:
            delete(folder, Path(folder, f"{name}.doctree"))
        last, now = (
            {page for state in states.values() for page in state.fingerprints}
            for states in (self._last.trees, self._states)
        )
        self._removed = removed | last
        if domain.collected and last != now:
            # Sphinx reads these again when documents come or go.
            outdated += env.glob_toctrees
        outdated += self._records.unfinished()
        self._load(domain, {*outdated, *added, *changed})
        return outdated

    def take_pages(self, env: BuildEnvironment, docnames: list[str]) -> None:
        """Remove the generated pages from the documents that Sphinx is about to read."""
        if self._manifest and docnames:
            self._records.begin(docnames)
        pages = tuple(name for name in docnames if name in self._fingerprints)
        self._reading = _Reading(frozenset(docnames), pages)
        docnames[:] = [name for name in docnames if name not in self._fingerprints]
        self._project.show_pages()
        root = self._app.config.root_doc
        if root in pages:
            # Sphinx looks for it when it has read the others.
            self._read_pages([root])

    def read_pages(self, env: BuildEnvironment) -> None:
        """Read the generated pages last: a parallel reader of others replaces the environment."""
        self._project.hide_pages()
        pages = [name for name in self._reading.pages if name != self._app.config.root_doc]
        if pages and self._manifest:
            self._read_pages(pages)

    def _read_pages(self, pages: Iterable[str]) -> None:
        try:
            read_pages(self._app, self._app.env, pages)
        except OptionError as error:
            raise errors.UserError(str(error)) from error

    def _load(self, domain: SourceDomain, docnames: Iterable[str]) -> None:
        """Make the models of trees before processes are forked, which share them."""
        concerned = set(docnames)
        for prefix, state in self._states.items():
            if not concerned.isdisjoint(state.fingerprints):
                domain.sites[prefix].load()

    def pages_to_write(self, env: BuildEnvironment) -> list[str]:
        """Return the pages whose output has changed, and delete that of pages that are gone."""
        if self._manifest is None or self._index is None:
            return []
        domain = domain_of(env)
        diagnostics.warn_unreachable(env, self._states, self._fingerprints)
        domain.find_beyond = cache(lambda: find_beyond(domain))
        self._outside.find(domain, self._made_by)
        shown = self._shown(env, domain)
        outdated = [*shown] if self._index.is_lost else self._manifest.outdated(shown)
        # The manifest may have been lost.
        vanished = {*self._manifest.vanished(shown), *(self._removed - shown.keys())}
        self._manifest.begin({*outdated, *self._reading.every, *vanished})
        delete_vanished(self._app, vanished, {*shown})
        self._manifest.forget(vanished)
        self._load(domain, outdated)
        self._writing = _Writing(frozenset(outdated), shown)
        return [*self._reading.pages, *(self._writing.pages & env.all_docs.keys())]

    def _shown(self, env: BuildEnvironment, domain: SourceDomain) -> dict[str, str]:
        """Return the fingerprints of the output of all pages."""
        app = self._app
        fingerprints = {**self._fingerprints, **self._outside.shown}
        around: dict[str, str] = {}
        sidebars = ""
        if app.builder.format == "html" and app.builder.name != "singlehtml":
            titles = {
                name: tree.site.tree.title
                for prefix, tree in self._trees.items()
                for name in self._states[prefix].fingerprints
            }
            with self._pages.leading():
                around = relations(env, titles)
                bounded = upstream.Sidebars.name in self._build.patches.applied
                sidebars = toctrees_digest(env, self._fingerprints if bounded else ())
        beside = common = digest(self._made_by, options_digest(app), sidebars)
        if has_pages_beside(app.builder):
            templates = cast("StandaloneHTMLBuilder", app.builder).templates
            # Sphinx writes its documents again when a template has changed.
            beside = digest(common, templates.newest_template_mtime())
        return {
            name: f"{fingerprints.get(name, '')} {around.get(name, '')} "
            f"{beside if name in domain.collected else common}"
            for name in (*env.all_docs, *domain.collected)
        }

    def start_writing(self, builder: Builder) -> None:
        """Note that the environment is saved, and add the pages that are no documents to it."""
        if self._manifest is None:
            return
        self._records.end()
        if builder.name == "epub":
            files_beside_pages.leave_out_of_epub(self._app, self._manifest.path)
        self._failures.watch()
        pages = self._writing.pages
        self._pages.announce(pages)
        self._build.session.built = Built(self._app, self._trees, self._manifest, self._pages)
        if self._app.parallel > 1 and len(pages) > _MANY:
            for prefix, state in self._states.items():
                if len(state.fingerprints.keys() & pages) > _MANY:
                    self._trees[prefix].read_ahead()
            before_forks()

    def note_resolved(self, doctree: nodes.document, docname: str) -> None:
        """Note each page that Sphinx writes: it adds some to those that we named."""
        self._written.add(docname)
        if self._manifest:
            self._manifest.begin([docname])

    def collect_pages(self) -> Iterator[tuple[str, dict[str, Any], str]]:
        """Write the pages that are no documents.

        Sphinx gets none of them: it would write them in one process and without a doctree for the
        event ``html-page-context``.
        """
        session = self._build.session
        if session.unread and session.built:
            session.unread.answer(session.built)
        self._pages.complete()
        pages = self._writing.shown.keys() - self._app.env.found_docs
        if not self._writes_all():
            pages &= self._writing.pages
        if pages and self._manifest:
            new = pages - self._manifest.written.keys()
            self._manifest.begin(pages)
            write_pages(self._app, pages, session.request, new)
            self._written |= pages
        return iter(())

    def _writes_all(self) -> bool:
        """Tell whether Sphinx writes all documents, as with its option ``-a``."""
        env = self._app.env
        asked = {*self._reading.every, *self._writing.pages}
        asked.update(*(env.files_to_rebuild.get(name, ()) for name in (*asked,)))
        return env.found_docs <= self._written and not env.found_docs <= asked

    def forget_pages(self, exception: BaseException | None) -> None:
        """Leave the environment with documents alone."""
        self._pages.retract()

    def finish(self, exception: BaseException | None) -> None:
        """Record the written pages if the build has ended well, and release the lock."""
        try:
            if exception is None and self._manifest and self._index:
                states = self._states
                files_beside_pages.write_files(self._app, self._manifest, states, self._made_by)
                self._record(self._manifest, self._index)
                sections = self._app.config.filedocs_tree_sections
                for prefix, tree in self._trees.items():
                    diagnostics.say_summary(prefix, states[prefix], tree.discovery, sections)
        finally:
            self._failures.leave()
            self._pages.close()
            for tree in self._trees.values():
                tree.close()
            self._build.lock.release()
            self._build.memory.end()

    def _record(self, manifest: Manifest, index: upstream.UnchangedIndex) -> None:
        written, shown = manifest.written, self._writing.shown
        for name in self._written & shown.keys():
            written[name] = shown[name]
        if self._failures:
            for name in list(written):
                if self._failures.concern(output_file(self._app.builder, name)):
                    written[name] = UNKNOWN
        index.note()
        manifest.save()
        domain, outside = domain_of(self._app.env), self._outside
        uses: dict[str, dict[str, str | None]] = {}
        for key in {key for shown in domain.uses.values() for key in shown}:
            uses.setdefault(key[0], {})[key[1]] = outside.current_use(domain, key)
        more = outside.inventory, outside.external
        state = BuildState(self._states, uses, outside.noted, outside.shown, *more)
        if state != self._last:
            self._records.save(state)
