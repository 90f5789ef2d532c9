"""Binds the names of a text to what the text itself says of them, by the queries
``locals`` and ``references`` of its language; only ``tags`` calls it.

``locals.scm`` has the captures of tree-sitter's locals queries, and more where a definition says
of what type or value it is:

``@scope.class``, ``@scope.function``, ``@scope.block``, ``@scope.head``, ``@scope.module``
    a scope; ``@name`` is bound around it, ``@type`` is what a function returns, ``@base`` a class
    that is extended, ``@owner`` the class that a member defined elsewhere belongs to, ``@around``
    says that the code in it is about the class around, not about what is named. A head binds
    only parameters, its other names are bound around it. A module has none of the names around it.
``@definition.variable``, ``.parameter``, ``.field``, ``.this``, ``.outer``, ``.global``, ``.alias``
    a bound name, with ``@type`` and ``@value``; a field belongs to the class around, ``this`` is
    the parameter for the instance, ``outer`` is bound in the scope around its own, ``global`` in
    the file; an alias is the last part of the name that it stands for, or has a ``@value``.
``@definition.definition``
    a name that is bound as that of a class or function is, without a scope of its own.
``@after``, ``@many``
    beside a definition: the name means it only behind that, and its value is one of many.
``@opened``
    a namespace whose names can be used in the scope around.
``@definition.placeholder``, ``.bound``, ``.macro``, ``.accessor``, ``.file``
    a parameter for types, one that gets its ``@type`` here, a macro, whose name means nothing else;
    a field that can be called without arguments; a variable of the file
    unless a scope around binds it already, which means what it was given first.
``@definition.each``
    the same for a variable that means something else from there on, and nothing in other files.
``@scope.object``
    a scope like a class, of an object or a type without a name: its fields are nobody's unless it
    has a ``@name``, which may stand before it, or an ``@owner``.
``@detached``, ``@attached``
    beside a function: the instance of the class around is not its own, or is for all that.
``@definition.hoisted``, ``.export``, ``.attribute``, ``.property``, ``.shorthand``, ``.known``
    a variable of the function around; what other files get under a name, which the property
    ``name`` says if it does not stand there; a field of its ``@owner``, if that is a value of the
    file; a parameter that is a field too; a field with the value that its own name has; a name that
    is bound elsewhere.
``@exported``
    a name that other files get, whatever else binds it.
``@written``
    a name where a grammar knows of none.
``@rest``
    beside a parameter or a function: it takes any number of arguments.
``@member`` with ``@owner``
    a name that is a member of what stands elsewhere, unless it is bound or is a ``@member`` for
    the other query as well.
``@global``, ``@nonlocal``
    a name that belongs to the file, or to the function around.

``references.scm`` says how expressions are made: ``@member`` is a name behind its owner, ``@call``
what calls (or constructs) its ``@callee``, which begins where the call does if it is a ``@method``,
``@same`` what has the value of its ``@inner``, ``@this``, ``@super`` and ``@root`` are words for
the instance, its base class and a module, ``@class`` for the class around, ``@macro`` is a name
that only a preprocessor knows, ``@top`` one that means nothing but what the whole tree has,
``@own`` one that can only be a member of the class around, and ``@skip`` is a name that is none.
``@head`` begins a path, ``@part`` is a member that follows in one, ``@known`` is a name only if
something binds it, and what stands in what is ``@unread`` is no name. ``@cast`` has the type
``@to``, ``@array`` is the type of many ``@of``, ``@element`` is one ``@in`` many. ``@called`` is
the name of a function that gets ``@arguments``, ``@function`` that of one which gets nothing here,
and ``@constructed`` that of a type whose constructor gets what is ``@given``. A ``@literal`` is an
instance of the type that the property ``type`` names, a ``@type`` a name of types alone, and a
``@maker`` a function without a name that returns an instance of what is ``@made``.
"""

from __future__ import annotations

from collections.abc import Sequence

from sphinx_filedocs.model import Names
from sphinx_filedocs.parse.names.binder import Binder
from sphinx_filedocs.parse.names.lookup import Lookup
from sphinx_filedocs.parse.names.reader import Reader
from sphinx_filedocs.parse.names.result import Result
from sphinx_filedocs.parse.names.spans import Spans
from sphinx_filedocs.parse.names.table import Table
from sphinx_filedocs.parse.names.text import Text
from sphinx_filedocs.parse.statements import Statement
from sphinx_filedocs.parse.syntax import Syntax


def find(syntax: Syntax, statements: Sequence[Statement]) -> Names:
    """Return what the names of a text mean, nothing for a language without ``locals.scm``."""
    if not syntax.has_query("locals") or not syntax.data.strip():
        return Names()
    text = Text(syntax, statements)
    table = Table(text)
    lookup = Lookup(text, table)
    around = Binder(text, table, lookup).bind()
    spans = Spans(text, table, lookup)
    found = Reader(text, table, lookup, spans).read(around)
    return Result(text, table, spans).names(found)
