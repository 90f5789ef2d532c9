"""The documented trees of a build, from the last build if nothing has changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx.util import logging
from sphinx.util.display import status_iterator

from sphinx_filedocs import hooks
from sphinx_filedocs.analysis.tree_details import TreeDetails
from sphinx_filedocs.ext.diagnostics import warn_empty, warn_secret
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.ext.forks import forks
from sphinx_filedocs.ext.reference_targets import SearchPriorities
from sphinx_filedocs.incremental.last_build import TreeState
from sphinx_filedocs.index.store import DamagedError
from sphinx_filedocs.languages import missing_grammar
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.settings import Settings
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.text import printable_line
from sphinx_filedocs.source.discover import Entry, TreeError, are_same, look
from sphinx_filedocs.tree_options import TreeOptions

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_filedocs.analysis.analyse import TreeAnalysis
    from sphinx_filedocs.incremental.recorder import Trace
    from sphinx_filedocs.index.extraction import Analysed, Analysis, Looked
    from sphinx_filedocs.index.reader import Reader
    from sphinx_filedocs.model.files import Diagnostic, File, ProvenanceKind
    from sphinx_filedocs.model.graph import Codebase
    from sphinx_filedocs.pages.plan import Page
    from sphinx_filedocs.source.discover import Discovery

logger = logging.getLogger(__name__)


class _Part(NamedTuple):
    """The fingerprints of some pages.

    :param results: behind them; see :class:`~sphinx_filedocs.incremental.recorder.Recorder`.
    :param late: see :class:`~sphinx_filedocs.model.graph.Codebase`.
    """

    fingerprints: Mapping[str, str]
    results: Mapping[str, Trace]
    late: Sequence[Diagnostic]


class BuildTree:
    """One tree in one build.

    :param settings: the options of pages.
    :param made_by: a digest of the code that makes pages.
    :param reader: analyses files that are asked for later; then files are listed, not read.
    """

    def __init__(
        self,
        app: Sphinx,
        tree: TreeOptions,
        settings: Settings,
        made_by: str,
        *,
        reader: Reader | None = None,
    ) -> None:
        self._app = app
        self._reader = reader
        self._tree = tree
        self._settings = settings
        self._made_by = made_by
        config = app.config
        self._limit: int = config.filedocs_max_bytes
        self._skip = (Path(app.outdir), Path(app.doctreedir))
        self._public: tuple[str, ...] = tuple(config.filedocs_public_credentials)
        self._begin()
        try:
            self._inputs = look(
                tree.root,
                tree.include,
                tree.exclude,
                self._skip,
                config.filedocs_history,
                config.filedocs_untracked,
                self._public,
            )
        except TreeError as error:
            msg = f"filedocs_trees[{tree.prefix!r}]: {error}"
            raise UserError(msg) from None
        if reader:
            reader.prepare(entry.path for entry in self.discovery.entries)
        self._plain: tuple[ProvenanceKind, ...] = tuple(sorted(config.filedocs_plain))
        options = (
            *(tree, settings, self._limit, config.filedocs_history, config.filedocs_blame),
            *(self._public, self._plain, made_by),
            *map(_state, (*(place for _, place in tree.reports), *tree.compile_commands)),
        )
        self._key = digest(self._inputs.digest, *options)

    def _begin(self) -> None:
        # No prefix has a plus sign, so no two trees share a file.
        name = f"filedocs-{self._tree.prefix.replace('/', '+')}.sqlite"
        self._details = TreeDetails(
            Path(self._app.doctreedir, name),
            self._tree.root,
            self._limit,
            self._public,
            partial(logger.info, "%s"),
        )
        self._made_tree: TreeAnalysis | None = None
        #: Diagnostics of texts that other processes have parsed.
        self._late: list[Diagnostic] = []
        self._shown: Mapping[str, str] = {}
        self.site = self._site(self._analyse)

    def _site(self, analyse: Callable[[], Codebase]) -> Site:
        return Site(
            self._tree,
            self._settings,
            self._details,
            analyse,
            lambda: self._details.recorder,
            self._made_by,
        )

    def edited(self, paths: Collection[str]) -> Site | None:
        """Return the tree right after edits of some files, without effects on other files; see
        :meth:`~sphinx_filedocs.analysis.analyse.TreeAnalysis.edited`.

        :param paths: relative to the root, also of new and removed files.
        """
        if self._made_tree is None:
            return None
        places = {path: Entry.of_file(self._tree.root, path) for path in paths}
        entries = [entry for entry in places.values() if entry]
        removed = self.site.codebase.light.keys() & {
            path for path in paths if not os.path.lexists(self._tree.root / path)
        }
        codebase = self._made_tree.edited(entries, removed)
        if codebase is None:
            return None
        site = self._site(lambda: codebase)
        if not site.lay_out_as(self.site):
            return None
        self._details.follow(codebase, paths)
        return site

    def differs(self, site: Site, docname: str) -> bool:
        """Tell whether a page has changed since the last build.

        :param site: the tree right after an edit.
        """
        page = site.plan.pages.get(docname)
        if page is None:
            return False
        return self._fingerprint(site, page) != self._shown.get(docname)

    def know(self) -> None:
        """Analyse the tree, unless this process has done so."""
        if self._made_tree is None:
            _ = self.site.layout
            # Nothing is to be written.
            self._details.close()

    def state(self, last: TreeState | None) -> TreeState:
        """Return the state of the tree.

        :param last: that of the last build, which is returned if nothing has changed.
        """
        is_same = (
            last is not None
            and last.inputs == self._key
            and are_same(self._tree.root, last.unsure, self._limit, self._public)
        )
        if last and is_same:
            state = self._same(last)
        else:
            try:
                state = self._made()
            except DamagedError:
                # The damaged store is deleted by now.
                self.close()
                self._begin()
                state = self._made()
        for diagnostic in state.diagnostics:
            _log(self._tree, diagnostic)
        warn_empty(self._tree, self.discovery)
        self._shown = state.fingerprints
        return state

    @property
    def discovery(self) -> Discovery:
        """The files of the tree, and the files left out."""
        return self._inputs.discovery

    def close(self) -> None:
        """Close the cache until the next question."""
        self._details.close()

    def _same(self, last: TreeState) -> TreeState:
        """Return the state of an unchanged tree. Files too new to be trusted by their time are no
        longer so."""
        recent = self._inputs.recent
        unsure = {
            path: content_digest
            for path, content_digest in last.unsure.items()
            if path in recent or not content_digest
        }
        return replace(last, unsure=unsure)

    def read_ahead(self) -> None:
        """Read the files that pages quote, before processes are forked that would each read
        them."""
        files = self.site.codebase.light.values()
        self._details.read_ahead(file.path for file in files if file.language)

    def _made(self) -> TreeState:
        site = self.site
        if self._reader:
            names = dict.fromkeys(site.plan.pages, "")
            state = TreeState(pages=names, fingerprints=names, below=pages_below(site))
            # Copies of this process write too.
            self._details.recorder.save()
            self.close()
            return state
        codebase = site.codebase
        fingerprints = self._fingerprints(site)
        state = TreeState(
            self._key,
            self._objects(),
            self._inputs.unsure(codebase.light.values()),
            {name: f"{site.root}/{page.path}" for name, page in site.plan.pages.items()},
            fingerprints,
            pages_below(site),
            (*dict.fromkeys((*codebase.all_diagnostics, *self._late)),),
            codebase.graph.counted,
            len({file.language_name for file in codebase.light.values()} - {""}),
            _missing_grammars(codebase.light.values()),
        )
        self._details.recorder.save()
        # Damage may be found as late as that, and what was read before is gone then.
        self._details.store.check()
        site.let_go()
        return state

    def _objects(self) -> str:
        site = self.site
        files = site.codebase.light.items()
        if not all(site.settings.outlined(path) for path, _ in files):
            # They have lines then.
            return self._key
        order, described = SearchPriorities(site), [*site.additions.described()]
        known = [(path, order.of_file(path), file.facts.outline) for path, file in files]
        return digest(self._tree, self._settings, self._made_by, known, described)

    def _fingerprints(self, site: Site) -> dict[str, str]:
        """Return the fingerprints of all pages. Of a large tree that was not built before, several
        processes compute them."""
        pages, recorder, processes = site.plan.pages, self._details.recorder, self._app.parallel
        if processes < 2 or not recorder.is_new:
            return {name: self._fingerprint(site, page) for name, page in pages.items()}
        site.load()
        _ = site.fingerprints
        recorder.share()

        def compute(names: Sequence[str]) -> Iterator[_Part]:
            with recorder.part() as results:
                computed = {name: self._fingerprint(site, pages[name]) for name in names}
            self._details.store.check()
            yield _Part(computed, results, [*site.codebase.late])

        fingerprints: dict[str, str] = {}
        try:
            for part in forks(processes)(compute, [*pages]):
                fingerprints.update(part.fingerprints)
                recorder.add(part.results)
                self._late += part.late
        except DamagedError:
            raise self._details.store.damaged() from None
        return {name: fingerprints[name] for name in pages}

    def _fingerprint(self, site: Site, page: Page) -> str:
        return digest(site.fingerprint(page), self._settings, self._made_by)

    def _analyse(self) -> Codebase:
        # The largest part of the program by far; few builds that change nothing need it.
        from sphinx_filedocs.analysis.analyse import TreeAnalysis  # noqa: PLC0415

        details = self._details
        made = self._made_tree = TreeAnalysis(
            self._analysis,
            details.store,
            self._inputs.discovery,
            details.recorder,
            self._progress,
            self._linking,
            self._blaming,
        )
        details.codebase = made.codebase
        return made.codebase

    @property
    def _analysis(self) -> Analysis:
        # As analyse above.
        from sphinx_filedocs.index.extraction import Analysis  # noqa: PLC0415

        app, tree, reader = self._app, self._tree, self._reader
        chosen = hooks.named("filedocs_executor", app.config.filedocs_executor, "executors")
        return Analysis(
            root=tree.root,
            tree=tree,
            skip=self._skip,
            limit=self._limit,
            history=app.config.filedocs_history,
            blame=app.config.filedocs_blame,
            jobs=app.parallel,
            untracked=app.config.filedocs_untracked,
            public=self._public,
            plain=self._plain,
            executor=(lambda: reader) if reader else chosen,
            unread=reader is not None,
            looking=self._looking,
            divide=forks(app.parallel),
        )

    def _looking(self, rows: Iterable[Looked], count: int) -> Iterator[Looked]:
        shown = f"looking at {self._tree.prefix}... "
        verbosity = self._app.verbosity
        return status_iterator(
            rows, shown, "purple", count, verbosity, lambda row: printable_line(row[0].path)
        )

    def _progress(self, files: Iterable[Analysed], count: int) -> Iterator[Analysed]:
        shown = f"analysing {self._tree.prefix}... "
        verbosity = self._app.verbosity
        return status_iterator(files, shown, "purple", count, verbosity, _shown_path)

    def _blaming(self, paths: Iterable[str], count: int) -> Iterator[str]:
        shown = f"blaming {self._tree.prefix}... "
        verbosity = self._app.verbosity
        return status_iterator(paths, shown, "purple", count, verbosity, printable_line)

    def _linking(self, paths: Iterable[str], count: int) -> Iterator[str]:
        shown = f"linking {self._tree.prefix}... "
        verbosity = self._app.verbosity
        return status_iterator(paths, shown, "purple", count, verbosity, printable_line)


def pages_below(site: Site) -> dict[str, tuple[str, ...]]:
    """Return the names of the pages below each page."""
    below: dict[str, tuple[str, ...]] = {}
    for page in site.plan.pages.values():
        if page.kind in ("tree", "folder"):
            names = [docname for _, docname in site.folder_views.children(page.path)]
        else:
            names = [part.docname for part in site.plan.following(page)]
        if names:
            below[page.docname] = tuple(names)
    return below


def _missing_grammars(files: Iterable[File]) -> dict[str, str]:
    """Return the packages to install for languages without symbols, by language."""
    programs = {
        (file.language_name, file.language)
        for file in files
        if file.language_type == "programming" and not file.plain
    }
    missing = {name: missing_grammar(key) for name, key in sorted(programs, key=str)}
    return {name: grammar for name, grammar in missing.items() if grammar}


def _state(index: Path) -> tuple[int, int]:
    try:
        status = index.stat()
    except OSError:
        return (0, 0)
    return (status.st_size, status.st_mtime_ns)


def _shown_path(analysed: Analysed) -> str:
    return printable_line(analysed[0].path)


def _log(tree: TreeOptions, diagnostic: Diagnostic) -> None:
    """Report a diagnostic. Most are on the page of the file and no warnings, since a tree must
    build with ``-W``. Warnings are a broken grammar, a credential, a broken report, and git's
    refusal."""
    if diagnostic.subtype == "grammar":
        logger.warning("%s", diagnostic.message, type="filedocs", subtype="grammar", once=True)
        return
    path = tree.root / diagnostic.path
    if diagnostic.subtype in ("executor", "git", "compile-commands", *hooks.names("reports")):
        kind = diagnostic.subtype
        logger.warning(
            "%s: %s", path, diagnostic.message, type="filedocs", subtype=kind, location=None
        )
        return
    if diagnostic.subtype == "secret":
        warn_secret(path, diagnostic)
        return
    line = f":{diagnostic.line}" if diagnostic.line else ""
    logger.info(
        "%s%s: %s [filedocs.%s]",
        printable_line(str(path)),
        line,
        diagnostic.message,
        diagnostic.subtype,
    )
