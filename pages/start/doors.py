"""The doors of the start page: what one can do here, and where."""

from dataclasses import dataclass

from pages.shared.case_card import COMPARE
from pages.shared.sources import OWN
from pages.shared.tasks import DATA

POPULARITY = "pages/popularity/page.py"
SYSTEMS = "pages/systems/page.py"


@dataclass(frozen=True, slots=True)
class Door:
    """One way on from the start page."""

    title: str
    text: str
    page: str  # the file of the page
    label: str
    query: dict[str, str] | None = None


DOORS = (
    Door(
        "Draw",
        "Draw a gold distribution and two estimates, and watch every measure follow. Open the worked examples of the "
        "papers.",
        COMPARE,
        "Open Compare",
    ),
    Door(
        "Popularity vs Uniform",
        "Two baselines on every case of a task: which does each measure prefer, and where do two measures part?",
        POPULARITY,
        "Open Popularity vs Uniform",
        {"task": "dialogue-quality"},
    ),
    Door(
        "Runs and measures",
        "Which runs does a test really separate, and do the measures agree on it? Tiers before ranks, agreement, "
        "consistency, discriminative power.",
        SYSTEMS,
        "Open Systems",
        {"task": "dialogue-quality"},
    ),
    Door(
        "Your own task",
        "Drop a gold file and runs in any format of the field, from NTCIR JSON to a plain CSV. See what is wrong with "
        "them; they stay in your session.",
        DATA,
        "Open Data",
        {"task": OWN},
    ),
)
