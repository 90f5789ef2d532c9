"""The Sphinx project for a folder without one, written into a cache."""

from __future__ import annotations

import hashlib
import html
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_cache_path

from sphinx_filedocs.source.manifest_words import title_of
from sphinx_filedocs.writing import write_whole

#: The path of the start page of the tree in the output.
FIRST_PAGE = "source/index.html"
#: The page at the root of the output, which leads there.
_ROOT_PAGE = """\
<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url={{ pathto(root_doc)|e }}">
<title>{{ docstitle|striptags|e }}</title>
</head>
<body><a href="{{ pathto(root_doc)|e }}">{{ docstitle|striptags|e }}</a></body>
</html>
"""


@dataclass(frozen=True, slots=True)
class SiteOptions:
    """The folder to document, and the options.

    :param root: the absolute folder.
    :param title: of the tree; ``""`` to take it from a manifest.
    :param options: of the extension, by name, without ``filedocs_trees``.
    :param settings: options from files of the folder; ``options`` win.
    """

    root: Path
    title: str = ""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ProjectFolders:
    """The absolute folders of a project.

    :param source: with ``conf.py``.
    :param doctrees: the caches of Sphinx and the extension.
    :param html: the pages to serve.
    """

    source: Path
    doctrees: Path
    html: Path

    @property
    def early(self) -> Path:
        """Pages for readers while the first build reads the tree."""
        return self.doctrees / "early"

    @property
    def is_new(self) -> bool:
        """True before the end of the first build, which writes the inventory last."""
        return not (self.html / "objects.inv").exists()

    @property
    def configuration(self) -> Path:
        """``conf.py``."""
        return self.source / "conf.py"


#: The folders of a cache, and those that prove it one.
_KEPT, _SIGNS = frozenset({"project", "doctrees", "html", "analysis"}), {"project", "analysis"}


def is_cache(folder: Path) -> bool:
    """Tell whether a folder can be a cache: missing, empty, or with our folders alone."""
    names = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    return not names or (names <= _KEPT and not names.isdisjoint(_SIGNS))


def cache_of(root: Path) -> Path:
    """Return the cache of a tree, below the user's cache."""
    digest = hashlib.sha256(str(root).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return user_cache_path("sphinx-filedocs", appauthor=False) / f"{root.name or 'root'}-{digest}"


def write_project(site: SiteOptions, cache: Path) -> ProjectFolders:
    """Write the project of a site.

    :param cache: its folder.
    :raises OSError: if it can't be written.
    """
    project = ProjectFolders(cache / "project", cache / "doctrees", cache / "html")
    _write(project.configuration, _configuration(site))
    _write(project.source / "templates" / "first_page.html", _ROOT_PAGE)
    return project


def _configuration(site: SiteOptions) -> str:
    """Return ``conf.py``, with literals alone."""
    title = site.title or title_of(site.root)
    tree: dict[str, object] = {"path": str(site.root), "title": title}
    tree |= {"include": list(site.include), "exclude": list(site.exclude)}
    values: dict[str, object] = {
        "project": title,
        # With .nojekyll, without which GitHub Pages leaves out '_static'.
        "extensions": ["sphinx_filedocs", "sphinx.ext.githubpages"],
        # Its start page is the first page of the project.
        "root_doc": "source/index",
        "filedocs_trees": {"source": tree},
        **site.settings,
        **site.options,
        "templates_path": ["templates"],
        "html_additional_pages": {"index": "first_page.html"},
        "html_theme": "furo",
        # Themes show it as it is.
        "html_title": html.escape(title),
        "html_copy_source": False,
        "html_show_copyright": False,
    }
    return "".join(f"{name} = {value!a}\n" for name, value in values.items())


def _write(file: Path, text: str) -> None:
    """Write a text unless the file has it: a new time would cause another build."""
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        write_whole(file, text.encode())
