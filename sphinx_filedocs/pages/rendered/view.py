"""The view of a file beside its source: a document, a table, data, a notebook or an image. Also
which images may be shown: of formats of browsers, not too large, without credentials in them."""

from __future__ import annotations

import base64
import binascii
import csv
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, cast

from sphinx_filedocs.model.files import File
from sphinx_filedocs.pages.lexer_colours import TooSlowError, limited
from sphinx_filedocs.pages.rendered import elements
from sphinx_filedocs.pages.rendered.elements import Rendering, Slots, element, note, opening, text
from sphinx_filedocs.pages.rendered.markdown import markdown
from sphinx_filedocs.pages.rendered.restructuredtext import restructuredtext
from sphinx_filedocs.pages.translation import _, deferred, quantity

try:
    from yaml import BaseLoader, YAMLError, load_all

    _HAS_YAML = True
except ImportError:  # pragma: no cover (the dependencies of tests have it)
    _HAS_YAML = False

#: So many values are shown, so deep, with so many characters of each.
_VALUES, _DEPTH, _LONGEST = 2_000, 30, 300
#: Down to here what is folded is open at first.
_OPEN = 1
_PLAIN_KEY = re.compile(r"[A-Za-z_]\w*")


class _StructureReader(Protocol):
    def __call__(self, source: str, /) -> object: ...


def _json(source: str) -> object:
    # Numbers as they are written.
    return json.loads(source, parse_int=str, parse_float=str, parse_constant=str)


def _yaml(source: str) -> object:
    # Of this loader all values are texts: no tag makes an object. The one in C knows no bounds of
    # depth.
    try:
        documents = list(load_all(source, Loader=BaseLoader))
    except YAMLError as error:
        raise ValueError(str(error)) from error
    return documents[0] if len(documents) == 1 else documents


def readers() -> Mapping[str, _StructureReader]:
    """Return the reader of each format."""
    by_format: dict[str, _StructureReader] = {"json": _json, "toml": tomllib.loads}
    return {**by_format, "yaml": _yaml} if _HAS_YAML else by_format


def structure(source: str, form: str) -> str:
    """Return data as HTML, ``""`` for damaged data or a single value."""
    try:
        value = readers()[form](source)
    except (ValueError, RecursionError):
        return ""
    if not isinstance(value, Mapping | list) or not value:
        return ""
    writer = _StructureWriter()
    made = writer.children(value, "", 0)
    if writer.left < 0:
        made += note(quantity(_VALUES, "The first value.", "The first {count} values."))
    return f'<div class="fd-data">{made}</div>\n'


class _StructureWriter:
    """Writes ``left`` more values; below 0 some are missing."""

    def __init__(self) -> None:
        self.left = _VALUES

    def children(self, value: object, path: str, depth: int) -> str:
        rows = []
        for key, step, part in _items(value):
            self.left -= 1
            if self.left < 0:
                break
            rows.append(f"<li>{self._row(key, part, path + step, depth)}</li>\n")
        return f"<ul>{''.join(rows)}</ul>"

    def _row(self, key: str, value: object, path: str, depth: int) -> str:
        name = element("code", text(_cut(key)), class_="fd-key", title=_cut(path.lstrip(".")))
        if isinstance(value, Mapping | list) and value:
            count = element("span", _amount(value), class_="filedocs-count")
            if depth >= _DEPTH:
                return f"{name} {count}"
            inside = self.children(value, path, depth + 1)
            fold = opening("details").replace(">", " open>") if depth < _OPEN else "<details>"
            return f"{fold}<summary>{name} {count}</summary>{inside}</details>"
        return f"{name} {element('code', text(_cut(_shown(value))), class_='fd-value')}"


def _items(value: object) -> Iterator[tuple[str, str, object]]:
    if isinstance(value, Mapping):
        for key, part in cast("Mapping[object, object]", value).items():
            name = str(key)
            is_plain = _PLAIN_KEY.fullmatch(name)
            yield name, f".{name}" if is_plain else f"[{json.dumps(name)}]", part
    else:
        for number, part in enumerate(cast("Sequence[object]", value)):
            yield str(number), f"[{number}]", part


def _amount(value: Mapping[object, object] | Sequence[object]) -> str:
    if isinstance(value, Mapping):
        return quantity(len(value), "{count:,} key", "{count:,} keys")
    return quantity(len(value), "{count:,} entry", "{count:,} entries")


def _shown(value: object) -> str:
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Mapping | list):
        return "{}" if isinstance(value, Mapping) else "[]"
    return str(value)


def _cut(shown: str) -> str:
    return shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"


#: An image is copied up to so many bytes; one that stands in the page itself has less.
LARGEST, LARGEST_INLINE = 2_000_000, 150_000
#: A view is made of so many bytes at most, in so many seconds of processor time.
_LARGEST: Mapping[str, int] = {
    "markdown": 200_000,
    "restructuredtext": 120_000,
    "notebook": 2_000_000,
    "table": 2_000_000,
    "structure": 200_000,
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
    "structure": deferred("Structure"),
    "image": deferred("Image"),
}
_ENDINGS: Mapping[str, str] = {
    ".ipynb": "notebook",
    ".csv": "table",
    ".tsv": "table",
    ".tab": "table",
    ".svg": "image",
    ".json": "structure",
    ".toml": "structure",
    ".yaml": "structure",
    ".yml": "structure",
}
_FORMS: Mapping[str, str] = {".yml": "yaml"}


class ViewKind(NamedTuple):
    """A kind of rendered views.

    :param name: ``markdown``, ``restructuredtext``, ``notebook``, ``table``, ``structure``,
        ``image``.
    :param is_open: whether it is open at first.
    :param fits: whether the file is small enough.
    """

    name: str
    is_open: bool
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
    if not name or (name == "structure" and _form(file.path) not in readers()):
        return None
    return ViewKind(name, name != "structure", file.size <= _LARGEST[name])


def _form(path: str) -> str:
    ending = suffix(path)
    return _FORMS.get(ending, ending[1:])


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
        "structure": lambda: structure(source, _form(file.path)),
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
