from __future__ import annotations

import pytest

from .trees import leads

MODULE = {"go.mod": "// comment\nmodule github.com/spf13/cobra // why\n\ngo 1.15\n"}
FILES = "cobra.go command.go command_test.go doc/man.go doc/util.go doc/man_test.go README.md"


def test_packages_of_a_module() -> None:
    assert leads(
        FILES,
        "tools/gen.go",
        "github.com/spf13/cobra",
        "github.com/spf13/cobra/doc",
        "github.com/spf13/cobra/none",
        "github.com/spf13/cobra2",
        "fmt",
        "C",
        "",
        texts=MODULE,
    ) == ["cobra.go command.go", "doc/man.go doc/util.go", "", "", "", "", ""]


def test_a_test_imports_its_package_but_not_itself() -> None:
    assert leads(FILES, "doc/x.go", "github.com/spf13/cobra/doc", texts=MODULE) == [
        "doc/man.go doc/util.go"
    ]


def test_modules_in_modules() -> None:
    texts = {
        **MODULE,
        "doc/go.mod": 'module "example.org/doc"',
        "x/go.mod": "module github.com/spf13",
    }
    found = leads(FILES, "a.go", "example.org/doc", "github.com/spf13/cobra/doc", texts=texts)
    assert found == ["doc/man.go doc/util.go", "doc/man.go doc/util.go"]
    texts = {"a/go.mod": "module m", "b/go.mod": "module m"}
    assert leads("a/p/x.go b/p/x.go", "b/main.go", "m/p", texts=texts) == ["b/p/x.go"]
    assert leads("a/p/x.go b/p/x.go", "c/main.go", "m/p", texts=texts) == [""]


@pytest.mark.parametrize(
    ("folder", "root"),
    [
        ("usr/share/gocode/src/github.com/spf13/cobra", ""),
        ("vendor/github.com/spf13/cobra", ""),
        ("", "/go/src/github.com/spf13/cobra"),
        ("cobra", "/go/src/github.com/spf13"),
    ],
)
def test_paths_without_a_module(folder: str, root: str) -> None:
    start = f"{folder}/" if folder else ""
    files = f"{start}cobra.go {start}doc/man.go {start}errors/x.go"
    targets = ("github.com/spf13/cobra", "github.com/spf13/cobra/doc", "errors", "net/http")
    assert leads(files, "main_test.go", *targets, root=root) == [
        f"{start}cobra.go",
        f"{start}doc/man.go",
        "",
        "",
    ]


def test_standard_library_is_itself_a_module() -> None:
    assert leads(
        "src/fmt/print.go", "src/log/log.go", "fmt", texts={"src/go.mod": "module std"}
    ) == ["src/fmt/print.go"]


def test_relative_package() -> None:
    assert leads("a/b/x.go", "a/main.go", "./b", "../a/b", "../../c", "./") == [
        "a/b/x.go",
        "a/b/x.go",
        "",
        "",
    ]
