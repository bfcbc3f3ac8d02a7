"""Tasks of pandas frames: votes are counted, predictions sorted by run, and all of it is checked as files are."""

import inspect
import re
import shutil

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ordquant_core as oq
from ordquant_core.figures.systems import draw_groups
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


def test_frames_and_the_files_with_the_same_numbers_make_the_same_task():
    task = oq.load_task(SAMPLE)
    gold = pd.DataFrame(task.votes, task.cases, task.classes)
    pairs = zip(task.runs, task.estimates, strict=True)
    runs = {name: pd.DataFrame(one, task.cases, task.classes)[::-1] for name, one in pairs}
    made = oq.from_frames(gold, runs, name=task.name)
    assert (made.runs, made.cases, made.classes) == (task.runs, task.cases, task.classes)
    assert np.array_equal(made.votes, task.votes)
    assert np.allclose(made.estimates, task.estimates, rtol=0, atol=1e-15)


def test_votes_are_counted_by_hand():
    assert counted().to_dict("index") == {"a": {1: 1, 2: 2, 3: 0}, "b": {1: 0, 2: 0, 3: 2}}
    assert counted(annotator=None).equals(counted())
    assert counted(VOTES[::-1]).index.tolist() == ["a", "b"]
    assert counted(VOTES.assign(part=1), item=["item", "part"]).index.tolist() == [("a", 1), ("b", 1)]


def test_classes_are_those_that_somebody_says_exist():
    assert counted(classes=range(1, 6)).columns.tolist() == [1, 2, 3, 4, 5]
    ordered = pd.CategoricalDtype([0, 1, 2, 3], ordered=True)
    assert counted(VOTES.astype({"rating": ordered})).columns.tolist() == [0, 1, 2, 3]
    words = VOTES.assign(rating=["meh", "wow", "ugh", "ugh", "wow"])
    found = counted(words, classes=["ugh", "meh", "wow"])
    assert oq.from_frames(found).classes == ("ugh", "meh", "wow")
    assert oq.rps(found, found[["wow", "ugh", "meh"]]).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("votes", "more", "words"),
    [
        (VOTES.replace({"rating": {2: 5}}), {}, "from 1 to 5, but never 2, 4; .* classes=range(1, 6)"),
        (VOTES.replace({"rating": {2: None}}), {}, "Column 'rating' has no value in 2 of 5 rows (index 1, 4)"),
        (VOTES.replace({"by": {"bob": None}}), {}, "Column 'by' has no value in 2 of 5 rows (index 1, 3)"),
        (VOTES.replace({"item": {"b": None}}), {}, "Column 'item' has no value in 2 of 5 rows"),
        (VOTES.replace({"by": {"cid": "bob"}}), {}, "Row 4 repeats item a, by bob"),
        (VOTES.assign(rating=list("xqkxq")), {}, "'x', 'q', 'k', and their order is not known"),
        (VOTES, {"classes": [1, 2]}, "holds 3, not among `classes`: 1, 2"),
        (VOTES, {"classes": [1, 2, 2, 3]}, "two or more different labels"),
        (VOTES, {"item": "items"}, "no column 'items', but 'item', 'by', 'rating'; did you mean 'item'?"),
        (VOTES.set_index("item"), {}, "(what is in the index becomes a column by .reset_index())"),
        (VOTES, {"rating": ["rating"]}, "['rating'] is given as the name of one column"),
        (VOTES, {"classes": 5}, "`classes` is 5; give the labels as a list"),
        (VOTES.assign(rating=[1, 2, 3, "3", 2]), {}, "'3' is not 3; .astype({'rating': str}) makes text of them"),
        (
            VOTES,
            {"classes": ["1", "2", "3"]},
            "not among `classes`: '1', '2', '3'. Labels of one type match: 1 is not '1'",
        ),
        (VOTES.assign(rating=3), {}, "holds 3 only"),
        (VOTES[:0], {}, "empty"),
        ([1, 2], {}, "type list; give a DataFrame"),
    ],
)
def test_unclear_votes_are_refused_with_what_was_found(votes, more, words):
    with pytest.raises(oq.OrdquantError, match=re.escape(words).replace(r"\.\*", ".*")):
        counted(votes, **more)


