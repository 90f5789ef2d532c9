"""What pages are made by besides the trees, as far as it can become another in one process: the
rules, the grammars, the program's version, and section functions of a user's own."""

from __future__ import annotations

import importlib
import shutil
import sys
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

import sphinx_filedocs
from sphinx_filedocs import languages
from sphinx_filedocs.ext import page_inputs
from sphinx_filedocs.index import analyser
from sphinx_filedocs.languages import Language, table
from sphinx_filedocs.pages import sections
from sphinx_filedocs.plugins.findings import rules

_grammar = cache(languages.grammar)
_PACKAGE = Path(sphinx_filedocs.__file__).parent
#: A module with section functions, and one that it imports when they are called.
MODULE, HELPER = "filedocs_test_sections", "filedocs_test_words"
SECTIONS = f"""\
def first(view):
    return [docutils.nodes.paragraph("", {{kind}}"{{words}} of " + view.title)]


def second(view):
    from {HELPER} import WORDS

    return [docutils.nodes.paragraph("", WORDS)]


import docutils.nodes
"""
FIRST, SECOND = f"{MODULE}.first", f"{MODULE}.second"
#: A rule for files of Python.
RULES = "plugins/findings/rules/correctness.toml"
RULE = """
[test-rule]
languages = ["python"]
query = '(function_definition name: (identifier) @name) @finding'
text = "{text} `{{name}}`."
matches = ["def f(): pass"]
misses = ["x = 1"]
"""


@cache
def _installed() -> dict[str, str]:
    """Return the versions of what is installed, by name."""
    return {str(one.metadata["Name"]).lower(): one.version for one in distributions()}


class Program:
    """A copy of the program's data, and what else a build of the next process may find changed.

    :param folder: for it, empty.
    """

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._patch = patch
        self._package = folder / "package"
        self._modules = folder / "modules"
        self._modules.mkdir()
        self._hidden: set[str] = set()
        self._versions: dict[str, str] = {}
        shutil.copytree(_PACKAGE, self._package, ignore=shutil.ignore_patterns("__pycache__"))
        patch.setattr(analyser, "_PACKAGE", self._package)
        patch.setattr(page_inputs, "_PACKAGE", self._package)
        patch.setattr(rules, "__file__", str(self._package / "plugins" / "findings" / "rules.py"))
        patch.setattr(analyser, "distributions", self._distributions)
        patch.setattr(languages, "grammar", self._grammar)
        patch.syspath_prepend(self._modules)
        # What is compiled goes by the second in which a source was written.
        patch.setattr(sys, "dont_write_bytecode", True)
        self.write_sections("Words")
        self.write_words("More words.")

    def _distributions(self, name: str) -> list[SimpleNamespace]:
        version = {**_installed(), **self._versions}.get(name)
        if version is None or name in self._hidden:
            return []
        return [SimpleNamespace(version=version, locate_file=Path)]

    def _grammar(self, language: Language) -> object:
        """Return the grammar of a language: always the same object, as syntax trees point at it
        and do not keep it alive."""
        return None if language.grammar.replace("_", "-") in self._hidden else _grammar(language)

    def begin(self) -> None:
        """Forget what a process finds out once, as a new one would."""
        importlib.invalidate_caches()
        table.forget()
        sections.code_digest.cache_clear()
        for name in (MODULE, HELPER):
            sys.modules.pop(name, None)

    def write_rule(self, text: str) -> None:
        """Have a rule with a sentence; without one, none."""
        place = self._package / RULES
        rule = RULE.format(text=text) if text else ""
        place.write_text((_PACKAGE / RULES).read_text() + rule)
        self.begin()

    def hide(self, name: str) -> None:
        """Remove the distribution of a grammar."""
        self._hidden.add(name)
        self.begin()

    def show(self, name: str) -> None:
        """Install it again."""
        self._hidden.discard(name)
        self.begin()

    def upgrade(self, name: str, version: str) -> None:
        """Have another version of a distribution; of the program itself by its own name."""
        if name == "sphinx-filedocs":
            self._patch.setattr(sphinx_filedocs, "__version__", version)
        else:
            self._versions[name] = version
        self.begin()

    def write_sections(self, words: str, kind: str = "") -> None:
        """Write the module with the section functions.

        :param kind: of the string that the words are.
        """
        (self._modules / f"{MODULE}.py").write_text(SECTIONS.format(words=words, kind=kind))
        self.begin()

    def write_words(self, words: str) -> None:
        """Write the module that it imports."""
        (self._modules / f"{HELPER}.py").write_text(f"WORDS = {words!r}\n")
        self.begin()
