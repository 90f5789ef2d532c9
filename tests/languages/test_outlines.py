"""Every language's samples against the outlines, imports and docs that stand beside them.

``FILEDOCS_REGENERATE=1 pytest tests/languages`` writes the ``.outline`` files anew: read the
difference before keeping it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.model.facts import Import, ImportedName
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse import outline, parser

HERE = Path(__file__).parent
SAMPLES = sorted(
    path
    for path in HERE.glob("*/*")
    if path.is_file() and path.suffix != ".outline" and path.parent.name in languages.load()
)


def render(text: str, language: languages.Language) -> str:
    """Return what a golden file holds for a text."""
    parse = parser.parse(text, language)
    lines = [f"doc {json.dumps(first_line(parse.doc), ensure_ascii=False)}"]
    lines.append(f"lines code {parse.code_lines}, comment {parse.comment_lines}")
    if parse.errors:
        lines.append(f"errors {parse.errors}, first L{parse.first_error}")
    lines += ["", "outline", *outline_lines(outline.nest(parse.definitions), "  ")]
    lines += ["", "imports", *(f"  {import_line(one)}" for one in parse.imports)]
    return "\n".join(lines) + "\n"


def first_line(doc: str) -> str:
    return doc.partition("\n")[0]


def outline_lines(symbols: Iterable[Symbol], indent: str) -> Iterator[str]:
    for symbol in symbols:
        name = "::".join([*symbol.scope, symbol.name])
        line = (
            f"{indent}{symbol.kind} {name}  L{symbol.line} "
            f"[{symbol.span.start}-{symbol.span.end}]  {symbol.signature}"
        )
        if symbol.doc:
            line += "  " + json.dumps(first_line(symbol.doc), ensure_ascii=False)
        yield line
        yield from outline_lines(symbol.children, indent + "  ")


def import_line(one: Import) -> str:
    parts = [f"L{one.line}", one.kind, one.target]
    if one.alias:
        parts.append(f"as {one.alias}")
    if one.names:
        parts.append("names " + ", ".join(map(name_text, one.names)))
    if one.system:
        parts.append("system")
    if one.when != "load":
        parts.append(f"when {one.when}")
    return " ".join(parts)


def name_text(name: ImportedName) -> str:
    return f"{name.name} as {name.alias}" if name.alias else name.name


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_outline(sample: Path) -> None:
    language = languages.load()[sample.parent.name]
    if languages.grammar(language) is None:
        pytest.skip(f"{language.grammar} is not installed")
    found = render(sample.read_text(encoding="utf-8"), language)
    golden = sample.with_name(sample.name + ".outline")
    if os.environ.get("FILEDOCS_REGENERATE"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


def test_every_default_language_has_a_sample() -> None:
    sampled = {path.parent.name for path in SAMPLES}
    missing = {
        key
        for key, language in languages.load().items()
        if languages.grammar(language) is not None and key not in sampled
    }
    assert not missing
