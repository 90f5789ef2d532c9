"""What a language is: the keys of its ``language.toml``, the captures of its queries, and the
hooks that do what data can't say.

``docs/languages.md`` explains all of them to whoever adds a language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

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
        {"definition", "name", "scope", "doc", "body", "prefix", "wrapper", "wrapped"}
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
        | {"unpacked", "expected", "told", "by", "as"}
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
        | {"reads", "write", "address", "typed", "mentioned"}
    ),
    "quoted": frozenset({"string", "code", "data"}),
}
_CAPTURE = re.compile(r"""(?P<noise>"(?:[^"\\]|\\.)*"|;[^\n]*)|@(?P<name>[\w.-]+)""")


def unknown_captures(query: str, text: str) -> list[str]:
    """Return the captures in the text of a query that mean nothing in it.

    :param query: its name.
    """
    names = {match["name"] for match in _CAPTURE.finditer(text) if match["name"]}
    return sorted(
        name
        for name in names
        if not name.startswith("_") and name.partition(".")[0] not in CAPTURES[query]
    )


class LanguageError(ValueError):
    """A language whose data are wrong: says where, what is wrong and what is allowed."""


class ImportStrategy(Protocol):
    """The hook ``imports``: how the imports of some languages lead to files.

    The hook is a class, or any function, that takes the :class:`ListedTree` and the sorted paths
    of the files of the languages that name it. Languages that name the same hook share one object.
    """

    def resolve(self, path: str, import_: Import) -> Iterable[str]:
        """Return the files of the tree that an import in the file ``path`` leads to; none where
        the rules of the language do not say."""


ImportHook = Callable[[ListedTree, Sequence[str]], ImportStrategy]
#: The hook ``commands``: yields the command lines that run a file, with their evidence.
CommandHook = Callable[[File, Project], Iterator[Command]]
#: The hook ``macros``: returns a text, of the same length and lines, with spaces in the place of
#: what a preprocessor puts into declarations and a grammar can't know, or of what else it does not
#: read, or with what a grammar needs in the place of a space.
MacroHook = Callable[[bytes], bytes]
#: The hook ``blanked_names``: yields where the names start and end that stand in a text, the first
#: argument, and not in what is parsed of it, the second one, or are none to the grammar there.
BlankedNamesHook = Callable[[bytes, bytes], Iterable[tuple[int, int]]]
#: The hook ``conditions``: returns under which conditions a preprocessor reads the lines of a text,
#: the first argument, of which the second one is parsed.
ConditionsHook = Callable[[bytes, bytes], Conditions]


#: The hook ``qualified``: takes a definition's name that may name its owners, ``A::B<T>::f``, and
#: returns the owners, the name itself, ``""`` for none, and how many lines into the text that is.
QualifiedHook = Callable[[str], tuple[tuple[str, ...], str, int]]


#: The hook ``parameters``: takes the signature of a function and its name, and returns what tells
#: it apart from others of its name, ``""`` where that is not sure.
ParametersHook = Callable[[str, str], str]


class BuildStrategy(Protocol):
    """Knows how the files of a tree are compiled, and so which conditions are never true.

    The hook ``builds`` makes one of all files, of the resolved imports of each, and of what returns
    the conditions of a file.
    """

    def digests(self) -> Mapping[str, str]:
        """Return a digest of what is known of macros where a file is compiled, for each that is."""

    def skips(self, path: str, condition: str) -> bool:
        """Tell whether a condition is false wherever a file is compiled, not where that is not
        known."""

    def is_particular(self, path: str, condition: str, name: str) -> bool:
        """Tell whether a condition is true for some compilers and systems alone: false where these
        define nothing themselves, and nothing defines a macro of that name. It is not where a file
        is known to be compiled with it."""

    def is_stopgap(self, condition: str, name: str) -> bool:
        """Tell whether a condition is false where there is a macro of that name."""


BuildsHook = Callable[
    [ListedTree, Mapping[str, tuple[Import, ...]], Callable[[str], Conditions]], BuildStrategy
]


