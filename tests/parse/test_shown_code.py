"""The names in the examples of code of READMEs are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages import load
from sphinx_filedocs.languages.file_types import marked
from sphinx_filedocs.parse.headings import outline

MARKS = st.sampled_from(["python", "{code-block} python", "rust,no_run", "sh", "", "{.go}", "mine"])
TEXTS = st.text("ab'\"`\n #/*$>.-:`~=", max_size=80)


def names(text: str, markup: str = "markdown") -> list[str]:
    return [row for example in outline(text, markup).shown for row in example.names]


def test_names_of_fenced_and_indented_code() -> None:
    fenced = "# A\n\n`Word` here.\n\n```js\nimport { go } from './go';\n```\n\n"
    indented = "1. One\n\n       run(go)\n"
    assert names(indented) == ["run", "go"]
    (shown,) = outline(indented, "markdown").shown
    assert shown.languages == ()
    # A text that marks its code has other things without a mark.
    assert names(fenced + indented) == ["import", "go", "from"]
    (shown,) = outline(fenced + indented, "markdown").shown
    assert "typescript" in shown.languages


@pytest.mark.parametrize(
    "code",
    ['"name"', "'name'", "`name`", "// name", "# name", "/* name\nname */", "$ name", "-- name",
     '"""\nname\n"""', '"a\\" name"'],
)  # fmt: skip
def test_no_names_in_strings_comments_and_commands(code: str) -> None:
    assert names(f"```\n{code}\n```\n") == []
    assert names(f"```\n{code}\nother\n```\n")[-1:] == ["other"]


def test_code_in_other_languages_is_not_read() -> None:
    for mark in ("sh-session", "console", "text", "no language"):
        assert names(f"```{mark}\nname\n```\n") == []


def test_what_an_example_defines_itself_is_none_of_its_names() -> None:
    swift = "class Mine: View {\n  func show() { run(Mine()) }\n}\n"
    assert names(f"```swift\n{swift}```\n") == ["class", "View", "func", "run"]


def test_where_an_imported_name_is_from_is_none() -> None:
    code = "use Ring\\Level;\nuse Ring\\Ring;\n\nnew Ring();\n"
    assert names(f"```php\n{code}```\n") == ["use", "Level", "Ring", "new"]


def test_what_an_example_binds_and_members_are_none_of_its_names() -> None:
    code = "const { Ring } = require('ring');\nconst ui = Ring.make(new ring.Frame(ui));\n"
    assert names(f"```js\n{code}```\n") == ["const", "Ring", "require", "new", "ring", "Frame"]


@pytest.mark.parametrize("key", load())
def test_languages_are_known_by_their_marks(key: str) -> None:
    language = load()[key]
    assert marked(key) == key
    assert load()[marked(language.lexer)].lexer == language.lexer


@pytest.mark.parametrize(
    ("mark", "key"),
    [("py", "python"), ("Go", "go"), ("golang", "go"), ("rs", "rust"), ("C#", "c_sharp"),
     ("c++", "cpp"), ("ts", "typescript"), ("jsx", "javascript"), ("kt", "kotlin"), ("", "")],
)  # fmt: skip
def test_what_texts_call_languages(mark: str, key: str) -> None:
    assert marked(mark) == key


def test_code_of_restructuredtext() -> None:
    assert names("Use it::\n\n    ring(1)\n", "restructuredtext") == ["ring"]
    text = """Title
=====

Then:

.. code-block:: python
   :caption: words

   Ring.make()

.. note::

   words

>>> low()
1

.. code:: console

   words
"""
    assert names(text, "restructuredtext") == [
        "Ring", "low"
    ]  # fmt: skip


@given(MARKS, TEXTS, st.sampled_from(["markdown", "restructuredtext"]))
def test_names_stand_in_the_text(mark: str, code: str, markup: str) -> None:
    fenced = f"```{mark}\n{code}\n```\n"
    indented = f".. code:: {mark}\n\n" + "".join(f"   {line}\n" for line in code.split("\n"))
    text = fenced if markup == "markdown" else indented
    for name in names(text, markup):
        assert name in text
