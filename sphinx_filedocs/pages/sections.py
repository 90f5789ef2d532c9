"""The ordered, named and replaceable sections that pages are made of."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import distributions
from modulefinder import ModuleFinder
from pathlib import Path
from site import getsitepackages, getusersitepackages
from sysconfig import get_paths
from traceback import extract_tb
from typing import Any, NamedTuple, cast

from docutils import nodes

from sphinx_filedocs import hooks
from sphinx_filedocs.config import SECTION_CHANGE, SECTIONS, change_sections
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.pages import (
    file_sections,
    folder_sections,
    index_sections,
    map_sections,
    part_sections,
)
from sphinx_filedocs.pages.additions import Addition, imported, shown_name
from sphinx_filedocs.pages.dependencies import dependencies
from sphinx_filedocs.pages.digests import digest
from sphinx_filedocs.pages.markup import Block, PageLink, paragraph, separated
from sphinx_filedocs.pages.nodes import Content, folded_section, packed, section
from sphinx_filedocs.pages.translation import _, deferred
from sphinx_filedocs.pages.view_models import (
    AddedView,
    CrossrefView,
    DependenciesView,
    FileView,
    FolderView,
    IndexView,
    PageView,
    UnusedView,
    View,
)

#: A section's content from the view of its page; nothing where there is nothing to say.
#: A function of a user's own takes the same view, which mypy can't know.
Builder = Callable[[Any], Content]
FILE: Mapping[str, tuple[str, Builder]] = {
    "summary": ("", file_sections.summary),
    "purpose": (deferred("Purpose"), file_sections.purpose),
    "metadata": (deferred("Details"), file_sections.metadata),
    "outline": (deferred("Outline"), file_sections.outline),
    "dependencies": (deferred("Dependencies"), dependencies),
    "uses": (deferred("Uses"), file_sections.uses),
    "usage": (deferred("Testing and usage"), file_sections.usage),
    # It gets its title when it is written, unless it is empty.
    "documented-in": ("", file_sections.documented_in),
    "related": (deferred("Related files"), file_sections.related),
    "history": (deferred("History"), file_sections.history),
    "keywords": (deferred("Keywords"), file_sections.keywords),
    # What it is called depends on the file.
    "view": ("", file_sections.view),
    "listing": (deferred("Source"), file_sections.source),
}
FOLDER: Mapping[str, tuple[str, Builder]] = {
    "summary": ("", folder_sections.summary),
    "purpose": (deferred("Purpose"), folder_sections.purpose),
    "statistics": (deferred("Statistics"), folder_sections.statistics),
    "contents": (deferred("Contents"), folder_sections.contents),
    "languages": ("", map_sections.languages),
    "map": (deferred("Map"), map_sections.code_map),
    "parts": (deferred("Parts"), part_sections.parts),
    "start-here": (deferred("Start here"), folder_sections.start_here),
    "types": (deferred("Types"), folder_sections.types),
    "interface": (deferred("Public interface"), part_sections.interface),
    "key-files": (deferred("Key files"), folder_sections.key_files),
    "lately": (deferred("Lately"), folder_sections.lately),
    "most-changed": (deferred("Most changed"), folder_sections.most_changed),
    "key-symbols": (deferred("Most used symbols"), folder_sections.key_symbols),
    "entry-points": (deferred("Entry points"), folder_sections.entry_points),
    "tests": (deferred("Tests"), folder_sections.tests),
    "cycles": (deferred("Import cycles"), part_sections.cycles),
    "indices": (deferred("Indices"), folder_sections.indices),
}


class _PageKind(NamedTuple):
    """The pages of files, or of folders.

    :param unfolded: the sections that a reader sees at once.
    :param amount: returns how much a section holds, or ``""``.
    :param says_more: returns whether the section of the purpose says more than the summary.
    """

    option: str
    known: Mapping[str, tuple[str, Builder]]
    unfolded: frozenset[str]
    amount: Callable[[Any, str], str]
    says_more: Callable[[Any], bool]


_FILE_PAGE = _PageKind(
    "filedocs_file_sections",
    FILE,
    frozenset({"listing"}),
    file_sections.count,
    file_sections.says_more,
)
_FOLDER_PAGE = _PageKind(
    "filedocs_folder_sections",
    FOLDER,
    folder_sections.UNFOLDED,
    folder_sections.count,
    folder_sections.says_more,
)
_PACKAGE = __name__.partition(".")[0]


def _find(option: str, name: str, known: Mapping[str, tuple[str, Builder]]) -> tuple[str, Builder]:
    if name in known:
        title, builder = known[name]
        return _(title) if title else "", builder
    entry = next((row.entry for row in hooks.sections() if row.name == name), None)
    builder = hooks.object_of(entry) if entry else imported(option, name)
    if not callable(builder):
        raise OptionError(option, name, "use the dotted path of a function")
    if isinstance(builder, type) and issubclass(builder, Addition):
        return _(builder.title), lambda view: view.added[name].content
    title = getattr(builder, "title", shown_name(name).replace("-", " ").capitalize())
    return str(title), builder


def arranged(option: str, names: Sequence[str], installed: Iterable[str]) -> list[str]:
    """Return the sections of *option* in order.

    :param installed: changes of the default list by installed packages.
    :raises OptionError: for a section beside an unknown one.
    """
    made = list(SECTIONS[option])
    is_default = list(names) == made
    if is_default or _are_changes(names):
        change_sections(option, made, installed)
    return made if is_default else changed(option, made, names)


def changed(option: str, default: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return sections in order: *names*, or the changed *default* list.

    :raises OptionError: for a section beside an unknown one.
    """
    if not _are_changes(names):
        return list(names)
    made = list(default)
    change_sections(option, made, names)
    return made


