"""`--workers` and `--dask`: the same output as without, and clear errors where they cannot be used."""

import gc
import re
import time
from concurrent.futures import CancelledError, Future
from types import SimpleNamespace

import pytest

from ordquant_core.__main__ import main
from ordquant_core.commands import elsewhere
from ordquant_core.version import VERSION
from tests.commands.cluster import cluster
from tests.depth import matrix
from tests.pages.apps import ROOT

pytestmark = pytest.mark.slow

FILES = [str(ROOT / "ordquant_core/samples/dialogue-quality")]
ATLAS = ["atlas", "--votes", "12", "--classes", "4", "--measures", "NMD,RNOD"]
COMMANDS = {
    "atlas": ATLAS,
    "plan": ["plan", *FILES, "--split", "--measures", "NMD", "--cases", "20", "--resamples", "30"],
    "consistency": ["consistency", *FILES, "--measures", "NMD,NVD", "--splits", "400"],
    "lists": ["rank-lists", str(ROOT / "ordquant_core/samples/ranked-lists")],
    "pairs of lists": ["rank-lists", str(ROOT / "ordquant_core/samples/ranked-lists"), "--difference"],
    "power": ["discriminative-power", *FILES, "--measures", "NMD,NVD", "--trials", "600"],
}


@pytest.fixture
def call(capsys):
    def run(*arguments):
        gc.collect()  # a client without a cluster closes when collected; while the next one starts, both would wait
        code = main([str(argument) for argument in arguments])
        return code, *capsys.readouterr()

    return run


# tests/statistics/test_executors.py has every analysis
@pytest.mark.parametrize("command", matrix(COMMANDS, "power"))
def test_the_output_is_the_same_wherever_it_is_computed(command, call, dask_address):
    here = call(*COMMANDS[command])
    assert here[0] == 0
    assert len(here[1].splitlines()) > 2
    assert call(*COMMANDS[command], "--workers", "2") == here
    assert call(*COMMANDS[command], "--dask", dask_address) == here


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--workers", "0"), "--workers: '0' is not a whole number of at least 1"),
        (("--workers", "two"), "--workers: 'two' is not a whole number"),
        (("--workers", "100000"), "100000 processes are too many; use at most 256"),
        (("--workers", "2", "--dask", "tcp://127.0.0.1:1"), "not allowed with"),
        (("--dask", "tcp://127.0.0.1:1"), "--dask: no Dask cluster answers at tcp://127.0.0.1:1"),
        (("--dask", "no:::address"), "--dask: no Dask cluster answers at no:::address"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(options, words, call, monkeypatch):
    monkeypatch.setattr(elsewhere, "PATIENCE", 1)
    code, out, err = call(*ATLAS, *options)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_estimators_that_are_the_same_are_noted(call):
    code, out, err = call("atlas", "--votes", "1", "--classes", "3", "--b", "median", "--measures", "NMD")
    assert (code, out.splitlines()[1].split(",")[1:4]) == (0, ["0", "0", "3"])
    assert err.startswith("note: A Popularity and B Median give the same estimate for all 3")


def test_the_atlas_announces_the_time_beyond_two_million_and_refuses_beyond_a_billion(call, monkeypatch):
    code, out, err = call("atlas", "--votes", "60", "--classes", "6")
    assert (code, out) == (2, "")
    assert "8,259,888 distributions take about" in err
    assert "--workers N or --dask ADDRESS" in err
    code, out, err = call("atlas", "--votes", "600", "--classes", "7", "--workers", "2")
    assert (code, out) == (2, "")
    assert "the limit is 1,000,000,000. Take at most 91 votes" in err


def test_the_tables_of_the_atlas(call):
    for table, columns in (
        ("preferences", "measure,prefers_a,prefers_b,ties,mean_delta"),
        ("disagreements", "measure_1,measure_2,disagree"),
    ):
        code, out, _ = call(*ATLAS, "--table", table)
        assert code == 0
        assert out.startswith(columns)


def test_without_dask_the_extra_is_named(call, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    code, _, err = call(*ATLAS, "--dask", "tcp://127.0.0.1:1")
    assert code == 2
    assert "pip install 'ordquant[dask]'" in err


@pytest.mark.parametrize(
    ("machines", "words"),
    [
        pytest.param(
            {"worker": "lacks it"},
            r"--dask: the worker tcp://[\d.:]+ has no OrdQuant; install OrdQuant {version} on",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            {"worker": "is older"},
            r"--dask: the worker tcp://[\d.:]+ has OrdQuant 0\.0\.1; install OrdQuant {version}",
            marks=pytest.mark.thorough,
        ),
        pytest.param(
            {"scheduler": "lacks it"},
            r"--dask: the scheduler tcp://[\d.:]+ has no OrdQuant; install",
            marks=pytest.mark.thorough,
        ),
        (
            {"scheduler": "is older", "worker": "lacks it"},
            r"the worker \S+ has no OrdQuant; install",
        ),
    ],
)
def test_a_cluster_without_this_version_is_refused_in_one_line_that_names_the_machine(machines, words, call, tmp_path):
    with cluster(tmp_path, **machines) as (address, _):
        code, out, err = call(*ATLAS, "--dask", address)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert re.search(words.format(version=re.escape(VERSION)), err)


@pytest.mark.parametrize("killed", matrix(["the cluster", "the worker"], "the cluster"))
def test_a_cluster_that_is_lost_in_mid_work_ends_in_one_line_within_ten_seconds(killed, call, monkeypatch, tmp_path):
    monkeypatch.setattr("ordquant_core.statistics.resampling.STEP", 2**14)  # many pieces
    pass_on, lost_at = elsewhere._pass_on, []
    with cluster(tmp_path) as (address, processes):

        def lose(ours, theirs):
            if not lost_at:
                lost_at.append(time.monotonic())
                for process in processes if killed == "the cluster" else processes[1:]:
                    process.kill()
            pass_on(ours, theirs)

        monkeypatch.setattr(elsewhere, "_pass_on", lose)
        code, out, err = call(*COMMANDS["power"], "--dask", address)
    assert time.monotonic() - lost_at[0] < 10
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"--dask: the cluster was lost while it worked at {address}" in err


def test_calls_end_as_those_of_the_cluster_do_or_when_it_is_lost(monkeypatch):
    monkeypatch.setattr(elsewhere, "LOOKED_UP", 0.01)
    theirs = [Future() for _ in range(3)]
    client = SimpleNamespace(
        status="running",
        get_executor=lambda: SimpleNamespace(submit=theirs.__getitem__),
        scheduler_info=lambda: {"workers": {"one": 1}},
    )
    with elsewhere._watched(client) as executor:
        done, failed, waiting = map(executor.submit, range(3))
        theirs[0].set_result(7)
        theirs[1].set_exception(KeyError("x"))
        assert (done.result(), str(failed.exception())) == (7, "'x'")
        assert not waiting.done()
        client.status = "connecting"
        with pytest.raises(CancelledError):
            waiting.result(10)
        theirs[2].set_result(8)  # nobody waits any more
