from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.import_resolution import resolve


def built(**flags: str) -> dict[str, str]:
    """Return a database in which some sources are compiled with some flags."""
    rows = [
        {"directory": "/b/src", "file": f"{name}.c", "command": f"cc {flag} -c {name}.c"}
        for name, flag in flags.items()
    ]
    return {"compile_commands.json": json.dumps(rows)}


def skipped(texts: Mapping[str, str], path: str) -> list[tuple[int, int]]:
    files = {
        name: File(name, "text", len(text), "", "c", facts=extract(text, "c").facts)
        if name.endswith((".c", ".h"))
        else File(name, "text", len(text), "")
        for name, text in texts.items()
    }
    return [*resolve(files, texts.get).builds.skipped(path)]


def test_lines_that_no_compiler_reads() -> None:
    text = "#ifdef A\nint a;\n#ifdef B\nint b;\n#endif\n#else\nint c;\n#endif\n#if 0\nx\n#endif\n"
    texts = {"src/a.c": text, "src/b.c": text}
    assert skipped(texts, "src/a.c") == []
    assert skipped({**texts, **built(a="-DA -UB")}, "src/a.c") == [(4, 4), (7, 7), (10, 10)]
    assert skipped({**texts, **built(a="-UA")}, "src/a.c") == [(2, 5), (10, 10)]
    assert skipped({**texts, **built(a="-UA")}, "src/b.c") == []


@pytest.mark.parametrize(
    "command",
    [
        "cc -DA -D B=1 -c a.c",
        "cc -UA -D A '-DB= 1' -c a.c",
        r"cc -D\A=1 -D'B'=1 -c a.c",
        'cc "-DA=\\"x\\"" -DB -c a.c',
    ],
)
def test_commands_are_divided_as_shells_do(command: str) -> None:
    text = "#ifndef A\nx\n#endif\n#if defined(B) && B == 1\n#else\nx\n#endif\n"
    rows = json.dumps([{"directory": "/b/src", "file": "a.c", "command": command}])
    found = skipped({"src/a.c": text, "compile_commands.json": rows}, "src/a.c")
    assert found == [(2, 2), (6, 6)]
