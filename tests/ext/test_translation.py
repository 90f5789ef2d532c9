"""Pages in another language than English."""

from __future__ import annotations

import ast
import gettext
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from sphinx.search import js_index

from sphinx_filedocs.phrases import Phrase
from tests.projects import Output, Project

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "sphinx_filedocs"
LOCALE = PACKAGE / "locale"
LANGUAGES = sorted(path.parent.parent.name for path in LOCALE.glob("*/*/filedocs.po"))

# ---- catalogues -----------------------------------------------------------------------------


def catalog(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def po(language: str) -> Path:
    return LOCALE / language / "LC_MESSAGES" / "filedocs.po"


def texts(value: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def placeholders(message: str) -> set[tuple[str, str]]:
    return {(name, form or "") for _, name, form, _ in Formatter().parse(message) if name}


def test_the_catalogues_are_what_the_program_says() -> None:
    found = subprocess.run(
        [sys.executable, ".ci/catalogs.py", "--check"],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert (found.returncode, found.stdout) == (0, "")


#: What makes something that stands on a page of a text, and of what is not translated.
SHOWN = {"Muted", "Strong", "Rubric", "Fold", "paragraph"}


def shown_texts(call: ast.Call) -> Iterator[str]:
    """Yield the texts that a call is given as they are."""
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        elif isinstance(argument, ast.JoinedStr):
            yield "".join(
                part.value
                for part in argument.values
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            )


def test_no_page_shows_words_that_are_not_translated() -> None:
    """Pages of the demo do not have all that pages may have."""
    bare = [
        f"{path.relative_to(PACKAGE)}:{call.lineno}: {text}"
        for path in sorted((PACKAGE / "pages").rglob("*.py"))
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SHOWN
        for text in shown_texts(call)
        if re.search(r"[a-z]{2,}", text)
    ]
    assert bare == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_whole(language: str) -> None:
    template, known = catalog(LOCALE / "filedocs.pot"), catalog(po(language))
    assert {message.id for message in template} == {message.id for message in known}
    for message in known:
        assert not message.fuzzy, message.id
        assert all(texts(message.string)), message.id
        wanted = set[tuple[str, str]]().union(*map(placeholders, texts(message.id)))
        for text in texts(message.string) if message.id else ():
            assert placeholders(text) <= wanted, text
            assert wanted - placeholders(text) <= {("count", ""), ("name", "")}, text
            assert (text[0] == " ", text[-1] == ".") == (False, texts(message.id)[0][-1] == ".")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_is_compiled(language: str) -> None:
    with po(language).with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in catalog(po(language)):
        singular, *plural = texts(message.id)
        for number, text in enumerate(texts(message.string) if singular else ()):
            count = 1 if number == 0 else 2
            found = compiled.ngettext(singular, plural[0], count) if plural else None
            assert (found or compiled.gettext(singular)) == text


# ---- pages ----------------------------------------------------------------------------------

#: Elements whose text is the documented tree's, or a theme's.
ASIDE = {"pre", "code", "script", "style", "footer", "form", "fd-view", "fd-symbols"}
#: What has a text of ours alone.
HEADS = {"th", "h2", "rubric", "field-odd", "field-even", "property"}
VOID = {"br", "img", "input", "link", "meta", "hr", "wbr", "col"}


class Texts(HTMLParser):
    """Collects the texts of a page, each with whether it is a heading or the like."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, bool]] = set()
        self._open: list[tuple[str, set[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        if (
            "title" in given
            and tag != "link"
            and given.get("class") not in {"headerlink", "fd-key"}
        ):
            self._add(given["title"], heading=True)
        if tag not in VOID:
            self._open.append((tag, {tag, *given.get("class", "").split()}))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        around = set[str]().union(*(names for _, names in self._open))
        # The name and the signature of a definition, but not the word before it.
        signature = "sig" in around and not around & {"property", "filedocs-lines"}
        if not around & ASIDE and not signature:
            own = any(names & HEADS for _, names in self._open[-3:]) and "dd" not in around
            self._add(data, heading=own)

    def _add(self, text: str, *, heading: bool) -> None:
        # One number is like another here, and there are many.
        if shown := re.sub(r"\d+", "0", " ".join(text.split()).strip(" –·:,;().…")):
            self.found.add((shown, heading))


def texts_of(output: Output) -> set[tuple[str, bool]]:
    found: set[tuple[str, bool]] = set()
    for name in sorted(output.names):
        if name.endswith(".html") and not name.startswith(("search", "genindex")):
            reader = Texts()
            reader.feed(output.read(name))
            found |= reader.found
    return found


def squeezed(text: str) -> str:
    return re.sub(r"[\W_\d]+", "", text)


def parts(message: str) -> Iterator[str]:
    """Yield what stands between the placeholders of a message: links divide it on a page."""
    for text, *_ in Formatter().parse(message):
        if len(re.sub(r"[^a-zA-Z]", "", text)) > 1:
            yield " ".join(text.split()).strip(" –·:,;().…")


def pattern(message: str) -> str:
    made = ""
    for text, name, form, _ in Formatter().parse(message):
        made += re.escape(text)
        if name:
            made += r"[\d,]+" if form or name == "count" else ".+?"
    return made.removesuffix(r"\.")


class English:
    """Finds the messages of the program, in English, among texts."""

    def __init__(self) -> None:
        german = {text for one in catalog(po("de")) for text in texts(one.string)}
        known = {part for text in german for part in (text, *parts(text))}
        messages = {
            text
            for one in catalog(LOCALE / "filedocs.pot")
            if one.id
            for text in texts(one.id)
            if text not in german
        }
        #: What is a message, or a part of one, from its beginning to its end.
        self._whole = [
            re.compile(pattern(text))
            for text in sorted(messages | {part for text in messages for part in parts(text)})
            if text not in known and re.search("[a-z]{2}", text)
        ]
        #: What stands somewhere in a text: of several words, so that it is no chance.
        self._within = [
            re.compile(rf"\b{pattern(text)}(?!\w)" if text[0].isalpha() else pattern(text))
            for text in sorted(messages)
            if len(re.findall(r"\b[a-z]{2,}\b", re.sub("{.*?}", "", text))) > 1
        ]

    def found(self, texts: set[tuple[str, bool]], tree: str) -> dict[str, set[str]]:
        """Return the messages found, each with the texts in which it stands.

        :param tree: what the tree itself says, squeezed: no sentence of ours.
        """
        met: dict[str, set[str]] = {}
        for text, heading in texts:
            if not heading and squeezed(text) in tree:
                continue
            rows = [one for one in self._whole if one.fullmatch(text)]
            rows += [one for one in self._within if one.search(text)]
            for one in rows:
                met.setdefault(one.pattern, set()).add(text)
        return met


#: What the demo does not have: other kinds of files, and more of what is said of some.
MORE: dict[str, str | bytes] = {
    "odd/broken.c": "int f( {{{ \n" * 3,
    "odd/latin.txt": "é".encode() + b"caf\xe9\n",
    "odd/zero.txt": b"a\0b\n" + b"x" * 9000,
    "odd/picture.bin": b"\0\1\2",
    "odd/huge.txt": "line\n" * 60_000,
    "odd/long.txt": "x" * 30_000,
    "odd/yarn.lock": "# yarn lockfile v1\n",
    "odd/made.py": "# Code generated by a tool. DO NOT EDIT.\nx = 1\n",
    "odd/key.py": f"KEY = '{'ghp'}_{'a1B2c3D4e5' * 3}F6g7h8'\n",
    "odd/one.py": "import odd.two as o\nfrom odd.two import g as h\n\n\ndef f():\n    return h()\n",
    "odd/two.py": "import odd.one\n\n\ndef g():\n    return odd.one.f()\n",
    "odd/package.json": '{"bin": "tool.js", "scripts": {"go": "node tool.js"}}',
    "odd/tool.js": "#!/usr/bin/env node\nmodule.exports = 1;\n",
    "odd/vendor/lib.py": "def lib():\n    pass\n",
    ".gitattributes": "odd/made.py linguist-generated\n",
}
#: A hand-written page with everything that one can show of a tree.
PAGE = """
Page
====

:src:file:`odd/one.py`, :src:symbol:`FrameError`

.. src:file:: archive/windrose/frame.py
.. src:folder:: archive
.. src:imports:: archive/tests/test_frame.py
   :depth: all
.. src:keywords:: archive
.. src:keywords:: odd/two.py
.. src:crossref:: crc8
.. src:listing:: odd/two.py
.. src:tree:: odd
.. py:module:: odd.two
.. py:function:: g()
"""


@pytest.fixture
def demo(tmp_path: Path) -> Project:
    """The demo's sources with some more, and a page about them."""
    made = Project(tmp_path)
    ignored = shutil.ignore_patterns("docs", "_build", "__pycache__", "target", "node_modules")
    shutil.copytree(ROOT / "demo_project", made.tree, ignore=ignored)
    made.write(MORE)
    (made.tree / "odd" / "link.py").symlink_to("one.py")
    index = "Docs\n====\n\n.. toctree::\n\n   source/index\n   page\n"
    made.write({"conf.py": "", "index.rst": index, "page.rst": PAGE}, "docs")
    return made


def built(demo: Project, language: str) -> Output:
    output = demo.build(
        language=language,
        filedocs_max_bytes=200_000,
        filedocs_untracked=True,
        html_theme="basic",
        suppress_warnings=["filedocs"],
    )
    kept = demo.folder / language
    shutil.copytree(output.folder, kept, dirs_exist_ok=True)
    return Output(kept, output.status, output.warnings)


def addresses(output: Output, name: str) -> list[str]:
    return re.findall(r'\b(?:id|href)="([^"]*)"', output.read(name).split("<footer", 1)[0])


@pytest.mark.slow
def test_german_pages_have_no_sentence_of_ours_in_english_and_the_same_addresses(
    demo: Project,
) -> None:
    english = built(demo, "en")
    # Over the English pages: none of them may stay.
    german = built(demo, "de")
    files = [path for path in demo.tree.rglob("*") if path.is_file()]
    tree = squeezed("\n".join(path.read_text("utf-8", "replace") for path in files))
    finder = English()
    assert len(finder.found(texts_of(english) - texts_of(german), tree)) > 180
    assert finder.found(texts_of(german), tree) == {}

    pages = [name for name in english.names if re.fullmatch(r"source/.*\.html", name)]
    assert len(pages) > 120
    for name in sorted(pages):
        assert addresses(english, name) == addresses(german, name), name


SMALL = {"a.py": '"""A module."""\n\n\nclass C:\n    pass\n\n\ndef f():\n    return 1\n'}


def test_another_language_makes_all_pages_anew(project: Callable[..., Project]) -> None:
    made = project(SMALL)
    made.build()
    assert "Outline" in made.build().read("source/a.py.html")
    assert "Gliederung" in made.build(language="de").read("source/a.py.html")
    assert "Outline" in made.build(language="en").read("source/a.py.html")


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Source class"), ("de", "Quelltext: Klasse")]
)
def test_the_search_names_kinds_in_the_language_of_the_pages(
    project: Callable[..., Project], language: str, name: str
) -> None:
    index = project(SMALL).build(language=language).read("searchindex.js")
    kinds = [kind for _, _, kind in js_index.loads(index)["objnames"].values()]
    assert name in kinds


def test_a_language_without_a_catalogue_has_english_pages(project: Callable[..., Project]) -> None:
    assert "Outline" in project(SMALL).build(language="eo").read("source/a.py.html")


def test_a_catalogue_of_the_users_own_comes_before_ours(project: Callable[..., Project]) -> None:
    made = project(SMALL)
    own = made.folder / "docs" / "locales" / "de" / "LC_MESSAGES" / "filedocs.po"
    own.parent.mkdir(parents=True)

    def built(word: str) -> str:
        header = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        own.write_text(f'{header}msgid "Outline"\nmsgstr "{word}"\n', encoding="utf-8")
        own.with_suffix(".mo").unlink(missing_ok=True)
        # It remembers the files that this process has read.
        gettext._translations.clear()
        return made.build(language="de").read("source/a.py.html")

    page = built("Übersicht")
    assert "Übersicht" in page
    assert "Einzelheiten" in page
    assert "Inhaltliches" in built("Inhaltliches")


def test_a_phrase_is_its_english_text() -> None:
    phrase = Phrase("{path} builds it", path="pom.xml")
    assert (phrase, phrase.message) == ("pom.xml builds it", "{path} builds it")
    kept = deepcopy(phrase)
    assert (kept, kept.values) == (phrase, (("path", "pom.xml"),))
    few = [Phrase.counted("{count:,} line", "{count:,} lines", count) for count in (1, 2_000)]
    assert few == ["1 line", "2,000 lines"]
