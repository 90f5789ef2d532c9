"""Hand-written pages, other domains and other projects lead to the files, and back."""

from __future__ import annotations

import html
import re
import zlib
from pathlib import Path

import pytest
from sphinx.errors import ConfigError

from sphinx_filedocs.ext.external_names import external_digest, external_link
from tests.projects import INDEX, begun

TREE = {
    "pkg/__init__.py": "from .core import *\nfrom .core import Engine as Motor\n",
    "pkg/base.py": "class Base:\n    def stop(self):\n        pass\n",
    "pkg/core.py": '''
        """The core."""
        from .base import Base

        LIMIT = 3

        class Engine(Base):
            size = 1

            def run(self):
                """Run it."""

            @property
            def speed(self):
                return 1

            @speed.setter
            def speed(self, value):
                pass

        def twice(x):
            return 2 * x
        ''',
    "pkg/other.py": "def run():\n    pass\n",
    "lib/vec.h": "int vec_len(int v);\n\nstruct vec {\n    int size;\n};\n",
    "lib/vec.c": '#include "vec.h"\n\nint vec_len(int v)\n{\n    return v;\n}\n',
    "lib/shape.cpp": "namespace geo {\nclass Shape {\npublic:\n  int area() { return 1; }\n};\n}\n",
    "web/router.js": "class Router {\n  route() {}\n}\n",
}
PREAMBLE = ":orphan:\n\n"


def page(title: str, body: str) -> str:
    return f"{PREAMBLE}{title}\n{'=' * len(title)}\n\n{body}\n"


def words(text: str) -> str:
    """Return the text of HTML on one line."""
    return " ".join(html.unescape(re.sub("<[^>]*>", "", text)).split())


def documented_in(text: str) -> str:
    """Return the section of a file's page with the hand-written pages, ``""`` without one."""
    return text.partition('<section id="documented-in">')[2].partition("</section>")[0]


def links(text: str) -> list[tuple[str, str]]:
    """Return the address and the text of the links in HTML."""
    return [
        (at, words(shown))
        for at, shown in re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', text)
    ]


def written(made, change, **options) -> set[str]:
    """Return which pages of files and which hand-written ones a second build writes after
    *change*; Sphinx writes those with a toctree of them too."""
    changed = made.rebuilt(change, **options)
    return {name for name in changed if not name.endswith(("index.html", "search.html"))}


# --- documented in --------------------------------------------------------------------------------


def test_a_page_that_names_a_file_is_listed_on_its_page(project) -> None:
    guide = page("Guide", "See :src:file:`pkg/core.py` and :src:file:`pkg/core.py#L2-L3`.")
    output = project(TREE, {"guide.rst": guide}).build()
    assert output.warnings == ""
    found = documented_in(output.read("source/pkg/core.py.html"))
    assert words(found).endswith("Guide: L2–L3")
    assert ("../../guide.html", "Guide") in links(found)
    assert ("#L2-L3", "L2–L3") in links(found)
    assert output.read("source/pkg/core.py.html").count('id="L2-L3"') == 1


def test_a_section_and_the_symbols_are_named(project) -> None:
    body = (
        "Start\n-----\n\nUse :src:symbol:`pkg/core.py::Engine.run`, :src:symbol:`twice`, "
        "again :src:symbol:`twice`.\n\nLater\n-----\n\n:src:crossref:`twice`"
    )
    output = project(TREE, {"guide.rst": page("Guide", body)}).build()
    assert output.warnings == ""
    found = documented_in(output.read("source/pkg/core.py.html"))
    assert words(found).endswith("Guide / Start: Engine.run, twice Guide / Later: twice")
    assert ("../../guide.html#start", "Guide / Start") in links(found)
    assert ("#sym-Engine.run", "Engine.run") in links(found)


def test_what_several_files_define_is_about_none_of_them(project) -> None:
    guide = page("Guide", ".. src:crossref:: run")
    output = project(TREE, {"guide.rst": guide}).build()
    assert not documented_in(output.read("source/pkg/core.py.html"))
    assert not documented_in(output.read("source/pkg/other.py.html"))


