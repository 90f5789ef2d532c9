from __future__ import annotations

from collections.abc import Callable

import pytest

from sphinx_filedocs.parse.facts import extract
from tests.work import growth

from .link_trees import leads


def test_c_locals_hide_globals() -> None:
    assert leads(
        {
            "a.c": """\
int count;
int f(int count) { return «count»; }
int g(void) { int n = «count»; { int count = 2; n += «count»; } return n; }
int h(int (*callback)(int count)) { return «callback»(«count»); }
int p(int count);
int i(void) { return «count» + «f»(1); }
"""
        }
    ) == [
        "count -> local:2",
        "count -> a.c:1 scope",
        "count -> local:3",
        "callback -> local:4",
        "count -> a.c:1 scope",
        "count -> a.c:1 scope",
        "f -> a.c:2 scope",
    ]


def test_c_names_are_seen_through_includes() -> None:
    assert leads(
        {
            "deep.h": "#define LIMIT 3\ntypedef struct item item;\nstruct item { int size; };\n",
            "api.h": '#include "deep.h"\nint make(item *one);\nenum colour { RED, GREEN };\n',
            "impl.c": '#include "api.h"\nint make(item *one) { return one->«size» + «LIMIT»; }\n',
            "use.c": (
                '#include "api.h"\nint x(void) { struct item i; return «make»(&i) + «GREEN»; }\n'
            ),
            "other.c": "static int make(void) { return 0; }\nint y(void) { return «make»(); }\n",
            "alone.c": "int z(void) { return «RED» + «size»(); }\n",
        }
    ) == [
        "size -> deep.h:3 member",
        "LIMIT -> deep.h:1 import",
        "make -> impl.c:2 import",
        "GREEN -> api.h:3 import",
        "make -> other.c:1 scope",
        "RED -> outside RED",
        "size -> outside size",
    ]


def test_c_a_declaration_leads_to_the_only_body() -> None:
    assert leads(
        {
            "api.h": "int «one»(void);\nint «two»(void);\nint «none»(void);\n",
            "a.c": (
                '#include "api.h"\n'
                "int one(void) { return «none»(); }\n"
                "int two(void) { return 1; }\n"
            ),
            "b.c": "int two(void) { return 2; }\n",
        }
    ) == [
        "one -> a.c:2 scope",
        "two -> api.h:2 scope",
        "none -> api.h:3 scope",
        "none -> api.h:3 import",
    ]


def test_c_members_have_the_declared_type() -> None:
    assert leads(
        {
            "a.c": """\
struct in { int x; };
typedef struct { struct in *next; struct { int x; } part; int x; } Out;
typedef Out *Ref;
int f(Out *o, Ref r, void *v, struct in many[3]) {
  Out local = { .«part» = 0 };
  return o->«x» + o->next->«x» + o->part.«x» + r->«x» + (*o).«x» + ((struct in *)v)->«x»
    + many[1].«x» + local.«next»->«x» + v->«x»;
}
"""
        }
    ) == [
        "part -> a.c:2 member",
        "x -> a.c:2 member",
        "x -> a.c:1 member",
        "x -> a.c:2 member",
        "x -> a.c:2 member",
        "x -> a.c:2 member",
        "x -> a.c:1 member",
        "x -> a.c:1 member",
        "next -> a.c:2 member",
        "x -> a.c:1 member",
        "x -> a.c:2 | a.c:1 | a.c:2 candidates",
    ]


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


