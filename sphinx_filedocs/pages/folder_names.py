"""What stands in a folder, for the tree of files in the sidebar of pages: each folder has a script,
so that a reader's browser loads the names in those that are open, and no more.

Each script calls the function that :mod:`sphinx_filedocs.pages.reader_data` describes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.index_entries import indexed_folder
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.pages.text import printable_line

#: A name as it is shown, and that of its page below the page of the folder.
Name = tuple[str, str]


class FolderNames(NamedTuple):
    """The names in a folder, each kind sorted.

    :param folders: a folder that has nothing but one folder in it stands there with that one, as
        ``a/b``.
    :param vendored: those of the folders that hold nothing but somebody else's code.
    """

    folders: tuple[Name, ...]
    vendored: tuple[Name, ...]
    files: tuple[Name, ...]

    def script(self, docname: str) -> str:
        """Return the script of a folder: of each kind, the names; where that of the page does not
        follow from it, both.

        :param docname: of the folder's page.
        """
        data = {
            kind: [shown if shown == part else (shown, part) for shown, part in names]
            for kind, names in self._asdict().items()
        }
        shown = json.dumps(data, separators=(",", ":"))
        return f"filedocsReader.page({json.dumps(docname)},{shown});\n"


def folder_names(
    codebase: Codebase,
    plan: Plan,
    path: str,
    own: Container[str],
    has: Callable[[str], bool],
) -> FolderNames:
    """Return what stands in the folder *path*.

    :param own: those of its subfolders below which anything is the project's own code.
    :param has: returns whether this project has a page; others are left out.
    """
    folder, base = codebase.folders[path], plan.folders[path].removesuffix("index")
    within = len(path) + 1 if path else 0

    def names(paths: Iterable[str], docnames: Iterable[str]) -> tuple[Name, ...]:
        return tuple(
            (printable_line(child[within:]), docname.removeprefix(base).removesuffix("/index"))
            for child, docname in zip(paths, docnames, strict=True)
            if has(docname)
        )

    def folders(is_own: bool) -> tuple[Name, ...]:
        some = [sub for sub in folder.folders if (sub in own) is is_own]
        ends = [indexed_folder(codebase, sub) for sub in some]
        return names(ends, (plan.folders[end] for end in ends))

    files = names(folder.files, (plan.files[child] for child in folder.files))
    return FolderNames(folders(True), folders(False), files)