@pytest.mark.parametrize(
    ("directive", "shown"),
    [
        (".. src:metadata:: pkg/core.py", "Guide"),
        (".. src:listing:: pkg/core.py\n   :symbol: Engine.run", "Guide: Engine.run"),
        (".. src:listing:: pkg/core.py::twice", "Guide: twice"),
        (".. src:file:: pkg/core.py", "Guide"),
        (".. src:crossref:: twice", "Guide: twice"),
        (".. note::\n\n   .. src:outline:: source/pkg/core.py", "Guide"),
    ],
)
def test_a_page_that_shows_a_file_is_listed_on_its_page(project, directive, shown) -> None:
    output = project(TREE, {"guide.rst": page("Guide", directive)}).build()
    assert output.warnings == ""
    found = documented_in(output.read("source/pkg/core.py.html"))
    assert words(found) == shown
    assert not documented_in(output.read("source/pkg/base.py.html"))
    assert "filedocs_shown" not in output.read("guide.html")


def test_a_page_that_shows_the_list_is_not_in_it(project) -> None:
    docs = {
        "shown.rst": page("Shown", ".. src:file:: pkg/core.py\n   :sections: documented-in"),
        "guide.rst": page("Guide", ":src:file:`pkg/core.py`"),
    }
    made = project(TREE, docs)
    text = words(made.build().read("shown.html"))
    assert "Shown¶ Guide" in text
    made.write({"guide.rst": page("Handbook", ":src:file:`pkg/core.py`")}, "docs")
    assert "Shown¶ Handbook" in words(made.build().read("shown.html"))


def test_pages_of_builders_without_html_have_the_list(project) -> None:
    made = project(TREE, {"guide.rst": page("Guide", ":src:symbol:`twice`")})
    for builder, name in (("text", "source/pkg/core.py.txt"), ("xml", "source/pkg/core.py.xml")):
        output = made.build(builder)
        assert output.warnings == ""
        assert "Documented in" in output.read(name)
        assert "Documented in" not in output.read(name.replace("core", "base"))
    for builder in ("latex", "singlehtml", "man", "dirhtml"):
        assert made.build(builder).warnings == ""


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_mention_writes_the_page_of_its_file_again_and_no_other(project, jobs) -> None:
    many = {f"many{n}.rst": page(f"Page {n}", "Text.") for n in range(12)}
    made = project(TREE, {"guide.rst": page("Guide", "Nothing yet."), **many})
    core = "source/pkg/core.py.html"

    def guide(body: str) -> None:
        made.write({"guide.rst": page("Guide", body)}, "docs")

    assert written(made, lambda: guide(":src:symbol:`twice`"), jobs=jobs) == {"guide.html", core}
    pages = written(made, lambda: guide(":src:symbol:`twice` changed"), jobs=jobs)
    assert pages == {"guide.html"}
    pages = written(made, lambda: guide("Nothing any more."), jobs=jobs)
    assert pages == {"guide.html", core}
    assert not documented_in((made.folder / "out/html" / core).read_text())


def test_a_page_that_is_gone_mentions_nothing(project) -> None:
    made = project(TREE, {"guide.rst": page("Guide", ":src:symbol:`twice`")})
    made.build()
    (made.folder / "docs/guide.rst").unlink()
    assert not documented_in(made.build().read("source/pkg/core.py.html"))


# --- descriptions in other domains ----------------------------------------------------------------

PYTHON = """
.. py:module:: pkg

.. py:class:: Motor

   .. py:method:: run()

   .. py:method:: stop()

   .. py:attribute:: size

   .. py:property:: speed

.. py:function:: twice(x)

.. py:data:: pkg.core.LIMIT
   :no-index:

.. py:function:: missing()
"""


def test_a_description_of_python_leads_to_the_line_and_back(project) -> None:
    output = project(TREE, {"api.rst": page("API", PYTHON)}).build(nitpicky=True)
    assert output.warnings == ""
    found = [(at, text) for at, text in links(output.read("api.html")) if text.startswith("[")]
    assert found == [
        ("source/pkg/core.py.html#L7", "[core.py]"),
        ("source/pkg/core.py.html#L10", "[core.py]"),
        ("source/pkg/base.py.html#L2", "[base.py]"),
        ("source/pkg/core.py.html#L8", "[core.py]"),
        ("source/pkg/core.py.html#L14", "[core.py]"),
        ("source/pkg/core.py.html#L21", "[core.py]"),
    ]
    back = [at for at, text in links(output.read("source/pkg/core.py.html")) if text == "[docs]"]
    assert back == [
        f"../../api.html#pkg.{name}" for name in ("Motor", "Motor.run", "Motor.speed", "twice")
    ]
    back = [at for at, text in links(output.read("source/pkg/base.py.html")) if text == "[docs]"]
    assert back == ["../../api.html#pkg.Motor.stop"]
    assert words(documented_in(output.read("source/pkg/base.py.html"))).endswith("API: Base.stop")


