"""The data of pages about the authors of lines."""

from __future__ import annotations

import json
import subprocess

from tests.ext.test_history import commit
from tests.projects import Output, Project

DATA = "_static/filedocs/blame/source+"


def shown(output: Output, page: str) -> list[str]:
    """Return date, author and subject of each line's commit, as the page's script has it."""
    text = output.read(f"{DATA}/{page}.js")
    assert text.startswith(f'filedocsReader.blame("source/{page.replace("+", "")}",')
    data = json.loads(text[text.index("{") : text.rindex("}") + 1])
    commits = [
        f"{date} {data['authors'][author]}: {subject}"
        for _, date, author, subject in data["commits"]
    ]
    runs = zip(data["runs"][::2], data["runs"][1::2], strict=True)
    return [
        (commits[place] if place >= 0 else data["later"]) for place, n in runs for _ in range(n)
    ]


def begun(made: Project) -> None:
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    commit(made, {}, said="Begin </script>", date="2020-01-01T23:30:00-05:00")
    commit(made, {"lib/a.py": "a = 1\nb = 1\n"}, "Grace", "More", "2021-01-01T10:00:00Z")


def test_a_commit_concerns_the_lines_that_it_changed(project) -> None:
    made = project({"lib/a.py": "a = 1\n", "b.py": "b = 1\n", "vendor/c.py": "c = 1\n"})
    begun(made)
    output = made.build()
    assert output.warnings == ""
    first, more = "2020-01-01 Ada: Begin </script>", "2021-01-01 Grace: More"
    assert shown(output, "lib+/a.py") == [first, more]
    assert shown(output, "b.py") == [first]
    assert f"{DATA}/vendor+/c.py.js" not in output.names
    assert 'data-blame="Blame"' in output.read("source/b.py.html")
    assert "data-blame" not in output.read("source/vendor/c.py.html")
    # What is not committed is no reason to ask again.
    made.write({"lib/a.py": "x = 0\na = 1\nb = 1\n"})
    output = made.build()
    assert "blaming" not in output.status
    assert shown(output, "lib+/a.py") == ["Not committed yet", first, more]

    def change() -> None:
        commit(made, {"lib/a.py": "x = 0\na = 1\nb = 2\n"}, "Ada", "Last", "2022-01-01T10:00:00Z")

    written = made.rebuilt(change)
    assert "source/lib/a.py.html" in written
    assert "source/b.py.html" not in written
    output = made.build()
    assert shown(output, "lib+/a.py") == ["2022-01-01 Ada: Last", first, "2022-01-01 Ada: Last"]
    files = {name: output.read(name) for name in output.names if "/blame/" in name}
    clean = made.build(freshenv=True, every=True, jobs=2)
    assert "blaming" not in clean.status
    (made.folder / "out/doctrees/filedocs-source.sqlite").unlink()
    clean = made.build(freshenv=True, every=True, jobs=2)
    assert "blaming" in clean.status
    assert files == {name: clean.read(name) for name in clean.names if "/blame/" in name}


def test_nothing_is_asked_where_that_is_not_wanted(project, monkeypatch) -> None:
    made = project({"lib/a.py": "a = 1\n"})
    begun(made)
    for options in ({"filedocs_blame": False}, {"filedocs_blame": True, "filedocs_history": False}):
        output = made.build(**options)
        assert "blaming" not in output.status
        assert not [name for name in output.names if "/blame/" in name]
        assert "data-blame" not in output.read("source/lib/a.py.html")
    monkeypatch.setattr("sphinx_filedocs.analysis.blames._COMMIT", 1_000)
    assert not [name for name in made.build().names if "/blame/" in name]
    assert shown(made.build(filedocs_blame=True), "lib+/a.py")
    assert not [name for name in made.build().names if "/blame/" in name]
