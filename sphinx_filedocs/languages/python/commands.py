"""Commands of Python: pytest and unittest, modules and scripts."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from sphinx_filedocs.languages.commands import argument, folder_of, inside, main_line
from sphinx_filedocs.model.files import Command, File, folders_above
from sphinx_filedocs.model.symbols import Symbol
from sphinx_filedocs.phrases import Phrase
from sphinx_filedocs.source.manifest_formats import dig, strings
from sphinx_filedocs.source.manifests import Project

#: Manifests that can name pytest as a requirement, and those that can configure it.
_REQUIREMENTS = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-test.txt",
    "requirements-tests.txt",
    "dev-requirements.txt",
    "test-requirements.txt",
    "requirements/dev.txt",
    "requirements/test.txt",
    "requirements/tests.txt",
)
_RUNNING = ("tox.ini", "noxfile.py", "Makefile")
_MANIFESTS = ("pytest.ini", "pyproject.toml", "setup.cfg", *_REQUIREMENTS, *_RUNNING)
_PYTEST = re.compile(r"(?:^|-m)[^\S\n]*+pytest(?![\w.-]*/)\b|[\"']pytest(?![\w-])", re.MULTILINE)
_SECTIONS = {"pytest.ini": "pytest", "tox.ini": "pytest", "setup.cfg": "tool:pytest"}
#: The files that pytest collects by default.
_COLLECTED = ("test_*.py", "*_test.py")
_MANIFEST_FOLDER = ("pyproject.toml", "setup.py", "setup.cfg")


def commands(file: File, project: Project) -> Iterator[Command]:
    """Yield the commands that run a Python file."""
    if file.is_test:
        yield from _tests(file, project)
    else:
        yield from _program(file, project)
        for name, manifest in project.installed.get(file.path, ()):
            reason = Phrase("{path} installs it under this name", path=manifest)
            yield Command(argument(name), reason)


def _tests(file: File, project: Project) -> Iterator[Command]:
    if not _has_tests(file.facts.symbols):
        return
    if evidence := _pytest(file, project):
        reason, cwd, patterns = evidence
        if any(fnmatchcase(file.name, pattern) for pattern in patterns):
            yield Command(f"pytest {argument(inside(file.path, cwd))}", reason, cwd)
    elif _imports(file, "unittest"):
        cwd = folder_of(project.nearest(file.folder, *_MANIFEST_FOLDER) or "")
        if module := _module(inside(file.path, cwd)):
            reason = Phrase("it imports {module}", module="unittest")
            yield Command(f"python -m unittest {module}", reason, cwd)


def _has_tests(symbols: tuple[Symbol, ...]) -> bool:
    return any(
        symbol.name.startswith("test")
        or any(child.name.startswith("test") for child in symbol.children)
        for symbol in symbols
    )


def _pytest(file: File, project: Project) -> tuple[Phrase, str, tuple[str, ...]] | None:
    for manifest in project.above(file.folder, *_MANIFESTS):
        if reason := _names_pytest(project, manifest):
            place = folder_of(manifest).removesuffix("requirements").rstrip("/")
            return reason, place, _patterns(project, manifest)
    place = folder_of(project.nearest(file.folder, *_MANIFEST_FOLDER) or "")
    if above := project.nearest(file.folder, "conftest.py"):
        return Phrase("{path} is for pytest", path=above), place, _COLLECTED
    if _imports(file, "pytest"):
        return Phrase("it imports {module}", module="pytest"), place, _COLLECTED
    return None


def _names_pytest(project: Project, manifest: str) -> Phrase | None:
    name = manifest.rpartition("/")[2]
    if _SECTIONS.get(name, "") in project.table(manifest):
        return Phrase("{path} configures pytest", path=manifest)
    if name == "pyproject.toml" and dig(project.table(manifest), "tool", "pytest"):
        return Phrase("{path} configures pytest", path=manifest)
    if name != "setup.cfg" and project.facts(manifest, names_pytest):
        if name in _RUNNING:
            return Phrase("{path} runs pytest", path=manifest)
        return Phrase("{path} requires pytest", path=manifest)
    return None


def names_pytest(text: str) -> bool:
    """Return True if a list of requirements or a ``tox.ini`` names pytest."""
    return _PYTEST.search(text) is not None


def _patterns(project: Project, manifest: str) -> tuple[str, ...]:
    table = project.table(manifest) if manifest.endswith((".toml", ".ini", ".cfg")) else {}
    section = _SECTIONS.get(manifest.rpartition("/")[2], "")
    options = {**dig(table, "tool", "pytest", "ini_options"), **dig(table, section)}
    written = options.get("python_files")
    return tuple(" ".join(strings(written)).split()) if written else _COLLECTED


def _program(file: File, project: Project) -> Iterator[Command]:
    package = file.name == "__main__.py"
    if not package and main_line(file) is None:
        return
    top = file.folder
    for above in (file.folder, *folders_above(file.folder)) if file.folder else ():
        if posixpath.join(above, "__init__.py") not in project.files:
            break
        top = folder_of(above)
    is_inside = top != file.folder
    reason = Phrase("it runs as a script")
    if package:
        reason = Phrase("its name is {name}", name="__main__.py")
        if file.folder and top == file.folder:
            top = folder_of(file.folder)
    elif not is_inside:
        top = _place_of_imports(file, project)
    module = _module(inside(file.path, top))
    if top != file.folder and module:
        module = module.removesuffix(".__main__")
        if is_inside or package:
            reason = Phrase("{reason}, inside a package", reason=reason)
        yield Command(f"python -m {module}", reason, top)
    else:
        yield Command(f"python {argument(file.path)}", reason)


def _place_of_imports(file: File, project: Project) -> str:
    """Return the folder for the imports of a script without a package: its own, or one above
    from which nothing is installed."""
    modules = [import_.target.replace(".", "/") for import_ in file.facts.imports]
    paths = [name + ending for name in modules for ending in (".py", "/__init__.py")]
    for place in (file.folder, *folders_above(file.folder)) if file.folder else ():
        if any(posixpath.join(place, path) in project.files for path in paths):
            above = (posixpath.join(place, name) for name in _MANIFEST_FOLDER)
            return file.folder if any(name in project.files for name in above) else place
    return file.folder


def _module(path: str) -> str | None:
    parts = path.removesuffix(".py").split("/")
    return ".".join(parts) if all(part.isidentifier() for part in parts) else None


def _imports(file: File, module: str) -> bool:
    return any(
        import_.target == module or import_.target.startswith(f"{module}.")
        for import_ in file.facts.imports
    )
