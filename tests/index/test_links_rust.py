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


def test_local_names_hide_those_of_the_module() -> None:
    found = leads(
        crate(
            lib="fn size() -> u8 { 1 }\nfn f(size: u8) -> u8 { «size» }\n"
            "fn g() {\n    let size = «size»();\n    let c = |x| «x» + «size»;\n"
            "    match c { Some(size) => «size», y => «y» };\n    «size»;\n}\n"
        )
    )
    assert found == [
        "size -> local:2",
        "size -> src/lib.rs:1 scope",
        "x -> local:5",
        "size -> local:4",
        "size -> local:6",
        "y -> local:6",
        "size -> local:4",
    ]


def test_the_owner_of_a_member_may_be_a_tuple_with_an_array() -> None:
    found = leads(
        crate(
            lib="struct S;\nimpl S { fn run(&self) {} }\n"
            'fn f() { ([("a", 1)], "b").run(); ([S], 1).«run»(); S.«run»(); }\n'
        )
    )
    assert found == ["run -> src/lib.rs:2 name", "run -> src/lib.rs:2 member"]


def test_a_variable_does_not_hide_a_module() -> None:
    found = leads(
        crate(
            lib="mod error;\nfn f() { let error = error::«new»(); «error»; }\n",
            error="pub fn new() {}\n",
        )
    )
    assert found == ["new -> src/error.rs:1 member", "error -> local:2"]


def test_what_a_module_imports_is_its_own_unless_it_says_otherwise() -> None:
    found = leads(
        crate(
            lib="mod a;\nmod b;\nmod c;\n",
            a="mod inner;\nuse crate::b::T;\npub use crate::b::{U, V as W};\n",
            a_inner="use super::«T»;\n",
            b="pub struct T;\npub struct U;\npub struct V;\n",
            c="use crate::a::«T»;\nuse crate::a::{«U», «W», «V»};\n",
        )
    )
    assert found == [
        "T -> src/b.rs:1 member",
        "T -> nothing",
        "U -> src/b.rs:2 member",
        "W -> src/b.rs:3 member",
        "V -> nothing",
    ]


def test_paths_groups_and_aliases() -> None:
    found = leads(
        crate(
            lib="mod a;\nmod m;\n",
            a="pub mod b;\npub struct T;\npub fn go() {}\n",
            a_b="use super::«T»;\nuse self::«inner»::X;\npub struct U;\n"
            "mod inner { pub struct X; }\n",
            m="use crate::«a»::{self, b::{«U» as V, self}, T};\nuse crate::a::*;\n"
            "fn f(v: «V», t: «T») { a::«go»(); «go»(); b::«U»; crate::a::b::«U»; }\n",
        )
    )
    assert found == [
        "T -> src/a.rs:2 member",
        "inner -> src/a/b.rs:4 member",
        "a -> src/a.rs member",
        "U -> src/a/b.rs:3 member",
        "V -> src/a/b.rs:3 member",
        "T -> src/a.rs:2 member",
        "go -> src/a.rs:3 member",
        "go -> src/a.rs:3 import",
        "U -> src/a/b.rs:3 member",
        "U -> src/a/b.rs:3 member",
    ]


def test_a_path_begins_with_what_is_imported_with_all_beside_it() -> None:
    found = leads(
        crate(
            lib="mod a;\nmod b;\nmod user;\n",
            a="pub enum Kind { Left }\nimpl Kind { pub fn make() -> Self { Self::Left } }\n"
            "pub mod deep { pub struct T; }\n",
            b="pub struct Other;\n",
            user="use crate::b::*;\nuse crate::a::*;\nuse «deep»::«T»;\nuse missing::*;\n"
            "fn f() { «Kind»::«Left»; Kind::«make»(); «Missing»::go(); }\n",
        )
    )
    assert found == [
        "deep -> src/a.rs:3 import",
        "T -> src/a.rs:3 member",
        "Kind -> src/a.rs:1 import",
        "Left -> src/a.rs:1 member",
        "make -> src/a.rs:2 member",
        "Missing -> outside Missing",
    ]


