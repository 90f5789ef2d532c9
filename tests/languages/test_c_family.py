"""Faults of regular expressions over C, C++ and Rust that must not come back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator

import pytest

from sphinx_filedocs import languages
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.parse import outline, parser
from sphinx_filedocs.parse.budget import OverBudgetError


def symbols(language: str, source: str) -> list[tuple[str, str]]:
    """Return kind and dotted name of every symbol of a source."""
    parse = parser.parse(source, languages.load()[language])
    return list(_flat(outline.nest(parse.definitions), ()))


def _flat(found: Iterable[Symbol], owners: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for symbol in found:
        path = (*owners, *symbol.scope, symbol.name)
        yield symbol.kind, ".".join(path)
        yield from _flat(symbol.children, path)


@pytest.mark.parametrize("language", ["cpp", "cuda"])
@pytest.mark.parametrize(
    "head",
    [
        "class C10_API Foo",
        "class C10_API Foo final",
        "struct TORCH_API Foo : public Base<int>",
        'class __attribute__((visibility("default"))) Foo',
        "class __declspec(dllexport) Foo : Base",
        "class [[nodiscard]] FOO_EXPORT Foo",
        "class alignas(16) Foo",
        "class\nFOO_API\nFoo",
        "template <class T> class FOO_API Foo",
        "class Foo FOO_FINAL : public Base",
    ],
)
def test_a_macro_before_a_class_is_not_its_name(language: str, head: str) -> None:
    found = symbols(language, head + " {\n public:\n  void method();\n};\n")
    assert [name for _, name in found] == ["Foo", "Foo.method"]
    assert found[1][0] == "method"


@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
def test_statements_are_no_functions(language: str) -> None:
    source = """
    TEST(suite, name) { if (a) { f(); } else if (b) { g(); } }
    FOO(x) { while (a) { } for (;;) { } switch (a) { default: return; } }
    int f(int a)
    #ifdef A
    {
      if (a) {
    #else
    {
      if (!a) {
    #endif
        return sizeof(a);
      }
      while (a) { }
      return 0;
    }
    """
    assert symbols(language, source) == [("function", "f")]


@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
@pytest.mark.parametrize(
    "text",
    [
        "/* class def, class is; int f(void) { } */",
        "// struct Foo { }; void f() { }",
        '#define TEXT "class is { }; void f() { }"',
        "#error class def { }",
        "#if 0\nclass def { };\nstruct is { int x; };\nvoid f() { }\n#endif",
    ],
)
def test_code_in_comments_and_directives_is_none(language: str, text: str) -> None:
    assert [name for kind, name in symbols(language, text + "\n") if kind != "macro"] == []


def test_code_in_literals_is_none() -> None:
    source = """
    const char* a = "class def { };";
    const char* b = R"x(
    class is { void f() { } };
    )x";
    """
    assert symbols("cpp", source) == [("variable", "a"), ("variable", "b")]


def test_requires_is_no_name() -> None:
    source = """
    template <class T> requires Small<T> void f(T);
    template <class T> concept Small = requires(T t) { t.x(); };
    template <class T> struct Box { void g() requires Small<T>; };
    """
    assert symbols("cpp", source) == [
        ("function", "f"),
        ("type", "Small"),
        ("struct", "Box"),
        ("method", "Box.g"),
    ]


def test_functions_of_a_class_keep_their_class() -> None:
    source = """
    namespace a {
    class Foo { void in(); class Bar { int deep(); }; };
    void Foo::in() { }
    int Foo::Bar::deep() { return 0; }
    void Elsewhere::out() { }
    }
    void a::Foo::in() { }
    """
    # What is declared in the class is one symbol with its definition, but not two definitions.
    assert sorted(symbols("cpp", source)) == [
        ("class", "a.Foo"),
        ("class", "a.Foo.Bar"),
        ("method", "a.Elsewhere.out"),
        ("method", "a.Foo.Bar.deep"),
        ("method", "a.Foo.in"),
        ("method", "a.Foo.in"),
        ("namespace", "a"),
    ]


def test_functions_of_an_implementation_keep_their_type() -> None:
    source = """
    impl<T> Display for Foo<T> { fn fmt(&self) {} }
    struct Foo<T>(T);
    impl<T> Foo<T> { fn new() {} }
    impl other::Bar { fn far() {} }
    """
    assert symbols("rust", source) == [
        ("struct", "Foo"),
        ("method", "Foo.fmt"),
        ("method", "Foo.new"),
        ("method", "other.Bar.far"),
    ]


@pytest.mark.parametrize(
    "source",
    [
        "class Forward;",
        "struct Forward;",
        "enum class Forward : int;",
        "template <class T> class Forward;",
        "class C10_API Forward;",
        "struct C10_API Forward;",
        "extern template class Forward<int>;",
    ],
)
def test_a_forward_declaration_defines_nothing(source: str) -> None:
    assert symbols("cpp", source + "\n") == []


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_what_a_function_declares_is_local(language: str) -> None:
    source = """
    int outer(void) {
      static const int x = 1;
      int declared(int);
      typedef int local_type;
      struct Local { int y; } here;
      return x;
    }
    """
    assert symbols(language, source) == [("function", "outer"), ("struct", "outer.Local")]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_both_branches_of_a_condition_are_there(language: str) -> None:
    source = "#ifdef A\nint f(void) { return 1; }\n#else\nint g(void) { return 2; }\n#endif\n"
    assert [name for _, name in symbols(language, source)] == ["f", "g"]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_an_include_guard_is_no_macro_of_the_file(language: str) -> None:
    source = "#ifndef FOO_H\n#define FOO_H\n#define FOO_USED\n#define FOO_MAX 3\n#endif\n"
    assert [name for _, name in symbols(language, source)] == ["FOO_USED", "FOO_MAX"]


@pytest.mark.parametrize("language", ["c", "cpp", "cuda", "rust"])
def test_a_deep_nest_ends(language: str) -> None:
    """It is read, or it is over a bound."""
    for opening, closing in (("{", "}"), ("(", ")"), ("[", "]"), ("<", ">")):
        with contextlib.suppress(OverBudgetError):
            symbols(language, "void f() " + opening * 10_000 + closing * 10_000)
    with contextlib.suppress(OverBudgetError):
        symbols(language, "struct A { " * 1_500 + "} a; " * 1_500)


@pytest.mark.parametrize("language", ["c", "cpp", "cuda"])
def test_a_nest_as_deep_as_people_write_is_read(language: str) -> None:
    found = symbols(language, "int f() {" + "if (a) { (b[c[d]]); " * 60 + "}" * 60 + "}\n")
    assert found == [("function", "f")]


def test_a_macro_behind_a_struct_is_no_variable() -> None:
    frame = "struct frame { int size; } PACKED;\n"
    known = languages.load()["c"]
    found = outline.nest(parser.parse(f"#define PACKED\n{frame}", known).definitions)
    assert [(one.kind, one.name) for one in found] == [("macro", "PACKED"), ("struct", "frame")]
    # Without the macro it may be one.
    found = outline.nest(parser.parse(frame, known).definitions)
    assert {one.name for one in found} == {"frame", "PACKED"}


def test_blanked_names_stay_in_the_keywords() -> None:
    parse = parser.parse("class C10_API Foo {\n  OLD int f();\n};\n", languages.load()["cpp"])
    assert parse.identifiers == {"C10_API": (1,), "Foo": (1,), "OLD": (2,), "f": (2,)}


def test_documentation_above_blanked_lines_is_found() -> None:
    source = "/// Says it.\n[[nodiscard]]\nFMT_API\nint f();\n\n/// More.\nclass C10_API A {};\n"
    found = outline.nest(parser.parse(source, languages.load()["cpp"]).definitions)
    assert [symbol.doc for symbol in found] == ["Says it.", "More."]
