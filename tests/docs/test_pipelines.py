"""Files for the services that build and publish are as these want them: those of the documentation,
and our own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

checker = pytest.importorskip("check_jsonschema.cli")

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "how-to" / "ci.md"
GITHUB = ROOT / ".github"
#: The schema of a file by its path; the package has them, so that nothing is loaded.
SCHEMAS = {
    ".github/workflows/": "vendor.github-workflows",
    ".github/actions/": "vendor.github-actions",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    ".github/ISSUE_TEMPLATE/": "vendor.github-issue-forms",
    ".gitlab-ci.yml": "vendor.gitlab-ci",
    ".readthedocs.yaml": "vendor.readthedocs",
}
#: A file in the documentation: its first line names it.
FILES = re.compile(r"```yaml\n(# (?P<path>\.\S+)\n.*?)```", re.DOTALL)
SHOWN = {found["path"]: found[1] for found in FILES.finditer(PAGE.read_text(encoding="utf-8"))}
OWN = sorted(path.relative_to(ROOT).as_posix() for path in GITHUB.rglob("*.yml"))


def problems(path: str, text: str, folder: Path) -> str:
    """Return what does not fit the schema of a file."""
    schema = next(name for beginning, name in SCHEMAS.items() if path.startswith(beginning))
    file = folder / Path(path).name
    file.write_text(text, encoding="utf-8")
    more = ["--data-transform", "gitlab-ci"] if "gitlab" in schema else []
    done = CliRunner().invoke(checker.main, ["--builtin-schema", schema, *more, str(file)])
    return "" if done.exit_code == 0 else f"{done.output}{done.exception!r}"


def test_the_documentation_has_a_file_for_each_service() -> None:
    named = {
        schema for path in SHOWN for start, schema in SCHEMAS.items() if path.startswith(start)
    }
    assert named >= {"vendor.github-workflows", "vendor.gitlab-ci", "vendor.readthedocs"}


@pytest.mark.parametrize("path", SHOWN)
def test_a_file_of_the_documentation_fits_its_schema(path, tmp_path) -> None:
    assert problems(path, SHOWN[path], tmp_path) == ""


@pytest.mark.parametrize("path", OWN)
def test_an_own_file_fits_its_schema(path, tmp_path) -> None:
    assert problems(path, (ROOT / path).read_text(encoding="utf-8"), tmp_path) == ""


def test_what_does_not_fit_is_found(tmp_path) -> None:
    text = SHOWN[".readthedocs.yaml"].replace("version: 2", "version: 3")
    assert "version" in problems(".readthedocs.yaml", text, tmp_path)
