"""Own measures: what a file may say, which properties its function must have, and where a fault is reported."""

import os
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import numpy as np
import pytest

import ordquant_core as oq
from ordquant_core.errors import PluginError, UnknownNameError
from ordquant_core.measures.own import loading
from ordquant_core.measures.own.loading import GROUP, VARIABLE, own_measures
from ordquant_core.measures.own.record import REQUIRED
from ordquant_core.measures.registry import MEASURES
from tests.depth import matrix
from tests.measures import faults
from tests.measures.faults import load, of
from tests.reviewed import reviewed, said

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "assets" / "docs" / "own-measure.md").read_text(encoding="utf-8")
(TEMPLATE,) = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


def test_the_template_is_a_measure_like_all_others():
    (measure,) = load(TEMPLATE)
    assert (measure.key, measure.label, measure.family, measure.origin) == ("KS", "KS (own)", "own", "mine.py")
    assert (measure.symmetric, measure.reversible, measure.equidistant) == (True, True, None)
    assert measure.bounds(5) == (0, 1)
    gold, estimates = [0, 1, 2, 9, 8], [[0, 0, 0, 1, 0], [0, 1, 2, 9, 8]]
    assert measure(gold, estimates).tolist() == pytest.approx([0.4, 0], abs=1e-15)  # 17/20 - 9/20, by hand: 1 - 12/20
    assert measure(gold, estimates[0]).shape == ()
    assert len([line for line in TEMPLATE.splitlines() if line]) <= 20


def test_a_measure_gets_arrays_of_one_shape_that_are_its_own():
    body = "assert gold.shape == estimate.shape and gold.ndim == 2; gold -= estimate; return abs(gold).sum(axis=1) / 2"
    (measure,) = load(of(body))
    gold = np.random.default_rng(1).dirichlet(np.ones(4), size=(6, 1))
    estimates = np.random.default_rng(2).dirichlet(np.ones(4), size=(1, 5))
    np.testing.assert_allclose(measure(gold, estimates), MEASURES["NVD"](gold, estimates), atol=1e-15)
    alone = [[float(measure(one, other)) for other in estimates[0]] for one in gold[:, 0]]
    np.testing.assert_array_equal(measure(gold, estimates), alone)


def test_two_files_with_one_key_and_one_that_is_not_there_are_refused(tmp_path, monkeypatch):
    paths = [tmp_path / "first.py", tmp_path / "second.py"]
    for path in paths:
        path.write_text(TEMPLATE)
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, [*paths[:1], *paths[:1]])))
    assert len(own_measures({})) == 1  # the same file twice is one
    monkeypatch.setenv(VARIABLE, os.pathsep.join(map(str, paths)))
    with pytest.raises(PluginError, match=r"second\.py: the key KS is taken by first\.py"):
        own_measures({})
    monkeypatch.setenv(VARIABLE, str(tmp_path / "nothing.py"))
    with pytest.raises(PluginError, match=r"nothing\.py: it cannot be read \(No such file"):
        own_measures({})


def test_installed_packages_bring_measures(tmp_path, monkeypatch):
    (tmp_path / "my_package_of_measures.py").write_text(TEMPLATE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    entry = EntryPoint("ks", "my_package_of_measures:MEASURE", GROUP)
    monkeypatch.setattr(loading, "entry_points", lambda group: [entry] if group == GROUP else [])
    (measure,) = own_measures({})
    assert (measure.key, measure.origin) == ("KS", "package my_package_of_measures")
    wrong = EntryPoint("ks", "my_package_of_measures:MEASURES", GROUP)
    monkeypatch.setattr(loading, "entry_points", lambda group: [wrong])
    with pytest.raises(PluginError, match="package my_package_of_measures: running it raises AttributeError"):
        own_measures({})


@reviewed(faults.__file__)
@pytest.mark.usefixtures("own_measures_forgotten")
def test_a_file_that_is_refused_is_named_with_the_field_or_the_property_the_pair_and_what_to_do(made, words):
    assert said(made, vars(faults)) == words


def test_what_is_not_python_is_said_so():  # Python's own words are others in other versions
    for text in ("case,a,b\nx,1,2 3", b"\x00\x01\xff"):
        with pytest.raises(PluginError, match=r"mine\.py: it is not Python: "):
            load(text)


def shell(*arguments, plugin):
    """Run Python with a file of own measures in the variable; return its exit code, and what it writes."""
    call = [sys.executable, "-W", "error", *map(str, arguments)]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, env=os.environ | {VARIABLE: str(plugin)})
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "words", matrix(["ordquant_core measure", "streamlit run app.py", "assets.serve"], "streamlit run app.py")
)
def test_a_broken_plugin_stops_commands_and_the_dashboard_with_one_line(words, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text(TEMPLATE.replace("np.abs(gaps)", "gaps"))
    code, _, err = shell("-m", *words.split(), plugin=path)
    assert code == (1 if words == "assets.serve" else 2)
    assert "KS of broken.py lacks the property '" in err
    assert err.count("\n") == 1


def test_a_program_that_asks_for_the_measure_of_a_broken_plugin_learns_why_it_is_missing(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("MEASURE = 1")
    code = "import ordquant_core as oq\nfrom ordquant_core.measures.registry import get_measures\nget_measures(['KS'])"
    assert "Your own measures were not added: broken.py: MEASURE is int" in shell("-c", code, plugin=path)[2]


def largest_gap(gold, estimate):
    return np.abs(np.cumsum(estimate - gold, axis=-1)).max(axis=-1)


def of_vectors(gold, estimate):
    return sum(abs(p - q) for p, q in zip(gold, estimate, strict=True)) / len(gold)


@pytest.mark.usefixtures("own_measures_forgotten")
def test_functions_are_measures_by_their_names():
    task = oq.load_sample("breakdown-labels").at(np.arange(12))
    scores = oq.score(task, [oq.nmd, largest_gap, "RNOD", of_vectors, oq.MEASURES["AE"]])
    assert scores.measures == ("NMD", "largest_gap", "RNOD", "of_vectors", "AE")
    gaps = [largest_gap(task.gold, run) for run in task.estimates]
    assert scores.values[1].tolist() == np.array(gaps).tolist()
    np.testing.assert_allclose(scores.values[3], scores.values[4], atol=1e-15)  # called pair by pair
    results = oq.results(task, [largest_gap], n_trials=50)
    assert results.to_frame()["mean"].tolist() == pytest.approx(np.array(gaps).mean(axis=1).tolist())
    assert "by largest_gap (our own function); smaller is better" in oq.methods(results)
    with pytest.raises(UnknownNameError, match="A measure is a key, a function with a name"):
        oq.score(task, [lambda gold, estimate: gold])


@pytest.mark.usefixtures("own_measures_forgotten")
def test_a_session_registers_the_record_of_a_plugin_or_a_measure():
    namespace = {}
    exec(TEMPLATE, namespace)
    record = namespace["MEASURE"]
    measure = oq.register(record)
    assert (measure.key, oq.MEASURES["KS"].label) == ("KS", "KS (own)")
    assert oq.register(oq.Measure(**{field: record[field] for field in REQUIRED})).key == "KS"
    task = oq.load_sample("breakdown-labels")
    assert oq.agreement(oq.score(task, ["KS", "NMD"])).measures == ("KS", "NMD")
