"""All lessons on one page, to print, and as one file that needs no server."""

from ordquant_core.glossary import Kind, drawn_as
from ordquant_core.measures.registry import MEASURES
from ordquant_core.teaching.one_file import lessons_file
from ordquant_core.teaching.quiz_space import quiz_space
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.summary import ADVICE, summary
from pages.lessons.quiz_view import SPACE
from pages.shared import downloads, presenting, write
from pages.shared.result_cache import compute_once

HEADS = {"lesson": "Lesson", "gold": "gold", "a": "A", "b": "B"}
ONE_FILE = (
    "Nine lessons, 20 quizzes and the canvas of Compare. The file needs no server and no network: put it on a learning "
    "platform, or send it to the class."
)
COLUMNS = (
    *(drawn_as(Kind.TEXT, name, head) for name, head in HEADS.items()),
    *(drawn_as(Kind.SIDE, key, MEASURES[key].label) for key in TAUGHT),
    drawn_as(Kind.TEXT, "take_away", "Take-away"),
)


def show() -> None:
    """Draw the table with what it says, and the file."""
    write.verdict(ADVICE)
    write.because(
        "The votes in classes 1 to 5 at first, and which estimate each measure prefers there: "
        "the one with the smaller score. Smaller is better."
    )
    write.frame(summary(), COLUMNS, id="summary")
    if not presenting.on():
        make = lambda: lessons_file(compute_once(SPACE, quiz_space)).encode()  # noqa: E731
        downloads.file_button("Lessons as one file", make, "lessons.html", "text/html", help_=ONE_FILE)
