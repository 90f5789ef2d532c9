"""A source tree that can be asked."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import cached_property, partial
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import IO, Self, TypeVar

from sphinx_filedocs import hooks
from sphinx_filedocs.api import records
from sphinx_filedocs.api.options import Options, analysis_of, use_options
from sphinx_filedocs.build.analyse import analyse
from sphinx_filedocs.build.last_build import hold
from sphinx_filedocs.build.tree_details import TreeDetails
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import DamagedError
from sphinx_filedocs.model.facts import GroupMember
from sphinx_filedocs.model.files import File
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.model.links import Enclosing, UsedHow
from sphinx_filedocs.model.names import Names
from sphinx_filedocs.model.symbols import Definition, walk

Item = TypeVar("Item")
#: Is told what is being done (``analysing`` or ``linking``), how much of it is done, and how much
#: there is to do.
Progress = Callable[[str, int, int], None]
#: What is not counted as the project's own code.
_ASIDE = frozenset({"test", "example", "benchmark", "generated", "vendored"})


class Tree:
    """A source tree that was read and linked; made by :meth:`open`.

    >>> tree = Tree.open(shop)
    >>> (total,) = tree.find("Cart.total")
    >>> total.path, total.line, total.kind
    ('shop/cart.py', 10, 'method')

    What it needs is kept until it is closed: by :meth:`close`, or at the end of a ``with``.
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
        self._outlines: dict[str, list[records.Symbol]] = {}

    @classmethod
    def open(
        cls,
        path: str | PathLike[str],
        options: Options | None = None,
        progress: Progress | None = None,
    ) -> Tree:
        """Read and link the tree in a folder.

        :raises TreeError: where the folder can't be read.
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
        """Give up what is held; nothing can be asked any more."""
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
        """What the tree is called."""
        return self._codebase.title

    @property
    def branch(self) -> str:
        """The branch that is checked out, or the commit; ``""`` where git knows neither."""
        return self._codebase.branch or ""

    @property
    def unread(self) -> tuple[str, ...]:
        """What is wrong with each of the indexes and reports that could not be read."""
        return tuple(
            f"{diagnostic.path}: {diagnostic.message}"
            for diagnostic in self._codebase.diagnostics
            if diagnostic.subtype in ("compile-commands", *hooks.names("reports"))
        )

    @property
    def doubts(self) -> tuple[str, ...]:
        """What Git could not say of the files and their history, if anything."""
        return tuple(
            str(diagnostic.message)
            for diagnostic in self._codebase.diagnostics
            if diagnostic.subtype == "git"
        )

    @property
    def counted(self) -> tuple[int, int]:
        """How many names stand in the sources, and how many of them lead to a place in the tree."""
        return self._codebase.graph.counted

    def files(self) -> tuple[records.SourceFile, ...]:
        """Return all files, by path."""
        return tuple(map(self.file, self._codebase.light))

    def file(self, path: str) -> records.SourceFile:
        """Return a file.

        :raises KeyError: where the tree has none of this path.

        >>> Tree.open(shop).file("shop/cart.py").description
        'What a customer is about to buy.'
        """
        file = self._known(path)
        return records.SourceFile(
            path,
            file.kind,
            file.language_name,
            file.size,
            file.facts.lines.total,
            file.facts.lines.code,
            tuple(records.Role(role.name, str(role.reason), role.line) for role in file.roles),
            file.owners,
            file.facts.license or "",
            str(file.plain),
            self._is_own(file),
            self.description(path),
        )

    def description(self, path: str) -> str:
        """Return what a file or folder is, in the tree's own words, which are behind a name and a
        colon where they are about that definition; ``""`` where it does not say.

        :param path: of a file or a folder, ``""`` for the root.
        """
        description = self._codebase.graph.descriptions.get(path)
        return description.under_name(description.text) if description else ""

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a text, with credentials masked; none where the file is no text.

        :raises KeyError: where the tree has none of this path.
        """
        return self._details.lines(path) if self._known(path).kind == "text" else ()

    def symbols(self, path: str | None = None) -> Iterator[records.Symbol]:
        """Yield the symbols of a file, or of all, by path and place; owners come first.

        :raises KeyError: where the tree has no file of this path.
        """
        if path is not None:
            self._known(path)
        for file_path in self._codebase.light if path is None else (path,):
            for entry in walk(self._codebase.files[file_path].facts.symbols):
                yield records.symbol_of(file_path, entry)

    def find(self, name: str) -> tuple[records.Symbol, ...]:
        """Return the symbols of a name, alone or qualified, by path and line; headings are none.

        >>> [symbol.qualified for symbol in Tree.open(shop).find("add")]
        ['Cart.add']
        """
        bare = name.rpartition(".")[2]
        known = self._codebase.graph.definitions.get(bare, ())
        return tuple(
            self._whole(definition)
            for definition in known
            if definition.qualified == name or definition.qualified.endswith(f".{name}")
        )

    def references(self, symbol: records.Symbol) -> tuple[records.Reference, ...]:
        """Return the lines that use a symbol, by path and line.

        >>> tree = Tree.open(shop)
        >>> (euro,) = tree.find("euro")
        >>> [(row.path, row.line, row.how) for row in tree.references(euro)]
        [('shop/cart.py', 3, 'import'), ('shop/cart.py', 11, 'import')]
        """
        rows = self._codebase.graph.references.get(records.definition_of(symbol), ())
        return tuple(records.Reference(row.path, row.line, row.how, row.kind) for row in rows)

    def callers(self, symbol: records.Symbol) -> tuple[records.Caller, ...]:
        """Return the definitions in whose bodies a symbol is used, by path and line: in languages
        whose names are linked. Lines that import it are no use.

        >>> tree = Tree.open(shop)
        >>> (euro,) = tree.find("euro")
        >>> [(caller.symbol.qualified, caller.lines) for caller in tree.callers(euro)]
        [('Cart.total', (11,))]
        """
        lines_by_caller: defaultdict[tuple[str, Enclosing | None], list[int]] = defaultdict(list)
        for row in self._codebase.graph.references.get(records.definition_of(symbol), ()):
            if row.kind not in {"import", "base", "override", "implementation"}:
                lines_by_caller[row.path, row.inside].append(row.line)
        return tuple(
            records.Caller(path, self._named(path, inside) if inside else None, tuple(lines))
            for (path, inside), lines in lines_by_caller.items()
        )

    def calls(self, symbol: records.Symbol) -> tuple[records.Symbol, ...]:
        """Return what a symbol calls, each once and as it first stands in its body; guesses are
        left out.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("Cart.total")
        >>> [symbol.qualified for symbol in tree.calls(total)]
        ['euro']
        """
        return self._used_by(symbol, self._codebase.graph.calls)

    def bases(self, symbol: records.Symbol) -> tuple[records.Symbol, ...]:
        """Return the types of the tree that a type names as its bases, in order; guesses are left
        out.

        >>> tree = Tree.open(shop)
        >>> (gift,) = tree.find("GiftCart")
        >>> [symbol.qualified for symbol in tree.bases(gift)]
        ['Cart']
        """
        return self._used_by(symbol, self._codebase.graph.bases)

    def overrides(self, symbol: records.Symbol) -> tuple[records.Symbol, ...]:
        """Return the members of bases that a member overrides or implements: of each base the
        nearest.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("GiftCart.total")
        >>> [symbol.qualified for symbol in tree.overrides(total)]
        ['Cart.total']
        """
        graph = self._codebase.graph
        implemented = self._used_by(symbol, graph.implements)
        members = (other for other in implemented if symbol.kind in {"method", "function"})
        return (*self._used_by(symbol, graph.overrides), *members)

    def implements(self, symbol: records.Symbol) -> tuple[records.Symbol, ...]:
        """Return what a symbol implements without a name that says so: interfaces of which a type
        has all members, members of interfaces, fields of a table that a function is put into.

        >>> tree = Tree.open(shop)
        >>> (total,) = tree.find("GiftCart.total")
        >>> tree.implements(total)
        ()
        """
        return self._used_by(symbol, self._codebase.graph.implements)

    def derived(self, symbol: records.Symbol) -> tuple[records.Symbol, ...]:
        """Return the types that name a type as a base, the members that override a member, and
        what implements either, by path and line.

        >>> tree = Tree.open(shop)
        >>> (cart,) = tree.find("Cart")
        >>> [symbol.qualified for symbol in tree.derived(cart)]
        ['GiftCart']
        """
        rows = self._codebase.graph.references.get(records.definition_of(symbol), ())
        heirs = (
            self._named(row.path, row.inside)
            for row in rows
            if row.inside and row.kind in {"base", "override", "implementation"}
        )
        return tuple(heir for heir in heirs if heir)

    def _used_by(
        self, symbol: records.Symbol, by_file: Mapping[str, Mapping[Enclosing, UsedHow]]
    ) -> tuple[records.Symbol, ...]:
        inside = Enclosing(symbol.qualified, symbol.number)
        return tuple(map(self._whole, by_file.get(symbol.path, {}).get(inside, ())))

    def links(self, path: str, line: int | None = None) -> Iterator[records.Link]:
        """Yield the names in a file that lead somewhere, by place: of one line, or of all.

        :raises KeyError: where the tree has no file of this path.
        """
        file = self._known(path)
        if file.kind != "text":
            return
        yield from self._links_in_code(path, line)
        yield from (mention for mention in self.mentions(path) if line in (None, mention.line))

    def mentions(self, path: str) -> Iterator[records.Link]:
        """Yield the names in a text of prose that lead to files and symbols of the tree, by place.

        :raises KeyError: where the tree has no file of this path.

        >>> [(link.name, link.places) for link in Tree.open(shop).mentions("README.md")]
        [('shop/cart.py', (Place(path='shop/cart.py', line=None, symbol=''),))]
        """
        self._known(path)
        rows = self._codebase.graph.prose_links.get(path, ())
        lines = self.lines(path) if rows else ()
        for link in rows:
            text = lines[link.line - 1] if link.line <= len(lines) else ""
            place = (
                records.place_of(link.definition) if link.definition else records.Place(link.path)
            )
            column = max(0, text.find(link.name))
            yield records.Link(path, link.line, column, link.name, "prose", (place,))

    @property
    def rules(self) -> Mapping[str, records.Rule]:
        """The rules that findings name, and all of sphinx-filedocs', by id."""
        return {name: records.rule_of(name, rule) for name, rule in self._codebase.rules.items()}

    def findings(self) -> Iterator[records.Finding]:
        """Yield what our rules and the reports of other tools find, by path and line."""
        for path, file in self._codebase.light.items():
            own = self._is_own(file)
            rows = (*file.facts.findings, *self._codebase.reported.get(path, ()))
            for finding in sorted(
                rows, key=lambda finding: (finding.line, finding.rule, finding.text)
            ):
                yield records.Finding(
                    path, finding.line, finding.severity, finding.rule, str(finding.text), own
                )

    def groups(self) -> Iterator[records.Group]:
        """Yield the groups of documentation comments, as their files define them.

        >>> {group.title: len(group.members) for group in Tree.open(ring).groups()}
        {'data': 0, 'Rings': 2}
        """
        for group in self._codebase.graph.groups.values():
            members = tuple(
                self._member(path, member) for path, rows, _ in group.members for member in rows
            )
            more = sum(left for _, _, left in group.members)
            title = group.title or group.name
            yield records.Group(
                group.name, title, group.doc, group.path, group.line, group.parents, members, more
            )

    def _member(self, path: str, member: GroupMember) -> records.Place:
        inside = Enclosing(member.qualified, member.number)
        symbol = self._named(path, inside) if member.qualified else None
        return records.Place(path, symbol.line if symbol else None, member.qualified)

    @cached_property
    def graph(self) -> records.Graph:
        """Which files import which.

        >>> edges = Tree.open(shop).graph.edges
        >>> [edge.target for edge in edges if edge.source == "shop/cart.py"]
        ['shop/money.py']
        """
        return records.graph_of(self._codebase)

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

    def _known(self, path: str) -> File:
        try:
            return self._codebase.light[path]
        except KeyError:
            raise KeyError(f"the tree has no file {path!r}") from None

    def _is_own(self, file: File) -> bool:
        return _ASIDE.isdisjoint(role.name for role in file.roles)

    def _links_in_code(self, path: str, line: int | None) -> Iterator[records.Link]:
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
            targets = [records.place_of(definition) for definition in link.definitions]
            targets += [records.Place(linked_path) for linked_path in link.paths]
            if link.line is not None and not targets:
                targets.append(records.Place(path, link.line))
            name = lines[number - 1][column : column + length]
            external = link.external if not targets else ""
            yield records.Link(path, number, column, name, link.how, tuple(targets), external)

    def _whole(self, definition: Definition) -> records.Symbol:
        return self._named(
            definition.path, Enclosing(definition.qualified, definition.number)
        ) or records.Symbol(
            definition.path,
            definition.line,
            definition.line,
            definition.kind,
            definition.qualified,
            definition.number,
            definition.signature,
        )

    def _named(self, path: str, name: Enclosing) -> records.Symbol | None:
        named = (
            symbol
            for symbol in self._outline(path)
            if (symbol.qualified, symbol.number) == tuple(name)
        )
        return next(named, None)

    def _outline(self, path: str) -> list[records.Symbol]:
        if path not in self._outlines:
            self._outlines[path] = list(self.symbols(path))
        return self._outlines[path]


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
        # What was damaged is deleted by now.
        return analyse(analysis, details.store, analysing, linking=linking)
