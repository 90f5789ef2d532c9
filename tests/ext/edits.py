"""A small tree whose files import and use one another, and what may be edited in it."""

from __future__ import annotations

from hypothesis import strategies as st

from .program import FIRST, SECOND

TREE = {
    "README.md": "# Small\n\nA small tree; see `lib/core.py`.\n",
    "app/__init__.py": "",
    "app/main.py": "from lib.core import alpha\n\n\ndef beta(x):\n    return alpha(x)\n",
    "app/util.py": "import lib.core\nfrom app import main\n\nGamma = lib.core.alpha(main.beta)\n",
    "lib/core.py": '"""The core."""\n\n\ndef alpha(x):\n    """Return it."""\n    return x\n',
    "lib/core.h": "#define SIZE 8\nint alpha(int x);\n",
    "lib/core.c": '#include "core.h"\n\nint alpha(int x) { return x + SIZE; }\n',
    "lib/util.c": '#include "core.h"\n#include <stdio.h>\n\nint beta(void) { return alpha(1); }\n',
    "web/core.ts": "export function alpha(x: number) { return x; }\nexport class Gamma {}\n",
    "web/util.ts": 'import { alpha, Gamma } from "./core";\n\nexport const beta = alpha(1);\n',
}
DOCS = {
    "index.rst": "Docs\n====\n\n.. toctree::\n\n   guide\n   source/index\n   more\n",
    "guide.rst": "Guide\n=====\n\n:src:file:`lib/core.py` has :src:symbol:`lib/core.py::alpha`.\n\n"
    ".. src:outline:: lib/core.py\n\n.. src:listing:: lib/core.c\n   :lines: 1-2\n",
    "more.rst": "More\n====\n\n.. src:crossref:: alpha\n",
}

_names = st.sampled_from(("alpha", "beta", "Gamma", "Delta"))
#: Where files may come to lie. Some are folders above others, so that one has to go first; each
#: stem has several languages.
paths = st.sampled_from(
    (
        *TREE,
        "lib/__init__.py",
        "lib/core",
        "lib/core/__init__.py",
        "lib/core/core.py",
        "lib/core.py/inner.py",
        "lib/util.py",
        "lib/util.cpp",
        "app/main.py/keywords",
        "app/main",
        "app/index",
        "web/core.js",
        "web/core.py",
        "web/index.ts",
        "web/lib/core.ts",
        "tool",
        "CODEOWNERS",
        ".gitignore",
        ".gitattributes",
        "lib/.gitattributes",
        "vendor/core.py",
        "package.json",
        "compile_commands.json",
        "new/alpha.py",
    )
)

_PYTHON = (
    "from lib.core import {a}",
    "from lib import core as {a}",
    "from . import util",
    "from .core import {a}, {b}",
    "from lib.core import *",
    "import app.main as {a}",
    "import os.path",
    "def {a}(x):\n    return {b}(x)",
    "class {a}({b}):\n    size = 1\n\n    def run(self):\n        return self.size + {b}()",
    "{a} = {b}",
    '"""About {a} and {b}."""',
    "# TODO: {a}",
    "# @generated",
    "eval({a})",
    "if __name__ == '__main__':\n    {a}()",
    "@cache\ndef {a}():\n    return {b}.run()",
    "def {a}(:",
)
_C = (
    '#include "core.h"',
    '#include "../lib/core.h"',
    "#include <stdlib.h>",
    "int {a}(int x);",
    "int {a}(int x) {{ return {b}(x); }}",
    "struct {a} {{ int size; struct {b} *next; }};",
    "#define {a} {b}",
    "#ifdef {a}\nint {b};\n#endif",
    "#ifdef {a}\nint {b}(void) {{ return {a}; }}\n#else\n#define {b} 2\n#endif",
    "/* {a} */",
    "int {a}(",
)
_ECMA = (
    'import {{ {a} }} from "./core";',
    'import * as {a} from "../web/util";',
    'export * from "./core";',
    "export function {a}() {{ return {b}(); }}",
    "export class {a} extends {b} {{ run() {{ return this.size; }} }}",
    "export const {a} = {b};",
    "// FIXME {a}",
    "export default {a};",
)
_TEXT = (
    "# {a}",
    "About `{a}` in `lib/core.py`.",
    "*.c @{a}",
    "core.h",
    "!util.c",
    "core.* linguist-generated",
    "*.py linguist-vendored -linguist-generated",
    "#!/usr/bin/env python3\nimport lib.core\n{a} = lib.core.{b}",
    "#!/bin/bash\n{a}() {{ {b}; }}",
    '{{"name": "{a}", "main": "web/core.ts", "scripts": {{"{b}": "node web/util.ts"}}}}',
    "é «{a}»  \t",
    "",
)


#: A whole file is one of them, or no JSON.
_COMMANDS = (
    '[{{"directory": "/b/lib", "file": "util.c", "command": "cc -D{a} -U{b} -c util.c"}}]',
    '[{{"directory": "/b", "file": "lib/core.c", "arguments": ["cc", "-D{a}", "-DSIZE=1"]}}]',
)


def _rows(path: str) -> tuple[str, ...]:
    suffix = path.rpartition(".")[2]
    if suffix == "py":
        return _PYTHON
    if suffix in {"c", "h", "cpp"}:
        return _C
    if path == "compile_commands.json":
        return _COMMANDS
    return _ECMA if suffix in {"ts", "js"} else _TEXT


