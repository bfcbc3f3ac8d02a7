import streamlit as st

from ordquant_core.tables import measures as measure_tables
from ordquant_core.tables import sentences
from pages.shared import cached, links, look, pair_view, tasks
from pages.start.doors import DOORS

links.incoming("start")
look.heading(
    "OrdQuant",
    "A system estimates how votes spread over ordered classes; a measure says how far it is off. "
    "Measures disagree. See where, and why.",
)
sample = tasks.first_sample()
versus = cached.versus(sample.key, *sample.baselines, sample.task)
names = [sentences.lettered(run, letter, alone=True) for run, letter in ((versus.run_a, "A"), (versus.run_b, "B"))]
st.html(
    f'<p class="oq oq-verdict" id="verdict">{sentences.tally(versus.preferences, *names)}</p>'
    f'<p class="oq oq-because">On {len(versus.task.cases)} cases of a bundled sample, which is synthetic. '
    "Popularity puts all mass on the most frequent gold class, Uniform spreads it evenly.</p>"
)
left, right = st.columns([1.15, 1], gap="medium")
with left.container(border=True, height="stretch"):
    figure = pair_view.figure(versus, ("NMD", "RNOD"), None)
    st.plotly_chart(figure, theme=None, config=look.plot_config("popularity-vs-uniform"), key="start_picture")
    st.html(
        '<p class="oq oq-because">One dot a case. In a tinted quarter the two measures prefer different baselines.</p>'
    )
with right:
    for door in DOORS:
        with st.container(border=True, gap="xsmall"):
            st.html(f'<p class="oq"><b>{door.title}.</b> {door.text}</p>')
            links.door(door.page, door.label, ":material/arrow_forward:", door.query)
with st.expander("What is measured here?", expanded=True):
    st.html(
        '<div class="oq"><p>A <b>gold</b> distribution is how the annotators of one <b>case</b> (a dialogue, a topic) '
        "voted over classes in order, such as −2 … 2. A <b>run</b> holds one system's <b>estimate</b> for every case. "
        "A <b>measure</b> compares the two: 0 is perfect, <b>smaller is better</b>.</p></div>"
        + measure_tables.measure_list()
    )
