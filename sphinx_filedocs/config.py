"""All options: type, default, check and help, which is the text in the documentation."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args

from sphinx_filedocs import hooks
from sphinx_filedocs.hooks import OptionError
from sphinx_filedocs.model.files import ProvenanceKind, text_encoding

#: An entry that changes the default list of sections.
SECTION_CHANGE = re.compile(
    r"(?:(?P<how>[+-])|(?P<where>before|after):(?P<near>[^:]*):)(?P<section>.*)"
)


def change_sections(option: str, names: list[str], changes: Iterable[str]) -> None:
    """Change a list of sections.

    :raises OptionError: for no change, or a section beside an unknown one.
    """
    for entry in changes:
        change = SECTION_CHANGE.fullmatch(entry)
        if change is None:
            raise OptionError(option, entry, "use a change of the default list, such as '-SECTION'")
        section, near = change["section"], change["near"]
        needed = section if change["how"] == "-" else near
        if needed is not None and needed not in names:
            raise OptionError(option, entry, f"{needed!r} is not one of {', '.join(names)}")
        if section in names:
            names.remove(section)
        if change["how"] == "+":
            names.append(section)
        elif near is not None:
            names.insert(names.index(near) + (change["where"] == "after"), section)


def _with_plugins(page: str, names: str) -> tuple[str, ...]:
    """Return names of sections, with those of our plugins."""
    made = names.split()
    sections = hooks.sections(hooks.own("sections"))
    change_sections(page, made, (row.change for row in sections if row.page == page))
    return tuple(made)


FILE_SECTIONS = _with_plugins(
    "file",
    "summary purpose outline dependencies uses usage documented-in related history metadata "
    "keywords view listing",
)
FOLDER_SECTIONS = _with_plugins(
    "folder",
    "summary languages purpose map contents parts interface lately types key-files entry-points "
    "tests indices",
)
TREE_SECTIONS = _with_plugins(
    "tree",
    "summary languages purpose start-here map parts contents key-symbols lately most-changed types "
    "key-files entry-points tests cycles statistics indices",
)
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "filedocs_file_sections": FILE_SECTIONS,
    "filedocs_folder_sections": FOLDER_SECTIONS,
    "filedocs_tree_sections": TREE_SECTIONS,
}
PLAIN: tuple[str, ...] = tuple(sorted(get_args(ProvenanceKind)))
TEXT_SEARCHES = ("own", "all", False)
BLAMES = ("auto", True, False)

Rebuild = Literal["env", "html", ""]
#: The prefix of a language in the place of a pattern.
OF_LANGUAGE = "language:"
#: As ``git check-ref-format --branch`` allows names.
_REF = re.compile(r"(?![-/]|.*(\.\.|@\{|//))[^\x00-\x20\x7f~^:?*\[\\]+(?<![/.])")
_DOTTED = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)+")

#: The least similarity of a misspelt word.
_LIKE = 0.7
_PREFIX = "filedocs_"
#: Names of types in messages.
_TYPE_NAMES: Mapping[type, str] = {
    bool: "True or False",
    int: "a whole number",
    str: "a text",
    list: "a list",
    tuple: "a list",
    dict: "a dict",
}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of ``conf.py``.

    :param check: returns the allowed values if the value is wrong, else ``None``.
    :param also: another type of its values.
    :param rebuild: the part of the build that Sphinx repeats after a change.
    """

    name: str
    default: object
    help: str
    check: Callable[[object], str | None] = field(default=lambda _: None)
    rebuild: Rebuild = "env"
    also: tuple[type, ...] = ()

    @property
    def types(self) -> tuple[type, ...]:
        """The types of its values; a list may be a tuple."""
        kind = type(self.default)
        return (list, tuple) if kind in (list, tuple) else (kind, *self.also)


def like(word: object, known: Iterable[str]) -> str:
    """Return the known word that is most like a word; ``""`` if none is.

    The prefix of options does not count: ``filedocs_nope`` is like none of them.
    """
    rest = {name.casefold().removeprefix(_PREFIX): name for name in known}
    near = difflib.get_close_matches(str(word).casefold().removeprefix(_PREFIX), rest, 1, _LIKE)
    return rest[near[0]] if near else ""


def nearest(word: object, known: Iterable[str]) -> str:
    """Return a question about the most similar known word. Example: ``; did you mean 'own'?``."""
    near = like(word, known)
    return f"; did you mean {near!r}?" if near else ""


