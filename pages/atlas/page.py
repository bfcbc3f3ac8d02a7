from pages.atlas import by_score, every
from pages.atlas.state import SECTIONS, STATE, VIEWS
from pages.shared import controls, links, look, problems, share, stale
from pages.shared.downloads import Tables

PAGE = "atlas"
query = links.incoming(PAGE)


def bar(tables: Tables) -> None:
    with look.tools():
        links.bar(PAGE, SECTIONS.query())
        share.menu(tables=tables)


look.heading("Atlas")
STATE.follow(query)
with look.about():
    view = controls.sections(STATE, "view", "Section", VIEWS)
linked = False
with problems.explained(), stale.computing(SECTIONS.about()):
    linked = by_score.show(bar) if view == "by_score" else every.show(bar)
if not linked:
    bar(())
