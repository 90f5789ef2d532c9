"""The ordered, named and replaceable sections that pages are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from traceback import extract_tb
from typing import Any, cast

from docutils import nodes

from sphinx_filedocs.config import SECTION_CHANGE, SECTIONS, OptionError
from sphinx_filedocs.pages import file, folder, indices
from sphinx_filedocs.pages.dependencies import dependencies
from sphinx_filedocs.pages.markup import Block, Link, paragraph, separated
from sphinx_filedocs.pages.nodes import Content, packed, section
from sphinx_filedocs.pages.translation import _, deferred
from sphinx_filedocs.pages.views import (
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
    "purpose": (deferred("Purpose"), file.purpose),
    "metadata": (deferred("Metadata"), file.metadata),
    "outline": (deferred("Outline"), file.outline),
    "dependencies": (deferred("Dependencies"), dependencies),
    "uses": (deferred("Uses"), file.uses),
    "patterns": (deferred("Patterns"), file.findings("pattern")),
    "performance": (deferred("Performance notes"), file.findings("performance")),
    "security": (deferred("Security notes"), file.findings("security")),
    "usage": (deferred("Testing and usage"), file.usage),
    # It gets its title when it is written, unless it is empty.
    "documented-in": ("", file.documented_in),
    "related": (deferred("Related files"), file.related),
    "keywords": (deferred("Keywords"), file.keywords),
    "listing": (deferred("Source"), file.source),
}
FOLDER: Mapping[str, tuple[str, Builder]] = {
    "purpose": (deferred("Purpose"), folder.purpose),
    "statistics": (deferred("Statistics"), folder.statistics),
    "search": (deferred("How to find things"), folder.search),
    "contents": (deferred("Contents"), folder.contents),
    "languages": (deferred("Languages"), folder.languages),
    "key-files": (deferred("Key files"), folder.key_files),
    "key-symbols": (deferred("Most used symbols"), folder.key_symbols),
    "entry-points": (deferred("Entry points"), folder.entry_points),
    "tests": (deferred("Tests"), folder.tests),
    "structure": (deferred("What depends on what"), folder.structure),
    "cycles": (deferred("Import cycles"), folder.cycles),
    "indices": (deferred("Indices"), folder.indices),
}


def _find(option: str, name: str, known: Mapping[str, tuple[str, Builder]]) -> tuple[str, Builder]:
    """Return the title and the builder of the section *name*, the title in the language of the
    pages unless the section is a user's own.

    :raises OptionError: when a dotted path does not lead to a function.
    """
    if name in known:
        title, builder = known[name]
        return _(title) if title else "", builder
    module, attribute = name.rpartition(".")[::2]
    try:
        builder = getattr(import_module(module), attribute)
    except Exception as error:  # whatever a module of the user's own raises
        said = f"{type(error).__name__}: {error}"
        raise OptionError(option, name, f"the function could not be imported ({said})") from error
    if not callable(builder):
        raise OptionError(option, name, "allowed is the dotted path of a function")
    title = getattr(builder, "title", attribute.replace("_", " ").capitalize())
    return str(title), builder


def arranged(option: str, names: Sequence[str], installed: Iterable[str]) -> list[str]:
    """Return the sections of *option* in their order.

    :param names: its value: the sections, or what changes in the default list.
    :param installed: what installed packages change in the default list.
    :raises OptionError: when a section is to be beside another one that is not there.
    """
    default = list(SECTIONS[option])
    own = [] if list(names) == default else list(names)
    if list(names) != default and not (own and all(map(SECTION_CHANGE.fullmatch, own))):
        return own
    for entry in (*installed, *own):
        _change(option, default, entry)
    return default


def _change(option: str, names: list[str], entry: str) -> None:
    change = SECTION_CHANGE.fullmatch(entry)
    if change is None:
        raise OptionError(option, entry, "allowed is a change of the default list")
    section, near = change["section"], change["near"]
    needed = section if change["how"] == "-" else near
    if needed is not None and needed not in names:
        raise OptionError(option, entry, f"{needed!r} is none of {', '.join(names)}")
    if section in names:
        names.remove(section)
    if change["how"] == "+":
        names.append(section)
    elif near is not None:
        names.insert(names.index(near) + (change["where"] == "after"), section)


def check(option: str, names: Sequence[str]) -> None:
    """Check that every section of *option* can be found.

    :raises OptionError: for the first that can't.
    """
    known = FILE if option == "filedocs_file_sections" else FOLDER
    for name in names:
        _find(option, name, known)


def build(view: FileView | FolderView, names: Sequence[str]) -> list[nodes.Node]:
    """Return the sections *names* of a page, those with no content left out, and the bare content
    of those without a title.

    :raises OptionError: when a function of the user's own fails.
    """
    is_file = isinstance(view, FileView)
    known = FILE if is_file else FOLDER
    option = "filedocs_file_sections" if is_file else "filedocs_folder_sections"
    built: list[nodes.Node] = []
    for name in names:
        title, builder = _find(option, name, known)
        content = builder(view) if name in known else _own(option, name, builder, view)
        if not title:
            built += packed(content)
        elif content:
            built.append(section(name.rpartition(".")[2].replace("_", "-"), title, content))
    return built


def _own(option: str, name: str, builder: Builder, view: FileView | FolderView) -> Content:
    """Return what a function of the user's own makes of a view.

    :raises OptionError: when it fails, or makes something else than content.
    """
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
        said = f"for {view.title!r} the function returned something else than docutils nodes"
        raise OptionError(option, name, said)
    return cast("Content", content)


def breadcrumbs(view: View) -> list[Block]:
    """Return the way from the tree's start page to this page."""
    if not view.crumbs:
        return []
    links = [Link(docname, label) for label, docname in view.crumbs]
    return [paragraph(*separated(links, " / "), classes="filedocs-breadcrumbs")]


def page(view: FileView | FolderView, names: Sequence[str]) -> list[nodes.Node]:
    """Return everything that stands on the page of a file or folder below its title.

    :param names: the sections.
    """
    return packed(breadcrumbs(view)) + build(view, names)


def index_page(view: PageView) -> list[Block]:
    """Return everything that stands on a page of an index or list below its title."""
    content = breadcrumbs(view)
    if isinstance(view, CrossrefView):
        content += indices.crossref_page(view)
    elif isinstance(view, DependenciesView):
        content += indices.dependencies_page(view)
    elif isinstance(view, UnusedView):
        content += indices.unused_page(view)
    elif isinstance(view, IndexView):
        content += indices.index_page(view)
    return content
