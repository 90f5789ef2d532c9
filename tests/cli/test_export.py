"""``sphinx-filedocs export``: what is known of a tree, in each form, as others read it."""

from __future__ import annotations

import json
import os
import re
from typing import get_args
from urllib.parse import unquote_to_bytes

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_filedocs import api
from sphinx_filedocs.api import Options, Tree
from sphinx_filedocs.cli.commands import command
from sphinx_filedocs.plugins.exports import export
from sphinx_filedocs.plugins.scip import messages
from tests.full import examples

from .conftest import closed, read_schema, write

jsonschema = pytest.importorskip("jsonschema")
networkx = pytest.importorskip("networkx")


def test_json_follows_its_schema_and_says_what_the_interface_says(shop, tmp_path, call) -> None:
    cycle = "def euro(cents):\n    import shop.cart\n\n    return eval(str(cents))\n"
    write(shop, {"shop/money.py": cycle})
    out = tmp_path / "tree.json"
    assert call("export", shop, "--format", "json", "-o", out).exit_code == 0
    said = json.loads(out.read_text())
    schema = read_schema("exports/tree-1")
    jsonschema.validate(said, closed(schema))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert (said["title"], said["version"]) == ("corner-shop", 1)
    by_path = {file["path"]: file for file in said["files"]}
    with Tree.open(shop) as tree:
        assert list(by_path) == [file.path for file in tree.files()]
        assert (said["names"], said["linked"]) == tree.counted
    assert [one["rule"] for one in said["findings"]] == ["python-eval"]
    assert "python-eval" in {rule["id"] for rule in said["rules"]}
    assert by_path["shop/money.py"]["imports"] == [
        {"target": "shop/cart.py", "line": 2, "when": "call"}
    ]
    (euro,) = by_path["shop/money.py"]["symbols"]
    assert euro["references"] == [
        {"path": "shop/cart.py", "line": 3, "how": "import", "kind": "import"},
        {"path": "shop/cart.py", "line": 8, "how": "import", "kind": "call"},
    ]


def test_the_schema_has_all_words_of_the_interface() -> None:
    lists = [tuple(found) for found in _enums(read_schema("exports/tree-1"))]
    for words in (api.How, api.ImportTime, api.Severity, api.FileKind, api.UseKind):
        assert get_args(words) in lists


def _enums(value: object):
    if isinstance(value, dict):
        if "enum" in value:
            yield value["enum"]
        for one in value.values():
            yield from _enums(one)


def test_another_program_reads_the_graph(shop, tmp_path, call) -> None:
    write(shop, {'odd "&<\x01.py': "import shop.money\nfrom shop.money import euro\n"})
    out = tmp_path / "graph.graphml"
    assert call("export", shop, "--format", "graphml", "-o", out).exit_code == 0
    graph = networkx.read_graphml(out)
    path = networkx.get_node_attributes(graph, "path")
    assert {(path[one], path[other]) for one, other in graph.edges} == {
        ("shop/__init__.py", "shop/cart.py"),
        ("shop/cart.py", "shop/money.py"),
        ('odd "&<␁.py', "shop/money.py"),
    }
    assert {data["when"] for *_, data in graph.edges(data=True)} == {"load"}
    cart = next(one for one in path if path[one] == "shop/cart.py")
    assert graph.nodes[cart] == {
        "path": "shop/cart.py",
        "language": "Python",
        "lines": 8,
        "own": True,
    }


def test_graphviz_gets_quoted_names(shop, call) -> None:
    write(shop, {'a"b\\.py': "def f():\n    import shop.money\n"})
    said = call("export", shop, "--format", "dot").stdout
    assert said.startswith('digraph "corner-shop" {\n')
    assert '  "a\\"b\\\\.py" -> "shop/money.py" [style=dashed];\n' in said
    assert '  "shop/cart.py" -> "shop/money.py" [style=solid];\n' in said
    # Nothing but names in quotes, arrows and attributes.
    pattern = r'  "(?:[^"\\\n]|\\.)*"(?: -> "(?:[^"\\\n]|\\.)*" \[style=\w+\])?;'
    body = said.splitlines()[3:-1]
    assert [line for line in body if not re.fullmatch(pattern, line)] == []


def test_scip_and_sarif_are_those_of_the_interface(shop, tmp_path, call) -> None:
    pytest.importorskip("google.protobuf")
    for form in ("scip", "sarif"):
        out = tmp_path / f"tree.{form}"
        assert call("export", shop, "--format", form, "-o", out).exit_code == 0
        assert call("export", shop, "--format", form).stdout_bytes == out.read_bytes()
    own = tmp_path / "own"
    with Tree.open(shop, Options(title="corner-shop")) as tree, own.open("wb") as file:
        tree.write(file, "scip")
    assert own.read_bytes() == (tmp_path / "tree.scip").read_bytes()


def test_a_language_model_gets_a_file_for_each_folder(shop, tmp_path, call) -> None:
    write(shop, {"a b/c.py": "def tick(x='```'):\n    '''First. Second.'''\n"})
    out = tmp_path / "llms"
    for _ in range(2):
        assert call("export", shop, "--format", "llms", "-o", out).exit_code == 0
    index = (out / "llms.txt").read_text()
    assert index.startswith("# corner-shop\n\n> Sells things: see")
    links = re.findall(r"\]\((.*?)\)", index)
    assert links == ["folders/index.md", "folders/a%20b/index.md", "folders/shop/index.md"]
    folder = (out / "folders/shop/index.md").read_text()
    assert "## shop/cart.py\n\nWhat a customer is about to buy.\n" in folder
    assert "- imports `shop/money.py`\n" in folder
    assert "- `def total(self)` (method of `Cart`, line 7)\n" in folder
    assert "- `def euro(cents)` (function, line 1, used on 1 line)\n" in folder
    odd = (out / "folders/a b/index.md").read_text()
    assert "- ```` def tick(x='```') ```` (function, line 1): First.\n" in odd


