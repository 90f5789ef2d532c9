"""What is coloured in a source: by language, in its place, whatever the text is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.parse.highlight import LONGEST_LINE, highlight
from tests.full import mixed

SOURCES = {
    "python": '''@cached.all(1)
class Thing(Base):
    """One

    two."""
    def f(self, x: int = 1.5e-3):
        return f"{x!r}" if None else print(x.print)  # why
from a.b import match
match x:
    case _: pass
type New = int
match = r'a\\'b'
''',
    "c": """#include <a/b.h>
  #define TWO 2
static int f(char *s) {
\treturn s[0] < 2u ? NULL : L'x'; /* a
 b */
}
""",
    "cpp": """namespace a {
class Foo final : public Bar { int x = 1'000; auto s = R"x(a)"b)x"; };
}
""",
    "javascript": """#!/usr/bin/env node
import a from './a.js';
const r = [/'[/]"/g, b / c / d, a.delete, `x${a(`1`)} y`];
class A { get z() { return /"/ } }
""",
    "typescript": """import type { A } from "./a";
type Q = keyof B; const type = x as number;
export abstract class C { private s: string }
""",
    "rust": """/// doc
#[derive(Debug)]
pub fn a<'a>(x: &'a str) -> u8 { let c = 'x'; println!("{}", r#"a"b"#); 1..2 /* a /* b */ c */ }
""",
    "go": """package main
func f(x int) error { return `a
b`[0] != 'c' } // d
type T struct{ len int }
""",
    "java": """import java.util.List;
@Override public class X { int y() { return this.z ? Foo.class : 0L; } }
""",
    "bash": """if [ "$x" = 'a b' ]; then # c
cat <<EOF
it's $y
EOF
a=1; foo-bar() { echo ${c%#x} a#b \\" $#; }
""",
}
COLOURS = {
    "python": """nd:@cached.all m:1 | k:class nc:Thing | sd:\"\"\"One | | sd:    two.\"\"\"
| k:def nf:f bp:self nb:int m:1.5e-3
| k:return s:f"{x!r}" k:if kc:None k:else nb:print c1:# why | kn:from nn:a nn:.b kn:import
| k:match | k:case k:pass | k:type nb:int | s:r'a\\'b' |""",
    "c": """cp:#include cpf:<a/b.h> | cp:#define m:2 | k:static kt:int kt:char
| k:return m:0 m:2u kc:NULL s:L'x' c1:/* a | c1: b */ | |""",
    "cpp": """k:namespace nn:a
| k:class nc:Foo k:final k:public kt:int m:1'000 k:auto s:R"x(a)"b)x" | |""",
    "javascript": """ch:#!/usr/bin/env node | kn:import kn:from s:'./a.js'
| k:const sr:/'[/]"/g s:`x${a(`1`)} y` | k:class nc:A k:get k:return sr:/"/ |""",
    "typescript": """kn:import k:type kn:from s:"./a"
| k:type nc:Q ow:keyof k:const k:as kt:number
| k:export k:abstract k:class nc:C k:private kt:string |""",
    "rust": """sd:/// doc | cp:#[derive(Debug)]
| k:pub k:fn nf:a nl:'a nl:'a kt:str kt:u8 k:let s:'x' fm:println! s:"{}" s:r#"a"b"# m:1 m:.2
 c1:/* a /* b */ c */ |""",
    "go": """kn:package nn:main | k:func nf:f kt:int kt:error k:return s:`a
| s:b` m:0 s:'c' c1:// d | k:type nc:T k:struct nb:len kt:int |""",
    "java": """kn:import nn:java nn:.util nn:.List
| nd:@Override k:public k:class nc:X kt:int k:return bp:this k:class m:0L |""",
    "bash": """k:if s:"$x" s:'a b' k:then c1:# c | nb:cat s:<<EOF | s:it's $y | s:EOF
| nv:a m:1 nf:foo-bar nb:echo nv:${c%#x} nv:$# |""",
}


def shown(source: str, language: str) -> list[str]:
    """Return the coloured parts of each line, each behind its class."""
    lines = source.split("\n")
    runs = highlight(lines, language)
    assert runs is not None
    return [
        " ".join(f"{css}:{line[start:end]}" for start, end, css in here)
        for line, here in zip(lines, runs, strict=True)
    ]


@pytest.mark.parametrize("language", SOURCES)
def test_what_is_coloured(language) -> None:
    expected = [" ".join(line.split()) for line in COLOURS[language].replace("\n", " ").split("|")]
    found = [" ".join(line.split()) for line in shown(SOURCES[language], language)]
    assert found == expected


def test_tsx_and_cuda_are_read_as_what_they_extend() -> None:
    assert shown("let a = <b>it's</b>", "tsx") == ["k:let"]
    assert shown("__global__ void f();", "cuda") == ["k:__global__ kt:void"]


def test_other_languages_are_left_to_pygments() -> None:
    assert highlight(["a = 1"], "ruby") is None
    assert highlight(["a = 1"], "no-such") is None
    assert highlight([], "python") == []


def test_a_line_that_is_too_long_has_no_colours_but_those_around_it_have() -> None:
    long = "x = 1" + " " * LONGEST_LINE
    assert shown(f'a = """\n{long}\n"""', "python") == ['s:"""', "", 's:"""']


UNCLOSED = ['"' * 3, "'", "/*", "`", "${", 'R"(', 'r#"', "'\\", "<<A\n", "match ", "#[", "a ", "/"]


@pytest.mark.parametrize(("language", "piece"), mixed(list(SOURCES), UNCLOSED))
def test_no_text_takes_longer_than_its_length(language, piece) -> None:
    # By the square of its length it would be minutes.
    runs = highlight((piece * (200_000 // len(piece))).split("\n"), language)
    assert runs is not None


texts = st.one_of(
    st.text(max_size=120),
    st.text(st.sampled_from("ab .<>&\"'#/*\\\n\t`${}()@rRe=:!1é😀"), max_size=120),
    st.sampled_from(sorted(SOURCES.values())),
)


@given(texts, st.sampled_from(sorted(SOURCES)))
def test_runs_are_in_order_and_within_their_lines(text, language) -> None:
    lines = text.split("\n")
    runs = highlight(lines, language)
    assert runs is not None
    assert len(runs) == len(lines)
    for line, here in zip(lines, runs, strict=True):
        at = 0
        for start, end, css in here:
            assert css
            assert at <= start < end <= len(line)
            at = end
