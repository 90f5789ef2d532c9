"""Shows a built documentation: says where it is and opens it if there is a browser."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path


def main(folder: str) -> int:
    """Show the start page of the HTML output in ``folder``.

    Without a screen there is nothing to open, and that is no failure.
    """
    page = Path(folder).resolve() / "index.html"
    if not page.is_file():
        print(f"{page} was not built", file=sys.stderr)
        return 1
    print(f"The demo is built: {page}")
    print(f"                   {page.as_uri()}")
    if not webbrowser.open(page.as_uri()):
        print("No browser could be opened from here; open the page above in yours.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
