"""What a parse says of a text beside the samples' outlines: docs, lines, names, errors."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest
from tree_sitter import Parser, Query, QueryCursor

from sphinx_filedocs import languages
from sphinx_filedocs.languages import Language
from sphinx_filedocs.model.symbols import walk
from sphinx_filedocs.parse import budget
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.outline import nest
from sphinx_filedocs.parse.parser import Parse, parse
from sphinx_filedocs.parse.quotes import own_words
from tests.full import mixed, rows
from tests.tables import Table
from tests.work import growth

TABLE = Table(__file__)

#: What is installed with the package.
DEFAULT = [
    *("python", "c", "cpp", "cuda", "javascript", "typescript", "tsx"),
    *("rust", "go", "java", "bash"),
]
NEST = 10_000


def read(key: str, text: str) -> Parse:
    return parse(dedent(text), languages.load()[key])


def docs(key: str, text: str) -> dict[str, str]:
    return {tag.name: tag.doc for tag in read(key, text).definitions}


def signatures(key: str, text: str) -> list[str]:
    return [tag.signature for tag in read(key, text).definitions]


def _detected(path: str, head: str) -> str:
    found = languages.detect(path, head.encode())
    return found.key if found else ""


def test_the_language_of_a_file() -> None:
    TABLE.check("languages", _detected)


def test_without_its_grammar_a_language_is_not_parsed() -> None:
    language = Language("x", "X", "text", "no_such_grammar_anywhere", "")
    assert languages.grammar(language) is None
    with pytest.raises(LookupError, match="no_such_grammar_anywhere"):
        parse("", language)


def test_none_of_several_values_passes() -> None:
    grammar = languages.grammar(languages.load()["javascript"])
    assert grammar
    query = '((identifier) @name (#not-any-of? @name "a" "b\\"" "c"))'
    root = Parser(grammar).parse(b"a; c; d").root_node
    found = QueryCursor(Query(grammar, languages.mend(query))).captures(root)["name"]
    assert [node.text for node in found] == [b"d"]


def test_identifiers_are_names_with_their_lines() -> None:
    found = read(
        "python",
        '''\
        import os
        """ words in_a_string """  # words in_a_comment
        os.path.join(os, key=value)
        value
        ''',
    ).identifiers
    assert found == {
        "join": (3,),
        "key": (3,),
        "os": (1, 3),
        "path": (3,),
        "value": (3, 4),
    }


@pytest.mark.parametrize("key", DEFAULT)
def test_an_empty_text(key: str) -> None:
    assert read(key, "") == Parse()


@pytest.mark.parametrize(
    ("key", "text", "code", "comment"),
    [
        ("python", '"""Doc.\n\nstring"""\n# one\nx = 1  # not alone\n\n', 3, 1),
        ("c", "/* a\n\n b */\nint x; /* c\n d */\n/* e */ int y;\n// f\n", 2, 4),
        ("c", "/* a */ /* b */\n/* c\n */ int z;\n", 1, 2),
        ("javascript", "#!/usr/bin/env node\n<!-- html\na; // b\n", 1, 2),
        ("rust", "//! a\n/// b\nfn f() {} // c\n/* d */\n", 1, 3),
        ("bash", "#!/bin/sh\n# a\necho '# b' # c\n", 1, 2),
    ],
)
def test_lines(key: str, text: str, code: int, comment: int) -> None:
    found = read(key, text)
    assert (found.code_lines, found.comment_lines) == (code, comment)


def test_docstrings() -> None:
    found = docs(
        "python",
        r'''
        def plain():
            """One.

                Indented.
              Less.
            """
        def pieces(): 'a ' "b"
        def raw(): r"""\d"""
        def escaped(): "tab\there"
        def after_comment():
            # A comment.
            """Doc."""
        # Above.
        def formatted(): f"{x}"
        def octets(): b"x"
        def not_first():
            pass
            """No."""
        def called(): "a".strip()
        ''',
    )
    assert found == {
        "plain": "One.\n\n  Indented.\nLess.",
        "pieces": "a b",
        "raw": r"\d",
        "escaped": "tab     here",
        "after_comment": "Doc.",
        "formatted": "Above.",
        "octets": "",
        "not_first": "",
        "called": "",
    }


def test_comments_above() -> None:
    found = docs(
        "cpp",
        """
        // Far.

        int far();
        // One
        // two.
        int near();
        /// Skipped.
        /** Block
         *
         *  - indented
         */
        int block();
        int before;  ///< Behind.
        int after;
        int code(); // Not alone.
        int below();
        /****** Stars ******/
        int stars();
        //-----------
        // Ruled
        //-----------
        int ruled();
        """,
    )
    assert found == {
        "far": "",
        "near": "One\ntwo.",
        "block": "Block\n\n - indented",
        "before": "Behind.",
        "after": "",
        "code": "",
        "below": "",
        "stars": "Stars",
        "ruled": "Ruled",
    }


def test_comments_above_decorators_and_attributes() -> None:
    found = docs("java", "class A {\n  /** Doc. */\n  @Override\n  @X(1)\n  void f() {}\n}\n")
    assert found["f"] == "Doc."
    found = docs("rust", "/// Doc.\n#[derive(Debug)]\n#[x]\nstruct A;\n")
    assert found["A"] == "Doc."
    found = docs("python", "# Doc.\n@a\n@b(\n  1)\ndef f(): ...\n")
    assert found["f"] == "Doc."
    found = docs("typescript", "/** Doc. */\n@a()\nexport class C {}\n")
    assert found["C"] == "Doc."


def test_a_licence_or_a_directive_documents_nothing() -> None:
    assert docs("c", "// Copyright 2020 X\n// MIT License\nint f();\n") == {"f": ""}
    assert docs("javascript", "// eslint-disable-next-line\nfunction f() {}\n") == {"f": ""}
    assert docs("swift", "// swiftlint:disable type_body_length\nclass F {}\n") == {"F": ""}
    assert docs("java", "// noinspection unused\nclass F {}\n") == {"F": ""}
    assert docs("bash", "#!/bin/sh\nf() { :; }\n") == {"f": ""}
    assert docs("c", "int a;\n// Returns the license.\nint f();\n")["f"] == "Returns the license."


LICENCE = "/*\n * Copyright 2020 X\n *\n * Licensed under Y.\n *\n * No warranty.\n */\n"


def test_what_a_file_says_about_itself() -> None:
    TABLE.check("words of files", lambda key, text: own_words(read(key, text).doc))


def test_signatures_are_one_line_without_decorators_bodies_and_comments() -> None:
    found = signatures(
        "python",
        """
        @decorator
        # between
        @other(1)
        async def f(
            a,  # first
            b: str = "(",
        ) -> None:  # behind
            body()
        class A(  B ,
                 C): pass
        """,
    )
    assert found == ['async def f(a, b: str = "(") -> None', "class A( B , C)"]
    assert signatures("javascript", "export const f = async (a) => { a; };") == [
        "const f = async (a) =>"
    ]


def test_a_long_signature_ends_in_dots() -> None:
    (found,) = signatures("python", f"def f({', '.join(f'a{at}' for at in range(1000))}): ...")
    assert len(found) == 300
    assert found.endswith("…")


def test_spans_and_the_lines_of_names() -> None:
    (one,) = read("python", "\n@a\n@b\ndef f(\n  x\n):\n  pass\n\n\n").definitions
    assert (one.span.start, one.line, one.span.end) == (2, 4, 7)


def test_errors_are_counted_where_they_are() -> None:
    found = read("javascript", "function f() {}\n\nlet = = 1;\n\nfunction g() {}\n")
    assert (found.errors, found.first_error) == (1, 3)
    assert [tag.name for tag in found.definitions] == ["f", "g"]
    assert read("python", "x = 1\n").errors == 0


def test_further_queries_run_on_the_same_tree() -> None:
    query = "(call function: (identifier) @finding)"
    found = parse("f(g())\n", languages.load()["python"], [("calls", query)])
    assert [(one.rule, one.captures["finding"].line) for one in found.matches] == [
        ("calls", 1),
        ("calls", 1),
    ]


BAD = [
    "\ud800\udfff = '\udc80'\n",
    "\ufffd" * 50,
    "a\0b\0\n\0",
    "\u2028\u2029\x85\x0b\x0c",
    "'" + '"' * 101 + "`",
    "/*",
    '"""',
    "\\\n" * 50,
    "name" * 1000,
    "(" * NEST,
    "[" * NEST + "]" * NEST,
    "{" * NEST + "}" * NEST,
    "class A { void f() { " * 500,
]


