"""Where the names of Rust lead."""

from __future__ import annotations

import pytest

from sphinx_filedocs.parse.facts import extract

from .link_trees import leads

CARGO = '[package]\nname = "demo"\nedition = "2021"\n'


def crate(**files: str) -> dict[str, str]:
    """Return a crate with some source files; ``a_b`` is the file ``src/a/b.rs``."""
    sources = {f"src/{name.replace('_', '/')}.rs": text for name, text in files.items()}
    return {"Cargo.toml": CARGO, **sources}


@pytest.mark.hostile
def test_hostile_sources_take_little_time() -> None:
    extract("fn f() { " + "f(" * 3000 + ")" * 3000 + " }", "rust")
    extract("fn f() { a" + ".b" * 20_000 + " }", "rust")
    extract("use " + "a::{" * 3000 + "b" + "}" * 3000 + ";", "rust")
    extract("use a::{" + "b, " * 20_000 + "};", "rust")
    extract("mod a { " * 2000 + "fn f() {}" + "}" * 2000, "rust")
    extract("fn f() { match x { " + "Some(a) => 1, " * 5000 + "} }", "rust")
    extract("fn f<" + "T: X, " * 1000 + ">() where " + "T: X, " * 1000 + " {}", "rust")


def test_a_blank_is_no_name() -> None:
    source = (
        "use std::fmt::Write as «_»;\nconst «_»: () = ();\n"
        "fn f(«_»: u8) { let «_» = 1; let c = |«_»| 1; match 1 { «_» => () } }\n"
    )
    assert set(leads(crate(lib=source))) == {"_ -> nothing"}
    found = extract(source.replace("«", "").replace("»", ""), "rust")
    assert "_" not in {keyword.name for keyword in found.keywords}
