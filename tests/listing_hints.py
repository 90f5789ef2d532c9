"""What a listing says of the addresses in it, read as its script reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path


def hints_beside(output: Path, page: str) -> list[str]:
    """Return the data that a page has beside it of each of its listings.

    :param page: the path of its HTML, ``a/b.py.html`` or in a folder of its own.
    """
    *folders, name = page.removesuffix(".html").removesuffix("/index").split("/")
    steps = [*(f"{folder}+" for folder in folders), f"{name}.js"]
    script = output.joinpath("_static", "filedocs", "hints", *steps)
    if not script.exists():
        return []
    said = script.read_text(encoding="ascii")
    listings = json.loads(
        "[" + said.removeprefix("filedocsReader.hints(").removesuffix(");\n") + "]"
    )
    return [json.dumps(one) for one in listings[1]]


def hints_of(data: str, addresses: Iterable[str]) -> dict[str, list[str]]:
    """Return the hints of each address.

    :param data: what the page has of them.
    :param addresses: of the links of the listing, in their order.
    """
    known = json.loads(data)
    texts = known["texts"]

    def whole(address: str, hint: str | int) -> str:
        if isinstance(hint, int):
            return texts[hint].replace("{line}", address[2:])
        first, several, place = hint.partition("\n")
        return f"{first}\n{texts[int(place)]}" if several else first

    rows = zip(dict.fromkeys(addresses), known["of"], strict=True)
    return {
        address: [whole(address, hint) for hint in (row if isinstance(row, list) else [row])]
        for address, row in rows
    }