OTHERS = """
.. c:function:: int vec_len(int v)

.. c:struct:: vec

   .. c:member:: int size

.. cpp:class:: geo::Shape

   .. cpp:function:: int area()

.. cpp:function:: int geo::missing()

.. js:class:: Router

   .. js:method:: route()

.. js:module:: web.router

.. js:function:: Router.route()
   :no-index:

.. js:module:: web.elsewhere

.. js:function:: Router.route()
   :no-index:
"""


def test_descriptions_of_other_languages_do_so_too(project) -> None:
    output = project(TREE, {"api.rst": page("API", OTHERS)}).build()
    assert output.warnings == ""
    found = [at for at, text in links(output.read("api.html")) if text.startswith("[")]
    # What has a body counts more than what declares it.
    assert found == [
        "source/lib/vec.c.html#L3",
        "source/lib/vec.h.html#L3",
        "source/lib/vec.h.html#L4",
        "source/lib/shape.cpp.html#L2",
        "source/lib/shape.cpp.html#L4",
        "source/web/router.js.html#L1",
        "source/web/router.js.html#L2",
        "source/web/router.js.html#L2",
    ]
    for path, target in (
        ("lib/vec.c", "c.vec_len"),
        ("lib/vec.h", "c.vec"),
        ("lib/shape.cpp", "_CPPv4N3geo5ShapeE"),
        ("web/router.js", "Router.route"),
    ):
        back = links(output.read(f"source/{path}.html"))
        assert (f"../../api.html#{target}", "[docs]") in back


@pytest.mark.parametrize(
    ("tree", "described"),
    [
        ({"a/m.py": "def f(): pass\n", "b/m.py": "def f(): pass\n"}, "py:function:: m.f"),
        ({"a/m.py": "def f(): pass\n", "b/m.py": "def f(): pass\n"}, "py:function:: f"),
        ({"m.py": "def f(): pass\n"}, "py:function:: other.f"),
        ({"a/__init__.py": "", "a/m.py": "def f(): pass\n"}, "py:function:: m.f"),
        ({"a.c": "int f(void) { return 1; }\n", "b.c": "int f(void) { return 2; }\n"},
         "c:function:: int f(void)"),
        ({"a.cpp": "int f(int a) { return 1; }\nint f(char a) { return 2; }\n"},
         "cpp:function:: int f(int a)"),
        ({"a.py": "def f(): pass\n"}, "js:function:: f()"),
        ({"a.py": "from a import *\n"}, "py:function:: a.f"),
    ],
)  # fmt: skip
def test_what_is_not_sure_is_not_linked(project, tree, described) -> None:
    output = project(tree, {"api.rst": page("API", f".. {described}\n")}).build()
    assert output.warnings == ""
    assert not [text for _, text in links(output.read("api.html")) if text.startswith("[")]


def test_a_tree_that_is_itself_a_package_is_known_by_its_name(project) -> None:
    tree = {"__init__.py": "from .inner.m import f\n", "inner/__init__.py": "",
            "inner/m.py": "def f(): pass\n"}  # fmt: skip
    body = ".. py:function:: tree.f\n\n.. py:function:: tree.inner.m.f\n"
    output = project(tree, {"api.rst": page("API", body)}).build()
    found = [at for at, text in links(output.read("api.html")) if text.startswith("[")]
    assert found == ["source/inner/m.py.html#L1"] * 2


def linkcode_resolve(domain: str, info: dict[str, str]) -> str | None:
    name = info.get("fullname")
    return f"https://example.org/{name}" if name else None


def test_a_hand_written_outline_follows_the_descriptions(project) -> None:
    made = project(
        {"core.py": "def alpha(): pass\n"},
        {"guide.rst": page("Guide", ".. src:outline:: core.py"), "api.rst": page("API", "")},
    )
    assert "[docs]" not in made.build().read("guide.html")
    described = page("API", ".. py:function:: core.alpha\n\n   Described here.")
    made.write({"api.rst": described}, "docs")
    assert 'href="api.html#core.alpha"' in made.build().read("guide.html")
    made.write({"api.rst": page("API", "")}, "docs")
    assert "[docs]" not in made.build().read("guide.html")


