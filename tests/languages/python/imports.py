"""Imports of Python in every form."""

from __future__ import annotations

import a, b.c as d
from . import sibling
from ..pkg.mod import (
    one,
    two as zwei,  # a comment
    three,
)
from star import *

if t.TYPE_CHECKING:
    from typed import Shape
else:
    from real import Shape
if not TYPE_CHECKING:
    import at_load
else:
    import for_types


class Holder:
    import in_class

    async def lazily(self):
        def inner():
            import deep

        from late import thing


import last
