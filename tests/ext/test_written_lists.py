"""On a page of many names an edit has only the lists of those written that show something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from sphinx_filedocs.ext import html_writing

PAGE = "source/crossref.html"
NAMES = [f"name_{number}" for number in range(20)]
DEFINED = "\n\n".join(f"def {name}():\n    pass\n" for name in NAMES)
TREE = {
    "defined.py": DEFINED,
    "used.py": "from defined import *\n\n" + "".join(f"{name}()\n" for name in NAMES),
}


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Return a set of the names of which the uses were written, which is emptied by hand."""
    names: set[str] = set()
    write = html_writing.use_items

    def note(domain, block, **options):
        if block.kind == "name":
            names.add(block.key[0])
        return write(domain, block, **options)

    monkeypatch.setattr(html_writing, "use_items", note)
    return names


def edit(project) -> Callable[[], None]:
    """Return what uses one name in another way, on the line that it is used on."""
    used = TREE["used.py"].replace("name_7()", "print(name_7)")
    return lambda: project.write({"used.py": used})


def test_only_the_name_of_which_a_line_differs_is_written(project, written, tmp_path: Path) -> None:
    made = project(TREE)
    made.build()
    assert set(NAMES) <= written
    written.clear()
    edit(made)()
    output = made.build()
    assert written == {"name_7"}
    after = output.read(PAGE)
    assert "print(<b>name_7</b>)" in after
    assert made.build(freshenv=True).read(PAGE) == after


def test_a_page_that_was_changed_since_is_written_whole(project, written) -> None:
    made = project(TREE)
    output = made.build()
    page = output.folder / PAGE
    whole = page.read_text("utf-8")
    page.write_text(whole.replace("<b>name_3</b>", "<b>changed</b>", 1), "utf-8")
    written.clear()
    edit(made)()
    after = made.build().read(PAGE)
    assert set(NAMES) <= written
    assert "changed" not in after


def test_a_page_that_was_half_written_is_written_whole(project, written) -> None:
    made = project(TREE)
    output = made.build()
    page = output.folder / PAGE
    whole = page.read_bytes()
    page.write_bytes(whole[: whole.index(b"<!-- filedocs ") + 30])
    written.clear()
    edit(made)()
    after = made.build().read(PAGE)
    assert set(NAMES) <= written
    assert after.endswith("</html>")


def test_another_language_writes_all(project, written) -> None:
    made = project(TREE)
    made.build()
    written.clear()
    german = made.build(language="de").read(PAGE)
    assert set(NAMES) <= written
    assert german == made.build(language="de", freshenv=True).read(PAGE)


def test_no_builder_takes_lists_from_the_pages_of_another(project, written) -> None:
    made = project(TREE)
    made.build()
    for builder in ("dirhtml", "singlehtml", "epub"):
        written.clear()
        made.build(builder)
        assert set(NAMES) <= written, builder
