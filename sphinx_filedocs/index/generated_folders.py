"""Which folders of a tree hold pages that a program wrote, with what it put beside them."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Mapping

from sphinx_filedocs.model.files import File, Role, folders_above
from sphinx_filedocs.phrases import Phrase

_FIRST = ("index.html", "index.htm")
_LEAST_PAGES = 2
#: Endings of what pages are made of, by a person or by a program that puts them beside it.
_SOURCES = (".md", ".rst", ".adoc", ".txt", ".org", ".tex", ".xml", ".pug", ".jade", ".haml")


def generated_folders(files: Mapping[str, File]) -> Mapping[str, Role]:
    """Return the folders of pages that a program wrote, with the role of what is in them: their
    first page and most others say so, and what they are made of is elsewhere."""
    written: Counter[str] = Counter()
    pages: Counter[str] = Counter()
    folders: list[str] = []
    for path, file in files.items():
        if file.language == "html":
            above = list(folders_above(path))
            pages.update(above)
            if file.says_generated:
                written.update(above)
                if file.name in _FIRST and file.folder and not _has_source(path, files):
                    folders.append(file.folder)
    return {
        folder: Role("generated", Phrase("the pages in {folder}/ are generated", folder=folder))
        for folder in folders
        if written[folder] >= _LEAST_PAGES and written[folder] * 2 > pages[folder]
    }


def copied_files(files: Mapping[str, File]) -> Mapping[str, Role]:
    """Return the role of each file that a program copied when it wrote the page of its name beside
    it: the same text lies elsewhere, where no such page is."""
    written = {
        posixpath.splitext(path)[0]: path
        for path, file in files.items()
        if file.says_generated and file.language_type in {"prose", "markup"}
    }
    sources: dict[str, str] = {}
    for path, file in files.items():
        if file.size and posixpath.splitext(path)[0] not in written:
            sources.setdefault(file.digest, path)
    roles: dict[str, Role] = {}
    for path, file in files.items():
        page = written.get(posixpath.splitext(path)[0])
        if page and page != path and (source := sources.get(file.digest)):
            reason = Phrase("it was copied from {path} for {page}", path=source, page=page)
            roles[path] = Role("generated", reason)
    return roles


def is_beside_pages(file: File) -> bool:
    """Return whether a file is such as programs put beside the pages that they write: scripts of
    browsers, style sheets, fonts, indexes of a search, but neither other programs nor prose."""
    return file.language_type in {"markup", "data"} or file.language == "javascript"


def _has_source(path: str, files: Mapping[str, File]) -> bool:
    stem = posixpath.splitext(path)[0]
    return any(stem + ending in files for ending in _SOURCES)
