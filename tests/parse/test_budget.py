"""What the analysis of one text may take: its work grows with the text, and where a parser's would
not it is stopped, at the same place on every machine."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs import languages
from sphinx_filedocs.analysis.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.syntax import STRIDE, Syntax
from sphinx_filedocs.resolve.import_resolution import resolve
from sphinx_filedocs.tree_options import Sources
from tests.full import examples, rows
from tests.resolve.link_trees import linked_tree
from tests.work import growth

#: Seconds do not count here, but these sources have taken minutes and gigabytes.
_ENOUGH = 300_000_000
UNFINISHED = "parser memory for unfinished parts of the text"


def _linked(text: str, language: str) -> None:
    """Analyse a text, and link it."""
    found = extract(text, language)
    files = {"a": File("a", "text", len(text), "", language=language, facts=found.facts)}
    with linked_tree(files, {"a": found.names}, resolve(files, lambda _: None, ("tree",))):
        pass


PIECES = [
    ("javascript", "näme(value);"),
    ("javascript", "function name(a){return name(a)} "),
    ("javascript", "function name(a){return name(a)}\n"),
    ("javascript", "f(function(){return {a:1}}).a;"),
    ("java", "class A { void name(int a) { name(a); } }\n"),
    ("cpp", "void name(int a) { name(a); }\n"),
    ("c", "#define A A\n"),
    ("python", "from a import b\n"),
]


@pytest.mark.parametrize(("language", "piece"), rows(PIECES, PIECES[1], PIECES[5]))
def test_work_grows_with_the_text(language: str, piece: str) -> None:
    assert growth(lambda size: _linked(piece * size, language), 200) < 2.5


def test_columns_are_counted_without_the_line_before_them() -> None:
    text = "é = näme; " * 1000
    data = text.encode()
    syntax = Syntax(text, languages.load()["javascript"])
    for character in range(0, len(text), 97):
        start = len(text[:character].encode())
        assert syntax.position(start) == (1, character)
        assert syntax.width(start, len(data)) == len(text) - character
    assert len(data) > 10 * STRIDE


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("language", "text", "measure"),
    [
        ("java", "A<" * 30_000, UNFINISHED),
        ("python", "(a*)" * 30_000, UNFINISHED),
        ("c", "x=>" * 30_000, UNFINISHED),
        ("rust", "a," * 50_000, "parser steps in errors"),
        ("javascript", "function f(){" * 300 + "}" * 300, "nested scopes"),
        ("cpp", "class A{" * 300 + "};" * 300, "nested scopes"),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_what_swells_is_stopped_and_says_why(language: str, text: str, measure: str) -> None:
    tracemalloc.start()
    try:
        found = extract(text, language)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found.facts.stopped.startswith(f"{measure} (")
    assert found.facts.symbols == ()
    assert found.names.expressions == ()
    assert peak < _ENOUGH
    assert extract(text, language).facts.stopped == found.facts.stopped


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("c", "/" + "*" * 100_000 + "/ int f();"),
        ("c", "char a[] = {" + "0x12," * 50_000 + "}; int f();"),
        ("python", '"""' + "\nword (a) 'x {" * 20_000 + '"""\ndef f(): pass\n'),
        ("go", "package a\nvar x = []byte{" + "1," * 50_000 + "}\nfunc f() {}\n"),
        ("java", "class f { String s = " + '"abc" +\n' * 10_000 + '""; }'),
        ("c", "int f() {" + "if (a == 1) { b(); } else " * 1000 + "{}}\n"),
        ("python", "a = {\n" + '    "key": 1,\n' * 40_000 + "}\ndef f(): pass\n"),
        ("python", "a = (\n" + '    "text"\n' * 60_000 + ")\ndef f(): pass\n"),
        ("rust", "fn f() { a(vec![" + "A::new(1)," * 20_000 + "]); }\n"),
        (
            "python",
            "class A:\n"
            + f"    # {'Of no member, ' * 8}\n" * 200
            + "    def f(): pass\ndef f(): pass\n",
        ),
        ("bash", "cat <<A\n" + "word (a) 'x {\n" * 20_000 + "A\nf() { a; }\n"),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_long_data_is_no_reason_to_stop(language: str, text: str) -> None:
    found = extract(text, language).facts
    assert found.stopped == ""
    assert "f" in {one.name for one in found.symbols}


def test_its_page_says_why(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "a.java").write_text("A<" * 20_000)
    (tree / "b.java").write_text("class B {}")
    store = Store(tmp_path / "cache.sqlite", 1_000_000)
    said = []
    for _ in range(2):
        found = analyse(
            Analysis(tree, Sources("Tree"), history=False), store, lambda files, _: iter(files)
        )
        said.append([(one.path, one.subtype, one.message) for one in found.diagnostics])
        # A copy has the same text: what is known of that is known of the copy.
        (tree / "a.java").rename(tree / "c.java")
        (tree / "c.java").rename(tree / "a.java")
    assert said[0] == said[1]
    [(path, subtype, message)] = said[0]
    assert (path, subtype) == ("a.java", "budget")
    assert message == f"its analysis was stopped: {UNFINISHED} (2 MB, allowed 1 MB)"
    assert found.files["a.java"].shown_as == "text"


@pytest.mark.hostile
@settings(max_examples=examples(40), deadline=None)
@given(
    language=st.sampled_from(["python", "c", "javascript", "java", "rust", "go", "bash"]),
    piece=st.text(alphabet=st.sampled_from(list("([{<>}])a.,;=*&|+-!?:'\"`$#@/\\ \n")), max_size=8),
)
def test_no_soup_of_brackets_takes_more_than_it_may(language: str, piece: str) -> None:
    text = (piece or "a") * (8_000 // max(len(piece), 1))
    tracemalloc.start()
    try:
        extract(text, language)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * _ENOUGH
