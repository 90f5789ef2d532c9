"""Whose the files of a tree are, by their notices of copyright."""

from __future__ import annotations

import pytest

from sphinx_filedocs.insight.folder_roles import licensed_folders
from sphinx_filedocs.languages.file_types import FileType, of_text
from sphinx_filedocs.model.facts import Facts
from sphinx_filedocs.model.files import File, LanguageType
from sphinx_filedocs.model.holders import is_elses, own_words, words
from sphinx_filedocs.parse.licenses import holders


def tree(texts: dict[str, str]) -> dict[str, File]:
    """Return the files of a tree with whom they name as holders."""
    files: dict[str, File] = {}
    for path, text in texts.items():
        kind = of_text(path, text) if "." in path else FileType(None, "")
        facts = Facts(holders=holders(text))
        what: LanguageType = (
            "programming" if path.endswith((".c", ".h", ".js", ".py", ".css")) else "prose"
        )
        files[path] = File(path, "text", len(text), "", kind.language, kind.name, what, facts=facts)
    return files


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("MIT License\n\nCopyright (c) 2016-2019 Ann Potter\n", "Ann Potter"),
        ("// Copyright 2010 The Ring Authors. All rights reserved.", "The Ring"),
        ("/* Copyright (C) 2012 - present, Ann <ann@a.example> */", "Ann"),
        ("# SPDX-FileCopyrightText: 2020 Ann Potter", "Ann Potter"),
        ("# © 2020 Ann\n# (c) 2021 Bob\n", "Ann Bob"),
        ("Copyright [yyyy] [name of copyright owner]", ""),
        ("Copyright (C) <year>  <name of author>", ""),
        ("Copyright (C) 2007 Free Software Foundation, Inc. <https://fsf.org/>", ""),
        ("# The copyright holders are not liable.", ""),
        ("Copyright (c) 2017 \n", ""),
        ("\n" * 50 + "Copyright (c) 2017 Ann", ""),
    ],
)
def test_whom_a_text_names(text: str, named: str) -> None:
    found = holders(text)
    if named.startswith("see "):
        assert found == named
    else:
        assert words(found) == words(named)


def test_what_is_noted_of_many_holders_is_short() -> None:
    assert (
        len(holders("".join(f"Copyright (c) 2020 {'Name' * 20} {n}\n" for n in range(40)))) <= 200
    )


def test_whose_a_tree_is() -> None:
    files = tree(
        {
            "LICENSE": "Copyright (c) 2020 Ann\n",
            "src/a.c": "// (c) 2020 Bob Ring\n",
            "src/b.c": "// (c) 2020 Bob Ring\n",
            "src/fmt/a.c": "// (c) 2020 Cid\n",
            "main.c": "// (c) 2020 Bob\n",
        }
    )
    own = own_words(files, [path for path in files if path.endswith(".c")])
    assert own == {"ann", "bob"}
    assert is_elses("Cid", own)
    assert not is_elses("Bob and others", own)
    assert not is_elses("", own)
    # Nothing is known where nobody is named.
    assert not is_elses("Cid", frozenset())
    assert not is_elses("Redis Labs", words("redislabs"))


LICENSE = "Copyright (c) 2020 Ann Potter\n"
OTHER = "Copyright (c) 2016 Cid Segev\n"


@pytest.mark.parametrize(
    ("texts", "folders"),
    [
        ({"ring.io/LICENSE": OTHER, "ring.io/a.c": OTHER}, ["ring.io"]),
        # Somebody else may have written a part of the project.
        ({"ring/LICENSE": OTHER, "ring/a.c": ""}, []),
        ({"ring/LICENSE": OTHER, "ring/a.c": LICENSE, "ring/b.c": OTHER, "ring/c.c": ""}, []),
        ({"ring.io/LICENSE": LICENSE, "ring.io/a.c": ""}, []),
        ({"ring.io/LICENSE": OTHER, "ring.io/LICENSE-MIT": LICENSE}, []),
        # A package of the tree.
        ({"pkgs/ring/LICENSE": OTHER, "pkgs/ring/package.json": "{}"}, []),
        ({"docs/theme/LICENSE": OTHER}, []),
        ({"LICENSE": "Public domain\n", "ring.io/LICENSE": OTHER}, []),
        ({"ring.io/COPYING": "Copyright (C) 2007 Free Software Foundation\n"}, []),
        ({"src/b.c": OTHER, "src/d.c": OTHER, "ring.io/LICENSE": OTHER}, []),
        # The licence of what it names may be that of one file.
        ({"fmt/fmt.license.rst": OTHER, "fmt/core.h": OTHER, "fmt/os.h": OTHER}, ["fmt"]),
        ({"lib/stb-LICENSE.txt": OTHER, "lib/stb.h": OTHER, "lib/a.c": LICENSE}, []),
        ({"lib/stb-LICENSE.txt": OTHER, "lib/stb.h": OTHER, "lib/a.c": ""}, []),
    ],
)
def test_a_folder_with_a_licence_of_others_is_theirs(
    texts: dict[str, str], folders: list[str]
) -> None:
    texts = {"LICENSE": LICENSE, "src/a.c": "", **texts}
    files = tree(texts)
    assert list(licensed_folders(files, texts.get)) == folders


