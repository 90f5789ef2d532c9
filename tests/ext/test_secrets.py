"""No credential is published, in any format, and whoever builds is told of each."""

from __future__ import annotations

import base64
import json
import os
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from secrets_trial import (
    BUILDERS,
    Trial,
    build,
    git,
    leaks,
    left_out,
    made_up,
    private_key,
    trials,
    write,
    written,
)
from sphinx.errors import SphinxError

from sphinx_filedocs import hooks
from sphinx_filedocs.api import Options, Tree
from sphinx_filedocs.cli.commands import command
from sphinx_filedocs.plugins.exports.export import write_llms
from sphinx_filedocs.plugins.scip.messages import message
from sphinx_filedocs.plugins.scip.reader import read_documents
from sphinx_filedocs.source.credentials import MASK
from tests.full import FULL
from tests.projects import begun

TOKEN = made_up("gh+p_", 36)
INDEX = "Docs\n====\n\n.. toctree::\n\n   source/index\n"
WARNED = re.compile(r"WARNING: (.*) \[filedocs\.secret\]")


@pytest.fixture(autouse=True)
def _own_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tracked", "builders"), [(False, BUILDERS[:1]), (True, BUILDERS if FULL else BUILDERS[:2])]
)
def test_nothing_is_published_in_any_format(
    tmp_path: Path, tracked: bool, builders: Sequence[str]
) -> None:
    (tmp_path / "tree").mkdir()
    write(tmp_path / "tree", tracked)
    done = [build(tmp_path, builder) for builder in builders]
    assert {one.returncode for one in done} == {0}
    assert {path: places for path, places in leaks(tmp_path / "out").items() if places} == {}
    masked = {"notes.txt", "config.py", "docs/setup.md", "aws.md"}
    for one in done:
        # In every build, also where the pages were read by another one.
        said = re.findall(r"/tree/(\S+?):\d+: WARNING: .*\[filedocs\.secret\]", one.stderr)
        assert set(said) == (masked if tracked else set())
        named = {trial.path for trial in trials()} - masked if tracked else set()
        assert left_out(one.stdout) == named
    if tracked:
        assert MASK * 10 in (tmp_path / "out/html/source/config.py.html").read_text("utf-8")
        again = build(tmp_path, "html", arguments=("-W",))
        assert again.returncode == 1, "also where nothing has changed"
        masked_will_do = "suppress_warnings = ['filedocs.secret']"
        assert build(tmp_path, "html", masked_will_do, arguments=("-W",)).returncode == 0
        assert not any(leaks(tmp_path / "out").values())


def test_the_trial_finds_what_is_published(tmp_path: Path) -> None:
    """It does not pass because it does not look."""
    (tmp_path / "tree").mkdir()
    write(tmp_path / "tree", tracked=True)
    build(tmp_path, "html", "filedocs_public_credentials = ['*']")
    found = leaks(tmp_path / "out/html")
    assert all(found.values())
    assert "source/config.py.html" in found["config.py"]
    assert any("searchindex.js" in name for name in found["aws.md"])


def test_what_is_meant_to_be_seen_is_seen_whole(project) -> None:
    made = project({"a.txt": TOKEN, "tests/.env": "A=b\n", "tests/key.txt": private_key()})
    output = made.build()
    assert len(WARNED.findall(output.warnings)) == 2
    assert "source/tests/dot-env.html" not in output.names
    for patterns in (["tests/"], ["tests/*"], ["*", "!a.txt"]):
        output = made.build(filedocs_public_credentials=patterns)
        (said,) = WARNED.findall(output.warnings)
        assert said.startswith("line 1 holds a credential (GitHub token), which is masked; ")
        assert private_key().split("\n")[2] in output.read("source/tests/key.txt.html")
        assert TOKEN not in output.read("source/a.txt.html")
        assert "source/tests/dot-env.html" in output.names
    # Nothing that was kept of it comes back.
    output = made.build()
    assert private_key().split("\n")[2] not in output.read("source/tests/key.txt.html")
    assert "source/tests/dot-env.html" not in output.names