def _check_sections(known: Sequence[str]) -> Callable[[object], str | None]:
    def is_section(name: object) -> bool:
        names = (*known, *(section.name for section in hooks.sections()))
        return isinstance(name, str) and (name in names or bool(_DOTTED.fullmatch(name)))

    def check(value: object) -> str | None:
        entries = list(cast("Sequence[object]", value))
        changes = [SECTION_CHANGE.fullmatch(str(entry)) for entry in entries]
        wrong = [
            entry
            for entry, change in zip(entries, changes, strict=True)
            if not is_section(change["section"] if change else entry)
            or (change and change["near"] is not None and not is_section(change["near"]))
        ]
        twice = sorted({str(name) for name in entries if entries.count(name) > 1})
        if wrong:
            what = f"{', '.join(map(repr, wrong))} is not a section{nearest(wrong[0], known)}"
        elif twice:
            what = f"{twice[0]!r} is listed twice"
        elif any(changes) and not all(changes):
            what = "sections and changes of the default list are mixed"
        else:
            return None
        return (
            f"{what}; use {', '.join(known)} or the dotted path of your own function; or only "
            "changes: '+SECTION', '-SECTION', 'before:NAME:SECTION' and 'after:NAME:SECTION'"
        )

    return check


def _check_sections_of(value: object) -> str | None:
    check = _check_sections(FILE_SECTIONS)
    for pattern, names in cast("Mapping[object, object]", value).items():
        if not are_patterns([pattern]):
            known = "use a dict of patterns and 'language:NAME', each with sections"
            return f"{pattern!r} is not a pattern; {known}"
        if not isinstance(names, list | tuple):
            return f"for {pattern!r} use a list of sections"
        if allowed := check(names):
            return f"for {pattern!r}: {allowed}"
    return None


def _check_text_search(value: object) -> str | None:
    if value in TEXT_SEARCHES and value is not True:
        return None
    return f"use 'own', 'all' or False{nearest(value, ('own', 'all'))}"


def _check_blame(value: object) -> str | None:
    return None if value in BLAMES else f"use 'auto', True or False{nearest(value, ('auto',))}"


def _check_plain(value: object) -> str | None:
    wrong = [word for word in cast("Sequence[object]", value) if word not in PLAIN]
    if not wrong:
        return None
    said = f"{', '.join(map(repr, wrong))} is unknown; use {', '.join(PLAIN)}"
    return f"{said}{nearest(wrong[0], PLAIN)}"


def _check_size(value: object) -> str | None:
    fine = isinstance(value, int) and not isinstance(value, bool) and value > 0
    return None if fine else "use a positive whole number of bytes"


def _check_ref(value: object) -> str | None:
    fine = not value or _REF.fullmatch(cast("str", value))
    return None if fine else "use the name of a branch or tag, or a commit"


def _check_languages_of(value: object) -> str | None:
    entries = cast("Mapping[object, object]", value).items()
    fine = all(are_patterns([key]) and isinstance(name, str) for key, name in entries)
    return None if fine else "use a dict of patterns, each with the name of a language"


def _check_encodings(value: object) -> str | None:
    for pattern, name in cast("Mapping[object, object]", value).items():
        if not are_patterns([pattern]) or not isinstance(name, str):
            return "use a dict of patterns, each with the name of an encoding"
        if not text_encoding(name):
            return f"Python knows no encoding {name!r} for texts; use 'cp1252', for example"
    return None


#: The allowed values of an option with patterns.
PATTERNS = "use a list of patterns in the syntax of .gitignore"


def are_patterns(value: object) -> bool:
    """Tell whether a value is a list of patterns."""
    return isinstance(value, list | tuple) and all(isinstance(p, str) and p.strip() for p in value)


