"""What visitors do: pages as often as a class opens them, and on each page what people click there."""

import random
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from tests.load.visitor import Timing, Visitor

Action = tuple[str, Callable[[], Awaitable[Timing]]]  # its kind, and what does it
DASHBOARD = Path(__file__).parents[2] / "pages" / "dashboard.py"
OFTEN = {"compare": 6, "lessons": 4, "popularity-vs-uniform": 4, "cases": 3, "systems": 2, "atlas": 2}
NAMES = re.findall(r'url_path="([\w-]+)"', DASHBOARD.read_text(encoding="utf-8"))
PAGES = {name.replace("start", ""): OFTEN.get(name, 1) for name in NAMES}  # page: how often it is opened
LEAVES = 0.15  # the probability that the next action is to open another page
DRAGS = 0.6  # the share of drags among the actions on Compare
CONTROLS = {  # page: the groups of buttons that people press there
    "compare": ("compare_card",),
    "lessons": ("lessons_show",),
    "popularity-vs-uniform": ("popularity_only",),
    "cases": ("cases_only",),
    "systems": ("systems_ranking", "systems_show"),
    "atlas": ("atlas_view",),
}


def any_page(rng: random.Random) -> str:
    """Choose a page, the ones that a class opens often more often."""
    return rng.choices(list(PAGES), list(PAGES.values()))[0]


def next_action(visitor: Visitor, *, leaves: bool = True) -> Action:
    """Choose what a visitor does next, among what their page offers; with `leaves` also another page."""
    rng, page = visitor.rng, visitor.page
    if page == "compare" and rng.random() < DRAGS:
        return "drag", partial(visitor.drag, "gold", _dragged(visitor))
    offers = [
        *(partial(_row, visitor, part.key) for part in visitor.shown.all("bidi_component") if part.key),
        *(partial(_option, visitor, key) for key in CONTROLS.get(page, ())),
    ]
    rng.shuffle(offers)
    if not leaves or rng.random() >= LEAVES:
        for offer in offers:
            if action := offer():
                return action
    return "page", partial(visitor.go, any_page(rng) if leaves else page)


def _row(visitor: Visitor, key: str) -> Action | None:
    """Choose a row of a table that listens to clicks."""
    table = key.removeprefix("clicks_")
    rows = re.findall(r'data-choice="([^"]*)"', visitor.shown.tables().get(table, "")) if table != key else []
    return ("row", partial(visitor.click_row, table, visitor.rng.choice(rows))) if rows else None


def _option(visitor: Visitor, key: str) -> Action | None:
    """Choose another option of a group of buttons."""
    part = visitor.shown.control(key)
    options = [getattr(option, "content", option) for option in part.content.options] if part else []
    return ("control", partial(visitor.choose, key, visitor.rng.choice(options))) if options else None


def _dragged(visitor: Visitor) -> list[int]:
    """Return the gold distribution on Compare with a few votes moved to another class."""
    votes = [int(vote) for vote in (visitor.shown.query() or {})["gold"].split(",")]
    source = max(range(len(votes)), key=votes.__getitem__)
    target = visitor.rng.choice([n for n in range(len(votes)) if n != source])
    moved = min(3, votes[source])
    votes[source] -= moved
    votes[target] += moved
    return votes
