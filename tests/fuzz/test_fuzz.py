"""The short run of the fuzzer: seeds damaged at random, and structures that Hypothesis makes up."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ordquant_core.tasks import File, read_task
from tests.fuzz.damage import damaged, rearranged
from tests.fuzz.fuzz_formats import ALL, SEEDS, target
from tests.zips import zipped

ROUNDS = 15  # per seed; `python -m tests.fuzz` goes on for as long as one likes


@pytest.mark.parametrize("seed", range(len(SEEDS)))
def test_damaged_files_never_make_a_reader_stumble(seed):
    chance = random.Random(seed)
    target(SEEDS[seed])
    with np.errstate(all="ignore"):
        for _ in range(ROUNDS):
            target(chance.choice((damaged, rearranged))(SEEDS[seed], chance))


TEXTS = ["", "1", "1.0", "O", "X", "T", "x", "S"]
KEYS = (
    "id quality annotations turns nugget sender A E -2 -1 0 1 2 1.0 other text soft_label a dialogue-id turn-index "
    "breakdown labels prob-O prob-T prob-X"
)
leaves = st.none() | st.booleans() | st.integers(-3, 3) | st.floats() | st.sampled_from(TEXTS)
keys = st.sampled_from(KEYS.split(" "))
values = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=5), max_leaves=15
)
distributions = st.fixed_dictionaries(dict.fromkeys(["-2", "-1", "0", "1", "2"], leaves))
quality = st.dictionaries(st.sampled_from("AE"), values | distributions)
annotations = st.lists(st.fixed_dictionaries({"quality": values}), max_size=3)
cases = st.fixed_dictionaries(
    {"id": st.sampled_from(["x", "y", 7, "7"]) | values},
    optional={"quality": quality, "annotations": annotations | values},
)
lewidi = st.dictionaries(
    st.sampled_from(["x", "y", "7", " "]),
    st.fixed_dictionaries({}, optional={"annotations": values, "soft_label": values, "text": values}) | values,
    max_size=4,
)
turns = st.fixed_dictionaries({"turn-index": leaves}, optional={"annotations": values, "labels": values})
dialogues = st.fixed_dictionaries(
    {"dialogue-id": st.just("d") | leaves}, optional={"turns": values | st.lists(turns | values, max_size=4)}
)
NUMBERS = ["0", "1", "7", "0.5", ".495", "-1", "nan", "1e308", "1e999", "1.0"]
cells = st.sampled_from([*NUMBERS, "", '"', "x", " ", "\t", ";", "٣", "GOLD", "[1,0]", "a b"])
TABLES = ["case,a,b", "case,annotator,label", "system,query,0,1", "split,id,text,a,b", "case\ta\tb", "case;1;2;other"]
headers = st.sampled_from([*TABLES, "x,y,z", "", "x\t[1,0]"])
tables = st.builds(
    lambda header, rows, between, end: end.join([header, *(between.join(row) for row in rows)]).encode(),
    headers,
    st.lists(st.lists(cells, max_size=5), max_size=6),
    st.sampled_from([",", ",", "\t", ";"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
documents = (st.lists(cases, max_size=4) | lewidi | dialogues | values).map(
    lambda value: json.dumps(value).encode("utf-8", "surrogatepass")
)
files = documents | tables | st.sampled_from(SEEDS)


@given(files)
def test_no_structure_makes_a_reader_stumble(data):
    with np.errstate(all="ignore"):
        target(data)


NAMES = ["gold.csv", "run.csv", "a/run.csv", "b/d.labels.json", "b/e.labels.json", "g.log.json", "README", "x.zip"]
names = st.sampled_from(NAMES)


@given(st.lists(st.tuples(names, files), max_size=5), st.booleans())
def test_no_set_of_files_makes_the_reader_of_tasks_stumble(members, packed):
    given_files = [File(*member) for member in members]
    if packed:
        given_files = [File("task.zip", zipped(*dict(members).items()))]
    with np.errstate(all="ignore"):
        for choices in (None, ALL):
            read = read_task(given_files, **({"choices": choices} if choices else {}))
            assert (read.task is None) == bool(read.problems) or not read.recognised
            assert len(read.recognised) <= 2 * len(members)
