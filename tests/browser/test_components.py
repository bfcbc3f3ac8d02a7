"""Components of our own without a server: modules joined by Python, limits that came with the data."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ordquant_core.browser import bundle
from tests.browser.on_canvas import DRAW
from tests.source_files import ROOT

pytestmark = pytest.mark.browser

LIMITS = {
    "fewest_classes": 3,
    "most_classes": 4,
    "longest_label": 5,
    "fewest_votes": 4,
    "most_votes": 99,
    "most_chosen_votes": 30,
}


def test_modules_keep_their_own_names_apart_and_share_what_they_export(page: Page, tmp_path: Path) -> None:
    modules = {
        "entry": 'import { next as count } from "./b.js";\nimport { next } from "./c.js";\nconst own = "entry";\n'
        "export const reported = () => [own, count(), next(), count()];\n",
        "b": 'import { next as inner } from "./c.js";\nconst own = 10;\nexport function next() {\n'
        "  return own * inner();\n}\n",
        "c": "let own = 0;\nexport const next = () => ++own;\n",
    }
    for name, source in modules.items():
        (tmp_path / f"{name}.js").write_text(source, encoding="utf-8")
    page.goto("about:blank")
    reported = page.evaluate(
        """async (source) => {
          const module = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
          return JSON.stringify([Object.keys(module), module.reported()]);
        }""",
        bundle(tmp_path / "entry.js"),
    )
    assert json.loads(reported) == [["reported"], ["entry", 10, 2, 30]]


def test_the_canvas_keeps_to_the_limits_that_came_with_its_data(page: Page) -> None:
    page.goto("about:blank")
    page.evaluate(
        """async ([source, html, limits]) => {
          const draw = (await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })))).default;
          const host = document.body.appendChild(document.createElement("div"));
          const parentElement = host.attachShadow({ mode: "open" });
          parentElement.innerHTML = html;
          const runs = { a: "uniform", b: "uniform", name_a: "", name_b: "" };
          const view = { names: {}, tools: true, large: false, height: 320, locked: false, opens: [] };
          const data = { classes: ["1", "2", "3"], gold: [3, 4, 0], ...runs, rev: 1, limits, view,
            seen: { mount: 0, seq: 0 } };
          draw({ data, parentElement, setStateValue: () => {} });
        }""",
        [bundle(ROOT / "pages/shared/draw/draw.js"), (DRAW / "draw.html").read_text(encoding="utf-8"), LIMITS],
    )
    page.get_by_role("button", name="More tools").click()
    more, fewer = (page.get_by_role("button", name=name) for name in ("Add a class", "Remove the last class"))
    expect(fewer).to_be_disabled()
    more.click()
    expect(page.locator("output")).to_have_text("4")
    expect(more).to_be_disabled()
    expect(fewer).to_be_enabled()

    votes = page.get_by_role("textbox", name="Votes")
    expect(votes).to_have_attribute("maxlength", "2")
    for wanted in ("31", "3"):
        votes.fill(wanted)
        votes.press("Enter")
        expect(page.locator("[data-part=hint]")).to_have_text("Votes: a whole number from 4 to 30.")
        expect(votes).to_have_value("7")
    votes.fill("30")
    votes.press("Enter")
    expect(page.get_by_role("button", name="One vote more")).to_be_disabled()

    page.get_by_role("button", name="Rename class 1", exact=True).click()
    expect(page.get_by_label("New name of class 1")).to_have_attribute("maxlength", "5")
