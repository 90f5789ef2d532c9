"""What implements, extends and overrides what, and what runs behind a call, in each language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_filedocs.model.symbols import Definition
from sphinx_filedocs.pages import class_trees
from sphinx_filedocs.pages.relatives import title
from sphinx_filedocs.pages.uses import Uses
from tests.pages.sites import Made
from tests.samples import Sample, samples


def told(uses: Uses, definition: Definition) -> Iterator[str]:
    """Yield the relatives of a definition, a line a relation."""
    about = uses.about(definition)
    rows = {title(relation): some for relation, some in about.relatives.items()}
    for name, some in {**rows, "May call": about.behind}.items():
        if some:
            shown = (f"{row.inside.qualified} {row.place} {row.how}" for row in some)
            yield f"  {name}: {', '.join(shown)}"
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
