"""Where the names of shell scripts lead."""

from __future__ import annotations

import pytest

from tests.index.link_trees import leads


def lead(*lines: str, **others: str) -> list[str]:
    sources = {"main.sh": "\n".join(lines)}
    return leads(sources | {f"{name}.sh": text for name, text in others.items()})


@pytest.mark.hostile
def test_deep_and_long_scripts_take_little_time() -> None:
    lead("echo " + "$(a " * 1_000 + ")" * 1_000)
    lead("\n".join(f"v{at}=$v{at - 1}; f{at} a" for at in range(5_000)))
