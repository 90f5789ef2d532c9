"""How a tree is read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sphinx_filedocs import hooks
from sphinx_filedocs.config import OPTIONS, OptionError, check_options
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.languages import file_types
from sphinx_filedocs.languages.table import Additions, use
from sphinx_filedocs.model.files import ProvenanceKind
from sphinx_filedocs.parse import rules
from sphinx_filedocs.parse.provenance import KINDS
from sphinx_filedocs.source.ignore import PatternError, parse_patterns
from sphinx_filedocs.source.manifest_words import title_of
from sphinx_filedocs.tree_options import parse_trees


class OptionsError(ValueError):
    """An option has a value that is not allowed."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a tree is read.

    :param title: what it is called; without one the name in its manifest, else that of its folder.
    :param include: patterns in the syntax of ``.gitignore`` of the files to take; none for all.
    :param exclude: patterns of the files to leave out.
    :param include_folders: relative to the root, where headers of C and C++ are searched first.
    :param compile_commands: the files ``compile_commands.json`` that say how sources are compiled;
        none for those in the tree.
    :param untracked: whether files that git neither tracks nor ignores are read too.
    :param public_credentials: patterns of files whose credentials are meant to be seen; in all
        others they are masked, and files that hold them by their kind are left out.
    :param max_bytes: a file larger than this many bytes is not read.
    :param plain: which files are taken as plain text, without symbols and links.
    :param reports: files of other tools about the tree, each behind its format. Example:
        ``(("scip", Path("index.scip")), ("sarif", Path("ruff.sarif")))``.
    :param rules_off: the ids of the rules that find nothing.
    :param languages_of: patterns, each with the language of the files that match it.
    :param encodings: patterns, each with the encoding of files that match it and are not UTF-8.
    :param jobs: how many processes may work.
    :param cache: a folder where what is known of this tree alone is kept, so that the next time
        only what has changed is read. Without one nothing is kept.
    """

    title: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    include_folders: tuple[str, ...] = ()
    compile_commands: tuple[Path, ...] = ()
    untracked: bool = False
    public_credentials: tuple[str, ...] = ()
    max_bytes: int = 2_000_000
    plain: tuple[ProvenanceKind, ...] = KINDS
    reports: tuple[tuple[str, Path], ...] = ()
    rules_off: tuple[str, ...] = ()
    languages_of: tuple[tuple[str, str], ...] = ()
    encodings: tuple[tuple[str, str], ...] = ()
    jobs: int = 1
    cache: Path | None = None


def use_options(options: Options, root: Path) -> None:
    """Use the languages and rules of the options, and see whether these are allowed.

    :raises OptionsError: where one is not.
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
        if name not in rules.described():
            raise OptionsError(f"rules_off: unknown rule {name!r}")


def analysis_of(root: Path, options: Options, cache: Path) -> Analysis:
    """Return what is to be analysed.

    :param cache: the folder of what is kept, which is no part of the tree.
    """
    return Analysis(
        root=root,
        title=options.title or title_of(root),
        include=options.include,
        exclude=options.exclude,
        skip=(cache.resolve(),),
        limit=options.max_bytes,
        jobs=options.jobs,
        untracked=options.untracked,
        public=options.public_credentials,
        plain=options.plain,
        reports=options.reports,
        include_folders=options.include_folders,
        compile_commands=options.compile_commands,
        history=False,
    )
