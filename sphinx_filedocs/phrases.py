"""Sentences of the analysis that pages translate."""

from __future__ import annotations

from typing import Self


class Phrase(str):
    """An English sentence that knows its message and values.

    The analysis stores it whatever the language of the pages; a page translates it
    (:func:`sphinx_filedocs.pages.translation.translated`). Elsewhere it is a plain text. Messages
    that are literals in a call are extracted for the catalogue.

    :ivar message: in English, with placeholders of :meth:`str.format`.
    :ivar plural: the message for several things; ``""`` without a count.
    :ivar values: of the placeholders: text of the tree, numbers, other phrases.
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
        """Return a phrase with a plural. Its placeholder ``count`` is the number."""
        return cls.of(message, plural, (("count", count), *values.items()))

    @classmethod
    def quoted(cls, text: str) -> Self:
        """Return a phrase of foreign text, without a translation."""
        return cls.of("{text}", "", (("text", text),))

    @classmethod
    def of(cls, message: str, plural: str, values: tuple[tuple[str, str | int], ...]) -> Self:
        """Return a phrase of message, plural and values."""
        by_name = dict(values)
        shown = plural if plural and by_name["count"] != 1 else message
        self = super().__new__(cls, shown.format(**by_name))
        self.message, self.plural, self.values = message, plural, values
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return self.of, (self.message, self.plural, self.values)


#: The empty phrase.
NOTHING = Phrase()
