"""What cards show of each file's definitions, and sidebars of each folder's names, is as new as the
page of the file or folder, and goes with it."""

from __future__ import annotations

import json
import shutil

TREE = {
    "lib/b.py": 'def two():\n    """Two."""\n',
    "a.py": "from lib.b import two\ntwo()\n",
}
SCRIPT = "_static/filedocs/files/source+/lib+/b.py.js"


def test_it_follows_the_documentation_and_the_uses(project) -> None:
    made = project(TREE)
    text = made.build().read(SCRIPT)
    assert '"Two."' in text
    assert '"2 uses in 1 file"' in text
    made.write({"lib/b.py": 'def two():\n    """The second."""\n'})
    assert '"The second."' in made.build().read(SCRIPT)
    made.write({"c.py": "from lib.b import two\n"})
    assert '"3 uses in 2 files"' in made.build().read(SCRIPT)
    made.write({"lib/b.py": "x = 1\n", "a.py": "", "c.py": ""})
    assert SCRIPT not in made.build().names


def test_it_vanishes_with_its_file_and_empty_folders_do_too(project) -> None:
    made = project(TREE)
    output = made.build()
    assert SCRIPT in output.names
    (made.tree / "lib/b.py").unlink()
    made.build()
    assert not (output.folder / SCRIPT).parent.exists()


def test_those_of_many_folders_vanish_at_once(project) -> None:
    """With the folders that hold them, which are empty one after another."""
    made = project({**TREE, **{f"gone/{x}/in/{y}/z.py": "z = 1\n" for x in "abc" for y in "de"}})
    made.build()
    shutil.rmtree(made.tree / "gone")
    output = made.build()
    assert "can't be written" not in output.status
    assert not (output.folder / "_static/filedocs/files/source+/gone+").exists()


def test_other_builders_have_none(project) -> None:
    made = project(TREE)
    for builder in ("text", "singlehtml"):
        assert not [name for name in made.build(builder).names if "/files/" in name], builder


def test_it_follows_the_names_of_callers(project) -> None:
    made = project({**TREE, "a.py": "from lib.b import two\n\n\ndef one():\n    two()\n"})
    assert '"def-one","one",5,1,0' in made.build().read(SCRIPT)
    made.write({"a.py": "from lib.b import two\n\n\ndef uno():\n    two()\n"})
    incremental = made.build().read(SCRIPT)
    assert '"def-uno","uno",5,1,0' in incremental
    (made.folder / "out").rename(made.folder / "before")
    assert made.build().read(SCRIPT) == incremental


def folders(output) -> dict[str, dict[str, list[object]]]:
    """Return what the script of each folder says."""
    found = {}
    for name in output.names:
        if name.startswith("_static/filedocs/files/") and name.endswith("/index.js"):
            call = output.read(name).removeprefix("filedocsReader.page(").removesuffix(");\n")
            docname, data = json.loads(f"[{call}]")
            found[docname] = data
    return found


def test_the_names_in_folders_follow_all_that_comes_and_goes(project) -> None:
    made = project({**TREE, "a b/x/y.py": "", ".hidden/z.py": "", "vendor/own/c.py": ""})
    assert folders(made.build()) == {
        "source/index": {
            "folders": [[".hidden", "dot-hidden"], "a b/x", "lib"],
            "vendored": ["vendor/own"],
            "files": ["a.py"],
        },
        "source/dot-hidden/index": {"folders": [], "vendored": [], "files": ["z.py"]},
        "source/a b/index": {"folders": ["x"], "vendored": [], "files": []},
        "source/a b/x/index": {"folders": [], "vendored": [], "files": ["y.py"]},
        "source/lib/index": {"folders": [], "vendored": [], "files": ["b.py"]},
        "source/vendor/index": {"folders": [], "vendored": ["own"], "files": []},
        "source/vendor/own/index": {"folders": [], "vendored": [], "files": ["c.py"]},
    }
    # Each changes the row of a folder that is not the one around it.
    for files in ({"a b/new.py": ""}, {"lib/deep/er/n.py": ""}, {"vendor/own/LICENSE": "MIT"}):
        made.write(files)
        incremental = folders(made.build())
        (made.folder / "out").rename(made.folder / f"before {next(iter(files)).replace('/', ' ')}")
        assert folders(made.build()) == incremental
    (made.tree / "a b/x/y.py").unlink()
    assert "source/a b/x/index" not in folders(made.build())


def test_two_names_with_one_address_keep_theirs(project) -> None:
    made = project({"index": "", "x.py": "", "x.py.html/y.py": ""})
    output = made.build()
    for docname, data in folders(output).items():
        base = docname.removesuffix("index")
        for kind, end in (("folders", "/index.html"), ("files", ".html")):
            for one in data[kind]:
                name = one if isinstance(one, str) else one[1]
                assert f"{base}{name}{end}" in output.names


def test_hints_go_with_the_listings_that_have_them(project) -> None:
    use = "_static/filedocs/hints/source+/a.py.js"
    page = "Docs\n====\n\n.. toctree::\n\n   source/index\n\n.. src:listing:: a.py\n"
    made = project(TREE, {"index.rst": page})
    output = made.build()
    assert "def two()" in output.read(use)
    assert output.read("_static/filedocs/hints/index.js").count('"texts"') == 1
    assert "def two()" not in output.read("source/a.py.html")
    # A listing without a link has none, nor has a page without a listing.
    assert "_static/filedocs/hints/source+/index.js" not in output.names
    (made.folder / "docs/index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n")
    made.write({"a.py": "one = 1\n"})
    output = made.build()
    assert use not in output.names
    assert "_static/filedocs/hints/index.js" not in output.names
    made.write(TREE)
    assert use in made.build().names
    (made.tree / "a.py").unlink()
    assert use not in made.build().names
