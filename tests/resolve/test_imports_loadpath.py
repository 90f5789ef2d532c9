from __future__ import annotations

import pytest

from sphinx_filedocs.model.facts import ImportKind

from .trees import leads, take

FILES = "lib/shop.rb lib/shop/thing.rb lib/json.rb gem/lib/inner.rb gem/bin/run.rb tool.rake"


@pytest.mark.parametrize(
    ("path", "kind", "target", "expected"),
    [
        ("lib/shop.rb", "include", "shop/thing", "lib/shop/thing.rb"),
        ("lib/shop/thing.rb", "include", "../shop", "lib/shop.rb"),
        ("lib/shop/thing.rb", "include", "../shop.rb", "lib/shop.rb"),
        ("lib/shop/thing.rb", "include", "shop", ""),
        ("spec/shop_spec.rb", "require", "shop/thing", "lib/shop/thing.rb"),
        ("spec/shop_spec.rb", "require", "./shop", ""),
        ("lib/shop.rb", "require", "set", ""),
        ("gem/bin/run.rb", "require", "inner", "gem/lib/inner.rb"),
        ("gem/bin/run.rb", "require", "shop", "lib/shop.rb"),
        ("lib/shop.rb", "require", "inner", ""),
        ("Rakefile", "include", "tool.rake", "tool.rake"),
        ("lib/shop.rb", "include", "../../outside", ""),
        ("lib/shop.rb", "include", "", ""),
    ],
)
def test_paths(path: str, kind: ImportKind, target: str, expected: str) -> None:
    assert leads(FILES, path, take(target, kind=kind)) == [expected]
