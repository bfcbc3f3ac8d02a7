"""One letter in two Unicode forms: ids and classes that look alike and are not equal are called what they are."""

import unicodedata

import pytest

from ordquant_core.formats import File, read_task

FORMS = ["NFC", "NFD"]
GOLD = "case,schön,schlecht\né1,1,2\né2,2,1\n"
RUN = "case,schön,schlecht\né1,.3,.7\né2,.5,.5\n"


def problems(gold, run):
    read = read_task(
        [File("gold.csv", gold.encode()), File("run.csv", run.encode())], gold="gold.csv", runs=["run.csv"]
    )
    return [(one.case, one.seen, one.action) for one in read.problems]


@pytest.mark.parametrize("gold", FORMS)
@pytest.mark.parametrize("run", FORMS)
def test_files_in_one_form_are_read_and_others_are_told_so(gold, run):
    found = problems(unicodedata.normalize(gold, GOLD), unicodedata.normalize(run, RUN))
    if gold == run:
        assert found == []
    else:
        assert any("Unicode form" in seen for _, seen, _ in found)


def test_single_ids_are_named_with_what_to_do():
    found = problems(unicodedata.normalize("NFC", GOLD), RUN.replace("é2", unicodedata.normalize("NFD", "é2")))
    assert [action for _, seen, action in found if "Unicode form" in seen] == [
        "write it with the same characters in all files, such as in the form NFC"
    ]
