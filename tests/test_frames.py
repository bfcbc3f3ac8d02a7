"""Tasks of pandas frames: votes are counted, predictions sorted by run, and all of it is checked as files are."""

import inspect
import shutil

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ordquant_core as oq
from tests.reviewed import reviewed, said
from tests.source_files import ROOT
from tests.test_labelled import frames, shuffled

SAMPLE = ROOT / "ordquant_core" / "samples" / "dialogue-quality"
VOTES = pd.DataFrame(
    [("a", "ann", 1), ("a", "bob", 2), ("b", "ann", 3), ("b", "bob", 3), ("a", "cid", 2)],
    columns=["item", "by", "rating"],
)
RUN = pd.DataFrame([[0.5, 0.5, 0.0], [0.0, 0.25, 0.75]], index=["b", "a"], columns=[1, 2, 3])


class Foreign:
    """A table as Polars or Arrow have it: named columns, no index; NumPy would read it by position."""

    def __init__(self, frame):
        self.frame = frame

    def to_pandas(self):
        return self.frame

    def __array__(self, dtype=None, copy=None):
        return self.frame.to_numpy(dtype)


def counted(votes=VOTES, **more):
    return oq.from_votes(votes, **{"item": "item", "annotator": "by", "rating": "rating", **more})


@given(data=st.data(), pair=frames())
def test_a_task_of_frames_has_the_scores_of_the_frames(data, pair):
    gold, run = pair
    task = oq.from_frames(shuffled(data.draw, gold), {"r": shuffled(data.draw, run)})
    assert task.classes == tuple(str(label).removesuffix(".0") for label in gold.columns)
    for key in ("NMD", "RNOD2", "RPS"):
        scores = dict(zip(task.cases, oq.score(task, [key]).values[0, 0].tolist(), strict=True))
        assert scores == oq.MEASURES[key](gold, run).to_dict()


@settings(max_examples=20)
@given(data=st.data(), pair=frames())
def test_rows_and_columns_of_any_table_in_any_order_make_the_same_task(data, pair):
    draw = data.draw
    classes = [str(label).removesuffix(".0") for label in pair[0].columns]
    gold, run = (side.set_axis(classes, axis=1).rename_axis("item") for side in pair)
    expected = oq.nmd(gold.set_axis(range(len(classes)), axis=1), run.set_axis(range(len(classes)), axis=1)).to_dict()
    long = gold.stack().rename_axis(["item", "rating"]).rename("n").reset_index()  # noqa: PD013 - keeps zeros
    votes = long.loc[long.index.repeat(long["n"])].drop(columns="n").reset_index(drop=True)
    votes = shuffled(draw, votes.assign(by=votes.index))
    counted_gold = oq.from_votes(votes, item="item", annotator="by", rating="rating", classes=classes)
    shares = run.div(run.sum(axis=1), axis=0)
    tidy = shuffled(draw, shares.reset_index().melt("item", var_name="label", value_name="p"))
    wide = shuffled(draw, shares.reset_index())
    tasks = [
        oq.from_frames(counted_gold, oq.from_predictions(wide, item="item")),
        oq.from_frames(
            counted_gold, oq.from_predictions(tidy, item="item", label="label", probability="p", classes=classes)
        ),
    ]
    for task in tasks:
        assert task.classes == tuple(classes)
        found = dict(zip(task.cases, oq.score(task, ["NMD"]).values[0, 0].tolist(), strict=True))
        assert found == pytest.approx(expected, abs=1e-12)


TASK = oq.from_frames(counted(), {"r": RUN, "s": RUN})
WORDS = VOTES.assign(rating=["meh", "wow", "ugh", "ugh", "wow"])
WIDE = RUN.rename_axis("item").reset_index().assign(sys="s")
TIDY = WIDE.melt(id_vars=["item", "sys"], var_name="class", value_name="p").sample(frac=1, random_state=1)
GUESSES = pd.DataFrame({"item": ["b", "a", "b", "a"], "sys": list("xxyy"), "guess": [3, 1, 2, 2]})


@reviewed(__file__)
def test_frames_are_made_as_was_reviewed_and_what_is_unclear_is_refused_with_what_to_do(made, words):
    assert said(made, globals()) == words


def test_a_task_is_loaded_from_folder_zip_file_and_list(tmp_path):
    folder = shutil.copytree(SAMPLE, tmp_path / "task")
    whole = oq.load_task(folder)
    archive = shutil.make_archive(str(tmp_path / "all"), "zip", folder)
    for path in (str(folder) + "/", archive, [folder / "gold.csv", *sorted((folder / "runs").iterdir())]):
        task = oq.load_task(path)
        assert sorted(task.runs) == sorted(whole.runs)
        task = task.only(whole.runs)
        assert task.cases == whole.cases
        assert np.array_equal(task.estimates, whole.estimates)
    (folder / "task.json").unlink()
    some = oq.load_task(folder, gold="gold.csv", runs=["runs/system-01.csv"])
    assert some.runs == ("system-01",)
    assert oq.load_task(folder, runs=["system-02"]).runs == ("system-02",)
    with pytest.raises(oq.InputError, match="no such file"):
        oq.load_task(tmp_path / "nowhere")


def test_help_shows_types_as_they_are_written_and_only_what_was_decided():
    assert dir(oq) == sorted(oq.__all__)
    functions = [one for one in (getattr(oq, name) for name in oq.__all__) if inspect.isfunction(one)]
    assert functions
    for function in functions:
        written = str(inspect.signature(function))
        assert "numpy._typing" not in written
        assert "renormalise=False" not in written
