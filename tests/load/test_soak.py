"""The short form of `make soak`, a part of it: visitors who come, upload, work and leave for less than a minute."""

import os

import pytest

from tests.load.aside import completed
from tests.load.measured import Measured
from tests.load.processes import serving
from tests.load.soak import Soak, faults

pytestmark = pytest.mark.slow

SECONDS, VISITORS, PAUSE = 12.0, 6, 0.2
CASES = 11_000  # of the upload of each: 0.8 MB
SHED = 10.0  # seconds until what visitors have left behind is let go; their sessions wait for them for longer
GROWTH = 300  # MB: what visitors share may fill its room; were whole sessions kept, it would be more


@pytest.mark.skipif(os.environ.get("ORDQUANT_BOMBS") != "full", reason="takes a minute: `make soak` runs it")
def test_visitors_who_come_and_leave_meet_no_error_and_leave_little_behind(tmp_path):
    with serving(1, tmp_path / "log.txt") as (address, pid):
        soak = Soak(address, pid, SECONDS, PAUSE, Measured("short"), uploading=0.8, cases=CASES)
        completed(soak.run(VISITORS, SHED))
    assert soak.visits > VISITORS
    assert faults(soak, GROWTH, None) == [], soak.memory
