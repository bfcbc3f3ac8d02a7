"""A published task in the browser: a visitor's own run beside the official ones, and files that arrive meanwhile."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.settling import choose, expect_narrow, until

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "assets" / "samples" / "dialogue-quality"
GOLD = "case,low,mid,high\nx,1,2,7\ny,4,4,2\nz,0,1,9\n"
RUN = "case,low,mid,high\nz,.1,.2,.7\nx,.2,.3,.5\ny,.5,.25,.25\n"
DESCRIPTION = "Three invented dialogues <b>for a test</b>."


def add_run(page: Page, name: str, data: bytes) -> None:
    place = page.get_by_test_id("stFileUploader").filter(has_text="Add my runs to this task")
    place.locator("input[type=file]").set_input_files([{"name": name, "mimeType": "text/plain", "buffer": data}])


def go(page: Page, name: str) -> None:
    page.get_by_test_id("stSidebarNavItems").get_by_role("link", name=name, exact=True).click()


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


def test_a_visitor_adds_a_run_to_a_sample_and_sees_it_beside_the_others_and_nobody_else_does(server, open_page):
    mine, other = open_page(), open_page()
    mine.goto(f"{server}/data?task=dialogue-quality")
    expect(mine.locator("#verdict").first).to_have_text("Ready: a gold and 18 runs.")
    run = (SAMPLE / "runs" / "system-03.csv").read_text().splitlines()
    add_run(mine, "my-run.csv", "\n".join([run[0], *run[:0:-1]]).encode())
    expect(mine.locator("#verdict").first).to_have_text("Ready: a gold and 19 runs.")
    go(mine, "Systems")
    expect(mine.locator("#means tr[data-run='my-run']")).to_be_visible()
    expect(mine.locator("#means tr[data-run='system-03']")).to_be_visible()
    expect(mine.get_by_text("with your own runs, which only you see")).to_be_visible()
    expect(mine).to_have_url(re.compile("task=dialogue-quality"))
    go(mine, "Cases")
    chooser = mine.get_by_test_id("stSelectbox").filter(has_text="Run A").first
    choose(chooser.locator("input"), "my-run")
    expect(mine).to_have_url(re.compile("a=my-run"))

    other.goto(f"{server}/systems?task=dialogue-quality")
    expect(other.locator("#means tr[data-run='system-03']")).to_be_visible()
    expect(other.locator("#means tr[data-run='my-run']")).to_have_count(0)
    expect(other.get_by_text("with your own runs")).to_have_count(0)
    other.goto(mine.url)  # the link names the run: it opens the task, and says so
    expect(other.get_by_test_id("stAlert")).to_contain_text("my-run")
    expect(other.get_by_text("300 cases ·")).to_be_visible()

    go(mine, "Data")
    mine.get_by_role("button", name="Remove").click()
    expect(mine.locator("#verdict").first).to_have_text("Ready: a gold and 18 runs.")


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
    expect(page.locator("#verdict").first).to_have_text("Ready: a gold and 1 run.")
    expect(page.get_by_text(DESCRIPTION).first).to_be_visible()
    add_run(page, "first.csv", RUN.replace(".2,.3,.5", ".1,.3,.6").encode())
    expect(page.locator("#files")).to_contain_text("your runs/first (yours).csv")
    expect_narrow(page, page.viewport_size["width"])
