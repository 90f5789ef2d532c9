"""``python -m sphinx_filedocs`` is the command ``sphinx-filedocs``."""

from __future__ import annotations

from sphinx_filedocs.cli.main import main

main()