def test_two_files_of_one_content_are_two(project) -> None:
    made = project({"a/t.py": f'x = "{TOKEN}"\n', "b/t.py": f'x = "{TOKEN}"\n'})
    output = made.build(filedocs_public_credentials=["b/"])
    assert TOKEN not in output.read("source/a/t.py.html")
    assert TOKEN in output.read("source/b/t.py.html")


def test_a_credential_that_comes_by_an_edit_is_told(project) -> None:
    files = {f"m{n}.py": f"x = {n}\n" for n in range(30)}
    made = project(files)
    for path in made.tree.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    assert made.build().warnings == ""
    made.write({"m1.py": f"x = 1  # {TOKEN}\n"})
    for _ in range(3):
        output = made.build()
        assert len(WARNED.findall(output.warnings)) == 1
        assert "1 credential masked" in output.status
    made.write({"m1.py": "x = 1  # none\n"})
    assert made.build().warnings == ""


def test_the_page_says_that_something_is_masked_and_the_start_page_does_not(project) -> None:
    output = project({"a.py": f'x = "{TOKEN}"\n'}).build("text")
    assert "line 1 holds a credential (GitHub token), which is masked" in output.read(
        "source/a.py.txt"
    )
    assert "credential" not in output.read("source/index.txt")


def test_quoted_lines_signatures_and_purposes_hold_none(project) -> None:
    tree = {
        "README.md": f"# Use\n\nThe key is {TOKEN}.\n",
        "a.py": f'"""Sends {TOKEN}."""\n\n\ndef send(token="{TOKEN}"):\n    """Use {TOKEN}."""\n',
        "b.py": f'import a\n\na.send("{TOKEN}")\n',
        "package.json": f'{{"description": "Has {TOKEN}", "main": "x.js"}}\n',
    }
    made = project(tree)
    for builder in ("html", "text"):
        output = made.build(builder)
        for name in output.names:
            assert TOKEN.encode() not in (output.folder / name).read_bytes(), name
        assert len(WARNED.findall(output.warnings)) == 6


def test_the_trials_are_what_they_are_called() -> None:
    assert len({trial.path for trial in trials()}) == len(trials()) >= 9
    assert all(isinstance(trial, Trial) and trial.secret in trial.text for trial in trials())


# --- every field, every format ----------------------------------------------------------------

#: What holds something of a tree, or of what is read beside it, that may reach a reader.
_FIELDS = (
    *("text", "documentation", "escape", "pieces", "markdown", "entity", "json", "yaml", "base64"),
    *("table", "notebook", "colours", "picture", "image", "drawing", "owner", "restructured"),
    *("file", "folder", "link", "branch", "author", "subject", "repository"),
    *("message", "rule", "tool", "help", "reason", "finding", "words", "module", "keyword"),
    *("description", "holder", "heading", "address", "todo", "target", "argument", "key"),
    "shown_by_ansi",
)
#: Linkcheck asks the network; all others that Sphinx and this extension bring.
_BUILDERS = (
    *("html", "dirhtml", "singlehtml", "text", "epub", "latex", "texinfo", "man", "xml", "json"),
    *("pseudoxml", "pickle", "changes", "dummy", "scip", "sarif", "filedocs-coverage", "gettext"),
)
_EXPORTS = ("json", "sarif", "scip", "graphml", "dot", "llms")
#: In which the command says what it finds, also in indexes and reports.
_CHECKS = ("text", "json", "sarif", "github")
#: What is read beside a tree, by the names of options.
_BESIDE = {"scip": "index.scip", "sarif": "report.sarif"}
#: What makes the planted words tokens, or words that nobody has to hide.
_SECRET, _PLAIN = "ghp_", "word_"


def _letters(field: str) -> str:
    chance = random.Random(field)  # noqa: S311 (the same in each run)
    return "".join(chance.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(33)) + "Ab7"


