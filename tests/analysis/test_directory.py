"""A directory leads to the same definitions as a look at all files."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.index.links import visibility
from sphinx_filedocs.index.links.directory import make_directories
from sphinx_filedocs.index.links.faces import Face, Row
from sphinx_filedocs.index.links.visibility import MANY, Visibility

NAMES = ("run", "size", "Part", "make")


def row(owner: str, name: str, place: str, home: str | None = None) -> tuple[str, Row]:
    qualified = f"{owner}.{name}" if owner else name
    home = owner if home is None else home
    return owner, (1, "function", qualified, "", 1, -1, home, place, True, True, 0, 0)


def face(*rows: tuple[str, Row], language: str = "python") -> Face:
    return Face(language, "", rows, {}, {}, {})


ROWS = st.builds(
    row,
    st.sampled_from(("", "Part", "Part.Inner")),
    st.sampled_from(NAMES),
    st.sampled_from(("top", "member", "inner")),
    st.sampled_from((None, "Elsewhere")),
)
FACES = st.lists(ROWS, max_size=6).map(lambda rows: face(*rows))
TREES = st.dictionaries(st.sampled_from([f"{at}.py" for at in range(6)]), FACES, min_size=1).map(
    lambda faces: dict(sorted(faces.items()))
)


def answers(sight: Visibility, order: list[str]) -> list[object]:
    return [
        *(sight.named("python", name, place) for name in order for place in ("top", "member")),
        *(
            sight.qualified("python", f"{owner}{name}")
            for name in order
            for owner in ("", "Part.", "Part.Inner.")
        ),
    ]


@given(faces=TREES, order=st.permutations([*NAMES, "nothing"]))
def test_all_definitions_of_a_name_are_found(faces: Mapping[str, Face], order: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(visibility, "MANY", 3)
        whole = answers(Visibility(faces, {}), order)
        assert answers(Visibility(faces, {}, make_directories(faces)), order) == whole


def test_only_files_that_define_what_is_asked_for_are_looked_at() -> None:
    faces = {"a.py": face(row("", "run", "top")), "b.py": face(row("", "size", "top"))}
    looked = []

    class Watched(dict[str, Face]):
        def __getitem__(self, path: str) -> Face:
            looked.append(path)
            return super().__getitem__(path)

    sight = Visibility(Watched(faces), {}, make_directories(faces))
    assert [one.path for one in sight.named("python", "run", "top")] == ["a.py"]
    assert [one.path for one in sight.qualified("python", "run")] == ["a.py"]
    assert looked == ["a.py"]


def test_of_too_many_definitions_none_is_meant() -> None:
    faces = {f"{at:04}.py": face(row("", "run", "top")) for at in range(MANY + 1)}
    sight = Visibility(faces, {}, make_directories(faces))
    assert sight.named("python", "run", "top") == []
    del faces["0000.py"]
    assert len(Visibility(faces, {}, make_directories(faces)).named("python", "run", "top")) == MANY


@given(faces=TREES, new=FACES, data=st.data())
def test_it_follows_a_file_that_defines_something_else(faces, new, data) -> None:
    path = data.draw(st.sampled_from(sorted(faces)))
    before = make_directories(faces)["python"]
    assert (
        before.replaced(path, faces[path], new) == make_directories({**faces, path: new})["python"]
    )


def test_languages_whose_files_include_each_other_have_none() -> None:
    faces = {"a.c": face(row("", "run", "top"), language="c"), "b.py": face()}
    assert make_directories(faces).keys() == {"python"}
