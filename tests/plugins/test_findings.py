"""Every rule against the examples in its own table, and what all findings have in common."""

from __future__ import annotations

import json
import re

import pytest
from tree_sitter import Parser, Query

from sphinx_filedocs import languages
from sphinx_filedocs.languages.table import Additions, use
from sphinx_filedocs.model.facts import Finding, Import
from sphinx_filedocs.parse import finders, marks, parser
from sphinx_filedocs.parse.facts import extract
from sphinx_filedocs.parse.marks import Mark
from sphinx_filedocs.plugins.findings import rules
from sphinx_filedocs.plugins.findings.called_names import imported_names
from sphinx_filedocs.plugins.findings.rules import EvidenceRule
from tests.tables import Table

TABLE = Table(__file__)

#: What a line rule for every text is tried in.
ANY = (None, "python", "rust", "yaml")
SLASHES = ("c", "cpp", "cuda", "javascript", "typescript", "tsx", "rust", "go", "java")
#: A declaration that holds a text and means nothing.
STRINGS = {
    "python": "x = {}",
    "c": "const char *x = {};",
    "cpp": "const char *x = {};",
    "cuda": "const char *x = {};",
    "javascript": "const x = {};",
    "typescript": "const x = {};",
    "tsx": "const x = {};",
    "rust": "const X: &str = {};",
    "go": "package p\nvar x = {}",
    "java": "class X {{ String x = {}; }}",
}


def parsed(text: str, language: str | None) -> tuple[tuple[Finding, ...], dict[str, int]]:
    known = languages.load().get(language or "")
    met: tuple[parser.Match, ...] = ()
    imports: tuple[Import, ...] = ()
    if known and languages.grammar(known):
        parse = parser.parse(text, known, finders.queries(text, language), finders.further)
        met, imports = parse.matches, parse.imports
    found = finders.find(text, language, met, imports)
    return found, dict(marks.find(text, language, met))


#: All rules of findings and all marks.
EVERY: tuple[EvidenceRule | Mark, ...] = (*rules.load(), *marks.load())


def fires(rule: EvidenceRule | Mark, text: str, language: str | None) -> bool:
    found, said = parsed(text, language)
    if isinstance(rule, Mark):
        return rule.text in said
    return rule.id in {one.rule for one in found}


def cases(field: str) -> list[object]:
    return [
        pytest.param(rule, language, text, id=f"{rule.id}-{language}-{number}")
        for rule in EVERY
        for language in sorted(rule.languages)
        or [one for one in ANY if one not in getattr(rule, "but", ())]
        for number, text in enumerate(getattr(rule, field))
    ]


@pytest.mark.parametrize(("rule", "language", "text"), cases("matches"))
def test_matches(rule: EvidenceRule | Mark, language: str | None, text: str) -> None:
    assert fires(rule, text, language)


@pytest.mark.parametrize(("rule", "language", "text"), cases("misses"))
def test_misses(rule: EvidenceRule | Mark, language: str | None, text: str) -> None:
    assert not fires(rule, text, language)


@pytest.mark.parametrize("language", ["python", "c", "cpp", "cuda", "java", "rust"])
def test_of_one_text_the_same_is_found_with_fewer_queries(language: str) -> None:
    for rule in EVERY:
        if rule.languages and language not in rule.languages:
            continue
        for text in (*rule.matches, *rule.misses):
            every, some = (extract(text, language, sparing).facts for sparing in (False, True))
            assert some == every


@pytest.mark.hostile
def test_what_is_found_does_not_depend_on_what_else_is_looked_for() -> None:
    text = "a" + ".b()" * 3_000 + "\neval(a)\n"
    python = languages.load()["python"]
    assert parser.parse(text, python, finders.queries(text, "python")).is_crowded
    every, some = (extract(text, "python", sparing).facts for sparing in (False, True))
    assert some == every
    assert [one.rule for one in every.findings] == ["python-eval"]


IN_CODE = [rule for rule in EVERY if rule.query]


@pytest.mark.parametrize("rule", IN_CODE, ids=lambda rule: rule.id)
def test_code_in_strings_and_comments_is_no_evidence(rule: EvidenceRule | Mark) -> None:
    for language in sorted(rule.languages):
        for text in rule.matches:
            mark = "// " if language in SLASHES else "# "
            lines = "\n".join(f"{mark}{line}" for line in text.split("\n"))
            comment = f"package p\n{lines}\n" if language == "go" else lines + "\n"
            assert parsed(comment, language) == ((), {})
            if language == "bash":
                string = "x='" + text.replace("'", "'\\''") + "'\n"
            else:
                string = STRINGS[language].format(json.dumps(text)) + "\n"
            assert parsed(string, language) == ((), {})


