"""Writes the pages of edited files at once, before the build that follows writes all again."""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sphinx_filedocs.ext.collected_pages import PageWriter
from sphinx_filedocs.ext.domain import domain_of
from sphinx_filedocs.parse.isolation import forks

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_filedocs.ext.session import Built
    from sphinx_filedocs.pages.site import Site

#: Seconds of processor time that it may take: then the build writes the pages.
_SECONDS = 10.0


def write_early(built: Built, edited: Collection[Path], shown: Collection[str]) -> bool:
    """Write the pages of edited files, and open pages that have changed; tell whether that was
    done.

    A fork of this process does it and exits, so this process stays as the last build left it.

    :param edited: files of the trees, absolute.
    :param shown: the names of open pages.
    """
    if not forks():
        return False
    copy = os.fork()
    if copy:
        return os.waitpid(copy, 0)[1] == 0
    status = 1
    try:
        # A search for garbage would touch, and so copy, all that there is.
        gc.disable()
        # What is wrong is said by the build that follows.
        logging.disable()
        # Its signal ends the process whatever that is doing.
        signal.setitimer(signal.ITIMER_PROF, _SECONDS)
        status = 0 if _write(built, edited, shown) else 1
    finally:
        # Nothing is committed, flushed or called at the end.
        os._exit(status)


def _write(built: Built, edited: Collection[Path], shown: Collection[str]) -> bool:
    app, domain = built.app, domain_of(built.app.env)
    # In this order; each once.
    pages: dict[str, None] = {}
    sites = {}
    for prefix, site, paths in _edited_sites(built, edited):
        sites[prefix] = site
        tree = built.trees[prefix]
        own = [site.plan.files[path] for path in paths if path in site.plan.files]
        # Those beside a file's page are named as if they lay in it.
        beside = (name for name in shown if name.rpartition("/")[0] in own)
        others = (name for name in shown if tree.differs(site, name))
        pages.update(dict.fromkeys((*own, *beside, *others)))
    if not sites:
        return False
    domain.sites = {**domain.sites, **sites}
    built.pages.announce(set())
    writer = PageWriter(app, cast("StandaloneHTMLBuilder", app.builder))
    for docname in pages:
        if docname in built.manifest.written and docname not in built.pages.documents:
            built.manifest.begin([docname])
            writer.write(docname)
    return True


def _edited_sites(built: Built, edited: Collection[Path]) -> Iterator[tuple[str, Site, list[str]]]:
    for prefix, tree in built.trees.items():
        root = tree.site.root
        paths = [path.relative_to(root).as_posix() for path in edited if path.is_relative_to(root)]
        site = tree.edited(paths) if paths else None
        if site:
            yield prefix, site, paths
