import streamlit as st

from ordquant_core.markup import tag
from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.shared import cached, links, look, pair_view, tasks, write
from pages.start.entries import ENTRIES

links.incoming("start")
look.heading(
    "OrdQuant",
    "A system estimates how votes spread over ordered classes. A measure scores how far the estimate is off. "
    "Measures disagree: see where, and why.",
)
sample = tasks.first_sample()
versus = cached.versus(sample.key, *sample.baselines, sample.task)
names = [sentences.lettered(run, letter, alone=True) for run, letter in ((versus.run_a, "A"), (versus.run_b, "B"))]
write.verdict(sentences.tally(versus.preferences, *names))
write.because(
    f"On {len(versus.task.cases)} cases of a bundled synthetic sample. Popularity puts all its probability on the "
    "gold’s most frequent class. Uniform ignores the data."
)
left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True, height="stretch"):
    figure = pair_view.figure(versus, ("NMD", "RNOD"), None)
    look.plot(figure, "start_picture", "popularity-vs-uniform")
    write.because("Each dot is one case. In a shaded quadrant the two measures prefer different baselines.")
for page, label, query, title, text in ENTRIES:
    with right.container(border=True, gap="xsmall"):
        write.paragraph(tag("b", f"{title}."), " ", text)
        links.page_link(page, label, ":material/arrow_forward:", query)
with st.expander("Terms and measures", expanded=True):
    write.paragraph(
        *("A ", tag("b", "gold"), " distribution is how the annotators of one ", tag("b", "case")),
        " (a dialogue, a topic) voted over ordered classes such as −2 … 2. A ",
        *(tag("b", "run"), " holds the ", tag("b", "estimates"), " of one system, one per case. A "),
        *(tag("b", "measure"), " scores an estimate against the gold: 0 is perfect, ", tag("b", "smaller is better")),
        ".",
    )
    write.html(measure_tables.measure_list())