OPTIONS: tuple[Option, ...] = (
    Option(
        "filedocs_trees",
        {},
        "Document these trees. A key is the prefix of the pages' docnames. A value is a "
        "folder, relative to `conf.py`, or a dict:\n\n"
        "- `path`: the folder. Required.\n"
        "- `title`: the tree's name. Default: the name in `pyproject.toml`, `Cargo.toml` or "
        "`go.mod`, else the folder's.\n"
        "- `include`, `exclude`: patterns of files, in the syntax of `.gitignore`.\n"
        "- `include_folders`: more folders, relative to `path`, that C and C++ compilers "
        "search for headers.\n"
        "- `compile_commands`: `compile_commands.json` files, relative to `conf.py`, instead "
        "of those in the tree. See [Macros and `#if`](how-to/c.md#macros-and-if).\n"
        "- `url`: a file's address at a forge, such as "
        '`https://example.org/{ref}/{path}#L{line}`; `""` for no links. Default: detected. See '
        "[Links to the forge](how-to/ci.md#links-to-the-forge).\n"
        "- `scip`: SCIP indexes written by compilers, relative to `conf.py`. See [Links by "
        "compilers](explanation/links.md#links-by-compilers).\n"
        "- `sarif`: SARIF 2.1.0 reports of other tools, relative to `conf.py`. See "
        "[Findings](how-to/own.md#findings-of-other-tools).\n\n"
        'Example: `{"source": {"path": "..", "exclude": ["/docs/"]}}`',
    ),
    Option(
        "filedocs_exclude",
        [],
        "Leave these files out of every tree. Patterns in the syntax of `.gitignore`; a tree's "
        '`exclude` follows them and can take a file back with `!`. Example: `["/tests/", '
        '"*.po"]`',
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_file_sections",
        list(FILE_SECTIONS),
        "Show these sections on a file's page, in this order. An entry is a section's name or "
        "the dotted path of a function of yours ([Sections](how-to/own.md#sections)). Or only "
        "change the default list:\n\n"
        "- `+SECTION` adds one at the end.\n"
        "- `before:NAME:SECTION`, `after:NAME:SECTION` put one beside another.\n"
        "- `-SECTION` removes one.\n\n"
        'Example: `["-history", "after:outline:my_sections.todo"]`',
        _check_sections(FILE_SECTIONS),
    ),
    Option(
        "filedocs_file_sections_of",
        {},
        "Show other sections on some files' pages. A key is a pattern in the syntax of "
        "`.gitignore`, or `language:` and a language's name. The last key that matches counts. "
        'Example: `{"language:JSON": ["-keywords"], "/tests/": ["-outline"]}`',
        _check_sections_of,
    ),
    Option(
        "filedocs_folder_sections",
        list(FOLDER_SECTIONS),
        "Show these sections on a folder's page. Entries are as in `filedocs_file_sections`.",
        _check_sections(FOLDER_SECTIONS),
    ),
    Option(
        "filedocs_tree_sections",
        list(TREE_SECTIONS),
        "Show these sections on a tree's start page. Entries are as in `filedocs_file_sections`.",
        _check_sections(TREE_SECTIONS),
    ),
    Option(
        "filedocs_languages",
        {},
        "Add or change languages. A value is the folder with `language.toml` and queries, "
        'relative to `conf.py`, or `package:folder` in an installed package. Example: `{"zig": '
        '"zig"}`; see [Languages](languages.md).',
    ),
    Option(
        "filedocs_languages_of",
        {},
        "Set the language of files whose name says nothing or something wrong. A key is a "
        "pattern in the syntax of `.gitignore`; the last that matches counts. A value is the "
        "key of a language, or its name in [Linguist's "
        "list](https://github.com/github-linguist/linguist/blob/main/lib/linguist/languages.yml). "
        'Example: `{"*.inc": "cpp"}`',
        _check_languages_of,
    ),
    Option(
        "filedocs_rules",
        [],
        "Add evidence rules: `.toml` files or folders of them, relative to `conf.py`, or "
        "`package:path` in an installed package. See [Rules](how-to/own.md#rules).",
    ),
    Option(
        "filedocs_rules_off",
        [],
        "Turn off rules by their ids, which the pages of findings show. Example: "
        '`["python-eval"]`. To silence one line, write the comment of another tool there: `# '
        "noqa`, `# nosec`, `// NOLINT`, `// eslint-disable-line`, `# nosemgrep`, `// NOSONAR`, "
        "`# lgtm`, `# shellcheck disable=`.",
        lambda value: None if are_patterns(value) else "use a list of ids of rules",
    ),
    Option(
        "filedocs_search",
        True,
        "Let Sphinx's own search find generated pages and symbols. With `False` it finds only "
        "hand-written pages; the finder (key `t`) still finds all.",
    ),
    Option(
        "filedocs_text_search",
        "own",
        "Search these texts with the finder (key `/`):\n\n"
        '- `"own"`: code, tests and documents of the tree, without vendored and lock files.\n'
        '- `"all"`: those too.\n'
        "- `False`: none.\n\n"
        "Minified and binary files are never searched. The texts add about a third of their "
        "size to the HTML output.",
        _check_text_search,
        rebuild="html",
        also=(bool,),
    ),
    Option(
        "filedocs_private",
        True,
        "Show private symbols in outlines, indices, the finder and the search. With `False`, "
        "names in sources still link to them. The language decides: `_name` in Python, "
        "`static` in C, no `pub` in Rust, a lower-case first letter in Go.",
    ),
    Option(
        "filedocs_short_titles",
        False,
        "Title pages `cart.py` instead of `shop/cart.py`: in the heading, the browser tab, "
        "*previous* and *next*, toctrees and Sphinx's search.",
    ),
    Option(
        "filedocs_max_bytes",
        2_000_000,
        "Read files up to this size. The page of a larger file shows only its metadata.",
        _check_size,
    ),
    Option(
        "filedocs_encodings",
        {},
        "Set the encoding of texts that are not UTF-8. A key is a pattern in the syntax of "
        "`.gitignore`; the last that matches counts. Otherwise these count, in this order: a "
        "line `# -*- coding: … -*-`, `working-tree-encoding` in `.gitattributes`, detection. "
        'Example: `{"/legacy/": "cp1251"}`',
        _check_encodings,
    ),
    Option(
        "filedocs_plain",
        PLAIN,
        "Show these kinds of files as plain text, without symbols, links and colours:\n\n"
        "- `generated`: by a comment at the top or by name\n"
        "- `lock`: lock files, by name\n"
        "- `minified`: by name or by long lines\n"
        "- `vendored`: files of other projects, by the name of a folder above them\n\n"
        "`linguist-generated` and `linguist-vendored` in `.gitattributes` mark more files; "
        "`-linguist-generated` and `-linguist-vendored` exempt files.",
        _check_plain,
    ),
    Option(
        "filedocs_history",
        True,
        "Read the history of files from git.",
    ),
    Option(
        "filedocs_blame",
        "auto",
        "Show in a listing who wrote each line, and when (key `b`). Git is asked for each file "
        "that changed since it was made, and again when its history changes. This takes 7 ms, and "
        "5 ms more for each 1,000 commits.\n\n"
        '- `"auto"`: if that is at most a tenth of a clean build, estimated from the numbers of '
        "commits, files and lines. Example: 100 files of 250 lines, half of which changed, and 300 "
        "commits.\n"
        "- `True`: always.\n"
        "- `False`: never.\n\n"
        "Needs `filedocs_history`. Vendored and generated files are left out.",
        _check_blame,
        also=(bool,),
    ),
    Option(
        "filedocs_ref",
        "",
        "Link to the forge at this branch, tag or commit. Default: the commit that Read the "
        "Docs, GitHub Actions or GitLab CI builds; elsewhere the checked-out branch.",
        _check_ref,
    ),
    Option(
        "filedocs_untracked",
        False,
        "Document files that git neither tracks nor ignores. Outside of a work tree, this has "
        "no effect: all files that no `.gitignore` excludes are documented.",
    ),
    Option(
        "filedocs_public_credentials",
        [],
        "Publish the credentials in these files. Patterns in the syntax of `.gitignore`. "
        "Elsewhere a file such as `.env` is left out and a key in a text is masked, each with "
        'a warning `filedocs.secret`. Example: `["/tests/keys/"]`',
        lambda value: None if are_patterns(value) else PATTERNS,
    ),
    Option(
        "filedocs_executor",
        "",
        "Analyse files with this executor, on other machines for example: `module:function`, or "
        "the name of an entry point in the group `sphinx_filedocs.executors`. The function "
        "returns a `concurrent.futures.Executor`. Default: processes on this machine. See "
        "[More than one machine](how-to/ci.md#more-than-one-machine).",
        rebuild="",
    ),
    Option(
        "filedocs_upstream_off",
        [],
        'Do not apply these [patches of Sphinx and of themes](upstream.md). `["all"]` turns '
        "off all.",
        rebuild="html",
    ),
)


def check_options(values: Mapping[str, object]) -> None:
    """Check all options but the contents of ``filedocs_trees``.

    :raises OptionError: for the first wrong value.
    """
    for option in OPTIONS:
        value = values[option.name]
        if not isinstance(value, option.types):
            names = dict.fromkeys(_TYPE_NAMES[kind] for kind in option.types)
            raise OptionError(option.name, value, f"use {' or '.join(names)}")
        if allowed := option.check(value):
            raise OptionError(option.name, value, allowed)