@pytest.mark.parametrize(
    ("ratings", "words"),
    [
        ([2, 3, 4, 3, 2], "Column 'rating' holds 2 to 4, but never 1: if that is a class, too, name all of them"),
        ([-1, 0, 1, 2, 2], "-1 to 2, but never -2"),
        (["agree", "neutral", "strongly agree", "agree", "agree"], "never strongly disagree"),
    ],
)
def test_an_end_of_a_known_scale_without_votes_is_a_warning_unless_classes_are_named(ratings, words):
    votes = VOTES.assign(rating=ratings)
    with pytest.warns(UserWarning, match=re.escape(words)):
        gold = counted(votes)
    assert counted(votes, classes=list(gold.columns)).equals(gold)


def test_tables_of_polars_and_arrow_are_converted():
    assert counted(Foreign(VOTES)).equals(counted())
    wide = RUN.rename_axis("item").reset_index()
    assert oq.from_predictions(Foreign(wide), item="item")["run"].equals(wide.set_index("item"))


def test_predictions_are_read_wide_tidy_and_as_labels():
    wide = RUN.rename_axis("item").reset_index().assign(sys="s")
    found = oq.from_predictions(wide, item="item", run="sys")
    assert found["s"].equals(oq.from_predictions(wide.drop(columns="sys"), item="item")["run"])
    assert found["s"].to_dict() == RUN.to_dict()
    tidy = wide.melt(id_vars=["item", "sys"], var_name="class", value_name="p").sample(frac=1, random_state=1)
    back = oq.from_predictions(tidy, item="item", run="sys", label="class", probability="p")["s"]
    assert back.loc[["b", "a"]].to_numpy().tolist() == RUN.to_numpy().tolist()
    labels = pd.DataFrame({"item": ["b", "a", "b", "a"], "sys": list("xxyy"), "guess": [3, 1, 2, 2]})
    ones = oq.from_predictions(labels, item="item", run="sys", prediction="guess")
    assert ones["x"].to_dict("index") == {"b": {1: 0, 2: 0, 3: 1}, "a": {1: 1, 2: 0, 3: 0}}
    assert ones["y"].to_dict("index") == {"b": {1: 0, 2: 1, 3: 0}, "a": {1: 0, 2: 1, 3: 0}}


@pytest.mark.parametrize(
    ("table", "more", "words"),
    [
        (pd.DataFrame({"item": ["a", "a"], "k": [1, 2], "p": [1, 0]}), {"label": "k"}, "together"),
        (
            pd.DataFrame({"item": ["a", "a", "b"], "k": [1, 2, 1], "p": [1, 0, 1]}),
            {"label": "k", "probability": "p"},
            "Item b has no probability for 2",
        ),
        (
            pd.DataFrame({"item": ["a", "a", "a"], "k": [1, 2, 1], "p": [1, 0, 1]}),
            {"label": "k", "probability": "p"},
            "Row 2 repeats item a, k 1",
        ),
        (pd.DataFrame({"item": ["a", "a"], "g": [1, 2]}), {"prediction": "g"}, "Row 1 repeats item a"),
        (pd.DataFrame({"item": ["a", "b"], "g": [1, 4]}), {"prediction": "g"}, "but never 2, 3"),
        (pd.DataFrame({"item": ["a", None], "x": [1, 4]}), {}, "Column 'item' has no value in 1 of 2 rows (index 1)"),
        (
            pd.DataFrame({"item": ["a", "a"], "model": ["s", "t"], "x": [1, 0], "y": [0, 1]}),
            {},
            "Column 'model' holds 's' in row 0, no probabilities; if it names the runs, say run='model'; else name the "
            "columns of the classes: classes=['x', 'y']",
        ),
        (
            pd.DataFrame({"item": ["a"], "x": ["1"], "y": ["0"]}),
            {},
            "holds '1' in row 0, no probabilities; give numbers",
        ),
    ],
)
def test_unclear_predictions_are_refused_with_what_was_found(table, more, words):
    with pytest.raises(oq.OrdquantError, match=re.escape(words)):
        oq.from_predictions(table, item="item", **more)