@pytest.mark.parametrize("rule", EVERY, ids=lambda rule: rule.id)
def test_each_rule_is_whole(rule: EvidenceRule | Mark) -> None:
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", rule.id)
    assert rule.matches
    assert rule.misses
    assert {*rule.languages} <= set(languages.load()) | {"docker", "dockerfile", "tcl", "yaml"}
    assert bool(rule.query) != bool(rule.line)
    if isinstance(rule, EvidenceRule):
        assert len(rule.same) in (0, 2)
        assert all(text.endswith(".") for text in (rule.text, rule.why, rule.fix))


@pytest.mark.parametrize("rule", [rule for rule in rules.load() if rule.query], ids=lambda r: r.id)
def test_each_pattern_captures_what_its_sentence_names(rule: EvidenceRule) -> None:
    needed = set(re.findall(r"\{(\w+)\}", rule.text))
    for language in rule.languages:
        grammar = languages.grammar(languages.load()[language])
        assert grammar
        text = rule.query_of(rule.last_names)
        query = Query(grammar, text)
        for pattern in range(query.pattern_count):
            start = query.start_byte_for_pattern(pattern)
            source = text[start : query.end_byte_for_pattern(pattern)]
            if "@finding" in source:
                captured = set(re.findall(r"@(\w+)", source))
                assert needed <= captured
                assert {*rule.where, *rule.unless} & captured <= captured


def test_a_finding_has_the_rule_the_severity_the_line_and_a_sentence() -> None:
    text = "import subprocess\n\nsubprocess.run(\n    line, shell=True)\n"
    found, _ = parsed(text, "python")
    sentence = "subprocess.run is called with shell=True, so a shell interprets the command."
    assert found == (Finding("python-subprocess-shell", "warning", 3, sentence),)


def test_findings_are_sorted_by_line() -> None:
    text = "try:\n    eval(a)\nexcept:\n    exec(b)\n"
    found, _ = parsed(text, "python")
    assert [(one.line, one.rule) for one in found] == [
        (2, "python-eval"),
        (3, "python-bare-except"),
        (4, "python-eval"),
    ]


def test_only_so_many_findings_of_a_rule_are_kept() -> None:
    found, _ = parsed("eval(a)\n" * 33, "python")
    assert [one.line for one in found] == list(range(1, 21))
    assert found[18].text == "eval runs what it is given as code."
    assert found[19].text == "eval runs what it is given as code. 13 more below."


def test_a_long_name_is_cut_and_braces_in_it_mean_nothing() -> None:
    found, _ = parsed(f"a.{'a' * 300}(x, shell=True)\n", "python")
    assert found[0].text.startswith(f"a.{'a' * 57}… is called")
    found, _ = parsed("if m['{0}{}'] is 'a': pass\n", "python")
    assert found[0].text.startswith("m['{0}{}'] is compared")


@pytest.mark.parametrize("language", [None, "text", "python-unknown"])
def test_a_text_in_no_language_has_no_findings(language: str | None) -> None:
    assert parsed("eval(a)\n", language) == ((), {})


