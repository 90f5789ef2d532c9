"""``sphinx-filedocs serve``: the pages in the browser, and anew after an edit."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError

import pytest

import sphinx_filedocs

from .conftest import write

#: Seconds in which a build has to be done, on a machine that does other things too.
PATIENCE = 90


def wait(condition: Callable[[], object], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)


@contextmanager
def served(shop: Path, tmp_path: Path) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """Serve a tree: the process, the address and what the command says."""
    log = tmp_path / "log"
    package = str(Path(sphinx_filedocs.__file__).parents[1])
    arguments = ["serve", str(shop), "--no-browser", "--cache", str(tmp_path / "cache")]
    with (
        log.open("w") as output,
        subprocess.Popen(
            [sys.executable, "-m", "sphinx_filedocs", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": package, "PYTHONUNBUFFERED": "1"},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        try:
            wait(lambda: "Serving on" in log.read_text() or process.poll() is not None, log)
            address = re.search(r"Serving on (http://127\.0\.0\.1:\d+/)", log.read_text())
            assert address, log.read_text()
            yield process, address[1], log
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


@pytest.mark.slow
def test_pages_are_served_to_this_machine_and_follow_an_edit(shop, tmp_path) -> None:
    with served(shop, tmp_path) as (process, address, log):

        def page(path: str) -> str:
            with urllib.request.urlopen(address + path, timeout=10) as answer:  # noqa: S310 (http)
                return answer.read().decode()

        assert "source/index.html" in page("")
        assert "euro" in page("source/shop/money.py.html")
        write(shop, {"shop/money.py": "def dollar(cents):\n    return cents\n"})
        wait(lambda: log.read_text().count("names linked;") == 2, log)
        assert "dollar" in page("source/shop/money.py.html")
        assert "[sphinx-autobuild]" not in log.read_text()
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 0, log.read_text()


@pytest.mark.slow
def test_the_server_ends_with_the_command(shop, tmp_path) -> None:
    with served(shop, tmp_path) as (process, address, log):
        process.terminate()
        assert process.wait(PATIENCE) == 128 + signal.SIGTERM, log.read_text()
        with pytest.raises(URLError, match="refused"):
            urllib.request.urlopen(address, timeout=10)  # noqa: S310 (http)


def test_a_port_that_is_taken_is_said(shop, call) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        result = call("serve", shop, "--no-browser", "--port", port)
    assert result.exit_code == 2
    assert f"--port {port}: Address already in use" in result.output


def test_pages_that_fail_are_not_served(shop, call) -> None:
    result = call("serve", shop, "--no-browser", "--set", 'filedocs_rules_off=["no-rule"]')
    assert result.exit_code == 1
    assert "no-rule" in result.stderr
