"""CODEOWNERS, after the examples of GitHub's and GitLab's documentation."""

from __future__ import annotations

import pytest

from sphinx_filedocs.source.owners import Owners, load
from tests.tables import Table

TABLE = Table(__file__)

_RULES = """
# A comment, then the default.
*       @everyone @org/all
*.js    @js-owner # inline comment with @nobody
*.go docs@example.com
/build/logs/ @logs
docs/*  @direct
apps/ @apps
/only/ @only
/only/free
**/secrets @guard
/with\\ blank/ @blank
/a/**/z.c @@maintainer @x/y/z not-an-owner
!negated @nobody
/[bad @nobody
/r[ab]nge @nobody
"""


def test_last_match_wins() -> None:
    TABLE.check("owners", lambda path: " ".join(Owners(_RULES).of(path)))


def test_gitlab_sections() -> None:
    rules = Owners(
        "* @all\n[Docs] @writers\n*.md\n*.rst @rst\n^[Optional section][2]\n*.c @c\n*.h\n"
    )
    assert [rules.of(f"a.{end}") for end in ("py", "md", "rst", "c", "h")] == [
        ("@all",),
        ("@writers",),
        ("@rst",),
        ("@c",),
        (),
    ]


def test_place_in_githubs_order() -> None:
    texts = {
        "docs/CODEOWNERS": "* @docs",
        "CODEOWNERS": "* @top",
        ".github/CODEOWNERS": "* @github",
        ".gitlab/CODEOWNERS": "* @gitlab",
    }

    def owner(*places: str) -> tuple[str, ...]:
        rules = load([*places, "a"], texts.get)
        return rules.of("a") if rules else ()

    assert owner(*texts) == ("@github",)
    assert owner("docs/CODEOWNERS", "CODEOWNERS") == ("@top",)
    assert owner(".gitlab/CODEOWNERS") == ("@gitlab",)
    assert load(["sub/CODEOWNERS"], texts.get) is None
    assert load(["CODEOWNERS"], lambda path: None) is None


@pytest.mark.hostile
def test_hostile_file() -> None:
    many = " ".join(f"@user{number}" for number in range(1000))
    rules = Owners(f"* {many} @{'x' * 1000}\n" + "*a" * 30 + "b @slow\n")
    assert len(rules.of("a" * 200)) == 50
    assert Owners("\udcff @x\n[\n\\\n").of("a") == ()
