"""What the page of a name says of definitions and packages that have it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.model.symbols import Definition

from .sites import Made

#: By language: a tree in which ``errs`` is a package or a namespace that others import, and what
#: stands for it.
PACKAGES = {
    "go": (
        {
            "go.mod": "module example.com/shop\n",
            "errs/errs.go": "package errs\n\nfunc New() {}\n",
            "errs/more.go": "package errs\n\nfunc Wrap() {}\n",
            "main.go": (
                'package main\n\nimport "example.com/shop/errs"\n\nfunc main() { errs.New() }\n'
            ),
            "api/api.go": 'package api\n\nimport "example.com/shop/errs"\n\nvar _ = errs.Wrap\n',
            "Makefile": "errs:\n\techo\n\nall: errs\n",
        },
        "errs",
        "/errs/",
    ),
    "java": (
        {
            "src/com/shop/errs/A.java": "package com.shop.errs;\n\npublic class A {}\n",
            "src/com/shop/errs/B.java": "package com.shop.errs;\n\npublic class B {}\n",
            "src/com/shop/Main.java": (
                "package com.shop;\n\nimport com.shop.errs.*;\n\nclass Main { A a; B b; }\n"
            ),
        },
        "errs",
        "/src/com/shop/errs/",
    ),
    "c_sharp": (
        {
            "Errs/A.cs": "namespace Shop.Errs { public class A {} }\n",
            "Errs/B.cs": "namespace Shop.Errs { public class B {} }\n",
            "Main.cs": "using Shop.Errs;\n\nnamespace Shop { class Main { A a; B b; } }\n",
        },
        "Errs",
        "/Errs/",
    ),
    "rust": (
        {
            "Cargo.toml": '[workspace]\nmembers = ["errs", "app"]\n',
            "errs/Cargo.toml": '[package]\nname = "errs"\n',
            "errs/src/lib.rs": "pub fn make() {}\n",
            "app/Cargo.toml": '[package]\nname = "app"\n\n[dependencies]\nerrs = "1"\n',
            "app/src/main.rs": "use errs;\n\nfn main() { errs::make(); }\n",
        },
        "errs",
        "/errs/src/lib.rs",
    ),
    "npm": (
        {
            "package.json": '{"name": "shop", "workspaces": ["packages/*"]}',
            "packages/errs/package.json": '{"name": "@shop/errs", "main": "index.js"}',
            "packages/errs/index.js": "export function make() {}\n",
            "packages/app/package.json": '{"name": "app"}',
            "packages/app/index.js": 'import "@shop/errs";\n',
        },
        "errs",
        "/packages/errs/index.js",
    ),
    "python": (
        {
            "shop/__init__.py": "",
            "shop/errs/__init__.py": "def make(): pass\n",
            "app.py": "import shop.errs\n\nshop.errs.make()\n",
        },
        "errs",
        "/shop/errs/__init__.py",
    ),
}


@pytest.mark.parametrize("language", PACKAGES)
def test_a_resolved_import_is_the_package(language: str, tmp_path: Path) -> None:
    tree, name, place = PACKAGES[language]
    rows = Made(tree, tmp_path).site.uses.rows(name)
    assert "outside" not in {row.about for row in rows}
    assert place in {row.about for row in rows}


STRANGERS = {
    "errs/errs.py": "class Missing:\n    pass\n",
    "lib/other.py": "class Missing:\n    pass\n",
    "a.py": "from errs.errs import Missing\n\nMissing()\nMissing()\n",
    "b.py": "from lib.other import Missing\n\nMissing()\n",
    "tests/fixture.json": '{"Missing": 1}\n',
    "list.h": "int add(int n);\n",
    "list.c": '#include "list.h"\nint add(int n) { return n; }\n',
    "use.c": '#include "list.h"\nint run(void) { return add(1); }\n',
}


def test_a_page_speaks_of_one_definition_or_says_how_many_there_are(tmp_path: Path) -> None:
    made = Made(STRANGERS, tmp_path).site
    several, only = made.use_views.subject_of("Missing"), made.use_views.subject_of("add")
    assert several.defined is None
    assert several.definitions == 2
    # A declaration is none of its own.
    assert only.defined.definition.path == "list.c"
    assert (only.definitions, only.lines, only.files, only.callers) == (1, 1, 1, 1)


def test_a_stranger_of_the_same_name_is_no_declaration(tmp_path: Path) -> None:
    own = "class Config:\n    def depth(self): ...\n\n    def get(self): return self.depth()\n"
    tree = {"own.py": own, "tests/data.py": "class Config:\n    def depth(self): ...\n"}
    made = Made(tree, tmp_path).site
    declared = [row.about for row in made.uses.rows("depth") if isinstance(row.about, Definition)]
    assert len({*declared}) == 2
    assert made.use_views.subject_of("depth").definitions == 2
