"""What implements, extends and overrides what, and what runs behind a call, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages import class_trees
from sphinx_filedocs.pages.relatives import MEMBERS, title
from sphinx_filedocs.pages.site import Site
from sphinx_filedocs.pages.uses import Uses
from tests.pages.sites import Made
from tests.samples import Sample, samples
from tests.work import growth


def told(uses: Uses, definition: Definition) -> Iterator[str]:
    """Yield the relatives of a definition, a line a relation."""
    about = uses.about(definition)
    rows = {title(relation): some for relation, some in about.relatives.items()}
    for name, some in {**rows, "May call": about.behind}.items():
        if some:
            shown = (f"{row.inside.qualified} {row.place} {row.how}" for row in some)
            yield f"  {name}: {', '.join(shown)}"
    made = uses.callers(definition) if definition.kind not in MEMBERS else ()
    if made:
        names = (f"{row.inside.qualified if row.inside else row.path}:{row.line}" for row in made)
        yield f"  Called by: {', '.join(names)}"
    for row in class_trees.rows_of(about.tree, frozenset()) if about.tree else ():
        yield f"  | {'  ' * row.depth}{row.type.qualified} {class_trees.note_of(about.tree, row)}"


@pytest.mark.parametrize("sample", samples(Path(__file__).with_name("relatives.txt")))
def test_relatives_are_known_in_each_language(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(class_trees, "_FEW", 1)
    files, _title, _expected = sample.read()
    site = Made(files, tmp_path).site
    lines: list[str] = []
    for path, outline in site.codebase.graph.outlines.items():
        for definition in outline:
            if said := [*told(site.uses, definition)]:
                lines += [f"{path} {definition.qualified}", *said]
            # An interface is not called.
            assert definition.kind != "interface" or not site.uses.callers(definition)
    sample.expect("".join(f"{line}\n" for line in lines))


def test_each_caller_of_a_member_goes_through_few_of_its_overrides(tmp_path: Path) -> None:
    def made(size: int) -> Site:
        base = "class Base:\n    def run(self):\n        pass\n"
        heirs = [f"class Heir{n}(Base):\n    def run(self):\n        pass\n" for n in range(size)]
        calls = [f"def call{n}(base: Base):\n    base.run()\n" for n in range(size)]
        return Made({"heirs.py": "\n".join([base, *heirs, *calls])}, tmp_path / str(size)).site

    sites = {size: made(size) for size in (20, 40)}

    def behind(size: int) -> list[str]:
        site = sites[size]
        outline = site.codebase.graph.outlines["heirs.py"]
        callers = [row for row in outline if row.kind == "function"]
        return [row.inside.name for at in callers for row in site.uses.relatives.may_call(at)]

    # It is called by all, and has too many overrides to name them.
    assert behind(40) == ["run"] * 40
    assert growth(behind, 20) < 2.5
