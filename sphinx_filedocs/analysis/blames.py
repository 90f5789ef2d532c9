"""Asks Git for the authors of lines that the store lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.files import File
from sphinx_filedocs.resolve.linker import Progress
from sphinx_filedocs.source.blame import Blamed, blamed_files, blames
from sphinx_filedocs.source.history import TreeHistory

#: In milliseconds of a processor, as measured on ten trees: the blame of a file, and more for each
#: commit; a clean build, and more for each file and line.
_BLAME, _COMMIT = 7, 0.005
_BUILD, _FILE, _LINE = 1_500, 18, 0.14
#: The part of a clean build that blame may cost by itself.
_MOST = 0.1


def blame_keys(
    analysis: Analysis,
    store: Store,
    files: Mapping[str, File],
    history: TreeHistory,
    progress: Progress,
) -> Mapping[str, str]:
    """Return the key of each file's blame, which is in the store then.

    :param progress: passes blamed files on.
    """
    if not analysis.blame:
        return {}
    wanted = blamed_files(analysis.root, files, history)
    if analysis.blame == "auto" and not _is_cheap(wanted, files, history.commits):
        return {}
    known = store.blamed()
    missing = [file for file in wanted if file.key not in known]
    if missing:
        made = blames(analysis.root, missing, history.edges, analysis.jobs)
        shown = progress((file.path for file in missing), len(missing))
        for file, blame, _ in zip(missing, made, shown, strict=False):
            known[file.key] = blame is not None
            store.keep_blame(file.key, blame)
        store.commit_blames({file.key for file in wanted}, known)
    return {file.path: file.key for file in wanted if known[file.key]}


def _is_cheap(wanted: Sequence[Blamed], files: Mapping[str, File], commits: int) -> bool:
    asked = sum(file.only is None for file in wanted)
    lines = sum(files[file.path].facts.lines.total for file in wanted)
    blame = asked * (_BLAME + _COMMIT * commits)
    return blame <= _MOST * (_BUILD + _FILE * len(wanted) + _LINE * lines)
