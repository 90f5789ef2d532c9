"""Facts follow from a text and its language alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.languages.file_types import lexer_name, of_text
from sphinx_filedocs.parse.facts import extract

SOURCE = '''\
# SPDX-License-Identifier: MIT
"""Counts."""
import os
from pkg import helper as aid

TOTAL = 3


class Counter:
    def count(self):
        # once
        return aid(os, TOTAL)
'''


def test_a_parsed_text_has_all_its_facts() -> None:
    read = extract(SOURCE, "python")
    facts, keywords = read.facts, read.keywords
    assert facts.doc == "Counts."
    assert facts.license == "MIT"
    assert (facts.lines.total, facts.lines.comment, facts.lines.blank) == (12, 2, 3)
    assert [symbol.name for symbol in facts.symbols] == ["TOTAL", "Counter"]
    assert [one.target for one in facts.imports] == ["os", "pkg"]
    kinds = {keyword.name: (keyword.kinds, keyword.lines) for keyword in keywords}
    assert kinds["Counter"] == (("class",), (9,))
    assert kinds["count"] == (("method",), (10,))
    assert kinds["aid"] == (("import",), (4, 12))
    assert kinds["TOTAL"] == (("constant",), (6, 12))
    assert kinds["self"][0] == ("identifier",)


def test_a_name_has_every_kind_that_the_file_has_under_it() -> None:
    text = "import { B } from './b';\nexport class A {}\nexport namespace A { export class B {} }\n"
    kinds = {keyword.name: keyword.kinds for keyword in extract(text, "typescript").keywords}
    assert kinds["A"] == ("class", "namespace")
    assert kinds["B"] == ("class", "import")


@pytest.mark.parametrize(
    ("language", "text", "doc"),
    [
        ("bash", "#!/bin/sh\n# SPDX-License-Identifier: MIT\n# Tests it.\n\nset -e\n", "Tests it."),
        (
            "cpp",
            "// SPDX-License-Identifier: MIT\n/// @file\n/// It rolls.\n#ifndef A\n",
            "It rolls.",
        ),
        ("go", "// SPDX-License-Identifier: MIT\n\npackage frame\n", ""),
        (
            "c",
            "/* Copyright 2001 X */\n/*\n * Reads frames.\n */\n#include <a.h>\n",
            "Reads frames.",
        ),
        (
            "haskell",
            (
                "{-\n  Copyright 2001 X\n-}\n{-# LANGUAGE A #-}\n{-# LANGUAGE B #-}\n\n{-\n"
                "  Reads frames.\n  All of them.\n-}\n\nmodule A where\n\nimport B\n\nx = 1\n"
            ),
            "Reads frames.\nAll of them.",
        ),
    ],
)
def test_what_a_file_says_of_itself_is_not_its_licence(language, text, doc) -> None:
    assert extract(text, language).facts.doc == doc


def test_a_language_without_grammar_has_the_names_of_its_lexer() -> None:
    read = extract("# a note\nname: value\n", "yaml")
    facts, keywords = read.facts, read.keywords
    assert facts.lines.comment == 1
    assert [keyword.name for keyword in keywords] == ["name"]


def test_headings_are_the_outline_of_markup() -> None:
    read = extract("# One\n\nFirst words.\n\n## Two\n", "markdown")
    facts, keywords = read.facts, read.keywords
    assert facts.doc == "First words."
    assert facts.symbols[0].children[0].name == "Two"
    assert {keyword.kinds for keyword in keywords} == {("heading",)}


@pytest.mark.parametrize("language", ["python", "cpp", "rust", "markdown", "yaml", None])
@given(text=st.text(max_size=300))
def test_no_text_is_too_strange(language, text) -> None:
    read = extract(text, language)
    facts, keywords = read.facts, read.keywords
    total = facts.lines.code + facts.lines.comment + facts.lines.blank
    assert total == facts.lines.total
    for keyword in keywords:
        assert list(keyword.lines) == sorted(set(keyword.lines))
        assert keyword.lines[-1] <= facts.lines.total


@pytest.mark.parametrize(
    ("path", "text", "language", "name"),
    [
        ("a/b.py", "", "python", "Python"),
        ("run", "#!/bin/sh\n", "bash", "Shell"),
        ("run", "#!/usr/bin/env -S A=1 python3.11 -u\n", "python", "Python"),
        ("x.h", "class A {};\n", "cpp", "C++"),
        ("x.h", "struct a { int b; };\n", "c", "C"),
        ("x.h", "@class B;\n@interface A : NSObject\n@end\n", "objc", "Objective-C"),
        ("x.m", "#import <A/A.h>\nint main(void) { return 0; }\n", "objc", "Objective-C"),
        ("x.m", "function y = f(x)\n% Twice.\ny = 2 * x;\nend\n", "matlab", "MATLAB"),
        ("Dockerfile.dev", "", "dockerfile", "Dockerfile"),
        ("conf.yaml", "", "yaml", "YAML"),
        ("LICENSE", "MIT", None, "Plain text"),
        ("README.md", "", "markdown", "Markdown"),
        ("go.mod", "", None, "Go Module"),
        ("pom.xml", "", "xml", "Maven POM"),
        ("x.pl", "", "perl", "Perl"),
        ("x.pl", ":- use_module(library(lists)).\n", "prolog", "Prolog"),
        ("x.pl", "%% Facts.\nlikes(ann, tea).\n", "prolog", "Prolog"),
        ("x.pl", "likes(A, B) :-\n  knows(A, B).\n", "prolog", "Prolog"),
        ("x.pl", "#!/usr/bin/env perl\n% A remark.\n", "perl", "Perl"),
        ("x.pl", "#!/usr/bin/perl -w\nuse strict;\n%seen = ();\n", "perl", "Perl"),
        ("x.pl", '%seen = ();\nprint "a :- b";\n', "perl", "Perl"),
        ("x.pl", "#!/usr/bin/env raku\nsay 1;\n", "perl6", "Raku"),
        ("x.cgi", "#!/usr/bin/perl\nprint 1;\n", "perl", "Perl"),
        ("x.fcgi", "#!/usr/bin/lua5.3\nprint(1)\n", "lua", "Lua"),
        ("x.t", "#!/usr/bin/env perl\nok 1;\n", "perl", "Perl"),
        ("x.yaml", "", "yaml", "YAML"),
        ("x.r", "", "splus", "R"),
        ("x.bzl", "", "python", "Starlark"),
        ("x.svg", "", "xml", "SVG"),
        ("x.cls", "\\ProvidesClass{x}\n", "tex", "TeX"),
        ("x.tpl", "{{ .Values.name }}\n", None, "Go Template"),
        ("x.tpl", "{if $name}a{/if}\n", "smarty", "Smarty"),
        ("x.l", "%{\npackage lexer\n%}\n%%\n", None, "Lex"),
        ("x.l", "(defun twice (n) (* 2 n))\n", "common-lisp", "Common Lisp"),
        # Nothing decides: what Pygments takes them for says less than nothing.
        ("x.tpl", "", None, "Plain text"),
        ("x.def", "X(a)\n", None, "Plain text"),
        ("x.inc", "int a;\n", None, "Plain text"),
    ],
)
def test_the_type_of_a_text(path, text, language, name) -> None:
    found = of_text(path, text)
    assert (found.language, found.name) == (language, name)


def test_the_type_of_other_files() -> None:
    assert lexer_name("cuda") == "cuda"
    assert lexer_name("no such language") == "text"
