"""A listing shows its source and nothing else; names in it lead where they are said to lead."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments import format as pygments_format
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Name, Text, Token, Whitespace, _TokenType

from sphinx_filedocs.model.facts import Run
from sphinx_filedocs.pages import lexer_colours, listing
from sphinx_filedocs.pages.lexer_colours import has_colours, lexer_runs
from sphinx_filedocs.pages.listing import (
    Listing,
    Mark,
    Placed,
    Written,
    select_lines,
    shifted_lines,
    shifted_marks,
    with_quotes,
)
from sphinx_filedocs.pages.text import printable
from sphinx_filedocs.parse.highlight import highlight as highlight_lines
from tests.listing_hints import hints_of
from tests.samples import trees


def written(
    lines: Sequence[str],
    lexer: str,
    marks: Mapping[int, Sequence[Placed]] | None = None,
    runs: Sequence[Sequence[Run]] | None = None,
    **rest: Any,  # noqa: ANN401 (first, anchors, ids)
) -> Written:
    """Return a listing with the colours of its lexer, if it has no others."""
    coloured = lexer_runs(lines, lexer) if runs is None else runs
    return listing.html_listing(lines, lexer, Listing(marks or {}, coloured), **rest)


def html_listing(*args: Any, **rest: Any) -> str:  # noqa: ANN401 (as above)
    """Return the same as HTML with all attributes in quotes."""
    return with_quotes(written(*args, **rest).html)


SOURCES = trees(Path(__file__).with_name("listing_trees.txt"))["SOURCES"]


class Parser(HTMLParser):
    """Reads a listing: its text, its elements with the text of each, and whether all are closed."""

    def __init__(self, found: Written) -> None:
        super().__init__()
        self.text = ""
        self.elements: list[tuple[str, dict[str, str | None], str]] = []
        self._addresses: list[str] = []
        self._open: list[tuple[str, dict[str, str | None], int]] = []
        self.feed(found.html)
        self.close()
        assert self._open == []
        hints = hints_of(found.hints, self._addresses) if found.hints else {}
        for _, attributes, _ in self.elements:
            if said := hints.get(attributes.get("href") or ""):
                attributes["title"] = said[int(attributes.pop("data-hint", None) or 0)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self._addresses += [value or "" for name, value in attrs if name == "href"]
        self._open.append((tag, dict(attrs), len(self.text)))

    def handle_endtag(self, tag: str) -> None:
        opened, attributes, start = self._open.pop()
        assert opened == tag
        self.elements.append((tag, attributes, self.text[start:]))

    def handle_data(self, data: str) -> None:
        self.text += data


def code(html: str) -> list[str]:
    """Return what stands in each line of a listing, its number left out."""
    inside = re.fullmatch(r"<div[^>]*><div[^>]*><pre>(.*)</pre></div></div>\n", html, re.DOTALL)
    assert inside
    line = r'<i(?: id="L\d+")?>((?:(?!\n</i>).)*)\n</i>'
    assert re.fullmatch(f"(?:<span[^>]*><ol[^>]*></ol>(?:{line})*</span>)*", inside[1], re.DOTALL)
    return re.findall(line, inside[1], re.DOTALL)


def short(html: str) -> list[str]:
    """Return the lines of Pygments with the elements that a listing has: brackets have none."""
    plain = re.sub('<span class="p">([^<]*)</span>', r"\1", html)
    return plain.removesuffix("\n").replace("span", "i").split("\n")


def linked(source: str, *marks: Placed, lexer: str = "python") -> str:
    """Return the inside of a listing of one line."""
    (html,) = code(html_listing([source], lexer, marks={1: marks}))
    return html


def test_each_line_has_an_id_and_the_style_sheet_counts_them() -> None:
    html = html_listing(["a = 1", "", "b"], "text", first=9)
    assert 'fd-digits-2"' in html
    lines = '<i id="L9">a = 1\n</i><i id="L10">\n</i><i id="L11">b\n</i>'
    assert f'<ol start="9"></ol>{lines}</span></pre>' in html


def test_what_is_folded_is_a_block_behind_the_line_that_unfolds_it() -> None:
    source = [f"line {number}" for number in range(1, 131)]
    shown = Listing({}, [()] * len(source), fold=(3, 9, "Licence MIT · <Ada>"))
    html = listing.html_listing(source, "text", shown).html
    starts = [int(number) for number in re.findall(r'<ol start="(\d+)">', html)]
    assert starts == [1, 3, 10, 110]
    before, _, behind = html.partition('<details class="fd-notice">')
    assert before.count("<i ") == 2
    assert behind.startswith('<summary aria-label="Licence MIT · &lt;Ada&gt;"></summary></details>')
    assert re.findall("<i id=L([0-9]+)", html) == [str(n) for n in range(1, 131)]


def test_lines_stand_in_blocks_that_know_where_they_begin() -> None:
    html = html_listing(["a"] * 130 + ["\t\u4e2d\u6587"] + ["b"] * 79, "text", first=5)
    # A browser does not count from one block to the next.
    blocks = re.findall(r'<ol start="(\d+)"></ol><i id="L(\d+)"', html)
    assert blocks == [(first, first) for first in ("5", "105", "205")]


@pytest.mark.parametrize("widest", ["a" * 13, "\ta2345", "\u4e2d\u6587" * 3 + "a"])
def test_the_block_with_the_widest_line_is_always_laid_out(widest) -> None:
    """A tab goes to the eighth column, and some characters take two."""
    html = html_listing(["a" * 12] * 130 + [widest] + ["a" * 12] * 179, "text")
    assert re.findall(r'<span class="fd-widest"><ol start="(\d+)">', html) == ["101"]


def test_in_a_book_no_list_stands_among_lines() -> None:
    shown = Listing({}, [()] * 120, in_book=True)
    html = listing.html_listing(["a"] * 120, "text", shown, first=5).html
    assert html.index('<ol start="5"></ol>') < html.index("<pre>")
    lines = "".join(f'<i id="L{number}">a\n</i>' for number in range(5, 125))
    assert f"<pre><span>{lines}</span></pre>" in html


def test_without_anchors_nothing_has_an_id() -> None:
    marks = {5: [(0, 1, Mark("x.html", anchor="def-a"))]}
    html = html_listing(["a", "b"], "text", first=5, prefix=None, ids={5: ["L5-L6"]}, marks=marks)
    first = '<i><a href="x.html">a</a>\n</i>'
    assert f"{first}<i>b\n</i></span></pre>" in html
    assert " id=" not in html


def test_a_range_has_an_id_on_its_first_line() -> None:
    html = html_listing(["a", "b", "c"], "text", ids={1: ["L1-L2", "L1-L3"]})
    assert '<i id="L1"><i id="L1-L2"></i><i id="L1-L3"></i>a\n' in html


@pytest.mark.parametrize("lexer", SOURCES)
def test_tokens_have_the_classes_of_pygments(lexer) -> None:
    lines = SOURCES[lexer].removesuffix("\n").split("\n")
    chosen = get_lexer_by_name(lexer, stripnl=False, ensurenl=False)
    expected = highlight("\n".join(lines), chosen, HtmlFormatter(nowrap=True))
    # A space needs no colour.
    expected = re.sub(r'<span class="w">([^<]*)</span>', r"\1", expected)
    assert code(html_listing(lines, lexer)) == short(expected)


class Fixed(Lexer):
    """A lexer that says what it is told to say."""

    tokens: tuple[tuple[_TokenType, str], ...] = ()

    def get_tokens_unprocessed(self, _: str) -> Iterator[tuple[int, _TokenType, str]]:
        for kind, value in self.tokens:
            yield 0, kind, value


@pytest.fixture
def say(monkeypatch):
    """Return a function that sets the tokens of the next listing."""

    def prepare(*tokens: tuple[_TokenType, str]) -> list[tuple[_TokenType, str]]:
        lexer = Fixed()
        lexer.tokens = tokens
        monkeypatch.setattr(lexer_colours, "find_lexer", lambda name: lexer)
        return list(tokens)

    return prepare


def test_a_token_type_that_only_the_lexer_knows_has_also_the_classes_of_its_parents(say) -> None:
    tokens = say((Name.Function.Odd.Very, "a"), (Text, " "), (Name.Odd, "b"), (Comment.Odd, "\n#"))
    expected = pygments_format(tokens, HtmlFormatter(nowrap=True))
    assert 'class="nf nf-Odd nf-Odd-Very"' in expected
    assert code(html_listing(["a b", "#"], "x")) == short(expected)


def test_neighbours_of_the_same_class_are_one_span(say) -> None:
    say((Name, "a"), (Name, "b\nc"), (Name, "d\n"), (Whitespace, " "), (Token, "e"), (Name, ""))
    names = ['<i class="n">ab</i>', '<i class="n">cd</i>', " e"]
    assert code(html_listing(["ab", "cd", " e"], "x")) == names


def test_a_line_that_the_lexer_changes_has_no_colours(say) -> None:
    say((Name, "a"), (Text, "\n"), (Name, "B"), (Text, "\n"), (Name, "c"))
    html = html_listing(["a", "b", "c", "d"], "x", marks={2: [(0, 1, Mark("#L1"))]})
    names = ['<i class="n">a</i>', '<a href="#L1">b</a>', '<i class="n">c</i>', "d"]
    assert code(html) == names


def test_a_mark_on_a_token_is_one_element() -> None:
    mark = (4, 1, Mark("b.html#L2", "function b()"))
    html = linked("a = b", mark)
    assert html.endswith(' <a class="n" href="b.html#L2">b</a>')


def test_a_mark_within_a_token_divides_it() -> None:
    html = linked('#include "a/b.h"', (10, 5, Mark("b.html")), lexer="c")
    assert html.endswith('"</i><a class="cpf" href="b.html">a/b.h</a><i class="cpf">"</i>')
    one = '<a class="n" href="1">a</a><a class="n" href="2">b</a><i class="n">c</i>'
    assert linked("abc", (0, 1, Mark("1")), (1, 1, Mark("2"))) == one


def test_a_mark_over_several_tokens_holds_them() -> None:
    html = linked("ab.c(d)", (1, 3, Mark("c.html", classes=("filedocs-maybe",))))
    assert html == (
        '<i class="n">a</i><a class="filedocs-maybe" href="c.html"><i class="n">b</i>'
        '<i class="o">.</i><i class="n">c</i></a>'
        '(<i class="n">d</i>)'
    )


def test_a_definition_has_an_id_and_its_number_of_uses() -> None:
    used = linked("def f(): ...", (4, 1, Mark("u.html", "3 uses", ("filedocs-def",), "def-f", "3")))
    attributes = 'href="u.html" id="def-f" data-count="3"'
    assert f'<a class="nf filedocs-def" {attributes}>f</a>' in used
    unused = linked("def f(): ...", (4, 1, Mark(classes=("filedocs-def",), anchor="def-f")))
    assert '<i class="nf filedocs-def" id="def-f">f</i>' in unused


def test_a_mark_that_overlaps_or_lies_outside_is_left_out() -> None:
    marks = [
        (-1, 2, Mark("1")),
        (0, 2, Mark("2")),
        (1, 2, Mark("3")),
        (2, 0, Mark("4")),
        (3, 2, Mark("5")),
    ]
    assert linked("abcd", *marks) == '<a class="n" href="2">ab</a><i class="n">cd</i>'
    assert linked("", (0, 1, Mark("1"))) == ""


def test_everything_is_escaped() -> None:
    bad = "\"'><script>&"
    mark = Mark(bad, bad, (bad,), bad, bad)
    found = written([f"# {bad}"], "python", marks={1: [(2, len(bad), mark)]})
    assert "<script>" not in found.html
    attributes, text = next(row[1:] for row in Parser(found).elements if row[2] == bad)
    assert text == bad
    assert attributes == {
        "class": f"c1 {bad}",
        "href": bad,
        "title": bad,
        "id": bad,
        "data-count": bad,
    }
    assert "<script>" not in html_listing(["a"], bad)


@pytest.mark.parametrize("lines", [["x = 1"] * 400_001, ["x = " + "1" * 5_000]])
def test_a_source_that_is_too_large_has_links_but_no_colours(lines) -> None:
    html = html_listing(lines, "python", marks={1: [(0, 1, Mark("x.html"))]})
    first, *others = code(html)
    assert first == f'<a href="x.html">x</a>{lines[0][1:]}'
    assert others == lines[1:]


def test_lines_whose_characters_moved_are_known() -> None:
    assert shifted_lines("a\nb\n", "a\nb\n") == {}
    # A null byte has a picture of one character, a Unicode control of several.
    source = "a\0\nb\u2028\n\u202ec\nd"
    assert shifted_lines(source, printable(source)) == {2: "b\u2028", 3: "\u202ec"}


def test_marks_stand_where_their_names_are_shown() -> None:
    line = "/\xad/ \u200bname = 1"
    at = line.index("name")
    marks = [(0, 1, Mark("#a")), (at, 4, Mark("#b")), (at, 99, Mark("#c"))]
    [first, name] = shifted_marks(marks, line)
    assert first == (0, 1, Mark("#a"))
    assert printable(line)[name[0] : name[0] + name[1]] == "name"


marks_of_a_line = st.lists(
    st.tuples(
        st.integers(-2, 30),
        st.integers(-2, 12),
        st.builds(
            Mark,
            href=st.sampled_from(["", "x.html#L1", '"&<']),
            title=st.text(max_size=3).map(printable),
            classes=st.sampled_from([(), ("filedocs-def",)]),
            badge=st.sampled_from(["", "7"]),
        ),
    ),
    max_size=6,
).map(lambda marks: sorted(marks, key=lambda placed: placed[0]))
marks_of_lines = st.dictionaries(st.integers(0, 8), marks_of_a_line)
texts = st.one_of(
    st.text(max_size=120),
    st.text(st.sampled_from("ab .<>&\"'#/*\\\n\t\r\ufeff({é😀"), max_size=120),
    st.sampled_from(sorted(SOURCES.values())),
)


@given(
    texts,
    st.sampled_from([*SOURCES, "typescript", "rust", "go", "java", "bash", "cpp", "no-such"]),
    marks_of_lines,
    st.booleans(),
)
def test_the_text_is_the_source_whatever_is_linked(source, lexer, marks, own) -> None:
    lines = select_lines(printable(source), 1, 10**6)
    runs = highlight_lines(lines, lexer) if own else None
    listed = Parser(written(lines, lexer, marks=marks, runs=runs))
    assert listed.text == "".join(f"{line}\n" for line in lines) + "\n"
    expected = []
    for number, line in enumerate(lines, 1):
        end = 0
        for column, length, mark in marks.get(number, ()):
            stop = column + length
            if end <= column < stop <= len(line):
                end = stop
                expected.append((mark.href, mark.title, mark.badge, line[column:stop]))
    shown = [
        (values.get("href", ""), values.get("title", ""), values.get("data-count", ""), text)
        for _, values, text in listed.elements
    ]
    numbers = [(f"#L{number}", "", "", "") for number in range(1, len(lines) + 1)]
    links = [row for row in shown if row[0] and row not in numbers]
    assert links == [row for row in expected if row[0]]
    counts = [row for row in shown if row[2]]
    assert counts == [row for row in expected if row[2]]


@pytest.mark.hostile
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no signal ends a pattern here")
def test_a_lexer_that_takes_too_long_gives_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexer_colours, "_SECONDS", 0.1)
    lines = ["/*"] * 100_000
    handler = signal.getsignal(signal.SIGVTALRM)
    assert lexer_runs(lines, "css") == [()] * len(lines)
    assert not has_colours(lines, "css")
    # What comes next may take as much time as it needs.
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0, 0)
    assert signal.getsignal(signal.SIGVTALRM) == handler
    assert has_colours(["a { color: red }"], "css")
