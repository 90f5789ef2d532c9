"""Describes files and folders in the words of the tree, and finds the prose that explains them.

A file: its own words; its header's or implementation's; those of the definition with its name;
prose that explains it; those of its main definition. A folder: its manifest's, its package's, its
README's, prose that explains it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from sphinx_filedocs.index.prose_index import ProsePlace, is_readme, symbol_name
from sphinx_filedocs.insight.description_sources import (
    ASIDE,
    WORD,
    Sources,
    like_file,
    main_definition,
    plain,
    stem_of,
)
from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.file_types import having
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.model.descriptions import Description, Explanation, Mention
from sphinx_filedocs.model.files import File, Folder, is_header
from sphinx_filedocs.model.links import ProseLink
from sphinx_filedocs.model.symbols import Definition, Outlined, Symbol, walk
from sphinx_filedocs.parse.quotes import (
    SELF,
    beginning,
    first_sentence,
    is_near,
    is_no_statement,
    quoted,
)
from sphinx_filedocs.source import manifest_words

Words = manifest_words.ManifestWords | None


@dataclass(eq=False, repr=False)
class Describer:
    """Finds the description of a file or folder.

    :param sources: with recorded questions.
    :param file: returns a file with all its facts.
    :param facts: returns the result of a reader for a file.
    """

    sources: Sources
    file: Callable[[str], File | None]
    facts: Callable[[str, Callable[[str], Words]], Words]

    def describe(self, path: str) -> Description | None:
        """Return the description of a file or folder."""
        if path in self.sources.folders:
            return next(self._of_folder(path), None)
        return next(self._of_file(path), None)

    def _of_file(self, path: str) -> Iterator[Description]:
        file = self.file(path)
        if file is None:
            return
        if words := self._own(file):
            package = package_of(file)
            if not package:
                yield words
            elif _is_package(file, package):
                yield words._replace(kind="package", about=_package_name(file))
        twin = self.sources.twins.get(path, "")
        # What an implementation says is about that.
        header = self.file(twin) if is_header(twin) and not is_header(path) else None
        words = self._own(header) if header else None
        # What is behind a remark is about the one file.
        if header and words and header.facts.doc.startswith(words.text):
            yield words._replace(kind="twin")
        for source in (file, header):
            words = like_file(source, _called(source)) if source else None
            if words and not self._is_repeated(words.text):
                yield words if source is file else words._replace(kind="twin")
        if words := self._in_prose(path):
            yield words
        words = main_definition(file, _called(file))
        if words and not self._is_repeated(words.text):
            yield words

    def _own(self, file: File) -> Description | None:
        doc, line = _words(file, self._is_repeated)
        name, place = _called(file), file.facts.doc_place
        if file.language in having("headings"):
            is_it = quoted(doc, name) and not self._is_repeated(doc)
            return Description(doc, file.path, line, "own") if is_it else None
        is_declared = place == "marked" or _package_words(file)
        said = quoted(
            doc,
            name,
            lambda text: self._is_repeated(text) or (place == "behind" and not is_near(text, name)),
            is_declared=bool(is_declared),
        )
        return Description(said, file.path, line, "own", quoted=not is_declared) if said else None

    def _is_repeated(self, text: str) -> bool:
        return beginning(text) in self.sources.repeated

    def _in_prose(self, path: str) -> Description | None:
        for place in self.sources.prose.paths.get(path, ()):
            if place.mention.says:
                return Description(place.mention.says, place.path, place.mention.line, "prose")
        return None

    def _of_folder(self, path: str) -> Iterator[Description]:
        folder = self.sources.folders[path]
        manifest, of_packages = self._manifest(folder)
        if manifest and not (path or of_packages):
            yield manifest
        readme = self.sources.light.get(folder.readme) if folder.readme else None
        about = readme.facts.purpose if readme else ("", 0)
        if about[0] and readme and not path:
            yield Description(about[0], readme.path, about[1], "readme")
        if words := self._package(folder):
            yield words
        if manifest:
            yield manifest
        if readme and about[0]:
            yield Description(about[0], readme.path, about[1], "readme")
        if words := self._in_prose(path):
            yield words

    def _package(self, folder: Folder) -> Description | None:
        named = _package_docs()
        paths = [path for path in folder.files if path.rpartition("/")[2] in named]
        paths += [path for path in folder.files if path not in paths and self._may_speak(path)]
        for path in paths:
            file = self.sources.light.get(path)
            if file and package_of(file) and (words := self._own(file)):
                return words._replace(kind="package")
        return None

    def _may_speak(self, path: str) -> bool:
        file = self.sources.light.get(path)
        language = load().get(file.language or "") if file else None
        return bool(language and language.comments.package_words)

    def _manifest(self, folder: Folder) -> tuple[Description | None, bool]:
        of_packages: Description | None = None
        base = f"{folder.path}/" if folder.path else ""
        for name in manifest_words.NAMES:
            path = base + name
            file = self.sources.light.get(path)
            if file is None or file.kind != "text":
                continue
            if said := self.facts(path, manifest_words.reader_of(name)):
                description = Description(said.text, path, said.line, "manifest")
                if not said.of_packages:
                    return description, False
                of_packages = of_packages or description
        return of_packages, True


@per_table
def _package_docs() -> frozenset[str]:
    return frozenset(
        name for language in load().values() for name in language.comments.package_files
    )


def package_of(file: File) -> str:
    """Return the package that a file documents, ``""`` for none."""
    return _package_name(file) or (stem_of(file.path) if _stands_for_package(file) else "")


def _package_name(file: File) -> str:
    if name := _package_words(file):
        return name
    # A crate's sources lie in a folder of its own.
    folder = f"/{file.folder}".removesuffix("/src") if _stands_for_package(file) else ""
    return folder.rpartition("/")[2]


def _stands_for_package(file: File) -> bool:
    language = load().get(file.language or "")
    return language is not None and file.name in language.comments.package_files


def _package_words(file: File) -> str:
    language = load().get(file.language or "")
    words = language.comments.package_words if language else ""
    match = re.match(words, file.facts.doc) if words else None
    return match[1] if match else ""


def _is_package(file: File, name: str) -> bool:
    return _stands_for_package(file) or plain(stem_of(file.path)) == plain(name)


def _words(file: File, is_repeated: Callable[[str], bool]) -> tuple[str, int]:
    doc, line = file.facts.doc, file.facts.doc_line
    if file.language in having("headings") and is_readme(file):
        return file.facts.purpose
    if doc and file.language in having("headings"):
        doc = _titled(file, is_repeated)
        title = _title(file)
        if title and doc and not file.facts.doc.startswith(doc):
            line = title.line
    return doc, line


def _title(file: File) -> Symbol | None:
    return next(
        (symbol for symbol in file.facts.symbols if symbol.line < file.facts.doc_line), None
    )


def _titled(file: File, is_repeated: Callable[[str], bool]) -> str:
    doc = file.facts.doc
    heading = _title(file)
    if heading is None:
        # A title of its own stands in the front matter. Else a text begins with anything.
        return doc if "\n\n" in doc or SELF.match(doc) else ""
    title = heading.name
    if title == "NAME":
        # So a page of a manual begins: with a name, and what has it.
        return doc if len(WORD.findall(doc.partition("\n\n")[0])) > 1 else ""
    if len(file.facts.symbols) > 1 or title == file.name:
        # One of several headings that are the highest is that of a section.
        return ""
    if _repeats(title, file.path, is_repeated):
        # What follows a colon is shown in the file.
        said = first_sentence(doc).rstrip().removesuffix(":")
        return "" if is_no_statement(said, stem_of(file.path)) else said
    return f"{title}\n\n{doc}".rstrip()


def _repeats(title: str, path: str, is_repeated: Callable[[str], bool]) -> bool:
    known = {word.removesuffix("s") for word in WORD.findall(path.lower())}
    rest = [word for word in WORD.findall(title.lower()) if word.removesuffix("s") not in known]
    return not rest or is_repeated(" ".join(rest))


def _called(file: File) -> str:
    return package_of(file) or stem_of(file.path)


#: The roles of files that define nothing of which prose has the name.
_UNNAMED = ASIDE | {"ci"}
#: So many definitions of a file are looked for in prose.
_LOOKED = 300


@dataclass(eq=False, repr=False)
class Explainer:
    """Finds the targets of prose.

    :param sources: with recorded questions.
    :param file: returns a file with all its facts.
    :param definitions: by name.
    """

    sources: Sources
    file: Callable[[str], File | None]
    definitions: Mapping[str, tuple[Definition, ...]]

    def explained(self, path: str) -> tuple[Explanation, ...]:
        """Return the prose that explains a file or folder, or a symbol of the file."""
        explanations = [_explanation(place) for place in self.sources.prose.paths.get(path, ())]
        file = self.file(path) if path in self.sources.light else None
        is_documented = file and self._is_documented(path)
        symbols = walk(file.facts.symbols) if file and is_documented else iter(())
        for entry in islice(symbols, _LOOKED):
            if entry.symbol.kind == "heading" or not self._is_only(entry, path):
                continue
            for name in dict.fromkeys((entry.qualified, entry.symbol.name)):
                places = self.sources.prose.symbols.get(name, ())
                explanations += (_explanation(place, entry.symbol.name) for place in places)
        return tuple(dict.fromkeys(explanations))

    def links(self, path: str) -> tuple[ProseLink, ...]:
        """Return the targets of names in a text of prose."""
        targets = self.sources.prose.targets.get(path)
        file = self.sources.light.get(path)
        if not targets or file is None:
            return ()
        return tuple(self._linked(file.facts.mentions, targets))

    def _linked(self, mentions: Iterable[Mention], targets: Iterable[str]) -> Iterator[ProseLink]:
        for mention, target in zip(mentions, targets, strict=False):
            if target:
                yield ProseLink(mention.line, mention.name, target)
            elif mention.code and (name := symbol_name(mention.name)):
                known = self.definitions.get(name.rpartition(".")[2], ())
                is_it = len(known) == 1 and name in (known[0].name, known[0].qualified)
                if is_it and self._is_documented(known[0].path):
                    yield ProseLink(mention.line, mention.name, definition=known[0])

    def _is_documented(self, path: str) -> bool:
        file = self.sources.light.get(path)
        return file is not None and _UNNAMED.isdisjoint(role.name for role in file.roles)

    def _is_only(self, entry: Outlined, path: str) -> bool:
        known = self.definitions.get(entry.symbol.name, ())
        return len(known) == 1 and known[0].path == path


def _explanation(place: ProsePlace, about: str = "") -> Explanation:
    mention = place.mention
    return Explanation(place.path, mention.line, mention.heading, about, bool(mention.says))
