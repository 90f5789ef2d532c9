from __future__ import annotations

import pytest

from sphinx_filedocs.insight.roles import roles
from sphinx_filedocs.resolve.import_resolution import resolve
from tests.tables import Table

from .trees import leads, take, tree

TABLE = Table(__file__)

HIREDIS = """
    include/hiredis/hiredis.h include/hiredis/read.h include/hiredis/adapters/poll.h
    include/string.h src/net.h src/win32.h test/config.h deps/jemalloc/include/jemalloc/jemalloc.h
"""


def _included(path: str, target: str) -> str:
    one = take(target[1:-1], kind="include", system=target[0] == "<")
    files = " ".join(name for name in HIREDIS.split() if name != path)
    return " ".join(leads(files, path, one))


def test_hiredis() -> None:
    TABLE.check("hiredis", _included)


def built(texts: dict[str, str], files: str, path: str, target: str) -> list[str]:
    """Return where an include in angle brackets leads, in a tree with some build files."""
    one = take(target, kind="include", system=True)
    sources = {**dict.fromkeys([*files.split(), *texts], ()), path: [one]}
    imports = resolve(tree(sources), texts.get).imports
    return list(imports[path][0].resolved)


LUA = "deps/lua/src/lua.h deps/other/lua.h"


def test_folders_that_build_files_name() -> None:
    TABLE.check(
        "build files", lambda path, text: " ".join(built({path: text}, LUA, "src/a.c", "lua.h"))
    )


def test_folders_that_build_files_do_not_name() -> None:
    TABLE.check(
        "other build files",
        lambda path, text: " ".join(built({path: text}, LUA, "src/a.c", "lua.h")),
    )


def test_folders_of_the_option_come_first() -> None:
    one = take("lua.h", kind="include", system=True)
    texts = {"Makefile": "-Ideps/lua/src"}
    files = tree({**dict.fromkeys([*LUA.split(), *texts], ()), "src/a.c": [one]})
    imports = resolve(files, texts.get, include_folders=("deps/other",)).imports
    assert imports["src/a.c"][0].resolved == ("deps/other/lua.h",)


def test_without_build_files_the_only_file_of_a_name_is_meant() -> None:
    assert built({}, "deps/lua/src/lua.h", "src/a.c", "lua.h") == ["deps/lua/src/lua.h"]
    assert built({}, "deps/lua/src/poll.h", "src/a.c", "poll.h") == []
    assert built({}, "test/lua.h", "src/a.c", "lua.h") == []


def include(files: str, path: str, target: str, *, system: bool = False) -> str:
    return leads(files, path, take(target, kind="include", system=system))[0]


def test_root_of_the_tree_is_an_include_folder() -> None:
    files = "c10/core/Device.h aten/src/ATen/Tensor.h torch/csrc/utils.h other/torch/csrc/utils.h"
    assert include(files, "torch/a.cpp", "c10/core/Device.h", system=True) == "c10/core/Device.h"
    assert include(files, "torch/a.cpp", "ATen/Tensor.h") == "aten/src/ATen/Tensor.h"
    assert include(files, "torch/a.cpp", "torch/csrc/utils.h") == "torch/csrc/utils.h"


def test_headers_that_are_installed_in_a_folder_called_as_the_tree() -> None:
    files = "src/api/ring.h src/a/wire.h src/b/wire.h src/main.c"
    targets = [take(f"ring/{name}.h", kind="include", system=True) for name in ("ring", "wire")]
    sources = {**dict.fromkeys(files.split(), ()), "src/main.c": targets}
    found = resolve(tree(sources), lambda _: None, ("home", "ring")).imports["src/main.c"]
    assert [one.resolved for one in found] == [("src/api/ring.h",), ()]
    found = resolve(tree(sources), lambda _: None, ("home", "other")).imports["src/main.c"]
    assert [one.resolved for one in found] == [(), ()]


def test_nearest_of_several() -> None:
    files = "one/util/log.h two/util/log.h"
    assert include(files, "one/src/a.cpp", "util/log.h") == "one/util/log.h"
    assert include(files, "three/a.cpp", "util/log.h") == ""
    many = " ".join(f"m{at}/util/log.h" for at in range(300))
    assert include(many, "m7/a.cpp", "util/log.h") == "m7/util/log.h"
    assert include(many, "x/a.cpp", "util/log.h") == ""


def test_include_folder_of_the_own_part_comes_first() -> None:
    files = "one/include/a.h two/include/a.h include/a.h"
    assert include(files, "two/src/x.c", "a.h") == "two/include/a.h"
    assert include(files, "three/src/x.c", "a.h") == "include/a.h"


def test_a_library_in_angle_brackets_is_not_some_file_of_its_name() -> None:
    files = "src/csrc/cuda/nccl.h src/csrc/jit/cuda.h inc/a.h"
    cmake = {"CMakeLists.txt": "include_directories(inc)\n"}
    assert built(cmake, files, "src/csrc/c10d/a.cpp", "nccl.h") == []
    assert include(files, "src/csrc/cuda/a.cu", "nccl.h", system=True) == "src/csrc/cuda/nccl.h"
    assert include(files, "src/csrc/c10d/a.cpp", "nccl.h") == "src/csrc/cuda/nccl.h"


def test_standard_header_beside_the_file_only_in_quotes() -> None:
    files = "src/string.h src/sys/types.h"
    assert include(files, "src/a.c", "string.h") == "src/string.h"
    assert include(files, "src/a.c", "string.h", system=True) == ""
    assert include(files, "src/a.c", "sys/types.h", system=True) == ""


def test_names_that_are_not_unicode() -> None:
    assert include("include/\udcff.h", "a.c", "\udcff.h") == "include/\udcff.h"


def placed_tree(texts: dict[str, str], files: str, path: str, target: str) -> list[str]:
    """Return where a quoted bare name leads, in a tree whose files have their roles."""
    one = take(target, kind="include")
    sources = {**dict.fromkeys([*files.split(), *texts], ()), path: [one]}
    placed = {name: file._replace(roles=roles(file)) for name, file in tree(sources).items()}
    return list(resolve(placed, texts.get).imports[path][0].resolved)


@pytest.mark.parametrize(
    "header",
    ["fuzz/config.h", "src/fuzz/config.h", "Tests/config.h", "src/bench/config.h", "port/config.h"],
)
def test_a_generated_header_is_not_one_of_that_name_elsewhere(header: str) -> None:
    for path in ("src/a.c", "src/deep/a.c", "lib/a.c"):
        assert placed_tree({}, header, path, "config.h") == []
    # There it is the one that is meant.
    folder = header.rpartition("/")[0]
    assert placed_tree({}, header, f"{folder}/deep/a.c", "config.h") == [header]
    text = {"CMakeLists.txt": f"include_directories({folder})\n"}
    assert placed_tree(text, header, "src/a.c", "config.h") == [header]
