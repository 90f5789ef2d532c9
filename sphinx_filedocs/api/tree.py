"""A source tree that answers questions."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import IO, Literal, NamedTuple, Self, TypeVar

from sphinx_filedocs import hooks
from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.analysis.tree_details import TreeDetails
from sphinx_filedocs.api.options import Options, analysis_of, use_options
from sphinx_filedocs.incremental.last_build import hold
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import DamagedError
from sphinx_filedocs.model.facts import Finding, FindingRule
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase, Cycle, Importer
from sphinx_filedocs.model.links import Enclosing, How, Reference, UsedHow
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition, Outlined, Symbol, named, walk

#: How a link was resolved: see :data:`How`; ``prose`` for names in documentation.
LinkHow = Literal[How, "prose"]


class Place(NamedTuple):
    """The target of a link.

    :param line: ``None`` for a whole file.
    :param symbol: the qualified name of the definition there; ``""`` for a file or a local name.
    """

    path: str
    line: int | None = None
    symbol: str = ""


class Link(NamedTuple):
    """A name in a file that leads somewhere.

    :param name: as it is written.
    :param places: the targets; several if the name may mean any of them.
    :param external: the dotted name of a target outside of the tree, such as ``os.path.join``;
        ``""`` inside.
    """

    path: str
    line: int
    column: int
    name: str
    how: LinkHow
    places: tuple[Place, ...] = ()
    external: str = ""


class Caller(NamedTuple):
    """A definition whose body uses a symbol.

    :param symbol: the innermost definition around the uses; ``None`` at the top of a file.
    :param lines: the lines of the file *path* that use it.
    """

    path: str
    symbol: Definition | None
    lines: tuple[int, ...]


def place_of(definition: Definition) -> Place:
    """Return the place of a definition."""
    return Place(definition.path, definition.line, definition.qualified)


Item = TypeVar("Item")
#: Gets a step (``analysing`` or ``linking``), the number of the current item, and that of the last.
Progress = Callable[[str, int, int], None]


class Tree:
    """A source tree; :meth:`open` reads and links it.

    >>> tree = Tree.open(shop)
    >>> (total,) = tree.find("Cart.total")
    >>> total.path, total.line, total.kind
    ('shop/cart.py', 10, 'method')

    Close it with :meth:`close`, or use it in a ``with``.
    """

    def __init__(
        self,
        root: Path,
        codebase: Codebase,
        details: TreeDetails,
        resources: ExitStack | None = None,
    ) -> None:
        self._root = root
        self._codebase = codebase
        self._details = details
        self._resources = resources or ExitStack()

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        options: Options | None = None,
        progress: Progress | None = None,
    ) -> Tree:
        """Read and link the tree in a folder.

        :raises TreeError: if the folder can't be read.
        :raises OptionsError: for an option that is not allowed.
        """
        chosen = options or Options()
        root = Path(path).resolve()
        use_options(chosen, root)
        with ExitStack() as resources:
            if chosen.cache is None:
                cache = Path(resources.enter_context(tempfile.TemporaryDirectory()))
            else:
                cache = chosen.cache
                cache.mkdir(parents=True, exist_ok=True)
                if lock := hold(cache / "lock"):
                    resources.callback(lock.close)
            details = TreeDetails(
                cache / "tree.sqlite",
                root,
                chosen.max_bytes,
                chosen.public_credentials,
                lambda _: None,
            )
            resources.callback(details.close)
            codebase = _analysed(analysis_of(root, chosen, cache), details, progress)
            details.codebase = codebase
            return cls(root, codebase, details, resources.pop_all())

    def close(self) -> None:
        """Release the cache; no question can be asked any more."""
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def root(self) -> Path:
        """The absolute root folder."""
        return self._root

    @property
    def title(self) -> str:
        """The title of the tree."""
        return self._codebase.title

    @property
    def branch(self) -> str:
        """The checked-out branch or commit; ``""`` without git."""
        return self._codebase.branch or ""

    @property
    def unread(self) -> tuple[str, ...]:
        """Error messages about indexes and reports that could not be read."""
        return tuple(
            f"{diagnostic.path}: {diagnostic.message}"
            for diagnostic in self._codebase.diagnostics
            if diagnostic.subtype in ("compile-commands", *hooks.names("reports"))
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """Warnings of git about the files and their history, and of an executor that failed."""
        return tuple(
            str(diagnostic.message)
            for diagnostic in self._codebase.diagnostics
            if diagnostic.subtype in ("executor", "git")
        )

    @property
    def counted(self) -> tuple[int, int]:
        """The number of names in the sources, and of those that link into the tree."""
        return self._codebase.graph.counted

    def files(self) -> tuple[File, ...]:
        """Return all files, by path."""
        return tuple(self._codebase.light.values())

    def file(self, path: str) -> File:
        """Return a file.

        :raises KeyError: if the tree has no such file.

        >>> Tree.open(shop).file("shop/cart.py").language_name
        'Python'
        """
        try:
            return self._codebase.light[path]
        except KeyError:
            raise KeyError(f"the tree has no file {path!r}") from None

    def is_own(self, path: str) -> bool:
        """Tell whether a file is the project's own code: no test, example or benchmark, neither
        generated nor vendored."""
        return not self.file(path).is_less_telling

    def description(self, path: str) -> str:
        """Return the tree's own words about a file or folder; ``""`` without any. Words about its
        main definition follow the name of that and a colon.

        :param path: of a file or a folder, ``""`` for the root.

        >>> Tree.open(shop).description("shop/cart.py")
        'What a customer is about to buy.'
        """
        description = self._codebase.graph.descriptions.get(path)
        return description.under_name(description.text) if description else ""

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a text, with credentials masked; none of another file.

        :raises KeyError: if the tree has no such file.
        """
        return self._details.lines(path) if self.file(path).kind == "text" else ()

    def outline(self, path: str) -> Iterator[Outlined]:
        """Yield the symbols of a file with their documentation, owners first.

        :raises KeyError: if the tree has no such file.
        """
        self.file(path)
        return walk(self._codebase.files[path].facts.symbols)

    def symbols(self, path: str | None = None) -> Iterator[Definition]:
        """Yield the symbols of a file, or of all, by path and place; owners come first.

        :raises KeyError: if the tree has no such file.
        """
        for file_path in self._codebase.light if path is None else (self.file(path).path,):
            yield from self._codebase.graph.outlines.get(file_path, ())

    def symbol(self, definition: Definition) -> Symbol | None:
        """Return the documentation, the extent and the members of a definition; ``None`` for one
        that no outline shows, such as an attribute.

        >>> tree = Tree.open(shop)
        >>> (cart,) = tree.find("Cart")
        >>> tree.symbol(cart).span
        Span(start=6, end=11)
        """
        symbols = self._codebase.files[definition.path].facts.symbols
        return named(symbols, definition.qualified, definition.number)

    def find(self, name: str) -> tuple[Definition, ...]:
        """Return the symbols of a name, alone or qualified, by path and line, without headings.

        >>> [symbol.qualified for symbol in Tree.open(shop).find("add")]
        ['Cart.add']
        """
        known = self._codebase.graph.definitions.get(name.rpartition(".")[2], ())
        return tuple(
            definition
            for definition in known
            if definition.qualified == name or definition.qualified.endswith(f".{name}")
        )

    def references(self, symbol: Definition) -> Sequence[Reference]:
        """Return the lines that use a symbol, by path and line.

        >>> tree = Tree.open(shop)
        >>> (euro,) = tree.find("euro")
        >>> [(row.path, row.line, row.how) for row in tree.references(euro)]
        [('shop/cart.py', 3, 'import'), ('shop/cart.py', 11, 'import')]
        """
        return self._codebase.graph.references.get(symbol, ())

    def callers(self, symbol: Definition) -> tuple[Caller, ...]:
        """Return the definitions whose bodies use a symbol, by path and line. Imports do not count.

        >>> tree = Tree.open(shop)
        >>> (euro,) = tree.find("euro")
        >>> [(caller.symbol.qualified, caller.lines) for caller in tree.callers(euro)]
        [('Cart.total', (11,))]
        """
        lines_by_caller: defaultdict[tuple[str, Enclosing | None], list[int]] = defaultdict(list)
        for row in self.references(symbol):
            if row.kind not in {"import", "base", "override", "implementation"}:
                lines_by_caller[row.path, row.inside].append(row.line)
        return tuple(
            Caller(path, self._named(path, inside), tuple(lines))
            for (path, inside), lines in lines_by_caller.items()
        )

    def calls(self, symbol: Definition) -> tuple[Definition, ...]:
        """Return the definitions that a symbol calls, in the order of its body, without guesses.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("Cart.total")
        >>> [symbol.qualified for symbol in tree.calls(total)]
        ['euro']
        """
        return self._used_by(symbol, self._codebase.graph.calls)

    def bases(self, symbol: Definition) -> tuple[Definition, ...]:
        """Return the types of the tree that a type extends, in order, without guesses.

        >>> tree = Tree.open(shop)
        >>> (gift,) = tree.find("GiftCart")
        >>> [symbol.qualified for symbol in tree.bases(gift)]
        ['Cart']
        """
        return self._used_by(symbol, self._codebase.graph.bases)

    def overrides(self, symbol: Definition) -> tuple[Definition, ...]:
        """Return the members that a member overrides or implements, the nearest of each base.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("GiftCart.total")
        >>> [symbol.qualified for symbol in tree.overrides(total)]
        ['Cart.total']
        """
        graph = self._codebase.graph
        implemented = self._used_by(symbol, graph.implements)
        members = implemented if symbol.kind in {"method", "function"} else ()
        return (*self._used_by(symbol, graph.overrides), *members)

    def implements(self, symbol: Definition) -> tuple[Definition, ...]:
        """Return the interfaces, members of interfaces and fields of tables that a symbol
        implements without naming them.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("GiftCart.total")
        >>> tree.implements(total)
        ()
        """
        return self._used_by(symbol, self._codebase.graph.implements)

    def derived(self, symbol: Definition) -> tuple[Definition, ...]:
        """Return the types that extend or implement a type, or the members that override or
        implement a member, by path and line. Classes without a name have no symbol: they are among
        :meth:`references`, of kind ``anonymous`` where the base is called, or ``base`` inside of a
        symbol whose number is their line times -1.

        >>> tree = Tree.open(shop)
        >>> (cart,) = tree.find("Cart")
        >>> [symbol.qualified for symbol in tree.derived(cart)]
        ['GiftCart']
        """
        heirs = (
            self._named(row.path, row.inside)
            for row in self.references(symbol)
            if row.kind in {"base", "override", "implementation"}
        )
        return tuple(heir for heir in heirs if heir)

    def _used_by(
        self, symbol: Definition, by_file: Mapping[str, Mapping[Enclosing, UsedHow]]
    ) -> tuple[Definition, ...]:
        inside = Enclosing(symbol.qualified, symbol.number)
        return tuple(by_file.get(symbol.path, {}).get(inside, ()))

    def _named(self, path: str, inside: Enclosing | None) -> Definition | None:
        names = self._codebase.graph.outlines.get(path, ()) if inside else ()
        return next((known for known in names if (known.qualified, known.number) == inside), None)

    def links(self, path: str, line: int | None = None) -> Iterator[Link]:
        """Yield the names in a file that lead somewhere, by place: of one line, or of all.

        :raises KeyError: if the tree has no such file.
        """
        if self.file(path).kind != "text":
            return
        yield from self._links_in_code(path, line)
        yield from (mention for mention in self.mentions(path) if line in (None, mention.line))

    def mentions(self, path: str) -> Iterator[Link]:
        """Yield the names in a text of prose that lead to files and symbols of the tree, by place.

        :raises KeyError: if the tree has no such file.

        >>> [(link.name, link.places) for link in Tree.open(shop).mentions("README.md")]
        [('shop/cart.py', (Place(path='shop/cart.py', line=None, symbol=''),))]
        """
        self.file(path)
        rows = self._codebase.graph.prose_links.get(path, ())
        lines = self.lines(path) if rows else ()
        for link in rows:
            text = lines[link.line - 1] if link.line <= len(lines) else ""
            place = place_of(link.definition) if link.definition else Place(link.path)
            column = max(0, text.find(link.name))
            yield Link(path, link.line, column, link.name, "prose", (place,))

    @property
    def rules(self) -> Mapping[str, FindingRule]:
        """The rules of sphinx-filedocs, and those of other tools that findings name, by id."""
        return self._codebase.rules

    def findings(self, path: str) -> tuple[Finding, ...]:
        """Return the findings of our rules and of other tools' reports in a file, by line."""
        rows = (*self.file(path).facts.findings, *self._codebase.reported.get(path, ()))
        return tuple(sorted(rows, key=lambda row: (row.line, row.rule, row.text)))

    def imported_by(self, path: str) -> Sequence[Importer]:
        """Return the lines of other files that import a file.

        >>> [importer.path for importer in Tree.open(shop).imported_by("shop/money.py")]
        ['shop/cart.py']
        """
        return self._codebase.graph.imported_by.get(path, ())

    @property
    def cycles(self) -> Sequence[Cycle]:
        """A shortest import cycle of each group of files that import one another, the largest group
        first."""
        return self._codebase.graph.cycles

    def write(self, file: IO[bytes], form: str) -> None:
        """Write the tree in a format, such as ``scip`` or ``sarif``.

        :raises LookupError: for an unknown format.
        :raises ImportError: if a library that the format needs is missing.

        >>> from io import BytesIO
        >>> file = BytesIO()
        >>> Tree.open(shop).write(file, "dot")
        >>> file.getvalue().decode().splitlines()[-2]
        '  "shop/gifts.py" -> "shop/cart.py" [style=solid];'
        """
        hooks.load("formats", form)(file, self)

    @property
    def codebase(self) -> Codebase:
        """All facts, for writers of formats; any version may change their form."""
        return self._codebase

    def names(self, path: str) -> Names:
        """Return the names of a text and their places; any version may change their form."""
        return self._details.names(self._codebase.files[path])

    def _links_in_code(self, path: str, line: int | None) -> Iterator[Link]:
        links = self._codebase.graph.links.get(path)
        if links is None:
            return
        places = self._details.places(self._codebase.files[path])
        lines = self.lines(path)
        rows = zip(places.lines, places.columns, places.lengths, places.meant, strict=True)
        for number, column, length, meant in rows:
            link = links[meant] if line in (None, number) else None
            if link is None:
                continue
            targets = [place_of(definition) for definition in link.definitions]
            targets += [Place(linked_path) for linked_path in link.paths]
            if link.line is not None and not targets:
                targets.append(Place(path, link.line))
            name = lines[number - 1][column : column + length]
            external = link.external if not targets else ""
            yield Link(path, number, column, name, link.how, tuple(targets), external)


def _analysed(analysis: Analysis, details: TreeDetails, progress: Progress | None) -> Codebase:
    def counting(what: str, items: Iterable[Item], count: int) -> Iterator[Item]:
        for number, item in enumerate(items, 1):
            if progress:
                progress(what, number, count)
            yield item

    analysing, linking = partial(counting, "analysing"), partial(counting, "linking")
    try:
        return analyse(analysis, details.store, analysing, linking=linking)
    except DamagedError:
        # The damaged cache is deleted by now.
        return analyse(analysis, details.store, analysing, linking=linking)