@dataclass(frozen=True, slots=True)
class Highlight:
    """How the words, comments and literals of a language are told apart to colour them.

    :param pattern: a regular expression with the flags ``x``, ``s`` and ``m``. Its groups have the
        short names that Pygments gives such parts in HTML; what matches without a group is a word.
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

    :param key: the name of the folder.
    :param name: what a reader calls it.
    :param grammar: the module of its tree-sitter wheel, which may be missing.
    :param lexer: the short name of its Pygments lexer, also used where the wheel is missing.
    :param function: what returns the grammar, in its module.
    :param imports: a hook, see :class:`ImportStrategy`.
    :param commands: a hook, see :data:`CommandHook`.
    :param macros: a hook, see :data:`MacroHook`.
    :param blanked_names: a hook, see :data:`BlankedNamesHook`.
    :param conditions: a hook, see :data:`ConditionsHook`.
    :param builds: a hook, see :class:`BuildStrategy`.
    :param family: languages of one family use each other's definitions; the key by default.
    :param domains: the domains of Sphinx that describe the language's objects, the first one
        first, each with what joins the parts of a name there.
    :param highlight: see :class:`Highlight`; without it Pygments colours the files.
    :param extensions: endings of file names; the longest that fits wins.
    :param filenames: whole file names.
    :param interpreters: commands of a ``#!`` line, without version numbers.
    :param content: ending and pattern: a file with this ending is this language only if its text
        without comments and strings matches.
    :param main: what a file does that is found to be where a program starts.
    :param no_tests: whether its files are data, markup, or say how a project is built, so that none
        is a test.
    :param directives: whether a line that begins with ``#`` is a directive and no comment.
    :param minifiable: whether programs write it without blanks and line ends.
    :param runs_by_path: whether an executable script is run by its path.
    :param comments: node types of comments.
    :param blanks: what stands in the place of a name where there is none.
    :param identifiers: node types of names, or patterns of a query that capture them.
    :param attributes: node types of what may stand between a doc comment and its definition.
    :param docstrings: whether documentation is a string inside the definition.
    :param inner_docs: how comments begin that document what they stand in, not what is below them.
    :param docs_below: how comments begin that document what they stand right behind or below, if
        they have no mark for that as ``///<`` is one.
    :param qualified: a hook, see :data:`QualifiedHook`; without it no definition's name has owners.
    :param parameters: a hook, see :data:`ParametersHook`; with it a function that is declared and
        defined in a file is one symbol though others have its name.
    :param locals: whether functions, aliases and data inside a function belong to the outline.
    :param blocks: pattern of the first line of a function; where a text has errors, the functions
        that cannot be parsed on their own are blanked.
    :param no_body: words that stand where a function has no body, and belong to its signature.
    :param bare_members: whether a member is named without its owner in the code of its class.
    :param overloads: whether functions of one name in one scope differ by their parameters.
    :param overrides: whether members of a type override those of the same name of its bases.
    :param packages: whether the files of a folder share their names without an import.
    :param package_clause: whether a file says to which package it belongs, so that a package is
        known by that name and not by its folder.
    :param one_package: whether all that a file defines is in that package, and in no other.
    :param outer_packages: whether a file sees the names of the packages above its own.
    :param chained_clauses: whether several clauses of a file name one package together, each
        another part of its name, and each opens the package that it names with those before it.
    :param partial_types: whether a type or a module may be defined in several places, which are
        parts of one.
    :param parametric_namesakes: whether types of one name are different ones if they have more or
        fewer parameters for types.
    :param package_file: the name, without its ending, of the file that stands for its folder.
    :param package_docs: names of files whose documentation is that of their package.
    :param declarations: endings of files that declare what others define, and are never executed.
    :param package_roots: folders in which the names of packages begin.
    :param package_words: what the documentation of a package begins with in any other file, with
        the package's name as a group.
    :param doc_code: pattern of what is code in documentation: the group that matches.
    :param doc_markdown: whether documentation is written in Markdown.
    :param private: pattern of how the kind and the signature of a symbol begin that nothing outside
        of its file can name; what is private to a package of several files has none.
    :param internal: pattern of what says of a symbol that others are not meant to name it, outside
        of its file, its package or its owner: the kind of its owner (or ``file``), its own kind,
        its name, a colon and its signature; :attr:`private` where there is none.
    :param access: the node type of what says above members who may name them: its text begins with
        ``private``, ``protected`` or ``public``.
    :param private_owners: node types of what has private members where nothing says so above them.
    :param includes_text: whether an import puts the text of a file in its place, so that a thing
        is declared in one file and defined in another and many files make a namespace.
    :param sources_files: whether a file sees the names of all files that it runs by an import.
    :param exports_names: whether a file says which of its names others get.
    :param module_paths: whether names are reached by paths of modules, ``a::b::c``, which imports
        name as trees.
    :param implementations: whether the members of a type stand in blocks apart from it.
    :param alternatives: whether of several definitions of one name conditions choose one.
    :param named_arguments: whether a call may name its arguments.
    :param constructors: the members of a type that get the arguments that it is called with.
    :param call_member: the member of an instance that gets those.
    :param test_attribute: pattern of a line above a function that is a test, or above a module that
        holds nothing but tests.
    :param function_interfaces: pattern of the signature of a method without a body: an interface
        that has one such alone stands for a function.
    :param container_members: words for the members of arrays and tables that are called. They give
        the ``value`` at one place, that as an optional value (``maybe``), the ``first`` or
        ``second`` part of a tuple, all ``values`` or ``keys``, ``pairs`` of a key and a value, a
        ``place`` that leads to one of what a loop gives or the ``same`` type of container; one
        ``takes`` one of what is in it, or a function that gets ``each``, of which ``all``
        parameters get one, or which gets the key and the value of each ``entry`` of a table.
    :param part_names: the names of the parts of a tuple, in their order.
    :param iterated: what a loop over a table gives: its ``keys`` or ``pairs`` of these and values.
    :param named_keys: whether a key of a table can be named as a member is.
    :param enter_members: the members of a context manager that give what it is entered for.
    :param named_constructors: whether a constructor has the name of its type.
    :param deep_bases: whether the first base counts with all that it extends before the second.
    :param shorthand_members: whether a member may pass on what has its name, as in ``{name}``.
    :param declaration_files: whether the types of a module may be declared in a file of their own
        beside it, whose name begins alike.
    :param dotted_targets: whether the parts of what an import names are joined with dots.
    :param binds_first_part: whether an import of ``a.b`` binds ``a``.
    :param binds_package_name: whether an import binds the name that a package has itself.
    :param module_targets: whether what an import names is a module and never one of its names.
    :param closed: whether what is outside of a tree can't return anything of a type of the tree.
    :param function_names: whether functions have names apart from those of all else, so that what
        is called is a function and what is not called is none.
    :param member_functions: whether that holds for members alone, so that a field and a method
        may have one name.
    :param hoisting: whether a name belongs to all of its scope, before its definition as well.
    :param ordered: kinds of scopes in which a variable is known only behind its definition, so that
        in it the same name means something else.
    :param own_values: whether a variable is known in its own value.
    :param bare_arrays: whether arrays and pointers are followed as what is in them.
    :param untyped: whether most values have no declared type, so that the name of a member alone
        never says for sure what it is.
    :param prelude: packages whose names every file has.
    :param root: the type that all types extend.
    :param builtins: names that the language itself defines.
    :param common_members: members of the standard types: behind an owner of unknown type such a
        name says nothing.
    """

    key: str
    name: str
    grammar: str
    lexer: str
    function: str = "language"
    imports: str = ""
    commands: str = ""
    macros: str = ""
    blanked_names: str = ""
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
    identifiers: tuple[str, ...] = ()
    blanks: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    docstrings: bool = False
    inner_docs: tuple[str, ...] = ()
    docs_below: tuple[str, ...] = ()
    qualified: str = ""
    parameters: str = ""
    locals: bool = True
    blocks: str = ""
    no_body: tuple[str, ...] = ()
    bare_members: bool = False
    overloads: bool = False
    overrides: bool = True
    packages: bool = False
    package_clause: bool = False
    one_package: bool = False
    outer_packages: bool = False
    chained_clauses: bool = False
    partial_types: bool = False
    parametric_namesakes: bool = False
    package_file: str = ""
    package_docs: tuple[str, ...] = ()
    declarations: tuple[str, ...] = ()
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
    closed: bool = False
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
        """Tell whether a symbol is private by what its definition says.

        :param owner: the kind of what it is a member of, ``file`` for none.
        """
        if self.internal:
            said = f"{owner} {kind} {name}: {signature}"
            return re.match(self.internal, said) is not None
        return bool(self.private) and re.match(self.private, f"{kind} {signature}") is not None
