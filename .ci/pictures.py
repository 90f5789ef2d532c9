"""Takes the pictures of README and of the documentation from builds of the demo."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs" / "pictures"
README = ROOT / ".github" / "pictures"
STORE = "source/archive/windrose/store.py.html"
#: The themes of the gallery, and whether each has a dark side.
THEMES = {
    "furo": True,
    "pydata_sphinx_theme": True,
    "sphinx_book_theme": True,
    "sphinx_rtd_theme": False,
    "alabaster": False,
}
#: Types words into the finder.
FIND = """
document.dispatchEvent(new KeyboardEvent('keydown', {key: 't', bubbles: true}));
setTimeout(() => {
  const box = document.querySelector('[role=combobox]');
  box.value = 'WORDS';
  box.dispatchEvent(new Event('input', {bubbles: true}));
}, 400);
"""
#: Opens the uses of a definition.
USES = "document.querySelectorAll('.filedocs-listing a[data-count]')[4].click();"

#: Shows the card of a name.
CARD = """
[...document.querySelectorAll('.filedocs-listing a')]
  .find((link) => link.textContent === 'Frame')
  .focus({focusVisible: true});
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a page.

    :param page: relative to the output.
    :param width: of what a reader sees, and ``height``, in CSS pixels.
    :param scale: how many pixels of the picture one of them becomes.
    :param script: run in the page first.
    """

    file: Path
    theme: str
    page: str
    width: int = 1440
    height: int = 860
    dark: bool = False
    scale: float = 0.55
    script: str = ""


def pictures() -> Iterator[Picture]:
    """Yield all pictures, those of one theme one after the other."""
    yield Picture(README / "file_page.jpg", "furo", STORE, scale=1)
    yield Picture(README / "start_page.jpg", "furo", "source/index.html", height=1200, scale=1)
    yield Picture(README / "folder_page.jpg", "furo", "source/archive/index.html", scale=1)
    for name, words in (("finder", "station"), ("text_search", "/read")):
        script = FIND.replace("WORDS", words)
        yield Picture(README / f"{name}.jpg", "furo", STORE, scale=1, script=script)
    yield Picture(README / "uses.jpg", "furo", STORE, scale=1, script=USES)
    yield Picture(README / "cross_references.jpg", "furo", "source/crossref.html", scale=1)
    yield Picture(README / "narrow_dark.jpg", "furo", STORE, 380, 760, dark=True, scale=1.5)
    for name, dark in (("landing_light", False), ("landing_dark", True)):
        yield Picture(GALLERY / f"{name}.jpg", "furo", STORE, 1280, 800, dark, 1, CARD)
    for theme, has_dark in THEMES.items():
        for dark in (False, True)[: 1 + has_dark]:
            name = f"{theme}_{'dark' if dark else 'light'}.jpg"
            yield Picture(GALLERY / name, theme, STORE, dark=dark)


def build(theme: str, output: Path) -> None:
    """Build the demo in a theme, without history: pictures would differ after each commit."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", "filedocs_history=0"]
    command += ["-d", str(output / "doctrees"), str(ROOT / "demo_project" / "docs"), str(output)]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "DEMO_THEME": theme})


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Serve a folder, as scripts read no other page from a disk; yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def take(browser: Browser, picture: Picture, address: str) -> None:
    """Take a picture.

    :param address: of the folder that has the outputs of all themes.
    """
    shown = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        device_scale_factor=picture.scale,
        color_scheme="dark" if picture.dark else "light",
    )
    shown.goto(f"{address}/{picture.theme}/{picture.page}", wait_until="load")
    # The list of definitions and the tree of files are laid out by scripts.
    shown.wait_for_timeout(500)
    if picture.script:
        shown.evaluate(picture.script)
        shown.wait_for_timeout(1_500)
    shown.screenshot(path=picture.file, type="jpeg", quality=70)
    shown.close()


def main() -> int:
    """Return the exit code: 1 where there is no Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        print("there is no Chromium on this machine", file=sys.stderr)
        return 1
    with (
        sync_playwright() as playwright,
        tempfile.TemporaryDirectory() as folder,
        served(folder) as address,
    ):
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for picture in pictures():
            output = Path(folder, picture.theme)
            if not output.exists():
                build(picture.theme, output)
            take(browser, picture, address)
            file = picture.file
            print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
