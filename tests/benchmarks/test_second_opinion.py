"""The TypeScript compiler as the judge between ctags and the analysis."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import second_opinion
from differences import Difference
from oracle import Entry

FUNCTION = Entry("f", "function", 1)
METHOD = Entry("f", "method", 1)


@pytest.mark.parametrize(
    ("sort", "expected", "found", "opinion", "settled"),
    [
        ("extra", None, FUNCTION, {FUNCTION}, True),
        ("extra", None, FUNCTION, set(), False),
        ("missing", FUNCTION, None, set(), True),
        ("missing", FUNCTION, None, {FUNCTION}, False),
        ("kind", FUNCTION, METHOD, {METHOD}, True),
        ("kind", FUNCTION, METHOD, {FUNCTION}, False),
        ("kind", FUNCTION, METHOD, {FUNCTION, METHOD}, False),
        ("kind", FUNCTION, METHOD, set(), False),
    ],
)
def test_settles_only_for_the_analysis(
    monkeypatch: pytest.MonkeyPatch,
    sort: str,
    expected: Entry | None,
    found: Entry | None,
    opinion: set[Entry],
    settled: bool,
) -> None:
    def said(*_: object) -> dict[str, set[Entry]]:
        return {"a.js": opinion}

    monkeypatch.setattr(second_opinion, "_definitions", said)
    difference = Difference(sort, "a.js", expected, found, "")
    (one,) = second_opinion.settle(Path(), Path(), [difference])
    assert (one.reason is not None) == settled


def test_a_reason_that_is_there_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_opinion, "_definitions", lambda *_: {"a.js": {FUNCTION}})
    difference = Difference("extra", "a.js", None, FUNCTION, "", reason="known")
    assert second_opinion.settle(Path(), Path(), [difference]) == (difference,)


@pytest.mark.skipif(shutil.which("node") is None, reason="no node; Debian's package is nodejs")
def test_the_compiler_is_asked(tmp_path: Path) -> None:
    compiler = tmp_path / second_opinion.COMPILER
    compiler.parent.mkdir(parents=True)
    compiler.write_text("export default {};", encoding="utf-8")
    assert second_opinion.available(tmp_path)
    assert not second_opinion.available(tmp_path / "elsewhere")
