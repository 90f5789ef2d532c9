"""Judges each figure by its bound, and shows all as one table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from scale_measure import Failed, NotMeasured

Verdict = Literal["ok", "MISSED", "not measured"]
#: How the cells of a row are set.
_COLUMNS = ("1", "46", ">8", "7", "19", ">8", ">8", ">7", "")


@dataclass(frozen=True, slots=True)
class Question:
    """What a budget asks.

    :param ours: measures us; it and *peer* raise ``NotMeasured`` or ``Failed``.
    :param against: what *peer* measures; ``limit`` where the budget is a figure of its own.
    :param bound: how many times the peer's figure ours may be.
    :param at_least: the bound is a lower one.
    :param tell: returns what else is to be said of our figure, once it is measured.
    """

    budget: int
    what: str
    unit: str
    ours: Callable[[], float]
    against: str
    peer: Callable[[], float]
    bound: float = 1.0
    at_least: bool = False
    tell: Callable[[], str] = str


@dataclass(frozen=True, slots=True)
class Row:
    """The answer to a question.

    :param ours: and *peer*: in the unit; ``None`` when not measured.
    :param ratio: ours divided by the peer's; ``None`` when there is none.
    :param note: why something was not measured, and what else is to be said.
    """

    budget: int
    what: str
    unit: str
    against: str
    bound: float
    at_least: bool
    ours: float | None
    peer: float | None
    ratio: float | None
    verdict: Verdict
    note: str = ""


def answer(question: Question) -> Row:
    """Measure what a question asks, and judge it."""
    ours, trouble, failed = _figure(question.ours)
    peer, other, _ = _figure(question.peer)
    return Row(
        question.budget,
        question.what,
        question.unit,
        question.against,
        question.bound,
        question.at_least,
        ours,
        peer,
        ours / peer if ours is not None and peer else None,
        "MISSED" if failed else judge(ours, peer, question.bound, question.at_least),
        "; ".join(filter(None, (question.tell() if ours is not None else trouble, other))),
    )


def _figure(measure: Callable[[], float]) -> tuple[float | None, str, bool]:
    """Return a figure, else why there is none, and whether what it measures failed."""
    try:
        return measure(), "", False
    except NotMeasured as reason:
        return None, str(reason), False
    except Failed as reason:
        return None, str(reason), True


def judge(ours: float | None, peer: float | None, bound: float, at_least: bool) -> Verdict:
    """Tell whether a figure keeps to its bound; what was not measured never does."""
    if ours is None or peer is None:
        return "not measured"
    good = ours >= bound * peer if at_least else ours <= bound * peer
    return "ok" if good else "MISSED"


def table(rows: Sequence[Row]) -> str:
    """Return the rows as text, each with its verdict, and below them their notes."""
    lines = [_line("", "", "ours", "", "", "", "ratio", "bound", "")]
    lines += [
        _line(
            str(row.budget),
            row.what,
            _number(row.ours),
            row.unit,
            row.against,
            _number(row.peer),
            "–" if row.ratio is None else f"{row.ratio:.3f}",
            f"{'≥' if row.at_least else '≤'} {row.bound:g}",
            row.verdict,
        )
        for row in rows
    ]
    notes = [f"{row.budget}, {row.what}: {row.note}" for row in rows if row.note]
    return "\n".join([*lines, *notes])


def _line(*cells: str) -> str:
    """Return the cells of a row, each in its column."""
    shown = [f"{cell:{column}}" for cell, column in zip(cells, _COLUMNS, strict=True)]
    return " ".join(shown).rstrip()


def _number(value: float | None) -> str:
    """Return a figure with three digits that count, and whole where it is large."""
    if value is None:
        return "–"
    return f"{value:.0f}" if value == int(value) or abs(value) >= 100 else f"{value:.3g}"


def write_json(file: Path, rows: Sequence[Row], machine: Mapping[str, str]) -> None:
    """Write everything that the table says."""
    told = {"machine": dict(machine), "rows": [asdict(row) for row in rows]}
    file.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