@pytest.mark.parametrize(("key", "text"), mixed(DEFAULT, BAD), ids=lambda text: ascii(text[:12]))
def test_no_text_is_too_bad(key: str, text: str) -> None:
    found = extract(text, key)
    assert all(1 <= at <= text.count("\n") + 1 for one in found.keywords for at in one.lines)


GROWING: list[tuple[str, Callable[[int], str]]] = [
    ("java", lambda size: "if a:\n  X: int = 1\n" * size),
    (
        "javascript",
        lambda size: "import {" + ",".join(f"a{n}" for n in range(size)) + "} from 'x'",
    ),
    ("javascript", lambda size: ("class A{m(){" * 50 + "}}" * 50) * (size // 50)),
    ("javascript", lambda size: "var a=1,f=function(){return b(c)};" * size),
    ("c", lambda size: "/** x */\nint f();\n" * size),
    ("cpp", lambda size: "class A { }; void A::f() { }\n" * size),
    ("c", lambda size: "#if x\n" * size + "#include <a.h>\nint a;\n"),
]


@pytest.mark.parametrize(
    ("key", "text"),
    rows(GROWING, *GROWING[:3]),
    ids=lambda text: text if isinstance(text, str) else text(1)[:12],
)
def test_work_grows_with_the_length(key: str, text: Callable[[int], str]) -> None:
    def run(size: int) -> None:
        nest(parse(text(size), languages.load()[key]).definitions)

    assert growth(run, 500) < 2.2


def test_what_is_not_in_the_language_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "RUBBLE", 10)
    found = extract("def f(): ...\n\nword word\n" + "(" * 20 + "\n", "python")
    assert found.facts.symbols == ()
    assert found.facts.stopped == "tokens in one error (23, allowed 10)"
    assert found.keywords == ()


def test_every_query_fits_its_grammar() -> None:
    for language in languages.load().values():
        if languages.grammar(language) is not None:
            assert languages.query(language, "tags"), language.key
            assert languages.query(language, "imports") or not language.hooks.imports, language.key


PRIVATE = {
    "python": """
        class A:
            _X = 1
            def __init__(self): ...
            def __m(self): ...
        """,
    "go": """
        package p
        func Open() {}
        func shut() {}
        type one struct {}
        """,
    "c": """
        int open(void);
        static int n;
        static void f(void) {}
        static inline int g(void) { return 1; }
        """,
    "cpp": """
        class A {
          void a();
        public:
          static int s();
        protected:
          int p();
        private:
          void q();
          struct B { int c(); };
        };
        struct C { void r(); };
        """,
    "java": """
        public class A {
          private int a() { return 1; }
          int b() { return 1; }
          protected void c() {}
        }
        interface I { void d(); }
        """,
    "rust": """
        pub struct A;
        struct B;
        pub(crate) fn c() {}
        impl Clone for A { fn clone(&self) -> A { A } }
        pub enum D { E }
        macro_rules! m { () => {} }
        """,
    "typescript": """
        class A {
          private a = () => 1;
          b() {}
          #c() {}
        }
        """,
}


def private_names(key: str, text: str) -> str:
    entries = walk(nest(read(key, text).definitions, languages.load()[key].conceals))
    return " ".join(one.symbol.name for one in entries if one.private)


@pytest.mark.parametrize(
    ("key", "private"),
    [
        ("python", "_X __m"),
        ("go", "shut one"),
        ("c", "n f"),
        ("cpp", "a q B c"),
        ("java", "a b I d"),
        ("rust", "B c"),
        ("typescript", "a #c"),
    ],
)
def test_a_symbol_is_private_by_the_rules_of_its_language(key, private) -> None:
    """And so is all that stands in it."""
    assert private_names(key, PRIVATE[key]) == private


def test_ruby_says_above_members_whether_they_are_private() -> None:
    pytest.importorskip("tree_sitter_ruby")
    text = "class A\n  def a; end\n  private\n  def b; end\n  public\n  def c; end\nend\n"
    assert private_names("ruby", text) == "b"
