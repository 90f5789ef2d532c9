"""The options of a tree in the interface of Python."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

from sphinx_filedocs import hooks
from sphinx_filedocs.config import OPTIONS, check_options
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.languages.table import Additions, use
from sphinx_filedocs.model.files import ProvenanceKind
from sphinx_filedocs.parse import finders
from sphinx_filedocs.parse.provenance import KINDS
from sphinx_filedocs.source.ignore import PatternError, parse_patterns
from sphinx_filedocs.source.manifest_words import title_of
from sphinx_filedocs.tree_options import Sources, parse_trees


class OptionsError(ValueError):
    """Raised for an option whose value is not allowed."""


@dataclass(frozen=True, slots=True)
class Options(Sources):
    """The sources of a tree, and how to read them.

    :param untracked: whether files that git neither tracks nor ignores are read too.
    :param public_credentials: patterns of files whose credentials are not masked.
    :param max_bytes: a file larger than this many bytes is not read.
    :param plain: the kinds of files taken as plain text, without symbols and links.
    :param rules_off: the ids of rules to turn off.
    :param languages_of: patterns, each with the language of the files that match it.
    :param encodings: patterns, each with the encoding of files that match it and are not UTF-8.
    :param jobs: the number of processes.
    :param executor: returns an executor that analyses the files in place of processes here.
    :param cache: a folder for the facts of this tree alone; then only what has changed is read the
        next time.
    """

    untracked: bool = False
    public_credentials: tuple[str, ...] = ()
    max_bytes: int = 2_000_000
    plain: tuple[ProvenanceKind, ...] = KINDS
    rules_off: tuple[str, ...] = ()
    languages_of: tuple[tuple[str, str], ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()
    jobs: int = 1
    executor: Callable[[], Executor] | None = None
    cache: Path | None = None


def use_options(options: Options, root: Path) -> None:
    """Check the options, and use their languages and rules.

    :raises OptionsError: for a value that is not allowed.
    """
    values = {
        "filedocs_max_bytes": options.max_bytes,
        "filedocs_plain": options.plain,
        "filedocs_public_credentials": options.public_credentials,
        "filedocs_rules_off": options.rules_off,
        "filedocs_languages_of": dict(options.languages_of),
        "filedocs_encodings": dict(options.encodings),
    }
    tree = {
        "path": root,
        "include": options.include,
        "exclude": options.exclude,
        "include_folders": options.include_folders,
    }
    try:
        check_options({option.name: values.get(option.name, option.default) for option in OPTIONS})
        if root.is_dir():
            parse_trees({"source": tree}, root)
        for pattern in (*options.include, *options.exclude, *options.public_credentials):
            parse_patterns([pattern])
    except (OptionError, PatternError) as error:
        raise OptionsError(str(error)) from None
    for pattern, name in options.languages_of:
        if file_types.named(name) is None:
            raise OptionsError(f"languages_of: {pattern!r}: unknown language {name!r}")
    use(
        Additions(
            rules_off=options.rules_off,
            languages_of=options.languages_of,
            encodings=options.encodings,
        )
    )
    for name, _ in options.reports:
        if name not in hooks.names("reports"):
            allowed = ", ".join(hooks.names("reports"))
            raise OptionsError(f"reports: unknown format {name!r}; use one of {allowed}")
    for name in options.rules_off:
        if name not in finders.rules():
            raise OptionsError(f"rules_off: unknown rule {name!r}")


def analysis_of(root: Path, options: Options, cache: Path) -> Analysis:
    """Return the analysis of a tree.

    :param cache: a folder that is no part of the tree.
    """
    return Analysis(
        root=root,
        tree=replace(options, title=options.title or title_of(root)),
        skip=(cache.resolve(),),
        limit=options.max_bytes,
        jobs=options.jobs,
        executor=options.executor,
        untracked=options.untracked,
        public=options.public_credentials,
        plain=options.plain,
        history=False,
    )
