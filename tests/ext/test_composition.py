"""What the pages of folders say of what a tree is made of."""

from __future__ import annotations

import html
import re

USER = "from .base import Base, low\n\n\ndef run():\n    return Base().go(), low\n"
USERS = {f"src/m{number}.py": USER for number in range(11)}
TREE = {
    **USERS,
    "src/__init__.py": "",
    "src/base.py": '''
        """What all rest on."""


        class Base:
            def go(self):
                return 1


        low = 1
        ''',
    "src/more.py": f"from .m1 import run\n{USER.replace('run', 'more')}more = run\n",
    "src/again.py": f"from .m1 import run as a\nfrom .m2 import run as b\n{USER}again = a, b\n",
    "src/end.py": f"from .m2 import run\n{USER.replace('run', 'end')}end = run\n",
    "main.py": '"""Runs it."""\nfrom src.m1 import run\n\nif __name__ == "__main__":\n    run()\n',
}


def words(page: str, name: str) -> str:
    """Return the text of a section of a page."""
    found = re.search(rf'id="{name}">.*?(?=<section|\Z)', page, re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", found[0])).split()) if found else ""


def test_core_interface_and_where_to_start(project) -> None:
    made = project(TREE)
    output = made.build()
    assert output.warnings == ""
    folder, start = output.read("source/src/index.html"), output.read("source/index.html")
    assert "base.py – used by 14 files" in words(folder, "key-files")
    assert "run – function in m1.py – 6 uses in 3 files" in words(folder, "interface")
    assert "Base" not in words(folder, "interface")
    begin = words(start, "start-here")
    title = "The most used modules, in order of their dependencies:"
    base = "src/base.py What all rest on. (used by 14 files) 10 lines"
    assert begin.index("main.py:4 Runs it.") < begin.index(title) < begin.index(base)
    # A path that leaves no room for words stands below them.
    long = "src/some/folders/below/others/deep.py"
    user = f"import {long.removesuffix('.py').replace('/', '.')} as k\n\nk.LAST\n"
    made.write({long: "LAST = 1\n", **{f"k{number}.py": user for number in range(12)}})
    shown = words(made.build().read("source/index.html"), "start-here")
    assert "deep.py src/some/folders/below/others/ defines LAST (used by 12 files) 1 l" in shown
    # The folder's page follows the uses from outside.
    more = {"other.py": "from src.base import Base\n\nBase()\n"}
    assert "source/src/index.html" in made.rebuilt(lambda: made.write(more))
    shown = words(made.build().read("source/src/index.html"), "interface")
    assert "Base – class in base.py – 30 uses in 15 files" in shown


def test_a_matrix_leads_down_but_for_circles(project) -> None:
    tree = {
        "low/a.py": "def f():\n    return 1\n",
        "mid/b.py": "from low.a import f\n\n\ndef g():\n    return f()\n",
        "all/c.py": "from mid.b import g\nfrom low.a import f\n\n\ndef h():\n    print(g(), f())\n",
    }
    made = project(tree)
    shown = words(made.build().read("source/index.html"), "parts")
    assert "3 uses; 0 from a lower part to a higher one" in shown
    made.write({"low/a.py": "from mid import b\n\n\ndef f():\n    return b.g()\n"})
    shown = words(made.build().read("source/index.html"), "parts")
    assert "; 0 from a lower part" not in shown


def test_a_folder_without_words_is_told_by_what_it_holds(project) -> None:
    lines = {f"src/f{number}.txt": number * "line\n" for number in range(1, 7)}
    tests = {"ring/test_ring.py": "def test():\n    assert ring\n", "ring/ring.py": "ring = 1\n"}
    made = project({**lines, **tests, "use/__init__.py": '"""How it is used."""\n'})
    output = made.build()
    shown = words(output.read("source/index.html"), "contents")
    assert "src/ holds f6.txt, f5.txt, f4.txt, f3.txt and 2 others" in shown
    assert "ring/ holds ring.py, test_ring.py" in shown
    assert "use/ How it is used." in shown
    # A page follows what lies two folders below it.
    written = made.rebuilt(lambda: made.write({"src/f7.txt": 9 * "line\n"}))
    assert "source/index.html" in written
    shown = words(made.build().read("source/index.html"), "contents")
    assert "src/ holds f7.txt, f6.txt, f5.txt, f4.txt and 3 others" in shown


def test_a_file_without_words_is_told_by_what_others_use_most(project) -> None:
    tree = {
        "src/pool.c": """
            extern int other(void);
            #define LIMIT 3
            int first(void) {
                return LIMIT;
            }
            int wanted(void) {
                return first();
            }
            """,
        "src/a.c": "int wanted(void);\nint a(void) {\n  return wanted();\n}\n",
        "src/b.c": "int b(void) {\n  return 1;\n}\n",
    }
    made = project(tree)
    shown = words(made.build().read("source/src/index.html"), "contents")
    assert "pool.c defines wanted, first, LIMIT 9" in shown, "other stands elsewhere"
    assert "a.c defines a 4" in shown
    # Who uses them is in other files: the row follows.
    head = "int first(void);\nint wanted(void);\n"
    body = "(void) {\n  return first();\n}\n"
    users = {f"src/{name}.c": f"{head}int {name}{body}" for name in "cd"}
    assert "source/src/index.html" in made.rebuilt(lambda: made.write(users))
    shown = words(made.build().read("source/src/index.html"), "contents")
    assert "pool.c defines first, wanted, LIMIT 9" in shown


def test_a_file_that_only_passes_on_what_others_define_says_what(project) -> None:
    tree = {
        "shop/__init__.py": """
            import json
            from shop.cart import Cart, _secret
            from .money import *
            from . import gifts, taxes, words as texts

            __version__ = "1.0"


            def __getattr__(name):
                raise AttributeError(name)
            """,
        "shop/more/__init__.py": "from ..cart import Cart\n",
        "shop/own/__init__.py": "from .part import a\n\n\ndef opened():\n    return a\n",
        "shop/cart.py": "class Cart:\n    pass\n",
        "web/index.ts": "export * from './parts/list.js';\nexport { one as two } from './one';\n",
        "web/one.ts": "export const one = 1;\n",
        "rust/mod.rs": "pub use self::inner::{Thing, run};\nmod inner;\n",
        "rust/inner.rs": "pub struct Thing;\npub fn run() {}\n",
    }
    made = project(tree)
    output = made.build()

    def row(folder: str) -> str:
        return words(output.read(f"source/{folder}/index.html"), "contents")

    assert "__init__.py re-exports Cart, money, gifts, taxes and 1 other" in row("shop")
    assert "re-exports" not in row("shop/more"), "what is above is not what the package is made of"
    assert "__init__.py defines opened" in row("shop/own")
    assert "index.ts re-exports list, two" in row("web")
    assert "mod.rs re-exports Thing, run" in row("rust")
    made.write({"web/index.ts": "export { one } from './one';\n"})
    output = made.build()
    assert "index.ts re-exports one" in row("web")
    values = "export const two = make();\nexport const three = make();\n"
    made.write({"web/index.ts": f"export {{ one }} from './one';\n{values}"})
    output = made.build()
    assert "index.ts defines two, three" in row("web")


def test_of_most_used_members_the_owner_is_told(project) -> None:
    user = "from shop.cart import Cart\n\n\ndef go():\n    return Cart().total()\n"
    cart = "class Cart:\n    def total(self):\n        return 1\n"
    made = project({"shop/cart.py": cart, **{f"shop/u{number}.py": user for number in range(5)}})
    shown = words(made.build().read("source/index.html"), "key-symbols")
    assert "Cart.total method in shop/cart.py:2" in shown


def test_parts_of_one_type_are_told_by_what_they_add(project) -> None:
    parts = {
        f"lib/{name}.rb": f"class Shop\n  class {name.title()}\n    def go\n    end\n  end\nend\n"
        for name in ("cart", "order", "till")
    }
    # Types that are only called alike have the same in them.
    alike = {f"lib/m{n}.py": "class Step:\n    def up(self):\n        pass\n" for n in range(3)}
    made = project({**parts, **alike, "lib/say.rb": "class Shop\n  def hello\n  end\nend\n"})
    page = made.build().read("source/lib/index.html")
    shown = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    assert "cart.rb defines Cart" in shown
    assert "say.rb defines hello" in shown
    assert "m1.py defines Step" in shown


def test_a_library_begins_with_what_is_called_as_the_project(project) -> None:
    user = "from .ring import Ring\nfrom .base import Base\n\n\ndef run(): return Ring(), Base()\n"
    tree = {f"ring/m{n}.py": user.replace("run", f"run{n}") for n in range(12)}
    tree |= {"ring/ring.py": "class Ring:\n    pass\n", "ring/base.py": "class Base:\n    pass\n"}
    made = project({**tree, "ring/__init__.py": ""})
    options = {"filedocs_trees": {"source": {"path": "../tree", "title": "Ring"}}}
    begin = words(made.build(**options).read("source/index.html"), "start-here")
    first = "ring.py defines Ring (it has the name of the project)"
    assert begin.index(first) < begin.index("base.py")


def test_a_readme_and_what_introduces_large_folders_stand_first(project) -> None:
    tree = {
        "README.md": "# Tree\n\nTies knots.\n\n## Build\n\nSo.\n\n## Use\n\nSo.\n",
        "knots/doc.go": "// Package knots has knots.\npackage knots\n",
        "knots/bend.go": "package knots\n\nfunc Bend() int {\n\treturn 1\n}\n",
        "cmd/tie/main.go": "package main\n\nfunc main() {\n}\n",
    }
    page = project(tree).build().read("source/index.html")
    begin = words(page, "start-here")
    rows = ("README.md Build · Use", "cmd/tie/main.go:3", "(it introduces knots/)")
    assert list(map(begin.index, rows)) == sorted(map(begin.index, rows))
    assert 'href="README.md.html#L5"' in page


def test_the_most_used_of_an_interface_stands_first(project) -> None:
    use = "from src.base import Base\n\nBase().go(), Base().stop()\n"
    base = "class Base:\n    def go(self): ...\n    def stop(self): ...\n\n\ndef low(): ...\n"
    tree = {"src/__init__.py": "", "src/base.py": base}
    tree |= {f"a{n}.py": "from src.base import low\n\nlow()\n" for n in range(2)}
    # No member of it is used by more files than the function.
    tree |= {"b0.py": use, "b1.py": use.replace("stop", "go"), "b2.py": use.replace("go", "stop")}
    shown = words(project(tree).build().read("source/src/index.html"), "interface")
    first = "Base – class in base.py – 6 uses in 3 files"
    assert shown.index(first) < shown.index("low – function in base.py – 4 uses in 2 files")


def test_what_a_reason_says_is_not_said_before_it(project) -> None:
    use = '#include "list.h"\nint {0}(void) {{ return add(); }}\n'
    tree = {
        "list.h": "int add(void);\n",
        "list.c": '#include "list.h"\nint add(void) { return 1; }\n',
        "run.c": '#include "list.h"\nint main(void) { return add(); }\n',
        **{f"{name}.c": use.format(name) for name in "abc"},
    }
    begin = words(project(tree).build().read("source/index.html"), "start-here")
    assert "run.c:2 (it defines main) 2 lines" in begin
    assert "list.c defines add (used by 4 files)" in begin


def test_what_is_known_is_said_where_no_start_is(project) -> None:
    use = "from ring.wire import send\n\n\ndef {0}():\n    return send()\n"
    tree = {
        "README.md": "# ring\n\nring is a library that sends frames.\n",
        "ring/wire.py": '"""Sends frames."""\n\n\ndef send():\n    return 1\n',
        **{f"ring/{name}.py": use.format(name) for name in ("client", "pool", "line")},
    }
    made = project(tree)
    begin = words(made.build().read("source/index.html"), "start-here")
    title = "The most used modules, in order of their dependencies:"
    readme = "README.md ring is a library that sends frames. (it says what the project is)"
    wire = "ring/wire.py Sends frames. (used by 3 files)"
    assert begin.index(readme) < begin.index(title) < begin.index(wire)
    # What most use changes, and with it the page.
    more = {"ring/more.py": use.format("m")}
    assert "source/index.html" in made.rebuilt(lambda: made.write(more))
    (made.folder / "tree" / "README.md").unlink()
    begin = words(made.build().read("source/index.html"), "start-here")
    assert "README" not in begin
    assert "ring/wire.py Sends frames. (used by 4 files)" in begin
