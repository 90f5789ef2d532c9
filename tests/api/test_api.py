"""The public interface: its examples are true, and it has no holes."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

from sphinx_filedocs import api
from sphinx_filedocs.api import tree
from tests.samples import trees

SHOP = trees(Path(__file__).with_name("api_trees.txt"))["SHOP"]


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    for path, text in SHOP.items():
        file = tmp_path / "project" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "project"


def test_examples_print_what_they_say(shop: Path) -> None:
    found = [doctest.testmod(one, extraglobs={"shop": shop}) for one in (api, tree)]
    assert sum(one.attempted for one in found) > 10
    assert sum(one.failed for one in found) == 0


def test_all_that_is_public_is_documented_and_typed() -> None:
    for name in api.__all__:
        public = getattr(api, name)
        if not inspect.isclass(public) or not public.__module__.startswith(f"{api.__name__}."):
            continue
        assert public.__doc__, name
        for method, value in inspect.getmembers(public, inspect.isfunction):
            if method.startswith("_") or method not in vars(public):
                continue
            assert value.__doc__, f"{name}.{method}"
            assert "return" in inspect.get_annotations(value), f"{name}.{method}"


def test_what_it_returns_is_public_too() -> None:
    for method, value in inspect.getmembers(api.Tree, inspect.isfunction):
        if method.startswith("_"):
            continue
        for part in str(value.__annotations__.get("return", "")).replace("[", " ").split():
            word = part.strip("],|.")
            local = getattr(api, word, None)
            if inspect.isclass(local) and local.__module__.startswith("sphinx_filedocs"):
                assert word in api.__all__, f"{method} returns {word}"


def test_a_wrong_option_is_one_clear_error(shop: Path) -> None:
    with pytest.raises(api.OptionsError, match="unknown language 'Klingon'"):
        api.Tree.open(shop, api.Options(languages_of=(("*.x", "Klingon"),)))
    with pytest.raises(api.TreeError):
        api.Tree.open(shop / "nothing")


def test_a_second_time_only_what_has_changed_is_read(shop: Path, tmp_path: Path) -> None:
    options = api.Options(cache=tmp_path / "cache")
    with api.Tree.open(shop, options) as tree:
        assert len(tree.find("euro")) == 1
    (shop / "shop/money.py").write_text("def dollar(cents):\n    return cents\n")
    with api.Tree.open(shop, options) as tree:
        assert tree.find("euro") == ()
        assert len(tree.find("dollar")) == 1


def test_the_words_of_a_definition_stand_behind_its_name(tmp_path: Path) -> None:
    java = "/** The main class of rings. */\npublic class Ring {}\n"
    (tmp_path / "Ring.java").write_text(java)
    assert api.Tree.open(tmp_path).description("Ring.java") == "Ring: The main class of rings."
