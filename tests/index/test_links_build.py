from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from sphinx_filedocs.index.import_resolution import resolve
from sphinx_filedocs.model.files import File
from sphinx_filedocs.parse.facts import extract

from .link_trees import leads


def built(**flags: str) -> dict[str, str]:
    """Return a database in which some sources are compiled with some flags."""
    rows = [
        {"directory": "/b/src", "file": f"{name}.c", "command": f"cc {flag} -c {name}.c"}
        for name, flag in flags.items()
    ]
    return {"compile_commands.json": json.dumps(rows)}


ALLOCATOR = {
    "src/alloc.h": """\
#ifndef ALLOC_H
#define ALLOC_H
#ifdef USE_POOL
#define LIMIT 8
#define grow(x) (x + x)
typedef struct block { int pool; } block;
#else
#define LIMIT 4
static inline int grow(int x) { return 2 * x; }
typedef struct block { int heap; } block;
#endif
int get(block *it);
#endif
""",
    "src/alloc.c": """\
#include "alloc.h"
#if defined(USE_POOL) && !defined(SLOW)
int get(block *it) { return «LIMIT»; }
#else
int get(block *it) { return «grow»(1); }
#endif
""",
    "src/use.c": """\
#include "alloc.h"
#ifdef SLOW
static int twice(int x) { return x; }
#else
static int twice(int x) { return x + x; }
#endif
int use(«block» *it) { return «get»(it) + «twice»(«LIMIT») + «grow»(2); }
""",
}


def test_without_commands_nothing_is_known_of_branches() -> None:
    assert leads(ALLOCATOR) == [
        "LIMIT -> src/alloc.h:4 import",
        "grow -> src/alloc.h:5 | src/alloc.h:9 candidates",
        "block -> src/alloc.h:6 import",
        "get -> src/alloc.h:12 import",
        "twice -> src/use.c:5 scope",
        "LIMIT -> src/alloc.h:4 import",
        "grow -> src/alloc.h:5 | src/alloc.h:9 candidates",
    ]


def test_names_lead_to_what_the_unit_compiles() -> None:
    assert leads({**ALLOCATOR, **built(alloc="-DUSE_POOL", use="-DUSE_POOL -DSLOW")}) == [
        "LIMIT -> src/alloc.h:4 build",
        "grow -> src/alloc.h:5 build",
        "block -> src/alloc.h:6 build",
        "get -> src/alloc.c:3 build",
        "twice -> src/use.c:3 build",
        "LIMIT -> src/alloc.h:4 build",
        "grow -> src/alloc.h:5 build",
    ]
    assert leads({**ALLOCATOR, **built(alloc="-UUSE_POOL", use="-DUSE_POOL -USLOW")}) == [
        "LIMIT -> src/alloc.h:8 build",
        "grow -> src/alloc.h:9 build",
        "block -> src/alloc.h:6 build",
        "get -> src/alloc.c:5 build",
        "twice -> src/use.c:5 build",
        "LIMIT -> src/alloc.h:4 build",
        "grow -> src/alloc.h:5 build",
    ]


HEADER = {
    "src/a.h": "#ifdef A\nint f(int x);\n#define MAX 1\n#else\n#define MAX 2\n#endif\n",
    "src/b.h": '#include "a.h"\nstatic int g(void) { return «MAX»; }\n',
    "src/one.c": '#include "b.h"\n',
    "src/two.c": '#include "b.h"\n',
}


@pytest.mark.parametrize(
    ("one", "two", "line"),
    [
        ("-DA", "-DA=2", "3 build"),
        ("-UA", "-UA", "5 build"),
        # Each is read by one of them: as without any.
        ("-DA", "-UA", "3 import"),
        ("-DA", "-include other.h", "3 import"),
    ],
)
def test_headers_are_as_some_unit_reads_them(one: str, two: str, line: str) -> None:
    assert leads({**HEADER, **built(one=one, two=two)}) == [f"MAX -> src/a.h:{line}"]


SWITCHED = {
    "src/a.c": """\
#ifdef {name}
static int f(void) {{ return 1; }}
#else
static int f(void) {{ return 2; }}
#endif
int g(void) {{ return «f»(); }}
""",
    "src/b.c": "",
}


def switched(name: str, **more: str) -> list[str]:
    texts = {path: text.format(name=name) for path, text in SWITCHED.items()}
    return leads({**texts, **built(a=more.pop("a", ""), b=more.pop("b", "")), **more})


