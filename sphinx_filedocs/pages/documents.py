"""Where the pages of one tree lead: the documents of paths and names, and addresses at a forge."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.pages.plan import Plan
from sphinx_filedocs.tree_options import TreeOptions


class Documents:
    """The documents of one tree.

    :param tree: its options.
    """

    def __init__(self, tree: TreeOptions, codebase: Codebase, plan: Plan) -> None:
        self._tree = tree
        self._codebase = codebase
        self._plan = plan

    def of(self, paths: Iterable[str]) -> dict[str, str]:
        """Return the documents of files, by path; of others nothing."""
        files = self._plan.files
        return {path: files[path] for path in sorted(set(paths)) if path in files}

    def packages(self, imports: Iterable[Import]) -> dict[str, str]:
        """Return the documents of the folders of packages that are imported."""
        folders = self._plan.folders
        packages = {folder for import_statement in imports for folder in import_statement.packages}
        return {folder: folders[folder] for folder in sorted(packages) if folder in folders}

    def crossref_of(self, names: Iterable[str]) -> dict[str, str]:
        """Return the pages of the cross-references of names, as far as they have any."""
        known = self._plan.crossref_pages
        return {name: known[name] for name in sorted(set(names)) if name in known}

    def crumbs(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return label and docname of the tree's start page and of the folders above a path."""
        above = []
        while path:
            path = path.rpartition("/")[0]
            above.append((path.rpartition("/")[2] or self._tree.title, self._plan.folders[path]))
        return tuple(reversed(above))

    def crumbs_to(self, path: str) -> tuple[tuple[str, str], ...]:
        """Return the way to a page about a folder: the folder itself is the last step."""
        label = path.rpartition("/")[2] or self._tree.title
        return (*(self.crumbs(path) if path else ()), (label, self._plan.folders[path]))

    def forge_addresses(self, path: str) -> tuple[str, str]:
        """Return where a file is seen and edited at a forge, as its view has them."""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        url, edit_url = self._tree.url or "", self._tree.edit_url or ""
        return url.replace("{path}", quoted), edit_url.replace("{path}", quoted)

    def permalink(self, path: str) -> str:
        """Return the address of a file at a forge, as the last commit that changed it left it, with
        ``{line}`` left open; ``""`` where the forge or the commit is not known."""
        change = self._codebase.light[path].change
        if change is None or not self._tree.permalink:
            return ""
        quoted = quote(path.encode("utf-8", "surrogateescape"))
        return self._tree.permalink.replace("{commit}", change.commit).replace("{path}", quoted)