@pytest.mark.parametrize(
    ("gold", "runs", "words"),
    [
        (counted(), {"r": RUN.drop("a")}, "r, case a: this case is missing"),
        (counted(), {"r": RUN.rename(index={"a": "z"})}, "r, case a: this case is missing"),
        (counted(), {"r": RUN.rename(columns={2: 4})}, "r, class 2: this class is missing"),
        (counted(), {"r": pd.concat([RUN, RUN])}, "r, case b: case b occurs twice"),
        (counted(), {"r": RUN * 0.99}, "choices=oq.Decisions(renormalise=True)"),
        (counted(), {"r": RUN.astype(str)}, "r, columns 1, 2, 3: hold '0.5' in row 'b' of the first, no numbers"),
        (counted(), {"r": RUN.astype(object).replace({0.25: "x"})}, "r, column 2: holds 'x' in row 'a', no numbers"),
        (counted(), {"r": RUN > 0}, "frame.astype(float)"),
        (counted(), {"r": RUN.to_numpy()}, "type ndarray; give a DataFrame"),
        (counted(), {"r": RUN.loc["a"]}, "(of one case: series.to_frame().T)"),
        (counted(), {"r": Foreign(RUN)}, ".to_pandas().set_index(…) makes it"),
        (counted(), {"r": RUN[:0]}, "r: has no rows; give a row per case"),
        (counted(), {"r": pd.concat({"r": RUN}, axis=1)}, "r: its columns have 2 levels, such as r/1"),
        (counted().reset_index(), {"r": RUN}, "gold: column item has a name of ids, and the index numbers the rows"),
        (counted().set_axis(list("xyz"), axis=1).assign(w="t"), {}, "gold, column w: holds 't' in row 'a'"),
        (counted(), RUN, "`runs` is no dictionary"),
        (counted().set_axis([1, 1.0, 3], axis=1), {}, "class 1: occurs twice"),
        (counted()[[1]], {}, "at least two"),
        (counted().set_axis(["a", None]), {}, "gold, row 2: its id is empty"),
    ],
)
def test_frames_are_refused_as_files_are(gold, runs, words):
    with pytest.raises(oq.OrdquantError, match=re.escape(words)):
        oq.from_frames(gold, runs)


def test_repairs_and_positions_are_chosen():
    task = oq.from_frames(counted(), {"r": RUN * 0.99}, choices=oq.Decisions(renormalise=True, positions=(1, 2, 9)))
    assert task.positions == (1, 2, 9)
    assert any("divided by their sum" in note for note in task.notes)


def test_an_order_that_nothing_confirms_is_noted():
    gold = counted().set_axis(["ugh", "meh", "wow"], axis=1)
    assert any("in the order of its columns, ugh, meh, wow" in note for note in oq.from_frames(gold).notes)
    assert oq.from_frames(gold, classes=["wow", "meh", "ugh"]).classes == ("wow", "meh", "ugh")
    assert not oq.from_frames(gold, classes=["wow", "meh", "ugh"]).notes
    with pytest.raises(oq.OrdquantError, match="as a list, in their order"):
        oq.from_frames(gold, classes="ugh")


def test_one_cause_is_one_problem():
    other, wider = RUN.set_axis(["p1", "p2", "p3"], axis=1), RUN.assign(seed=7)
    with pytest.raises(oq.InputError) as found:
        oq.from_frames(counted(), {"r": other, "s": other, "t": other})
    assert len(found.value.problems) == 3  # one of each run
    assert str(found.value) == (
        "r: its classes are p1, p2, p3, none of which the gold has; give the classes of the gold (1, 2, 3), or use "
        "choices=oq.Decisions(by_position=True) (match by position, in the order of the gold) (the same in s, t)"
    )
    assert oq.from_frames(counted(), {"r": other}, choices=oq.Decisions(by_position=True)).runs == ("r",)
    with pytest.raises(oq.InputError) as found:  # its rows sum to 8, because of that column
        oq.from_frames(counted(), {"r": wider})
    assert str(found.value) == "r, class seed: this class is unknown; give the classes of the gold (1, 2, 3)"


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
    (folder / "task.json").unlink(missing_ok=True)
    for number, file in enumerate([folder / "gold.csv", *sorted((folder / "runs").iterdir())]):
        table = pd.read_csv(file, dtype=str)
        columns = table.columns[[0, *(1 + np.random.default_rng(number).permutation(table.shape[1] - 1))]]
        table.sample(frac=1, random_state=number)[columns].to_csv(file, index=False)
    task = oq.load_task(folder)  # rows and columns of every file in another order
    for name, frame in whole.to_frame().T.groupby(level="run", sort=False):
        assert oq.nmd(task.to_frame()[name], frame.T[name]).max() < 1e-15
    some = oq.load_task(folder, gold="gold.csv", runs=["runs/system-01.csv"])
    assert some.runs == ("system-01",)
    assert oq.load_task(folder, runs=["system-02"]).runs == ("system-02",)
    with pytest.raises(oq.InputError, match="no such file"):
        oq.load_task(tmp_path / "nowhere")
    with pytest.raises(oq.InputError, match="''"):
        oq.load_task("")


