"""What the finder looks through: every file and symbol once, where its page has it."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.model.symbols import SymbolKind
from sphinx_filedocs.pages import reader_data
from sphinx_filedocs.pages.reader_data import finder_scripts, part_keys
from tests.tables import Table

from .sites import Made

TABLE = Table(__file__)

SOURCES = {
    "a.py": "class Bell:\n    def ring(self):\n        pass\n\n\ndef ring():\n    pass\n",
    "vendor/zlib/inflate.c": "int inflate(void) { return 0; }\n",
    "vendor/zlib/LICENSE": "Copyright\n",
    "tests/test_a.py": "from a import ring\n\n\ndef test_ring():\n    ring()\n",
    "index.html": "<h1 id='top'>x</h1>\n",
    "README.md": "# A bell\n\n## How to ring\n",
}


def data_of(script: str) -> dict:
    """Return what a script hands over."""
    found = re.fullmatch(r'filedocsFinder\.\w+\("source",(.*)\);\n', script)
    assert found
    return json.loads(found[1])


def symbols_of(data: dict, columns: dict) -> set[tuple[str, str, int]]:
    """Return path, name and number of the symbols in some columns."""
    numbers = dict(zip(accumulate(columns["same"]), columns["numbers"], strict=True))
    file, rows = 0, set()
    for at, (name, step) in enumerate(zip(columns["names"], columns["files"], strict=True)):
        file += step
        rows.add((data["files"][file], name, numbers.get(at, 1)))
    return rows


@pytest.fixture
def made(tmp_path) -> Made:
    return Made(SOURCES, tmp_path)


def test_every_file_and_symbol_is_there_once(made):
    data = data_of(finder_scripts(made.site, ".html")[""])

    assert sorted(data["files"]) == sorted(SOURCES)
    assert {
        ("a.py", "Bell", 1),
        ("a.py", "Bell.ring", 1),
        ("a.py", "ring", 1),
        ("README.md", "A bell.How to ring", 1),
    } <= symbols_of(data, data["symbols"])
    columns = data["symbols"]
    sizes = {len(columns[name]) for name in ("names", "kinds", "files")}
    assert sizes == {len(symbols_of(data, columns))}


def test_fields_that_are_used_are_found_where_the_outline_leaves_them_out(tmp_path):
    sources = {
        "a.h": "struct server {\n    int port;\n    int idle;\n};\n",
        "b.c": '#include "a.h"\n\n'
        "int port_of(struct server *s) {\n    int local = s->port;\n    return local;\n}\n",
    }
    data = data_of(finder_scripts(Made(sources, tmp_path).site, ".html")[""])
    found = {name for path, name, _ in symbols_of(data, data["symbols"]) if path == "a.h"}
    assert found == {"server", "server.port"}
    assert "local" not in data["symbols"]["names"]


def test_of_the_same_names_that_of_the_file_that_more_import_is_first(tmp_path):
    sources = {
        "a.py": "class Client: ...\n",
        "z.py": "class Client: ...\n",
        "use.py": "from z import Client\n",
    }
    data = data_of(finder_scripts(Made(sources, tmp_path).site, ".html")[""])
    assert data["files"] == ["z.py", "a.py", "use.py"]
    assert data["symbols"]["names"] == ["Client", "Client"]


def test_declarations_are_marked(tmp_path):
    sources = {
        "a.h": "int opened(void);\nint unused(void);\nextern int level;\n",
        "b.c": "int opened(void);\nint use(void) { return opened() + level; }\n",
        "c.c": "int level = 1;\nint opened(void) { return 1; }\nint unused(void) { return 1; }\n",
    }
    data = data_of(finder_scripts(Made(sources, tmp_path).site, ".html")[""])
    rows = zip(data["symbols"]["names"], data["symbols"]["kinds"], strict=True)
    assert list(rows) == [
        *[("opened", "F"), ("unused", "F"), ("level", "V")],
        *[("opened", "F"), ("use", "f")],
        *[("level", "v"), ("opened", "f"), ("unused", "f")],
    ]


def test_definitions_of_one_name_in_a_file_have_their_lines(tmp_path):
    text = "class A {\n  void add(int a) {}\n  void cut() {}\n\n  void add(long a) {}\n}\n"
    data = data_of(finder_scripts(Made({"A.java": text}, tmp_path).site, ".html")[""])
    columns = data["symbols"]
    assert columns["names"] == ["A", "A.add", "A.cut", "A.add"]
    overloads = {"same": [1, 2], "numbers": [1, 2], "lines": [2, 3]}
    assert {key: columns[key] for key in overloads} == overloads


def test_each_kind_of_symbols_has_a_letter_and_words_of_its_own(made):
    kinds = data_of(finder_scripts(made.site, ".html")[""])["kinds"]

    # Groups of documentation comments are no symbols.
    assert len(kinds) == len(get_args(SymbolKind)) + 1
    assert all(re.fullmatch("[a-z]", letter) for letter in kinds)
    assert kinds["s"] == ["t", "struct", "type"]
    assert {shown for shown, *_ in kinds.values()} == set("tfvnmgh")


def test_what_is_a_test_or_somebody_elses_is_told_apart(made):
    data = data_of(finder_scripts(made.site, ".html")[""])
    groups = dict(zip(data["files"], data["groups"], strict=True))

    assert groups["a.py"] == "o"
    assert groups["tests/test_a.py"] == "t"
    assert groups["vendor/zlib/inflate.c"] == "v"


def test_a_page_that_is_not_called_like_its_file_is_named(made):
    data = data_of(finder_scripts(made.site, ".html")[""])
    plan = made.site.plan

    for at, path in enumerate(data["files"]):
        assert data["pages"].get(str(at), f"source/{path}") == plan.files[path]


def test_very_many_symbols_are_in_parts_by_the_letters_of_their_words(made, monkeypatch):
    monkeypatch.setattr(reader_data, "LARGE", 3)
    scripts = finder_scripts(made.site, ".html")
    data = data_of(scripts[""])
    parts = {key: data_of(text) for key, text in scripts.items() if key}

    assert data["symbols"]["names"] == []
    assert data["parts"] == sorted(parts)
    assert ("a.py", "Bell.ring", 1) in symbols_of(data, parts["ri"]["symbols"])
    assert ("README.md", "A bell.How to ring", 1) in symbols_of(data, parts["to"]["symbols"])
    assert ("a.py", "Bell.ring", 1) not in symbols_of(data, parts["be"]["symbols"])


def test_a_name_is_found_by_the_beginning_of_each_word() -> None:
    TABLE.check("parts", lambda name: " ".join(sorted(part_keys(name))))


@given(st.text(min_size=1, max_size=40))
def test_the_letters_of_any_name_make_the_name_of_a_file(name):
    keys = part_keys(name)

    assert keys
    assert all(re.fullmatch("[a-z0-9_]{1,4}", key) for key in keys)
