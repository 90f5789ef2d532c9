"""Runs the command on small trees."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("click")

from click.testing import CliRunner, Result

from sphinx_filedocs.cli.commands import command

SHOP = {
    "README.md": "# Shop\n\nSells things: see `Cart.total`.\n",
    "pyproject.toml": '[project]\nname = "corner-shop"\n',
    "shop/__init__.py": "from shop.cart import Cart\n",
    "shop/cart.py": """\
\"\"\"What a customer is about to buy.\"\"\"

from shop.money import euro


class Cart:
    def total(self):
        return euro(sum(self.prices))
""",
    "shop/money.py": "def euro(cents):\n    return f'{cents / 100} EUR'\n",
}


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Write files below a folder, and return that."""
    for path, text in files.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def read_schema(name: str) -> dict[str, Any]:
    """Return a JSON schema of the package, such as ``exports/tree-1``."""
    text = (files("sphinx_filedocs.plugins") / f"{name}.json").read_text()
    found: dict[str, Any] = json.loads(text)
    return found


def closed(schema: object) -> object:
    """Return a schema that allows nothing but what it names: what is written now has no more."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    more = {"additionalProperties": False} if schema.get("type") == "object" else {}
    return {name: closed(one) for name, one in schema.items()} | more


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A small tree."""
    return write(tmp_path / "tree", SHOP)


@pytest.fixture
def call(tmp_path: Path) -> Callable[..., Result]:
    """Call the command with a cache of its own."""

    def called(name: str, *arguments: object, answers: str = "") -> Result:
        cache = [] if name == "init" else ["--cache", str(tmp_path / "cache")]
        words = [name, *map(str, arguments), *cache]
        return CliRunner().invoke(command, words, input=answers, prog_name="sphinx-filedocs")

    return called