def test_c_declarations_lead_to_the_definition() -> None:
    header = (
        "extern int «count»;\nextern const char *const «words»[];\nextern int «many»;\n"
        "extern int «none»;\n"
    )
    tree = {
        "a.h": header,
        "a.c": """\
#include "a.h"
static struct pair { int x; } «first»;
int «twice»(int n);
int count;
int f(void) { return «first».«x» + «count» + «words»[0][0] + «twice»(1) + «many» + «none»; }
static struct pair «first» = {1};
extern int count;
int twice(int n) { return n; }
""",
        "b.c": '#include "a.h"\nconst char *const words[] = {"a"};\nint many = 1;\n',
        "c.c": "int many = 2;\n",
    }
    assert leads(tree) == [
        "count -> a.c:4 scope",
        "words -> b.c:2 scope",
        "many -> a.h:3 scope",
        "none -> a.h:4 scope",
        "first -> a.c:6 scope",
        "twice -> a.c:8 scope",
        "first -> a.c:6 scope",
        "x -> a.c:2 member",
        "count -> a.c:4 scope",
        "words -> b.c:2 import",
        "twice -> a.c:8 scope",
        "many -> a.h:3 import",
        "none -> a.h:4 import",
        "first -> a.c:6 scope",
    ]


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


def test_c_platforms_are_candidates() -> None:
    assert leads(
        {
            "unix.h": "typedef int handle;\n",
            "win.h": "typedef void *handle;\n",
            "api.h": (
                '#ifdef WIN\n#include "win.h"\n#else\n#include "unix.h"\n#endif\n«handle» get();\n'
            ),
        }
    ) == ["handle -> unix.h:1 | win.h:1 candidates"]


def test_c_macros_in_blanked_text_and_labels() -> None:
    assert leads(
        {
            "m.h": "#define API extern\n#define HAS 1\nint end;\n",
            "a.c": """\
#include "m.h"
class_like «API» int f(void);
#if «HAS»
int g(void) { goto «end»; end: return «end»; }
#endif
""",
        }
    ) == [
        "API -> m.h:1 import",
        "HAS -> m.h:2 import",
        "end -> local:4",
        "end -> m.h:3 import",
    ]


@pytest.mark.parametrize("path", ["a.c", "a.cpp"])
def test_c_labels(path: str) -> None:
    source = """\
int again;
int f(int x) {
again:
  if (x) { goto «done»; } else { goto «again»; }
  { done: return «again»; }
}
void g(void) { goto «done»; }
"""
    assert leads({path: source}) == [
        "done -> local:5",
        "again -> local:3",
        f"again -> {path}:1 scope",
        "done -> nothing",
    ]


def test_cpp_members_inside_and_outside_of_the_class() -> None:
    assert leads(
        {
            "a.hpp": """\
namespace n {
int helper(int x);
struct Base { int base; };
class Thing : public Base {
 public:
  Thing(int size) : «size»(size) { «helper»(«base»); }
  int run(int other);
  int size;
};
}
""",
            "a.cpp": """\
#include "a.hpp"
int size = 3;
namespace n {
int Thing::run(int other) { return «size» + «other» + this->«base» + «helper»(«run»(1)); }
}
int plain() { return «size»; }
""",
        }
    ) == [
        "size -> a.hpp:8 member",
        "helper -> a.hpp:2 scope",
        "base -> a.hpp:3 member",
        "size -> a.hpp:8 member",
        "other -> local:4",
        "base -> a.hpp:3 member",
        "helper -> a.hpp:2 member",
        "run -> a.cpp:4 member",
        "size -> a.cpp:2 scope",
    ]


def test_cpp_namespaces_are_shared_and_prefer_the_nearest() -> None:
    assert leads(
        {
            "one.hpp": "namespace a { namespace b { int f(); } int f(); int g(); }\n",
            "two.hpp": "int f();\nint g();\nnamespace other { struct S { int v; }; }\n",
            "use.cpp": """\
#include "one.hpp"
#include "two.hpp"
namespace a::b { int x = «f»() + «g»() + ::«g»() + a::«f»(); }
namespace short_name = a::b;
using other::S;
int y = «f»() + short_name::«f»();
int z(S s) { return s.«v»; }
""",
            "open.cpp": (
                '#include "two.hpp"\nusing namespace other;\nint w(«S» *s) { return s->«v»; }\n'
            ),
        }
    ) == [
        "f -> one.hpp:1 member",
        "g -> one.hpp:1 member",
        "g -> two.hpp:2 import",
        "f -> one.hpp:1 member",
        "f -> two.hpp:1 import",
        "f -> one.hpp:1 member",
        "v -> two.hpp:3 member",
        "S -> two.hpp:3 member",
        "v -> two.hpp:3 member",
    ]


