"""Documentation by an index of a compiler, for symbols that have none of their own in the source.
Each has its signature there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from sphinx_filedocs.index.scip.reader import SymbolInformation
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.symbols import Symbol

#: So many characters of a symbol's documentation are taken.
_LONGEST = 20_000
_FENCE = "```"
#: What some indexers write between a signature and the documentation behind it.
_RULE = re.compile(r"\A\s*-{3,}[ \t]*\n")


def compiled_doc(said: SymbolInformation) -> str:
    """Return the documentation of a symbol, without the signature in front of it."""
    texts = list(said.documentation)
    if texts:
        texts[0] = _behind_code(texts[0])
    return "\n\n".join(filter(None, map(_tidy, texts)))[:_LONGEST].rstrip()


def _tidy(text: str) -> str:
    """Return a text as documentation in sources is: without the indentation of the lines behind
    the first."""
    lines = text.strip().replace("\r\n", "\n").split("\n")
    behind = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    least = min(behind, default=0)
    return "\n".join((lines[0], *(line[least:].rstrip() for line in lines[1:])))


def _behind_code(text: str) -> str:
    """Return what stands behind the block of code that a text in Markdown begins with."""
    first, _, rest = text.strip().partition("\n")
    if not first.startswith(_FENCE) or _FENCE in first[len(_FENCE) :]:
        return text
    _, fence, behind = f"\n{rest}".partition(f"\n{_FENCE}")
    return _RULE.sub("", behind) if fence else text


def completed(facts: Facts, said: Mapping[tuple[int, str], str] | None) -> Facts:
    """Return facts in which symbols without documentation have that of an index.

    :param said: by the lines and the names of symbols.
    """
    if not said:
        return facts
    return replace(facts, symbols=tuple(_completed(symbol, said) for symbol in facts.symbols))


def _completed(symbol: Symbol, said: Mapping[tuple[int, str], str]) -> Symbol:
    children = tuple(_completed(child, said) for child in symbol.children)
    doc = said.get((symbol.line, symbol.name.rpartition("::")[2]), "")
    if not doc or symbol.doc or symbol.fields:
        return symbol._replace(children=children)
    return symbol._replace(children=children, doc=doc, compiled=True)