@pytest.mark.parametrize(
    ("name", "words"),
    [("load", "oq.load_task"), ("read_csv", "oq.load_task"), ("evaluate", "oq.score"), ("NMD", "oq.nmd")],
)
def test_first_guesses_get_an_answer(name, words):
    with pytest.raises(AttributeError, match=re.escape(words)):
        getattr(oq, name)


def test_what_takes_files_or_tasks_says_what_makes_them():
    with pytest.raises(oq.OrdquantError, match=r"oq\.load_task"):
        oq.read_task("folder")
    task = oq.from_frames(counted(), {"r": RUN, "s": RUN})
    for call, words in (
        (lambda: oq.score(RUN), "oq.from_frames"),
        (lambda: oq.with_baselines(RUN), "oq.from_frames"),
        (lambda: oq.load_task(RUN), "oq.from_frames"),
        (lambda: oq.results(task.only([])), "oq.with_baselines(task)"),
        (lambda: oq.agreement(task), "oq.score(task)"),
        (lambda: oq.deltas(task, "r", "s"), "oq.score(task)"),
        (lambda: oq.preferences(task, "r", "s"), "oq.score(task)"),
        (lambda: oq.separate_runs(task, n_trials=9, rng=np.random.default_rng(1)), "oq.score(task)"),
        (lambda: oq.separate_runs(oq.score(task), n_trials=9, rng=1), "np.random.default_rng(seed)"),
    ):
        with pytest.raises(oq.OrdquantError, match=re.escape(words)):
            call()


def test_a_newcomer_goes_from_votes_and_predictions_to_a_tested_and_plotted_comparison(tmp_path):
    """The thirty lines of the docstring of `ordquant_core.frames`, with random votes and the plot saved."""
    rng = np.random.default_rng(7)
    votes = pd.DataFrame(
        [(f"D{n}", f"annotator {k}", int(rng.binomial(4, n / 40)) + 1) for n in range(40) for k in range(9)],
        columns=["dialogue", "annotator", "rating"],
    ).sample(frac=1, random_state=2)
    gold = oq.from_votes(votes, item="dialogue", annotator="annotator", rating="rating")
    near = gold + 1
    systems = {"near": near.div(near.sum(axis=1), axis=0), "flat": oq.uniform(gold)}
    table = pd.concat([one.reset_index().assign(system=name) for name, one in systems.items()])
    predictions = oq.from_predictions(table.sample(frac=1, random_state=3), item="dialogue", run="system")
    task = oq.from_frames(gold, predictions)
    found = oq.results(task, ["NMD", "RNOD"], n_trials=500)
    ranked = found.to_frame()
    assert ranked.loc[ranked["rank"] == 1, "run"].tolist() == ["near", "near"]
    assert (found.to_frame(pairs=True)["p"] < 0.05).all()
    means = oq.score(task, ["NMD"]).to_frame(tidy=False)["NMD"].groupby("run").mean()
    assert ranked[ranked["measure"] == "NMD"].set_index("run")["mean"].to_dict() == pytest.approx(means.to_dict())
    assert means["near"] == pytest.approx(oq.nmd(gold, systems["near"]).mean())
    figure = draw_groups(found, "NMD")
    figure.write_html(tmp_path / "systems.html")
    assert "near" in (tmp_path / "systems.html").read_text()


def test_the_package_lists_its_public_names_alone():
    assert dir(oq) == sorted(oq.__all__)
    with pytest.raises(oq.UnknownNameError, match="did you mean 'dialogue-quality'\\?"):
        oq.load_sample("dialog-quality")


def test_help_shows_types_as_they_are_written_and_only_what_was_decided():
    functions = [one for one in (getattr(oq, name) for name in oq.__all__) if inspect.isfunction(one)]
    assert functions
    for function in functions:
        written = str(inspect.signature(function))
        assert "numpy._typing" not in written
        assert "renormalise=False" not in written
