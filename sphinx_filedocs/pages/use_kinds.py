"""What uses are for, as pages say it: with each line, and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sphinx_filedocs.model.links import Reference
from sphinx_filedocs.pages.translation import _, quantity


class CountedKind(NamedTuple):
    """A kind of uses.

    :param label: what lines say that are of it; ``""`` for the one of most lines, which say
        nothing.
    :param text: how many there are.
    """

    label: str
    text: str


def kind_of(use: Reference) -> str:
    """Return what a use is for; of a guess that is ``name``."""
    return "name" if use.how == "name" else use.kind


def kind_label(kind: str) -> str:
    """Return what a line says that is of a kind."""
    labels = {
        "call": _("call"),
        "read": _("read"),
        "write": _("write"),
        "address": _("address taken"),
        "type": _("type"),
        "import": _("import"),
        "base": _("base"),
        "override": _("overrides"),
        "instance": _("of this type"),
        "name": _("by name"),
    }
    return labels.get(kind) or _("other use")


def kind_counts(kinds: Mapping[str, int]) -> dict[str, str]:
    """Return how many uses there are of each kind, in words, those of most first."""
    texts = {
        "call": lambda n: quantity(n, "{count:,} call", "{count:,} calls"),
        "read": lambda n: quantity(n, "{count:,} read", "{count:,} reads"),
        "write": lambda n: quantity(n, "{count:,} write", "{count:,} writes"),
        "address": lambda n: quantity(n, "{count:,} address taken", "{count:,} addresses taken"),
        "type": lambda n: quantity(n, "{count:,} as a type", "{count:,} as a type"),
        "import": lambda n: quantity(n, "{count:,} import", "{count:,} imports"),
        "base": lambda n: quantity(n, "{count:,} as a base", "{count:,} as a base"),
        "override": lambda n: quantity(n, "{count:,} override", "{count:,} overrides"),
        "name": lambda n: quantity(n, "{count:,} by name", "{count:,} by name"),
        "instance": lambda n: quantity(n, "{count:,} of this type", "{count:,} of this type"),
        "reference": lambda n: quantity(n, "{count:,} other use", "{count:,} other uses"),
    }
    ordered = sorted(kinds, key=lambda kind: (kind == "reference", -kinds[kind], kind))
    return {kind: texts[kind](kinds[kind]) for kind in ordered}


def usual_kind(uses: Iterable[Reference]) -> str:
    """Return the kind of most uses, imports aside, which no line has to say; ``""`` for none."""
    counts = Counter(map(kind_of, uses))
    return min(counts, key=lambda kind: (kind == "import", -counts[kind], kind), default="")


def only_kind(uses: Sequence[Reference]) -> str:
    """Return how many uses there are of the one kind that all are of; ``""`` where there are
    several, or nothing is known of what they are for."""
    kinds = Counter(map(kind_of, uses))
    is_said = len(kinds) == 1 and not kinds.keys() & {"reference", "name"}
    return "".join(kind_counts(kinds).values()) if is_said else ""


def counted_kinds(uses: Iterable[Reference], usual: str) -> list[CountedKind]:
    """Return the kinds of some uses with their numbers."""
    counts = kind_counts(Counter(map(kind_of, uses)))
    return [
        CountedKind("" if kind == usual else kind_label(kind), text)
        for kind, text in counts.items()
    ]