def _planted(begin: str) -> Mapping[str, str | bytes]:
    """Return the files of a tree with a word of its own in each field."""
    known = {field: begin + _letters(field) for field in _FIELDS}
    image = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + b"\0" * 30
    picture = base64.b64encode(image + known["picture"].encode()).decode()
    encoded = base64.b64encode(known["base64"].encode()).decode()
    cells = [
        {"cell_type": "markdown", "source": [known["notebook"].replace("_", "\\_")]},
        {
            "cell_type": "code",
            "source": "",
            "outputs": [
                {
                    "output_type": "stream",
                    "text": known["colours"].replace("_", "\x1b[31m_\x1b[0m"),
                },
                {"output_type": "display_data", "data": {"image/png": picture}},
            ],
        },
    ]
    pieces = known["pieces"]
    return {
        "a.py": f'"""Sends {known["documentation"]}."""\n\nimport b\n\nx = "{known["text"]}"\n\n'
        f'def {known["module"]}(key="{known["keyword"]}"):\n    return b.y\n',
        "b.py": f'y = "\\n{known["escape"]}\\n"\nz = "{pieces[:9]}" + "{pieces[9:]}"\n'
        f"# TODO: drop {known['todo']}\n",
        "e.dart": "int unit = 3;\nint total() {\n  return unit;\n}\n",
        "README.md": f"# Shop\n\nUse {known['markdown'].replace('_', chr(92) + '_')}, or `x`.\n\n"
        f"## {known['heading']}\n\n[There](https://example.org/?t={known['address']}).\n",
        "doc.md": f"# Doc\n\nUse {known['entity'].replace('_', '&#95;')} or so.\n",
        "doc.rst": f"Doc\n===\n\nUse {known['restructured'].replace('_', chr(92) + '_')}.\n",
        "d.json": json.dumps({"a": known["json"], known["key"]: 1}).replace("_", "\\u005f"),
        "d.yaml": f'a: "{known["yaml"]}"\n',
        "secret.yaml": f"kind: Secret\ndata:\n  token: {encoded}\n",
        "package.json": json.dumps({"name": "shop", "description": known["description"]}),
        "LICENSE": f"MIT License\n\nCopyright (c) 2020 {known['holder']}\n",
        "Makefile": f"{known['target']}:\n\techo {known['argument']}\n",
        "t.csv": f"a,b\n1,{known['table']}\n",
        "n.ipynb": json.dumps({"nbformat": 4, "metadata": {}, "cells": cells}),
        "i.png": image + known["image"].encode(),
        "s.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><text>{known["drawing"]}</text></svg>\n',
        "log.txt": f"\x1b[32m{known['shown_by_ansi'][:12]}\x1b[0m{known['shown_by_ansi'][12:]}\n",
        "CODEOWNERS": f"* @{known['owner']}\n",
        f"{known['file']}.py": "z = 1\n",
        f"{known['folder']}/w.py": "w = 1\n",
    }


