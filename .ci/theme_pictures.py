"""Takes the pictures of the gallery of themes: a page of the demo in each, light and dark."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
PAGE = "source/archive/windrose/store.py.html"
#: Each theme, and whether it has a dark side.
THEMES = {
    "furo": True,
    "pydata_sphinx_theme": True,
    "sphinx_book_theme": True,
    "sphinx_rtd_theme": False,
    "alabaster": False,
}
#: What a reader sees, in CSS pixels, and how many pixels of the picture one of them becomes.
WIDTH, HEIGHT, SCALE = 1440, 860, 0.55
#: Of JPEG: a picture has some 40 kB then.
QUALITY = 70


def build(theme: str, output: Path) -> None:
    """Build the demo in a theme, without history: pictures would differ after each commit."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", "filedocs_history=0"]
    command += ["-d", str(output / "doctrees"), str(ROOT / "demo_project" / "docs"), str(output)]
    subprocess.run(command, check=True, cwd=ROOT, env={**os.environ, "DEMO_THEME": theme})


def take(browser: Browser, theme: str, page: Path, dark: bool) -> Path:
    """Take the picture of a page, and return its file."""
    shown = browser.new_page(
        viewport={"width": WIDTH, "height": HEIGHT},
        device_scale_factor=SCALE,
        color_scheme="dark" if dark else "light",
    )
    shown.goto(page.as_uri(), wait_until="load")
    # The list of definitions and the tree of files are laid out by scripts.
    shown.wait_for_timeout(500)
    file = PICTURES / f"{theme}_{'dark' if dark else 'light'}.jpg"
    shown.screenshot(path=file, type="jpeg", quality=QUALITY)
    shown.close()
    return file


def main() -> int:
    """Return the exit code: 1 where there is no Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        print("there is no Chromium on this machine", file=sys.stderr)
        return 1
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for theme, has_dark in THEMES.items():
            output = Path(folder, theme)
            build(theme, output)
            for dark in (False, True)[: 1 + has_dark]:
                file = take(browser, theme, output / PAGE, dark)
                print(f"{file.relative_to(ROOT)}: {file.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