def test_names_that_are_exported_again() -> None:
    found = leads(
        crate(
            lib="mod deep;\npub use deep::«Thing»;\npub mod prelude { pub use crate::deep::*; }\n",
            deep="pub struct Thing;\npub struct Other;\n",
            user="use crate::Thing;\nuse crate::prelude::*;\nfn f(a: «Thing», b: «Other») {}\n",
        )
    )
    assert found == [
        "Thing -> src/deep.rs:1 member",
        "Thing -> src/deep.rs:1 member",
        "Other -> src/deep.rs:2 import",
    ]


def test_a_module_in_a_file_does_not_have_the_names_around_it() -> None:
    found = leads(
        crate(
            lib="struct T;\nmod a { fn f(t: «T») {} }\n"
            "mod b { use super::*; fn f(t: «T») {} }\nmod c { struct T; fn f(t: «T») {} }\n"
        )
    )
    assert found == ["T -> outside T", "T -> src/lib.rs:1 import", "T -> src/lib.rs:4 scope"]


def test_other_crates() -> None:
    found = leads(
        {
            "one/Cargo.toml": '[package]\nname = "one"\nedition = "2021"\n',
            "one/src/lib.rs": "pub struct T;\n",
            "two/Cargo.toml": '[package]\nname = "two"\nedition = "2021"\n'
            '[dependencies]\none = { path = "../one" }\n',
            "two/src/lib.rs": "use one::T;\nfn f(t: «T») { one::«T»; std::mem::«swap»(); }\n",
        }
    )
    assert found == [
        "T -> one/src/lib.rs:1 member",
        "T -> one/src/lib.rs:1 member",
        "swap -> outside std.mem.swap",
    ]


def test_paths_of_the_first_edition_begin_at_the_root() -> None:
    found = leads(
        {
            "Cargo.toml": '[package]\nname = "demo"\n',
            "src/lib.rs": "mod a;\nmod lib { pub struct T; }\n",
            "src/a.rs": "use lib::*;\nfn f(t: «T») {}\n",
        }
    )
    assert found == ["T -> src/lib.rs:2 import"]


def test_members_through_declared_types() -> None:
    found = leads(
        crate(
            lib="""
pub struct Inner { depth: u8 }
pub struct Outer { inner: Box<Inner>, all: Vec<Inner>, some: Option<Inner> }
impl Outer {
    fn new() -> Self { Self { «inner»: x, all: y } }
    fn first(&self) -> Result<&Inner, E> { self.«all»[0]; Self::«new»() }
}
fn f(o: &mut Outer) {
    o.«inner».«depth»;
    o.all[0].«depth»;
    o.first()?.«depth»;
    let made = Outer::«new»();
    made.«first»();
    for each in o.all.iter() { each.«depth»; }
    if let Some(one) = o.some { one.«depth»; }
    let Inner { «depth»: renamed } = x;
    println!("{}", o.«inner»);
}
"""
        )
    )
    assert found == [
        "inner -> src/lib.rs:3 member",
        "all -> src/lib.rs:3 member",
        "new -> src/lib.rs:5 member",
        "inner -> src/lib.rs:3 member",
        "depth -> src/lib.rs:2 member",
        "depth -> src/lib.rs:2 member",
        "depth -> src/lib.rs:2 member",
        "new -> src/lib.rs:5 member",
        "first -> src/lib.rs:6 member",
        "depth -> src/lib.rs:2 member",
        "depth -> src/lib.rs:2 member",
        "depth -> src/lib.rs:2 member",
        "inner -> src/lib.rs:3 member",
    ]


