"""The parts of a language: the keys of its ``language.toml``, the captures of its queries, and
hooks for rules beyond data.

``docs/languages.md`` explains all of them to authors of languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
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
            "pastes",
        }
        | {"listed", "unpacked", "expected", "told", "by", "as"}
        | {"around", "attached", "detached", "opened", "exported", "written", "member"}
        | {"global", "nonlocal", "outside"}
    ),
    "references": frozenset(
        {"member", "call", "callee", "method", "same", "inner", "element", "in", "array", "of"}
        | {"maker", "made", "cast", "to", "literal", "type", "this", "super", "root", "class"}
        | {"table", "with", "item", "at", "pairs", "entered", "by", "listed", "values", "as"}
        | {"tuple", "zip", "choice", "pointer", "pointee", "reached", "instance", "told"}
        | {"metatype"}
        | {"skip", "top", "own", "macro", "label", "head", "part", "known", "unread"}
        | {"called", "applied", "arguments", "argument", "function", "constructed", "given"}
        | {"parametric"}
        | {"short", "pasted", "generic", "types", "union", "one", "text"}
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
    Need("locals", "pastes", "references", "pasted", "to link names that a macro pastes"),
    Need("references", "pasted", "locals", "pastes", "to link names that a macro pastes"),
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
class Highlight:
    """The patterns that colour the words, comments and literals of a language.

    :param pattern: a regular expression with the flags ``x``, ``s`` and ``m``. Its groups have the
        short names that Pygments gives such parts in HTML; a match without a group is a word.
        ``$NAME`` stands for a part of ``shapes.toml``. Every repetition has to be possessive.
    :param words: the class of words that have one, each with these words; a dot is before a word
        that counts behind a dot only.
    :param defining: the class of the name behind a word, each with these words.
    """

    pattern: str
    words: tuple[tuple[str, str], ...] = ()
    defining: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Language:
    """A language, as the ``language.toml`` in its folder describes it.

    ``docs/languages.md`` describes each of its keys, as a test ensures. Those that name a hook are
    of the types above: ``imports`` names an :class:`ImportStrategy`.

    :param key: the name of the folder.
    :param highlight: the table of that name; without it Pygments colours the files.
    """

    key: str
    name: str
    lexer: str
    grammar: str = ""
    function: str = "language"
    imports: str = ""
    commands: str = ""
    macros: str = ""
    blanked_names: str = "sphinx_filedocs.languages.c.macros:hidden"
    conditions: str = ""
    builds: str = ""
    family: str = ""
    domains: tuple[tuple[str, str], ...] = ()
    highlight: Highlight | None = None
    extensions: tuple[str, ...] = ()
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    content: tuple[tuple[str, str], ...] = ()
    main: str = "defines main"
    no_tests: bool = False
    directives: bool = False
    minifiable: bool = False
    runs_by_path: bool = True
    comments: tuple[str, ...] = ()
    line_comments: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    marked_names: str = ""
    blanks: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    docstrings: bool = False
    inner_docs: tuple[str, ...] = ()
    docs_below: tuple[str, ...] = ()
    qualified: str = ""
    parameters: str = ""
    locals: bool = True
    no_body: tuple[str, ...] = ()
    bare_members: bool = False
    overloads: bool = False
    overrides: bool = True
    structural: bool = False
    protocols: tuple[str, ...] = ()
    interfaces: tuple[tuple[str, str], ...] = ()
    packages: bool = False
    package_clause: bool = False
    one_package: bool = False
    outer_packages: bool = False
    chained_clauses: bool = False
    partial_types: bool = False
    parametric_namesakes: bool = False
    package_file: str = ""
    given_file: str = ""
    package_docs: tuple[str, ...] = ()
    declarations: tuple[tuple[str, str], ...] = ()
    package_roots: tuple[str, ...] = ()
    package_words: str = ""
    doc_code: str = ""
    doc_markdown: bool = False
    private: str = ""
    internal: str = ""
    access: str = ""
    private_owners: tuple[str, ...] = ()
    includes_text: bool = False
    sources_files: bool = False
    exports_names: bool = False
    module_paths: bool = False
    implementations: bool = False
    alternatives: bool = False
    named_arguments: bool = False
    constructors: tuple[str, ...] = ()
    call_member: str = ""
    test_attribute: str = ""
    function_interfaces: str = ""
    container_members: tuple[tuple[str, str], ...] = ()
    part_names: tuple[str, ...] = ()
    iterated: str = "pairs"
    named_keys: bool = False
    enter_members: tuple[str, ...] = ()
    named_constructors: bool = False
    deep_bases: bool = False
    shorthand_members: bool = False
    declaration_files: bool = False
    dotted_targets: bool = False
    binds_first_part: bool = False
    binds_package_name: bool = False
    module_targets: bool = False
    function_names: bool = False
    member_functions: bool = False
    hoisting: bool = False
    ordered: tuple[str, ...] = ()
    own_values: bool = False
    bare_arrays: bool = False
    untyped: bool = False
    prelude: tuple[str, ...] = ()
    root: str = ""
    builtins: tuple[str, ...] = ()
    common_members: tuple[str, ...] = ()

    @property
    def hooks(self) -> tuple[str, ...]:
        """The hooks that it has."""
        hooks = (self.imports, self.commands, self.macros, self.blanked_names)
        return tuple(filter(None, (*hooks, self.conditions, self.builds, self.qualified)))

    def __hash__(self) -> int:
        # There is one of each key at a time, and caches ask often.
        return hash(self.key)

    def conceals(self, owner: str, kind: str, name: str, signature: str) -> bool:
        """Return True if a symbol's definition makes it private.

        :param owner: the kind of its owner, ``file`` for none.
        """
        if self.internal:
            said = f"{owner} {kind} {name}: {signature}"
            return re.match(self.internal, said) is not None
        return bool(self.private) and re.match(self.private, f"{kind} {signature}") is not None
