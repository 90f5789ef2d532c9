"""Which types extend which, and which members override which, in every language with classes."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.api import Tree
from sphinx_filedocs.resolve.type_uses import parameter_types
from tests.samples import trees
from tests.tables import Table

TABLE = Table(__file__)

#: ``Circle`` overrides one member of ``Shape``, ``Square`` both. The sample ``uses.txt`` has other
#: languages.
SAMPLES = trees(Path(__file__).with_name("types_trees.txt"))["SAMPLES"]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory):
    root = tmp_path_factory.mktemp("types")
    for path, text in SAMPLES.items():
        folder = root / path.partition(".")[2]
        folder.mkdir()
        (folder / path).write_text(text)
    with Tree.open(root) as tree:
        yield tree


@pytest.mark.parametrize("path", SAMPLES)
def test_types_and_their_members_lead_both_ways(tree: Tree, path: str) -> None:
    path = f"{path.partition('.')[2]}/{path}"
    symbols = list(tree.symbols(path))
    own = {one.qualified.removeprefix("n."): one for one in symbols}
    for name in ("Circle", "Square"):
        assert tree.bases(own[name]) == (own["Shape"],)
        area = next(one for one in symbols if one.qualified == f"{name}.area")
        assert tree.overrides(area) == (own["Shape.area"],)
    assert tree.derived(own["Shape"]) == (own["Circle"], own["Square"])
    overriding = [one.qualified for one in tree.derived(own["Shape.area"])]
    assert overriding == ["Circle.area", "Square.area"]
    assert [one.qualified for one in tree.derived(own["Shape.name"])] == ["Square.name"]
    assert tree.overrides(own["Circle.radius"]) == tree.bases(own["Shape"]) == ()


def test_what_extends_and_overrides_does_not_call(tree: Tree) -> None:
    shape, area = (tree.find(name)[0] for name in ("Shape", "Shape.area"))
    for one in (*tree.derived(shape), *tree.derived(area)):
        if one.path == "py/a.py":
            assert one not in [caller.symbol for caller in tree.callers(shape)]
    (circle,) = [one for one in tree.find("Circle.area") if one.path == "py/a.py"]
    assert [one.qualified for one in tree.calls(circle)] == ["Shape.area"]


def test_a_type_says_what_it_implements(tmp_path: Path) -> None:
    (tmp_path / "a.go").write_text(
        "package a\ntype I interface { Run() }\ntype T struct{}\nfunc (T) Run() {}\n"
    )
    with Tree.open(tmp_path) as tree:
        assert [one.qualified for one in tree.implements(tree.find("T")[0])] == ["I"]


def test_types_of_parameters() -> None:
    TABLE.check(
        "parameters",
        lambda text: " ‖ ".join(parameter_types(text, "operator==" if "operator" in text else "f")),
    )
