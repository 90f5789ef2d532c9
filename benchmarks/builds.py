"""Builds a small documentation in this process, in as many output folders as wanted, and tells
what differs between two of them."""

from __future__ import annotations

import difflib
import io
import json
import logging
import os
import signal
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders.html import _assets
from sphinx.errors import SphinxParallelError
from sphinx.locale import translators
from sphinx.search import js_index
from sphinx.util.docutils import docutils_namespace, patch_docutils

from sphinx_filedocs.ext.resident import CompiledTemplates

OPTIONS: dict[str, object] = {
    "extensions": ["sphinx_filedocs"],
    "filedocs_trees": {"source": "../tree"},
    "html_theme": "basic",
    "html_copy_source": False,
    "version": "1",
    "copyright": "the authors",
}
#: Sphinx's own notes on a build, with times and the configuration, and ours.
NOTES = (".buildinfo", ".buildinfo.bak", ".filedocs-")
#: An event of Sphinx and a handler.
Hook = tuple[str, Callable[..., object]]
#: For all builds of this process.
_templates = CompiledTemplates()


def build(
    docs: Path,
    out: Path,
    builder: str = "html",
    *,
    jobs: int = 1,
    hooks: Sequence[Hook] = (),
    **options: object,
) -> str:
    """Build *docs* into a folder of the builder's name in *out*, and return the warnings.

    All builders of an output folder share its doctrees.
    """
    warnings = io.StringIO()
    # What Sphinx remembers of files in this process, which may be others by now.
    _assets._file_checksum_inner.cache_clear()  # noqa: SLF001 (Sphinx has no public way)
    # And the words of another language, which a build in English would go on with.
    translators.clear()
    # Making records that nobody sees takes a tenth of the time.
    before = logging.root.manager.disable
    logging.disable(logging.INFO)
    with patch_docutils(docs), docutils_namespace():
        app = Sphinx(
            docs,
            docs,
            out / builder,
            out / "doctrees",
            builder,
            # Themes add to the list that is Sphinx's default.
            {**OPTIONS, "templates_path": [], **options},
            status=None,
            warning=warnings,
            parallel=jobs,
        )
        if templates := getattr(app.builder, "templates", None):
            templates.environment.bytecode_cache = _templates
        for event, handler in hooks:
            app.connect(event, handler, priority=900)
        try:
            app.build()
        finally:
            logging.disable(before)
    return warnings.getvalue()


def build_and_die(
    docs: Path,
    out: Path,
    event: str,
    nth: int,
    builder: str = "html",
    jobs: int = 1,
    *,
    interrupt: bool = False,
    **options: object,
) -> bool:
    """Build in a process that is killed, with all of its own, when *event* happens for the *nth*
    time (0-based); return whether it happened.

    :param interrupt: whether Sphinx may first do what it does when a user interrupts it.
    """
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        if seen == nth:
            if interrupt:
                raise KeyboardInterrupt
            os.killpg(0, signal.SIGKILL)
        seen += 1

    child = os.fork()
    if not child:
        os.setpgid(0, 0)
        try:
            build(docs, out, builder, jobs=jobs, hooks=[(event, count)], **options)
        except (KeyboardInterrupt, SphinxParallelError):
            # The second is what Sphinx makes of the first in a process that writes.
            os.killpg(0, signal.SIGKILL)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def outputs(out: Path) -> dict[str, bytes]:
    """Return what builders wrote, by path in *out*."""
    found: dict[str, bytes] = {}
    for folder, _, names in os.walk(out):
        for name in names:
            path = Path(folder, name).relative_to(out)
            if path.parts[0] != "doctrees" and not name.startswith(NOTES):
                data = (out / path).read_bytes()
                found[path.as_posix()] = _READERS.get(name, bytes)(data)
    return found


def _index(script: bytes) -> bytes:
    """Return a search index in lines."""
    return json.dumps(js_index.loads(script.decode()), indent=0).encode()


def _inventory(data: bytes) -> bytes:
    """Return an inventory with readable lines."""
    *head, packed = data.split(b"\n", 4)
    return b"\n".join((*head, zlib.decompress(packed)))


_READERS: Mapping[str, Callable[[bytes], bytes]] = {
    "searchindex.js": _index,
    "objects.inv": _inventory,
}


def difference(found: Mapping[str, bytes], wanted: Mapping[str, bytes]) -> str:
    """Return in what outputs differ; nothing if they are the same."""
    # Sphinx deletes no static file, such as that of another theme or language.
    extra = found.keys() - wanted.keys()
    if left := sorted(path for path in extra if "_static/" not in path):
        return f"left over: {left}"
    if missing := sorted(wanted.keys() - found.keys()):
        return f"missing: {missing}"
    wrong = [path for path in sorted(wanted) if found[path] != wanted[path]]
    if not wrong:
        return ""
    clean, other = (data[wrong[0]].decode(errors="replace").split("\n") for data in (wanted, found))
    shown = "\n".join(difflib.unified_diff(clean, other, "clean", "found", n=0, lineterm=""))
    return f"differ: {wrong}\n{shown[:2000]}"
