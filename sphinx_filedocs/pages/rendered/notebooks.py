"""Jupyter's notebooks (nbformat 4, and 3 as far as it agrees) as their cells. Of what came out,
text and images of pixels are shown, no HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import cast

from sphinx_filedocs.pages.rendered.images import inline_address
from sphinx_filedocs.pages.rendered.markdown import markdown
from sphinx_filedocs.pages.rendered.parts import Slugs, code, note, opening, text
from sphinx_filedocs.pages.rendered.slots import Slots
from sphinx_filedocs.pages.translation import _, quantity

#: So many cells are shown, and so many characters of what came out of one.
_CELLS, _OUTPUT = 300, 6_000
#: Colours of terminals (ECMA-48).
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def notebook(source: str, slots: Slots) -> str:
    """Return a notebook as HTML; ``""`` where it can't be read.

    :param slots: takes the links and images.
    """
    try:
        document = json.loads(source)
    except (ValueError, RecursionError):
        return ""
    book = _object(document)
    sheets = [_object(sheet) for sheet in _list(book.get("worksheets"))]
    cells = _list(book.get("cells")) or _list(sheets[0].get("cells") if sheets else None)
    if not cells:
        return ""
    language = _language(_object(book.get("metadata")))
    slugs = Slugs()
    made = [_cell(_object(cell), language, slots, slugs) for cell in cells[:_CELLS]]
    if len(cells) > _CELLS:
        made.append(note(quantity(_CELLS, "The first cell.", "The first {count} cells.")))
    return "".join(made)


def _language(metadata: Mapping[str, object]) -> str:
    said = _object(metadata.get("language_info")).get("name")
    known = said or _object(metadata.get("kernelspec")).get("language")
    return known if isinstance(known, str) else "python"


def _cell(cell: Mapping[str, object], language: str, slots: Slots, slugs: Slugs) -> str:
    source = _text(cell.get("source", cell.get("input")))
    kind = cell.get("cell_type")
    if kind == "markdown":
        return f'<div class="fd-cell-text">{markdown(source, slots, slugs)}</div>\n'
    if kind == "heading":
        return markdown(f"## {' '.join(source.split())}", slots, slugs)
    if kind != "code":
        return code(source)
    number = cell.get("execution_count", cell.get("prompt_number"))
    label = f"[{number}]" if isinstance(number, int) else "[ ]"
    shown = "".join(_outputs(cell))
    return (
        f'<div class="fd-cell-code"><span class="filedocs-muted">{label}</span>'
        f"{code(source, language)}{shown}</div>\n"
    )


def _outputs(cell: Mapping[str, object]) -> Iterator[str]:
    for entry in _list(cell.get("outputs"))[:_CELLS]:
        output = _object(entry)
        data = _object(output.get("data")) or output
        for kind in ("image/png", "image/jpeg", "image/gif", "png", "jpeg"):
            media = kind if "/" in kind else f"image/{kind}"
            if address := inline_address(media, _text(data.get(kind))):
                yield opening("img", src=address, alt=_("Output of the cell"), loading="lazy")
                break
        else:
            said = _text(data.get("text/plain", data.get("text")))
            if output.get("output_type") in {"error", "pyerr"}:
                said = "\n".join(map(_text, _list(output.get("traceback"))))
            said = _ESCAPE.sub("", said)
            shown = said if len(said) <= _OUTPUT else f"{said[:_OUTPUT]}…"
            if shown.strip():
                yield f'<pre class="fd-output">{text(shown.rstrip())}</pre>\n'


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    """Return a text, which may stand there in lines."""
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""
