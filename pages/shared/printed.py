"""What a paper prints of a recognised task: the note below a table with printed numbers beside one's own."""

from collections.abc import Iterable
from urllib.parse import urlencode

from ordquant_core.markup import Html, join, tag
from ordquant_core.numerals import count, setting
from ordquant_core.tables.papers.beside import Said, conditions
from pages.shared import write
from pages.shared.evaluation_settings import EvaluationSettings


def note(found: Iterable[tuple[Said | None, int]], here: str = "", *, value: str = "", id: str = "printed_too") -> None:
    """Say for every task where its numbers are printed, with a link to them, and what differs.

    `found`: what is printed, None where nothing is, and the number of runs here; `here`: the settings here;
    `value`: the printed number, where no table shows it.
    """
    numbers = [(one, runs) for one, runs in found if one is not None]
    said = [join(["Printed: ", link(one), conditions(one, runs, here, value=value)]) for one, runs in numbers]
    if said:
        write.note(join(said, " "), id=id)


def link(said: Said) -> Html:
    """Return the place of printed numbers as a link to them on the page Papers."""
    return to_papers(said.location, said.query)


def to_papers(words: str, query: dict[str, str]) -> Html:
    """Return a link that opens the page Papers."""
    return tag("a", words, href=f"papers?{urlencode(query)}", target="_self", data_inside=True)


def tested(settings: EvaluationSettings) -> str:
    """Return the settings of a test of runs in words."""
    return f"level {setting(settings.alpha)}, {count(settings.trials, 'trial')}, seed {settings.seed}"