def _plant_reports(begin: str, folder: Path) -> None:
    known = {field: begin + _letters(field) for field in _FIELDS}
    rule = {
        "id": known["rule"],
        "helpUri": f"https://example.org/?t={known['help']}",
        "shortDescription": {"text": f"Because /home/zoelark7/{known['reason']}"},
    }
    place = {"artifactLocation": {"uri": "a.py"}, "region": {"startLine": 5}}
    results = [
        {
            "ruleId": known["rule"],
            "message": {"text": f"In C:\\Users\\zoelark7\\x: {known['message']}"},
            "locations": [{"physicalLocation": place}],
        },
        {
            "ruleId": "plain",
            "message": {"text": known["finding"]},
            "locations": [{"physicalLocation": place}],
        },
    ]
    driver = {"name": known["tool"], "rules": [rule]}
    report = {"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    (folder / "report.sarif").write_text(json.dumps(report), "utf-8")
    index = message("Index")
    index.metadata.project_root = ""
    document = index.documents.add(relative_path="e.dart", position_encoding=3)
    symbol = "scip-dart pub e 1 lib/`e.dart`/"
    for line, name in ((0, "unit."), (1, "total().")):
        at = [line, 4, 4 + len(name.rstrip(".()"))]
        document.occurrences.add(range=at, symbol=symbol + name, symbol_roles=1)
        document.symbols.add(symbol=symbol + name, documentation=[known["words"]])
    (folder / "index.scip").write_bytes(index.SerializeToString())


def _plant(begin: str, made) -> Mapping[str, object]:
    """Plant a word in each field of the tree's history and of the reports beside it, and return the
    options of a build that reads them."""
    known = {field: begin + _letters(field) for field in _FIELDS}
    tree = made.tree
    (tree / "link").symlink_to(f"/run/{known['link']}")
    git(tree, "init", "--quiet")
    git(tree, "config", "user.name", f"Ada {known['author']}")
    git(tree, "config", "user.email", "ada@example.org")
    git(tree, "checkout", "-q", "-b", f"try-{known['branch']}")
    remote = f"https://github.com/ada/{known['repository']}"
    git(tree, "remote", "add", "origin", remote)
    git(tree, "add", "--all", "--force")
    git(tree, "commit", "-q", "-m", f"Use {known['subject']}")
    _plant_reports(begin, made.folder)
    beside = {"scip": ["../index.scip"], "sarif": ["../report.sarif"]}
    return {
        "filedocs_trees": {"source": {"path": "../tree", **beside}},
        "filedocs_history": True,
    }


def _seen(texts: Iterator[tuple[str, bytes]]) -> set[tuple[str, str]]:
    """Return each field whose word stands in a text, with what that is called. Whatever markup
    does to its beginning, the rest is letters."""
    rests = {field: {_letters(field)[-20:].lower().encode()} for field in _FIELDS}
    rests["base64"] |= {
        base64.b64encode((begin + _letters("base64")).encode())[8:40].lower()
        for begin in (_SECRET, _PLAIN)
    }
    # Whatever stands in an image before it, the words begin at one of three places of a group.
    for before in range(3):
        encoded = base64.b64encode(b" " * before + _letters("picture").encode())
        rests["picture"].add(encoded[8:40].lower())
    # A folder of a report, which is shown as "~".
    rests["home"] = {b"zoelark7"}
    return {
        (field, name)
        for name, data in texts
        for lower in [data.lower()]
        for field, words in rests.items()
        if any(word in lower for word in words)
    }


def _exported(made, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield what is exported of a tree with what is read beside it, and what the command says."""
    beside = tuple((name, made.folder / file) for name, file in _BESIDE.items())
    (folder / "llms").mkdir(parents=True)
    with Tree.open(made.tree, Options(reports=beside)) as tree:
        for form in hooks.names("formats"):
            with (folder / form).open("wb") as file:
                tree.write(file, form)
        write_llms(folder / "llms", tree)
    yield from written(folder)
    reports = [word for name, file in _BESIDE.items() for word in (f"--{name}", made.folder / file)]
    calls = [("export", "--format", form, "-o", folder / f"by-command-{form}") for form in _EXPORTS]
    calls += [("check", "--format", form, *reports) for form in _CHECKS]
    calls += [
        ("explain", made.tree / "a.py:5", "--tree"),
        ("explain", made.tree / "b.py", "--tree"),
    ]
    for name, *words in calls:
        arguments = [name, *map(str, words), str(made.tree), "--cache", str(made.folder / "cache")]
        done = CliRunner().invoke(command, arguments)
        assert done.exit_code in ({0, 1} if name == "check" else {0}), done.output
        yield f"{name} {words[:2]} said", done.output.encode()
    yield from written(folder)


@pytest.mark.slow
def test_a_token_in_no_field_reaches_any_output(project) -> None:
    made = project(_planted(_SECRET))
    options = _plant(_SECRET, made)
    for builder in _BUILDERS:
        # Sphinx does not translate what another builder has read.
        output = made.build(builder, freshenv=builder == "gettext", **options)
        said = [("warnings", output.warnings.encode()), ("status", output.status.encode())]
        assert _seen(iter(said)) == set(), builder
        if builder == "html":
            assert "In ~" in output.read("source/a.py.html")
    # With what is kept for the next build: it lies in the folder that many publish.
    assert _seen(written(made.folder / "out")) == set()
    assert _seen(_exported(made, made.folder / "exported")) == set()


def test_each_field_is_shown_where_it_holds_no_token(project) -> None:
    """The search above does not pass because it does not look, or because nothing is shown."""
    made = project(_planted(_PLAIN))
    output = made.build(**_plant(_PLAIN, made))
    assert {field for field, _ in _seen(written(output.folder))} == {*_FIELDS}
    exported = {field for field, _ in _seen(_exported(made, made.folder / "exported"))}
    assert exported >= {"words", "finding", "rule", "tool", "message", "reason", "keyword"}


def _fill(made):
    """Return a message of an index with a token in each of its texts."""
    for field in made.DESCRIPTOR.fields:
        value = getattr(made, field.name)
        several = hasattr(value, "extend")
        if field.message_type:
            _fill(value.add() if several else value)
        elif field.type == field.TYPE_STRING:
            value.append(TOKEN) if several else setattr(made, field.name, f"file:///x/{TOKEN}")
        else:
            value.extend([0, 0, 4]) if several else setattr(made, field.name, 1)
    return made


def test_no_text_of_an_index_enters_with_a_token(tmp_path: Path) -> None:
    """Documents, occurrences, symbols, their documentation and relations. The root of an index is
    compared with that of the tree alone, and symbols of other packages are not read."""
    file = tmp_path / "index.scip"
    file.write_bytes(_fill(message("Index")).SerializeToString())
    (document,) = read_documents(file)
    assert TOKEN in document.root
    rest = repr(replace(document, root=""))
    assert TOKEN not in rest
    (symbol,) = document.symbols
    (occurrence,) = document.occurrences
    texts = (document.path, occurrence.symbol, symbol.symbol, *symbol.documentation)
    assert all(MASK in text for text in (*texts, *symbol.implemented, *symbol.types))


def test_a_token_in_the_path_of_a_tree_is_in_no_export(tmp_path: Path) -> None:
    (tmp_path / TOKEN / "empty").mkdir(parents=True)
    made = begun(tmp_path / TOKEN, _planted(_PLAIN))
    _plant_reports(_PLAIN, made.folder)
    for name, data in _exported(made, tmp_path / "exported"):
        assert TOKEN.encode() not in data, name
    done = CliRunner().invoke(command, ["check", str(made.folder / "empty")])
    assert "contains no files" in done.stderr
    assert TOKEN not in done.output


@pytest.mark.parametrize("option", ["filedocs_trees", "filedocs_exclude", "filedocs_jobs", "conf"])
def test_no_message_repeats_a_token(project, option: str) -> None:
    """A token in an option, in the path of the project, or in a page that somebody wrote."""
    values: dict[str, object] = {
        "filedocs_trees": {"source": f"../{TOKEN}"},
        "filedocs_exclude": [f"[{TOKEN}"],
        "filedocs_jobs": TOKEN,
        "conf": {"source": {"path": "../tree", "sarif": [f"../{TOKEN}.sarif"]}},
    }
    page = f"{INDEX}\n:src:file:`{TOKEN}.py`\n\n.. src:listing:: {TOKEN}.py\n"
    made = project({"a.py": "", f"{TOKEN}.py": ""}, {"index.rst": page})
    name = "filedocs_trees" if option == "conf" else option
    try:
        output = made.build(**{name: values[option]})
    except SphinxError as error:
        said = str(error)
    else:
        said = output.warnings + output.status
        assert "WARNING" in said
    assert MASK in said
    assert TOKEN not in said


def test_the_command_repeats_no_token(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    for arguments in (
        ["export", str(tree / TOKEN), "--format", "json"],
        ["check", str(tree), "--set", f"filedocs_exclude=[{TOKEN}"],
        ["check", str(tree), "--baseline", str(tree / TOKEN)],
        [f"--{TOKEN}"],
    ):
        done = CliRunner().invoke(command, arguments)
        assert done.exit_code == 2, done
        assert TOKEN not in done.output, arguments
        assert MASK in done.output, arguments
