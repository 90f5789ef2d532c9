"""The view of a file beside its source: a document, a table, a notebook or an image. Also
which images may be shown: of formats of browsers, not too large, without credentials in them."""

from __future__ import annotations

import base64
import binascii
import csv
import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, cast

from sphinx_filedocs.model.files import File
from sphinx_filedocs.pages.lexer_colours import TooSlowError, limited
from sphinx_filedocs.pages.rendered import elements
from sphinx_filedocs.pages.rendered.elements import Rendering, Slots
from sphinx_filedocs.pages.rendered.markdown import markdown
from sphinx_filedocs.pages.rendered.restructuredtext import restructuredtext
from sphinx_filedocs.pages.translation import _, deferred, quantity

#: An image is copied up to so many bytes; one that stands in the page itself has less.
LARGEST, LARGEST_INLINE = 2_000_000, 150_000
#: A view is made of so many bytes at most, in so many seconds of processor time.
_LARGEST: Mapping[str, int] = {
    "markdown": 200_000,
    "restructuredtext": 120_000,
    "notebook": 2_000_000,
    "table": 2_000_000,
    "image": LARGEST,
}
_SECONDS = 3.0
#: The views that show something of other files.
LINKING = frozenset({"markdown", "restructuredtext", "notebook"})
_TITLES: Mapping[str, str] = {
    "markdown": deferred("Document"),
    "restructuredtext": deferred("Document"),
    "notebook": deferred("Notebook"),
    "table": deferred("Table"),
    "image": deferred("Image"),
}
_ENDINGS: Mapping[str, str] = {
    ".ipynb": "notebook",
    ".csv": "table",
    ".tsv": "table",
    ".tab": "table",
    ".svg": "image",
}


class ViewKind(NamedTuple):
    """A kind of rendered views.

    :param name: ``markdown``, ``restructuredtext``, ``notebook``, ``table``, ``image``.
    :param fits: whether the file is small enough.
    """

    name: str
    fits: bool

    @property
    def title(self) -> str:
        """The heading of the view."""
        return _(_TITLES[self.name])


def view_kind(file: File) -> ViewKind | None:
    """Return the kind of view of a file, if it has one."""
    if file.kind == "binary":
        name = "image" if is_raster(file.path) else ""
    elif file.kind != "text" or file.plain:
        name = ""
    else:
        name = _ENDINGS.get(suffix(file.path), "")
        if not name and file.language in {"markdown", "restructuredtext"}:
            name = file.language
    return ViewKind(name, file.size <= _LARGEST[name]) if name else None


def render(file: File, source: str) -> Rendering:
    """Return the view of a file, maybe empty; the source of raster images is ``""``."""
    slots = Slots()
    try:
        with limited(_SECONDS):
            return Rendering(_html(file, source, slots), slots.all)
    except (TooSlowError, RecursionError):
        said = _("The file takes too long to show in this form.")
    except Exception:  # noqa: BLE001 (a fault of a parser in a strange text ends no build)
        said = _("The file can’t be shown in this form.")
    return Rendering(elements.note(said), [])


def _html(file: File, source: str, slots: Slots) -> str:
    kind = view_kind(file)
    if kind is None:
        return ""
    if not kind.fits:
        return elements.note(_("The file is too large to show in this form."))
    makers: Mapping[str, Callable[[], str]] = {
        "markdown": lambda: markdown(source, slots),
        "restructuredtext": lambda: restructuredtext(source, slots),
        "notebook": lambda: notebook(source, slots),
        "table": lambda: table(source, file.path),
        "image": lambda: slots.picture(file.path.rpartition("/")[2]),
    }
    return makers[kind.name]()


_ROWS, _COLUMNS, _CELL = 100, 40, 200
#: So many characters of the text are looked at.
_READ = 400_000


def table(source: str, path: str) -> str:
    """Return the first rows of a table as HTML; the ending of the path tells the separator."""
    rows = list(islice(_rows(source[:_READ], path), _ROWS + 2))
    if not rows:
        return ""
    more = len(rows) > _ROWS + 1
    head, body = rows[0], rows[1 : _ROWS + 1]
    width = min(max(map(len, rows)), _COLUMNS)
    made = [
        elements.table_begin("docutils fd-table"),
        f"<thead>{_row(head, width, 'th')}</thead>\n<tbody>",
        *(_row(row, width, "td") for row in body),
        f"</tbody>\n{elements.TABLE_END}",
    ]
    if more or len(source) > _READ:
        made.append(elements.note(quantity(len(body), "The first row.", "The first {count} rows.")))
    if any(len(row) > _COLUMNS for row in rows):
        made.append(elements.note(_("The first {count} columns.").format(count=_COLUMNS)))
    return "".join(made)


def _rows(source: str, path: str) -> Iterator[list[str]]:
    first = source.partition("\n")[0]
    candidates = "\t" if path.lower().endswith((".tsv", ".tab")) else ",;\t|"
    divider = max(candidates, key=first.count)
    reader = csv.reader(source.splitlines(keepends=True), delimiter=divider)
    try:
        yield from (row for row in reader if row)
    except csv.Error:
        # A field longer than Python reads: what comes before it is shown.
        return


