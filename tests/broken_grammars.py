"""Grammars and queries that do not work, as an upgrade or a bad installation leaves them."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from sphinx_filedocs.languages import table

#: A language is a structure in C whose first field is the version of its form; no version of
#: tree-sitter takes the 99th.
OF_TOMORROW = """
import ctypes
structure = (ctypes.c_uint32 * 1000)(99)
capsule = ctypes.pythonapi.PyCapsule_New
capsule.restype = ctypes.py_object
capsule.argtypes = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p
def language():
    return capsule(ctypes.addressof(structure), b"tree_sitter.Language", None)
"""


@contextmanager
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Have grammars and queries read anew, and once more when what was patched is undone."""
    with monkeypatch.context() as patch:
        table.forget()
        yield patch
    table.forget()


def module(patch: pytest.MonkeyPatch, folder: Path, name: str, code: str) -> None:
    """Install a grammar module before the one that is installed."""
    folder.mkdir()
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    patch.syspath_prepend(folder)
    # Both are undone, so that it is gone later even where nothing was there before.
    patch.setitem(sys.modules, name, ModuleType(name))
    patch.delitem(sys.modules, name)


def query(patch: pytest.MonkeyPatch, folder: Path, name: str, change: Callable[[str], str]) -> None:
    """Install a query that was changed.

    :param name: such as ``python/tags.scm``.
    """
    shutil.copytree(table._OWN, folder)
    place = folder / name
    place.write_text(change(place.read_text(encoding="utf-8")), encoding="utf-8")
    patch.setattr(table, "_OWN", folder)
