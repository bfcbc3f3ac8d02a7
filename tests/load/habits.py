"""What visitors do: pages as often as a class opens them, and on each page what people click there."""

import random
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.load.shown import Part
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
PLOTS = ("popularity-vs-uniform", "cases"), "cases_focus"  # where a point opens its case


def any_page(rng: random.Random) -> str:
    """Choose a page, the ones that a class opens often more often."""
    return rng.choices(list(PAGES), list(PAGES.values()))[0]


def next_action(visitor: Visitor, *, leaves: bool = True) -> Action:
    """Choose what a visitor does next, among what their page offers; with `leaves` also another page."""
    rng, page = visitor.rng, visitor.page
    if page == "compare" and rng.random() < DRAGS:
        votes = _dragged(visitor)
        return "drag", lambda: visitor.drag("gold", votes)
    offers = [
        *(partial(_row, visitor, part.key) for part in visitor.shown.all("bidi_component") if part.key),
        *(partial(_name, visitor, part.key) for part in visitor.shown.all("bidi_component") if part.key),
        *(partial(_option, visitor, key) for key in CONTROLS.get(page, ())),
        *[partial(_point, visitor, PLOTS[1])] * (page in PLOTS[0]),
    ]
    rng.shuffle(offers)
    if not leaves or rng.random() >= LEAVES:
        for offer in offers:  # only what is chosen is read: reading a plot takes longer than sending a click
            action = offer()
            if action:
                return action
    other = any_page(rng) if leaves else page
    return "page", lambda: visitor.go(other)


def _row(visitor: Visitor, key: str) -> Action | None:
    """Choose a row of a table that listens to clicks."""
    table = key.removeprefix("clicks_")
    rows = visitor.shown.choices(table) if table != key else []
    row = visitor.rng.choice(rows) if rows else ""
    return ("row", lambda: visitor.click_row(table, row)) if rows else None


def _name(visitor: Visitor, key: str) -> Action | None:
    """Choose what stands in a finding in place of a name."""
    sentence = key.removeprefix("choices_")
    lists = visitor.shown.lists(sentence) if sentence != key else []
    role, number = visitor.rng.choice(lists) if lists else ("", 0)
    return ("name", lambda: visitor.choose_in(sentence, role, number)) if lists else None


def _option(visitor: Visitor, key: str) -> Action | None:
    """Choose another option of a list or a group of buttons."""
    part = visitor.shown.control(key)
    options = _options(part) if part else []
    option = visitor.rng.choice(options) if options else ""
    return ("control", lambda: visitor.choose(key, option)) if options else None


def _point(visitor: Visitor, key: str) -> Action | None:
    """Choose a point of a plot."""
    part = visitor.shown.control(key)
    points = visitor.shown.points(part) if part else []
    point = visitor.rng.choice(points) if points else (0, 0, 0)
    return ("point", lambda: visitor.click_point(key, *point)) if points else None


def _options(part: Part) -> list[str]:
    """Return what a list or a group of buttons offers."""
    content: Any = part.content
    return [option if isinstance(option, str) else option.content for option in content.options]


def _dragged(visitor: Visitor) -> list[int]:
    """Return the gold distribution on Compare with a few votes moved to another class."""
    query = visitor.shown.query() or {}
    votes = [int(vote) for vote in query["gold"].split(",")]
    source = max(range(len(votes)), key=votes.__getitem__)
    target = visitor.rng.choice([n for n in range(len(votes)) if n != source])
    moved = min(3, votes[source])
    votes[source] -= moved
    votes[target] += moved
    return votes
