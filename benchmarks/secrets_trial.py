"""Tries what is published of credentials: files that hold some, tracked by git or not, are
documented in five formats, and each credential is looked for in all that was written.

The keys are made up, and joined from pieces when they are needed: no file of the project holds one.

    python benchmarks/secrets_trial.py
"""

from __future__ import annotations

import base64
import os
import random
import re
import string
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from sphinx.search import js_index

BUILDERS = ("html", "dirhtml", "text", "epub", "latex", "xml")
_LETTERS = string.ascii_letters + string.digits
#: What is a credential alike in each run.
_SEED = 7


def made_up(prefix: str, length: int, letters: str = _LETTERS) -> str:
    """Return a value of a known form, the same for the same arguments.

    :param prefix: what the form begins with, its parts divided by ``+``.
    :param length: of what follows.
    """
    chance = random.Random(f"{_SEED} {prefix} {length}")
    rest = [chance.choice(letters) for _ in range(length - 3)]
    return prefix.replace("+", "") + "".join([*rest, "A", "b", "7"])[:length]


def private_key(kind: str = "RSA ", lines: int = 12, end: str = "\n") -> str:
    """Return a block of lines of the form of a private key.

    :param end: what ends each line.
    """
    chance = random.Random(f"{_SEED} {kind} {lines}")
    data = base64.b64encode(chance.randbytes(48 * lines)).decode()
    rows = [data[at : at + 64] for at in range(0, len(data), 64)]
    name = kind + "PRIVATE" + " KEY"
    return end.join([f"-----BEGIN {name}-----", *rows, f"-----END {name}-----", ""])


@dataclass(frozen=True, slots=True)
class Trial:
    """A file with a credential.

    :param secret: what nobody may read, in one piece.
    """

    path: str
    text: str
    secret: str


def trials() -> tuple[Trial, ...]:
    """Return files with credentials; ``config.py`` and those behind it hold them as values."""
    password = made_up("hunter", 12)
    aws, github = made_up("AK+IA", 16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), made_up("gh+p_", 36)
    aws = aws[:4] + aws[4:].upper().replace("7", "Q")
    npm, pypi = made_up("np+m_", 36), made_up("pypi-+AgEIcHlwaS5vcmc", 100)
    stripe, secret = made_up("sk_+live_", 24), made_up("", 40)
    key, other = private_key(), private_key("", 8, "\\n")
    return (
        Trial(".env", f"DATABASE_PASSWORD={password}\n", password),
        Trial("id_rsa", private_key("OPENSSH ", 20), private_key("OPENSSH ", 20).split("\n")[3]),
        Trial(".npmrc", f"//registry.npmjs.org/:_authToken={npm}\n", npm),
        Trial(".aws/credentials", f"[default]\naws_secret_access_key = {secret}\n", secret),
        Trial(".netrc", f"machine example.org login ada password {password}\n", password),
        Trial(".pypirc", f"[pypi]\nusername = __token__\npassword = {pypi}\n", pypi),
        Trial("notes.txt", f"Mind the keys {aws} and\n{github}.\n", github),
        Trial("config.py", f'"""Settings."""\n\nSTRIPE_KEY = "{stripe}"\n', stripe),
        Trial(
            "service-account.json",
            f'{{"type": "service_account",\n "private_key": "{other}"}}\n',
            other.split("\\n")[2],
        ),
        Trial("docs/setup.md", f"# Setup\n\nUse `{aws}`.\n\n```\n{key}```\n", key.split("\n")[5]),
        Trial("aws.md", f"# Access\n\nThe key is {aws}.\n", aws),
    )


def write(root: Path, tracked: bool) -> None:
    """Write a tree with all trials, and a file that is fine.

    :param tracked: whether git tracks the trials.
    """
    git(root, "init", "--quiet")
    (root / "fine.py").write_text('"""Fine."""\n\nimport config\n\nconfig.STRIPE_KEY\n', "utf-8")
    git(root, "add", "fine.py")
    for trial in trials():
        place = root / trial.path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(trial.text, "utf-8")
    if tracked:
        git(root, "add", "--force", "--all")


def git(root: Path, *arguments: str) -> None:
    """Run git without the machine's own settings."""
    subprocess.run(["git", *arguments], cwd=root, env=environment(), check=True)


def environment() -> dict[str, str]:
    """Return the environment without the machine's own settings of git."""
    return {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
    }


def written(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield all that lies in a folder, what is packed unpacked."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        data, name = path.read_bytes(), path.relative_to(folder).as_posix()
        yield name, data
        if path.name == "searchindex.js":
            yield f"{name} unpacked", repr(js_index.loads(data.decode())).encode()
        elif path.name == "objects.inv":
            yield f"{name} unpacked", zlib.decompress(data.split(b"zlib.\n", 1)[1])
        elif path.suffix == ".epub":
            with zipfile.ZipFile(path) as book:
                for entry in book.namelist():
                    yield f"{name} {entry}", book.read(entry)


def leaks(folder: Path) -> Mapping[str, list[str]]:
    """Return the files of a folder in which a credential is found, by the path of its trial."""
    found: dict[str, list[str]] = {trial.path: [] for trial in trials()}
    forms = {
        # As it stands, and as markup divides or escapes it.
        trial.path: {trial.secret.encode(), trial.secret.replace("_", "\\_").encode()}
        for trial in trials()
    }
    for name, data in written(folder):
        lower = data.lower()
        for path, values in forms.items():
            # A search index is in lower case.
            if any(value.lower() in lower for value in values):
                found[path].append(name)
    return found


def build(
    folder: Path, builder: str, *options: str, arguments: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Build the documentation in ``folder/docs`` with ``sphinx-build``.

    :param options: more lines of ``conf.py``.
    """
    docs = folder / "docs"
    docs.mkdir(exist_ok=True)
    lines = ["extensions = ['sphinx_filedocs']", "filedocs_trees = {'source': '../tree'}", *options]
    (docs / "conf.py").write_text("\n".join(lines) + "\n", "utf-8")
    (docs / "index.rst").write_text("Docs\n====\n\n.. toctree::\n\n   source/index\n", "utf-8")
    command = [sys.executable, "-m", "sphinx", "-b", builder, *arguments]
    out = folder / "out"
    command += ["-d", str(out / "doctrees"), str(docs), str(out / builder)]
    return subprocess.run(
        command, env=environment(), check=False, capture_output=True, text=True, encoding="utf-8"
    )


def left_out(status: str) -> set[str]:
    """Return the files that a build said to hold credentials.

    :param status: its standard output.
    """
    found = re.findall(r"left out because they hold credentials \(.*?\): (.*)", status)
    kinds = "; ".join(found).split("; ") if found else []
    return {path for kind in kinds for path in kind.partition(": ")[2].split(", ")}


def main() -> int:
    """Print what is published of each trial, and what is said of it."""
    failed = False
    for tracked in (False, True):
        print(f"\n{'tracked' if tracked else 'untracked'} files\n")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "tree").mkdir()
            write(folder / "tree", tracked)
            done = [build(folder, builder) for builder in BUILDERS]
            found = leaks(folder / "out")
        for trial in trials():
            places = found[trial.path]
            said = [line for line in done[0].stderr.split("\n") if f"/{trial.path}:" in line]
            kind = "left out" if trial.path in left_out(done[0].stdout) else "not tracked"
            shown = f"masked, warnings: {len(said)}" if said else kind
            print(f"  {trial.path:22} {f'PUBLISHED in {places[:3]}' if places else shown}")
            failed = failed or bool(places)
        said = [line for line in done[0].stdout.split("\n") if line.startswith("filedocs: ")]
        print("", *said, sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
