"""Adds the extension to the texts of a Sphinx project: to ``conf.py``, which is read and never run,
and to the toctree of the first page."""

from __future__ import annotations

import ast
import json
import re
from dataclasses import dataclass

EXTENSION = "sphinx_filedocs"
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: In reStructuredText the directive with its options and entries, which are indented further; in
#: Markdown the fence of MyST-Parser.
_DIRECTIVE = re.compile(
    r"^(?P<indent>[ \t]*)\.\.[ \t]+toctree::[^\n]*\n"
    r"(?P<body>(?:[ \t]*\n|(?P=indent)[ \t]+[^\n]*(?:\n|\Z))*)",
    re.MULTILINE,
)
_FENCE = re.compile(
    r"^(?P<indent>[ \t]*)(?P<marks>`{3,}|:{3,})\{toctree\}[^\n]*\n"
    r"(?P<body>(?:(?!(?P=indent)(?P=marks)).*\n)*)(?P=indent)(?P=marks)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What ``conf.py`` says as literals at its top level.

    :param first_page: the name of the first page's document.
    """

    has_extension: bool
    has_trees: bool
    first_page: str


def read_configuration(text: str) -> Configuration:
    """Return what a ``conf.py`` says.

    :raises SyntaxError: where it is no Python.
    """
    values = _assigned(text)
    extensions = values.get("extensions")
    entries = extensions.elts if isinstance(extensions, ast.List | ast.Tuple) else []
    first = values.get("root_doc") or values.get("master_doc")
    return Configuration(
        any(isinstance(entry, ast.Constant) and entry.value == EXTENSION for entry in entries),
        "filedocs_trees" in values,
        str(first.value) if isinstance(first, ast.Constant) else "index",
    )


def with_extension(text: str, prefix: str, folder: str, own: str = "") -> str:
    """Return a ``conf.py`` that has the extension and a tree.

    :param prefix: of the tree's pages.
    :param folder: the tree's root, relative to that of ``conf.py``.
    :param own: the folder of ``conf.py``, relative to the tree's root, which the tree leaves out.
    :raises SyntaxError: where it is no Python.
    """
    known = read_configuration(text)
    added = []
    if not known.has_extension:
        changed = _with_entry(text)
        if changed is None:
            before = "*extensions, " if "extensions" in _assigned(text) else ""
            added.append(f'extensions = [{before}"{EXTENSION}"]')
        else:
            text = changed
    if not known.has_trees:
        pattern = re.sub(r"([\\\[*?])", r"\\\1", own)
        entry: object = {"path": folder, "exclude": [f"/{pattern}/"]} if own else folder
        added.append(f"filedocs_trees = {{{_literal(prefix)}: {_literal(entry)}}}")
    if not added:
        return text
    statements = ast.parse(text).body
    # Formatters want two empty lines behind a definition.
    gap = [""] * (2 if statements and isinstance(statements[-1], _DEFINITIONS) else 1)
    comment = "# A page for each file of the sources."
    return "\n".join([text.rstrip("\n"), *gap, comment, *added, ""])


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def with_toctree_entry(text: str, entry: str, is_markdown: bool) -> str:
    """Return a page whose last toctree has an entry; a new one where it has none, or several with
    captions, which say of each what is in it."""
    pattern = _FENCE if is_markdown else _DIRECTIVE
    toctrees = list(pattern.finditer(text))
    if not toctrees:
        new = f"```{{toctree}}\n{entry}\n```" if is_markdown else f".. toctree::\n\n   {entry}"
        return "\n\n".join([*filter(None, [text.rstrip("\n")]), f"{new}\n"])
    named = re.compile(rf"^\s*(?:.*<)?/?{re.escape(entry)}>?\s*$", re.MULTILINE)
    if any(named.search(toctree["body"]) for toctree in toctrees):
        return text
    last = toctrees[-1]
    if len(toctrees) > 1 and ":caption:" in last["body"]:
        options = [":caption: Sources"]
        if all(":hidden:" in toctree["body"] for toctree in toctrees):
            options.append(":hidden:")
        return _with_toctree_behind(text, last, options, entry, is_markdown)
    body = last["body"].rstrip()
    rest = last["body"][len(body) :].removeprefix("\n")
    lines = body.splitlines()
    indent = last["indent"] if is_markdown else f"{last['indent']}   "
    entries = [line for line in lines if line.strip()]
    if entries:
        indent = entries[-1][: len(entries[-1]) - len(entries[-1].lstrip())]
    # Options end with an empty line.
    has_options_alone = bool(entries) and entries[-1].lstrip().startswith(":")
    if has_options_alone or not (entries or is_markdown):
        lines.append("")
    changed = "\n".join([*lines, f"{indent}{entry}", ""]) + rest
    return f"{text[: last.start('body')]}{changed}{text[last.end('body') :]}"


def _with_toctree_behind(
    text: str, last: re.Match[str], options: list[str], entry: str, is_markdown: bool
) -> str:
    """Return a page with another toctree behind its last one."""
    lines = [*options, "", entry]
    if is_markdown:
        marks = last["marks"]
        lines = [f"{marks}{{toctree}}", *lines, marks]
    else:
        lines = [".. toctree::", *(f"   {line}".rstrip() for line in lines)]
    new = "\n".join(f"{last['indent']}{line}".rstrip() for line in lines)
    before, rest = text[: last.end()].rstrip("\n"), text[last.end() :].lstrip("\n")
    return "\n\n".join([before, new, *([rest] if rest else [])]) + ("" if rest else "\n")


def _assigned(text: str) -> dict[str, ast.expr]:
    """Return the expressions of the names that are assigned at the top level, the last of each."""
    expressions: dict[str, ast.expr] = {}
    for statement in ast.parse(text).body:
        if isinstance(statement, ast.Assign):
            names = [target.id for target in statement.targets if isinstance(target, ast.Name)]
            expressions |= dict.fromkeys(names, statement.value)
        elif isinstance(statement, ast.AnnAssign) and statement.value:
            if isinstance(statement.target, ast.Name):
                expressions[statement.target.id] = statement.value
        elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
            # What it holds then is no literal.
            expressions[statement.target.id] = statement.value
    return expressions


def _with_entry(text: str) -> str | None:
    """Return a ``conf.py`` whose list of extensions, a literal, has this one at its end; ``None``
    where it has no such list."""
    statements = [
        statement for statement in ast.parse(text).body if "extensions" in _targets(statement)
    ]
    if len(statements) != 1 or not isinstance(statements[0], ast.Assign | ast.AnnAssign):
        return None
    value = statements[0].value
    if not isinstance(value, ast.List) or value.end_lineno is None or value.end_col_offset is None:
        return None
    lines = text.splitlines(keepends=True)
    if not value.elts:
        at = _offset(lines, value.end_lineno, value.end_col_offset) - 1
        return f'{text[:at]}"{EXTENSION}"{text[at:]}'
    last = value.elts[-1]
    at = _offset(lines, last.end_lineno or 0, last.end_col_offset or 0)
    line = lines[last.lineno - 1]
    indent = line[: len(line) - len(line.lstrip())]
    is_alone = not line[: last.col_offset].strip()
    quote = "'" if text[at - 1] == "'" else '"'
    entry = f"{quote}{EXTENSION}{quote}"
    # Its comma may be there already; a comment may follow it.
    comma = re.match(r"[ \t]*,", text[at:])
    rest = text[at + (comma.end() if comma else 0) :]
    if not is_alone:
        return f"{text[:at]}, {entry}{',' if comma else ''}{rest}"
    end = text.index("\n", at)
    comment = rest.partition("\n")[0]
    return f"{text[:at]},{comment}\n{indent}{entry},{text[end:]}"


def _targets(statement: ast.stmt) -> set[str]:
    """Return the names that a statement assigns or changes."""
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    called = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(called, ast.Call) and isinstance(called.func, ast.Attribute):
        # extensions.append(…)
        targets = [called.func.value]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def _offset(lines: list[str], line: int, column: int) -> int:
    """Return the place of a node's end in the text.

    :param column: in bytes of UTF-8, as :mod:`ast` has it.
    """
    before = len(lines[line - 1].encode()[:column].decode())
    return sum(map(len, lines[: line - 1])) + before
