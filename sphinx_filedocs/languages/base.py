"""The parts of a language: the keys of its ``language.toml``, the captures of its queries, and
hooks for rules beyond data.

``docs/languages.md`` explains all of them to authors of languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import NamedTuple, Protocol

from sphinx_filedocs.model.facts import Conditions, Import
from sphinx_filedocs.model.files import Command, File
from sphinx_filedocs.source.manifests import Project
from sphinx_filedocs.source.tree import ListedTree

#: The file that describes a language, in its folder.
TABLE = "language.toml"
#: The queries that are run on each text, together.
QUERIES = ("imports", "locals", "references", "tags")
#: All queries that a folder may have, each in a file of its name with the ending ``.scm``.
QUERY_FILES = (*QUERIES, "quoted")

#: The captures of each query, of ``@definition.class`` and the like the part before the dot.
#: Others have to begin with ``@_``; they are for predicates.
CAPTURES: Mapping[str, frozenset[str]] = {
    "tags": frozenset(
        {"definition", "name", "scope", "doc", "body", "prefix", "wrapper", "wrapped", "beside"}
    ),
    "imports": frozenset(
        {"import", "target", "name", "alias", "star", "system", "tree", "part", "typed"} | {"when"}
    ),
    "locals": frozenset(
        {"scope", "definition", "name", "type", "base", "owner", "value", "after", "many", "rest"}
        | {
            "divided",
            "result",
            "yielded",
            "replaced",
            "tested",
            "static",
            "place",
            "taker",
            "argument",
            "returned",
            "key",
        }
        | {"listed", "unpacked", "expected", "told", "by", "as"}
        | {"around", "attached", "detached", "opened", "exported", "written", "member"}
        | {"global", "nonlocal", "outside"}
    ),
    "references": frozenset(
        {"member", "call", "callee", "method", "same", "inner", "element", "in", "array", "of"}
        | {"maker", "made", "cast", "to", "literal", "type", "this", "super", "root", "class"}
        | {"table", "with", "item", "at", "pairs", "entered", "by", "listed", "values", "as"}
        | {"tuple", "choice", "pointer", "pointee", "reached", "instance", "told"}
        | {"metatype"}
        | {"skip", "top", "own", "macro", "label", "head", "part", "known", "unread"}
        | {"called", "applied", "arguments", "argument", "function", "constructed", "given"}
        | {"parametric"}
        | {"short", "generic", "types", "union", "one", "text"}
        | {"reads", "write", "address", "typed", "untyped", "mentioned"}
    ),
    "quoted": frozenset({"string", "code", "data"}),
}


class Need(NamedTuple):
    """A capture that is useless unless another query of the language has its counterpart.

    Example: ``@member`` in ``locals`` needs ``@member`` in ``references``.

    :param other: the query that has to have ``counterpart``.
    :param purpose: the end of a sentence, "… needs it".
    """

    query: str
    capture: str
    other: str
    counterpart: str
    purpose: str


_NEEDS = (
    Need("locals", "member", "references", "member", "to look a member up in its owner"),
    Need("locals", "definition.label", "references", "label", "to link labels"),
    Need("references", "label", "locals", "definition.label", "to link labels"),
    Need("references", "member", "locals", "definition", "to link any name of a file"),
    Need("references", "call", "locals", "definition", "to link any name of a file"),
)
_CAPTURE = re.compile(r"""(?P<noise>"(?:[^"\\]|\\.)*"|;[^\n]*)|@(?P<name>[\w.-]+)""")


def unknown_captures(query: str, text: str) -> list[str]:
    """Return the captures in the text of a query that mean nothing in it.

    :param query: its name.
    """
    return sorted(
        name
        for name in _captures(text)
        if not name.startswith("_") and name.partition(".")[0] not in CAPTURES[query]
    )


def unmet_needs(texts: Mapping[str, str]) -> Iterator[Need]:
    """Yield the captures of a language without their counterparts.

    :param texts: the text of each query, with the text that it inherits.
    """
    for need in _NEEDS:
        if _has(texts[need.query], need.capture) and not _has(texts[need.other], need.counterpart):
            yield need