def test_traits_give_their_members() -> None:
    found = leads(
        crate(
            lib="""
trait Named { type Id; fn name(&self) -> u8; fn long(&self) { self.«name»(); } }
trait Titled: Named { fn title(&self) {} }
struct T;
impl Named for T { type Id = u8; fn name(&self) -> Self::«Id» { 1 } }
fn a(t: T) { t.«long»(); t.«name»(); }
fn b<X: Named>(x: X) -> X::«Id» { x.«name»() }
fn c<X>(x: &X) where X: Titled { x.«title»(); x.«long»(); }
fn d(x: &dyn Named, y: impl Titled) { x.«name»(); y.«title»(); <T as Named>::«name»(); }
"""
        )
    )
    assert found == [
        "name -> src/lib.rs:2 member",
        "Id -> src/lib.rs:5 member",
        "long -> src/lib.rs:2 member",
        "name -> src/lib.rs:5 member",
        "Id -> src/lib.rs:2 member",
        "name -> src/lib.rs:2 member",
        "title -> src/lib.rs:3 member",
        "long -> src/lib.rs:2 member",
        "name -> src/lib.rs:2 member",
        "title -> src/lib.rs:3 member",
        "name -> src/lib.rs:2 member",
    ]


def test_a_trait_may_be_implemented_in_another_file() -> None:
    found = leads(
        crate(
            lib="mod a;\nmod b;\nuse a::T;\nfn f(t: T) { t.«run»(); t.«twice»(); }\n",
            a="pub struct T;\n",
            b="use crate::a::T;\npub trait Run { fn run(&self); fn twice(&self) {} }\n"
            "impl Run for T { fn run(&self) {} }\n",
        )
    )
    assert found == ["run -> src/b.rs:3 member", "twice -> src/b.rs:2 member"]


def test_functions_of_one_name_in_several_implementations() -> None:
    source = """
struct T;
impl From<u8> for T { fn from(x: u8) -> T { Self::«from»(x) } }
impl From<u16> for T { fn from(x: u16) -> T { T } }
fn f() { T::«from»(1); }
"""
    assert leads(crate(lib=source)) == [
        "from -> src/lib.rs:3 member",
        "from -> src/lib.rs:3 | src/lib.rs:4 candidates",
    ]


def test_variants_and_their_fields() -> None:
    found = leads(
        crate(
            lib="""
enum E { A, B { size: u8 }, C(u8) }
impl E { fn run(&self) {} }
fn f(e: E) {
    match e { E::«A» => 1, E::B { «size»: x } => x, E::C(y) => «y» };
    E::B { «size»: 1 };
    E::A.«run»();
}
mod m { use super::E::*; fn g() { «A»; } }
"""
        )
    )
    assert found == [
        "A -> src/lib.rs:2 member",
        "size -> src/lib.rs:2 member",
        "y -> local:5",
        "size -> src/lib.rs:2 member",
        "run -> src/lib.rs:3 member",
        "A -> src/lib.rs:2 import",
    ]


def test_parameters_for_types_are_local() -> None:
    found = leads(
        crate(
            lib="struct T;\nstruct S<T> { a: «T» }\nimpl<T> S<T> { fn f(&self, t: «T») {} }\n"
            "fn g<'a, T>(t: &'«a» T) -> «T» { t }\n"
        )
    )
    assert found == ["T -> local:2", "T -> local:3", "a -> nothing", "T -> local:4"]


def test_macros_have_names_of_their_own() -> None:
    found = leads(
        crate(
            lib="macro_rules! size { () => { 1 }; }\nfn size() {}\nmod a;\n"
            "fn f() { «size»!(); «size»(); }\n",
            a="fn g() { size!(); «size»!(x, «unknown», std::«y»); }\n",
        )
    )
    assert found == [
        "size -> src/lib.rs:1 scope",
        "size -> src/lib.rs:2 scope",
        "size -> src/lib.rs:1 name",
        "unknown -> nothing",
        "y -> nothing",
    ]


def test_nothing_is_linked_when_unsure() -> None:
    found = leads(
        crate(
            lib="pub struct Vec;\nimpl Vec { fn only_here() {} }\nmod a;\n#[cfg(«a»)]\nfn f() {}\n",
            a="fn f(v: «Vec») { Unknown::«only_here»(); missing::«only_here»(); }\n",
        )
    )
    assert found == [
        "a -> nothing",
        "Vec -> outside Vec",
        "only_here -> outside Unknown.only_here",
        "only_here -> outside missing.only_here",
    ]


