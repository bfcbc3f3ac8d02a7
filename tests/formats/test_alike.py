"""Tables that are read together are what they would be if each were read by itself."""

from dataclasses import fields, is_dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.formats import Decisions, File, read_task
from ordquant_core.formats.tables import alike
from ordquant_core.formats.task import reading

IDS = ["K1", "K2", "K3"]


def table(*rows, header="case,a,b,c", ids=IDS, end="\n"):
    lines = [header, *(f"{case},{row}" for case, row in zip(ids, rows, strict=False))]
    return end.join([*lines, ""]).encode()


SOUND = st.sampled_from(
    ["1,0,0", ".5,.25,.25", " 0.2, 0.3,0.5", "0.3333333,0.3333333,0.3333334", "1e-1,9e-1,0", "-0,1,0", "1.0000004,0,0"]
)
ODD = st.sampled_from(
    [
        "3,1,0",
        "1,1,0",
        "50,50,0",
        "33.3,33.3,33.4",
        ".5,.5,.5",
        ".5,.5",
        ".5,.5,0,0",
        "x,.5,.5",
        ",.5,.5",
        "nan,.5,.5",
        "1e999,0,0",
        "-.5,1,.5",
        "0,0,0",
        '".5",.5,0',
        ".49,.5,0",
        "1-2,0,1",
        "1e308,1e308,1e308",
    ]
)
HEADERS = st.sampled_from(
    ["case,a,b,c", "case,1,2,3", "case,1,2,x", "id,total,b,c", "what,a,b,c", ",a,b,c", "case,a,a,c", "case,text,b,c"]
)
CASES = st.sampled_from(
    [IDS, ["K1", "K1", "K2"], ["0", "1", "2"], ["1", "2", "3"], ["", "K2", "K3"], ["Fäll", "K2", "K3"], IDS[::-1]]
)


@st.composite
def tasks(draw):
    """A gold and runs, most of which have the same header and ids."""
    header, ids = draw(HEADERS), draw(CASES)
    files = [File("gold.csv", table("3,1,0", "0,2,2", "1,0,0", header=header, ids=ids))]
    for number in range(draw(st.integers(7, 12))):
        rows = draw(st.lists(SOUND if draw(st.integers(0, 5)) else SOUND | ODD, min_size=3, max_size=3))
        end = draw(st.sampled_from(["\n", "\n", "\n", "\r\n", "\r"]))
        files.append(File(f"run{number}.csv", table(*rows, header=header, ids=ids, end=end)))
    return draw(st.permutations(files))


CHOICES = st.sampled_from(
    [
        Decisions(),
        Decisions(no_ids=True),
        Decisions(classes=("a", "b")),
        Decisions(id_columns=("case",)),
        Decisions(drop_classes=True),
        Decisions(renormalise=True, percentages=True),
    ]
)


def plain(value):
    """All that a record holds, arrays by their bytes."""
    if isinstance(value, np.ndarray):
        return value.shape, value.dtype.str, value.tobytes()
    if is_dataclass(value):
        return type(value).__name__, [(one.name, plain(getattr(value, one.name))) for one in fields(value)]
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return value


@given(tasks(), CHOICES)
def test_a_task_is_the_same_whether_its_tables_are_read_together_or_one_by_one(files, choices):
    together = read_task(files, choices=choices)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "read_alike", lambda *_: {})
        alone = read_task(files, choices=choices)
    assert plain(together) == plain(alone)


def test_sound_tables_are_read_together_though_some_of_their_kind_are_not():
    files = [File(f"run{number}.csv", table(".5,.5,0", ".2,.3,.5", "1,0,0")) for number in range(20)]
    files[3] = File("gold.csv", table("3,1,0", "0,2,2", "1,0,0"))
    files[7] = File("odd.csv", table(".5,.5,0", ".2,.3,.5", "1,0-1,0"))
    opened = []

    def open_one(file):
        opened.append(file.name)
        return reading.open_data(file.data, file.name)

    assert sorted(alike.read_alike(files, Decisions(), open_one)) == [*range(3), *range(4, 7), *range(8, 20)]
    assert opened == ["run0.csv"]


def test_few_or_large_tables_are_left_to_the_ordinary_reader():
    few = [File(f"run{number}.csv", table(".5,.5,0", ".2,.3,.5", "1,0,0")) for number in range(alike.FEW - 1)]
    ids = [f"K{number}" for number in range(2000)]
    large = [File(f"run{number}.csv", table(*[".5,.5,0"] * 2000, ids=ids)) for number in range(alike.FEW)]
    assert alike.read_alike([*few, *large], Decisions(), lambda file: pytest.fail("nothing is opened")) == {}
