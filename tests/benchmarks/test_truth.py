"""What pages say is judged by people: what they are shown, and what their verdicts do."""

from __future__ import annotations

import re

import pytest
import truth
from statements import Statement, documented, kinds


def _said(*texts: str) -> list[Statement]:
    return [Statement("a.py", text) for text in texts]


def test_a_sample_takes_the_trees_in_turn_and_is_the_same_each_time():
    many = _said(*(f"statement {number}" for number in range(200)))
    few = _said("only this")
    sample = truth.drawn("kind", {"large": many, "small": few, "empty": []})

    assert len(sample) == truth.SIZE
    assert [row.tree for row in sample[:3]] == ["large", "small", "large"]
    assert sample == truth.drawn("kind", {"empty": [], "small": few, "large": many[::-1]})


def test_a_statement_keeps_its_chance_when_others_come():
    few = _said(*(f"statement {number}" for number in range(60)))
    more = [*few, *_said("another")]
    before, after = (set(truth.drawn("kind", {"tree": some})) for some in (few, more))

    assert len(before - after) <= 1


def test_a_verdict_counts_as_long_as_the_page_says_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr(truth, "FOLDER", tmp_path)
    rows = [
        truth.Verdict("tree", "a.py", 'it says "so"', "right", "line 1"),
        truth.Verdict("tree", "a.py", "it said otherwise", "wrong", "line 2"),
    ]
    truth.write(truth.file_of("some kind"), rows)
    assert set(truth.verdicts(truth.file_of("some kind"))) == set(rows)

    outcome = truth.judged("some kind", {"tree": _said('it says "so"', "it says otherwise")})
    assert (outcome.count("right"), outcome.count("wrong"), outcome.count("")) == (1, 0, 1)
    assert not outcome.is_enough, "half of it has no verdict"
    assert "NOT JUDGED" in truth.report(outcome)


@pytest.mark.parametrize(("wrong", "enough"), [(0, True), (2, True), (3, False)])
def test_less_than_95_of_100_right_is_too_few(wrong, enough):
    sample = [
        truth.Verdict("tree", "a.py", str(number), "wrong" if number < wrong else "right")
        for number in range(40)
    ]
    outcome = truth.Outcome("kind", 40, 1, tuple(sample))

    assert outcome.is_enough is enough
    assert ("BELOW THE BOUND" in truth.report(outcome)) is not enough


def test_a_verdict_is_right_or_wrong():
    with pytest.raises(ValueError, match="'perhaps'"):
        truth.Verdict("tree", "a.py", "text", "perhaps")


def test_statements_of_each_kind_come_from_what_the_pages_show(tmp_path):
    tmp_path.joinpath("a.py").write_text("import b\n")
    tmp_path.joinpath("b.py").write_text("import a\n")
    with documented(tmp_path) as tree:
        said = {kind: list(collect(tree)) for kind, collect in kinds().items()}

    assert said["import cycle"] == [Statement("a.py", "a.py:1 → b.py:1 → a.py", 1)]


def test_every_file_of_verdicts_is_one_of_a_kind_and_can_be_read():
    files = {truth.file_of(kind) for kind in kinds()}
    for path in truth.FOLDER.glob("*.toml"):
        assert path in files
        assert all(re.fullmatch(r"\S+", row.tree) for row in truth.verdicts(path))
