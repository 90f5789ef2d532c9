"""What is known of languages and of formats that only Pygments tells."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from sphinx_filedocs.languages.table import load, per_table

_FORMATS = Path(__file__).resolve().parent / "formats.toml"

Trait = Literal["prose", "headings", "directives", "minifiable", "nameless", "keyed"]


@per_table
def having(trait: Trait) -> frozenset[str]:
    """Return the keys of languages and the short names of lexers that have a trait.

    :param trait: a list of ``formats.toml``, which says what each means.
    """
    own = {key for key, language in load().items() if getattr(language, trait, False)}
    return frozenset(own.union(_formats()[trait]))


@cache
def _formats() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(_FORMATS.read_text("utf-8"))
