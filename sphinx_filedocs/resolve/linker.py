"""Links the names of a file, and lists its uses."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from sphinx_filedocs.model.expressions import (
    Applied,
    Construction,
    Expression,
    FreeName,
    GenericType,
    MacroName,
    Member,
    PathPart,
    ShortName,
    Tested,
    TypeName,
)
from sphinx_filedocs.model.links import (
    GUESSES,
    HOWS,
    MEMBER_MARK,
    Enclosing,
    How,
    Link,
    UsedHow,
)
from sphinx_filedocs.model.names import USE_KINDS, USE_RANKS, UseKind
from sphinx_filedocs.model.reports import Place
from sphinx_filedocs.model.symbols import INTERFACES, Definition
from sphinx_filedocs.resolve.candidates import CANDIDATES, Meaning
from sphinx_filedocs.resolve.defined import TYPES, VALUES, Defined
from sphinx_filedocs.resolve.link_tables import FileLinks
from sphinx_filedocs.resolve.meanings import Meanings
from sphinx_filedocs.resolve.modules import Module
from sphinx_filedocs.resolve.tree import LinkTree
from sphinx_filedocs.resolve.type_uses import SymbolsAround, TypeUses, type_uses

Result = TypeVar("Result")
_BASE, _ANONYMOUS = map(USE_KINDS.index, ("base", "anonymous"))
_REFERENCE, _READ, _TYPE, _CALL = map(USE_KINDS.index, ("reference", "read", "type", "call"))
#: The kinds of calls where an interface is named: a value is made one of it.
_OF_INTERFACES = {_CALL: _TYPE, _ANONYMOUS: _BASE}
#: Links that indexes of compilers were never right to doubt.
_SURE = ("scope", "import", "build")
#: Passes on the paths of the files to link, and shows how many of their number are done.
Progress = Callable[[Iterable[str], int], Iterator[str]]


#: How a symbol uses another one by what it is, and that one.
Relation = tuple[UseKind, Definition]


class CompiledTargets(NamedTuple):
    """Facts of a compiler on a file, by place.

    :param names: definitions.
    :param kinds: kinds of uses.
    :param relations: relations of symbols to others.
    """

    names: Mapping[Place, Definition] = {}
    kinds: Mapping[Place, UseKind] = {}
    relations: Mapping[Place, Sequence[Relation]] = {}


#: What a symbol uses by what it is, and how: itself, and the kinds and links of that.
_Related = tuple[Enclosing, Sequence[tuple[UseKind, Link]]]


def quietly(paths: Iterable[str], _: int) -> Iterator[str]:
    """Show nothing."""
    return iter(paths)


class Linker:
    """Links files. The tracer records everything that a file asks of others."""

    def __init__(self, tree: LinkTree) -> None:
        self._meanings = Meanings(tree)
        self._modules = tree.modules
        self._included = tree.included

    def link(self, path: str, compiled: CompiledTargets) -> FileLinks:
        """Return the links of a file.

        :param compiled: facts of a compiler; they override guesses.
        """
        module = self._modules.own(path)
        count = len(module.names.expressions)
        meanings = [self._meanings.find(path, at) for at in range(count)]
        types = type_uses(module, meanings, self._meanings)
        related = _related(module, types, compiled.relations)
        chosen = self._included.compiled
        self._meanings.leave_file()
        known: dict[Meaning, int] = {}
        links: dict[Link, int] = {}
        numbers = array("i")
        for meaning in meanings:
            number = known.get(meaning, -2) if meaning else -1
            if meaning and number == -2:
                link = _link(module, meaning, chosen)
                number = known[meaning] = links.setdefault(link, len(links)) if link else -1
            numbers.append(number)
        own = list(links)
        for expression, definition in _compiled(module, compiled.names):
            number = numbers[expression]
            if not _is_surer(own[number] if number >= 0 else None, definition):
                link = Link("compiler", (definition,))
                numbers[expression] = links.setdefault(link, len(links))
        for _, others in related.values():
            for _, other in others:
                links.setdefault(other, len(links))
        for link in [link for link in links if link.together]:
            for definition in link.definitions:
                # Each is used by itself.
                links.setdefault(Link(link.how, (definition,)), len(links))
        kinds = _kinds(module, compiled.kinds)
        uses = _used(module, meanings, numbers, kinds, links, types.bases, related)
        made = _with_uses(module, numbers, list(links), uses)
        return replace(made, unsure=unsure_names(module, meanings, numbers, made.different))

    def without_links(self, path: str) -> FileLinks:
        """Return the links of a file that could not be linked."""
        module = self._modules.own(path)
        self._modules.leave_file()
        numbers = array("i", [-1]) * len(module.names.expressions)
        return _with_uses(module, numbers, [], ())

    def let_go(self) -> None:
        """Free the memory, when all is linked."""
        self._meanings.let_go()


def _link(module: Module, meaning: Meaning, compiled: Container[Defined]) -> Link | None:
    if meaning.package is not None:
        return None
    if meaning.local >= 0:
        return Link(meaning.how, line=module.names.bindings[meaning.local].line)
    if len(meaning.defined) > CANDIDATES:
        return None
    if meaning.paths == (module.path,):
        # A name of the file itself gets no link.
        return None
    unsure = len(meaning.defined) > 1 and not meaning.together
    how: How = "candidates" if unsure else meaning.how
    if how != "name" and len(meaning.defined) == 1 and meaning.defined[0] in compiled:
        how = "build"
    definitions = tuple(defined.definition for defined in meaning.defined)
    return Link(how, definitions, None, meaning.paths, meaning.external)


def _is_surer(link: Link | None, compiled: Definition) -> bool:
    """Return True if our link overrides a compiler's: by scopes, imports or the type of an
    owner."""
    if link is None or not link.definitions:
        return link is not None and link.line is not None
    if link.how in _SURE or link.definitions == (compiled,):
        return link.how in _SURE
    named = [(definition.path, definition.qualified) for definition in link.definitions]
    if link.together and compiled in link.definitions:
        return False
    return link.how == "member" or named == [(compiled.path, compiled.qualified)]


def _related(
    module: Module, types: TypeUses, compiled: Mapping[Place, Sequence[Relation]]
) -> dict[Place, _Related]:
    related: dict[Place, _Related] = {
        place: (own, [(kind, Link(how, (other,))) for kind, how, other in others])
        for place, (own, others) in types.stands_for.items()
    }
    extending = {*types.bases.values()} if compiled else ()
    for number, defined in module.by_binding.items() if compiled else ():
        binding = module.names.bindings[number]
        place = binding.line, binding.column
        if defined.binding != number:
            continue
        own = Enclosing(defined.definition.qualified, defined.definition.number)
        others = types.stands_for.get(place, (own, ()))[1]
        # A compiler knows what we go by methods for.
        known = {
            "override": any(how != "methods" for _, how, _ in others),
            "base": own in extending,
        }
        rows = [
            (kind, Link("compiler", (other,)))
            for kind, other in compiled.get(place, ())
            if not known.get(kind)
        ]
        if rows:
            _, before = related.get(place, (own, ()))
            sure = [pair for pair in before if pair[1].how != "methods"]
            related[place] = own, [*sure, *rows]
    return related


def _compiled(
    module: Module, compiled: Mapping[Place, Definition]
) -> Iterator[tuple[int, Definition]]:
    names = module.names
    meant: dict[int, Definition | None] = {}
    for line, column, expression in zip(names.lines, names.columns, names.meant, strict=True):
        definition = compiled.get((line, column)) if compiled else None
        if meant.setdefault(expression, definition) != definition:
            meant[expression] = None
    for expression, definition in meant.items():
        if definition is not None:
            yield expression, definition


def used_files(links: FileLinks) -> set[str]:
    """Return the files that define used names."""
    targets = (target(links.different[number]) for number in {*links.uses})
    return {definition.path for definition in targets if isinstance(definition, Definition)}


def target(link: Link) -> Definition | str | None:
    """Return the definition that a link uses, or the name of its candidates."""
    if not link.definitions:
        return None
    first = link.definitions[0]
    return first.name.replace("::", ".").rpartition(".")[2] if link.how == "candidates" else first


def _kinds(module: Module, compiled: Mapping[Place, UseKind]) -> array[int]:
    names = module.names
    if not compiled:
        return names.kinds
    rows = zip(names.lines, names.columns, names.kinds, strict=True)
    return array(
        "B",
        (
            USE_KINDS.index(compiled.get((line, column), "reference"))
            if kind == _REFERENCE
            else kind
            for line, column, kind in rows
        ),
    )


def _with_uses(
    module: Module, numbers: array[int], different: list[Link], used: Iterable[_Used]
) -> FileLinks:
    lines, checksums, uses = array("I"), array("I"), array("i")
    kinds, insides = array("B"), array("I")
    #: Where the line and what is used on it stand in the columns.
    rows: dict[tuple[int, Definition | str], int] = {}
    around = _Around(module)
    targets = [target(link) for link in different]
    outside: list[tuple[int, str]] = []
    for use in used:
        aim = targets[use.link] if use.link >= 0 else None
        if aim is None:
            if use.inside and use.link >= 0 and (name := different[use.link].external):
                outside.append((around.place(use.inside), name))
            continue
        kind = _kind_of(use.kind, different[use.link])
        row = rows.setdefault((use.line, aim), len(lines))
        if row == len(lines):
            lines.append(use.line)
            checksums.append(use.checksum)
            uses.append(use.link)
            kinds.append(kind)
            insides.append(around.line(use.line))
        if USE_RANKS[kind] > USE_RANKS[kinds[row]]:
            kinds[row] = kind
        if kinds[row] == _ANONYMOUS:
            insides[row] = around.line(use.line)
        elif use.inside is not None:
            insides[row] = around.place(use.inside)
    counted = _counted(module, numbers, different)
    columns = numbers, lines, checksums, uses, kinds, insides
    return FileLinks(different, *columns, around.enclosing, counted, outside=outside)


def _kind_of(kind: int, link: Link) -> int:
    if kind in _OF_INTERFACES and {row.kind for row in link.definitions} <= INTERFACES:
        return _OF_INTERFACES[kind]
    expected = {_READ: VALUES, _TYPE: TYPES}.get(kind)
    fits = expected is None or all(definition.kind in expected for definition in link.definitions)
    return kind if fits else _REFERENCE


class _Around:
    """Numbers the symbols around lines, for increasing lines."""

    def __init__(self, module: Module) -> None:
        self._symbols = SymbolsAround(module.spans)
        self._places: dict[Enclosing, int] = {}
        self.enclosing: list[Enclosing | None] = [None]

    def line(self, line: int) -> int:
        inside = self._symbols.at(line)
        return self.place(inside) if inside else 0

    def place(self, name: Enclosing) -> int:
        place = self._places.setdefault(name, len(self.enclosing))
        if place == len(self.enclosing):
            self.enclosing.append(name)
        return place


def _counted(module: Module, numbers: array[int], different: list[Link]) -> tuple[int, int]:
    inside = [number >= 0 and not different[number].external for number in numbers]
    meant = module.names.meant
    return len(meant), sum(map(inside.__getitem__, meant))


class _Used(NamedTuple):
    """A use.

    :param link: its index, -1 for none.
    :param kind: an index in :data:`sphinx_filedocs.model.names.USE_KINDS`.
    :param inside: the user, if it is not the symbol around the line.
    """

    line: int
    checksum: int
    link: int
    kind: int
    inside: Enclosing | None = None


def _used(
    module: Module,
    meanings: list[Meaning | None],
    numbers: array[int],
    kinds: array[int],
    places: Mapping[Link, int],
    bases: Mapping[tuple[int, int], Enclosing],
    related: Mapping[Place, _Related],
) -> Iterator[_Used]:
    names = module.names
    own: dict[tuple[int, int], Defined | None] = {}
    for number, binding in enumerate(names.bindings):
        defined = module.by_binding.get(number)
        # Where texts are included, what is bound again is declared again.
        again = defined is not None and module.language.imports.text
        if defined and (again or defined.binding == number) and binding.kind != "shorthand":
            own[binding.line, binding.column] = defined if binding.kind == "export" else None
    apart = {
        number: [places[Link(link.how, (definition,))] for definition in link.definitions]
        for link, number in places.items()
        if link.together
    }
    columns = names.lines, names.columns, names.checksums, names.meant, kinds
    for line, column, checksum, expression, kind in zip(*columns, strict=True):
        if own_relations := related.get((line, column)):
            inside, others = own_relations
            for use, other in others:
                yield _Used(line, checksum, places[other], USE_KINDS.index(use), inside)
        if (line, column) in own:
            exported, leads = own[line, column], meanings[expression]
            if exported is None or leads is None or exported in leads.defined:
                continue
        number = numbers[expression]
        made = names.expressions[expression]
        if isinstance(made, Applied):
            made = names.expressions[made.expression]
        meant = {expression: apart.get(number, (number,))}
        if isinstance(made, Construction):
            meant[made.expression] = (numbers[made.expression],)
        for at, targets in meant.items():
            heir = bases.get((line, at))
            base = _ANONYMOUS if kind == _CALL and heir and heir.number < 0 else _BASE
            for leads_to in targets:
                yield _Used(line, checksum, leads_to, base if heir else kind, heir)


def lines_by_definition(links: FileLinks) -> dict[Definition, list[int]]:
    """Return the used definitions with the lines of uses."""
    by_number: defaultdict[int, list[int]] = defaultdict(list)
    for line, number in zip(links.lines, links.uses, strict=True):
        by_number[number].append(line)
    lines: dict[Definition, list[int]] = {}
    for number, rows in by_number.items():
        used = target(links.different[number])
        if isinstance(used, Definition):
            lines[used] = sorted([*lines[used], *rows]) if used in lines else rows
    return lines


def bases_outside(links: FileLinks) -> dict[Enclosing, tuple[str, ...]]:
    """Return the bases of types that are outside of the tree. Example: ``Exception``."""
    names: defaultdict[Enclosing, list[str]] = defaultdict(list)
    for inside, name in links.outside:
        if around := links.enclosing[inside]:
            names[around].append(name)
    return {around: tuple(dict.fromkeys(some)) for around, some in names.items()}


def uses_by_symbol(links: FileLinks, *kinds: UseKind) -> dict[Enclosing, UsedHow]:
    """Return the definitions that each symbol calls, extends, overrides or implements, without
    guesses."""
    uses: defaultdict[Enclosing, dict[Definition, How]] = defaultdict(dict)
    wanted = {*map(USE_KINDS.index, kinds)}
    for number, use_kind, inside in zip(links.uses, links.kinds, links.insides, strict=True):
        around = links.enclosing[inside]
        if around is None or use_kind not in wanted:
            continue
        link = links.different[number]
        used = target(link)
        if isinstance(used, Definition) and HOWS.index(link.how) not in GUESSES:
            uses[around].setdefault(used, link.how)
    return dict(uses)


_GUESSES = frozenset({"name", "candidates"})
#: Expressions that are named as another one is.
_AROUND = (Applied, Construction, GenericType, ShortName, Tested, TypeName)


def unsure_names(
    module: Module,
    meanings: Sequence[Meaning | None],
    numbers: Sequence[int],
    different: Sequence[Link],
) -> tuple[str, ...]:
    """Return the names without a certain definition, sorted; possible members have a mark.

    :param meanings: of each expression.
    :param numbers: the link of each expression, -1 for none.
    """
    names = module.names
    unsure = [link.how in _GUESSES for link in different]
    uncertain: set[str] = set()
    for at in {*names.meant}:
        number, meaning = numbers[at], meanings[at]
        if number < 0 and meaning and not meaning.defined:
            # It is the file itself, or a package.
            continue
        made = _named(names.expressions, at)
        if isinstance(made, FreeName | MacroName):
            # What nothing in sight defines is taken for something outside of the tree.
            if number < 0 or unsure[number] or different[number].external == made.name:
                uncertain.update(_free(module, made.name))
        elif isinstance(made, Member | PathPart) and (number < 0 or unsure[number]):
            uncertain.add(f"{MEMBER_MARK}{made.name}")
            if isinstance(made, PathPart):
                # What stands before it may be a type or not.
                uncertain.add(made.name)
    return tuple(sorted(uncertain))


def _free(module: Module, name: str) -> Iterator[str]:
    if name not in module.language.names.builtins:
        yield name
        if module.language.scopes.bare_members:
            yield f"{MEMBER_MARK}{name}"


def _named(expressions: Sequence[Expression], at: int) -> Expression:
    made = expressions[at]
    while isinstance(made, _AROUND) and made.expression >= 0:
        made = expressions[made.expression]
    return made
