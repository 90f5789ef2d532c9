"""The files of a tree whose names are linked, as far as they are held in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from sphinx_filedocs import languages
from sphinx_filedocs.index.links.modules import Module, family, make_module
from sphinx_filedocs.index.links.noted_modules import noted
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
        self._bindings = names
        self._tracer = tracer
        self._most = most
        #: Each as it sees itself, and as others see it.
        self._held: dict[str, tuple[Module, Module]] = {}
        self._before: dict[str, tuple[Module, Module]] = {}
        #: The file that is being linked, the files that it has asked for, and the names that it has
        #: looked for in others.
        self._own = ""
        self._asked: dict[str, Module] = {}
        self._names: set[str] = set()

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

    def own(self, path: str) -> Module:
        """Return a file that is to be linked next: nothing that it asks of itself is noted."""
        self._own = path
        module = self._asked[path] = self._load(path)[0]
        return module

    def __getitem__(self, path: str) -> Module:
        module = self._asked.get(path)
        if module is None:
            module = self._asked[path] = self._look_at(path)
        return module

    def _look_at(self, path: str) -> Module:
        """Return a file as the one sees it that is being linked."""
        if path == self._own:
            return self._load(path)[0]
        self._tracer.ask(Question.EXPORTED_NAMES, path)
        return self._load(path)[1]

    def ask(self, path: str, name: str) -> None:
        """Note that a name is looked for in a file."""
        if path != self._own:
            self._tracer.ask(Question.EXPORTED_NAMES, path)
            self._names.add(name)

    def leave_file(self) -> None:
        """Note what names the file that was being linked has looked for, and forget them."""
        for name in self._names:
            self._tracer.ask(Question.EXPORTED_NAME, name)
        self._names.clear()
        self._asked.clear()

    def let_go(self) -> None:
        """Free the memory of the files that are held; they are made again where they are needed."""
        self._held, self._before, self._asked = {}, {}, {}

    def _load(self, path: str) -> tuple[Module, Module]:
        held = self._held.get(path)
        if held is None:
            held = self._before.get(path)
            if held is None:
                if path not in self._language_of:
                    raise KeyError(path)
                # What is asked for there is noted where it is looked at.
                with self._tracer.recording():
                    module = make_module(self._files[path], self._bindings.get(path, Names()))
                ask = partial(self._tracer.ask, Question.EXPORTS, path)
                held = module, noted(module, self._names.add, ask)
            if len(self._held) >= self._most:
                self._held, self._before = {}, self._held
            self._held[path] = held
        return held

    def __contains__(self, path: object) -> bool:
        return path in self._language_of

    def __iter__(self) -> Iterator[str]:
        return iter(self._language_of)

    def __len__(self) -> int:
        return len(self._language_of)
