"""Which folders hold somebody else's code."""

from __future__ import annotations

import pytest

from sphinx_filedocs.insight.folder_roles import role_below, vendored_folders


@pytest.mark.parametrize(
    ("paths", "vendored"),
    [
        ("deps/lua/README deps/lua/src/lua.c src/a.c", ["deps/lua/README", "deps/lua/src/lua.c"]),
        ("src/third_party/zlib/LICENSE src/third_party/zlib/a/b.c",
         ["src/third_party/zlib/LICENSE", "src/third_party/zlib/a/b.c"]),
        ("3rdParty/x/README Third-Party/y/LICENSE", ["3rdParty/x/README", "Third-Party/y/LICENSE"]),
        ("extern/x/CMakeLists.txt extern/x/x.c", ["extern/x/CMakeLists.txt", "extern/x/x.c"]),
        ("deps/x/x.gyp deps/x/x-1.0/x.c", ["deps/x/x.gyp", "deps/x/x-1.0/x.c"]),
        # Nothing says that these are a project of their own.
        ("deps/a.c deps/Makefile deps/own/a.c", []),
        ("lib/x/LICENSE lib/x/a.c", []),
        ("deps/x/readme_parser.c deps/x/make.c", []),
    ],
)  # fmt: skip
def test_a_project_of_its_own_below_a_folder_of_dependencies_is_somebody_elses(paths, vendored):
    every = paths.split()
    folders = vendored_folders(every)
    assert [path for path in every if role_below(folders, path)] == vendored


def test_the_reason_names_what_was_found():
    role = role_below(vendored_folders(["deps/lua/COPYRIGHT", "deps/lua/a.c"]), "deps/lua/a.c")
    assert role
    assert role.reason == "its project has its own COPYRIGHT, below a folder named deps"
