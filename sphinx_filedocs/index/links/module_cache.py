"""The files of a tree whose names are linked, as far as they are held in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.modules import Module, family, make_module
from sphinx_filedocs.index.trace import Question, Tracer
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.names import Names


class ModuleCache(Mapping[str, Module]):
    """The files of a tree whose names are linked, by path; only those used last are held.

    :param names: of these files, asked for whenever a file is not held.
    :param tracer: notes the files that are asked for.
    :param known: the same files, if need be without their facts.
    :param most: how many files are held at least.
    """

    def __init__(
        self,
        files: Mapping[str, File],
        names: Mapping[str, Names],
        tracer: Tracer,
        known: Mapping[str, File] | None = None,
        most: int = 800,
    ) -> None:
        self._languages = languages.load()
        self._language_of = {
            path: file.language
            for path, file in sorted((known or files).items())
            if file.language in self._languages and file.kind == "text"
        }
        self._files = files
        self._names = names
        self._tracer = tracer
        self._most = most
        self._held: dict[str, Module] = {}
        self._before: dict[str, Module] = {}
        #: What was asked for while one file is linked: that is noted once.
        self._asked: dict[str, Module] = {}

    def language(self, path: str) -> languages.Language:
        """Return the language of a file."""
        return self._languages[self._language_of[path] or ""]

    def sees_through_imports(self, language: str) -> bool:
        """Tell whether a language, by its key, sees what is in the files that a file imports."""
        known = self._languages[language]
        return known.includes_text or known.sources_files

    def language_family(self, path: str) -> str:
        """Return the group of languages with which a file shares its definitions."""
        return family(self.language(path).key)

    def __getitem__(self, path: str) -> Module:
        module = self._asked.get(path)
        if module is None:
            self.ask(path)
            module = self._asked[path] = self._load(path)
        return module

    def ask(self, path: str) -> None:
        """Note that something of a file is asked for."""
        if path not in self._asked:
            self._tracer.ask(Question.EXPORTS, path)

    def leave_file(self) -> None:
        """Forget what was noted for the file that was being linked."""
        self._asked.clear()

    def let_go(self) -> None:
        """Free the memory of the files that are held; they are made again where they are needed."""
        self._held, self._before, self._asked = {}, {}, {}

    def _load(self, path: str) -> Module:
        module = self._held.get(path)
        if module is None:
            module = self._before.get(path)
            if module is None:
                if path not in self._language_of:
                    raise KeyError(path)
                # All of that belongs to one question, which has been noted.
                with self._tracer.recording():
                    module = make_module(self._files[path], self._names.get(path, Names()))
            if len(self._held) >= self._most:
                self._held, self._before = {}, self._held
            self._held[path] = module
        return module

    def __contains__(self, path: object) -> bool:
        return path in self._language_of

    def __iter__(self) -> Iterator[str]:
        return iter(self._language_of)

    def __len__(self) -> int:
        return len(self._language_of)
