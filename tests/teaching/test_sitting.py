"""Where somebody is in a quiz survives the way through a link; texts that cannot be used are refused with a reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, Answer
from ordquant_core.teaching.readings import TAUGHT
from ordquant_core.teaching.sitting import Sitting, read_sitting, write_sitting

answers = st.none() | st.builds(Answer, st.sampled_from(KEYS), st.sampled_from(list(CONFIDENCES)))


@given(given=st.lists(answers, min_size=10, max_size=10), at=st.integers(0, 10))
def test_the_answers_to_the_ten_questions_are_read_back(given, at):
    one = Sitting(tuple(given), at)
    assert read_sitting(write_sitting(one)) == one


@given(
    given=st.lists(st.tuples(answers, st.sampled_from(TAUGHT)), min_size=1, max_size=10), practice=st.integers(1, 99)
)
def test_a_round_of_practice_is_read_back_with_its_measures(given, practice):
    one = Sitting(tuple(answer for answer, _ in given), len(given), practice, tuple(measure for _, measure in given))
    assert read_sitting(write_sitting(one)) == one


@given(text=st.text(max_size=40) | st.from_regex(r"[0-9]{1,2}\.[0-9]{1,11}\.[0-9]{1,3}(\.[0-9]\.[A-Z-]{1,20})?"))
def test_other_texts_are_refused_or_written_back_as_they_mean(text):
    try:
        one = read_sitting(text)
    except OrdquantError:
        return
    assert read_sitting(write_sitting(one)) == one


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1.0000000000.0", "edition 1 of the questions; edition 2 replaced it"),
        ("2.000000000.0", "one digit per question"),
        ("2.0000000000.11", "a question from 0 to 10"),
        ("2.00.0.1.NMD-JSD", "measures that are taught"),
        ("2.00.0.0.NMD-NMD", "damaged"),
        ("", "expected a text such as 2.0000000000.0"),
    ],
)
def test_a_text_that_cannot_be_used_says_why(text, why):
    with pytest.raises(OrdquantError, match=why):
        read_sitting(text)
