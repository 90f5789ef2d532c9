"""The layout of a map: areas as large as the files in them, folder by folder."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.pages.code_map import (
    HEIGHT,
    WIDTH,
    Leaf,
    Rectangle,
    Vendored,
    squarified,
    treemap,
)
from sphinx_filedocs.pages.pictures import fitted, shared_beginning, width

PATHS = st.lists(st.sampled_from(["a", "b", "lib", "x.c"]), min_size=1, max_size=4).map("/".join)
#: No path is a folder of another one, as in any tree.
FILES = st.dictionaries(PATHS.map("{}.py".format), st.integers(1, 5_000), min_size=1, max_size=60)
ROOM = Rectangle(0, 0, WIDTH, HEIGHT)


def leaf(path: str, lines: int, colour: int = 0, step: int = 0) -> Leaf:
    return Leaf(path, lines, "C", colour, step)


def overlap(one: Rectangle, other: Rectangle) -> float:
    width = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    height = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return max(0.0, width) * max(0.0, height)


def within(area: Rectangle, outer: Rectangle) -> bool:
    slack = 1e-6
    return (
        area.x >= outer.x - slack
        and area.y >= outer.y - slack
        and area.x + area.width <= outer.x + outer.width + slack
        and area.y + area.height <= outer.y + outer.height + slack
    )


@given(st.lists(st.integers(1, 10_000), min_size=1, max_size=40))
def test_each_item_has_its_share_of_the_room_and_no_other_s(sizes: list[int]) -> None:
    sizes.sort(reverse=True)
    placed = [place for _, place in squarified(sizes, float, ROOM)]
    total = sum(sizes)
    for size, area in zip(sizes, placed, strict=True):
        assert abs(area.width * area.height - WIDTH * HEIGHT * size / total) < 0.01
        assert within(area, ROOM)
    assert all(overlap(one, other) < 1e-3 for one, other in combinations(placed, 2))


@given(FILES, st.booleans())
def test_every_file_is_in_one_cell(files: dict[str, int], vendored: bool) -> None:
    others = [Vendored("third/party", 3, 500)] if vendored else []
    made = treemap([leaf(path, lines) for path, lines in files.items()], others)
    assert sum(cell.files for cell in made.cells) == len(files)
    assert sum(cell.lines for cell in made.cells) == sum(files.values())
    areas = [row.area for row in (*made.cells, *made.heads, *made.vendored)]
    assert all(within(area, ROOM) for area in areas)
    assert all(overlap(one, other) < 1e-3 for one, other in combinations(areas, 2))
    # The order in which files are given says nothing.
    assert made == treemap([leaf(*row) for row in reversed(files.items())], others)


def test_small_files_are_one_cell_that_looks_like_most_of_them() -> None:
    small = [leaf(f"lib/{number}.c", 10, colour=1, step=1) for number in range(40)]
    made = treemap(
        [leaf("lib/large.c", 90_000, step=4), leaf("lib/tiny.c", 11, step=4), *small], ()
    )
    (joined,) = (cell for cell in made.cells if cell.kind == "joined")
    assert (joined.files, joined.path, joined.colour, joined.step) == (41, "lib", 1, 1)


def test_a_folder_of_many_small_files_is_one_cell_and_a_chain_of_folders_one_head() -> None:
    many = [leaf(f"src/commands/{number}.json", 40) for number in range(600)]
    deep = [leaf(f"java/org/example/{name}.java", 30_000) for name in "abc"]
    made = treemap([*many, *deep], ())
    (folder,) = (cell for cell in made.cells if cell.kind == "folder")
    assert (folder.path, folder.files) == ("src/commands", 600)
    assert [(head.name, head.path) for head in made.heads] == [
        ("java/org/example", "java/org/example")
    ]


def test_a_folder_is_open_however_many_small_files_lie_deep_in_it() -> None:
    """The main folder of a project also has the files that a program made."""
    many = [leaf(f"app/panel/bundle/{number}.txt", 2) for number in range(2_000)]
    own = [leaf(f"app/{name}/{part}.py", 800) for name in ("api", "net") for part in "abcdefgh"]
    made = treemap([*many, *own, leaf("tests/a.py", 9_000)], ())
    assert {head.path for head in made.heads} == {"app", "app/api", "app/net", "tests"}
    (folder,) = (cell for cell in made.cells if cell.kind == "folder" and cell.files > 1)
    assert (folder.path, folder.files) == ("app/panel/bundle", 2_000)


def test_the_map_of_a_folder_names_what_is_in_it() -> None:
    files = [leaf(f"src/{folder}/{name}.c", 900) for folder in ("net", "db") for name in "abcd"]
    made = treemap(files, (), "src")
    assert sorted(head.name for head in made.heads) == ["db", "net"]


def test_what_is_vendored_stands_beside_it_the_smallest_together() -> None:
    others = [Vendored(f"deps/lib{number}", 2, 1_000 - number) for number in range(12)]
    made = treemap([leaf("a.c", 100)], others)
    assert [cell.path for cell in made.vendored][:2] == ["deps/lib0", "deps/lib1"]
    assert (made.vendored[-1].path, made.vendored[-1].files) == ("", 10)
    assert max(cell.area.x + cell.area.width for cell in made.cells) < made.vendored[0].area.x


def test_a_label_is_whole_or_the_stem_or_cut_or_nothing() -> None:
    assert fitted("networking.c", width("networking.c")) == "networking.c"
    assert fitted("networking.c", width("networking.c") - 1) == "networking"
    assert fitted("networking.c", width("networking") - 1) == "networki…"
    assert fitted("networking.c", width("netw")) == ""


def test_a_label_leaves_out_what_its_neighbours_begin_with_too() -> None:
    names = ["web_http_proxy.c", "web_http_cache.c", "web_mail.c", "web_http_a.c"]
    assert shared_beginning(names) == "web_http_"
    assert shared_beginning(names[:2]) == ""
    assert fitted(names[0], width(names[0]), "web_http_") == names[0]
    assert fitted(names[0], width("…proxy"), "web_http_") == "…proxy"
    # The letters of some scripts are wide.
    assert width("架构") > width("ab")
