"""Readers of a listing of which a compiler reads a part alone."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from tests.browser.test_looks import CONTRAST, TEXT
from tests.full import rows

pytestmark = pytest.mark.browser

SOURCE = """\
#ifdef USE_POOL
/* Takes from the pool. */
static int get(int size) { return size + 8; }
#else
static int get(int size) { return size; }
#endif
int use(void) { const char *name = "pool"; return get(4) + name[0]; }
"""
COMMANDS = [{"directory": "/b", "file": "alloc.c", "command": "cc -UUSE_POOL -c alloc.c"}]
FILES = {"alloc.c": SOURCE, "compile_commands.json": json.dumps(COMMANDS)}
LIGHT = [(theme, "light") for theme in ("alabaster", "sphinx_rtd_theme")]
BOTH = [
    (theme, scheme)
    for theme in ("furo", "pydata_sphinx_theme", "sphinx_book_theme")
    for scheme in ("light", "dark")
]
#: What is painted in a line of the listing: its parts and itself.
PARTS = ".filedocs-listing pre #L{0}, .filedocs-listing pre #L{0} :is(a, i):not(.fd-number)"
COLOURS = "parts => [...new Set(parts.map((part) => getComputedStyle(part).color))]"


@pytest.mark.parametrize(
    ("theme", "scheme"), rows([*LIGHT, *BOTH], ("alabaster", "light"), ("furo", "dark"))
)
def test_what_is_not_compiled_is_dimmed_and_can_be_read(read, documented, theme, scheme) -> None:
    address = documented(f"branches-{theme}", FILES, theme=theme)
    reader = read(address=address, scheme=scheme)
    reader.visit("source/alloc.c.html")
    skipped, compiled = (reader.page.locator(PARTS.format(line)) for line in (3, 5))
    assert len(skipped.evaluate_all(COLOURS)) == 1
    assert len(compiled.evaluate_all(COLOURS)) > 1
    assert skipped.evaluate_all(COLOURS)[0] not in compiled.evaluate_all(COLOURS)
    expect(reader.page.locator("#L3")).to_have_attribute("title", "Not compiled")
    assert [part for part in skipped.all() if part.evaluate(CONTRAST) < TEXT] == []
    # As marked lines they are read on another background.
    reader.visit("source/alloc.c.html#L2-L3")
    expect(reader.page.locator("#L3")).to_have_class("fd-skipped filedocs-marked")
    assert [part for part in skipped.all() if part.evaluate(CONTRAST) < TEXT] == []
