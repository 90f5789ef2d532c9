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
