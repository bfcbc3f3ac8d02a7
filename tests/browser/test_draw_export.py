"""The picture that the canvas gives away: SVG and PNG."""

import io
import re
import xml.etree.ElementTree as ET

import pytest
from PIL import Image

from tests.browser.on_canvas import FLAT, HOSTILE, Open, choose, download

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


def shown_texts(root: ET.Element) -> list[str]:
    return [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_svg_is_whole_in_itself_and_names_every_class_and_run(canvas: Open, scheme: str) -> None:
    labels = [f"a rather long label {i}" for i in range(11)]
    query = FLAT | {"classes": ",".join(labels), "name_b": "System 7"}
    page = canvas(color_scheme=scheme, query=query)
    choose(page, "b")
    text = download(page, "svg").decode()
    root = ET.fromstring(text)
    texts = shown_texts(root)
    assert [text for text in texts if text in labels] == labels
    assert texts[:3] == ["Gold", "A Uniform", "B System 7"]
    assert not re.search(r"var\(|url\(|href|class=|style=|tabindex|rgba?\(", text)
    ground = root.find("{http://www.w3.org/2000/svg}rect")
    assert ground is not None
    assert (ground.get("fill") == "#ffffff") == (scheme == "light")
    assert len(list(root.iter("{http://www.w3.org/2000/svg}circle"))) == 22
    for part in ("title", "desc"):
        node = root.find(f"{{http://www.w3.org/2000/svg}}{part}")
        assert node is not None
        assert "System 7" in (node.text or "")


def test_a_hostile_label_is_text_in_the_svg_and_runs_nowhere(canvas: Open) -> None:
    script = "</text><script>fired=1</script>"[:30]
    page = canvas(query={"gold": "1,2", "a": "2,1", "classes": f"{script},{HOSTILE}", "name_a": HOSTILE})
    text = download(page, "svg").decode()
    root = ET.fromstring(text)
    assert {script, HOSTILE, f"A {HOSTILE}"} <= set(shown_texts(root))
    known = {"svg", "title", "desc", "g", "rect", "line", "path", "circle", "text"}
    assert {node.tag.rpartition("}")[2] for node in root.iter()} <= known
    assert not [name for node in root.iter() for name in node.keys() if name.startswith("on")]  # noqa: SIM118
    page.goto("about:blank")
    last = "<img src=x onerror=reached=1>"  # what stands before it has had its turn when this has
    page.evaluate("text => document.write(text)", text[text.index("<svg") :] + last)
    page.wait_for_function("typeof reached !== 'undefined'")
    assert page.evaluate("typeof fired") == "undefined"


@pytest.mark.parametrize("n_classes", [2, 11])
def test_the_png_is_a_sharp_picture_that_is_not_blank(canvas: Open, n_classes: int) -> None:
    gold = ",".join(map(str, range(1, n_classes + 1)))
    page = canvas(width=390, height=844, query={"gold": gold, "name_a": "W" * 60, "a": gold})
    png = download(page, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    svg = ET.fromstring(download(page, "svg").decode())
    assert picture.size == tuple(3 * int(svg.attrib[side]) for side in ("width", "height"))
    colours = picture.getcolors(maxcolors=picture.width * picture.height)
    assert colours
    assert len(colours) > 10
    assert max(colours)[1] == (255, 255, 255)
