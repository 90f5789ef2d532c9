"""Which public symbols no hand-written page is about."""

from __future__ import annotations

TREE = {
    "pkg/mod.py": (
        "class Thing:\n    def do(self):\n        def inside():\n            pass\n\n"
        "    def rest(self):\n        pass\n\n    def _own(self):\n        pass\n\n\n"
        "class _Hidden:\n    def seen(self):\n        pass\n\n\n"
        "def alone():\n    pass\n\n\nLIMIT = 1\n"
    ),
    "tests/test_mod.py": "def test_thing():\n    pass\n",
    "README.md": "# A heading\n",
}
PAGE = """Docs
====

:src:symbol:`pkg/mod.py::Thing` and

.. src:listing:: pkg/mod.py
   :symbol: alone

.. py:module:: pkg.mod

.. py:method:: Thing.do()

.. toctree::

   source/index
"""


def test_public_symbols_without_a_page_are_listed(project) -> None:
    made = project(TREE, {"index.rst": PAGE})
    output = made.build("filedocs-coverage")
    assert output.warnings == ""
    assert output.names == {"coverage.txt"}
    assert output.read("coverage.txt") == (
        "3 of 4 public symbols (75 %) on hand-written pages\n\n"
        "pkg/mod.py: 1 of 4 symbols\n"
        "  method Thing.rest, line 6\n\n"
    )
    assert "3 of 4 public symbols" in output.status


def test_pages_that_are_built_already_count_too(project) -> None:
    made = project(TREE, {"index.rst": PAGE})
    made.build()
    first = made.build("filedocs-coverage").read("coverage.txt")
    made.write({"index.rst": PAGE.replace("`pkg/mod.py::Thing`", "`Thing.rest`")}, "docs")
    again = made.build("filedocs-coverage").read("coverage.txt")
    assert "Thing.rest" in first
    assert "class Thing," in again
    assert "Thing.rest" not in again
