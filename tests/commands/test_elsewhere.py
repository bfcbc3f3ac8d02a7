"""`--workers` and `--dask`: the same output as without, and one line where a cluster cannot be used or is lost."""

import gc
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, Future
from types import SimpleNamespace
from unittest.mock import Mock

import pytest

from ordquant_core.__main__ import parsers
from ordquant_core.commands import elsewhere
from ordquant_core.errors import OrdquantError
from ordquant_core.version import VERSION
from tests.commands.files import FILES, ROOT, SAMPLES, done, ended
from tests.commands.test_study import add_task
from tests.depth import matrix

pytestmark = pytest.mark.slow

KEYS = "--measures NMD,NVD"
LISTS = SAMPLES / "ranked-lists"
POWER = f"discriminative-power {FILES} {KEYS} --trials 600"
COMMANDS = {
    "atlas": "atlas --votes 12 --classes 4 --measures NMD,RNOD",
    "plan": f"plan {FILES} --split --measures NMD --cases 20 --resamples 30",
    "consistency": f"consistency {FILES} {KEYS} --splits 400",
    "rank-lists": f"rank-lists {LISTS}",
    "rank-lists --difference": f"rank-lists {LISTS} --difference",
    "discriminative-power": POWER,
    "results": f"results {FILES} {KEYS} --trials 600 --by language",
    "overlap": f"overlap {FILES} --trials 600",
    "contradictions": f"contradictions {FILES} --trials 600",
    "study": f"study {{tasks}} --out {{out}} {KEYS} --trials 9 --splits 4 --size 2",
}


@pytest.fixture(autouse=True)
def no_client_is_left():
    gc.collect()  # a client without a cluster closes when collected; while the next one starts, both would wait


def test_every_command_that_takes_an_executor_is_in_the_list():
    takes = {name for name, parser in parsers()[1].items() if "--dask" in parser._option_string_actions}
    assert takes == {name.partition(" ")[0] for name in COMMANDS}


# tests/statistics/test_executors.py has every analysis; processes of this machine have measures of one's own, too.
@pytest.mark.parametrize("command", matrix(COMMANDS, "atlas"))
def test_the_output_is_the_same_wherever_it_is_computed(command, own, dask_address, tmp_path, monkeypatch):
    monkeypatch.setattr("ordquant_core.documents.browser", lambda: None)
    add_task(tmp_path / "tasks" / "one", 1, cases=8)

    def answer(keys, *options):
        out = tmp_path / f"out{len(options)}{len(keys)}"
        line = COMMANDS[command].format(tasks=tmp_path / "tasks", out=out).replace("NMD,", keys)
        found = done(*line.split(), *options)
        return found, {path.name: path.read_bytes() for path in out.glob("*")}

    for keys, *where in (("NMD,", "--dask", dask_address), ("NMD,KS,", "--workers", 2)):
        here = answer(keys)
        assert here[0].out.strip() or here[1]
        assert answer(keys, *where) == here


LACKS_IT = ImportError("No module named 'ordquant_core'")
MACHINES = [  # what a worker and the scheduler answer, and what is said
    (LACKS_IT, "0.0.1", r"the worker tcp://w:1 has no OrdQuant; install OrdQuant {} on"),
    ("0.0.1", VERSION, r"the worker tcp://w:1 has OrdQuant 0\.0\.1; install OrdQuant {} on"),
    (VERSION, "0.0.1", r"the scheduler tcp://s:2 has OrdQuant 0\.0\.1; install OrdQuant {} on"),
    (VERSION, LACKS_IT, r"the scheduler tcp://s:2 has no OrdQuant; install OrdQuant {} on"),
]


@pytest.mark.parametrize(("worker", "scheduler", "words"), MACHINES)
def test_a_cluster_without_this_version_is_refused_in_one_line_that_names_the_machine(worker, scheduler, words):
    """A real cluster with it is asked the same in the tests below and above."""
    client = SimpleNamespace(
        run=lambda *_, **__: {"tcp://w:1": worker},
        run_on_scheduler=Mock(side_effect=[scheduler]),
        scheduler=SimpleNamespace(address="tcp://s:2"),
    )
    with pytest.raises(OrdquantError, match=f"--dask: {words.format(re.escape(VERSION))}"):
        elsewhere._check_versions(client)


CLUSTER = """
from distributed import LocalCluster
cluster = LocalCluster(n_workers=1, processes=False, protocol="tcp", host="127.0.0.1", dashboard_address=":0")
print(cluster.scheduler_address, flush=True)
input()
"""


def test_a_cluster_that_is_lost_in_mid_work_ends_in_one_line(task, monkeypatch):
    monkeypatch.setattr("ordquant_core.statistics.resampling.STEP", 2**14)  # many pieces
    pass_on, piped = elsewhere._pass_on, {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", CLUSTER], env=environment, **piped) as cluster:
        address = cluster.stdout.readline().strip()

        def lose(ours, theirs):
            cluster.kill()
            pass_on(ours, theirs)

        monkeypatch.setattr(elsewhere, "_pass_on", lose)
        code, out, err = ended(*POWER.replace("600", "60000").split(), "--dask", address)
    assert cluster.returncode == -signal.SIGKILL
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"--dask: the cluster was lost while it worked at {address}" in err


LOST = {"the cluster": ("connecting", {"one": 1}), "all workers": ("running", {})}


@pytest.mark.parametrize("lost", LOST)
def test_calls_end_as_those_of_the_cluster_do_or_when_it_is_lost(lost, monkeypatch):
    monkeypatch.setattr(elsewhere, "LOOKED_UP", 0.01)
    monkeypatch.setattr(elsewhere, "ALONE", 0.05)
    theirs = [Future() for _ in range(3)]
    client = SimpleNamespace(
        status="running",
        workers={"one": 1},
        get_executor=lambda: SimpleNamespace(submit=theirs.__getitem__),
        scheduler_info=lambda: {"workers": client.workers},
    )
    with elsewhere._watched(client) as executor:
        done, failed, waiting = map(executor.submit, range(3))
        theirs[0].set_result(7)
        theirs[1].set_exception(KeyError("x"))
        assert (done.result(), str(failed.exception())) == (7, "'x'")
        time.sleep(0.2)
        assert not waiting.done()
        client.status, client.workers = LOST[lost]
        with pytest.raises(CancelledError):
            waiting.result(10)
        theirs[2].set_result(8)  # nobody waits any more
