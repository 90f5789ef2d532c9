from __future__ import annotations

from .trees import leads, symbol, take

MAIN = "src/main/java/org/demo"
FILES = f"{MAIN}/App.java {MAIN}/util/Strings.java {MAIN}/util/Lists.java"
SYMBOLS = {
    f"{MAIN}/App.java": [symbol("org.demo", "namespace"), symbol("App")],
    f"{MAIN}/util/Strings.java": [symbol("org.demo.util", "module"), symbol("Strings")],
    f"{MAIN}/util/Lists.java": [
        symbol("org.demo.util", "module"),
        symbol("Lists", "class", 2, 9, symbol("Node", "class", 3, 4)),
        symbol("Extra"),
    ],
}
TEST = "src/test/java/org/demo/AppTest.java"


def test_classes_packages_and_members() -> None:
    assert leads(
        FILES,
        TEST,
        take("org.demo.App", "App"),
        take("org.demo.util", "*"),
        take("org.demo.util.Lists.Node", "Node"),
        take("org.demo.util.Lists", "*"),
        take("org.demo.util.Strings.join", "join"),
        take("org.demo.util.Extra", "Extra"),
        take("org.demo.Missing", "Missing"),
        take("java.util.List", "List"),
        take("java.util", "*"),
        "",
        symbols=SYMBOLS,
    ) == [
        f"{MAIN}/App.java",
        f"{MAIN}/util/Lists.java {MAIN}/util/Strings.java",
        f"{MAIN}/util/Lists.java",
        f"{MAIN}/util/Lists.java",
        f"{MAIN}/util/Strings.java",
        f"{MAIN}/util/Lists.java",
        "",
        "",
        "",
        "",
    ]


def test_declared_package_decides_not_the_folder() -> None:
    symbols = {"odd/place/App.java": [symbol("org.demo", "namespace"), symbol("App")]}
    assert leads("odd/place/App.java", TEST, "org.demo.App", "odd.place.App", symbols=symbols) == [
        "odd/place/App.java",
        "",
    ]


def test_path_decides_where_no_package_is_declared() -> None:
    assert leads(FILES, TEST, "org.demo.App", "org.demo.util.Lists.Node", "util.Lists") == [
        f"{MAIN}/App.java",
        f"{MAIN}/util/Lists.java",
        f"{MAIN}/util/Lists.java",
    ]
    assert leads("a/org/X.java b/org/X.java", TEST, "org.X") == [""]
    assert leads("List.java x/util/List.java", TEST, "java.util.List") == [""]


def test_variants_of_one_class() -> None:
    package = [symbol("os", "namespace"), symbol("Fs")]
    symbols = {"unix/os/Fs.java": package, "windows/os/Fs.java": package}
    files = " ".join(symbols)
    assert leads(files, "share/A.java", "os.Fs", symbols=symbols) == [files]
    assert leads(files, "unix/A.java", "os.Fs", symbols=symbols) == ["unix/os/Fs.java"]
    many = {f"v{at}/os/Fs.java": package for at in range(5)}
    assert leads(" ".join(many), "share/A.java", "os.Fs", symbols=many) == [""]


def test_importing_file_is_left_out_of_its_own_package() -> None:
    others, path = f"{MAIN}/util/Lists.java", f"{MAIN}/util/Strings.java"
    found = leads(others, path, take("org.demo.util", "*"), symbols=SYMBOLS)
    assert found == [f"{MAIN}/util/Lists.java"]


def test_other_languages_of_qualified_names() -> None:
    php = {"lib/Text.php": [symbol("Demo\\Util", "namespace"), symbol("Text")]}
    targets = (take("Demo\\Util\\Text", "Text"), take("Demo\\Util", "Text", "Missing"))
    assert leads("lib/Text.php", "index.php", *targets, symbols=php) == ["lib/Text.php"] * 2
    sharp = {
        "Core/A.cs": [symbol("Demo.Core", "namespace", 1, 9, symbol("A"))],
        "Core/B.cs": [symbol("Demo.Core", "namespace", 1, 9, symbol("B"))],
    }
    found = leads(" ".join(sharp), "Main.cs", "Demo.Core", "Demo.Core.B", "System", symbols=sharp)
    assert found == ["Core/A.cs Core/B.cs", "Core/B.cs", ""]


def test_modules_of_lua() -> None:
    there = "lua/demo/util.lua lua/more/init.lua beside.lua lua/far.lua"
    targets = ("demo.util", "util", "beside", "far", "more", "lua.more")
    assert leads(there, "main.lua", *targets) == [
        *("lua/demo/util.lua", "", "beside.lua", "lua/far.lua"),
        *("lua/more/init.lua", "lua/more/init.lua"),
    ]