def _has(text: str, capture: str) -> bool:
    return any(f"{name}.".startswith(f"{capture}.") for name in _captures(text))


def _captures(text: str) -> set[str]:
    return {match["name"] for match in _CAPTURE.finditer(text) if match["name"]}


class LanguageError(ValueError):
    """A language with wrong data; the message has the place, the error and the allowed values."""


class ImportStrategy(Protocol):
    """The hook ``imports``: it resolves the imports of some languages to files.

    The hook is a class, or any function, that takes the :class:`ListedTree` and the sorted paths of
    the files of the languages that name it. Languages that name the same hook share one object.
    """

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files of the tree for an import in the file ``path``; none if the rules of
        the language do not decide."""


ImportHook = Callable[[ListedTree, Sequence[str]], ImportStrategy]
#: The hook ``commands``: yields the command lines that run a file, with their evidence.
CommandHook = Callable[[File, Project], Iterator[Command]]
#: The hook ``macros``: returns a text, of the same length and lines, with spaces in the place of
#: macros in declarations, which a grammar can't know, and of other unread text, or with a character
#: that a grammar needs in the place of a space.
MacroHook = Callable[[bytes], bytes]
#: The hook ``blanked_names``: yields start and end of the names in a text, the first argument, that
#: the parsed text, the second one, lacks or that are no names to the grammar there.
BlankedNamesHook = Callable[[bytes, bytes], Iterable[tuple[int, int]]]
#: The hook ``conditions``: returns the preprocessor's conditions for the lines of a text, the first
#: argument; the second one is the parsed text.
ConditionsHook = Callable[[bytes, bytes], Conditions]


#: The hook ``qualified``: takes a definition's name that may name its owners, ``A::B<T>::f``, and
#: returns the owners, the name itself, ``""`` for none, and its line in the text, from 0.
QualifiedHook = Callable[[str], tuple[tuple[str, ...], str, int]]


#: The hook ``parameters``: takes the signature of a function and its name, and returns the types
#: that distinguish overloads, ``""`` if they are not sure.
ParametersHook = Callable[[str, str], str]


class BuildStrategy(Protocol):
    """Knows the commands that compile the files of a tree, and the conditions that are never true.

    The hook ``builds`` makes one of all files, of the resolved imports of each, and of a function
    that returns the conditions of a file.
    """

    def digests(self) -> Mapping[str, str]:
        """Return a digest of the known macros for each compiled file."""

    def skips(self, path: str, condition: str) -> bool:
        """Return True if a condition is false in all compilations of a file; False if that is
        unknown."""


BuildsHook = Callable[
    [ListedTree, Mapping[str, tuple[Import, ...]], Callable[[str], Conditions]], BuildStrategy
]


@dataclass(frozen=True, slots=True)
class Hooks:
    """References to Python code, ``module:name``, each of the type above of its name."""

    imports: str = ""
    commands: str = ""
    macros: str = ""
    blanked_names: str = "sphinx_filedocs.languages.c.macros:hidden"
    conditions: str = ""
    builds: str = ""
    qualified: str = ""
    parameters: str = ""

    def references(self) -> Iterator[str]:
        """Yield those that a language has."""
        yield from filter(None, (getattr(self, hook.name) for hook in fields(self)))


@dataclass(frozen=True, slots=True)
class Comments:
    """Comments and documentation."""

    nodes: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    docstrings: bool = False
    inner: tuple[str, ...] = ()
    below: tuple[str, ...] = ()
    code: str = ""
    markdown: bool = False
    package_files: tuple[str, ...] = ()
    package_words: str = ""


@dataclass(frozen=True, slots=True)
class NameRules:
    """Names, and those that the language itself has."""

    nodes: tuple[str, ...] = ()
    marked: str = ""
    blanks: tuple[str, ...] = ()
    builtins: tuple[str, ...] = ()
    common_members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SymbolRules:
    """Definitions in outlines, and those that are private."""

    locals: bool = True
    no_body: tuple[str, ...] = ()
    test_attribute: str = ""
    private: str = ""
    internal: str = ""
    access: str = ""
    private_owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Scopes:
    """Scopes, and the variables and functions in them."""

    hoisting: bool = False
    ordered: tuple[str, ...] = ()
    own_values: bool = False
    function_names: bool = False
    member_functions: bool = False
    bare_members: bool = False
    overloads: bool = False
    alternatives: bool = False
    named_arguments: bool = False


@dataclass(frozen=True, slots=True)
class TypeRules:
    """Types and their members."""

    root: str = ""
    untyped: bool = False
    partial: bool = False
    parametric_namesakes: bool = False
    overrides: bool = True
    structural: bool = False
    protocols: tuple[str, ...] = ()
    interfaces: Mapping[str, str] = field(default_factory=dict)
    function_interfaces: str = ""
    deep_bases: bool = False
    implementations: bool = False
    constructors: tuple[str, ...] = ()
    named_constructors: bool = False
    call_member: str = ""
    shorthand_members: bool = False


@dataclass(frozen=True, slots=True)
class Packages:
    """Packages, and the names that their files share."""

    by_folder: bool = False
    clause: bool = False
    whole_file: bool = False
    outer: bool = False
    chained_clauses: bool = False
    paths: bool = False
    file: str = ""
    given_file: str = ""
    roots: tuple[str, ...] = ()
    prelude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Imports:
    """Imports, and the names that other files get."""

    text: bool = False
    sources: bool = False
    exports: bool = False
    declaration_files: bool = False
    declarations: Mapping[str, str] = field(default_factory=dict)
    dotted: bool = False
    modules: bool = False
    binds_first_part: bool = False
    binds_package_name: bool = False


@dataclass(frozen=True, slots=True)
class Containers:
    """Values that contain others."""

    bare_arrays: bool = False
    members: Mapping[str, str] = field(default_factory=dict)
    part_names: tuple[str, ...] = ()
    iterated: str = "pairs"
    named_keys: bool = False
    enter_members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Highlight:
    """The patterns that colour the words, comments and literals of a language.

    :param pattern: a regular expression with the flags ``x``, ``s`` and ``m``. Its groups have the
        short names that Pygments gives such parts in HTML; a match without a group is a word.
        ``$NAME`` stands for a part of ``shapes.toml``. Every repetition has to be possessive.
        Without a pattern, Pygments colours the files.
    :param words: the words of each class that has some; a dot is before a word that counts behind
        a dot only.
    :param defining: the words of each class that are before a name of that class.
    """

    pattern: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    defining: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as the ``language.toml`` in its folder describes it.

    Its groups are the tables of that file. ``docs/languages.md`` describes each key, as a test
    ensures.

    :param key: the name of the folder.
    """

    key: str
    name: str
    lexer: str
    grammar: str = ""
    function: str = "language"
    family: str = ""
    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    content: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    main: str = "defines main"
    runs_by_path: bool = True
    no_tests: bool = False
    minifiable: bool = False
    directives: bool = False
    hooks: Hooks = field(default_factory=Hooks)
    comments: Comments = field(default_factory=Comments)
    names: NameRules = field(default_factory=NameRules)
    symbols: SymbolRules = field(default_factory=SymbolRules)
    scopes: Scopes = field(default_factory=Scopes)
    types: TypeRules = field(default_factory=TypeRules)
    packages: Packages = field(default_factory=Packages)
    imports: Imports = field(default_factory=Imports)
    containers: Containers = field(default_factory=Containers)
    highlight: Highlight = field(default_factory=Highlight)

    def __hash__(self) -> int:
        # There is one of each key at a time, and caches ask often.
        return hash(self.key)

    def conceals(self, owner: str, kind: str, name: str, signature: str) -> bool:
        """Return True if a symbol's definition makes it private.

        :param owner: the kind of its owner, ``file`` for none.
        """
        if internal := self.symbols.internal:
            return re.match(internal, f"{owner} {kind} {name}: {signature}") is not None
        private = self.symbols.private
        return bool(private) and re.match(private, f"{kind} {signature}") is not None
