"""The pictures on the pages of folders: languages, and the map of their files."""

from __future__ import annotations

import html
import re
import subprocess

from tests.projects import Project

CODE = "def f():\n    return 1\n" * 20
TREE = {
    **{f"src/part/m{number}.py": CODE for number in range(14)},
    "src/part/large.py": f"# What it is.\n{CODE * 30}",
    "src/part/uses.py": "from .large import f\n\nf()\n",
    "src/top.c": "int x;\n" * 500,
    "data/table.json": "{\n\n\n}\n" * 100,
    "docs/guide.md": "# Guide\n\nWords.\n",
    "deps/other/LICENSE": "MIT License\n",
    "deps/other/README.md": "# Other\n",
    "deps/other/far.c": "int far;\n" * 300,
    "few/a.py": CODE,
}


def picture(page: str, name: str) -> str:
    """Return a picture on a page."""
    found = re.search(rf'<div class="fd-picture fd-{name}">.*?</svg>', page, re.DOTALL)
    return found[0] if found else ""


def words(text: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", text)).split())


def test_languages_of_programs_come_first_and_others_apart(project) -> None:
    output = project(TREE).build()
    assert output.warnings == ""
    start = output.read("source/index.html")
    bar = picture(start, "languages")
    # Neither data nor prose nor what is somebody else's.
    assert words(bar).startswith("Python 1,804 C 500 ")
    assert "JSON" not in bar
    every = words(start.partition("languages, with data and prose")[2].partition("</table>")[0])
    assert every.index("Python") < every.index("JSON (data format)")
    assert "Markdown (prose) 1 3" in every
    assert "16 files" not in picture(output.read("source/few/index.html"), "languages")


def test_a_map_leads_to_files(project) -> None:
    output = project(TREE).build()
    start, folder = output.read("source/index.html"), output.read("source/src/part/index.html")
    shown = picture(start, "treemap")
    assert 'href="src/part/large.py.html" tabindex="-1"><title>src/part/large.py: ' in shown
    assert 'href="src/index.html"><title>src/: 17 files, ' in shown
    assert "vendored deps: 3 files, 302 lines" in words(shown)
    assert 'class="fd-vendored" href="deps/index.html"' in shown
    values = re.findall(r'<input type="radio" name="treemap " value="(\w+)"( checked)?>', shown)
    # Without a history there is one colouring.
    assert values == []
    large = re.search(r'<a class="([^"]*)" href="large.py.html"', picture(folder, "treemap"))
    assert large[1] == "fd-cell fd-language-0"
    # What has few files, or nothing but another folder, has none.
    assert not picture(output.read("source/few/index.html"), "treemap")
    assert " id=" not in shown


def test_other_builders_have_the_table_alone(project) -> None:
    made = project(TREE)
    text = made.build("text").read("source/index.txt")
    assert "Python" in text
    assert "JSON (data format)" in text
    for builder in ("epub", "singlehtml", "latex"):
        output = made.build(builder, epub_show_urls="no", version="1", suppress_warnings=["epub"])
        assert output.warnings == ""
        pages = [p for p in output.folder.rglob("*") if p.suffix in {".xhtml", ".html", ".tex"}]
        texts = [page.read_text("utf-8") for page in pages]
        assert any("Python" in one for one in texts)
        assert not any("<svg" in one or "image/svg" in one for one in texts)


def commit(made: Project, message: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=0")
    date = f"{message}-03T12:00:00"
    environment = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date, "PATH": "/usr/bin:/bin"}
    for arguments in (["add", "-A"], ["commit", "--quiet", f"--message={message}"]):
        subprocess.run(
            ["git", "-C", made.tree, *who, *arguments],
            check=True,
            capture_output=True,
            env=environment,
        )


def test_a_map_tells_when_files_changed_last(project) -> None:
    made = project({})
    made.tree.mkdir(exist_ok=True)
    subprocess.run(["git", "init", "--quiet", made.tree], check=True)
    for month in range(1, 13):
        made.write({f"m{month:02}.py": CODE})
        commit(made, f"2024-{month:02}")
    shown = picture(made.build().read("source/index.html"), "treemap")
    assert "before 2024-03 from 2024-03 from 2024-05 from 2024-08 from 2024-10" in words(shown)
    # Nearly all is in one language.
    choices = re.findall(r'<input type="radio" name="treemap " value="(\w+)"( checked)?>', shown)
    assert choices == [("language", ""), ("change", " checked")]
    steps = dict(re.findall(r'fd-change-(\d)" href="(m\d\d).py', shown))
    assert sorted(steps) == ["0", "1", "2", "3", "4"]
    assert re.search(r'fd-change-0" href="m01.py', shown)
    assert re.search(r'fd-change-4" href="m12.py', shown)


def test_maps_follow_their_files(project) -> None:
    made = project(TREE)
    made.build()
    # More lines in a file concern the maps of all folders above it.
    written = made.rebuilt(lambda: made.write({"src/part/m1.py": CODE * 9}))
    assert {"source/index.html", "source/src/index.html", "source/src/part/index.html"} <= written
    assert "source/few/index.html" not in written


def anchors(output: object, page: str) -> set[str]:
    return set(re.findall(r'id="([^"]+)"', output.read(page)))  # type: ignore[attr-defined]


PARTS = {
    "app/low/low.py": "def low():\n    return 1\n",
    "app/mid/mid.py": "from app.low.low import low\n\n\ndef mid():\n    return low()\n",
    "app/top/top.py": "from app.mid.mid import mid\n\n\ndef top():\n    mid()\n",
    "app/main.py": "from app.low.low import low\n\n\ndef main():\n    low()\n",
}


def test_parts_lead_to_the_lines_of_their_uses(project) -> None:
    made = project(PARTS)
    output = made.build()
    assert output.warnings == ""
    start, folder = output.read("source/index.html"), output.read("source/app/index.html")
    table = start.partition('id="parts"')[2].partition("</table>")[0]
    assert "top/ 1 module" in words(table)
    drawn = picture(start, "matrix")
    assert drawn.count('href="app/dependencies.html#from-') == 2
    assert drawn.count('href="app/index.html#use-') == 1
    # Between folders to the page of their lines, else to the files on the folder's page.
    lines = re.search(r'href="(app/dependencies.html)#([^"]+)" title="mid/ uses low/: 1"', table)
    assert lines[2] in anchors(output, f"source/{lines[1]}")
    files = re.search(
        r'href="(app/index.html)#([^"]+)" title="other files here uses low/: 1"', table
    )
    assert files[2] in anchors(output, f"source/{files[1]}")
    said = words(folder.partition("with the files</summary>")[2].partition("</details>")[0])
    assert "main.py uses 1 of low.py : low" in said
    # The start page leads to that list, it has none.
    assert "with the files" not in start
    # Without pictures and folds it is all there.
    text = made.build("text").read("source/app/index.txt")
    assert "mid/ uses low/: 1" in text


def test_parts_follow_the_uses(project) -> None:
    made = project(PARTS)
    made.build()
    change = {"app/low/low.py": "def low():\n    return 2\n"}
    # A start page that shows nothing else is not written again.
    assert "source/index.html" not in made.rebuilt(lambda: made.write(change))
    change = {"app/top/top.py": "from app.low.low import low\n\n\ndef top():\n    low()\n"}
    written = made.rebuilt(lambda: made.write(change))
    assert {"source/index.html", "source/app/index.html"} <= written
    table = made.build().read("source/index.html").partition('id="parts"')[2]
    assert 'title="top/ uses low/: 1"' in table.partition("</table>")[0]
