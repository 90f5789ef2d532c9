"""Where the names in JavaScript, TypeScript and TSX lead."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.full import rows
from tests.resolve.link_trees import leads
from tests.work import growth

SOURCES: dict[str, Callable[[int], str]] = {
    "calls": lambda size: "x = " + "f(" * size + ")" * size,
    "members": lambda size: "x = " + "a." * size + "b",
    "objects": lambda size: "x = " + "{a: " * size + "1" + "}" * size,
    "object": lambda size: (
        "const o = {" + ",".join(f"a{n}: {n}" for n in range(size)) + "}\n" + "o.a1\n" * size
    ),
    "pattern": lambda size: "const {" + ",".join(f"a{n}" for n in range(size)) + "} = require('x')",
    "exports": lambda size: "export {" + ",".join(f"a{n} as b{n}" for n in range(size)) + "}",
    "chain": lambda size: "".join(f"exports.a{n} = " for n in range(size)) + "void 0",
    "functions": lambda size: "var x = " + "(function () {" * size + "})()" * size,
}


@pytest.mark.parametrize("name", rows(SOURCES, "members", "object", "chain"))
def test_work_grows_with_the_length(name: str) -> None:
    source = SOURCES[name]

    def run(size: int) -> None:
        leads({"a.js": source(size) + "\n", "b.ts": source(size) + "\n"})

    # Of fewer, what is asked once for each file counts.
    assert growth(run, 600) < 2.2
