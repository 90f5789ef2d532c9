from __future__ import annotations

import pytest

from .trees import leads

FILES = "bin/helper.sh lib/common.sh lib/deep/only.sh one/twice.sh two/twice.sh env"


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("./helper.sh", "bin/helper.sh"),
        ("helper.sh", "bin/helper.sh"),
        ("lib/common.sh", "lib/common.sh"),
        ("../lib/common.sh", "lib/common.sh"),
        ("'../lib/common.sh'", "lib/common.sh"),
        ('$(dirname "$0")/helper.sh', "bin/helper.sh"),
        ('"$(dirname "$0")"/helper.sh', "bin/helper.sh"),
        ('"$(dirname -- "${BASH_SOURCE[0]}")/../lib/common.sh"', "lib/common.sh"),
        ("`dirname $0`/helper.sh", "bin/helper.sh"),
        ("${BASH_SOURCE%/*}/helper.sh", "bin/helper.sh"),
        ("${0%/*}/helper.sh", "bin/helper.sh"),
        ('$(cd "$(dirname "$0")" && pwd)/helper.sh', "bin/helper.sh"),
        ('$(cd "$(dirname "$0")/.." && pwd)/lib/common.sh', "lib/common.sh"),
        ('$(dirname "$(dirname "$0")")/lib/common.sh', "lib/common.sh"),
        ('$(dirname "$0")/common.sh', ""),
        ("$DIR/deep/only.sh", "lib/deep/only.sh"),
        ("${DIR}/only.sh", "lib/deep/only.sh"),
        ('"$ROOT/../lib/common.sh"', "lib/common.sh"),
        ("$(git rev-parse --show-toplevel)/lib/common.sh", "lib/common.sh"),
        ("$DIR/twice.sh", ""),
        ("$DIR/$NAME.sh", ""),
        ("$DIR/${NAME}only.sh", ""),
        ("$DIR", ""),
        ("${DIR}only.sh", ""),
        ("lib/$NAME", ""),
        ("/etc/profile", ""),
        ("/env", ""),
        ("~/env", ""),
        ("", ""),
        ("/dev/stdin", ""),
        ("$(((((((", ""),
    ],
)
def test_script(target: str, expected: str) -> None:
    assert leads(FILES, "bin/run.sh", target) == [expected]


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
