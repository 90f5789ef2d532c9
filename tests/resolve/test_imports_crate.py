from __future__ import annotations

import pytest

from sphinx_filedocs.model.facts import Import
from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.resolve.import_resolution import resolve
from tests.tables import Table

from .trees import leads, symbol, take

TABLE = Table(__file__)

CARGO = '[package]\nname = "my-crate"\nedition = "2021"\n'
FILES = """
    src/lib.rs src/main.rs src/a.rs src/a/b.rs src/a/b/c.rs src/d/mod.rs src/d/e.rs
    src/bin/tool.rs src/bin/big/main.rs src/bin/big/part.rs tests/it.rs tests/common/mod.rs
    examples/show.rs build.rs
"""


def use(path: str, target: str, *names: str, cargo: str = CARGO) -> str:
    files = " ".join(name for name in FILES.split() if name != path)
    one = take(target, *names, kind="use")
    return leads(files, path, one, texts={"Cargo.toml": cargo})[0]


def test_use() -> None:
    TABLE.check("uses", lambda path, target, names: use(path, target, *names.split()))


def test_paths_of_the_first_edition_begin_at_the_crate() -> None:
    assert use("src/d/e.rs", "a", "Thing", cargo='[package]\nname = "x"') == "src/a.rs"
    assert (
        use("src/d/e.rs", "a", "x", cargo='[package]\nname = "x"\nedition.workspace = true') == ""
    )


@pytest.mark.parametrize(
    ("path", "name", "expected"),
    [
        ("src/lib.rs", "a", "src/a.rs"),
        ("src/lib.rs", "d", "src/d/mod.rs"),
        ("src/a.rs", "b", "src/a/b.rs"),
        ("src/d/mod.rs", "e", "src/d/e.rs"),
        ("tests/it.rs", "common", "tests/common/mod.rs"),
        ("src/bin/big/main.rs", "part", "src/bin/big/part.rs"),
        ("src/a.rs", "e", ""),
    ],
)
def test_mod(path: str, name: str, expected: str) -> None:
    files = " ".join(file for file in FILES.split() if file != path)
    one = take(name, kind="module")
    assert leads(files, path, one, texts={"Cargo.toml": CARGO}) == [expected]


def test_modules_written_inside_a_file() -> None:
    imports: list[Import] = [
        take("super", "Thing", kind="use", line=12),
        take("super::b", "Thing", kind="use", line=13),
        take("part", kind="module", line=14),
        take("crate::a::tests::part", "x", kind="use", line=30),
    ]
    symbols = {"src/a.rs": [symbol("tests", "module", 10, 20)]}
    found = leads(
        "src/lib.rs src/a/b.rs src/a/tests/part.rs", "src/a.rs", *imports, symbols=symbols
    )
    assert found == ["", "src/a/b.rs", "src/a/tests/part.rs", "src/a/tests/part.rs"]


def test_module_with_a_path_of_its_own() -> None:
    texts = {"src/lib.rs": 'mod a;\n\n#[cfg(x)]\n#[path = "other/place.rs"]\nmod b;\n'}
    imports = [take("b", kind="module", line=5), take("crate::b", "x", kind="use", line=6)]
    assert leads("src/other/place.rs", "src/lib.rs", *imports, texts=texts) == [
        "src/other/place.rs",
        "src/other/place.rs",
    ]
    inner = take("crate::b::c", "x", kind="use", line=6)
    found = leads("src/other/place.rs src/other/c.rs", "src/lib.rs", imports[0], inner, texts=texts)
    assert found == ["src/other/place.rs", "src/other/c.rs"]
    texts = {"src/lib.rs": '#[path = "../../../etc/passwd"]\nmod b;\n'}
    assert leads("x", "src/lib.rs", take("b", kind="module", line=2), texts=texts) == [""]


def test_crates_of_a_workspace() -> None:
    texts = {
        "Cargo.toml": '[workspace]\nmembers = ["*"]',
        "core/Cargo.toml": '[package]\nname = "my-core"\n[lib]\nname = "kernel"\npath = "lib.rs"',
        "app/Cargo.toml": (
            '[package]\nname = "app"\nedition = "2021"\n[[bin]]\nname = "app"\npath = "app.rs"\n'
            '[dependencies]\nshort = { path = "../util" }\nlong = { package = "my-util" }\n'
            'bad = { path = 3 }\n[target."cfg(unix)".dependencies]\nunix = { path = "../core" }'
        ),
        "util/Cargo.toml": '[package]\nname = "my-util"',
    }
    files = "core/lib.rs core/mem.rs util/src/lib.rs util/src/x.rs app/part.rs"
    targets = ("kernel::mem", "my_core::mem", "short::x", "long", "unix::mem", "crate::part", "bad")
    assert leads(files, "app/app.rs", *targets, texts=texts) == [
        "core/mem.rs",
        "",
        "util/src/x.rs",
        "util/src/lib.rs",
        "core/mem.rs",
        "app/part.rs",
        "",
    ]


def test_without_a_manifest() -> None:
    assert leads("x/lib.rs x/b.rs", "x/a.rs", "crate::b", "b") == ["x/b.rs", "x/b.rs"]
    assert leads("x/b.rs", "x/a.rs", "crate::b", "super::b") == ["", "x/b.rs"]
    assert leads("src/b.rs src/lib.rs", "src/a.rs", "crate::b", texts={"Cargo.toml": "["}) == [
        "src/b.rs"
    ]


def test_what_the_file_defines_itself_is_not_external() -> None:
    source = (
        "enum E { A }\nuse E::*;\nuse self::E::A as B;\nmod m {\npub enum F { C }\nuse F::C;\n}\n"
    )
    source += "use F::C;\nuse std::fmt;\n"
    files = {
        "src/lib.rs": File("src/lib.rs", "text", 0, "", "rust", facts=extract(source, "rust").facts)
    }
    found = resolve(files, {"Cargo.toml": CARGO}.get).imports["src/lib.rs"]
    assert [(row.target, row.is_external) for row in found] == [
        ("E", False),
        ("self::E", False),
        ("F", False),
        ("F", True),
        ("std", True),
    ]


def test_modules_of_one_name_have_names_of_their_own() -> None:
    source = (
        "#[cfg(unix)]\nmod imp {\nenum A { B }\nuse A::*;\n}\n"
        "#[cfg(windows)]\nmod imp {\nmod inner {\nenum C { D }\nuse C::*;\nuse A::*;\n}\n}\n"
    )
    files = {
        "src/lib.rs": File("src/lib.rs", "text", 0, "", "rust", facts=extract(source, "rust").facts)
    }
    found = resolve(files, {"Cargo.toml": CARGO}.get).imports["src/lib.rs"]
    assert [(row.target, row.line, row.is_external) for row in found] == [
        ("A", 4, False),
        ("C", 10, False),
        ("A", 11, True),
    ]
