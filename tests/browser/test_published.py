"""A published task in the browser: a visitor's own run beside the official ones, and files that arrive meanwhile."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import expect_narrow, until

pytestmark = pytest.mark.browser

GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
DESCRIPTION = "Three invented dialogues <b>for a test</b>."


def add_run(page: Page, name: str, data: bytes) -> None:
    page.locator("input[type=file]").set_input_files([{"name": name, "mimeType": "text/plain", "buffer": data}])


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, serve: Callable[..., str]) -> tuple[Path, str]:
    """Publish a task, and start a server that offers it."""
    (tmp_path / "tiny" / "runs").mkdir(parents=True)
    (tmp_path / "tiny" / "gold.csv").write_text(GOLD)
    (tmp_path / "tiny" / "runs" / "first.csv").write_text(RUN)
    facts = {"title": "Tiny task", "description": DESCRIPTION, "gold": "gold.csv", "runs": ["runs/*.csv"]}
    (tmp_path / "tiny" / "task.json").write_text(json.dumps(facts))
    monkeypatch.setenv("ORDQUANT_TASKS", str(tmp_path))
    return tmp_path / "tiny", serve("app.py", fresh=True)


@pytest.mark.thorough
def test_a_file_that_arrives_in_the_folder_is_seen_within_seconds_and_the_runs_of_a_visitor_stay(published, open_page):
    folder, address = published
    page = open_page(width=390, height=844, color_scheme="dark")
    bring_a_run(page, address)
    (folder / "runs" / "second.csv").write_text(RUN.replace(".5,.25,.25", ".25,.5,.25"))
    row = page.locator("#files").get_by_text("runs/second.csv")
    page.locator(".st-key-change_order").get_by_role("button").first.click()
    reverse = page.get_by_role("button", name="Reverse the order")  # any click: the folder is read every ten seconds
    until(page, reverse.click, lambda timeout: expect(row).to_be_visible(timeout=timeout))
    expect(page.locator("#files")).to_contain_text("your runs/first (yours).csv")


def bring_a_run(page: Page, address: str) -> None:
    page.goto(f"{address}/data?task=tiny")
    expect(page.locator("#verdict").first).to_contain_text("Ready: 3 gold distributions and 1 run;")
    page.locator("#notes summary").click()
    expect(page.get_by_text(DESCRIPTION).first).to_be_visible()
    add_run(page, "first.csv", RUN.replace(".2,.3,.5", ".1,.3,.6").encode())
    expect(page.locator("#files")).to_contain_text("your runs/first (yours).csv")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied; your own runs are not in it")).to_be_visible()
    page.keyboard.press("Escape")
    expect_narrow(page, page.viewport_size["width"])
