"""The entries of the start page: what a visitor can do, and on which page."""

from ordquant_core.formats.published.source import OWN
from pages.shared.case_card import COMPARE
from pages.shared.tasks import DATA

SAMPLE = {"task": "dialogue-quality"}
DRAW = "Draw a gold distribution and two estimates, and see every measure change. Open the examples of the papers."
BASELINES = "Two baselines on every case of a task. Which one does each measure prefer, and where do they disagree?"
RUNS = (
    "Which runs differ significantly, and do the measures agree on it? Significance groups, agreement, consistency, "
    "discriminative power."
)
OWN_TASK = (
    "Add a gold file and runs in any format of the field, from NTCIR JSON to plain CSV. See what is wrong with them. "
    "They stay in your session."
)
ENTRIES: tuple[tuple[str, str, dict[str, str] | None, str, str], ...] = (  # file of the page, label, query, title, text
    (COMPARE, "Open Compare", None, "Draw", DRAW),
    ("pages/popularity/page.py", "Open Popularity vs Uniform", SAMPLE, "Popularity vs Uniform", BASELINES),
    ("pages/systems/page.py", "Open Systems", SAMPLE, "Runs and measures", RUNS),
    (DATA, "Open Data", {"task": OWN}, "Your own task", OWN_TASK),
)
