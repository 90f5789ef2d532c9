"""Rules whose queries do not fit a grammar, and the marks by which an upgrade is noticed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pytest

from sphinx_filedocs.index import analyser
from sphinx_filedocs.languages import grammar, load, permanent_query
from sphinx_filedocs.parse import facts
from sphinx_filedocs.plugins.findings import rules

EVAL = "def run(text):\n    eval(text)\n"


@pytest.fixture
def misfit(monkeypatch: pytest.MonkeyPatch) -> str:
    """Have the rule that finds ``eval`` ask for a node that there is not, and return its name."""
    rule = next(one for one in rules.load() if "eval" in one.literals and "python" in one.languages)
    bad = replace(rule, query=f"{rule.query}\n(renamed_node) @finding")
    loaded = tuple(bad if one is rule else one for one in rules.load())
    monkeypatch.setattr(
        rules,
        "of_language",
        lambda language: tuple(
            one for one in loaded if not one.languages or language in one.languages
        ),
    )
    rules._queries.cache_clear()
    yield rule.id
    rules._queries.cache_clear()


@pytest.mark.parametrize("sparing", [True, False])
def test_a_rule_that_does_not_fit_costs_what_it_would_find(misfit: str, sparing: bool) -> None:
    found = facts.extract(EVAL + "try:\n    run()\nexcept:\n    pass\n", "python", sparing).facts
    [sentence] = found.misfits
    assert sentence.startswith(
        f"the rule {misfit} does not work for Python: it does not fit tree-sitter-python "
    )
    assert "Invalid node type" in sentence
    assert [one.name for one in found.symbols] == ["run"]
    assert misfit not in {one.rule for one in found.findings}


@pytest.mark.parametrize("sparing", [True, False])
def test_a_text_that_it_could_not_meet_misses_nothing(misfit: str, sparing: bool) -> None:
    assert facts.extract("def run():\n    pass\n", "python", sparing).facts.misfits == ()


def test_a_grammar_of_the_same_version_and_another_size_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Installed:
        version = "1.0"

        def locate_file(self, path: str) -> Path:
            return tmp_path / path

    monkeypatch.setattr(
        analyser,
        "distributions",
        lambda name: [Installed()] if name == "tree-sitter-python" else [],
    )
    folder = tmp_path / "tree_sitter_python"
    seen = []
    for content in (None, b"", b"machine code"):
        if content is not None:
            folder.mkdir(exist_ok=True)
            (folder / "_binding.so").write_bytes(content)
        seen.append(analyser.analyser_version.__wrapped__())
    assert len(set(seen)) == 3


def test_an_interrupted_query_is_no_misfit(monkeypatch) -> None:
    """The binding compiles a predicate's expression, and hides what comes between."""

    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    tongue = grammar(load()["python"])
    assert tongue is not None
    monkeypatch.setattr(re, "_compile", interrupted)
    with pytest.raises(KeyboardInterrupt):
        permanent_query(tongue, '((identifier) @name (#match? @name "^interrupted$"))')
