"""``sphinx-filedocs serve``: the pages in the browser, and anew after an edit."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
from websockets.sync.client import ClientConnection, connect

import sphinx_filedocs
from sphinx_filedocs.cli import builder, running
from sphinx_filedocs.cli.main import main
from sphinx_filedocs.cli.running import Output, Progress
from sphinx_filedocs.cli.server import Site, serving
from tests.full import FULL

from .conftest import write

#: Seconds in which a build has to be done, on a machine that does other things too.
PATIENCE = 90


def wait(condition: Callable[[], object], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.1)


def fetch(address: str) -> tuple[int, str, str]:
    """Return the status, where the page was, and what it is."""
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:  # noqa: S310 (http)
            return answer.status, answer.url, answer.read().decode()
    except HTTPError as error:
        return error.code, address, ""


@contextmanager
def site(folder: Path, *progress: object) -> Iterator[tuple[Site, str]]:
    """Serve a folder as during a first build: the site and its address."""
    shown = Site(folder, "src/index.html", lambda: Progress(*progress))
    listener = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    with serving(shown, listener):
        yield shown, address


def test_a_page_is_shown_once_it_is_written(tmp_path) -> None:
    """Before that its address says how far the build is; what an earlier build wrote is none."""
    write(tmp_path, {"old.html": "<html></html>", "begun.html": "<html>", "style.css": "a {}"})
    os.utime(tmp_path / "old.html", (0, 0))
    with site(tmp_path, 1, 40, "a.py") as (shown, address):
        for path in ("", "old.html", "begun.html", "none.html", "none/", "none"):
            status, _, page = fetch(address + path)
            assert (status, "not written yet" in page) == (200, True)
        assert fetch(address + "style.css")[2] == "a {}"
        assert fetch(address + "none.css")[0] == 404
        assert fetch(address + "%2e%2e/%2e%2e/etc/hostname")[0] == 404
        said = json.loads(fetch(address + "?filedocs-progress")[2])
        assert said == {"step": 1, "percent": 40, "what": "a.py"}
        write(tmp_path, {"src/index.html": "<html>start</html>", "begun.html": "<html></html>"})
        for path in ("", "src/", "src"):
            at, start = fetch(address + path)[1:]
            assert at in {f"{address}src/index.html", f"{address}src/"}
            assert start.startswith("<html>start</html>\n<script src=")
        assert fetch(address + "begun.html?filedocs-progress")[2].startswith("<html></html>")
        shown.finish()
        assert fetch(address + "old.html")[2].startswith("<html></html>")
        assert [fetch(address + path)[0] for path in ("none.html", "none", "none/")] == [404] * 3
    with pytest.raises(URLError, match="refused"):
        fetch(address)


def test_what_sphinx_says_tells_how_far_it_is(capsys) -> None:
    output = Output("here", verbose=False)
    output.show("looking at source... [ 50%] a/b.py")
    assert output.progress == Progress(0, 10, "a/b.py")
    output.show("analysing source... [ 12%] a/b.py")
    assert output.progress == Progress(0, 29, "a/b.py")
    output.show("writing output... ")
    output.show("building [html]: targets for 0 source files")
    assert output.progress.step == 0
    output.show("reading generated pages... [ 50%] source/index")
    assert output.progress == Progress(2, 50, "source/index")
    output.show("writing output... [100%] source/index")
    output.show("writing generated pages... [ 40%] source/a/index")
    assert output.progress == Progress(3, 43, "source/a/index")


def test_without_a_terminal_it_says_every_ten_seconds_what_it_does(capsys) -> None:
    seconds = [0.0]
    output = Output("here", verbose=False, clock=lambda: seconds[0])
    output.show("analysing source... [ 12%] a/b.py")
    for now in range(0, 34, 3):
        seconds[0] = now
        output.remind()
    assert capsys.readouterr().out.splitlines() == ["analysing source... [ 12%] a/b.py"] * 2
    output.show("filedocs: source: 1 file")
    seconds[0] = 100
    output.remind()
    assert capsys.readouterr().out == "1 file; 33.0 s: here\n"


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Let what a test starts be interrupted, which programs in the background are not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def served(
    shop: Path, tmp_path: Path, *more: str, until: str = "Serving on"
) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """Serve a tree: the process, the address and what the command says."""
    log = tmp_path / "log"
    package = str(Path(sphinx_filedocs.__file__).parents[1])
    arguments = ["serve", str(shop), "--no-browser", "--cache", str(tmp_path / "cache"), *more]
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
            wait(lambda: until in log.read_text() or process.poll() is not None, log)
            address = re.search(r"(http://127\.0\.0\.1:\d+/)", log.read_text())
            assert until in log.read_text()
            assert address, log.read_text()
            yield process, address[1], log
        finally:
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.slow
def test_pages_are_served_to_this_machine_and_follow_an_edit(shop, tmp_path) -> None:
    with served(shop, tmp_path) as (process, address, log):

        def page(path: str) -> str:
            return fetch(address + path)[2]

        assert "corner-shop" in page("")
        assert "euro" in page("source/shop/money.py.html")
        with connect(f"ws{address.removeprefix('http')}websocket-reload") as browser:
            write(shop, {"shop/money.py": "def dollar(cents):\n    return cents\n"})
            assert browser.recv(PATIENCE) == "refresh"
            assert "dollar" in page("source/shop/money.py.html")

            # A build that fails ends neither the server nor the next build.
            configuration = tmp_path / "cache" / "project" / "conf.py"
            configuration.rename(tmp_path / "conf.py")
            write(shop, {"shop/money.py": "def yen(cents):\n    return cents\n"})
            wait(lambda: "The build failed" in log.read_text(), log)
            assert "cents" in page("source/shop/money.py.html")
            (tmp_path / "conf.py").rename(configuration)
            write(shop, {"shop/new/money.py": "def franc(cents):\n    return cents\n"})
            wait(lambda: "franc" in page("source/shop/new/money.py.html"), log)
            # A new page comes first.
            wait(lambda: "yen" in page("source/shop/money.py.html"), log)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(PATIENCE) == 0, log.read_text()


@contextmanager
def opened(address: str, path: str) -> Iterator[ClientConnection]:
    """Open a page as a browser does, which then says over its socket what it shows."""
    script = re.search(r"reload\.js\?([^\"]+)", fetch(address + path)[2])
    assert script
    with connect(f"ws{address.removeprefix('http')}websocket-reload?{script[1]}") as page:
        yield page


@pytest.mark.slow
def test_pages_that_show_an_edit_are_loaded_again_and_no_others(shop, tmp_path) -> None:
    money, cart = "source/shop/money.py.html", "source/shop/cart.py.html"
    with (
        served(shop, tmp_path) as (_, address, log),
        opened(address, money) as first,
        opened(address, money) as second,
        opened(address, "source/README.md.html") as other,
    ):
        with opened(address, cart) as user:
            write(shop, {"shop/money.py": "def dollar(cents):\n    return cents\n"})
            for page in (first, second):
                assert page.recv(PATIENCE) == "refresh"
            assert "dollar" in fetch(address + money)[2]
            # Its name leads nowhere now.
            assert user.recv(PATIENCE) == "refresh"
        with opened(address, money) as shown:
            (shop / "shop" / "money.py").unlink()
            assert shown.recv(PATIENCE) == "refresh"
            assert fetch(address + money)[0] == 404
        with pytest.raises(TimeoutError):
            other.recv(0)
    assert "failed" not in log.read_text()


@pytest.mark.slow
def test_a_builder_that_is_killed_costs_one_build(shop, tmp_path) -> None:
    """At rest, while it builds, and while it writes pages early."""
    with served(shop, tmp_path) as (process, address, log):
        for at, pause in enumerate((None, 0, 0.2, 0.5) if FULL else (None, 0.2)):
            edit = {"shop/money.py": f"def euro(cents):\n    return 'dollar {at}'\n"}
            if pause is None:
                os.kill(builder_of(process), signal.SIGKILL)
                write(shop, edit)
            else:
                write(shop, edit)
                time.sleep(pause)
                os.kill(builder_of(process), signal.SIGKILL)
            shown = f"dollar {at}"
            wait(lambda shown=shown: shown in fetch(f"{address}source/shop/money.py.html")[2], log)
            ended = log.read_text().count("names linked")
            write(shop, {"README.md": f"# Shop\n\nNumber {at}.\n"})
            wait(lambda: log.read_text().count("names linked") > ended, log)  # noqa: B023
        said = log.read_text()
    assert "failed" not in said


def builder_of(process: subprocess.Popen[bytes]) -> int:
    """Return the process that builds for a command."""
    tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
    (builder,) = [int(one) for task in tasks for one in task.read_text().split()]
    return builder


@pytest.mark.slow
def test_an_edit_during_the_first_build_is_built_too(shop, tmp_path) -> None:
    def edit() -> None:
        page = tmp_path / "cache" / "html" / "source" / "shop" / "money.py.html"
        while not page.exists():
            time.sleep(0.01)
        write(shop, {"shop/money.py": "def dollar(cents):\n    return cents\n"})

    threading.Thread(target=edit, daemon=True).start()
    with served(shop, tmp_path) as (_, address, log):
        wait(lambda: "dollar" in fetch(f"{address}source/shop/money.py.html")[2], log)


@pytest.mark.slow
def test_who_ends_a_build_hears_that_alone(shop, tmp_path) -> None:
    for number in range(300):  # They take seconds, of which the first is enough.
        (shop / f"more{number}.py").write_text(f"def more{number}():\n    return {number}\n")
    arguments = ["build", str(shop), "-o", str(tmp_path / "out"), "--cache", str(tmp_path / "c")]
    with subprocess.Popen(
        [sys.executable, "-m", "sphinx_filedocs", *arguments],
        env={**os.environ, "PYTHONPATH": str(Path(sphinx_filedocs.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        text=True,
    ) as process:
        while not list(tmp_path.glob("c/doctrees/*")):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
    assert (process.returncode, said) == (130, "Interrupted before all pages were written\n")


@pytest.mark.parametrize(("said", "code"), [("", 130), ("filedocs: source: 1 file", 0)])
def test_once_all_pages_are_written_ctrl_c_is_the_normal_end(
    shop, call, monkeypatch, said, code
) -> None:
    """Until then they are not, and what runs the command should know."""

    def interrupted(output: Output, _: object) -> bool:
        output.show("filedocs: source: left out because they hold credentials: a.env")
        output.show(said)
        raise KeyboardInterrupt

    monkeypatch.setattr(builder, "is_ended_by_user", interrupted)
    assert call("serve", shop, "--no-browser").exit_code == code


def test_who_ends_a_program_that_is_done_hears_nothing(tmp_path, capsys, monkeypatch) -> None:
    def interrupted(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running.time, "sleep", interrupted)
    output = Output("here", verbose=False)
    assert running.run(["timeit", "-n1", "while 1: pass"], tmp_path, output) == 130
    output = Output("here", verbose=False)
    output.show("filedocs: source: 1 file")
    with pytest.raises(KeyboardInterrupt):
        running.run(["timeit", "-n1", "while 1: pass"], tmp_path, output)
    assert capsys.readouterr().err == "Interrupted before all pages were written\n"


def test_who_ends_a_program_that_has_just_begun_ends_it(tmp_path, monkeypatch) -> None:
    def interrupted(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    with pytest.raises(KeyboardInterrupt):
        running.run(["timeit", "-n1", "while 1: pass"], tmp_path, Output("here", verbose=False))


@pytest.mark.slow
@pytest.mark.parametrize("is_group", [False, True], ids=["command", "group"])
def test_who_ends_a_later_build_hears_nothing_more(shop, tmp_path, is_group) -> None:
    """And nothing goes on that was begun; a terminal sends Ctrl+C to all that it runs."""
    psutil = pytest.importorskip("psutil")
    with served(shop, tmp_path, "-v") as (process, _, log):
        write(shop, {f"more{n}.py": f"def more{n}():\n    return {n}\n" for n in range(300)})
        wait(lambda: log.read_text().count("analysing source...") > 1, log)
        begun = psutil.Process(process.pid).children(recursive=True)
        said = log.read_text()
        os.killpg(process.pid, signal.SIGINT) if is_group else process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0, log.read_text()
    more = log.read_text()[len(said) :]
    assert [word for word in ("Traceback", "rror", "nterrupted", "exited") if word in more] == [], (
        more
    )
    assert psutil.wait_procs(begun, timeout=PATIENCE)[1] == []


def test_ctrl_c_while_the_command_is_loaded_ends_it(monkeypatch) -> None:
    class Interrupted:
        def __getattr__(self, name: str) -> object:
            raise KeyboardInterrupt

    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setitem(sys.modules, "sphinx_filedocs.cli.commands", Interrupted())
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 130


def test_hardly_anything_is_loaded_before_ctrl_c_is_awaited() -> None:
    """Python says of what interrupts an import where that was."""
    code = "import sys; known = {*sys.modules}; import sphinx_filedocs.cli; "
    code += "print(*sorted({*sys.modules} - known))"
    package = str(Path(sphinx_filedocs.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package}
    command = [sys.executable, "-S", "-c", code]
    said = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    assert said.stdout.split() == ["__future__", "sphinx_filedocs", "sphinx_filedocs.cli"]


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
