"""Which files have a view, and what it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from sphinx_filedocs.model.files import File
from sphinx_filedocs.pages.rendered.images import LARGEST, is_raster, suffix
from sphinx_filedocs.pages.rendered.markdown import markdown
from sphinx_filedocs.pages.rendered.notebooks import notebook
from sphinx_filedocs.pages.rendered.parts import note
from sphinx_filedocs.pages.rendered.restructuredtext import restructuredtext
from sphinx_filedocs.pages.rendered.slots import Rendering, Slots
from sphinx_filedocs.pages.rendered.structures import readers, structure
from sphinx_filedocs.pages.rendered.tables import table
from sphinx_filedocs.pages.time_limits import TooSlowError, limited
from sphinx_filedocs.pages.translation import _, deferred

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
    """What a file is shown as beside its source.

    :param name: ``markdown``, ``restructuredtext``, ``notebook``, ``table``, ``structure`` or
        ``image``.
    :param is_open: whether a reader sees it at first.
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
    """Return what a file is shown as; nothing for most files."""
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
    """Return the view of a file; an empty one where it has none.

    :param source: its text, ``""`` for an image of pixels.
    """
    slots = Slots()
    try:
        with limited(_SECONDS):
            return Rendering(_html(file, source, slots), slots.all)
    except (TooSlowError, RecursionError):
        said = _("The file takes too long to show in this form.")
    except Exception:  # noqa: BLE001 (a fault of a parser in a strange text ends no build)
        said = _("The file can’t be shown in this form.")
    return Rendering(note(said), [])


def _html(file: File, source: str, slots: Slots) -> str:
    kind = view_kind(file)
    if kind is None:
        return ""
    if not kind.fits:
        return note(_("The file is too large to show in this form."))
    makers: Mapping[str, Callable[[], str]] = {
        "markdown": lambda: markdown(source, slots),
        "restructuredtext": lambda: restructuredtext(source, slots),
        "notebook": lambda: notebook(source, slots),
        "table": lambda: table(source, file.path),
        "structure": lambda: structure(source, _form(file.path)),
        "image": lambda: slots.picture(file.path.rpartition("/")[2]),
    }
    return makers[kind.name]()