def _row(row: list[str], width: int, tag: str) -> str:
    cells = [*row[:width], *[""] * (width - len(row))]
    shown = (cell if len(cell) <= _CELL else f"{cell[:_CELL]}…" for cell in cells)
    return f"<tr>{''.join(f'<{tag}>{elements.text(cell)}</{tag}>' for cell in shown)}</tr>\n"


#: So many cells are shown, and so many characters of what came out of one.
_CELLS, _OUTPUT = 300, 6_000
#: Colours of terminals (ECMA-48).
_ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def notebook(source: str, slots: Slots) -> str:
    """Return a notebook as HTML, ``""`` for a damaged one."""
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
    slugs = elements.Slugs()
    made = [_cell(_object(cell), language, slots, slugs) for cell in cells[:_CELLS]]
    if len(cells) > _CELLS:
        made.append(elements.note(quantity(_CELLS, "The first cell.", "The first {count} cells.")))
    return "".join(made)


def _language(metadata: Mapping[str, object]) -> str:
    said = _object(metadata.get("language_info")).get("name")
    known = said or _object(metadata.get("kernelspec")).get("language")
    return known if isinstance(known, str) else "python"


def _cell(cell: Mapping[str, object], language: str, slots: Slots, slugs: elements.Slugs) -> str:
    source = _text(cell.get("source", cell.get("input")))
    kind = cell.get("cell_type")
    if kind == "markdown":
        return f'<div class="fd-cell-text">{markdown(source, slots, slugs)}</div>\n'
    if kind == "heading":
        return markdown(f"## {' '.join(source.split())}", slots, slugs)
    if kind != "code":
        return elements.code(source)
    number = cell.get("execution_count", cell.get("prompt_number"))
    label = f"[{number}]" if isinstance(number, int) else "[ ]"
    shown = "".join(_outputs(cell))
    return (
        f'<div class="fd-cell-code"><span class="filedocs-muted">{label}</span>'
        f"{elements.code(source, language)}{shown}</div>\n"
    )


def _outputs(cell: Mapping[str, object]) -> Iterator[str]:
    for entry in _list(cell.get("outputs"))[:_CELLS]:
        output = _object(entry)
        data = _object(output.get("data")) or output
        for kind in ("image/png", "image/jpeg", "image/gif", "png", "jpeg"):
            media = kind if "/" in kind else f"image/{kind}"
            if address := inline_address(media, _text(data.get(kind))):
                yield elements.opening(
                    "img", src=address, alt=_("Output of the cell"), loading="lazy"
                )
                break
        else:
            said = _text(data.get("text/plain", data.get("text")))
            if output.get("output_type") in {"error", "pyerr"}:
                said = "\n".join(map(_text, _list(output.get("traceback"))))
            said = _ESCAPE.sub("", said)
            shown = said if len(said) <= _OUTPUT else f"{said[:_OUTPUT]}…"
            if shown.strip():
                yield f'<pre class="fd-output">{elements.text(shown.rstrip())}</pre>\n'


def _object(value: object) -> Mapping[str, object]:
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _text(value: object) -> str:
    if isinstance(value, list):
        return "".join(line for line in value if isinstance(line, str))
    return value if isinstance(value, str) else ""


_TYPES: Mapping[str, str] = {
    ".png": "image/png",
    ".apng": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".ico": "image/x-icon",
}
#: What a file of each type begins with, from which byte on.
_BEGINS: Mapping[str, tuple[int, tuple[bytes, ...]]] = {
    "image/png": (0, (b"\x89PNG\r\n\x1a\n",)),
    "image/jpeg": (0, (b"\xff\xd8\xff",)),
    "image/gif": (0, (b"GIF87a", b"GIF89a")),
    "image/webp": (8, (b"WEBP",)),
    "image/avif": (4, (b"ftypavif", b"ftypavis")),
    "image/bmp": (0, (b"BM",)),
    "image/x-icon": (0, (b"\0\0\1\0",)),
}


def suffix(path: str) -> str:
    """Return the ending of a path, in small letters, with its dot."""
    name = path.rpartition("/")[2].lower()
    return f".{name.rpartition('.')[2]}" if "." in name else ""


def is_raster(path: str) -> bool:
    """Return whether a path is that of a raster image for browsers."""
    return suffix(path) in _TYPES


def is_whole(path: str, data: bytes) -> bool:
    """Return whether data has the format of its path, so that no browser mistakes it."""
    return _is_of_type(_TYPES[suffix(path)], data)


def _is_of_type(kind: str, data: bytes) -> bool:
    start, begins = _BEGINS[kind]
    return data[start:].startswith(begins)


def svg_address(source: str) -> str:
    """Return an SVG as an address with all its data, ``""`` if it is too large.

    In an ``img`` no script runs and nothing loads (SVG 2, "secure static mode"); no file can be
    opened.
    """
    data = source.encode("utf-8", "replace")
    if len(data) > LARGEST_INLINE or "<svg" not in source:
        return ""
    return f"data:image/svg+xml;base64,{base64.b64encode(data).decode('ascii')}"


def inline_address(kind: str, encoded: str) -> str:
    """Return the address of an image in Base64, or ``""``; ``kind`` is its media type."""
    if kind not in _BEGINS or len(encoded) > LARGEST_INLINE * 4 // 3 + 1000:
        return ""
    try:
        data = base64.b64decode("".join(encoded.split()), validate=True)
    except (binascii.Error, ValueError):
        return ""
    if not _is_of_type(kind, data):
        return ""
    return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}"
