"""Writing leaves everything of a user's what it was, but for the content of the file."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from sphinx_filedocs.writing import write_whole, written

OLD, NEW = b"old " * 5000, b"new"


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").touch()
    write_whole(tmp_path / "a", NEW)
    assert (tmp_path / "a").read_bytes() == NEW
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "usual").stat().st_mode
    assert _names(tmp_path) == {"a", "usual"}


def test_a_file_keeps_its_mode_and_owner(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(OLD)
    file.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(file, 65534, 65534)
    before = file.stat()
    write_whole(file, NEW)
    after = file.stat()
    assert file.read_bytes() == NEW
    assert [getattr(after, f"st_{what}") for what in ("mode", "uid", "gid")] == [
        getattr(before, f"st_{what}") for what in ("mode", "uid", "gid")
    ]
    assert after.st_mtime_ns >= before.st_mtime_ns


@pytest.mark.parametrize("is_there", [True, False])
def test_links_stay_and_the_file_behind_them_is_written(tmp_path: Path, is_there: bool) -> None:
    far = tmp_path / "far"
    far.mkdir()
    if is_there:
        (far / "file").write_bytes(OLD)
    (tmp_path / "second").symlink_to("far/file")
    (tmp_path / "first").symlink_to(tmp_path / "second")
    write_whole(tmp_path / "first", NEW)
    assert (tmp_path / "first").is_symlink()
    assert (tmp_path / "second").is_symlink()
    assert (far / "file").read_bytes() == NEW
    assert _names(far) == {"file"}


def test_hard_links_stay_one_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(OLD)
    os.link(tmp_path / "a", tmp_path / "b")
    write_whole(tmp_path / "a", NEW)
    assert (tmp_path / "b").read_bytes() == NEW
    assert (tmp_path / "a").samefile(tmp_path / "b")


@pytest.mark.parametrize("through", ["pipe", "link"])
def test_a_pipe_is_written_to(tmp_path: Path, through: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write_whole(tmp_path / through, OLD)
    reader.join(10)
    assert read == [OLD]
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    assert _names(tmp_path) == {"pipe", "link"}


def test_a_device_is_written_to(tmp_path: Path) -> None:
    device = tmp_path / "null"
    try:
        os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
        device.open("wb").close()
    except OSError:
        pytest.skip("devices can't be made or opened here")
    write_whole(device, NEW)
    assert stat.S_ISCHR(device.stat().st_mode)


@pytest.mark.parametrize("to", ["pipe", "file"])
def test_the_standard_output_goes_on_where_it_is(tmp_path: Path, to: str) -> None:
    program = (
        "import sys; from pathlib import Path; from sphinx_filedocs.writing import write_whole\n"
        "print('before', flush=True); write_whole(Path('/dev/stdout'), b'data\\n'); print('behind')"
    )
    command = [sys.executable, "-c", program]
    if to == "pipe":
        said = subprocess.run(command, capture_output=True, check=True).stdout
    else:
        (tmp_path / "log").write_bytes(b"first\n")
        with (tmp_path / "log").open("ab") as log:
            subprocess.run(command, stdout=log, check=True)
        said = (tmp_path / "log").read_bytes().removeprefix(b"first\n")
    assert said == b"before\ndata\nbehind\n"


def test_a_file_in_a_closed_folder_is_written_over(ordinary_user: Path) -> None:
    folder = ordinary_user / "closed"
    folder.mkdir()
    (folder / "a").write_bytes(OLD)
    folder.chmod(0o500)
    write_whole(folder / "a", NEW)
    assert (folder / "a").read_bytes() == NEW
    with pytest.raises(PermissionError):
        write_whole(folder / "b", NEW)
    assert _names(folder) == {"a"}


def test_a_file_that_is_closed_stays(ordinary_user: Path) -> None:
    (ordinary_user / "a").write_bytes(OLD)
    (ordinary_user / "a").chmod(0o400)
    with pytest.raises(PermissionError):
        write_whole(ordinary_user / "a", NEW)
    assert (ordinary_user / "a").read_bytes() == OLD


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path, NEW)


@pytest.mark.parametrize("kind", ["new", "file", "hard link"])
def test_what_does_not_fit_leaves_all_as_it_was(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a"
    if kind != "new":
        file.write_bytes(OLD)
    if kind == "hard link":
        os.link(file, tmp_path / "b")
    before = _names(tmp_path)
    write = os.write

    def full(descriptor: int, data: memoryview) -> int:
        if bytes(data[:3]) == NEW:
            write(descriptor, b"n")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(OSError, match="space"), written(file) as made:  # noqa: PT012
        made.write(NEW)
        if kind != "hard link":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert _names(tmp_path) == before
    assert kind == "new" or file.read_bytes() == OLD