def test_cpp_template_parameters_are_local() -> None:
    assert leads(
        {
            "a.cpp": """\
struct T { int wrong; };
template <typename T, int N> struct Box { «T» value[«N»]; void put(const «T»& one); };
template <typename T, int N> void Box<T, N>::put(const «T»& one) { «value»[0] = «one»; }
void f(«T» t) { Box<T, 3> b; b.«put»(t); auto c = Box<int, 1>(); c.«value»; }
"""
        }
    ) == [
        "T -> local:2",
        "N -> local:2",
        "T -> local:2",
        "T -> local:3",
        "value -> a.cpp:2 member",
        "one -> local:3",
        "T -> a.cpp:1 scope",
        "put -> a.cpp:3 member",
        "value -> a.cpp:2 member",
    ]


def test_cpp_overloads_of_as_many_parameters_are_candidates() -> None:
    assert leads(
        {
            "a.hpp": (
                "int f(int a);\n"
                "int f(char a);\n"
                "int g(int a);\n"
                "int h(int a);\n"
                "int h(int a, int b);\n"
            ),
            "a.cpp": '#include "a.hpp"\nint g(int a) { return a; }\n',
            "b.cpp": '#include "a.hpp"\nint x = «f»(y) + «g»(1) + «h»(1) + «f»(1);\n',
        }
    ) == [
        "f -> a.hpp:1 | a.hpp:2 candidates",
        "g -> a.cpp:2 import",
        "h -> a.hpp:4 import",
        "f -> a.hpp:1 import",
    ]


def test_cpp_a_class_declares_no_member_twice() -> None:
    assert leads(
        {
            "a.cpp": """\
struct S {
  const void *data() const { return 0; }
  template <typename T> const T *data() const;
};
void f(S s) { s.«data»(); }
"""
        }
    ) == ["data -> a.cpp:2 | a.cpp:3 candidates"]


def test_cpp_enumerations() -> None:
    assert leads(
        {
            "a.cpp": """\
namespace n {
enum Plain { A, B };
enum class Strict { A, C };
struct S { enum { D }; };
}
int x = n::«A» + n::Plain::«B» + n::Strict::«C» + n::S::«D» + «C»;
"""
        }
    ) == [
        "A -> a.cpp:2 member",
        "B -> a.cpp:2 member",
        "C -> a.cpp:3 member",
        "D -> a.cpp:4 member",
        "C -> outside C",
    ]


def test_cpp_a_namespace_that_a_macro_opens() -> None:
    assert leads(
        {
            "lib.h": """\
#define LIB_BEGIN namespace lib { inline namespace v1 {
LIB_BEGIN
namespace detail { template <typename T> int size_of(T t); }
int go();
}}
""",
            "a.cpp": (
                '#include "lib.h"\nint x = lib::«go»() + lib::detail::«size_of»(1) + std::«go»();\n'
            ),
        }
    ) == [
        "go -> lib.h:4 member",
        "size_of -> lib.h:3 member",
        "go -> outside std.go",
    ]


def test_cpp_statements_bind_names() -> None:
    assert leads(
        {
            "a.cpp": """\
int k, e, p, r;
void f(int many[2]) {
  for (auto& [k, v] : many) «k» + «v»;
  try { } catch (const int& e) { «e»; }
  auto made = [w = 3](int p) { return «p» + «w»; };
  if (int r = 1) «r»;
  «k»; «e»; «p»; «r»;
}
"""
        }
    ) == [
        *("k -> local:3", "v -> local:3", "e -> local:4", "p -> local:5", "w -> local:5"),
        *("r -> local:6", "k -> a.cpp:1 scope", "e -> a.cpp:1 scope", "p -> a.cpp:1 scope"),
        "r -> a.cpp:1 scope",
    ]


