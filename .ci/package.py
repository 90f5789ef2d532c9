"""Builds the distributions twice into ``dist``, shows that both have the same bytes, and writes a
bill of materials of an installation beside them."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"


def build(target: Path, epoch: str) -> dict[str, str]:
    """Build into a folder, and return the digest of each file by its name.

    :param epoch: seconds since 1970 that stand for the time of each file in what is built.
    """
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "random"}
    command = [sys.executable, "-m", "build", "--outdir", str(target), str(ROOT)]
    subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(target.iterdir())
    }


def write_materials() -> None:
    """Write which packages an installation of the wheel brings, in CycloneDX's form."""
    (wheel,) = DIST.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        # Without pip, which the wheel does not bring.
        venv.create(folder)
        scripts = "Scripts" if os.name == "nt" else "bin"
        python = Path(folder, scripts, "python")
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
        subprocess.run([*pip, str(wheel)], check=True)
        command = ["cyclonedx-py", "environment", "--pyproject", "pyproject.toml"]
        command += ["--output-reproducible", "--output-file", str(DIST / "sbom.json"), str(python)]
        subprocess.run(command, check=True, cwd=ROOT)


def main() -> int:
    """Return the exit code: 1 where the two builds differ."""
    log = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    epoch = subprocess.run(log, check=True, capture_output=True, text=True).stdout.strip()
    shutil.rmtree(DIST, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        first, second = build(DIST, epoch), build(Path(folder), epoch)
    for name, digest in first.items():
        same = "the same twice" if second.get(name) == digest else "NOT THE SAME TWICE"
        print(f"{digest}  {name}  {(DIST / name).stat().st_size:,} bytes, {same}")
    write_materials()
    return 0 if first == second else 1


if __name__ == "__main__":
    sys.exit(main())