def test_the_reason_names_the_licence() -> None:
    texts = {"ring.io/LICENSE": OTHER, "ring.io/a.c": OTHER}
    files = tree({"LICENSE": LICENSE, "src/a.c": "", **texts})
    assert licensed_folders(files, texts.get)["ring.io"].reason == (
        "ring.io/LICENSE names other copyright holders than the licence of the tree"
    )


def test_folders_without_notices_say_nothing_of_whose_a_tree_is() -> None:
    texts = {f"{folder}/a.c": "// (c) 2020 Ann\n" for folder in ("src", "src/linux", "src/osx")}
    files = tree({**texts, "include/fmt/a.h": "// (c) 2020 Cid\n", "tools/a.c": ""})
    assert own_words(files, files) == {"ann"}
    more = tree({f"more_{number}/a.c": "" for number in range(4)})
    assert own_words(files | more, files | more) == frozenset()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (
            "js/jquery-1.11.1.js",
            (
                "/*!\n * jQuery JavaScript Library v1.11.1\n * http://jquery.com/\n *\n"
                " * Copyright 2005, 2014 jQuery Foundation, Inc. and other contributors\n */\n"
            ),
        ),
        (
            "src/underscore.js",
            (
                "//     Underscore.js 1.8.3\n//     http://underscorejs.org\n"
                "//     (c) 2009-2015 Jeremy Ashkenas, DocumentCloud\n"
            ),
        ),
        ("src/ring.h", "/* ring v2.1 - https://ring.example\n * Copyright (c) 2019 Cid Segev */\n"),
        ("lib/six.py", "# six 1.16.0, https://six.example\n# Copyright (c) 2010 Ben Peter\n"),
        (
            "bootstrap.css",
            "/*!\n * Bootstrap v4.5.0 (https://b.example/)\n * (c) 2011 Twitter\n */",
        ),
    ],
)
def test_a_file_that_says_which_release_of_others_it_is_is_theirs(path: str, text: str) -> None:
    texts = {"LICENSE": LICENSE, "src/a.c": "", path: text}
    assert licensed_folders(tree(texts), texts.get)[path].name == "vendored"
    # So it is where the tree names nobody, but for what its root speaks of.
    texts = {"README": "# Carts\n", "src/a.c": "", f"deep/{path}": text}
    assert f"deep/{path}" in licensed_folders(tree(texts), texts.get)
    texts["README"] = f"# {text}"
    assert not licensed_folders(tree(texts), texts.get)
    texts = {"LICENSE": LICENSE, "src/a.c": "", path: text}
    # The project may be what is released.
    texts["LICENSE"] = text
    assert not licensed_folders(tree(texts), texts.get)


@pytest.mark.parametrize(
    "head",
    [
        # Somebody who worked on it.
        "/* ring.c - rings\n * Copyright (c) 2019 Cid Segev <https://cid.example> */\n",
        # What version control put there.
        "/* $Id: ring.c,v 1.7 2004/01/01 cid Exp $ https://r.example\n (c) 2004 Cid */\n",
        "/* ring.c,v 1.7 https://r.example\n (c) 2004 Cid */\n",
        # Of something else.
        "/* Needs ringing 2.0, https://r.example\n * Copyright (c) 2019 Cid Segev */\n",
        "/* ring 2.0\n * Copyright (c) 2019 Cid Segev */\n",
        "/* ring 2.0, https://r.example */\n",
    ],
)
def test_a_notice_of_others_alone_makes_no_file_theirs(head: str) -> None:
    texts = {"LICENSE": LICENSE, "src/a.c": "", "src/ring.c": head}
    assert not licensed_folders(tree(texts), texts.get)
