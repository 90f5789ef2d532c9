"""What pages call the kinds of symbols and keywords."""

from __future__ import annotations

from collections.abc import Mapping

from sphinx_filedocs.model import SymbolKind
from sphinx_filedocs.pages.translation import _, deferred, deferred_plural, quantity

_NAMES: Mapping[str, str] = {
    "class": deferred("class"),
    "struct": deferred("struct"),
    "union": deferred("union"),
    "enum": deferred("enum"),
    "interface": deferred("interface"),
    "trait": deferred("trait"),
    "function": deferred("function"),
    "method": deferred("method"),
    "constant": deferred("constant"),
    "variable": deferred("variable"),
    "field": deferred("field"),
    "macro": deferred("macro"),
    "type": deferred("type"),
    "namespace": deferred("namespace"),
    "module": deferred("module"),
    "heading": deferred("heading"),
}
_COUNTS: Mapping[str, tuple[str, str]] = {
    "class": deferred_plural("{count:,} class", "{count:,} classes"),
    "struct": deferred_plural("{count:,} struct", "{count:,} structs"),
    "union": deferred_plural("{count:,} union", "{count:,} unions"),
    "enum": deferred_plural("{count:,} enum", "{count:,} enums"),
    "interface": deferred_plural("{count:,} interface", "{count:,} interfaces"),
    "trait": deferred_plural("{count:,} trait", "{count:,} traits"),
    "function": deferred_plural("{count:,} function", "{count:,} functions"),
    "method": deferred_plural("{count:,} method", "{count:,} methods"),
    "constant": deferred_plural("{count:,} constant", "{count:,} constants"),
    "variable": deferred_plural("{count:,} variable", "{count:,} variables"),
    "field": deferred_plural("{count:,} field", "{count:,} fields"),
    "macro": deferred_plural("{count:,} macro", "{count:,} macros"),
    "type": deferred_plural("{count:,} type", "{count:,} types"),
    "namespace": deferred_plural("{count:,} namespace", "{count:,} namespaces"),
    "module": deferred_plural("{count:,} module", "{count:,} modules"),
    "heading": deferred_plural("{count:,} heading", "{count:,} headings"),
}
#: Headings of the kinds of keywords, in the order in which they are shown.
HEADINGS: Mapping[str, str] = {
    "class": deferred("Classes"),
    "struct": deferred("Structs"),
    "union": deferred("Unions"),
    "enum": deferred("Enums"),
    "interface": deferred("Interfaces"),
    "trait": deferred("Traits"),
    "function": deferred("Functions"),
    "method": deferred("Methods"),
    "macro": deferred("Macros"),
    "constant": deferred("Constants"),
    "variable": deferred("Variables"),
    "field": deferred("Fields"),
    "type": deferred("Types"),
    "namespace": deferred("Namespaces"),
    "module": deferred("Modules"),
    "heading": deferred("Headings"),
    "import": deferred("Imports"),
    "identifier": deferred("Identifiers"),
}


def kind_name(kind: SymbolKind) -> str:
    """Return what a symbol of some kind is called."""
    return _(_NAMES[kind])


def kind_count(kind: SymbolKind, count: int) -> str:
    """Return a number of symbols of some kind."""
    return quantity(count, *_COUNTS[kind])
