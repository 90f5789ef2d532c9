"""Imports of Lua: modules by the path of their file below a searched folder."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from sphinx_filedocs.languages.java import Classpath, prefixes
from sphinx_filedocs.source.tree import ancestors

#: Folders of sources that are searched as if their files were beside them.
_SEARCHED = ("lua", "src", "lib")


class LuaModules(Classpath):
    """Finds modules by the places of their files: ``a.b`` is ``a/b.lua`` or ``a/b/init.lua``. A
    name alone is a module too: one beside the file that names it or a folder around, or in a
    folder of sources there."""

    @staticmethod
    def _names(name: str) -> Iterator[str]:
        for module in (*prefixes(name), *([] if "." in name else [name])):
            yield module
            yield f"{module}.init"

    def _may_mean(self, name: str, path: str, folder: str) -> bool:
        if "." in name.removesuffix(".init"):
            return super()._may_mean(name, path, folder)
        place = posixpath.splitext(path)[0].removesuffix("/init")
        home = posixpath.dirname(place)
        return any(
            home in (above, *(posixpath.join(above, searched) for searched in _SEARCHED))
            for above in ancestors(folder)
        )
