from collections.abc import Callable

from pages.shared import controls, links, look, problems, share, stale
from pages.shared.downloads import Tables
from pages.which_measure import choosing, properties, recommendations
from pages.which_measure.state import SECTIONS, STATE, VIEWS

PAGE = "which-measure"
DRAWN: dict[str, Callable[[], Tables | None]] = {
    "questions": choosing.show,
    "properties": properties.show,
    "recommended": recommendations.show,
}

query = links.incoming(PAGE)
look.heading("Which measure?")
STATE.follow(query)
with look.about():
    section = controls.sections(STATE, "show", "Section", VIEWS)
tables: Tables | None = None
with problems.explained(), stale.computing(SECTIONS.about()):
    tables = DRAWN[section]()
with look.tools():
    links.bar(PAGE, SECTIONS.query())
    share.menu(tables=tables or ())
