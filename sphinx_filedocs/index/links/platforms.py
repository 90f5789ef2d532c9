"""Which names of a file mean something outside of the tree, although the tree has a definition: one
for some compilers and systems alone, in the place of what others have themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sphinx_filedocs.index.links.candidates import Meaning
from sphinx_filedocs.index.links.defined import Defined
from sphinx_filedocs.index.links.modules import Module
from sphinx_filedocs.index.links.visibility import Visibility
from sphinx_filedocs.model.expressions import MacroName


class Platforms:
    """Tells names that the tree defines for some systems alone and uses for others too.

    :param sight: of the tree.
    """

    def __init__(self, sight: Visibility) -> None:
        self._sight = sight

    def outside(
        self, module: Module, meanings: Sequence[Meaning | None]
    ) -> Iterator[tuple[int, str]]:
        """Yield the expressions of a file that mean a name outside of the tree, with that name.

        :param meanings: of all its expressions.
        """
        names = {
            at: meaning.defined[0].name
            for at, meaning in enumerate(meanings)
            if meaning
            and self._is_particular(module, meaning)
            # What conditions ask for may not be defined at all.
            and not isinstance(module.names.expressions[at], MacroName)
        }
        if not names:
            return
        around = self._sight.conditions(module.path)
        used: defaultdict[int, set[str]] = defaultdict(set)
        for line, at in zip(module.names.lines, module.names.meant, strict=True):
            if at in names:
                used[at].add(around.get(line, ""))
        for at, conditions in used.items():
            if self._sight.is_for_others(module.path, names[at], conditions):
                yield at, names[at]

    def _is_particular(self, module: Module, meaning: Meaning) -> bool:
        """Tell whether what a name means is defined under one condition alone, which is that of
        some systems, and would be defined by others themselves."""
        if meaning.how not in ("import", "name") or len(meaning.defined) != 1:
            return False
        row = meaning.defined[0]
        return (
            row.place == "top"
            and (row.kind == "macro" or self._sight.is_stopgap(row))
            and self._sight.is_particular(module.path, row)
            and self._is_alone(module, row)
        )

    def _is_alone(self, module: Module, row: Defined) -> bool:
        """Tell whether there is no definition of a name under another condition, or for others."""
        rows = self._sight.named(module.family, row.name, "top")
        known = self._sight.seen(module.path, rows) or self._sight.near(module.path, rows)
        return all(
            other.condition == row.condition and self._sight.is_particular(module.path, other)
            for other in known
        )
