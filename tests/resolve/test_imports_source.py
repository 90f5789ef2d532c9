from __future__ import annotations

from tests.tables import Table

from .trees import leads

TABLE = Table(__file__)

FILES = "bin/helper.sh lib/common.sh lib/deep/only.sh one/twice.sh two/twice.sh env"


def test_script() -> None:
    TABLE.check("scripts", lambda target: " ".join(leads(FILES, "bin/run.sh", target)))


def test_own_folder_comes_before_the_root() -> None:
    assert leads("env.sh bin/env.sh", "bin/run.sh", "env.sh") == ["bin/env.sh"]
    assert leads("env.sh", "bin/run.sh", "env.sh") == ["env.sh"]


def test_scripts_of_cmake() -> None:
    files = "src/CMakeLists.txt cmake/flags.cmake"
    found = leads(
        files,
        "CMakeLists.txt",
        "src",
        "cmake/flags.cmake",
        "${ROOT}/cmake/flags.cmake",
        "none",
        ".",
    )
    assert found == ["src/CMakeLists.txt", "cmake/flags.cmake", "cmake/flags.cmake", "", ""]
