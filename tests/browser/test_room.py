"""The room that pages take in a window, and that nothing in it moves while they load."""

from __future__ import annotations

import pytest

from tests.full import rows

pytestmark = pytest.mark.browser

FRAME = "source/archive/windrose/frame.py.html"
COLUMNS = """() => {
  const line = document.querySelector("#L1");
  const box = line.closest("pre");
  const style = getComputedStyle(line);
  const ruler = document.createElement("span");
  ruler.textContent = "m".repeat(100);
  line.append(ruler);
  const width = ruler.getBoundingClientRect().width / 100;
  ruler.remove();
  const edges = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  return Math.floor((box.clientWidth - edges) / width);
}"""
SHIFTS = """
window.shifted = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifted += value;
}).observe({ type: "layout-shift", buffered: true });
"""
THEMES = ["furo", "pydata_sphinx_theme", "sphinx_book_theme", "sphinx_rtd_theme"]


@pytest.mark.parametrize("theme", rows(THEMES, "furo"))
def test_a_window_of_1440_has_room_for_a_hundred_columns(read, theme):
    reader = read(theme, width=1440)
    reader.visit(FRAME)
    assert reader.page.evaluate(COLUMNS) >= 100
    for width in (380, 1024, 1440, 1920):
        reader.page.set_viewport_size({"width": width, "height": 900})
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= width
        words = reader.page.locator("#page > .filedocs-words").bounding_box()
        assert words["width"] <= 46 * 18, "prose keeps a measure"


def test_a_page_below_many_folders_does_not_move_while_it_loads(read, documented):
    folder = "src/main/java/org/example/observatory/measurements"
    names = [f"AnemometerOfStation{number}.java" for number in range(40)]
    text = "class Anemometer {\n" + 60 * "  int speed;\n" + "}\n"
    files = {f"{folder}/{name}": text for name in names}
    address = documented("deep", files, theme="furo")
    reader = read(address=address, width=1440)
    reader.page.add_init_script(SHIFTS)
    for name in (names[0], names[30]):
        reader.visit(f"source/{folder}/{name}.html")
        reader.expect_seen(".fd-tree .current-page")
        reader.page.wait_for_load_state("networkidle")
        assert reader.page.evaluate("window.shifted") < 0.05
    # Long names are whole: they differ in their ends.
    link = reader.page.locator(".fd-tree .current-page > a")
    assert link.evaluate("(link) => link.scrollWidth <= link.clientWidth")
    assert link.inner_text() == names[30]
