"""Imports of languages that describe things: workflows, modules of Terraform, libraries of Dart."""

from __future__ import annotations

import pytest

from tests.tables import Table

from .trees import leads, take

TABLE = Table(__file__)

WORKFLOWS = (
    ".github/workflows/a.yml .github/workflows/b.yml .github/actions/setup/action.yml "
    "tools/act/action.yaml"
)


def test_workflows_and_actions() -> None:
    TABLE.check(
        "workflows",
        lambda target: " ".join(
            leads(WORKFLOWS, ".github/workflows/a.yml", take(target, kind="use"))
        ),
    )


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("./modules/net", "modules/net/a.tf modules/net/b.tf"),
        ("../x", ""),
        ("terraform-aws-modules/vpc/aws", ""),
    ],
)
def test_modules_of_terraform(target: str, expected: str) -> None:
    files = "main.tf modules/net/a.tf modules/net/b.tf modules/net/README.md"
    assert leads(files, "main.tf", take(target, kind="use")) == [expected]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("'../lib/src/b.dart'", "lib/src/b.dart"),
        ("'package:shop/a.dart'", "lib/a.dart"),
        ("'package:other/a.dart'", ""),
        ("'dart:io'", ""),
    ],
)
def test_libraries_of_dart(target: str, expected: str) -> None:
    texts = {"pubspec.yaml": "name: shop\n"}
    files = "pubspec.yaml lib/a.dart lib/src/b.dart"
    assert leads(files, "bin/main.dart", take(target), texts=texts) == [expected]
