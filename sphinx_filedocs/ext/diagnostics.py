"""Messages of a build: wrong options, credentials, and the summary in its last line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from sphinx.util import logging

from sphinx_filedocs import config as options
from sphinx_filedocs import hooks
from sphinx_filedocs.ext import plugins, upstream
from sphinx_filedocs.ext.errors import UserError
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.pages import sections
from sphinx_filedocs.pages.text import english_quantity, printable_line
from sphinx_filedocs.source.ignore import PatternError, parse_patterns
from sphinx_filedocs.source.manifest_words import title_of
from sphinx_filedocs.tree_options import TreeOptions, parse_trees

if TYPE_CHECKING:
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment

    from sphinx_filedocs.incremental.last_build import TreeState
    from sphinx_filedocs.model.files import Diagnostic
    from sphinx_filedocs.source.discover import Discovery

logger = logging.getLogger(__name__)
_PREFIX = "filedocs_"
_NAMES = [option.name for option in options.OPTIONS]
#: The most files with credentials to name.
_MOST_NAMED = 50
#: Words for incomplete pages, by the subtype of the diagnostic.
_TROUBLES = {
    "unreadable": "unreadable",
    "huge": "too large",
    "budget": "over budget",
    "encoding": "not decodable",
}


def checked_trees(config: Config, confdir: Path) -> tuple[TreeOptions, ...]:
    """Check all options, and return the trees to document; warn of options without effect.

    :raises UserError: for the first wrong option.
    """
    try:
        options.check_options({name: config[name] for name in _NAMES})
        plugins.add(config, confdir)
        for kind in ("file", "folder", "tree"):
            name = f"filedocs_{kind}_sections"
            sections.check(name, config[name], sections.FILE if kind == "file" else sections.FOLDER)
        for pattern, names in config.filedocs_file_sections_of.items():
            sections.check(f"filedocs_file_sections_of[{pattern!r}]", names, sections.FILE)
        upstream.check(config.filedocs_upstream_off)
        hooks.named("filedocs_executor", config.filedocs_executor, "executors")
        for name in (
            "filedocs_encodings",
            "filedocs_exclude",
            "filedocs_file_sections_of",
            "filedocs_languages_of",
            "filedocs_public_credentials",
        ):
            _check_patterns(name, config[name])
        trees = parse_trees(config.filedocs_trees, confdir, config.filedocs_exclude)
        for tree in trees:
            for name, patterns in tree.patterns:
                _check_patterns(name, patterns)
    except OptionError as error:
        raise UserError(str(error)) from None
    meant = [_warn_unknown(config, name, confdir / "conf.py") for name in _unknown(config)]
    if not trees and "filedocs_trees" not in meant:
        logger.warning(
            "filedocs_trees is empty, so sphinx_filedocs documents nothing; set it to a dict such "
            'as {"source": ".."}',
            type="filedocs",
            subtype="trees",
        )
    return tuple(replace(tree, title=tree.title or title_of(tree.root)) for tree in trees)


def _check_patterns(name: str, patterns: Iterable[str]) -> None:
    for pattern in patterns:
        try:
            parse_patterns([pattern])
        except PatternError as error:
            raise OptionError(name, pattern, f"the pattern can never match: {error}") from None


def _unknown(config: Config) -> Iterator[str]:
    """Yield the names in ``conf.py`` that look like an option of this extension and are none.
    Sphinx has no public name for the names in ``conf.py``, and says nothing of unknown ones."""
    for name, value in getattr(config, "_raw_config", {}).items():
        is_value = not callable(value) and not isinstance(value, ModuleType)
        if isinstance(name, str) and name.startswith(_PREFIX) and is_value and name not in config:
            yield name


def _warn_unknown(config: Config, name: str, file: Path) -> str:
    """Warn of an unknown option; return the option with a similar name, or ``""``."""
    near = options.like(name, _NAMES)
    hint = f"did you mean {near}?" if near else f"use one of {', '.join(_NAMES)}"
    logger.warning(
        "%s is not an option of sphinx_filedocs; %s",
        name,
        hint,
        location=_place(file, name),
        type="filedocs",
        subtype="option",
    )
    return near


def _place(file: Path, name: str) -> str | None:
    try:
        text = file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = re.search(rf"(?m)^[ \t]*{re.escape(name)}\b", text)
    return f"{file}:{text.count(chr(10), 0, match.start()) + 1}" if match else None


def warn_empty(tree: TreeOptions, discovery: Discovery) -> None:
    """Warn of a tree without files, with the reason, unless git has reported it."""
    if discovery.entries or any(said.subtype == "git" for said in discovery.diagnostics):
        return
    logger.warning(
        "filedocs_trees[%r]: %s %s",
        tree.prefix,
        tree.root,
        discovery.why_empty,
        type="filedocs",
        subtype="empty",
    )


def warn_secret(path: Path, diagnostic: Diagnostic) -> None:
    """Warn of a credential in a file.

    :param path: absolute.
    """
    logger.warning(
        "%s; take it out of the file, or name the file in filedocs_public_credentials",
        diagnostic.message,
        location=f"{printable_line(str(path))}:{diagnostic.line or ''}",
        type="filedocs",
        subtype="secret",
    )


def warn_unreachable(env: BuildEnvironment, prefixes: Iterable[str], pages: Container[str]) -> None:
    """Warn of each tree whose start page is in no toctree of a hand-written document: Sphinx would
    warn without naming the option.

    :param pages: the names of all generated pages.
    """
    others = (names for name, names in env.toctree_includes.items() if name not in pages)
    reached = {name for names in others for name in names} | {env.config.root_doc}
    for prefix in prefixes:
        start = f"{prefix}/index"
        if start in reached:
            continue
        logger.warning(
            "filedocs_trees[%r]: no toctree contains %r, the start page of the tree, so readers "
            "can't reach its pages; add it to one",
            prefix,
            start,
            type="filedocs",
            subtype="toctree",
        )
        # Sphinx does not warn of documents in this table.
        env.files_to_rebuild.setdefault(start, set())


def say_summary(
    prefix: str, state: TreeState, discovery: Discovery, sections: Container[str]
) -> None:
    """Log a summary of a tree.

    :param sections: of its start page.
    """
    if discovery.credentials:
        logger.info(
            "filedocs: %s: left out because they hold credentials "
            "(filedocs_public_credentials shows them): %s",
            prefix,
            "; ".join(_by_kind(discovery)),
        )
    place = f": listed on {prefix}/index" if "statistics" in sections else ""
    logger.info("filedocs: %s: %s", prefix, "; ".join(_parts(state, discovery, place)))


def _by_kind(discovery: Discovery) -> Iterator[str]:
    shown = discovery.credentials[:_MOST_NAMED]
    for kind in dict.fromkeys(kind for _, kind in shown):
        paths = (printable_line(path) for path, file_kind in shown if file_kind == kind)
        yield f"{kind}: {', '.join(paths)}"
    if len(discovery.credentials) > _MOST_NAMED:
        yield f"and {len(discovery.credentials) - _MOST_NAMED:,} more"


def _parts(state: TreeState, discovery: Discovery, place: str) -> Iterator[str]:
    files = english_quantity(len(discovery.entries), "file")
    if state.languages:
        files += f" in {english_quantity(state.languages, 'language')}"
    counts = [
        files,
        english_quantity(len(state.pages), "page"),
    ]
    names, linked = state.counted
    if names:
        # Not all are linked as long as one is missing.
        counts.append(f"{100 * linked // names} % of {english_quantity(names, 'name')} linked")
    yield ", ".join(counts)
    if state.grammars:
        lacking = " ".join(sorted({*state.grammars.values()}))
        yield f"no symbols in {', '.join(state.grammars)} (pip install {lacking})"
    troubled = {(diagnostic.path, diagnostic.subtype) for diagnostic in state.diagnostics}
    folders = {(diagnostic.path, diagnostic.subtype) for diagnostic in discovery.diagnostics}
    kinds = Counter(subtype for _, subtype in troubled - folders)
    shown = [f"{kinds[kind]:,} {words}" for kind, words in _TROUBLES.items() if kinds[kind]]
    if shown:
        yield f"{', '.join(shown)}{place}"
    closed = sum(subtype == "unreadable" for _, subtype in folders)
    if closed:
        yield f"{english_quantity(closed, 'folder')} that can't be read left out"
    masked = sum(diagnostic.subtype == "secret" for diagnostic in state.diagnostics)
    if masked:
        yield f"{english_quantity(masked, 'credential')} masked"
    if discovery.credentials:
        yield (
            "left out because of credentials: "
            f"{english_quantity(len(discovery.credentials), 'file')}"
        )
    if discovery.untracked:
        files = english_quantity(discovery.untracked, "file")
        verb = "is" if discovery.untracked == 1 else "are"
        yield f"{files} that git does not track {verb} left out (filedocs_untracked)"
