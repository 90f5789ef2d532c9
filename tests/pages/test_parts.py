"""The parts of a folder, and which of them use which."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_filedocs.pages.folder_parts import Parts, PartsOfFolders
from sphinx_filedocs.pages.part_sections import edge_place
from sphinx_filedocs.pages.use_rows import less_telling

from .sites import Made

LOW = "def low():\n    return 1\n\n\ndef base():\n    return 2\n"
MID = "from app.low.low import low, base\n\n\ndef mid():\n    return low() + base()\n"
TOP = "from app.mid.mid import mid\nfrom app.low.low import low\n\n\ndef top():\n    mid(low())\n"
MAIN = "from app.low.low import base\n\n\ndef main():\n    base()\n"
TEST = "from app.low.low import low\n\n\ndef test_low():\n    assert low() == 1\n"
TREE = {
    "app/low/low.py": LOW,
    "app/mid/mid.py": MID,
    "app/top/top.py": TOP,
    "app/main.py": MAIN,
    "tests/test_low.py": TEST,
    "README.md": "# Read\n",
}


def parts_of(tree: Mapping[str, str], folder: Path) -> PartsOfFolders:
    codebase = Made(tree, folder).codebase
    aside = less_telling(codebase.light.values())
    users = {
        path: {user: names for user, names in using.items() if user not in aside}
        for path, using in codebase.graph.users.items()
        if path not in aside
    }
    return PartsOfFolders(codebase, users)


def edges(parts: Parts) -> dict[tuple[str, str], int]:
    names = [part.path or "files" for part in parts.parts]
    return {(names[one.source], names[one.target]): one.uses for one in parts.edges}


def test_folders_are_parts_and_uses_are_counted_by_name(tmp_path: Path) -> None:
    parts = parts_of(TREE, tmp_path).of("app")
    assert parts is not None
    # Who uses others goes before them.
    assert all(edge.source < edge.target for edge in parts.edges)
    assert {part.path or "files" for part in parts.parts} == {
        "files", "app/top", "app/mid", "app/low",
    }  # fmt: skip
    assert edges(parts) == {
        ("app/mid", "app/low"): 2,
        ("app/top", "app/mid"): 1,
        ("app/top", "app/low"): 1,
        ("files", "app/low"): 1,
    }
    pair = parts.edges[0].pairs[0]
    assert pair[:3] == ("app/mid/mid.py", "app/low/low.py", ("base", "low"))


def test_the_whole_is_shown_by_the_folder_with_most_of_the_code(tmp_path: Path) -> None:
    parts = parts_of(TREE, tmp_path)
    assert parts.main_folders == ["app", ""]
    main = parts.main()
    assert main is not None
    assert main.folder == "app"
    # What holds one folder, or nothing that uses anything, has no parts.
    assert parts.of("") is None
    assert parts.of("app/low") is None


def test_the_modules_of_a_folder_are_a_part_however_many_they_are(tmp_path: Path) -> None:
    tree = dict(TREE)
    for number in range(50):
        tree[f"app/m_{number}.py"] = MAIN
    parts = parts_of(tree, tmp_path).of("app")
    assert parts is not None
    assert {part.path: part.modules for part in parts.parts} == {
        "": 51, "app/top": 1, "app/mid": 1, "app/low": 1,
    }  # fmt: skip


def test_the_key_tells_whether_parts_may_be_others(tmp_path: Path) -> None:
    before = parts_of(TREE, tmp_path / "one")
    same = TREE | {"app/low/low.py": LOW.replace("return 1", "return 7")}
    more = TREE | {"app/low/low.py": f"from app.mid.mid import mid\n{LOW}\nmid()\n"}
    assert parts_of(same, tmp_path / "two").key("app") == before.key("app")
    assert parts_of(more, tmp_path / "three").key("app") != before.key("app")


def test_every_use_of_a_part_leads_to_where_it_is_shown(tmp_path: Path) -> None:
    # The module of include/env.h is in util/, too, from where its lines use port/.
    tree = {
        "include/env.h": "int env_open(void);\n",
        "util/env.c": (
            '#include "../include/env.h"\n#include "../port/port.h"\n'
            "int env_open(void) { return port_open(); }\n"
        ),
        "port/port.h": "int port_open(void);\n",
        "port/port.c": '#include "port.h"\nint port_open(void) { return 0; }\n',
        "db/db.c": (
            '#include "../include/env.h"\n#include "../port/port.h"\n'
            "int db(void) { return env_open() + port_open(); }\n"
        ),
        "db/more.c": '#include "../include/env.h"\nint more(void) { return env_open(); }\n',
    }
    made = Made(tree, tmp_path)
    view = made.site.folder_views.view("")
    assert view.parts
    places = {edge: edge_place(view, view.parts, edge) for edge in view.parts.edges}
    assert any(anchor.startswith("use-") for _, anchor in places.values())
    for docname, anchor in places.values():
        assert f'id="{anchor}"' in made.shown(docname)
