"""Finders: plugins that find something in texts, such as calls that are often mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sphinx_filedocs import hooks
from sphinx_filedocs.languages.table import DataFile, per_table
from sphinx_filedocs.model.facts import Finding, FindingRule, Import
from sphinx_filedocs.parse import marks
from sphinx_filedocs.parse.parser import Match

#: Queries, each behind the id of its rule.
Queries = Sequence[tuple[str, str]]


class Finder:
    """Finds something in texts. Entry points of ``sphinx_filedocs.findings`` are instances.

    Nothing but the text and the rules of the project may have an influence: findings are stored.
    """

    def rules(self) -> Mapping[str, FindingRule]:
        """Return its rules, by id."""
        return {}

    def queries(self, text: str, language: str | None, sparing: bool, generated: bool) -> Queries:
        """Return the queries of rules to run on the syntax tree of a text.

        :param sparing: True to leave out those that the text can't meet: to compile all takes
            longer than to run them on a few texts, and other texts need others.
        :param generated: True if a program wrote the text.
        """
        return ()

    def further(self, language: str, imports: Sequence[Import]) -> Queries:
        """Return the queries that follow from the imports of a text."""
        return ()

    def find(
        self,
        text: str,
        language: str | None,
        matches: Sequence[Match],
        imports: Sequence[Import],
    ) -> Iterable[Finding]:
        r"""Return the findings of a text.

        :param text: the whole text, lines ended by ``\n``.
        :param language: a language's key or the short name of a Pygments lexer.
        :param matches: of the queries.
        """
        return ()

    def sources(self) -> Iterable[DataFile]:
        """Return the files of its own that findings depend on."""
        return ()

    def check(self, file: DataFile) -> None:
        """Check a file of ``filedocs_rules``.

        :raises ValueError: for a mistake, with its place.
        """


def finders() -> tuple[Finder, ...]:
    """Return all finders."""
    return hooks.loaded("findings")


@per_table
def rules() -> Mapping[str, FindingRule]:
    """Return the rules of all finders, by id."""
    return {name: rule for finder in finders() for name, rule in finder.rules().items()}


def queries(
    text: str, language: str | None, sparing: bool = False, generated: bool = False
) -> tuple[tuple[str, str], ...]:
    """Return the queries of finders and marks.

    They are meant to be run as one: a walk costs more than the patterns that it looks for.
    """
    rows = [
        row for finder in finders() for row in finder.queries(text, language, sparing, generated)
    ]
    return *rows, *marks.queries(text, language, sparing)


def further(language: str, imports: Sequence[Import]) -> tuple[tuple[str, str], ...]:
    """Return the queries of finders that follow from the imports of a text."""
    return tuple(row for finder in finders() for row in finder.further(language, imports))


def find(
    text: str,
    language: str | None,
    matches: Sequence[Match] = (),
    imports: Sequence[Import] = (),
) -> tuple[Finding, ...]:
    """Return the findings of a text by line and rule."""
    rows = [row for finder in finders() for row in finder.find(text, language, matches, imports)]
    return tuple(sorted(rows, key=lambda finding: (finding.line, finding.rule)))


def sources() -> Iterator[DataFile]:
    """Yield the files of rules."""
    for finder in finders():
        yield from finder.sources()
