"""What is coloured in a source: by language, in its place, whatever the text is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_filedocs.parse.highlight import LONGEST_LINE, highlight
from tests.full import mixed
from tests.samples import Sample, samples, trees

SAMPLES = Path(__file__).with_name("highlight.txt")
SOURCES = {language: files["source"] for language, files in trees(SAMPLES).items()}


def shown(source: str, language: str) -> list[str]:
    """Return the coloured parts of each line, each behind its class."""
    lines = source.split("\n")
    runs = highlight(lines, language)
    assert runs is not None
    return [
        " ".join(f"{css}:{line[start:end]}" for start, end, css in here)
        for line, here in zip(lines, runs, strict=True)
    ]


@pytest.mark.parametrize("sample", samples(SAMPLES))
def test_what_is_coloured(sample: Sample) -> None:
    language = sample.name
    colours = "\n".join(shown(sample.read()[0]["source"], language)).rstrip("\n")
    sample.expect(f"{colours}\n")


def test_tsx_and_cuda_are_read_as_what_they_extend() -> None:
    assert shown("let a = <b>it's</b>", "tsx") == ["k:let"]
    assert shown("__global__ void f();", "cuda") == ["k:__global__ kt:void"]


def test_other_languages_are_left_to_pygments() -> None:
    assert highlight(["a = 1"], "ruby") is None
    assert highlight(["a = 1"], "no-such") is None
    assert highlight([], "python") == []


def test_a_line_that_is_too_long_has_no_colours_but_those_around_it_have() -> None:
    long = "x = 1" + " " * LONGEST_LINE
    assert shown(f'a = """\n{long}\n"""', "python") == ['s:"""', "", 's:"""']


UNCLOSED = ['"' * 3, "'", "/*", "`", "${", 'R"(', 'r#"', "'\\", "<<A\n", "match ", "#[", "a ", "/"]


@pytest.mark.parametrize(("language", "piece"), mixed(list(SOURCES), UNCLOSED))
def test_no_text_takes_longer_than_its_length(language, piece) -> None:
    # By the square of its length it would be minutes.
    runs = highlight((piece * (200_000 // len(piece))).split("\n"), language)
    assert runs is not None


texts = st.one_of(
    st.text(max_size=120),
    st.text(st.sampled_from("ab .<>&\"'#/*\\\n\t`${}()@rRe=:!1é😀"), max_size=120),
    st.sampled_from(sorted(SOURCES.values())),
)


@given(texts, st.sampled_from(sorted(SOURCES)))
def test_runs_are_in_order_and_within_their_lines(text, language) -> None:
    lines = text.split("\n")
    runs = highlight(lines, language)
    assert runs is not None
    assert len(runs) == len(lines)
    for line, here in zip(lines, runs, strict=True):
        at = 0
        for start, end, css in here:
            assert css
            assert at <= start < end <= len(line)
            at = end