def test_it_goes_with_autodoc_viewcode_and_linkcode(project, monkeypatch) -> None:
    made = project(TREE, {"api.rst": page("API", ".. automodule:: pkg.core\n   :members:\n")})
    monkeypatch.syspath_prepend(str(made.tree))
    names = ("autodoc", "viewcode", "linkcode", "autosummary")
    output = made.build(
        extensions=["sphinx_filedocs", *(f"sphinx.ext.{name}" for name in names)],
        linkcode_resolve=linkcode_resolve,
        nitpicky=True,
        nitpick_ignore=[("py:class", "pkg.base.Base")],
        autodoc_default_options={"undoc-members": True},
    )
    assert output.warnings == ""
    found = [(at, text) for at, text in links(output.read("api.html")) if text.startswith("[")]
    about = [row for row in found if "twice" in row[0] or row[0].endswith("#L21")]
    assert sorted(about) == [
        ("_modules/pkg/core.html#twice", "[source]"),
        ("https://example.org/twice", "[source]"),
        ("source/pkg/core.py.html#L21", "[core.py]"),
    ]
    text = output.read("source/pkg/core.py.html")
    assert ("../../api.html#pkg.core.twice", "[docs]") in links(text)
    assert "[source]" not in text


def test_builders_without_html_have_no_such_links(project) -> None:
    made = project(TREE, {"api.rst": page("API", PYTHON)})
    output = made.build("text")
    assert output.warnings == ""
    assert "[core.py]" not in output.read("api.txt")
    assert "[docs]" not in output.read("source/pkg/core.py.txt")


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_renamed_symbol_writes_the_pages_that_lead_to_it_again(project, jobs) -> None:
    many = {f"many{n}.rst": page(f"Page {n}", "Text.") for n in range(12)}
    motor = page("Motor", ".. py:function:: pkg.other.walk\n")
    shape = page("Shape", ".. cpp:class:: geo::Shape\n")
    tree = {**TREE, "pkg/other.py": "def walk():\n    pass\n"}
    made = project(tree, {"motor.rst": motor, "shape.rst": shape, **many})
    pages = written(made, lambda: made.write({"pkg/other.py": "def go():\n    pass\n"}), jobs=jobs)
    assert pages >= {"motor.html", "source/pkg/other.py.html"}
    assert not pages & {"shape.html", "source/lib/shape.cpp.html", "source/pkg/core.py.html"}
    output = made.build(jobs=jobs)
    assert "[other.py]" not in output.read("motor.html")
    assert "[docs]" not in output.read("source/pkg/other.py.html")


# --- names from outside ---------------------------------------------------------------------------

INVENTORY = """\
os py:module 0 library/os.html#module-$ -
os.path.join py:function 1 library/os.path.html#$ -
len py:function 1 library/functions.html#$ -
std::vector cpp:class 1 vector.html#$ -
malloc c:function 1 memory.html#$ -
Array.from js:function 1 array.html#$ -
"""


def inventory(folder: Path) -> None:
    head = "# Sphinx inventory version 2\n# Project: Python\n# Version: 3.13\n# zlib\n"
    (folder / "python.inv").write_bytes(head.encode() + zlib.compress(INVENTORY.encode()))


def found_outside(made, *asked: tuple[str, str, str], builder: str = "html", **options) -> list:
    """Return where names of a language lead from a page, and the digest of some."""
    found: list = []

    def ask(app, *_: object) -> None:
        found.extend(external_link(app.builder, *one) for one in asked)
        found.append(external_digest(app.env, "python", ["os", "len", "nothing"]))

    options = {
        "extensions": ["sphinx_filedocs", "sphinx.ext.intersphinx"],
        "intersphinx_mapping": {"python": ("https://docs.python.org/3/", "python.inv")},
        **options,
    }
    assert made.build(builder, hook=("env-updated", ask), **options).warnings == ""
    return found