def test_what_commands_define_for_others_is_not_defined_where_they_do_not() -> None:
    first, second, unknown = (
        ["f -> src/a.c:2 build"],
        ["f -> src/a.c:4 build"],
        ["f -> src/a.c:4 scope"],
    )
    assert switched("WITH_TLS") == unknown
    assert switched("WITH_TLS", a="-DWITH_TLS") == first
    assert switched("WITH_TLS", b="-DWITH_TLS") == second
    assert switched("WITH_TLS", Makefile="FLAGS += -DWITH_TLS\n") == second
    assert switched("WITH_TLS", Makefile="# FLAGS += -DWITH_TLS\n") == unknown
    text = 'target_compile_definitions(a PRIVATE WITH_TLS=1 "X=${{WITH_X}}")\n'
    assert switched("WITH_TLS", **{"CMakeLists.txt": text}) == second
    assert switched("WITH_X", **{"CMakeLists.txt": text}) == unknown
    # Some compilers define these themselves, and a file from elsewhere may define any.
    assert switched("__linux__", b="-D__linux__") == unknown
    assert switched("linux", b="-Dlinux") == unknown
    assert switched("WITH_TLS", a="-include /usr/include/all.h", b="-DWITH_TLS") == unknown


def written(config: str, flags: str) -> str:
    texts = {
        "src/config.h": config,
        "src/a.c": '#include "config.h"\n#if FAST > 1\n#define N 1\n'
        "#else\n#define N 2\n#endif\nint n = «N»;\n",
    }
    (found,) = leads({**texts, **built(a=flags)})
    return found.removeprefix("N -> src/a.c:")


@pytest.mark.parametrize(
    ("config", "flags", "line"),
    [
        ("#define FAST 2\n", "", "3 build"),
        ("#define LEVEL 1\n#define FAST (LEVEL)\n", "", "5 build"),
        ("#ifdef ALL\n#define FAST 2\n#endif\n", "-DALL", "3 build"),
        ("#ifndef FAST\n#define FAST 1\n#endif\n", "-DFAST=3", "3 build"),
        # What depends on what is not known, on itself or on the place is not known.
        ("#ifdef _WIN32\n#define FAST 2\n#endif\n", "", "5 scope"),
        ("#ifndef FAST\n#define FAST 2\n#endif\n", "", "5 scope"),
        ("#define FAST 2\n#undef FAST\n", "", "5 scope"),
        ("#define FAST 2\n", "-DFAST=1", "5 scope"),
        ("#define FAST FAST\n", "", "5 scope"),
        ("#define FAST fast()\n", "", "5 scope"),
        ("", "", "5 scope"),
    ],
)
def test_what_sources_define_counts_where_it_is_sure(config: str, flags: str, line: str) -> None:
    assert written(config, flags) == line


def test_an_include_counts_where_its_condition_does_not_say_otherwise() -> None:
    texts = {
        "src/fast.h": "#define FAST 2\n",
        "src/config.h": '#ifdef ALL\n#include "fast.h"\n#endif\n',
        "src/a.c": '#include "config.h"\n#ifdef FAST\n#define N 1\n#else\n#define N 2\n#endif\n'
        "int n = «N»;\n",
    }
    makefile = {"Makefile": "X = -DFAST\n"}
    assert leads({**texts, **makefile, **built(a="-DALL")}) == ["N -> src/a.c:3 build"]
    assert leads({**texts, **makefile, **built(a="-UALL")}) == ["N -> src/a.c:5 build"]
    assert leads({**texts, **makefile, **built(a="")}) == ["N -> src/a.c:5 scope"]


def skipped(texts: Mapping[str, str], path: str) -> list[tuple[int, int]]:
    files = {
        name: File(name, "text", len(text), "", "c", facts=extract(text, "c").facts)
        if name.endswith((".c", ".h"))
        else File(name, "text", len(text), "")
        for name, text in texts.items()
    }
    return [*resolve(files, texts.get).builds.skipped(path)]


def test_lines_that_no_compiler_reads() -> None:
    text = "#ifdef A\nint a;\n#ifdef B\nint b;\n#endif\n#else\nint c;\n#endif\n#if 0\nx\n#endif\n"
    texts = {"src/a.c": text, "src/b.c": text}
    assert skipped(texts, "src/a.c") == []
    assert skipped({**texts, **built(a="-DA -UB")}, "src/a.c") == [(4, 4), (7, 7), (10, 10)]
    assert skipped({**texts, **built(a="-UA")}, "src/a.c") == [(2, 5), (10, 10)]
    assert skipped({**texts, **built(a="-UA")}, "src/b.c") == []


@pytest.mark.parametrize(
    "command",
    [
        "cc -DA -D B=1 -c a.c",
        "cc -UA -D A '-DB= 1' -c a.c",
        r"cc -D\A=1 -D'B'=1 -c a.c",
        'cc "-DA=\\"x\\"" -DB -c a.c',
    ],
)
def test_commands_are_divided_as_shells_do(command: str) -> None:
    text = "#ifndef A\nx\n#endif\n#if defined(B) && B == 1\n#else\nx\n#endif\n"
    rows = json.dumps([{"directory": "/b/src", "file": "a.c", "command": command}])
    found = skipped({"src/a.c": text, "compile_commands.json": rows}, "src/a.c")
    assert found == [(2, 2), (6, 6)]
