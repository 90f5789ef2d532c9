"""Ask a source tree what is in it, from Python: files, symbols, references, findings, the graph.

>>> from sphinx_filedocs.api import Tree
>>> with Tree.open(shop) as tree:  # "shop" is a folder
...     [file.path for file in tree.files()]
['README.md', 'shop/__init__.py', 'shop/cart.py', 'shop/gifts.py', 'shop/money.py']

Paths are POSIX and relative to the root of the tree. Lines are 1-based; columns are 0-based and in
characters. What is returned is immutable, and stays valid after the tree is closed. Nothing of the
tree is imported or run.
"""

from __future__ import annotations

from sphinx_filedocs.api.options import Options, OptionsError
from sphinx_filedocs.api.records import (
    Caller,
    Cycle,
    Edge,
    Finding,
    Graph,
    Group,
    Link,
    LinkHow,
    Place,
    Reference,
    Role,
    Rule,
    SourceFile,
    Symbol,
)
from sphinx_filedocs.api.tree import Progress, Tree
from sphinx_filedocs.model.facts import ImportTime, Severity
from sphinx_filedocs.model.files import FileKind, ProvenanceKind
from sphinx_filedocs.model.links import How
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.source.discover import TreeError

__all__ = [
    "Caller",
    "Cycle",
    "Edge",
    "FileKind",
    "Finding",
    "Graph",
    "Group",
    "How",
    "ImportTime",
    "Link",
    "LinkHow",
    "Options",
    "OptionsError",
    "Place",
    "Progress",
    "ProvenanceKind",
    "Reference",
    "Role",
    "Rule",
    "Severity",
    "SourceFile",
    "Symbol",
    "SymbolKind",
    "Tree",
    "TreeError",
    "UseKind",
]