def test_names_from_outside_lead_to_their_documentation(project) -> None:
    made = project(TREE)
    inventory(made.folder / "docs")
    here = "source/pkg/core.py"
    languages = ("python", "c", "cpp", "javascript", "go", "")
    names = ("os.path.join", "len", "os.path.join.missing", "malloc", "std.vector", "Array.from")
    asked = [(here, language, name) for language in languages for name in names]
    found = dict(zip(asked, found_outside(made, *asked), strict=False))
    base = "https://docs.python.org/3"
    told = {key[1:]: row for key, row in found.items() if row}
    assert told == {
        ("python", "os.path.join"): (
            f"{base}/library/os.path.html#os.path.join",
            "function os.path.join (in Python v3.13)",
        ),
        ("python", "len"): (
            f"{base}/library/functions.html#len",
            "function len (in Python v3.13)",
        ),
        ("c", "malloc"): (f"{base}/memory.html#malloc", "function malloc (in Python v3.13)"),
        ("cpp", "malloc"): (f"{base}/memory.html#malloc", "function malloc (in Python v3.13)"),
        ("cpp", "std.vector"): (
            f"{base}/vector.html#std::vector",
            "class std::vector (in Python v3.13)",
        ),
        ("javascript", "Array.from"): (
            f"{base}/array.html#Array.from",
            "function Array.from (in Python v3.13)",
        ),
    }


@pytest.mark.parametrize(("builder", "up"), [("html", "../../"), ("dirhtml", "../../../")])
def test_an_address_inside_the_output_is_relative_to_the_page(project, builder, up) -> None:
    made = project(TREE)
    inventory(made.folder / "docs")
    mapping = {"python": ("../other", "python.inv")}
    asked = [("source/pkg/core.py", "python", "len"), ("index", "python", "len")]
    found = found_outside(made, *asked, builder=builder, intersphinx_mapping=mapping)
    assert [row[0] for row in found[:2]] == [
        f"{up}../other/library/functions.html#len",
        "../other/library/functions.html#len",
    ]


def test_the_digest_follows_the_addresses(project) -> None:
    made = project(TREE)
    inventory(made.folder / "docs")
    (one,) = found_outside(made)
    assert found_outside(made) == [one]
    mapping = {"python": ("https://example.org/", "python.inv")}
    assert found_outside(made, intersphinx_mapping=mapping) != [one]


@pytest.mark.parametrize(
    "options",
    [
        {"intersphinx_mapping": {}},
        {"intersphinx_disabled_reftypes": ["py:*"]},
        {"intersphinx_disabled_reftypes": ["py:function"]},
    ],
)
def test_without_inventories_nothing_is_linked(project, options) -> None:
    made = project(TREE)
    inventory(made.folder / "docs")
    (found, _) = found_outside(made, ("source/pkg/core.py", "python", "len"), **options)
    assert found is None


def test_without_the_extension_nothing_is_linked(project) -> None:
    found: list = []

    def ask(app, *_: object) -> None:
        found.append(external_link(app.builder, "index", "python", "len"))

    assert project(TREE).build(hook=("env-updated", ask)).warnings == ""
    assert found == [None]


def test_the_role_any_finds_names_of_sources_last(project) -> None:
    """What was clear before stays clear."""
    page = """Docs
====

.. toctree::

   init
   source/index

:any:`init`, :any:`Cart.total`, :any:`shop/cart.py`, :any:`nowhere`

.. py:module:: shop.cart

.. py:class:: Cart

   .. py:method:: total()
"""
    tree = {
        "shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
        "shop/run.py": "def init():\n    pass\n",
        "other.py": "def alone():\n    pass\n",
    }
    made = project(tree, {"index.rst": page, "init.rst": "Begin\n=====\n\n:any:`alone`\n"})
    output = made.build(nitpicky=True)
    html = output.read("index.html")
    assert 'href="init.html"' in html
    assert 'href="#shop.cart.Cart.total"' in html
    assert 'href="source/shop/cart.py.html"' in html
    assert 'href="source/other.py.html#' in output.read("init.html")
    assert "more than one target" not in output.warnings
    assert "'any' reference target not found: nowhere" in output.warnings


