"""What a file or folder is, is told in the tree's own words, the surest first, with their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from sphinx_filedocs.build.analyse import analyse
from sphinx_filedocs.index.extraction import Analysis
from sphinx_filedocs.index.store import Store
from sphinx_filedocs.model.descriptions import Description
from sphinx_filedocs.model.graph import Codebase
from sphinx_filedocs.tree_options import Sources

Files = Mapping[str, str]


def analysed(root: Path, files: Files) -> Codebase:
    """Return a tree of some texts, analysed."""
    for path, text in files.items():
        place = root / "tree" / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8")
    store = Store(root / "facts.sqlite", 1_000_000)
    return analyse(Analysis(root / "tree", Sources("A")), store, lambda rows, _: iter(rows))


@pytest.fixture
def described(tmp_path: Path) -> Callable[[Files], Mapping[str, Description]]:
    """Return what describes the files and folders of a tree of some texts."""
    return lambda files: dict(analysed(tmp_path, files).graph.descriptions)


Described = Callable[[Files], Mapping[str, Description]]


def test_a_file_has_its_own_words_and_its_header_lends_them(described: Described) -> None:
    found = described(
        {
            "ring.h": "/* A ring of frames. */\n\nint ring_size(void);\n",
            "ring.c": '#include "ring.h"\nint ring_size(void) { return 1; }\n',
        }
    )
    assert found["ring.h"] == Description("A ring of frames.", "ring.h", 1, "own", quoted=True)
    assert found["ring.c"] == Description("A ring of frames.", "ring.h", 1, "twin", quoted=True)
    # What is behind a remark is about that file alone.
    found = described(
        {
            "ring.h": "/* See frames.h.\n\n   This ring holds frames. */\n\nint ring_size(void);\n",
            "ring.c": '#include "ring.h"\nint ring_size(void) { return 1; }\n',
        }
    )
    assert found["ring.h"].text == "This ring holds frames."
    assert "ring.c" not in found
    # What an implementation says is not lent to its header.
    found = described(
        {
            "ring.h": "int ring_size(void);\n",
            "ring.c": '/* Rings of frames. */\n\n#include "ring.h"\nint n(void) { return 1; }\n',
        }
    )
    assert list(found) == ["ring.c"]


def test_a_definition_speaks_under_its_own_name(described: Described) -> None:
    java = "package a;\n\n/** The main class. */\npublic class Gson { int a; }\n"
    found = described({"a/Gson.java": java})
    assert found["a/Gson.java"] == Description(
        "The main class.", "a/Gson.java", 4, "symbol", "Gson"
    )


def test_a_function_called_like_a_type_does_not_speak_for_it(described: Described) -> None:
    pytest.importorskip("tree_sitter_kotlin")
    makes = "\n\n/** Makes an offset of hours. */\nfun Offset(hours: Int): Offset = Offset()\n"
    # The first annotation is one of an expression, as the grammar has it.
    annotated = '@Suppress("A")\n@Kept(with = Store::class)\npublic expect class Offset {\n}'
    files = {
        "a/Offset.kt": f"package a\n\n/** A distance from UTC. */\n{annotated}{makes}",
        "b/Offset.kt": f"package b\n\nclass Offset{makes}",
    }
    found = described(files)
    assert found["a/Offset.kt"].text == "A distance from UTC."
    assert "b/Offset.kt" not in found


def test_one_of_several_functions_called_like_a_file_does_not_speak_for_it(
    described: Described,
) -> None:
    one = "/** Turns a number into a ring. */\nexport function ring(a: number): void;\n"
    two = "/** Turns a text into a ring. */\nexport function ring(a: string): void;\n"
    last = "export function ring(a: unknown) {}\n"
    found = described({"a/ring.ts": one + two + last, "b/ring.ts": one + last})
    assert "a/ring.ts" not in found
    assert found["b/ring.ts"].text == "Turns a number into a ring."


def test_the_words_of_a_readme_stand_on_their_line(described: Described) -> None:
    text = "# A\n\nSee the wiki.\n\nA is a ring of frames.\n"
    found = described({"README.md": text})["README.md"]
    assert (found.text, found.line) == ("A is a ring of frames.", 5)


def test_a_file_named_like_the_end_of_a_module_has_its_words(described: Described) -> None:
    pytest.importorskip("tree_sitter_elixir")
    module = 'defmodule {} do\n  @moduledoc """\n  Sums up {}.\n  """\n  def run, do: 1\nend\n'
    found = described(
        {
            "lib/shop/cart.ex": module.format("Shop.Cart", "what is bought"),
            "lib/mix/shop.sum.ex": module.format("Mix.Tasks.Shop.Sum", "all carts"),
            "lib/shop/other.ex": module.format("Shop.Another", "the rest")
            + module.format("Shop.Third", "even more"),
        }
    )
    files = {path: one for path, one in found.items() if path.endswith(".ex")}
    assert files == {
        "lib/shop/cart.ex": Description(
            "Sums up what is bought.", "lib/shop/cart.ex", 1, "symbol", "Shop.Cart"
        ),
        "lib/mix/shop.sum.ex": Description(
            "Sums up all carts.", "lib/mix/shop.sum.ex", 1, "symbol", "Mix.Tasks.Shop.Sum"
        ),
    }


@pytest.mark.parametrize(
    ("path", "text", "is_quoted"),
    [
        ("ring.c", "/* A ring of frames. */\n\nint size;\n", True),
        ("ring.c", "/** @file\n * Holds frames. */\n\nint size;\n", False),
        ("ring.js", "// A ring of frames.\n\nlet size = 1\n", True),
        ("ring.sh", "# A ring of frames.\n\nsize=1\n", True),
        ("ring.py", '"""Holds frames."""\n', False),
        ("ring.py", "# A ring of frames.\n\nimport os\n", True),
        ("ring.rs", "//! Holds frames.\n\nfn size() {}\n", False),
        ("doc.go", "// Package ring holds frames.\npackage ring\n", False),
        ("ring.md", "# Rings of frames\n\nHolds them.\n", False),
    ],
)
def test_a_comment_is_quoted_that_nothing_declares_to_be_about_the_file(
    described: Described, path: str, text: str, is_quoted: bool
) -> None:
    assert described({path: text})[path].quoted is is_quoted


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ring.c", "/* Holds frames. */\nint size;\n"),
        ("ring.c", "#include <x.h>\n\n/* Holds frames. */\n\nint size;\n"),
        ("ring.sh", "# Holds frames.\nsize=1\n"),
        ("ring.sh", "# Does it hold frames?\n\nsize=1\n"),
        ("ring.sh", "# RINGS OF FRAMES\n\nsize=1\n"),
        ("ring.sh", "# If frames are lost, run it.\n\nsize=1\n"),
        ("ring.sh", "# ring.sh\n\nsize=1\n"),
        (
            "ring.go",
            "package ring\n\n// TODO: rather\n//\n//   func Ring(size int)\n\nvar Ring = 1\n",
        ),
        (
            "Ring.java",
            "/*\n * #%L\n * Ring\n * %%\n * Copyright (C) 2012 us\n * #L%\n */\nclass A {}\n",
        ),
    ],
)
def test_a_comment_above_code_and_one_that_states_nothing_are_not_quoted(
    described: Described, path: str, text: str
) -> None:
    assert described({path: text}) == {}


def test_a_program_is_named_by_its_folder(described: Described) -> None:
    found = described({"ring/main.py": "# Rings hold frames in order.\n\nimport os\n"})
    assert found["ring/main.py"].quoted


def test_a_title_stands_on_its_line(described: Described) -> None:
    found = described({"ring.md": "<!-- a -->\n\n# Rings of frames\n\nHow to use them.\n"})
    assert found["ring.md"].line == 3


def test_what_nothing_declares_to_document_a_package_is_quoted(described: Described) -> None:
    found = described(
        {
            "a/ring/__init__.py": "# Rings hold frames in order.\n\nimport os\n",
            "a/queue/__init__.py": '"""Queues hold frames."""\n',
        }
    )
    assert found["a/ring"].quoted
    assert not found["a/queue"].quoted


def test_a_type_is_described_by_more_than_what_it_is_called_and_who_made_it(
    described: Described,
) -> None:
    php = "<?php\n\n/**\n * Trait Ring.\n{more} */\ntrait Ring {{}}\n"
    said = " *\n * Holds frames in order.\n"
    assert "Ring.php" not in described({"Ring.php": php.format(more="")})
    assert described({"Ring.php": php.format(more=said)})["Ring.php"].text == (
        "Holds frames in order."
    )
    java = "/**\n * Created by somebody on 12/15/16.\n */\npublic class Ring {}\n"
    assert "Ring.java" not in described({"Ring.java": java})


def test_a_package_has_the_name_that_its_words_or_its_folder_give_it(described: Described) -> None:
    found = described(
        {
            "doc.go": "// Package ring holds frames.\npackage ring\n",
            "src/lib.rs": "//! Rings of frames.\n\nfn size() {}\n",
            "queue/src/lib.rs": "//! Queues of frames.\n\nfn size() {}\n",
        }
    )
    names = {path: found[path].about for path in ("doc.go", "src/lib.rs", "queue/src/lib.rs")}
    assert names == {"doc.go": "ring", "src/lib.rs": "", "queue/src/lib.rs": "queue"}


def test_neither_a_licence_nor_a_list_describes_a_file(described: Described) -> None:
    licence = [
        "Copyright (c) 2020 Ann",
        "",
        "Permission is hereby granted, free of charge, to",
        "use it",
    ]
    vim = "".join(f'" {line}'.rstrip() + "\n" for line in licence) + "\nlet g:ring = 1\n"
    shell = "# - $RING_SIZE (default: 0)\n# - $RING_NAME (default: empty)\n\nsize=1\n"
    assert not {"ring.vim", "ring.sh"} & described({"ring.vim": vim, "ring.sh": shell}).keys()
    says = '" Keeps rings of frames in order.\n\nlet g:ring = 1\n'
    assert described({"ring.vim": says})["ring.vim"].text == "Keeps rings of frames in order."


def test_the_title_of_the_project_describes_no_other_document(described: Described) -> None:
    found = described(
        {
            "README.md": "# Ring\n\nRing holds frames.\n",
            "docs/use.md": "# Ring\n\nFirst, take a frame.\n",
            "docs/how.md": "# Ring\n\nWhy is there a ring?\n",
            "docs/why.md": "# Why rings\n\nOthers hold none.\n",
        }
    )
    assert found["docs/why.md"].text.startswith("Why")
    assert found["docs/use.md"].text == "First, take a frame."
    assert "docs/how.md" not in found


def test_what_is_copied_from_another_file_with_its_name_is_about_that(
    described: Described,
) -> None:
    text = "/**\n * @file    {}\n * @brief   Tests of {} frames\n */\n\nint a;\n"
    found = described(
        {
            "ring_test.c": text.format("wave_test.c", "ten"),
            "frame_test.c": text.format("src/Frame-Test.cpp", "all"),
            "old_waves.c": text.format("waves.c", "old"),
        }
    )
    assert sorted(path for path in found if path.endswith(".c")) == ["frame_test.c", "old_waves.c"]


def test_what_is_to_be_done_with_a_file_does_not_say_what_it_is(described: Described) -> None:
    plan = "# Plan of rings\n\n- `ring.c`: Add all frames\n- `add.c`: Add frames to a ring\n"
    files = {"plan.md": plan, "ring.c": "int a;\n", "add.c": "int b;\n", "wave.c": "int c;\n"}
    found = described({**files, "README.md": "# A\n\n- `wave.c`: Delete all waves\n"})
    assert "ring.c" not in found
    assert found["wave.c"].text == "Delete all waves"
    assert found["add.c"].text == "Add frames to a ring"


def test_what_documents_a_definition_in_doxygen_is_not_about_the_file(
    described: Described,
) -> None:
    objc = "@import Foundation;\n\n//! The number of rings.\nFOUNDATION_EXPORT double RINGS;\n"
    assert "A.h" not in described({"A.h": objc})


def test_what_many_files_say_describes_none(described: Described) -> None:
    text = '"""Part of the suite."""\nA = 1\n'
    found = described({f"{name}.py": text for name in "abcd"})
    assert not {"a.py", "b.py", "c.py", "d.py"} & found.keys()


def test_what_many_files_say_of_a_definition_describes_none(described: Described) -> None:
    deploy = "#!/bin/sh\n\n# domain key certificate\n{0}_deploy() {{\n  echo {0}\n}}\n"
    names = ("apache", "exim", "nginx", "vault")
    files = {f"{name}.sh": deploy.format(name) for name in names}
    other = deploy.format("mail").replace("domain", "mailbox")
    found = described({**files, "mail.sh": other})
    assert not files.keys() & found.keys()
    assert found["mail.sh"].text == "mailbox key certificate"


def test_a_text_that_tests_read_is_not_described_but_a_readme_is(described: Described) -> None:
    text = "# Rings\n\nThis folder contains all the frames.\n"
    paths = ("test/fixtures/a.md", "testdata/a.md", "docs/a.md", "test/fixtures/README.md")
    found = described(dict.fromkeys(paths, text))
    assert "docs/a.md" in found
    assert "test/fixtures/README.md" in found
    assert not {"test/fixtures/a.md", "testdata/a.md"} & found.keys()


def test_an_entry_or_an_answer_does_not_say_what_a_text_is(described: Described) -> None:
    entry = "\n\n## 1.0\n\nStart of the changelog of rings.\n"
    found = described(
        {
            "CHANGELOG.md": f"# Change log{entry}",
            "a/CHANGES.md": f"# Changes\n\nAll changes of rings stand here.{entry}",
            "c/CHANGELOG.md": f"# Change Log\n\nNotable changes of rings and frames.{entry}",
            "b/RELEASE_NOTES.md": f"# Release history of rings{entry}",
            "FAQs.md": "# FAQs\n\n## Why are frames lost?\n\nIt destroys what FAQs have.\n",
        }
    )
    assert {path: one.text for path, one in found.items() if path.endswith(".md")} == {
        "a/CHANGES.md": "All changes of rings stand here.",
        "b/RELEASE_NOTES.md": "Release history of rings",
        "c/CHANGELOG.md": "Notable changes of rings and frames.",
    }


def test_a_title_may_repeat_the_words_of_a_name_that_are_joined(described: Described) -> None:
    found = described(
        {
            "FrameRings.md": "# Frame Rings\n\nTake one of them.\n",
            "docs/WaveRings.md": "# Wave Rings\n\nWave rings turn around.\n",
            "docs/UsingRings.md": "# Using Rings\n\nRings turn around.\n",
        }
    )
    assert not {"FrameRings.md", "docs/UsingRings.md"} & found.keys()
    assert found["docs/WaveRings.md"].text == "Wave rings turn around."


def test_what_tests_of_one_class_are_said_to_test_is_no_boilerplate(described: Described) -> None:
    java = "/** Tests FrameRings. */\nclass {0} {{\n  void test() {{}}\n}}\n"
    names = [f"FrameRings{one}Test" for one in ("Copy", "Count", "Delete", "Move")]
    found = described({f"src/test/java/{name}.java": java.format(name) for name in names})
    assert all(found[f"src/test/java/{name}.java"].text == "Tests FrameRings." for name in names)


def test_behind_imports_words_have_to_name_the_file_or_say_that_they_are_about_it(
    described: Described,
) -> None:
    found = described(
        {
            "ring.c": "#include <x.h>\n\n// Rings of frames for the wire.\n\nint a;\n",
            "frame.c": "#include <x.h>\n\n// Counts in all of them.\n\nint a;\n",
            "wave.c": "#include <x.h>\n\n// This file holds waves for the wire.\n\nint a;\n",
        }
    )
    assert {path: one.text for path, one in found.items()} == {
        "ring.c": "Rings of frames for the wire.",
        "wave.c": "This file holds waves for the wire.",
    }


def test_what_many_files_say_first_is_passed_over(described: Described) -> None:
    texts = {name: f"// The whole suite.\n//\n// This file has the {name}.\n\n" for name in "abcd"}
    found = described({f"{name}.c": f"{text}int a;\n" for name, text in texts.items()})
    assert found["a.c"].text == "This file has the a."


def test_what_many_files_say_describes_those_that_are_all_called_by_it(
    described: Described,
) -> None:
    words = "/* Rings of frames, all of them. */\n\n"
    found = described({f"ring_{name}.c": f"{words}int {name};\n" for name in "abcd"})
    assert found["ring_a.c"].text == found["ring_d.c"].text == "Rings of frames, all of them."


def test_a_module_and_the_one_type_with_the_name_of_a_file_describe_it(
    described: Described,
) -> None:
    module = (
        "module Rings\n  # Waves of frames.\n  module Wave\n    def self.up\n    end\n  end\nend\n"
    )
    types = "/** Frames first. */\nclass A { int a;\nint b;\nint c; }\n"
    found = described(
        {
            "wave.rb": module,
            "Frame.java": f"{types}/** A frame on its way. */\nclass SentFrame {{ }}\n",
        }
    )
    assert (found["wave.rb"].text, found["wave.rb"].about) == ("Waves of frames.", "Wave")
    assert found["Frame.java"].about == "SentFrame"


def test_what_a_program_begins_with_says_what_it_does(described: Described) -> None:
    rust = "// {}\nfn main() {{\n}}\n\nfn other() {{\n}}\n"
    words = "Prints all frames of a ring in order."
    found = described({"a.rs": rust.format(words), "b.rs": rust.format("It begins here.")})
    assert (found["a.rs"].text, found["a.rs"].about) == (words, "main")
    assert "b.rs" not in found


def test_the_words_of_a_package_stand_on_the_file_that_is_all_of_it(described: Described) -> None:
    text = "// Package a has rings.\npackage a\n"
    found = described(
        {
            "a/ring.go": text,
            "a/ring_test.go": "package a\n",
            "b/ring.go": text,
            "b/wave.go": "package a\n",
        }
    )
    assert found["a/ring.go"].text == "Package a has rings."
    assert "b/ring.go" not in found


def test_a_type_that_is_less_than_half_of_a_file_does_not_describe_it(
    described: Described,
) -> None:
    large = "/** Holds a frame. */\nclass Frame {\n  int size;\n  int used;\n  int next;\n}\n"
    small = "class Other {\n  int one;\n}\n"
    texts = {"MuchFrame": large + small, "LittleFrame": large + small * 3, "Ring": large + small}
    found = described({f"a/{name}.java": text for name, text in texts.items()})
    # One that is called otherwise holds other things, too.
    assert [path for path in found if path.endswith(".java")] == ["a/MuchFrame.java"]


def test_words_whose_code_is_not_closed_describe_nothing(described: Described) -> None:
    text = "/** `{}: `Record`. */\nclass {} {{\n  int size;\n}}\n"
    assert not described({"a/Flags.java": text.format("flags", "Flags")}).get("a/Flags.java")


def test_words_that_lead_elsewhere_describe_nothing(described: Described) -> None:
    found = described({"a.py": '"""See b.py for more."""\n', "b.py": '"""Reads frames."""\n'})
    assert "a.py" not in found
    assert "b.py" in found


def test_the_documentation_of_a_package_is_its_folders(described: Described) -> None:
    found = described(
        {
            "pkg/__init__.py": '"""Reads frames."""\n',
            "go/ring.go": "// Package ring holds frames.\npackage ring\n",
            "ring-macros/src/lib.rs": "//! Macros for [`ring`].\n",
        }
    )
    assert found["pkg"] == Description("Reads frames.", "pkg/__init__.py", 1, "package")
    assert found["pkg/__init__.py"].about == "pkg"
    macros = found["ring-macros/src/lib.rs"]
    assert (macros.about, macros.text) == ("ring-macros", "Macros for `ring`.")
    assert (found["go"].kind, found["go/ring.go"].about) == ("package", "ring")


def test_a_manifest_speaks_for_its_folder(described: Described) -> None:
    found = described(
        {
            "README.md": "# A\n\nRing is a server of frames.\n",
            "web/package.json": '{"description": "Shows the frames"}',
            "setup.cfg": "[metadata]\ndescription = reads all frames\n",
        }
    )
    assert found[""].text == "reads all frames"
    assert found["web"] == Description("Shows the frames", "web/package.json", 1, "manifest")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "pom.xml",
            (
                "<project><packaging>pom</packaging>"
                "<description>Parent Maven project for ring</description></project>"
            ),
        ),
        ("package.json", '{"workspaces": ["a"], "description": "Workspace of all packages"}'),
    ],
)
def test_a_readme_knows_better_than_what_holds_packages_together(
    path: str, text: str, described: Described
) -> None:
    readme = "# Ring\n\nRing is a server of frames.\n"
    alone = described({path: text})
    assert "" not in alone or alone[""].kind == "manifest"
    assert described({path: text, "README.md": readme})[""].text == "Ring is a server of frames."
    # One that speaks of the project comes first.
    cargo = '[package]\nname = "ring"\ndescription = "Serves all frames"\n'
    found = described({path: text, "README.md": readme, "Cargo.toml": cargo})
    assert found[""].text == "Serves all frames"


def test_prose_explains_what_says_nothing_of_itself(described: Described) -> None:
    found = described(
        {
            "README.md": "# A\n\n- `src/`: the server\n\nmain.c\n---\n\nThis is the main loop.\n",
            "src/main.c": "int main(void) { return 0; }\n",
        }
    )
    assert found["src"] == Description("the server", "README.md", 3, "prose")
    assert found["src/main.c"] == Description("This is the main loop.", "README.md", 5, "prose")


def explained(codebase: Codebase, path: str) -> list[tuple[str, int, str, bool]]:
    places = codebase.graph.explained.get(path, ())
    return [(one.path, one.line, one.about, one.explains) for one in places]


def test_prose_leads_to_what_it_names(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nCall `read_frame()` of `src/ring_buffer.py`, your `config.py`.\n",
            "src/ring_buffer.py": "def read_frame():\n    pass\n",
            "src/config.py": "A = 1\n",
            "CHANGES.md": "Fixed `src/ring_buffer.py`.\n",
        },
    )
    assert explained(codebase, "src/ring_buffer.py") == [
        ("README.md", 3, "", False),
        ("README.md", 3, "read_frame", False),
    ]
    # A bare name may be that of a reader's own file.
    assert explained(codebase, "src/config.py") == []


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("use.md", "Call `pay_now`, `pay_now(cart)`, `Cart.sum_up()` or `shop.pay_now`.", 2),
        ("use.md", 'pay_now and sum_up.it, *pay_now*, **pay_now**, "pay_now", Cart.sum_up.', 0),
        ("use.md", "- pay_now: pays\n- **sum_up** - sums\n", 0),
        ("use.md", "- `pay_now`: pays\n- **`Cart.sum_up`** - sums\n", 2),
        ("use.md", "## pay_now\n\nIt pays.\n", 0),
        ("use.md", "## `pay_now`\n\nIt pays.\n", 1),
        (
            "use.md",
            "Set `pay_now=1`, `other.sum_up`, `--pay-now`, `twice_made` and `x = pay_now()`.",
            0,
        ),
        (
            "use.rst",
            "Use ``pay_now`` and :meth:`Cart.sum_up`, not :option:`pay_now` or pay_now.\n",
            2,
        ),
    ],
)
def test_prose_names_a_symbol_by_an_exact_span_of_code_alone(
    tmp_path: Path, path: str, text: str, names: int
) -> None:
    codebase = analysed(
        tmp_path,
        {
            "shop.py": "def pay_now(cart): pass\n\nclass Cart:\n    def sum_up(self): pass\n",
            "a.py": "def twice_made(): pass\n",
            "b.py": "def twice_made(): pass\n",
            path: f"A title\n=======\n\n{text}",
        },
    )
    links = [link for link in codebase.graph.prose_links.get(path, ()) if link.definition]
    assert len(links) == names


def test_an_option_and_what_is_local_are_not_what_prose_names(tmp_path: Path) -> None:
    options = (
        "# B\n\nIt calls `on_fail`, `run_all` and `Ring.on_end`.\n\n- `on_fail`: what fails.\n"
    )
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nIt has `on_fail`, `make_ring`, `map()` and `Ring`.\n",
            "docs/options.md": options + "- `on_end`: what comes last.\n- `run_all` – runs all.\n",
            "src/ring.py": "class Ring:\n    def on_fail(self):\n        def make_ring(): ...\n\n"
            "    def on_end(self): ...\n\n\ndef run_all(): ...\n\n\ndef map(): ...\n",
        },
    )
    assert explained(codebase, "src/ring.py") == [
        ("README.md", 3, "on_fail", False),
        ("docs/options.md", 3, "on_end", False),
        ("docs/options.md", 7, "run_all", True),
        ("docs/options.md", 3, "run_all", False),
    ]
    leads = {link.name for link in codebase.graph.prose_links["docs/options.md"]}
    assert leads == {"run_all", "Ring.on_end"}


def test_prose_that_names_the_project_names_no_type(tmp_path: Path) -> None:
    readme = "# RingPy\n\n`RingPy` joins frames. Make a `RingPy()` of `ring_frame`, or a `.gem`.\n"
    codebase = analysed(
        tmp_path,
        {
            "README.md": readme,
            "docs/use.md": "# Use\n\nGet `RingPy`, or `RingPy.join`.\n",
            "ring.py": "class RingPy:\n    def join(self): ...\n\n\ndef ring_frame(): ...\n",
            ".github/workflows/test.yml": "jobs:\n  gem:\n    runs-on: x\n",
        },
    )
    assert explained(codebase, "ring.py") == [
        ("README.md", 3, "RingPy", False),
        ("docs/use.md", 3, "join", False),
        ("README.md", 3, "ring_frame", False),
    ]
    assert [one.name for one in codebase.graph.prose_links["docs/use.md"]] == ["RingPy.join"]
    assert explained(codebase, ".github/workflows/test.yml") == []


def test_a_module_with_a_dot_in_its_name_is_no_namespace(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "README.md": "# A\n\nImport `ring.frames`.\n\nIn `ring::frames` are maps.\n",
            "src/frames.cpp": "export module ring.frames;\n\nexport int a;\n",
        },
    )
    assert explained(codebase, "src/frames.cpp") == [("README.md", 3, "ring.frames", False)]


def test_prose_may_mean_a_readers_own_files(tmp_path: Path) -> None:
    codebase = analysed(
        tmp_path,
        {
            "docs/start.md": "# A\n\nPut `index.md` into `pages/`, `static/a.css` with "
            "`tests/base_case.py`, set `extra`; see [it](index.md) and `static/`.\n",
            "docs/index.md": "# B\n",
            "docs/extra/index.md": "# C\n",
            "docs/static/b.txt": "b\n",
            "docs/changes/1.md": "# D\n\nFixed `src/ring_buffer.py`.\n",
            "src/ring_buffer.py": "A = 1\n",
            "tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/tests/base_case.py": "def test_a():\n    pass\n",
            "examples/one/static/a.css": "a { b: c }\n",
        },
    )
    paths = [*codebase.light, *codebase.folders]
    found = [(path, one.path) for path in paths for one in codebase.graph.explained.get(path, ())]
    # Only the link leads there: the others are names that several have, or words.
    assert found == [("docs/index.md", "docs/start.md")]


def test_a_text_that_names_many_folders_beside_it_means_them(tmp_path: Path) -> None:
    files = {"README.md": "# A\n\nCode is in `src`, tools in `bin`, pages in `web`.\n"}
    # In another section a mere word is that of something else.
    files["README.md"] += "\n## Tools\n\nGet it by `cargo`.\n"
    files |= {f"{folder}/a.txt": "a\n" for folder in ("src", "bin", "web", "cargo")}
    codebase = analysed(tmp_path, files)
    assert [path for path in codebase.folders if codebase.graph.explained.get(path)] == [
        "bin",
        "src",
        "web",
    ]


def test_news_and_what_only_leads_elsewhere_describe_no_file(described: Described) -> None:
    found = described(
        {
            "CHANGES.md": "# Version 3.1\n\nFixes the parser.\n",
            "GUIDE.md": "# User guide\n\nRun it.\n",
            "release.yml": "# It works like this:\n#\n# - a\n\nname: x\n",
        }
    )
    assert found.keys() == {"GUIDE.md"}


def test_a_test_does_not_speak_for_the_package_around_it(described: Described) -> None:
    text = 'package ring\n\n// Package wide tests stand here.\n\nimport "testing"\n'
    assert "ring" not in described({"ring/ring.go": "package ring\n", "ring/ring_test.go": text})
    # Where there are only tests, they do.
    found = described({"frames/ring_test.go": "// Package frames tests rings.\npackage frames\n"})
    assert found["frames"].text == "Package frames tests rings."


def test_the_words_of_a_go_package_stand_on_the_file_that_is_called_as_it(
    described: Described,
) -> None:
    words = "// Package ring holds a frame.\npackage ring\n"
    found = described({"ring/ring.go": words, "ring/util.go": words.replace("a frame", "frames")})
    assert found["ring/ring.go"].kind == "package"
    assert "ring/util.go" not in found
    assert found["ring"].text == "Package ring holds a frame."


def test_the_title_of_a_text_is_its_only_heading_of_the_highest_level(described: Described) -> None:
    found = described(
        {
            "a.md": "# Frames\n\nAll of them.\n\n## More\n",
            "b.md": "## First\n\nOne of them.\n\n## Second\n",
            "c.md": "---\ntitle: Rings\n---\n\n## First\n\nOne of them.\n\n## Second\n",
            "d.md": "Frames are many.\n",
            "f.md": "# T01. Backends\n\nAll of them.\n",
            "e.md": "# e.md\n\nOne of them.\n",
            "g.md": "# :raised_hands: :+1: Support Frames\n\nAll.\n",
            "h.md": "---\ntitle: ':rocket: Rings'\n---\n\nOne of them.\n",
            "sub/README.md": "See the documentation.\n",
        }
    )
    texts = {path: words.text for path, words in found.items() if path.endswith(".md")}
    assert texts == {
        "a.md": "Frames\n\nAll of them.",
        "c.md": "Rings\n\nOne of them.",
        "f.md": "Backends\n\nAll of them.",
        "g.md": "Support Frames\n\nAll.",
        "h.md": "Rings\n\nOne of them.",
    }


def test_a_title_that_only_repeats_a_path_gives_way_to_the_sentence_below(
    described: Described,
) -> None:
    code = "::\n\n    {{ x|abs }}\n"
    found = described(
        {
            "docs/filters/abs.rst": f"abs\n===\n\nThe ``abs`` filter returns no sign{code}",
            "docs/filters/index.md": "# Filters\n\nWhy so many filters?\n",
            "docs/security.md": "# Security\n\nSecurity is a matter of rings.\n",
            "docs/overview.md": "# Overview\n\nRings hold frames.\n",
        }
    )
    texts = {path: words.text for path, words in found.items() if path.startswith("docs/")}
    assert texts == {
        "docs/filters/abs.rst": "The abs filter returns no sign",
        "docs/overview.md": "Rings hold frames.",
        "docs/security.md": "Security is a matter of rings.",
    }


def test_a_front_matter_describes_a_text_better_than_its_title(described: Described) -> None:
    front = "---\nname: {0}\nabout: {1}\n---\n\n# More\n\nWrite here.\n"
    found = described(
        {
            "a.md": front.format("Bug report", "Tell us of\n  a fault"),
            "b.md": front.format("Wishes", "'What rings lack'"),
            "c.md": front.format("Wishes", "New"),
            "d.md": front.format("Wishes", "Have you any?"),
        }
    )
    assert found["a.md"].text.startswith("Tell us of a fault\n\n")
    assert found["b.md"].text.startswith("What rings lack\n\n")
    assert found["c.md"].text.startswith("More\n\n")
    assert found["d.md"].text.startswith("More\n\n")


def test_a_comment_that_only_names_its_file_does_not_describe_it(described: Described) -> None:
    code = "*/\n\nint frames(void) {{ return {0}; }}\n"
    found = described(
        {
            "a.c": "/*\nRings - sub/a.c\nCopyright (C) 2021 All\n" + code.format(1),
            "frames.c": "/*\nRings - frames.c\n\nReads frames.\n" + code.format(2),
            # It has the name that it had.
            "b.c": "/*\nRings - Lists.c\n(C) 2004-2011 A. Person\n" + code.format(3),
        }
    )
    assert {path: words.text for path, words in found.items()} == {"frames.c": "Reads frames."}


def test_what_stands_for_a_folder_is_called_as_that(described: Described) -> None:
    text = "/** Adds frames. */\nexport function addFrame() {}\nexport const a = 1\n"
    found = described({"addFrame/index.ts": text, "other/index.ts": text})
    assert found["addFrame/index.ts"].about == "addFrame"
    assert "other/index.ts" not in found


def test_a_test_is_not_described_by_the_header_that_it_tests(described: Described) -> None:
    header = "/** @file A ring of frames. */\nint ring(void);\n"
    test = '#include "ring.h"\nint main(void) { return ring(); }\n'
    found = described({"include/ring.h": header, "src/ring.c": test, "test/unit/ring.c": test})
    assert found.keys() & {"src/ring.c", "test/unit/ring.c"} == {"src/ring.c"}


@pytest.mark.parametrize(
    ("name", "comment", "shown"),
    [
        ("Ring", "Ring: joins frames of one key.", "joins frames of one key."),
        ("Ring", "Ring joins frames of one key.", "Ring joins frames of one key."),
        ("Ring", "Class Ring.", ""),
        ("Ring", "Is it a ring?", ""),
        ("RingTest", "See https://a.example/12", ""),
        ("Ring", "The ring.", ""),
    ],
)
def test_words_of_a_type_say_what_that_is(
    described: Described, name: str, comment: str, shown: str
) -> None:
    text = f"package a;\n\n/** {comment} */\nclass {name} {{ int a; }}\n"
    found = described({f"src/{name}.java": text})
    assert [one.text for path, one in found.items() if path.endswith("java")] == [shown][
        : bool(shown)
    ]


def test_a_part_of_a_file_does_not_describe_it(described: Described) -> None:
    found = described(
        {
            "a/cookie.c": "/***\n\nRECEIVING COOKIES\n\nint a(void)\n*/\n\nint b;\n",
            "a/list.c": "/* Now implemented:\n *\n * 1) this\n * 2) that\n */\n\nint c;\n",
        }
    )
    assert not found


def test_a_class_that_only_holds_another_one_is_not_what_the_file_is(described: Described) -> None:
    ruby = "# Asks for frames.\nclass Prompt\n{}end\n"
    held = "  # Gathers a frame.\n  class Question\n    def a; end\n  end\n"
    found = described(
        {
            "prompt/question.rb": ruby.format(held),
            "prompt/list_prompt.rb": ruby.format(f"{held}  def b; end\n"),
            "prompt.rb": ruby.format(held),
        }
    )
    assert {path: one.about for path, one in found.items()} == {
        "prompt/question.rb": "Question",
        "prompt/list_prompt.rb": "Prompt",
        "prompt.rb": "Prompt",
    }


def test_a_page_of_the_manual_is_not_described_by_its_name(described: Described) -> None:
    page = ".TH ring 1\n.SH NAME\nring{}\n.SH DESCRIPTION\nJoins frames.\n"
    found = described({"a/ring.1": page.format(""), "b/ring.1": page.format(r" \- joins frames")})
    assert [*found] == ["b/ring.1"]


def test_tags_and_the_bare_name_describe_no_definition(described: Described) -> None:
    java = "package a;\n\n/** {} */\npublic class FrameRing {{ int a; }}\n"
    for words in ("Frame ring.", "@phpstan-type A array", "# not read"):
        assert "a/FrameRing.java" not in described(
            {"a/FrameRing.java": java.replace("{}", words).replace("{{", "{").replace("}}", "}")}
        )


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("SHOP: a client of shops.", "a client of shops."),
        ("``Shop`` -- A client of shops.", "A client of shops."),
        ("Shopping: a client of shops.", "Shopping: a client of shops."),
        ("A shop: a client of it.", "A shop: a client of it."),
    ],
)
def test_words_under_a_name_do_not_begin_with_it(
    described: Described, words: str, text: str
) -> None:
    found = described({"shop/__init__.py": f'"""\n{words}\n"""\n', "shop/a.py": "a = 1\n"})
    assert found["shop/__init__.py"] == Description(text, "shop/__init__.py", 1, "package", "shop")
    assert found["shop"].text == text