def _are_changes(names: Sequence[str]) -> bool:
    return bool(names) and all(map(SECTION_CHANGE.fullmatch, names))


def check(option: str, names: Sequence[str], known: Mapping[str, tuple[str, Builder]]) -> None:
    """Check that every section of *option* is known.

    :raises OptionError: for the first unknown one.
    """
    for name in names:
        _find(option, name, known)


def build(
    view: FileView | FolderView, names: Sequence[str], *, folds: bool = False
) -> list[nodes.Node]:
    """Return the sections *names* of a page that have content.

    :param folds: whether sections are folded, of a file all but its listing.
    :raises OptionError: if a user's function fails.
    """
    page = _FILE_PAGE if isinstance(view, FileView) else _FOLDER_PAGE
    built: list[nodes.Node] = []
    for name in names:
        if name == "purpose" and folds and not page.says_more(view):
            continue
        title, builder = _find(page.option, name, page.known)
        is_own = name not in page.known and name not in view.added
        content = _own(page.option, name, builder, view) if is_own else builder(view)
        identifier = shown_name(name)
        if not title:
            built += packed(content)
        elif content and folds and name not in page.unfolded:
            count = view.added[name].amount if name in view.added else page.amount(view, name)
            built.append(folded_section(identifier, title, content, count, is_open=is_own))
        elif content:
            built.append(section(identifier, title, content))
    return built


def _own(option: str, name: str, builder: Builder, view: FileView | FolderView) -> Content:
    content: list[object]
    try:
        content = list(builder(view))
    except Exception as error:
        place = extract_tb(error.__traceback__)[-1]
        said = (
            f"for {view.title!r} the function failed ({type(error).__name__}: {error}, "
            f"in {place.filename}, line {place.lineno})"
        )
        raise OptionError(option, name, said) from error
    if not all(isinstance(part, nodes.Node | Block) for part in content):
        said = f"for {view.title!r} the function returned something other than docutils nodes"
        raise OptionError(option, name, said)
    return cast("Content", content)


def breadcrumbs(view: View) -> list[Block]:
    """Return the way from the tree's start page to this page."""
    if not view.crumbs:
        return []
    links = [PageLink(docname, label) for label, docname in view.crumbs]
    return [paragraph(*separated(links, " / "), classes="filedocs-breadcrumbs")]


def page(view: FileView | FolderView, names: Sequence[str]) -> list[nodes.Node]:
    """Return everything that stands on the page of a file or folder below its title.

    :param names: the sections.
    """
    return packed(breadcrumbs(view)) + build(view, names, folds=True)


def index_page(view: PageView) -> list[Block]:
    """Return everything that stands on a page of an index or list below its title."""
    content = breadcrumbs(view)
    if isinstance(view, CrossrefView):
        content += index_sections.crossref_page(view)
    elif isinstance(view, DependenciesView):
        content += index_sections.dependencies_page(view)
    elif isinstance(view, AddedView):
        content += view.content
    elif isinstance(view, UnusedView):
        content += index_sections.unused_page(view)
    elif isinstance(view, IndexView):
        content += index_sections.index_page(view)
    return content


@cache
def code_digest(name: str) -> str:
    """Return a digest of the code behind the dotted path of a function.

    It covers the function's module and all that this imports, anywhere in its text, without running
    it. Installed packages count by their versions. Not covered: modules that are imported by a name
    made at run time, and files that the function reads.

    A process computes it once, as it keeps the modules that it has imported.
    """
    places = [place for place in sys.path if not any(map(Path(place).is_relative_to, _folders()))]
    finder = ModuleFinder(places, excludes=[_PACKAGE])
    # Sources can be damaged, or missing beside a compiled module.
    with suppress(ImportError, SyntaxError, ValueError, RecursionError, OSError):
        finder.import_hook(name.rpartition(".")[0])
    files = {name: getattr(module, "__file__", None) for name, module in finder.modules.items()}
    sources = [(name, Path(file).read_bytes()) for name, file in sorted(files.items()) if file]
    return digest(sources, _installed())


@cache
def _installed() -> Sequence[tuple[str, str]]:
    return sorted(
        (str(distribution.metadata["Name"]), distribution.version)
        for distribution in distributions()
    )


@cache
def _folders() -> frozenset[Path]:
    names = ("stdlib", "platstdlib", "purelib", "platlib")
    paths = (*(get_paths()[name] for name in names), *getsitepackages(), getusersitepackages())
    return frozenset(map(Path, paths))