def test_a_word_in_backquotes_leads_to_nothing_but_the_program(project) -> None:
    """Not to targets of Makefiles, keys of data, tests or names that several files define."""
    words = ["install", "depth", "checked", "twice", "shown", "Heading", "main", "main.py"]
    page = "Docs\n====\n\n.. toctree::\n\n   source/index\n\n" + " ".join(
        f"`{word}`" for word in [*words, "lib/main.py"]
    )
    tree = {
        "Makefile": "install:\n\techo\n",
        "data.json": '{"depth": 1}\n',
        "tests/test_main.py": "def checked(): ...\n",
        "lib/one.py": "def twice(): ...\n",
        "lib/two.py": "def twice(): ...\n",
        "examples/show.py": "def shown(): ...\n",
        "README.md": "# Heading\n",
        "lib/main.py": "def main(): ...\n",
    }
    output = project(tree, {"index.rst": page}).build(default_role="any")
    html = output.read("index.html")
    led = {word for word in [*words, "lib/main.py"] if f">{word}</span></code></a>" in html}
    assert led == {"main", "lib/main.py"}


def test_labels_that_are_made_of_titles_stay_unique(project) -> None:
    """A folder may be called like one of its sections."""
    tree = {"tests/test_a.py": "def test_a():\n    pass\n", "outline.py": "def outline(): pass\n"}
    extensions = ["sphinx.ext.autosectionlabel", "sphinx_filedocs"]
    assert project(tree).build(extensions=extensions).warnings == ""


def test_an_enumerator_leads_to_its_source_in_the_first_build_too(project) -> None:
    """Only then C++ knows it by two names."""
    body = ".. cpp:enum:: hue\n\n   .. cpp:enumerator:: RED\n"
    made = project({"lib/hue.hpp": "enum hue {\n  RED,\n};\n"}, {"api.rst": page("Api", body)})
    first = made.build()
    assert 'title="hue::RED">[docs]</a>' in first.read("source/lib/hue.hpp.html")
    shown = first.read("api.html")
    assert shown.count("[hue.hpp]") == 2
    made.write({"api.rst": page("Api", body) + "\nMore.\n"}, "docs")
    assert made.build().read("api.html").count("[hue.hpp]") == 2


# --- several projects -----------------------------------------------------------------------------

SIDES = {
    "app": (
        "from core.shapes import area\n\n\ndef run():\n    return area(2)\n",
        (
            ".. py:module:: app.main\n\n.. py:function:: run()\n\n"
            ":external+core:src:file:`shapes.py`, :external+core:src:symbol:`shapes.py::area`\n"
        ),
    ),
    "core": (
        "from app.main import run\n\n\ndef area(size):\n    return size * run()\n",
        (
            ".. py:module:: core.shapes\n\n.. py:function:: area(size)\n\n"
            ":external+app:src:file:`main.py`, :external+app:src:symbol:`main.py::run`\n"
        ),
    ),
}
FILES = {"app": "main.py", "core": "shapes.py"}


def test_projects_of_two_folders_link_to_each_other(tmp_path) -> None:
    """Names in listings and roles on written pages, in both directions."""
    sides = {}
    for side, (text, page) in SIDES.items():
        (tmp_path / side).mkdir()
        sides[side] = begun(tmp_path / side, {FILES[side]: text}, {"index.rst": f"{INDEX}\n{page}"})

    def build(side: str, other: str):
        known = str(tmp_path / other / "out" / "html" / "objects.inv")
        return sides[side].build(
            freshenv=True,
            extensions=["sphinx.ext.intersphinx", "sphinx_filedocs"],
            intersphinx_mapping={other: (f"https://example.org/{other}", known)},
        )

    # The inventory of the other project is not there yet.
    assert "failed to reach any of the inventories" in build("app", "core").warnings
    for side, other, name, there in (
        ("core", "app", "run", "app.main.run"),
        ("app", "core", "area", "core.shapes.area"),
    ):
        output = build(side, other)
        assert output.warnings == ""
        base = f"https://example.org/{other}"
        listing = output.read(f"source/{FILES[side]}.html")
        assert f'href="{base}/index.html#{there}"' in listing
        written = output.read("index.html")
        assert f'href="{base}/source/{FILES[other]}.html"' in written
        assert f'href="{base}/source/{FILES[other]}.html#sym-{name}"' in written


def test_a_divided_tree_stops_with_the_way_that_there_is(project) -> None:
    trees = {"source": {"path": "../tree", "parts": {"main": []}}}
    with pytest.raises(ConfigError, match=r"\['parts'\] = .* a Sphinx project for each folder"):
        project({"a.py": ""}).build(filedocs_trees=trees)
