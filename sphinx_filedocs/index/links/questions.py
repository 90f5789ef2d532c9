"""The keys of the questions that linking asks; see :mod:`sphinx_filedocs.index.trace`.

They stand in one place, because what asks and what invalidates have to agree on them.
"""

from __future__ import annotations


def by_name(family: str, name: str) -> str:
    """Return the key of what defines a name, qualified or not, in a group of languages."""
    return f"{family}\0{name}"


def in_package(language: str, package: str, name: str) -> str:
    """Return the key of what defines a name in a package of a language."""
    return f"{language}\0{package}\0{name}"


def package(language: str, name: str) -> str:
    """Return the key of whether a language has a package."""
    return f"{language}\0{name}"


def roots(family: str) -> str:
    """Return the key of where the paths of modules begin in a group of languages."""
    return f"{family}\0roots"
