from __future__ import annotations

from tests.tables import Table

from .trees import leads, take

TABLE = Table(__file__)

FILES = "lib/shop.rb lib/shop/thing.rb lib/json.rb gem/lib/inner.rb gem/bin/run.rb tool.rake"


def test_paths() -> None:
    TABLE.check(
        "paths", lambda path, kind, target: " ".join(leads(FILES, path, take(target, kind=kind)))
    )
