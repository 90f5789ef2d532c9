"""The files of a tree with definitions, imports and visibility; records questions about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sphinx_filedocs.index import trace
from sphinx_filedocs.index.import_resolution import Resolution
from sphinx_filedocs.index.links.declarations import Declarations
from sphinx_filedocs.index.links.defined import Defined
from sphinx_filedocs.index.links.exports import IMPORTS, opened_by, opens
from sphinx_filedocs.index.links.module_cache import ModuleCache
from sphinx_filedocs.index.links.modules import SPACES
from sphinx_filedocs.index.links.visibility import DefinedNames, Visibility
from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import folders_of


class LinkTree:
    """The files of a tree with definitions, imports and visibility; records questions about them.

    :param modules: by path.
    :param names: definitions by name.
    :param files: all files of the tree.
    """

    def __init__(
        self,
        modules: ModuleCache,
        names: DefinedNames,
        resolution: Resolution,
        files: Iterable[str],
        tracer: Tracer,
    ) -> None:
        self.modules = modules
        self.tracer = tracer
        self._resolution = resolution
        self._files = frozenset(files)
        self._folders = folders_of(self._files)
        self.sight = Visibility(modules, names, resolution.imports, resolution.builds, tracer)
        self.included = Declarations(modules, self.sight)

    def import_of(self, path: str, number: int) -> Import:
        """Return a resolved import of a file."""
        # It is a part of the expression, for which the file was asked.
        return self._resolution.imports[path][number]

    def has_imports(self, path: str) -> bool:
        """Tell whether a file imports anything."""
        self.modules.ask(path, IMPORTS)
        return bool(self._resolution.imports.get(path))

    def opening_imports(self, path: str) -> Sequence[Import]:
        """Return the imports of everything in a file."""
        self.modules.ask(path, IMPORTS)
        imports = self._resolution.imports.get(path, ())
        return [import_ for import_ in imports if opens(import_)]

    def opened_files(self, path: str, import_: Import) -> Sequence[str]:
        """Return the files opened by an import of everything."""
        self.modules.ask(path, opened_by(import_))
        return import_.resolved

    def passing_imports(self, path: str) -> Iterator[Import]:
        """Yield the re-exports of a file."""
        self.modules.ask(path, IMPORTS)
        imports = self._resolution.imports.get(path, ())
        return (import_ for import_ in imports if import_.kind == "reexport")

    def has_file(self, path: str) -> bool:
        """Tell whether the tree has a file."""
        self.tracer.ask(Question.EXISTS, path)
        return path in self._files

    def has_folder(self, path: str) -> bool:
        """Tell whether the tree has a folder."""
        self.tracer.ask(Question.EXISTS, path)
        return path in self._folders

    def find_root(self, path: str, word: str, line: int) -> tuple[str, ...]:
        """Return the files that a word such as ``crate`` means in a file."""
        family = self.modules.language_family(path)
        self.tracer.ask(Question.IMPLEMENTATIONS, trace.roots_key(family))
        return self._resolution.find_root(path, word, line)

    def leave_file(self) -> None:
        """Forget the linked file and its caches."""
        self.modules.leave_file()
        self.sight.leave_file()
        self.included.leave_file()

    def let_go(self) -> None:
        """Free memory."""
        self.modules.let_go()
        self.sight.let_go()

    def is_space(self, defined: Defined) -> bool:
        """Tell whether a definition is a namespace made by many files."""
        language = self.modules.language(defined.path)
        return language.includes_text and defined.kind in (*SPACES, "macro")


def unit(path: str) -> str:
    """Return the common stem of a source, its header and its compiled file."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + name.partition(".")[0]


def stem(path: str) -> str:
    """Return the name of a file without its last ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name
