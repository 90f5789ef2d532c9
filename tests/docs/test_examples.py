"""Every example of the documentation in Python works: what ``conf.py`` has is built with, what is a
program is run. The examples of a page are one project, with the small sources of this module."""

from __future__ import annotations

import ast
import importlib
import io
import json
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from sphinx.testing.util import SphinxTestApp

from sphinx_filedocs.plugins.scip.messages import message

from .examples import EXAMPLES, Example

PYTHON = [one for one in EXAMPLES if one.kind == "python"]
CONFIGURATIONS = [one for one in PYTHON if one.is_configuration]
PROGRAMS = [one for one in PYTHON if not one.is_configuration]
INDEX = ".. toctree::\n\n   source/index\n"
REPORT = json.dumps(
    {"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "T"}}, "results": []}]}
)
#: Of another project.
INVENTORY = b"# Sphinx inventory version 2\n# Project: p\n# Version: 1\n# zlib\n" + zlib.compress(
    b""
)
RING_H = """\
/** @file
 * Bytes in a circle. */

/** A ring. */
struct ring {
    int first; /**< Where it begins. */
};

/** Put a byte in.
 * @param into the ring
 */
void ring_put(struct ring *into, char byte);
"""
#: The sources that the examples speak of: the shop of the tutorial, a ring in C, and services.
SOURCES: Mapping[str, str] = {
    **{
        one.path: one.text
        for one in EXAMPLES
        if one.page == "tutorial.md" and one.path.startswith(("shop/", "tests/"))
    },
    "include/ring.h": RING_H,
    "src/ring.c": '#include "ring.h"\n\nvoid ring_put(struct ring *into, char byte)\n{\n}\n',
    "api/service.py": "def serve():\n    return 1\n",
    "web/page.js": "export const page = 1;\n",
    "services/a.py": "from libs import b\n\nb.run()\n",
    "libs/b.py": "def run():\n    pass\n",
    "torch/distributed/c.py": "LIMIT = 1\n",
    "path/to/project/run.py": "def main():\n    pass\n\n\nmain()\n",
}


def scip() -> bytes:
    """Return an index in which one name of the shop stands."""
    index = message("Index")
    index.metadata.project_root = "file:///shop"
    document = index.documents.add(relative_path="shop/money.py")
    document.occurrences.add(range=[3, 4, 8], symbol="c . p . `money`/euro().", symbol_roles=1)
    return bytes(index.SerializeToString())


#: What some pages need besides, by what makes it.
NEEDED: Mapping[str, Mapping[str, object]] = {
    "explanation/links.md": {"index.scip": scip},
    "how-to/c.md": {"build/compile_commands.json": "[]\n"},
    "how-to/own.md": {"ruff.sarif": REPORT, "bandit.sarif": REPORT},
    "how-to/themes.md": {"docs/_static/source.css": "body { }\n"},
    "how-to/trees.md": {"docs/core.inv": INVENTORY},
    "languages.md": {"docs/zig/a.zig": "pub fn main() void {}\n"},
}
#: What a page shows that other extensions make with ours, by the last of these.
BESIDE: Mapping[str, tuple[str, ...]] = {
    "sphinx.ext.napoleon": ("index.html", "[cart.py]"),
    "sphinx.ext.viewcode": ("index.html", "[source]", "[cart.py]"),
    "sphinx_design": (
        "index.html",
        "sd-tab-set",
        "sd-card",
        "copybutton.js",
        "shop/money.py.html#",
    ),
    "autoapi.extension": ("autoapi/shop/cart/index.html", "[cart.py]"),
    "breathe": ("index.html", "ring_put", "[ring."),
    "exhale": ("interface/structring.html", "[ring.h]"),
}
#: What Doxygen writes of the ring.
DOXYGEN = Path(__file__).parent / "doxygen"
#: What the paths of a page are relative to.
FOLDERS = {"languages.md": "docs"}


def identifier(one: Example) -> str:
    return f"{one.page}:{one.line}"


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Iterator[Path]:
    """A folder of a project's own, and what is imported from it forgotten."""
    monkeypatch.setattr(sys, "path", [str(tmp_path / "docs"), *sys.path])
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(tmp_path)):
            del sys.modules[name]
    importlib.invalidate_caches()