def test_cuda_kernels() -> None:
    assert leads(
        {
            "k.cuh": "struct Args { float *in; };\n__device__ float twice(float x);\n",
            "k.cu": """\
#include "k.cuh"
__global__ void kernel(Args args) { args.«in»[0] = «twice»(1); }
void run(Args a) { «kernel»<<<1, 2>>>(«a»); }
""",
        }
    ) == [
        "in -> k.cuh:1 member",
        "twice -> k.cuh:2 import",
        "kernel -> k.cu:2 scope",
        "a -> local:3",
    ]


@pytest.mark.parametrize(
    "text",
    [
        lambda size: "int x = " + "(" * size + "a" + ")" * size + ";",
        lambda size: "int f() { return " + "a->b." * size + "c; }",
        lambda size: "int f() { return a" + "(1)" * size + "; }",
        lambda size: "int " + ", ".join(f"v{at}" for at in range(size)) + ";",
        lambda size: "struct s { " * size + "int x;" + "};" * size,
        lambda size: "using a = b;\nusing b = a;\n" * size + "a x; int f() { return x.y; }",
        lambda size: "A" + "::A" * size + " x;",
        lambda size: "template <class T> " * size + "int f();",
    ],
    ids=lambda text: text(1)[:12],
)
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_work_grows_with_the_length(text: Callable[[int], str], language: str) -> None:
    assert growth(lambda size: extract(text(size), language), 400) < 2.2


@pytest.mark.hostile
@pytest.mark.parametrize("language", ["c", "cpp"])
def test_a_name_is_looked_up_in_a_bounded_number_of_scopes(language: str) -> None:
    extract("namespace a { " * 3_000 + "int x;" + "}" * 3_000, language)


def test_cycles_of_meanings_end() -> None:
    assert leads(
        {
            "a.hpp": '#include "b.hpp"\nusing namespace x;\nnamespace x { using namespace y; }\n'
            "using a = «b»;\nusing b = a;\nstruct S : S { int f() { return «g»; } };\n",
            "b.hpp": '#include "a.hpp"\nnamespace y { using namespace x; using x::«q»; }\n',
        }
    ) == ["b -> a.hpp:5 scope", "g -> outside g", "q -> nothing"]


def test_a_variable_is_known_in_its_own_value() -> None:
    found = leads(
        {
            "a.c": "static int size;\nint f(int *n) {\n  int size = sizeof(«size»);\n"
            "  { int *n = malloc(sizeof(*«n»)); }\n  return «size» + *«n»;\n}\n",
            "b.cpp": "struct A { int xs[2]; };\nint f(A a) {\n"
            "  for (int a : «a».xs) g(«a»);\n  auto h = [&] { return «h»(); };\n}\n",
        }
    )
    assert found == [
        "size -> local:3",
        "n -> local:4",
        "size -> local:3",
        "n -> local:2",
        "a -> local:2",
        "a -> local:3",
        "h -> local:4",
    ]


def test_classes_of_arguments_tell_which_function_is_called() -> None:
    found = leads(
        {
            "a.hh": "struct Slice { };\nstruct Key { Slice encode() const; };\n"
            "struct Order {\n  int compare(const Slice& a, const Slice& b) const;\n"
            "  int compare(const Key& a, const Key& b) const;\n"
            "  int compare(char a, const Slice& b) const;\n};\n",
            "a.cc": '#include "a.hh"\n'
            "int f(Order* order, Key* a, const Key& b, const char* c, const Slice& d) {\n"
            "  order->«compare»(*a, b);\n  order->«compare»(a->encode(), b.encode());\n"
            "  order->«compare»(c, d);\n}\n",
        }
    )
    assert found == [
        "compare -> a.hh:5 member",
        "compare -> a.hh:4 member",
        "compare -> a.hh:4 | a.hh:5 | a.hh:6 candidates",
    ]


