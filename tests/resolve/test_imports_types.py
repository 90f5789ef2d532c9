"""Imports that are for types alone are marked as such, and no others."""

from __future__ import annotations

from sphinx_filedocs.parse.facts import extract

PYTHON = """\
from typing import TYPE_CHECKING
import typing as t
if TYPE_CHECKING:
    import types_1
    def f(): import types_2
elif x:
    import load_1
if t.TYPE_CHECKING and x: import types_3
if x and TYPE_CHECKING: import types_4
if TYPE_CHECKING or x: import load_2
if x: pass
elif TYPE_CHECKING: import types_5
else: import load_3
if not TYPE_CHECKING: import load_4
elif x: import types_6
else: import types_7
if CHECKING: import load_5
class C:
    if TYPE_CHECKING: import types_8
    def m(self): import call_1
try: import load_6
except ImportError: import load_7
"""
TYPESCRIPT = """\
import type { A } from "./types_1";
import type B from "./types_2";
import type * as c from "./types_3";
import { type D } from "./types_4";
import { type E, type F as G } from "./types_5";
import { type H, I } from "./load_1";
import J, { type K } from "./load_2";
import { type } from "./load_3";
import type from "./load_4";
import { type as L } from "./load_5";
let m: import("./types_6").M;
type N = typeof import("./types_7");
const o = await import("./load_6");
export type { P } from "./types_8";
export { type Q } from "./types_9";
export type * from "./types_10";
export type * as R from "./types_11";
export * from "./load_7";
export { S, type T } from "./load_8";
"""


def _marked(text: str, language: str) -> list[str]:
    imports = extract(text, language).facts.imports
    return [
        f"{one.target} {one.when}"
        for one in imports
        if "_" in one.target and not one.target.removeprefix("./").startswith(f"{one.when}_")
    ]


def test_imports_of_python_for_checkers_of_types() -> None:
    assert _marked(PYTHON, "python") == []
    assert len(extract(PYTHON, "python").facts.imports) == 18


def test_imports_of_typescript_for_types() -> None:
    assert _marked(TYPESCRIPT, "typescript") == []
    assert len({one.target for one in extract(TYPESCRIPT, "typescript").facts.imports}) == 19
