"""Trees that nobody thought of, edited: a build ends, and gives what a clean one gives.

``python benchmarks/fuzz.py`` tries hundreds of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz import main

from tests.full import FULL, rows

SAMPLES = Path(__file__).resolve().parent.parent / "languages"


@pytest.mark.slow
@pytest.mark.parametrize("first", rows([1_000, 2_000, 3_000], 1_000))
def test_a_few_random_trees(first: int, capsys) -> None:
    code = main(["--trees", str(4 if FULL else 1), "--first", str(first), str(SAMPLES)])
    assert code == 0, capsys.readouterr().out