def test_numbers_of_arguments_tell_which_function_is_called() -> None:
    found = leads(
        {
            "a.hh": "int f(void);\nint f(int a);\nint f(int a, int b, int c = 1);\n"
            "int put(const char* format, ...);\nint put(int a);\n",
            "a.cc": '#include "a.hh"\n'
            "int g() { return «f»() + «f»(1) + «f»(1, 2) + «f»(1, 2, 3)"
            "  + «put»(1, 2) + «put»(x) + «put»(1); }\n",
        }
    )
    assert found == [
        *("f -> a.hh:1 import", "f -> a.hh:2 import", "f -> a.hh:3 import", "f -> a.hh:3 import"),
        *("put -> a.hh:4 import", "put -> a.hh:4 | a.hh:5 candidates", "put -> a.hh:5 import"),
    ]


def test_names_that_macros_make_of_their_arguments() -> None:
    found = leads(
        {
            "api.h": "#define REGISTER(name) \\\n"
            '    put("Module_" #name, (void *)RM_ ## name)\n'
            "#define CALL(prefix, name, x) prefix##_##name(x)\n"
            "#define PLAIN(name) put(#name, 0)\n"
            "int RM_Free(int n);\nint put(const char *n, void *f);\n",
            "a.c": '#include "api.h"\n'
            "int RM_Alloc(int n) { return n; }\nstatic int do_it(int x) { return x; }\n"
            "void load(int Local) {\n"
            "  REGISTER(«Alloc»); REGISTER(«Free»); REGISTER(«None»); PLAIN(«Alloc»);\n"
            "  CALL(«do», «it», «Local»); CALL(«do», 1, 2); REGISTER(«Local»);\n"
            "}\n",
        }
    )
    assert found == [
        *("Alloc -> a.c:2 scope", "Free -> api.h:5 import", "None -> outside None"),
        *("Alloc -> outside Alloc", "do -> a.c:3 scope", "it -> a.c:3 scope", "Local -> local:4"),
        *("do -> outside do", "Local -> local:4"),
    ]


def test_overloads_in_a_namespace_that_a_macro_opens() -> None:
    found = leads(
        {
            "lib.hh": "#define LIB_BEGIN namespace lib { inline namespace v1 {\n"
            "#define LIB_END }}\n"
            "LIB_BEGIN\n"
            "class Buf { public: int n; };\nclass Arg { public: int m; };\n"
            "inline int put(Buf b) { return 1; }\ninline int put(Arg a) { return 2; }\n"
            "inline int put(Buf b, int n) { return 3; }\n"
            "LIB_END\n",
            "a.cc": '#include "lib.hh"\n'
            "int main() {\n  lib::Buf b; lib::Arg a;\n"
            "  lib::«put»(b); lib::«put»(a); lib::«put»(b, 1);\n}\n"
            "LIB_BEGIN\n"
            "int f(Buf b, Arg a) { return «put»(b) + «put»(a); }\n"
            "LIB_END\n",
        }
    )
    assert found == [
        *("put -> lib.hh:6 member", "put -> lib.hh:7 member", "put -> lib.hh:8 member"),
        *("put -> lib.hh:6 import", "put -> lib.hh:7 import"),
    ]


def test_what_a_template_is_made_for_by_name_is_used() -> None:
    files = {
        "box.hpp": "namespace lib { struct Part {}; template <class T> struct Box {}; }\n",
        "box.cpp": """#include "box.hpp"
template class lib::«Box»<::lib::«Part»>;
namespace lib { extern template struct «Box»<«Part»>; }
""",
    }
    assert leads(files) == [
        "Box -> box.hpp:1 member",
        "Part -> box.hpp:1 member",
        "Box -> box.hpp:1 member",
        "Part -> box.hpp:1 member",
    ]
