import streamlit as st

from pages.shared import cached, links, look, tables, tasks, words

COMPARE, POPULARITY = "pages/compare/page.py", "pages/popularity/page.py"

links.incoming("start")
look.heading(
    "OrdQuant",
    "A system estimates how votes spread over ordered classes; a measure says how far it is off. "
    "Measures disagree. See where, and why.",
)
source, gold, key = tasks.first_sample()
versus = cached.baselines_of(key, gold)
names = [words.marked(run, letter, lettered=False) for run, letter in ((versus.run_a, "A"), (versus.run_b, "B"))]
st.html(
    f'<p class="oq oq-verdict" id="verdict">{words.tally(versus.preferences, *names)}</p>'
    f'<p class="oq oq-because">On {len(versus.task.cases)} cases of a bundled sample, which is synthetic. '
    "Popularity puts all mass on the most frequent gold class, Uniform spreads it evenly.</p>"
)
with st.grid(min_column_width=270, gap="medium"):
    for title, text, page, label, query in (
        (
            "Draw",
            "Draw a gold distribution and two estimates, and watch every measure follow. Open the worked examples of "
            "the papers.",
            COMPARE,
            "Open Compare",
            None,
        ),
        (
            "Popularity vs Uniform",
            "Two baselines on every case of a task: which does each measure prefer, and on which cases do two "
            "measures part?",
            POPULARITY,
            "Open Popularity vs Uniform",
            {"task": source.key},
        ),
        (
            "Your own task",
            "Upload a gold file: official NTCIR JSON (STC-3, DialEval) or a CSV of votes or probabilities. It stays in "
            "your session.",
            POPULARITY,
            "Upload a gold file",
            {"task": tasks.OWN},
        ),
    ):
        with st.container(border=True, height="stretch"):
            st.subheader(title, anchor=False)
            st.html(f'<p class="oq">{text}</p>')
            links.door(page, label, ":material/arrow_forward:", query)
with st.expander("What is measured here?", expanded=True):
    st.html(
        '<div class="oq"><p>A <b>gold</b> distribution is how the annotators of one <b>case</b> (a dialogue, a topic) '
        "voted over classes in order, such as −2 … 2. A <b>run</b> holds one system's <b>estimate</b> for every case. "
        "A <b>measure</b> compares the two: 0 is perfect, <b>smaller is better</b>.</p></div>" + tables.measure_list()
    )
