"""Ask a source tree about its files, symbols, references, imports and findings, from Python.

>>> from sphinx_filedocs.api import Tree
>>> with Tree.open(shop) as tree:  # "shop" is a folder
...     [file.path for file in tree.files()]
['README.md', 'shop/__init__.py', 'shop/cart.py', 'shop/gifts.py', 'shop/money.py']

Paths are POSIX and relative to the root of the tree. Lines are 1-based; columns are 0-based and in
characters. Answers are immutable, and stay valid after the tree is closed. Nothing of the tree is
imported or run.
"""

from __future__ import annotations

from sphinx_filedocs.api.options import Options, OptionsError
from sphinx_filedocs.api.tree import Caller, Link, LinkHow, Place, Progress, Tree
from sphinx_filedocs.model.facts import Finding, FindingRule, ImportTime, Severity
from sphinx_filedocs.model.files import File, FileKind, ProvenanceKind
from sphinx_filedocs.model.graph import Cycle, Importer
from sphinx_filedocs.model.links import Enclosing, How, Reference
from sphinx_filedocs.model.names import UseKind
from sphinx_filedocs.model.symbols import Definition, Outlined, Symbol, SymbolKind
from sphinx_filedocs.source.discover import TreeError

__all__ = [
    "Caller",
    "Cycle",
    "Definition",
    "Enclosing",
    "File",
    "FileKind",
    "Finding",
    "FindingRule",
    "How",
    "ImportTime",
    "Importer",
    "Link",
    "LinkHow",
    "Options",
    "OptionsError",
    "Outlined",
    "Place",
    "Progress",
    "ProvenanceKind",
    "Reference",
    "Severity",
    "Symbol",
    "SymbolKind",
    "Tree",
    "TreeError",
    "UseKind",
]
