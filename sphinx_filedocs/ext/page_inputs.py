"""What pages show or follow from besides the trees: the code and the options of all pages, and
what the toctrees say around each. Sphinx does not write a page again because its neighbour is
another now."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import docutils
import sphinx

from sphinx_filedocs.index.analyser import analyser_version
from sphinx_filedocs.languages.table import per_table
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.sections import code_digest

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

_PACKAGE = Path(__file__).resolve().parent.parent


@per_table
def code_version() -> str:
    """Return a digest of everything that what is made depends on besides sources and options: all
    of the program, what it reads files with, and what it stands on."""
    stands_on = f"{sphinx.__version__} {docutils.__version__}"
    versions = f"{analyser_version()} {sys.version} {stands_on}"
    digest = hashlib.blake2b(versions.encode(), digest_size=16)
    for name in sorted(_program(str(_PACKAGE))):
        data = Path(name).read_bytes()
        digest.update(name.removeprefix(str(_PACKAGE)).encode() + b"\0" + data)
    return digest.hexdigest()


def _program(folder: str) -> Iterator[str]:
    """Yield the paths of all files of the program in a folder, but those that Python makes."""
    for entry in os.scandir(folder):
        if entry.is_file():
            yield entry.path
        elif entry.name != "__pycache__":
            yield from _program(entry.path)


def made_by(version: str, sections: Iterable[str], catalogues: Iterable[bytes]) -> str:
    """Return a digest of the code that makes pages: that of the program, of what it reads files
    with, and of the functions and the translations that users wrote.

    :param version: of the program.
    :param sections: the names of all sections; those of users' functions are dotted paths.
    :param catalogues: of users' translations.
    """
    own = sorted({(name, code_digest(name)) for name in sections if "." in name})
    return digest(version, code_version(), own, list(catalogues))


def options_digest(app: Sphinx) -> str:
    """Return a digest of the options, the tags and the extensions that pages depend on, and of the
    style sheets and scripts whose checksums they have.

    Sphinx reads all pages again when an option has changed that reading depends on; but the one
    builder does not write what it has read for the other.
    """
    values = sorted((option.name, shown(option.value)) for option in app.config if option.rebuild)
    extensions = sorted(
        (extension.name, extension.version) for extension in app.extensions.values()
    )
    return digest(values, sorted(app.tags), extensions, list(_assets(app)))


def _assets(app: Sphinx) -> Iterator[tuple[str, int]]:
    for entry in app.config.html_static_path if app.builder.format == "html" else ():
        place = Path(app.confdir, entry)
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.suffix in {".css", ".js"} and path.is_file():
                yield path.name, crc32(path.read_bytes())


def shown(value: object) -> str:
    """Return what stands for the value of an option, the same in every run."""
    if isinstance(value, Mapping):
        return repr(sorted((shown(key), shown(entry)) for key, entry in value.items()))
    if isinstance(value, AbstractSet):
        return repr(sorted(map(shown, value)))
    if isinstance(value, list | tuple):
        return repr(list(map(shown, value)))
    if isinstance(value, type) or type(value).__repr__ is object.__repr__ or callable(value):
        # What they show themselves as has an address in it.
        named = value if hasattr(value, "__qualname__") else type(value)
        return f"{named.__module__}.{named.__qualname__}"
    return repr(value)


def toctrees_digest(env: BuildEnvironment, generated: Container[str]) -> str:
    """Return a digest of what the sidebar of any page may show: the toctrees of documents, and
    the headings.

    :param generated: the pages of which no sidebar shows more than the way to itself.
    """
    written = sorted(name for name in env.tocs if name not in generated)
    return digest(
        [(name, env.tocs[name].pformat(), env.toc_secnumbers.get(name)) for name in written]
    )


def relations(env: BuildEnvironment, named: Mapping[str, str]) -> dict[str, str]:
    """Return a digest of what each document's page says of its neighbours.

    :param named: the documents whose titles follow from their names and that of their tree, which
        is given.
    """
    neighbours = env.collect_relations()

    @cache
    def title(docname: str | None) -> str:
        if docname is None:
            return ""
        known = named.get(docname)
        return f"{docname} {env.titles.get(docname, '') if known is None else known}"

    above: dict[str | None, str] = {None: ""}
    shown: dict[str, str] = {}
    # Every document comes after the one above it.
    for docname, (parent, before, after) in neighbours.items():
        if parent not in above:
            grandparent = neighbours[parent][0] if parent in neighbours else None
            above[parent] = digest(above.get(grandparent), title(parent))
        shown[docname] = digest(above[parent], title(before), title(after))
    return shown
