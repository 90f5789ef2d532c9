"""What is known of a tree before its expressions are followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sphinx_filedocs.index.links.directory import Directory
from sphinx_filedocs.index.links.faces import Face, Modules
from sphinx_filedocs.index.links.included import Included
from sphinx_filedocs.index.links.modules import SPACES, Defined
from sphinx_filedocs.index.links.visibility import Visibility
from sphinx_filedocs.model import Import, folders_of


class Tree:
    """The files of a tree, what they define and import, and what they see of each other.

    :param modules: by path.
    :param faces: of the same files, in the same order.
    :param imports: of each file, resolved.
    :param directories: see :class:`Visibility`.
    """

    def __init__(
        self,
        modules: Modules,
        faces: Mapping[str, Face],
        imports: Mapping[str, tuple[Import, ...]],
        files: Iterable[str],
        directories: Mapping[str, Directory] | None = None,
    ) -> None:
        self.modules = modules
        self.imports = imports
        self.files = frozenset(files)
        self.folders = folders_of(self.files)
        self.sight = Visibility(faces, imports, directories)
        # Where there are directories, nothing is included.
        self.included = Included(modules, faces if directories is None else {}, self.sight)

    def is_space(self, defined: Defined) -> bool:
        """Tell whether a definition is a namespace that many files make together."""
        language = self.modules.language(defined.path)
        return language.includes_text and defined.kind in (*SPACES, "macro")


def unit(path: str) -> str:
    """Return what the source, the compiled and the declaring file of a module have in common."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + name.partition(".")[0]


def stem(path: str) -> str:
    """Return the name of a file without its last ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
