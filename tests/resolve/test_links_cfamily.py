from __future__ import annotations

from collections.abc import Callable

import pytest

from sphinx_filedocs.parse.facts import extract
from tests.full import mixed
from tests.work import growth

from .link_trees import leads


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
def test_c_types_that_variables_define_have_members(path: str) -> None:
    source = """\
static struct cfg { int port; } config, *other, many[3];
struct out { struct in { int x; } i, *j; struct { int y; } *k[3], l; union { int z; }; } o;
typedef struct { int a; } T, *P;
typedef struct { int b; } *Q;
struct { int u; } *p, q[3], r = {1}, **w;
static enum { ON, OFF } mode;
struct unlike { int port, x, y, z, a, b, u, d; };
int f(P x, T t, Q n) {
  struct here { int d; } v = {0}, *vp = &v;
  int fields = config.«port» + other->«port» + many[1].«port» + o.«i».«x» + o.j->«x»
    + o.k[1]->«y» + o.l.«y» + o.«z» + x->«a» + t.«a» + n->«b»;
  return p->«u» + q[1].«u» + r.«u» + (*w)->«u» + v.«d» + vp->«d» + «ON» + fields;
}
"""
    lines = {**dict.fromkeys("ixyz", 2), "port": 1, "a": 3, "b": 4, "u": 5, "d": 9}
    for lead in leads({path: source}):
        name = lead.split(" ")[0]
        how = f"{path}:6 scope" if name == "ON" else f"{path}:{lines[name]} member"
        assert lead == f"{name} -> {how}"


def test_c_names_in_the_texts_of_macros() -> None:
    tree = {
        "a.h": """\
struct conf { int port; };
extern struct conf server;
int low(int x);
int text;
int count;
int own;
#define LIMIT 10UL
#define HIGH(x, own) («low»(own) + «LIMIT» * «server».«port» + (x)->port) // text
#define LONG(x) do { \\
    int count = «low»(x); /* text */ \\
    count += «text»; log("text"); \\
  } while (count < «LIMIT»)
/*
#define NOTHING text
*/
#define PASTED(x) low##x(text ## x)
#define «ALONE»
""",
    }
    assert leads(tree) == [
        "low -> a.h:3 scope",
        "LIMIT -> a.h:7 scope",
        "server -> a.h:2 scope",
        "port -> a.h:1 member",
        "low -> a.h:3 scope",
        "text -> a.h:4 scope",
        "LIMIT -> a.h:7 scope",
        "ALONE -> a.h:17 scope",
    ]
    names = extract(tree["a.h"].replace("«", "").replace("»", ""), "c").names
    assert [line for line in names.lines if line > 7] == [8] * 6 + [9, 10, 11, 11, 12, 16, 17]


TEXTS: list[Callable[[int], str]] = [
    lambda size: "int x = " + "(" * size + "a" + ")" * size + ";",
    lambda size: "int f() { return " + "a->b." * size + "c; }",
    lambda size: "int f() { return a" + "(1)" * size + "; }",
    lambda size: "int " + ", ".join(f"v{at}" for at in range(size)) + ";",
    lambda size: "struct s { " * size + "int x;" + "};" * size,
    lambda size: "using a = b;\nusing b = a;\n" * size + "a x; int f() { return x.y; }",
    lambda size: "A" + "::A" * size + " x;",
    lambda size: "template <class T> " * size + "int f();",
]


@pytest.mark.parametrize(
    ("language", "text"),
    mixed(("c", "cpp"), TEXTS),
    ids=lambda of: of if isinstance(of, str) else of(1)[:12],
)
def test_work_grows_with_the_length(language: str, text: Callable[[int], str]) -> None:
    assert growth(lambda size: extract(text(size), language), 400) < 2.2
