"""The views of files and of their keywords."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sphinx_filedocs.model.descriptions import sources_of
from sphinx_filedocs.model.facts import Keyword
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.symbols import Definition, walk
from sphinx_filedocs.pages import view_models
from sphinx_filedocs.pages.additions import Additions
from sphinx_filedocs.pages.alphabetical_index import linked_names
from sphinx_filedocs.pages.anchors import Anchors
from sphinx_filedocs.pages.hierarchy import TypeViews
from sphinx_filedocs.pages.plan import Documents
from sphinx_filedocs.pages.relatives import UPWARD, title
from sphinx_filedocs.pages.settings import Details
from sphinx_filedocs.pages.uses import Uses
from sphinx_filedocs.pages.view_models import RelationMark
from sphinx_filedocs.pages.whole_tree import Layout


class FileViews:
    """Makes the views of one tree.

    :param details: texts, keywords and names, read again.
    :param additions: of plugins.
    """

    def __init__(
        self,
        anchors: Anchors,
        details: Details,
        codebase: Codebase,
        layout: Layout,
        uses: Uses,
        documents: Documents,
        additions: Additions,
    ) -> None:
        self._anchors = anchors
        self._settings = anchors.settings
        self._details = details
        self._codebase = codebase
        self._layout = layout
        self._plan = layout.plan
        self._uses = uses
        self._documents = documents
        self._additions = additions
        # The outline and the list beside the page ask for them one after the other.
        self.relations = lru_cache(maxsize=2)(self._relations)
        #: Which types extend others.
        self.types = TypeViews(codebase, anchors)

    def view(self, path: str) -> view_models.FileView:
        """Return the view of a file."""
        graph = self._codebase.graph
        imports = graph.imports.get(path, ())
        imported_by = graph.imported_by.get(path, ())
        related = graph.related.get(path, ())
        tests = graph.tests.get(path, ())
        history = self._codebase.light[path].history
        mentioned = {
            path,
            *(test for test, _ in tests),
            *(r.path for r in related),
            *(other.path for other in (history.together if history else ())),
            *(u.path for u in imported_by),
        }
        mentioned.update(target for entry in imports for target in entry.resolved)
        cycle = graph.cycle_of.get(path)
        mentioned.update(step.path for step in (cycle.steps if cycle else ()))
        description, explained = graph.descriptions.get(path), graph.explained.get(path, ())
        url, edit_url = self._documents.forge_addresses(path)
        mentioned.update(sources_of(description, explained))
        types = self.types.of_file(path)
        mentioned.update(place.path for place in types.anchors)
        return view_models.FileView(
            prefix=self._plan.prefix,
            docname=self._plan.files[path],
            title=path,
            crumbs=self._documents.crumbs(path),
            docnames={**self._documents.of(mentioned), **self._documents.packages(imports)},
            file=self._codebase.files[path],
            imports=imports,
            imported_by=imported_by,
            cycle=cycle,
            related=related,
            tests=tests,
            commands=graph.commands.get(path, ()),
            url=url,
            edit_url=edit_url,
            commit_url=self._documents.commit_url,
            gap=self._codebase.gap,
            anchors=self._settings.anchors(path),
            outlined=self._settings.outlined(path),
            private=self._settings.private,
            takes=self._uses.takes(path),
            gives=self._uses.gives(path),
            description=description,
            explained=explained,
            types=types,
            relations=self.relations(path),
            added=self._additions.of_file(path),
            places=self._additions.places(path),
        )

    def _relations(self, path: str) -> dict[tuple[str, int], tuple[RelationMark, ...]]:
        """Return the relations of the symbols of a file, by qualified name and number."""
        rows = {
            (entry.qualified, entry.number): tuple(self._marks(entry.definition(path)))
            for entry in walk(self._codebase.files[path].facts.symbols)
        }
        return {symbol: marks for symbol, marks in rows.items() if marks}

    def _marks(self, definition: Definition) -> Iterator[RelationMark]:
        name = definition.name
        for relation, rows in self._uses.relatives.shown(definition).items():
            first = rows[0]
            shown = first.inside.qualified if len(rows) == 1 else f"{len(rows):,}"
            place = self._plan.name_places.get(name) if len(rows) > 1 else None
            own = self._plan.files[first.path], self._anchors.around(first.path, first.inside)
            target = place or own
            places = ", ".join(dict.fromkeys(row.place for row in rows))
            yield RelationMark(f"{title(relation)} {shown}", *target, places, relation in UPWARD)

    def said_of_others(self, path: str) -> str:
        """Return the types on a file's page, as a text to compare."""
        return repr(self.types.said_of(path))

    def keywords_view(self, path: str) -> view_models.KeywordsView:
        """Return the view of a file's keyword index."""
        file = self._codebase.files[path]
        return view_models.KeywordsView(
            prefix=self._plan.prefix,
            docname=self._plan.files[path],
            title=path,
            crumbs=self._documents.crumbs(path),
            path=path,
            anchors=self._settings.anchors(path),
            uses_of=self._documents.uses_of(linked_names(file)),
            keywords=self._keywords(file),
        )

    def _keywords(self, file: File) -> tuple[Keyword, ...]:
        every = self._details.keywords(file)
        if self._settings.private:
            return every
        entries = list(walk(file.facts.symbols))
        public = {entry.symbol.name for entry in entries if not entry.private}
        private = {entry.symbol.name for entry in entries if entry.private} - public
        return tuple(keyword for keyword in every if keyword.name not in private)