@pytest.mark.hostile
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "a" + ".b()" * 30_000),
        ("python", "f" + "(shell=True)" * 20_000),
        ("python", "x = " + "yaml.load(" * 20_000),
        ("python", "@a\n" * 20_000 + "def f(): pass"),
        ("javascript", "a" + ".b()" * 30_000),
        ("javascript", "x=" + "<a>" * 10_000),
        ("cpp", "void f(){" + "for(;;){" * 10_000 + "}" * 10_001),
        ("java", "class A {" * 10_000 + "}" * 10_000),
        ("bash", "$(" * 10_000 + ")" * 10_000),
        ("rust", "fn f(a: " + "Rc<" * 10_000 + "u8" + ">" * 10_000 + ") {}"),
        ("docker", "RUN " + "curl a | " * 100_000),
        ("yaml", "jobs:\n" + "uses: " * 100_000),
    ],
    ids=lambda value: value[:20],
)
def test_depth_costs_no_endless_time(language: str, text: str) -> None:
    known = languages.load().get(language)
    grammar = languages.grammar(known) if known else None
    source = text.encode()
    root = Parser(grammar).parse(source).root_node if grammar else None
    found: tuple[parser.Match, ...] = ()
    if grammar and root:
        found, _, _ = parser.run_rules(grammar, root, source, finders.queries(text, language))
    finders.find(text, language, found)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "import hashlib; hashlib.md5(a)  # nosec"),
        ("python", "import hashlib; hashlib.md5(a)  # nosec B324"),
        ("python", "import hashlib; hashlib.md5(a)  # nosec: B101, B324"),
        ("python", "import hashlib; hashlib.md5(a)  # noqa"),
        ("python", "import hashlib; hashlib.md5(a)  # noqa: S324"),
        ("python", "import hashlib; hashlib.md5(a)  # nosemgrep"),
        ("python", "import hashlib; hashlib.md5(a)  # nosemgrep: python-weak-hash"),
        ("python", "import hashlib; hashlib.md5(a)  # NOSONAR"),
        ("python", "import hashlib; hashlib.md5(a)  # lgtm"),
        ("javascript", "eval(a) // eslint-disable-line"),
        ("javascript", "eval(a) // eslint-disable-line no-eval -- it is ours"),
        ("javascript", "eval(a) // eslint-disable-line -- it is ours"),
        ("javascript", "// eslint-disable-next-line no-alert, no-eval\neval(a)"),
        ("c", "void f(void) { gets(p); } // NOLINT"),
        ("c", "void f(void) { gets(p); } // NOLINT(cert-*)"),
        ("c", "// NOLINTNEXTLINE(cert-*)\nvoid f(void) { gets(p); }"),
        ("go", 'package p\nimport "crypto/md5"\nvar h = md5.New() //nolint:gosec'),
        ("go", 'package p\nimport "crypto/md5"\nvar h = md5.New() // #nosec G401'),
        ("bash", "# shellcheck disable=SC2115\nrm -rf $a/b"),
    ],
)
def test_what_a_comment_silences_is_no_finding(language: str, line: str) -> None:
    assert parsed(f"{line}\n", language)[0] == ()
    loud = re.sub(r"(#|//)\s?#?(nose|noqa|NOLI|noli|esl|NOSON|lgt|she)\w*", r"\1", line)
    assert len(parsed(f"{loud}\n", language)[0]) == 1


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "import hashlib; hashlib.md5(a)  # nosec B101"),
        ("python", "import hashlib; hashlib.md5(a)  # noqa: E501"),
        ("python", "import hashlib; hashlib.md5(a)  # nosemgrep: other.rule"),
        ("python", "import hashlib; hashlib.md5(a, 'nosec')"),
        ("python", "# nosec\nimport hashlib; hashlib.md5(a)"),
        ("javascript", "eval(a) // eslint-disable-line no-alert"),
        ("c", "void f(void) { gets(p); } // NOLINT(bugprone-*)"),
        ("go", 'package p\nimport "crypto/md5"\nvar h = md5.New() //nolint:errcheck'),
        # It is about security alone.
        ("python", "if a is 'b': pass  # nosec"),
    ],
)
def test_a_comment_about_something_else_silences_nothing(language: str, line: str) -> None:
    assert len(parsed(f"{line}\n", language)[0]) == 1


def test_a_rule_that_is_off_finds_nothing() -> None:
    use(Additions(rules_off=("python-eval",)))
    try:
        assert parsed("eval(a)\n", "python") == ((), {})
    finally:
        use(Additions())


def test_imports_say_what_a_name_means() -> None:
    TABLE.check(
        "imports",
        lambda language, text: " ".join(
            imported_names(extract(text, language).facts.imports).meanings("sha1")
        ),
    )


def test_an_attribute_is_of_a_module_only_where_that_is_imported() -> None:
    TABLE.check(
        "attributes",
        lambda text, name: " ".join(
            imported_names(extract(text, "python").facts.imports).meanings(name)
        ),
    )


def test_marks_have_the_first_line_of_each() -> None:
    text = "#!/usr/bin/env python3\nif __name__ == '__main__':\n    f()\n"
    assert parsed(text, "python") == ((), {"main": 2, "shebang": 1})


def test_a_mark_far_down_a_file_says_nothing_about_the_file() -> None:
    assert parsed("\n" * 60 + "#!/bin/sh\n", "python") == ((), {})


def test_a_broken_rule_is_named() -> None:
    with pytest.raises(ValueError, match=r"rule x-y: .*colour"):
        rules.make("x-y", "security", {"query": "(a)", "colour": "red"})
    with pytest.raises(ValueError, match="rule x-y: add either a query or a line"):
        rules.make("x-y", "security", {"text": "A."})
    with pytest.raises(ValueError, match="rule x-y"):
        rules.make("x-y", "security", {"line": "("})
