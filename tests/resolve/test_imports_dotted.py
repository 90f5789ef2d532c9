from __future__ import annotations

import pytest

from .trees import leads, take

FLASK = """
    src/flask/__init__.py src/flask/app.py src/flask/logging.py src/flask/typing.py
    src/flask/json/__init__.py src/flask/json/tag.py src/flask/sansio/app.py
    tests/conftest.py tests/test_apps/helpers.py pyproject.toml
"""


def test_relative() -> None:
    assert leads(
        FLASK,
        "src/flask/json/provider.py",
        take(".", "tag"),
        take(".tag", "TaggedJSONSerializer"),
        take("..app", "Flask"),
        take("..", "app", "nothing"),
        take("...", "flask"),
        take("..sansio.app", "App"),
        take("....", "x"),
    ) == [
        "src/flask/json/__init__.py src/flask/json/tag.py",
        "src/flask/json/tag.py",
        "src/flask/app.py",
        "src/flask/__init__.py src/flask/app.py",
        "src/flask/__init__.py",
        "src/flask/sansio/app.py",
        "",
    ]


def test_absolute_from_another_source_folder() -> None:
    assert leads(
        FLASK,
        "tests/test_basic.py",
        "flask",
        take("flask", "Flask"),
        take("flask", "json", "Flask"),
        take("flask.json.tag", "*"),
        take("flask.sansio", "app"),
        "flask.missing",
        "werkzeug.app",
    ) == [
        "src/flask/__init__.py",
        "src/flask/__init__.py",
        "src/flask/__init__.py src/flask/json/__init__.py",
        "src/flask/json/tag.py",
        "src/flask/sansio/app.py",
        "",
        "",
    ]


def test_standard_library_is_not_a_file_somewhere_in_the_tree() -> None:
    assert leads(FLASK, "src/flask/helpers.py", "logging", "typing", take("json", "tag")) == [
        "",
        "",
        "",
    ]
    assert leads("tools/queue.py lib/json/__init__.py", "tools/run.py", "queue", "json") == ["", ""]
    assert leads("queue.py", "run.py", "queue") == ["queue.py"]
    # Gone from the newest Pythons, and still not the tree's.
    assert leads("lib/distutils/__init__.py", "setup.py", "distutils") == [""]


def test_file_does_not_import_itself() -> None:
    assert leads(
        "pkg/__init__.py", "pkg/mod.py", "pkg.mod", take(".mod", "x"), take(".", "mod")
    ) == [
        "",
        "",
        "pkg/__init__.py",
    ]


def test_stub_beside_module() -> None:
    assert leads("a/__init__.py a/__init__.pyi a/b.py a/b.pyi", "run.py", take("a", "b")) == [
        "a/__init__.py a/__init__.pyi a/b.py a/b.pyi"
    ]
    assert leads("a/__init__.py a/_C.pyi", "a/b.py", "a._C") == ["a/_C.pyi"]


def test_package_hides_module_and_module_has_no_submodules() -> None:
    assert leads("a/__init__.py a.py", "run.py", "a") == ["a/__init__.py"]
    assert leads("a.py a/b.py", "run.py", take("a", "b")) == ["a.py"]


def test_namespace_packages_in_several_folders() -> None:
    files = "one/setup.py one/src/space/a/__init__.py two/setup.py two/src/space/b/__init__.py"
    found = leads(files, "one/tests/test_a.py", "space.a", "space.b", take("space", "a", "b"))
    assert found[:2] == ["one/src/space/a/__init__.py", "two/src/space/b/__init__.py"]


def test_script_finds_modules_beside_it_and_others_do_not() -> None:
    files = "scripts/common.py pkg/__init__.py pkg/common.py pkg/sub/__init__.py"
    assert leads(files, "scripts/run.py", "common") == ["scripts/common.py"]
    assert leads(files, "pkg/run.py", "common") == [""]
    assert leads(files, "other/run.py", "common") == [""]


def test_folder_of_conftest_is_on_the_path_below_it() -> None:
    files = "tests/conftest.py tests/support.py"
    assert leads(files, "tests/unit/test_a.py", "support") == ["tests/support.py"]
    assert leads(files, "src/a.py", "support") == [""]


def test_same_name_in_several_source_folders() -> None:
    files = "a/src/app/__init__.py a/setup.py b/src/app/__init__.py b/setup.py"
    assert leads(files, "a/tools/run.py", "app") == ["a/src/app/__init__.py"]
    assert leads(files, "c/run.py", "app") == [""]


def test_packages_inside_tests_are_not_those_of_other_folders() -> None:
    files = "tests/fixtures/yaml/__init__.py"
    assert leads(files, "src/a.py", "yaml") == [""]
    assert leads(files, "tests/fixtures/test_a.py", "yaml") == ["tests/fixtures/yaml/__init__.py"]


def test_packages_below_a_package_are_not_top_level() -> None:
    assert leads("pkg/__init__.py pkg/contrib/yaml/__init__.py", "pkg/a.py", "yaml") == [""]


@pytest.mark.parametrize(
    ("project", "folder"),
    [
        ('[tool.setuptools.packages.find]\nwhere = ["code"]', "code"),
        ('[tool.setuptools]\npackage-dir = {"" = "code"}', "code"),
        ('[tool.poetry]\npackages = [{include = "space", from = "code"}]', "code"),
        ('[tool.pytest.ini_options]\npythonpath = "code"', "code"),
        ("this is [not TOML", "src"),
    ],
)
def test_source_folder_of_the_project_file(project: str, folder: str) -> None:
    texts = {"part/pyproject.toml": project}
    files = f"part/{folder}/space/mod.py"
    assert leads(files, "part/tests/test_a.py", "space.mod", texts=texts) == [files]


def test_root_folder_that_is_a_package() -> None:
    files = "__init__.py app.py json/__init__.py"
    found = leads(files, "json/x.py", "flask.app", take("flask", "app"), "app", root="/x/flask")
    assert found == ["app.py", "__init__.py app.py", ""]
    assert leads(files, "json/x.py", "flask.app", root="/x/other") == [""]


def test_root_folder_deep_inside_a_package() -> None:
    found = leads(
        "__init__.py rpc/__init__.py rpc/api.py",
        "fsdp/x.py",
        "torch.distributed.rpc.api",
        take("torch", "distributed", "nn"),
        take("torch.distributed", "rpc"),
        "torch.nn",
        # The other package of this name is not the tree.
        "distributed",
        take("...distributed.rpc", "api"),
        take("...", "distributed"),
        take("...nn", "Module"),
        root="/lib/torch/distributed",
    )
    assert found == [
        "rpc/api.py",
        "__init__.py",
        "__init__.py rpc/__init__.py",
        "",
        "",
        "rpc/__init__.py rpc/api.py",
        "__init__.py",
        "",
    ]


def test_root_folder_named_like_a_library_is_no_package() -> None:
    assert leads("adapters.py", "run.py", "requests.adapters", root="/x/requests") == [""]


def test_white_space_around_dots() -> None:
    assert leads("a/__init__.py a/b.py", "run.py", "a . b") == ["a/b.py"]


@pytest.mark.parametrize("target", ["", ".", "...", "a..b", "a.", "-", "\udcff.x", "a/b", "/"])
def test_odd_targets_lead_nowhere(target: str) -> None:
    assert leads("x.py", "deep/run.py", target) == [""]


def test_names_that_are_not_unicode() -> None:
    assert leads("\udcff/__init__.py", "run.py", "\udcff") == ["\udcff/__init__.py"]