@st.composite
def rows(draw: st.DrawFn, path: str) -> str:
    """Return a line or a few for a file of that name."""
    return draw(st.sampled_from(_rows(path))).format(a=draw(_names), b=draw(_names))


@st.composite
def quiet_rows(draw: st.DrawFn, path: str, before: str) -> str:
    """Return a line for a file of that name that defines nothing.

    :param before: the line that it stands before.
    """
    indent = before[: len(before) - len(before.lstrip())]
    name = draw(_names)
    suffix = path.rpartition(".")[2]
    if suffix == "py":
        found = ("", f"{indent}# {name}", f"{indent}{name}({name})", f"{indent}pass")
    elif suffix in {"c", "h", "cpp", "ts", "js"}:
        found = ("", f"{indent}// {name}", f"{indent};")
    else:
        found = ("", f"About {name}.")
    return draw(st.sampled_from(found))


@st.composite
def other_words(draw: st.DrawFn, path: str, line: str) -> str:
    """Return a line with another name in the place of one, with a number more or a comment behind.

    :param path: of its file.
    """
    if draw(st.booleans()):
        return f"{line}  {'#' if path.endswith('.py') else '//'} {draw(_names)}"
    for name in ("alpha", "beta", "Gamma", "Delta"):
        if name in line:
            return line.replace(name, draw(_names), 1)
    return line.replace("x", "x + 1", 1) if "return x" in line else line


@st.composite
def texts(draw: st.DrawFn, path: str) -> str:
    """Return a whole file of that name."""
    return "".join(f"{row}\n" for row in draw(st.lists(rows(path), max_size=4)))


@st.composite
def same_size(draw: st.DrawFn, text: str) -> str:
    """Return a text in which one name was replaced by another one that is as long."""
    names = ("alpha", "Gamma", "Delta")
    found = [name for name in names if name in text]
    if not found:
        return text[::-1]
    return text.replace(draw(st.sampled_from(found)), draw(st.sampled_from(names)), 1)


_SHOWN = (
    ":src:file:`{path}`",
    ":src:file:`{path}#L1`",
    ":src:folder:`lib`",
    ":src:symbol:`{name}`",
    ":src:symbol:`{path}::{name}`",
    ":src:crossref:`{name}`",
    "{name} is :src:symbol:`{name}`\n\nPart\n----\n\n:src:file:`{path}`",
    ".. src:outline:: {path}",
    ".. src:metadata:: {path}",
    ".. src:imports:: {path}",
    ".. src:keywords:: {path}",
    ".. src:crossref:: {name}",
    ".. src:listing:: {path}",
    ".. src:listing:: {path}\n   :lines: 1-2",
    ".. src:listing:: {path}\n   :symbol: {name}",
    ".. src:file:: {path}",
    f".. src:file:: {{path}}\n   :sections: outline {SECOND}",
    ".. src:folder:: lib",
    ".. src:tree::",
    ".. py:function:: lib.core.{name}\n\n   Described here.",
    "Plain words.",
)


@st.composite
def shown(draw: st.DrawFn) -> str:
    """Return a paragraph of a hand-written page."""
    return draw(st.sampled_from(_SHOWN)).format(path=draw(paths), name=draw(_names))


@st.composite
def pages(draw: st.DrawFn, title: str) -> str:
    """Return a whole hand-written page."""
    body = "\n\n".join(draw(st.lists(shown(), max_size=3)))
    return f"{title}\n{'=' * len(title)}\n\n{body}\n"


_SECTIONS = {
    "filedocs_file_sections": ("purpose", "outline", "uses", "documented-in", "listing"),
    "filedocs_folder_sections": ("contents", "parts", "indices"),
    "filedocs_tree_sections": ("contents", "statistics", "key-symbols", "cycles"),
}
#: Sections with functions of a user's own.
OWN_SECTIONS = {
    "filedocs_file_sections": [FIRST, "outline", SECOND, "documented-in", "listing"],
    "filedocs_folder_sections": ["contents", FIRST],
}
_tree = st.fixed_dictionaries(
    {"path": st.just("../tree")},
    optional={
        "title": st.sampled_from(("One", "Two")),
        "exclude": st.sampled_from((["*.h"], ["lib/"])),
        "include": st.sampled_from((["*.py", "*.c"], ["*"])),
        "url": st.just("https://example.org/{path}"),
    },
)
#: Values of options; each replaces the one before, and none stands for the default.
options = st.one_of(
    *(
        st.fixed_dictionaries({name: st.lists(st.sampled_from(allowed), min_size=1, unique=True)})
        for name, allowed in _SECTIONS.items()
    ),
    st.fixed_dictionaries(
        {"filedocs_plain": st.sampled_from(([], ["generated"], ["lock", "vendored"]))}
    ),
    st.fixed_dictionaries({"filedocs_max_bytes": st.sampled_from((60, 2_000_000))}),
    st.fixed_dictionaries({"filedocs_trees": st.fixed_dictionaries({"source": _tree})}),
    st.fixed_dictionaries(
        {"filedocs_trees": st.just({"source": "../tree", "second": "../tree/lib"})}
    ),
    st.fixed_dictionaries({"html_title": st.sampled_from(("One", "Two"))}),
    st.fixed_dictionaries(
        {
            "filedocs_file_sections_of": st.sampled_from(
                (
                    {"*.py": ["-listing"]},
                    {"lib/": ["-outline"], "*.h": ["listing"]},
                    {"language:C": ["-listing"], "language:Python": ["-outline"]},
                )
            )
        }
    ),
    st.fixed_dictionaries({"filedocs_short_titles": st.just(True)}),
)
