"""What stands out in a tree is its own code, by what is known of uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from sphinx_filedocs.analysis import analyse
from tests.samples import trees

from .sites import Made

SOURCES = trees(Path(__file__).with_name("own_code_trees.txt"))["SOURCES"]


@pytest.fixture
def rankings(tmp_path):
    """Return what stands out in the tree."""
    return Made(SOURCES, tmp_path).site.layout.rankings


def test_neither_tests_nor_vendored_code_are_counted_or_named(rankings):
    assert rankings.key_files[""] == (("list.c", 3),)
    assert [(one.qualified, count) for one, count in rankings.key_symbols] == [("list_add", 3)]
    assert [entry.path for entry in rankings.entry_points[""]] == ["main.c"]


def test_what_is_most_used_is_not_said_of_a_tree_whose_uses_are_mostly_unknown(tmp_path):
    pytest.importorskip("tree_sitter_julia")
    more = "".join(f"more_{number}(x) = x\n" for number in range(40))
    rankings = Made(SOURCES | {"src/Shop.jl": more}, tmp_path).site.layout.rankings
    assert rankings.key_symbols == ()
    styles = "".join(f".more-{number} {{ color: red }}\n" for number in range(40))
    rankings = Made(SOURCES | {"more.css": styles}, tmp_path / "css").site.layout.rankings
    assert [one.qualified for one, _ in rankings.key_symbols] == ["list_add"]


def test_a_file_that_few_others_use_is_no_key_file(tmp_path):
    few = {path: text for path, text in SOURCES.items() if path != "most.c"}
    rankings = Made(few, tmp_path).site.layout.rankings
    assert not rankings.key_files[""]
    assert [row.path for row in rankings.start] == ["main.c"]


PYTHON = {
    "ring/wire.py": "def send():\n    return 1\n",
    "ring/tool.py": "from ring.wire import send\n\n\ndef main():\n    send()\n",
}


@pytest.mark.parametrize(
    ("name", "init", "readme", "start"),
    [
        # Examples show a library, even one of which a command has the name.
        ("tree", "from ring.wire import send\n", "send()", "ring/__init__.py"),
        ("rings", "from ring.wire import send\n", "send()", "ring/__init__.py"),
        ("tree", "from ring.wire import send\n", "more()", "ring/tool.py"),
    ],
)
def test_whether_a_package_is_a_library_or_a_command(name, init, readme, start, tmp_path):
    example = f"```python\n{readme}\n```\n\n"
    tree = {
        **PYTHON,
        "ring/__init__.py": init,
        "README.md": f"# Tree\n\n{example * 2}",
        "pyproject.toml": f'[project]\nname = "ring"\nscripts = {{ {name} = "ring.tool:main" }}\n',
    }
    found = Made(tree, tmp_path).site.layout.rankings.start
    assert [row.path for row in found][:1] == ([start] if start else [])


def test_where_a_library_begins_that_nothing_names_is_not_known(tmp_path):
    use = "from ring.wire import send\n\n\ndef {0}():\n    return send()\n"
    tree = {
        "ring/wire.py": "def send():\n    return 1\n",
        **{f"ring/{name}.py": use.format(name) for name in ("client", "pool", "line")},
        "samples/show.py": "from ring.client import client\n\nif __name__ == '__main__':\n"
        "    client()\n",
        **{f"tests/test_{n}.py": use.format("test_it") for n in range(3)},
    }
    assert not Made(tree, tmp_path).site.layout.rankings.start
    tree["pyproject.toml"] = '[project]\nname = "ring"\n'
    tree["ring/__init__.py"] = "from ring.client import client\nfrom ring.pool import pool\n"
    start = Made(tree, tmp_path / "again").site.layout.rankings.start
    assert [row.path for row in start] == ["ring/__init__.py", "ring/wire.py"]


def test_what_overrides_a_method_does_not_use_it(tmp_path):
    channel = (
        "class Channel:\n    def purge(self):\n        pass\n\n    def size(self):\n        pass\n"
    )
    below = "from base import Channel\n\n\nclass {0}(Channel):\n    def purge(self):\n"
    below += "        return {1}\n"
    tree = {
        "base.py": channel,
        "a.py": below.format("A", "self.size()"),
        "b.py": below.format("B", "self.size()"),
        "c.py": below.format("C", "0"),
    }
    ranked = Made(tree, tmp_path).site.layout.rankings.key_symbols
    counts = {one.qualified: count for one, count in ranked}
    assert counts == {"Channel": 3, "Channel.size": 2}


def test_of_two_modules_that_are_called_as_the_tree_neither_is_its_start(tmp_path):
    use = (
        "from lib.tree import Tree\nfrom lib.base import Base\n\n\ndef {0}():\n    Tree(), Base()\n"
    )
    tree = {
        "lib/tree.py": "class Tree:\n    pass\n",
        "lib/base.py": "class Base:\n    pass\n",
        **{f"lib/{name}.py": use.format(name) for name in "abcd"},
    }
    start = Made(tree, tmp_path).site.layout.rankings.start
    assert [row.path for row in start][:1] == ["lib/tree.py"]
    more = {**tree, "other/tree.py": "class Tree:\n    pass\n"}
    assert not Made(more, tmp_path / "more").site.layout.rankings.start


def test_a_library_comes_before_its_module_that_can_be_started(tmp_path):
    use = "from tree.base import go\n\n\ndef {0}():\n    go()\n"
    start = "from tree import go\n\ngo()\n"
    tree = {
        "pyproject.toml": '[project]\nname = "tree"\n',
        "tree/__init__.py": '"""A tree."""\n\nfrom tree.base import go\n',
        "tree/__main__.py": start,
        "tree/base.py": "def go():\n    return 1\n",
        **{f"tree/{name}.py": use.format(name) for name in "abc"},
    }
    rankings = Made(tree, tmp_path).site.layout.rankings
    assert [row.path for row in rankings.start][:1] == ["tree/__init__.py"]
    more = {
        "pyproject.toml": tree["pyproject.toml"] + '[project.scripts]\ntree = "tree.__main__:go"\n'
    }
    entries = Made(tree | more, tmp_path / "more").site.layout.rankings.entry_points[""]
    assert "pyproject.toml installs it as the command tree" in map(
        str, (one.reason for one in entries)
    )


def test_what_go_leaves_out_of_the_program_is_not_where_it_starts(tmp_path):
    main = "package main\n\nfunc main() {}\n"
    tree = {"gen.go": f"//go:build ignore\n\n{main}", "cmd/run.go": main}
    entries = Made(tree, tmp_path).site.layout.rankings.entry_points[""]
    assert [entry.path for entry in entries] == ["cmd/run.go"]


def test_a_program_of_one_file_beside_a_tested_library_is_not_where_that_starts(tmp_path):
    use = "from lib.{0} import {0}\n\n\ndef {1}():\n    return {0}()\n"
    tool = "\n\nif __name__ == '__main__':\n    show()\n"
    tree = {
        "lib/__init__.py": "",
        "lib/ring.py": "def ring():\n    return 1\n",
        **{f"lib/{name}.py": use.format("ring", name) for name in ("one", "two", "three")},
        **{f"tests/test_{name}.py": use.format("ring", f"test_{name}") for name in "ab"},
        "other/show.py": use.format("ring", "show") + tool,
    }
    start = Made(tree, tmp_path).site.layout.rankings.start
    assert [row.path for row in start][:1] != ["other/show.py"]
    # One that is called as the tree is its program.
    tree["other/tree.py"] = tree.pop("other/show.py")
    start = Made(tree, tmp_path / "again").site.layout.rankings.start
    assert [row.path for row in start][:1] == ["other/tree.py"]


def test_what_a_manifest_installs_comes_before_scripts_that_lie_higher(tmp_path):
    uses = "from ring.core import send, wait, close\n\nsend(wait, close)\n"
    tree = {
        "pyproject.toml": '[project]\nname = "other"\nscripts = { ring = "ring.tool:main" }\n',
        "scripts/try_it.py": f'{uses}if __name__ == "__main__":\n    send()\n',
        "src/ring/core.py": "def send(*a): pass\ndef wait(): pass\ndef close(): pass\n",
        "src/ring/tool.py": f"{uses}def main():\n    send()\n",
        "src/ring/a.py": uses,
        "src/ring/b.py": f"{uses}from ring.a import send as s\ns()\n",
        "src/ring/c.py": f"{uses}from ring.a import send as s\ns()\n",
        "src/ring/d.py": f"{uses}from ring.a import send as s\ns()\n",
    }
    start = Made(tree, tmp_path).site.layout.rankings.start
    assert start[0].path == "src/ring/tool.py"


@pytest.mark.parametrize(
    ("manifests", "begins"),
    [
        ({"go.mod": "module example.org/ring/v2\n"}, "ring.go"),
        ({"go.mod": "module example.org/other\n"}, ""),
    ],
)
def test_a_library_begins_where_its_manifest_leads(tmp_path, manifests, begins):
    tree = {
        "include/ring/list.h": "int list(void);\n",
        "include/ring/ring.h": "int ring(void);\n",
        "ring.go": "package ring\n\nfunc Ring() {}\n",
        "lib/ring.rb": "class Ring\nend\n",
    }
    entries = Made({**tree, **manifests}, tmp_path).site.layout.rankings.entry_points[""]
    assert [entry.path for entry in entries] == [begins] * bool(begins)


def test_below_a_vendored_folder_its_own_entry_points_are_named(rankings):
    assert [entry.path for entry in rankings.entry_points["deps/zlib"]] == ["deps/zlib/example.c"]


def test_a_newcomer_starts_where_the_program_does(rankings):
    assert [(row.path, str(row.reason)) for row in rankings.start] == [
        ("main.c", "it defines main"),
        ("list.c", "used by 5 files"),
    ]


def test_a_readme_says_what_a_project_is_only_where_its_words_are_shown(tmp_path):
    tree = {"README.md": "# Ring\n\nRing is a server of frames.\n"}
    for manifest in ({}, {"package.json": '{"description": "A server of frames for all"}'}):
        made = Made({**tree, **manifest}, tmp_path / str(len(manifest)), title="Ring")
        words = made.codebase.graph.descriptions[""]
        (read,) = made.site.layout.rankings.reading
        is_shown = words.path == "README.md"
        assert (str(read.reason) == "it says what the project is") == is_shown


def test_what_a_readme_names_without_running_it_is_no_program(tmp_path):
    tree = {
        "README.md": "# Ring\n\n```bash\nvi conf.py\npip install -r list.txt\ncd src\n```\n",
        "conf.py": "import app\n",
        "list.txt": "app\n",
        "app.py": "import conf\n\ndef run():\n    return conf\n",
    }
    assert not Made(tree, tmp_path).site.layout.rankings.entry_points[""]


@pytest.mark.parametrize(
    "tree",
    [
        {"bin/hx.c": "int main(void) { return a(); }\n", "lib/a.c": "int a(void) { return 1; }\n"},
        {"bin/hx.go": "package main\nfunc main() {}\n", "lib/a.go": "package lib\n"},
        {"bin/Hx.java": "class Hx { public static void main(String[] a) {} }\n"},
        {"bin/hx.rs": "fn main() {}\n", "lib/a.rs": "pub fn a() {}\n"},
    ],
)
def test_the_programs_of_a_tree_are_read_where_nothing_says_which_is_it(tree, tmp_path):
    reading = Made(tree, tmp_path).site.layout.rankings.reading
    first = next(iter(tree))
    assert [row.path for row in reading][:1] == [first]
    stem, ending = first.rsplit(".", 1)
    for number in range(3):
        tree[f"{stem}{number}.{ending}"] = tree[first]
    reading = Made(tree, tmp_path / "again").site.layout.rankings.reading
    # So many may as well be samples.
    assert first not in [row.path for row in reading]


def test_only_what_is_private_and_stands_nowhere_else_is_called_so(tmp_path):
    layout = Made(SOURCES, tmp_path).site.layout
    found = [one.qualified for rows in layout.unused.values() for one in rows]
    assert found == ["alone"]


def test_what_a_language_calls_and_what_a_package_shares_is_not_called_so(tmp_path):
    java = (
        "class A {\n"
        "  private Object writeReplace() { return 1; }\n"
        "  private int spare() { return 2; }\n"
        "}\n"
    )
    go = "package a\n\nfunc least() int { return 0 }\n"
    layout = Made({"A.java": java, "a/a.go": go}, tmp_path).site.layout
    found = [one.qualified for rows in layout.unused.values() for one in rows]
    assert found == ["A.spare"]


def test_the_tests_that_use_a_file_are_named_with_the_number_of_names(tmp_path):
    tests = Made(SOURCES, tmp_path).codebase.graph.tests
    assert tests["list.c"] == (("tests/test_list.c", 1), ("tests/test_more.c", 1))


def test_what_a_trait_of_another_package_may_ask_for_is_not_called_so(tmp_path):
    text = (
        "struct Batch;\n\nimpl IntoIterator for Batch {\n    type Item = u8;\n}\n\nfn alone() {}\n"
    )
    unused = Made({"src/lib.rs": text}, tmp_path).codebase.graph.unused
    assert {one.name for rows in unused.values() for one in rows} == {"alone"}


def test_what_is_named_as_a_string_is_not_called_so(tmp_path):
    text = (
        "<?php\nclass Calls {\n    public function run() { call([$this, 'named']); }\n"
        "    private function named() { return 1; }\n"
        "    private function spare() { return 2; }\n}\n"
    )
    unused = Made({"Calls.php": text}, tmp_path).codebase.graph.unused
    assert {one.name for rows in unused.values() for one in rows} == {"spare"}


def test_private_members_of_what_is_derived_may_override_what_is_not_in_the_tree(tmp_path):
    text = (
        "from textwrap import TextWrapper\n\n\nclass {}:\n    def _wrap(self):\n        return 1\n"
    )
    sources = {"a.py": text.format("Wrapper(TextWrapper)"), "b.py": text.format("Other")}
    found = Made({**sources, "b.py": sources["b.py"].replace("_wrap", "_fold")}, tmp_path)

    unused = found.codebase.graph.unused
    assert {one.name for rows in unused.values() for one in rows} == {"_fold"}


def test_a_main_for_tests_is_no_entry_point(tmp_path):
    crc = (
        "int f(void) { return 1; }\n#ifdef CRC_TEST_MAIN\nint main(void) { return f(); }\n#endif\n"
    )
    run = "int main(void) { return 0; }\n"
    made = Made({"crc.c": crc, "run.c": run}, tmp_path)

    entries = made.site.layout.rankings.entry_points[""]
    assert [entry.path for entry in entries] == ["run.c"]


def test_prose_on_an_option_is_not_on_the_configuration_that_sets_it(tmp_path):
    prose = "# Options\n\nThe option `epub_text` is a text, and `count_all` counts.\n"
    sources = {"docs/conf.py": "epub_text = 'a'\n", "shop.py": "def count_all(): return 1\n"}
    made = Made({**sources, "guide.md": prose}, tmp_path)

    assert {one.about for one in made.codebase.graph.explained["shop.py"]} == {"count_all"}
    assert not made.codebase.graph.explained.get("docs/conf.py")


def ranked_symbols(tree: dict[str, str], folder: Path) -> dict[str, tuple[str, int]]:
    """Return the most used symbols of a tree, each with its file and how many use it."""
    ranked = Made(tree, folder).site.layout.rankings.key_symbols
    assert len({one.qualified for one, _ in ranked}) == len(ranked)
    return {one.qualified: (one.path, count) for one, count in ranked}


def test_a_number_is_not_said_where_more_files_have_the_name_without_a_link(tmp_path):
    user = "from jobs import {1}\n\n\ndef {0}(job: {1}):\n    return job.run()\n"
    # What a queue gives is not known.
    other = "from jobs import Queue\n\n\ndef {0}(queue):\n    Queue()\n"
    other += "    return queue.give().run()\n"
    tree = {
        "jobs.py": "class Job:\n    def run(self):\n        pass\n\n\nclass Queue:\n    pass\n",
        **{f"{name}.py": user.format(name, "Job") for name in "abc"},
        "x.py": other.format("x"),
        "tests/test_y.py": other.format("y"),
    }
    # One file more makes no difference, and neither does a test.
    counts = {"Job": ("jobs.py", 3), "Job.run": ("jobs.py", 3)}
    assert ranked_symbols(tree, tmp_path / "a") == counts
    tree |= {"y.py": other.format("y")}
    assert ranked_symbols(tree, tmp_path / "b") == {"Job": ("jobs.py", 3), "Queue": ("jobs.py", 2)}


def test_a_function_is_ranked_whatever_members_have_its_name(tmp_path):
    user = "from ring import close\n\n\ndef {0}(file):\n    close()\n"
    other = "def {0}(file):\n    file.close()\n"
    tree = {
        "ring.py": "def close():\n    pass\n",
        **{f"{name}.py": user.format(name) for name in "abc"},
        **{f"{name}.py": other.format(name) for name in "xyz"},
    }
    assert ranked_symbols(tree, tmp_path) == {"close": ("ring.py", 3)}


def test_a_name_that_nothing_in_sight_defines_may_be_that_of_a_base(tmp_path):
    user = "package p;\n\nclass {0} extends Ring {{\n    int size = width();\n}}\n"
    other = "package q;\n\nclass {0} extends r.Made {{\n    int size = width();\n}}\n"
    tree = {
        "p/Ring.java": "package p;\n\npublic class Ring {\n    int width() { return 1; }\n}\n",
        **{f"p/{name}.java": user.format(name) for name in "ABC"},
        **{f"q/{name}.java": other.format(name) for name in "XY"},
    }
    assert ranked_symbols(tree, tmp_path) == {"Ring": ("p/Ring.java", 3)}


def test_uses_in_tests_of_rust_beside_the_code_are_not_counted(tmp_path, monkeypatch):
    user = "use crate::ring::Ring;\n\npub fn {0}(ring: Ring) {{\n    ring.close();\n}}\n"
    module = "pub fn {0}() {{}}\n\n#[cfg(test)]\nmod tests {{\n    use crate::ring::Ring;\n\n"
    module += "    fn {0}(ring: Ring) {{\n        ring.close();\n    }}\n}}\n"
    function = "pub fn {0}() {{}}\n\n#[test]\n#[ignore]\nfn test_{0}() {{\n"
    function += "    crate::ring::Ring::new().close();\n}}\n"
    other = module.replace("#[cfg(test)]", "#[cfg(not(test))]")
    ring = "pub struct Ring;\n\nimpl Ring {\n    pub fn new() -> Ring {\n        Ring\n    }\n"
    ring += "    pub fn close(&self) {}\n}\n"
    tree = {
        "Cargo.toml": '[package]\nname = "ring"\n',
        "src/lib.rs": "pub mod ring;\n" + "".join(f"pub mod {name};\n" for name in "abcdefg"),
        "src/ring.rs": ring,
        **{f"src/{name}.rs": user.format(name) for name in "ab"},
        **{f"src/{name}.rs": module.format(name) for name in "cd"},
        **{f"src/{name}.rs": function.format(name) for name in "ef"},
        "src/g.rs": other.format("g"),
    }
    made = Made(tree, tmp_path / "a")
    ranked = made.site.layout.rankings.key_symbols
    counts = {("Ring", 3), ("Ring.close", 3)}
    assert {(one.qualified, count) for one, count in ranked} == counts
    made.store.close()
    # The same of what is kept on disk.
    monkeypatch.setattr(analyse, "_MOST", 1)
    again = Made({"src/a.rs": user.format("a") + "\n"}, tmp_path / "a", time=1_000_000_001)
    ranked = again.site.layout.rankings.key_symbols
    assert {(one.qualified, count) for one, count in ranked} == counts


def test_who_names_the_object_of_a_class_of_scala_uses_the_class(tmp_path, monkeypatch):
    ring = "package p\n\nclass Ring\n\nobject Ring {\n  def make(): Ring = new Ring\n}\n\n"
    ring += "object Tools {\n  def cut(): Int = 1\n}\n"
    tree = {
        "p/Ring.scala": ring,
        "p/A.scala": "package p\n\nclass A {\n  def a(ring: Ring) = 1\n}\n",
        "p/B.scala": "package p\n\nclass B {\n  Ring.make()\n}\n",
        "p/q/C.scala": "package p\npackage q\n\nclass C {\n  def c(ring: Ring) = Tools.cut()\n}\n",
        "p/q/D.scala": "package p\npackage q\n\nclass D {\n  Ring.make() + Tools.cut()\n}\n",
    }
    made = Made(tree, tmp_path / "a")
    # An object alone is only what its members are in.
    counts = {("Ring", 4), ("Ring.make", 2), ("Tools.cut", 2)}
    ranked = made.site.layout.rankings.key_symbols
    assert {(one.qualified, count) for one, count in ranked} == counts
    made.store.close()
    monkeypatch.setattr(analyse, "_MOST", 1)
    again = Made({"p/A.scala": tree["p/A.scala"] + "\n"}, tmp_path / "a", time=1_000_000_001)
    ranked = again.site.layout.rankings.key_symbols
    assert {(one.qualified, count) for one, count in ranked} == counts


def named(sources, folder) -> set[str]:
    """Return what is said to be used most."""
    return {one.qualified for one, _ in Made(sources, folder).site.layout.rankings.key_symbols}


SHOP = {
    "shop/__init__.py": "",
    "shop/stock.py": "T = int\n\n\ndef _count():\n    return 1\n\n\nclass Shelf:\n    pass\n",
    "shop/a.py": "from shop.stock import T, Shelf, _count\n\nA = T(_count()), Shelf()\n",
    "shop/b.py": "from shop.stock import T, Shelf, _count\n\nB = T(_count()), Shelf()\n",
}


def test_a_private_name_does_not_lead(tmp_path):
    assert named(SHOP, tmp_path) == {"T", "Shelf"}