def test_imports_in_a_circle_end() -> None:
    found = leads(
        crate(
            lib="mod a;\nmod b;\n",
            a="pub use crate::b::*;\npub use crate::b::T;\nfn f(t: «T», u: «U») {}\n",
            b="pub use crate::a::*;\npub struct U;\n",
        )
    )
    assert found == ["T -> nothing", "U -> src/b.rs:2 import"]


@pytest.mark.hostile
def test_hostile_sources_take_little_time() -> None:
    extract("fn f() { " + "f(" * 3000 + ")" * 3000 + " }", "rust")
    extract("fn f() { a" + ".b" * 20_000 + " }", "rust")
    extract("use " + "a::{" * 3000 + "b" + "}" * 3000 + ";", "rust")
    extract("use a::{" + "b, " * 20_000 + "};", "rust")
    extract("mod a { " * 2000 + "fn f() {}" + "}" * 2000, "rust")
    extract("fn f() { match x { " + "Some(a) => 1, " * 5000 + "} }", "rust")
    extract("fn f<" + "T: X, " * 1000 + ">() where " + "T: X, " * 1000 + " {}", "rust")


def test_the_members_of_an_implementation_hide_nothing_in_its_head() -> None:
    found = leads(
        crate(
            lib="mod fmt;\nstruct T;\nimpl «fmt»::«Show» for T { fn fmt(&self) {} }\n",
            fmt="pub trait Show { fn fmt(&self); }\n",
        )
    )
    assert found == ["fmt -> src/fmt.rs import", "Show -> src/fmt.rs:1 member"]


def test_the_word_for_the_type_around() -> None:
    found = leads(
        crate(
            lib="struct T;\nimpl Iterator for T {"
            " type Item = «Self»; fn f() -> «Self» { «Self» } }\n"
            "enum E { A(Box<«Self»>) }\ntrait R { type X: Y<«Self»>; }\n"
        )
    )
    assert found == [
        "Self -> src/lib.rs:1 scope",
        "Self -> src/lib.rs:1 scope",
        "Self -> src/lib.rs:1 scope",
        "Self -> src/lib.rs:3 scope",
        "Self -> src/lib.rs:4 scope",
    ]


def test_a_field_and_a_method_of_one_name() -> None:
    found = leads(
        crate(
            lib="pub struct G {\n    «key»: String,\n    plain: fn() -> u8,\n}\n"
            "impl G {\n    pub fn «key»(&self) -> &str { &self.«key» }\n"
            "    fn plain(&self) -> u8 { (self.«plain»)() }\n"
            "    fn g(self) -> G { self.«key»(); assert!(self.«key»() == self.«key»);\n"
            "        G { «key»: Self::«key»(&self).into(), ..self } }\n}\n"
        )
    )
    field, method = "key -> src/lib.rs:2", "key -> src/lib.rs:6"
    assert found == [
        f"{field} scope",
        f"{method} scope",
        f"{field} member",
        "plain -> src/lib.rs:3 member",
        f"{method} member",
        f"{method} member",
        f"{field} member",
        f"{field} member",
        f"{method} member",
    ]


def test_a_blank_is_no_name() -> None:
    source = (
        "use std::fmt::Write as «_»;\nconst «_»: () = ();\n"
        "fn f(«_»: u8) { let «_» = 1; let c = |«_»| 1; match 1 { «_» => () } }\n"
    )
    assert set(leads(crate(lib=source))) == {"_ -> nothing"}
    found = extract(source.replace("«", "").replace("»", ""), "rust")
    assert "_" not in {keyword.name for keyword in found.keywords}


def test_a_variable_is_not_known_in_its_own_value() -> None:
    found = leads(
        {
            "Cargo.toml": "",
            "src/lib.rs": "mod b;\nuse b::*;\nfn f() {\n    let size = «size»();\n"
            "    if let Some(limit) = «limit»() { «limit»; }\n    «size»;\n}\n",
            "src/b.rs": "pub fn size() -> i32 { 1 }\npub fn limit() -> Option<i32> { None }\n",
        }
    )
    assert found == [
        "size -> src/b.rs:1 import",
        "limit -> src/b.rs:2 import",
        "limit -> local:5",
        "size -> local:4",
    ]
