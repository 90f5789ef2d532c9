"""Names that only their own file uses: its page has all their uses, the cross-references none."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.full import examples

from .sites import Made

SOURCES = {
    "shop.py": "import money\n\n\ndef total(cart):\n    return rounded(sum(cart))\n\n\n"
    "def rounded(price):\n    return money.cents(price)\n\n\ndef forgotten():\n    pass\n",
    "money.py": "class Coin:\n    pass\n\n\nclass Euro(Coin):\n    pass\n\n\ndef cents(price):\n"
    "    return price\n",
    "test_shop.py": "import shop\n\n\ndef test_total():\n    assert shop.total([]) == 0\n",
}


def test_a_name_leads_to_its_definition_where_its_file_has_all_uses(tmp_path: Path) -> None:
    places = Made(SOURCES, tmp_path).site.plan.name_places
    assert places["forgotten"] == ("source/shop.py", "def-forgotten")
    for name in ("cents", "total"):
        assert places[name] == ("source/crossref", f"name-{name}"), "another file uses it"
    for name in ("Coin", "Euro"):
        assert places[name].docname == "source/crossref", "there are bases and heirs"
    assert places["rounded"].docname == "source/crossref", "there is the way from a test to it"


def test_its_count_leads_to_the_first_use(tmp_path: Path) -> None:
    made = Made({"shop.py": SOURCES["shop.py"]}, tmp_path)
    assert not made.site.plan.crossref or "rounded" not in made.shown("source/crossref")
    assert "href='source/shop.py#L5', title='1 use in 1 file'" in made.shown("source/shop.py")


def test_a_use_in_another_file_takes_it_into_the_cross_references(tmp_path: Path) -> None:
    before = Made(SOURCES, tmp_path / "before")
    after = Made({**SOURCES, "tidy.py": "import shop\n\nshop.forgotten()\n"}, tmp_path / "after")
    assert after.site.plan.name_places["forgotten"].docname == "source/crossref"
    shop = "source/shop.py"
    assert before.fingerprints()[shop] != after.fingerprints()[shop]


NAMES = ("one", "two", "three")
MODULES = st.dictionaries(
    st.sampled_from(("a.py", "b.py", "c.py")),
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.lists(st.sampled_from(NAMES), max_size=2)), max_size=4
    ),
    min_size=1,
)


def text(functions: list[tuple[str, list[str]]]) -> str:
    """Return a module that takes names of the module ``a``, and defines functions that call
    others."""
    imported = "from a import one, two\n\n"
    return imported + "\n\n".join(
        f"def {name}():\n" + "".join(f"    {call}()\n" for call in calls) + "    return 1\n"
        for name, calls in functions
    )


@settings(max_examples=examples(15), deadline=None)
@given(modules=MODULES)
def test_no_other_file_uses_a_name_that_the_cross_references_lack(
    modules: dict[str, list[tuple[str, list[str]]]],
) -> None:
    with TemporaryDirectory() as folder:
        made = Made({path: text(rows) for path, rows in modules.items()}, Path(folder))
        plan, uses = made.site.plan, made.site.uses
        files = {docname: path for path, docname in plan.files.items()}
        for name, place in plan.name_places.items():
            rows = uses.rows(name)
            if home := files.get(place.docname):
                assert {row.about.path for row in rows} == {home}
                assert {row.use.path for row in rows if row.use} <= {home}
            else:
                assert rows, "what has a place there has something to say"
        made.store.close()