def test_a_wrong_place_is_an_error(shop, tmp_path, call) -> None:
    for arguments, said in (
        (["llms"], "--format llms writes several files; name their folder with --output"),
        (["llms", "-o", shop / "README.md"], "README.md is not a folder"),
        (["json", "-o", shop], f"{shop} is a folder"),
        (
            ["json", "-o", tmp_path / "no" / "tree.json"],
            f"--output: the folder {tmp_path / 'no'} does not exist",
        ),
        (["yaml"], "'yaml' is not one of"),
    ):
        result = call("export", shop, "--format", *arguments)
        assert result.exit_code == 2
        assert said in result.stderr
    assert not any(path.name.startswith(".") for path in tmp_path.iterdir())


def test_a_folder_with_another_index_is_left_alone(shop, tmp_path, call) -> None:
    for name in ("llms.txt", "folders/index.md"):
        out = write(tmp_path / name.replace("/", "-"), {name: "mine\n"})
        result = call("export", shop, "--format", "llms", "-o", out)
        assert result.exit_code == 2
        assert "choose another one" in result.stderr
        assert [path.read_text() for path in out.rglob("*") if path.is_file()] == ["mine\n"]


def test_a_link_stays_and_what_it_leads_to_is_written(shop, tmp_path, call) -> None:
    (tmp_path / "link").symlink_to("real.json")
    assert call("export", shop, "--format", "json", "-o", tmp_path / "link").exit_code == 0
    assert (tmp_path / "link").is_symlink()
    assert json.loads((tmp_path / "real.json").read_text())["title"] == "corner-shop"


def test_what_is_there_stays_where_writing_fails(shop, tmp_path, call, monkeypatch) -> None:
    out = tmp_path / "tree.json"
    out.write_text("before")

    def fail(file, tree):
        file.write(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(export, "write_json", fail)
    result = call("export", shop, "--format", "json", "-o", out)
    assert result.exit_code == 2
    assert "can't be written: No space left on device" in result.stderr
    assert out.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


_PARTS = st.binary(min_size=1, max_size=6).filter(
    lambda name: not {0, ord("/")}.intersection(name) and name not in (b".", b"..")
)


@settings(max_examples=examples(5))
@given(st.sets(_PARTS, min_size=1, max_size=4), _PARTS)
def test_names_of_any_bytes_are_in_every_format(tmp_path_factory, names, folder) -> None:
    pytest.importorskip("google.protobuf")
    tmp = tmp_path_factory.mktemp("names")
    root = tmp / os.fsdecode(b"tree-" + folder)
    below = root / os.fsdecode(b"f" + folder)
    try:
        below.mkdir(parents=True)
        for name in [*names, b"caf\xe9", b"caf\xe8"]:
            text = "def defined(it):\n    return eval(it)\n"
            (below / os.fsdecode(name + b".py")).write_text(text)
    except OSError:
        pytest.skip("this file system takes UTF-8 names alone")
    count = len({*names, b"caf\xe9", b"caf\xe8"})
    for command_words in (
        *(["export", "--format", form] for form in ("json", "sarif", "scip", "graphml", "dot")),
        *(["check", "--format", form] for form in ("text", "json", "sarif", "github")),
    ):
        name, *words = command_words
        result = CliRunner().invoke(command, [name, str(root), *words, "--cache", f"{tmp}/cache"])
        assert result.exit_code in (0, 1), result.output
        assert result.exception is None or isinstance(result.exception, SystemExit)
        if words[-1] != "scip":
            assert result.stdout_bytes.decode("utf-8")
        if command_words == ["export", "--format", "json"]:
            paths = {file["path"] for file in json.loads(result.stdout)["files"]}
            assert len({path.encode() for path in paths}) == count
            assert any(path.endswith("/caf\\xe9.py") for path in paths)
        elif words[-1] == "sarif":
            run = json.loads(result.stdout)["runs"][0]
            places = [one["locations"][0]["physicalLocation"] for one in run["results"]]
            found = {unquote_to_bytes(place["artifactLocation"]["uri"]) for place in places}
            assert {os.fsencode(root / os.fsdecode(path)) for path in found} == {
                os.fsencode(path) for path in below.iterdir()
            }
        elif words[-1] == "scip":
            index = messages.message("Index")
            index.ParseFromString(result.stdout_bytes)
            assert len({document.relative_path for document in index.documents}) == count
            symbols = {one.symbol for document in index.documents for one in document.symbols}
            assert len(symbols) == count
    out = tmp / "llms"
    words = ["export", str(root), "--format", "llms", "-o", str(out), "--cache", f"{tmp}/cache"]
    result = CliRunner().invoke(command, words)
    assert result.exit_code == 0, result.output
    links = re.findall(rb"^- \[.*\]\((.*?)\)", (out / "llms.txt").read_bytes(), re.MULTILINE)
    assert len(links) == 2
    assert all((out / os.fsdecode(unquote_to_bytes(link))).exists() for link in links)
