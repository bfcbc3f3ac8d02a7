from pages.papers import artificial, numbers
from pages.papers.state import SECTIONS, STATE, VIEWS
from pages.shared import controls, links, look, problems, share, stale

PAGE = "papers"

query = links.incoming(PAGE)
look.heading("Papers")
if query:  # a link says only what differs from how the page opens
    STATE.reset()
STATE.follow(query)
with look.about():
    section = controls.sections(STATE, "show", "Section", VIEWS)
with problems.explained(), stale.computing(SECTIONS.about()):
    tables = numbers.show() if section == "numbers" else artificial.show()
    with look.tools():
        links.bar(PAGE, SECTIONS.query())
        share.menu(tables=tables)
