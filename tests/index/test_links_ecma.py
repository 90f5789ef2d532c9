"""Where the names in JavaScript, TypeScript and TSX lead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter

import pytest

from sphinx_filedocs.languages.ecmascript import components
from tests.index.link_trees import leads
from tests.work import growth


def marked(sources: Mapping[str, str]) -> list[str]:
    """Return where the marked names lead, without the names."""
    return [one.partition(" -> ")[2] for one in leads(sources)]


def test_an_import_leads_to_its_file() -> None:
    tree = {"a.js": 'const b = require("«./b»")\n', "b.js": "module.exports = function f() {}\n"}
    assert marked(tree) == ["b.js import"]


@pytest.mark.parametrize(
    "source",
    [
        lambda size: "x = " + "f(" * size + ")" * size,
        lambda size: "x = " + "a." * size + "b",
        lambda size: "x = " + "{a: " * size + "1" + "}" * size,
        lambda size: (
            "const o = {" + ",".join(f"a{n}: {n}" for n in range(size)) + "}\n" + "o.a1\n" * size
        ),
        # The query engine takes a second for it.
        pytest.param(
            lambda size: "const {" + ",".join(f"a{n}" for n in range(size)) + "} = require('x')",
            marks=pytest.mark.full,
        ),
        lambda size: "export {" + ",".join(f"a{n} as b{n}" for n in range(size)) + "}",
        lambda size: "".join(f"exports.a{n} = " for n in range(size)) + "void 0",
        lambda size: "var x = " + "(function () {" * size + "})()" * size,
    ],
    ids=["calls", "members", "objects", "object", "pattern", "exports", "chain", "functions"],
)
def test_work_grows_with_the_length(source: Callable[[int], str]) -> None:
    def run(size: int) -> None:
        marked({"a.js": source(size) + "\n", "b.ts": source(size) + "\n"})

    # Of fewer, what is asked once for each file counts.
    assert growth(run, 600) < 2.2


@pytest.mark.hostile
@pytest.mark.parametrize(
    "piece",
    [
        *("<script ", "<script>", '<script "', "<!-- ", "<style>", "{{ ", "{a {} ", "' ", "` "),
        *("a ", "a", 'v-for="a ', "{#each a ", "(a) ", ' :x="', "<A "),
    ],
)
def test_the_markup_of_a_component_takes_a_time_by_its_length(piece) -> None:
    def read(size: int) -> None:
        data = (piece * size).encode()
        list(components.names_in_markup(data, components.script_alone(data)))

    started = perf_counter()
    read(100_000 // len(piece))
    assert perf_counter() - started < 5
