"""Lists of uses, made when they are written: a tree has too many for a node each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from textwrap import dedent
from typing import NamedTuple

from sphinx_filedocs.model.graph import Reached
from sphinx_filedocs.model.links import Enclosing, Reference, UsedHow
from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages import class_trees, relatives, use_rows
from sphinx_filedocs.pages.alphabetical_index import NamePlace
from sphinx_filedocs.pages.class_trees import ClassTree
from sphinx_filedocs.pages.list_items import Item, with_children
from sphinx_filedocs.pages.relatives import Relative
from sphinx_filedocs.pages.text import (
    anchor,
    kind_name,
    more_names,
    printable,
    printable_line,
    tests_text,
    uses_in_files,
)
from sphinx_filedocs.pages.translation import _, quantity
from sphinx_filedocs.pages.use_rows import Caller, Exchange, NameRow, declared
from sphinx_filedocs.pages.uses import About
from sphinx_filedocs.pages.view_models import TypePlace
from sphinx_filedocs.pages.words import said_by

#: Longest text of a line that is shown, in characters.
_LONGEST = 160
#: So much of a line, in characters, is looked at for that.
_LOOKED_AT = 2_000
#: Of what two files exchange, so many names are shown.
_MOST_NAMES = 200
#: Of many files fewer names of each, this divided by the square of their number, but so many at
#: least: each file has a row too, and what they exchange stands on the pages of these names.
_NAMES_BY_FILES, _FEWEST_NAMES = 8_000, 2
#: And so many lines of each, the first number with which there are no more in all; else the last.
_MOST_LINES, _MOST_LINES_IN_ALL = (5, 3, 2, 1), 600
#: What lines say anywhere that they are for.
_SELDOM = frozenset({"import", "base", "override", "implementation", "instance", "name"})
#: So much is shown of what a definition is to others.
_MOST_RELATED = 60
#: So many types of a class tree are listed on the page of a name.
_MOST_TYPES = 300


#: Returns the document and the anchor of the keyword index of a file, where there is one.
KeywordsOf = Callable[[str], tuple[str, str] | None]


class DividedUses(NamedTuple):
    """The parts of a definition's uses.

    :param place: the beginning of their ids, or ``""``.
    """

    place: str

    def id(self, name: str) -> str:
        """Return the id of one of them."""
        return self.place and f"{self.place}-{name}"


class Lists:
    """Makes the entries of lists.

    :param files: the document of each file.
    :param anchor_of: returns the anchor of a definition on its file's page.
    :param text: returns a line of a file, 1-based.
    :param name_places: the places of the uses of names.
    :param marked: the name to mark in lines.
    """

    def __init__(
        self,
        files: Mapping[str, str],
        anchor_of: Callable[[Definition], str],
        text: Callable[[str, int], str],
        name_places: Mapping[str, NamePlace],
        marked: str = "",
        keywords_of: KeywordsOf = lambda _: None,
    ) -> None:
        self._files = files
        self._anchor = anchor_of
        self._text = text
        self._name_places = name_places
        self._marked = marked
        self._keywords_of = keywords_of
        #: What has its lines above.
        self.quoted: Definition | None = None
        #: The document of each folder, by path.
        self.folders: Mapping[str, str] = {}
        #: Whether the list is on a page of its own, where its parts have ids.
        self.has_page = False
        #: The document of that page.
        self.own_page = ""
        #: Returns the anchor of a symbol on its file's page.
        self.around: Callable[[str, Enclosing], str] = lambda _path, _inside: ""

    def of_name(
        self,
        rows: Iterable[NameRow],
        totals: Mapping[Definition | str, tuple[int, int]],
        about_of: Callable[[Definition], About],
        aside: AbstractSet[str],
        callers: Callable[[Definition], Sequence[Caller]] | None = None,
    ) -> list[Item]:
        """Return the definitions of a name, each with its relations and its uses.

        :param totals: lines and files that use each, also on other pages.
        :param aside: files whose uses are folded.
        :param callers: returns the callers of a definition, on the page of a single name.
        """
        items, declarations = list[Item](), list[Item]()
        used_otherwise = declared(totals)
        for about, group in groupby(rows, key=lambda row: row.about):
            place = f"uses-{len(items) + 1}" if items else "uses"
            parts = DividedUses(place if self.has_page else "") if callers else None
            if callers and isinstance(about, Definition) and about in used_otherwise:
                declarations.append(self._declaration(about))
                continue
            uses = [row.use for row in group if row.use]
            unused = (
                _("another definition of this name is used")
                if about in used_otherwise
                else _("no use found")
            )
            children = [*self._uses(uses, aside, parts)]
            if isinstance(about, Definition):
                known = about_of(about)
                called_by = self._callers(callers(about)) if callers else []
                related = [*self._tree(known.tree, aside, parts)]
                related += self._related(known, uses, called_by)
                related += [self._tests(known.reached, about)] if known.reached else []
                related += [self._example(known.example)] if known.example else []
                children[:0] = related
            only = use_rows.only_kind(uses)
            item = self._about(about, len(uses), tuple(children), unused, *totals[about], only)
            items.append(item._replace(source=None) if about == self.quoted else item)
        if declarations:
            shown = tuple(declarations)
            own = "declarations" if self.has_page else ""
            items.insert(0, Item(_("Declarations"), None, own, children=shown, form="part"))
        return items

    def _example(self, example: use_rows.Example) -> Item:
        path, name, (first, last) = example
        lines = [self._text(path, line)[:_LOOKED_AT] for line in range(first, last + 1)]
        shown = "\n".join(map(printable, dedent("\n".join(lines)).split("\n")))
        title = _("Example: {name}").format(name=name)
        note = f"{path}:{first}"
        return Item(title, self._files[path], f"L{first}", note, shown, form="example")

    def _tests(self, tests: Reached, definition: Definition) -> Item:
        name = tests.inside.qualified if tests.inside else tests.path.rpartition("/")[2]
        way = [Item(name, self._files[tests.path], f"L{tests.line}")]
        way += map(self._definition, (*tests.between, definition))
        return Item(_("Covered by tests"), note=tests_text(tests), children=tuple(way), form="way")

    def _declaration(self, definition: Definition) -> Item:
        docname = self._files[definition.path]
        place, around = (
            (str(definition.line), docname, self._anchor(definition)),
            Item(definition.path, docname),
        )
        return Item(*place, source=_shortened(definition.signature), around=around, form="line")

    def _callers(self, callers: Iterable[Caller]) -> list[Item]:
        return [
            Item(
                caller.inside.qualified if caller.inside else caller.path,
                self._files[caller.path],
                f"L{caller.line}",
                f"{caller.lines}\u00d7" if caller.lines > 1 else "",
            )
            for caller in callers
        ]

    def _related(
        self,
        known: About,
        uses: Iterable[Reference],
        called_by: list[Item],
    ) -> Iterator[Item]:
        instances = [
            Item(use.inside.qualified, self._files[use.path], f"L{use.line}", said_by(use.how))
            for use in uses
            if use.inside and use.kind == "instance"
        ]
        rows = (
            (_("Type"), self._defined(known.types)),
            (_("Type of"), instances),
            *(
                (relatives.title(relation), self._relatives(some))
                for relation, some in known.relatives.items()
            ),
            (_("Calls"), self._defined(known.calls)),
            (_("May call"), self._relatives(known.behind)),
        )
        for title, row in rows:
            if row:
                yield Item(title, children=_first_names(row), form="row")
        if called_by:
            note = quantity(len(called_by), "{count:,} caller", "{count:,} callers")
            # The lines below name them too.
            yield Item(_("Called by"), note=note, children=_first_names(called_by), form="folded")

    def _relatives(self, rows: Iterable[Relative]) -> list[Item]:
        return [
            Item(
                row.inside.qualified,
                self._files[row.path],
                self.around(row.path, row.inside),
                f"{row.place} {said_by(row.how)}".strip(),
            )
            for row in rows
        ]

    def _tree(
        self, tree: ClassTree | None, aside: AbstractSet[str], parts: DividedUses | None
    ) -> Iterator[Item]:
        """Yield the class tree of a type, as a list and where folds are as a picture, too."""
        if tree is None:
            return
        identifier = parts.id("types") if parts else ""
        listed = class_trees.rows_of(tree, aside)
        most = _MOST_TYPES if identifier else _MOST_RELATED
        nested: list[tuple[int, Item]] = []
        for depth, row in class_trees.list_depths(listed[:most]):
            item = Item(row.type.qualified, *self._of_type(row.type))
            nested.append((depth, item._replace(note=class_trees.note_of(tree, row))))
        if more := len(listed) - len(nested):
            nested.append((0, Item(class_trees.more_types(more))))
        children = with_children(nested)
        picture = None
        if self.has_page:
            places = class_trees.Places(self._of_type, self.folders, aside)
            picture = class_trees.picture_of(tree, places, (self.own_page, identifier))
        note = class_trees.counted_types(len(tree.types))
        title = class_trees.title()
        yield Item(title, None, identifier, note, children=children, form="tree", picture=picture)

    def _of_type(self, place: TypePlace) -> tuple[str, str]:
        if not place.path:
            return "", ""
        inside = Enclosing(place.qualified, place.number)
        return self._files[place.path], self.around(place.path, inside)

    def _defined(self, definitions: UsedHow) -> list[Item]:
        return [
            self._definition(definition)._replace(note=said_by(how))
            for definition, how in definitions.items()
        ]

    def _definition(self, definition: Definition) -> Item:
        return Item(definition.qualified, self._files[definition.path], self._anchor(definition))

    def _uses(
        self, uses: Sequence[Reference], aside: AbstractSet[str], parts: DividedUses | None
    ) -> Iterator[Item]:
        """Yield uses, those of code aside in a fold.

        :param parts: divides them by folder, with imports apart.
        """
        own = [use for use in uses if use.path not in aside]
        rest = [use for use in uses if use.path in aside]
        own, rest = own or rest, rest if own else []
        usual = use_rows.usual_kind(uses)
        kinds = use_rows.kind_counts(Counter(map(use_rows.kind_of, uses)))
        if len(kinds) > 1:
            labels = {kind: use_rows.kind_label(kind) if kind != usual else "" for kind in kinds}
            row = tuple(Item(text, note=labels[kind]) for kind, text in kinds.items())
            yield Item("", children=row, form="kinds")
        if parts:
            imports = [use for use in own if use.kind == "import"]
            others = [use for use in own if use.kind != "import"]
            yield from self._by_folder(others or imports, usual, parts)
            if others and imports:
                lines = quantity(
                    len(imports), "Imports: {count:,} line", "Imports: {count:,} lines"
                )
                files = tuple(self.of_uses(imports, usual))
                yield Item(lines, None, parts.id("imports"), children=files, form="folded")
        else:
            yield from self.of_uses(own, usual)
        if rest:
            lines = quantity(
                len(rest),
                "Tests, examples, generated and vendored code: {count:,} line",
                "Tests, examples, generated and vendored code: {count:,} lines",
            )
            files = tuple(self.of_uses(rest, usual))
            place = parts.id("tests") if parts else ""
            yield Item(lines, None, place, children=files, form="folded")

    def _about(
        self,
        about: Definition | str,
        shown: int,
        children: tuple[Item, ...],
        unused: str,
        total: int,
        files: int,
        only: str,
    ) -> Item:
        def with_part(all_of_them: str) -> str:
            if shown == total:
                return all_of_them
            return quantity(
                shown,
                "{total}, {count:,} of them on this page",
                "{total}, {count:,} of them on this page",
                total=all_of_them,
            )

        if isinstance(about, Definition):
            used = with_part(uses_in_files(total, files)) if total else unused
            used += f" · {only}" if only else ""
            return Item(
                f"{kind_name(about.kind)} {about.qualified}",
                self._files[about.path],
                self._anchor(about),
                f"{about.path}:{about.line} – {used}",
                _shortened(about.signature) or None,
                children,
            )
        if about.startswith("/"):
            path = about[1:]
            docname = self.folders.get(path[:-1]) if path.endswith("/") else self._files.get(path)
            lines = quantity(total, "imported on {count:,} line", "imported on {count:,} lines")
            return Item(path or "./", docname, "", with_part(lines), children=children)
        if about == "possible":
            lines = quantity(
                total,
                "May be any of these, on {count:,} line",
                "May be any of these, on {count:,} lines",
            )
        else:
            lines = quantity(
                total,
                "Imported from outside this tree, on {count:,} line",
                "Imported from outside this tree, on {count:,} lines",
            )
        return Item(with_part(lines), children=children)

    def _by_folder(
        self, uses: Sequence[Reference], usual: str, within: DividedUses
    ) -> Iterator[Item]:
        folders = groupby(uses, key=lambda use: use.path.rpartition("/")[0])
        parts = [(folder, list(rows)) for folder, rows in folders]
        if len(parts) < 2:
            yield from self.of_uses(uses, usual)
            return
        for folder, rows in parts:
            files = tuple(self.of_uses(rows, usual))
            note = uses_in_files(len(rows), len(files))
            own = within.id(f"in-{anchor(folder)}")
            yield Item(f"{folder or '.'}/", None, own, note, children=files, form="part")

    def of_uses(self, uses: Iterable[Reference], usual: str | None = None) -> Iterator[Item]:
        """Yield uses by file, in order.

        :param usual: the kind that lines do not repeat; without it only rare kinds are named.
        """
        for path, rows in groupby(uses, key=lambda use: use.path):
            lines = tuple(self._line(row, usual) for row in rows)
            note = quantity(len(lines), "{count:,} line", "{count:,} lines")
            yield Item(path, self._files[path], note=note, children=lines)

    def _line(self, use: Reference, usual: str | None) -> Item:
        # A line may be as long as its file, and have as many uses.
        shown = _shortened(self._text(use.path, use.line))
        kind = use_rows.kind_of(use)
        is_said = kind in _SELDOM if usual is None else kind != usual
        note = use_rows.kind_label(kind) if is_said else ""
        around = self._around(use.inside) if use.inside else None
        docname = self._files[use.path]
        place = str(use.line), docname, f"L{use.line}"
        return Item(*place, note, shown, around=around, form="line", marked=self._marked)

    def _around(self, inside: Enclosing) -> Item:
        """Link the enclosing symbol, with its owner, to its own uses."""
        place = self._name_places.get(inside.name)
        return Item(".".join(inside.qualified.split(".")[-2:]), *(place or ()))

    def of_exchanges(
        self, rows: Sequence[Exchange], own: str, is_taken: bool, most: int
    ) -> list[Item]:
        """Return other files with the exchanged names; a keyword index has the rest.

        :param own: the file that others exchange names with.
        :param is_taken: whether it has the lines that use them.
        :param most: the largest number of files.
        """
        items = []
        files = min(most, len({row.path for row in rows}))
        each = min(_MOST_NAMES, max(_FEWEST_NAMES, _NAMES_BY_FILES // max(1, files) ** 2))
        lines_each = _lines_each(rows)
        for path, group in groupby(rows, key=lambda row: row.path):
            user = own if is_taken else path
            names = [
                Item(
                    row.definition.qualified,
                    self._files[row.definition.path],
                    self._anchor(row.definition),
                    children=self._first_lines(row, self._files[user], lines_each),
                    form="inline",
                )
                for row in group
            ]
            note = quantity(len(names), "{count:,} name", "{count:,} names")
            if (more := len(names) - each) > 0:
                names[each:] = [self._more(more_names(more), user)]
            items.append(Item(path, self._files[path], note=note, children=tuple(names)))
        more = len(items) - most
        if more > 0:
            return [*items[:most], self._more(_more_files(more), own)]
        return items

    def _more(self, text: str, path: str) -> Item:
        """Link the rest to the keyword index of a file, with all names and lines."""
        docname, place = self._keywords_of(path) or (None, "")
        return Item(text, docname, place)

    def _first_lines(self, row: Exchange, docname: str, most: int) -> tuple[Item, ...]:
        # One more line takes no more room than to say that there is one.
        lines = row.lines if len(row.lines) == most + 1 else row.lines[:most]
        shown = tuple(Item(f"L{line}", docname, f"L{line}") for line in lines)
        more = len(row.lines) - len(lines)
        if not more:
            return shown
        place = self._name_places.get(row.definition.name)
        return (*shown, Item(_more_lines(more), *(place or ())))

    def of_definitions(self, rows: Iterable[Definition]) -> list[Item]:
        """Return definitions of one file."""
        return [
            Item(
                row.qualified,
                self._files[row.path],
                self._anchor(row),
                _("{kind}, line {line}").format(kind=kind_name(row.kind), line=row.line),
            )
            for row in rows
        ]


def _shortened(line: str) -> str:
    shown = printable_line(line[:_LOOKED_AT].strip())
    return f"{shown[: _LONGEST - 1]}…" if len(shown) > _LONGEST else shown


def _lines_each(rows: Sequence[Exchange]) -> int:
    for most in _MOST_LINES:
        if sum(min(most, len(row.lines)) for row in rows) <= _MOST_LINES_IN_ALL:
            return most
    return _MOST_LINES[-1]


def _first_names(row: Sequence[Item]) -> tuple[Item, ...]:
    more = len(row) - _MOST_RELATED
    return (*row[:_MOST_RELATED], *([Item(more_names(more))] if more > 0 else []))


def _more_files(count: int) -> str:
    return quantity(count, "and {count:,} more file", "and {count:,} more files")


def _more_lines(count: int) -> str:
    return quantity(count, "and {count:,} more line", "and {count:,} more lines")
