"""A small tree that has pages of all kinds, and content that would run or colour itself."""

from __future__ import annotations

import json
from xml.etree import ElementTree as ET

_STYLED = '<p style="color: red" onclick="window.hurt=1">Red</p><script>window.hurt=1</script>'
#: The lines of the longest listing.
LINES = 450
#: That of them which is wider than the others.
WIDEST = 250


def _long() -> str:
    rows = []
    for number in range(1, LINES, 2):
        rows += [f"def step_{number}(value):", f"    return step_{max(1, number - 2)}(value)"]
    rows[WIDEST - 1] += "  # " + "wide " * 60
    return "\n".join(rows) + "\n"


def _circle(colour: str) -> str:
    svg = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width="9", height="9")
    ET.SubElement(svg, "style").text = f"circle {{ fill: {colour} }}"
    ET.SubElement(svg, "circle", r="4", style=f"stroke: {colour}", onclick="window.hurt=1")
    return ET.tostring(svg, "unicode") + "\n"


TREE = {
    "README.md": "# Kinds\n\nAll.\n\n```python\nfrom app.top.top import top\n\ntop()\n```\n\n"
    f"| a | b |\n|---|:-:|\n| 1 | 2 |\n\n{_STYLED}\n\n[harm](javascript:hurt=1) ![art](art.svg)\n",
    "docs/guide.rst": "Guide\n=====\n\n.. raw:: html\n\n   " + _STYLED + "\n\n"
    ".. list-table::\n   :widths: 20 80\n\n   * - a\n     - b\n\n"
    ".. image:: ../art.svg\n   :width: 9\n",
    "docs/manual.adoc": "= Manual\n\nWords. pass:[" + _STYLED + "]\n",
    "art.svg": _circle("red"),
    "rows.csv": "a,b\n1,2\n",
    "data.json": json.dumps({"a": {"b": [1, "c", _STYLED]}}),
    "book.ipynb": json.dumps(
        {
            "cells": [
                {"cell_type": "markdown", "source": _STYLED},
                {
                    "cell_type": "code",
                    "source": "x = 1",
                    "outputs": [{"data": {"text/html": _STYLED, "image/svg+xml": _circle("blue")}}],
                },
            ]
        }
    ),
    "app/long.py": _long(),
    "app/low/low.py": '"""Low."""\n\n\nclass Base:\n    """What is below."""\n\n'
    '    def run(self):\n        """Run."""\n        return eval("1")  # TODO: better\n',
    "app/mid/mid.py": "from app.low.low import Base\n\n\nclass Mid(Base):\n    def run(self):\n"
    "        return super().run()\n\n\ndef mid():\n    return Mid().run()\n",
    "app/top/top.py": "from app.mid.mid import mid\n\n\ndef top():\n    mid()\n    mid()\n",
    "app/main.py": "from app.top.top import top\nfrom app.low.low import Base\n\n"
    'if __name__ == "__main__":\n    top()\n    Base().run()\n',
    "app/circle/one.py": "from app.circle import two\n\n\ndef one():\n    return two.two()\n",
    "app/circle/two.py": "from app.circle import one\n\n\ndef two():\n    return one.one()\n",
    **{f"app/many/m{number}.py": f"def m{number}():\n    return 1\n" * 9 for number in range(14)},
    "tests/test_mid.py": "from app.mid.mid import mid\n\n\ndef test_mid():\n    assert mid()\n",
    "native/area.h": "/** An area. */\nint area(int side);\n",
    "native/area.c": '#include "area.h"\n\n#ifdef WIDE\nint wide;\n#else\nint narrow;\n#endif\n\n'
    "int area(int side)\n{\n    return side * side;\n}\n",
    "web/Weak.java": "import java.security.MessageDigest;\n\nclass Weak {\n"
    '    Object sum() throws Exception {\n        return MessageDigest.getInstance("MD5");\n    }\n'
    "}\n",
    "web/page.html": f"<html><body>{_STYLED}</body></html>\n",
    "deps/other/LICENSE": "MIT License\n",
    "deps/other/far.c": "int far;\n" * 30,
}