def lay(folder: Path, page: str) -> None:
    """Write the sources, and what the examples of a page are the content of."""
    files: dict[str, object] = {**SOURCES, **NEEDED.get(page, {})}
    for one in EXAMPLES:
        if one.page == page and one.path and one not in CONFIGURATIONS:
            path = Path(FOLDERS.get(page, ""), one.path).as_posix()
            files.setdefault(path, one.text)
    for path, content in files.items():
        made = content() if callable(content) else content
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(made if isinstance(made, bytes) else str(made).encode())


def index_of(configuration: Example) -> str:
    """Return the page that the examples behind a configuration are."""
    behind = EXAMPLES[EXAMPLES.index(configuration) + 1 :]
    shown: list[str] = []
    for one in behind:
        if one.page != configuration.page or one in CONFIGURATIONS:
            break
        if one.kind == "rst":
            shown.append(one.text)
    text = "\n".join(shown)
    # One tree has its pages in a toctree in any case.
    return "Docs\n====\n\n" + (text if "toctree" in text else f"{text}\n{INDEX}")


def configured(one: Example) -> str:
    """Return a whole ``conf.py``."""
    lines = [one.text, "templates_path = []", "copyright = 'the authors'"]
    if "extensions" not in one.names:
        lines.append('extensions = ["sphinx_filedocs"]')
    if "filedocs_trees" not in one.names:
        lines.append('filedocs_trees = {"source": {"path": "..", "exclude": ["/docs/*"]}}')
    return "\n".join(lines)


def built(folder: Path, one: Example) -> tuple[Path, str]:
    """Build a configuration; return the folder of the pages, and what Sphinx warns of."""
    lay(folder, one.page)
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "conf.py").write_text(configured(one), encoding="utf-8")
    index = index_of(one)
    if "filedocs_trees" in one.names and "source" not in one.text:
        index = index.replace(INDEX, ".. toctree::\n\n   backend/index\n   web/index\n")
    (docs / "index.rst").write_text(index, encoding="utf-8")
    if "doxygen" in one.text:
        documented_by_doxygen(docs, one)
    warning = io.StringIO()
    app = SphinxTestApp(
        "html", srcdir=docs, builddir=folder / "out", status=io.StringIO(), warning=warning
    )
    try:
        app.build()
    finally:
        app.cleanup()
    return Path(app.outdir), warning.getvalue()


def documented_by_doxygen(docs: Path, one: Example) -> None:
    """Run Doxygen, as the page says; where it is not installed, take what it has written."""
    made = docs / "_build" / "doxygen"
    if "exhale" in one.text:
        # That runs it itself.
        if not shutil.which("doxygen"):
            pytest.skip("Doxygen is not installed")
    elif shutil.which("doxygen"):
        made.mkdir(parents=True)
        subprocess.run(["doxygen", "Doxyfile"], cwd=docs, check=True, capture_output=True)
    else:
        shutil.copytree(DOXYGEN, made / "xml")


def extensions(one: Example) -> list[str]:
    """Return the extensions that an example names."""
    lines = [line for line in one.text.splitlines() if line.startswith("extensions = ")]
    return list(ast.literal_eval(lines[0].partition(" = ")[2])) if lines else []


@pytest.mark.parametrize("one", CONFIGURATIONS, ids=identifier)
def test_what_conf_py_has_builds_without_a_warning(folder, one) -> None:
    for extension in extensions(one):
        pytest.importorskip(extension)
    output, warnings = built(folder, one)
    assert warnings == ""
    # Each tree has its start page.
    assert list(output.glob("*/index.html"))
    last = next((name for name in reversed(extensions(one)) if name in BESIDE), None)
    if last:
        page, *shown = BESIDE[last]
        text = (output / page).read_text(encoding="utf-8")
        assert [part for part in shown if part not in text] == []


@pytest.mark.parametrize("one", PROGRAMS, ids=identifier)
def test_what_is_a_program_runs(folder, one) -> None:
    lay(folder, one.page)
    sys.path.insert(0, str(folder))
    if one.path:
        module = importlib.import_module(one.path.removesuffix(".py").replace("/", "."))
        for name, test in vars(module).items():
            if name.startswith("test_"):
                test()
    else:
        exec(compile(one.text, identifier(one), "exec"), {})  # noqa: S102
