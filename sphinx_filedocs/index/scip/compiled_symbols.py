"""What an index of a compiler says of symbols: signatures and documentation, for those that have
none of their own in the source."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from sphinx_filedocs.index.scip.reader import SymbolInformation
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.symbols import Symbol

#: So many characters of a symbol's documentation are taken, and of its signature.
_LONGEST, _LONGEST_SIGNATURE = 20_000, 1_000
_FENCE = "```"
#: What some indexers write between a signature and the documentation behind it.
_RULE = re.compile(r"\A\s*-{3,}[ \t]*\n")
#: What language servers say before a signature for what has no keyword.
_SORT = re.compile(r"\A\([a-z ]{1,20}\) ")


class CompiledSymbol(NamedTuple):
    """What an index says of a symbol.

    :param signature: on one line; ``""`` where nothing is said, as for ``doc``.
    """

    signature: str = ""
    doc: str = ""


def compiled_symbol(said: SymbolInformation) -> CompiledSymbol:
    """Return what an index says of a symbol, its signature apart from its documentation."""
    signature, texts = said.signature, list(said.documentation)
    if texts and (parts := _code_before(texts[0])):
        code, texts[0] = parts
        signature = signature or code
    doc = "\n\n".join(filter(None, map(_tidy, texts)))
    line = " ".join(signature.split())
    shown = _SORT.sub("", line) if len(line) <= _LONGEST_SIGNATURE else ""
    return CompiledSymbol(shown, doc[:_LONGEST].rstrip())


def _tidy(text: str) -> str:
    """Return a text as documentation in sources is: without the indentation of the lines behind
    the first."""
    lines = text.strip().replace("\r\n", "\n").split("\n")
    behind = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    least = min(behind, default=0)
    return "\n".join((lines[0], *(line[least:].rstrip() for line in lines[1:])))


def _code_before(text: str) -> tuple[str, str] | None:
    """Return the block of code that a text in Markdown begins with, and what stands behind it."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith(_FENCE) or _FENCE in first[len(_FENCE) :]:
        return None
    code, fence, behind = f"\n{rest}".partition(f"\n{_FENCE}")
    return (code, _RULE.sub("", behind)) if fence else None


def completed(facts: Facts, said: Mapping[tuple[int, str], CompiledSymbol] | None) -> Facts:
    """Return facts in which symbols without documentation, or without a signature, have that of an
    index.

    :param said: by the lines and the names of symbols.
    """
    if not said:
        return facts
    return replace(facts, symbols=tuple(_completed(symbol, said) for symbol in facts.symbols))


def _completed(symbol: Symbol, said: Mapping[tuple[int, str], CompiledSymbol]) -> Symbol:
    children = tuple(_completed(child, said) for child in symbol.children)
    compiled = said.get((symbol.line, symbol.name.rpartition("::")[2]), CompiledSymbol())
    documented = bool(symbol.doc or symbol.fields) or not compiled.doc
    return symbol._replace(
        children=children,
        signature=symbol.signature or compiled.signature,
        doc=symbol.doc if documented else compiled.doc,
        compiled=symbol.compiled or not documented,
    )
