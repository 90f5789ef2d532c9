"""What cards show of each file's definitions is as new as the file's page, and goes with it."""

from __future__ import annotations

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
