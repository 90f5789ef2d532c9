"""The code blocks of the documentation, with the files that they are the content of."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from sphinx.config import Config

from sphinx_filedocs.config import OPTIONS

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<kind>\w+)\n(?P<text>.*?)^(?P=indent)(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_PATH = re.compile(r"`([\w./-]+\.\w+)`")
#: A first line that says which file it is.
_SAYS_PATH = re.compile(r"\A# ([\w./-]+/[\w.-]+)\n")


class Example(NamedTuple):
    """A code block.

    :param page: with its folder below ``docs``.
    :param line: of the block.
    :param path: of the file that it is the content of, ``""`` where it does not say.
    """

    page: str
    line: int
    kind: str
    text: str
    path: str

    @property
    def names(self) -> set[str]:
        """What a block of Python assigns at its top."""
        statements = ast.parse(self.text).body
        targets = [
            one for node in statements if isinstance(node, ast.Assign) for one in node.targets
        ]
        return {one.id for one in targets if isinstance(one, ast.Name)}

    @property
    def is_configuration(self) -> bool:
        """Whether it is what ``conf.py`` has, or a part of it."""
        known = {*Config.config_values, *(option.name for option in OPTIONS), "extensions"}
        return self.kind == "python" and bool(self.names & known)


def examples(page: Path) -> Iterator[Example]:
    """Yield the code blocks of a page. A file is named in the first line of a block, or in the
    paragraph above it; a paragraph that names several has one block for each behind it."""
    text, named, end = page.read_text(encoding="utf-8"), list[str](), 0
    for match in _BLOCK.finditer(text):
        above = text[end : match.start()].strip().rpartition("\n\n")[2]
        end = match.end()
        goes_on = above.endswith(":") or not above
        named = (_PATH.findall(above) or named) if goes_on else []
        content = textwrap.dedent(match["text"])
        said = _SAYS_PATH.match(content)
        path = said[1] if said else (named.pop(0) if named else "")
        line = text.count("\n", 0, match.start()) + 2
        where = page.relative_to(ROOT).as_posix().removeprefix("docs/")
        yield Example(where, line, match["kind"], content, path)


EXAMPLES = [one for page in (ROOT / "README.md", *PAGES) for one in examples(page)]
