"""Small topics for Hypothesis: grades, and lists that retrieve some of the judged documents among others."""

from hypothesis import strategies as st

from ordquant_core.ranked_lists.collection import UNRANKED


@st.composite
def topics(draw, runs=3, most=9, differ=True, highest=3):
    n = draw(st.integers(2, most))
    grades = draw(st.lists(st.integers(0, highest), min_size=n, max_size=n))
    if differ:  # a relevant document and one of another grade
        grades[0], grades[1] = draw(st.sampled_from([(1, 0), (2, 1), (0, highest)]))
    lists = []
    for _ in range(runs):
        length = draw(st.integers(0, n + 3))
        places = draw(st.permutations(range(n + 3)))
        lists.append([rank if rank < length else UNRANKED for rank in places[:n]])
    return grades, lists
