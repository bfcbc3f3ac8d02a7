"""Result codes: they hold the answers and nothing else, mistakes are noticed, and a class is counted."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.errors import OrdquantError
from ordquant_core.teaching import result_codes
from ordquant_core.teaching.answers import CONFIDENCES, KEYS, Answer
from ordquant_core.teaching.code_letters import ALPHABET
from ordquant_core.teaching.quiz import Quiz, quiz
from ordquant_core.teaching.quiz_space import LEVELS, quiz_space
from ordquant_core.teaching.result_codes import Taken, histogram, most_frequent, read_code, split_codes, write_code
from tests.strategies import examples

answers = st.none() | st.builds(Answer, st.sampled_from(KEYS), st.sampled_from(list(CONFIDENCES)))
taken = st.builds(
    Taken, st.integers(0, 999_999), st.sampled_from(LEVELS), st.lists(answers, min_size=10, max_size=10).map(tuple)
)


@given(one=taken)
def test_a_code_is_read_back_and_is_short(one):
    code = write_code(one)
    assert len(code) == 20
    assert read_code(code) == one
    assert read_code(f" {code.lower().replace('-', ' ')}\t") == one
    assert read_code(code.replace("-", "").removeprefix("OQ")) == one


def test_the_alphabet_has_no_characters_that_look_alike():
    assert len(set(ALPHABET)) == len(ALPHABET) == 23
    assert not set(ALPHABET) & set("0O1IL2Z5S8B")


@examples(15)
@given(one=taken)
def test_every_single_wrong_character_is_refused(one):
    code = write_code(one)
    for place, letter in enumerate(code):
        if letter == "-":
            continue
        for other in f"{ALPHABET}0OILZ58-":
            if other != letter:
                with pytest.raises(OrdquantError, match="The code '"):
                    read_code(code[:place] + other + code[place + 1 :])


@examples(30)
@given(one=taken)
def test_every_exchange_of_two_characters_is_refused(one):
    code = write_code(one).removeprefix("OQ").replace("-", "")
    for first in range(len(code)):
        for second in range(first + 1, len(code)):
            if code[first] != code[second]:
                letters = list(code)
                letters[first], letters[second] = letters[second], letters[first]
                with pytest.raises(OrdquantError, match="contains a mistake"):
                    read_code("".join(letters))


@examples(30)
@given(one=taken, missing=st.integers(0, 14), letter=st.sampled_from(ALPHABET))
def test_a_missing_or_an_additional_character_is_refused(one, missing, letter):
    code = write_code(one).removeprefix("OQ").replace("-", "")
    for wrong in (code[:missing] + code[missing + 1 :], code[:missing] + letter + code[missing:]):
        with pytest.raises(OrdquantError, match="expected 15"):
            read_code(wrong)


@given(text=st.text(max_size=200) | st.text(alphabet=ALPHABET, min_size=15, max_size=15))
def test_any_text_is_read_as_answers_or_refused(text):
    """Nothing but numbers can come out: there is no field that could hold a name."""
    with suppress(OrdquantError):
        found = read_code(text)
        assert read_code(write_code(found)) == found
        assert set(found.__dataclass_fields__) == {"seed", "level", "answers"}


def test_a_code_of_another_edition_is_refused(monkeypatch):
    with pytest.raises(OrdquantError, match="edition 1 of the questions; expected edition 2, which replaced it"):
        read_code("OQ-4EJ93-WXH7Q-YRFYW")  # written by edition 1
    monkeypatch.setattr(result_codes, "EDITION", 3)
    later = write_code(Taken(3, "hard", (None,) * 10))
    monkeypatch.undo()
    with pytest.raises(OrdquantError, match=r"edition 3 of the questions; expected edition 2\. Take"):
        read_code(later)


def test_only_what_a_quiz_gives_is_written():
    with pytest.raises(OrdquantError, match="9 were given"):
        write_code(Taken(3, "hard", (None,) * 9))
    with pytest.raises(OrdquantError, match="999,999"):
        write_code(Taken(1_000_000, "hard", (None,) * 10))


@pytest.fixture(scope="module")
def shared():
    return quiz(quiz_space(12, 4), 21, "medium")


def test_a_class_is_counted_per_question_and_confidence(shared):
    right = tuple(Answer(item.answer, "sure") for item in shared.items)
    other = (None, *(Answer("a", "guess") for _ in range(9)))
    codes = [write_code(Taken(21, "medium", some)) for some in (right, other, other)]
    found = histogram(codes, shared)
    assert (found.counted, found.repeated, found.refused) == (3, 1, ())
    assert found.duplicates == {codes[1]: 2}
    assert [one.not_answered for one in found.questions] == [2] + [0] * 9
    for at, (one, item) in enumerate(zip(found.questions, shared.items, strict=True)):
        assert one.correct == item.answer
        assert one.counts[item.answer]["sure"] == 1
        assert one.counts["a"]["guess"] == (2 if at else 0)
        assert one.right == 1 + (2 if at and item.answer == "a" else 0)
        assert sum(sum(by.values()) for by in one.counts.values()) + one.not_answered == 3


def test_codes_of_other_quizzes_and_wrong_ones_are_listed_with_the_reason(shared):
    good = write_code(Taken(21, "medium", (None,) * 10))
    strangers = [write_code(Taken(22, "medium", (None,) * 10)), write_code(Taken(21, "easy", (None,) * 10)), "Anna"]
    found = histogram([good, *strangers], shared)
    assert found.counted == 1
    assert [one.code for one in found.refused] == strangers
    assert [one.why.split(";")[0] for one in found.refused] == [
        "It is from seed 22, level medium",
        "It is from seed 21, level easy",
        "The code 'Anna' has 4 characters",
    ]
    assert found.refused[0].why.endswith("expected seed 21, level medium.")
    assert most_frequent([*strangers, good, good]) == (21, "medium")
    assert most_frequent(["Anna"]) is None
    with pytest.raises(OrdquantError, match="this one has 2"):
        histogram([good], Quiz(21, "medium", shared.items[:2]))


def test_codes_are_found_in_a_pasted_text():
    assert split_codes("OQ-1\n\n OQ 2 ;OQ-3,\r\n") == ["OQ-1", "OQ 2", "OQ-3"]
    with pytest.raises(OrdquantError, match="at most 5,000"):
        split_codes("a," * 5001)
