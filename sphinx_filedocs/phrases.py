"""Sentences of the analysis that pages show, in a form that can be said in other languages."""

from __future__ import annotations

from typing import Self


class Phrase(str):
    """A sentence or a part of one, in English, that knows what it was made of.

    The analysis makes and stores it, whatever the language of the pages; a page looks its message
    up in the catalogue (:func:`sphinx_filedocs.pages.translation.translated`). Everywhere else it
    is a plain text. A message that stands in a call as a literal is extracted for the catalogue.

    :ivar message: in English, with placeholders as :meth:`str.format` has them.
    :ivar plural: the same for several things; ``""`` where nothing is counted.
    :ivar values: of the placeholders: text of the documented tree, numbers, other phrases.
    """

    message: str
    plural: str
    values: tuple[tuple[str, str | int], ...]

    __slots__ = ("message", "plural", "values")

    def __new__(cls, message: str = "", /, **values: str | int) -> Self:
        """Fill a message with the values of its placeholders."""
        return cls.of(message, "", tuple(values.items()))

    @classmethod
    def counted(cls, message: str, plural: str, /, count: int, **values: str | int) -> Self:
        """Return a phrase about a number of things, which its placeholder ``count`` shows."""
        return cls.of(message, plural, (("count", count), *values.items()))

    @classmethod
    def quoted(cls, text: str) -> Self:
        """Return the phrase of a text that others have written, which has no translation."""
        return cls.of("{text}", "", (("text", text),))

    @classmethod
    def of(cls, message: str, plural: str, values: tuple[tuple[str, str | int], ...]) -> Self:
        """Return the phrase of a message, its plural and the values of the placeholders."""
        by_name = dict(values)
        shown = plural if plural and by_name["count"] != 1 else message
        self = super().__new__(cls, shown.format(**by_name))
        self.message, self.plural, self.values = message, plural, values
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return self.of, (self.message, self.plural, self.values)


#: Where nothing is to be said.
NOTHING = Phrase()
